"""Letting phones in, turning them away, putting a new one in the place of a lost one. No result
depends on them.

A guest says that a game of theirs is wrong, and an umpire has looked at it.

A sheet, a seat order or the result of a match that comes from the phone at its table; the one
writer of each saves it.
"""

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F, QuerySet

from scoring.counting.sheet import Finding
from tournament.counting.matches import course, result_entry
from tournament.counting.seats import locked_tables
from tournament.counting.submission import (
    Place,
    SeatOrder,
    SheetConflictError,
    Submission,
    body_of,
    same_result,
)
from tournament.entry.acts import Outcome, SheetRefusedError, correct_sheet, record_sheet
from tournament.ledger.chain import Signature, append, durable, known, tail, writing
from tournament.matches.acts import MatchRefusedError
from tournament.matches.acts_results import LaterRoundsError, StaleMatchError, record_match
from tournament.matches.acts_results import Outcome as MatchOutcome
from tournament.models import (
    Ask,
    Code,
    CodeKind,
    CountKind,
    DayCount,
    Doubt,
    Event,
    Game,
    Guest,
    LedgerEntry,
    Phone,
    PhoneState,
    Round,
    Seat,
    Sheet,
)
from tournament.refusal import Refused
from tournament.seating.acts import SeatingRefusedError
from tournament.site.codes import digest_of, new_code, new_mark, tidy_short
from tournament.site.limits import spend

FOR_THE_DESK = (
    "A later round was paired from this result: the desk corrects it, as it sees what changes."
)


@dataclass(frozen=True, slots=True)
class Taken:
    """A result that is in: its entry, its version, and whether it was in already."""

    entry: LedgerEntry
    version: int
    repeated: bool = False


def record_match_from_phone(event: Event, outcome: MatchOutcome, signature: Signature) -> Taken:
    """Save a match from a phone. What was saved under this key is answered for, whatever changed
    since.

    Reverse act: `take_match_back`, or the result before. Raises as `record_match` does,
    StaleMatchError only where the result that stands is another one.
    """
    before = LedgerEntry.objects.filter(event=event, key=signature.key).first()
    try:
        if before is None:
            record_match(event, outcome, signature)
    except StaleMatchError as stale:
        return _match_settled(event, outcome, stale)
    except LaterRoundsError:
        raise LaterRoundsError(FOR_THE_DESK) from None
    entry = before or LedgerEntry.objects.get(event=event, key=signature.key)
    if not _match_says(entry, outcome):
        raise MatchRefusedError(
            "This message was sent before for another match: enter the match again."
        )
    return Taken(entry, outcome.seen + 1, repeated=before is not None)


def _match_says(entry: LedgerEntry, outcome: MatchOutcome) -> bool:
    """Whether an entry holds this very result."""
    stored = (entry.body.get("round"), entry.body.get("table"), entry.body.get("games"))
    return entry.kind == "match" and stored == (outcome.round, outcome.table, outcome.games)


def _match_settled(event: Event, outcome: MatchOutcome, stale: StaleMatchError) -> Taken:
    """The very result of another phone, or of the desk, is in: no conflict, and nothing doubled."""
    match, entry = (
        course(event).match(outcome.round, outcome.table),
        result_entry(event, outcome.round, outcome.table),
    )
    if entry is None or (match.result, match.games) != ("played", outcome.games):
        raise stale
    return Taken(entry, match.version, repeated=True)


WAITING_A_TABLE = 6
"""So many phones may wait for one table; a further one is not noted until an official has answered,
so nobody pushes out who waits.
"""
WRONG_A_MINUTE, HANDFUL = 60, 10
"""So many wrong characters are counted: the page is public, and a count is a write."""
KEPT_FOR = timedelta(hours=6)


class PhoneRefusedError(Refused):
    """The phone or code cannot be changed so: the sentence says why and what to do."""


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
            raise PhoneRefusedError("This phone is no longer asking: look at the list again.")
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
            raise PhoneRefusedError("This code has already been used: ask the desk for another.")
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
            raise PhoneRefusedError("There is no such phone this evening.")
        phone.state, phone.settled_by = state, actor
        phone.save(update_fields=["state", "settled_by"])
    return phone


MOST_WAITING = 5


class DoubtRefusedError(Refused):
    """It cannot be taken so: the sentence says why."""


def raise_doubt(guest: Guest, game: Game | None, words: str, moment: datetime) -> Doubt:
    """Tell the umpires; the same said twice while nobody has looked is said once.

    Reverse act: `mark_doubt`.
    """
    with durable():
        waiting = Doubt.objects.filter(guest=guest, seen_at=None)
        same = waiting.filter(game=game, words=words).first()
        if same:
            return same
        if waiting.count() >= MOST_WAITING:
            raise DoubtRefusedError(
                "The umpires have been told several times: they will come to you."
            )
        return Doubt.objects.create(
            event_id=guest.event_id, guest=guest, game=game, words=words, at=moment
        )


def mark_doubt(event: Event, pk: int, actor: str, moment: datetime, *, acknowledged: bool) -> None:
    """An umpire has looked at it, or takes that back (the reverse)."""
    changes = (
        {"seen_by": actor, "seen_at": moment} if acknowledged else {"seen_by": "", "seen_at": None}
    )
    if not Doubt.objects.filter(event=event, pk=pk).update(**changes):
        raise DoubtRefusedError("There is no such message this evening.")


TAKEN_BACK = "Taken back within a minute"
TAKE_BACK_WITHIN = timedelta(seconds=60)


