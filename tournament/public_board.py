"""What anybody may see of an evening now: held or following, how far a reading is, names as their guests chose."""

from dataclasses import dataclass
from typing import Any

from tournament.board import board
from tournament.chances import event_chances, in_words
from tournament.ledger.reading import CUT, PODIUM, reading_now
from tournament.models import Event, Stage
from tournament.public_names import publicly, unnamed_guests
from tournament.released import playoff_is_public, released


@dataclass(frozen=True, slots=True)
class PublicPlace:
    """Where a guest stands as far as anybody may know: the place as shown (“=10”, “–”), and the total behind it."""

    place: str
    total: int
    stage: str
    as_of: str
    held: bool


def public_board(event: Event) -> dict[str, Any]:
    """The board as anybody may see it: that of `released`, with `reading` while a list is being read out."""
    kept = event.released if event.held else None
    shown = kept if kept is not None else released(event, board(event))
    instead = unnamed_guests(event)
    said = _reading(event)
    reading = said | {"called": publicly(said["called"], instead)} if said else None
    chances = {} if reading else _chances(event, shown)
    rows = [row | {"chance": chances.get(row.get("player", ""), "")} for row in publicly(shown["rows"], instead)]
    return shown | {"rows": rows, "reading": reading, "with_chances": bool(chances)}


def _chances(event: Event, shown: dict[str, Any]) -> dict[str, str]:
    """Each guest's chance in words, where the organiser shows them and there is still a game to come."""
    if not event.chances_shown or event.held or shown["stage"] != Stage.QUALIFYING or shown["sealed"]:
        return {}
    told = event_chances(event)
    if isinstance(told, str) or told.over:
        return {}
    return {player: in_words(chance) for player, chance in told.of_player.items()}


def public_place(event: Event, ref: str) -> PublicPlace | None:
    """The place of a guest that their own page may tell; None where they have none in public yet.

    While the board is held this is the place they had then, and those read out have the place they were read with.
    """
    shown = public_board(event)
    reading = shown["reading"]
    for one in reading["called"] if reading and reading["stage"] == CUT else ():
        if one["player"] == ref:
            return PublicPlace(str(one["order"]), one["total"], "qualifying", shown["as_of"], held=True)
    row = next((row for row in shown["rows"] if row.get("player") == ref), None)
    return row and PublicPlace(row["place"], row["total"], shown["stage"], shown["as_of"], event.held)


def _reading(event: Event) -> dict[str, Any] | None:
    """The reading in force; one of the cut belongs to a held board, one of the podium to a play-off kept back."""
    if event.reading is None:
        return None
    if event.held and (said := reading_now(event, CUT)):
        return said
    return None if playoff_is_public(event) else reading_now(event, PODIUM)
