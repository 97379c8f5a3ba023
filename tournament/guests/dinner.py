"""What a guest eats, as a mark of one or two letters: never in words at the table."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from tournament.models import Guest


class Mark(NamedTuple):
    """The letters on the card, and what they mean to the kitchen."""

    letters: str
    means: str


SPECIAL = Mark("S", "special: read the words")
_KNOWN = (
    (Mark("VG", "vegan"), r"\bvegan\w*|\bplant[ -]based\b"),
    (Mark("V", "vegetarian"), r"\bvegetarian\w*|\bveggie\b|\bno meat\b|^v$"),
    (Mark("P", "fish, no meat"), r"\bpesc[ae]tarian\w*"),
    (Mark("GF", "no gluten"), r"\bgluten\w*|\bcoeliac|\bceliac|\bgf\b|\bno wheat\b"),
    (Mark("DF", "no milk"), r"\bdairy\b|\blactose\b|\bno milk\b|\bdf\b"),
    (Mark("N", "no nuts"), r"\bnuts?\b|\bpeanuts?\b"),
    (Mark("F", "no fish or shellfish"), r"\bshell ?fish\b|\bseafood\b|\bcrustacean\w*|\bno fish\b"),
    (Mark("E", "no egg"), r"\beggs?\b"),
    (Mark("H", "halal"), r"\bhalal\b"),
    (Mark("K", "kosher"), r"\bkosher\b"),
    (Mark("NA", "no alcohol"), r"\bno alcohol\b|\balcohol[ -]free\b|\bnon[ -]alcoholic\b"),
)
KNOWN = tuple((mark, re.compile(pattern, re.IGNORECASE)) for mark, pattern in _KNOWN)
BESIDE = re.compile(
    r"\b(and|no|not|free|allerg\w*|intoleran\w*|to|diet|please|only|or|from|any|food|meal|products?"
    r"|strict(ly)?|i|am|is|a|the|of|but|eats?|disease|type)\b|[^\w]+",
    re.IGNORECASE,
)
MOST_MARKS = 2


def marks_of(wishes: str) -> tuple[Mark, ...]:
    """The marks of somebody’s wishes: at most two, and “special” where they do not say it all."""
    if not wishes.strip():
        return ()
    found = [mark for mark, pattern in KNOWN if pattern.search(wishes)]
    rest = wishes
    for _mark, pattern in KNOWN:
        rest = pattern.sub(" ", rest)
    if not found or len(found) > MOST_MARKS or BESIDE.sub("", rest):
        return (*found[: MOST_MARKS - 1], SPECIAL)
    return tuple(found)


def key_of_marks(guests: Iterable[Guest]) -> tuple[Mark, ...]:
    """The marks that some guests have, in the order they are known."""
    used = {mark for guest in guests for mark in marks_of(guest.dietary)}
    return tuple(mark for mark, _pattern in KNOWN if mark in used) + (SPECIAL,) * (SPECIAL in used)
