"""The table an umpire stands at, as an address tells it: who sits where there, or a sentence if there is none."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournament.hall_plan import table_called, table_label
from tournament.models import Event, Seat, Table
from tournament.models.seating import RoundState

MOST_FIGURES = 4


@dataclass(frozen=True, slots=True)
class TableTold:
    """Table by number and label, round (0 if unknown), the guests by seat letter, what is wrong with what was said."""

    table: int = 0
    label: str = ""
    round: int = 0
    names: Mapping[str, str] = field(default_factory=dict)
    fault: str = ""


def table_told(event: Event, table: str, round_told: str = "") -> TableTold:
    """The table of the round that was told, else of the last round that is public. At most two queries."""
    if not table:
        return TableTold()
    number, wanted = table_called(event, table), _whole(round_told)
    seats = Seat.objects.filter(event=event, table__number=number or 0, left_after_game=None)
    seats = seats.exclude(round__state=RoundState.DRAFT).order_by("-round__number", "letter")
    rows = list(seats.values_list("round__number", "letter", "guest__name"))
    held = [row for row in rows if wanted is None or row[0] == wanted]
    if number is None or not held:
        return TableTold(fault=_no_table(event, table, round_told))
    last = held[0][0]
    return TableTold(
        number, table_label(event, number), last, {letter: name for at, letter, name in held if at == last}
    )


def _whole(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MOST_FIGURES else None


def _no_table(event: Event, table: str, round_told: str) -> str:
    numbers = sorted(set(Table.objects.filter(event=event).values_list("number", flat=True)))
    if not numbers:
        return "Table: nobody is seated at this event yet. Leave the table empty, or draw the seating first."
    there = f"its tables are {table_label(event, numbers[0])} to {table_label(event, numbers[-1])}"
    where = f" in round {round_told[:10]}" if round_told else ""
    return f"Table: this event has no table {table[:10]}{where}; {there}. Correct the number or leave it empty."
