"""Standings as JSON and as a CSV file, and writing a file whole or not at all."""

import os
import tempfile
from pathlib import Path
from typing import Any

from scoring.counting.board import Board
from scoring.counting.record import board_record, standings_columns, standings_rows
from scoring.pairing.course import Course
from scoring.pairing.record import COLUMNS, matches_record, matches_rows
from tournament.counting.matches import course_of, criteria
from tournament.guests.names import named_publicly
from tournament.guests.namesakes import badges_instead
from tournament.models import Event
from tournament.site.text import csv_text
from tournament.standings.teams import teams_record


def standings_document(board: Board, event: Event) -> dict[str, Any]:
    """Standings, cut, play-off and prizes for another program, and the teams where the event ranks
    them. Such a file may end on the web: whoever chose not to be named is not named in it.
    """
    board = named_publicly(board, badges_instead(event))
    if not event.paired:
        return board_record(board) | teams_record(event, board)
    return matches_record(_course(event), criteria(event), board.players) | teams_record(
        event, board
    )


def standings_csv(board: Board, event: Event) -> str:
    """The columns of the standings, one row a guest, named as in public; no cell is taken for a
    formula.
    """
    board = named_publicly(board, badges_instead(event))
    columns, rows = _table(board, event)
    return csv_text([columns, *rows], event.list_separator)


def _table(board: Board, event: Event) -> tuple[tuple[str, ...], list[tuple[str, ...]]]:
    if event.paired:
        return COLUMNS, matches_rows(_course(event), criteria(event), board.players)
    rounds = range(1, event.qualifying_rounds + 1)
    columns = standings_columns(rounds, board.format, par=bool(board.table_par))
    return columns, standings_rows(board, rounds)


def _course(event: Event) -> Course:
    """The matches; none where the plan of the event cannot be, which its own pages say."""
    return course_of(event) or Course(())


def write_whole(path: Path, content: bytes) -> None:
    """Write beside the file first, then put it in its place: a reader never sees half of it."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
