"""What was saved: by the last press of an official, and every sheet of a round."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.utils.timezone import localtime

from tournament.counting.formats import event_format
from tournament.counting.grid import WORDS, Cell
from tournament.counting.plan import table_label
from tournament.models import Event, LedgerEntry, Round, Sheet
from tournament.site.access import Actor

SAVES = ("sheet", "correct")
MOST_GAMES = 99
"""No table saves more games at once."""
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Saved:
    """The last press of an official: which games of which table, and when."""

    round: int
    table: int
    label: str
    games: str
    at: datetime


def last_press(event: Event, actor: Actor) -> Saved | None:
    """What this official saved last, where it still counts. Two queries."""
    entries = press_of(event, actor)
    if not entries or not all(entry.sheet.accepted for entry in entries):
        return None
    body, form = entries[0].body, event_format(event)
    numbers = [entry.body["game"] for entry in entries]
    word = form.unit if len(numbers) == 1 else form.units
    return Saved(
        body["round"],
        body["table"],
        table_label(event, body["table"]),
        f"{word} {spans(numbers)}",
        localtime(entries[0].at),
    )


def press_of(event: Event, actor: Actor) -> list[LedgerEntry]:
    """The entries of the sheets that an official saved by the last press, by game; none where
    nothing was saved.
    """
    mine = LedgerEntry.standing.filter(
        event=event, kind__in=SAVES, user=actor.user_id, actor=actor.name
    ).exclude(key__contains="/")  # sheets that another act wrote anew
    latest = list(mine.select_related("sheet").order_by("-number")[:MOST_GAMES])
    pressed = [entry for entry in latest if _press(entry) == _press(latest[0])]
    return sorted(pressed, key=lambda entry: int(entry.body["game"]))


def _press(entry: LedgerEntry) -> tuple[str, int, int]:
    """What the entries of one press share: the key of the form, without the game that each column
    adds.
    """
    return (
        entry.key.removesuffix(f"-{entry.body['game']}"),
        entry.body["round"],
        entry.body["table"],
    )


def spans(numbers: Iterable[int]) -> str:
    """Numbers with what follows on one another drawn together: “1 to 3, 5”."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(_span(run) for run in runs)


def _span(run: list[int]) -> str:
    if len(run) > 2:
        return f"{run[0]} to {run[-1]}"
    return ", ".join(map(str, run))


def sheet_rows(event: Event, round_: Round, cells: Iterable[Cell]) -> Iterator[Row]:
    """A row for every game of the round. One query."""
    sheets = Sheet.objects.filter(event=event, accepted=True, game__table__round=round_)
    columns = ("entered_by", "entered_at", "checked", "checker")
    by_cell = {
        (row[0], row[1]): row[2:]
        for row in sheets.values_list("game__table__number", "game__number", *columns)
    }
    for cell in cells:
        actor, moment, checked, checker = by_cell.get(
            (cell.table, cell.game), ("", None, False, "")
        )
        yield {
            "order": (cell.table, cell.game),
            "table": cell.label or str(cell.table),
            "where": (cell.round, cell.table, cell.game),
            "game": cell.game,
            "state": cell.state,
            "words": "; ".join(cell.flags) or WORDS[cell.state],
            "by": actor,
            "at": localtime(moment).strftime("%H:%M") if moment else "",
            "checker": (checker or "left-hand neighbours") if checked else "",
            "row_class": "row-flag" if cell.state == "flagged" else "",
        }
