"""The parts of a table that a page lets one type: several games (`Shape`) or one (`OneGame`). Each
knows where it is sent and how its draft is told apart.
"""

from dataclasses import dataclass, replace

from django.urls import reverse

from tournament.counting.submission import Place
from tournament.entry.desk import DeskGrid, Line
from tournament.models import Event

TABLE, CARD, TOTALS, AGAIN = "table", "card", "totals", "again"
GAME, CORRECTION = "game", "correction"
_ADDRESSES = {TOTALS: "desk_totals", AGAIN: "desk_again"}


@dataclass(frozen=True, slots=True)
class Shape:
    """By its `name`: all of a table, the row of one card (with its seat), the totals of the cards,
    or a second keying.
    """

    name: str
    grid: DeskGrid
    seat: str = ""
    one_game = False

    @property
    def lines(self) -> tuple[Line, ...]:
        """The lines of the page."""
        return tuple(line for line in self.grid.lines if self.seat in ("", line.seat))

    @property
    def line(self) -> Line:
        """The one line of a card."""
        return self.lines[0]

    @property
    def part(self) -> DeskGrid:
        """The grid of these lines alone."""
        return replace(self.grid, lines=self.lines)

    @property
    def typing(self) -> bool:
        """Whether hands are typed here."""
        return self.grid.open and self.name != TOTALS

    @property
    def address(self) -> str:
        """Where it is typed."""
        slug, number = self.grid.event.slug, self.grid.round
        if self.name == CARD:
            return reverse("desk_card", args=[slug, number, self.line.guest.badge])
        return reverse(
            _ADDRESSES.get(self.name, "desk_table"), args=[slug, number, self.grid.table]
        )

    @property
    def look(self) -> str:
        """Where what is typed is checked before it is sent."""
        grid = self.grid
        address = reverse("desk_look", args=[grid.event.slug, grid.round, grid.table])
        return f"{address}?card" if self.name == CARD else address

    @property
    def draft(self) -> str:
        """What tells its draft apart in an evening; a second keying keeps none."""
        if self.name == AGAIN:
            return ""
        words = f"{self.name} {self.grid.round} {self.grid.table}"
        return f"{words} {self.line.guest.ref}" if self.seat else words


@dataclass(frozen=True, slots=True)
class OneGame:
    """One game, to be typed or, by its name CORRECTION, to be corrected."""

    name: str
    event: Event
    place: Place
    one_game = True
    typing = True

    @property
    def address(self) -> str:
        """Where it is typed."""
        return self._reversed(self._route)

    @property
    def look(self) -> str:
        """Where what is typed is checked before it is sent."""
        return self._reversed("look")

    @property
    def draft(self) -> str:
        """What tells its draft apart in an evening."""
        return f"{self._route} {self.place.round} {self.place.table} {self.place.game}"

    @property
    def _route(self) -> str:
        return "correction" if self.name == CORRECTION else "sheet"

    def _reversed(self, name: str) -> str:
        place = self.place
        return reverse(name, args=[self.event.slug, place.round, place.table, place.game])
