"""How a phone is let in: it asks, an official answers; one is revoked, replaced, carried on
with, and its umpire named.
"""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, QuerySet

from tournament.models import Ask, Code, CodeKind, CountKind, DayCount, Event, Phone, PhoneState
from tournament.refusal import Refused
from tournament.site.codes import digest_of, new_code, new_mark, tidy_short
from tournament.site.limits import spend

WAITING_A_TABLE = 6
"""So many phones may wait for one table; a further one is not noted until an official has answered,
so nobody pushes out who waits.
"""


WRONG_A_MINUTE, HANDFUL = 60, 10
"""So many wrong characters are counted: the page is public, and a count is a write."""


KEPT_FOR = timedelta(hours=6)


def ask(text: str, name: str, moment: datetime) -> tuple[str, str]:
    """A phone asks by six characters: its ticket and mark, whatever was typed.

    One look-up and one write either way, and none where wrong ones come in a flood.
    """
    ticket, mark = new_code(), new_mark()
    counted = spend("wrong-asks", WRONG_A_MINUTE, handful=HANDFUL)
    with transaction.atomic():
        code = (
            Code.objects.filter(short=tidy_short(text), revoked_at=None)
            .select_related("event")
            .first()
        )
        if code is None and counted:
            count_one(CountKind.WRONG_ASK, moment)
        elif code is not None:
            new = Ask(
                event=code.event,
                table=code.table or 0,
                digest=digest_of(ticket),
                mark=mark,
                name=name,
                at=moment,
            )
            _keep(new)
    return ticket, mark


def count_one(kind: CountKind, moment: datetime) -> None:
    """Count something of the day."""
    today = DayCount.objects.filter(kind=kind, day=moment.date())
    if not today.update(count=F("count") + 1, last_at=moment):
        DayCount.objects.get_or_create(
            kind=kind, day=moment.date(), defaults={"count": 1, "last_at": moment}
        )


def _keep(new: Ask) -> None:
    if waiting(new.event, new.at).filter(table=new.table).count() < WAITING_A_TABLE:
        new.save(force_insert=True)


def waiting(event: Event, moment: datetime) -> QuerySet[Ask]:
    """The asks that wait for an answer; who asked long ago has gone home."""
    return Ask.objects.filter(event=event, settled_at=None, at__gte=moment - KEPT_FOR)


def answer_ask(event: Event, pk: int, actor: str, moment: datetime, *, let_in: bool) -> Ask:
    """Let an asking phone in, or not; its ticket becomes a code of its own.

    Reverse act: `revoke_phone`.
    """
    with transaction.atomic():
        ask_ = Ask.objects.select_for_update().filter(event=event, pk=pk).first()
        if ask_ is None or ask_.settled_at:
            raise Refused("This phone is no longer asking: look at the list again.")
        ask_.settled_at, ask_.settled_by, ask_.let_in = moment, actor, let_in
        ask_.save(update_fields=["settled_at", "settled_by", "let_in"])
        if let_in:
            own = {"kind": CodeKind.PHONE, "table": ask_.table, "digest": ask_.digest}
            Code.objects.create(event=event, issued_at=moment, issued_by=actor, **own)
    return ask_


def admit_phone(event: Event, pk: int, actor: str) -> Phone:
    """Let a phone in that waits, or one that was revoked by mistake.

    Reverse act: `revoke_phone`.
    """
    return _settle(event, pk, PhoneState.ADMITTED, actor)


def revoke_phone(event: Event, pk: int, actor: str) -> Phone:
    """Let a phone in no longer, whatever code it bears. Reverse act: `admit_phone`."""
    return _settle(event, pk, PhoneState.REVOKED, actor)


def replace_phone(event: Event, pk: int, actor: str, moment: datetime) -> tuple[Phone, str]:
    """Revoke a lost phone and make the code by which a new one takes over its tables and its
    umpire's name, once.
    """
    with transaction.atomic():
        lost = _settle(event, pk, PhoneState.REVOKED, actor)
        Code.objects.filter(event=event, phone=lost, revoked_at=None).update(
            revoked_at=moment, revoked_by=actor
        )
        code = new_code()
        own = {"kind": CodeKind.HAND_OVER, "phone": lost, "digest": digest_of(code)}
        Code.objects.create(event=event, issued_at=moment, issued_by=actor, **own)
    return lost, code


def carry_on(hand_over: Code, phone: Phone, moment: datetime) -> list[tuple[int, str]]:
    """Give a new phone the name and a code for each table of the lost one; the
    hand-over is spent.
    """
    with transaction.atomic():
        spent = Code.objects.filter(pk=hand_over.pk, revoked_at=None).update(
            revoked_at=moment, revoked_by="spent"
        )
        lost = hand_over.phone
        if not spent or lost is None:
            raise Refused("This code has already been used: ask the desk for another.")
        values = [(table, new_code()) for table in lost.tables]
        Code.objects.bulk_create(
            Code(
                event=hand_over.event,
                kind=CodeKind.PHONE,
                table=table,
                digest=digest_of(code),
                issued_at=moment,
                issued_by=hand_over.issued_by,
            )
            for table, code in values
        )
        phone.umpire, phone.tables = lost.umpire, lost.tables
        phone.state, phone.settled_by = PhoneState.ADMITTED, hand_over.issued_by
        phone.save(update_fields=["umpire", "tables", "state", "settled_by"])
    return values


def name_umpire(phone: Phone, name: str) -> None:
    """Keep the name that a phone's umpire gave."""
    phone.umpire = name
    phone.save(update_fields=["umpire"])


def change_options(event: Event, *, phones_wait: bool, pad_ticks: str) -> None:
    """How phones are let in, and how hands are ticked on them. Phones that are in stay in."""
    Event.objects.filter(pk=event.pk).update(phones_wait=phones_wait, pad_ticks=pad_ticks)


def _settle(event: Event, pk: int, state: PhoneState, actor: str) -> Phone:
    with transaction.atomic():
        phone = Phone.objects.select_for_update().filter(event=event, pk=pk).first()
        if phone is None:
            raise Refused("There is no such phone this evening.")
        phone.state, phone.settled_by = state, actor
        phone.save(update_fields=["state", "settled_by"])
    return phone
