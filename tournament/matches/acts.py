"""The course of the matches written back into its rows: only what a step changed.

The maximum-weight matching behind the Swiss pairings: a graph library, kept out of the pure core.

Pairing a round and publishing it, closing a stage: each one step of the matches, with its reverse.

A draft of a Swiss changed by hand: two players in each other's place.

What the desk wishes of pairings to come: a bye asked for, a late entry with stated points, pairs
bound or apart.

What came of a match: played, a walkover, lost by both; put right, also after later pairings; taken
back.
"""

import random
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from scoring.pairing.course import Course
from scoring.pairing.draft import Draft, Pair, Wanted, draft, places_of, swapped
from scoring.pairing.ranking import knock_out_places, standing
from scoring.pairing.steps import STEPS, match_body, match_from, take
from scoring.pairing.values import PairingError, Round
from tournament.counting.matches import course, criteria, kept_apart, present
from tournament.ledger.chain import Signature, append, known, writing
from tournament.matches.matching import heaviest
from tournament.models import (
    AskedBye,
    Event,
    Guest,
    LateEntry,
    LedgerEntry,
    MatchRound,
    MatchStage,
    PairBond,
    Pairing,
    Sheet,
)
from tournament.refusal import Refused
from tournament.server.snapshot import after_snapshot

Keys = Mapping[str, int]


def store(row: Event, before: Course, after: Course) -> None:
    """Write what differs, inside an act."""
    keys = dict(Guest.objects.filter(event=row).values_list("ref", "pk"))
    _drop_rounds(row, before, after)
    _stages(row, before, after)
    _rounds(row, before, after, keys)
    _wishes(row, before, after, keys)


def _drop_rounds(row: Event, before: Course, after: Course) -> None:
    changed = [round_.number for round_ in before.rounds if round_ not in after.rounds]
    if changed:
        Pairing.objects.filter(event=row, round__number__in=changed).delete()
        removed = [number for number in changed if number > len(after.rounds)]
        MatchRound.objects.filter(event=row, number__in=removed).delete()


def _stages(row: Event, before: Course, after: Course) -> None:
    if (before.entrants, before.orders) == (after.entrants, after.orders):
        return
    MatchStage.objects.filter(event=row, number__gte=len(after.entrants)).delete()
    for number, entrants in enumerate(after.entrants):
        order = list(after.orders[number]) if number < len(after.orders) else None
        fields = {"entrants": list(entrants), "order": order}
        MatchStage.objects.update_or_create(event=row, number=number, defaults=fields)


def _rounds(row: Event, before: Course, after: Course, keys: Keys) -> None:
    for round_ in after.rounds:
        if round_ not in before.rounds:
            stage = MatchStage.objects.get(event=row, number=round_.stage)
            fields = {"stage": stage, "published": round_.published}
            stored, _created = MatchRound.objects.update_or_create(
                event=row, number=round_.number, defaults=fields
            )
            Pairing.objects.bulk_create(_pairings(row, stored, round_, keys))


def _pairings(row: Event, stored: MatchRound, round_: Round, keys: Keys) -> list[Pairing]:
    return [
        Pairing(
            event=row,
            round=stored,
            position=position,
            slot=match.slot,
            table=match.table,
            kind=match.kind,
            one_id=keys[match.one],
            other_id=keys[match.other] if match.other else None,
            result=match.result,
            games=match.games,
            version=match.version,
            reasons=list(match.reasons),
        )
        for position, match in enumerate(round_.matches)
    ]


def _wishes(row: Event, before: Course, after: Course, keys: Keys) -> None:
    for number, ref in before.asked - after.asked:
        AskedBye.objects.filter(event=row, round=number, guest__ref=ref).delete()
    for number, ref in after.asked - before.asked:
        AskedBye.objects.create(event=row, round=number, guest_id=keys[ref])
    if before.late != after.late:
        LateEntry.objects.filter(event=row).delete()
        LateEntry.objects.bulk_create(
            LateEntry(
                event=row, guest_id=keys[late.player], round=late.round, halves=int(late.halves)
            )
            for late in after.late
        )
    if before.bonds != after.bonds:
        PairBond.objects.filter(event=row).delete()
        PairBond.objects.bulk_create(
            PairBond(
                event=row,
                one_id=keys[bond.one],
                other_id=keys[bond.other],
                forced=bond.forced,
                round=bond.round,
            )
            for bond in after.bonds
        )


Body = dict[str, Any]


class MatchRefusedError(Refused, PairingError):
    """The matches cannot be changed so: the sentence, often that of the core, says why and what to
    do instead.
    """


