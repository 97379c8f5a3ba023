"""What the pages of one game at one table show: who sits there, the games beside it, and a row a
seat.

What the desk has in hand of one table: its seats, its sheets, the hands kept, and what the cards
say.

What may be asked for where something was entered in the wrong place.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from django.db.models import Exists, Q, QuerySet

from scoring.counting.hand import receipt
from scoring.counting.sheet import DISMISSALS, Finding, SeatEntry
from scoring.counting.sheet import Sheet as SheetValue
from scoring.formats import Format, Halves, results
from scoring.law.rulebook import Rules
from scoring.words import many
from tournament.counting.formats import Play, event_format, play_of, stored, whole
from tournament.counting.grid import Cell, cells
from tournament.counting.scores import told_in_all
from tournament.counting.seats import table_label
from tournament.counting.submission import Place, flag_key
from tournament.counting.words import Face, drawn, faces, place_or_laps
from tournament.guests.namesakes import names_alone
from tournament.models import (
    CardTotal,
    Event,
    Flag,
    RoundTotal,
    Seat,
    SecondKeying,
    Sheet,
    Table,
    TypedHand,
)
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
    def round_name(self) -> str:
        """The round as it is called."""
        return str(self.seats[0].round)

    @property
    def next_missing(self) -> int | None:
        """The next game of the table that is not in, looking on from this one and then from the
        start.
        """
        wanting = [cell.game for cell in self.cells if cell.state == "missing"]
        return next(
            (game for game in wanting if game > self.place.game), wanting[0] if wanting else None
        )


def table_page(event: Event, place: Place) -> TablePage | None:
    """The page of a game, or None where there is no such game.

    Six queries; one more where cards bear totals.
    """
    table_cells = cells(event, round=place.round, table=place.table)
    here = next((cell for cell in table_cells if cell.game == place.game), None)
    if here is None:
        return None
    seats = WITH_HANDS if here.in_all[0] else SEATED
    seated = tuple(seats.of(event.pk, place.round, place.table, place.game))
    if not seated:
        return None
    numbers = {number for (number,) in TABLES.of(event.pk, place.round)}
    before, after = (
        number if number in numbers else None for number in (place.table - 1, place.table + 1)
    )
    return TablePage(event, place, seated, table_cells, before, after)


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
    """What is known of a sheet while it is on a page: texts and entries by seat, findings, reasons
    chosen.
    """

    texts: Mapping[str, str]
    entries: Mapping[str, SeatEntry]
    findings: tuple[Finding, ...] = ()
    dismissed: Mapping[str, str] | None = None
    blocked: bool = False


def rows(event: Event, seats: Sequence[Seat], entries: Typed) -> tuple[Row, ...]:
    """A row for each seat in order."""
    play = play_of(event)
    face_by_rank, points = (
        faces(play.rules),
        _points(play, [seat.letter for seat in seats], entries),
    )
    created = (_row(seat, points, entries, face_by_rank) for seat in seats)
    alone = names_alone(event)
    refs = [seat.guest.ref for seat in seats]
    return tuple(
        replace(row, name=alone.get(ref, row.name)) for ref, row in zip(refs, created, strict=True)
    )


def _row(
    seat: Seat, points: Mapping[str, int | None], face_by_rank: Typed, known: Mapping[str, Face]
) -> Row:
    letter = seat.letter
    entry = face_by_rank.entries.get(letter)
    about = [finding for finding in face_by_rank.findings if letter in finding.seats]
    chosen = face_by_rank.dismissed or {}
    return Row(
        seat=letter,
        name=seat.guest.name,
        livery=seat.guest.livery_name,
        badge=seat.guest.badge,
        text=face_by_rank.texts.get(letter, ""),
        entry=entry,
        cards=tuple(drawn(entry.hand, known)) if entry and entry.hand else (),
        points=points.get(letter),
        refusals=tuple(finding.text for finding in about if finding.refused),
        flags=tuple(
            FlagShown(flag_key(finding), finding.text, chosen.get(flag_key(finding), ""))
            for finding in about
            if not finding.refused and finding.seats[0] == letter
        ),
        ref=seat.guest.ref,
    )


def _points(play: Play, letters: Sequence[str], input_: Typed) -> dict[str, int | None]:
    """The points of each seat; where the whole table decides them, once it is whole and nothing is
    refused.
    """
    entries = [input_.entries[letter] for letter in letters if letter in input_.entries]
    if play.format.scorer == "own_hand":
        return {entry.seat: _alone(entry, play.rules) for entry in entries}
    if len(entries) < len(letters) or any(finding.refused for finding in input_.findings):
        return {}
    scored = results(SheetValue(tuple(entries), blocked=input_.blocked), play.format, play.rules)
    return {seat: stored(play.format, row.points) for seat, row in scored.items()}


def _alone(entry: SeatEntry, rules: Rules) -> int | None:
    if entry.went_out or entry.absent:
        return 0 if entry.went_out else None
    is_known = entry.hand is not None and rules.scoring.values is not None
    return receipt(entry.hand, rules).total if is_known and entry.hand else entry.points


def of_the_sheet(
    entries: Typed, letters: Iterable[str]
) -> tuple[tuple[str, ...], tuple[FlagShown, ...]]:
    """What was found about the sheet as a whole, or about a seat that is not at the table: refusals
    and flags.
    """
    seated, chosen = set(letters), entries.dismissed or {}
    loose = [finding for finding in entries.findings if not seated.intersection(finding.seats)]
    refusals = tuple(finding.text for finding in loose if finding.refused)
    flags = (finding for finding in loose if not finding.refused)
    return refusals, tuple(
        FlagShown(flag_key(flag), flag.text, chosen.get(flag_key(flag), "")) for flag in flags
    )


def flags_in_a_row(event: Event) -> list[tuple[Place, Flag]]:
    """Every flag of the sheets that count, in the order of the games. One query."""
    table = "sheet__game__table"
    flags = Flag.objects.filter(event=event, sheet__accepted=True)
    ordered = flags.select_related(f"{table}__round").order_by(
        f"{table}__round__number", f"{table}__number", "sheet__game__number", "pk"
    )
    games = ((flag.sheet.game, flag) for flag in ordered)
    return [
        (Place(game.table.round.number, game.table.number, game.number), flag)
        for game, flag in games
    ]


def next_flagged(flags: Sequence[tuple[Place, Flag]], place: Place) -> Place | None:
    """The next game with an open flag, looking on from this one and then from the first."""
    games = list(
        dict.fromkeys(spot for spot, flag in flags if not flag.dismissed and spot != place)
    )
    here = (place.round, place.table, place.game)
    behind = (spot for spot in games if (spot.round, spot.table, spot.game) > here)
    return next(behind, games[0] if games else None)


def seats_at(event: Event, number: int, table: int) -> tuple[Seat, ...]:
    """Everybody who had a seat at a table in a round, in the order of the seats."""
    return tuple(SEATS_AT.of(event.pk, number, table))


def sheets_at(event: Event, number: int, table: int) -> dict[int, Sheet]:
    """The sheets that count, by game, each with its entry."""
    return {sheet.game.number: sheet for sheet in SHEETS_AT.of(event.pk, number, table)}


def typed_hands(event: Event, number: int, table: int) -> dict[tuple[int, str], str]:
    """What is kept of games that are not whole, by game and guest."""
    return {(game, ref): text for game, ref, text in TYPED_AT.of(event.pk, number, table)}


SEATS_AT = KeptQuery(
    lambda event, number, table: (
        Seat.objects.filter(event=event, round__number=number, table__number=table)
        .select_related("guest__livery", "round", "table")
        .order_by("letter", "from_game")
    )
)
SHEETS_AT = KeptQuery(
    lambda event, number, table: (
        Sheet.objects.filter(event=event, accepted=True, game__table__number=table)
        .filter(game__table__round__number=number)
        .select_related("entry", "game")
    )
)
TYPED_AT = KeptQuery(
    lambda event, number, table: (
        TypedHand.objects.filter(event=event, game__table__number=table)
        .filter(game__table__round__number=number)
        .values_list("game__number", "guest__ref", "text")
    )
)


def card_totals(event: Event, number: int, table: int | None = None) -> dict[str, int]:
    """What the cards say of a round, by guest, in the unit of the format; of several the last
    typed.

    `table` asks for those who sat at one.
    """
    totals = CardTotal.objects.filter(event=event, round__number=number)
    if table is not None:
        totals = totals.filter(
            guest__seats__table__number=table, guest__seats__round__number=number
        )
    form, columns = event_format(event), ("guest__ref", "points", "entry__body__halves")
    rows = totals.order_by("entry__number").values_list(*columns)
    return {ref: said_by_card(form, points, halves=bool(halves)) for ref, points, halves in rows}


def said_by_card(form: Format, points: int, *, halves: bool) -> int:
    """The points of a row as they count; `halves`: its entry says that half points were typed."""
    return Halves(points) if halves else whole(form, points)


def totals_in_all(event: Event, number: int) -> dict[str, int]:
    """The guests of whom a round is known by its total alone."""
    return dict(IN_ALL.of(event.pk, number))


IN_ALL = KeptQuery(
    lambda event, number: (
        RoundTotal.objects.filter(event=event, round__number=number, taken_back_by=None)
        .order_by()
        .values_list("guest__ref", "points")
    )
)


def keyed_twice(event: Event, number: int, table: int) -> frozenset[int]:
    """The games of a table whose sheets two people keyed alike."""
    return frozenset(game for (game,) in TWICE_AT.of(event.pk, number, table))


TWICE_AT = KeptQuery(
    lambda event, number, table: (
        SecondKeying.objects.filter(event=event, agrees=True, sheet__accepted=True)
        .filter(sheet__game__table__number=table, sheet__game__table__round__number=number)
        .order_by()
        .values_list("sheet__game__number")
    )
)


Hands = Literal["player", "seat"]
Spot = tuple[int, str]


@dataclass(frozen=True, slots=True)
class SheetMove:
    """A sheet and the game it belongs to; where that game has a sheet too, the
    two change places.
    """

    away: Place
    to: Place


@dataclass(frozen=True, slots=True)
class SeatChange:
    """A guest (by badge) who from a game on sat where `other` is listed, or at a free `spot`
    (table, letter).

    `hands` says of sheets that are in whether their hands go with the player or stay with the seat.
    """

    round: int
    one: int
    other: int | None = None
    spot: Spot | None = None
    from_game: int = 1
    hands: Hands = "player"


def sheets_seen(event: Event, *places: Place) -> str:
    """Which versions of some sheets count, as a preview remembers them. One query a sheet."""
    return " ".join(
        str(
            Sheet.objects.filter(
                event=event,
                accepted=True,
                game__number=place.game,
                game__table__number=place.table,
                game__table__round__number=place.round,
            )
            .values_list("version", flat=True)
            .first()
            or 0
        )
        for place in places
    )


def seats_seen(event: Event, change: SeatChange) -> str:
    """Where those whose seats change sit in that round, as a preview remembers it. One query."""
    badges = [badge for badge in (change.one, change.other) if badge is not None]
    seats = Seat.objects.filter(event=event, round__number=change.round, guest__badge__in=badges)
    spots = seats.order_by("guest__badge", "from_game").values_list(
        "table__number", "letter", "from_game", "left_after_game"
    )
    return " ".join(
        f"{table}{letter}{since}-{until or ''}" for table, letter, since, until in spots
    )
