"""Who deals each game of a table: as somebody said it there or at the desk, and from there to the
left, as the rulebook has it from game to game and from round to round.
"""

from collections.abc import Mapping

from django.db.models import Q, QuerySet

from scoring.seating import dealing
from tournament.counting.scores import rules
from tournament.models import Event, Game, Seat
from tournament.models.seating import RoundState
from tournament.site.cache import KeptQuery

OfRound = tuple[int, int]
"""The number of a round, and of a table in it."""
SeatRow = tuple[int, int, str, int, int, int | None]
"""Round, table, letter and guest of a seat, the first game there, and the last one for who left."""
Sitting = dict[str, int]
"""The guests at a table in one game, by the letters of their seats."""


def _games(games: QuerySet[Game]) -> QuerySet[Game, tuple[int, int, int, str]]:
    columns = ("table__round__number", "table__number", "number")
    published = games.exclude(table__round__state=RoundState.DRAFT)
    return published.order_by(*columns).values_list(*columns, "dealer")


def _seats(seats: QuerySet[Seat]) -> QuerySet[Seat, SeatRow]:
    # Whoever left before the first game has never sat there.
    sat = seats.filter(Q(left_after_game=None) | Q(left_after_game__gte=1))
    columns = ("round__number", "table__number", "letter", "guest", "from_game", "left_after_game")
    return sat.order_by("letter", "from_game").values_list(*columns)


GAMES = KeptQuery(lambda event: _games(Game.objects.filter(event=event)))
SEATS = KeptQuery(lambda event: _seats(Seat.objects.filter(event=event)))
GAMES_AT = KeptQuery(
    lambda event, table: _games(Game.objects.filter(event=event, table__number=table))
)
SEATS_AT = KeptQuery(
    lambda event, table: _seats(Seat.objects.filter(event=event, table__number=table))
)


def dealers(event: Event, table: int | None = None) -> Mapping[OfRound, Mapping[int, str]]:
    """The seat that deals each game, by game, for every table of every published round of which a
    dealer is known, or for one table number alone. One query where none was ever named, else two.
    """
    numbers = (event.pk,) if table is None else (event.pk, table)
    games = (GAMES if table is None else GAMES_AT).of(*numbers)
    if not any(dealer for *_place, dealer in games):
        return {}
    known: dict[OfRound, dict[int, str]] = {}
    sittings: dict[OfRound, dict[int, Sitting]] = {}
    for number, at_table, game, dealer in games:
        known.setdefault((number, at_table), {})[game] = dealer
        sittings.setdefault((number, at_table), {})[game] = {}
    for number, at_table, letter, guest, first, left_after in (
        SEATS if table is None else SEATS_AT
    ).of(*numbers):
        for game, sitting in sittings.get((number, at_table), {}).items():
            if first <= game <= (left_after or game):
                sitting[letter] = guest
    return _round_by_round(known, sittings, goes_on=not rules(event).deal.cut_each_round)


def _round_by_round(
    known: Mapping[OfRound, Mapping[int, str]],
    sittings: Mapping[OfRound, Mapping[int, Sitting]],
    *,
    goes_on: bool,
) -> dict[OfRound, dict[int, str]]:
    """The dealers of each table; with `goes_on` the deal passes on from the last game of the round
    before where the very same people sit at the table again.
    """
    dealers_of: dict[OfRound, dict[int, str]] = {}
    ends: dict[int, tuple[Sitting, str]] = {}
    for place in sorted(sittings):
        _round, table = place
        by_game = sittings[place]
        first, final = min(by_game), max(by_game)
        people, dealer = ends.get(table, ({}, ""))
        same_people = goes_on and people == by_game[first]
        letters = {game: tuple(sitting) for game, sitting in by_game.items()}
        seats = dealing.dealers(known[place], letters, dealer if same_people else "")
        if seats:
            dealers_of[place] = seats
        ends[table] = (by_game[final], seats.get(final, ""))
    return dealers_of