def step(
    event: Event,
    kind: str,
    body: Callable[[Event, Course], Body],
    signature: Signature,
    *,
    reason: str = "",
) -> Course | None:
    """Take one step of the matches: checked, its rows written, and in the ledger. None where this
    very request was done before. Reverse act: the step that its own act names. Raises
    MatchRefusedError.
    """
    with _refusing(), writing(event) as row:
        if known(row, signature):
            return None
        before = course(row)
        content = body(row, before)
        after = take(before, kind, content)
        store(row, before, after)
        _freeze(row, after, signature)
        append(row, kind, content, signature, reason=reason)
    return after


@contextmanager
def _refusing() -> Iterator[None]:
    """What the core finds in the way is the refusal of the act."""
    try:
        yield
    except MatchRefusedError:
        raise
    except PairingError as fault:
        raise MatchRefusedError(str(fault)) from fault


def _freeze(row: Event, after: Course, signature: Signature) -> None:
    """What decides results is fixed from the first result on, and free again without one."""
    begun = any(match.result for round_ in after.rounds for match in round_.matches)
    if begun != row.frozen and not Sheet.objects.filter(event=row).exists():
        Event.objects.filter(pk=row.pk).update(frozen_at=signature.at if begun else None)


def needs_reason(reason: str, subject: str) -> None:
    """Raise MatchRefusedError where no reason is given for something that takes one."""
    if not reason.strip():
        raise MatchRefusedError(f"{subject} needs its reason: say in a few words why.")


def pair_round(
    event: Event, signature: Signature, *, seed: int, seeded: bool = False
) -> Draft | None:
    """Pair the next round as a draft that officials look at. The same seed gives the same draft.

    `seeded`: the first stage takes its seeds in the order of the badges; else by lot. Reverse act:
    `unpair_round`.
    """
    drafts: list[Draft] = []

    def body(row: Event, now: Course) -> Body:
        rng = random.Random(seed)  # noqa: S311 -- the lot of a game, told in the ledger
        there = present(row)
        if not seeded:
            rng.shuffle(there)
        drafts.append(draft(now, Wanted(there, heaviest, rng, kept_apart(row))))
        return _drafted(drafts[0]) | {"seed": seed}

    step(event, "pair", body, signature)
    return drafts[0] if drafts else None


def _drafted(draft_: Draft) -> Body:
    """A draft as the ledger keeps it."""
    body: Body = {
        "round": draft_.round.number,
        "matches": [match_body(match) for match in draft_.round.matches],
    }
    optional = {"entrants": list(draft_.entrants), "given_up": list(draft_.given_up)}
    return body | {name: value for name, value in optional.items() if value}


@after_snapshot
def unpair_round(event: Event, number: int, signature: Signature) -> None:
    """Throw the draft of a round away. Reverse act: `pair_round` with the same seed."""
    step(event, "unpair", lambda row, now: {"round": number}, signature)


def publish_pairs(event: Event, number: int, signature: Signature) -> None:
    """Publish a draft: guests see whom they meet, and its tables take results.

    Reverse act: `withdraw_pairs`.
    """
    step(event, "pairs_out", lambda row, now: {"round": number}, signature)


@after_snapshot
def withdraw_pairs(event: Event, number: int, signature: Signature, *, reason: str) -> None:
    """Make a published round a draft again while it has no result. Reverse act: `publish_pairs`."""
    needs_reason(reason, "Taking a published round back")
    step(event, "pairs_back", lambda row, now: {"round": number}, signature, reason=reason)


def close_stage(event: Event, signature: Signature, *, seed: int) -> None:
    """Close the stage once all its matches are in: its order is fixed, and where nothing else
    splits a tie the lot is drawn and recorded. Reverse act: `reopen_stage`.
    """

    def body(row: Event, now: Course) -> Body:
        take(now, "close_stage", {"stage": now.now, "order": []})
        order, lot = order_of(row, now, seed)
        return {"stage": now.now, "order": order, "lot": lot, "seed": seed}

    step(event, "close_stage", body, signature)


def order_of(event: Event, now: Course, seed: int) -> tuple[list[str], list[str]]:
    """The order of the stage that is played, and those between whom only the lot decides."""
    if now.stage.kind == "knock_out":
        places = knock_out_places(now.of_stage(now.now), now.entrants[now.now])
        seeds = {ref: seed for seed, ref in enumerate(now.entrants[now.now])}
        return sorted(seeds, key=lambda ref: (places.get(ref, 1), seeds[ref])), []
    totals = now.sums(now.now)
    lot = sorted(totals.halves)
    random.Random(seed).shuffle(lot)  # noqa: S311 -- the lot of a game, told in the ledger
    tie_breaks = tuple(name for name in criteria(event) if name != "lot")
    place = {ref: index for index, ref in enumerate(lot)}
    lines = standing(totals, tie_breaks)
    ordered = sorted(
        lines, key=lambda line: (line.place, place[line.player] if line.tied_with else 0)
    )
    return [line.player for line in ordered], [line.player for line in ordered if line.tied_with]


