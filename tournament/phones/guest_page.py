"""What a guest's own page shows: the next seat, who checks whom, their own games and totals,
nothing held back.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from scoring.formats import Format
from scoring.seating import checkers
from scoring.words import number_word
from tournament.counting.formats import event_format, stored
from tournament.counting.plan import table_label
from tournament.models import Event, Guest, Round, Stage, TallyState
from tournament.models.event import PadTicks
from tournament.phones.guest_rows import GuestRows, Played, Sat, Told, guest_rows
from tournament.phones.guest_standing import PlaceShown, after, place_shown, progress_words


@dataclass(frozen=True, slots=True)
class Neighbour:
    """Somebody at the table: the name, the livery, and the words for where they sit."""

    name: str
    livery: str
    where: str


@dataclass(frozen=True, slots=True)
class NextSeat:
    """Table and seat, the words above them, how one comes there from the last seat, and the two
    neighbours who look over hands. `drawn` (tournament/templatetags/text.py) keeps its part of the
    page by this value.
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
    """The guest's games of a round, its total (None before the first), who has looked them over,
    and whether the guest has won it at their table.
    """

    name: str
    games: tuple[GameShown, ...]
    total: int | None
    checked: str = ""
    won: str = ""


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
    after: dict[str, Any] | None = None
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
    def games(self) -> tuple[tuple[int, str], ...]:
        """The games that are in, to choose from."""
        unit = event_format(self.guest.event).unit
        visible = (
            (round_, game)
            for round_ in self.rounds
            for game in round_.games
            if game.state != "missing"
        )
        return tuple((game.key, f"{round_.name}, {unit} {game.number}") for round_, game in visible)


def guest_page(guest: Guest) -> GuestPage:
    """The page of a guest; no query while the rows of the evening are kept."""
    event, rows = guest.event, guest_rows.of(guest.event)
    every = rows.seats.get(guest.pk, [])
    seats = list({seat.round_id: seat for seat in every}.values())
    tallies = rows.tallies.get(guest.pk, {})
    games = _games(rows, every, tallies)
    standing, context = rows.standings.get(guest.ref), rows.public
    seat = _next_seat(rows, seats, games)
    points = [game.points for of_round in games.values() for game in of_round]
    totals = rows.totals.get(guest.ref, {})
    return GuestPage(
        guest=guest,
        seat=seat,
        rounds=tuple(
            _round(
                event,
                rows.rounds[seat.round_id],
                games,
                tallies,
                totals,
                rows.won.get(guest.ref, {}),
            )
            for seat in seats
        ),
        total=standing.total if standing else None,
        adjusted=standing.adjusted if standing else 0,
        par=standing.par if standing else 0,
        place=place_shown(event, guest.ref, context) if context else None,
        progress=progress_words(event, context) if context else "",
        after=after(event, standing, points, context) if context and not seat else None,
        shares_name=guest.ref in rows.sharing,
    )


def _games(
    rows: GuestRows, every: list[Sat], tallies: Mapping[int, Told]
) -> Mapping[int, tuple[GameShown, ...]]:
    """The games of these seats by round, each at the table where the guest sat in it, else at the
    last.
    """
    form = event_format(rows.event)
    by_round: dict[int, dict[int, GameShown]] = {}
    for last in every:
        of_round = [seat for seat in every if seat.round_id == last.round_id]
        at_table = {
            (seat.table_id, game.number): game
            for seat in of_round
            for game in rows.games[seat.table_id]
        }
        number_of_round = rows.rounds[last.round_id].number
        for (_table, number), game in sorted(at_table.items(), key=lambda item: item[0][1]):
            sat = (
                seat
                for seat in of_round
                if seat.from_game <= number <= (seat.left_after_game or number)
            )
            seat = next(sat, None)
            mine = at_table.get(((seat or of_round[-1]).table_id, number), game)
            game_shown = _game(mine, tallies.get(mine.pk), form, seated=seat is not None)
            by_round.setdefault(number_of_round, {})[number] = game_shown
    return {number: tuple(games.values()) for number, games in by_round.items()}


def _round(
    event: Event,
    round_: Round,
    games: Mapping[int, tuple[GameShown, ...]],
    tallies: Mapping[int, Told],
    totals: Mapping[int, int],
    won: Mapping[int, int],
) -> RoundShown:
    visible = games.get(round_.number, ())
    begun = any(game.state != "missing" for game in visible)
    total = totals.get(round_.number) if begun else None
    looked = [tallies[game.key].checked for game in visible if game.key in tallies]
    sharing = won.get(round_.number, 0)
    honour = "won at your table, shared" if sharing > 1 else "won at your table"
    words = f"{round_}: {honour}." if sharing else ""
    return RoundShown(str(round_), visible, total, _checked(event, str(round_), looked), words)


def _game(game: Played, tally: Told | None, form: Format, *, seated: bool) -> GameShown:
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


def _checked(event: Event, name: str, looked_over: list[bool]) -> str:
    """How many of a round's games that are in were looked over, and by whom as far as anybody has
    said so.
    """
    form = event_format(event)
    actor = (
        "checked by the left-hand neighbour"
        if event.pad_ticks == PadTicks.EACH
        else "looked over at the table"
    )
    looked, in_all = sum(looked_over), len(looked_over)
    if not looked:
        return ""
    if looked == in_all:
        many = (
            f"the {form.unit} is" if looked == 1 else f"all {number_word(looked)} {form.units} are"
        )
        return f"{name}: {many} {actor}."
    return f"{name}: {looked} of {in_all} {form.units} {actor}."


def _next_seat(
    rows: GuestRows, seats: list[Sat], games: Mapping[int, tuple[GameShown, ...]]
) -> NextSeat | None:
    """The seat of the first open round in which a game of the guest is missing."""
    for index, seat in enumerate(seats):
        round_ = rows.rounds[seat.round_id]
        states = [game.state for game in games.get(round_.number, ())]
        if round_.open and "missing" in states and seat.left_after_game is None:
            begun = {*states} != {"missing"} or round_.pk in rows.running
            words = _words(round_, first=index == 0, begun=begun)
            last = seats[index - 1] if index else None
            return _seat(rows, seat, words, _movement(rows.event, last, seat))
    return None


def _movement(event: Event, last: Sat | None, seat: Sat) -> str:
    """How one comes from the seat of the round before to this one."""
    if last is None:
        return ""
    place = (table_label(event, last.table), last.letter)
    to = (table_label(event, seat.table), seat.letter)
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


def _seat(rows: GuestRows, seat: Sat, words: str, movement: str) -> NextSeat:
    """The seat with the neighbours on either side, who check and are checked."""
    people = dict(sorted(rows.at_table[seat.table_id].items()))
    checker_by_letter = checkers(tuple(people))
    checked = {checker: letter for letter, checker in checker_by_letter.items()}
    left_neighbour, right = checker_by_letter.get(seat.letter), checked.get(seat.letter)
    return NextSeat(
        words=words,
        movement=movement,
        table=table_label(rows.event, seat.table),
        letter=seat.letter,
        checks=Neighbour(*rows.names[people[str(right)]], f"seat {right}") if right else None,
        checked_by=Neighbour(
            *rows.names[people[str(left_neighbour)]], f"seat {left_neighbour}, on your left"
        )
        if left_neighbour
        else None,
    )
