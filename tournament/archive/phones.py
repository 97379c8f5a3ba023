"""What an archive says of the phones: how they are let in and how hands are ticked; codes and
phones stay behind.
"""

from collections.abc import Mapping
from typing import Any

from tournament.archive import shape as form
from tournament.models import Event
from tournament.models.event import PadTicks


def phones_of(event: Event) -> dict[str, Any]:
    """What departs from the usual."""
    fields: dict[str, Any] = {"phones_wait": True} if event.phones_wait else {}
    return fields | ({"pad_ticks": event.pad_ticks} if event.pad_ticks != PadTicks.ALL else {})


def phone_fields(row: Mapping[str, Any]) -> dict[str, Any]:
    """The same as fields of an event."""
    ticks = form.text(row, "pad_ticks", "event", PadTicks.ALL)
    return {"phones_wait": form.truth(row, "phones_wait", "event"), "pad_ticks": ticks}
