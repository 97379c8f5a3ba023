"""What the ledger says of the door and of tables opened during the evening, in words.

What the ledger says of the seating: each act in words, and the cards that no longer tell the truth.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from scoring.seating import Certificate, Key, Kind, Table, left_neighbour, seat_letter
from scoring.words import listed, many, number_word
from tournament.counting.formats import event_format
from tournament.counting.plan import spot_words, table_label
from tournament.counting.seats import Hall, reversible
from tournament.models import Event, LedgerEntry

CHANGED_MEANWHILE = "Something changed while you looked: here is the proposal as it stands now."
DOOR_KINDS = (
    "door",
    "reopen_door",
    "substitute",
    "unsubstitute",
    "open_table",
    "close_table",
    "next_round",
)
Seats = dict[int, list[dict[str, str]]]


def door_words(kind: str, body: Mapping[str, Any], names: Mapping[str, str], event: Event) -> str:
    """One act in words; `names` gives the printed name of a ref."""
    if kind == "door":
        new = len({seat["guest"] for seat in body.get("seated", [])})
        arrivals = f"{_people(len(body['absent']))} never came"
        seated = [f"{_people(new)} got a seat"] if new else []
        return (
            f"Closed the door: {listed([arrivals, _moves_in_words(len(body['moves'])), *seated])}"
        )
    if kind == "reopen_door":
        return "Opened the door again"
    if kind in ("substitute", "unsubstitute"):
        goes, comes = (names.get(body[side], "Somebody") for side in ("guest", "comes"))
        if kind == "unsubstitute":
            return f"Took back that {comes} sits in for {goes}"
        return (
            f"{comes} sits in for {goes} from {event_format(event).unit} {body['game']} of round"
            f" {body['round']} on"
        )
    if kind == "next_round":
        drew = f"Drew round {body['round']} for the {_people(body['guests'])} present"
        return f"{drew}; {_people(len(body['gone']))} gone home" if body["gone"] else drew
    verb = "Opened" if kind == "open_table" else "Took back"
    return (
        f"{verb} table {table_label(event, body['table'])} in round {body['round']} for"
        f" {_people(len(body['seats']))}"
    )


def with_opened_tables(published: Seats, acts: Iterable[LedgerEntry]) -> Seats:
    """The seats as published, with the tables that were opened later and
    without those taken back.
    """
    for entry in acts:
        if entry.kind in ("open_table", "close_table"):
            tables = published.setdefault(entry.body["round"], [])
            tables += [{} for _ in range(entry.body["table"] - len(tables))]
            tables[entry.body["table"] - 1] = (
                entry.body["seats"] if entry.kind == "open_table" else {}
            )
    return published


def _people(number: int) -> str:
    return many(number, "guest")


def _moves_in_words(number: int) -> str:
    return "nobody moves" if not number else "1 moves" if number == 1 else f"{number} move"


MOVED = ("move_seats", "move_seats_back")
KINDS = (
    "draw",
    "digest",
    "digest_down",
    "publish",
    "unpublish",
    "swap",
    "reseat",
    *MOVED,
    "seat",
    "attendance",
    "take_back",
    *DOOR_KINDS,
)
Cards = dict[int, tuple[Any, ...]]
LISTED = {
    "registered": "registered",
    "late": "arrived late",
    "withdrawn": "withdrawn",
    "no_show": "never having come",
}


@dataclass(frozen=True, slots=True)
class Stale:
    """The badges of the cards that changed since publication: by a seat of their own, or by a
    neighbour's alone.
    """

    seat: tuple[int, ...] = ()
    neighbour: tuple[int, ...] = ()


def entries(event: Event) -> list[LedgerEntry]:
    """Every act on the seating, the earliest first."""
    return list(LedgerEntry.standing.filter(event=event, kind__in=KINDS).order_by("number"))


def history(hall: Hall, acts: Iterable[LedgerEntry]) -> list[tuple[LedgerEntry, str, bool]]:
    """The acts, the latest first, each in words; and whether it changed seats and nothing since
    keeps it from being taken back.
    """
    by_ref = {guest.ref: guest for guest in hall.guests.values()}
    rows = list(acts)
    names, back = {ref: hall.name(guest.badge) for ref, guest in by_ref.items()}, reversible(rows)
    return [
        (entry, act_words(entry, names, hall.event), entry.number in back)
        for entry in reversed(rows)
    ]


def drafts(acts: Iterable[LedgerEntry]) -> tuple[int, int | None]:
    """How often the seating was drawn, and the seed of the last draw."""
    seeds = [entry.body["seed"] for entry in acts if entry.kind == "draw"]
    return len(seeds), seeds[-1] if seeds else None


def last_in_public(acts: Iterable[LedgerEntry]) -> dict[str, Any] | None:
    """What the last draw was made from, if it was one in public."""
    draws = [entry for entry in acts if entry.kind == "draw"]
    public: dict[str, Any] | None = draws[-1].body.get("public") if draws else None
    return public


def stale(hall: Hall, acts: Iterable[LedgerEntry]) -> Stale:
    """Whose card is no longer what was published: each card names seat, checker and whose hand is
    checked.
    """
    rows = list(acts)
    printed = {
        entry.body["round"]: list(entry.body["tables"]) for entry in rows if entry.kind == "publish"
    }
    published = with_opened_tables(printed, rows)
    badges = {guest.ref: guest.badge for guest in hall.guests.values()}
    seat: set[int] = set()
    neighbour: set[int] = set()
    for number, tables in enumerate(hall.seating.rounds, start=1):
        if not hall.published or number not in published:
            continue
        before = cards(_as_table(table, badges) for table in published[number])
        changed, moved = changed_cards(before, cards(tables))
        seat |= moved
        neighbour |= changed - moved
    return Stale(tuple(sorted(seat)), tuple(sorted(neighbour - seat)))


def changed_cards(before: Cards, now: Cards) -> tuple[set[int], set[int]]:
    """The badges whose cards say something else now, and those of them whose
    own seat is another.
    """
    changed = {badge for badge in before.keys() | now.keys() if before.get(badge) != now.get(badge)}
    return changed, {
        badge
        for badge in changed
        if (before.get(badge) or ((),))[0] != (now.get(badge) or ((),))[0]
    }


def _as_table(seats: Mapping[str, str], badges: Mapping[str, int]) -> Table:
    last = max(seats, default="@")
    letters = (chr(code) for code in range(ord("A"), ord(last) + 1))
    return tuple(badges.get(seats[letter]) if letter in seats else None for letter in letters)


def cards(tables: Iterable[Table]) -> Cards:
    """What stands on each guest's card: their place, who checks them, whom they check."""
    by_guest: Cards = {}
    for number, table in enumerate(tables, start=1):
        groups: dict[Key, Key | None] = {
            key: left_neighbour(table, seat) for seat, key in enumerate(table) if key is not None
        }
        checks = {checker: key for key, checker in groups.items()}
        for seat, key in enumerate(table):
            if isinstance(key, int):
                by_guest[key] = ((number, seat_letter(seat)), groups[key], checks.get(key))
    return by_guest


