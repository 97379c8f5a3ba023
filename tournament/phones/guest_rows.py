"""What guests' own pages are read from: everybody's seats, games and tallies, once a version of
their evening, so that a hall of phones asks the database no more than one does.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple, cast

from scoring.counting.standings import Standing
from tournament.counting.board import board
from tournament.counting.scores import cut_announced
from tournament.guests.names import public_name
from tournament.guests.namesakes import namesakes
from tournament.models import Event, Game, Guest, Round, RoundClock, Seat, Stage, Tally
from tournament.models.seating import RoundState
from tournament.site.cache import KeptQuery
from tournament.site.keep import KeptByVersion
from tournament.standings.public import public_board

Rows = list[tuple[Any, ...]]


class Sat(NamedTuple):
    """A seat of a guest: table and seat, from which game, and until which."""

    round_id: int
    table_id: int
    table: int
    letter: str
    from_game: int
    left_after_game: int | None


class Played(NamedTuple):
    """A game of a table."""

    pk: int
    table_id: int
    number: int
    void: bool
    not_played: bool


class Told(NamedTuple):
    """A tally that counts, and whether its sheet was looked over."""

    game_id: int
    state: str
    points: int | None
    place: int | None
    went_out: bool
    checked: bool


SEATS = KeptQuery(
    lambda event: (
        Seat.objects.filter(event=event)
        .order_by("round__number", "from_game")
        .values_list(
            "guest_id",
            "round_id",
            "table_id",
            "table__number",
            "letter",
            "from_game",
            "left_after_game",
        )
    )
)
ROUNDS = KeptQuery(lambda event: Round.objects.filter(event=event).exclude(state=RoundState.DRAFT))
GAMES = KeptQuery(
    lambda event: Game.objects.filter(event=event).order_by("number").values_list(*Played._fields)
)
TALLIES = KeptQuery(
    lambda event: (
        Tally.objects.filter(event=event, sheet__accepted=True)
        .order_by()
        .values_list(
            "guest_id",
            "sheet__game_id",
            "state",
            "points",
            "place",
            "went_out",
            "sheet__checked",
        )
    )
)
NAMES = KeptQuery(
    lambda event: (
        Guest.objects.filter(event=event)
        .order_by()
        .values_list("pk", "name", "badge", "unnamed", "livery__name")
    )
)


@dataclass(frozen=True)
class GuestRows:
    """The rows of an evening as its guests' pages ask for them."""

    event: Event
    rounds: Mapping[int, Round]
    seats: Mapping[int, list[Sat]]
    games: Mapping[int, list[Played]]
    tallies: Mapping[int, dict[int, Told]]
    names: Mapping[int, tuple[str, str]]
    at_table: Mapping[int, dict[str, int]]

    @cached_property
    def standings(self) -> Mapping[str, Standing]:
        """Everybody's standing, by the guest's ref."""
        return {standing.player: standing for standing in board(self.event).standings}

    @cached_property
    def totals(self) -> Mapping[str, Mapping[int, int]]:
        """Everybody's points by round, as the one board counts them."""
        now, sums = board(self.event), defaultdict[str, dict[int, int]](dict)
        for standing in (*now.standings, *now.playoff):
            sums[standing.player] |= standing.rounds
        return sums

    @cached_property
    def won(self) -> Mapping[str, Mapping[int, int]]:
        """The rounds that each guest has won at their table, and how many share it."""
        rounds = defaultdict[str, dict[int, int]](dict)
        for table in board(self.event).won:
            for player in table.players:
                rounds[player][table.round] = len(table.players)
        return rounds

    @cached_property
    def public(self) -> dict[str, Any]:
        """The board as anybody may see it; nothing where guests are paired."""
        return {} if self.event.paired else public_board(self.event)

    @cached_property
    def running(self) -> frozenset[int]:
        """The rounds whose clock was started."""
        started = RoundClock.objects.filter(event=self.event).exclude(started_at=None)
        return frozenset(started.values_list("round_id", flat=True))

    @cached_property
    def sharing(self) -> frozenset[str]:
        """Who shares a name."""
        return frozenset(namesakes(self.event, public=True))


def _read(event: Event) -> GuestRows:
    """Five questions, and the board's."""
    published = {row.pk: row for row in ROUNDS.of(event.pk)}
    revealed = cut_announced(event)
    seats, at_table = defaultdict[int, list[Sat]](list), defaultdict[int, dict[str, int]](dict)
    for guest, *columns in cast(Rows, SEATS.of(event.pk)):
        seat = Sat(*columns)
        if seat.left_after_game is None:
            at_table[seat.table_id][seat.letter] = guest
        round_ = published.get(seat.round_id)
        if round_ is not None and (revealed or round_.stage == Stage.QUALIFYING):
            seats[guest].append(seat)
    games = defaultdict[int, list[Played]](list)
    for row in GAMES.of(event.pk):
        games[row[1]].append(Played(*row))
    tallies = defaultdict[int, dict[int, Told]](dict)
    for guest, *columns in cast(Rows, TALLIES.of(event.pk)):
        tallies[guest][columns[0]] = Told(*columns)
    names = {
        pk: (public_name(name, badge, unnamed=unnamed), livery or "")
        for pk, name, badge, unnamed, livery in NAMES.of(event.pk)
    }
    return GuestRows(event, published, seats, games, tallies, names, at_table)


guest_rows: KeptByVersion[GuestRows] = KeptByVersion(_read)
