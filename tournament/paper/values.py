"""The plain values that paper is drawn from; whoever holds them can print and can change nothing.
What the guests are handed: cards, sheets and badges.
"""

from dataclasses import dataclass, replace
from datetime import date, datetime
from typing import Literal

from tournament.counting.words import WORDS, SeatWords
from tournament.models.event import LIVERIES, Groups

CardSize = Literal["A6", "A4"]
"""Score cards: one to a page, or four to an A4 sheet to cut and stack."""


@dataclass(frozen=True)
class Edition:
    """What every page bears: of which event, which printing, when, and how final its figures are.

    `digest` is hexadecimal: the head of the ledger while provisional, the seal once `sealed_at` is
    set. `address` becomes a code that says whether this printing is still true, `code` stands for
    it in the line at the foot. `arms` and `sponsor` are pictures written into the page.
    """

    event: str
    on: date
    number: int
    printed_at: datetime
    venue: str = ""
    sealed_at: datetime | None = None
    digest: str = ""
    address: str = ""
    code: str = ""
    rehearsal: bool = False
    arms: str = ""
    sponsor: str = ""
    groups: Groups = LIVERIES

    @property
    def official(self) -> bool:
        """Whether the figures are sealed; until then every page of results says provisional."""
        return self.sealed_at is not None

    @property
    def digest_head(self) -> tuple[str, ...]:
        """The first eight characters of the digest in two groups to read aloud, or nothing."""
        head = self.digest[:8].upper()
        return (head[:4], head[4:]) if head else ()


@dataclass(frozen=True)
class Paper:
    """Whatever is printed bears its edition."""

    edition: Edition


@dataclass(frozen=True)
class Named:
    """A guest as printed."""

    name: str
    livery: str = ""
    badge: int | None = None
    office: str = ""


@dataclass(frozen=True)
class ValueGroup:
    """Card ranks as printed that cost the same when left in a hand; `points` None = each its face
    value.
    """

    ranks: tuple[str, ...]
    points: int | None
    heavy: bool = False


@dataclass(frozen=True)
class Neighbour:
    """A seat and who sits there in that round."""

    seat: str
    name: str


@dataclass(frozen=True)
class Half:
    """One round on a score card: where the guest sits (table None = not seated), who checks them,
    whom they check.
    """

    round: int
    table: int | None
    seat: str
    checked_by: Neighbour
    checks: Neighbour
    movement: str = ""
    name: str = ""
    blank: bool = False
    label: str = ""
    room: str = ""

    @property
    def called(self) -> str:
        """What everybody calls the table."""
        return self.label or str(self.table)

    @property
    def shown_table(self) -> str:
        """The table as printed: a dash for who does not sit, nothing on a card to be filled in by
        hand.
        """
        return "" if self.blank else "–" if self.table is None else self.called

    @property
    def title(self) -> str:
        """What the round is called: `Round 2`, or a name of its own such as `Play-off`."""
        return self.name or f"Round {self.round}"


@dataclass(frozen=True)
class ScoreCard:
    """One guest's card: the half handed in and the half kept. `link` becomes a QR code on the half
    kept.

    A round printed alone stands on both halves: the lower is the guest's own copy.
    """

    guest: Named
    upper: Half
    lower: Half | None = None
    link: str = ""


@dataclass(frozen=True)
class ScoreCards(Paper):
    """All cards of a printing in table order; every card has the same rounds and boxes for the same
    games.

    `hint` is the one rule of counting worth a line at the foot; `unit` and `units` are the words
    for one deal and more.
    """

    cards: tuple[ScoreCard, ...]
    games: int
    values: tuple[ValueGroup, ...] = ()
    hint: str = ""
    size: CardSize = "A4"
    unit: str = "game"
    units: str = "games"


@dataclass(frozen=True)
class SheetSeat:
    """One row of a table sheet; `checked_by` is the seat that looks over this hand."""

    seat: str
    guest: Named
    checked_by: str


@dataclass(frozen=True)
class TableSheet:
    """The umpire's sheet of one table and round: cards left, points and check for each game and
    seat.
    """

    table: int
    round: int
    seats: tuple[SheetSeat, ...]
    games: int
    name: str = ""
    label: str = ""

    @property
    def called(self) -> str:
        """What everybody calls the table."""
        return self.label or str(self.table or "")


@dataclass(frozen=True)
class TableSheets(Paper):
    """The table sheets of a printing, with the card values at their head; `said` words what is
    written in the boxes.
    """

    sheets: tuple[TableSheet, ...]
    values: tuple[ValueGroup, ...] = ()
    said: SeatWords = WORDS["hand"]


@dataclass(frozen=True)
class Place:
    """A table and a seat."""

    table: int
    seat: str
    label: str = ""

    @property
    def called(self) -> str:
        """What everybody calls the table."""
        return self.label or str(self.table or "")


@dataclass(frozen=True)
class TableCard:
    """The folded card that stands on a table: a large number, and behind it who sits there in each
    round.
    """

    table: int
    rounds: tuple[int, ...]
    seats: tuple[tuple[str, tuple[Named | None, ...]], ...]
    code: str = ""
    link: str = ""
    label: str = ""

    @property
    def called(self) -> str:
        """What everybody calls the table."""
        return self.label or str(self.table or "")


@dataclass(frozen=True)
class TableCards(Paper):
    """The table cards of a printing; `note` says who checks whom and who moves, `address` is where
    codes are typed.
    """

    cards: tuple[TableCard, ...]
    note: str = ""
    address: str = ""


@dataclass(frozen=True)
class Round:
    """A round and where one sits in it; None where one has no seat."""

    number: int
    place: Place | None


@dataclass(frozen=True)
class PlaceCard:
    """A folded card: the front to the table, the back to its guest with a greeting and the marks
    of what they eat, each of one or two letters.
    """

    guest: Named
    letters: str
    greeting: str
    rounds: tuple[Round, ...]
    marks: tuple[str, ...] = ()


@dataclass(frozen=True)
class PlaceCards(Paper):
    """Place cards, four to a sheet."""

    cards: tuple[PlaceCard, ...]
    title: str = "Place cards"


@dataclass(frozen=True)
class Badge:
    """A badge: a guest’s, or a blank one with a line to write on. `link` becomes a code."""

    guest: Named
    rounds: tuple[Round, ...]
    host: bool = False
    link: str = ""


@dataclass(frozen=True)
class LabelSheet:
    """A sheet of labels in millimetres: the size of one, how many across and down, the margins and
    the steps from one to the next.
    """

    name: str
    width: float
    height: float
    across: int
    down: int
    left: float
    top: float
    step_x: float
    step_y: float

    @property
    def count(self) -> int:
        """So many labels on a sheet."""
        return self.across * self.down

    def corner(self, place: int) -> tuple[float, float]:
        """Where a label of the sheet begins, from its left and its top."""
        down, across = divmod(place, self.across)
        return round(self.left + across * self.step_x, 2), round(self.top + down * self.step_y, 2)


@dataclass(frozen=True)
class Badges(Paper):
    """The badges of a printing, on sheets of one kind."""

    badges: tuple[Badge, ...]
    sheet: LabelSheet
    title: str = "Badges"


def without_links(paper: Badges) -> Badges:
    """The badges as they are without the codes on them."""
    return replace(paper, badges=tuple(replace(badge, link="") for badge in paper.badges))
