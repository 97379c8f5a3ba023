"""The prize list and the standing of the teams as paper values, in the order of handing over:
the wooden spoon first, the winner last.
"""

from collections.abc import Iterable
from datetime import datetime

from scoring.counting.board import Board
from scoring.counting.prizes import Award
from scoring.counting.standings import Standing
from scoring.words import listed
from tournament.counting.announcement import honours, in_capitals
from tournament.finals.reading import prize_rows
from tournament.models import Event
from tournament.paper.seating import edition
from tournament.paper.values_results import PrintedTeams, PrizeList, PrizeRow, TeamLine
from tournament.standings.teams import rule_words, team_rows

CLOSING = "Read the name, then the livery, then the result."


def prize_list(event: Event, board: Board, now: datetime, *, public: bool = False) -> PrizeList:
    """Every prize that can be given by now; `public` once the podium has been revealed."""
    rows: tuple[PrizeRow, ...] = ()
    if board.prizes:
        rows = (
            *_further(event, board),
            *(_award(board, award) for award in reversed(board.prizes.podium)),
        )
    facts = ["In the order of handing over"]
    if any(row.get("once") for row in event.further_prizes):
        facts.append("One prize a person")
    if any(prize["skips_host"] for prize in event.prizes):
        skipping = listed(prize["name"] for prize in event.prizes if prize["skips_host"])
        facts.append(f"Not open to the host’s own guests: {skipping}")
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
    honour = next((honour for honour in honours(board) if honour.player == award.player), None)
    if honour is None:
        level = ", ".join(_name(board, player) for player in award.undecided)
        nobody = "Nobody" if board.playoff and not level else "Not decided yet"
        return PrizeRow(
            in_capitals(award.prize),
            nobody,
            "play-off",
            notes=(f"level: {level}",) if level else (),
        )
    passed = ", ".join(_name(board, player) for player in award.passed_over)
    heir = award.next_in_line
    return PrizeRow(
        in_capitals(honour.prize),
        honour.name,
        "play-off",
        honour.livery,
        result=", ".join(filter(None, (f"{honour.total} points", honour.placed))),
        notes=(f"passes over {passed} (host)",) if passed else (),
        next_in_line=f"{_name(board, heir)}, {_final(board, heir).total}" if heir else "",
    )


def _final(board: Board, player: str) -> Standing:
    return next(standing for standing in board.playoff if standing.player == player)


def _name(board: Board, player: str) -> str:
    return board.players[player].name


def printed_teams(event: Event, board: Board, now: datetime) -> PrintedTeams:
    """Every team in order, with those whose totals count."""
    rows = team_rows(event, board)
    lines = tuple(
        TeamLine(row.place, row.team, row.figure, row.players, row.members, row.note)
        for row in rows
    )
    progress = board.progress
    facts = (f"{progress.games_in} of {progress.games_due} sheets in", "Best team first")
    return PrintedTeams(edition(event, now), facts, rule_words(event), lines)