def record_from_phone(event: Event, submission: Submission, signature: Signature) -> Outcome:
    """Save a sheet from a phone. What was saved under this key is answered for, whatever changed
    since.

    The phone that sent a sheet may change it within a minute without a reason. Raises as
    `record_sheet` does. Reverse act: a correction back.
    """
    if submission.seen and not submission.reason.strip():
        submission = replace(submission, reason=_taken_back(event, submission, signature))
    try:
        if submission.seen:
            outcome = correct_sheet(event, submission, signature)
        else:
            outcome = record_sheet(event, submission, signature)
    except (SheetRefusedError, SheetConflictError) as fault:
        if before := _before(event, submission, signature):
            return _again(event, submission, before)
        if isinstance(fault, SheetConflictError):
            return _settled(event, submission, fault)
        raise
    before = _before(event, submission, signature) if outcome.repeated else None
    return _again(event, submission, before) if before else outcome


def _before(event: Event, submission: Submission, signature: Signature) -> LedgerEntry | None:
    """What was saved under this key, where it is this very sheet."""
    entry = (
        LedgerEntry.objects.select_related("sheet").filter(event=event, key=signature.key).first()
    )
    return entry if entry is not None and _says(entry, submission) else None


def order_seats(event: Event, order: SeatOrder, signature: Signature) -> int:
    """Seat the people of a table as they really sit, before its first game. Reverse act: the order
    as it was.

    Returns the number in the ledger; raises SeatingRefusedError.
    """
    with writing(event) as row:
        if known(row, signature):
            return LedgerEntry.objects.get(event=row, key=signature.key).number
        round_ = Round.objects.filter(event=row, number=order.round).first()
        if round_ is None or not round_.open:
            raise SeatingRefusedError(f"Round {order.round} is not open: its seats stay.")
        if order.table in locked_tables(row, order.round):
            raise SeatingRefusedError(
                "A game of this table is in, so its seats stay: ask the desk."
            )
        moves = _moves(_seats(round_, order), order)
        if not moves:
            return tail(row).number
        return append(
            row,
            "swap",
            {"round": order.round, "moves": moves},
            signature,
            reason="As they sit at the table",
        ).number


def _says(entry: LedgerEntry, submission: Submission) -> bool:
    """Whether a ledger entry holds this very sheet, of the people the sender saw where it says who
    they were.
    """
    guest_by_seat = {row["seat"]: row["guest"] for row in entry.body.get("tallies", ())}
    if guest_by_seat.keys() != {entry.seat for entry in submission.entries}:
        return False
    return same_result(entry.body, body_of(submission, guest_by_seat | dict(submission.people)))


def _again(event: Event, submission: Submission, before: LedgerEntry) -> Outcome:
    if before.kind == "conflict":
        return _settled(event, submission, SheetConflictError(before))
    if not before.sheet.accepted and accepted(event, submission.place) is None:
        # The same hands again, or a late resend? Only a person can tell: nothing is called saved
        # that does not count.
        text = (
            f"This sheet was saved as number {before.number}, and the desk took it away from here:"
            " ask there."
        )
        raise SheetRefusedError(Finding("taken_away", (), text, refused=True))
    return Outcome(before.number, before.sheet.version, repeated=True)


def _settled(event: Event, submission: Submission, conflict: SheetConflictError) -> Outcome:
    """A conflict in which the desk has chosen this very sheet meanwhile is none any more."""
    current = accepted(event, submission.place)
    if current is None or not _says(current.entry, submission):
        raise conflict
    return Outcome(current.entry.number, current.version, repeated=True)


def accepted(event: Event, place: Place) -> Sheet | None:
    """The sheet that counts, with its ledger entry."""
    sheets = Sheet.objects.select_related("entry").filter(
        event=event, accepted=True, game__number=place.game
    )
    return sheets.filter(
        game__table__number=place.table, game__table__round__number=place.round
    ).first()


def _taken_back(event: Event, submission: Submission, signature: Signature) -> str:
    current = accepted(event, submission.place)
    own = (
        current is not None
        and current.entered_by == signature.actor.name
        and current.version == submission.seen
    )
    return (
        TAKEN_BACK
        if own and current and signature.at - current.entered_at <= TAKE_BACK_WITHIN
        else ""
    )


def _seats(round_: Round, order: SeatOrder) -> dict[str, Seat]:
    occupied = Seat.objects.filter(round=round_, table__number=order.table, left_after_game=None)
    seats = {seat.letter: seat for seat in occupied.select_related("guest", "table")}
    refs = sorted(seat.guest.ref for seat in seats.values())
    if seats.keys() != order.people.keys() or sorted(order.people.values()) != refs:
        raise SeatingRefusedError(
            "The same people take the same seats in another order: ask the desk for more."
        )
    return seats


def _moves(seats: dict[str, Seat], order: SeatOrder) -> list[dict[str, Any]]:
    """Put everyone where they sit; the moves as the history of the seating tells them."""
    filters = {
        seat.guest.ref: (f"{order.table}{letter}", seat.guest) for letter, seat in seats.items()
    }
    changed = {
        letter: ref for letter, ref in order.people.items() if seats[letter].guest.ref != ref
    }
    Seat.objects.filter(pk__in=[seats[letter].pk for letter in changed]).delete()
    moves = []
    for letter, ref in sorted(changed.items()):
        seat, (before, guest) = seats[letter], filters[ref]
        seat.pk, seat.guest = None, guest
        seat.save(force_insert=True)
        moves.append({"guest": ref, "before": before, "after": f"{order.table}{letter}"})
    return moves
