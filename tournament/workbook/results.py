"""The pages of results: standings, the cut, the liveries' best two; totals are formulas over the
entries.

The page of teams: each figure a formula over the totals of the standings page.

The pages of who can still make it: chances, every guest's place game by game, and the line of one
evening drawn.

The pages of matches: every pairing with its result and reasons, and the cross-table of each stage.
"""

from collections.abc import Iterator
from functools import partial
from typing import Any

from scoring.counting.cut import Cut, NoCut, in_words
from scoring.counting.standings import Standing
from scoring.pairing.course import Course
from scoring.pairing.values import Match, PairingError, Round
from scoring.words import capital
from tournament.counting.chances import as_good_words, event_chances, loses_words, needs_words
from tournament.counting.columns import TABLE_PAR, figures
from tournament.counting.matches import kept_course
from tournament.counting.scores import seal_in_force
from tournament.matches.drawing import cross_heads, cross_rows
from tournament.matches.reading import (
    Names,
    names_of,
    places_shown,
    result_words,
    round_name,
    score_words,
    standing_shown,
)
from tournament.models import Event
from tournament.site.spreadsheet import NOT_THERE, Cell, Formula, Page
from tournament.standings.drawing import FEWEST, event_lines
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
    badge = {guest.ref: guest.badge for guest in evening.guests}
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
            badge[standing.player],
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
    badge = {guest.ref: guest.badge for guest in evening.guests}
    row_of = {one.player: row for row, one in enumerate(evening.board.standings, start=2)}
    reasons = {reason.player: reason.words for reason in cut.reasons}
    by_player = {one.player: one for one in cut.standings}
    column = total_column(evening)
    for player in cut.qualifiers:
        standing = by_player[player]
        total = Formula(f"={STANDINGS}!{column}{row_of[player]}", standing.total)
        livery = evening.board.players[player].livery
        yield [standing.order, badge[player], standing.name, livery, total, reasons.get(player, "")]
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
        (first_row, first), (second_row, second) = best[pair.livery][:2]
        total = Formula(
            f"={STANDINGS}!{column}{first_row}+{STANDINGS}!{column}{second_row}",
            pair.sum_best_two,
        )
        yield [pair.place, pair.livery, pair.players, first.name, second.name, total]


def teams_page(evening: Evening) -> Page:
    """A row a team in order; those with too few guests stand last, without a figure."""
    columns = [("Place", 7), ("Order", 7), (evening.groups, 30), ("Guests", 8), ("Figure", 10)]
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


PLACES, LINE = "Places", "Line"
FIRST = 3
"""The column of the first game on the page of places, from 1."""
CHOSEN = "$B$2"
"""The cell of the page of the line in which a badge is typed."""


def chances_page(evening: Evening) -> Page:
    """Everybody's chance with what is proved and what is needed; one sentence
    where there are none.
    """
    columns = [
        ("Place", 7),
        ("Badge", 7),
        ("Name", 34),
        (evening.groups, 26),
        ("Total", 8),
        ("Chance", 9),
        ("Proved, or as good as", 20),
        ("To play", 8),
        ("Needs half the time", 30),
        ("Would lose it", 40),
    ]
    return Page("Chances", columns, _chances(evening))


def _chances(evening: Evening) -> Iterator[list[Cell]]:
    chances = event_chances(evening.event)
    if isinstance(chances, str):
        yield [None, None, chances]
        return
    badge = {guest.ref: guest.badge for guest in evening.guests}
    for standing, chance, games in chances.rows:
        livery = evening.board.players[standing.player].livery
        needs, loses = (
            words_of(chance, games, evening.board.format) for words_of in (needs_words, loses_words)
        )
        words = chance.proved or as_good_words(chance)
        share = round(chance.share, 3)
        yield [
            standing.place,
            badge[standing.player],
            standing.name,
            livery,
            standing.total,
            share,
            words,
            games,
            needs,
            loses,
        ]


def places_page(evening: Evening) -> Page:
    """A row a guest, a column a game that every table has in: the place after it."""
    games = [(f"R{number} G{game}", 8) for number, game in _games(evening)]
    return Page(PLACES, [("Badge", 7), ("Name", 34), *games], _places(evening))


def _places(evening: Evening) -> Iterator[list[Cell]]:
    lines = event_lines(evening.event)
    for guest in evening.guests:
        yield [guest.badge, guest.name, *(step.place for step in lines.get(guest.ref, ()))]


def _games(evening: Evening) -> list[tuple[int, int]]:
    steps = next(iter(event_lines(evening.event).values()), ())
    return [(step.round, step.game) for step in steps]


def line_page(evening: Evening) -> Page:
    """The evening of one guest drawn: whose badge is typed into the marked cell; at first that of
    the leader.
    """
    columns = [("Evening of", 14), ("Badge", 9), ("Place", 9), ("Through", 9)]
    games, unit = len(_games(evening)), evening.board.format.unit
    drawing = partial(_draw, games=games, guests=len(evening.guests), unit=unit)
    return Page(LINE, columns, _line(evening), drawing if games >= FEWEST else None)


