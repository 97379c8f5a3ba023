"""What guests said, when asked, of games of which only bare points are known: put into their tallies."""

from collections.abc import Iterable
from dataclasses import replace

from scoring.tally import Tally
from tournament.models import Answer, Event


def with_answers(event: Event, tallies: Iterable[Tally], *, until: int | None = None) -> tuple[Tally, ...]:
    """The tallies with eights and cards as they were asked for; one query, and none where every hand is known.

    An answer says something only of the points it was asked of: a corrected hand leaves it behind.
    """
    listed = tuple(tallies)
    if all(tally.eights is not None and tally.cards is not None for tally in listed if tally.points):
        return listed
    rows = Answer.objects.filter(event=event)
    if until is None:
        rows = rows.filter(taken_back_by=None)
    else:
        rows = rows.filter(entry__number__lte=until).exclude(taken_back_by__number__lte=until)
    where = ("guest__ref", "game__table__round__number", "game__table__number", "game__number", "points")
    told = {row[:5]: row[5:] for row in rows.order_by("entry__number").values_list(*where, "eights", "cards")}
    return tuple(_told(tally, told) for tally in listed) if told else listed


def _told(tally: Tally, told: dict[tuple[object, ...], tuple[int | None, int | None]]) -> Tally:
    where = (tally.player, tally.round, tally.table, tally.game, tally.points)
    if where not in told:
        return tally
    eights, cards = told[where]
    return replace(
        tally,
        eights=tally.eights if tally.eights is not None else eights,
        cards=tally.cards if tally.cards is not None else cards,
    )
