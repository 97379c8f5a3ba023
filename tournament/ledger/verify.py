"""Recompute everything from the ledger and compare: the first fault is named."""

from collections.abc import Iterator

from scoring.board import digest
from tournament.ledger.arrivals import faults_at_the_door
from tournament.ledger.chain import digest_of
from tournament.ledger.formats import event_format
from tournament.ledger.lift import rules
from tournament.ledger.matches import faults_of_matches
from tournament.ledger.verify_decisions import faults_of_decisions
from tournament.ledger.verify_desk import faults_of_desk, moved_away
from tournament.ledger.verify_finals import faults_of_finals
from tournament.ledger.verify_rulings import faults_of_rulings, set_aside
from tournament.ledger.verify_seats import faults_of_seats
from tournament.ledger.verify_signed import faults_of_signatures
from tournament.ledger.wiped import wiped
from tournament.models import Event, Guest, LedgerEntry, Seal, Sheet, Tally
from tournament.submission import columns_of, sheet_of, submission_from

LONGEST_RECEIPT = 7
SHEET_KINDS = frozenset({"sheet", "correct", "resolve"})
COLUMNS = ("state", "points", "went_out", "hand", "cards", "eights", "held", "place", "laps")


def faults(event: Event, head: str = "") -> Iterator[str]:
    """Every fault in the order of the ledger.

    `head` is what the last paper bears and what must be in the chain: a digest (or its first characters), the digest
    of a seal, or the number of a receipt. A tail that was cut off leaves a chain without a fault: only paper knows it.
    """
    yield from _chain(event, head)
    yield from _sheets(event)
    yield from _accepted(event)
    yield from _seals(event)
    yield from faults_of_seats(event)
    yield from faults_at_the_door(event)
    yield from faults_of_decisions(event)
    yield from faults_of_finals(event)
    yield from faults_of_desk(event)
    yield from faults_of_rulings(event)
    yield from faults_of_signatures(event)
    yield from faults_of_matches(event)


def _chain(event: Event, head: str) -> Iterator[str]:
    previous, expected, seen, printed = "", 1, not head, "".join(head.split()).lower()
    left = wiped(event).entries
    for entry in LedgerEntry.objects.filter(event=event).order_by("number").iterator():
        if entry.number != expected:
            yield f"Ledger entry {expected} is missing."
            expected = entry.number
        if entry.previous != previous:
            yield f"Ledger entry {entry.number} does not follow the one before it."
        if left.get(entry.number, entry.digest) != digest_of(entry, str(event.uid)):
            yield f"Ledger entry {entry.number} was changed after it was written."
        seen = seen or is_printed(entry, printed)
        previous, expected = entry.digest, entry.number + 1
    if not seen:
        yield f"The ledger no longer holds the entry {head} that was printed: its end was cut off."


def is_printed(entry: LedgerEntry, printed: str) -> bool:
    """Whether a paper that bears this was printed of this entry; short numbers are those of receipts."""
    if printed.isdigit() and len(printed) <= LONGEST_RECEIPT:
        return entry.number == int(printed)
    sealed = str(entry.body.get("digest", "")) if entry.kind == "seal" else ""
    return entry.digest.startswith(printed) or sealed.startswith(printed)


def _sheets(event: Event) -> Iterator[str]:
    """Each sheet against the entry it came from, points counted again from the hands."""
    form, in_force = event_format(event), rules(event)
    tallies: dict[int, dict[str, Tally]] = {}
    refs = dict(Guest.objects.filter(event=event).values_list("pk", "ref"))
    for tally in Tally.objects.filter(event=event):
        tallies.setdefault(tally.sheet_id, {})[tally.seat] = tally
    by_entry = {sheet.entry_id: sheet for sheet in Sheet.objects.filter(event=event)}
    entries = LedgerEntry.objects.filter(event=event, kind__in=SHEET_KINDS).order_by("number")
    for entry in entries.iterator():
        sheet = by_entry.pop(entry.pk, None)
        if sheet is None:
            yield f"Ledger entry {entry.number} has lost its sheet."
            continue
        written = tallies.get(sheet.pk, {})
        said = {row["seat"]: row for row in entry.body["tallies"]}
        if said.keys() != written.keys() or sheet.blocked != entry.body["blocked"]:
            yield f"The sheet of ledger entry {entry.number} is not what was entered."
            continue
        counted = columns_of(sheet_of(submission_from(entry.body)), form, in_force)
        for seat, row in said.items():
            expected = _blank() | counted[seat]
            kept = {column: getattr(written[seat], column) for column in COLUMNS}
            if kept != expected or refs[written[seat].guest_id] != row["guest"]:
                yield f"Seat {seat} on the sheet of ledger entry {entry.number} is not what was entered."
    for sheet in by_entry.values():
        yield f"A sheet (version {sheet.version} of game {sheet.game_id}) came from nowhere in the ledger."


def _blank() -> dict[str, object]:
    return dict.fromkeys(COLUMNS) | {"state": "played", "went_out": False}


def _accepted(event: Event) -> Iterator[str]:
    """The version that counts is the last one, unless an act moved or set it aside, and the versions have no gap."""
    games: dict[int, list[tuple[int, bool, bool]]] = {}
    gone, rows = moved_away(event) | set_aside(event), Sheet.objects.filter(event=event).order_by("version")
    for pk, game, version, accepted in rows.values_list("pk", "game_id", "version", "accepted"):
        games.setdefault(game, []).append((version, accepted, pk in gone))
    for game, versions in games.items():
        last = len(versions)
        if any(
            version != number or accepted != (number == last and not moved)
            for number, (version, accepted, moved) in enumerate(versions, start=1)
        ):
            yield f"The versions of game {game} are not one after another with the last one counting."


def _seals(event: Event) -> Iterator[str]:
    left = wiped(event).seals
    for seal in Seal.objects.filter(event=event).select_related("entry"):
        if digest(seal.snapshot) != left.get(seal.edition, seal.digest) or seal.entry.body.get("digest") != seal.digest:
            yield f"The sealed cut, edition {seal.edition}, is not what was sealed."
