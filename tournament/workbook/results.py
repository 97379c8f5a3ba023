"""The pages of results: standings, the cut, the liveries' best two; totals are formulas over the entries."""

from collections.abc import Iterator

from scoring.cut import Cut, in_words
from scoring.standings import Standing
from tournament.format_words import TABLE_PAR, figures
from tournament.ledger.lift import seal_in_force
from tournament.workbook.evening import Evening
from tournament.workbook.games import cells_of_round, column_letter
from tournament.workbook.page import Cell, Formula, Page

STANDINGS = "Standings"
FIRST_ROUND = 6
"""The column of the first round's total on the page of standings, from 1."""


def _rounds(evening: Evening) -> list[int]:
    return sorted({number for number, _game in evening.games})


def total_column(evening: Evening) -> str:
    """The letter of the column of totals on the page of standings."""
    return column_letter(FIRST_ROUND + len(_rounds(evening)) + 1 + bool(evening.board.table_par))


def standings_page(evening: Evening) -> Page:
    """The field in order. Round totals sum the entries, the total sums rounds, adjustments and a par."""
    rounds = [(f"Round {number}", 9) for number in _rounds(evening)]
    columns = [
        *(
            ("Order", 7),
            ("Place", 7),
            ("Badge", 7),
            ("Name", 34),
            ("Livery", 26),
            *rounds,
            ("Adjusted", 9),
            *([TABLE_PAR.workbook] if evening.board.table_par else []),
            ("Total", 9),
        ),
        *(figure.workbook for figure in figures(evening.board.format)),
        *(("Absent", 8), ("Through", 9)),
        ("What decided", 60),
    ]
    return Page(STANDINGS, columns, _standings(evening))


def _standings(evening: Evening) -> Iterator[list[Cell]]:
    badge = {guest.ref: guest.badge for guest in evening.guests}
    drawn = evening.board.cut
    through = set(drawn.qualifiers) if isinstance(drawn, Cut) else set()
    rounds = _rounds(evening)
    declared = bool(evening.board.table_par)
    first, last = column_letter(FIRST_ROUND), column_letter(FIRST_ROUND + len(rounds) + declared)
    for row, one in enumerate(evening.board.standings, start=2):
        sums = [_round(evening, one.player, number) for number in rounds]
        yield [
            *(one.order, one.place, badge[one.player], one.name, evening.board.players[one.player].livery),
            *(*sums, one.adjusted or None, *([one.par] if declared else [])),
            Formula(f"=SUM({first}{row}:{last}{row})"),
            *(figure.of(one) for figure in figures(evening.board.format)),
            *(one.absent, int(one.player in through), _decided(one)),
        ]


def _round(evening: Evening, player: str, number: int) -> Cell:
    """A formula over the entries; the figure itself where nothing but the total of the round is known."""
    told = evening.in_all.get((player, number))
    return Formula(f"=SUM({cells_of_round(evening, player, number)})") if told is None else told


def _decided(one: Standing) -> str:
    return "; ".join(decision.words for decision in one.decided_by) or one.unranked_because


def cut_page(evening: Evening) -> Page:
    """Who is through, with the total of the standings page and the reason where a tie was split."""
    columns = [("Order", 7), ("Badge", 7), ("Name", 34), ("Livery", 26), ("Total", 9), ("Why", 70)]
    return Page("Cut", columns, _cut(evening))


def _cut(evening: Evening) -> Iterator[list[Cell]]:
    drawn = evening.board.cut
    if not isinstance(drawn, Cut):
        yield [None, None, drawn.words if drawn else "No cut yet.", None, None, None]
        return
    badge = {guest.ref: guest.badge for guest in evening.guests}
    row_of = {one.player: row for row, one in enumerate(evening.board.standings, start=2)}
    reasons = {reason.player: reason.words for reason in drawn.reasons}
    by_player = {one.player: one for one in drawn.standings}
    column = total_column(evening)
    for player in drawn.qualifiers:
        one = by_player[player]
        total = Formula(f"={STANDINGS}!{column}{row_of[player]}")
        livery = evening.board.players[player].livery
        yield [one.order, badge[player], one.name, livery, total, reasons.get(player, "")]
    yield [None, None, in_words(drawn), None, None, None]
    seal = seal_in_force(evening.event)
    words = f"Sealed, edition {seal.edition}, digest {seal.digest}" if seal else "Provisional: not sealed."
    yield [None, None, words, None, None, None]


def liveries_page(evening: Evening) -> Page:
    """The two best totals of each livery; the sum is a formula over the standings page."""
    columns = [("Place", 7), ("Livery", 30), ("Players", 9), ("Best", 34), ("Second", 34), ("Sum", 9)]
    return Page("Liveries", columns, _liveries(evening))


def _liveries(evening: Evening) -> Iterator[list[Cell]]:
    won = evening.board.prizes
    column = total_column(evening)
    best: dict[str, list[tuple[int, Standing]]] = {}
    for row, one in enumerate(evening.board.standings, start=2):
        if one.ranked:
            best.setdefault(evening.board.players[one.player].livery, []).append((row, one))
    for pair in won.livery_best_two if won else ():
        (first_row, first), (second_row, second) = best[pair.livery][:2]
        total = Formula(f"={STANDINGS}!{column}{first_row}+{STANDINGS}!{column}{second_row}")
        yield [pair.place, pair.livery, pair.players, first.name, second.name, total]
