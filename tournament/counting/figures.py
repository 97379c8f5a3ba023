"""The figures of the qualifying rounds as they were entered, for finding those that are wrong: what
stands beside each on its sheet, what it was before a correction, which personal cards agree with
it, by which way, at which desk and in which hour it came in, and where its guest and card are.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from statistics import fmean
from typing import NamedTuple

from django.db.models import Exists, OuterRef, QuerySet, Sum
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

Place = tuple[int, int, int]
"""Where a sheet belongs: round, table and game."""


class Entered(NamedTuple):
    """One figure as it is entered now, and how: whether the hand was tapped in, a neighbour looked
    over the sheet (`checked`), an unlikely hand was let stand, or the sheet was keyed in twice.
    """

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
    """Where a sheet first came from: the way of entry, the desk by its number and never by name,
    the hour on the clock of the hall; and the number of its entry in the ledger.
    """

    way: str
    desk: str
    hour: str
    entry: int = 0


SIDES = {"way": "Way of entry", "desk": "Desk", "hour": "Hour"}
"""Mistakes are counted by each of these fields of an origin, which pages call so."""
IN_THE_GRID = re.compile(r"-\d{1,3}$")
"""The grid signs each game of a table with the key of its form and the number of the game."""
NO_DESK = "no desk"


class Entries:
    """Every figure of the qualifying rounds, by guest and by sheet, and what was compared with it.

    `at_first` holds what a figure was before it was corrected, `compared` the guests and rounds
    whose card agrees with the entries. `differing` names the guests whose card says otherwise:
    nobody knows yet which of their figures is wrong. `tried` counts figures and mistakes by way of
    entry, by desk and by hour, and `weights` says how much each of these is doubted.
    """

    def __init__(self, event: Event) -> None:
        self.event = event
        self.of_player: defaultdict[str, list[Entered]] = defaultdict(list)
        self.of_sheet: defaultdict[Place, list[Entered]] = defaultdict(list)
        for figure in _entered(event):
            self.of_player[figure.player].append(figure)
            self.of_sheet[_place(figure)].append(figure)
        self.at_first = _at_first(event, self.of_sheet)
        self.corrected: defaultdict[Place, list[Entered]] = defaultdict(list)
        for figure in self.at_first:
            self.corrected[_place(figure)].append(figure)
        weights = [_weight(figure) for figure in self._figures()]
        self.average = fmean(weights) if weights else 1.0
        self.origins = _origins(event)
        self.compared, self.differing = self._compared()
        self.tried = self._tried()
        self.weights = {side: weights_by_way(ways) for side, ways in self.tried.items()}

    def cells(self, player: str) -> tuple[Cell, ...]:
        """The figures of a guest that may be wrong."""
        return tuple(map(self._cell, self.open_figures(player)))

    def open_figures(self, player: str) -> list[Entered]:
        """The figures of a guest whose card was not compared, or says otherwise."""
        return [figure for figure in self.of_player[player] if not self._is_compared(figure)]

    def by_game(self, player: str) -> tuple[int, ...]:
        """The points of a guest in the order in which the games were played."""
        figures = sorted(self.of_player[player], key=lambda figure: (figure.round, figure.game))
        return tuple(figure.points for figure in figures)

    def whole_cards(self) -> list[str]:
        """The guests whose card was compared in every round that is entered."""
        return [
            player
            for player, figures in self.of_player.items()
            if all(map(self._is_compared, figures))
        ]

    def habits(self, spread: Spread, lot: Iterable[str]) -> Habits:
        """What this evening's corrections and compared cards say of how often figures are wrong;
        `lot` are the guests drawn by lot.
        """
        figures = [figure for figure in self._figures() if self._is_compared(figure)]
        by_card: defaultdict[tuple[str, int], list[tuple[float, float]]] = defaultdict(list)
        for figure in figures:
            doubt = sum(odds(self._cell_at_first(figure), spread, SHARES).values())
            by_card[figure.player, figure.round].append((doubt, self._weight(figure)))
        compared = self.whole_cards()
        by_lot = set(lot).intersection(compared)
        lot_figures = [figure for player in by_lot for figure in self.of_player[player]]
        return Habits(
            compared=len(compared),
            wrong=sum(figure in self.at_first for figure in figures),
            exposure=sum(
                exposure_of(doubt for doubt, _ in card) * fmean(weight for _, weight in card)
                for card in by_card.values()
            ),
            by_lot=len(by_lot),
            by_lot_wrong=sum(figure in self.at_first for figure in lot_figures),
            by_lot_figures=len(lot_figures),
            shares=learned(self._mistakes(), spread),
        )

    def _figures(self) -> Iterator[Entered]:
        return chain.from_iterable(self.of_player.values())

    def _sheet(self, figure: Entered) -> list[Entered]:
        return self.of_sheet[_place(figure)]

    def _origin(self, figure: Entered) -> Origin:
        return self.origins[_place(figure)]

    def _is_compared(self, figure: Entered) -> bool:
        return (figure.player, figure.round) in self.compared

    def _compared(self) -> tuple[set[tuple[str, int]], list[str]]:
        """The guests and rounds whose card agrees with the entries, and the guests whose card does
        not. A card from before the newest game of its round came in says neither.
        """
        totals: defaultdict[tuple[str, int], int] = defaultdict(int)
        latest: defaultdict[tuple[str, int], int] = defaultdict(int)
        for figure in self._figures():
            card = figure.player, figure.round
            totals[card] += figure.points
            latest[card] = max(latest[card], self._origin(figure).entry)
        recorded = CardTotal.objects.filter(event=self.event).order_by("entry__number")
        columns = ("guest__ref", "round__number", "points", "entry__number")
        cards = {
            (ref, number): points
            for ref, number, points, entry in recorded.values_list(*columns)
            if entry > latest[ref, number]
        }
        agree = {card for card, points in cards.items() if totals.get(card) == points}
        return agree, sorted({player for player, _round in cards.keys() - agree})

    def _tried(self) -> dict[str, dict[str, Tried]]:
        """By side, how many figures came from each way, desk or hour, and how many of those
        compared were wrong.
        """
        tried: dict[str, dict[str, Tried]] = {side: {} for side in SIDES}
        for place, sheet in self.of_sheet.items():
            compared = [figure for figure in sheet if self._is_compared(figure)]
            wrong = sum(figure in self.at_first for figure in compared)
            for side, by_source in tried.items():
                source: str = getattr(self.origins[place], side)
                before = by_source.get(source, Tried(0))
                by_source[source] = Tried(
                    before.figures + len(sheet),
                    before.compared + len(compared),
                    before.wrong + wrong,
                )
        return {side: dict(sorted(by_source.items())) for side, by_source in tried.items()}

    def _cell(self, figure: Entered) -> Cell:
        """A figure as it stands now. Its row may have been taken for that of another guest, but not
        of one whose card was compared.
        """
        sheet = self._sheet(figure)
        points = [None if self._is_compared(peer) else peer.points for peer in sheet]
        neighbours, across = _points_of_others(sheet.index(figure), points)
        corrected = self.corrected.get(_place(figure), [])
        exchanged = None
        if len(corrected) == 1 and corrected[0] != figure and corrected[0].points == figure.points:
            exchanged = self.at_first[corrected[0]]
        return Cell(figure.points, neighbours, across, self._weight(figure), exchanged)

    def _cell_at_first(self, figure: Entered) -> Cell:
        """A figure as it was first entered, with the whole table as it stood then."""
        sheet = self._sheet(figure)
        points, index = (
            [self.at_first.get(peer, peer.points) for peer in sheet],
            sheet.index(figure),
        )
        return Cell(points[index], *_points_of_others(index, points))

    def _mistakes(self) -> Iterator[Found]:
        """The mistakes that corrections put right."""
        for figure, points in self.at_first.items():
            cell = self._cell_at_first(figure)
            yield Found(points, figure.points, cell.beside, cell.across)

    def _weight(self, figure: Entered) -> float:
        """How much a figure is doubted beside the average one of the evening.

        The way of entry only says which card to compare first. It never makes the list look surer:
        how often figures are wrong is learned from cards alone.
        """
        origin = self._origin(figure)
        # The mean of the three sides: a mistake shows in all of them, and counts once.
        by_origin = sum(self.weights[side][getattr(origin, side)] for side in SIDES) / 3
        return _weight(figure) / self.average * by_origin


def _place(figure: Entered) -> Place:
    return figure.round, figure.table, figure.game


def _points_of_others(
    index: int, points: Sequence[int | None]
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The points of the neighbours of a seat and of those across the table; of the points of the
    whole table those that are None are left out.
    """
    beside = {(index - 1) % len(points), (index + 1) % len(points)}
    others = [
        (seat in beside, number)
        for seat, number in enumerate(points)
        if seat != index and number is not None
    ]
    return (
        tuple(number for is_near, number in others if is_near),
        tuple(number for is_near, number in others if not is_near),
    )


