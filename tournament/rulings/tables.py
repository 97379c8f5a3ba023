"""The rulings of an evening as a table, and its filters."""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.html import format_html
from django.utils.timezone import localtime

from scoring.names import folded
from tournament.counting.rulings import decided, rulings, state, wants_a_word, with_effects
from tournament.counting.scores import rules
from tournament.models import Event, Ruling
from tournament.rulings.reading import decided_words, situation_name, state_words, where_words
from tournament.site.tables import GuestColumn, HouseColumn, HouseTable, PlaceColumn, PointsColumn

Row = dict[str, Any]
SHOWN = {
    "given": "Not signed yet",
    "accepted": "Accepted",
    "overruled": "Overruled",
    "word": "Needs its reason",
    "effect": "With an effect on scores",
}
"""What the filter `show` may ask for: a state, a reason still owed, or an effect on scores."""


def ruling_rows(event: Event, filters: Mapping[str, str]) -> list[Row]:
    """The rulings that fit what the filters hold, the latest first. Four queries."""
    in_force = rules(event)
    recorded = with_effects(rulings(event))
    every = [_row(ruling, situation_name(in_force, ruling.kind)) for ruling in recorded]
    return [row for row in reversed(every) if _fits(row, filters)]


def situations_of(rows: Iterable[Row]) -> tuple[tuple[str, str], ...]:
    """The situations that were ruled on, by name."""
    situations = {(row["kind"], row["situation"]) for row in rows}
    return tuple(sorted(situations, key=lambda pair: pair[1]))


def _row(ruling: Ruling, situation: str) -> Row:
    adjustments = [
        adjustment
        for adjustment in ruling.adjustments.all()
        if not hasattr(adjustment, "cancellation")
    ]
    return {
        "number": ruling.number,
        "at": localtime(ruling.given_at).strftime("%H:%M"),
        "table": ruling.table.number if ruling.table else None,
        "where": where_words(ruling),
        "kind": ruling.kind,
        "situation": situation,
        "decided": decided_words(decided(ruling)),
        "state": state(ruling),
        "signed": state_words(ruling),
        "owes_reason": wants_a_word(ruling),
        "effects": len(adjustments),
        "by": ruling.given_by,
        "guest": ruling.guest.name if ruling.guest else "",
        "clauses": ruling.clauses,
    }


def _fits(row: Row, filters: Mapping[str, str]) -> bool:
    words = folded(filters.get("q", "").strip())
    searched = folded(
        f"{row['situation']} {row['decided']} {row['guest']} {row['clauses']} {row['by']}"
    )
    table = filters.get("table", "")
    return (
        (not words or words in searched)
        and filters.get("kind", "") in ("", row["kind"])
        and (not table or table == str(row["table"]))
        and _is_shown(row, filters.get("show", ""))
    )


def _is_shown(row: Row, show: str) -> bool:
    if show == "word":
        return bool(row["owes_reason"])
    if show == "effect":
        return bool(row["effects"])
    return show in ("", row["state"])


class RulingTable(HouseTable):
    """Sorted by any column; the latest ruling first to begin with."""

    number = PlaceColumn(verbose_name="No.", initial_sort_descending=True)
    situation = GuestColumn()
    where = HouseColumn(order_by="table")
    decided = HouseColumn()
    signed = HouseColumn(verbose_name="State", order_by="state")
    at = HouseColumn(verbose_name="Given")
    effects = PointsColumn(most=True)

    class Meta(HouseTable.Meta):
        """The latest first."""

        order_by = "-number"
        per_page = 30

    def render_situation(self, record: Row) -> Any:
        """What it was about, and the way to it."""
        return format_html('<a href="{}/">{}</a>', record["number"], record["situation"])

    def value_situation(self, record: Row) -> Any:
        """The words alone, in a file."""
        return record["situation"]

    def render_where(self, value: str) -> str:
        """Where it was given, as a sentence begins."""
        return value[:1].upper() + value[1:]

    def render_signed(self, record: Row) -> str:
        """Its state, and whether it still needs its reason."""
        signed = record["signed"][:1].upper() + record["signed"][1:]
        return f"{signed}, needs its reason" if record["owes_reason"] else signed

    def render_effects(self, value: int) -> Any:
        """How many, where there are any."""
        return value or ""


def ruling_table(rows: Iterable[Row]) -> RulingTable:
    """The table of these rows."""
    return RulingTable(rows)  # type: ignore[no-untyped-call]
