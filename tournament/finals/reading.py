"""The prizes beside the podium: from the event's list to awards, and from awards to the words of
page and paper.
"""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple, cast, get_args

from scoring.counting.board import Board
from scoring.counting.prize_list import Evening, Given, Level, Measure, Prize, Scope, give
from scoring.formats import Format
from scoring.words import many
from tournament.counting.announcement import honours, in_capitals
from tournament.counting.plan import table_label
from tournament.counting.scores import ranking
from tournament.models import Event

WON_BY = {
    ("field", "total"): "the best total of the whole field",
    ("field", "last"): "the last total",
    ("field", "games_won"): "most {units} won",
    ("field", "eights_caught"): "most eights caught",
    ("half_time", "total"): "the best total at half-time",
    ("round", "total"): "the best single round",
    ("table", "total"): "the winner of each round at each table",
    ("livery", "total"): "the best two totals of one {group}",
    ("final", "total"): "the best of the play-off",
}
MOST_NAMED = 3
"""More people than these are counted, not named."""


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
    honoured = {honour.player: in_capitals(honour.prize) for honour in honours(now)}
    half = max(1, event.qualifying_rounds // 2)
    around = Evening(
        now.standings,
        now.playoff,
        tuple(now.players.values()),
        ranking(event).direction,
        half,
        now.won,
    )
    return give([prize_of(row) for row in rows if isinstance(row, Mapping)], around, honoured)


def prize_rows(event: Event, now: Board) -> tuple[Row, ...]:
    """Every prize beside the podium that somebody has, or may have once a tie is settled."""
    further = further_prizes(event, now) if now.standings else ()
    return tuple(
        _row(now, award, event.groups.word, table_label(event, award.table))
        for award in further
        if award.players or award.undecided or award.liveries
    )


def won_by(prize: Prize, form: Format, group: str) -> str:
    """What a prize is for, in words, with who may have it."""
    words = WON_BY.get((prize.scope, prize.figure), WON_BY["field", "total"]).format(
        units=form.units, group=group
    )
    if prize.scope == "round" and prize.round:
        words = f"the best of round {prize.round}"
    limits = [f"for a {prize.office}"] if prize.office else []
    limits += ["not for the host’s own"] if prize.skips_host else []
    return ", ".join([words, *limits])


def _condition(prize: Prize, form: Format, group: str) -> str:
    """What a prize is for, where its name does not say so."""
    words = won_by(prize, form, group)
    same = words.removeprefix("the ").casefold() == prize.name.removeprefix("The ").casefold()
    return "" if same else words


def _row(now: Board, award: Given, group: str, table: str) -> Row:
    prize = award.prize
    return Row(
        prize=f"{prize.name}, table {table}" if award.table else prize.name,
        condition=_condition(prize, now.format, group),
        called=_called(now, award),
        livery=_livery(now, award),
        result=_result(now, award),
        notes=tuple(_notes(now, award)),
        next_in_line=_next(now, award),
    )


def _called(now: Board, award: Given) -> str:
    if award.undecided:
        return "Not decided yet"
    if award.liveries:
        return names(award.liveries)
    return names(now.players[ref].name for ref in award.players)


def _livery(now: Board, award: Given) -> str:
    if award.liveries or award.undecided:
        return ""
    return names(
        dict.fromkeys(livery for ref in award.players if (livery := now.players[ref].livery))
    )


def _result(now: Board, award: Given) -> str:
    if award.liveries and award.players:
        totals = {standing.player: standing.total for standing in now.standings}
        return f"{' + '.join(str(totals[ref]) for ref in award.players)} = {award.figure}"
    figure = award.figure or 0
    if award.prize.scope == "field" and award.prize.figure == "games_won":
        return many(figure, now.format.unit, now.format.units)
    if award.prize.scope == "field" and award.prize.figure == "eights_caught":
        return many(figure, "eight")
    if award.in_round and not award.prize.round:
        return f"{many(figure, 'point')} in round {award.in_round}"
    return many(figure, "point")


def _notes(now: Board, award: Given) -> Iterable[str]:
    if award.undecided:
        tied = (
            award.undecided
            if award.liveries
            else [now.players[ref].name for ref in award.undecided]
        )
        yield f"level: {names(tied)}"
    elif award.liveries and award.players:
        yield names(now.players[ref].name for ref in award.players)
    if (len(award.players) > 1 and not award.liveries) or len(award.liveries) > 1:
        yield "split between them" if award.prize.level == "split" else "shared"
    # Whom the office alone passes over is not named: the prize says itself whom it is for.
    passed = [(ref, why) for ref, why in award.passed_over if why != "office"]
    if passed:
        yield f"passes over {', '.join(f'{now.players[ref].name} ({why})' for ref, why in passed)}"
    if award.unknown:
        unknown = [now.players[ref].name for ref in award.unknown]
        whom = names(unknown) if len(unknown) <= MOST_NAMED else f"{len(unknown)} guests"
        yield f"not counted for {whom}, whose points alone were typed"


def _next(now: Board, award: Given) -> str:
    if not award.next_in_line:
        return ""
    heirs = (
        award.next_in_line
        if award.liveries
        else [now.players[ref].name for ref in award.next_in_line]
    )
    text = names(heirs[:MOST_NAMED]) if len(heirs) <= MOST_NAMED else f"{len(heirs)} are level"
    return f"{text}, {award.next_figure}"


def names(listed_names: Iterable[str]) -> str:
    """Names as one phrase: “Ann, Ben and Cat”."""
    listed = list(listed_names)
    return f"{', '.join(listed[:-1])} and {listed[-1]}" if listed[1:] else "".join(listed)
