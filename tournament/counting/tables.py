"""The standings as a table: what a row says, and which columns sort."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import quote_plus

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString

from scoring.counting.board import Board
from scoring.counting.cut import NEAR, Cut
from scoring.counting.figures import Column
from scoring.counting.standings import Standing
from scoring.foresight.chances import Chance
from scoring.names import folded
from scoring.words import many
from tournament.counting.chances import in_percent
from tournament.counting.columns import board_figures
from tournament.site.tables import (
    NO_GUEST,
    CompanyColumn,
    GuestColumn,
    HouseColumn,
    HouseTable,
    PlaceColumn,
    PointsColumn,
    TotalColumn,
    WordsColumn,
)

Row = dict[str, Any]


def standing_rows(board: Board, *, line: bool = True) -> list[Row]:
    """Every guest of the board in order, the unranked numbered on, so that they stay last.

    Without the `line` nobody is through, near or ahead of who is level with them: that is told
    once the last sheet is in.
    """
    cut = board.cut if line and isinstance(board.cut, Cut) else None
    through = set(cut.qualifiers) if cut else set()
    near = {miss.player for miss in cut.near_misses} if cut else set()
    numbers = _rounds_in(board)
    figures = board_figures(board)
    return [
        _row(standing, order, board, numbers, figures)
        | {
            "through": standing.player in through,
            "near": standing.player in near,
            "row_class": "near" if standing.player in near else "",
            "decided": decided(standing, through) if line or not standing.ranked else "",
            "place_words": standing.place_words if line else standing.level_words,
            "shared": bool(standing.undecided if line else standing.tied_with),
        }
        for order, standing in enumerate(board.standings, start=1)
    ]


def _rounds_in(board: Board) -> list[int]:
    """The rounds of which anything counts."""
    return sorted(set().union(*(standing.rounds for standing in board.standings)))


def _row(
    standing: Standing,
    order: int,
    board: Board,
    numbers: Iterable[int],
    figures: Iterable[Column],
) -> Row:
    rounds = [(number, standing.rounds.get(number)) for number in numbers]
    return {
        "player": standing.player,
        "order": order,
        "place": standing.place or order,
        "name": standing.name,
        "livery": board.players[standing.player].livery,
        "rounds": rounds,
        **{f"round_{number}": points for number, points in rounds},
        "total": standing.total,
        "bare_rounds": standing.bare_rounds,
        **{figure.name: figure.of(standing) for figure in figures},
    }


def set_apart(rows: list[Row], waited_for: Mapping[str, int], unit: str, units: str) -> list[Row]:
    """The rows while games are to come: those whose table lacks one stand at the end and have no
    place yet, and the places of everybody else are counted without them.
    """
    if not any(row["player"] in waited_for for row in rows):
        return rows
    everything = [row for row in rows if row["player"] not in waited_for]
    ranked = [row for row in everything if row["place_words"] != "–"]
    totals = [row["total"] for row in ranked]
    for row in ranked:
        shared, place = totals.count(row["total"]) > 1, totals.index(row["total"]) + 1
        row |= {"place_words": f"={place}" if shared else str(place), "shared": shared}
    behind = [row for row in rows if row["player"] in waited_for]
    for row in behind:
        games = many(waited_for[row["player"]], unit, units)
        row |= {"place_words": "–", "shared": False, "to_come": f"{games} to come"}
    for order, row in enumerate([*everything, *behind], start=1):
        row["order"] = order
    return [*everything, *behind]


def decided(standing: Standing, through: set[str]) -> str:
    """What decided a tie: over whom for those inside, behind whom for those outside; or why one has
    no place.
    """
    if not standing.ranked:
        return standing.unranked_because
    if standing.undecided:
        return "level: nothing separates them"
    if not standing.decided_by:
        return ""
    # Whoever is in wants to know over whom, whoever is out behind whom.
    pick = max if standing.player in through else min
    return pick(standing.decided_by, key=lambda decision: decision.ahead).by


def chosen(rows: Iterable[Row], filters: Mapping[str, str], badge: str | None) -> list[Row]:
    """The rows that fit the search, the livery and the part asked for; `badge` is the ref it
    belongs to.
    """
    words, livery, part = (
        folded(filters.get("q", "").strip()),
        filters.get("livery", ""),
        filters.get("show", ""),
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


class RoundColumn(PointsColumn):
    """The total of a round; one known by its total alone is marked."""

    def __init__(self, number: int, **more: Any) -> None:
        super().__init__(verbose_name=f"Round {number}", **more)
        self.number = number

    def render(self, value: Any, **more: Any) -> Any:
        """Points, and that only the total is known."""
        if self.number in more["record"]["bare_rounds"]:
            return format_html('{}<span class="soft small"> in all</span>', value)
        return value


class FigureColumn(PointsColumn):
    """A figure beside the totals; one that is not known says why."""

    def __init__(self, unknown: str, *, signed: bool = False, **more: Any) -> None:
        super().__init__(empty_values=(), **more)
        self.unknown, self.signed = unknown, signed

    def render(self, value: Any, **_more: Any) -> Any:
        """The figure."""
        if value is None and self.unknown:
            return format_html('<span title="{}">?</span>', self.unknown)
        if self.signed and value:
            return f"{value:+d}"
        return "" if value is None else value

    def value(self, **more: Any) -> Any:
        """The figure alone, in a file."""
        return "?" if more["value"] is None and self.unknown else more["value"]


class ChanceColumn(PointsColumn):
    """A chance as a bar and a number."""

    head, cell = "chance", "chance detail"

    def render(self, value: Any, **_more: Any) -> SafeString:
        """The bar, and the chance in words."""
        return bar(value.share, in_percent(value))

    def value(self, **more: Any) -> str:
        """The words alone."""
        return in_percent(more["value"])


def bar(share: float, words: str) -> SafeString:
    """A share of one as a bar with its words."""
    return format_html(
        '<svg class="share-bar" viewBox="0 0 104 8" aria-hidden="true" focusable="false">'
        '<rect class="share-all" width="104" height="8" rx="4"/>'
        '<rect class="share-part" width="{}" height="8" rx="4"/></svg><span>{}</span>',
        round(104 * share),
        words,
    )


class StandingsTable(HouseTable):
    """Sorted by any column; the line of the cut is drawn only where the rows stand in order."""

    place = PlaceColumn(order_by="order", accessor="place_words")
    name = GuestColumn(verbose_name="Guest")
    livery = CompanyColumn()
    total = TotalColumn()

    class Meta(HouseTable.Meta):
        """In their order to begin with."""

        attrs: Mapping[str, str] = {"class": "table stack standings"}
        order_by = "place"
        empty_text = NO_GUEST

    why = ""
    """The address that says why a total is what it is; nothing where nobody is led there."""

    def render_name(self, record: Row) -> Any:
        """The name, and the way to every game behind it."""
        if not self.why:
            return record["name"]
        ref, name = quote_plus(record["player"]), escape(record["name"])
        return SafeString(f'<a href="{self.why}?ref={ref}">{name}</a>')

    def value_name(self, record: Row) -> Any:
        """The name alone, in a file."""
        return record["name"]

    @property
    def in_order(self) -> bool:
        """Whether the rows stand in the order of the standings, so that a line can be drawn."""
        return tuple(self.order_by or ()) in ((), ("place",))


def standings_table(
    rows: list[Row],
    board: Board,
    *,
    figures: bool = False,
    chances: Mapping[str, Chance] | None = None,
) -> StandingsTable:
    """The table with a column for each round, then the total and a declared par.

    Every figure of the format follows where asked for; then chances as long as there are any, and
    what decided where that may be told.
    """
    most = board.format.direction == "highest"
    rounds = [(f"round_{number}", RoundColumn(number, most=most)) for number in _rounds_in(board)]
    after: list[tuple[str, HouseColumn]] = [
        (
            column.name,
            FigureColumn(
                column.unknown,
                verbose_name=column.heading,
                most=column.most,
                signed=column.name == "par",
            ),
        )
        for column in board_figures(board)
        if figures or column.name == "par"
    ]
    if chances:
        after.append(("chance", ChanceColumn(verbose_name="Chance", most=True, order_by="share")))
    if any(row["decided"] for row in rows):
        after.append(("decided", WordsColumn(verbose_name="What decided")))
    if any("to_come" in row for row in rows):
        after.append(("to_come", WordsColumn(verbose_name="To come")))
    for row in rows if chances else ():
        chance = (chances or {}).get(row["player"])
        row |= {"chance": chance, "share": chance.share if chance else -1.0}
    before = ("place", "name", "livery", *(name for name, _ in rounds), "total")
    return StandingsTable(  # type: ignore[no-untyped-call]
        rows, extra_columns=[*rounds, *after], sequence=(*before, "...")
    )
