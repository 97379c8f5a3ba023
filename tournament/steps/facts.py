"""Where an evening stands, as one value without a sentence in it: everything that decides what
comes next, read from its rows once.

What only matters before a round begins is asked before it begins, and no name of a guest is in it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Max, Q
from django.utils import timezone

from scoring.counting.cut import Cut, NoCut
from scoring.counting.playoff import Finalists
from tournament.counting.board import board
from tournament.counting.finals import (
    CUT,
    PODIUM,
    closing_of,
    finalists_of,
    left_behind,
    reading_now,
    replies,
)
from tournament.counting.grid import Cell, Grid, cells, grids
from tournament.counting.plan import fewest
from tournament.counting.rulings import outstanding
from tournament.counting.scores import seal_in_force
from tournament.counting.seats import waiting
from tournament.counting.target import last_round, target_words
from tournament.finals.cut_page import no_line
from tournament.leagues.people import strangers
from tournament.models import (
    CutOfCards,
    Event,
    Guest,
    LedgerEntry,
    Printing,
    Round,
    RoundClock,
    Seal,
    Stage,
)
from tournament.models.guest import AWAY, GuestStatus
from tournament.models.seating import RoundState
from tournament.paper.editions import WITHOUT_PAPER, cards_to_print
from tournament.seating.small_tables import SmallTable, small_tables
from tournament.site.cache import KeptQuery
from tournament.steps.matches import FEWEST, MatchFacts, match_facts


@dataclass(frozen=True, slots=True)
class RoundFacts:
    """One round; `laid` and `published` say how far its seats are, `running` whether its clock was
    started, `conflict` the first game of which two sheets differ.
    """

    number: int
    stage: str = Stage.QUALIFYING
    laid: bool = False
    published: bool = False
    closed: bool = False
    running: bool = False
    due: int = 0
    entered: int = 0
    tables: int = 0
    conflict: tuple[int, int] | None = None
    small: tuple[SmallTable, ...] = ()
    last_game: bool = False
    """Whether nothing but its last game is still played."""

    @property
    def begun(self) -> bool:
        """Whether anybody plays: its clock was started, or a sheet of it is in."""
        return self.running or self.entered > 0 or self.closed

    @property
    def all_in(self) -> bool:
        """Whether nothing of it is to come."""
        return self.entered >= self.due


@dataclass(frozen=True, slots=True)
class GuestFacts:
    """The list in figures: how many stand on it, take a seat, came in, are still awaited, and are
    here and sit nowhere.
    """

    listed: int = 0
    seated: int = 0
    arrived: int = 0
    awaited: int = 0
    seatless: int = 0


@dataclass(frozen=True, slots=True)
class ReadingFacts:
    """A list that is read out: how many of how many names, and when the last was."""

    read: int
    count: int
    clock: str = ""

    @property
    def complete(self) -> bool:
        """Whether the last name was read."""
        return self.read >= self.count


@dataclass(frozen=True, slots=True)
class LineFacts:
    """The line: why it cannot be drawn, or how many are level at it for how many places; the entry
    of the last cut of cards between them; the seal, how far its list was told, and whether the hall
    heard names of an earlier edition.
    """

    impossible: str = ""
    level: int = 0
    places: int = 0
    total: int = 0
    turned: int = 0
    sealed: bool = False
    behind: bool = False
    revealed: bool = False
    heard: bool = False
    reading: ReadingFacts | None = None
    unanswered: int = 0
    level_reserves: int = 0


@dataclass(frozen=True, slots=True)
class Facts:
    """All of it. `rounds` are the qualifying ones, the coming ones too; `extra` is the extra game
    that is open; `rulings` waits for a word why, by number; `level_prize` is the first prize of the
    podium that some are level for.
    """

    event: Event
    fewest: int
    guests: GuestFacts
    rounds: tuple[RoundFacts, ...]
    playoff: RoundFacts
    extra: RoundFacts | None
    printed: bool = True
    cards_to_print: int = 0
    rulings: tuple[int, ...] = ()
    line: LineFacts = field(default_factory=LineFacts)
    level_prize: str = ""
    podium: ReadingFacts | None = None
    podium_public: bool = False
    closed_by: tuple[str, str] = ("", "")
    matches: MatchFacts | None = None
    contested: RoundFacts | None = None
    """The first round, of whatever stage, of which two sheets differ."""
    strangers: int = 0
    """So many guests of the closed evening may be persons of its league, and nobody has said."""
    reading: str = ""
    """The list of which the hall has seen the reading begin."""
    last_round: int = 0
    """The number of the last qualifying round that is played."""
    target: str = ""
    """That the target is reached in the round that is played, and at which tables."""
    to_go: int = 0
    """The minutes to go that the hall is told, where an end is."""

    @property
    def playing(self) -> bool:
        """Whether anybody has played."""
        return any(round_.begun for round_ in self.rounds)

    @property
    def played_out(self) -> bool:
        """Whether every qualifying round is closed."""
        return all(round_.closed for round_ in self.rounds)


ROUNDS = KeptQuery(lambda event: Round.objects.filter(event=event).order_by("number"))
LISTED = KeptQuery(
    lambda event: (
        Guest.objects.filter(event=event)
        .annotate(arrived=Q(arrived_at__isnull=False))
        .order_by()
        .values_list("status", "arrived", "placeholder")
    )
)
"""Of each guest how they are listed, whether they arrived, and whether their name is to follow."""
RUNNING = KeptQuery(
    lambda event: (
        RoundClock.objects.filter(event=event)
        .exclude(started_at=None)
        .order_by()
        .values_list("round__number")
    )
)
PRINTED = KeptQuery(
    lambda event: (
        Printing.objects.filter(event=event, kind__in=("score-cards", WITHOUT_PAPER))
        .order_by()
        .values_list("kind")
        .distinct()
    )
)


def facts_of(event: Event) -> Facts:
    """Where an evening stands, by nothing but its row."""
    if event.paired:
        return _of_matches(event)
    return facts(event, tuple(ROUNDS.of(event.pk)), grids(cells(event)))


def _of_matches(event: Event) -> Facts:
    matches, playoff = match_facts(event), RoundFacts(event.playoff_round, Stage.PLAYOFF)
    end = _end(event) if matches.over else {}
    return Facts(event, FEWEST, GuestFacts(), (), playoff, None, matches=matches, **end)


def _end(event: Event) -> dict[str, Any]:
    """Who closed the evening, and what is left to say of it then."""
    closing = closing_of(event)
    if closing is None:
        return {}
    return {"closed_by": (_clock(closing), closing.actor), "strangers": strangers(event)}


def facts(event: Event, rounds: Sequence[Round], by_round: Mapping[int, Grid]) -> Facts:
    """Where an evening of tables stands, by its rounds and the grids of their games."""
    running = {number for (number,) in RUNNING.of(event.pk)}
    every = {round_.number: _round(round_, by_round, running) for round_ in rounds}
    planned = tuple(
        every.get(number) or RoundFacts(number) for number in range(1, event.qualifying_rounds + 1)
    )
    playing = any(round_.begun for round_ in planned)
    opened = next((row for row in rounds if row.open and row.stage == Stage.EXTRA), None)
    waits = next((row for row in planned if row.published and not row.begun), None)
    if waits is not None:
        small = tuple(table for table in small_tables(event) if table.round == waits.number)
        changed = replace(waits, small=small)
        planned = tuple(changed if row is waits else row for row in planned)
    kinds = set() if playing else {kind for (kind,) in PRINTED.of(event.pk)}
    played_out = all(row.closed for row in planned)
    return Facts(
        event,
        fewest(event),
        _guests(event, None if playing or waits is None else rounds),
        planned,
        every.get(event.playoff_round) or RoundFacts(event.playoff_round, Stage.PLAYOFF),
        every[opened.number] if opened else None,
        printed=playing or bool(kinds),
        cards_to_print=(
            cards_to_print(event) if waits and kinds == {"score-cards"} and not playing else 0
        ),
        contested=next((row for row in every.values() if row.conflict), None),
        reading=_list_read(event),
        rulings=tuple(ruling.number for ruling in outstanding(event)),
        last_round=last_round(event),
        target=next((target_words(event, row.number) for row in planned if not row.closed), ""),
        **(_after_the_rounds(event, every.get(event.playoff_round)) if played_out else {}),
    )


def _round(round_: Round, by_round: Mapping[int, Grid], running: set[int]) -> RoundFacts:
    grid = by_round.get(round_.number)
    cells = grid.cells if grid else ()
    conflict = next(((cell.table, cell.game) for cell in cells if cell.conflicts), None)
    return RoundFacts(
        round_.number,
        round_.stage,
        laid=True,
        published=round_.state != RoundState.DRAFT,
        closed=round_.state == RoundState.CLOSED,
        running=round_.number in running,
        due=grid.due if grid else 0,
        entered=grid.entered if grid else 0,
        tables=len({cell.table for cell in cells}),
        conflict=conflict,
        last_game=_last_game(cells),
    )


def _last_game(cells: Sequence[Cell]) -> bool:
    waiting = {cell.game for cell in cells if cell.due}
    return bool(cells) and waiting == {max(cell.game for cell in cells)}


def _guests(event: Event, rounds: Sequence[Round] | None) -> GuestFacts:
    """The list; `rounds` where somebody may be here without a seat in the first that is open."""
    rows = LISTED.of(event.pk)
    due = [arrived for status, arrived, _to_follow in rows if status == GuestStatus.REGISTERED]
    listed = [arrived for status, arrived, _to_follow in rows if status not in AWAY]
    arrived = sum(listed)
    opened = next((row for row in rounds or () if row.open), None)
    return GuestFacts(
        len(rows),
        len(listed),
        arrived,
        len(due) - sum(due),
        len(waiting(event, opened)) if opened and arrived else 0,
    )


def _after_the_rounds(event: Event, playoff: RoundFacts | None) -> dict[str, Any]:
    """The line, and what follows it, once every qualifying round is closed."""
    seal, now = seal_in_force(event), board(event)
    columns: dict[str, Any] = {"line": _line(event, seal, now.cut, playoff)}
    over = seal is not None and bool(seal.revealed_at)
    if over and (not event.has_playoff or (playoff and playoff.closed)):
        awards = now.prizes.podium if now.prizes and event.has_playoff else ()
        columns |= _end(event) | {
            "level_prize": next((award.prize for award in awards if award.undecided), ""),
            "podium": _reading(event, PODIUM),
            "podium_public": event.podium_revealed_at is not None,
        }
    return columns


def _line(
    event: Event, seal: Seal | None, cut: Cut | NoCut | None, playoff: RoundFacts | None
) -> LineFacts:
    if seal is None:
        if not isinstance(cut, Cut):
            return LineFacts(impossible=no_line(event, cut) if cut else "")
        return LineFacts(
            level=len(cut.undecided),
            places=cut.places_left,
            total=cut.cut_score,
            turned=_last_cards(event),
        )
    revealed, seated = seal.revealed_at is not None, bool(playoff and playoff.published)
    asks = revealed and event.has_playoff and not (playoff and playoff.laid)
    answers = replies(event, seal) if asks else {}
    through = _finalists(event, seal, answers) if asks else None
    players = through.players if through else ()
    return LineFacts(
        turned=0 if revealed else _last_cards(event),
        sealed=True,
        behind=not (revealed and (seated or not event.has_playoff)) and left_behind(seal, cut),
        revealed=revealed,
        heard=not revealed and _read_before(event, seal),
        reading=_reading(event, CUT),
        unanswered=sum(ref not in answers for ref in players),
        level_reserves=len(through.level) if through else 0,
    )


def _last_cards(event: Event) -> int:
    """The number in the record of the last cut of cards at the line; 0 before the first."""
    cuts = CutOfCards.objects.filter(event=event, stage=Stage.QUALIFYING)
    return cuts.aggregate(last=Max("entry__number"))["last"] or 0


def _finalists(event: Event, seal: Seal, answers: dict[str, bool]) -> Finalists:
    """Who would sit down, the reserves who were called up included."""
    return finalists_of(event, seal, board(event).standings, answers)


def _read_before(event: Event, seal: Seal) -> bool:
    """Whether names of an earlier edition were read, or its list was public."""
    earlier = Seal.objects.filter(event=event, edition__lt=seal.edition)
    return seal.edition > 1 and (
        (event.reading is not None and event.reading["edition"] < seal.edition)
        or earlier.filter(revealed_at__isnull=False).exists()
    )


def _list_read(event: Event) -> str:
    """The list of which the hall has seen the reading begin; a cut that was sealed again since is
    another list.
    """
    if event.reading is None or event.reading["stage"] == PODIUM:
        return PODIUM if event.reading else ""
    seal = seal_in_force(event)
    return CUT if seal is not None and seal.edition == event.reading["edition"] else ""


def _reading(event: Event, stage: str) -> ReadingFacts | None:
    reading = reading_now(event, stage)
    if reading is None:
        return None
    names, count = len(reading["called"]), reading["count"]
    if names < count:
        return ReadingFacts(names, count)
    last = LedgerEntry.objects.filter(event=event, kind="read").order_by("-number").first()
    return ReadingFacts(names, count, _clock(last))


def _clock(entry: LedgerEntry | None) -> str:
    return timezone.localtime(entry.at).strftime("%H:%M") if entry else ""
