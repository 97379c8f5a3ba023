"""Whom three letters mean at the tablet of the door, and where a guest who came sits.

What is told here the finder tells everybody: name, company, badge, table and seat, and who sits
there too.
"""

from dataclasses import dataclass
from typing import Any

from scoring.names import folded
from tournament.counting.seats import stand
from tournament.guests.names import called
from tournament.models import Event, Guest, Seat, Stage, in_list_order
from tournament.models.seating import RoundState

LETTERS, MOST_TYPED, MOST_SHOWN = 3, 12, 6
KEYS = ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")
DIGITS = ("12345", "67890")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a guest sits: the round, the table as it is called, its room, the letter, and the
    letters and names of the table.
    """

    round: str
    table: str
    room: str
    letter: str
    around: tuple[tuple[str, str], ...]


def typed_of(said: str) -> str:
    """What was typed so far: letters or digits alone, in capitals."""
    return "".join(one for one in folded(said) if one.isalnum())[:MOST_TYPED].upper()


def answering(event: Event, typed: str) -> list[Guest]:
    """Who answers to the first letters of a surname, else of any part of the name, or to a number.

    Who chose not to be named is found by their number alone; a place held for a name is nobody's.
    """
    listed = Guest.objects.filter(event=event, placeholder=False).select_related("livery")
    if typed.isdigit():
        return list(listed.filter(badge=int(typed))) if len(typed) < MOST_TYPED else []
    if len(typed) < LETTERS:
        return []
    wanted = typed.lower()
    named = in_list_order(listed.filter(unnamed=False))
    return [one for one in named if _begins(one.listed.surname, wanted)] or [
        one for one in named if _begins(one.name, wanted)
    ]


def _begins(name: str, wanted: str) -> bool:
    """Whether the name, or a word of it, begins so; signs and spaces do not count."""
    words = folded(name).replace("-", " ").split()
    plain = ["".join(filter(str.isalnum, word)) for word in words]
    return "".join(plain).startswith(wanted) or any(word.startswith(wanted) for word in plain)


def shown(guest: Guest) -> dict[str, Any]:
    """A guest as the tablet lists them."""
    if guest.unnamed:
        return {"head": called(guest), "rest": "", "livery": guest.livery_name, "guest": guest}
    name = guest.listed
    return {"head": name.surname, "rest": name.rest, "livery": guest.livery_name, "guest": guest}


def place_of(event: Event, guest: Guest) -> Place | None:
    """The first seat that is published and not left; none of a play-off, which would name those
    who are through.
    """
    held = Seat.objects.filter(
        event=event, guest=guest, left_after_game=None, round__stage=Stage.QUALIFYING
    )
    published = held.exclude(round__state__in=(RoundState.DRAFT, RoundState.CLOSED))
    seat = published.select_related("round", "table").order_by("round__number").first()
    if seat is None:
        return None
    others = Seat.objects.filter(table=seat.table, left_after_game=None).order_by("letter")
    around = tuple((one.letter, _short(one.guest)) for one in others.select_related("guest"))
    where = stand(event, seat.table.number)
    return Place(str(seat.round), where.label, where.room, seat.letter, around)


def _short(guest: Guest) -> str:
    return called(guest) if guest.unnamed else guest.listed.surname
