"""A press taken back: its rows are put back as they were, newest first, in one act.

What was built on it stands in the way and is named: a later press on the same rows, a row that
points at one of its rows, a round that is closed, a seal. A sheet stays, and counts no longer. What
takes a press back is a press itself: taking that back does it again.
"""

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import cache
from json import dumps
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.db import connection
from django.db.models import Model, Q
from django.utils.timezone import localtime

from tournament.ledger.chain import UNDO, Signature, all_or_nothing, append, writing
from tournament.ledger.own import Led, led, may_press
from tournament.ledger.pressing import earlier_may_count, press_now, pressing, schema, undone_by
from tournament.ledger.wiped import WIPED
from tournament.models import (
    Change,
    Event,
    Game,
    LedgerEntry,
    Press,
    Round,
    Seal,
    Sheet,
    Stage,
    Withdrawal,
)
from tournament.models.ledger import Verb
from tournament.models.seating import RoundState
from tournament.refusal import Refused

COUNTED = frozenset(
    {
        *("sheet", "flag", "game", "seat", "table", "round", "answer", "roundtotal", "cardtotal"),
        *("conflict", "secondkeying", "cutofcards", "guest"),
    }
)
"""Kinds of rows that results are counted from."""
RECORDED = frozenset({"tally", "ledgerentry", "sheet"})
MOST_POINTING = 400
"""So many rows that point at what would go are looked at; the others are as many again."""
KEPT = "sheet"
"""The kind of row that is never taken away: it counts or does not."""


class TakingBackRefusedError(Refused):
    """It cannot be taken back so: the sentence says why, and `press` what goes first."""

    def __init__(self, sentence: str, press: int | None = None) -> None:
        super().__init__(sentence)
        self.press = press


@dataclass(frozen=True, slots=True)
class Hindrance:
    """What stands in the way: a sentence, and the press that would have to go first, or the act of
    its own that this one is led to.
    """

    sentence: str
    press: int | None = None
    led: Led | None = None


ON_RECORD = Hindrance("Sheets of these guests are on record, and the record keeps them.")


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
            hindered = next(hindrances(row, press, role), None)
            if hindered is not None:
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
    changes = _changes(press)
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


def hindrances(event: Event, press: Press, role: str = "") -> Iterator[Hindrance]:
    """Everything that stands in the way of taking a press back, the gravest first."""
    yield from _never(event, press)
    if role and not may_press(press, role):
        yield Hindrance("An organiser did this, and an organiser takes it back.")
    changes = _changes(press)
    yield from _shut(event, changes)
    yield from _later([press], changes)
    yield from _spoken_of([press], changes)


def standing_on(press: Press) -> list[Press]:
    """The presses that would have to go before this one, the newest first; without this one."""
    standing = {press.pk: press}
    while True:
        presses = list(standing.values())
        changes = [change for later in presses for change in _changes(later)]
        further = {
            hindered.press
            for hindered in (*_later(presses, changes), *_spoken_of(presses, changes))
            if hindered.press is not None
        } - standing.keys()
        if not further:
            del standing[press.pk]
            return sorted(standing.values(), key=lambda press: -press.pk)
        standing |= Press.objects.in_bulk(further)


def _changes(press: Press) -> list[Change]:
    return list(press.changes.order_by("-pk"))


def _never(event: Event, press: Press) -> Iterator[Hindrance]:
    undone = Press.objects.filter(undoes=press).first()
    if undone is not None:
        yield Hindrance(f"{_who(undone)} took this back at {_at(undone)}.", undone.pk)
    if press.schema != schema():
        yield Hindrance("This was done before the program was renewed, and stays.")
    if event.names_wiped_at is not None and press.at <= event.names_wiped_at:
        yield Hindrance("The names were wiped since: what was done before stays.")
    if erased := _erased_since(event, press):
        yield Hindrance(f"The name of {erased} was erased since: what was done to it stays.")
    for way in led(event, press):
        yield Hindrance("This is taken back by an act of its own. " + way.way.says, led=way)


def _erased_since(event: Event, press: Press) -> str:
    """The guest, by badge, whom the press changed and whose name was erased at their wish since."""
    wipings = LedgerEntry.objects.filter(event=event, kind=WIPED, at__gte=press.at)
    refs = {ref for body in wipings.values_list("body", flat=True) if (ref := body.get("guest"))}
    if not refs:
        return ""
    touched = press.changes.filter(kind="guest").values_list("key", flat=True)
    guest = event.guests.filter(ref__in=refs, pk__in=list(touched)).first()
    return f"badge {guest.badge}" if guest else ""


def _later(presses: Sequence[Press], changes: Iterable[Change]) -> Iterator[Hindrance]:
    """Whoever changed the same since, or said of the same row that it is as it should be."""
    places: dict[tuple[str, int], list[Change]] = {}
    for change in changes:
        if change.verb != Verb.UPDATE or change.before:
            places.setdefault((change.kind, change.key), []).append(change)
    for change in _since(presses, places):
        here = places[change.kind, change.key]
        if any(_meets(earlier, change) and _counts(change, earlier) for earlier in here):
            yield _told(change.press)


