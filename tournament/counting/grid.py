"""Every game of an evening and its state: the grid of tables by games.

The games of the qualifying rounds still to come: who sits together in each, and the rounds nobody
drew yet.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import ceil
from typing import Any, NamedTuple

from django.db.models import (
    Count,
    Exists,
    F,
    FilteredRelation,
    Min,
    OuterRef,
    Q,
    QuerySet,
    Subquery,
)

from scoring.counting.table_par import Par
from scoring.counting.tally import Direction, RoundTotal, Sheet, Tally
from scoring.law.rulebook import Rules
from tournament.counting import scores
from tournament.counting.formats import event_format
from tournament.counting.par import par_of
from tournament.counting.plan import table_label
from tournament.counting.round_totals import lift_round_totals, without_hands
from tournament.counting.seats import attended
from tournament.counting.target import after_the_target
from tournament.models import Conflict, Event, Flag, Game, Round, RoundClock, Stage
from tournament.models import Sheet as SheetRow
from tournament.models.seating import RoundState
from tournament.site.cache import KeptQuery

BAND = 24
"""So many tables stand side by side; more are cut into bands as even as can be,
none almost alone.
"""
FEW = 10
"""Up to so many tables, the grids of two rounds have room side by side."""
STATES = ("missing", "entered", "checked", "flagged", "blocked", "unplayed", "total")
WORDS = {
    "missing": "to come",
    "entered": "to check",
    "checked": "checked",
    "flagged": "look again",
    "blocked": "nobody went out",
    "unplayed": "not played",
    "total": "totals only",
}
"""The states as every page says them."""


class Cell(NamedTuple):
    """One game at one table: its state, the version that counts (0 for none), open flags and sheets
    in conflict.

    `not_played` is set too where a ruling made the game void.
    """

    round: int
    table: int
    game: int
    version: int = 0
    blocked: bool = False
    checked: bool = False
    not_played: bool = False
    flags: tuple[str, ...] = ()
    conflicts: int = 0
    chosen: bool = False
    """Whether the table has chosen: what counts came in after every sheet in conflict."""
    label: str = ""
    unit: str = "game"
    units: str = "games"
    in_all: tuple[int, int] = (0, 0)
    """Of how many seats a card bears only the total of the round, of how many; none unless there is
    such a card.
    """
    over: str = ""
    """Why it is not played, where the target was reached before it."""

    @property
    def whole_totals(self) -> bool:
        """Whether every seat is told by a round total, so that no sheet is due."""
        return self.in_all[0] > 0 and self.in_all[0] == self.in_all[1]

    @property
    def due(self) -> bool:
        """Whether its sheet is still to come in."""
        return not (self.version or self.not_played or self.whole_totals)

    @property
    def state(self) -> str:
        """The one word of the states that fits best: what wants doing comes first."""
        if self.conflicts or self.flags:
            return "flagged"
        if self.not_played or not self.version:
            waits = "total" if self.whole_totals else "missing"
            return "unplayed" if self.not_played else waits
        if not self.checked:
            return "entered"
        return "blocked" if self.blocked else "checked"

    @property
    def words(self) -> str:
        """The state as it is read out, with the place."""
        both = "two sheets, one chosen at the table" if self.chosen else "two sheets"
        state = both if self.conflicts else WORDS[self.state]
        place = f"table {self.label or self.table}, {self.unit} {self.game}"
        if self.in_all[0] and not self.whole_totals:
            return f"{place}, {state}, {self.in_all[0]} told by a round total"
        return f"{place}, {state}"


@dataclass(frozen=True)
class Grid:
    """The games of one round: rows of games by columns of tables, in bands, and how many are in
    which state.
    """

    round: int
    cells: tuple[Cell, ...]

    @cached_property
    def counts(self) -> tuple[tuple[str, int], ...]:
        """Each state in the order of the legend, worded with its number."""
        by_state = Counter(cell.state for cell in self.cells)
        return tuple(
            (state, by_state[state]) for state in STATES if state != "total" or by_state[state]
        )

    @property
    def legend(self) -> tuple[tuple[str, str], ...]:
        """State and words of the legend."""
        return tuple((state, f"{WORDS[state]} {number}") for state, number in self.counts)

    @cached_property
    def due(self) -> int:
        """How many sheets the round has when it is whole."""
        return sum(not (cell.not_played or cell.whole_totals) for cell in self.cells)

    @cached_property
    def entered(self) -> int:
        """How many are in."""
        return sum(
            cell.version > 0 and not (cell.not_played or cell.whole_totals) for cell in self.cells
        )

    @property
    def whole(self) -> bool:
        """Whether every sheet that is due is in."""
        return self.entered >= self.due

    @cached_property
    def settled(self) -> bool:
        """Whether every game is in, checked and without an open flag."""
        return all(cell.state in ("checked", "blocked", "unplayed", "total") for cell in self.cells)

    @cached_property
    def bands(self) -> tuple["Band", ...]:
        """The round cut into bands of tables, the last with as many columns as the others."""
        by_table: dict[int, list[Cell]] = {}
        for cell in self.cells:
            by_table.setdefault(cell.table, []).append(cell)
        tables = sorted(by_table)
        wide = ceil(len(tables) / ceil(len(tables) / BAND)) if tables else 1
        parts = [tables[start : start + wide] for start in range(0, len(tables), wide)]
        return tuple(_band([by_table[table] for table in part], wide) for part in parts)

    @property
    def is_small(self) -> bool:
        """Whether another small round has room beside it."""
        return len({cell.table for cell in self.cells}) <= FEW

    def beside(self, rest: Iterable["Grid"]) -> tuple["Grid", ...]:
        """Those of the other rounds that stand beside this one: small ones beside a small one."""
        return tuple(grid for grid in rest if self.is_small and grid.is_small)


@dataclass(frozen=True, slots=True)
class Band:
    """Tables as they are called and, game by game, their cells (None where a table has no such
    game).

    `blank` columns make it as wide as the bands above.
    """

    tables: tuple[str, ...]
    rows: tuple[tuple[int, tuple[Cell | None, ...]], ...]
    blank: range = range(0)


def _band(tables: Sequence[Sequence[Cell]], wide: int) -> Band:
    cells_by_game = [{cell.game: cell for cell in cells} for cells in tables]
    games = sorted({game for cells in cells_by_game for game in cells})
    return Band(
        tuple(cells[-1].label or str(cells[-1].table) for cells in tables),
        tuple((game, tuple(cells.get(game) for cells in cells_by_game)) for game in games),
        range(wide - len(tables)),
    )


def cells(event: Event, *, round: int | None = None, table: int | None = None) -> tuple[Cell, ...]:
    """Every game of the published rounds, or of one round or table, at which somebody sits.

    Four queries, however many games there are.
    """
    rows = _games(event, round, table)
    flags: dict[int, list[str]] = {}
    for game, text in OPEN_FLAGS.of(event.pk):
        flags.setdefault(game, []).append(text)
    conflicts = _conflicts(event)
    in_all, form = without_hands(event), event_format(event)
    over = after_the_target(event)
    words = form.unit, form.units
    called = {number: (table_label(event, number), *words) for number in {row[2] for row in rows}}
    listed = []
    for row in rows:
        waiting = conflicts.get(row[0], ())
        cell = Cell(
            *row[1:],
            tuple(flags.get(row[0], ())),
            len(waiting),
            bool(waiting) and all(waiting),
            *called[row[2]],
            in_all.get(row[1:4], (0, 0)),
        )
        if over and row[1:4] in over and not cell.version:
            cell = cell._replace(not_played=True, over=over[row[1:4]])
        listed.append(cell)
    return tuple(listed)


def contested(event: Event, *stages: str) -> list[Game]:
    """The games of these stages of which two differing sheets came, and nobody chose yet."""
    waiting = Conflict.objects.filter(event=event, resolved_by=None)
    games = Game.objects.filter(pk__in=waiting.values("game"), table__round__stage__in=stages)
    return list(
        games.select_related("table__round").order_by(
            "table__round__number", "table__number", "number"
        )
    )


def _conflicts(event: Event) -> dict[int, list[bool]]:
    """By game, of each sheet that waits in conflict, whether what counts came in after it."""
    by_game: dict[int, list[bool]] = {}
    for game, chosen in WAITING.of(event.pk):
        by_game.setdefault(game, []).append(chosen)
    return by_game


def _waiting(event: int) -> QuerySet[Conflict, Any]:
    from_table = {"accepted": True, "entry__user": None}  # a table has no account
    later = SheetRow.objects.filter(
        game=OuterRef("game"), entry__number__gt=OuterRef("entry__number"), **from_table
    )
    waiting = Conflict.objects.filter(event=event, resolved_by=None)
    return waiting.values_list("game_id", Exists(later))


def _open_flags(event: int) -> QuerySet[Flag, Any]:
    flags = Flag.objects.filter(event=event, dismissed="", sheet__accepted=True)
    return flags.order_by("pk").values_list("sheet__game_id", "text")


def _played(games: QuerySet[Game]) -> QuerySet[Game, Any]:
    games = attended(games).annotate(
        current=FilteredRelation("sheets", condition=Q(sheets__accepted=True))
    )
    columns = ("table__round__number", "table__number", "number")
    return games.order_by(*columns).values_list(
        "pk",
        *columns,
        "current__version",
        "current__blocked",
        "current__checked",
        "not_played",
        "void",
    )


WAITING, OPEN_FLAGS = KeptQuery(_waiting), KeptQuery(_open_flags)
EVERY_GAME = KeptQuery(lambda event: _played(Game.objects.filter(event=event)))
AT_TABLE = KeptQuery(
    lambda event, table: _played(Game.objects.filter(event=event, table__number=table))
)
OF_ROUND = KeptQuery(
    lambda event, round_: _played(Game.objects.filter(event=event, table__round__number=round_))
)
OF_TABLE = KeptQuery(
    lambda event, round_, table: _played(
        Game.objects.filter(event=event, table__round__number=round_, table__number=table)
    )
)


def _games(
    event: Event, round_: int | None, table: int | None
) -> list[tuple[int, int, int, int, int, bool, bool, bool]]:
    rows: list[tuple[Any, ...]]
    if round_ is not None and table is not None:
        rows = OF_TABLE.of(event.pk, round_, table)
    elif round_ is not None:
        rows = OF_ROUND.of(event.pk, round_)
    else:
        rows = EVERY_GAME.of(event.pk) if table is None else AT_TABLE.of(event.pk, table)
    return [
        (*row[:4], row[4] or 0, row[5] or False, row[6] or False, row[7] or row[8]) for row in rows
    ]


COLUMNS_OF_TIMES = (
    "table__round",
    "table__round__number",
    "table__number",
    "number",
    "first",
    "is_in",
)


def _came_in(event: int) -> QuerySet[Game, Any]:
    """The games of the rounds that are played, and when their first sheet came in."""
    games = Game.objects.filter(event=event, not_played=False, void=False)
    games = games.filter(table__round__state=RoundState.PUBLISHED)
    # A game counts from its first sheet on: a correction does not make it later.
    counts = Exists(SheetRow.objects.filter(game=OuterRef("pk"), accepted=True))
    rows = attended(games).annotate(first=Min("sheets__entered_at"), is_in=counts)
    return rows.order_by("table__number", "number").values_list(*COLUMNS_OF_TIMES)


CAME_IN = KeptQuery(_came_in)
CLOCKS = KeptQuery(
    lambda event: (
        RoundClock.objects.filter(event=event)
        .order_by()
        .values_list("round", "pauses", "paused_at", "ahead", "started_at")
    )
)
"""What the clocks of the rounds say."""


def grids(listed: Iterable[Cell]) -> dict[int, Grid]:
    """The grid of each round."""
    by_round: dict[int, list[Cell]] = {}
    for cell in listed:
        by_round.setdefault(cell.round, []).append(cell)
    return {number: Grid(number, tuple(some)) for number, some in by_round.items()}


NOBODY = ""
"""At a seat whose guest has nothing to come there: of this round only the total is known."""


@dataclass(frozen=True, slots=True)
class ToCome:
    """Who sits at each game that is due and not in, by round, table and game; and the rounds
    without a seating.

    `games` are those of a round without a seating. `foretold`: games of this format can be
    simulated; `par`: the declared par of tables, by which they are corrected; `played`: the figures
    so far, which tell how this hall plays.
    """

    drawn: Mapping[Sheet, tuple[str, ...]]
    rounds: int
    games: int
    rules: Rules
    direction: Direction
    foretold: bool = True
    par: Par = ()
    played: tuple[Tally, ...] = ()

    def without(self, game: Sheet, tallies: Iterable[Tally] = ()) -> "ToCome":
        """The same, once this game is in with these figures or, without any, will not be played."""
        remaining = {place: seats for place, seats in self.drawn.items() if place != game}
        return replace(self, drawn=remaining, played=self._with(game, tallies))

    def once_more(self, game: Sheet, seats: tuple[str, ...]) -> "ToCome":
        """The same, where this game is still to be played by these."""
        return replace(self, drawn={**self.drawn, game: seats}, played=self._with(game, ()))

    def _with(self, game: Sheet, tallies: Iterable[Tally]) -> tuple[Tally, ...]:
        if not self.foretold:
            return ()
        return in_order([*(tally for tally in self.played if tally.sheet != game), *tallies])


def in_order(played: Iterable[Tally]) -> tuple[Tally, ...]:
    """Figures game by game, so that the same ones are equal whenever they were entered."""
    return tuple(sorted(played, key=lambda tally: (tally.sheet, tally.player)))


def games_to_come(
    event: Event,
    totals: Iterable[RoundTotal] | None = None,
    played: tuple[Tally, ...] | None = None,
) -> ToCome:
    """What is still to be played, as the rows stand.

    Two queries, another unless the round `totals` are given, and another unless the figures
    `played` are.
    """
    accepted = SheetRow.objects.filter(game=OuterRef("pk"), accepted=True)
    due = Game.objects.filter(
        Q(table__seats__left_after_game=None) | Q(table__seats__left_after_game__gte=F("number")),
        ~Exists(accepted),
        table__seats__from_game__lte=F("number"),
        event=event,
        not_played=False,
        void=False,
        table__round__stage=Stage.QUALIFYING,
    )
    totals = lift_round_totals(event) if totals is None else totals
    form = event_format(event)
    if played is None and form.foretold:
        played = scores.entered(event, Stage.QUALIFYING)
    with_total = {(total.player, total.round) for total in totals}
    seated: defaultdict[Sheet, list[str]] = defaultdict(list)
    columns = ("table__round__number", "table__number", "number", "table__seats__guest__ref")
    rounds = Round.objects.filter(event=event, stage=Stage.QUALIFYING).order_by()
    counted = Subquery(rounds.values("event").annotate(rounds=Count("pk")).values("rounds"))
    rows = list(due.order_by("pk", "table__seats__letter").values_list(*columns, counted))
    for number, table, game, ref, _laid in rows:
        seated[number, table, game].append(NOBODY if (ref, number) in with_total else ref)
    laid = rows[0][-1] if rows else rounds.count()
    return ToCome(
        {place: tuple(seats) for place, seats in seated.items() if any(seats)},
        max(0, event.qualifying_rounds - laid),
        event.games_per_round,
        scores.rules(event),
        scores.ranking(event).direction,
        form.foretold,
        par_of(event),
        in_order(played or ()) if form.foretold else (),
    )
