"""Standings, those who go through and the final list as paper values, from the board that every
output shows.

The prize list as paper values, in the order of handing over: the wooden spoon first, the winner
last.

The standing of the teams as a paper value.

Pairings, bracket and cross-table as paper values.
"""

from collections.abc import Iterable, Mapping
from datetime import datetime

from scoring.counting.board import Board
from scoring.counting.cut import Cut
from scoring.counting.figures import Column
from scoring.counting.prizes import Award
from scoring.counting.standings import Standing
from scoring.pairing.values import PairingError
from scoring.words import listed, many, number_word
from tournament.counting.announcement import honours, in_capitals
from tournament.counting.board import line_is_drawn
from tournament.counting.columns import board_figures
from tournament.counting.formats import event_format
from tournament.counting.matches import match_tables
from tournament.counting.plan import own_label
from tournament.finals.reading import prize_rows
from tournament.matches.drawing import bracket_drawing, cross_drawing
from tournament.matches.reading import names_of, public_course, rounds_shown, standing_shown
from tournament.models import Event, Seat, Stage
from tournament.models.guest import AWAY
from tournament.paper.seating import edition
from tournament.paper.values import TableCard, TableCards
from tournament.paper.values_results import (
    FinalList,
    FinalRow,
    GoesThrough,
    PlayerSlips,
    PrintedDrawing,
    PrintedPairings,
    PrintedStandings,
    PrintedTeams,
    PrizeList,
    PrizeRow,
    Slip,
    StandingRow,
    TeamLine,
    TheTen,
)
from tournament.standings.teams import rule_words, team_rows

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


RESULTS_TOLD = (
    "After the match the phone at this table asks who won each game. Show the check to both"
    " players, then save. No phone? Tell the desk the result."
)
NOTHING_PAIRED = "Waits for the first published round."


def printed_pairings(event: Event, now: datetime) -> PrintedPairings:
    """The newest published round: who meets whom at which table, for the wall."""
    course, names = public_course(event), names_of(event, public=True)
    round_ = rounds_shown(course, names)[0]
    facts = (
        f"{len(round_.matches)} matches",
        f"{round_.waiting} to be played" if round_.waiting else "all results in",
    )
    return PrintedPairings(
        edition(event, now), facts, round_.rows, f"Pairings: {round_.name.lower()}"
    )


def player_slips(event: Event, now: datetime) -> PlayerSlips:
    """A slip for each player who is there, to be cut: with its code their own page says whom they
    meet.
    """
    there = event.guests.exclude(status__in=AWAY).select_related("livery").order_by("badge")
    slips = tuple(Slip(guest.badge, guest.name, guest.livery_name) for guest in there)
    return PlayerSlips(edition(event, now), (f"{len(slips)} players", "Cut along the lines"), slips)


def match_table_cards(event: Event, now: datetime) -> TableCards:
    """A card for each table that matches are played at, with the code by which its results are
    told.
    """
    cards = (
        TableCard(table, (), (), label=own_label(event, table)) for table in match_tables(event)
    )
    return TableCards(edition(event, now), tuple(cards), RESULTS_TOLD)


def printed_bracket(event: Event, stage: int, now: datetime) -> PrintedDrawing:
    """The knock-out as far as it is played."""
    course, names = public_course(event), names_of(event, public=True)
    facts = (f"{len(course.entrants[stage])} players",)
    return PrintedDrawing(
        edition(event, now), facts, bracket_drawing(course, stage, names), "The bracket"
    )


def printed_cross_table(event: Event, stage: int, now: datetime) -> PrintedDrawing:
    """Everybody's results against everybody, or round by round."""
    course, names = public_course(event), names_of(event, public=True)
    lines = standing_shown(event, course, stage, names)
    facts = (f"{len(lines)} players", "Number of the opponent, + won, = drawn, − lost")
    if course.plan[stage].kind == "all_play_all":
        facts = (f"{len(lines)} players", "1 won, ½ drawn, 0 lost")
    return PrintedDrawing(
        edition(event, now), facts, cross_drawing(course, stage, lines), "The cross-table"
    )


def begun_stages(event: Event) -> list[tuple[int, str]]:
    """Number and kind of every stage with a published round; none where guests are not paired."""
    if not event.paired:
        return []
    try:
        course = public_course(event)
    except PairingError:
        return []
    published = {round_.stage for round_ in course.rounds if round_.published}
    return [(number, course.plan[number].kind) for number in sorted(published)]
