"""Recompute what was decided beside the sheets and compare it with the rows: cards cut, games
not played, dealers, attendance, settings, second officials, what finalists answered and what was
read out.
"""

from collections.abc import Iterator
from typing import Any

from tournament.counting.finals import read_so_far
from tournament.counting.level import ranks_of
from tournament.ledger.settings import as_logged, of_round
from tournament.models import CutOfCards, Event, Game, Guest, LedgerEntry, Pending, Reply, Seal
from tournament.models.guest import GuestStatus

UNPLAYED = {"not_played": True, "time_out": True, "play_after_all": False, "resume": False}
"""Each kind of entry that says so, and what it makes of its games."""
LAID = ("draw", "publish", "unpublish")
MANY = (
    "substitute",
    "unsubstitute",
    "next_round",
    "unpublish",
    "door",
    "reopen_door",
    "open_table",
    "close_table",
)
"""Acts that list several guests otherwise at once; how each was listed is known again from their
next own entry.
"""
Cell = tuple[int, int, int]


def faults_of_decisions(event: Event) -> Iterator[str]:
    """Every row of these kinds that is not what its ledger entries say."""
    yield from _cuts_of_cards(event)
    yield from _unplayed(event)
    yield from _dealers(event)
    yield from _attendance(event)
    yield from _settings(event)
    yield from _pending(event)


def _entries(event: Event, *kinds: str) -> Iterator[LedgerEntry]:
    return LedgerEntry.standing.filter(event=event, kind__in=kinds).order_by("number").iterator()


def _cuts_of_cards(event: Event) -> Iterator[str]:
    cuts: dict[int, dict[str, Any]] = {}
    for entry in _entries(event, "cut_of_cards", "take_back_cards"):
        if entry.kind == "cut_of_cards":
            cuts[entry.number] = entry.body
        else:
            cuts.pop(entry.body["entry"], None)
    stored: dict[int, dict[tuple[str, str], tuple[str, int]]] = {}
    rows = CutOfCards.objects.filter(event=event)
    for number, stage, ref, card, rank in rows.values_list(
        "entry__number", "stage", "guest__ref", "card", "rank"
    ):
        stored.setdefault(number, {})[stage, ref] = (card, rank)
    for number in sorted(cuts.keys() | stored.keys()):
        body = cuts.get(number, {"stage": "", "cards": {}})
        ranks = ranks_of(body["cards"])
        expected = {(body["stage"], ref): (card, ranks[ref]) for ref, card in body["cards"].items()}
        if expected != stored.get(number, {}):
            yield f"The cut of cards of record entry {number} is not what was recorded."


def _unplayed(event: Event) -> Iterator[str]:
    expected: set[Cell] = set()
    for entry in _entries(event, *UNPLAYED, "unpublish"):
        if entry.kind == "unpublish":
            expected = {cell for cell in expected if cell[0] != entry.body["round"]}
        elif UNPLAYED[entry.kind]:
            expected |= _cells(entry.body)
        else:
            expected -= _cells(entry.body)
    games = Game.objects.filter(event=event, not_played=True)
    stored = set(games.values_list("table__round__number", "table__number", "number"))
    for number, table, game in sorted(expected ^ stored):
        place = f"Game {game} at table {table} of round {number}"
        yield (
            f"{place} is not kept as not played, against the record."
            if (number, table, game) in expected
            else f"{place} is kept as not played, against the record."
        )


def _dealers(event: Event) -> Iterator[str]:
    """Wherever a dealer is kept, it is whom the last entry about that game says; games that were
    laid anew since have forgotten theirs, and a file brings dealers without entries.
    """
    expected: dict[Cell, str] = {}
    for entry in _entries(event, "dealer"):
        body = entry.body
        expected[body["round"], body["table"], body["game"]] = body["seat"]
    games = Game.objects.filter(event=event).exclude(dealer="").order_by("pk")
    columns = ("table__round__number", "table__number", "number", "dealer")
    for number, table, game, dealer in games.values_list(*columns):
        if expected.get((number, table, game), dealer) != dealer:
            place = f"Game {game} at table {table} of round {number}"
            yield f"{place} is not kept as dealt by whom the record says."


