"""Every act with its reverse, each as one function: it does the act on an evening and gives back
what undoes it.

Who adds an act adds a function here, marked with the names of the act and of its reverse. It gets
the evening and a source of choices; it does nothing and returns None where the evening has no use
for the act, or lets the Refused of the act out.
"""

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from tournament.models import Event

Undo = Callable[[], object]
Does = Callable[[Event, Random], Undo | None]


@dataclass(frozen=True, slots=True)
class Trial:
    """An act, its reverse, and how both are done."""

    act: str
    reverse: str
    does: Does


TRIALS: dict[str, Trial] = {}


def trial(act: str, reverse: str) -> Callable[[Does], Does]:
    """Mark a function as the trial of an act and its reverse."""

    def marked(does: Does) -> Does:
        TRIALS[does.__name__] = Trial(act, reverse, does)
        return does

    return marked
