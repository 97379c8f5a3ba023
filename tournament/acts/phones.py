"""Letting phones in, turning them away, putting a new one in the place of a lost one. No result depends on them."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from tournament.codes import digest_of, new_code, new_mark, tidy_short
from tournament.models import Ask, Code, CodeKind, CountKind, DayCount, Event, Phone, PhoneState

WAITING_A_TABLE = 6
"""So many phones may wait for one table; a further one takes the place of the one that has waited longest."""
KEPT_FOR = timedelta(hours=6)


class PhoneRefusedError(ValueError):
    """The phone or code cannot be changed so: the sentence says why and what to do."""


def ask(typed: str, name: str, at: datetime) -> tuple[str, str]:
    """A phone asks by six characters: its ticket and mark, whatever was typed. One look-up and one write either way."""
    ticket, mark = new_code(), new_mark()
    with transaction.atomic():
        code = Code.objects.filter(short=tidy_short(typed), revoked_at=None).select_related("event").first()
        if code is None:
            count_one(CountKind.WRONG_ASK, at)
        else:
            new = Ask(event=code.event, table=code.table or 0, digest=digest_of(ticket), mark=mark, name=name, at=at)
            _keep(new)
    return ticket, mark


def count_one(kind: CountKind, at: datetime) -> None:
    """Count something of the day."""
    today = DayCount.objects.filter(kind=kind, day=at.date())
    if not today.update(count=F("count") + 1, last_at=at):
        DayCount.objects.get_or_create(kind=kind, day=at.date(), defaults={"count": 1, "last_at": at})


def _keep(new: Ask) -> None:
    waiting = Ask.objects.filter(event=new.event, table=new.table, settled_at=None, at__gte=new.at - KEPT_FOR)
    surplus = list(waiting.order_by("-at", "-pk").values_list("pk", flat=True)[WAITING_A_TABLE - 1 :])
    if surplus:
        Ask.objects.filter(pk__in=surplus).delete()
    new.save(force_insert=True)


def answer_ask(event: Event, pk: int, by: str, at: datetime, *, let_in: bool) -> Ask:
    """Let an asking phone in, or not; its ticket becomes a code of its own. Reverse act: `revoke_phone`."""
    with transaction.atomic():
        found = Ask.objects.select_for_update().filter(event=event, pk=pk).first()
        if found is None or found.settled_at:
            raise PhoneRefusedError("This phone no longer asks: look at the list again.")
        found.settled_at, found.settled_by, found.let_in = at, by, let_in
        found.save(update_fields=["settled_at", "settled_by", "let_in"])
        if let_in:
            own = {"kind": CodeKind.PHONE, "table": found.table, "digest": found.digest}
            Code.objects.create(event=event, issued_at=at, issued_by=by, **own)
    return found


def admit_phone(event: Event, pk: int, by: str) -> Phone:
    """Let a phone in that waits, or one that was revoked by mistake. Reverse act: `revoke_phone`."""
    return _settle(event, pk, PhoneState.ADMITTED, by)


def revoke_phone(event: Event, pk: int, by: str) -> Phone:
    """Let a phone in no longer, whatever code it bears. Reverse act: `admit_phone`."""
    return _settle(event, pk, PhoneState.REVOKED, by)


def replace_phone(event: Event, pk: int, by: str, at: datetime) -> tuple[Phone, str]:
    """Revoke a lost phone and make the code by which a new one takes over its tables and its umpire's name, once."""
    with transaction.atomic():
        lost = _settle(event, pk, PhoneState.REVOKED, by)
        Code.objects.filter(event=event, phone=lost, revoked_at=None).update(revoked_at=at, revoked_by=by)
        code = new_code()
        own = {"kind": CodeKind.HAND_OVER, "phone": lost, "digest": digest_of(code)}
        Code.objects.create(event=event, issued_at=at, issued_by=by, **own)
    return lost, code


def carry_on(hand_over: Code, phone: Phone, at: datetime) -> list[tuple[int, str]]:
    """Give a new phone the name and a code for each table of the lost one; the hand-over is spent."""
    with transaction.atomic():
        spent = Code.objects.filter(pk=hand_over.pk, revoked_at=None).update(revoked_at=at, revoked_by="spent")
        lost = hand_over.phone
        if not spent or lost is None:
            raise PhoneRefusedError("This code was used already: ask the desk for another.")
        given = [(table, new_code()) for table in lost.tables]
        Code.objects.bulk_create(
            Code(
                event=hand_over.event,
                kind=CodeKind.PHONE,
                table=table,
                digest=digest_of(code),
                issued_at=at,
                issued_by=hand_over.issued_by,
            )
            for table, code in given
        )
        phone.umpire, phone.tables = lost.umpire, lost.tables
        phone.state, phone.settled_by = PhoneState.ADMITTED, hand_over.issued_by
        phone.save(update_fields=["umpire", "tables", "state", "settled_by"])
    return given


def name_umpire(phone: Phone, name: str) -> None:
    """Keep the name that a phone's umpire gave."""
    phone.umpire = name
    phone.save(update_fields=["umpire"])


def change_options(event: Event, *, phones_wait: bool, pad_ticks: str) -> None:
    """How phones are let in, and how hands are ticked on them. Phones that are in stay in."""
    Event.objects.filter(pk=event.pk).update(phones_wait=phones_wait, pad_ticks=pad_ticks)


def _settle(event: Event, pk: int, state: PhoneState, by: str) -> Phone:
    with transaction.atomic():
        found = Phone.objects.select_for_update().filter(event=event, pk=pk).first()
        if found is None:
            raise PhoneRefusedError("There is no such phone at this event.")
        found.state, found.settled_by = state, by
        found.save(update_fields=["state", "settled_by"])
    return found
