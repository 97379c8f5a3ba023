"""What the ledger says of the door and of tables opened during the evening, in words."""

from collections.abc import Iterable, Mapping
from typing import Any

from tournament.hall_plan import table_label
from tournament.ledger.formats import event_format
from tournament.models import Event, LedgerEntry

DOOR_KINDS = ("door", "reopen_door", "substitute", "unsubstitute", "open_table", "close_table", "next_round")
Seats = dict[int, list[dict[str, str]]]


def door_words(kind: str, body: Mapping[str, Any], names: Mapping[str, str], event: Event) -> str:
    """One act in words; `names` gives the printed name of a ref."""
    if kind == "door":
        return f"Closed the door: {_people(len(body['absent']))} never came, {_moves(len(body['moves']))}"
    if kind == "reopen_door":
        return "Opened the door again"
    if kind in ("substitute", "unsubstitute"):
        goes, comes = (names.get(body[side], "Somebody") for side in ("guest", "comes"))
        if kind == "unsubstitute":
            return f"Took back that {comes} sits in for {goes}"
        return f"{comes} sits in for {goes} from {event_format(event).unit} {body['game']} of round {body['round']} on"
    if kind == "next_round":
        gone = f", {_people(len(body['gone']))} gone home" if body["gone"] else ""
        return f"Drew round {body['round']} for {_people(body['guests'])} present, seed {body['seed']}{gone}"
    verb = "Opened" if kind == "open_table" else "Took back"
    return (
        f"{verb} table {table_label(event, body['table'])} in round {body['round']} for {_people(len(body['seats']))}"
    )


def with_opened_tables(published: Seats, acts: Iterable[LedgerEntry]) -> Seats:
    """The seats as published, with the tables that were opened later and without those taken back."""
    for entry in acts:
        if entry.kind in ("open_table", "close_table"):
            tables = published.setdefault(entry.body["round"], [])
            tables += [{} for _ in range(entry.body["table"] - len(tables))]
            tables[entry.body["table"] - 1] = entry.body["seats"] if entry.kind == "open_table" else {}
    return published


def _people(number: int) -> str:
    return "1 guest" if number == 1 else f"{number} guests"


def _moves(number: int) -> str:
    return "nobody moves" if not number else "1 moves" if number == 1 else f"{number} move"
