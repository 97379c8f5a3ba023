"""One press for each form that is sent: noted in the transaction of the first row it changes,
whoever signs, and once however many acts the form is.

What is rolled back takes the note along, and the next row that changes is noted anew. Where nothing
changes, nothing is noted.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, partial
from hashlib import sha256
from typing import Any, TypeVar
from uuid import uuid4

from django.apps import apps
from django.db import connection, transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from tournament.models import Event, Press
from tournament.site.access import Actor, actor_of, mark_of
from tournament.site.logs import route_of

Step = TypeVar("Step")
Execute = Callable[[str, Any, bool, dict[str, Any]], Any]
NOT_PRESSED = frozenset({"press", "change", "loginentry", "purse", "slowrequest", "daycount"})
"""Tables of the site that tell of visits and limits, and nothing that anybody asked for."""
CHANGES = re.compile(r'\s*(?:INSERT(?: OR \w+)? INTO|UPDATE|DELETE FROM)\s+"?tournament_(\w+)')
SITE = "site"
SETTING, TAKING_BACK = "lastcard.press", "lastcard.taking_back"
"""What PostgreSQL calls the press, and the right to let an earlier sheet count again."""
taking_back = ContextVar("a press is taken back", default=False)
number_now = ContextVar["int | None"]("what triggers ask: the press, 0 for none", default=0)
"""None while nothing is kept. SQLite asks it for every row, without a step of Python between."""
_press = ContextVar["Pressing | None"]("the form whose acts these are", default=None)


class Pressing:
    """A form that is being answered, and the note of it once a row is changed."""

    def __init__(self, press: Press, request: HttpRequest | None = None) -> None:
        self.press = press
        self.request = request
        self.kept = False
        self.by_form = False
        self.mark = partial(setattr, self, "kept", True)

    @property
    def noted(self) -> bool:
        """Whether the note stands in the database, or in the transaction that is open."""
        return self.press.pk is not None and (self.kept or self._within)

    @property
    def _within(self) -> bool:
        return any(waiting is self.mark for _sids, waiting, *_ in connection.run_on_commit)

    def note(self) -> None:
        """Note the press where it is not noted yet, and have the triggers know it; IntegrityError
        where the same form was noted before.
        """
        if self._within:
            return
        if not self.kept:
            self._complete()
            self.press.pk = None
            self.press.save(force_insert=True)
        self.tell_triggers()
        transaction.on_commit(self.mark)

    def tell_triggers(self) -> None:
        """Whose the changes are from now on, in this transaction."""
        if _press.get() is self and number_now.get() is not None:
            number_now.set(self.press.pk)
        if connection.vendor == "postgresql":
            with connection.cursor() as cursor:
                cursor.execute(f"SELECT set_config('{SETTING}', %s, true)", [str(self.press.pk)])

    def _complete(self) -> None:
        """Who presses, and for which evening, is known once the view has let them in."""
        official = getattr(self.request, "official", None)
        self.press.schema = schema()
        if not self.press.record:
            event = official.event if official else None
            self.press.record = record_named(event)
        if self.request is not None:
            self.press.route = route_of(self.request)
            if _signed_in(self.request):
                self.signed(actor_of(self.request))

    def signed(self, actor: Actor) -> None:
        """Whoever signs the first act of the press."""
        if not self.press.actor:
            self.press.actor, self.press.user_id = actor.name, actor.user_id
            if self.noted:
                self.press.save(update_fields=["actor", "user"])

    @contextmanager
    def about(self, record: str, key: str) -> Iterator[None]:
        """Name the press by its form and note it with what the form asks for, once: IntegrityError
        where it was noted before. What is refused can be asked for again.
        """
        unnamed = self.press.record, self.press.key
        self.press.record, self.press.key, self.by_form = record, key, True
        try:
            if self.noted:
                self.press.save(update_fields=["record", "key"])
            yield
            self.note()
        except BaseException:
            (self.press.record, self.press.key), self.by_form = unnamed, False
            if self.noted and not connection.needs_rollback:
                self.press.save(update_fields=["record", "key"])
            raise


def record_named(record: object) -> str:
    """The evening or league that a press is for, by its number; the site where it is none."""
    pk = getattr(record, "pk", None)
    return f"{type(record).__name__.lower()} {pk}" if pk else SITE


@cache
def schema() -> str:
    """All columns there are, by which the changes of a press are put back."""
    models = apps.get_app_config("tournament").get_models()
    columns = [[str(field.column) for field in model._meta.concrete_fields] for model in models]
    return sha256(repr(sorted(columns)).encode()).hexdigest()[:12]


@contextmanager
def earlier_may_count() -> Iterator[None]:
    """Around what takes a press back: an earlier sheet counts again, which no other act may do."""
    token = taking_back.set(True)
    try:
        _tell_postgres("on")
        yield
        _tell_postgres("off")
    finally:
        taking_back.reset(token)


def _tell_postgres(says: str) -> None:
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT set_config('{TAKING_BACK}', %s, true)", [says])


def _signed_in(request: HttpRequest) -> bool:
    """Whether an account pressed; pages that a code opens read no cookie to find out."""
    match = request.resolver_match
    mark = mark_of(match.func) if match else None
    return bool(mark and mark.signed_in and request.user.is_authenticated)


@contextmanager
def pressing(press: Press, request: HttpRequest | None = None) -> Iterator[Pressing]:
    """Around everything that one press does."""
    pressed = Pressing(press, request)
    token, number = _press.set(pressed), number_now.set(0)
    try:
        with connection.execute_wrapper(_noting):
            yield pressed
    finally:
        number_now.reset(number)
        _press.reset(token)
    around = _press.get()
    if around is not None and around.noted and connection.in_atomic_block:
        around.tell_triggers()


def pressing_on(steps: Iterator[Step], request: HttpRequest) -> Iterator[Step]:
    """The steps of a press whose answer is sent as it goes: the middleware has ended its own."""
    with pressing(Press(key=str(uuid4()), at=timezone.now()), request):
        yield from steps


def press_now() -> Pressing | None:
    """The form that is being answered; None outside of any."""
    return _press.get()


def undone_by(press: Press) -> Press | None:
    """The press that took this one back; None where it stands, or was done again since."""
    undo = Press.objects.filter(undoes=press).first()
    return None if undo is None or (undone_by(undo) is not None) else undo


def for_event(event: Event) -> None:
    """The act is one on this evening, whichever address it was sent to."""
    pressed = _press.get()
    if pressed is not None and not pressed.by_form and pressed.press.record in ("", SITE):
        pressed.press.record = record_named(event)
        if pressed.noted:
            pressed.press.save(update_fields=["record"])


@contextmanager
def only_a_visit() -> Iterator[None]:
    """Around what a visit leaves behind by itself: nobody asked for it, so that it is part of no
    press, and none takes it back.
    """
    press, number = _press.set(None), number_now.set(None)
    try:
        _set_for_all(SETTING, "off")
        yield
    finally:
        _set_for_all(SETTING, "")
        number_now.reset(number)
        _press.reset(press)


def _set_for_all(setting: str, says: str) -> None:
    """Outside of a transaction, where PostgreSQL forgets what is set for one."""
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            cursor.execute("SELECT set_config(%s, %s, false)", [setting, says])


def _noting(execute: Execute, sql: str, params: Any, many: bool, context: dict[str, Any]) -> Any:
    pressed, changed = _press.get(), CHANGES.match(sql)
    if pressed is None or changed is None or changed[1] in NOT_PRESSED:
        return execute(sql, params, many, context)
    if connection.in_atomic_block:
        pressed.note()
        return execute(sql, params, many, context)
    with transaction.atomic():
        pressed.note()
        return execute(sql, params, many, context)


def presses(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[..., HttpResponse]:
    """Middleware: whatever a form changes is one press."""

    def answered(request: HttpRequest) -> HttpResponse:
        if request.method != "POST":
            return answer(request)
        with pressing(Press(key=str(uuid4()), at=timezone.now()), request) as pressed:
            response = answer(request)
        if pressed.kept and pressed.press.user_id is not None:
            request.press_of_account = pressed.press.pk  # type: ignore[attr-defined]
        return response

    return answered
