"""Every figure of the qualifying rounds as entered, who else sat there, and which personal cards
agree with it.

Where the figures came from: by which way of entry, at which desk and in which hour, by number and
never by name.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Sum
from django.utils import timezone

from scoring.foresight.mistakes import (
    KEYED_TWICE,
    LET_STAND,
    LOOKED_OVER,
    SHARES,
    TAPPED,
    Cell,
    Found,
    Spread,
    learned,
    odds,
)
from scoring.foresight.rate import Habits, Tried, exposure_of, weights_by_way
from tournament.counting.plan import table_label
from tournament.models import (
    CardTotal,
    Event,
    Flag,
    Guest,
    Seat,
    SecondKeying,
    Sheet,
    Stage,
    Tally,
    TallyState,
)


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


class Origin(NamedTuple):
    """Where a sheet first came from: the way of entry, the desk by its number, the hour on the
    clock of the hall; and the number of its entry in the ledger.
    """

    way: str
    desk: str
    hour: str
    entry: int = 0


SIDES = {"way": "Way of entry", "desk": "Desk", "hour": "Hour"}
"""By what mistakes are counted, with what it is called."""


class Entries:
    """Every figure of the qualifying rounds, who else sat there, what stood there first, and which
    cards were compared.

    `differing` names the guests whose card says otherwise than the entries; nobody knows yet which
    figure is wrong.
    """

    def __init__(self, event: Event) -> None:
        self.event = event
        self.of_player: defaultdict[str, list[Entered]] = defaultdict(list)
        self.of_sheet: defaultdict[tuple[int, int, int], list[Entered]] = defaultdict(list)
        for figure in _entered(event):
            self.of_player[figure.player].append(figure)
            self.of_sheet[figure.round, figure.table, figure.game].append(figure)
        self.first = _first(event, self.of_sheet)
        every = [_weight(figure) for row in self.of_player.values() for figure in row]
        self.average = fmean(every) if every else 1.0
        self.origins = _origins(event)
        self.compared, self.differing = self._compared()
        self.tried = {side: self._tried(side) for side in SIDES}
        self.weights = {side: weights_by_way(ways) for side, ways in self.tried.items()}

    def _tried(self, side: str) -> dict[str, Tried]:
        """How many figures came from each way, desk or hour, and how many of those compared were
        wrong.
        """
        tried: dict[str, Tried] = {}
        for row in self.of_player.values():
            for figure in row:
                place: str = getattr(self._origin(figure), side)
                was = tried.get(place, Tried(0))
                compared = self._is_compared(figure)
                tried[place] = Tried(
                    was.figures + 1,
                    was.compared + compared,
                    was.wrong + (compared and figure in self.first),
                )
        return dict(sorted(tried.items()))

    def _origin(self, figure: Entered) -> Origin:
        return self.origins[figure.round, figure.table, figure.game]

    def _by_origin(self, figure: Entered) -> float:
        """The mean of the three: one mistake shows in all of them, and counts once."""
        origin = self._origin(figure)
        return sum(self.weights[side][getattr(origin, side)] for side in SIDES) / 3

    def _compared(self) -> tuple[set[tuple[str, int]], list[str]]:
        """The guests and rounds whose card agrees with the entries, and those
        whose card does not. A card of before the newest game of its round was in says neither.
        """
        totals: defaultdict[tuple[str, int], int] = defaultdict(int)
        latest: defaultdict[tuple[str, int], int] = defaultdict(int)
        for row in self.of_player.values():
            for figure in row:
                key = figure.player, figure.round
                totals[key] += figure.points
                latest[key] = max(latest[key], self._origin(figure).entry)
        recorded = CardTotal.objects.filter(event=self.event).order_by("entry__number")
        columns = ("guest__ref", "round__number", "points", "entry__number")
        cards = {
            (ref, number): points
            for ref, number, points, entry in recorded.values_list(*columns)
            if entry > latest[ref, number]
        }
        agree = {place for place, points in cards.items() if totals.get(place) == points}
        return agree, sorted({player for player, _round in cards.keys() - agree})

    def cells(self, player: str) -> tuple[Cell, ...]:
        """The figures of a guest that may be wrong."""
        return tuple(map(self._cell, self.open_figures(player)))

    def open_figures(self, player: str) -> list[Entered]:
        """The figures of a guest whose card was not compared, or says otherwise."""
        return [figure for figure in self.of_player[player] if not self._is_compared(figure)]

    def by_game(self, player: str) -> tuple[int, ...]:
        """The figures of a guest in the order in which they were played."""
        row = sorted(self.of_player[player], key=lambda figure: (figure.round, figure.game))
        return tuple(figure.points for figure in row)

    def whole_cards(self) -> list[str]:
        """The guests whose card was compared in every round that is entered."""
        return [
            player for player, row in self.of_player.items() if all(map(self._is_compared, row))
        ]

    def _is_compared(self, figure: Entered) -> bool:
        return (figure.player, figure.round) in self.compared

    def _cell(self, figure: Entered) -> Cell:
        """With those whose card was compared nobody's row was exchanged."""
        sheet = self._sheet(figure)
        open_ = [peer for peer in sheet if not self._is_compared(peer)]
        neighbours, across = _other_figures(figure, sheet, {peer: peer.points for peer in open_})
        corrected = [peer for peer in sheet if peer in self.first]
        exchanged = None
        if len(corrected) == 1 and corrected[0] != figure and corrected[0].points == figure.points:
            exchanged = self.first[corrected[0]]
        return Cell(figure.points, neighbours, across, self._weight(figure), exchanged)

    def _weight(self, figure: Entered) -> float:
        """How much a figure is doubted beside the average one of the evening.

        So the way of entry says which card to compare, and never that the list is surer: how often
        figures are wrong is learned from cards alone.
        """
        return _weight(figure) / self.average * self._by_origin(figure)

    def _at_first(self, figure: Entered) -> Cell:
        """A figure as it was first entered, with the whole table as it stood then."""
        sheet = self._sheet(figure)
        neighbours, across = _other_figures(
            figure, sheet, {peer: self.first.get(peer, peer.points) for peer in sheet}
        )
        return Cell(self.first.get(figure, figure.points), neighbours, across)

    def _sheet(self, figure: Entered) -> list[Entered]:
        return self.of_sheet[figure.round, figure.table, figure.game]

    def habits(self, spread: Spread, lot: Iterable[str]) -> Habits:
        """What this evening's corrections and compared cards say; `lot` are the guests drawn by
        lot.
        """
        figures = [
            figure for row in self.of_player.values() for figure in row if self._is_compared(figure)
        ]
        by_card: defaultdict[tuple[str, int], list[tuple[float, float]]] = defaultdict(list)
        for figure in figures:
            doubt = sum(odds(self._at_first(figure), spread, SHARES).values())
            by_card[figure.player, figure.round].append((doubt, self._weight(figure)))
        compared = self.whole_cards()
        by_lot = set(lot).intersection(compared)
        lot_figures = [figure for player in by_lot for figure in self.of_player[player]]
        return Habits(
            compared=len(compared),
            wrong=sum(figure in self.first for figure in figures),
            exposure=sum(
                exposure_of(doubt for doubt, _ in card) * fmean(weight for _, weight in card)
                for card in by_card.values()
            ),
            by_lot=len(by_lot),
            by_lot_wrong=sum(figure in self.first for figure in lot_figures),
            by_lot_figures=len(lot_figures),
            shares=learned(self._found(), spread),
        )

    def _found(self) -> Iterator[Found]:
        """What corrections changed."""
        for figure, points in self.first.items():
            cell = self._at_first(figure)
            yield Found(points, figure.points, cell.beside, cell.across)


