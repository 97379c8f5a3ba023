"""Recompute everything from the ledger and compare: the first fault is named."""

from collections.abc import Iterator

from scoring.board import digest
from tournament.ledger.chain import digest_of
from tournament.ledger.lift import rules
from tournament.models import Event, LedgerEntry, Seal, Sheet, Tally
from tournament.submission import entry_from, tally_of

SHEET_KINDS = frozenset({"sheet", "correct", "resolve"})
COLUMNS = ("state", "points", "went_out", "hand", "cards", "eights")


def faults(event: Event, head: str = "") -> Iterator[str]:
    """Every fault in the order of the ledger; `head` is a digest printed on paper that must be in the chain."""
    yield from _chain(event, head)
    yield from _sheets(event)
    yield from _accepted(event)
    yield from _seals(event)


def _chain(event: Event, head: str) -> Iterator[str]:
    previous, expected, seen = "", 1, not head
    for entry in LedgerEntry.objects.filter(event=event).order_by("number").iterator():
        if entry.number != expected:
            yield f"Ledger entry {expected} is missing."
            expected = entry.number
        if entry.previous != previous:
            yield f"Ledger entry {entry.number} does not follow the one before it."
        if entry.digest != digest_of(entry, str(event.uid)):
            yield f"Ledger entry {entry.number} was changed after it was written."
        seen = seen or entry.digest.startswith(head)
        previous, expected = entry.digest, entry.number + 1
    if not seen:
        yield f"The ledger no longer holds the entry {head} that was printed: its end was cut off."


def _sheets(event: Event) -> Iterator[str]:
    """Each sheet against the entry it came from, points counted again from the hands."""
    in_force = rules(event)
    tallies: dict[int, dict[str, Tally]] = {}
    for tally in Tally.objects.filter(event=event).select_related("guest"):
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
        for seat, row in said.items():
            expected = _blank() | tally_of(entry_from(row), in_force)
            kept = {column: getattr(written[seat], column) for column in COLUMNS}
            if kept != expected or written[seat].guest.ref != row["guest"]:
                yield f"Seat {seat} on the sheet of ledger entry {entry.number} is not what was entered."
    for sheet in by_entry.values():
        yield f"A sheet (version {sheet.version} of game {sheet.game_id}) came from nowhere in the ledger."


def _blank() -> dict[str, object]:
    return {"state": "played", "points": None, "went_out": False, "hand": None, "cards": None, "eights": None}


def _accepted(event: Event) -> Iterator[str]:
    """The version that counts is the last one, and the versions have no gap."""
    games: dict[int, list[tuple[int, bool]]] = {}
    rows = Sheet.objects.filter(event=event).order_by("version").values_list("game_id", "version", "accepted")
    for game, version, accepted in rows:
        games.setdefault(game, []).append((version, accepted))
    for game, versions in games.items():
        count = len(versions)
        if versions != [(number, number == count) for number in range(1, count + 1)]:
            yield f"The versions of game {game} are not one after another with the last one counting."


def _seals(event: Event) -> Iterator[str]:
    for seal in Seal.objects.filter(event=event).select_related("entry"):
        if digest(seal.snapshot) != seal.digest or seal.entry.body.get("digest") != seal.digest:
            yield f"The sealed cut, edition {seal.edition}, is not what was sealed."
