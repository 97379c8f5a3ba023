"""Eights and cards that somebody was asked for, by what they were asked of."""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from django.db.models import QuerySet

from scoring.counting.tally import Tally
from tournament.models import (
    Answer,
    Event,
)

Answers = Mapping[tuple[object, ...], tuple[int | None, int | None]]


"""Eights and cards as somebody said them, by guest, round, table, game and the points they were
asked of.
"""


def with_answers(tallies: Iterable[Tally], told: Answers) -> tuple[Tally, ...]:
    """The tallies with eights and cards as they were asked for.

    An answer says something only of the points it was asked of: a corrected hand leaves it behind.
    """
    return tuple(_told(tally, told) for tally in tallies) if told else tuple(tallies)


def answers_that_stand(event: Event) -> QuerySet[Answer]:
    """The answers that nobody took back."""
    return Answer.objects.filter(event=event, taken_back_by=None)


def answers_until(event: Event, number: int) -> Answers:
    """The answers that stood at a ledger number. One query."""
    rows = Answer.objects.filter(event=event, entry__number__lte=number).exclude(
        taken_back_by__number__lte=number
    )
    where = (
        "guest__ref",
        "game__table__round__number",
        "game__table__number",
        "game__number",
        "points",
    )
    return {
        row[:5]: row[5:]
        for row in rows.order_by("entry__number").values_list(*where, "eights", "cards")
    }


def _told(tally: Tally, told: Answers) -> Tally:
    where = (tally.player, tally.round, tally.table, tally.game, tally.points)
    if where not in told:
        return tally
    eights, cards = told[where]
    return replace(
        tally,
        eights=tally.eights if tally.eights is not None else eights,
        cards=tally.cards if tally.cards is not None else cards,
    )
