"""Who can still make it, which card to compare next and how fast the tables play, as tables."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.html import format_html

from scoring.counting.board import Board
from scoring.words import capital
from tournament.counting.chances import Chances, loses_words, needs_words
from tournament.counting.figures import Whereabouts
from tournament.counting.formats import event_format
from tournament.counting.tables import ChanceColumn
from tournament.models import Event
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
from tournament.standings.pace import TableShown
from tournament.standings.reading import ALL_COMPARED, Wanted

Row = dict[str, Any]


class ChanceTable(HouseTable):
    """In the order of the standings to begin with."""

    place = PlaceColumn(order_by="order", accessor="place_words")
    name = GuestColumn(verbose_name="Guest")
    livery = CompanyColumn()
    total = TotalColumn()
    chance = ChanceColumn(most=True, order_by="share")
    needs = WordsColumn(verbose_name="What it takes")

    class Meta(HouseTable.Meta):
        """By place."""

        order_by = "place"
        empty_text = NO_GUEST


def chance_rows(event: Event, now: Board, chances: Chances) -> list[Row]:
    """Every ranked guest with the chance, and what it takes to keep or to get a place."""
    form = event_format(event)
    return [
        {
            "order": order,
            "player": standing.player,
            "place_words": standing.level_words,
            "shared": bool(standing.tied_with),
            "name": standing.name,
            "livery": now.players[standing.player].livery,
            "total": standing.total,
            "chance": chance,
            "share": chance.share,
            "needs": _needs(
                needs_words(chance, games, form), loses_words(chance, games, form), games
            ),
            "through": False,
            "near": False,
        }
        for order, (standing, chance, games) in enumerate(chances.rows, start=1)
    ]


def _needs(needs: str, loses: str, games: int) -> str:
    if loses:
        return loses
    return f"needs {needs}" if needs else f"{games} to play" if games else ""


class QueueTable(HouseTable):
    """The cards in the order in which comparing them makes the list sure soonest."""

    order = PlaceColumn(verbose_name="Next")
    name = GuestColumn(verbose_name="Guest")
    badge = PointsColumn(verbose_name="Badge")
    livery = CompanyColumn()
    total = TotalColumn()
    why = WordsColumn(verbose_name="Why")
    where = WordsColumn(verbose_name="Where")
    searched = ("name", "badge", "livery", "where")
    search_words = "Name, badge, {group} or table"

    class Meta(HouseTable.Meta):
        """The soonest first."""

        order_by = "order"
        empty_text = ALL_COMPARED


Placed = Iterable[tuple[Wanted, Whereabouts, str]]


def queue_table(placed: Placed) -> QueueTable:
    """The table of these cards, numbered from the first."""
    rows = [
        {
            "order": order,
            "name": doubt.standing.name,
            "badge": place.badge,
            "livery": livery,
            "total": doubt.standing.total,
            "why": _why(doubt),
            "where": "; ".join(place.seats),
        }
        for order, (doubt, place, livery) in enumerate(placed, start=1)
    ]
    return QueueTable(rows)  # type: ignore[no-untyped-call]


def _why(doubt: Wanted) -> str:
    words = capital(doubt.why)
    return f"{words}: {', '.join(map(str, doubt.games))}" if doubt.games else words


class PaceTable(HouseTable):
    """The tables that somebody should look at come first, then the one that ends last."""

    table = PlaceColumn(order_by="number")
    state = WordsColumn(verbose_name="")
    done = HouseColumn(verbose_name="In")
    ends = PointsColumn(verbose_name="Ends at", order_by="late", most=True)
    last = PointsColumn(verbose_name="Last from", orderable=False)
    minutes = PointsColumn(verbose_name="Minutes each", most=True)
    searched = ("table", "state")
    search_words = "Table, “lags” or “no sheet”"

    class Meta(HouseTable.Meta):
        """As they are read; every table of a hall on one page."""

        attrs: Mapping[str, str] = {"class": "table stack pace"}
        order_by = "-ends"
        per_page = 60

    def render_state(self, value: str) -> Any:
        """What is wrong with it, if anything."""
        return format_html('<span class="tag tag-out">{}</span>', value) if value else ""

    def render_ends(self, record: Row) -> Any:
        """When it ends; one that has ended stands back."""
        kind = "soft" if record["over"] else "ends"
        return format_html('<span class="{}">{}</span>', kind, record["ends"])


def pace_table(tables: Iterable[TableShown], units: str) -> PaceTable:
    """The table of the tables being played."""
    rows = [
        {
            "table": table.label,
            "number": table.of.table,
            "state": "lags"
            if table.of.lags
            else "no sheet for a long time"
            if table.of.silent
            else "",
            "done": f"{table.of.games_in} of {table.of.due}",
            "ends": table.ends,
            "late": table.order,
            "over": table.of.over,
            "last": "all in" if table.of.over else table.last_begins,
            "minutes": table.minutes,
        }
        for table in tables
    ]
    table = PaceTable(rows)  # type: ignore[no-untyped-call]
    table.columns["done"].column.verbose_name = f"{units.capitalize()} in"
    return table