def _line(evening: Evening) -> Iterator[list[Cell]]:
    games = _games(evening)
    if len(games) < FEWEST:
        yield [
            f"A line begins with the second {evening.board.format.unit} that every table has in."
        ]
        return
    badge = {guest.ref: guest.badge for guest in evening.guests}
    last = len(evening.guests) + 1
    row = f"MATCH({CHOSEN},{PLACES}!$A$2:$A${last},0)"
    leads = evening.board.standings[0]
    leader, steps = badge[leads.player], event_lines(evening.event).get(leads.player, ())
    yield [
        Formula(f'=IFERROR(INDEX({PLACES}!$B$2:$B${last},{row}),"No such badge")', leads.name),
        leader,
        None,
        None,
    ]
    for index, (number, game) in enumerate(games):
        letter = column_letter(FIRST + index)
        now = steps[index].place if index < len(steps) else NOT_THERE
        place = Formula(
            f"=IFERROR(INDEX({PLACES}!${letter}$2:${letter}${last},{row}),NA())",
            now,
        )
        yield [
            f"Round {number}, {evening.board.format.unit} {game}",
            None,
            place,
            evening.event.cut_size if evening.cut else None,
        ]


def _draw(sheet: Any, *, games: int, guests: int, unit: str) -> None:
    """A chart of the places downwards, with the line of the cut."""
    from openpyxl.chart import LineChart, Reference  # noqa: PLC0415 -- slow to load
    from openpyxl.worksheet.datavalidation import DataValidation  # noqa: PLC0415

    chart = LineChart()
    chart.title, chart.height, chart.width = f"Place after each {unit}", 9, 20
    # Row 2 holds the choice, so the games and their names begin in row 3; the head of a column
    # names its line.
    for column in (3, 4):
        chart.add_data(
            Reference(sheet, min_col=column, min_row=3, max_row=2 + games), titles_from_data=False
        )
    chart.set_categories(Reference(sheet, min_col=1, min_row=3, max_row=2 + games))
    for series, (title, colour) in zip(
        chart.series, (("Place", "14523C"), ("Through", "B9812F")), strict=True
    ):
        series.tx = _title(title)
        series.graphicalProperties.line.solidFill = colour
        series.smooth = False
    chart.y_axis.scaling.orientation, chart.y_axis.scaling.min, chart.y_axis.scaling.max = (
        "maxMin",
        1,
        guests,
    )
    chart.x_axis.delete = chart.y_axis.delete = False
    sheet.add_chart(chart, "F2")
    choice = DataValidation(
        type="list", formula1=f"{PLACES}!$A$2:$A${guests + 1}", allow_blank=False
    )
    choice.add(CHOSEN.replace("$", ""))
    sheet.data_validations.append(choice)


def _title(text: str) -> Any:
    from openpyxl.chart.series import SeriesLabel  # noqa: PLC0415 -- slow to load

    return SeriesLabel(v=text)


def match_pages(event: Event) -> Iterator[Page]:
    """The pages where guests are paired; none elsewhere, nor where the settings give no plan."""
    if not event.paired:
        return
    try:
        course = kept_course.of(event)
    except PairingError:
        return
    names = names_of(event)
    columns = [
        ("Round", 16),
        ("Published", 10),
        ("Table", 7),
        ("Up to the ten", 30),
        ("Up to the five", 30),
    ]
    more = [("Games", 8), ("Score", 8), ("Result", 34), ("Why they were paired", 60)]
    yield Page("Pairings", [*columns, *more], _pairings(course, names))
    for number in range(len(course.entrants)):
        yield _stage(event, course, number, names)


def _pairings(course: Course, names: Names) -> Iterator[list[Cell]]:
    for round_ in course.rounds:
        yield from (_pairing(course, round_, match, names) for match in round_.matches)


def _pairing(course: Course, round_: Round, match: Match, names: Names) -> list[Cell]:
    pair: list[Cell] = [names[match.one], names[match.other] if match.other else None]
    score: list[Cell] = [
        match.games or None,
        score_words(match) or None,
        result_words(match, names),
    ]
    cells: list[Cell] = [
        round_name(course, round_.number),
        "yes" if round_.published else "draft",
        match.table or None,
    ]
    return [*cells, *pair, *score, " ".join(match.reasons)]


def _stage(event: Event, course: Course, number: int, names: Names) -> Page:
    """The cross-table of a Swiss or an all-play-all; of a knock-out the places."""
    stage = course.plan[number]
    if stage.kind == "knock_out":
        rows: Iterator[list[Cell]] = (
            [place, name] for place, name in places_shown(course, number, names)
        )
        return Page(stage.words, [("Place", 7), ("Player", 30)], rows)
    lines = standing_shown(event, course, number, names)
    heads = [(head, 8) for head in cross_heads(course, number, lines)]
    columns = [
        ("No", 5),
        ("Place", 7),
        ("Player", 30),
        *heads,
        ("Points", 8),
        ("Buchholz", 10),
        ("Median", 8),
    ]
    cells = cross_rows(course, number, lines)
    figures = ([line.points, line.buchholz, line.median, line.decided] for line in lines)
    table: Iterator[list[Cell]] = (
        [index, line.place, line.name, *row, *more]
        for index, (line, row, more) in enumerate(zip(lines, cells, figures, strict=True), start=1)
    )
    return Page(stage.words, [*columns, ("What decided", 50)], table)
