"""The hash chain: one transaction for an act, one entry at its end; and from the first result on
the rules stay as declared.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Any

from django.db import connection, transaction

from tournament.ledger.pressing import for_event, press_now
from tournament.models import Event, LedgerEntry, row_asked
from tournament.site.access import Actor
from tournament.site.keep import made_afresh
from tournament.site.logs import act_told

_whole = ContextVar("one transaction around many acts", default=False)


# Written out, since all other writers wait meanwhile.
OPTIONS = "RETURNING frozen_at, game, format, choices, rules"
BUMP = f"UPDATE tournament_event SET version = version + 1 WHERE id = %s {OPTIONS}"  # noqa: S608 -- constant
FREEZE = (
    "UPDATE tournament_event SET version = version + 1, frozen_at = COALESCE(frozen_at, %s)"  # noqa: S608 -- constant
    f" WHERE id = %s {OPTIONS}"
)
FRESH = "SELECT {event} FROM tournament_event event WHERE event.id = %s"
LAST = (
    "SELECT number, digest FROM tournament_ledgerentry WHERE event_id = %s ORDER BY number DESC"
    " LIMIT 1"
)


@dataclass(frozen=True, slots=True)
class Tail:
    """The number and digest of the last entry; 0 and nothing before the first."""

    number: int = 0
    digest: str = ""


@dataclass(frozen=True, slots=True)
class Signature:
    """Who, when, and the key that makes a repeated request recognisable; `rehearsed` is what nobody
    sent or keeps.
    """

    actor: Actor
    at: datetime
    key: str
    rehearsed: bool = False


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """Join many acts into one transaction: an import succeeds whole or leaves nothing, in what a
    process keeps neither.
    """
    with transaction.atomic(durable=not _whole.get()), made_afresh():
        token = _whole.set(True)
        try:
            yield
        finally:
            _whole.reset(token)


@contextmanager
def writing(event: Event) -> Iterator[Event]:
    """The transaction of one act on an event: yields its row, locked and fresh, with the version
    moved on.

    Durable, so that what is acknowledged afterwards is on disk. The bump comes first because it is
    also the lock: what is read after it is what the writer before us left (IMMEDIATE does the same
    for SQLite).
    """
    with durable():
        bump(event)
        answer = row_asked(Event, "event", FRESH, [event.pk])
        if answer is None:
            raise Event.DoesNotExist
        yield answer[0]


@contextmanager
def durable() -> Iterator[None]:
    """One act's transaction; inside `all_or_nothing` it joins the larger one. Nothing that it makes
    of half-written rows, or that it rolls back, is kept.
    """
    with transaction.atomic(durable=not _whole.get()), made_afresh():
        yield


def bump(event: Event, *, frozen_at: datetime | None = None) -> None:
    """Move the event's version on: the ETag of its pages, and the queue in which its writers stand.
    What is played, and by which rules, stands in `event` afterwards as nobody else changes it now.

    `frozen_at` holds the options where they are not held yet. Where the row that was read says that
    they are, it is not written again: it is long, and its triggers keep all of it.
    """
    for_event(event)
    if frozen_at is not None and event.frozen_at is None:
        _bumped(event, FREEZE, connection.ops.adapt_datetimefield_value(frozen_at))
    elif not _bumped(event, BUMP) and frozen_at is not None:
        Event.objects.filter(pk=event.pk).update(frozen_at=frozen_at)


def _bumped(event: Event, question: str, *values: Any) -> bool:
    """Whether the options are held."""
    with connection.cursor() as cursor:
        cursor.execute(question, [*values, event.pk])
        row = cursor.fetchone()
    if row is None:
        return False
    held, event.game, event.format, event.choices, event.rules = row
    return held is not None


def tail(event: Event) -> Tail:
    """The end of an event's chain."""
    with connection.cursor() as cursor:
        cursor.execute(LAST, [event.pk])
        last = cursor.fetchone()
    return Tail(*last) if last else Tail()


def known(row: Event, signature: Signature) -> bool:
    """Whether this very request was done already; a rehearsal never was."""
    return (
        not signature.rehearsed
        and LedgerEntry.objects.filter(event=row, key=signature.key).exists()
    )


def append(
    event: Event,
    kind: str,
    body: dict[str, Any],
    signature: Signature,
    *,
    reason: str = "",
    after: Tail | None = None,
) -> LedgerEntry:
    """Write the next entry of the event that the caller is `writing`; `after` saves reading the
    tail again.
    """
    entry = _next(event, kind, body, signature, after or tail(event))
    entry.reason = reason
    entry.digest = digest_of(entry, str(event.uid))
    entry.save(force_insert=True)
    transaction.on_commit(
        partial(act_told, event.slug, kind, entry.number, signature.actor.account)
    )
    return entry


def append_each(
    event: Event,
    bodies: Sequence[tuple[str, dict[str, Any]]],
    signature: Signature,
    *,
    reason: str,
    after: LedgerEntry,
) -> list[LedgerEntry]:
    """Write several entries (kind, body) of one act behind its first one; each has a key made from
    that of the act.
    """
    entries, last = [], Tail(after.number, after.digest)
    for index, (kind, body) in enumerate(bodies, start=1):
        entry = _next(
            event, kind, body, replace(signature, key=f"{signature.key[:70]}/{index}"), last
        )
        entry.reason = reason
        entry.digest = digest_of(entry, str(event.uid))
        entries.append(entry)
        last = Tail(entry.number, entry.digest)
    for entry in entries:
        transaction.on_commit(
            partial(act_told, event.slug, entry.kind, entry.number, signature.actor.account)
        )
    return LedgerEntry.objects.bulk_create(entries)


def _next(
    event: Event, kind: str, body: dict[str, Any], signature: Signature, last: Tail
) -> LedgerEntry:
    pressed = press_now()
    return LedgerEntry(
        event=event,
        press=pressed.press if pressed and pressed.noted else None,
        number=last.number + 1,
        kind=kind,
        key=signature.key,
        body=body,
        actor=signature.actor.name,
        user_id=signature.actor.user_id,
        at=signature.at,
        previous=last.digest,
    )


def digest_of(entry: LedgerEntry, uid: str) -> str:
    """The sha256 of everything the entry says, of the event it belongs to, and of the entry before
    it.
    """
    return hashlib.sha256(spelled(entry, uid).encode()).hexdigest()


def spelled(entry: LedgerEntry, uid: str) -> str:
    """Everything the entry says, in the one spelling that its digest is made from."""
    fields = {
        "event": uid,
        "number": entry.number,
        "kind": entry.kind,
        "key": entry.key,
        "body": entry.body,
        "reason": entry.reason,
        "actor": entry.actor,
        "user": entry.user_id,
        "at": entry.at.astimezone(UTC).isoformat(timespec="microseconds"),
        "previous": entry.previous,
    }
    return canonical(fields)


def canonical(value: Any) -> str:
    """One spelling for equal values; NaN and infinities have none and are refused."""
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )


UNDO = "undo"
"""The kind of the entry that names the entries which stand no longer."""


def freeze(row: Event, moment: datetime) -> None:
    """Hold the options from now on, as the first sheet does."""
    if row.frozen_at is None:
        Event.objects.filter(pk=row.pk, frozen_at=None).update(frozen_at=moment)
