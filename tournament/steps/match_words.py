"""What the rows of matches ask of the facts: when each is done, the words between its braces."""

from collections.abc import Callable, Mapping

from scoring.pairing.course import Course
from scoring.words import capital, listed, many, number_word
from tournament.matches.reading import (
    coming_round,
    plan_words,
    round_name,
    within,
)
from tournament.steps.facts import Facts, RoundFacts
from tournament.steps.matches import FEWEST, MatchFacts

FEW = 3
"""So many tables are waited for by their numbers."""


def of(facts: Facts) -> MatchFacts:
    """The matches of an evening of matches."""
    return facts.matches or MatchFacts(None, "", 0)


def course_of(facts: Facts) -> Course:
    """Their course, where a plan can be."""
    return of(facts).course or Course(())


DONE: Mapping[str, Callable[[Facts, RoundFacts], bool]] = {
    "m-list": lambda facts, _: of(facts).present >= FEWEST or of(facts).begun or of(facts).over,
    "m-plan": lambda facts, _: not of(facts).impossible,
    "m-pair": lambda facts, _: bool(
        of(facts).over or of(facts).draft or of(facts).played or of(facts).complete
    ),
    "m-publish": lambda facts, _: of(facts).draft is None,
    "m-play": lambda facts, _: of(facts).played is None,
    "m-close": lambda facts, _: of(facts).over,
}
WHEN: Mapping[str, Callable[[Facts, RoundFacts], bool]] = {
    "first pairing": lambda facts, _: not course_of(facts).rounds,
    "further pairing": lambda facts, _: bool(course_of(facts).rounds),
    "pairs ahead": lambda facts, _: _ahead(of(facts)),
    "one by one": lambda facts, _: not _ahead(of(facts)),
    "no result": lambda facts, _: not _entered(of(facts)),
    "few to come": lambda facts, _: _entered(of(facts)) > 0 and len(_open(of(facts))) <= FEW,
    "nothing published": lambda facts, _: (
        not any(round_.published for round_ in course_of(facts).rounds)
    ),
    "somebody won": lambda facts, _: bool(of(facts).winner),
}


def _ahead(matches: MatchFacts) -> bool:
    """Whether the next round is paired whatever the results: everybody meets in any case."""
    course = matches.course
    return bool(
        course and matches.begun and course.stage.kind == "all_play_all" and not matches.complete
    )


def _entered(matches: MatchFacts) -> int:
    round_ = matches.played
    return sum(match.done and match.other is not None for match in round_.matches) if round_ else 0


def _open(matches: MatchFacts) -> list[int]:
    return [match.table for match in matches.played.waiting] if matches.played else []


def _round(facts: Facts) -> str:
    """The round that is drafted or played, inside a sentence."""
    round_ = of(facts).draft or of(facts).played
    return within(course_of(facts), round_.number) if round_ else ""


def _called(facts: Facts) -> str:
    """The round that is played, as a heading: "Round 2 of 4", "Semi-finals"."""
    round_ = of(facts).played
    if round_ is None:
        return ""
    course = course_of(facts)
    name = round_name(course, round_.number)
    return f"{name} of {course.rounds_due(round_.stage)}" if name.startswith("Round") else name


def _alone(facts: Facts) -> bool:
    """Whether its name is that of one: a round and the final, but not the semi-finals."""
    return _called(facts).startswith(("Round", "Final"))


def _listed(facts: Facts) -> str:
    count = of(facts).present
    return "One is" if count == 1 else "Nobody is"


def _before(facts: Facts) -> str:
    matches, course = of(facts), course_of(facts)
    if not matches.begun:
        return f"{plan_words(course, matches.present)}. The next stage begins."
    return f"{matches.paired} of {many(matches.due, 'round')} {_are(matches.paired)} played."


def _are(count: int) -> str:
    return "is" if count == 1 else "are"


def _drafted(facts: Facts) -> int:
    draft = of(facts).draft
    return sum(match.other is not None for match in draft.matches) if draft else 0


def _waited(facts: Facts) -> str:
    tables = [number_word(table) for table in _open(of(facts))]
    return f"{'table' if len(tables) == 1 else 'tables'} {listed(tables)}"


WORDS: Mapping[str, Callable[[Facts, RoundFacts], object]] = {
    "m_listed": lambda facts, _: _listed(facts),
    "m_impossible": lambda facts, _: of(facts).impossible,
    "m_next": lambda facts, _: coming_round(course_of(facts), of(facts).present),
    "m_players": lambda facts, _: many(of(facts).present, "player"),
    "m_plan": lambda facts, _: plan_words(course_of(facts), of(facts).present),
    "m_before": lambda facts, _: _before(facts),
    "m_round": lambda facts, _: _round(facts),
    "m_Round": lambda facts, _: _called(facts),
    "m_begin": lambda facts, _: "begins" if _alone(facts) else "begin",
    "m_go": lambda facts, _: "goes" if _alone(facts) else "go",
    "m_Round_begin": lambda facts, _: capital(_round(facts)),
    "m_number": lambda facts, _: (of(facts).draft or course_of(facts).rounds[-1]).number,
    "m_matches": lambda facts, _: many(_drafted(facts), "match", "matches"),
    "m_are": lambda facts, _: _are(_drafted(facts)),
    "m_to_come": lambda facts, _: many(len(_open(of(facts))), "result"),
    "m_open_tables": lambda facts, _: _waited(facts),
    "m_stage": lambda facts, _: course_of(facts).stage.noun,
    "m_stage_is": lambda facts, _: "are" if course_of(facts).stage.noun == "matches" else "is",
    "m_winner": lambda facts, _: of(facts).winner,
}
