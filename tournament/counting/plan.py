"""What tables are called, in which room they stand and which of them no step leads to: the plan of
the hall.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from scoring.seating import Bounds, PricedPlan, TablePlan, priced_plans, seat_letter, table_plan
from tournament.counting.formats import event_format
from tournament.models import Event
from tournament.models.guest import fault_in_words, tidy

LONGEST_LABEL, LONGEST_ROOM = 4, 40
UNLUCKY = 13
"""The number that halls leave out."""


@dataclass(frozen=True, slots=True)
class Stand:
    """A table as the hall knows it; `number` is the one that results go by, from 1 on and without a
    gap.
    """

    number: int
    label: str
    room: str = ""
    step_free: bool = False

    @property
    def words(self) -> str:
        """Label and room, as they are said to a guest."""
        return f"{self.label}, {self.room}" if self.room else self.label


def stand(event: Event, number: int) -> Stand:
    """How a table of the event is called; one that the plan does not name goes by its number."""
    plan = event.hall_plan
    row = plan[number - 1] if 0 < number <= len(plan) else {}
    return Stand(
        number, row.get("label") or str(number), row.get("room", ""), bool(row.get("step_free"))
    )


def table_label(event: Event, number: int | None) -> str:
    """What everybody calls a table: the one way from a number to what is shown; nothing for no
    table.
    """
    return "" if number is None else stand(event, number).label


def table_cell(event: Event, number: int) -> int | str:
    """A table in a column: its label, and a number where that is all it is, so that the column
    sorts.
    """
    return own_label(event, number) or number


def own_label(event: Event, number: int) -> str:
    """The label of a table where it is another than its number."""
    label = table_label(event, number)
    return "" if label == str(number) else label


def table_called(event: Event, label: str) -> int | None:
    """The number of the table that goes by this label, or None; upper and lower case are one."""
    plan = range(1, len(event.hall_plan) + 1)
    target = label.casefold()
    table = next(
        (number for number in plan if table_label(event, number).casefold() == target), None
    )
    if (
        table is None
        and label.isascii()
        and label.isdigit()
        and len(label) < 6
        and int(label) > len(plan)
    ):
        return int(label)
    return table


def spot_words(event: Event, spot: str) -> str:
    """Table and seat in short, such as 6B, with the table as it is called."""
    return f"{table_label(event, int(spot[:-1]))}{spot[-1]}"


def usual_labels(*, without_13: bool) -> Iterator[str]:
    """1, 2, 3… as tables are numbered, on request without 13."""
    return (str(number) for number in count(1) if not (without_13 and number == UNLUCKY))


class PlanError(ValueError):
    """The plan of the hall cannot be so: the sentence names the table and the mend."""


def checked_plan(rows: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """A plan as it is kept, from table 1 on, without what goes without saying. Raises PlanError."""
    plan = [_checked(number, row) for number, row in enumerate(rows, start=1)]
    labels = [row.get("label", str(number)) for number, row in enumerate(plan, start=1)]
    for number, label in enumerate(labels, start=1):
        if (twin := labels.index(label) + 1) != number:
            raise PlanError(
                f"Tables {twin} and {number} are both called {label}: give each a label of its own."
            )
    while plan and not plan[-1]:
        plan.pop()
    return plan


def _checked(number: int, row: Mapping[str, Any]) -> dict[str, Any]:
    label, room = (row.get(name, "") for name in ("label", "room"))
    for text, longest, word in ((label, LONGEST_LABEL, "label"), (room, LONGEST_ROOM, "room")):
        if (
            not isinstance(text, str)
            or len(text) > longest
            or fault_in_words(text)
            or text != tidy(text)
        ):
            raise PlanError(f"Table {number}: the {word} is at most {longest} plain characters.")
    step_free = row.get("step_free", False)
    if not isinstance(step_free, bool):
        raise PlanError(f"Table {number}: step-free is true or false.")
    fields = {"label": label if label != str(number) else "", "room": room, "step_free": step_free}
    return {name: value for name, value in fields.items() if value}


def plan_for(event: Event, guests: int) -> TablePlan:
    """The tables for so many guests that harm them least, of the sizes that suit the event's
    format.

    Raises SeatingImpossibleError where no number of such tables holds them.
    """
    return plans_for(event, guests)[0].plan


def usual_plan(event: Event, guests: int) -> TablePlan:
    """The tables for so many guests with as many as can be of the format's best size: who waits
    opens one of those.

    Raises as `plan_for`.
    """
    seats = event_format(event).seats
    return table_plan(guests, least=seats.least, target=seats.best, most=seats.most)


def plans_for(event: Event, guests: int) -> tuple[PricedPlan, ...]:
    """Every division of so many guests with its price over the rounds drawn, least harm first;
    raises as `plan_for`.
    """
    seats = event_format(event).seats
    return priced_plans(
        guests, event.qualifying_rounds, least=seats.least, target=seats.best, most=seats.most
    )


def fewest(event: Event) -> int:
    """The fewest guests at a table."""
    return event_format(event).seats.least


def bounds_of(event: Event) -> Bounds:
    """The fewest and the most guests at a table."""
    seats = event_format(event).seats
    return Bounds(seats.least, max(seats.most, BY_HAND))


BY_HAND = 6
"""So many guests a table takes by hand in any format."""


def letters_of(event: Event) -> tuple[str, ...]:
    """The letters that the seats of a table can have."""
    return tuple(map(seat_letter, range(bounds_of(event).most)))
