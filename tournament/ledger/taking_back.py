"""A press taken back: its rows are put back as they were, newest first, in one act.

What was built on it stands in the way and is named: a later press on the same rows, a row that
points at one of its rows, a round that is closed, a seal. A sheet stays, and counts no longer. What
takes a press back is a press itself: taking that back does it again.
"""

from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from json import dumps
from typing import Any
from uuid import uuid4

from django.db import connection
from django.db.models import Model

from tournament.ledger.barriers import KEPT, hindrances, kinds_of_rows
from tournament.ledger.chain import UNDO, Signature, all_or_nothing, append, writing
from tournament.ledger.pressing import earlier_may_count, press_now, pressing, undone_by
from tournament.models import (
    Change,
    Event,
    Game,
    Press,
    Sheet,
    Withdrawal,
)
from tournament.models.ledger import Verb
from tournament.refusal import Refused


class TakingBackRefusedError(Refused):
    """It cannot be taken back so: the sentence says why, and `press` what goes first."""

    def __init__(self, sentence: str, press: int | None = None) -> None:
        super().__init__(sentence)
        self.press = press


def take_back(event: Event, press: Press, by: Signature, *, role: str = "") -> Event:
    """Take a press back, or the taking back of one. It is its own reverse act.

    Raises TakingBackRefusedError, and changes nothing then.
    """
    return take_back_all(event, [press], by, role=role)


def take_back_all(
    event: Event, presses: Sequence[Press], by: Signature, *, role: str = ""
) -> Event:
    """Take several presses back, the newest first: all of them or none. It is its own reverse act.

    `role` is the office of whoever asks on a page: it must have the right to press them. Raises
    TakingBackRefusedError.
    """
    with all_or_nothing(), writing(event) as row, earlier_may_count():
        for index, press in enumerate(sorted(presses, key=lambda press: -press.pk)):
            for hindered in hindrances(row, [press], role)[press.pk]:
                raise TakingBackRefusedError(hindered.sentence, hindered.press)
            with _one_more(by) if index else nullcontext():
                _taken_back(row, press, by, index)
    row.refresh_from_db()
    return row


def _one_more(by: Signature) -> AbstractContextManager[object]:
    """A press of its own for each further one that is taken back, so that each is done again."""
    pressed = press_now()
    if pressed is None:
        return nullcontext()
    form = pressed.press
    further = Press(record=form.record, key=str(uuid4()), at=form.at, route=form.route)
    further.actor, further.user_id = by.actor.name, by.actor.user_id
    return pressing(further)


def _taken_back(row: Event, press: Press, by: Signature, index: int) -> None:
    pressed = press_now()
    if pressed is not None:
        pressed.press.undoes = press
        pressed.note()
        Press.objects.filter(pk=pressed.press.pk).update(undoes=press)
    changes = list(press.changes.order_by("-pk"))
    # Whether the options stay held is seen once no result of this press counts.
    for change in sorted(changes, key=_is_of_the_event):
        _put_back(row, change)
    if any(change.kind in HOLDING for change in changes):
        _let_go(row)
    entries = list(
        press.entries.filter(event=row).order_by("number").values_list("number", flat=True)
    )
    Withdrawal.objects.bulk_create(Withdrawal(event=row, number=number) for number in entries)
    if entries:
        own = replace(by, key=f"{by.key[:70]}/{index}") if index else by
        append(row, UNDO, {"entries": entries}, own)


def _is_of_the_event(change: Change) -> bool:
    return change.kind == "event" and change.verb == Verb.UPDATE


HOLDING = frozenset({"sheet", "game"})
"""Kinds of rows that hold the options while they count."""


def _let_go(row: Event) -> None:
    """Let the options go again where what held them was taken back before this, which stood then,
    and nothing counts any more.
    """
    freezing = row.changes.filter(kind="event", before__has_key="frozen_at").order_by("-pk").first()
    holder = freezing.press if freezing and freezing.before["frozen_at"] is None else None
    if holder is not None and undone_by(holder) is not None and not _begun(row):
        Event.objects.filter(pk=row.pk).update(frozen_at=None)


def _put_back(event: Event, change: Change) -> None:
    model, before = kinds_of_rows()[change.kind], dict(change.before)
    if change.verb == Verb.INSERT:
        if change.kind == KEPT:
            Sheet.objects.filter(pk=change.key).update(accepted=False)
        else:
            rows = model._base_manager.filter(pk=change.key)
            rows._raw_delete(rows.db)
    elif change.verb == Verb.DELETE:
        _inserted(model, before)
    elif before:
        if model is Event and before.get("frozen_at", "") is None and _begun(event):
            del before["frozen_at"]
        _updated(model, change.key, before)


def _begun(event: Event) -> bool:
    """Whether a result counts that was counted by the options as they are."""
    return (
        Sheet.objects.filter(event=event, accepted=True).exists()
        or Game.objects.filter(event=event, not_played=True).exists()
    )


# The names in what is asked below are those of the models, never of a request.
def _updated(model: type[Model], key: int, before: dict[str, Any]) -> None:
    if not before:
        return
    names = [connection.ops.quote_name(name) for name in before]
    table, pk = model._meta.db_table, connection.ops.quote_name(str(model._meta.pk.column))
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cells = ", ".join(f"{name} = image.{name}" for name in names)
            image = f"jsonb_populate_record(NULL::{table}, %s::jsonb) image"
            cursor.execute(
                f"UPDATE {table} SET {cells} FROM {image} WHERE {table}.{pk} = %s",  # noqa: S608 -- names of the models
                [dumps(before), key],
            )
        else:
            cells = ", ".join(f"{name} = %s" for name in names)
            question = f"UPDATE {table} SET {cells} WHERE {pk} = %s"  # noqa: S608 -- names of the models
            cursor.execute(question, [*before.values(), key])


def _inserted(model: type[Model], before: dict[str, Any]) -> None:
    names = ", ".join(connection.ops.quote_name(name) for name in before)
    table = model._meta.db_table
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            image = f"jsonb_populate_record(NULL::{table}, %s::jsonb)"
            question = f"INSERT INTO {table} ({names}) SELECT {names} FROM {image}"  # noqa: S608 -- names of the models
            cursor.execute(question, [dumps(before)])
        else:
            places = ", ".join(["%s"] * len(before))
            question = f"INSERT INTO {table} ({names}) VALUES ({places})"  # noqa: S608 -- names of the models
            cursor.execute(question, [*before.values()])
