"""Whether the room sees the chances that officials always see."""

from tournament.ledger.chain import Signature, append, writing
from tournament.models import Event


def show_chances(event: Event, by: Signature, *, shown: bool) -> None:
    """Show the chances on guests' pages, or no longer. Reverse act: the other of the two."""
    with writing(event) as row:
        if row.chances_shown == shown:
            return
        append(row, "show_chances", {"shown": shown}, by)
        row.chances_shown = shown
        row.save(update_fields=["chances_shown"])
