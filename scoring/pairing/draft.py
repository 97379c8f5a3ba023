"""Drafting the next round: the circle, the Swiss or the bracket, with the reason for every pair.

Two players of a Swiss draft change places by hand: each has the other's opponent and side, or the
other's bye.

What the desk wishes of pairings to come: byes asked for, late entries with stated points, pairs
bound or apart.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from scoring.formats.results import Halves
from scoring.pairing.bracket import THIRD, bracket_size, first_round, next_pairs, third_pair
from scoring.pairing.course import Bond, Course, Late
from scoring.pairing.roles import takes_the_ten
from scoring.pairing.round_robin import circle
from scoring.pairing.swiss import Matching, swiss_round
from scoring.pairing.values import Match, PairingError, Round
from scoring.words import first_few, many


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a draft is made from: who is there in the order of seeding, pairs kept apart beside the
    bonds.
    """

    present: Sequence[str]
    matching: Matching
    rng: Random
    apart: Collection[frozenset[str]] = ()


@dataclass(frozen=True, slots=True)
class Draft:
    """A round as it would be, the entrants where it begins a stage, and the Swiss constraints that
    were given up.
    """

    round: Round
    entrants: tuple[str, ...] = ()
    given_up: tuple[str, ...] = ()


def draft(course: Course, target: Wanted) -> Draft:
    """The next round of the course. Raises PairingError with what is in the way."""
    stage = course.stage
    _ready(course)
    entrants = course.entrants[course.now] if course.begun else entrants_of(course, target.present)
    if course.begun and len(course.of_stage(course.now)) >= course.rounds_due(course.now):
        raise PairingError(f"The {stage.words.lower()} has all its rounds: close it.")
    given_up: tuple[str, ...] = ()
    if stage.kind == "swiss":
        matches, given_up = swiss_round(
            course, entrants, target.present, target.matching, target.rng, target.apart
        )
    elif stage.kind == "knock_out":
        matches = _knock_out(course, entrants, target.rng)
    else:
        matches = _all_play_all(course, entrants, target.present)
    round_ = Round(course.next_number, course.now, published=False, matches=_laid(matches))
    return Draft(round_, () if course.begun else entrants, given_up)


def _ready(course: Course) -> None:
    last = course.last
    if last is None:
        return
    if not last.published:
        raise PairingError(
            f"Round {last.number} is a draft still: publish it or throw it away first."
        )
    # A circle is laid whatever the results; its rounds may overlap.
    if last.waiting and course.stage.kind != "all_play_all":
        raise PairingError(
            f"{open_words(last)} Enter every result before the next round is paired."
        )


MOST_NAMED = 6
"""Tables that a refusal names; it counts the others."""


def open_words(round_: Round) -> str:
    """How many matches of a round wait for a result, and where."""
    waiting = [str(match.table) for match in round_.waiting]
    if len(waiting) == 1:
        return f"Round {round_.number}: the match at table {waiting[0]} has no result."
    name = first_few(waiting, MOST_NAMED)
    return f"Round {round_.number}: the matches at tables {name} have no result."


def entrants_of(course: Course, present: Sequence[str]) -> tuple[str, ...]:
    """Who begins the stage: all who are there, or the best of the stage before, later ones moving
    up for absentees.

    Raises PairingError where they are too few.
    """
    stage = course.stage
    ranked = course.orders[-1] if course.orders else tuple(present)
    entrants = tuple(ref for ref in ranked if ref in set(present))
    if stage.size:
        if len(entrants) < stage.size:
            raise PairingError(
                f"The knock-out takes {stage.size} and {len(entrants)} are there: choose a smaller"
                " cut."
            )
        entrants = entrants[: stage.size]
    if len(entrants) < 2:
        raise PairingError(
            "One player is there: a pairing needs two, so let more players come in first."
            if entrants
            else "Nobody is there: a pairing needs two, so let more players come in first."
        )
    most = len(entrants) - 1 + len(entrants) % 2
    if stage.kind == "swiss" and stage.rounds > most:
        raise PairingError(
            f"{len(entrants)} players meet nobody twice for {most} rounds at most, and"
            f" {stage.rounds} are declared: declare fewer, or let all play all."
        )
    return entrants


def _laid(matches: Sequence[Match]) -> tuple[Match, ...]:
    """Tables numbered in the order given; byes have none."""
    laid, table = [], 0
    for match in matches:
        table += match.other is not None
        laid.append(
            Match(
                match.one,
                match.other,
                match.kind,
                table if match.other else 0,
                match.slot,
                reasons=match.reasons,
            )
        )
    return tuple(laid)


def _all_play_all(course: Course, entrants: tuple[str, ...], present: Sequence[str]) -> list[Match]:
    """The next turn of the circle; who was to meet somebody that went home has a bye, which counts
    as a win.
    """
    rounds = circle(entrants)
    turn, there = len(course.of_stage(course.now)), set(present)
    why = f"Turn {turn + 1} of {len(rounds)} of the circle."
    matches = []
    for slot, (first, second) in enumerate(rounds[turn]):
        here = [ref for ref in (first, second) if ref is not None and ref in there]
        if len(here) == 2:
            matches.append(Match(first, second, slot=slot, reasons=(why,)))
        elif here:
            reason = (
                f"{why} The opponent went home."
                if second
                else f"{why} With an odd number one pauses."
            )
            matches.append(
                Match(here[0], kind="bye" if second else "pause", slot=slot, reasons=(reason,))
            )
    return sorted(matches, key=lambda match: match.other is None)


