"""What the desk wishes of pairings to come: byes asked for, late entries with stated points,
pairs bound or apart.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.formats.results import Halves
from scoring.pairing.course import Bond, Course, Late
from scoring.pairing.values import PairingError

Body = Mapping[str, Any]


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
    late_entry = next((entry for entry in course.late if entry.player == ref), None)
    if late_entry is None or course.now:
        raise PairingError("That guest did not come in late, or the Swiss is closed.")
    if any(ref in match.players for round_ in course.rounds for match in round_.matches):
        raise PairingError("They are paired already: a walkover, or going home, is what is left.")
    remaining = tuple(entrant for entrant in course.entrants[0] if entrant != ref)
    return replace(
        course,
        entrants=(remaining,),
        late=tuple(entry for entry in course.late if entry != late_entry),
    )


def bond(course: Course, body: Body) -> Course:
    """Two are bound for a round, or kept apart. Raises PairingError."""
    wish = _bond_of(body)
    _swiss_ahead(course, wish.round or course.next_number, "A pair is bound or kept apart")
    if wish.one == wish.other:
        raise PairingError("A pair is two players: choose two different ones.")
    if wish.forced and wish.round is None:
        raise PairingError("Say in which round the two are to meet.")
    for item in course.bonds:
        together = wish.round is None or item.holds_in(wish.round)
        if item.pair == wish.pair and together:
            raise PairingError(
                "These two are to meet then: free them first."
                if item.forced
                else "These two are kept apart then: free them first."
            )
        if together and item.forced and wish.forced and item.pair & wish.pair:
            raise PairingError(
                "One of the two is bound to somebody else in that round: free them first."
            )
    return replace(course, bonds=(*course.bonds, wish))


def unbond(course: Course, body: Body) -> Course:
    """A bond is taken back. Raises PairingError."""
    wish = _bond_of(body)
    remaining = tuple(item for item in course.bonds if item != wish)
    if len(remaining) == len(course.bonds):
        raise PairingError("These two are neither bound nor kept apart so.")
    return replace(course, bonds=remaining)


def _bond_of(body: Body) -> Bond:
    first, second = sorted((body["one"], body["other"]))
    return Bond(first, second, body["forced"], body["round"])
