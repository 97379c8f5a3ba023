"""An evening as it was at a number of its ledger: everything that a board is counted from, with
what was declared and decided by then, and the matches by their steps taken again.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from copy import copy
from functools import cached_property
from typing import Any

from scoring.counting.standings import CardCut, Facts
from scoring.counting.tally import Player, RoundTotal, Tally
from scoring.pairing.course import Course
from scoring.pairing.steps import retrace
from tournament.counting import scores
from tournament.counting.answers import Spells, answers_until, missed, spells, with_answers
from tournament.counting.formats import event_format, totals_with_unit, with_unit
from tournament.counting.history_entries import Entry, entries, undone, until
from tournament.counting.history_listing import undo_listing
from tournament.counting.history_seats import Sat, Seats, seats_at
from tournament.counting.level import ExtraGame, ranks_of
from tournament.counting.matches import plan, steps
from tournament.counting.par import SeatOf, par_of, totals_at_tables
from tournament.counting.round_totals import lift_round_totals
from tournament.counting.state import Cell, Whereabouts
from tournament.ledger.settings import of_round
from tournament.models import AdjustmentKind, Event, LedgerEntry, Round, Seat, Stage
from tournament.models import Tally as TallyRow
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState

Where = tuple[int, int, int]


def card_cuts(ledger: Iterable[Entry], stage: str) -> tuple[CardCut, ...]:
    """The Umpire's cuts of cards of a stage that stood after these entries, in their order."""
    cuts: dict[int, dict[str, str]] = {}
    for entry in ledger:
        if entry.kind == "cut_of_cards" and entry.body["stage"] == stage:
            cuts[entry.number] = entry.body["cards"]
        elif entry.kind == "take_back_cards":
            cuts.pop(entry.body["entry"], None)
    return tuple(CardCut(ranks=tuple(ranks_of(cards).items())) for cards in cuts.values())


def not_played(ledger: Iterable[Entry]) -> frozenset[Where]:
    """Round, table and game of all that were declared not played after these entries."""
    cells: set[Where] = set()
    for entry in ledger:
        if entry.kind == "unpublish":
            cells = {cell for cell in cells if cell[0] != entry.body["round"]}
        elif entry.kind in ("not_played", "time_out"):
            cells |= _cells(entry.body)
        elif entry.kind in ("play_after_all", "resume"):
            cells -= _cells(entry.body)
    return frozenset(cells)


def _cells(body: Any) -> set[Where]:
    if "games" in body:
        return {(body["round"], table, game) for table, game in body["games"]}
    return {(body["round"], body["table"], body["game"])}


def void(ledger: Iterable[Entry]) -> frozenset[Where]:
    """Round, table and game of all that rulings had made void after these entries."""
    cells: dict[int, Where] = {}
    for entry in ledger:
        body = entry.body
        if entry.kind == "adjust" and body["kind"] == AdjustmentKind.VOID:
            cells[body["number"]] = (body["round"], body["table"], body["game"])
        elif entry.kind == "cancel_adjustment":
            cells.pop(body["adjustment"], None)
    return frozenset(cells.values())


def sealed(ledger: Iterable[Entry]) -> bool:
    """Whether the cut was sealed after these entries."""
    kinds = [entry.kind for entry in ledger if entry.kind in ("seal", "break_seal")]
    return kinds[-1:] == ["seal"]


def event_then(event: Event, ledger: Iterable[Entry], number: int) -> Event:
    """The event's row as it was declared then; never to be saved.

    What no board is made of is as it is now.
    """
    then = copy(event)
    for entry in undone(ledger, number):
        if entry.kind == "settings":
            for name, value in entry.body["before"].items():
                if not of_round(name) and name != "date":
                    setattr(then, name, value)
    return then


