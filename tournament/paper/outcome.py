"""Standings, those who go through and the final list as paper values, from the board that every output shows."""

from collections.abc import Mapping
from datetime import datetime

from scoring.board import Board
from scoring.cut import Cut
from scoring.reasons import ordinal
from scoring.standings import Standing
from scoring.words import number_word
from tournament.format_words import FigureWords, board_figures
from tournament.ledger.formats import event_format
from tournament.models import Event, Seat, Stage
from tournament.paper.results import (
    FinalList,
    FinalRow,
    GoesThrough,
    PrintedStandings,
    StandingRow,
    TheTen,
)
from tournament.paper.seats import edition

MOST_FIGURES = 3
"""So many figures beside the total have room on the sheet."""
ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


def standings(event: Event, board: Board, now: datetime) -> PrintedStandings:
    """The whole field with the cut drawn where it falls."""
    rounds = tuple(range(1, event.qualifying_rounds + 1))
    reasons = _reasons(board)
    rows = tuple(_standing(board, one, rounds, reasons.get(one.player, "")) for one in board.standings)
    after, words = _line(board.cut)
    headings = tuple(figure.paper for figure in _printed(board))
    return PrintedStandings(edition(event, now), _facts(board), rounds, rows, after, words, figures=headings)


def the_ten(event: Event, board: Board, now: datetime) -> TheTen:
    """Who goes through, with their seats in the play-off once they are drawn; no rows while no cut can be drawn."""
    cut = board.cut if isinstance(board.cut, Cut) else None
    places = playoff_places(event)
    through = [one for one in board.standings if cut and one.player in cut.qualifiers]
    rows = tuple(
        GoesThrough(order, one.name, _livery(board, one.player), one.total, places.get(one.player, ""))
        for order, one in enumerate(through, 1)
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
    before = {one.player: one.total for one in board.standings}
    awards = board.prizes.podium if board.prizes else ()
    honours = {award.player: award.prize.capitalize() for award in awards if award.player}
    rows = tuple(
        FinalRow(
            _place(one),
            one.name,
            _livery(board, one.player),
            one.total,
            before.get(one.player),
            honours.get(one.player, ""),
            one.decided_by[0].words if one.decided_by else "",
        )
        for one in board.playoff
    )
    return FinalList(edition(event, now), ("After the play-off", _playoff_note(event).capitalize()), rows)


def _par_note(board: Board) -> str:
    """That the totals hold a par, where one is declared."""
    return f"Totals hold the declared par of tables ({board.table_par})." if board.table_par else ""


def tie_sentences(cut: Cut) -> tuple[str, ...]:
    """Who finished level on the line and what decided, in words to read out; nothing where nobody did."""
    if not cut.tie:
        return ()
    names = [one.name for one in cut.tied]
    level = f"{', '.join(names[:-1])} and {names[-1]} finished level on {cut.cut_score}."
    if cut.undecided:
        places = "1 place" if cut.places_left == 1 else f"{cut.places_left} places"
        return level, f"The Umpire’s cut of cards decides {places}."
    last = next(one for one in reversed(cut.tied) if one.player in cut.qualifiers)
    decision = next((one for one in last.decided_by if one.ahead), None)
    if decision is None:
        return level, "All of them go through."
    return level, f"The {ordinal(len(cut.qualifiers))} place is decided by {decision.by}."


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
    where = f"Round {max(played)} of {max(progress.rounds)} · " if played else ""
    return f"{where}{progress.games_in} of {progress.games_due} sheets in", "Best total first"


def _standing(board: Board, one: Standing, rounds: tuple[int, ...], reason: str) -> StandingRow:
    return StandingRow(
        place=_place(one),
        name=one.name,
        livery=_livery(board, one.player),
        rounds=tuple(one.rounds.get(number) for number in rounds),
        total=one.total,
        figures=tuple(_figure(figure, one) for figure in _printed(board)),
        reason=reason if one.ranked else one.unranked_because,
    )


def _printed(board: Board) -> tuple[FigureWords, ...]:
    """The figures of the format that paper has room for."""
    return tuple(figure for figure in board_figures(board) if figure.paper)[:MOST_FIGURES]


def _figure(figure: FigureWords, one: Standing) -> int | None:
    found = figure.of(one)
    return found or None if figure.nothing else found


def _place(one: Standing) -> str:
    if one.place is None:
        return "–"
    return f"={one.place}" if one.tied_with else str(one.place)


def _livery(board: Board, player: str) -> str:
    return board.players[player].livery if player in board.players else ""


def _reasons(board: Board) -> Mapping[str, str]:
    """Under both sides of every tie broken for the cut: whom one is ahead of, or behind whom, and by what."""
    if not isinstance(board.cut, Cut):
        return {}
    told = {reason.player for reason in board.cut.reasons}
    inside = set(board.cut.qualifiers)
    chosen = {
        one.player: sorted(one.decided_by, key=lambda decision: decision.ahead, reverse=one.player in inside)
        for one in board.standings
        if one.player in told
    }
    return {player: decisions[0].words for player, decisions in chosen.items() if decisions}


def _line(cut: object) -> tuple[int | None, str]:
    if not isinstance(cut, Cut):
        return None, ""
    through = len(cut.qualifiers)
    words = f"The cut: {number_word(through)} go through"
    if cut.undecided:
        words = f"The cut so far: {number_word(through)} go through, {len(cut.undecided)} level for {cut.places_left}"
    return through, words
