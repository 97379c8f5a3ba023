"""The facts of an evening of matches: its course, and who is there.

No name of a guest is in the facts but that of the winner, which is public.
"""

from dataclasses import dataclass

from scoring.pairing.course import Course
from scoring.pairing.values import PairingError, Round
from tournament.counting.matches import kept_course, present
from tournament.matches.reading import names_of, winner_of
from tournament.models import Event

FEWEST = 2
"""So many can be paired."""


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """The matches as far as they are, or why no plan of them can be; who is there, and who won."""

    course: Course | None
    impossible: str
    present: int
    winner: str = ""

    @property
    def over(self) -> bool:
        """Whether every stage is closed."""
        return self.course is not None and self.course.now == len(self.course.plan)

    @property
    def rounds(self) -> int:
        """How many rounds are paired in all."""
        return len(self.course.rounds) if self.course else 0

    @property
    def draft(self) -> Round | None:
        """The round that officials alone see."""
        last = self.course.last if self.course else None
        return last if last is not None and not last.published else None

    @property
    def due(self) -> int:
        """How many rounds the stage has that has begun."""
        return self.course.rounds_due(self.course.now) if self.course and self.begun else 0

    @property
    def begun(self) -> bool:
        """Whether the stage that is played has its first round."""
        return self.course is not None and not self.over and self.course.begun

    @property
    def paired(self) -> int:
        """How many of its rounds are paired."""
        return len(self.course.of_stage(self.course.now)) if self.course else 0

    @property
    def complete(self) -> bool:
        """Whether all of its rounds are paired."""
        return self.begun and self.paired >= self.due

    @property
    def played(self) -> Round | None:
        """The first published round of the stage that has a match to be played."""
        rounds = self.course.of_stage(self.course.now) if self.course and not self.over else ()
        return next((round_ for round_ in rounds if round_.published and round_.waiting), None)


def match_facts(event: Event) -> MatchFacts:
    """Where an evening of matches stands."""
    try:
        course = kept_course.of(event)
    except PairingError as fault:
        return MatchFacts(None, str(fault), len(present(event)))
    winner = winner_of(course)
    name = names_of(event, public=True).get(winner, "") if winner else ""
    return MatchFacts(course, "", len(present(event)), name)
