"""Standings, those who go through and the final list as paper values, from the board that every
output shows.
"""

from collections.abc import Mapping
from datetime import datetime

from scoring.counting.board import Board
from scoring.counting.cut import Cut
from scoring.counting.figures import Column
from scoring.counting.standings import Standing
from scoring.words import many, number_word
from tournament.counting.announcement import honours, in_capitals
from tournament.counting.board import line_is_drawn
from tournament.counting.columns import board_figures
from tournament.counting.formats import event_format
from tournament.models import Event, Seat, Stage
from tournament.paper.seating import edition
from tournament.paper.values_results import (
    FinalList,
    FinalRow,
    GoesThrough,
    PrintedStandings,
    StandingRow,
    TheTen,
)

MOST_FIGURES = 3
"""So many figures beside the total have room on the sheet."""


ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


def standings(event: Event, board: Board, now: datetime) -> PrintedStandings:
    """The whole field with the cut drawn where it falls."""
    rounds = tuple(range(1, event.qualifying_rounds + 1))
    has_line = line_is_drawn(event, board)
    reasons = _reasons(board) if has_line else {}
    rows = tuple(
        _standing(board, standing, rounds, reasons.get(standing.player, ""), line=has_line)
        for standing in board.standings
    )
    after, words = _line(board.cut) if has_line else (None, "")
    headings = tuple(figure.paper for figure in _printed(board))
    return PrintedStandings(
        edition(event, now), _facts(board), rounds, rows, after, words, figures=headings
    )


def the_ten(event: Event, board: Board, now: datetime) -> TheTen:
    """Who goes through, with their seats in the play-off once they are drawn; no rows before the
    last sheet is in, or while no cut can be drawn.
    """
    has_line = line_is_drawn(event, board)
    cut = board.cut if has_line and isinstance(board.cut, Cut) else None
    places = playoff_places(event)
    through = [
        standing for standing in board.standings if cut and standing.player in cut.qualifiers
    ]
    rows = tuple(
        GoesThrough(
            order,
            standing.name,
            _livery(board, standing.player),
            standing.total,
            places.get(standing.player, ""),
        )
        for order, standing in enumerate(through, 1)
    )
    goal = "go on to the play-off" if event.has_playoff else "go through"
    count = number_word(len(rows)) if rows else ""
    return TheTen(
        edition(event, now),
        rows,
        title=f"The {count.title()}" if count.isalpha() else "Those who go through",
        subtitle=f"who after {_rounds(event.qualifying_rounds)} {goal}",
        tie_sentences=tie_sentences(cut) if cut else (),
        note=" ".join(filter(None, (_playoff_note(event) if places else "", _par_note(board)))),
    )


def final_list(event: Event, board: Board, now: datetime) -> FinalList:
    """The final standing of the play-off, with the prize each place on the podium brings."""
    before = {standing.player: standing.total for standing in board.standings}
    brought = {honour.player: in_capitals(honour.prize) for honour in honours(board)}
    rows = tuple(
        FinalRow(
            standing.place_words,
            standing.name,
            _livery(board, standing.player),
            standing.total,
            before.get(standing.player),
            brought.get(standing.player, ""),
            standing.decided_by[0].sentence(standing.name) if standing.decided_by else "",
        )
        for standing in board.playoff
    )
    return FinalList(
        edition(event, now), ("After the play-off", _playoff_note(event).capitalize()), rows
    )


def _par_note(board: Board) -> str:
    """That the totals hold a par, where one is declared."""
    return f"Totals hold the declared par of tables ({board.table_par})." if board.table_par else ""


def tie_sentences(cut: Cut) -> tuple[str, ...]:
    """Who finished level on the line and what decided, in words to read out; nothing where nobody
    did.
    """
    if not cut.tie:
        return ()
    names = [standing.name for standing in cut.tied]
    level = f"{', '.join(names[:-1])} and {names[-1]} finished level on {cut.cut_score}."
    if cut.undecided:
        places = many(cut.places_left, "place")
        return level, f"The Umpire’s cut of cards decides {places}."
    last = next(standing for standing in reversed(cut.tied) if standing.player in cut.qualifiers)
    decision = next((decision for decision in last.decided_by if decision.ahead), None)
    if decision is None:
        return level, "All of them go through."
    return level, decision.sentence(last.name)


def playoff_places(event: Event) -> dict[str, str]:
    """Table and seat in the play-off by the guest's ref, such as `II · C`."""
    seats = Seat.objects.filter(event=event, round__stage=Stage.PLAYOFF, left_after_game=None)
    return {
        ref: f"{ROMAN[table] if table < len(ROMAN) else table} · {letter}"
        for ref, table, letter in seats.values_list("guest__ref", "table__number", "letter")
    }


def _playoff_note(event: Event) -> str:
    start = "with the totals carried over" if event.playoff_carries else "from zero"
    return f"play-off {start}, {number_word(event.playoff_games)} {event_format(event).units}"


def _rounds(count: int) -> str:
    return "one round" if count == 1 else f"{number_word(count)} rounds"


def _facts(board: Board) -> tuple[str, ...]:
    progress = board.progress
    played = [number for number, (games_in, _) in progress.rounds.items() if games_in]
    place = f"Round {max(played)} of {max(progress.rounds)} · " if played else ""
    return f"{place}{progress.games_in} of {progress.games_due} sheets in", "Best total first"


def _standing(
    board: Board, standing: Standing, rounds: tuple[int, ...], reason: str, *, line: bool
) -> StandingRow:
    return StandingRow(
        place=standing.place_words if line else standing.level_words,
        name=standing.name,
        livery=_livery(board, standing.player),
        rounds=tuple(standing.rounds.get(number) for number in rounds),
        total=standing.total,
        figures=tuple(_figure(figure, standing) for figure in _printed(board)),
        reason=reason if standing.ranked else standing.unranked_because,
    )


def _printed(board: Board) -> tuple[Column, ...]:
    """The figures of the format that paper has room for."""
    return tuple(figure for figure in board_figures(board) if figure.paper)[:MOST_FIGURES]


def _figure(figure: Column, standing: Standing) -> int | None:
    figure_of = figure.of(standing)
    return figure_of or None if figure.nothing else figure_of


def _livery(board: Board, player: str) -> str:
    return board.players[player].livery if player in board.players else ""


def _reasons(board: Board) -> Mapping[str, str]:
    """Under both sides of every tie broken for the cut: whom one is ahead of, or behind whom, and
    by what.
    """
    if not isinstance(board.cut, Cut):
        return {}
    explained = {reason.player for reason in board.cut.reasons}
    inside = set(board.cut.qualifiers)
    chosen = {
        standing.player: sorted(
            standing.decided_by,
            key=lambda decision: decision.ahead,
            reverse=standing.player in inside,
        )
        for standing in board.standings
        if standing.player in explained
    }
    names = {standing.player: standing.name for standing in board.standings}
    return {
        player: decisions[0].sentence(names[player])
        for player, decisions in chosen.items()
        if decisions
    }


def _line(cut: object) -> tuple[int | None, str]:
    if not isinstance(cut, Cut):
        return None, ""
    through = len(cut.qualifiers)
    words = f"The cut: {number_word(through)} go through"
    if cut.undecided:
        words = (
            f"The cut so far: {number_word(through)} go through, {len(cut.undecided)} level for"
            f" {cut.places_left}"
        )
    return through, words
