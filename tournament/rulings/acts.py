"""Giving a ruling, accepting or overruling it, and saying why it departs from an earlier one: rows
that stay.

Calling an umpire to a table, going there, and settling it. No result changes, so the ledger is not
asked.
"""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from django.db import IntegrityError
from django.db.models import Max, Q

from scoring.disputes.adjudication import adjudicate, read_claim, told
from scoring.disputes.claims import ClaimError
from scoring.seating import seat_letter
from tournament.counting.plan import table_label
from tournament.counting.rulings import (
    OWN_WORD,
    Where,
    answered,
    decided,
    own_decision,
    precedents,
    rulings,
    state,
    wants_a_word,
)
from tournament.counting.scores import rules
from tournament.ledger.chain import Signature, append, durable, known, writing
from tournament.models import (
    LARGEST,
    LARGEST_NUMBER,
    Call,
    Decision,
    DecisionKind,
    Event,
    Game,
    Guest,
    Official,
    Ruling,
    Seat,
    Table,
)
from tournament.models.seating import RoundState
from tournament.refusal import SAY_WHY, Refused
from tournament.rulings.discretion import five_parts

PARTS = ("finding", "law", "rectification", "penalty", "finality")
LONGEST_REASON = 300


def answer_to(event: Event, claim: Mapping[str, Any]) -> dict[str, Any]:
    """The five parts by the rules in force at this event.

    Raises Refused with the fault in the claim.
    """
    in_force = rules(event)
    try:
        if _kind(claim) == OWN_WORD:
            return five_parts(claim)
        return told(adjudicate(read_claim(claim, in_force), in_force))
    except ClaimError as fault:
        raise Refused(str(fault)) from None


def make_ruling(
    event: Event,
    signature: Signature,
    *,
    claim: Mapping[str, Any],
    place: Where | None = None,
    answer: Mapping[str, Any] | None = None,
    departs_reason: str = "",
    refers_to: int | None = None,
) -> Ruling:
    """Record a ruling under the event's next number. It stays for good; the reverse act is
    `overrule`.

    Without an `answer` the claim is ruled on by the rules in force; one that is given has the five
    parts of `scoring.disputes.adjudication.told`. Raises Refused; the same request twice
    is one ruling.
    """
    with writing(event) as row:
        if known(row, signature):
            return _made_before(row, signature)
        parts = _five_parts(dict(answer) if answer is not None else answer_to(row, claim))
        alike = _precedent(row, claim, parts)
        departs = alike is not None and decided(alike) != answered(parts)
        ruling = Ruling(
            event=row,
            number=(Ruling.objects.filter(event=row).aggregate(last=Max("number"))["last"] or 0)
            + 1,
            kind=_kind(claim),
            noticed=_noticed(parts),
            clauses=" ".join(parts["clauses"]),
            claim=dict(claim),
            answer=parts,
            refers_to=_ruling_numbered(row, refers_to) if refers_to else None,
            precedent=alike,
            departs=departs,
            departs_reason=departs_reason[:LONGEST_REASON] if departs else "",
            given_by=signature.actor.name,
            given_at=signature.at,
        )
        _set_place(ruling, place, claim)
        ruling.entry = append(
            row, "ruling", body_of(ruling), signature, reason=ruling.departs_reason
        )
        ruling.save(force_insert=True)
    return ruling


def accept(event: Event, number: int, signature: Signature) -> Decision:
    """The umpire accepts a ruling as it was given. Reverse act: `overrule`."""
    return _decide(event, number, signature, Decision(kind=DecisionKind.ACCEPTED))


def overrule(
    event: Event, number: int, signature: Signature, *, reason: str, own: Mapping[str, Any]
) -> Decision:
    """The umpire decides otherwise: `own` holds their `act`, `sanction`, `cards` and words of the
    parts they change.

    The ruling stays beside it. Reverse act: a further `overrule`.
    """
    if not any(own.values()):
        raise Refused("Say what is decided instead: what is done at the table, or what it costs.")
    return _decide(
        event,
        number,
        signature,
        Decision(kind=DecisionKind.OVERRULED, reason=reason, parts=dict(own)),
    )


def explain(event: Event, number: int, signature: Signature, *, reason: str) -> Decision:
    """Say in a word why a ruling departs from an earlier one.

    No reverse: a better word is a further one.
    """
    return _decide(event, number, signature, Decision(kind=DecisionKind.EXPLAINED, reason=reason))


