"""Seating and opening the play-off from the sealed cut, in one act."""

from scoring.playoff import seat
from tournament.acts.cut import check_still_true
from tournament.acts.seating import clear_published, lay_round, publish_round
from tournament.ledger.chain import Signature, all_or_nothing
from tournament.ledger.lift import rules, seal_in_force
from tournament.models import Event, Round, Stage, Table


class PlayoffRefusedError(ValueError):
    """The play-off cannot be seated so: the sentence says why and what to do first."""


def seat_playoff(event: Event, by: Signature) -> Round:
    """Seat those who are through by the event's format and open their tables. Reverse act: `unseat_playoff`."""
    seal = seal_in_force(event)
    if not event.has_playoff:
        raise PlayoffRefusedError("This event has no play-off: the cut is its end.")
    if seal is None:
        raise PlayoffRefusedError("The play-off is seated from the sealed cut: seal it first.")
    try:
        check_still_true(event, seal)
        plan = seat(seal.snapshot["qualifiers"], rules(event).deal, event.playoff_tables)
    except ValueError as error:
        raise PlayoffRefusedError(str(error)) from None
    with all_or_nothing():
        lay_round(event, event.playoff_round, plan.tables, stage=Stage.PLAYOFF)
        for number, packs in enumerate(plan.packs, start=1):
            Table.objects.filter(event=event, round__number=event.playoff_round, number=number).update(packs=packs)
        return publish_round(event, event.playoff_round, by)


def unseat_playoff(event: Event, by: Signature, *, reason: str) -> None:
    """Take the seating back while no sheet of the play-off is in."""
    if not Round.objects.filter(event=event, number=event.playoff_round).exists():
        raise PlayoffRefusedError("The play-off is not seated.")
    if not reason.strip():
        raise PlayoffRefusedError("Unseating the play-off needs its reason.")
    clear_published(event, event.playoff_round, by, reason=reason)
