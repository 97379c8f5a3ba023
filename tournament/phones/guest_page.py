"""What a guest's own page shows: the next seat, who checks whom, their own games and totals,
nothing held back.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Q

from scoring.formats import Format
from scoring.seating import checkers
from scoring.words import number_word
from tournament.counting.board import board
from tournament.counting.formats import event_format, stored
from tournament.counting.plan import table_label
from tournament.guests.names import called
from tournament.guests.namesakes import namesakes
from tournament.models import (
    Event,
    Game,
    Guest,
    Round,
    RoundClock,
    Seal,
    Seat,
    Sheet,
    Stage,
    Tally,
    TallyState,
)
from tournament.models.event import PadTicks
from tournament.models.seating import RoundState
from tournament.phones.guest_standing import After, PlaceShown, after, place_shown, progress_words
from tournament.standings.public import public_board


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Somebody at the table: the name, the livery, and the words for where they sit."""

    name: str
    livery: str
    where: str


@dataclass(frozen=True, slots=True)
class NextSeat:
    """Table and seat, the words above them, how one comes there from the last seat, and the two
    neighbours who look over hands.
    """

    words: str
    movement: str
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
    """The guest's games of a round, its total (None before the first), and who has looked them
    over.
    """

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
    place: PlaceShown | None = None
    progress: str = ""
    after: After | None = None
    shares_name: bool = False

    @property
    def columns(self) -> tuple[int, ...]:
        """The numbers of games of the longest round."""
        return tuple(range(1, max((len(round_.games) for round_ in self.rounds), default=0) + 1))

    @property
    def begun(self) -> int:
        """How many rounds have a total."""
        return sum(round_.total is not None for round_ in self.rounds)

    @property
    def games(self) -> list[tuple[int, str]]:
        """The games that are in, to choose from."""
        unit = event_format(self.guest.event).unit
        visible = (
            (round_, game)
            for round_ in self.rounds
            for game in round_.games
            if game.state != "missing"
        )
        return [(game.key, f"{round_.name}, {unit} {game.number}") for round_, game in visible]


def guest_page(guest: Guest) -> GuestPage:
    """The page of a guest. Nine queries and the board."""
    event = guest.event
    every = list(_seats(event, guest))
    seats = list({seat.round_id: seat for seat in every}.values())
    tallies, totals = _tallies(guest), _totals(event, guest.ref)
    games = _seat_shown(every, tallies, event_format(event))
    actor = (
        "checked by the left-hand neighbour"
        if event.pad_ticks == PadTicks.EACH
        else "looked over at the table"
    )
    rounds = tuple(
        _round(seat, games, tallies, totals, event_format(event), actor) for seat in seats
    )
    standing = next(
        (standing for standing in board(event).standings if standing.player == guest.ref), None
    )
    context = {} if event.paired else public_board(event)
    seat = _next_seat(event, seats, games)
    points = [game.points for of_round in games.values() for game in of_round]
    return GuestPage(
        guest=guest,
        seat=seat,
        rounds=rounds,
        total=standing.total if standing else None,
        adjusted=standing.adjusted if standing else 0,
        par=standing.par if standing else 0,
        place=place_shown(event, guest.ref, context) if context else None,
        progress=progress_words(event, context) if context else "",
        after=after(event, standing, points, context) if context and not seat else None,
        shares_name=guest.ref in namesakes(event, public=True),
    )


def _seats(event: Event, guest: Guest) -> Iterable[Seat]:
    """The guest's seats of every round that is published, in order; the play-off's only once the
    cut is revealed.
    """
    seats = Seat.objects.filter(event=event, guest=guest).exclude(round__state=RoundState.DRAFT)
    if not Seal.objects.filter(event=event, broken_at=None, revealed_at__isnull=False).exists():
        seats = seats.filter(round__stage=Stage.QUALIFYING)
    return seats.select_related("round", "table").order_by("round__number", "from_game")


def _seat_shown(
    every: list[Seat], tallies: Mapping[int, Tally], form: Format
) -> Mapping[int, tuple[GameShown, ...]]:
    """The games of these rounds by round, each at the table where the guest sat in it, else at the
    last.
    """
    rows = Game.objects.filter(table__in={seat.table_id for seat in every}).select_related(
        "table__round"
    )
    at_table = {(game.table_id, game.number): game for game in rows.order_by("number")}
    by_round: dict[int, dict[int, GameShown]] = {}
    for (_table, number), game in at_table.items():
        of_round = [seat for seat in every if seat.round_id == game.table.round_id]
        sat = (
            seat
            for seat in of_round
            if seat.from_game <= number <= (seat.left_after_game or number)
        )
        seat = next(sat, None)
        mine = at_table.get(((seat or of_round[-1]).table_id, number), game)
        game_shown = _game(mine, tallies.get(mine.pk), form, seated=seat is not None)
        by_round.setdefault(game.table.round.number, {})[number] = game_shown
    return {number: tuple(games.values()) for number, games in by_round.items()}


