"""Giving a ruling, accepting or overruling it, and saying why it departs from an earlier one: rows that stay."""

from collections.abc import Mapping
from typing import Any

from django.db.models import Max, Q

from scoring.irregularities.checking import ClaimError
from scoring.rulings import adjudicate, read_claim, told
from scoring.seating import seat_letter
from tournament.acts.place import LARGEST
from tournament.acts.seating import known
from tournament.ledger.chain import Signature, append, writing
from tournament.ledger.lift import rules
from tournament.ledger.rulings import Where, answered, decided, own_decision, precedents, rulings, state, wants_a_word
from tournament.models import Call, Decision, DecisionKind, Event, Game, Guest, Ruling, Seat, Table
from tournament.models.seating import RoundState

PARTS = ("finding", "law", "rectification", "penalty", "finality")
LONGEST_REASON = 300


class RulingRefusedError(ValueError):
    """The ruling cannot be recorded so: the sentence says why and what to mend."""


def answer_to(event: Event, claim: Mapping[str, Any]) -> dict[str, Any]:
    """The five parts by the rules in force at this event. Raises RulingRefusedError with the fault in the claim."""
    in_force = rules(event)
    try:
        return told(adjudicate(read_claim(claim, in_force), in_force))
    except ClaimError as fault:
        raise RulingRefusedError(str(fault)) from None


def make_ruling(
    event: Event,
    by: Signature,
    *,
    claim: Mapping[str, Any],
    where: Where | None = None,
    answer: Mapping[str, Any] | None = None,
    departs_reason: str = "",
    refers_to: int | None = None,
) -> Ruling:
    """Record a ruling under the event's next number. It stays for good; the reverse act is `overrule`.

    Without an `answer` the claim is ruled on by the rules in force; one that is given has the five parts of
    `scoring.rulings.told`. Raises RulingRefusedError; the same request twice is one ruling.
    """
    with writing(event) as row:
        if known(row, by):
            return _made_before(row, by)
        said = _five_parts(dict(answer) if answer is not None else answer_to(row, claim))
        alike = _precedent(row, claim, said)
        departs = alike is not None and decided(alike) != answered(said)
        made = Ruling(
            event=row,
            number=_next_number(row),
            kind=_kind(claim),
            noticed=_noticed(said),
            clauses=" ".join(said["clauses"]),
            claim=dict(claim),
            answer=said,
            refers_to=_named(row, refers_to) if refers_to else None,
            precedent=alike,
            departs=departs,
            departs_reason=departs_reason[:LONGEST_REASON] if departs else "",
            given_by=by.actor.name,
            given_at=by.at,
        )
        _set_place(made, where, claim)
        made.entry = append(row, "ruling", body_of(made), by, reason=made.departs_reason)
        made.save(force_insert=True)
    return made


def accept(event: Event, number: int, by: Signature) -> Decision:
    """The umpire accepts a ruling as it was given. Reverse act: `overrule`."""
    return _decide(event, number, by, Decision(kind=DecisionKind.ACCEPTED))


def overrule(event: Event, number: int, by: Signature, *, reason: str, own: Mapping[str, Any]) -> Decision:
    """The umpire decides otherwise: `own` holds their `act`, `sanction`, `cards` and words of the parts they change.

    The ruling stays beside it. Reverse act: a further `overrule`.
    """
    if not any(own.values()):
        raise RulingRefusedError("Say what is decided instead: what is done at the table, or what it costs.")
    return _decide(event, number, by, Decision(kind=DecisionKind.OVERRULED, reason=reason, parts=dict(own)))


def explain(event: Event, number: int, by: Signature, *, reason: str) -> Decision:
    """Say in a word why a ruling departs from an earlier one. No reverse: a better word is a further one."""
    return _decide(event, number, by, Decision(kind=DecisionKind.EXPLAINED, reason=reason))


ACTS = {
    DecisionKind.ACCEPTED: "accept_ruling",
    DecisionKind.OVERRULED: "overrule_ruling",
    DecisionKind.EXPLAINED: "explain_ruling",
}


def _decide(event: Event, number: int, by: Signature, made: Decision) -> Decision:
    with writing(event) as row:
        if known(row, by):
            return Decision.objects.get(event=row, entry__key=by.key)
        found = _named(row, number)
        _fits(found, made)
        if made.kind == DecisionKind.OVERRULED and found.precedent:
            made.departs = own_decision(made.parts, answered(found.answer)) != decided(found.precedent)
        made.event, made.ruling, made.by, made.at = row, found, by.actor.name, by.at
        body = {"ruling": number, "kind": str(made.kind), "parts": made.parts, "departs": made.departs}
        made.entry = append(row, ACTS[DecisionKind(made.kind)], body, by, reason=made.reason)
        made.save(force_insert=True)
    return made


