"""The acts that take two officials: what each is called, and how it is done once both agree.

Acts that take two officials: one asks with a preview, and it is done once another approves on an
own device.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, TypeVar

from django.db.models import Exists

from scoring.counting.board import digest
from scoring.counting.cut import Cut, NoCut
from tournament.counting.consequences import Consequence, left_by, line, rehearse
from tournament.counting.submission import SheetConflictError
from tournament.ledger.chain import (
    Signature,
    all_or_nothing,
    append,
    bump,
    known,
    writing,
)
from tournament.models import Event, LedgerEntry, Official, Pending
from tournament.models.ledger import PendingState
from tournament.refusal import SAY_WHY, Refused, needs
from tournament.server.snapshot import after_snapshot
from tournament.site.access import DESK, TWO

Payload = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Agreed:
    """What was asked for, why, and who agrees to it."""

    payload: Payload
    reason: str
    second: str


def _nothing(_payload: Payload) -> tuple[str, ...]:
    return ()


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind: its title, the act, what it tells beside the cut, its lines, and whose rows its
    preview shows.

    `both_offices` is whether it takes head umpire and organiser, and not just any two of the desk.
    """

    title: Callable[[Payload], str]
    act: Callable[[Event, Agreed, Signature], object]
    tells: str = ""
    lines: Callable[[Payload], tuple[str, ...]] = _nothing
    about: Callable[[Payload], tuple[str, ...]] = _nothing
    both_offices: bool = False


KINDS: dict[str, Kind] = {}
"""Every kind by its name, from when the app is ready; a subject adds its own beside its act and
calls `ask` with it.
"""


DESK_ALONE = "Only the head umpire or the organiser can do this."
Result = TypeVar("Result")