@after_snapshot
def reopen_stage(event: Event, number: int, signature: Signature, *, reason: str) -> None:
    """Open the last closed stage again while nothing was paired from its order.

    Reverse act: `close_stage`.
    """
    needs_reason(reason, "Opening a stage again")
    step(event, "open_stage", lambda row, now: {"stage": number}, signature, reason=reason)


def guest_ref(event: Event, ref: str) -> str:
    """The ref where such a guest is there and can play. Raises MatchRefusedError."""
    guest = Guest.objects.filter(event=event, ref=ref).first()
    if guest is None:
        raise MatchRefusedError("There is no such guest this evening: choose one from the list.")
    if ref not in present(event):
        raise MatchRefusedError(
            f"{guest.name} went home: let them come back in on the guest list first."
        )
    return ref


def swap_opponents(
    event: Event, number: int, name: str, counterpart: str, signature: Signature
) -> None:
    """Let two players of the draft of a round change places: each meets whom the other was to meet.

    Reverse act: the same swap again, which brings the reasons of the draft back. Raises
    MatchRefusedError.
    """

    def body(row: Event, now: Course) -> Body:
        first, second = sorted((guest_ref(row, name), guest_ref(row, counterpart)))
        here = places_of(now, number, first, second)
        swap = {"round": number, "one": first, "other": second}
        then = _as_before(row, swap) or swapped(now, number, first, second)
        return swap | {
            "was": [match_body(match) for match in here],
            "matches": [match_body(match) for match in then],
        }

    step(event, "swap_pairs", body, signature)


def _as_before(row: Event, swap: Mapping[str, Any]) -> Pair | None:
    """The matches before the last step, where that was the very same swap; else None."""
    last = LedgerEntry.standing.filter(event=row, kind__in=STEPS).order_by("-number").first()
    if (
        last is None
        or last.kind != "swap_pairs"
        or any(last.body[name] != value for name, value in swap.items())
    ):
        return None
    # The first of the two stands in the match of the second now.
    first, second = map(match_from, last.body["was"])
    return second, first


def request_bye(event: Event, ref: str, number: int, signature: Signature) -> None:
    """A player sits a round of the Swiss out, which counts half a win.

    Reverse act: `take_bye_back`.
    """
    step(
        event,
        "ask_bye",
        lambda row, now: {"round": number, "guest": guest_ref(row, ref)},
        signature,
    )


@after_snapshot
def take_bye_back(event: Event, ref: str, number: int, signature: Signature) -> None:
    """The player plays that round after all, while it is not paired. Reverse act: `request_bye`."""
    step(event, "unask_bye", lambda row, now: {"round": number, "guest": ref}, signature)


def enter_late(event: Event, ref: str, halves: int, signature: Signature, *, reason: str) -> None:
    """A guest comes into the Swiss after it began, with points stated in halves for the rounds
    missed. Reverse act: `take_late_entry_back`.
    """

    def body(row: Event, now: Course) -> Body:
        needs_reason(reason, "A late entry")
        return {"guest": guest_ref(row, ref), "halves": halves}

    step(event, "late_entry", body, signature, reason=reason)


@after_snapshot
def take_late_entry_back(event: Event, ref: str, signature: Signature) -> None:
    """The guest is not in the Swiss after all, while they are not paired.

    Reverse act: `enter_late`.
    """
    step(event, "late_entry_back", lambda row, now: {"guest": ref}, signature)


def bind_pair(
    event: Event, first: str, second: str, number: int | None, signature: Signature, *, forced: bool
) -> None:
    """Two players meet in a round whatever the scores say (`forced`), or do not meet: in a round,
    or (None) at all.

    Reverse act: `free_pair`.
    """

    def body(row: Event, now: Course) -> Body:
        return _bond(guest_ref(row, first), guest_ref(row, second), number, forced=forced)

    step(event, "bond", body, signature)


@after_snapshot
def free_pair(
    event: Event, first: str, second: str, number: int | None, signature: Signature, *, forced: bool
) -> None:
    """The desk binds the two no longer, or lets them meet again. Reverse act: `bind_pair`."""
    step(event, "unbond", lambda row, now: _bond(first, second, number, forced=forced), signature)


def _bond(name: str, counterpart: str, number: int | None, *, forced: bool) -> Body:
    first, second = sorted((name, counterpart))
    return {"one": first, "other": second, "forced": forced, "round": number}