def _weight(figure: Entered) -> float:
    """How much a figure is doubted for how it was entered."""
    weight = 1.0 if figure.hand is None else TAPPED
    weight *= LOOKED_OVER if figure.checked else 1
    weight *= KEYED_TWICE if figure.keyed_twice else 1
    return weight * (LET_STAND if figure.let_stand else 1)


def _entered(event: Event) -> Iterator[Entered]:
    """Every figure, sheet by sheet in the order of the seats."""
    dismissed = Flag.objects.filter(sheet=OuterRef("sheet")).exclude(dismissed="")
    agreeing = SecondKeying.objects.filter(sheet=OuterRef("sheet"), agrees=True)
    tallies = _played(event).annotate(let_stand=Exists(dismissed), keyed_twice=Exists(agreeing))
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
    for row in tallies.order_by("sheet", "seat").values_list(*columns):
        yield Entered(*row)


def _at_first(event: Event, sheets: Mapping[Place, Sequence[Entered]]) -> dict[Entered, int]:
    """What stood in the first version of a sheet where another version says otherwise now."""
    figures = {
        (*place, figure.player): figure for place, sheet in sheets.items() for figure in sheet
    }
    tallies = Tally.objects.filter(
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
    at_first: dict[Entered, int] = {}
    for number, table, game, player, points in tallies.order_by().values_list(*columns):
        figure = figures.get((number, table, game, player))
        if figure is not None and points is not None and points != figure.points:
            at_first[figure] = points
    return at_first


def _origins(event: Event) -> defaultdict[Place, Origin]:
    """Where the first version of every sheet came from; desks are numbered as they began."""
    sheets = Sheet.objects.filter(
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
    origins: defaultdict[Place, Origin] = defaultdict(lambda: Origin("otherwise", NO_DESK, ""))
    for number, table, game, key, actor, user, moment, entry in sheets.values_list(*columns):
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
    """Where to find every guest, by ref. Two queries."""
    by_ref = {
        ref: Whereabouts(badge, [])
        for ref, badge in Guest.objects.filter(event=event).values_list("ref", "badge")
    }
    seats = Seat.objects.filter(
        event=event, round__stage=Stage.QUALIFYING, left_after_game=None, guest__isnull=False
    )
    several = event.qualifying_rounds > 1
    columns = ("guest__ref", "round__number", "table__number", "letter")
    for ref, number, table, letter in seats.order_by("round__number").values_list(*columns):
        place = f"Table {table_label(event, table)}, seat {letter}"
        by_ref[ref].seats.append(f"Round {number}: {place}" if several else place)
    return by_ref


def entered_totals(event: Event, ref: str) -> dict[int, int]:
    """What is entered for one guest, by qualifying round."""
    rounds = _played(event).filter(guest__ref=ref).values("sheet__game__table__round__number")
    sums = rounds.annotate(sum=Sum("points")).order_by()
    return dict(sums.values_list("sheet__game__table__round__number", "sum"))


def entered_games(event: Event, ref: str) -> dict[tuple[int, int], int]:
    """What is entered for one guest by round and game, in the order of play."""
    columns = ("sheet__game__table__round__number", "sheet__game__number", "points")
    rows = sorted(_played(event).filter(guest__ref=ref).values_list(*columns))
    return {(number, game): points for number, game, points in rows}


def _played(event: Event) -> QuerySet[Tally]:
    """The tallies that count of games played in the qualifying rounds."""
    return Tally.objects.filter(
        event=event,
        sheet__accepted=True,
        state=TallyState.PLAYED,
        sheet__game__table__round__stage=Stage.QUALIFYING,
    )
