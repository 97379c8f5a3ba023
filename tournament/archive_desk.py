"""What an archive says of the desk: totals of cards, round totals, answers, and sheets that moved away."""

from typing import Any

from scoring.formats import in_points
from tournament.archive_decisions import archived_time
from tournament.ledger.desk import said_by_card
from tournament.ledger.formats import event_format
from tournament.models import Answer, CardTotal, Event, LedgerEntry, RoundTotal, Sheet

DESK_EVENT_KEYS = frozenset({"second_keying"})
Rows = list[dict[str, Any]]


def desk_settings(event: Event) -> dict[str, Any]:
    """How the desk types at this event, where it is not the usual way."""
    return {"second_keying": True} if event.second_keying else {}


def typed_at_the_desk(event: Event) -> dict[str, Rows]:
    """The optional keys of this part, each with its rows; a key without rows is left out by who asks."""
    return {
        "round_totals": _round_totals(event),
        "card_totals": _card_totals(event),
        "answers": _answers(event),
        "moved_sheets": _moved(event),
    }


def _signed(entry: LedgerEntry) -> dict[str, Any]:
    said = {"at": archived_time(entry.at), "by": entry.actor}
    return said | ({"reason": entry.reason} if entry.reason else {})


def _round_totals(event: Event) -> Rows:
    rows = RoundTotal.objects.filter(event=event, taken_back_by=None).select_related("entry", "round", "guest")
    return [
        {"round": row.round.number, "player": row.guest.ref, "points": row.points, "games": row.games}
        | _signed(row.entry)
        for row in rows.order_by("entry__number")
    ]


def _card_totals(event: Event) -> Rows:
    """The last total typed for each guest and round, in the order of typing."""
    rows = CardTotal.objects.filter(event=event).select_related("entry", "round", "guest")
    last = {(row.round.number, row.guest.ref): row for row in rows.order_by("entry__number", "guest__ref")}
    kept = sorted(last.values(), key=lambda row: (row.entry.number, row.guest.ref))
    form = event_format(event)
    said = ((row, said_by_card(form, row.points, halves="halves" in row.entry.body)) for row in kept)
    return [
        {"round": row.round.number, "player": row.guest.ref, "points": in_points(points)} | _signed(row.entry)
        for row, points in said
    ]


def _answers(event: Event) -> Rows:
    rows = Answer.objects.filter(event=event, taken_back_by=None)
    rows = rows.select_related("entry", "guest", "game__table__round").order_by("entry__number")
    return [
        {
            "round": row.game.table.round.number,
            "table": row.game.table.number,
            "game": row.game.number,
            "player": row.guest.ref,
        }
        | {name: number for name in ("eights", "cards") if (number := getattr(row, name)) is not None}
        | _signed(row.entry)
        for row in rows
        if _still_bare(row)
    ]


def _still_bare(row: Answer) -> bool:
    """Whether the points it was asked of still count; an answer left behind by a correction goes with its event."""
    tallies = row.guest.tallies.filter(sheet__accepted=True, sheet__game=row.game)
    return tallies.filter(points=row.points, hand=None).exists()


def _moved(event: Event) -> Rows:
    rows = Sheet.objects.filter(event=event, moved_by__isnull=False)
    rows = rows.select_related("moved_by", "game__table__round").order_by("moved_by__number")
    return [
        {
            "round": row.game.table.round.number,
            "table": row.game.table.number,
            "game": row.game.number,
            "version": row.version,
            "to": row.moved_by.body["to"],
        }
        | _signed(row.moved_by)
        for row in rows
        if row.moved_by
    ]
