"""What the pages of the workbook are made from: the board, and the entries, guests and acts beside it."""

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.board import Board
from scoring.policies import Score, fill
from tournament.hall_plan import table_cell
from tournament.ledger import lift
from tournament.ledger.round_totals import lift_round_totals
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

    def hands(self) -> list[Tally]:
        """Every tally that counts, in the order of play."""
        rows = Tally.objects.filter(event=self.event, sheet__accepted=True)
        rows = rows.select_related("guest", "sheet__game__table__round")
        return list(
            rows.order_by(
                "sheet__game__table__round__number", "sheet__game__table__number", "sheet__game__number", "seat"
            )
        )

    def log(self) -> list[LedgerEntry]:
        """The whole ledger."""
        return list(LedgerEntry.objects.filter(event=self.event).order_by("number"))


def lift_evening(event: Event, board: Board) -> Evening:
    """Read what the pages need, in a constant number of queries."""
    how = lift.ranking(event)
    guests = tuple(Guest.objects.filter(event=event).select_related("livery").order_by("badge"))
    by_stage = {
        stage: fill(lift.tallies(event, stage), how.policies, how.direction)
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
        in_all={(one.player, one.round): one.points for one in lift_round_totals(event)},
    )


def _by_player(scores: tuple[Score, ...]) -> dict[str, dict[tuple[int, int], Score]]:
    found: dict[str, dict[tuple[int, int], Score]] = {}
    for score in scores:
        found.setdefault(score.player, {})[score.round, score.game] = score
    return found


def _games(rounds: list[Round], stage: str) -> tuple[tuple[int, int], ...]:
    return tuple((held.number, game) for held in rounds if held.stage == stage for game in range(1, held.games + 1))


def _seats(event: Event) -> dict[str, dict[int, tuple[int | str, str]]]:
    found: dict[str, dict[int, tuple[int | str, str]]] = {}
    rows = Seat.objects.filter(event=event, left_after_game__isnull=True).order_by()
    for ref, number, table, letter in rows.values_list("guest__ref", "round__number", "table__number", "letter"):
        found.setdefault(ref, {})[number] = (table_cell(event, table), letter)
    return found