def _knock_out(course: Course, entrants: tuple[str, ...], rng: Random) -> list[Match]:
    before = course.of_stage(course.now)
    played = [match for round_ in course.rounds for match in round_.matches]
    if not before:
        return [
            _seeded(entrants, slot, pair, rng) for slot, pair in enumerate(first_round(entrants))
        ]
    last = before[-1]
    slots = bracket_size(len(entrants)) // 2 ** len(before)
    pairs = next_pairs(last.matches, slots)
    matches = [
        _match_drawn(played, slot, first, second, rng)
        for slot, (first, second) in sorted(pairs.items())
    ]
    third = third_pair(last.matches) if course.stage.third_place and slots == 2 else None
    if third:
        why = "Both lost their semi-final: they play for the third place."
        matches.append(_sided(played, third, THIRD, why, rng))
    return matches


def _seeded(
    entrants: tuple[str, ...], slot: int, pair: tuple[str, str | None], rng: Random
) -> Match:
    first, second = pair
    seeds = [entrants.index(ref) + 1 for ref in pair if ref is not None]
    if second is None:
        free = bracket_size(len(entrants)) - len(entrants)
        why = (
            f"Seed {seeds[0]}: the bracket has {many(free, 'place')} nobody fills,"
            " for the top seeds."
        )
        return Match(first, kind="bye", slot=slot, reasons=(why,))
    return _sided((), (first, second), slot, f"Seeds {seeds[0]} and {seeds[1]}.", rng)


def _match_drawn(
    played: Sequence[Match], slot: int, first: str, second: str | None, rng: Random
) -> Match:
    if second is None:
        return Match(
            first,
            kind="bye",
            slot=slot,
            reasons=("Nobody is left on the other side of the bracket.",),
        )
    return _sided(
        played, (first, second), slot, "Winners of neighbouring matches of the bracket.", rng
    )


def _sided(
    played: Sequence[Match], pair: tuple[str, str], slot: int, why: str, rng: Random
) -> Match:
    ten = takes_the_ten(played, *pair, rng)
    five = pair[1] if ten == pair[0] else pair[0]
    return Match(ten, five, slot=slot, reasons=(why,))


Body = Mapping[str, Any]
Pair = tuple[Match, Match]


def places_of(course: Course, number: int, first: str, second: str) -> Pair:
    """The matches of the two in the draft. Raises PairingError where they cannot change places."""
    round_ = course.round(number)
    if round_.published:
        raise PairingError(f"Round {number} is published: make it a draft again first.")
    if course.plan[round_.stage].kind != "swiss":
        raise PairingError(
            "Two change places in the draft of a Swiss alone: here the bracket or the circle"
            " decides."
        )
    here, there = round_.of(first), round_.of(second)
    if here is None or there is None:
        raise PairingError(f"Choose two players who are in the draft of round {number}.")
    if here == there:
        raise PairingError("These two meet each other: choose players of two different pairs.")
    if "asked_bye" in (here.kind, there.kind):
        raise PairingError(
            "One of the two asked to sit that round out: take that back, and draft the round again."
        )
    return here, there


def swapped(course: Course, number: int, first: str, second: str) -> Pair:
    """The same matches with the two in each other's place, and the reasons that say so.

    Raises PairingError where they cannot change places, or where the desk has bound or kept apart
    who would be parted or meet.
    """
    here, there = places_of(course, number, first, second)
    pair = (
        _explained(course, number, _with(here, first, second)),
        _explained(course, number, _with(there, second, first)),
    )
    met = [{*match.players} for match in pair]
    for bond in course.bonds:
        if (
            bond.holds_in(number)
            and bond.forced
            and {first, second} & bond.pair
            and bond.pair not in met
        ):
            raise PairingError(
                "One of the two is bound to somebody in that round: free them first."
            )
        if bond.holds_in(number) and not bond.forced and bond.pair in met:
            raise PairingError("Two who are kept apart would meet: free them first.")
    return pair


def _with(match: Match, goes: str, comes: str) -> Match:
    """The match with somebody in the place of one of its players."""
    return replace(match, one=comes) if match.one == goes else replace(match, other=comes)


def _explained(course: Course, number: int, match: Match) -> Match:
    if match.other is None:
        return replace(
            match,
            reasons=("Sits out by the hand of an official, in the place of whom the draft had.",),
        )
    before = [round_.number for round_ in course.rounds[: number - 1] if _meet(round_, match)]
    again = tuple(f"They have met already, in round {earlier}." for earlier in before)
    return replace(match, reasons=("Paired by the hand of an official, not as drafted.", *again))


def _meet(round_: Round, match: Match) -> bool:
    return any({*item.players} == {*match.players} for item in round_.matches)


