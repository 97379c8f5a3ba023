"""What a guest's own page shows: the next seat, who checks whom, their own games and totals, nothing held back."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q

from scoring.formats import Format
from scoring.seating import checkers
from scoring.words import number_word
from tournament.board import board, clock
from tournament.hall_plan import table_label
from tournament.ledger.formats import event_format, stored
from tournament.models import Event, Game, Guest, Round, Seal, Seat, Sheet, Stage, Tally, TallyState
from tournament.models.seating import RoundState
from tournament.public_board import public_place
from tournament.public_names import called


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Somebody at the table: the name, the livery, and the words for where they sit."""

    name: str
    livery: str
    where: str


@dataclass(frozen=True, slots=True)
class NextSeat:
    """Table and seat, the words above them, and the two neighbours who look over hands."""

    words: str
    table: str
    letter: str
    checks: Neighbour | None
    checked_by: Neighbour | None


@dataclass(frozen=True, slots=True)
class GameShown:
    """One game of the guest: a figure, or the state and the words in its place."""

    key: int
    number: int
    points: int | None
    state: str
    words: str


@dataclass(frozen=True, slots=True)
class RoundShown:
    """The guest's games of a round, its total (None before the first), and who has looked them over."""

    name: str
    games: tuple[GameShown, ...]
    total: int | None
    checked: str = ""


@dataclass(frozen=True, slots=True)
class GuestPage:
    """The whole page."""

    guest: Guest
    seat: NextSeat | None
    rounds: tuple[RoundShown, ...]
    total: int | None
    adjusted: int
    par: int = 0
    place: str = ""

    @property
    def columns(self) -> tuple[int, ...]:
        """The numbers of games of the longest round."""
        return tuple(range(1, max((len(shown.games) for shown in self.rounds), default=0) + 1))

    @property
    def begun(self) -> int:
        """How many rounds have a total."""
        return sum(shown.total is not None for shown in self.rounds)

    @property
    def games(self) -> list[tuple[int, str]]:
        """The games that are in, to choose from."""
        unit = event_format(self.guest.event).unit
        shown = ((held, game) for held in self.rounds for game in held.games if game.state != "missing")
        return [(game.key, f"{held.name}, {unit} {game.number}") for held, game in shown]


def guest_page(guest: Guest) -> GuestPage:
    """The page of a guest. Nine queries and the board."""
    event = guest.event
    seats = list(_seats(event, guest))
    games = _games(seats)
    tallies = _tallies(guest, games)
    totals = _totals(event, guest.ref)
    rounds = tuple(_round(seat, games, tallies, totals, event_format(event)) for seat in seats)
    standing = next((one for one in board(event).standings if one.player == guest.ref), None)
    return GuestPage(
        guest=guest,
        seat=_next_seat(event, seats, games, tallies),
        rounds=rounds,
        total=standing.total if standing else None,
        adjusted=standing.adjusted if standing else 0,
        par=standing.par if standing else 0,
        place=_place(event, guest.ref),
    )


def _place(event: Event, ref: str) -> str:
    """The place that anybody may know, held back where the board is."""
    found = public_place(event, ref)
    if found is None or found.place == "–":
        return ""
    where = " in the play-off" if found.stage == Stage.PLAYOFF else ""
    when = f", as of {clock(found.as_of)}" if found.as_of else ""
    return f"Place {found.place.removeprefix('=')}{', shared' if '=' in found.place else ''}{where}{when}."


def _seats(event: Event, guest: Guest) -> Iterable[Seat]:
    """The guest's last seat of every round that is published; the play-off's only once the cut is revealed."""
    seats = Seat.objects.filter(event=event, guest=guest).exclude(round__state=RoundState.DRAFT)
    if not Seal.objects.filter(event=event, broken_at=None, revealed_at__isnull=False).exists():
        seats = seats.filter(round__stage=Stage.QUALIFYING)
    found = {seat.round.number: seat for seat in seats.select_related("round", "table").order_by("from_game")}
    return (found[number] for number in sorted(found))


def _games(seats: list[Seat]) -> dict[tuple[int, int], Game]:
    """The games of these seats' tables by round and number."""
    rows = Game.objects.filter(table__in=[seat.table_id for seat in seats]).select_related("table__round")
    return {(game.table.round.number, game.number): game for game in rows.order_by("number")}


