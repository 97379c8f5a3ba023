"""One round of the Swiss within the course of an event: who is in it, what the desk bound, and why each pair."""

from collections.abc import Collection, Sequence
from random import Random

from scoring.formats.points import Halves
from scoring.pairing.course import Course
from scoring.pairing.roles import roles_held, takes_the_ten
from scoring.pairing.swiss import BYE, CONSTRAINTS, Contestant, Field, Matching, pair
from scoring.pairing.values import Match, PairingError

Pairs = Collection[frozenset[str]]


def swiss_round(
    course: Course, entrants: Sequence[str], present: Sequence[str], matching: Matching, rng: Random, apart: Pairs = ()
) -> tuple[list[Match], tuple[str, ...]]:
    """The matches of the next round, the highest score group first, byes last; and the constraints given up.

    Raises PairingError where a bond cannot be kept or no pairing is left.
    """
    number, there = course.next_number, set(present)
    asked = [ref for ref in entrants if ref in there and (number, ref) in course.asked]
    playing = [ref for ref in entrants if ref in there and ref not in asked]
    bound = _bound(course, playing)
    free = [ref for ref in playing if not any(ref in one for one in bound)]
    field = Field.of([contestant(course, entrants, ref) for ref in playing], [*_kept_apart(course), *apart])
    drawn = pair(Field({ref: field.contestants[ref] for ref in free}, field.forbidden, field.group), matching, rng)
    matches = [_match(course, field, one, other, rng, given_up=drawn.given_up) for one, other in drawn.pairs]
    matches += [_match(course, field, min(one), max(one), rng, bound=True) for one in bound]
    if not any(match.other for match in matches):
        raise PairingError("One player or none is there for this round: a pairing needs two.")
    matches.sort(key=lambda match: _rank(field, match))
    why = "Asked for a bye beforehand: it counts half a win."
    matches += [Match(ref, kind="asked_bye", reasons=(why,)) for ref in asked]
    return [_at_slot(match, slot) for slot, match in enumerate(matches)], drawn.given_up


def contestant(course: Course, entrants: Sequence[str], ref: str) -> Contestant:
    """A player as the pairing sees them, from all rounds of the stage so far."""
    rounds = course.of_stage(course.now)
    matches = [match for held in rounds for match in held.matches if ref in match.players]
    tens, fives = roles_held(matches, ref)
    return Contestant(
        ref=ref,
        halves=score(course, ref, len(rounds)),
        opponents=frozenset(str(match.opponent(ref)) for match in matches if match.met),
        byes=sum(match.kind in ("bye", "asked_bye") for match in matches),
        floated=_floated(course, ref),
        tens=tens,
        fives=fives,
    )


def score(course: Course, ref: str, after: int) -> Halves:
    """A player's points after so many rounds of the stage, stated ones among them."""
    rounds = course.of_stage(course.now)[:after]
    stated = sum((late.halves for late in course.late if late.player == ref), Halves(0))
    return sum((match.halves(ref) for held in rounds for match in held.matches if ref in match.players), stated)


def _floated(course: Course, ref: str) -> bool:
    """Whether the last opponent had another score before that round."""
    rounds = course.of_stage(course.now)
    match = rounds[-1].of(ref) if rounds else None
    if match is None or match.other is None:
        return False
    before = len(rounds) - 1
    return score(course, match.one, before) != score(course, match.other, before)


def _bound(course: Course, playing: Sequence[str]) -> list[frozenset[str]]:
    """The pairs the desk forces in this round, among those who play."""
    number = course.next_number
    bonds = [bond for bond in course.bonds if bond.forced and bond.holds_in(number)]
    return [bond.pair for bond in bonds if bond.pair <= set(playing)]


def _kept_apart(course: Course) -> list[frozenset[str]]:
    number = course.next_number
    return [bond.pair for bond in course.bonds if not bond.forced and bond.holds_in(number)]


def _rank(field: Field, match: Match) -> tuple[bool, int, int]:
    groups = sorted(field.group[ref] for ref in match.players)
    return match.other is None, groups[0], groups[-1]


def _at_slot(match: Match, slot: int) -> Match:
    return Match(match.one, match.other, match.kind, slot=slot, reasons=match.reasons)


def _match(
    course: Course,
    field: Field,
    one: str,
    other: str,
    rng: Random,
    *,
    bound: bool = False,
    given_up: Sequence[str] = (),
) -> Match:
    """A pair with its sides and its reasons."""
    if other == BYE:
        return Match(one, kind="bye", reasons=(_bye_words(field, one), *_given_up(field, one, other, given_up)))
    played = [match for held in course.of_stage(course.now) for match in held.matches]
    ten = takes_the_ten(played, one, other, rng)
    five = other if ten == one else one
    why = ("Bound by the desk for this round.",) if bound else (_score_words(field, ten, five),)
    roles = (
        f"Up to the ten {_times(field.contestants[ten].tens)} so far, the other {_times(field.contestants[five].tens)}."
    )
    return Match(ten, five, reasons=(*why, roles, *_given_up(field, one, other, given_up)))


def _score_words(field: Field, one: str, other: str) -> str:
    here, there = field.contestants[one].halves, field.contestants[other].halves
    if here == there:
        return f"Both have {points(here)}."
    return f"{points(here)} and {points(there)}: one meets the next score group, since the numbers do not go up."


def _bye_words(field: Field, ref: str) -> str:
    score = points(field.contestants[ref].halves)
    return f"The bye: an odd number plays, and {score} is the lowest group that can have it."


def points(halves: Halves) -> str:
    """So many points in words: "1 point", "2.5 points"."""
    return f"{halves} point{'' if halves == 2 else 's'}"


def _times(count: int) -> str:
    return ("never", "once", "twice")[count] if count < 3 else f"{count} times"


def _given_up(field: Field, one: str, other: str, names: Sequence[str]) -> tuple[str, ...]:
    """What this pair breaks of that which had to be given up."""
    broken = [rule.words for rule in CONSTRAINTS if rule.name in names and rule.broken(field, one, other)]
    return tuple(f"No other pairing was left, although: {words}" for words in broken)
