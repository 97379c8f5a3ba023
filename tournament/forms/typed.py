"""What is typed for one seat: `8 A K` cards, `O` went out, `=23` bare points, `-` absent; the same on every page."""

import re

from scoring.cards import CardError
from scoring.hand import parse_hand
from scoring.sheet import SeatEntry

OUT = frozenset({"O", "OUT"})
ABSENT = frozenset({"-", "–", "—", "ABSENT"})
_POINTS = re.compile(r"=\s*(\d{1,5})\s*(E?)", re.ASCII)
LONGEST = 240


class TypedError(ValueError):
    """What was typed for a seat says nothing; the sentence names the mend."""


def read_typed(seat: str, text: str) -> SeatEntry:
    """One seat's entry. Raises TypedError with a sentence.

    `=38E` are bare points of somebody who was caught with an 8.
    """
    said = text.strip().upper()
    if said in OUT:
        return SeatEntry(seat, went_out=True)
    if said in ABSENT:
        return SeatEntry(seat, absent=True)
    if said.startswith("="):
        return _points(seat, said)
    if not said.strip(",;+ "):
        raise TypedError(f"Seat {seat} is empty: type the cards left, O for out or - for absent.")
    if said.isdigit() and set(said) == {"0"}:
        raise TypedError(f"Seat {seat}: write O for the player who went out; a nought is no card.")
    try:
        return SeatEntry(seat, hand=parse_hand(said))
    except CardError as error:
        raise TypedError(f"Seat {seat}: {error}") from None


def typed(entry: SeatEntry) -> str:
    """The same entry as one would type it: `read_typed` gives it back."""
    if entry.absent:
        return "-"
    if entry.went_out:
        return "O"
    if entry.hand is not None and entry.hand.count:
        return entry.hand.text
    return "" if entry.points is None else f"={entry.points}{'E' if entry.caught_eight else ''}"


def _points(seat: str, said: str) -> SeatEntry:
    found = _POINTS.fullmatch(said)
    if found is None:
        text = "after = write the points as a whole number, such as =23, or =38E if caught with an 8."
        raise TypedError(f"Seat {seat}: {text}")
    return SeatEntry(seat, points=int(found[1]), caught_eight=True if found[2] else None)
