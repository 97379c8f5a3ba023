"""The page of teams: each figure a formula over the totals of the standings page."""

from collections.abc import Iterator

from tournament.teams import TeamRow, team_rows
from tournament.workbook.evening import Evening
from tournament.workbook.page import Cell, Formula, Page
from tournament.workbook.results import STANDINGS, total_column


def teams_page(evening: Evening) -> Page:
    """A row a team in order; those with too few guests stand last, without a figure."""
    columns = [("Place", 7), ("Order", 7), ("Livery", 30), ("Guests", 8), ("Figure", 10)]
    return Page("Teams", [*columns, ("Whose totals count", 70), ("What decided", 50)], _teams(evening))


def _teams(evening: Evening) -> Iterator[list[Cell]]:
    row_of = {one.player: row for row, one in enumerate(evening.board.standings, start=2)}
    for one in team_rows(evening.event, evening.board):
        standing = one.standing
        figure = _figure(evening, one, row_of) if standing.ranked else None
        members = ", ".join(one.members)
        yield [standing.place, standing.order, one.team, one.players, figure, members, one.note]


def _figure(evening: Evening, one: TeamRow, row_of: dict[str, int]) -> Cell:
    """The sum or mean of the totals that count, as the spreadsheet computes it; of matches the figure itself."""
    if not set(one.standing.counted) <= set(row_of):
        return float(one.standing.figure or 0)
    column = total_column(evening)
    cells = ",".join(f"{STANDINGS}!{column}{row_of[ref]}" for ref in one.standing.counted)
    return Formula(f"={'AVERAGE' if evening.event.team_figure == 'mean' else 'SUM'}({cells})")
