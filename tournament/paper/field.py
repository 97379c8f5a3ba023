"""Lists of the whole field without the line: at half time, and at the end by livery."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from scoring.counting.board import Board
from scoring.counting.standings import Standing
from scoring.words import number_word
from tournament.counting.formats import event_format
from tournament.models import Event, Livery, Tally
from tournament.paper.seating import edition
from tournament.paper.values import FieldList, FieldRow


def half_time_list(event: Event, board: Board, now: datetime) -> FieldList:
    """After the first round: every game of it and the total, equal totals sharing a place."""
    games = range(1, event.games_per_round + 1)
    points = points_of_games(event, 1)
    ranked = sorted(
        (standing for standing in board.standings if standing.rounds.get(1) is not None),
        key=lambda standing: (_better(event) * (standing.rounds[1] or 0), standing.name),
    )
    totals = [standing.rounds[1] for standing in ranked]
    rows = tuple(
        FieldRow(
            _shared(totals, totals.index(standing.rounds[1])),
            standing.name,
            _livery(board, standing.player),
            tuple(points.get((standing.player, game)) for game in games),
            standing.rounds[1],
        )
        for standing in ranked
    )
    form = event_format(event)
    remaining = (event.qualifying_rounds - 1) * event.games_per_round
    word = number_word(remaining).capitalize()
    best = "Lowest" if _better(event) > 0 else "Highest"
    facts = (
        f"After round 1. {best} totals lead.",
        f"{word} {form.unit if remaining == 1 else form.units} to come: nothing is decided.",
    )
    columns = tuple(str(game) for game in games)
    return FieldList(edition(event, now), facts, columns, (("", rows),), "Half time")


def final_by_livery(event: Event, board: Board, now: datetime) -> FieldList:
    """The final standing under each company, in the order of precedence."""
    companies = {livery.name: livery for livery in Livery.objects.filter(event=event)}
    groups: defaultdict[str, list[Standing]] = defaultdict(list)
    for standing in board.standings:
        groups[_livery(board, standing.player)].append(standing)
    last = len(companies) + 1
    order = sorted(
        groups, key=lambda name: companies[name].precedence if name in companies else last
    )
    sections = tuple(
        (
            name or f"No {event.groups.word}",
            tuple(_row(event, board, group) for group in groups[name]),
        )
        for name in order
    )
    return replace(
        _final(event, now, sections, f"Final list by {event.groups.word}"), company=False
    )


def _final(
    event: Event, now: datetime, groups: tuple[tuple[str, tuple[FieldRow, ...]], ...], title: str
) -> FieldList:
    rounds = tuple(f"Round {number}" for number in range(1, event.qualifying_rounds + 1))
    many = sum(len(rows) for _heading, rows in groups)
    facts = (f"{many} guests", "A tie that nothing decided shares a place")
    return FieldList(edition(event, now), facts, rounds, groups, title)


def _row(event: Event, board: Board, standing: Standing) -> FieldRow:
    figures = tuple(standing.rounds.get(number) for number in range(1, event.qualifying_rounds + 1))
    place = standing.place_words if standing.ranked else "–"
    livery = _livery(board, standing.player)
    return FieldRow(place, standing.name, livery, figures, standing.total)


def _livery(board: Board, player: str) -> str:
    return board.players[player].livery if player in board.players else ""


def _better(event: Event) -> int:
    return 1 if event_format(event).direction.startswith("low") else -1


def _shared(totals: Sequence[int | None], first: int) -> str:
    return f"{'=' * (totals.count(totals[first]) > 1)}{first + 1}"


def points_of_games(event: Event, number: int) -> dict[tuple[str, int], int | None]:
    """Points by guest and game of a round, from the sheets that count."""
    rows = Tally.objects.filter(
        sheet__accepted=True, sheet__game__event=event, sheet__game__table__round__number=number
    )
    tallies = rows.values_list("guest__ref", "sheet__game__number", "points")
    return {(ref, game): points for ref, game, points in tallies}
