"""What the pages of the workbook are made from: the board, and the entries, guests and acts beside
it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.timezone import localtime

from scoring.counting.board import Board
from scoring.counting.cut import Cut, NoCut
from scoring.counting.policies import Score, fill
from tournament.counting import scores as counting_scores
from tournament.counting.board import line_is_drawn
from tournament.counting.plan import table_cell
from tournament.counting.round_totals import lift_round_totals
from tournament.models import Event, Guest, LedgerEntry, Round, Seat, Stage, Tally


@dataclass(frozen=True, slots=True)
class Evening:
    """An event lifted once for all pages; `row_of` is a guest's row on the page of entries."""

    event: Event
    board: Board
    guests: tuple[Guest, ...]
    scores: Mapping[str, Mapping[tuple[int, int], Score]]
    playoff: Mapping[str, Mapping[tuple[int, int], Score]]
    games: tuple[tuple[int, int], ...]
    playoff_games: tuple[tuple[int, int], ...]
    seats: Mapping[str, Mapping[int, tuple[int | str, str]]]
    row_of: Mapping[str, int]
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
    """Read what the pages need, in a constant number of queries."""
    ranking = counting_scores.ranking(event)
    guests = tuple(Guest.objects.filter(event=event).select_related("livery").order_by("badge"))
    by_stage = {
        stage: fill(counting_scores.tallies(event, stage), ranking.policies, ranking.direction)
        for stage in (Stage.QUALIFYING, Stage.PLAYOFF)
    }
    rounds = list(Round.objects.filter(event=event))
    return Evening(
        event=event,
        board=board,
        guests=guests,
        scores=_by_player(by_stage[Stage.QUALIFYING]),
        playoff=_by_player(by_stage[Stage.PLAYOFF]),
        games=_games(rounds, Stage.QUALIFYING),
        playoff_games=_games(rounds, Stage.PLAYOFF),
        seats=_seats(event),
        row_of={guest.ref: row for row, guest in enumerate(guests, start=2)},
        in_all={
            (lift_round_total.player, lift_round_total.round): lift_round_total.points
            for lift_round_total in lift_round_totals(event)
        },
    )


def _by_player(scores: tuple[Score, ...]) -> dict[str, dict[tuple[int, int], Score]]:
    by_player: dict[str, dict[tuple[int, int], Score]] = {}
    for score in scores:
        by_player.setdefault(score.player, {})[score.round, score.game] = score
    return by_player


def _games(rounds: list[Round], stage: str) -> tuple[tuple[int, int], ...]:
    return tuple(
        (round_.number, game)
        for round_ in rounds
        if round_.stage == stage
        for game in range(1, round_.games + 1)
    )


def _seats(event: Event) -> dict[str, dict[int, tuple[int | str, str]]]:
    seats: dict[str, dict[int, tuple[int | str, str]]] = {}
    rows = Seat.objects.filter(event=event, left_after_game__isnull=True).order_by()
    for ref, number, table, letter in rows.values_list(
        "guest__ref", "round__number", "table__number", "letter"
    ):
        seats.setdefault(ref, {})[number] = (table_cell(event, table), letter)
    return seats


def clock(moment: datetime) -> str:
    """A moment as every page writes it."""
    return localtime(moment).strftime("%Y-%m-%d %H:%M:%S")
