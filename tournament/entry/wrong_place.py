"""What may be asked for where something was entered in the wrong place."""

from dataclasses import dataclass
from typing import Literal

from django.db.models import QuerySet

from tournament.counting.submission import Place
from tournament.entry.place import accepted
from tournament.models import Event, Seat

Hands = Literal["player", "seat"]
Spot = tuple[int, str]


@dataclass(frozen=True, slots=True)
class SheetMove:
    """A sheet and the game it belongs to; where that game has a sheet too, the
    two change places.
    """

    away: Place
    to: Place


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A guest (by badge) who from a game on sat where `other` is listed, or at a free `spot`
    (table, letter).

    `hands` says of sheets that are in whether their hands go with the player or stay with the seat.
    """

    round: int
    one: int
    other: int | None = None
    spot: Spot | None = None
    from_game: int = 1
    hands: Hands = "player"

    @property
    def badges(self) -> list[int]:
        """The guests who are named by badge."""
        return [badge for badge in (self.one, self.other) if badge is not None]


def seats_that_change(event: Event, change: SeatChange) -> QuerySet[Seat]:
    """Every seat in that round of those whose seats change, by badge and first game."""
    seats = Seat.objects.filter(event=event, round__number=change.round)
    return seats.filter(guest__badge__in=change.badges).order_by("guest__badge", "from_game")


def sheets_seen(event: Event, *places: Place) -> str:
    """Which versions of some sheets count, as a preview remembers them. One query a sheet."""
    sheets = (accepted(event, place) for place in places)
    return " ".join(str(sheet.version if sheet else 0) for sheet in sheets)


def seats_seen(event: Event, change: SeatChange) -> str:
    """Where those whose seats change sit in that round, as a preview remembers it. One query."""
    columns = ("table__number", "letter", "from_game", "left_after_game")
    spots = seats_that_change(event, change).values_list(*columns)
    return " ".join(
        f"{table}{letter}{since}-{until or ''}" for table, letter, since, until in spots
    )
