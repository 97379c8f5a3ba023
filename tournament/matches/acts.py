"""Pairing a round and publishing it, closing a stage: each one step of the matches, with its
reverse.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from scoring.pairing.course import Course
from scoring.pairing.draft import Draft, draft
from scoring.pairing.ranking import knock_out_places, standing
from scoring.pairing.steps import match_body, take
from scoring.pairing.values import PairingError
from tournament.counting.matches import course, criteria, kept_apart, present
from tournament.ledger.chain import Signature, append, known, writing
from tournament.matches.matching import heaviest
from tournament.matches.rows import store
from tournament.models import Event, Guest, Sheet
from tournament.refusal import Refused
from tournament.server.snapshot import after_snapshot

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
        drafted = draft(now, there, heaviest, rng, kept_apart(row))
        drafts.append(drafted)
        content: Body = {
            "round": drafted.round.number,
            "matches": [match_body(match) for match in drafted.round.matches],
            "seed": seed,
        }
        optional = {"entrants": list(drafted.entrants), "given_up": list(drafted.given_up)}
        return content | {name: value for name, value in optional.items() if value}

    step(event, "pair", body, signature)
    return drafts[0] if drafts else None


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
