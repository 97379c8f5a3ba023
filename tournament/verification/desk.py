"""Recompute what the desk recorded beside the sheets: totals of cards, second keyings, answers,
sheets moved away.
"""

from collections.abc import Iterator
from typing import Any

from tournament.counting.submission import same_result
from tournament.models import Answer, CardTotal, Event, LedgerEntry, RoundTotal, SecondKeying, Sheet


def faults_of_desk(event: Event) -> Iterator[str]:
    """Every row of the desk that is not what its ledger entries say."""
    entries = _desk_entries(event)
    yield from _card_totals(event, entries["cards"])
    yield from _round_totals(event, entries["round_total"], entries["round_total_back"])
    yield from _second_keyings(event, entries["second_key"])
    yield from _answers(event, entries["answer"], entries["answer_back"])
    yield from _moved(event, entries["move"], entries["take_back_save"])


Entries = dict[int, dict[str, Any]]


DESK_KINDS = (
    "cards",
    "round_total",
    "round_total_back",
    "second_key",
    "answer",
    "answer_back",
    "move",
    "take_back_save",
)


def _desk_entries(event: Event) -> dict[str, Entries]:
    by_kind: dict[str, Entries] = {kind: {} for kind in DESK_KINDS}
    rows = LedgerEntry.standing.filter(event=event, kind__in=DESK_KINDS).order_by("number")
    for kind, number, body in rows.values_list("kind", "number", "body"):
        by_kind[kind][number] = body
    return by_kind


def moved_away(event: Event) -> frozenset[int]:
    """The sheets that an act took to another game: none of them counts, though each may be its
    game's last.
    """
    return frozenset(
        Sheet.objects.filter(event=event, moved_by__isnull=False).values_list("pk", flat=True)
    )


def _differing(subject: str, expected: dict[int, Any], stored: dict[int, Any]) -> Iterator[str]:
    for number in sorted(expected.keys() | stored.keys()):
        if expected.get(number) != stored.get(number):
            yield f"The {subject} of record entry {number} is not what was recorded."


def _card_totals(event: Event, entries: Entries) -> Iterator[str]:
    stored: dict[int, dict[tuple[int, str], int]] = {}
    rows = CardTotal.objects.filter(event=event)
    for number, in_round, ref, points in rows.values_list(
        "entry__number", "round__number", "guest__ref", "points"
    ):
        stored.setdefault(number, {})[in_round, ref] = points
    expected = {
        number: {(body["round"], ref): points for ref, points in body["totals"].items()}
        for number, body in entries.items()
    }
    yield from _differing("card", expected, stored)


def _round_totals(event: Event, entries: Entries, back: Entries) -> Iterator[str]:
    ended = {body["of"]: number for number, body in back.items()}
    columns = (
        "entry__number",
        "round__number",
        "guest__ref",
        "points",
        "games",
        "taken_back_by__number",
    )
    stored = {
        row[0]: row[1:] for row in RoundTotal.objects.filter(event=event).values_list(*columns)
    }
    expected = {
        number: (body["round"], body["guest"], body["points"], body["games"], ended.get(number))
        for number, body in entries.items()
    }
    yield from _differing("round total", expected, stored)


def _second_keyings(event: Event, entries: Entries) -> Iterator[str]:
    rows = SecondKeying.objects.filter(event=event).select_related("sheet__entry", "entry")
    stored = {row.entry.number: row for row in rows}
    for number in sorted(entries.keys() | stored.keys()):
        row, body = stored.get(number), entries.get(number)
        agrees = bool(row and body and same_result(body, row.sheet.entry.body))
        if (
            row is None
            or body is None
            or row.agrees != agrees
            or body["version"] != row.sheet.version
        ):
            yield f"What was typed twice of record entry {number} is not what was recorded."


def _answers(event: Event, entries: Entries, back: Entries) -> Iterator[str]:
    ended = {body["of"]: number for number, body in back.items()}
    fields = ("game__table__round__number", "game__table__number", "game__number", "guest__ref")
    columns = ("entry__number", *fields, "points", "eights", "cards", "taken_back_by__number")
    stored = {row[0]: row[1:] for row in Answer.objects.filter(event=event).values_list(*columns)}
    names = ("round", "table", "game", "guest", "points")
    expected = {
        number: (
            *(body[name] for name in names),
            body.get("eights"),
            body.get("cards"),
            ended.get(number),
        )
        for number, body in entries.items()
    }
    yield from _differing("answer", expected, stored)


def _moved(event: Event, entries: Entries, taken_back: Entries) -> Iterator[str]:
    rows = Sheet.objects.filter(event=event, moved_by__isnull=False)
    columns = (
        "moved_by__number",
        "game__table__round__number",
        "game__table__number",
        "game__number",
        "accepted",
    )
    stored = {row[0]: row[1:] for row in rows.values_list(*columns)}
    places = {
        number: body["from"] for number, body in entries.items() if not body["swapped"]
    } | taken_back
    expected = {
        number: (place["round"], place["table"], place["game"], False)
        for number, place in places.items()
    }
    yield from _differing("sheet moved away", expected, stored)
