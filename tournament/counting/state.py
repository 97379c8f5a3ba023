"""What a board is counted from, as the rows stand now."""

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from scoring.counting.standings import Facts
from scoring.counting.tally import Player, Tally
from tournament.counting import scores
from tournament.counting.level import ExtraGame, extra_games
from tournament.counting.round_totals import games_without_sheet
from tournament.counting.scores import Beside, beside
from tournament.counting.seats import attended
from tournament.counting.target import after_the_target
from tournament.models import Event, Game, LedgerEntry, Seal, Sheet, Stage
from tournament.site.cache import KeptQuery


class Cell(NamedTuple):
    """A game, whether no sheet of it counts (not played, or void), and whether one is in."""

    stage: str
    round: int
    table: int
    game: int
    not_played: bool
    is_in: bool


class Whereabouts(NamedTuple):
    """How far the ledger goes: its last number and the time of it, and whether
    the cut is sealed.
    """

    number: int
    at: datetime | None
    sealed: bool


class Present:
    """The evening as it stands; each part is asked for once, and only what there is."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.digest = ""
        """That of the last ledger entry, once `whereabouts` is asked."""
        self._facts: dict[str, Facts] = {}
        self._read: dict[str, Beside] = {}
        self._entered: dict[str, tuple[Tally, ...]] = {}

    @cached_property
    def field(self) -> tuple[Player, ...]:
        """The guests, by badge."""
        return scores.players(self.event)

    @cached_property
    def cells(self) -> list[Cell]:
        """Every game."""
        return cells_of(self.event, totals=bool(self.facts(Stage.QUALIFYING).round_totals))

    @cached_property
    def whereabouts(self) -> Whereabouts:
        """The number and time of the last ledger entry, and whether the cut is sealed."""
        nothing = (0, None, False, "")
        number, moment, sealed, self.digest = next(iter(WHEREABOUTS.of(self.event.pk)), nothing)
        return Whereabouts(number, moment, sealed)

    def tallies(self, stage: str) -> tuple[Tally, ...]:
        """The tallies of a stage, asking only for what there is."""
        of_stage = [cell for cell in self.cells if cell.stage == stage]
        if any(cell.is_in for cell in of_stage):
            read = self._beside(stage)
            return scores.told_with(self._entered_in(stage), read) + read.not_played
        return self._beside(stage).not_played if of_stage else ()

    def grown(
        self, event: Event, entered: tuple[Tally, ...], last: tuple[int, datetime, str]
    ) -> "Present | None":
        """The same evening once these tallies of its rounds came in, and nothing else; None where
        their games are not those to come.
        """
        fresh = {(tally.round, tally.table, tally.game) for tally in entered}
        due = {cell[1:4] for cell in self.cells if cell.stage == Stage.QUALIFYING}
        if not fresh <= due - {cell[1:4] for cell in self.cells if cell.is_in}:
            return None
        later = Present(event)
        later._facts, later._read = self._facts, self._read
        later._entered = dict(self._entered)
        later._entered[Stage.QUALIFYING] = self._entered_in(Stage.QUALIFYING) + entered
        vars(later)["field"] = self.field
        vars(later)["cells"] = [
            cell._replace(is_in=True) if cell[1:4] in fresh else cell for cell in self.cells
        ]
        number, moment, later.digest = last
        vars(later)["whereabouts"] = Whereabouts(number, moment, self.whereabouts.sealed)
        return later

    def _entered_in(self, stage: str) -> tuple[Tally, ...]:
        """What stands on the sheets of a stage; no query before the first of them."""
        if stage not in self._entered:
            any_in = any(cell.is_in for cell in self.cells if cell.stage == stage)
            self._entered[stage] = scores.entered(self.event, stage) if any_in else ()
        return self._entered[stage]

    def facts(self, stage: str) -> Facts:
        """What is recorded beside the tallies."""
        if stage not in self._facts:
            self._facts[stage] = scores.facts_of(self.event, stage, self._beside(stage))
        return self._facts[stage]

    def _beside(self, stage: str) -> Beside:
        if stage not in self._read:
            self._read[stage] = beside(self.event, stage)
        return self._read[stage]

    def extra_games(self) -> tuple[ExtraGame, ...]:
        """Every extra game that is in."""
        return extra_games(self.event)


def cells_of(event: Event, *, totals: bool = True) -> list[Cell]:
    """Every game as it stands; `totals` where cards may bear the total of a round alone."""
    no_sheet = games_without_sheet(event) if totals else after_the_target(event)
    return [
        Cell(
            stage, number, table, game, unplayed or void or (number, table, game) in no_sheet, is_in
        )
        for stage, number, table, game, is_in, unplayed, void in CELLS.of(event.pk)
    ]


def _cells(event: int) -> QuerySet[Game, Any]:
    accepted = Sheet.objects.filter(game=OuterRef("pk"), accepted=True)
    games = attended(Game.objects.filter(event=event)).annotate(is_in=Exists(accepted)).order_by()
    columns = (
        "table__round__stage",
        "table__round__number",
        "table__number",
        "number",
        "is_in",
        "not_played",
        "void",
    )
    return games.values_list(*columns)


def _whereabouts(event: int) -> QuerySet[LedgerEntry, Any]:
    in_force = Seal.objects.filter(event=OuterRef("event"), broken_at__isnull=True)
    last = LedgerEntry.objects.filter(event=event).order_by("-number")
    return last.annotate(sealed=Exists(in_force)).values_list("number", "at", "sealed", "digest")[
        :1
    ]


CELLS, WHEREABOUTS = KeptQuery(_cells), KeptQuery(_whereabouts)


def due(cells: Iterable[Cell], stage: str) -> list[Cell]:
    """The games of a stage of which a sheet is wanted, or in."""
    return [cell for cell in cells if cell.stage == stage and not cell.not_played]
