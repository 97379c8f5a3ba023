"""Where an event of matches stands and what comes next."""

from dataclasses import dataclass

from scoring.pairing.course import Course
from scoring.pairing.plan import WORDS
from scoring.pairing.values import PairingError
from tournament.ledger.matches import kept_course
from tournament.match_page import names_of, round_name, winner_of
from tournament.models import Event


@dataclass(frozen=True, slots=True)
class Coming:
    """The next act: a heading, a sentence, who does it, its place, and the name of the act on the page of pairings."""

    words: str
    sentence: str
    who: str
    place: str = "pairings"
    act: str = ""


def coming(event: Event) -> Coming:
    """What comes next; a plan that cannot be says why."""
    try:
        course = kept_course.of(event)
    except PairingError as fault:
        return Coming("Mend the settings", str(fault), "organiser", "event_settings")
    return _next(event, course)


def _next(event: Event, course: Course) -> Coming:
    if course.now == len(course.plan):
        ref = winner_of(course)
        won = f"{names_of(event)[ref]} has won." if ref else "Nobody has won the last match."
        return Coming("Hand over the prizes", f"All matches are played. {won}", "organiser")
    last, stage = course.last, course.stage
    if last is not None and not last.published:
        said = f"{len(last.matches)} pairings are drafted. Published, every guest sees whom they meet."
        return Coming(f"Publish {_named(course, last.number)}", said, "organiser", act="publish")
    waiting = [held for held in course.of_stage(course.now) if held.waiting]
    due = stage.rounds_of(course.entrants[course.now]) if course.begun else 0
    played = len(course.of_stage(course.now))
    if waiting and (stage.kind != "all_play_all" or played == due):
        held = waiting[0]
        matches = sum(match.other is not None for match in held.matches)
        said = f"{matches - len(held.waiting)} of {matches} results are in."
        return Coming(f"Enter the results of {_named(course, held.number)}", said, "umpires", act="results")
    if course.begun and played >= due:
        return Coming(f"Close the {_stage(course)}", "All its matches are in.", "organiser", act="close")
    number = f"round {course.next_number}"
    return Coming(f"Pair {number}", _before(course, due), "organiser", act="pair")


def _before(course: Course, due: int) -> str:
    if not course.begun:
        return f"The {_stage(course)} begins with whoever is there now."
    return f"{len(course.of_stage(course.now))} of {due} rounds of the {_stage(course)} are paired."


def _named(course: Course, number: int) -> str:
    name = round_name(course, number)
    return f"the {name.lower()}" if not name.startswith("Round") else name.lower()


def _stage(course: Course) -> str:
    words = WORDS[course.stage.kind]
    return words if words == "Swiss" else words.lower()


def phases(event: Event) -> list[tuple[str, str]]:
    """The stages in order with the state of each: done, now or later."""
    try:
        course = kept_course.of(event)
    except PairingError:
        return [("Guests", "now")]
    found = [("Guests", "done" if course.rounds else "now")]
    for at, stage in enumerate(course.plan):
        begun = "now" if course.rounds and at == course.now else "later"
        found.append((stage.words, "done" if at < course.now else begun))
    return [*found, ("Prizes", "now" if course.now == len(course.plan) else "later")]
