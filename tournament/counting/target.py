"""Formats that end at a target score: which tables have reached it, and the games that are
therefore not played.
"""

from collections import defaultdict
from typing import NamedTuple

from tournament.counting.formats import event_format
from tournament.models import Event, Game
from tournament.models import Tally as TallyRow

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