def _drew(body: Mapping[str, Any]) -> str:
    rounds = "1 round" if body["rounds"] == 1 else f"{body['rounds']} rounds"
    public = body.get("public")
    method = f"in public, cards {public['cards']}" if public else f"seed {body['seed']}"
    return f"Drew {rounds} for {body['guests']} guests at {body['tables']} tables, {method}"


def act_words(entry: LedgerEntry, names: Mapping[str, str], event: Event) -> str:
    """One act on the seating in words; `names` gives the printed name of a ref."""
    body = entry.body
    sitting = (
        "the play-off" if body.get("round") == event.playoff_round else f"round {body.get('round')}"
    )
    if entry.kind == "draw":
        return _drew(body)
    if entry.kind in ("digest", "digest_down"):
        did = "Showed the digest" if entry.kind == "digest" else "Took down the digest"
        return f"{did} of list and secret, {body['digest'][:8]}…"
    if entry.kind == "publish":
        return f"Published {sitting}"
    if entry.kind == "unpublish":
        return f"Took the publication of {sitting} back"
    if entry.kind in ("swap", "reseat"):
        return _swapped(body, names, event, sitting)
    if entry.kind in MOVED:
        return _moves(entry, names, event, sitting)
    if entry.kind in DOOR_KINDS:
        return door_words(entry.kind, body, names, event)
    return _attendance(entry.kind, body, names.get(body["guest"], "Somebody"), event)


def _swapped(body: Mapping[str, Any], names: Mapping[str, str], event: Event, sitting: str) -> str:
    moves = listed(
        f"{names.get(move['guest'], 'Somebody')} to {spot_words(event, move['after'])}"
        for move in body["moves"]
    )
    place = sitting.removeprefix("the ").capitalize()
    if "from_game" in body:
        return f"{place}: {moves} from {event_format(event).unit} {body['from_game']} on"
    return f"{place}: {moves}"