class PreviewChangedError(Refused):
    """What the act would do is no longer what the second official had before
    them: they look again.
    """


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked for: a kind of `KINDS`, what it needs, and why."""

    kind: str
    reason: str
    payload: dict[str, Any] = field(default_factory=dict)


def foresee(event: Event, proposal: Asked, now: datetime) -> Consequence:
    """What the act would do to the cut.

    Raises Refused with the sentence of what forbids it.
    """
    return _rehearsed(event, proposal, now, chances=True)


def ask(event: Event, proposal: Asked, signature: Signature) -> Pending:
    """Let an act wait for its second official, with its preview. Reverse act: `withdraw_ask`.

    Raises Refused where the act itself would be refused, or where the same waits
    already.
    """
    user = signature.actor.user_id
    if user is None:
        raise Refused(DESK_ALONE)
    if not proposal.reason.strip():
        raise Refused("Say why, so that the second official and the record know.")
    with all_or_nothing(), writing(event) as row:
        if known(row, signature):
            return Pending.objects.get(event=row, asked__key=signature.key)
        _may_ask(row, proposal, user)
        preview = told(_rehearsed(row, proposal, signature.at, chances=False))
        body = {"kind": proposal.kind, "payload": proposal.payload, "preview": preview}
        entry = append(row, "ask", body, signature, reason=proposal.reason)
        return Pending.objects.create(
            event=row,
            kind=proposal.kind,
            payload=proposal.payload,
            preview=preview,
            reason=proposal.reason,
            asked=entry,
            asked_by=signature.actor.name,
            asked_user_id=user,
            asked_at=signature.at,
        )


@after_snapshot
def approve(event: Event, pk: int, signature: Signature, *, seen_state: str) -> Pending:
    """Agree to what waits, and it is done in this one act. Reverse act: that of the act which was
    approved.

    `seen` is the fingerprint of the preview the second official had before them (`told`); where the
    effect is another by now, PreviewChangedError is raised and nothing is done.
    """
    with all_or_nothing():
        bump(event)
        row = Event.objects.get(pk=event.pk)
        pending = _pending_row(row, pk)
        if (
            pending.state == PendingState.APPROVED
            and pending.settled_user_id == signature.actor.user_id
        ):
            return pending
        _waits(pending)
        _may_approve(row, pending, signature)
        asker = replace(signature.actor, name=pending.asked_by, user_id=pending.asked_user_id)
        signed = Signature(asker, signature.at, f"approved {pending.asked.number}")
        proposal = Asked(pending.kind, pending.reason, pending.payload)
        result = _refused_in_words(lambda: _act(proposal, signed, signature.actor.name)(row))
        if fingerprint(line(left_by(row, result))) != seen_state:
            raise PreviewChangedError("Its effect has changed since: look at it again.")
        entry = LedgerEntry.objects.get(event=row, key=signed.key)
        return _settled(pending, PendingState.APPROVED, entry, signature)


def decline(event: Event, pk: int, signature: Signature, *, reason: str) -> Pending:
    """Say no to what waits, with the reason. Reverse act: asking again."""
    with writing(event) as row:
        pending = _pending_row(row, pk)
        if known(row, signature):
            return pending
        _waits(pending)
        if pending.asked_user_id == signature.actor.user_id:
            raise Refused("You asked for this yourself: take it back instead.")
        _of_the_desk(row, signature.actor.user_id)
        needs(reason, "Say why you do not agree.")
        entry = append(row, "decline", {"asked": pending.asked.number}, signature, reason=reason)
        return _settled(pending, PendingState.DECLINED, entry, signature)


@after_snapshot
def withdraw_ask(event: Event, pk: int, signature: Signature) -> Pending:
    """Take back what one asked for, while it waits. Reverse act: `ask`."""
    with writing(event) as row:
        pending = _pending_row(row, pk)
        if known(row, signature):
            return pending
        _waits(pending)
        if pending.asked_user_id != signature.actor.user_id:
            raise Refused(
                f"{pending.asked_by} asked for this: only they take it back. You can decline it."
            )
        entry = append(row, "withdraw_ask", {"asked": pending.asked.number}, signature)
        return _settled(pending, PendingState.WITHDRAWN, entry, signature)


@after_snapshot
def do_with_witness(
    event: Event, proposal: Asked, signature: Signature, witness: str, *, alone: bool = False
) -> None:
    """Do an act that takes two at an evening of one official, with a named witness; whoever says
    that they are `alone` declares that, too, and is not asked again.

    Reverse act: that of the act; the declaration is changed back in the settings.
    """
    if not (event.one_official or alone):
        raise Refused("This evening has a second official: ask them.")
    if not witness.strip() or witness.strip().casefold() == signature.actor.name.casefold():
        raise Refused("Name somebody else who saw it: the record needs a witness beside yourself.")
    if not proposal.reason.strip():
        raise Refused(SAY_WHY)
    with all_or_nothing(), writing(event) as row:
        if not known(row, signature):
            if alone and not row.one_official:
                _declare_alone(row, signature)
            _refused_in_words(lambda: _act(proposal, signature, witness.strip())(row))


def _declare_alone(row: Event, signature: Signature) -> None:
    """The evening has one official from now on: nobody else of the desk may be there to ask."""
    _of_the_desk(row, signature.actor.user_id)
    desk = Official.objects.filter(event=row, role__in=DESK.roles)
    if desk.exclude(user=signature.actor.user_id).exists():
        raise Refused("This evening has a second official: ask them.")
    row.one_official = True
    row.save(update_fields=["one_official"])
    declared = {"before": {"one_official": False}, "after": {"one_official": True}}
    own_key = replace(signature, key=f"{signature.key[:70]}/alone")
    append(row, "settings", declared, own_key, reason="Alone tonight")


def told(consequence: Consequence) -> dict[str, Any]:
    """A preview as it is kept: who moves, in words, and the fingerprint of what it leads to."""
    moves = consequence.moves
    out, into = ([move.name for move in some] for some in (moves.out, moves.into))
    return {"words": moves.words, "out": out, "into": into, "seen": fingerprint(consequence.after)}


def fingerprint(cut: Cut | NoCut) -> str:
    """Differs wherever another line comes out: who goes through, who is level,
    and on what totals.
    """
    if isinstance(cut, NoCut):
        return digest({"words": cut.words})[:16]
    near = {*cut.qualifiers, *cut.undecided, *(near_miss.player for near_miss in cut.near_misses)}
    totals = [
        [standing.player, standing.total, standing.order]
        for standing in cut.standings
        if standing.player in near
    ]
    return digest(
        {"through": list(cut.qualifiers), "level": list(cut.undecided), "totals": totals}
    )[:16]


def _rehearsed(event: Event, proposal: Asked, now: datetime, *, chances: bool) -> Consequence:
    return _refused_in_words(
        lambda: rehearse(
            event,
            lambda signature: _act(proposal, signature, "the second official")(event),
            now,
            chances=chances,
        )
    )


def _act(proposal: Asked, signature: Signature, second: str) -> Callable[[Event], object]:
    kind = KINDS.get(proposal.kind)
    if kind is None:
        raise Refused("No such act takes two officials.")
    return lambda row: kind.act(row, Agreed(proposal.payload, proposal.reason, second), signature)


def _refused_in_words(act: Callable[[], Result]) -> Result:
    """What an act refuses becomes the refusal of what was asked."""
    try:
        return act()
    except Refused:
        raise
    except SheetConflictError:
        raise Refused(
            "The sheet changed since this was asked: decline it, and ask again."
        ) from None
    except ValueError as refused:
        raise Refused(str(refused)) from None


def _pending_row(row: Event, pk: int) -> Pending:
    pending = Pending.objects.select_related("asked").filter(event=row, pk=pk).first()
    if pending is None:
        raise Refused("There is no such request at this evening.")
    return pending


def _waits(pending: Pending) -> None:
    if not pending.waits:
        raise Refused(
            f"This was settled already: {pending.get_state_display().lower()}"
            f" by {pending.settled_by}."
        )


def _may_ask(row: Event, proposal: Asked, user: int) -> None:
    """Of the desk, at an evening of two officials, and the same does not wait already.

    One question for both.
    """
    same = Pending.objects.filter(
        event=row, kind=proposal.kind, state=PendingState.WAITING, payload=proposal.payload
    )
    offices = Official.objects.filter(event=row, user=user, role__in=DESK.roles)
    waits = offices.annotate(waits=Exists(same)).values_list("waits", flat=True).first()
    if waits is None:
        raise Refused(DESK_ALONE)
    if row.one_official:
        raise Refused("This evening has one official: name a witness instead.")
    if waits:
        raise Refused("The same request is already waiting for a second official.")


def _of_the_desk(row: Event, *users: int | None) -> dict[int | None, str]:
    """The offices of these accounts; the first one's is of the desk, or it is refused."""
    offices = Official.objects.filter(
        event=row, user__in=[user for user in users if user], role__in=DESK.roles
    )
    office_of: dict[int | None, str] = dict(offices.values_list("user_id", "role"))
    if users[0] not in office_of:
        raise Refused(DESK_ALONE)
    return office_of


def _may_approve(row: Event, pending: Pending, signature: Signature) -> None:
    """Another account of the desk; where both offices are asked for, the other office."""
    if pending.asked_user_id == signature.actor.user_id:
        raise Refused(
            "You asked for this yourself: the second official approves it on their own device."
        )
    offices = _of_the_desk(row, signature.actor.user_id, pending.asked_user_id)
    if KINDS[pending.kind].both_offices and len(set(offices.values())) < TWO:
        raise Refused(
            "This takes the head umpire and the organiser together: the other one approves."
        )


def _settled(
    pending: Pending, state: PendingState, entry: LedgerEntry, signature: Signature
) -> Pending:
    pending.state, pending.entry = state, entry
    pending.settled_by, pending.settled_user_id, pending.settled_at = (
        signature.actor.name,
        signature.actor.user_id,
        signature.at,
    )
    pending.save(update_fields=["state", "entry", "settled_by", "settled_user", "settled_at"])
    return pending
