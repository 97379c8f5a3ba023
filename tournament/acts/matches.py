"""Pairing a round and publishing it, closing a stage: each one step of the matches, with its reverse."""

import random
from collections.abc import Callable
from typing import Any

from scoring.pairing.course import Course
from scoring.pairing.drafting import Draft, Wanted, draft
from scoring.pairing.ranking import knock_out_places, standing
from scoring.pairing.steps import match_body, take
from scoring.pairing.values import PairingError
from tournament.acts.match_rows import store
from tournament.acts.seating import known
from tournament.ledger.chain import Signature, append, writing
from tournament.ledger.matches import course, criteria, kept_apart, present
from tournament.matching import heaviest
from tournament.models import Event, Guest, Sheet
from tournament.snapshot import after_snapshot

Body = dict[str, Any]


def step(
    event: Event, kind: str, body: Callable[[Event, Course], Body], by: Signature, *, reason: str = ""
) -> Course | None:
    """Take one step of the matches: checked, its rows written, and in the ledger. None where this very request was
    done before. Reverse act: the step that its own act names. Raises PairingError with a sentence.
    """
    with writing(event) as row:
        if known(row, by):
            return None
        before = course(row)
        said = body(row, before)
        after = take(before, kind, said)
        store(row, before, after)
        _freeze(row, after, by)
        append(row, kind, said, by, reason=reason)
    return after


def _freeze(row: Event, after: Course, by: Signature) -> None:
    """What decides results is fixed from the first pairing on, and free again once that was thrown away."""
    begun = bool(after.rounds)
    if begun != row.frozen and not Sheet.objects.filter(event=row).exists():
        Event.objects.filter(pk=row.pk).update(frozen_at=by.at if begun else None)


def needs_reason(reason: str, what: str) -> None:
    """Raise PairingError where no reason is given for something that takes one."""
    if not reason.strip():
        raise PairingError(f"{what} needs its reason: say in a few words why.")


def pair_round(event: Event, by: Signature, *, seed: int, seeded: bool = False) -> Draft | None:
    """Pair the next round as a draft that officials look at. The same seed gives the same draft.

    `seeded`: the first stage takes its seeds in the order of the badges; else by lot. Reverse act: `unpair_round`.
    """
    made: list[Draft] = []

    def body(row: Event, now: Course) -> Body:
        rng = random.Random(seed)  # noqa: S311 -- the lot of a game, told in the ledger
        there = present(row)
        if not seeded:
            rng.shuffle(there)
        made.append(draft(now, Wanted(there, heaviest, rng, kept_apart(row))))
        return _drafted(made[0]) | {"seed": seed}

    step(event, "pair", body, by)
    return made[0] if made else None


def _drafted(found: Draft) -> Body:
    """A draft as the ledger keeps it."""
    said: Body = {"round": found.round.number, "matches": [match_body(match) for match in found.round.matches]}
    optional = {"entrants": list(found.entrants), "given_up": list(found.given_up)}
    return said | {name: value for name, value in optional.items() if value}


@after_snapshot
def unpair_round(event: Event, number: int, by: Signature) -> None:
    """Throw the draft of a round away. Reverse act: `pair_round` with the same seed."""
    step(event, "unpair", lambda row, now: {"round": number}, by)


def publish_pairs(event: Event, number: int, by: Signature) -> None:
    """Publish a draft: guests see whom they meet, and its tables take results. Reverse act: `withdraw_pairs`."""
    step(event, "pairs_out", lambda row, now: {"round": number}, by)


@after_snapshot
def withdraw_pairs(event: Event, number: int, by: Signature, *, reason: str) -> None:
    """Make a published round a draft again while it has no result. Reverse act: `publish_pairs`."""
    needs_reason(reason, "Taking a published round back")
    step(event, "pairs_back", lambda row, now: {"round": number}, by, reason=reason)


def close_stage(event: Event, by: Signature, *, seed: int) -> None:
    """Close the stage once all its matches are in: its order is fixed, and where nothing else splits a tie the lot is
    drawn and recorded. Reverse act: `reopen_stage`.
    """

    def body(row: Event, now: Course) -> Body:
        take(now, "close_stage", {"stage": now.now, "order": []})
        order, lot = order_of(row, now, seed)
        return {"stage": now.now, "order": order, "lot": lot, "seed": seed}

    step(event, "close_stage", body, by)


def order_of(event: Event, now: Course, seed: int) -> tuple[list[str], list[str]]:
    """The order of the stage that is played, and those between whom only the lot decides."""
    if now.stage.kind == "knock_out":
        places = knock_out_places(now.of_stage(now.now), now.entrants[now.now])
        seeds = {ref: seed for seed, ref in enumerate(now.entrants[now.now])}
        return sorted(seeds, key=lambda ref: (places.get(ref, 1), seeds[ref])), []
    found = now.sums(now.now)
    drawn = sorted(found.halves)
    random.Random(seed).shuffle(drawn)  # noqa: S311 -- the lot of a game, told in the ledger
    how = tuple(name for name in criteria(event) if name != "lot")
    place = {ref: at for at, ref in enumerate(drawn)}
    lines = standing(found, how)
    ordered = sorted(lines, key=lambda line: (line.place, place[line.player] if line.tied_with else 0))
    return [line.player for line in ordered], [line.player for line in ordered if line.tied_with]


@after_snapshot
def reopen_stage(event: Event, number: int, by: Signature, *, reason: str) -> None:
    """Open the last closed stage again while nothing was paired from its order. Reverse act: `close_stage`."""
    needs_reason(reason, "Opening a stage again")
    step(event, "open_stage", lambda row, now: {"stage": number}, by, reason=reason)


def guest_ref(event: Event, ref: str) -> str:
    """The ref where such a guest is there and can play. Raises PairingError."""
    guest = Guest.objects.filter(event=event, ref=ref).first()
    if guest is None:
        raise PairingError("There is no such guest at this event: choose one from the list.")
    if ref not in present(event):
        raise PairingError(f"{guest.name} went home: let them come back in on the guest list first.")
    return ref
