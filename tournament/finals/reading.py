"""The prizes beside the podium: from the event's list to awards, and from awards to the words of
page and paper.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, cast, get_args

from scoring.counting.board import Board
from scoring.counting.prize_list import Evening, Given, Level, Measure, Prize, Scope, give
from scoring.formats import Format
from tournament.counting.announcement import honours, in_capitals
from tournament.counting.scores import ranking
from tournament.models import Event

WON_BY = {
    ("field", "total"): "the best total of the whole field",
    ("field", "last"): "the last total",
    ("field", "games_won"): "most {units} won",
    ("field", "eights_caught"): "most eights caught",
    ("half_time", "total"): "the best total at half-time",
    ("round", "total"): "the best single round",
    ("livery", "total"): "the best two totals of one livery",
    ("final", "total"): "the best of the play-off",
}
UNITS = {"games_won": "{units}", "eights_caught": "eights"}
"""Both with `units` for the word that the format has for several deals."""


class Row(NamedTuple):
    """A prize in words: its name and condition, who is called up, of which livery, with what, and
    who would be next.
    """

    prize: str
    condition: str
    called: str
    livery: str
    result: str
    notes: tuple[str, ...]
    next_in_line: str


def prize_of(row: Mapping[str, Any]) -> Prize:
    """One row of the event's list; what it does not say, or says strangely, is as usual."""
    scope, figure, level = (str(row.get(name, "")) for name in ("scope", "figure", "level"))
    number = row.get("round")
    return Prize(
        name=str(row.get("name", "")) or "Prize",
        scope=cast(Scope, scope) if scope in get_args(Scope) else "field",
        figure=cast(Measure, figure) if figure in get_args(Measure) else "total",
        round=number if isinstance(number, int) and number > 0 else 0,
        skips_host=bool(row.get("skips_host")),
        office=str(row.get("office") or ""),
        once=bool(row.get("once")),
        level=cast(Level, level) if level in get_args(Level) else "share",
    )


def further_prizes(event: Event, now: Board) -> tuple[Given, ...]:
    """The prizes beside the podium as they stand, in the order of the list; the podium is given
    first.
    """
    rows = event.further_prizes if isinstance(event.further_prizes, list) else []
    honoured = {one.player: in_capitals(one.prize) for one in honours(now)}
    half = max(1, event.qualifying_rounds // 2)
    around = Evening(
        now.standings, now.playoff, tuple(now.players.values()), ranking(event).direction, half
    )
    return give([prize_of(row) for row in rows if isinstance(row, Mapping)], around, honoured)


def prize_rows(event: Event, now: Board) -> tuple[Row, ...]:
    """Every prize beside the podium that somebody has, or may have once a tie is settled."""
    given = further_prizes(event, now) if now.standings else ()
    return tuple(_row(now, one) for one in given if one.players or one.undecided or one.liveries)


def won_by(prize: Prize, form: Format) -> str:
    """What a prize is for, in words, with who may have it."""
    words = WON_BY.get((prize.scope, prize.figure), WON_BY["field", "total"]).format(
        units=form.units
    )
    if prize.scope == "round" and prize.round:
        words = f"the best of round {prize.round}"
    limits = [f"for a {prize.office}"] if prize.office else []
    limits += ["not for the host’s own"] if prize.skips_host else []
    return ", ".join([words, *limits])


def _condition(prize: Prize, form: Format) -> str:
    """What a prize is for, where its name does not say so."""
    words = won_by(prize, form)
    same = words.removeprefix("the ").casefold() == prize.name.removeprefix("The ").casefold()
    return "" if same else words


def _row(now: Board, given: Given) -> Row:
    prize = given.prize
    return Row(
        prize=prize.name,
        condition=_condition(prize, now.format),
        called=_called(now, given),
        livery=_livery(now, given),
        result=_result(now, given),
        notes=tuple(_notes(now, given)),
        next_in_line=_next(now, given),
    )


def _called(now: Board, given: Given) -> str:
    if given.undecided:
        return "Not decided yet"
    if given.liveries:
        return names(given.liveries)
    return names(now.players[ref].name for ref in given.players)


def _livery(now: Board, given: Given) -> str:
    if given.liveries or given.undecided:
        return ""
    return names(
        dict.fromkeys(livery for ref in given.players if (livery := now.players[ref].livery))
    )


def _result(now: Board, given: Given) -> str:
    if given.liveries and given.players:
        totals = {one.player: one.total for one in now.standings}
        return f"{' + '.join(str(totals[ref]) for ref in given.players)} = {given.figure}"
    if given.prize.scope == "field" and given.prize.figure in UNITS:
        return f"{given.figure} {UNITS[given.prize.figure].format(units=now.format.units)}"
    if given.in_round and not given.prize.round:
        return f"{given.figure} points in round {given.in_round}"
    return f"{given.figure} points"


def _notes(now: Board, given: Given) -> Iterable[str]:
    if given.undecided:
        level = (
            given.undecided
            if given.liveries
            else [now.players[ref].name for ref in given.undecided]
        )
        yield f"level: {names(level)}"
    elif given.liveries and given.players:
        yield names(now.players[ref].name for ref in given.players)
    if (len(given.players) > 1 and not given.liveries) or len(given.liveries) > 1:
        yield "split between them" if given.prize.level == "split" else "shared"
    passed = [(ref, why) for ref, why in given.passed_over if why != "office"]
    if passed:
        yield f"passes over {', '.join(f'{now.players[ref].name} ({why})' for ref, why in passed)}"
    if given.unknown:
        yield (
            f"not known for {', '.join(now.players[ref].name for ref in given.unknown)}: only the"
            " points were given"
        )


def _next(now: Board, given: Given) -> str:
    if not given.next_in_line:
        return ""
    heirs = (
        given.next_in_line
        if given.liveries
        else [now.players[ref].name for ref in given.next_in_line]
    )
    shown = names(heirs[:MOST_NEXT]) if len(heirs) <= MOST_NEXT else f"{len(heirs)} are level"
    return f"{shown}, {given.next_figure}"


MOST_NEXT = 3


def names(known: Iterable[str]) -> str:
    """Names as one phrase: “Ann, Ben and Cat”."""
    listed = list(known)
    return f"{', '.join(listed[:-1])} and {listed[-1]}" if listed[1:] else "".join(listed)
