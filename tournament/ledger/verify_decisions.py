"""Recompute what was decided beside the sheets: cards cut, games not played, attendance, settings, second officials."""

from collections.abc import Iterator
from typing import Any

from tournament.ledger.cards_cut import ranks_of
from tournament.ledger.settings_log import as_logged, of_round
from tournament.models import CutOfCards, Event, Game, Guest, LedgerEntry, Pending
from tournament.models.guest import GuestStatus

UNPLAYED = {"not_played": True, "time_out": True, "play_after_all": False, "resume": False}
"""Each kind of entry that says so, and what it makes of its games."""
LAID = ("draw", "publish", "unpublish")
MANY = ("substitute", "unsubstitute", "next_round", "unpublish", "door", "reopen_door", "open_table", "close_table")
"""Acts that list several guests otherwise at once; how each was listed is known again from their next own entry."""
Cell = tuple[int, int, int]


def faults_of_decisions(event: Event) -> Iterator[str]:
    """Every row of these kinds that is not what its ledger entries say."""
    yield from _cuts_of_cards(event)
    yield from _unplayed(event)
    yield from _attendance(event)
    yield from _settings(event)
    yield from _pending(event)


def _entries(event: Event, *kinds: str) -> Iterator[LedgerEntry]:
    return LedgerEntry.objects.filter(event=event, kind__in=kinds).order_by("number").iterator()


def _cuts_of_cards(event: Event) -> Iterator[str]:
    said: dict[int, dict[str, Any]] = {}
    for entry in _entries(event, "cut_of_cards", "take_back_cards"):
        if entry.kind == "cut_of_cards":
            said[entry.number] = entry.body
        else:
            said.pop(entry.body["entry"], None)
    kept: dict[int, dict[tuple[str, str], tuple[str, int]]] = {}
    rows = CutOfCards.objects.filter(event=event)
    for number, stage, ref, card, rank in rows.values_list("entry__number", "stage", "guest__ref", "card", "rank"):
        kept.setdefault(number, {})[stage, ref] = (card, rank)
    for number in sorted(said.keys() | kept.keys()):
        body = said.get(number, {"stage": "", "cards": {}})
        ranks = ranks_of(body["cards"])
        meant = {(body["stage"], ref): (card, ranks[ref]) for ref, card in body["cards"].items()}
        if meant != kept.get(number, {}):
            yield f"The cut of cards of ledger entry {number} is not what was recorded."


def _unplayed(event: Event) -> Iterator[str]:
    said: set[Cell] = set()
    for entry in _entries(event, *UNPLAYED, "unpublish"):
        if entry.kind == "unpublish":
            said = {cell for cell in said if cell[0] != entry.body["round"]}
        elif UNPLAYED[entry.kind]:
            said |= _cells(entry.body)
        else:
            said -= _cells(entry.body)
    games = Game.objects.filter(event=event, not_played=True)
    kept = set(games.values_list("table__round__number", "table__number", "number"))
    for number, table, game in sorted(said ^ kept):
        word = "is not" if (number, table, game) in said else "is"
        yield f"Game {game} at table {table} of round {number} {word} kept as not played, against the ledger."


def _cells(body: dict[str, Any]) -> set[Cell]:
    """The games an entry speaks of: one, or those of a whole round."""
    if "games" in body:
        return {(body["round"], table, game) for table, game in body["games"]}
    return {(body["round"], body["table"], body["game"])}


def _attendance(event: Event) -> Iterator[str]:
    """Each guest is listed as the last entry about them left them; before any, as they were taken in."""
    said: dict[str, str] = {}
    about = LedgerEntry.objects.filter(event=event, body__has_keys=["guest", "before", "after"])
    for entry in (about | LedgerEntry.objects.filter(event=event, kind__in=MANY)).order_by("number"):
        before, after = entry.body.get("before"), entry.body.get("after")
        if entry.kind in MANY:
            said.clear()
        elif before in GuestStatus.values and after in GuestStatus.values:
            if said.get(entry.body["guest"], before) != before:
                yield f"Ledger entry {entry.number} does not follow on how {entry.body['guest']} was listed."
            said[entry.body["guest"]] = str(after)
    for ref, status in Guest.objects.filter(event=event, ref__in=said).values_list("ref", "status"):
        if said[ref] != status:
            yield f"{ref} is listed as {status}, and the ledger says {said[ref]}."


def _settings(event: Event) -> Iterator[str]:
    """What the settings log says was declared last is what is declared; each change starts where the last one ended."""
    said: dict[str, Any] = {}
    for entry in _entries(event, "settings", *LAID):
        if entry.kind != "settings":
            # A round laid or taken back has the games of the evening again.
            said = {name: value for name, value in said.items() if not of_round(name)}
            continue
        before, after = entry.body["before"], entry.body["after"]
        for name in after:
            if said.get(name, before[name]) != before[name]:
                yield f"Ledger entry {entry.number} does not follow on the {name.replace('_', ' ')} before it."
        said |= after
    now = as_logged(event, said)
    for name, value in said.items():
        if now[name] != value:
            yield f"The {name.replace('_', ' ')} of the evening is not what the settings log says."


def _pending(event: Event) -> Iterator[str]:
    """Whatever waits or was settled is what was asked, and what came of it names who approved it."""
    for row in Pending.objects.filter(event=event).select_related("asked", "entry"):
        asked = row.asked.body
        if (asked.get("kind"), asked.get("payload")) != (row.kind, row.payload) or row.asked.actor != row.asked_by:
            yield f"What was asked for in ledger entry {row.asked.number} is not what waits for its second official."
        if row.entry is not None and row.state == "approved" and row.entry.body.get("witness") != row.settled_by:
            yield f"Ledger entry {row.entry.number} does not name who approved it."
