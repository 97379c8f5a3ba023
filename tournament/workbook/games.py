"""The pages of single games: a row a guest with a column a game, a row a hand, and the play-off."""

from collections.abc import Callable

from scoring.counting.standings import Standing
from tournament.counting.formats import stored
from tournament.counting.plan import table_cell
from tournament.models import Guest, Stage, Tally, TallyState
from tournament.site.columns import Column
from tournament.site.spreadsheet import Cell, Formula, Page
from tournament.workbook.page import Evening, clock, standing_columns

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
    points, nothing = evening.points(Stage.QUALIFYING), [None] * len(evening.games)

    def game(index: int) -> Column[Guest]:
        place = evening.games[index]

        def cell(guest: Guest) -> Cell:
            return _points(evening, guest.ref, place, points.get(guest.ref, nothing)[index])

        return Column("R{} G{}".format(*place), cell, 8)

    columns: list[Column[Guest]] = [
        Column("Badge", lambda guest: guest.badge, 7),
        Column("Name", lambda guest: guest.name, 34),
        Column(evening.groups, lambda guest: guest.livery_name, 26),
        *map(game, range(len(evening.games))),
    ]
    return Page.of(ENTRIES, columns, evening.guests())


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
    unit, games = evening.board.format.unit.capitalize(), evening.playoff_games
    points, nothing = evening.points(Stage.PLAYOFF), [None] * len(games)
    order = {standing.player: row for row, standing in enumerate(evening.board.playoff, start=2)}
    columns = standing_columns(evening)
    first, last = (column_letter(len(columns) + number) for number in (1, len(games) + 1))

    def game(index: int) -> Column[Standing]:
        def cell(standing: Standing) -> Cell:
            return points.get(standing.player, nothing)[index]

        return Column(f"{unit} {games[index][1]}", cell, 8)

    def total(standing: Standing) -> Cell:
        row = order[standing.player]
        return Formula(f"=SUM({first}{row}:{last}{row})", standing.total)

    columns += map(game, range(len(games)))
    columns.append(Column("Carried", lambda standing: standing.adjusted or None, 9))
    columns.append(Column("Total", total, 9))
    return Page.of("Play-off", columns, evening.board.playoff)


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
        *(Column(word, value, 7) for word, value, entries in _TOLD if form.entry in entries),
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


_TOLD: tuple[tuple[str, Callable[[Tally], Cell], tuple[str, ...]], ...] = (
    ("Laps", lambda tally: tally.laps, ("laps",)),
    ("Place", lambda tally: tally.place, ("laps", "places")),
)
"""What is told in place of a hand, and with which entries."""


def _hand(tally: Tally) -> str | None:
    return None if tally.state == TallyState.ABSENT else tally.hand