def _other_figures(
    figure: Entered, sheet: Sequence[Entered], points: Mapping[Entered, int]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The points of the neighbours and of the others at the table, as far as they are given."""
    index = sheet.index(figure)
    near = {sheet[index - 1], sheet[(index + 1) % len(sheet)]}
    rest = [peer for peer in sheet if peer != figure and peer in points]
    return (
        tuple(points[peer] for peer in rest if peer in near),
        tuple(points[peer] for peer in rest if peer not in near),
    )


def _weight(entered: Entered) -> float:
    weight = 1.0 if entered.hand is None else TAPPED
    weight *= LOOKED_OVER if entered.checked else 1
    weight *= KEYED_TWICE if entered.keyed_twice else 1
    return weight * (LET_STAND if entered.let_stand else 1)


def _entered(event: Event) -> Iterator[Entered]:
    stand = Flag.objects.filter(sheet=OuterRef("sheet")).exclude(dismissed="")
    twice = SecondKeying.objects.filter(sheet=OuterRef("sheet"), agrees=True)
    rows = Tally.objects.filter(
        event=event,
        sheet__accepted=True,
        state=TallyState.PLAYED,
        sheet__game__table__round__stage=Stage.QUALIFYING,
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


def _first(
    event: Event, sheets: Mapping[tuple[int, int, int], Sequence[Entered]]
) -> dict[Entered, int]:
    """What stood in the first version of a sheet where another version says otherwise now."""
    now = {(*place, figure.player): figure for place, row in sheets.items() for figure in row}
    rows = Tally.objects.filter(
        event=event,
        sheet__version=1,
        sheet__accepted=False,
        sheet__game__table__round__stage=Stage.QUALIFYING,
    )
    columns = (
        "sheet__game__table__round__number",
        "sheet__game__table__number",
        "sheet__game__number",
        "guest__ref",
        "points",
    )
    first: dict[Entered, int] = {}
    for number, table, game, player, points in rows.order_by().values_list(*columns):
        figure = now.get((number, table, game, player))
        if figure is not None and points is not None and points != figure.points:
            first[figure] = points
    return first


IN_THE_GRID = re.compile(r"-\d{1,3}$")
"""The grid signs each game of a table with the key of its form and the number of the game."""
NO_DESK = "no desk"


def _origins(event: Event) -> defaultdict[tuple[int, int, int], Origin]:
    """Where the first version of every sheet came from; desks are numbered as they began."""
    rows = Sheet.objects.filter(
        event=event, version=1, game__table__round__stage=Stage.QUALIFYING
    ).order_by("entry__number")
    columns = (
        "game__table__round__number",
        "game__table__number",
        "game__number",
        "entry__key",
        "entry__actor",
        "entry__user",
        "entered_at",
        "entry__number",
    )
    desks: dict[int, str] = {}
    origins: defaultdict[tuple[int, int, int], Origin] = defaultdict(
        lambda: Origin("otherwise", NO_DESK, "")
    )
    for number, table, game, key, actor, user, moment, entry in rows.values_list(*columns):
        hour = f"{timezone.localtime(moment):%H}:00"
        desk = desks.setdefault(user, f"desk {len(desks) + 1}") if user else NO_DESK
        origins[number, table, game] = Origin(_way(key, actor, user), desk, hour, entry)
    return origins


def _way(key: str, actor: str, user: int | None) -> str:
    if user is None:
        return "pad" if ", phone " in actor else "otherwise"
    return "grid" if IN_THE_GRID.search(key) else "single game"


class Whereabouts(NamedTuple):
    """Where to find a guest and their card: the badge, and table and seat of each round."""

    badge: int
    seats: list[str]


def whereabouts(event: Event) -> dict[str, Whereabouts]:
    """Of every guest; two questions."""
    by_ref = {
        ref: Whereabouts(badge, [])
        for ref, badge in Guest.objects.filter(event=event).values_list("ref", "badge")
    }
    seats = Seat.objects.filter(
        event=event, round__stage=Stage.QUALIFYING, left_after_game=None, guest__isnull=False
    )
    for seat in seats.select_related("round", "table", "guest").order_by("round__number"):
        place = f"Table {table_label(event, seat.table.number)}, seat {seat.letter}"
        several = event.qualifying_rounds > 1
        by_ref[seat.guest.ref].seats.append(f"{seat.round}: {place}" if several else place)
    return by_ref


def entered_totals(event: Event, ref: str) -> dict[int, int]:
    """What is entered for one guest, by qualifying round."""
    rows = Tally.objects.filter(
        event=event, guest__ref=ref, sheet__accepted=True, state=TallyState.PLAYED
    )
    rows = rows.filter(sheet__game__table__round__stage=Stage.QUALIFYING)
    sums = rows.values("sheet__game__table__round__number").annotate(sum=Sum("points")).order_by()
    return dict(sums.values_list("sheet__game__table__round__number", "sum"))


def entered_games(event: Event, ref: str) -> dict[tuple[int, int], int]:
    """What is entered for one guest by round and game, in the order of play."""
    rows = Tally.objects.filter(
        event=event, guest__ref=ref, sheet__accepted=True, state=TallyState.PLAYED
    )
    rows = rows.filter(sheet__game__table__round__stage=Stage.QUALIFYING)
    columns = ("sheet__game__table__round__number", "sheet__game__number", "points")
    return {(number, game): points for number, game, points in sorted(rows.values_list(*columns))}
