"""The guests as they were listed at a number of the ledger: the later entries undone, the last one
first.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from scoring.counting.tally import Player
from tournament.counting.history_entries import Entry
from tournament.models.guest import GuestStatus

Listed = dict[str, Player]
Body = Mapping[str, Any]
SHOWN = frozenset({"name", "livery", "office", "host_connected", "status"})
"""What standings and prizes know of a guest."""


def undo_listing(field: Listed, entry: Entry, earlier: list[Entry]) -> str:
    """Put the guests back as they were before an entry; a sentence where it does not say how that
    was.

    `earlier` are the entries before it.
    """
    act = UNDO.get(entry.kind)
    return act(field, entry, earlier) if act else ""


def _list_as(field: Listed, listed: Mapping[str, str]) -> None:
    for ref, status in listed.items():
        if ref in field:
            field[ref] = replace(field[ref], status=status)


def _listed_change(field: Listed, entry: Entry, _earlier: list[Entry]) -> str:
    _list_as(field, {entry.body["guest"]: entry.body["before"]})
    return ""


def _substitute(field: Listed, entry: Entry, _earlier: list[Entry]) -> str:
    body = entry.body
    _list_as(field, {body["guest"]: body["before"], body["comes"]: body["comes_before"]})
    return ""


def _many(field: Listed, entry: Entry, _earlier: list[Entry]) -> str:
    """Entries that name everybody whose listing they changed; older ones do not."""
    _list_as(field, entry.body.get("listed", {}))
    return "" if "listed" in entry.body else _silent(entry)


def _open_table(field: Listed, entry: Entry, earlier: list[Entry]) -> str:
    """At the first round nobody is late."""
    return _many(field, entry, earlier) if entry.body["round"] > 1 else ""


def _unpublish(field: Listed, entry: Entry, earlier: list[Entry]) -> str:
    """Taking back a round that was drawn after a break lists guests as they were before it."""
    number = entry.body["round"]
    kinds = [
        row.kind
        for row in earlier
        if row.kind in ("next_round", "unpublish") and row.body["round"] == number
    ]
    if kinds[-1:] != ["next_round"]:
        return ""
    last = next(
        item
        for item in reversed(earlier)
        if item.kind == "next_round" and item.body["round"] == number
    )
    return _many(field, entry, earlier) if last.body["gone"] or last.body["late"] else ""


def _next_round(field: Listed, entry: Entry, _earlier: list[Entry]) -> str:
    _list_as(field, dict(entry.body["gone"]))
    _list_as(field, dict.fromkeys(entry.body["late"], GuestStatus.REGISTERED.value))
    return ""


def _door(field: Listed, entry: Entry, _earlier: list[Entry]) -> str:
    _list_as(field, {absentee["guest"]: absentee["before"] for absentee in entry.body["absent"]})
    return ""


def _walk_in(field: Listed, entry: Entry, _earlier: list[Entry]) -> str:
    for ref in entry.body["guests"]:
        field.pop(ref, None)
    return ""


def _guest(field: Listed, entry: Entry, _earlier: list[Entry]) -> str:
    """One or many guests added, changed or removed."""
    body, act = entry.body, entry.body["act"]
    if act == "add":
        field.pop(body["guest"], None)
    elif act in ("hold", "import"):
        for ref in body.get("guests", body.get("added", ())):
            field.pop(ref, None)
    elif act == "remove":
        field[body["guest"]] = Player(body["guest"], body["before"]["name"])
        _put(field, body["guest"], body["before"])
    changed = [body] if act == "change" else body.get("changed", ())
    for row in changed:
        _put(field, row["guest"], row.get("before", {}))
    untold = any("before" not in one for one in changed) or (
        act == "remove" and "status" not in body["before"]
    )
    return _silent(entry) if untold else ""


def _put(field: Listed, ref: str, before: Body) -> None:
    fields: dict[str, Any] = {
        name: "" if value is None else value for name, value in before.items() if name in SHOWN
    }
    if ref in field:
        field[ref] = replace(field[ref], **fields)


def _silent(entry: Entry) -> str:
    return (
        f"Entry {entry.number} is of an older kind and does not say how guests were listed"
        " before it."
    )


UNDO: Mapping[str, Callable[[Listed, Entry, list[Entry]], str]] = {
    "attendance": _listed_change,
    "seat": _listed_change,
    "take_back": _listed_change,
    "arrival": _listed_change,
    "substitute": _substitute,
    "unsubstitute": _many,
    "reopen_door": _many,
    "open_table": _open_table,
    "unpublish": _unpublish,
    "next_round": _next_round,
    "door": _door,
    "walk_in": _walk_in,
    "guest": _guest,
}