def _tallies(guest: Guest) -> dict[int, Tally]:
    """The guest's tallies that count, by game."""
    rows = Tally.objects.filter(guest=guest, sheet__accepted=True).select_related("sheet")
    return {tally.sheet.game_id: tally for tally in rows}


def _totals(event: Event, ref: str) -> Mapping[int, int]:
    """The guest's points by round, as the one board counts them."""
    now = board(event)
    standings = [standing for standing in (*now.standings, *now.playoff) if standing.player == ref]
    return {number: points for standing in standings for number, points in standing.rounds.items()}


def _round(
    seat: Seat,
    games: Mapping[int, tuple[GameShown, ...]],
    tallies: Mapping[int, Tally],
    totals: Mapping[int, int],
    form: Format,
    actor: str,
) -> RoundShown:
    visible = games.get(seat.round.number, ())
    begun = any(game.state != "missing" for game in visible)
    total = totals.get(seat.round.number) if begun else None
    sheets = [tallies[game.key].sheet for game in visible if game.key in tallies]
    return RoundShown(
        str(seat.round), visible, total, _checked(str(seat.round), sheets, form, actor)
    )


def _game(game: Game, tally: Tally | None, form: Format, *, seated: bool) -> GameShown:
    if game.void:
        return GameShown(game.pk, game.number, None, "unplayed", "does not count")
    if tally is None and game.not_played:
        return GameShown(game.pk, game.number, None, "unplayed", "not played")
    if tally is None and seated:
        return GameShown(game.pk, game.number, None, "missing", "to come")
    if tally is None or tally.state == TallyState.ABSENT:
        return GameShown(game.pk, game.number, None, "unplayed", "absent")
    won = "won" if tally.place == 1 else "went out"
    out = won if tally.went_out else ""
    return GameShown(game.pk, game.number, stored(form, tally.points), "entered", out)


def _checked(name: str, sheets: list[Sheet], form: Format, actor: str) -> str:
    """How many of a round's games that are in were looked over, and by whom as far as anybody has
    said so.
    """
    looked = sum(sheet.checked for sheet in sheets)
    if not sheets or not looked:
        return ""
    if looked == len(sheets):
        many = (
            f"the {form.unit} is" if looked == 1 else f"all {number_word(looked)} {form.units} are"
        )
        return f"{name}: {many} {actor}."
    return f"{name}: {looked} of {len(sheets)} {form.units} {actor}."


def _next_seat(
    event: Event, seats: list[Seat], games: Mapping[int, tuple[GameShown, ...]]
) -> NextSeat | None:
    """The seat of the first open round in which a game of the guest is missing."""
    for index, seat in enumerate(seats):
        states = [game.state for game in games.get(seat.round.number, ())]
        if seat.round.open and "missing" in states and seat.left_after_game is None:
            begun = {*states} != {"missing"} or _runs(seat.round)
            words = _words(seat.round, first=index == 0, begun=begun)
            return _seat(
                event, seat, words, _movement(event, seats[index - 1] if index else None, seat)
            )
    return None


def _runs(round_: Round) -> bool:
    """Whether the clock of a round was started."""
    return RoundClock.objects.filter(round=round_).exclude(started_at=None).exists()


def _movement(event: Event, last: Seat | None, seat: Seat) -> str:
    """How one comes from the seat of the round before to this one."""
    if last is None:
        return ""
    place = (table_label(event, last.table.number), last.letter)
    to = (table_label(event, seat.table.number), seat.letter)
    if place == to:
        return "You stay where you sat."
    if place[0] == to[0]:
        return f"You stay at table {to[0]} and change from seat {place[1]} to seat {to[1]}."
    return f"You move on from table {place[0]}, seat {place[1]}."


def _words(round_: Round, *, first: bool, begun: bool) -> str:
    name = str(round_).lower()
    if begun and round_.stage == Stage.QUALIFYING:
        return f"Your seat in {name}"
    if begun:
        return f"Your seat in the {name}"
    return f"Your seat: {name}" if first else f"Your next seat: {name}, when called"


def _seat(event: Event, seat: Seat, words: str, movement: str) -> NextSeat:
    """The seat with the neighbours on either side, who check and are checked."""
    seats = Seat.objects.filter(Q(left_after_game=None), table=seat.table).select_related(
        "guest__livery"
    )
    people = {seat.letter: seat.guest for seat in seats.order_by("letter")}
    checker_by_letter = checkers(tuple(people))
    checked = {checker: letter for letter, checker in checker_by_letter.items()}
    left_neighbour, right = checker_by_letter.get(seat.letter), checked.get(seat.letter)
    return NextSeat(
        words=words,
        movement=movement,
        table=table_label(event, seat.table.number),
        letter=seat.letter,
        checks=_neighbour(people[str(right)], f"seat {right}") if right else None,
        checked_by=_neighbour(people[str(left_neighbour)], f"seat {left_neighbour}, on your left")
        if left_neighbour
        else None,
    )


def _neighbour(guest: Guest, place: str) -> Neighbour:
    return Neighbour(called(guest), guest.livery_name, place)
