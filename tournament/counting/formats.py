"""The format of an event: what its sheets hold, how they score, and the figures that say something
in it.

The par of tables as an event declares it, and what it needs to know of cards that bear a total
alone.

Formats that end at a target score: which tables have reached it, and the games that are therefore
not played.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, NamedTuple, overload

from scoring.counting.table_par import Par, read_par
from scoring.counting.tally import RoundTotal, Sheet, Tally
from scoring.formats import Format, Halves, rules_of
from scoring.law.rulebook import Rules
from scoring.words import many, number_word
from tournament.models import Event, Game, Seat
from tournament.models import Tally as TallyRow
from tournament.models.event import format_named
from tournament.models.guest import AWAY


def event_format(event: Event) -> Format:
    """The format an event is played in, with the choices made for it."""
    return format_named(event.format or event.game, event.choices)


@cache
def rules_named(name: str, choices: str, options: str) -> Rules:
    """The rules of a format with the options of one line."""
    return rules_of(format_named(name, choices), options)


class Play(NamedTuple):
    """A format with the rules in force: what a sheet is read, checked and scored by."""

    format: Format
    rules: Rules


def play_of(event: Event) -> Play:
    """The format of an event with its rules."""
    return Play(
        event_format(event), rules_named(event.format or event.game, event.choices, event.rules)
    )


@overload
def stored(form: Format, points: int) -> int: ...
@overload
def stored(form: Format, points: None) -> None: ...
@overload
def stored(form: Format, points: int | None) -> int | None: ...
def stored(form: Format, points: int | None) -> int | None:
    """Points of a row as they count: half points know that they are."""
    return Halves(points) if form.halves and points is not None else points


@overload
def whole(form: Format, points: int) -> int: ...
@overload
def whole(form: Format, points: None) -> None: ...
def whole(form: Format, points: int | None) -> int | None:
    """Whole points, as officials give them, in the unit of the format."""
    return Halves.of(points) if form.halves and points is not None else points


def with_unit(form: Format, tallies: Iterable[Tally]) -> tuple[Tally, ...]:
    """Tallies whose points know their unit."""
    if not form.halves:
        return tuple(tallies)
    return tuple(replace(tally, points=stored(form, tally.points)) for tally in tallies)


def totals_with_unit(form: Format, totals: Iterable[RoundTotal]) -> tuple[RoundTotal, ...]:
    """Totals of rounds, given in whole points, in the unit of the format."""
    return (
        tuple(replace(total, points=whole(form, total.points)) for total in totals)
        if form.halves
        else tuple(totals)
    )


def columns_with_unit(form: Format, columns: Mapping[str, Any]) -> dict[str, Any]:
    """The columns of a tally as a `Tally` takes them, its points in their unit."""
    return {name: value for name, value in columns.items() if name != "hand"} | {
        "points": stored(form, columns.get("points"))
    }


def cut_too_large(event: Event, statuses: Iterable[str]) -> str:
    """What is said of a cut that the guests who are there cannot fill; nothing while nobody is."""
    there = sum(status not in AWAY for status in statuses)
    if not there or event.cut_size <= there:
        return ""
    numbers = f"{event.cut_size} go through and {many(there, 'guest is', 'guests are')} there"
    return f"The cut is larger than the field: {numbers}. Choose a smaller cut in the settings."


@dataclass(frozen=True, slots=True)
class FittingCut:
    """A cut that the field can fill, offered in place of one that it cannot."""

    size: int
    words: str


def fitting_cut(event: Event, statuses: Iterable[str]) -> FittingCut | None:
    """The cut to be offered where the one declared is larger than the field: about half of it, and
    for a knock-out a power of two.
    """
    there = sum(status not in AWAY for status in statuses)
    if there < FEWEST_FOR_A_CUT or not event.cut_size or event.cut_size <= there:
        return None
    size = max(2, there // 2)
    if event_format(event).paired:
        size = 1 << (size.bit_length() - 1)
    cut = number_word(event.cut_size)
    return FittingCut(size, f"The cut of {cut} is larger than {there} guests.")


FEWEST_FOR_A_CUT = 3
NEEDS_POINTS = (
    "A par of tables is for games in which everybody at a table scores points: leave it empty here."
)
SeatOf = tuple[str, int, int, int, int]
"""Ref, round, table, first and last game of a seat."""


def takes_par(form: Format) -> bool:
    """Whether the totals of a format are sums of points made at tables."""
    return (
        form.scorer in ("own_hand", "winner_takes")
        and form.compare == "points"
        and not (form.halves or form.paired)
    )


def par_of(event: Event) -> Par:
    """The par in force; empty where none is declared, or where the format has
    no points at tables.
    """
    return read_par(event.table_par) if event.table_par and takes_par(event_format(event)) else ()


def totals_at_tables(
    totals: Iterable[RoundTotal], seats: Iterable[SeatOf]
) -> tuple[tuple[RoundTotal, ...], Mapping[Sheet, int]]:
    """Totals of rounds with the games they are of, and how many such players sat in each game."""
    games: dict[tuple[str, int], list[Sheet]] = {}
    for ref, number, table, since, until in seats:
        games.setdefault((ref, number), []).extend(
            (number, table, game) for game in range(since, until + 1)
        )
    with_games = tuple(
        replace(total, sheets=tuple(games.get((total.player, total.round), ()))) for total in totals
    )
    return with_games, Counter(sheet for with_game in with_games for sheet in with_game.sheets)


def seats_of_totals(event: Event, totals: Iterable[RoundTotal]) -> list[SeatOf]:
    """The seats of those whose card bears a total alone, as they are now.

    One query, and none without such a card.
    """
    pairs = {(total.player, total.round) for total in totals}
    if not pairs:
        return []
    rows = Seat.objects.filter(
        event=event, round__number__in={number for _ref, number in pairs}
    ).order_by()
    columns = (
        "guest__ref",
        "round__number",
        "table__number",
        "from_game",
        "left_after_game",
        "round__games",
    )
    return [
        (ref, number, table, since, until or games)
        for ref, number, table, since, until, games in rows.values_list(*columns)
        if (ref, number) in pairs
    ]


Where = tuple[int, int, int]


class Reached(NamedTuple):
    """The game in which somebody at a table first had the target, who, and with how many points."""

    game: int
    name: str
    points: int


def reached(
    event: Event, *, round: int | None = None, table: int | None = None
) -> dict[tuple[int, int], Reached]:
    """By round and table, where the target was reached; no query where the
    format ends otherwise.
    """
    form = event_format(event)
    if form.ending != "target":
        return {}
    rows = TallyRow.objects.filter(
        event=event, sheet__accepted=True, sheet__game__void=False, points__gt=0
    )
    for name, value in (("round__number", round), ("number", table)):
        rows = rows if value is None else rows.filter(**{f"sheet__game__table__{name}": value})
    fields = ("sheet__game__table__round__number", "sheet__game__table__number")
    columns = (*fields, "sheet__game__number", "guest__name", "guest", "points")
    totals: defaultdict[tuple[int, int, int], int] = defaultdict(int)
    by_table: dict[tuple[int, int], Reached] = {}
    for number, table_number, game, name, guest, points in rows.order_by(*columns[:3]).values_list(
        *columns
    ):
        totals[number, table_number, guest] += points
        if (
            totals[number, table_number, guest] >= form.target
            and (number, table_number) not in by_table
        ):
            by_table[number, table_number] = Reached(
                game, name, totals[number, table_number, guest]
            )
    return by_table


def after_the_target(event: Event) -> frozenset[Where]:
    """The games that no table plays any more, as somebody there has the target: no sheet of them is
    missing.
    """
    over = reached(event)
    if not over:
        return frozenset()
    games = Game.objects.filter(event=event).values_list(
        "table__round__number", "table__number", "number"
    )
    return frozenset(
        (number, table, game)
        for number, table, game in games.order_by()
        if (number, table) in over and game > over[number, table].game
    )


def fault_after_the_target(event: Event, place: Where) -> str:
    """Why a game takes no first sheet, as its table has the target already; nothing where it has
    not.
    """
    number, table, game = place
    row = reached(event, round=number, table=table).get((number, table))
    if row is None or game <= row.game:
        return ""
    form = event_format(event)
    has = f"{row.name} has {row.points} points since {form.unit} {row.game}"
    return (
        f"This table reached its target of {form.target}: {has}, so no further {form.unit} is"
        " played."
    )
