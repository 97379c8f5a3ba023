"""The standings as a table: what a row says, and which columns sort."""

from collections.abc import Iterable, Mapping
from typing import Any

import django_tables2 as tables

from scoring.counting.board import Board
from scoring.counting.cut import NEAR, Cut
from scoring.counting.standings import Standing
from scoring.names import folded
from tournament.counting.words import board_figures

Row = dict[str, Any]
NUMBER = {"th": {"class": "num"}}
DETAIL = {"th": {"class": "num spare"}}


def standing_rows(board: Board) -> list[Row]:
    """Every guest of the board in order; `order` numbers the unranked on, so that they stay last
    when sorted by it.
    """
    drawn = board.cut if isinstance(board.cut, Cut) else None
    through = set(drawn.qualifiers) if drawn else set()
    near = {miss.player for miss in drawn.near_misses} if drawn else set()
    numbers = sorted({number for one in board.standings for number in one.rounds})
    return [
        _row(one, order, board, numbers)
        | {
            "through": one.player in through,
            "near": one.player in near,
            "decided": decided(one, through),
        }
        for order, one in enumerate(board.standings, start=1)
    ]


def _row(one: Standing, order: int, board: Board, numbers: Iterable[int]) -> Row:
    rounds, shown = [(number, one.rounds.get(number)) for number in numbers], board_figures(board)
    return {
        "player": one.player,
        "order": order,
        "order_words": order if one.ranked else "",
        "place": one.place or order,
        "place_words": one.place_words,
        "shared": bool(one.tied_with),
        "name": one.name,
        "livery": board.players[one.player].livery,
        "rounds": rounds,
        **{f"round_{number}": points for number, points in rounds},
        "total": one.total,
        "bare_rounds": one.bare_rounds,
        "figures": [(figure.heading, figure.of(one), figure.unknown) for figure in shown],
        **{figure.name: figure.of(one) for figure in shown},
    }


def decided(one: Standing, through: set[str]) -> str:
    """What decided a tie: over whom for those inside, behind whom for those outside; or why one has
    no place.
    """
    if not one.ranked:
        return one.unranked_because
    if one.undecided:
        return "level: nothing separates them"
    told = sorted(
        one.decided_by, key=lambda decision: decision.ahead, reverse=one.player in through
    )
    return told[0].by if told else ""


def chosen(rows: Iterable[Row], asked: Mapping[str, str], badge: str | None) -> list[Row]:
    """The rows that fit the search, the livery and the part asked for; `badge` is the ref it
    belongs to.
    """
    words, livery, part = (
        folded(asked.get("q", "").strip()),
        asked.get("livery", ""),
        asked.get("show", ""),
    )
    return [
        row
        for row in rows
        if (
            not words or words in folded(f"{row['name']} {row['livery']}") or row["player"] == badge
        )
        and (not livery or row["livery"] == livery)
        and (part not in PARTS or row["through"] or (part == "near" and row["near"]))
    ]


PARTS = {"through": "Those through", "near": f"Through, and within {NEAR} points"}
"""The parts of the field one can ask for, besides all of it."""


class StandingsTable(tables.Table):
    """Sorted by any column; the line of the cut is drawn only where the rows
    stand in their order.
    """

    order = tables.Column(attrs={"th": {"class": "num order"}})
    place = tables.Column(attrs={"th": {"class": "num"}})
    name = tables.Column(verbose_name="Guest")
    livery = tables.Column()
    total = tables.Column(attrs=NUMBER)
    decided = tables.Column(verbose_name="What decided", orderable=False)

    caption = ""
    cut_after: int | None = None
    cut_sentence = ""

    class Meta:
        template_name = "standings/table.html"
        attrs = {"class": "table stack standings"}  # noqa: RUF012 -- the library reads a plain dict
        per_page = 25
        empty_text = "No guest fits this search."

    @property
    def records(self) -> Iterable[Row]:
        """The rows of this page, as they are: the template writes their cells without the library's
        machinery.
        """
        return (row.record for row in self.paginated_rows)


def standings_table(rows: list[Row], rounds: Iterable[int], board: Board) -> StandingsTable:
    """The table with a column for each round before the total, and behind it one for each figure of
    the format.
    """
    columns = [
        (f"round_{number}", tables.Column(verbose_name=f"Round {number}", attrs=DETAIL))
        for number in rounds
    ]
    told = [
        (figure.name, tables.Column(verbose_name=figure.heading, attrs=DETAIL))
        for figure in board_figures(board)
    ]
    before = ("order", "place", "name", "livery", *(name for name, _ in columns), "total")
    return StandingsTable(  # type: ignore[no-untyped-call]
        rows,
        extra_columns=[*columns, *told],
        sequence=(*before, *(name for name, _ in told), "..."),
    )