def _tallies(guest: Guest, games: Mapping[tuple[int, int], Game]) -> dict[int, Tally]:
    """The guest's tallies that count, by game."""
    rows = Tally.objects.filter(guest=guest, sheet__accepted=True).select_related("sheet")
    return {tally.sheet.game_id: tally for tally in rows}


def _totals(event: Event, ref: str) -> Mapping[int, int]:
    """The guest's points by round, as the one board counts them."""
    now = board(event)
    found = [one for one in (*now.standings, *now.playoff) if one.player == ref]
    return {number: points for one in found for number, points in one.rounds.items()}


def _round(
    seat: Seat,
    games: Mapping[tuple[int, int], Game],
    tallies: Mapping[int, Tally],
    totals: Mapping[int, int],
    form: Format,
) -> RoundShown:
    here = [game for (number, _game), game in games.items() if number == seat.round.number]
    shown = tuple(_game(game, tallies.get(game.pk), form) for game in here)
    begun = any(game.state != "missing" for game in shown)
    total = totals.get(seat.round.number) if begun else None
    sheets = [tallies[game.pk].sheet for game in here if game.pk in tallies]
    return RoundShown(str(seat.round), shown, total, _checked(str(seat.round), sheets, form))


def _game(game: Game, tally: Tally | None, form: Format) -> GameShown:
    if game.void:
        return GameShown(game.pk, game.number, None, "unplayed", "does not count")
    if tally is None:
        words = ("unplayed", "not played") if game.not_played else ("missing", "to come")
        return GameShown(game.pk, game.number, None, *words)
    if tally.state == TallyState.ABSENT:
        return GameShown(game.pk, game.number, None, "unplayed", "absent")
    won = "won" if tally.place == 1 else "went out"
    out = won if tally.went_out else ""
    return GameShown(game.pk, game.number, stored(form, tally.points), "entered", out)


def _checked(name: str, sheets: list[Sheet], form: Format) -> str:
    """How many of a round's games that are in were looked over."""
    looked = sum(sheet.checked for sheet in sheets)
    if not sheets or not looked:
        return ""
    if looked == len(sheets):
        many = f"the {form.unit} is" if looked == 1 else f"all {number_word(looked)} {form.units} are"
        return f"{name}: {many} checked by the left-hand neighbour."
    return f"{name}: {looked} of {len(sheets)} {form.units} checked by the left-hand neighbour."


def _next_seat(
    event: Event, seats: list[Seat], games: Mapping[tuple[int, int], Game], tallies: Mapping[int, Tally]
) -> NextSeat | None:
    """The seat of the first open round in which a game of the guest is missing."""
    for at, seat in enumerate(seats):
        here = [game for (number, _game), game in games.items() if number == seat.round.number]
        missing = [game for game in here if game.pk not in tallies and not game.not_played and not game.void]
        if seat.round.open and missing and seat.left_after_game is None:
            begun = len(missing) < len(here)
            return _seat(event, seat, _words(seat.round, first=at == 0, begun=begun))
    return None


def _words(held: Round, *, first: bool, begun: bool) -> str:
    name = str(held).lower()
    if begun:
        return f"Your seat in {'the ' if held.stage != Stage.QUALIFYING else ''}{name}"
    return f"Your seat: {name}" if first else f"Your next seat: {name}, when called"


def _seat(event: Event, seat: Seat, words: str) -> NextSeat:
    """The seat with the neighbours on either side, who check and are checked."""
    taken = Seat.objects.filter(Q(left_after_game=None), table=seat.table).select_related("guest__livery")
    people = {one.letter: one.guest for one in taken.order_by("letter")}
    by = checkers(tuple(people))
    checked = {checker: letter for letter, checker in by.items()}
    left, right = by.get(seat.letter), checked.get(seat.letter)
    return NextSeat(
        words=words,
        table=table_label(event, seat.table.number),
        letter=seat.letter,
        checks=_neighbour(people[str(right)], f"seat {right}") if right else None,
        checked_by=_neighbour(people[str(left)], f"seat {left}, on your left") if left else None,
    )


def _neighbour(guest: Guest, where: str) -> Neighbour:
    return Neighbour(called(guest), guest.livery_name, where)