def swap(course: Course, body: Body, now: Pair, then: Pair) -> Course:
    """The course with `then` in the place of `now`, both as the step has them.

    Raises PairingError, see `places_of`.
    """
    here, there = places_of(course, body["round"], body["one"], body["other"])
    moved = _with(here, body["one"], body["other"]), _with(there, body["other"], body["one"])
    if now != (here, there) or tuple(replace(match, reasons=()) for match in then) != tuple(
        replace(match, reasons=()) for match in moved
    ):
        raise PairingError("The draft is another one by now: look at it again.")
    instead = dict(zip(now, then, strict=True))
    round_ = course.round(body["round"])
    after = replace(round_, matches=tuple(instead.get(match, match) for match in round_.matches))
    return replace(course, rounds=(*course.rounds[:-1], after))


def ask_bye(course: Course, body: Body) -> Course:
    """Somebody asks to sit a round out. Raises PairingError."""
    _swiss_ahead(course, body["round"], "A bye is asked for")
    bye = (body["round"], body["guest"])
    if bye in course.asked:
        raise PairingError(f"That bye in round {body['round']} is asked for already.")
    return replace(course, asked=course.asked | {bye})


def unask_bye(course: Course, body: Body) -> Course:
    """A bye asked for is taken back. Raises PairingError."""
    bye = (body["round"], body["guest"])
    if bye not in course.asked or body["round"] < course.next_number:
        raise PairingError("No such bye is asked for in a round that is still to be paired.")
    return replace(course, asked=course.asked - {bye})


def _swiss_ahead(course: Course, number: int, subject: str) -> None:
    """A wish concerns a round of the Swiss that is not paired yet."""
    swiss = next((stage for stage in course.plan if stage.kind == "swiss"), None)
    if swiss is None:
        raise PairingError(f"{subject} in a Swiss alone: here the bracket or the circle decides.")
    most = course.rounds_due(0) if course.entrants else swiss.rounds or number
    if not course.next_number <= number <= most:
        raise PairingError(
            f"{subject} in a round still to be paired, up to round {most}: not in round {number}."
        )


def late(course: Course, body: Body) -> Course:
    """Somebody comes into the Swiss with stated points. Raises PairingError."""
    ref, halves = body["guest"], Halves(body["halves"])
    _swiss_ahead(course, course.next_number, "Somebody comes in late")
    if not course.begun:
        raise PairingError(
            "The Swiss has not begun: whoever is on the guest list is paired in round 1."
        )
    if ref in course.entrants[course.now]:
        raise PairingError("That guest is in the Swiss already.")
    missed = course.next_number - 1
    if not 0 <= halves <= Halves.of(missed):
        raise PairingError(f"State from 0 to {missed} points: one for each round missed at most.")
    entrants = (*course.entrants[: course.now], (*course.entrants[course.now], ref))
    return replace(
        course, entrants=entrants, late=(*course.late, Late(ref, course.next_number, halves))
    )


def late_back(course: Course, body: Body) -> Course:
    """A late entry is taken back. Raises PairingError."""
    ref = body["guest"]
    entry = next((late for late in course.late if late.player == ref), None)
    if entry is None or course.now:
        raise PairingError("That guest did not come in late, or the Swiss is closed.")
    if any(ref in match.players for round_ in course.rounds for match in round_.matches):
        raise PairingError("They are paired already: a walkover, or going home, is what is left.")
    remaining = tuple(entrant for entrant in course.entrants[0] if entrant != ref)
    return replace(
        course, entrants=(remaining,), late=tuple(late for late in course.late if late != entry)
    )


def bond(course: Course, body: Body) -> Course:
    """Two are bound for a round, or kept apart. Raises PairingError."""
    bond = _bond_of(body)
    _swiss_ahead(course, bond.round or course.next_number, "A pair is bound or kept apart")
    if bond.one == bond.other:
        raise PairingError("A pair is two players: choose two different ones.")
    if bond.forced and bond.round is None:
        raise PairingError("Say in which round the two are to meet.")
    _no_contradiction(course, bond)
    return replace(course, bonds=(*course.bonds, bond))


def _no_contradiction(course: Course, bond: Bond) -> None:
    for item in course.bonds:
        together = bond.round is None or item.holds_in(bond.round)
        if item.pair == bond.pair and together:
            raise PairingError(
                "These two are to meet then: free them first."
                if item.forced
                else "These two are kept apart then: free them first."
            )
        if together and item.forced and bond.forced and item.pair & bond.pair:
            raise PairingError(
                "One of the two is bound to somebody else in that round: free them first."
            )


def unbond(course: Course, body: Body) -> Course:
    """A bond is taken back. Raises PairingError."""
    bond = _bond_of(body)
    remaining = tuple(item for item in course.bonds if item != bond)
    if len(remaining) == len(course.bonds):
        raise PairingError("These two are neither bound nor kept apart so.")
    return replace(course, bonds=remaining)


def _bond_of(body: Body) -> Bond:
    first, second = sorted((body["one"], body["other"]))
    return Bond(first, second, body["forced"], body["round"])
