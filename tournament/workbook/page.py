"""What the pages of the workbook are made from: the board, and the entries, guests and acts beside
it, which are read page by page: of a large evening they are many times as large as the board.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.timezone import localtime

from scoring.counting.board import Board
from scoring.counting.cut import Cut, NoCut
from scoring.counting.policies import fill
from scoring.counting.standings import Standing
from tournament.counting import scores
from tournament.counting.board import line_is_drawn
from tournament.counting.plan import table_cell
from tournament.counting.round_totals import lift_round_totals
from tournament.models import Event, Guest, LedgerEntry, Round, Seat, Stage, Tally
from tournament.site.columns import Column


@dataclass(frozen=True, slots=True)
class Evening:
    """An event with what several pages need; guests go by their ref: `badges`, and their row on the
    page of entries (`row_of`) and on that of standings (`place_of`). A game is its round and its
    number.
    """

    event: Event
    board: Board
    badges: Mapping[str, int | None]
    row_of: Mapping[str, int]
    place_of: Mapping[str, int]
    games: tuple[tuple[int, int], ...]
    playoff_games: tuple[tuple[int, int], ...]
    in_all: Mapping[tuple[str, int], int]
    """The rounds of which a card bore only the total, by guest and round."""

    @property
    def groups(self) -> str:
        """What stands over a column of liveries, clubs or teams."""
        return self.event.groups.heading

    @property
    def cut(self) -> Cut | NoCut | None:
        """The cut, once its line may be shown."""
        return self.board.cut if line_is_drawn(self.event, self.board) else None

    def guests(self) -> Iterator[Guest]:
        """Every guest by badge, as they are read."""
        rows = Guest.objects.filter(event=self.event).select_related("livery")
        return rows.order_by("badge").iterator(AT_ONCE)

    def points(self, stage: Stage) -> Mapping[str, list[int | None]]:
        """What each guest has under the event's policies, in the order of the games of a stage."""
        games = self.games if stage == Stage.QUALIFYING else self.playoff_games
        place_of = {game: place for place, game in enumerate(games)}
        ranking = scores.ranking(self.event)
        points: dict[str, list[int | None]] = {}
        tallies = scores.tallies(self.event, stage)
        for tally in fill(tallies, ranking.policies, ranking.direction):
            place = place_of[tally.round, tally.game]
            points.setdefault(tally.player, [None] * len(games))[place] = tally.points
        return points

    def seats(self) -> Mapping[tuple[str, int], tuple[int | str, str]]:
        """The table and the seat of each guest in each round."""
        rows = Seat.objects.filter(event=self.event, left_after_game__isnull=True).order_by()
        return {
            (ref, number): (table_cell(self.event, table), letter)
            for ref, number, table, letter in rows.values_list(
                "guest__ref", "round__number", "table__number", "letter"
            )
        }

    def hands(self) -> Iterator[Tally]:
        """Every tally that counts, in the order of play, as they are read."""
        rows = Tally.objects.filter(event=self.event, sheet__accepted=True)
        rows = rows.select_related("guest", "sheet__game__table__round")
        order = (
            "sheet__game__table__round__number",
            "sheet__game__table__number",
            "sheet__game__number",
            "seat",
        )
        return rows.order_by(*order).iterator(AT_ONCE)

    def log(self) -> Iterator[LedgerEntry]:
        """The whole ledger, as it is read."""
        rows = LedgerEntry.objects.filter(event=self.event).defer("body")
        return rows.order_by("number").iterator(AT_ONCE)


AT_ONCE = 500
"""So many rows are read together."""


def lift_evening(event: Event, board: Board) -> Evening:
    """Read what several pages need, in a constant number of queries."""
    rounds = list(Round.objects.filter(event=event))
    guests = Guest.objects.filter(event=event).order_by("badge")
    badges = dict(guests.values_list("ref", "badge"))
    return Evening(
        event=event,
        board=board,
        badges=badges,
        row_of={ref: row for row, ref in enumerate(badges, start=2)},
        place_of={standing.player: row for row, standing in enumerate(board.standings, start=2)},
        games=_games(rounds, Stage.QUALIFYING),
        playoff_games=_games(rounds, Stage.PLAYOFF),
        in_all={(total.player, total.round): total.points for total in lift_round_totals(event)},
    )


def _games(rounds: list[Round], stage: str) -> tuple[tuple[int, int], ...]:
    return tuple(
        (round_.number, game)
        for round_ in rounds
        if round_.stage == stage
        for game in range(1, round_.games + 1)
    )


def standing_columns(evening: Evening) -> list[Column[Standing]]:
    """What every page says of who stands somewhere: order, place, badge, name and group."""
    return [
        Column("Order", lambda standing: standing.order, 7),
        Column("Place", lambda standing: standing.place, 7),
        Column("Badge", lambda standing: evening.badges[standing.player], 7),
        Column("Name", lambda standing: standing.name, 34),
        Column(evening.groups, lambda row: evening.board.players[row.player].livery, 26),
    ]


def clock(moment: datetime) -> str:
    """A moment as every page writes it."""
    return localtime(moment).strftime("%Y-%m-%d %H:%M:%S")
