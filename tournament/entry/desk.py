"""What a grid of the desk is made of: a box a hand, a column a sheet, a line a guest with the total
of their card.

A table of one round as the desk types it: guests by games, each column a sheet, each row a card
with its total.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from scoring.counting.differences import Entered, Explanation, explain_round
from scoring.counting.hand import receipt
from scoring.counting.sheet import SeatEntry
from scoring.counting.sheet import Sheet as SheetValue
from scoring.formats import check, results
from scoring.law.rulebook import Rules
from scoring.words import number_word
from tournament.counting.formats import Play, play_of, stored, whole
from tournament.counting.grid import Cell, cells
from tournament.counting.submission import SIGNED, entry_from
from tournament.counting.words import place_or_laps
from tournament.entry.in_hand import (
    card_totals,
    keyed_twice,
    seats_at,
    sheets_at,
    totals_in_all,
    typed_hands,
)
from tournament.entry.notation import TypedError, read_typed, typed
from tournament.guests.namesakes import names_alone
from tournament.models import Event, Guest, Seat, Sheet


@dataclass(frozen=True, slots=True)
class Box:
    """One guest in one game: what is typed, what it means, and whether it is open to be typed."""

    game: int
    seat: str
    text: str = ""
    entry: SeatEntry | None = None
    points: int | None = None
    open: bool = False
    fault: str = ""
    ref: str = ""

    @property
    def name(self) -> str:
        """The name of its field."""
        return f"hand_{self.game}_{self.seat}"

    @property
    def fault_words(self) -> str:
        """What is wrong with it, said at the box itself: whose it is goes without saying."""
        words = self.fault.removeprefix(f"Seat {self.seat}: ")
        return words[:1].upper() + words[1:]

    @property
    def kind(self) -> str:
        """How it is dressed."""
        if self.fault:
            return "wrong"
        if self.entry is None:
            return ""
        return "out" if self.entry.went_out else "absent" if self.entry.absent else ""

    @property
    def words(self) -> str:
        """What stands over the points of a saved hand."""
        if self.entry is None:
            return ""
        if self.entry.went_out:
            return "out"
        if self.entry.absent:
            return "absent"
        if result_words := place_or_laps(self.entry):
            return result_words
        hand = self.entry.hand
        if hand and self.entry.holds:
            return " ".join(hand.ranks).replace("T", "10")
        return "" if self.entry.points is None else "points only"


@dataclass(frozen=True, slots=True)
class Column:
    """One game: its state, the version the desk saw, and whether its hands are still to be typed.

    `signed` says that it is checked by the umpire's signed sheet.
    """

    cell: Cell
    open: bool
    bare: bool = False
    again: bool = False
    twice: bool = False
    signed: bool = False

    @property
    def game(self) -> int:
        """Its number."""
        return self.cell.game

    @property
    def words(self) -> str:
        """What stands under it."""
        if self.twice:
            return "typed twice"
        if self.open:
            return "to type" if self.again else "not saved"
        if self.cell.state == "missing":
            return "to come"
        if self.cell.state == "total":
            return "totals only"
        if self.cell.state in ("flagged", "unplayed"):
            return "check this" if self.cell.state == "flagged" else "not played"
        return "points only" if self.bare else "checked" if self.cell.checked else "saved"


@dataclass(frozen=True, slots=True)
class Line:
    """One guest: a box a game (None where they had no seat), what their card says; `in_all` is a
    card of a total.
    """

    seat: str
    guest: Guest
    name: str
    boxes: tuple[Box | None, ...]
    card: int | None = None
    in_all: int | None = None
    why: tuple[Explanation, ...] = ()

    @property
    def sum(self) -> int:
        """The points of the games so far."""
        return (
            self.in_all
            if self.in_all is not None
            else sum(box.points or 0 for box in self.boxes if box)
        )

    @property
    def whole(self) -> bool:
        """Whether every game of the guest says something."""
        return self.in_all is not None or all(
            box is None or box.entry or not box.open for box in self.boxes
        )

    @property
    def difference(self) -> int:
        """How many points the games are short of what the card says; 0 where it says nothing."""
        return 0 if self.card is None else self.card - self.sum

    @property
    def verdict(self) -> str:
        """What is said beside the card."""
        if self.card is None:
            return "only a total" if self.in_all is not None else ""
        if not self.difference:
            return "agrees"
        return f"{abs(self.difference)} {'short' if self.difference > 0 else 'over'}"

    @property
    def cause(self) -> str:
        """The likeliest mistake behind the difference, in words."""
        return (
            self.why[0].words
            if self.why
            else f"{self.verdict}: no single mistake explains it.".capitalize()
        )


def first_to_type(boxes: Iterable[Box | None]) -> str:
    """The name of the field to begin in: the first that could not be read, else the first empty
    one.
    """
    open_boxes = [box for box in boxes if box and box.open]
    begin = next((box for box in open_boxes if box.fault), None)
    begin = begin or next((box for box in open_boxes if not box.text.strip()), None)
    return begin.name if begin else ""


@dataclass(frozen=True, slots=True)
class DeskGrid:
    """One table of one round at the desk; `around` are the cells of all its tables."""

    event: Event
    round: int
    table: int
    columns: tuple[Column, ...]
    lines: tuple[Line, ...]
    around: tuple[Cell, ...] = field(repr=False, default=())

    @property
    def open(self) -> bool:
        """Whether anything is to be typed."""
        return any(column.open for column in self.columns)

    @property
    def over(self) -> str:
        """Why no further game is played here, where the target was reached."""
        return next(filter(None, (column.cell.over for column in self.columns)), "")

    @property
    def unchecked(self) -> dict[int, int]:
        """The version by game of every sheet that is in and that nobody checked yet."""
        return {
            column.game: column.cell.version
            for column in self.columns
            if column.cell.version and not column.cell.checked
        }

    @property
    def all_checked(self) -> str:
        """What the umpire's signed sheet says of this table."""
        number = len(self.columns)
        every = "both" if number == 2 else f"all {number_word(number)}"
        return "it is checked" if number == 1 else f"{every} checked"

    @property
    def signed(self) -> dict[int, int]:
        """The version by game of every sheet that is checked because the
        umpire's sheet is signed.
        """
        return {column.game: column.cell.version for column in self.columns if column.signed}

    @property
    def keyed(self) -> tuple[int, int]:
        """How many tables of the round have all their games, of how many."""
        wanting = {cell.table for cell in self.around if cell.state == "missing"}
        tables = {cell.table for cell in self.around}
        return len(tables - wanting), len(tables)

    @property
    def next_table(self) -> int | None:
        """The next table that wants a game, looking on from this one and then from the first."""
        wanting = sorted(
            {cell.table for cell in self.around if cell.state == "missing"} - {self.table}
        )
        return next(
            (table for table in wanting if table > self.table), wanting[0] if wanting else None
        )

    @property
    def spots(self) -> list[tuple[int, str, str]]:
        """Every box that is open: its game, its seat, and its guest."""
        boxes = [(line, box) for line in self.lines for box in line.boxes if box and box.open]
        return [(box.game, box.seat, line.guest.ref) for line, box in boxes]

    @property
    def letters(self) -> dict[str, str]:
        """The seat of every guest."""
        return {line.guest.ref: line.seat for line in self.lines}

    @property
    def differing(self) -> tuple[Line, ...]:
        """The lines whose card says something else, once all their games are typed."""
        return tuple(line for line in self.lines if line.difference and line.whole)