def games_then(
    rounds: Iterable[tuple[int, int]], ledger: Iterable[Entry], number: int
) -> dict[int, int]:
    """The number of games of each round (given as it is now) before the later changes of it."""
    by_round = dict(rounds)
    for entry in undone(ledger, number):
        if entry.kind == "settings":
            by_round |= {
                of_round(name): games
                for name, games in entry.body["before"].items()
                if of_round(name)
            }
    return by_round


AS_NOW = (
    "The seats of round {0} are shown as they are now: the record of this evening does not show"
    " each change of them."
)


def past(event: Event) -> "Past":
    """The past of an evening, to be asked for any moment of it."""
    return Past(event)


class Past:
    """What the ledger tells, and what the rows hold now: read once for all moments."""

    def __init__(self, event: Event) -> None:
        self.event = event

    def at(self, number: int) -> "Moment":
        """The evening after the entry of this number; before the first one for 0, as it is now
        beyond the last one.
        """
        return Moment(self, number)

    @cached_property
    def told(self) -> list[Entry]:
        """The entries that say how things were."""
        return entries(self.event)

    @cached_property
    def field(self) -> tuple[Player, ...]:
        """The guests as they are listed now."""
        return scores.players(self.event)

    @cached_property
    def rounds(self) -> dict[int, tuple[str, int]]:
        """Stage and number of games of each round that is laid now."""
        rows = Round.objects.filter(event=self.event).values_list("number", "stage", "games")
        return {number: (stage, games) for number, stage, games in rows}

    @cached_property
    def seats(self) -> dict[int, set[Sat]]:
        """The seats of each published round as they are now."""
        rows = (
            Seat.objects.filter(event=self.event).exclude(round__state=RoundState.DRAFT).order_by()
        )
        columns = (
            "round__number",
            "table__number",
            "letter",
            "guest__ref",
            "from_game",
            "left_after_game",
        )
        by_round: defaultdict[int, set[Sat]] = defaultdict(set)
        for row in rows.values_list(*columns):
            by_round[row[0]].add(Sat(*row))
        return dict(by_round)

    @cached_property
    def untold(self) -> frozenset[int]:
        """The rounds whose seats now are not what the ledger makes of them: an older one does not
        tell everything.
        """
        seats = seats_at(self.told)
        seated = {number: set(seats.of_round(number)) for number in seats.tables}
        return frozenset(
            number for number, rows in self.seats.items() if seated.get(number) != rows
        )


