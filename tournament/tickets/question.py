"""A line beside the guests that are ready: what there is, what was done with it, and the button
that does the other.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.words import first_few

NAMED = 3
LONGEST = 34


@dataclass(frozen=True, slots=True)
class Question:
    """One line: what there is, what was done with it, the button that does the other (`key` is what
    it sends), and whether it has been pressed. `weighty`: it changes who comes or where they sit
    though nothing is left out. `more`: further answers, key and words. `lines`: rows to look at.
    """

    key: str
    words: str
    then: str
    button: str
    pressed: bool = False
    weighty: bool = True
    back: str = "Leave out"
    more: Sequence[tuple[str, str]] = ()
    lines: Sequence[str] = ()


def some(names: Iterable[str], *, quoted: bool = True) -> str:
    short_names = [short(" ".join(name.split())) for name in names]
    return first_few([f"“{name}”" if quoted else name for name in short_names], NAMED)


def short(text: str, longest: int = LONGEST) -> str:
    return text if len(text) <= longest else f"{text[: longest - 1].rstrip()}…"
