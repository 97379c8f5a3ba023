"""The matches as they were at a number of the ledger: their steps up to then taken again."""

from scoring.pairing.course import Course
from scoring.pairing.steps import retrace
from tournament.ledger.matches import plan, steps
from tournament.ledger.past.moment import Moment


def course_then(moment: Moment) -> Course:
    """The course of the matches at a moment. Raises PairingError where what was declared then gives no stages."""
    return retrace(Course(plan(moment.event)), steps(moment.event, until=moment.number))
