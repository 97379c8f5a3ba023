"""Another kind of evening, until the first result is in: what was drafted for the kind before goes
with it.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.pairing.course import Course
from scoring.pairing.values import PairingError
from tournament.counting.matches import course
from tournament.event.acts import change_event, changes
from tournament.ledger.chain import Signature, all_or_nothing, known, writing
from tournament.ledger.settings import thaw
from tournament.matches.rows import store
from tournament.models import Event, Sheet
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.seating.acts import clear_round, cleared
from tournament.server.snapshot import after_snapshot

REASON = "Another kind of evening"


@after_snapshot
def change_kind(event: Event, fields: Mapping[str, Any], signature: Signature) -> None:
    """Make it an evening of another kind. Seats and pairings that were drafted or published go, and
    the byes, bonds and late entries noted for them; the guest list stays. Reverse act: the same
    with the kind before. Raises Refused once a result is in, or nothing is changed.
    """
    with all_or_nothing(), writing(event) as row:
        if known(row, signature):
            return
        if not changes(row, fields):
            raise Refused("That is the kind of evening it is.")
        if hindrance := hindrance_to_kind(row):
            raise Refused(hindrance)
        _nothing_laid(row, signature)
        thaw(row)
        change_event(row, fields, signature, reason=REASON, anew=True)


def hindrance_to_kind(event: Event) -> str:
    """Why the kind stays as it is; nothing until a result is in."""
    if Sheet.objects.filter(event=event).exists() or event.pairings.exclude(result="").exists():
        return "A result is in, so the kind of evening stays as it is."
    return ""


def _nothing_laid(row: Event, signature: Signature) -> None:
    """Take back what was laid for the kind before."""
    for round_ in row.rounds.order_by("-number"):
        if round_.state == RoundState.DRAFT:
            clear_round(row, round_.number)
        else:
            signer = replace(signature, key=f"{signature.key[:70]}/{round_.number}")
            cleared(row, round_, signer, reason=REASON)
    if row.paired:
        try:
            before = course(row)
        except PairingError:
            return
        store(row, before, Course(before.plan))