def _fits(found: Ruling, made: Decision) -> None:
    now = state(found)
    if made.kind == DecisionKind.ACCEPTED and now != "given":
        said = "accepted already" if now == DecisionKind.ACCEPTED else "overruled: that is what stands"
        raise RulingRefusedError(f"{found} was {said}.")
    if made.kind == DecisionKind.EXPLAINED and not wants_a_word(found):
        raise RulingRefusedError(f"{found} wants no word: it departs from no earlier one, or the word is there.")
    if made.kind != DecisionKind.ACCEPTED and not made.reason.strip():
        raise RulingRefusedError("This needs its reason, for the record.")


def body_of(made: Ruling) -> dict[str, Any]:
    """A ruling as the ledger keeps it."""
    return {
        "number": made.number,
        "claim": made.claim,
        "answer": made.answer,
        "round": made.table.round.number if made.table else None,
        "table": made.table.number if made.table else None,
        "game": made.game.number if made.game else None,
        "seat": made.seat,
        "guest": made.guest.ref if made.guest else "",
        "refers_to": made.refers_to.number if made.refers_to else None,
        "precedent": made.precedent.number if made.precedent else None,
        "departs": made.departs,
    }


def _kind(claim: Mapping[str, Any]) -> str:
    return str(claim.get("kind", ""))


def _noticed(said: Mapping[str, Any]) -> str:
    return str(said.get("noticed", "at_once"))


def _precedent(row: Event, claim: Mapping[str, Any], said: Mapping[str, Any]) -> Ruling | None:
    """The latest ruling of this event on the same case."""
    return next(iter(precedents(row, _kind(claim), _noticed(said), said["clauses"])), None)


def _next_number(row: Event) -> int:
    return (Ruling.objects.filter(event=row).aggregate(last=Max("number"))["last"] or 0) + 1


def _named(row: Event, number: int) -> Ruling:
    found = rulings(row).filter(number=number).first() if number <= LARGEST else None
    if found is None:
        raise RulingRefusedError(f"There is no ruling {number} this evening.")
    return found


def _made_before(row: Event, by: Signature) -> Ruling:
    """The ruling that was recorded under this key."""
    found = Ruling.objects.filter(event=row, entry__key=by.key).first()
    if found is None:
        raise RulingRefusedError("This request was sent before as something else: ask the question again.")
    return found


def _five_parts(said: dict[str, Any]) -> dict[str, Any]:
    """The answer, once it has all its parts."""
    missing = [part for part in PARTS if not isinstance(said.get(part), Mapping)]
    if missing or not isinstance(said.get("clauses"), list):
        raise RulingRefusedError(f"A ruling has five parts; this one lacks its {missing[0] if missing else 'clauses'}.")
    return said


def _set_place(made: Ruling, where: Where | None, claim: Mapping[str, Any]) -> None:
    """Table, game, seat and guest of a ruling, and when the table called."""
    if where is None:
        return
    made.table = _table(made.event, where)
    if where.game is not None:
        made.game = Game.objects.filter(event=made.event, table=made.table, number=where.game).first()
        if made.game is None:
            raise RulingRefusedError(f"There is no {where}: check the number of the game.")
        if made.game.void:
            raise RulingRefusedError(f"That game, {where}, is void by a ruling: cancel that adjustment first.")
    call = Call.objects.filter(event=made.event, table=made.table, done_at=None).first()
    made.called_at = call.called_at if call else where.called_at
    number = claim.get("seat")
    if isinstance(number, int):
        made.seat = seat_letter(number - 1)
        made.guest = _sitting(made.table, made.seat, where)


def _table(row: Event, where: Where) -> Table:
    found = None
    if max(where.round, where.table, where.game or 0) <= LARGEST:
        tables = Table.objects.select_related("round").filter(event=row, number=where.table)
        found = tables.filter(round__number=where.round).exclude(round__state=RoundState.DRAFT).first()
    if found is None:
        raise RulingRefusedError(f"There is no table {where.table} in round {where.round}: check the numbers.")
    if where.while_open and not found.round.open:
        raise RulingRefusedError(f"{found.round} is not open: an umpire with an account rules on it now.")
    return found


def _sitting(table: Table, letter: str, where: Where) -> Guest:
    game = where.game or 1
    taken = Seat.objects.filter(Q(left_after_game=None) | Q(left_after_game__gte=game), table=table, letter=letter)
    if where.game is not None:
        taken = taken.filter(from_game__lte=game)
    seat = taken.select_related("guest").order_by("-from_game").first()
    if seat is None:
        raise RulingRefusedError(f"Nobody sits at seat {letter} of {where}: check the seat.")
    return seat.guest
