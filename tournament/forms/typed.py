"""What is typed for one seat: `8 A K` cards, `O` went out, `=23` bare points, `-` absent; the same on every page.

Other formats type a finishing place (`2`), laps (`4`, or `4/2` with the place), points (`23`), or `O` for the winner.
"""

import re
from collections.abc import Callable, Mapping

from scoring.cards import CardError
from scoring.formats import Format
from scoring.hand import parse_hand
from scoring.sheet import SeatEntry
from tournament.format_words import WORDS

OUT = frozenset({"O", "OUT"})
ABSENT = frozenset({"-", "–", "—", "ABSENT"})
_POINTS = re.compile(r"=\s*(\d{1,5})\s*(E?)", re.ASCII)
_NUMBER = re.compile(r"=?\s*(\d{1,4})", re.ASCII)
_LAPS = re.compile(r"(\d{1,3})(?:\s*/\s*(\d{1,3}))?", re.ASCII)
LONGEST = 240
BLANK = "X"
BLANKS = frozenset({"places", "winner"})
"""The kinds of entry in which a seat may stay empty: it says that they did not win, or still held cards."""


class TypedError(ValueError):
    """What was typed for a seat says nothing; the sentence names the mend."""


def read_typed(seat: str, text: str, form: Format | None = None) -> SeatEntry:
    """One seat's entry, of cards unless the format enters something else. Raises TypedError with a sentence.

    `=38E` are bare points of somebody who was caught with an 8.
    """
    said = text.strip().upper()
    if said in ABSENT:
        return SeatEntry(seat, absent=True)
    kind = form.entry if form else "hand"
    if kind in BLANKS and said in ("", BLANK):
        return SeatEntry(seat)
    if not said.strip(",;+ "):
        raise TypedError(f"Seat {seat} is empty: {WORDS[kind].empty}")
    return _READERS[kind](seat, said)


def may_be_blank(form: Format) -> bool:
    """Whether a seat at which nothing is typed says something."""
    return form.entry in BLANKS


def typed(entry: SeatEntry) -> str:
    """The same entry as one would type it: `read_typed` gives it back."""
    if entry.absent:
        return "-"
    if entry.went_out:
        return "O"
    if entry.hand is not None and entry.hand.count:
        return entry.hand.text
    if entry.laps is not None:
        return str(entry.laps) if entry.place is None else f"{entry.laps}/{entry.place}"
    if entry.place is not None:
        return str(entry.place)
    return "" if entry.points is None else f"={entry.points}{'E' if entry.caught_eight else ''}"


def _hand(seat: str, said: str) -> SeatEntry:
    if said in OUT:
        return SeatEntry(seat, went_out=True)
    if said.startswith("="):
        return _points(seat, said)
    if said.isdigit() and set(said) == {"0"}:
        raise TypedError(f"Seat {seat}: write O for the player who went out; a nought is no card.")
    try:
        return SeatEntry(seat, hand=parse_hand(said))
    except CardError as error:
        raise TypedError(f"Seat {seat}: {error}") from None


def _points(seat: str, said: str) -> SeatEntry:
    found = _POINTS.fullmatch(said)
    if found is None:
        text = "after = write the points as a whole number, such as =23, or =38E if caught with an 8."
        raise TypedError(f"Seat {seat}: {text}")
    return SeatEntry(seat, points=int(found[1]), caught_eight=True if found[2] else None)


def _bare(seat: str, said: str) -> SeatEntry:
    if said in OUT:
        return SeatEntry(seat, went_out=True)
    found = _NUMBER.fullmatch(said)
    if found is None:
        raise TypedError(f"Seat {seat}: write the points as a whole number, such as 23.")
    return SeatEntry(seat, points=int(found[1]))


def _place(seat: str, said: str) -> SeatEntry:
    found = _NUMBER.fullmatch(said)
    if found is None or int(found[1]) == 0:
        raise TypedError(f"Seat {seat}: write the finishing place as a number, 1 for the first out.")
    return SeatEntry(seat, place=int(found[1]))


def _winner(seat: str, said: str) -> SeatEntry:
    if said in OUT:
        return SeatEntry(seat, went_out=True)
    raise TypedError(f"Seat {seat}: write O for the winner, X for whoever did not win.")


def _laps(seat: str, said: str) -> SeatEntry:
    found = _LAPS.fullmatch(said)
    if found is None:
        raise TypedError(f"Seat {seat}: write the laps as a number, such as 4, or 4/2 with the place.")
    return SeatEntry(seat, laps=int(found[1]), place=int(found[2]) if found[2] else None)


_READERS: Mapping[str, Callable[[str, str], SeatEntry]] = {
    "hand": _hand,
    "winner_and_hands": _hand,
    "points": _bare,
    "places": _place,
    "winner": _winner,
    "laps": _laps,
}
