"""Recompute what was decided beside the sheets: cards cut, games not played, attendance, settings,
second officials.

Recompute what the desk recorded beside the sheets: totals of cards, second keyings, answers, sheets
moved away.

What was answered by finalists and read out so far, folded from the ledger again and compared with
the rows.

Rulings, decisions and adjustments against the ledger they came from, and the games they made void.
"""

from collections.abc import Iterator
from typing import Any

from tournament.counting.finals import read_so_far
from tournament.counting.scores import ranks_of
from tournament.counting.submission import same_result
from tournament.ledger.settings import as_logged, of_round
from tournament.models import (
    Adjustment,
    AdjustmentKind,
    Answer,
    Cancellation,
    CardTotal,
    CutOfCards,
    Decision,
    Event,
    Game,
    Guest,
    LedgerEntry,
    Pending,
    Reply,
    RoundTotal,
    Ruling,
    Seal,
    SecondKeying,
    Sheet,
)
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


RULING_KINDS = (
    "ruling",
    "accept_ruling",
    "overrule_ruling",
    "explain_ruling",
    "adjust",
    "cancel_adjustment",
)


def set_aside(event: Event) -> frozenset[int]:
    """The sheets that a ruling set aside to have the game played again: none of them counts."""
    rows = Adjustment.objects.filter(event=event, kind=AdjustmentKind.REPLAY)
    return frozenset(pk for pk in rows.values_list("before", flat=True) if pk is not None)


def faults_of_rulings(event: Event) -> Iterator[str]:
    """Every row of this part that is not what its entry says, or has none, or is missing."""
    entries = {
        entry.pk: entry for entry in LedgerEntry.standing.filter(event=event, kind__in=RULING_KINDS)
    }
    for pk, number, content in _stored_results(event):
        entry = entries.pop(pk, None)
        if entry is None:
            yield f"{number} came from nowhere in the record."
        elif {name: entry.body.get(name) for name in content} != content:
            yield f"{number} is not what record entry {entry.number} says."
    for entry in entries.values():
        yield f"Record entry {entry.number} has lost its {entry.kind.replace('_', ' ')}."
    yield from _void(event)


Kept = tuple[int, str, dict[str, Any]]


def _stored_results(event: Event) -> Iterator[Kept]:
    """Entry, name and content of every row, in the words of the ledger."""
    rulings = Ruling.objects.filter(event=event).select_related(
        "table__round", "game", "guest", "precedent", "refers_to"
    )
    for ruling in rulings:
        yield ruling.entry_id, str(ruling), _ruling(ruling)
    for decision in Decision.objects.filter(event=event).select_related("ruling"):
        content = {
            "ruling": decision.ruling.number,
            "kind": str(decision.kind),
            "parts": decision.parts,
            "departs": decision.departs,
        }
        yield decision.entry_id, f"What was said of {decision.ruling}", content
    adjustments = Adjustment.objects.filter(event=event)
    for row in adjustments.select_related(
        "guest", "game__table__round", "ruling", "before", "after"
    ):
        yield row.entry_id, str(row), _adjustment(row)
    for cancellation in Cancellation.objects.filter(event=event).select_related("adjustment"):
        yield (
            cancellation.entry_id,
            str(cancellation),
            {"adjustment": cancellation.adjustment.number},
        )


def _ruling(ruling: Ruling) -> dict[str, Any]:
    return {
        "number": ruling.number,
        "claim": ruling.claim,
        "answer": ruling.answer,
        "round": ruling.table.round.number if ruling.table else None,
        "table": ruling.table.number if ruling.table else None,
        "game": ruling.game.number if ruling.game else None,
        "seat": ruling.seat,
        "guest": ruling.guest.ref if ruling.guest else "",
        "refers_to": ruling.refers_to.number if ruling.refers_to else None,
        "precedent": ruling.precedent.number if ruling.precedent else None,
        "departs": ruling.departs,
    }


def _adjustment(row: Adjustment) -> dict[str, Any]:
    game = row.game
    return {
        "number": row.number,
        "kind": str(row.kind),
        "ruling": row.ruling.number if row.ruling else None,
        "guest": row.guest.ref if row.guest else None,
        "points": row.points,
        "witness": row.witness or None,
        "before": _version(row, row.before),
        "after": _version(row, row.after),
        "round": game.table.round.number if game else row.round,
        "table": game.table.number if game else None,
        "game": game.number if game else None,
    }


def _version(row: Adjustment, sheet: Sheet | None) -> int | None:
    """The version of a sheet that an adjustment speaks of; no version at all where it is of another
    game.
    """
    if sheet is None:
        return None
    return sheet.version if sheet.game_id == row.game_id else 0


def _void(event: Event) -> Iterator[str]:
    """A game is void as long as an adjustment that made it so is in force."""
    in_force = Adjustment.objects.filter(event=event, kind=AdjustmentKind.VOID, cancellation=None)
    expected = set(in_force.values_list("game", flat=True))
    for game in Game.objects.filter(event=event).select_related("table__round"):
        if game.void != (game.pk in expected):
            yield (
                f"{game} of {game.table.round} is void without a ruling."
                if game.void
                else f"{game} of {game.table.round} is no longer void, though a ruling made it so."
            )
    for sheet in Sheet.objects.filter(pk__in=set_aside(event), accepted=True):
        yield f"The sheet of {sheet.game} that was set aside counts again."
