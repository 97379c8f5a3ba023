"""Taking in who was seen at the door, what guests need of the hall, and its plan."""

import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.utils.timezone import make_aware

from tournament import archive_form as form
from tournament.acts.archive_games import IMPORTED
from tournament.archive_door import NEEDS
from tournament.archive_form import refuse
from tournament.hall_plan import PlanError, checked_plan
from tournament.ledger.chain import Signature, append, writing
from tournament.models import Event, Guest


def take_door(event: Event, document: Mapping[str, Any], now: datetime) -> None:
    """The marks of the guests and the plan of the hall; nothing where the archive has neither."""
    plan = _plan(document["event"])
    guests = {guest.ref: guest for guest in event.guests.all()}
    changed = []
    for index, row in enumerate(document["players"]):
        where, guest = f"players[{index}]", guests[row["id"]]
        for name in NEEDS:
            setattr(guest, name, form.truth(row, name, where))
        if "arrived_at" in row:
            guest.arrived_at = _moment(form.text(row, "arrived_at", where), f"{where}.arrived_at")
        if guest.arrived_at or any(getattr(guest, name) for name in NEEDS):
            changed.append(guest)
    if plan or changed:
        _keep(event, plan, changed, now)


def _keep(event: Event, plan: list[dict[str, Any]], changed: list[Guest], now: datetime) -> None:
    with writing(event) as row:
        Guest.objects.bulk_update(changed, ["arrived_at", *NEEDS])
        row.hall_plan = event.hall_plan = plan
        row.save(update_fields=["hall_plan"])
        arrived = [guest.ref for guest in changed if guest.arrived_at]
        if arrived:
            append(row, "arrivals", {"arrived": arrived}, Signature(IMPORTED, now, f"arrivals-{uuid.uuid4()}"))


def _moment(said: str, where: str) -> datetime:
    try:
        read = datetime.fromisoformat(said)
    except ValueError:
        refuse(where, "a moment such as 2027-02-11T18:05:00 is wanted here.")
    return read if read.tzinfo else make_aware(read)


def _plan(row: Mapping[str, Any]) -> list[dict[str, Any]]:
    rows = form.sequence(row.get("hall_plan", []), "event.hall_plan")
    for index, table in enumerate(rows):
        form.mapping(table, f"event.hall_plan[{index}]")
    try:
        return checked_plan(rows)
    except PlanError as error:
        refuse("event.hall_plan", str(error))
