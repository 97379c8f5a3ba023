"""What is typed for one seat, the same on every page: `8 A K` cards, `O` went out, `=23` bare
points, `-` absent; in other formats a finishing place (`2`), laps (`4`, or `4/2` with the
place), points (`23`), or `O` for the winner.
"""

import re
from collections.abc import Callable, Mapping

from django.http import QueryDict

from scoring.cards import CardError
from scoring.counting.hand import parse_hand
from scoring.counting.sheet import SeatEntry
from scoring.formats import Format
from scoring.games.rulebooks import rulebook
from tournament.counting.words import WORDS

OUT = frozenset({"O", "OUT"})


ABSENT = frozenset({"-", "–", "—", "ABSENT"})


_POINTS = re.compile(r"=\s*(\d{1,5})\s*(E?)", re.ASCII)


_NUMBER = re.compile(r"=?\s*(\d{1,4})", re.ASCII)


_LAPS = re.compile(r"(\d{1,3})(?:\s*/\s*(\d{1,3}))?", re.ASCII)


LONGEST = 240


BLANK = "X"


BLANKS = frozenset({"places", "winner"})
"""The kinds of entry in which a seat may stay empty: it says that they did not win, or still held
cards.
"""


CARDS = frozenset({"hand", "winner_and_hands"})
"""The kinds of entry that take cards."""


_TIMES = re.compile(r"(?<!\S)([2-4])[X×*](10|[2-9AJQK])(?!\S)", re.ASCII)


_NEGATIVE = re.compile(r"[-–−]\s*\d+\s*E?")


_BARE = re.compile(r"(\d+)\s*(E?)", re.ASCII)


POINTS, AS_CARDS = "points", "cards"
"""What somebody at the desk types where a game takes hands: the points on the score cards, or the
cards left.
"""


class TypedError(ValueError):
    """What was typed for a seat says nothing; the sentence names the mend."""


def read_typed(seat: str, text: str, form: Format | None = None) -> SeatEntry:
    """One seat's entry, of cards unless the format enters something else. Raises TypedError with a
    sentence.

    `=38E` are bare points of somebody who was caught with an 8.
    """
    plain = text.strip().upper()
    if plain in ABSENT:
        return SeatEntry(seat, absent=True)
    kind = form.entry if form else "hand"
    if kind in BLANKS and plain in ("", BLANK):
        return SeatEntry(seat)
    if not plain.strip(",;+ "):
        raise TypedError(f"Seat {seat} is empty: {WORDS[kind].empty}")
    if kind in CARDS:
        return _hand(seat, plain, jokers=form is None or rulebook(form.game).deal.jokers)
    return _READERS[kind](seat, plain)


def types_points(data: QueryDict, form: Format) -> bool:
    """Whether the page that sent this reads bare numbers as points; `switch` is the answer to a
    question about it.
    """
    return form.entry in CARDS and (data.get("switch") or data.get("typing")) == POINTS


def from_points(text: str) -> str:
    """What was typed as points, spelt so that it says the same where cards are typed: `23` is
    `=23`, `0` is `O`.
    """
    bare = _BARE.fullmatch(text.strip().upper())
    if bare is None:
        return text
    return f"={bare[1]}{bare[2]}" if int(bare[1]) or bare[2] else "O"


def to_points(text: str) -> str:
    """The same back, for somebody who types points: `=23` is `23`, and a hand of one number ends in
    a comma.
    """
    plain = text.strip()
    if plain.startswith("="):
        return plain if plain.strip("=0 ") == "" else plain[1:].strip()
    return f"{plain}," if plain.isascii() and plain.isdigit() else text


def hands_typed(texts: Mapping[str, str]) -> dict[str, str]:
    """Those of a game's texts that say cards or bare numbers: nobody out, nobody absent, no points
    marked as such.
    """
    plain = {seat: text.strip().upper() for seat, text in texts.items()}
    return {seat: text for seat, text in plain.items() if _is_hand(text)}


def _is_hand(text: str) -> bool:
    nobody = text in OUT | ABSENT or text.strip("0") == ""
    return not (nobody or text.startswith("=") or re.fullmatch(r"\d+\s*E", text))


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


def _hand(seat: str, text: str, *, jokers: bool) -> SeatEntry:
    if text in OUT:
        return SeatEntry(seat, went_out=True)
    if text.startswith("="):
        return _points(seat, text)
    if text.isdigit() and set(text) == {"0"}:
        raise TypedError(f"Seat {seat}: write O for the player who went out; 0 is no card.")
    if fault := _unclear(text):
        raise TypedError(f"Seat {seat}: {fault}")
    try:
        return SeatEntry(seat, hand=parse_hand(text, jokers=jokers))
    except CardError as error:
        raise TypedError(f"Seat {seat}: {error}") from None


def _unclear(text: str) -> str:
    """Why a hand is asked about where it is typed: it says two things, or nothing."""
    if match := _TIMES.search(text):
        several, rank = int(match[1]), match[2]
        return (
            f"{match[0].strip()} is {several} cards of {rank}, or {several}, X and {rank}? Write"
            f" {' '.join([rank] * several)}, or {several} X {rank}."
        )
    if _NEGATIVE.fullmatch(text):
        return "points are never less than 0: write them without the minus, or - for absent."
    return ""


def _points(seat: str, text: str) -> SeatEntry:
    match = _POINTS.fullmatch(text)
    if match is None:
        mend = (
            "after = write the points as a whole number, such as =23, or =38E if caught with an 8."
        )
        raise TypedError(f"Seat {seat}: {mend}")
    return SeatEntry(seat, points=int(match[1]), caught_eight=True if match[2] else None)


def _bare(seat: str, text: str) -> SeatEntry:
    if text in OUT:
        return SeatEntry(seat, went_out=True)
    match = _NUMBER.fullmatch(text)
    if match is None:
        raise TypedError(f"Seat {seat}: write the points as a whole number, such as 23.")
    return SeatEntry(seat, points=int(match[1]))


def _place(seat: str, text: str) -> SeatEntry:
    match = _NUMBER.fullmatch(text)
    if match is None or int(match[1]) == 0:
        raise TypedError(
            f"Seat {seat}: write the finishing place as a number, 1 for the first out."
        )
    return SeatEntry(seat, place=int(match[1]))


def _winner(seat: str, text: str) -> SeatEntry:
    if text in OUT:
        return SeatEntry(seat, went_out=True)
    raise TypedError(f"Seat {seat}: write O for the winner, X for whoever did not win.")


def _laps(seat: str, text: str) -> SeatEntry:
    match = _LAPS.fullmatch(text)
    if match is None:
        raise TypedError(
            f"Seat {seat}: write the laps as a number, such as 4, or 4/2 with the place."
        )
    return SeatEntry(seat, laps=int(match[1]), place=int(match[2]) if match[2] else None)


_READERS: Mapping[str, Callable[[str, str], SeatEntry]] = {
    "points": _bare,
    "places": _place,
    "winner": _winner,
    "laps": _laps,
}