def _moves(entry: LedgerEntry, names: Mapping[str, str], event: Event, sitting: str) -> str:
    body = entry.body
    if entry.kind == "move_seats_back":
        person = ", ".join(names.get(ref, "Somebody") for ref in body["guests"])
        return f"Moved back in {sitting}: {person}"
    unit, games = event_format(event).unit, {move["to"]["game"] for move in body["moves"]}
    moves = []
    for move in body["moves"]:
        to, name = move["to"], names.get(move["guest"], "Somebody")
        spot = f"{table_label(event, to['table'])}{to['letter']}"
        apart = f"{name} to {spot} from {unit} {to['game']} on"
        moves.append(apart if len(games) > 1 else f"{name} to {spot}")
    went = ", ".join(moves)
    if "table" in body:
        return f"Broke up table {table_label(event, body['table'])} in {sitting}: {went}"
    if "filled" in body:
        return f"Filled up table {table_label(event, body['filled'])} in {sitting}: {went}"
    place = sitting.removeprefix("the ").capitalize()
    return f"{place}: {went}" if len(games) > 1 else f"{place}: {went}, from {unit} {max(games)} on"


def _attendance(kind: str, body: Mapping[str, Any], name: str, event: Event) -> str:
    spots = [
        (table_label(event, seat["table"]), seat["letter"], seat["round"])
        for seat in body.get("seats", ())
    ]
    unit = event_format(event).unit
    seats = ", ".join(f"{table}{letter} in round {number}" for table, letter, number in spots)
    if kind == "seat":
        return f"{name} takes {seats}, from {unit} {body['seats'][0]['game']} on"
    if kind == "take_back":
        back = f"Took back the last change for {name}"
        return f"{back} ({seats})" if seats else back
    if body["after"] == "withdrawn" and "game" in body:
        home = f"{name} goes home from {unit} {body['game']} of round {body['round']} on"
        return f"{home}, leaving {seats}" if seats else home
    return f"{name} is listed as {LISTED.get(body['after'], body['after'])}"


LABELS: dict[Kind, str] = {
    "unseated": "Without a seat",
    "doubled": "With two seats",
    "steps": "Away from the step-free side",
    "room_changed": "Fixed guests in another room",
    "repeats": "Pairs meeting twice",
    "same_livery": "Pairs of one {group}",
    "same_group": "Pairs of one party",
    "same_team": "Pairs of one team",
    "size": "Too often at an unusual size",
    "off_plan": "Not following the movement",
}
WRONG: dict[Kind, tuple[str, str]] = {
    "unseated": ("guest is without a seat", "guests are without a seat"),
    "doubled": ("guest has two seats", "guests have two seats"),
    "steps": (
        "guest sits away from the step-free side",
        "guests sit away from the step-free side",
    ),
    "room_changed": ("fixed guest changes room", "fixed guests change rooms"),
    "repeats": ("pair meets twice", "pairs meet twice"),
    "same_livery": ("pair of one {group} shares a table", "pairs of one {group} share a table"),
    "same_group": ("pair of one party shares a table", "pairs of one party share a table"),
    "same_team": ("pair of one team shares a table", "pairs of one team share a table"),
    "size": (
        "guest sits twice at a small or large table",
        "guests sit twice at a small or large table",
    ),
}


def check_words(check: Certificate, number: int) -> dict[str, object]:
    """The seating check in one sentence, whether all is well, and the tables of the round."""
    wrong = _wrong(check, WRONG)
    broken = check.apart_wished - check.apart_kept + check.fixed_wished - check.fixed_kept
    if broken:
        wrong.append(f"{many(broken, 'wish is', 'wishes are')} not kept")
    return {
        "words": _sentence(check, wrong),
        "amiss": bool(wrong),
        "tables": tables_words(check.tables_by_size[number - 1]) + ".",
    }


def tables_words(sizes: Iterable[tuple[int, int]]) -> str:
    """`21 tables of five and 1 of four`"""
    used = [(tables, number_word(size)) for size, tables in sizes if tables]
    if not used:
        return "No tables"
    (tables, seats), *rest = used
    first = f"{many(tables, 'table')} of {seats}"
    return listed([first, *(f"{tables} of {seats}" for tables, seats in rest)])


def _wrong(check: Certificate, kinds: Iterable[Kind]) -> list[str]:
    counts = [(kind, check.count(kind)) for kind in kinds]
    return [many(count, *WRONG[kind]).format(group=check.group) for kind, count in counts if count]


def _sentence(check: Certificate, wrong: list[str]) -> str:
    new = "Everyone meets new people; no" if len(check.tables_by_size) > 1 else "No"
    return "; ".join(wrong or [f"{new} two of one {check.group} share a table"]) + "."


def label(kind: Kind, check: Certificate) -> str:
    """What stands before the count of a kind of harm."""
    return LABELS[kind].format(group=check.group)


def not_drawn(number: int) -> str:
    """What is said of a round that has no seating yet."""
    return f"Round {number} is not drawn: draw the seating first."


def no_seat(badge: int, number: int) -> str:
    """What is said of a guest whom a round does not seat."""
    return f"Badge {badge} has no seat in round {number}: choose somebody who sits."
