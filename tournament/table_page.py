"""What the pages of one game at one table show: who sits there, the games beside it, and a row a seat."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Exists, Q

from scoring.formats import results
from scoring.hand import receipt
from scoring.rulebook import Rules
from scoring.sheet import DISMISSALS, Finding, SeatEntry
from scoring.sheet import Sheet as SheetValue
from tournament.card_faces import Face, drawn, faces
from tournament.format_words import place_or_laps
from tournament.grid import Cell, cells
from tournament.ledger.formats import Play, play_of, stored
from tournament.ledger.round_totals import told_in_all
from tournament.models import Event, Seat, Table
from tournament.submission import Place, flag_key

TAPPED = DISMISSALS[:3]
"""The reasons offered while a sheet is typed; a saved one offers all."""


@dataclass(frozen=True, slots=True)
class TablePage:
    """One game: its seats in order, the cells of all games of the table, and the tables on either side."""

    event: Event
    place: Place
    seats: tuple[Seat, ...]
    cells: tuple[Cell, ...]
    before: int | None
    after: int | None

    @property
    def cell(self) -> Cell:
        """The game itself."""
        return next(cell for cell in self.cells if cell.game == self.place.game)

    @property
    def table(self) -> Table:
        """The table of this round."""
        return self.seats[0].table

    @property
    def round_name(self) -> str:
        """The round as it is called."""
        return str(self.seats[0].round)

    @property
    def next_missing(self) -> int | None:
        """The next game of the table that is not in, looking on from this one and then from the start."""
        wanting = [cell.game for cell in self.cells if cell.state == "missing"]
        return next((game for game in wanting if game > self.place.game), wanting[0] if wanting else None)


def table_page(event: Event, place: Place) -> TablePage | None:
    """The page of a game, or None where there is no such game. Six queries; one more where cards bear totals."""
    found = cells(event, round=place.round, table=place.table)
    here = next((cell for cell in found if cell.game == place.game), None)
    if here is None:
        return None
    seats = Seat.objects.filter(
        Q(left_after_game__isnull=True) | Q(left_after_game__gte=place.game),
        event=event,
        round__number=place.round,
        table__number=place.table,
        from_game__lte=place.game,
    )
    if here.in_all[0]:
        seats = seats.exclude(Exists(told_in_all()))
    seated = tuple(seats.select_related("round", "table", "guest__livery").order_by("letter"))
    numbers = set(Table.objects.filter(event=event, round__number=place.round).values_list("number", flat=True))
    before, after = (number if number in numbers else None for number in (place.table - 1, place.table + 1))
    return TablePage(event, place, seated, found, before, after) if seated else None


@dataclass(frozen=True, slots=True)
class FlagShown:
    """A flag inside its row: what it is called in the form, its sentence, and the reason chosen for it."""

    key: str
    text: str
    chosen: str = ""
    reasons: tuple[str, ...] = TAPPED


@dataclass(frozen=True, slots=True)
class Row:
    """One seat as shown: who sits there, what was typed, the cards it means, and what was found about it."""

    seat: str
    name: str
    livery: str
    badge: int
    text: str = ""
    entry: SeatEntry | None = None
    cards: tuple[Face, ...] = ()
    points: int | None = None
    refusals: tuple[str, ...] = ()
    flags: tuple[FlagShown, ...] = ()

    @property
    def kind(self) -> str:
        """How the row is dressed: wrong and flagged before out."""
        if self.refusals:
            return "wrong"
        if self.flags:
            return "flagged"
        return "out" if self.entry and self.entry.went_out else ""

    @property
    def words(self) -> str:
        """What stands in the place of the cards."""
        if self.entry is None or self.cards:
            return ""
        if self.entry.went_out:
            return "Went out, no cards left"
        if self.entry.absent:
            return "Absent"
        if other := place_or_laps(self.entry):
            return other.capitalize()
        if self.entry.points is None:
            return ""
        return "Bare points, caught with an 8" if self.entry.caught_eight else "Bare points"

    @property
    def count(self) -> str:
        """The number of cards, to be read aloud."""
        number = len(self.cards)
        return "" if not number else f"{number} card{'s' * (number > 1)}"


@dataclass(frozen=True, slots=True)
class Typed:
    """What is known of a sheet while it is on a page: texts and entries by seat, findings, reasons chosen."""

    texts: Mapping[str, str]
    entries: Mapping[str, SeatEntry]
    findings: tuple[Finding, ...] = ()
    dismissed: Mapping[str, str] | None = None
    blocked: bool = False


def rows(event: Event, seats: Sequence[Seat], typed: Typed) -> tuple[Row, ...]:
    """A row for each seat in order."""
    play = play_of(event)
    known, points = faces(play.rules), _points(play, [seat.letter for seat in seats], typed)
    return tuple(_row(seat, points, typed, known) for seat in seats)


def _row(seat: Seat, points: Mapping[str, int | None], typed: Typed, known: dict[str, Face]) -> Row:
    letter = seat.letter
    entry = typed.entries.get(letter)
    about = [finding for finding in typed.findings if letter in finding.seats]
    chosen = typed.dismissed or {}
    return Row(
        seat=letter,
        name=seat.guest.name,
        livery=seat.guest.livery_name,
        badge=seat.guest.badge,
        text=typed.texts.get(letter, ""),
        entry=entry,
        cards=tuple(drawn(entry.hand, known)) if entry and entry.hand else (),
        points=points.get(letter),
        refusals=tuple(finding.text for finding in about if finding.refused),
        flags=tuple(
            FlagShown(flag_key(finding), finding.text, chosen.get(flag_key(finding), ""))
            for finding in about
            if not finding.refused and finding.seats[0] == letter
        ),
    )


def _points(play: Play, letters: Sequence[str], typed: Typed) -> dict[str, int | None]:
    """The points of each seat; where the whole table decides them, once it is whole and nothing is refused."""
    entries = [typed.entries[letter] for letter in letters if letter in typed.entries]
    if play.format.scorer == "own_hand":
        return {entry.seat: _alone(entry, play.rules) for entry in entries}
    if len(entries) < len(letters) or any(finding.refused for finding in typed.findings):
        return {}
    found = results(SheetValue(tuple(entries), blocked=typed.blocked), play.format, play.rules)
    return {seat: stored(play.format, one.points) for seat, one in found.items()}


def _alone(entry: SeatEntry, rules: Rules) -> int | None:
    if entry.went_out or entry.absent:
        return 0 if entry.went_out else None
    known = entry.hand is not None and rules.scoring.values is not None
    return receipt(entry.hand, rules).total if known and entry.hand else entry.points


def of_the_sheet(typed: Typed, letters: Iterable[str]) -> tuple[tuple[str, ...], tuple[FlagShown, ...]]:
    """What was found about the sheet as a whole, or about a seat that is not at the table: refusals and flags."""
    seated, chosen = set(letters), typed.dismissed or {}
    loose = [finding for finding in typed.findings if not seated.intersection(finding.seats)]
    refusals = tuple(finding.text for finding in loose if finding.refused)
    flags = (finding for finding in loose if not finding.refused)
    return refusals, tuple(FlagShown(flag_key(flag), flag.text, chosen.get(flag_key(flag), "")) for flag in flags)
