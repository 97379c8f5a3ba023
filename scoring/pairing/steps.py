"""What can happen in an event of matches, step by step: each step is checked against the course and
gives the next one.

A step is a kind and a body of plain JSON, as the ledger keeps it; taking all of them in order gives
the course.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from scoring.pairing import wishes
from scoring.pairing.by_hand import with_swap
from scoring.pairing.changes import STAGE_CLOSED, with_result
from scoring.pairing.course import Course
from scoring.pairing.draft import open_words
from scoring.pairing.values import Match, PairingError, Round, fault_in_games, fault_in_result
from scoring.pairing.wishes import Body


def take(course: Course, kind: str, body: Body) -> Course:
    """The course after one step.

    Raises PairingError with a sentence where the step cannot be taken there, and KeyError for a
    kind that is not among STEPS.
    """
    return STEPS[kind](course, body)


def retrace(course: Course, steps: Iterable[tuple[str, Body]]) -> Course:
    """The course after many steps, from the one before them."""
    for kind, body in steps:
        course = take(course, kind, body)
    return course


_DRAFTED = ("one", "other", "kind", "table", "slot")


def match_body(match: Match) -> dict[str, Any]:
    """A drafted match as a step keeps it."""
    return {name: getattr(match, name) for name in _DRAFTED} | {"reasons": list(match.reasons)}


def match_from(body: Body) -> Match:
    """The same match back, without a result."""
    return Match(**{name: body[name] for name in _DRAFTED}, reasons=tuple(body["reasons"]))


def _pair(course: Course, body: Body) -> Course:
    round_ = Round(
        body["round"],
        course.now,
        published=False,
        matches=tuple(match_from(item) for item in body["matches"]),
    )
    if round_.number != course.next_number or (course.last and not course.last.published):
        raise PairingError(
            f"Round {round_.number} is not the next one to pair: look at the rounds again."
        )
    begins = (tuple(body["entrants"]),) if body.get("entrants") else ()
    return replace(course, rounds=(*course.rounds, round_), entrants=course.entrants + begins)


def _swap(course: Course, body: Body) -> Course:
    _newest_or_refuse(course, body)
    was, becomes = (tuple(match_from(item) for item in body[name]) for name in ("was", "matches"))
    if not len(was) == len(becomes) == 2:
        raise PairingError("Two places are changed with each other, not more and not fewer.")
    return with_swap(course, body, was, becomes)


def _unpair(course: Course, body: Body) -> Course:
    round_ = _newest_or_refuse(course, body)
    if round_.published:
        raise PairingError(f"Round {round_.number} is published: take it back first.")
    # The first round of a stage takes its entrants with it.
    first = len(course.of_stage(round_.stage)) == 1
    if first and round_.stage == 0 and course.late:
        raise PairingError(
            "Somebody came in late after it was drafted: take that late entry back first."
        )
    return replace(
        course,
        rounds=course.rounds[:-1],
        entrants=course.entrants[: round_.stage] if first else course.entrants,
    )


def _publish(course: Course, body: Body) -> Course:
    round_ = _newest_or_refuse(course, body)
    if round_.published:
        raise PairingError(f"Round {round_.number} is published already.")
    return _with_last(course, replace(round_, published=True))


def _unpublish(course: Course, body: Body) -> Course:
    round_ = _newest_or_refuse(course, body)
    if not round_.published:
        raise PairingError(f"Round {round_.number} is a draft already.")
    if round_.begun:
        raise PairingError(f"Round {round_.number} has results: it stays as published.")
    if round_.stage < course.now:
        raise PairingError("Its stage is closed: open it again first.")
    return _with_last(course, replace(round_, published=False))


def _newest_or_refuse(course: Course, body: Body) -> Round:
    round_ = course.round(body["round"])
    if round_ != course.last:
        raise PairingError(f"Later rounds follow round {round_.number}: begin with the last one.")
    return round_


def _with_last(course: Course, round_: Round) -> Course:
    return replace(course, rounds=(*course.rounds[:-1], round_))


def _result(course: Course, body: Body) -> Course:
    match = course.match(body["round"], body["table"])
    stage = course.plan[course.round(body["round"]).stage]
    if body["result"] == "played":
        fault = fault_in_games(body["games"], stage.best_of, needs_winner=stage.kind == "knock_out")
    else:
        fault = fault_in_result(body["result"], body["games"])
    if fault:
        raise PairingError(fault)
    new = resulting(match, body)
    if (new.result, new.games) == (match.result, match.games):
        raise PairingError("That is the result as it stands: nothing is changed.")
    # `again` names the later rounds that are paired anew because of this result.
    return with_result(course, body["round"], new, tuple(body.get("again", ())))


def resulting(match: Match, body: Body) -> Match:
    """The match with the result of a step, not checked."""
    return replace(match, result=body["result"], games=body["games"], version=match.version + 1)


def _take_back(course: Course, body: Body) -> Course:
    match = _with_result(course, body, "to take back")
    following = [round_.number for round_ in course.rounds if round_.number > body["round"]]
    if following and course.plan[course.round(body["round"]).stage].kind != "all_play_all":
        raise PairingError(
            f"Round {following[0]} was paired from it: correct the result instead, or take round"
            f" {following[0]} back."
        )
    if course.round(body["round"]).stage < course.now:
        raise PairingError(STAGE_CLOSED)
    return with_result(course, body["round"], resulting(match, {"result": "", "games": ""}), ())


def _confirm(course: Course, body: Body) -> Course:
    """Nothing of the course changes: the ledger keeps who agrees and who does not."""
    _with_result(course, body, "to be confirmed")
    return course


def _with_result(course: Course, body: Body, words: str) -> Match:
    match = course.match(body["round"], body["table"])
    if not match.result:
        raise PairingError(f"Table {match.table} of round {body['round']} has no result {words}.")
    return match


def _close(course: Course, body: Body) -> Course:
    if not course.begun:
        raise PairingError("This stage cannot be closed: it has not begun.")
    rounds = course.of_stage(course.now)
    waiting = [round_ for round_ in rounds if round_.waiting]
    if waiting:
        raise PairingError(
            f"{open_words(waiting[0])} Enter every result before this stage is closed."
        )
    due, played = course.rounds_due(course.now), sum(round_.published for round_ in rounds)
    if played < due:
        raise PairingError(f"This stage cannot be closed: {played} of {due} rounds are played.")
    return replace(course, orders=(*course.orders, tuple(body["order"])))


def _open(course: Course, body: Body) -> Course:
    if not course.orders or body["stage"] != course.now - 1:
        raise PairingError("That stage is not the last one that was closed.")
    if course.of_stage(course.now):
        raise PairingError(
            "The next stage is paired from its order: take that back round by round first."
        )
    return replace(course, orders=course.orders[:-1])


STEPS: Mapping[str, Callable[[Course, Body], Course]] = {
    "pair": _pair,
    "unpair": _unpair,
    "swap_pairs": _swap,
    "pairs_out": _publish,
    "pairs_back": _unpublish,
    "match": _result,
    "match_back": _take_back,
    "match_agreed": _confirm,
    "match_disputed": _confirm,
    "ask_bye": wishes.ask_bye,
    "unask_bye": wishes.unask_bye,
    "late_entry": wishes.late,
    "late_entry_back": wishes.late_back,
    "bond": wishes.bond,
    "unbond": wishes.unbond,
    "close_stage": _close,
    "open_stage": _open,
}
"""Every kind of step: the words the ledger has for them."""
