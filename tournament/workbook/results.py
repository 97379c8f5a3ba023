"""The pages of results: standings, the cut, the liveries' best two and the teams; totals are
formulas over the entries.
"""

from collections.abc import Iterator

from scoring.counting.cut import Cut, NoCut, in_words
from scoring.counting.standings import Standing
from scoring.words import capital
from tournament.counting.columns import TABLE_PAR, figures
from tournament.counting.scores import seal_in_force
from tournament.site.spreadsheet import Cell, Formula, Page
from tournament.standings.teams import TeamRow, team_rows
from tournament.workbook.games import cells_of_round, column_letter
from tournament.workbook.page import Evening

STANDINGS = "Standings"
FIRST_ROUND = 6
"""The column of the first round's total on the page of standings, from 1."""


def _rounds(evening: Evening) -> list[int]:
    return sorted({number for number, _game in evening.games})


def total_column(evening: Evening) -> str:
    """The letter of the column of totals on the page of standings."""
    return column_letter(FIRST_ROUND + len(_rounds(evening)) + 1 + bool(evening.board.table_par))


def standings_page(evening: Evening) -> Page:
    """The field in order.

    Round totals sum the entries, the total sums rounds, adjustments and a par.
    """
    rounds = [(f"Round {number}", 9) for number in _rounds(evening)]
    columns = [
        *(
            ("Order", 7),
            ("Place", 7),
            ("Badge", 7),
            ("Name", 34),
            (evening.groups, 26),
            *rounds,
            ("Adjusted", 9),
            *([TABLE_PAR.workbook] if evening.board.table_par else []),
            ("Total", 9),
        ),
        *(figure.workbook for figure in figures(evening.board.format)),
        ("Absent", 8),
        ("Through", 9),
        ("What decided", 60),
    ]
    return Page(STANDINGS, columns, _standings(evening))


def _standings(evening: Evening) -> Iterator[list[Cell]]:
    cut = evening.cut
    through = set(cut.qualifiers) if isinstance(cut, Cut) else set()
    rounds = _rounds(evening)
    declared = bool(evening.board.table_par)
    first, last = column_letter(FIRST_ROUND), column_letter(FIRST_ROUND + len(rounds) + declared)
    for row, standing in enumerate(evening.board.standings, start=2):
        sums = [
            _round(evening, standing.player, number, standing.rounds.get(number) or 0)
            for number in rounds
        ]
        yield [
            standing.order,
            standing.place,
            evening.badges[standing.player],
            standing.name,
            evening.board.players[standing.player].livery,
            *(*sums, standing.adjusted or None, *([standing.par] if declared else [])),
            Formula(f"=SUM({first}{row}:{last}{row})", standing.total),
            *(figure.of(standing) for figure in figures(evening.board.format)),
            standing.absent,
            int(standing.player in through),
            _decided(standing, cut),
        ]


def _round(evening: Evening, player: str, number: int, summed: int | None) -> Cell:
    """A formula over the entries; the figure itself where nothing but the total of the round is
    known.
    """
    total = evening.in_all.get((player, number))
    if total is not None:
        return total
    return Formula(f"=SUM({cells_of_round(evening, player, number)})", summed)


def _decided(standing: Standing, cut: Cut | NoCut | None) -> str:
    """What split a tie; nothing before the line of the cut may be shown."""
    decided = standing.decided_by if cut else ()
    return (
        " ".join(decision.sentence(standing.name) for decision in decided)
        or standing.unranked_because
    )


NO_CUT = "No cut before the last sheet is in."


def cut_page(evening: Evening) -> Page:
    """Who is through, with the total of the standings page and the reason where a tie was split."""
    columns = [
        ("Order", 7),
        ("Badge", 7),
        ("Name", 34),
        (evening.groups, 26),
        ("Total", 9),
        ("Why", 70),
    ]
    return Page("Cut", columns, _cut(evening))


def _cut(evening: Evening) -> Iterator[list[Cell]]:
    cut = evening.cut
    if not isinstance(cut, Cut):
        yield [None, None, cut.words if cut else NO_CUT, None, None, None]
        return
    row_of = {one.player: row for row, one in enumerate(evening.board.standings, start=2)}
    reasons = {reason.player: reason.words for reason in cut.reasons}
    by_player = {one.player: one for one in cut.standings}
    column = total_column(evening)
    for player in cut.qualifiers:
        standing = by_player[player]
        total = Formula(f"={STANDINGS}!{column}{row_of[player]}", standing.total)
        livery = evening.board.players[player].livery
        yield [
            standing.order,
            evening.badges[player],
            standing.name,
            livery,
            total,
            reasons.get(player, ""),
        ]
    yield [None, None, in_words(cut), None, None, None]
    seal = seal_in_force(evening.event)
    words = (
        f"Sealed, edition {seal.edition}, digest {seal.digest}"
        if seal
        else "Provisional: not sealed."
    )
    yield [None, None, words, None, None, None]


def liveries_page(evening: Evening) -> Page:
    """The two best totals of each livery; the sum is a formula over the standings page."""
    columns = [
        ("Place", 7),
        (evening.groups, 30),
        ("Players", 9),
        ("Best", 34),
        ("Second", 34),
        ("Sum", 9),
    ]
    return Page(capital(evening.event.groups.several), columns, _liveries(evening))


def _liveries(evening: Evening) -> Iterator[list[Cell]]:
    won = evening.board.prizes
    column = total_column(evening)
    best: dict[str, list[tuple[int, Standing]]] = {}
    for row, standing in enumerate(evening.board.standings, start=2):
        if standing.ranked:
            best.setdefault(evening.board.players[standing.player].livery, []).append(
                (row, standing)
            )
    for pair in won.livery_best_two if won else ():
        (first_row, first), (second_row, second) = best[pair.team][:2]
        total = Formula(
            f"={STANDINGS}!{column}{first_row}+{STANDINGS}!{column}{second_row}",
            pair.total,
        )
        yield [pair.place, pair.team, pair.players, first.name, second.name, total]


def teams_page(evening: Evening) -> Page:
    """A row a team in order; those with too few guests stand last, without a figure."""
    columns = [("Place", 7), ("Order", 7), ("Team", 30), ("Guests", 8), ("Figure", 10)]
    return Page(
        "Teams", [*columns, ("Whose totals count", 70), ("What decided", 50)], _teams(evening)
    )


def _teams(evening: Evening) -> Iterator[list[Cell]]:
    row_of = {standing.player: row for row, standing in enumerate(evening.board.standings, start=2)}
    for team_row in team_rows(evening.event, evening.board):
        standing = team_row.standing
        figure = _figure(evening, team_row, row_of) if standing.ranked else None
        members = ", ".join(team_row.members)
        yield [
            standing.place,
            standing.order,
            team_row.team,
            team_row.players,
            figure,
            members,
            team_row.note,
        ]


def _figure(evening: Evening, team_row: TeamRow, row_of: dict[str, int]) -> Cell:
    """The sum or mean of the totals that count, as the spreadsheet computes it; of matches the
    figure itself.
    """
    if not set(team_row.standing.counted) <= set(row_of):
        return float(team_row.standing.figure or 0)
    column = total_column(evening)
    cells = ",".join(f"{STANDINGS}!{column}{row_of[ref]}" for ref in team_row.standing.counted)
    name = "AVERAGE" if evening.event.team_figure == "mean" else "SUM"
    return Formula(f"={name}({cells})", float(team_row.standing.figure or 0))
