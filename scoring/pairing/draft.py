"""Drafting the next round: the circle, the Swiss or the bracket, with the reason for every pair."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from random import Random
from typing import NamedTuple

from scoring.pairing.bracket import THIRD, bracket_size, first_round, next_pairs, third_pair
from scoring.pairing.course import Course
from scoring.pairing.roles import ten_and_five
from scoring.pairing.round_robin import circle
from scoring.pairing.swiss import Matching, swiss_round
from scoring.pairing.values import Match, PairingError, Round
from scoring.words import first_few, many


class Draft(NamedTuple):
    """A round as it would be, the entrants where it begins a stage, and the Swiss constraints that
    were given up.
    """

    round: Round
    entrants: tuple[str, ...] = ()
    given_up: tuple[str, ...] = ()


def draft(
    course: Course,
    present: Sequence[str],
    matching: Matching,
    rng: Random,
    apart: Collection[frozenset[str]] = (),
) -> Draft:
    """The next round of the course, of those `present` in the order of seeding; `apart` are pairs
    kept apart beside the bonds. Raises PairingError with what is in the way.
    """
    stage = course.stage
    _ready(course)
    entrants = course.entrants[course.now] if course.begun else entrants_of(course, present)
    if course.begun and len(course.of_stage(course.now)) >= course.rounds_due(course.now):
        raise PairingError(f"Every round of the {stage.noun} is paired: close the stage.")
    given_up: tuple[str, ...] = ()
    if stage.kind == "swiss":
        matches, given_up = swiss_round(course, entrants, present, matching, rng, apart)
    elif stage.kind == "knock_out":
        matches = _knock_out(course, entrants, rng)
    else:
        matches = _all_play_all(course, entrants, present)
    laid, table = [], 0
    for match in matches:
        table += match.other is not None
        # Tables are numbered in the order of the matches; a bye has none.
        laid.append(replace(match, table=table if match.other else 0))
    round_ = Round(course.next_number, course.now, published=False, matches=tuple(laid))
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
            f"{len(entrants)} players meet nobody twice for {many(most, 'round')} at most, and"
            f" {stage.rounds} are declared: declare fewer, or let all play all."
        )
    return entrants


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
    if not before:
        free = bracket_size(len(entrants)) - len(entrants)
        matches = []
        for slot, (first, second) in enumerate(first_round(entrants)):
            seed = entrants.index(first) + 1
            why = (
                f"Seeds {seed} and {entrants.index(second) + 1}."
                if second
                else f"Seed {seed} meets nobody in the first round: {many(free, 'player')} fewer"
                " than the bracket has places."
            )
            matches.append(_sided((), first, second, slot, why, rng))
        return matches
    played = [match for round_ in course.rounds for match in round_.matches]
    slots = bracket_size(len(entrants)) // 2 ** len(before)
    matches = [
        _sided(played, first, second, slot, _WINNERS if second else _NOBODY, rng)
        for slot, (first, second) in sorted(next_pairs(before[-1].matches, slots).items())
    ]
    if course.stage.third_place and slots == 2 and (third := third_pair(before[-1].matches)):
        why = "Both lost their semi-final: they play for the third place."
        matches.append(_sided(played, *third, THIRD, why, rng))
    return matches


_WINNERS = "Winners of neighbouring matches of the bracket."
_NOBODY = "Nobody is left on the other side of the bracket."


def _sided(
    played: Sequence[Match], first: str, second: str | None, slot: int, why: str, rng: Random
) -> Match:
    """A match of the bracket with its sides, or the bye of the first where there is no second."""
    if second is None:
        return Match(first, kind="bye", slot=slot, reasons=(why,))
    return Match(*ten_and_five(played, first, second, rng), slot=slot, reasons=(why,))
