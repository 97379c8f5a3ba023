"""How many people a name speaks of, and who they are: “Mr and Mrs Fenn”, “Ann & Tom Oak”, “Ivo Rush
plus one”, “Two guests of the Clerk”; and which words stand where nobody gave a name.
"""

import re
import unicodedata
from collections.abc import Sequence

from tournament.models.guest import tidy
from tournament.tickets.headings import spellings

PARTICLES = frozenset(
    spellings(
        "van|von|der|den|de|la|le|du|del|della|di|da|dos|das|do|of|the|ap|bin|ibn|al|el|y|e|zu|zum|ter"
        "|ten"
    )
)
TITLES = frozenset(
    spellings(
        "mr|mrs|ms|miss|mx|dr|prof|professor|sir|lady|lord|dame|revd|rev|the|hon|capt|captain|col|major"
        "|maj|lt|cdr|sgt|master|alderman|ald|sheriff|judge|herr|frau|m|mme|mlle"
    )
)
NUMBERS = {
    word: number
    for number, word in enumerate(spellings("one|two|three|four|five|six|seven|eight|nine|ten"), 1)
}
MOST, MOST_WORDS = 20, 6
EXTRA = re.compile(
    r"^(?P<who>.+?)[\s,(]*"
    r"(?:\+|&|/|\b(?:and|plus|with|und|et)\b)\s*"
    r"(?:(?:his|her|their|a|an|the)\s+)?"
    r"(?:(?P<number>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)\s*)?"
    r"(?P<kind>guests?|partner|companion|friends?|spouse|husband|wife|others?|family|other half"
    r"|plus[ -]ones?)?\)?\s*$",
    re.IGNORECASE,
)
PLUS = re.compile(
    r"^(?P<who>.+?)[\s,(]*"
    r"(?:\+\s*(?P<number>\d{1,2})|plus[ -]?(?P<word>one|two|three))\)?$",
    re.I,
)
COUNTED = (
    re.compile(
        r"^(?P<number>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)\s+(?:x\s+)?"
        r"(?:further |more |other )?(?:guests|places|seats|people|friends)"
        r"(?:\s+(?P<of>(?:of|for)\s+.+))?$",
        re.I,
    ),
    re.compile(r"^(?:guests|guest|places|seats)\s*[x×(]\s*(?P<number>\d{1,2})\)?$", re.I),
)
STARTS = re.compile(r"(^(?:[od]['’]|mc)?|[-‐‑](?:[od]['’])?)(\w)")
IN_A_WORD = frozenset("'’.-‐‑־·\u200c\u200d")


def name_like(text: str) -> bool:
    """Whether a text could be somebody's name: a few words, each with a capital (or of letters that
    have none), no figure, no colon.
    """
    words = text.replace(",", " ").split()
    if not 1 <= len(words) <= MOST_WORDS or any(letter.isdigit() for letter in text):
        return False
    strong = 0
    for word in words:
        if not word[0].isalpha() or not all(map(_in_a_word, word)):
            return False
        if word[0].isupper() or word[0].lower() == word[0].upper():
            strong += 1
        elif word.casefold() not in PARTICLES:
            return False
    return strong > 0


def _in_a_word(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LM" or letter in IN_A_WORD


def several(text: str) -> tuple[str, ...]:
    """The people of whom a name speaks, if it speaks of more than one; "" for each whose name is
    not told. Nothing for a name of one.
    """
    lines = [tidy(line) for line in re.split(r"[\r\n]+", text) if line.strip()]
    if len(lines) > 1:
        return tuple(name for line in lines for name in (several(line) or (line,)))[:MOST]
    name = tidy(text)
    return _counted(name) or _with_more(name) or _both(name)


def with_capitals(name: str) -> str:
    """A name written small with capitals, “John O’Brien-Smith”; nothing for any other name."""
    words = name.split()
    if len(words) < 2 or name != name.casefold() or (not name.isascii() and name.upper() == name):
        return ""
    return " ".join(word if word in PARTICLES else _capitals(word) for word in words)


def _capitals(word: str) -> str:
    return STARTS.sub(lambda start: start[1].title() + start[2].upper(), word)


def _counted(name: str) -> tuple[str, ...]:
    for pattern in COUNTED:
        match = pattern.match(name)
        if match:
            number, owner = _number(match["number"]), match.groupdict().get("of")
            place = f"Guest {owner}" if owner else "Guest, name to follow"
            return (place,) * number if 1 < number <= MOST else ()
    return ()


def _with_more(name: str) -> tuple[str, ...]:
    match = PLUS.match(name)
    if match:
        number = _number(match["number"] or match["word"] or "1")
        return (match["who"].strip(), *[""] * number) if 0 < number < MOST else ()
    match = EXTRA.match(name)
    if not match or not (match["number"] or match["kind"]):
        return ()
    number = _number(match["number"] or "1")
    person = match["who"].strip(" ,(")
    return (person, *[""] * number) if person and 0 < number < MOST else ()


def _number(text: str) -> int:
    return int(text) if text.isdecimal() else NUMBERS.get(text.casefold(), 1)


def _both(name: str) -> tuple[str, ...]:
    """Two names joined: a surname that stands once belongs to both."""
    halves = re.split(r"\s+(?:&|and|\+|und|et)\s+|\s*/\s*|\s*;\s*|\s*&\s*", name, flags=re.I)
    if not 1 < len(halves) <= MOST or not all(halves):
        return ()
    if not all(map(_person, halves)):
        return ()
    last = halves[-1].split()
    alone = [half for half in halves[:-1] if len(_bare(half)) < 2]
    if not alone:
        return tuple(halves)
    surname = _surname(last)
    if not surname:
        return ()
    names = []
    for half in halves:
        words = half.split()
        if all(_is_title(word) for word in words):
            names.append(" ".join((*words, *last[_titles(last) :])))
        elif half in alone and not half.endswith(surname):
            names.append(f"{half} {surname}")
        else:
            names.append(half)
    return tuple(names)


def _person(half: str) -> bool:
    return name_like(half) or all(_is_title(word) for word in half.split())


def _bare(half: str) -> list[str]:
    return [word for word in half.split() if not _is_title(word)]


def _is_title(word: str) -> bool:
    return word.strip(".").casefold() in TITLES


def _titles(words: Sequence[str]) -> int:
    return next((place for place, word in enumerate(words) if not _is_title(word)), len(words))


def _surname(words: Sequence[str]) -> str:
    """The family name with its particles: `van der Berg` of `Ann van der Berg`."""
    bare = words[_titles(words) :]
    start = max(1, len(bare) - 1) if len(bare) > 1 else 0
    while start > 1 and bare[start - 1].casefold() in PARTICLES:
        start -= 1
    return " ".join(bare[start:])
