"""The prize list as paper values, in the order of handing over: the wooden spoon first, the winner last."""

from collections.abc import Iterable
from datetime import datetime

from scoring.board import Board
from scoring.prizes import Award
from scoring.standings import Standing
from tournament.models import Event
from tournament.paper.results import PrizeList, PrizeRow
from tournament.paper.seats import edition
from tournament.prize_rows import prize_rows

CLOSING = "Read the name, then the livery, then the result."


def prize_list(event: Event, board: Board, now: datetime, *, public: bool = False) -> PrizeList:
    """Every prize that can be given by now; `public` once the podium has been revealed."""
    rows: tuple[PrizeRow, ...] = ()
    if board.prizes:
        rows = (*_further(event, board), *(_award(board, one) for one in reversed(board.prizes.podium)))
    facts = ["In the order of handing over"]
    if any(row.get("once") for row in event.further_prizes):
        facts.append("one prize a person")
    if any(prize["skips_host"] for prize in event.prizes):
        skipping = " and ".join(prize["name"] for prize in event.prizes if prize["skips_host"])
        facts.append(f"{skipping} pass over the host’s own guests")
    return PrizeList(edition(event, now), tuple(facts), rows, CLOSING, public)


def _further(event: Event, board: Board) -> Iterable[PrizeRow]:
    for row in prize_rows(event, board):
        yield PrizeRow(
            row.prize,
            row.called,
            row.condition,
            row.livery,
            result=row.result,
            notes=row.notes,
            next_in_line=row.next_in_line,
        )


def _award(board: Board, award: Award) -> PrizeRow:
    prize = award.prize.capitalize()
    if award.player is None:
        level = ", ".join(_name(board, player) for player in award.undecided)
        return PrizeRow(prize, "Not decided yet", "play-off", notes=(f"level: {level}",) if level else ())
    passed = ", ".join(_name(board, player) for player in award.passed_over)
    heir = award.next_in_line
    return PrizeRow(
        prize,
        _name(board, award.player),
        "play-off",
        board.players[award.player].livery,
        result=f"{_final(board, award.player).total} points",
        notes=(f"passes over {passed} (host)",) if passed else (),
        next_in_line=f"{_name(board, heir)}, {_final(board, heir).total}" if heir else "",
    )


def _final(board: Board, player: str) -> Standing:
    return next(one for one in board.playoff if one.player == player)


def _name(board: Board, player: str) -> str:
    return board.players[player].name
