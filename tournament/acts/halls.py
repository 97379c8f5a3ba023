"""What tables are called, in which rooms they stand and where no step leads: changeable to the end, with a reason."""

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.acts.seating import SeatingRefusedError, known
from tournament.hall_plan import PlanError, checked_plan
from tournament.ledger.chain import Signature, append, writing
from tournament.models import Event
from tournament.models.seating import RoundState


class HallRefusedError(SeatingRefusedError):
    """The hall cannot be planned so: the sentence says why and what to mend."""


def set_hall_plan(event: Event, rows: Sequence[Mapping[str, Any]], by: Signature, *, reason: str = "") -> None:
    """Call and place the tables anew. Reverse act: the same with the plan before, which the ledger keeps.

    Once a seating is published cards are about, so it then asks for a reason. Raises HallRefusedError.
    """
    with writing(event) as row:
        if known(row, by):
            return
        try:
            plan = checked_plan(rows)
        except PlanError as error:
            raise HallRefusedError(str(error)) from None
        if plan == row.hall_plan:
            return
        published = row.rounds.exclude(state=RoundState.DRAFT).exists()
        if published and not reason.strip():
            raise HallRefusedError("The seating is published: give the reason for other labels or rooms.")
        before, row.hall_plan = row.hall_plan, plan
        row.save(update_fields=["hall_plan"])
        if published or row.ledger.exists():
            append(row, "hall", {"before": before, "after": plan}, by, reason=reason)
    event.hall_plan = plan