def desk_grid(event: Event, number: int, table: int, *, again: bool = False) -> DeskGrid | None:
    """The grid of a table as it is kept, or None where there is no such table. Ten queries.

    `again` opens what is saved, and shows nothing of it: for a second keying.
    """
    around = cells(event, round=number)
    own = tuple(cell for cell in around if cell.table == table)
    seats = seats_at(event, number, table) if own else ()
    if not seats:
        return None
    sheets, texts = sheets_at(event, number, table), typed_hands(event, number, table)
    twice = keyed_twice(event, number, table)
    columns = tuple(_column(cell, sheets.get(cell.game), twice, again=again) for cell in own)
    cards, in_all, play = (
        card_totals(event, number, table),
        totals_in_all(event, number),
        play_of(event),
    )
    alone = names_alone(event)
    lines = [
        Line(
            seats_of[0].letter,
            seats_of[0].guest,
            alone.get(ref, seats_of[0].guest.name),
            tuple(_box(column, seats_of, sheets, texts, play) for column in columns)
            if ref not in in_all
            else (),
            None if again else cards.get(ref),
            whole(play.format, in_all.get(ref)),
        )
        for ref, seats_of in _by_guest(seats).items()
    ]
    return _explained(
        with_scores(DeskGrid(event, number, table, columns, tuple(lines), around), play), play
    )


def with_texts(grid: DeskGrid, texts: Mapping[tuple[int, str], str]) -> DeskGrid:
    """The grid with what was sent in its open boxes, by game and seat; what cannot be read says
    why.
    """
    play = play_of(grid.event)
    lines = tuple(
        replace(
            line,
            boxes=tuple(
                _typed_box(box, texts, play) if box and box.open else box for box in line.boxes
            ),
        )
        for line in grid.lines
    )
    return with_scores(replace(grid, lines=lines), play)


def with_cards(grid: DeskGrid, cards: Mapping[str, int]) -> DeskGrid:
    """The grid with what the cards say by seat, in the unit of the format, and what would explain a
    difference.
    """
    play = play_of(grid.event)
    lines = tuple(replace(line, card=cards.get(line.seat, line.card)) for line in grid.lines)
    return _explained(replace(grid, lines=lines), play)


