"""What the ledger says of the seating: each act in words, and the cards that no longer tell the truth."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from scoring.seating import Key, Table, left_neighbour, seat_letter
from tournament.ledger.seats import Hall
from tournament.models import Event, LedgerEntry

KINDS = ("draw", "publish", "unpublish", "swap", "seat", "attendance", "take_back")
ABOUT_A_GUEST = ("seat", "attendance", "take_back")
LISTED = {"registered": "registered", "late": "arrived late", "withdrawn": "withdrawn"}


@dataclass(frozen=True, slots=True)
class Happened:
    """One act on the seating, in words; `undo` is the badge whose last change of attendance it is, if it is."""

    number: int
    at: datetime
    actor: str
    words: str
    reason: str
    undo: int | None = None


@dataclass(frozen=True, slots=True)
class Stale:
    """The badges of the cards that changed since publication: by a seat of their own, or by a neighbour's alone."""

    seat: tuple[int, ...] = ()
    neighbour: tuple[int, ...] = ()


def entries(event: Event) -> list[LedgerEntry]:
    """Every act on the seating, the earliest first."""
    return list(LedgerEntry.objects.filter(event=event, kind__in=KINDS).order_by("number"))


def history(found: Hall, acts: Iterable[LedgerEntry]) -> list[Happened]:
    """The acts in words, the latest first."""
    by_ref = {guest.ref: guest for guest in found.guests.values()}
    rows = list(acts)
    last = {entry.body["guest"]: entry.number for entry in rows if entry.kind in ABOUT_A_GUEST}
    told = []
    for entry in reversed(rows):
        names = {ref: found.name(guest.badge) for ref, guest in by_ref.items()}
        said = _words(entry, names, found.event.playoff_round)
        guest = by_ref.get(entry.body.get("guest", ""))
        undoable = guest and entry.kind != "take_back" and "seats" in entry.body and last[guest.ref] == entry.number
        undo = guest.badge if guest and undoable else None
        told.append(Happened(entry.number, entry.at, entry.actor, said, entry.reason, undo))
    return told


def drafts(acts: Iterable[LedgerEntry]) -> tuple[int, int | None]:
    """How often the seating was drawn, and the seed of the last draw."""
    seeds = [entry.body["seed"] for entry in acts if entry.kind == "draw"]
    return len(seeds), seeds[-1] if seeds else None


def stale(found: Hall, acts: Iterable[LedgerEntry]) -> Stale:
    """Whose card is no longer what was published: each card names seat, checker and whose hand is checked."""
    published = {entry.body["round"]: entry.body["tables"] for entry in acts if entry.kind == "publish"}
    badges = {guest.ref: guest.badge for guest in found.guests.values()}
    seat: set[int] = set()
    neighbour: set[int] = set()
    for number, tables in enumerate(found.seating.rounds, start=1):
        if not found.published or number not in published:
            continue
        before = _cards(_as_table(table, badges) for table in published[number])
        now = _cards(tables)
        changed = {badge for badge in before.keys() | now.keys() if before.get(badge) != now.get(badge)}
        moved = {badge for badge in changed if (before.get(badge) or ((),))[0] != (now.get(badge) or ((),))[0]}
        seat |= moved
        neighbour |= changed - moved
    return Stale(tuple(sorted(seat)), tuple(sorted(neighbour - seat)))


def _as_table(seats: Mapping[str, str], badges: Mapping[str, int]) -> Table:
    last = max(seats, default="@")
    letters = (chr(code) for code in range(ord("A"), ord(last) + 1))
    return tuple(badges.get(seats[letter]) if letter in seats else None for letter in letters)


def _cards(tables: Iterable[Table]) -> dict[int, tuple[Any, ...]]:
    """What stands on each guest's card: their place, who checks them, whom they check."""
    cards: dict[int, tuple[Any, ...]] = {}
    for number, table in enumerate(tables, start=1):
        by: dict[Key, Key | None] = {
            key: left_neighbour(table, seat) for seat, key in enumerate(table) if key is not None
        }
        checks = {checker: key for key, checker in by.items()}
        for seat, key in enumerate(table):
            if isinstance(key, int):
                cards[key] = ((number, seat_letter(seat)), by[key], checks.get(key))
    return cards


def _words(entry: LedgerEntry, names: Mapping[str, str], playoff: int) -> str:
    body = entry.body
    sitting = "the play-off" if body.get("round") == playoff else f"round {body.get('round')}"
    if entry.kind == "draw":
        rounds = "1 round" if body["rounds"] == 1 else f"{body['rounds']} rounds"
        return f"Drew {rounds} for {body['guests']} guests at {body['tables']} tables, seed {body['seed']}"
    if entry.kind == "publish":
        return f"Published {sitting}"
    if entry.kind == "unpublish":
        return f"Took the publication of {sitting} back"
    if entry.kind == "swap":
        moves = " and ".join(f"{names.get(move['guest'], 'Somebody')} to {move['after']}" for move in body["moves"])
        return f"{sitting.removeprefix('the ').capitalize()}: {moves}"
    return _attendance(entry.kind, body, names.get(body["guest"], "Somebody"))


def _attendance(kind: str, body: Mapping[str, Any], name: str) -> str:
    seats = ", ".join(f"{seat['table']}{seat['letter']} in round {seat['round']}" for seat in body.get("seats", ()))
    if kind == "seat":
        return f"{name} takes {seats}, from game {body['seats'][0]['game']} on"
    if kind == "take_back":
        return f"Took back the last change for {name}" + (f" ({seats})" if seats else "")
    if body["after"] == "withdrawn" and "game" in body:
        freed = f", leaving {seats}" if seats else ""
        return f"{name} goes home from game {body['game']} of round {body['round']} on{freed}"
    return f"{name} is listed as {LISTED.get(body['after'], body['after'])}"
