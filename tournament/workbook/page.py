"""A page of the workbook, and the one place where a value becomes a cell: names never turn into
formulas.

What the pages of the workbook are made from: the board, and the entries, guests and acts beside it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from scoring.counting.board import Board
from scoring.counting.cut import Cut, NoCut
from scoring.counting.policies import Score, fill
from scoring.formats import Halves
from tournament.counting import scores as counting_scores
from tournament.counting.board import line_is_drawn
from tournament.counting.scores import lift_round_totals
from tournament.counting.seats import table_cell
from tournament.models import Event, Guest, LedgerEntry, Round, Seat, Stage, Tally

if TYPE_CHECKING:
    from openpyxl import Workbook


@dataclass(frozen=True, slots=True)
class Formula:
    """A formula of ours: the only text that may start with an equals sign as such."""

    text: str


Cell = str | int | float | None | Formula


@dataclass(frozen=True, slots=True)
class Page:
    """A titled page: its columns with their widths in characters, its rows, and what is drawn on it
    afterwards.
    """

    title: str
    columns: Sequence[tuple[str, int]]
    rows: Iterable[Sequence[Cell]]
    draw: Callable[[Any], None] | None = None


LONGEST_TEXT = 32_767
XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
"""What a cell of the format holds at most."""


def write_page(book: "Workbook", page: Page) -> None:
    """Write a page: head in bold and fixed in place, then row after row."""
    from openpyxl.cell import WriteOnlyCell  # noqa: PLC0415 -- slow to load
    from openpyxl.styles import Font  # noqa: PLC0415
    from openpyxl.utils import get_column_letter  # noqa: PLC0415

    sheet: Any = book.create_sheet(page.title)
    sheet.freeze_panes = "A2"
    for number, (_title, width) in enumerate(page.columns, start=1):
        sheet.column_dimensions[get_column_letter(number)].width = width
    head = [WriteOnlyCell(sheet, title) for title, _width in page.columns]
    for cell in head:
        cell.font = Font(bold=True)
    sheet.append(head)

    def text_cell(text: str) -> Any:
        cell = WriteOnlyCell(sheet, value="")
        cell.value = text
        # After the value: openpyxl has just taken the text for a formula or an error.
        cell.data_type = "s"
        return cell

    for row in page.rows:
        sheet.append([_plain(value, text_cell) for value in row])
    if page.draw:
        page.draw(sheet)


def _plain(value: Cell, text_cell: Any) -> Any:
    if value.__class__ is str:
        text = value if value.isprintable() else printable(value)
        return text_cell(text) if text[:1] in "=#" and text else text
    if value.__class__ is Formula:
        return value.text
    # A number of half points is written as what it shows, so that sums over cells are right.
    return int(value) / 2 if value.__class__ is Halves else value


def printable(text: str) -> str:
    """The text without what the file format cannot hold."""
    return "".join(character if character.isprintable() else " " for character in text)[
        :LONGEST_TEXT
    ]


@dataclass(frozen=True, slots=True)
class Evening:
    """An event lifted once for all pages; `row_of` is a guest's row on the page of entries."""

    event: Event
    board: Board
    guests: tuple[Guest, ...]
    scores: Mapping[str, Mapping[tuple[int, int], Score]]
    playoff: Mapping[str, Mapping[tuple[int, int], Score]]
    games: tuple[tuple[int, int], ...]
    playoff_games: tuple[tuple[int, int], ...]
    seats: Mapping[str, Mapping[int, tuple[int | str, str]]]
    row_of: Mapping[str, int]
    in_all: Mapping[tuple[str, int], int]
    """The rounds of which a card bore only the total, by guest and round."""

    @property
    def groups(self) -> str:
        """What stands over a column of liveries, clubs or teams."""
        return self.event.groups.heading

    @property
    def cut(self) -> Cut | NoCut | None:
        """The cut, once its line may be shown."""
        return self.board.cut if line_is_drawn(self.event, self.board) else None

    def hands(self) -> list[Tally]:
        """Every tally that counts, in the order of play."""
        rows = Tally.objects.filter(event=self.event, sheet__accepted=True)
        rows = rows.select_related("guest", "sheet__game__table__round")
        return list(
            rows.order_by(
                "sheet__game__table__round__number",
                "sheet__game__table__number",
                "sheet__game__number",
                "seat",
            )
        )

    def log(self) -> list[LedgerEntry]:
        """The whole ledger."""
        return list(LedgerEntry.objects.filter(event=self.event).order_by("number"))


def lift_evening(event: Event, board: Board) -> Evening:
    """Read what the pages need, in a constant number of queries."""
    ranking = counting_scores.ranking(event)
    guests = tuple(Guest.objects.filter(event=event).select_related("livery").order_by("badge"))
    by_stage = {
        stage: fill(counting_scores.tallies(event, stage), ranking.policies, ranking.direction)
        for stage in (Stage.QUALIFYING, Stage.PLAYOFF)
    }
    rounds = list(Round.objects.filter(event=event))
    return Evening(
        event=event,
        board=board,
        guests=guests,
        scores=_by_player(by_stage[Stage.QUALIFYING]),
        playoff=_by_player(by_stage[Stage.PLAYOFF]),
        games=_games(rounds, Stage.QUALIFYING),
        playoff_games=_games(rounds, Stage.PLAYOFF),
        seats=_seats(event),
        row_of={guest.ref: row for row, guest in enumerate(guests, start=2)},
        in_all={
            (lift_round_total.player, lift_round_total.round): lift_round_total.points
            for lift_round_total in lift_round_totals(event)
        },
    )


def _by_player(scores: tuple[Score, ...]) -> dict[str, dict[tuple[int, int], Score]]:
    by_player: dict[str, dict[tuple[int, int], Score]] = {}
    for score in scores:
        by_player.setdefault(score.player, {})[score.round, score.game] = score
    return by_player


def _games(rounds: list[Round], stage: str) -> tuple[tuple[int, int], ...]:
    return tuple(
        (round_.number, game)
        for round_ in rounds
        if round_.stage == stage
        for game in range(1, round_.games + 1)
    )


def _seats(event: Event) -> dict[str, dict[int, tuple[int | str, str]]]:
    seats: dict[str, dict[int, tuple[int | str, str]]] = {}
    rows = Seat.objects.filter(event=event, left_after_game__isnull=True).order_by()
    for ref, number, table, letter in rows.values_list(
        "guest__ref", "round__number", "table__number", "letter"
    ):
        seats.setdefault(ref, {})[number] = (table_cell(event, table), letter)
    return seats