def _since(
    presses: Sequence[Press], places: dict[tuple[str, int], list[Change]]
) -> Iterator[Change]:
    by_kind: dict[str, list[int]] = {}
    for kind, key in places:
        by_kind.setdefault(kind, []).append(key)
    earliest = min((change.pk for here in places.values() for change in here), default=0)
    for kind, keys in by_kind.items():
        for at in range(0, len(keys), 500):
            rows = Change.objects.filter(kind=kind, key__in=keys[at : at + 500], pk__gt=earliest)
            others = rows.exclude(press__in=[press.pk for press in presses])
            unpressed = rows.filter(press=None)
            yield from (others | unpressed).select_related("press").order_by("-pk")


def _meets(earlier: Change, change: Change) -> bool:
    if change.pk < earlier.pk:
        return False
    if earlier.verb != Verb.UPDATE or change.verb != Verb.UPDATE or not change.before:
        return True
    return bool(earlier.before.keys() & change.before.keys())


def _counts(change: Change, earlier: Change) -> bool:
    """Whether a later change is still there: not where its press was taken back, nor where it took
    back a press that was later too.
    """
    later = change.press
    if later is None:
        return True
    if undone_by(later) is not None:
        return False
    return later.undoes_id is None or later.undoes_id < (earlier.press_id or 0)


def _spoken_of(presses: Collection[Press], changes: Iterable[Change]) -> Iterator[Hindrance]:
    """Rows of others that point at a row which would go."""
    going: dict[str, set[int]] = {}
    for change in changes:
        if change.verb == Verb.INSERT and change.kind != KEPT:
            going.setdefault(change.kind, set()).add(change.key)
    for kind, keys in going.items():
        for relation in _models()[kind]._meta.related_objects:
            pointing = relation.related_model
            if pointing in (Change, Press) or not isinstance(pointing, type):
                continue
            name, column = str(pointing._meta.model_name), str(relation.field.column)
            rows = pointing._base_manager.filter(**{f"{relation.field.name}__in": keys})
            others = rows.exclude(pk__in=going.get(name, ())).values_list("pk", flat=True)
            yield from _pointed(presses, name, column, list(others[:MOST_POINTING]))


def _pointed(
    presses: Collection[Press], kind: str, column: str, keys: list[int]
) -> Iterator[Hindrance]:
    """Who let rows of this kind point where they do, each press once."""
    if not keys:
        return
    made = Change.objects.filter(kind=kind, key__in=keys).filter(
        Q(verb=Verb.INSERT) | Q(before__has_key=column)
    )
    makers = {change.key: change.press for change in made.select_related("press").order_by("pk")}
    if any(makers.get(key) is None for key in keys):
        yield ON_RECORD if kind in RECORDED else _told(None)
    going_too = {press.pk for press in presses}
    for press in {press.pk: press for press in makers.values() if press}.values():
        if press.pk not in going_too:
            yield _told(press)


def _told(later: Press | None) -> Hindrance:
    if later is None:
        return Hindrance("Something else was changed since, which stands on it.")
    return Hindrance(
        f"Press {later.pk}, {_who(later)} at {_at(later)}, stands on it: take that back first.",
        later.pk,
    )


def _shut(event: Event, changes: Iterable[Change]) -> Iterator[Hindrance]:
    """What is counted is shut by the seal, and by the closing of its round."""
    counted = [change for change in changes if change.kind in COUNTED]
    if not counted:
        return
    sealed = Seal.objects.filter(event=event, broken_at=None).exists()
    rounds = {round_.pk: round_ for round_ in Round.objects.filter(event=event)}
    if not sealed and all(round_.state != RoundState.CLOSED for round_ in rounds.values()):
        return
    for change in counted:
        round_ = rounds.get(_round_of(change) or 0)
        if sealed and (round_ is None or round_.stage == Stage.QUALIFYING):
            yield Hindrance("The cut is sealed: break the seal first.")
            return
        if round_ is not None and round_.state == RoundState.CLOSED:
            yield Hindrance(f"Round {round_.number} is closed: open it again first.")
            return


def _round_of(change: Change) -> int | None:
    """The row of the round that a row is part of; None where it is part of none."""
    model = _models()[change.kind]
    if model is Round:
        return change.key
    path = ROUND.get(change.kind)
    if path is None:
        return None
    if change.verb == Verb.DELETE:
        return _round_of_image(change, path)
    rounds = model._base_manager.filter(pk=change.key).values_list(path, flat=True)
    return next(iter(rounds), None)


ROUND = {
    **dict.fromkeys(("seat", "table", "roundtotal", "cardtotal"), "round"),
    "game": "table__round",
    **dict.fromkeys(("sheet", "conflict", "answer"), "game__table__round"),
    **dict.fromkeys(("flag", "secondkeying"), "sheet__game__table__round"),
}
"""The way from a row to its round."""


def _round_of_image(change: Change, path: str) -> int | None:
    first, _, rest = path.partition("__")
    key = change.before.get(f"{first}_id")
    if not rest:
        return None if key is None else int(key)
    pointed = _models()[change.kind]._meta.get_field(first).related_model
    if key is None or not isinstance(pointed, type):
        return None
    rounds = pointed._base_manager.filter(pk=key).values_list(rest, flat=True)
    return next(iter(rounds), None)


def _put_back(event: Event, change: Change) -> None:
    model, before = _models()[change.kind], dict(change.before)
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


@cache
def _models() -> dict[str, type[Model]]:
    models = apps.get_app_config("tournament").get_models(include_auto_created=True)
    return {str(model._meta.model_name): model for model in models}


def _who(press: Press) -> str:
    return press.actor or "somebody"


def _at(press: Press) -> str:
    return localtime(press.at).strftime("%H:%M")