ACTS = {
    DecisionKind.ACCEPTED: "accept_ruling",
    DecisionKind.OVERRULED: "overrule_ruling",
    DecisionKind.EXPLAINED: "explain_ruling",
}


def _decide(event: Event, number: int, signature: Signature, decision: Decision) -> Decision:
    with writing(event) as row:
        if known(row, signature):
            return Decision.objects.get(event=row, entry__key=signature.key)
        ruling = _ruling_numbered(row, number)
        _fits(ruling, decision)
        if decision.kind == DecisionKind.OVERRULED and ruling.precedent:
            decision.departs = own_decision(decision.parts, answered(ruling.answer)) != decided(
                ruling.precedent
            )
        decision.event, decision.ruling, decision.by, decision.at = (
            row,
            ruling,
            signature.actor.name,
            signature.at,
        )
        body = {
            "ruling": number,
            "kind": str(decision.kind),
            "parts": decision.parts,
            "departs": decision.departs,
        }
        decision.entry = append(
            row, ACTS[DecisionKind(decision.kind)], body, signature, reason=decision.reason
        )
        decision.save(force_insert=True)
    return decision


def _fits(ruling: Ruling, decision: Decision) -> None:
    now = state(ruling)
    if decision.kind == DecisionKind.ACCEPTED and now != "given":
        raise Refused(
            f"{ruling} was accepted already."
            if now == DecisionKind.ACCEPTED
            else f"{ruling} was overruled: that is what stands."
        )
    if decision.kind == DecisionKind.EXPLAINED and not wants_a_word(ruling):
        raise Refused(
            f"{ruling} needs no reason: it departs from no earlier one, or the reason is there."
        )
    if decision.kind != DecisionKind.ACCEPTED and not decision.reason.strip():
        raise Refused(SAY_WHY)


def body_of(ruling: Ruling) -> dict[str, Any]:
    """A ruling as the ledger keeps it."""
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


def _kind(claim: Mapping[str, Any]) -> str:
    return str(claim.get("kind", ""))


def _noticed(answer: Mapping[str, Any]) -> str:
    return str(answer.get("noticed", "at_once"))


def _precedent(row: Event, claim: Mapping[str, Any], answer: Mapping[str, Any]) -> Ruling | None:
    """The latest ruling of this event on the same case."""
    return next(iter(precedents(row, _kind(claim), _noticed(answer), answer["clauses"])), None)


def _ruling_numbered(row: Event, number: int) -> Ruling:
    ruling = rulings(row).filter(number=number).first() if number <= LARGEST else None
    if ruling is None:
        raise Refused(f"There is no ruling {number} this evening.")
    return ruling


def _made_before(row: Event, signature: Signature) -> Ruling:
    """The ruling that was recorded under this key."""
    ruling = Ruling.objects.filter(event=row, entry__key=signature.key).first()
    if ruling is None:
        raise Refused("This request was sent before as something else: ask the question again.")
    return ruling


def _five_parts(answer: dict[str, Any]) -> dict[str, Any]:
    """The answer, once it has all its parts."""
    missing = [part for part in PARTS if not isinstance(answer.get(part), Mapping)]
    if missing or not isinstance(answer.get("clauses"), list):
        raise Refused(
            f"A ruling has five parts; this one lacks its {missing[0] if missing else 'clauses'}."
        )
    return answer


def _set_place(ruling: Ruling, place: Where | None, claim: Mapping[str, Any]) -> None:
    """Table, game, seat and guest of a ruling, and when the table called."""
    if place is None:
        return
    ruling.table = _table(ruling.event, place)
    if place.game is not None:
        ruling.game = Game.objects.filter(
            event=ruling.event, table=ruling.table, number=place.game
        ).first()
        if ruling.game is None:
            raise Refused(f"There is no {place}: check the number of the game.")
        if ruling.game.void:
            raise Refused(f"That game, {place}, is void by a ruling: cancel that adjustment first.")
    call = Call.objects.filter(event=ruling.event, table=ruling.table, done_at=None).first()
    ruling.called_at = call.called_at if call else place.called_at
    number = claim.get("seat")
    if isinstance(number, int):
        ruling.seat = seat_letter(number - 1)
        ruling.guest = _sitting(ruling.table, ruling.seat, place)