def _cells(body: dict[str, Any]) -> set[Cell]:
    """The games an entry speaks of: one, or those of a whole round."""
    if "games" in body:
        return {(body["round"], table, game) for table, game in body["games"]}
    return {(body["round"], body["table"], body["game"])}


def _attendance(event: Event) -> Iterator[str]:
    """Each guest is listed as the last entry about them left them; before any, as they were taken
    in.
    """
    listed: dict[str, str] = {}
    about = LedgerEntry.standing.filter(event=event, body__has_keys=["guest", "before", "after"])
    for entry in (about | LedgerEntry.standing.filter(event=event, kind__in=MANY)).order_by(
        "number"
    ):
        before, after = entry.body.get("before"), entry.body.get("after")
        if entry.kind in MANY:
            listed.clear()
        elif before in GuestStatus.values and after in GuestStatus.values:
            if listed.get(entry.body["guest"], before) != before:
                yield (
                    f"Record entry {entry.number} does not follow on how {entry.body['guest']} was"
                    " listed."
                )
            listed[entry.body["guest"]] = str(after)
    for ref, status in Guest.objects.filter(event=event, ref__in=listed).values_list(
        "ref", "status"
    ):
        if listed[ref] != status:
            yield f"{ref} is listed as {status}, and the record says {listed[ref]}."


def _settings(event: Event) -> Iterator[str]:
    """What the settings log says was declared last is what is declared; each change starts where
    the last one ended.
    """
    declared: dict[str, Any] = {}
    for entry in _entries(event, "settings", *LAID):
        if entry.kind != "settings":
            # A round laid or taken back has the games of the evening again.
            declared = {name: value for name, value in declared.items() if not of_round(name)}
            continue
        before, after = entry.body["before"], entry.body["after"]
        for name in after:
            if declared.get(name, before[name]) != before[name]:
                yield (
                    f"Record entry {entry.number} does not follow on the {name.replace('_', ' ')}"
                    " before it."
                )
        declared |= after
    now = as_logged(event, declared)
    for name, value in declared.items():
        if now[name] != value:
            yield f"The {name.replace('_', ' ')} of the evening is not what the settings log says."


def _pending(event: Event) -> Iterator[str]:
    """Whatever waits or was settled is what was asked, and what came of it
    names who approved it.
    """
    for row in Pending.objects.filter(event=event).select_related("asked", "entry"):
        body = row.asked.body
        if (body.get("kind"), body.get("payload")) != (
            row.kind,
            row.payload,
        ) or row.asked.actor != row.asked_by:
            yield (
                f"What was asked for in record entry {row.asked.number} is not what waits for its"
                " second official."
            )
        if (
            row.entry is not None
            and row.state == "approved"
            and row.entry.body.get("witness") != row.settled_by
        ):
            yield f"Record entry {row.entry.number} does not name who approved it."


def faults_of_finals(event: Event) -> Iterator[str]:
    """Every answer and every name read out that is not what the record says."""
    editions = dict(Seal.objects.filter(event=event).values_list("edition", "pk"))
    replies: dict[tuple[int, str], tuple[bool, int]] = {}
    kinds = ("reply", "take_reply_back")
    entries = LedgerEntry.standing.filter(event=event, kind__in=kinds).order_by("number")
    for number, kind, body in entries.values_list("number", "kind", "body"):
        for ref in body["guests"]:
            key = editions.get(body["edition"], 0), ref
            if kind == "reply":
                replies[key] = (body["declined"], number)
            else:
                replies.pop(key, None)
    rows = Reply.objects.filter(event=event, taken_back=None)
    columns = ("seal_id", "guest__ref", "declined", "entry__number")
    stored = {
        (seal, ref): (declined, number)
        for seal, ref, declined, number in rows.values_list(*columns)
    }
    for _seal, ref in sorted(
        reply for reply in {*replies, *stored} if replies.get(reply) != stored.get(reply)
    ):
        yield f"What finalist {ref} answered is not what the record says."
    if Event.objects.values_list("reading", flat=True).get(pk=event.pk) != read_so_far(event):
        yield "The names that were read out are not those of the record."
