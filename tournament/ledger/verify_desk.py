"""Recompute what the desk recorded beside the sheets: totals of cards, second keyings, answers, sheets moved away."""

from collections.abc import Iterator
from typing import Any

from tournament.models import Answer, CardTotal, Event, LedgerEntry, RoundTotal, SecondKeying, Sheet
from tournament.submission import same_result


def faults_of_desk(event: Event) -> Iterator[str]:
    """Every row of the desk that is not what its ledger entries say."""
    said = _entries(event)
    yield from _card_totals(event, said["cards"])
    yield from _round_totals(event, said["round_total"], said["round_total_back"])
    yield from _second_keyings(event, said["second_key"])
    yield from _answers(event, said["answer"], said["answer_back"])
    yield from _moved(event, said["move"])


Entries = dict[int, dict[str, Any]]
KINDS = ("cards", "round_total", "round_total_back", "second_key", "answer", "answer_back", "move")


def _entries(event: Event) -> dict[str, Entries]:
    found: dict[str, Entries] = {kind: {} for kind in KINDS}
    rows = LedgerEntry.objects.filter(event=event, kind__in=KINDS).order_by("number")
    for kind, number, body in rows.values_list("kind", "number", "body"):
        found[kind][number] = body
    return found


def moved_away(event: Event) -> frozenset[int]:
    """The sheets that an act took to another game: none of them counts, though each may be its game's last."""
    return frozenset(Sheet.objects.filter(event=event, moved_by__isnull=False).values_list("pk", flat=True))


def _differing(what: str, meant: dict[int, Any], kept: dict[int, Any]) -> Iterator[str]:
    for number in sorted(meant.keys() | kept.keys()):
        if meant.get(number) != kept.get(number):
            yield f"The {what} of ledger entry {number} is not what was recorded."


def _card_totals(event: Event, entries: Entries) -> Iterator[str]:
    kept: dict[int, dict[tuple[int, str], int]] = {}
    rows = CardTotal.objects.filter(event=event)
    for number, held, ref, points in rows.values_list("entry__number", "round__number", "guest__ref", "points"):
        kept.setdefault(number, {})[held, ref] = points
    meant = {
        number: {(body["round"], ref): points for ref, points in body["totals"].items()}
        for number, body in entries.items()
    }
    yield from _differing("card", meant, kept)


def _round_totals(event: Event, entries: Entries, back: Entries) -> Iterator[str]:
    ended = {body["of"]: number for number, body in back.items()}
    columns = ("entry__number", "round__number", "guest__ref", "points", "games", "taken_back_by__number")
    kept = {row[0]: row[1:] for row in RoundTotal.objects.filter(event=event).values_list(*columns)}
    meant = {
        number: (body["round"], body["guest"], body["points"], body["games"], ended.get(number))
        for number, body in entries.items()
    }
    yield from _differing("round total", meant, kept)


def _second_keyings(event: Event, entries: Entries) -> Iterator[str]:
    rows = SecondKeying.objects.filter(event=event).select_related("sheet__entry", "entry")
    kept = {row.entry.number: row for row in rows}
    for number in sorted(entries.keys() | kept.keys()):
        row, body = kept.get(number), entries.get(number)
        agrees = bool(row and body and same_result(body, row.sheet.entry.body))
        if row is None or body is None or row.agrees != agrees or body["version"] != row.sheet.version:
            yield f"The second keying of ledger entry {number} is not what was recorded."


def _answers(event: Event, entries: Entries, back: Entries) -> Iterator[str]:
    ended = {body["of"]: number for number, body in back.items()}
    where = ("game__table__round__number", "game__table__number", "game__number", "guest__ref")
    columns = ("entry__number", *where, "points", "eights", "cards", "taken_back_by__number")
    kept = {row[0]: row[1:] for row in Answer.objects.filter(event=event).values_list(*columns)}
    names = ("round", "table", "game", "guest", "points")
    meant = {
        number: (*(body[name] for name in names), body.get("eights"), body.get("cards"), ended.get(number))
        for number, body in entries.items()
    }
    yield from _differing("answer", meant, kept)


def _moved(event: Event, entries: Entries) -> Iterator[str]:
    rows = Sheet.objects.filter(event=event, moved_by__isnull=False)
    columns = ("moved_by__number", "game__table__round__number", "game__table__number", "game__number", "accepted")
    kept = {row[0]: row[1:] for row in rows.values_list(*columns)}
    places = {number: body["from"] for number, body in entries.items() if not body["swapped"]}
    meant = {number: (place["round"], place["table"], place["game"], False) for number, place in places.items()}
    yield from _differing("sheet moved away", meant, kept)
