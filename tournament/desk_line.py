"""What a grid of the desk is made of: a box a hand, a column a sheet, a line a guest with the total of their card."""

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.differences import Explanation
from scoring.sheet import SeatEntry
from tournament.format_words import place_or_laps
from tournament.grid import Cell
from tournament.models import Guest


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
        if other := place_or_laps(self.entry):
            return other
        hand = self.entry.hand
        if hand and self.entry.holds:
            return " ".join(hand.ranks).replace("T", "10")
        return "" if self.entry.points is None else "bare points"


@dataclass(frozen=True, slots=True)
class Column:
    """One game: its state, the version the desk saw, and whether its hands are still to be typed."""

    cell: Cell
    open: bool
    bare: bool = False
    again: bool = False
    twice: bool = False

    @property
    def game(self) -> int:
        """Its number."""
        return self.cell.game

    @property
    def words(self) -> str:
        """What stands under it."""
        if self.twice:
            return "keyed twice"
        if self.open:
            return "to be keyed" if self.again else "not saved"
        if self.cell.state == "missing":
            return "not keyed yet"
        if self.cell.state == "total":
            return "totals only"
        if self.cell.state in ("flagged", "unplayed"):
            return "to be looked at" if self.cell.state == "flagged" else "not played"
        return "bare points" if self.bare else "checked" if self.cell.checked else "saved"


@dataclass(frozen=True, slots=True)
class Line:
    """One guest: a box a game (None where they had no seat), what their card says; `in_all` is a card of a total."""

    seat: str
    guest: Guest
    boxes: tuple[Box | None, ...]
    card: int | None = None
    in_all: int | None = None
    why: tuple[Explanation, ...] = ()

    @property
    def sum(self) -> int:
        """The points of the games so far."""
        return self.in_all if self.in_all is not None else sum(box.points or 0 for box in self.boxes if box)

    @property
    def whole(self) -> bool:
        """Whether every game of the guest says something."""
        return self.in_all is not None or all(box is None or box.entry or not box.open for box in self.boxes)

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
        return self.why[0].words if self.why else f"{self.verdict}: no single mistake explains it.".capitalize()


def first_to_type(boxes: Iterable[Box | None]) -> str:
    """The name of the field to begin in: the first that could not be read, else the first empty one."""
    open_boxes = [box for box in boxes if box and box.open]
    begin = next((box for box in open_boxes if box.fault), None)
    begin = begin or next((box for box in open_boxes if not box.text.strip()), None)
    return begin.name if begin else ""
