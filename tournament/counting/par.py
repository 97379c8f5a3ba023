"""The par of tables as an event declares it, and what it needs to know of cards that bear a
total alone.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from scoring.counting.table_par import Par, read_par
from scoring.counting.tally import RoundTotal, Sheet
from scoring.formats import Format
from tournament.counting.formats import event_format
from tournament.models import Event, Seat

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
