"""Standings, those who go through and the final list as paper values, from the board that every
output shows.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from scoring.counting.board import Board
from scoring.counting.cut import Cut
from scoring.counting.figures import Column as Figure
from scoring.counting.standings import Standing
from scoring.words import many, number_word
from tournament.counting.announcement import honours, in_capitals
from tournament.counting.board import line_is_drawn
from tournament.counting.columns import board_figures
from tournament.counting.formats import event_format
from tournament.models import Event, Seat, Stage
from tournament.paper.fitting import fitted
from tournament.paper.labels import clock
from tournament.paper.printed import WIDTH, ListPaper, Printed, beneath, bold, italic, list_paper
from tournament.paper.seating import edition
from tournament.site.columns import Column

FIXED_COLUMNS, ROUND_COLUMN, LEAST_ROOM = 14 + 57 + 13 + 8 * 3, 11, 12
"""Millimetres of the columns but livery and rounds, of a round, and of a livery at least."""
MOST_FIGURES = 3
"""So many figures beside the total have room on the sheet."""
ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X")


def standings(event: Event, board: Board, now: datetime) -> ListPaper:
    """The whole field with the cut drawn where it falls; the livery takes what the rounds leave."""
    has_line = line_is_drawn(event, board)
    reasons = _reasons(board) if has_line else {}
    after, words = _line(board.cut) if has_line else (0, "")
    room = max(WIDTH - FIXED_COLUMNS - ROUND_COLUMN * event.qualifying_rounds, LEAST_ROOM)

    def place(standing: Standing) -> str:
        return standing.place_words if has_line else standing.level_words

    def name(standing: Standing) -> str:
        reason = reasons.get(standing.player, "") if standing.ranked else standing.unranked_because
        return bold(standing.name, "10.6 55") + beneath(reason)

    columns: list[Column[Standing]] = [
        Column("Place", place, style="place"),
        Column("Name", name, style="who"),
        company_column(event, board, f"9.4 {room}"),
        *round_columns(event, style="round", capitals=False),
        Column("Total", lambda standing: standing.total, style="total", capitals=False),
        *map(_figure_column, _printed(board)),
    ]
    return list_paper(
        columns,
        [("", board.standings)],
        edition=edition(event, now),
        title="Standings",
        style="standings",
        facts=_facts(board),
        results=True,
        line_after=after,
        line_words=words,
    )


def company_column(event: Event, board: Board, room: str = "", style: str = "") -> Column[Standing]:
    """The livery, club or team of each."""

    def company(standing: Standing) -> str:
        return italic(livery_of(board, standing), room)

    return Column(event.groups.heading, company, style=style)


def round_columns(
    event: Event, *, style: str, capitals: bool = True
) -> tuple[Column[Standing], ...]:
    """The total of each qualifying round."""

    def column(number: int) -> Column[Standing]:
        return Column(
            f"Round {number}",
            lambda standing: standing.rounds.get(number),
            style=style,
            capitals=capitals,
        )

    return tuple(map(column, range(1, event.qualifying_rounds + 1)))


def _figure_column(figure: Figure) -> Column[Standing]:
    def of(standing: Standing) -> int | None:
        figure_of = figure.of(standing)
        return figure_of or None if figure.nothing else figure_of

    return Column(figure.paper, of, style="count", capitals=False)


def through(board: Board) -> tuple[Standing, ...]:
    """Who goes through, in order; nobody while no cut can be drawn."""
    cut = board.cut if isinstance(board.cut, Cut) else None
    return tuple(
        standing for standing in board.standings if cut and standing.player in cut.qualifiers
    )


def the_ten(event: Event, board: Board, now: datetime) -> Printed:
    """Who goes through, with their seats in the play-off once they are drawn; no rows before the
    last sheet is in, or while no cut can be drawn.
    """
    has_line = line_is_drawn(event, board)
    cut = board.cut if has_line and isinstance(board.cut, Cut) else None
    places = playoff_places(event)
    rows = [
        {
            "order": order,
            "name": standing.name,
            "livery": livery_of(board, standing),
            "total": standing.total,
            "seat": places.get(standing.player, ""),
        }
        for order, standing in enumerate(through(board) if cut else (), 1)
    ]
    goal = "go on to the play-off" if event.has_playoff else "go through"
    count = number_word(len(rows)) if rows else ""
    bears = edition(event, now)
    return Printed(
        edition=bears,
        title=f"The {count.title()}" if count.isalpha() else "Those who go through",
        template="paper/print/the_ten.html",
        styles=("paper/the_ten.css",),
        remarks=(" ".join(filter(None, (_playoff_note(event) * bool(places), _par_note(board)))),),
        results=True,
        content={
            **on_one_page(rows),
            "subtitle": f"who after {_rounds(event.qualifying_rounds)} {goal}",
            "tie_sentences": tie_sentences(cut) if cut else (),
            "sealed_at": clock(bears.sealed_at) if bears.sealed_at else "",
        },
    )


def on_one_page(rows: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Rows shrink in steps so that all who go through stand on one page."""
    crowd = next((most for most in (10, 12, 16, 20) if len(rows) <= most), 30)
    return {"rows": rows, "crowd": crowd, "seated": any(row["seat"] for row in rows)}


def final_list(event: Event, board: Board, now: datetime) -> ListPaper:
    """The final standing of the play-off, with the prize each place on the podium brings."""
    before = {standing.player: standing.total for standing in board.standings}
    brought = honours_brought(board)

    def name(standing: Standing) -> str:
        reason = standing.decided_by[0].sentence(standing.name) if standing.decided_by else ""
        company = italic(livery_of(board, standing))
        return bold(standing.name, "15.5 86") + beneath(company, "") + beneath(reason)

    columns: list[Column[Standing]] = [
        Column("Place", lambda standing: standing.place_words, style="place"),
        Column("Name", name, style="who"),
        Column("", lambda row: fitted(brought.get(row.player, ""), "10.5 34"), style="honour"),
        Column("Play-off", lambda standing: standing.total, style="total"),
        Column("Before", lambda standing: before.get(standing.player), style="before"),
    ]
    return list_paper(
        columns,
        [("", board.playoff)],
        edition=edition(event, now),
        title="Final standing",
        style="final",
        facts=("After the play-off", _playoff_note(event).capitalize()),
        results=True,
    )


def honours_brought(board: Board) -> dict[str, str]:
    """The prize that a place on the podium brings, by player."""
    return {honour.player: in_capitals(honour.prize) for honour in honours(board)}


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
    return (
        f"{place}{progress.games_in} of {many(progress.games_due, 'sheet')} in",
        "Best total first",
    )


def _printed(board: Board) -> tuple[Figure, ...]:
    """The figures of the format that paper has room for."""
    return tuple(figure for figure in board_figures(board) if figure.paper)[:MOST_FIGURES]


def livery_of(board: Board, standing: Standing) -> str:
    """Whose guest somebody is, as far as the board knows them."""
    player = board.players.get(standing.player)
    return player.livery if player else ""


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


def _line(cut: object) -> tuple[int, str]:
    if not isinstance(cut, Cut):
        return 0, ""
    count = len(cut.qualifiers)
    words = f"The cut: {number_word(count)} go through"
    if cut.undecided:
        words = (
            f"The cut so far: {number_word(count)} go through, {len(cut.undecided)} level for"
            f" {cut.places_left}"
        )
    return count, words
