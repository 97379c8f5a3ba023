"""The plain values behind papers for the guests themselves: what stands on their table, hangs on
their coat, and goes home with them.
"""

from dataclasses import dataclass, replace

from tournament.paper.values import Edition, Named, Place
from tournament.standings.drawing import Drawing


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
class PlaceCards:
    """Place cards, four to a sheet."""

    edition: Edition
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
class Badges:
    """The badges of a printing, on sheets of one kind."""

    edition: Edition
    badges: tuple[Badge, ...]
    sheet: LabelSheet
    title: str = "Badges"


@dataclass(frozen=True)
class Certificate:
    """What is certified of a guest, in two lines at most."""

    name: str
    of: str
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Certificates:
    """Certificates, one to a sheet; `overprint` prints the black words alone."""

    edition: Edition
    certificates: tuple[Certificate, ...]
    signed: tuple[str, ...]
    overprint: bool = False
    title: str = "Certificates"


@dataclass(frozen=True)
class FieldRow:
    """A guest in a list of the whole field; `figures` are rounds or games, None is a dash."""

    place: str
    name: str
    livery: str
    figures: tuple[int | None, ...]
    total: int | None
    rest: str = ""


@dataclass(frozen=True)
class FieldList:
    """The whole field without any line in it, in groups that have a heading or none; `company`
    where the heading does not say it already.
    """

    edition: Edition
    facts: tuple[str, ...]
    columns: tuple[str, ...]
    groups: tuple[tuple[str, tuple[FieldRow, ...]], ...]
    title: str
    first: str = "Place"
    last: str = "Total"
    company: bool = True


@dataclass(frozen=True)
class Diner:
    """Somebody who eats otherwise: seat, name, marks and the words of the wish."""

    seat: str
    name: str
    marks: tuple[str, ...]
    words: str


@dataclass(frozen=True)
class KitchenList:
    """For the kitchen: by table who eats otherwise, and for each course how many of each mark."""

    edition: Edition
    facts: tuple[str, ...]
    key: tuple[tuple[str, str], ...]
    tables: tuple[tuple[str, int, tuple[Diner, ...]], ...]
    courses: tuple[tuple[str, tuple[tuple[str, int, str], ...]], ...]
    title: str = "For the kitchen"


@dataclass(frozen=True)
class Sitting:
    """A table of a guest’s evening, and who sat there: seat, name, company."""

    heading: str
    others: tuple[tuple[str, str, str], ...]


@dataclass(frozen=True)
class Keepsake:
    """A guest’s own evening: the headline, every game, what was `won` and how much was luck, the
    line of it with the place at each of its points (across, down, place), the tables, the thanks.
    """

    name: str
    of: str
    headline: str
    rounds: tuple[tuple[str, tuple[int | None, ...], int | None], ...]
    total: int
    won: str
    luck: str
    line: Drawing | None
    marks: tuple[tuple[float, float, int], ...]
    through: str
    sittings: tuple[Sitting, ...]
    thanks: str


@dataclass(frozen=True)
class Keepsakes:
    """Keepsakes, an A5 sheet each."""

    edition: Edition
    keepsakes: tuple[Keepsake, ...]
    title: str = "Keepsakes"


def without_links(paper: Badges) -> Badges:
    """The badges as they are without the codes on them."""
    return replace(paper, badges=tuple(replace(badge, link="") for badge in paper.badges))
