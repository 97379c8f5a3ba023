"""What a paper of the catalogue is: where it is found, what it waits for, and how it is made."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from tournament.paper.page import Paper

BEFORE, DURING, AFTER = "Before the evening", "During the rounds", "The cut and after"
DRAW_FIRST = "Waits for the seating: draw it first."
NO_SHEET = "Waits for the first sheet."


@dataclass(frozen=True, slots=True)
class Kind:
    """One paper: its address, name and purpose, what it waits for ("" when nothing), and how it is
    made.
    """

    key: str
    name: str
    purpose: str
    part: str
    waits_for: str
    make: Callable[[datetime], Paper]
