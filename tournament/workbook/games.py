"""The pages of single games: a row a guest with a column a game, a row a hand, and the play-off."""

from collections.abc import Iterator

from tournament.counting.formats import stored
from tournament.counting.plan import table_cell
from tournament.models import Stage, Tally, TallyState
from tournament.site.columns import Column
from tournament.site.spreadsheet import Cell, Formula, Page
from tournament.workbook.page import Evening, clock

ENTRIES = "Entries"
FIRST_GAME = 4
"""The column of the first game on the page of entries, from 1."""


def column_letter(number: int) -> str:
    """The letter of a column counted from 1: 28 is AB."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def cells_of_round(evening: Evening, player: str, number: int) -> str:
    """Where the games of a round stand on the page of entries, such as Entries!D5:H5."""
    columns = [
        FIRST_GAME + place
        for place, (in_round, _game) in enumerate(evening.games)
        if in_round == number
    ]
    row = evening.row_of[player]
    return f"{ENTRIES}!{column_letter(columns[0])}{row}:{column_letter(columns[-1])}{row}"


def entries_page(evening: Evening) -> Page:
    """A row a guest, a column a game: the points as they count under the event's policies."""
    games = [(f"R{number} G{game}", 8) for number, game in evening.games]
    return Page(
        ENTRIES, [("Badge", 7), ("Name", 34), (evening.groups, 26), *games], _entries(evening)
    )


def _entries(evening: Evening) -> Iterator[list[Cell]]:
    points, nothing = evening.points(Stage.QUALIFYING), [None] * len(evening.games)
    for guest in evening.guests():
        figures = zip(evening.games, points.get(guest.ref, nothing), strict=True)
        cells = [_points(evening, guest.ref, game, figure) for game, figure in figures]
        yield [guest.badge, guest.name, guest.livery_name, *cells]


def _points(evening: Evening, player: str, place: tuple[int, int], points: int | None) -> Cell:
    """The points of a game; where only the total of the round is known, words that say so, which no
    sum counts.
    """
    number, game = place
    if (player, number) not in evening.in_all:
        return points
    first = min(value for in_round, value in evening.games if in_round == number)
    return f"{evening.in_all[player, number]} in all" if game == first else None


def playoff_page(evening: Evening) -> Page:
    """The play-off in order, its totals as formulas over its games."""
    unit = evening.board.format.unit.capitalize()
    games = [(f"{unit} {game}", 8) for _round, game in evening.playoff_games]
    columns = [
        ("Order", 7),
        ("Place", 7),
        ("Badge", 7),
        ("Name", 34),
        (evening.groups, 26),
        *games,
        ("Carried", 9),
        ("Total", 9),
    ]
    return Page("Play-off", columns, _playoff(evening))


def _playoff(evening: Evening) -> Iterator[list[Cell]]:
    points, nothing = evening.points(Stage.PLAYOFF), [None] * len(evening.playoff_games)
    first, last = 6, 5 + len(evening.playoff_games) + 1
    for row, standing in enumerate(evening.board.playoff, start=2):
        total = Formula(
            f"=SUM({column_letter(first)}{row}:{column_letter(last)}{row})", standing.total
        )
        livery = evening.board.players[standing.player].livery
        yield [
            standing.order,
            standing.place,
            evening.badges[standing.player],
            standing.name,
            livery,
            *points.get(standing.player, nothing),
            standing.adjusted or None,
            total,
        ]


def hands_page(evening: Evening) -> Page:
    """A row a hand as it was entered, with who entered and who checked it."""
    form = evening.board.format

    def table(tally: Tally) -> Cell:
        return table_cell(evening.event, tally.sheet.game.table.number)

    columns: list[Column[Tally]] = [
        Column("Stage", lambda tally: tally.sheet.game.table.round.stage, 11),
        Column("Round", lambda tally: tally.sheet.game.table.round.number, 7),
        Column("Table", table, 7),
        Column(form.unit.capitalize(), lambda tally: tally.sheet.game.number, 7),
        Column("Seat", lambda tally: tally.seat, 6),
        Column("Badge", lambda tally: tally.guest.badge, 7),
        Column("Name", lambda tally: tally.guest.name, 34),
        Column("Status", lambda tally: tally.state, 9),
        Column("Hand", _hand, 24),
        Column("Points", lambda tally: stored(form, tally.points), 8),
        Column("Cards", lambda tally: tally.cards, 7),
        Column("Eights", lambda tally: tally.eights, 7),
        Column("Went out", lambda tally: int(tally.went_out), 9),
        Column("Blocked", lambda tally: int(tally.sheet.blocked), 9),
        Column("Version", lambda tally: tally.sheet.version, 8),
        Column("Entered by", lambda tally: tally.sheet.entered_by, 20),
        Column("Entered at", lambda tally: clock(tally.sheet.entered_at), 18),
        Column("Checked by", lambda tally: tally.sheet.checker, 20),
    ]
    return Page.of("Hands", columns, evening.hands())


def _hand(tally: Tally) -> str | None:
    return None if tally.state == TallyState.ABSENT else tally.hand
