"""The pages of results: standings, the cut, the liveries' best two and the teams; totals are
formulas over the entries.
"""

from functools import partial

from scoring.counting.cut import Cut, NoCut, in_words
from scoring.counting.figures import Column as Figure
from scoring.counting.standings import Standing
from scoring.counting.teams import TeamStanding
from scoring.words import capital
from tournament.counting.columns import TABLE_PAR, figures
from tournament.counting.scores import seal_in_force
from tournament.site.columns import Column
from tournament.site.spreadsheet import Cell, Formula, Page
from tournament.standings.teams import TeamRow, team_rows
from tournament.workbook.games import cells_of_round, column_letter
from tournament.workbook.page import Evening, standing_columns

STANDINGS = "Standings"
FIRST_ROUND = 6
"""The column of the first round's total on the page of standings, from 1."""


def _rounds(evening: Evening) -> list[int]:
    return sorted({number for number, _game in evening.games})


def total_cell(evening: Evening, player: str) -> str:
    """Where the total of a guest stands on the page of standings, such as Standings!I4."""
    column = FIRST_ROUND + len(_rounds(evening)) + 1 + bool(evening.board.table_par)
    return f"{STANDINGS}!{column_letter(column)}{evening.place_of[player]}"


def standings_page(evening: Evening) -> Page:
    """The field in order.

    Round totals sum the entries, the total sums rounds, adjustments and a par.
    """
    cut, rounds = evening.cut, _rounds(evening)
    through = set(cut.qualifiers) if isinstance(cut, Cut) else set()
    par = [_figure_column(TABLE_PAR)] if evening.board.table_par else []
    first, last = column_letter(FIRST_ROUND), column_letter(FIRST_ROUND + len(rounds) + len(par))

    def total(standing: Standing) -> Cell:
        row = evening.place_of[standing.player]
        return Formula(f"=SUM({first}{row}:{last}{row})", standing.total)

    def decided(standing: Standing) -> str:
        """What split a tie; nothing before the line of the cut may be shown."""
        decisions = standing.decided_by if cut else ()
        words = " ".join(decision.sentence(standing.name) for decision in decisions)
        return words or standing.unranked_because

    columns = [
        *standing_columns(evening),
        *(Column(f"Round {number}", partial(_round, evening, number), 9) for number in rounds),
        Column("Adjusted", lambda standing: standing.adjusted or None, 9),
        *par,
        Column("Total", total, 9),
        *map(_figure_column, figures(evening.board.format)),
        Column("Absent", lambda standing: standing.absent, 8),
        Column("Through", lambda standing: int(standing.player in through), 9),
        Column("What decided", decided, 60),
    ]
    return Page.of(STANDINGS, columns, evening.board.standings)


def _figure_column(figure: Figure) -> Column[Standing]:
    head, width = figure.workbook
    return Column(head, figure.of, width)


def _round(evening: Evening, number: int, standing: Standing) -> Cell:
    """A formula over the entries; the figure itself where nothing but the total of the round is
    known.
    """
    total = evening.in_all.get((standing.player, number))
    if total is not None:
        return total
    cells = cells_of_round(evening, standing.player, number)
    return Formula(f"=SUM({cells})", standing.rounds.get(number) or 0)


NO_CUT = "No cut before the last sheet is in."


def cut_page(evening: Evening) -> Page:
    """Who is through, with the total of the standings page and the reason where a tie was split;
    below them how the cut stands, and whether it is sealed.
    """
    cut, through, reasons = evening.cut, list[Standing](), dict[str, str]()
    order, _place, *guest = standing_columns(evening)
    notes = [cut.words if isinstance(cut, NoCut) else NO_CUT]
    if isinstance(cut, Cut):
        standing_of = {standing.player: standing for standing in cut.standings}
        through = [standing_of[player] for player in cut.qualifiers]
        reasons = {reason.player: reason.words for reason in cut.reasons}
        seal = seal_in_force(evening.event)
        sealed = seal and f"Sealed, edition {seal.edition}, digest {seal.digest}"
        notes = [in_words(cut), sealed or "Provisional: not sealed."]
    columns = [
        order,
        *guest,
        Column(
            "Total",
            lambda standing: Formula(f"={total_cell(evening, standing.player)}", standing.total),
            9,
        ),
        Column("Why", lambda standing: reasons.get(standing.player, ""), 70),
    ]
    return Page.of("Cut", columns, through, notes)


def liveries_page(evening: Evening) -> Page:
    """The two best totals of each livery; the sum is a formula over the standings page."""
    won = evening.board.prizes
    best: dict[str, list[Standing]] = {}
    for standing in evening.board.standings:
        if standing.ranked:
            best.setdefault(evening.board.players[standing.player].livery, []).append(standing)

    def total(pair: TeamStanding) -> Cell:
        first, second = (total_cell(evening, row.player) for row in best[pair.team][:2])
        return Formula(f"={first}+{second}", pair.total)

    columns: list[Column[TeamStanding]] = [
        Column("Place", lambda pair: pair.place, 7),
        Column(evening.groups, lambda pair: pair.team, 30),
        Column("Players", lambda pair: pair.players, 9),
        Column("Best", lambda pair: best[pair.team][0].name, 34),
        Column("Second", lambda pair: best[pair.team][1].name, 34),
        Column("Sum", total, 9),
    ]
    title = capital(evening.event.groups.several)
    return Page.of(title, columns, won.livery_best_two if won else ())


def teams_page(evening: Evening) -> Page:
    """A row a team in order; those with too few guests stand last, without a figure."""
    columns: list[Column[TeamRow]] = [
        Column("Place", lambda row: row.standing.place, 7),
        Column("Order", lambda row: row.standing.order, 7),
        Column("Team", lambda row: row.team, 30),
        Column("Guests", lambda row: row.players, 8),
        Column("Figure", partial(_figure, evening), 10),
        Column("Whose totals count", lambda row: ", ".join(row.members), 70),
        Column("What decided", lambda row: row.note, 50),
    ]
    return Page.of("Teams", columns, team_rows(evening.event, evening.board))


def _figure(evening: Evening, row: TeamRow) -> Cell:
    """The sum or mean of the totals that count, as the spreadsheet computes it; of matches the
    figure itself; None for a team that has no place.
    """
    standing = row.standing
    if not standing.ranked:
        return None
    figure = float(standing.figure or 0)
    if not set(standing.counted) <= set(evening.place_of):
        return figure
    cells = ",".join(total_cell(evening, ref) for ref in standing.counted)
    name = "AVERAGE" if evening.event.team_figure == "mean" else "SUM"
    return Formula(f"={name}({cells})", figure)
