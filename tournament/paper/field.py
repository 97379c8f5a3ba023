"""Lists of the whole field without the line: at half time, and at the end by livery."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any

from django.utils.html import format_html

from scoring.counting.board import Board
from scoring.counting.standings import Standing
from scoring.words import capital, many, spelt
from tournament.counting.formats import event_format, stored
from tournament.models import Event, Livery, Tally
from tournament.paper.fitting import ITALIC_WIDTH, NAME_WIDTH, one_line
from tournament.paper.printed import WIDTH, ListPaper, bold, filled, list_paper
from tournament.paper.results import company_column, livery_of, round_columns
from tournament.paper.seating import edition
from tournament.site.columns import Column


def half_time_list(event: Event, board: Board, now: datetime) -> ListPaper:
    """After the first round: every game of it and the total, equal totals sharing a place."""
    points = points_of_games(event, 1)
    ranked = sorted(
        (standing for standing in board.standings if standing.rounds.get(1) is not None),
        key=lambda standing: (_better(event) * (standing.rounds[1] or 0), standing.name),
    )
    totals = [standing.rounds[1] for standing in ranked]

    def of_game(game: int) -> Column[Standing]:
        return Column(
            str(game), lambda standing: points.get((standing.player, game)), style="figure"
        )

    form = event_format(event)
    remaining = (event.qualifying_rounds - 1) * event.games_per_round
    coming = f"{spelt(remaining, form.unit, form.units)} to come: nothing is decided."
    if form.ending == "target":
        coming = "Nothing is decided."
    best = "Lowest" if _better(event) > 0 else "Highest"
    return _field_list(
        lambda standing: _shared(totals, totals.index(standing.rounds[1])),
        [of_game(game) for game in range(1, event.games_per_round + 1)],
        lambda standing: standing.rounds[1],
        [("", ranked)],
        company=company_column(event, board, f"9.2 {(COMPANY - GAP) / ITALIC_WIDTH:.0f}", "of"),
        edition=edition(event, now),
        title="Half time",
        facts=(
            f"After round 1. {best} totals lead.",
            capital(coming),
        ),
    )


def final_by_livery(event: Event, board: Board, now: datetime) -> ListPaper:
    """The final standing under each company, in the order of precedence."""
    groups = by_company(event, board)
    guests = sum(len(standings) for _name, standings in groups)
    return _field_list(
        place_in_list,
        round_columns(event, style="figure"),
        lambda standing: standing.total,
        groups,
        edition=edition(event, now),
        title=f"Final list by {event.groups.word}",
        facts=(many(guests, "guest"), "A tie that nothing decided shares a place"),
    )


def by_company(event: Event, board: Board) -> list[tuple[str, list[Standing]]]:
    """The standings of each company, in the order of precedence."""
    companies = {livery.name: livery for livery in Livery.objects.filter(event=event)}
    groups: defaultdict[str, list[Standing]] = defaultdict(list)
    for standing in board.standings:
        groups[livery_of(board, standing)].append(standing)
    last = len(companies) + 1
    order = sorted(
        groups, key=lambda name: companies[name].precedence if name in companies else last
    )
    return [(name or f"No {event.groups.word}", groups[name]) for name in order]


def place_in_list(standing: Standing) -> str:
    """The place, or a dash for who is not ranked."""
    return standing.place_words if standing.ranked else "–"


COMPANY, GAP = 48, 2
"""Millimetres of the company in a list of the field, as lists.css has them, and before it."""


def _field_list(
    place: Callable[[Standing], str],
    figures: Sequence[Column[Standing]],
    total: Callable[[Standing], int | None],
    groups: Iterable[tuple[str, Sequence[Standing]]],
    *,
    company: Column[Standing] | None = None,
    **paper: Any,
) -> ListPaper:
    """As many figures as there are; name and company take what these leave."""
    wide = len(figures) <= 2
    room = WIDTH - 14 - 16 - (17 if wide else 9) * len(figures) - GAP - bool(company) * COMPANY

    def name(standing: Standing) -> str:
        fits = one_line(standing.name, 9.8, room / NAME_WIDTH)
        return format_html('<span class="{}">{}</span>', fits, bold(standing.name))

    columns = [
        Column("Place", place, style="place"),
        Column("Name", name, style="who"),
        *([company] if company else []),
        *figures,
        Column("Total", total, style="total"),
    ]
    return list_paper(
        columns, groups, style="field wide" if wide else "field", results=True, **paper
    )


LINES = (54, 58)
"""Rows on the first sheet, below its heading, and on each that follows."""
HEADING = 1.6
"""What the heading of a group takes, in rows."""


def pages_of_field(paper: ListPaper) -> int:
    """How many pages a list of the field takes, counted without drawing it; a long name on two
    lines can make it one more.
    """
    rows = [
        1 + HEADING * (bool(heading) and not index)
        for heading, rows in paper.groups
        for index, _row in enumerate(rows)
    ]
    return filled(rows, *LINES)


def _better(event: Event) -> int:
    return 1 if event_format(event).direction.startswith("low") else -1


def _shared(totals: Sequence[int | None], first: int) -> str:
    return f"{'=' * (totals.count(totals[first]) > 1)}{first + 1}"


def points_of_games(event: Event, number: int) -> dict[tuple[str, int], int | None]:
    """Points by guest and game of a round, from the sheets that count, in the unit they
    count in.
    """
    rows = Tally.objects.filter(
        sheet__accepted=True, sheet__game__event=event, sheet__game__table__round__number=number
    )
    tallies = rows.values_list("guest__ref", "sheet__game__number", "points")
    form = event_format(event)
    return {(ref, game): stored(form, points) for ref, game, points in tallies}