def _table(row: Event, place: Where) -> Table:
    table = None
    if max(place.round, place.table, place.game or 0) <= LARGEST:
        tables = Table.objects.select_related("round").filter(event=row, number=place.table)
        table = (
            tables.filter(round__number=place.round).exclude(round__state=RoundState.DRAFT).first()
        )
    if table is None:
        raise Refused(f"There is no table {place.table} in round {place.round}: check the numbers.")
    if place.while_open and not table.round.open:
        raise Refused(f"{table.round} is not open: an umpire with an account rules on it now.")
    return table


def _sitting(table: Table, letter: str, place: Where) -> Guest:
    game = place.game or 1
    seats = Seat.objects.filter(
        Q(left_after_game=None) | Q(left_after_game__gte=game), table=table, letter=letter
    )
    if place.game is not None:
        seats = seats.filter(from_game__lte=game)
    seat = seats.select_related("guest").order_by("-from_game").first()
    if seat is None:
        raise Refused(f"Nobody sits at seat {letter} of {place}: check the seat.")
    return seat.guest


LONGEST = 120
NOBODY = "No umpire is on duty here now: raise a hand, and an official comes."
BY_HAND = "Where guests are paired nobody is called by phone: raise a hand, and an official comes."


def set_duty(event: Event, official: Official, *, on: bool) -> None:
    """An official goes on duty, or off. Reverse act: itself."""
    Official.objects.filter(event=event, pk=official.pk).update(on_duty=on)


def call_umpire(
    event: Event, round: int, table: int, reason: str, signed: tuple[str, datetime]
) -> Call:
    """Call an umpire to a table; a table that called already keeps its place in the queue. Reverse
    act: `settle_call`.

    `signed` is who calls and when. Raises Refused where no umpire is on duty or there is
    no such table.
    """
    actor, now = signed
    if event.paired:
        raise Refused(BY_HAND)
    if not Official.objects.filter(event=event, on_duty=True).exists():
        raise Refused(NOBODY)
    table_row = None
    if max(round, table) <= LARGEST:
        tables = Table.objects.filter(event=event, round__number=round, number=table)
        table_row = tables.exclude(round__state=RoundState.DRAFT).first()
    if table_row is None:
        raise Refused(f"There is no table {table} in round {round} of this evening.")
    waiting = Call.objects.filter(event=event, table=table_row, done_at=None)
    try:
        with durable():
            return waiting.first() or Call.objects.create(
                event=event,
                table=table_row,
                reason=reason[:LONGEST],
                called_by=actor[:LONGEST],
                called_at=now,
            )
    except IntegrityError:
        # Two phones of one table called in the same moment: one call is enough.
        return waiting.get()


def go_to_call(event: Event, pk: int, actor: str, now: datetime) -> Call:
    """Say that one is going there: the table sees it. Reverse act: `leave_call`."""
    call = _open_call(event, pk)
    if not Call.objects.filter(pk=call.pk, seen_at=None).update(seen_by=actor, seen_at=now):
        call.refresh_from_db()
        if call.seen_by != actor:
            raise Refused(
                f"{call.seen_by} is going to table {table_label(event, call.table.number)} already."
            )
    call.refresh_from_db()
    return call


def leave_call(event: Event, pk: int) -> Call:
    """Nobody is going there after all: it waits again. Reverse act: `go_to_call`."""
    call = _open_call(event, pk)
    call.seen_by, call.seen_at = "", None
    call.save(update_fields=["seen_by", "seen_at"])
    return call


def settle_call(event: Event, pk: int, actor: str, now: datetime) -> Call:
    """It is settled. Reverse act: the table calls again."""
    call = _open_call(event, pk)
    call.done_by, call.done_at = actor[:LONGEST], now
    call.save(update_fields=["done_by", "done_at"])
    return call


def _open_call(event: Event, pk: int) -> Call:
    call = (
        Call.objects.select_related("table")
        .filter(event=event, pk=min(pk, LARGEST_NUMBER), done_at=None)
        .first()
    )
    if call is None:
        raise Refused("That call has already been settled.")
    return call


def _label(event: Event, call: Call) -> str:
    return table_label(event, call.table.number)
