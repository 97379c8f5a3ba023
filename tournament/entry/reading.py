"""What the pages of one game at one table show: who sits there, the other games of the table, and
for each seat a row with what was typed and what was found about it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, Q, QuerySet

from scoring.counting.hand import receipt
from scoring.counting.sheet import DISMISSALS, Finding, SeatEntry
from scoring.counting.sheet import Sheet as SheetValue
from scoring.formats import results
from scoring.law.rulebook import Rules
from scoring.words import many
from tournament.counting.dealers import dealers
from tournament.counting.faces import Face, drawn, faces
from tournament.counting.formats import Play, play_of, stored
from tournament.counting.grid import Cell, cells
from tournament.counting.plan import table_label
from tournament.counting.round_totals import told_in_all
from tournament.counting.submission import Place, Submission, flag_key, submission_from
from tournament.counting.words import place_or_laps
from tournament.entry.notation import typed
from tournament.guests.namesakes import names_alone
from tournament.models import Event, Seat, Sheet, Table
from tournament.site.cache import KeptQuery

TAPPED = DISMISSALS[:3]
"""The reasons offered while a sheet is typed; a saved one offers all."""


@dataclass(frozen=True, slots=True)
class TablePage:
    """One game: its seats in order, the cells of all games of the table, and the tables on either
    side.
    """

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
    def beside(self) -> tuple[tuple[int, str], ...]:
        """The tables on either side, by number and as they are called."""
        there = (number for number in (self.before, self.after) if number is not None)
        return tuple((number, table_label(self.event, number)) for number in there)

    @property
    def dealer(self) -> str:
        """The letter of the seat that deals the game, empty while nobody has said; at most two
        queries.
        """
        of_round = (self.place.round, self.place.table)
        return dealers(self.event, self.place.table).get(of_round, {}).get(self.place.game, "")

    @property
    def round_name(self) -> str:
        """The round as it is called."""
        return str(self.seats[0].round)

    @property
    def next_missing(self) -> int | None:
        """The next game of the table that is not in, looking on from this one and then from the
        start.
        """
        missing = [cell.game for cell in self.cells if cell.state == "missing"]
        later = [game for game in missing if game > self.place.game]
        return next(iter(later or missing), None)


def table_page(event: Event, place: Place) -> TablePage | None:
    """The page of a game, or None where there is no such game.

    Six queries; one more where cards bear totals.
    """
    table_cells = cells(event, round=place.round, table=place.table)
    cell = next((cell for cell in table_cells if cell.game == place.game), None)
    if cell is None:
        return None
    query = WITH_HANDS if cell.in_all[0] else SEATED
    seats = tuple(query.of(event.pk, place.round, place.table, place.game))
    if not seats:
        return None
    tables = {number for (number,) in TABLES.of(event.pk, place.round)}
    before, after = (
        number if number in tables else None for number in (place.table - 1, place.table + 1)
    )
    return TablePage(event, place, seats, table_cells, before, after)


def _seated(event: int, number: int, table: int, game: int) -> QuerySet[Seat]:
    """Who sits at a table in a game, in the order of the seats."""
    seats = Seat.objects.filter(
        Q(left_after_game__isnull=True) | Q(left_after_game__gte=game),
        event=event,
        round__number=number,
        table__number=table,
        from_game__lte=game,
    )
    return seats.select_related("round", "table", "guest__livery").order_by("letter")


SEATED = KeptQuery(_seated)
WITH_HANDS = KeptQuery(
    lambda event, number, table, game: _seated(event, number, table, game).exclude(
        Exists(told_in_all())
    )
)
"""Those seated whose round is not known by its total alone: only their hands are entered."""
TABLES = KeptQuery(
    lambda event, number: (
        Table.objects.filter(event=event, round__number=number).order_by().values_list("number")
    )
)


@dataclass(frozen=True, slots=True)
class FlagShown:
    """A flag inside its row: what it is called in the form, its sentence, and the reason chosen for
    it.
    """

    key: str
    text: str
    chosen: str = ""
    reasons: tuple[str, ...] = TAPPED


@dataclass(frozen=True, slots=True)
class Row:
    """One seat as shown: who sits there, what was typed, the cards it means, and what was found
    about it.
    """

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
    ref: str = ""

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
        if result_words := place_or_laps(self.entry):
            return result_words.capitalize()
        if self.entry.points is None:
            return ""
        return "Points only, caught with an 8" if self.entry.caught_eight else "Points only"

    @property
    def count(self) -> str:
        """The number of cards, to be read aloud."""
        number = len(self.cards)
        return "" if not number else many(number, "card")


@dataclass(frozen=True, slots=True)
class Typed:
    """A sheet as it stands on a page: what was typed and what it means, by seat; what was found;
    and the reasons chosen for flags (`dismissed`), by the key of the flag.
    """

    texts: Mapping[str, str]
    entries: Mapping[str, SeatEntry]
    findings: tuple[Finding, ...] = ()
    dismissed: Mapping[str, str] | None = None
    blocked: bool = False


def typed_of_sheet(sheet: Sheet | None) -> Typed:
    """A saved sheet as somebody would have typed it; nothing typed where there is none."""
    return typed_again(submission_from(sheet.entry.body)) if sheet else Typed({}, {})


def typed_again(submission: Submission) -> Typed:
    """What was sent as a sheet, as somebody would have typed it."""
    entries = {entry.seat: entry for entry in submission.entries}
    texts = {seat: typed(entry) for seat, entry in entries.items()}
    return Typed(texts, entries, blocked=submission.blocked)


def rows(event: Event, seats: Sequence[Seat], entries: Typed) -> tuple[Row, ...]:
    """A row for each seat in order. Namesakes are called so that they can be told apart."""
    play = play_of(event)
    points = _points(play, [seat.letter for seat in seats], entries)
    face_by_rank = faces(play.rules)
    names = names_alone(event)
    seat_rows = (_row(seat, points, entries, face_by_rank) for seat in seats)
    return tuple(replace(row, name=names.get(row.ref, row.name)) for row in seat_rows)


def _row(
    seat: Seat,
    points: Mapping[str, int | None],
    entries: Typed,
    face_by_rank: Mapping[str, Face],
) -> Row:
    letter = seat.letter
    entry = entries.entries.get(letter)
    findings = [finding for finding in entries.findings if letter in finding.seats]
    return Row(
        seat=letter,
        name=seat.guest.name,
        livery=seat.guest.livery_name,
        badge=seat.guest.badge,
        text=entries.texts.get(letter, ""),
        entry=entry,
        cards=tuple(drawn(entry.hand, face_by_rank)) if entry and entry.hand else (),
        points=points.get(letter),
        refusals=tuple(finding.text for finding in findings if finding.refused),
        flags=tuple(
            _flag(finding, entries)
            for finding in findings
            if not finding.refused and finding.seats[0] == letter
        ),
        ref=seat.guest.ref,
    )


def _flag(finding: Finding, entries: Typed) -> FlagShown:
    key = flag_key(finding)
    return FlagShown(key, finding.text, (entries.dismissed or {}).get(key, ""))


def _points(play: Play, letters: Sequence[str], sheet: Typed) -> dict[str, int | None]:
    """The points of each seat; where those of the others decide them, only once every seat is typed
    and nothing is refused.
    """
    entries = [sheet.entries[letter] for letter in letters if letter in sheet.entries]
    if play.format.scorer == "own_hand":
        return {entry.seat: _points_of_hand(entry, play.rules) for entry in entries}
    if len(entries) < len(letters) or any(finding.refused for finding in sheet.findings):
        return {}
    scored = results(SheetValue(tuple(entries), blocked=sheet.blocked), play.format, play.rules)
    return {seat: stored(play.format, row.points) for seat, row in scored.items()}


def _points_of_hand(entry: SeatEntry, rules: Rules) -> int | None:
    if entry.went_out:
        return 0
    if entry.absent:
        return None
    if entry.hand and rules.scoring.values is not None:
        return receipt(entry.hand, rules).total
    return entry.points


def of_the_sheet(
    entries: Typed, letters: Iterable[str]
) -> tuple[tuple[str, ...], tuple[FlagShown, ...]]:
    """What was found about the sheet as a whole, or about a seat that is not at the table: refusals
    and flags.
    """
    seated = set(letters)
    findings = [finding for finding in entries.findings if not seated.intersection(finding.seats)]
    return (
        tuple(finding.text for finding in findings if finding.refused),
        tuple(_flag(finding, entries) for finding in findings if not finding.refused),
    )
