"""Pairings, results and wishes of an event of matches: each act with its reverse.

A registry of its own, since none of these acts has a use on an evening of drawn tables.
"""

from collections.abc import Callable
from dataclasses import replace
from random import Random

from scoring.pairing.values import ONE_SIDED, Result
from tests.tournament.evening import sign
from tests.tournament.matches.matches import now, save
from tests.tournament.trials import Does, Trial, Undo
from tests.tournament.trials.seating import WHY
from tournament.matches.acts import (
    close_stage,
    pair_round,
    publish_pairs,
    reopen_stage,
    unpair_round,
    withdraw_pairs,
)
from tournament.matches.acts_results import (
    Outcome,
    confirm_match,
    effect_of,
    record_match,
    take_match_back,
)
from tournament.matches.acts_swap import swap_opponents
from tournament.matches.acts_wishes import (
    bind_pair,
    enter_late,
    free_pair,
    request_bye,
    take_bye_back,
    take_late_entry_back,
)
from tournament.models import Event, Guest

MATCH_TRIALS: dict[str, Trial] = {}
UNPLAYED: tuple[Result, ...] = (*ONE_SIDED, "double_forfeit")


def trial(act: str, reverse: str) -> Callable[[Does], Does]:
    """Mark a function as the trial of an act of the matches."""

    def marked(does: Does) -> Does:
        MATCH_TRIALS[does.__name__] = Trial(act, reverse, does)
        return does

    return marked


@trial("pair_round", "unpair_round")
def pairing(event: Event, rng: Random) -> Undo:
    found = pair_round(event, sign(), seed=rng.randrange(99))
    assert found is not None
    return lambda: unpair_round(event, found.round.number, sign())


@trial("publish_pairs", "withdraw_pairs")
def publishing(event: Event, rng: Random) -> Undo | None:
    last = now(event).last
    if last is None:
        return None
    publish_pairs(event, last.number, sign())
    return lambda: withdraw_pairs(event, last.number, sign(), reason=WHY)


@trial("swap_opponents", "swap_opponents")
def swapping(event: Event, rng: Random) -> Undo | None:
    last = now(event).last
    if last is None or len(last.matches) < 2:
        return None
    one, other = (rng.choice(match.players) for match in rng.sample(last.matches, 2))
    swap_opponents(event, last.number, one, other, sign())
    return lambda: swap_opponents(event, last.number, other, one, sign())


def _open(event: Event, rng: Random) -> Outcome | None:
    """A match without a result."""
    waiting = [
        (held, match) for held in now(event).rounds if held.published for match in held.waiting
    ]
    if not waiting:
        return None
    held, match = rng.choice(waiting)
    return Outcome(held.number, match.table, seen=match.version, reason=WHY)


def _back(event: Event, outcome: Outcome) -> Undo:
    def undo() -> None:
        seen = now(event).match(outcome.round, outcome.table).version
        take_match_back(event, Outcome(outcome.round, outcome.table, seen=seen, reason=WHY), sign())

    return undo


@trial("record_match", "take_match_back")
def playing(event: Event, rng: Random) -> Undo | None:
    found = _open(event, rng)
    if found is None:
        return None
    save(event, found.round, found.table, rng.choice("12"))
    return _back(event, found)


@trial("record_match", "take_match_back")
def not_playing(event: Event, rng: Random) -> Undo | None:
    """One was not there, came too late or gave up, or both lose."""
    found = _open(event, rng)
    if found is None:
        return None
    result = rng.choice(UNPLAYED)
    games = "" if result == "double_forfeit" else rng.choice("12")
    record_match(event, replace(found, result=result, games=games), sign())
    return _back(event, found)


@trial("confirm_match", "confirm_match")
def confirming(event: Event, rng: Random) -> Undo | None:
    """The other player agrees, and then does not."""
    done = [(held, match) for held in now(event).rounds for match in held.matches if match.result]
    if not done:
        return None
    held, match = rng.choice(done)
    outcome = Outcome(held.number, match.table, seen=match.version)
    confirm_match(event, outcome, sign(), agrees=True)
    return lambda: confirm_match(event, outcome, sign(), agrees=False)


@trial("record_match", "record_match")
def correcting(event: Event, rng: Random) -> Undo | None:
    """A result put right, and the one before entered again; a draft made from
    it is drafted anew.
    """
    course = now(event)
    done = [
        (held, match)
        for held in course.rounds
        for match in held.matches
        if match.result == "played"
    ]
    if not done:
        return None
    held, match = rng.choice(done)
    other = "2" if match.games == "1" else "1"
    seed = _seed_of_draft(event)
    _put_right(event, held.number, match.table, other)

    def undo() -> None:
        _put_right(event, held.number, match.table, match.games)
        if seed is not None and len(now(event).rounds) < len(course.rounds):
            pair_round(event, sign(), seed=seed)

    return undo


def _seed_of_draft(event: Event) -> int | None:
    last = event.ledger.filter(kind="pair").order_by("-number").first()
    return None if last is None else int(last.body["seed"])


def _put_right(event: Event, number: int, table: int, games: str) -> None:
    outcome = Outcome(number, table, games, now(event).match(number, table).version, WHY)
    found = effect_of(now(event), outcome)
    record_match(event, Outcome(number, table, games, outcome.seen, WHY, agreed=found.seen), sign())


@trial("request_bye", "take_bye_back")
def asking_for_a_bye(event: Event, rng: Random) -> Undo:
    ref, number = _somebody(event, rng), now(event).next_number
    request_bye(event, ref, number, sign())
    return lambda: take_bye_back(event, ref, number, sign())


@trial("enter_late", "take_late_entry_back")
def coming_late(event: Event, rng: Random) -> Undo | None:
    course = now(event)
    out_of_it = Guest.objects.filter(event=event).exclude(
        ref__in=course.entrants[0] if course.entrants else ()
    )
    if not out_of_it:
        return None
    enter_late(event, out_of_it[0].ref, rng.randrange(2), sign(), reason=WHY)
    return lambda: take_late_entry_back(event, out_of_it[0].ref, sign())


@trial("bind_pair", "free_pair")
def binding(event: Event, rng: Random) -> Undo:
    one, other = rng.sample(sorted(event.guests.values_list("ref", flat=True)), 2)
    number, forced = now(event).next_number, rng.random() < 0.5
    bind_pair(event, one, other, number, sign(), forced=forced)
    return lambda: free_pair(event, one, other, number, sign(), forced=forced)


@trial("close_stage", "reopen_stage")
def closing(event: Event, rng: Random) -> Undo:
    stage = now(event).now
    close_stage(event, sign(), seed=rng.randrange(99))
    return lambda: reopen_stage(event, stage, sign(), reason=WHY)


def _somebody(event: Event, rng: Random) -> str:
    return rng.choice(sorted(event.guests.values_list("ref", flat=True)))
