"""The one reader of typed sheets: a table, a card, the totals of cards, one game and its correction
send their cells by game and seat, each with the guest whom the typist saw there.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, replace
from typing import Self

from django.http import QueryDict

from scoring.counting.sheet import DISMISSALS, Finding, SeatEntry
from scoring.formats import Format, Halves
from tournament.counting.submission import SIGNED, Place, Submission
from tournament.entry.forms import LEFT_NEIGHBOURS
from tournament.entry.notation import (
    BLANK,
    LONGEST,
    TypedError,
    from_points,
    may_be_blank,
    read_typed,
    to_points,
    types_points,
)
from tournament.ledger.signing import new_key

_CELL = re.compile(r"(hand|who|card)(?:_(\d{1,4}))?_([A-Z])", re.ASCII)
_NUMBER = re.compile(r"\d{1,4}", re.ASCII)
_HALVES = re.compile(r"(\d{0,4})(½|[.,][05])?", re.ASCII)
_FLAG = re.compile(r"flag_(?:(\d{1,4})_)?([a-z_]+(?: [A-Z])*)", re.ASCII)
LONGEST_KEY, LONGEST_REF = 72, 20
WORDS_SENT = {"checker": 120, "reason": 300, "witness": 120}
NOT_WHOLE = Finding(
    "form", (), "The page was not sent whole: open it again, then save.", refused=True
)
CARDS_TOTAL = 0
"""In the place of a game: what stands on the card of a seat."""
Key = tuple[str, int, str]
"""What is in a cell (`hand`, `who`, `card`), its game, and its seat."""
Spot = tuple[int, str, str]
"""A game, a seat, and the guest who has it now."""
Lost = tuple[int, str, str]
"""What was typed for somebody who has no such seat any more: game, guest as seen, text."""


@dataclass(frozen=True, slots=True)
class TypedColumn:
    """One game as it was sent: its `texts` by seat, spelt as where cards are typed, and `raw` as
    they were typed; what could be read, what could not, and the seats that are `missing`.

    `people` says whom the typist saw in each seat, `sure` what they were asked about and mean so.
    """

    game: int
    raw: Mapping[str, str]
    texts: Mapping[str, str]
    people: Mapping[str, str]
    entries: Mapping[str, SeatEntry]
    faults: tuple[Finding, ...]
    missing: tuple[str, ...]
    seen: int = 0
    blocked: bool = False
    sure: tuple[str, ...] = ()

    @property
    def empty(self) -> bool:
        """Whether nothing was typed in it."""
        return not any(text.strip() for text in self.texts.values())

    def submission(self, place: Place) -> Submission:
        """What is read of it, as a sheet."""
        return Submission(
            place,
            tuple(self.entries[seat] for seat in sorted(self.entries)),
            seen=self.seen,
            blocked=self.blocked,
            people={seat: ref for seat, ref in self.people.items() if seat in self.entries},
        )


class GridForm:
    """The games in their order, and the cards by seat; whatever cannot be read says so.

    `game` is the one game of a page whose fields name only the seat. `signed` says that the
    neighbours signed the umpire's sheet: what is sent is checked. `points` says that bare numbers
    are points.
    """

    def __init__(self, data: QueryDict, form: Format, *, game: int = 0) -> None:
        self.data, self.format, self.game = data, form, game
        self.points = types_points(data, form)
        self.signed = "signed" in data
        self.key = _visible(str(data.get("key", "")))[:LONGEST_KEY] or new_key()
        self.sure = tuple(data.getlist("sure_"))
        self.words, self.word_faults = _words(data)
        if game and not (data.get("key") and data.get("seen")):
            self.word_faults += (NOT_WHOLE,)
        self._stand = _flags_that_stand(data, game)
        self._read(_cells(data, game))

    def _read(self, cells: Mapping[Key, str]) -> None:
        self.cells = cells
        numbers = sorted({game for part, game, _seat in cells if part == "hand"})
        self.columns = tuple(self._column(game) for game in numbers)
        self._read_cards()

    def _column(self, game: int) -> TypedColumn:
        of_seat = {part: _by_seat(self.cells, part, game) for part in ("hand", "who")}
        ending = "" if self.game else str(game)
        raw = of_seat["hand"]
        texts = {seat: self.spelt(text) for seat, text in raw.items()}
        blocked = f"blocked_{ending}".rstrip("_") in self.data
        touched = blocked or any(text.strip() for text in texts.values())
        blank = BLANK if may_be_blank(self.format) and touched else ""
        entries, faults, missing = {}, [], []
        for seat, text in texts.items():
            if not (text.strip() or blank):
                missing.append(seat)
                continue
            try:
                entries[seat] = read_typed(seat, text if text.strip() else blank, self.format)
            except TypedError as error:
                faults.append(Finding("typed", (seat,), str(error), refused=True))
        version = str(self.data.get(f"seen_{ending}".rstrip("_"), ""))
        return TypedColumn(
            game,
            raw,
            texts,
            of_seat["who"],
            entries,
            tuple(faults),
            tuple(missing),
            seen=int(version) if _NUMBER.fullmatch(version) else 0,
            blocked=blocked,
            sure=tuple(self.data.getlist(f"sure_{ending}")),
        )

    def _read_cards(self) -> None:
        """What the personal cards say, and what of it is no number."""
        self.card_texts = _by_seat(self.cells, "card", CARDS_TOTAL)
        read = {seat: card_points(text, self.format) for seat, text in self.card_texts.items()}
        self.cards = {seat: points for seat, points in read.items() if points is not None}
        halves = "a number of whole or half points, such as 12 or 12½"
        number = halves if self.format.halves else "a whole number, such as 61"
        self.card_faults = tuple(
            f"Seat {seat}: what the card says is {number}."
            for seat, text in self.card_texts.items()
            if text and seat not in self.cards
        )

    def spelt(self, text: str) -> str:
        """What was typed, as one spells it where cards are typed."""
        return from_points(text) if self.points else text

    @property
    def texts(self) -> dict[tuple[int, str], str]:
        """Every hand by game and seat, spelt as where cards are typed."""
        return {
            (column.game, seat): text
            for column in self.columns
            for seat, text in column.texts.items()
        }

    def followed(self, spots: Iterable[Spot], seats: Mapping[str, str]) -> tuple[Self, list[Lost]]:
        """The same with every hand and card at the seat its guest has now: `spots` are the open
        ones, `seats` the letter of each guest. What fits nobody any more is given beside it.
        """
        texts: dict[Key, str] = {}
        for (part, game, seat), text in self.cells.items():
            if part != "who":
                texts[part, game, self.cells.get(("who", game, seat)) or seat] = text
        cells: dict[Key, str] = {}
        every = [*(("hand", *spot) for spot in spots)]
        every += [("card", CARDS_TOTAL, seat, ref) for ref, seat in seats.items()]
        for part, game, seat, ref in every:
            holder = ref if (part, game, ref) in texts else seat
            if (part, game, holder) in texts:
                cells[part, game, seat] = texts.pop((part, game, holder))
                cells["who", game, seat] = ref
        lost = [(game, holder, text) for (_, game, holder), text in texts.items() if text.strip()]
        form = copy(self)
        form._stand = {}
        form._read(cells)
        return form, lost

    def elsewhere(self, spots: Iterable[Spot], seats: Mapping[str, str]) -> Self:
        """The same hands and cards, seat by seat, of those who sit there: `spots` and `seats` as
        those of `followed`.
        """
        people = {("who", game, seat): ref for game, seat, ref in spots}
        people |= {("who", CARDS_TOTAL, seat): ref for ref, seat in seats.items()}
        texts = {cell: text for cell, text in self.cells.items() if cell[0] != "who"}
        form = copy(self)
        form._stand = {}
        form._read({**texts, **people})
        return form

    def completed(self, hands: Mapping[Key, str]) -> Self:
        """The same with what is kept of the games that are touched here, at seats that are not on
        this page; both a hand and whose it is.
        """
        touched = {column.game for column in self.columns if not column.empty}
        spell = to_points if self.points else str
        cells = {
            (part, game, seat): spell(text) if part == "hand" else text
            for (part, game, seat), text in hands.items()
            if game in touched and ("hand", game, seat) not in self.cells
        }
        form = copy(self)
        form._read({**self.cells, **cells})
        return form

    def stand(self, game: int) -> dict[str, str]:
        """The flags of a game that are let stand, each with its fixed reason."""
        return self._stand.get(game, {})

    @property
    def column(self) -> TypedColumn:
        """The one game of its page."""
        nothing = TypedColumn(self.game, {}, {}, {}, {}, (), ())
        return next((column for column in self.columns if column.game == self.game), nothing)

    @property
    def faults(self) -> tuple[Finding, ...]:
        """Everything that keeps the one game from being read: each at its seat."""
        return (*self.column.faults, *self.word_faults)

    def submission(self, place: Place, column: TypedColumn) -> Submission:
        """A game as a sheet, once nothing of it is at fault: with who checked it, and with the
        flags that are let stand.
        """
        checker = SIGNED if self.signed else self.words["checker"] or LEFT_NEIGHBOURS
        checked = self.signed or "checked" in self.data
        return replace(
            column.submission(place),
            checked=checked,
            checker=checker if checked else "",
            dismissed=self.stand(column.game),
        )


def _cells(data: QueryDict, game: int) -> dict[Key, str]:
    """Every cell that was sent, in the order of the seats; without its game it belongs to the
    page's own, or to a card.
    """
    cells = {}
    for name in data:
        if match := _CELL.fullmatch(name):
            part, number, most = match[1], int(match[2] or game), LONGEST + 1
            if part == "who" or (part == "hand") == (number > 0):
                text = str(data[name])[: LONGEST_REF if part == "who" else most]
                cells[part, number, match[3]] = text
    return dict(sorted(cells.items()))


def _flags_that_stand(data: QueryDict, game: int) -> dict[int, dict[str, str]]:
    """The fixed reason given for each flag of each game, by the letters of the seats as they were
    seen.
    """
    stand: dict[int, dict[str, str]] = {}
    for name in data:
        if (match := _FLAG.fullmatch(name)) and str(data[name]) in DISMISSALS:
            stand.setdefault(int(match[1] or game), {})[match[2]] = str(data[name])
    return stand


def _by_seat(cells: Mapping[Key, str], part: str, game: int) -> dict[str, str]:
    return {
        seat: text.strip() if part == "card" else text
        for (kind, number, seat), text in cells.items()
        if (kind, number) == (part, game)
    }


def _words(data: QueryDict) -> tuple[dict[str, str], tuple[Finding, ...]]:
    """What is said with one game in words, and what of it no record may keep."""
    words = {name: str(data.get(name, "")).strip() for name in WORDS_SENT}
    faults = []
    for name, text in words.items():
        if len(text) > WORDS_SENT[name]:
            faults.append(f"{name.capitalize()}: at most {WORDS_SENT[name]} characters, please.")
        elif text != _visible(text):
            faults.append(f"{name.capitalize()}: take out the characters that cannot be seen.")
    return words, tuple(Finding("form", (), text, refused=True) for text in faults)


def _visible(text: str) -> str:
    if text.isprintable():
        return text
    return "".join(sign for sign in text if not unicodedata.category(sign).startswith("C"))


def card_points(text: str, form: Format) -> int | None:
    """What a card says in the unit of the format, halves as `12½`, `12.5` or `12,5`; None for no
    such number.
    """
    if not form.halves:
        return int(text) if _NUMBER.fullmatch(text) else None
    match = _HALVES.fullmatch(text)
    if match is None or not (match[1] or match[2] == "½"):
        return None
    return Halves.of(int(match[1] or 0)) + Halves(int((match[2] or "0")[-1] in "5½"))