def _column(cell: Cell, sheet: Sheet | None, twice: Collection[int], *, again: bool) -> Column:
    tallies = sheet.entry.body["tallies"] if sheet else ()
    bare = any("points" in row for row in tallies)
    closed = cell.not_played or cell.conflicts or cell.whole_totals or cell.game in twice
    signed = bool(sheet and sheet.checked and sheet.checker == SIGNED)
    to_type = not closed and bool(sheet) == again
    return Column(
        cell, open=to_type, bare=bare, again=again, twice=cell.game in twice, signed=signed
    )


def _by_guest(seats: Iterable[Seat]) -> dict[str, list[Seat]]:
    by_guest: dict[str, list[Seat]] = {}
    for seat in seats:
        by_guest.setdefault(seat.guest.ref, []).append(seat)
    return by_guest


def _box(
    column: Column,
    seats: Sequence[Seat],
    sheets: Mapping[int, Sheet],
    texts: Mapping[tuple[int, str], str],
    play: Play,
) -> Box | None:
    """The box of a guest in a game: as saved, else as kept."""
    game, ref = column.game, seats[0].guest.ref
    seat = next(
        (seat for seat in seats if seat.from_game <= game <= (seat.left_after_game or game)), None
    )
    if seat is None:
        return None
    if column.open:
        text = "" if game in sheets else texts.get((game, ref), "")
        return _typed_box(
            Box(game, seat.letter, open=True, ref=ref), {(game, seat.letter): text}, play
        )
    tallies = sheets[game].entry.body["tallies"] if game in sheets else ()
    row = next((row for row in tallies if row["guest"] == ref), None)
    if row is None:
        return Box(game, seat.letter)
    entry = entry_from(row)
    return Box(game, seat.letter, typed(entry), entry, points_alone(entry, play))


def _typed_box(box: Box, texts: Mapping[tuple[int, str], str], play: Play) -> Box:
    text = texts.get((box.game, box.seat), box.text)
    if not text.strip():
        return replace(box, text="", entry=None, points=None, fault="")
    try:
        entry = read_typed(box.seat, text, play.format)
    except TypedError as error:
        return replace(box, text=text, entry=None, points=None, fault=str(error))
    return replace(box, text=text, entry=entry, points=points_alone(entry, play), fault="")


def points_alone(entry: SeatEntry, play: Play) -> int | None:
    """What an entry counts by itself, as far as it says: nothing where the
    whole table decides it.
    """
    if play.format.scorer != "own_hand":
        return None
    if entry.went_out:
        return 0
    if entry.hand is not None and entry.holds and play.rules.scoring.values is not None:
        return receipt(entry.hand, play.rules).total
    return entry.points


def with_scores(grid: DeskGrid, play: Play) -> DeskGrid:
    """The grid with the points of every game that is whole, where the whole table decides them."""
    if play.format.scorer == "own_hand":
        return grid
    scored = {column.game: _scores(grid, column, play) for column in grid.columns}
    lines = tuple(
        replace(
            line,
            boxes=tuple(
                box and replace(box, points=scored[box.game].get(box.seat)) for box in line.boxes
            ),
        )
        for line in grid.lines
    )
    return replace(grid, lines=lines)


def _scores(grid: DeskGrid, column: Column, play: Play) -> dict[str, int | None]:
    boxes = [box for line in grid.lines for box in line.boxes if box and box.game == column.game]
    entries = tuple(box.entry for box in boxes if box.entry)
    if not entries or len(entries) < len(boxes):
        return {}
    sheet = SheetValue(entries, blocked=column.cell.blocked)
    if column.open and any(finding.refused for finding in check(sheet, play.format, play.rules)):
        return {}
    return {
        seat: stored(play.format, row.points)
        for seat, row in results(sheet, play.format, play.rules).items()
    }


def _explained(grid: DeskGrid, play: Play) -> DeskGrid:
    if play.format.scorer != "own_hand":
        return grid
    rules = play.rules
    rows = {
        line.name: [box.points if box else None for box in line.boxes]
        for line in grid.lines
        if line.boxes
    }
    lines = tuple(
        replace(line, why=_why(line, rows, rules) if line.difference else ()) for line in grid.lines
    )
    return replace(grid, lines=lines)


def _why(
    line: Line, rows: Mapping[str, Sequence[int | None]], rules: Rules
) -> tuple[Explanation, ...]:
    if line.card is None or not line.boxes:
        return ()
    entered = [_entered(box) for box in line.boxes]
    neighbours = {name: row for name, row in rows.items() if name != line.name}
    return explain_round(entered, line.card, rules, neighbours)


def _entered(box: Box | None) -> Entered:
    if box is None or box.entry is None:
        return Entered(None)
    return Entered(box.points, box.entry.hand if box.entry.holds else None)
