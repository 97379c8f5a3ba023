"""Events of matches played by chance through the steps, for the tests of the pure part."""

from collections.abc import Callable
from random import Random

from scoring.pairing.course import Course, Stage
from scoring.pairing.draft import Draft, draft
from scoring.pairing.steps import match_body, take
from scoring.pairing.swiss import Matching
from scoring.pairing.values import Match
from tournament.matches.matching import heaviest

Outcome = Callable[[Match, Random], str]


def refs(number: int) -> tuple[str, ...]:
    """So many players: P01 onwards."""
    return tuple(f"P{at:02}" for at in range(1, number + 1))


def the_first(match: Match, rng: Random) -> str:
    """The player with the smaller number wins."""
    return "1" if match.one < str(match.other) else "2"


def by_chance(match: Match, rng: Random) -> str:
    """Either wins, seldom nobody."""
    return rng.choice("1111122222-")


def drafted(
    course: Course, present: tuple[str, ...], seed: int = 1, matching: Matching = heaviest
) -> Draft:
    """The draft of the next round."""
    return draft(course, present, matching, Random(seed))


def paired(course: Course, present: tuple[str, ...], seed: int = 1, *, out: bool = True) -> Course:
    """The next round drafted and published."""
    found = drafted(course, present, seed)
    matches = [match_body(match) for match in found.round.matches]
    body = {"round": found.round.number, "entrants": list(found.entrants), "matches": matches}
    course = take(course, "pair", body)
    return take(course, "pairs_out", {"round": found.round.number}) if out else course


def result(course: Course, number: int, table: int, games: str, **more: object) -> Course:
    """A match with its games."""
    body = {"round": number, "table": table, "result": "played", "games": games, **more}
    return take(course, "match", body)


def played(course: Course, rng: Random, outcome: Outcome = the_first) -> Course:
    """Every open match of the last round played."""
    held = course.rounds[-1]
    for match in held.waiting:
        course = result(course, held.number, match.table, outcome(match, rng))
    return course


def stage_played(
    course: Course,
    present: tuple[str, ...],
    rounds: int,
    seed: int = 1,
    outcome: Outcome = the_first,
) -> Course:
    """So many rounds paired and played."""
    for turn in range(rounds):
        course = played(paired(course, present, seed + turn), Random(seed + turn), outcome)
    return course


def closed(course: Course) -> Course:
    """The stage closed with the order of its standing."""
    order = [line.player for line in course.standing(course.now)]
    return take(course, "close_stage", {"stage": course.now, "order": order})


def swiss(rounds: int, best_of: int = 1) -> Course:
    """A Swiss of so many rounds, before its first."""
    return Course((Stage("swiss", best_of, rounds),))


def knock_out(*, third_place: bool = False) -> Course:
    """A knock-out of one game a match."""
    return Course((Stage("knock_out", third_place=third_place),))
