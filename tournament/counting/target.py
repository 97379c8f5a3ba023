"""Formats that end at a target score: where it was reached, the games that are therefore not
played, and the last round where the target counts all of them.
"""

from collections import defaultdict
from collections.abc import Mapping
from typing import NamedTuple

from django.db.models import F, Value

from scoring.formats import Format
from scoring.words import first_few, noun
from tournament.counting.formats import event_format
from tournament.counting.plan import table_label
from tournament.models import Adjustment, AdjustmentKind, Event, Game, RoundTotal, Stage
from tournament.models import Tally as TallyRow

Where = tuple[int, int, int]
NO_TABLE = 0
"""Where a card with the total of a round alone reached the target."""


class Reached(NamedTuple):
    """The game in which somebody at a table first had the target, who, and with how many points."""

    game: int
    guest: str
    name: str
    points: int


def reached(event: Event) -> dict[tuple[int, int], Reached]:
    """By round and table, where the target was first reached, earliest first; no query where the
    format ends otherwise.

    Points that a ruling gave or took count from the start of what the target counts.
    """
    form = event_format(event)
    if form.ending != "target":
        return {}
    totals = _adjusted(event, form)
    by_table: dict[tuple[int, int], Reached] = {}
    for number, game, table, stage, guest, name, points in _scored(event, form):
        counted = (guest, stage if form.carried else number)
        totals[counted] += points
        if totals[counted] >= form.target:
            by_table.setdefault((number, table), Reached(game, guest, name, totals[counted]))
    return by_table


def _scored(event: Event, form: Format) -> list[tuple[int, int, int, str, str, str, int]]:
    """Every score, in the order of play."""
    sheets = TallyRow.objects.filter(
        event=event, sheet__accepted=True, sheet__game__void=False, points__gt=0
    )
    table = "sheet__game__table"
    columns = (f"{table}__round__number", "sheet__game__number", f"{table}__number")
    who = ("guest__ref", "guest__name", "points")
    scored = sheets.order_by().values_list(*columns, f"{table}__round__stage", *who)
    if not form.carried:
        return sorted(scored)
    by_card = RoundTotal.objects.filter(event=event, taken_back_by=None).order_by()
    totals = by_card.values_list(
        "round__number", F("round__games"), Value(NO_TABLE), "round__stage", *who
    )
    return sorted([*scored, *totals])


def _adjusted(event: Event, form: Format) -> defaultdict[tuple[str, str | int | None], int]:
    """What rulings gave and took."""
    totals: defaultdict[tuple[str, str | int | None], int] = defaultdict(int)
    given = Adjustment.objects.filter(event=event, kind=AdjustmentKind.POINTS, cancellation=None)
    for guest, number, points in given.values_list("guest__ref", "round", "points"):
        stage = Stage.PLAYOFF if number == event.playoff_round else Stage.QUALIFYING
        totals[guest, stage.value if form.carried else number] += points or 0
    return totals


def last_round(event: Event) -> int:
    """The last qualifying round that is played: the one in which the target was reached, where it
    counts all rounds, else as many as are declared.
    """
    declared: int = event.qualifying_rounds
    if not event_format(event).carried:
        return declared
    return min((declared, *(number for number, _table in reached(event))))


def after_the_target(event: Event) -> Mapping[Where, str]:
    """The games that no table plays any more, as somebody has the target, and why in words: no
    sheet of them is missing, and none is taken.
    """
    over, form = reached(event), event_format(event)
    if not over:
        return {}
    last, first = last_round(event), next(iter(over.values()))
    games = Game.objects.filter(event=event).order_by()
    words: dict[Where, str] = {}
    for place in games.values_list("table__round__number", "table__number", "number"):
        number, table, game = place
        row = over.get((number, table))
        if last < number <= event.qualifying_rounds:
            words[place] = (
                f"The target of {form.target} was reached in round {last}: {first.name} has"
                f" {first.points} points, so no further round is played."
            )
        elif row is not None and game > row.game:
            words[place] = (
                f"This table reached its target of {form.target}: {row.name} has {row.points}"
                f" points since {form.unit} {row.game}, so no further {form.unit} is played."
            )
    return words


def target_words(event: Event, number: int) -> str:
    """That the target was reached in a round, and at which tables; empty where it was not."""
    tables = [table for reached_in, table in reached(event) if reached_in == number]
    if not tables:
        return ""
    form = event_format(event)
    labels = [table_label(event, table) for table in sorted(tables) if table != NO_TABLE]
    at = f"{noun(len(labels), 'table')} {first_few(labels, MOST_NAMED)}"
    where = f"at {at}" if labels else "on a score card"
    if form.carried and number <= event.qualifying_rounds:
        return f"The target of {form.target} is reached {where}: this round is the last."
    return f"The target of {form.target} is reached {where}."


MOST_NAMED = 6
