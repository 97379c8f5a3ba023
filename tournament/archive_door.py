"""What an archive says of the door and the hall: keys that are absent where there is nothing to say."""

from typing import Any

from tournament.archive_decisions import archived_time
from tournament.models import Event, Guest

DOOR_EVENT_KEYS = frozenset({"hall_plan"})
DOOR_PLAYER_KEYS = frozenset({"arrived_at", "step_free"})


def hall_of(event: Event) -> dict[str, Any]:
    """The plan of the hall, where there is one."""
    return {"hall_plan": event.hall_plan} if event.hall_plan else {}


def door_of(guest: Guest) -> dict[str, Any]:
    """When a guest was seen at the door, and whether they need the step-free side."""
    said: dict[str, Any] = {"arrived_at": archived_time(guest.arrived_at)} if guest.arrived_at else {}
    return said | ({"step_free": True} if guest.step_free else {})
