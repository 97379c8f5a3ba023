"""A game kept on a phone as a short typed code with two check characters, and back; docs/phone.md
gives the format.
"""

import re
import zlib
from typing import NamedTuple

from scoring.counting.hand import Hand
from scoring.counting.sheet import SeatEntry

CHECK_LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Digits and capitals without those that are taken for another: I, L, O, U."""
SYMBOLS = CHECK_LETTERS + "*-.+/"
PRIME, STEP = 1021, 10
"""The largest prime below 32 * 32, and a primitive root of it."""
HEAD = "LC1."
"""What a scanned code begins with: a code of Last Card in the first format."""
FEWEST_BOXES = 5

_LETTERS = {"T": "0", "X": "T"}
_TOKENS = {letter: token for token, letter in _LETTERS.items()}
_GAME = re.compile(r"(\d{1,3})(B?)", re.ASCII)
_NUMBER = re.compile(r"\d{1,3}", re.ASCII)
_POINTS = re.compile(r"\+(\d{1,4})([EN]?)", re.ASCII)
_FINISH = re.compile(r"(?=[VP])(?:V(\d{1,2}))?(?:P(\d{1,2}))?", re.ASCII)
_NOTHING = "Z"
_HAND = re.compile(r"[A2-90JQKT]+", re.ASCII)
_ORDER = "A23456789TJQKX"
_ALIKE = str.maketrans("ILO,; \t\n", "110.....")
_CAUGHT = {"": None, "E": True, "N": False}
_CAUGHT_LETTERS = {caught: letter for letter, caught in _CAUGHT.items()}


class RescueError(ValueError):
    """A code that cannot be right; the sentence says what to look at."""


class KeptGame(NamedTuple):
    """A game as a phone keeps it: its place, an entry for each seat in order, and whether nobody
    went out.
    """

    round: int
    table: int
    game: int
    entries: tuple[SeatEntry, ...]
    blocked: bool = False


def in_key_order(hand: Hand) -> Hand:
    """The hand without suits in the order of the card keys: A, 2 to 9, T, J, Q, K, X."""
    return Hand(tuple(sorted((token[0] for token in hand.tokens), key=_ORDER.index)))


def text_of(game: KeptGame) -> str:
    """The boxes parted by points, without the check. Seats are single letters from A on."""
    entry_by_seat = {entry.seat: entry for entry in game.entries}
    letters = (chr(code) for code in range(ord("A"), ord(max(entry_by_seat)) + 1))
    boxes = [_box(entry_by_seat[letter]) if letter in entry_by_seat else "/" for letter in letters]
    return ".".join([str(game.round), str(game.table), f"{game.game}{'B' * game.blocked}", *boxes])


def check_of(text: str, mark: str) -> str:
    """The two check characters of a text at the event with this mark.

    Both hold only characters of `SYMBOLS`.
    """
    total = 0
    for symbol in mark + text:
        total = (total + SYMBOLS.index(symbol) + 1) * STEP % PRIME
    return CHECK_LETTERS[total // 32] + CHECK_LETTERS[total % 32]


def encode(game: KeptGame, mark: str) -> str:
    """The whole code as it is typed: `1.7.2.567.*.589T.3457.9.ZF`, the check last.

    A QR code puts `HEAD` before it.
    """
    text = text_of(game)
    return f"{text}.{check_of(text, mark)}"


def decode(code: str, mark: str) -> KeptGame:
    """Read a code, typed or scanned, of the event with this mark; spaces and commas part the boxes
    as points do.

    Raises RescueError unless every character is right.
    """
    entry = code.strip().upper().removeprefix(HEAD).translate(_ALIKE)
    boxes = entry.split(".")
    strange = next((symbol for symbol in entry if symbol not in SYMBOLS), "")
    if strange:
        raise RescueError(f"No code holds the character “{strange}”: look at it again.")
    if len(boxes) <= FEWEST_BOXES:
        raise RescueError(
            "The code is too short: type round, table, game, a box for each seat, and the check."
        )
    text, check = ".".join(boxes[:-1]), boxes[-1]
    if check != check_of(text, mark):
        raise RescueError(
            "The check does not agree: a character is wrong, or the code is of another evening."
        )
    game = _GAME.fullmatch(boxes[2])
    if game is None or not all(_NUMBER.fullmatch(box) for box in boxes[:2]):
        raise RescueError("The first three boxes are the numbers of round, table and game.")
    entries = tuple(
        _entry(chr(ord("A") + index), box) for index, box in enumerate(boxes[3:-1]) if box != "/"
    )
    return KeptGame(int(boxes[0]), int(boxes[1]), int(game[1]), entries, blocked=bool(game[2]))


def key_of(game: KeptGame, seen_version: int = 0) -> str:
    """The key under which this game is sent: the same from phone and desk; `seen_version` is the
    version of the sheet that the sender had.
    """
    text = text_of(game).encode()
    return f"pad-{game.round}-{game.table}-{game.game}-{seen_version}-{zlib.crc32(text):08X}"


def _box(entry: SeatEntry) -> str:
    if entry.absent:
        return "-"
    if entry.went_out:
        return "*"
    if entry.hand is not None and entry.hand.count:
        return "".join(_LETTERS.get(token, token) for token in in_key_order(entry.hand).tokens)
    if entry.points is not None:
        return f"+{entry.points}{_CAUGHT_LETTERS[entry.caught_eight]}"
    laps = "" if entry.laps is None else f"V{entry.laps}"
    place = "" if entry.place is None else f"P{entry.place}"
    return laps + place or _NOTHING


def _entry(seat: str, box: str) -> SeatEntry:
    if box in ("*", "-", _NOTHING):
        return SeatEntry(seat, went_out=box == "*", absent=box == "-")
    finish = _FINISH.fullmatch(box)
    if finish:
        laps, place = (int(number) if number else None for number in finish.groups())
        return SeatEntry(seat, laps=laps, place=place)
    bare = _POINTS.fullmatch(box)
    if bare:
        return SeatEntry(seat, points=int(bare[1]), caught_eight=_CAUGHT[bare[2]])
    if not _HAND.fullmatch(box):
        raise RescueError(f"The box of seat {seat} says nothing that a hand can be.")
    return SeatEntry(
        seat, hand=in_key_order(Hand(tuple(_TOKENS.get(letter, letter) for letter in box)))
    )
