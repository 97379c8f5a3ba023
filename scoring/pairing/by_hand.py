"""Two players of a Swiss draft change places by hand: each has the other's opponent and side, or
the other's bye.
"""

from dataclasses import replace

from scoring.pairing.course import Course
from scoring.pairing.values import Match, PairingError
from scoring.pairing.wishes import Body

Both = tuple[Match, Match]
"""The matches of two players of one round, in the order in which the players are given."""


def places_of(course: Course, number: int, first: str, second: str) -> Both:
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


def swapped(course: Course, number: int, first: str, second: str) -> Both:
    """The same matches with the two in each other's place, and the reasons that say so.

    Raises PairingError where they cannot change places, or where the desk has bound or kept apart
    who would be parted or meet.
    """
    here, there = places_of(course, number, first, second)
    pair = (
        _explained(course, number, here.instead(first, second)),
        _explained(course, number, there.instead(second, first)),
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


def _explained(course: Course, number: int, match: Match) -> Match:
    if match.other is None:
        return replace(
            match,
            reasons=("Sits out by the hand of an official, in the place of whom the draft had.",),
        )
    before = [
        round_.number
        for round_ in course.rounds[: number - 1]
        if any({*item.players} == {*match.players} for item in round_.matches)
    ]
    again = tuple(f"They have met already, in round {earlier}." for earlier in before)
    return replace(match, reasons=("Paired by the hand of an official, not as drafted.", *again))


def with_swap(
    course: Course, body: Body, now: tuple[Match, ...], then: tuple[Match, ...]
) -> Course:
    """The course with `then` in the place of `now`, both as the step has them.

    Raises PairingError, see `places_of`.
    """
    here, there = places_of(course, body["round"], body["one"], body["other"])
    first, second = body["one"], body["other"]
    moved = here.instead(first, second), there.instead(second, first)
    if now != (here, there) or tuple(replace(match, reasons=()) for match in then) != tuple(
        replace(match, reasons=()) for match in moved
    ):
        raise PairingError("The draft is another one by now: look at it again.")
    instead = dict(zip(now, then, strict=True))
    round_ = course.round(body["round"])
    after = replace(round_, matches=tuple(instead.get(match, match) for match in round_.matches))
    return replace(course, rounds=(*course.rounds[:-1], after))
