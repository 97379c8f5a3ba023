"""What tables are called, in which rooms they stand and where no step leads: changeable to the
end, with a reason.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from tournament.counting.plan import PlanError, checked_plan
from tournament.ledger.chain import Signature, append, known, writing
from tournament.models import Event
from tournament.models.seating import RoundState
from tournament.refusal import Refused


def set_hall_plan(
    event: Event, rows: Sequence[Mapping[str, Any]], signature: Signature, *, reason: str = ""
) -> None:
    """Call and place the tables anew. Reverse act: the same with the plan before, which the ledger
    keeps.

    Once a seating is published cards are about, so it then asks for a reason. Raises
    Refused.
    """
    with writing(event) as row:
        if known(row, signature):
            return
        try:
            plan = checked_plan(rows)
        except PlanError as error:
            raise Refused(str(error)) from None
        if plan == row.hall_plan:
            return
        published = row.rounds.exclude(state=RoundState.DRAFT).exists()
        if published and not reason.strip():
            raise Refused("The seating is published: give the reason for other labels or rooms.")
        before, row.hall_plan = row.hall_plan, plan
        row.save(update_fields=["hall_plan"])
        if published or row.ledger.exists():
            append(row, "hall", {"before": before, "after": plan}, signature, reason=reason)
    event.hall_plan = plan
