"""The standing of the teams as a paper value."""

from datetime import datetime

from scoring.board import Board
from tournament.models import Event
from tournament.paper.results import PrintedTeams, TeamLine
from tournament.paper.seats import edition
from tournament.teams import rule_words, team_rows


def printed_teams(event: Event, board: Board, now: datetime) -> PrintedTeams:
    """Every team in order, with those whose totals count."""
    rows = team_rows(event, board)
    lines = tuple(TeamLine(one.place, one.team, one.figure, one.players, one.members, one.note) for one in rows)
    progress = board.progress
    facts = (f"{progress.games_in} of {progress.games_due} sheets in", "Best team first")
    return PrintedTeams(edition(event, now), facts, rule_words(event), lines)