class Moment:
    """One moment: a source of a board like the evening as it stands."""

    def __init__(self, source: Past, number: int) -> None:
        self.of, self.number = source, number

    @cached_property
    def told(self) -> list[Entry]:
        """The entries up to then."""
        return list(until(self.of.told, self.number))

    @cached_property
    def event(self) -> Event:
        """What was declared then; never to be saved."""
        return event_then(self.of.event, self.of.told, self.number)

    @cached_property
    def _field(self) -> tuple[dict[str, Player], tuple[str, ...]]:
        field, earlier = {player.id: player for player in self.of.field}, list(self.of.told)
        silent: list[str] = []
        for entry in undone(self.of.told, self.number):
            while earlier and earlier[-1].number >= entry.number:
                earlier.pop()
            silent.append(undo_listing(field, entry, earlier))
        return field, tuple(words for words in reversed(silent) if words)

    @property
    def field(self) -> tuple[Player, ...]:
        """The guests as they were listed then."""
        return tuple(self._field[0].values())

    @property
    def silences(self) -> tuple[str, ...]:
        """What the ledger does not tell of this moment, in sentences."""
        return self._field[1] + tuple(
            AS_NOW.format(number) for number in sorted(self.of.untold & set(self.rounds))
        )

    @cached_property
    def _seats(self) -> Seats:
        return seats_at(self.told)

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """The rounds that were published then."""
        return tuple(sorted(self._seats.tables))

    @cached_property
    def sat(self) -> list[Sat]:
        """Who had which seat of the published rounds then."""
        rows = [row for row in self._seats.rows if row.round not in self.of.untold]
        return rows + [
            row for number in self.of.untold & set(self.rounds) for row in self.of.seats[number]
        ]

    def stage(self, number: int) -> str:
        """The stage of a round."""
        laid = self.of.rounds.get(number)
        if stage := self._seats.stages.get(number) or (laid[0] if laid else ""):
            return stage
        if number == self.event.playoff_round:
            return Stage.PLAYOFF
        return Stage.EXTRA if number > self.event.playoff_round else Stage.QUALIFYING

    @cached_property
    def _numbers(self) -> dict[int, int]:
        """The number of games of each round then."""
        laid = {number: games for number, (_stage, games) in self.of.rounds.items()}
        older = games_then(laid.items(), self.of.told, self.number)
        usual = {Stage.PLAYOFF.value: self.event.playoff_games, Stage.EXTRA.value: 1}
        return {
            number: (
                games
                or older.get(number)
                or usual.get(self.stage(number), self.event.games_per_round)
            )
            for number, games in self._seats.games.items()
        }

    @cached_property
    def _without(self) -> dict[Where, str]:
        """The games of which no sheet counts, and why."""
        without = dict.fromkeys(not_played(self.told), "not_played")
        return without | dict.fromkeys(void(self.told), "void")

    @cached_property
    def _played(self) -> dict[str, tuple[Tally, ...]]:
        """The tallies of all sheets that counted then, by stage; one query."""
        rows = TallyRow.objects.filter(
            event=self.of.event, sheet__in=scores.accepted(self.of.event, until=self.number)
        )
        by_stage: defaultdict[str, list[Tally]] = defaultdict(list)
        for tally in with_unit(event_format(self.event), scores.tallies_of(rows)):
            by_stage[self.stage(tally.round)].append(tally)
        return {stage: tuple(listed) for stage, listed in by_stage.items()}

    @cached_property
    def cells(self) -> list[Cell]:
        """Every game of the rounds published then."""
        is_in = {tally.sheet for listed in self._played.values() for tally in listed}
        no_sheet = self._told_in_all if self.facts(Stage.QUALIFYING).round_totals else frozenset()
        no_sheet |= self._after_the_target()
        return [
            Cell(
                self.stage(game[0]),
                *game,
                game in self._without or game in no_sheet,
                game in is_in,
            )
            for game in self._games()
        ]

    def _after_the_target(self) -> frozenset[Where]:
        """The games of tables at which somebody had reached the target of the format before."""
        form = event_format(self.event)
        if form.ending != "target":
            return frozenset()
        totals: Counter[tuple[int, int, str]] = Counter()
        over: dict[tuple[int, int], int] = {}
        counted = (tally for listed in self._played.values() for tally in listed if tally.points)
        for tally in sorted(counted, key=lambda tally: tally.sheet):
            if self._without.get(tally.sheet) != "void":
                totals[tally.round, tally.table, tally.player] += tally.points or 0
                if totals[tally.round, tally.table, tally.player] >= form.target:
                    over.setdefault((tally.round, tally.table), tally.game)
        return frozenset(game for game in self._games() if game[2] > over.get(game[:2], game[2]))

    def _games(self) -> Iterator[Where]:
        """The games at which somebody sat then."""
        for number in self.rounds:
            for table in sorted(self._seats.tables[number]):
                for game in range(1, self._numbers[number] + 1):
                    if (number, table, game) in self._attended:
                        yield number, table, game

    @cached_property
    def _attended(self) -> frozenset[Where]:
        last = {row.round: self._numbers[row.round] for row in self.sat}
        return frozenset(
            (row.round, row.table, game)
            for row in self.sat
            for game in range(row.since, (row.until or last[row.round]) + 1)
        )

    @cached_property
    def _told_in_all(self) -> frozenset[Where]:
        """The games of which every seat was told by the total of a round."""
        totals = {
            (round_total.player, round_total.round)
            for stage in Stage
            for round_total in self.facts(stage).round_totals
        }
        without: defaultdict[Where, list[bool]] = defaultdict(list)
        for row in self.sat:
            for game in range(row.since, (row.until or self._numbers[row.round]) + 1):
                without[row.round, row.table, game].append((row.ref, row.round) in totals)
        return frozenset(place for place, in_all in without.items() if all(in_all))

    @cached_property
    def whereabouts(self) -> Whereabouts:
        """The number and time of the last entry then, and whether the cut was sealed."""
        rows = LedgerEntry.standing.filter(event=self.of.event, number__lte=self.number).order_by(
            "-number"
        )
        number, moment = rows.values_list("number", "at").first() or (0, None)
        return Whereabouts(number, moment, sealed(self.told))

    def tallies(self, stage: str) -> tuple[Tally, ...]:
        """Every tally of a stage that counted then."""
        on_sheets = (
            tally
            for tally in self._played.get(stage, ())
            if self._without.get(tally.sheet) != "void"
        )
        counted = with_answers(on_sheets, answers_until(self.of.event, self.number))
        absent = missed(self._late(stage), counted, self._moved(stage))
        return (*counted, *absent, *self._not_played(stage))

    def _late(self, stage: str) -> Spells:
        late = {player.id for player in self.field if player.status == GuestStatus.LATE}
        sat = (row for row in self.sat if row.ref in late and self.stage(row.round) == stage)
        return spells((row.ref, row.round, row.since, row.until, row.table) for row in sat)

    def _moved(self, stage: str) -> Spells:
        here = {player.id for player in self.field if player.status == GuestStatus.REGISTERED}
        sat = [row for row in self.sat if row.ref in here and self.stage(row.round) == stage]
        begun_later = {row.ref for row in sat if row.since > 1}
        return spells(
            (row.ref, row.round, row.since, row.until, row.table)
            for row in sat
            if row.ref in begun_later
        )

    def _not_played(self, stage: str) -> Iterator[Tally]:
        for (number, table, game), state in self._without.items():
            for row in self.sat if number in self.rounds and self.stage(number) == stage else ():
                if (row.round, row.table) == (number, table) and row.had(game):
                    yield Tally(
                        row.ref, number, table, game, "void" if state == "void" else "not_played"
                    )

    def facts(self, stage: str) -> Facts:
        """What was recorded beside the tallies then."""
        if stage not in self._facts:
            totals = lift_round_totals(self.of.event, stage, until=self.number)
            totals = totals_with_unit(event_format(self.event), totals)
            totals, per_game = totals_at_tables(
                totals, self._seats_of(totals) if par_of(self.event) else ()
            )
            self._facts[stage] = Facts(
                adjustments=tuple(scores.adjustments_until(self.event, stage, self.number)),
                card_cuts=card_cuts(self.told, stage),
                round_totals=totals,
                told=per_game,
            )
        return self._facts[stage]

    def _seats_of(self, totals: Iterable[RoundTotal]) -> list[SeatOf]:
        """The seats of those whose card bore a total alone."""
        pairs = {(total.player, total.round) for total in totals}
        return [
            (row.ref, row.round, row.table, row.since, row.until or self._numbers[row.round])
            for row in self.sat
            if (row.ref, row.round) in pairs
        ]

    @cached_property
    def _facts(self) -> dict[str, Facts]:
        return {}

    def extra_games(self) -> tuple[ExtraGame, ...]:
        """Every extra game that was in then, in the order they were played."""
        games: defaultdict[Where, list[tuple[str, int]]] = defaultdict(list)
        for tally in sorted(
            self._played.get(Stage.EXTRA, ()), key=lambda tally: (tally.sheet, tally.player)
        ):
            if tally.state == "played":
                games[tally.sheet].append((tally.player, tally.points or 0))
        return tuple(tuple(pairs) for pairs in games.values())


def course_then(moment: Moment) -> Course:
    """The course of the matches at a moment.

    Raises PairingError where what was declared then gives no stages.
    """
    return retrace(Course(plan(moment.event)), steps(moment.event, until=moment.number))
