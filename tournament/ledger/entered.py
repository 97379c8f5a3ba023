"""Every figure of the qualifying rounds as entered, its neighbours, and which personal cards agree with it."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Sum

from scoring.mistakes import KEYED_TWICE, LET_STAND, LOOKED_OVER, TAPPED, Cell, Found, Habits, Spread, habits, odds
from tournament.models import CardTotal, Event, Flag, Guest, Seat, SecondKeying, Stage, Tally, TallyState

EVEN = Habits(rate=0.5)


class Entered(NamedTuple):
    """One figure as it is entered, with what is known of its sheet."""

    player: str
    round: int
    table: int
    game: int
    seat: str
    points: int
    hand: str | None
    checked: bool
    let_stand: bool
    keyed_twice: bool


class Entries:
    """Every figure of the qualifying rounds, who sat beside it, and which cards were compared."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.of_player: defaultdict[str, list[Entered]] = defaultdict(list)
        self.beside: dict[Entered, tuple[Entered, Entered]] = {}
        at_table: defaultdict[tuple[int, int, int], list[Entered]] = defaultdict(list)
        for one in _entered(event):
            self.of_player[one.player].append(one)
            at_table[one.round, one.table, one.game].append(one)
        for row in at_table.values():
            for place, one in enumerate(row):
                self.beside[one] = (row[place - 1], row[(place + 1) % len(row)])
        self.compared, self.differing = self._compared()

    def _compared(self) -> tuple[set[tuple[str, int]], list[str]]:
        """The guests and rounds whose card agrees with the entries, and those whose card does not."""
        totals: defaultdict[tuple[str, int], int] = defaultdict(int)
        for row in self.of_player.values():
            for one in row:
                totals[one.player, one.round] += one.points
        said = CardTotal.objects.filter(event=self.event).order_by("entry__number")
        cards = {
            (ref, number): points for ref, number, points in said.values_list("guest__ref", "round__number", "points")
        }
        agree = {where for where, points in cards.items() if totals.get(where) == points}
        return agree, sorted({player for player, _round in cards.keys() - agree})

    def cells(self, player: str) -> tuple[Cell, ...]:
        """The figures of a guest that may be wrong."""
        return tuple(Cell(one.points, self._beside(one), _weight(one)) for one in self.open_figures(player))

    def open_figures(self, player: str) -> list[Entered]:
        """The figures of a guest whose card was not compared, or says otherwise."""
        return [one for one in self.of_player[player] if not self._is_compared(one)]

    def _is_compared(self, one: Entered) -> bool:
        return (one.player, one.round) in self.compared

    def _beside(self, one: Entered) -> tuple[int, ...]:
        """What the neighbours have whose card was not compared: with the others no rows were exchanged."""
        return tuple(other.points for other in self.beside[one] if not self._is_compared(other))

    def _looked_at(self, one: Entered) -> Cell:
        """A compared figure; of two compared rows side by side the left one counts that they were not exchanged."""
        left, right = self.beside[one]
        beside = (right,) if self._is_compared(left) else (left, right)
        return Cell(one.points, tuple(other.points for other in beside))

    def habits(self, known: Spread) -> Habits:
        """What this evening's corrections and the cards that agreed say."""
        looked_at = [one for row in self.of_player.values() for one in row if self._is_compared(one)]
        exposure = sum(sum(odds(self._looked_at(one), known, EVEN).values()) for one in looked_at)
        return habits(_found(self.event, self), exposure, known.eight)


def _weight(one: Entered) -> float:
    weight = 1.0 if one.hand is None else TAPPED
    weight *= LOOKED_OVER if one.checked else 1
    weight *= KEYED_TWICE if one.keyed_twice else 1
    return weight * (LET_STAND if one.let_stand else 1)


def _entered(event: Event) -> Iterator[Entered]:
    stand = Flag.objects.filter(sheet=OuterRef("sheet")).exclude(dismissed="")
    twice = SecondKeying.objects.filter(sheet=OuterRef("sheet"), agrees=True)
    rows = Tally.objects.filter(
        event=event, sheet__accepted=True, state=TallyState.PLAYED, sheet__game__table__round__stage=Stage.QUALIFYING
    ).annotate(let_stand=Exists(stand), keyed_twice=Exists(twice))
    columns = (
        "guest__ref",
        "sheet__game__table__round__number",
        "sheet__game__table__number",
        "sheet__game__number",
        "seat",
        "points",
        "hand",
        "sheet__checked",
        "let_stand",
        "keyed_twice",
    )
    for row in rows.order_by("sheet", "seat").values_list(*columns):
        yield Entered(*row)


def _found(event: Event, entries: Entries) -> Iterable[Found]:
    """What corrections changed: the figures of first versions that another version has replaced."""
    now = {(one.player, one.round, one.table, one.game): one for one in entries.beside}
    first = Tally.objects.filter(
        event=event, sheet__version=1, sheet__accepted=False, sheet__game__table__round__stage=Stage.QUALIFYING
    )
    columns = (
        "guest__ref",
        "sheet__game__table__round__number",
        "sheet__game__table__number",
        "sheet__game__number",
        "points",
    )
    was: dict[Entered, int] = {}
    for *where, points in first.order_by().values_list(*columns):
        held = now.get((where[0], where[1], where[2], where[3]))
        if held is not None and points is not None and points != held.points:
            was[held] = points
    for held, points in was.items():
        left, right = entries.beside[held]
        if left is right or (was.get(left), left.points) != (held.points, points):
            # Two rows that were exchanged are one mistake, told by the left one.
            yield Found(points, held.points, (left.points, right.points))


class Whereabouts(NamedTuple):
    """Where to find a guest and their card: the badge, and table and seat of each round."""

    badge: int
    seats: list[str]


def whereabouts(event: Event) -> dict[str, Whereabouts]:
    """Of every guest; two questions."""
    found = {
        ref: Whereabouts(badge, []) for ref, badge in Guest.objects.filter(event=event).values_list("ref", "badge")
    }
    seats = Seat.objects.filter(event=event, round__stage=Stage.QUALIFYING, left_after_game=None, guest__isnull=False)
    for seat in seats.select_related("table", "guest").order_by("round__number"):
        found[seat.guest.ref].seats.append(f"{seat.table}, seat {seat.letter}")
    return found


def entered_totals(event: Event, ref: str) -> dict[int, int]:
    """What is entered for one guest, by qualifying round."""
    rows = Tally.objects.filter(event=event, guest__ref=ref, sheet__accepted=True, state=TallyState.PLAYED)
    rows = rows.filter(sheet__game__table__round__stage=Stage.QUALIFYING)
    sums = rows.values("sheet__game__table__round__number").annotate(sum=Sum("points")).order_by()
    return dict(sums.values_list("sheet__game__table__round__number", "sum"))
