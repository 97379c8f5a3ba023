"""What every paper holds: its edition, a guest, a place and card values as printed; whoever holds a
paper can print and can change nothing.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date, datetime
from typing import Any, ClassVar, Self

from tournament.models import CodeKind
from tournament.models.event import LIVERIES, Groups
from tournament.paper.drawing import Drawing
from tournament.site.paper_codes import PaperCodes


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
    """Whatever is printed bears its edition, and the `codes` of tables or guests. Its items are
    what may be printed anew alone, such as a guest's card; a list is one item, "".
    """

    edition: Edition
    codes: ClassVar[CodeKind | None] = None

    def statements(self) -> Iterator[tuple[str, Any]]:
        """Every item with what it says, without edition and codes."""
        document = asdict(self)
        del document["edition"]
        yield "", [document, self.edition.official]

    def some(self, _targets: Collection[str]) -> Self:
        """Those items alone; a list is always whole."""
        return self

    def coded(self, _codes: PaperCodes) -> Self:
        """The same with the codes there are."""
        return self


@dataclass(frozen=True)
class DrawnPaper(Paper, ABC):
    """Cards, sheets or badges as marks at fixed places, which need no page of words to be laid out;
    each of them is an item.
    """

    name: ClassVar[str]
    items: ClassVar[str] = "cards"
    """The field that holds them."""

    def key(self, item: Any) -> str:
        """What an item is known by: its table, or the badge of its guest."""
        return str(item.guest.badge or "blank")

    def says(self, item: Any) -> Any:
        """What it says without its codes."""
        return asdict(item)

    @abstractmethod
    def laid_out(self) -> Sequence[Any]:
        """What stands on each of its sheets."""

    @abstractmethod
    def drawings(self, sheets: Sequence[Any]) -> Iterator[Drawing]:
        """These sheets drawn."""

    def statements(self) -> Iterator[tuple[str, Any]]:
        """Every item by its key."""
        for item in getattr(self, self.items):
            yield self.key(item), self.says(item)

    def some(self, targets: Collection[str]) -> Self:
        """Those items alone, in their order."""
        return self.holding(item for item in getattr(self, self.items) if self.key(item) in targets)

    def linked(self, code: Callable[[Any], Mapping[str, str]]) -> Self:
        """The same with the codes of each item."""
        return self.holding(replace(item, **code(item)) for item in getattr(self, self.items))

    def holding(self, items: Iterable[Any]) -> Self:
        """The same paper of these items."""
        fields: dict[str, Any] = {self.items: tuple(items)}
        return replace(self, **fields)


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
class Place:
    """A table and a seat."""

    table: int
    seat: str
    label: str = ""

    @property
    def called(self) -> str:
        """What everybody calls the table."""
        return self.label or str(self.table or "")
