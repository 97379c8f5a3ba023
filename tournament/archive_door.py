"""What an archive says of the door and the hall: keys that are absent where there is nothing to say."""

from typing import Any

from tournament.archive_decisions import archived_time
from tournament.models import Event, Guest

DOOR_EVENT_KEYS = frozenset({"hall_plan"})
NEEDS = ("step_free", "keeps_room")
"""What a guest may need of the hall: the step-free side, or one room for all rounds."""
DOOR_PLAYER_KEYS = frozenset({"arrived_at", *NEEDS})


def hall_of(event: Event) -> dict[str, Any]:
    """The plan of the hall, where there is one."""
    return {"hall_plan": event.hall_plan} if event.hall_plan else {}


def door_of(guest: Guest) -> dict[str, Any]:
    """When a guest was seen at the door, and what they need of the hall."""
    said: dict[str, Any] = {"arrived_at": archived_time(guest.arrived_at)} if guest.arrived_at else {}
    return said | {name: True for name in NEEDS if getattr(guest, name)}
