"""How many people a name speaks of, and who they are: “Mr and Mrs Fenn”, “Ann & Tom Oak”, “Ivo Rush
plus one”, “Two guests of the Clerk”; and which words stand where nobody gave a name.
"""

import re
import unicodedata
from collections.abc import Sequence

from scoring.names import without_letters
from tournament.models.guest import tidy
from tournament.tickets.sources import spellings

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
    r"(?:\+|&|/|\bw/|\b(?:and|plus|with|und|et)\b)\s*"
    r"(?:(?:his|her|their|a|an|the)\s+)?"
    r"(?:(?P<number>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)\s*)?"
    r"(?P<kind>guests?|partner|companion|friends?|spouse|husband|wife|others?|family|other half"
    r"|plus[ -]ones?|child|children|kids?|sons?|daughters?|(?<=[2-9] )people|places?|tickets?"
    r"|(?:further|more|extra) (?:guests?|places?))?\)?\s*$",
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
HOW_MANY = re.compile(
    r"(?P<me>(?:me|myself|self|i)\s*(?:\+|&|plus|and)\s*)?[+x×]?\s*"
    r"(?P<number>\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten)\s*[x×]?"
    r"(?:\s*(?:people|persons?|guests?|places?|pax|tickets?|seats?|adults?|of us|more|others?"
    r"|extra|only|in total|total|children|child|kids?))*"
)
NONE_MORE = frozenset(
    spellings(
        "|none|no|n|nil|nobody|no one|0|zero|n/a|na|n.a|not applicable|no guest|no guests|-|–|—"
        "|false|no thanks|no thank you|nein|x no|no partner|no plus one|nothing|alone|not bringing"
        " anyone|nope"
    )
)
"""What stands where further people would, and says that there are none."""
ONE_MORE = frozenset(
    spellings(
        "just me|me|only me|me only|myself|self|yes|y|x|✓|✔|true|ja|yes please|single|on my own"
        "|a guest|guest|partner|plus one"
    )
)
TIMES = (
    re.compile(
        r"^(?P<who>.*[^\W\d_].*?)[\s,]*(?:[-–—:,]\s*|\()?"
        r"(?:[x×]\s*(?P<number>\d{1,2})|(?P<times>\d{1,2})\s*[x×]"
        r"|(?:party|group|table|total) of (?P<party>\d{1,2})"
        r"|(?P<places>\d{1,2}|two|three|four|five|six)\s+(?:people|persons?|places|seats|pax"
        r"|tickets|in total|guests))\)?$",
        re.IGNORECASE,
    ),
    re.compile(r"^(?P<number>\d{1,2})\s*[x×]\s*(?P<who>.*[^\W\d_].*)$", re.IGNORECASE),
    re.compile(r"^(?P<who>.*[^\W\d_])\s*\((?P<number>[2-9]|1\d)\)$"),
)
"""“Ann Oak x2”, “Mercers - 3 places”, “Oak, party of 4”, “2 x Grocers”, “Ann Oak (2)”."""
JOINED = re.compile(
    r"\s+(?:&|and|\+|und|et|with|w/)\s+|\s*/\s*|\s*;\s*|\s*&\s*|\s+w/\s*", re.IGNORECASE
)
BRACKETED = re.compile(r"\s*\(\s*(?:and|&|\+|with|plus|w/)\s+([^()]*[^\W\d_][^()]*)\)", re.I)
HOUSEHOLD = re.compile(
    r"\b(family|families|household|team|crew|party|group)$|^the [^\W\d_]+s$|\b(et al|& co"
    r"|and (others|friends|colleagues|company))\.?$",
    re.IGNORECASE,
)
SOMEBODY_MORE = re.compile(
    r"^\+\s*\w|\bplus (one|1|guest|partner)\b|\b(bring(s|ing)?|with)( (his|her|a|my|the|their))?"
    r" (wife|husband|partner|guest|friend|spouse|son|daughter)\b",
    re.IGNORECASE,
)
"""What a note says of somebody who comes along."""
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


def counted(cell: str) -> int | None:
    """How many people a cell of a column of numbers speaks of: `2`, `two`, `2 people`, `just me`,
    `me + 1`; one for a mere yes; None where it says no number.
    """
    text = tidy(cell).casefold().strip(" .!")
    if text in NONE_MORE:
        return 0
    match = HOW_MANY.fullmatch(text)
    if match:
        return _number(match["number"]) + bool(match["me"])
    return 1 if text in ONE_MORE else 2 if text in ("couple", "a couple", "pair", "both") else None


def nobody(cell: str) -> bool:
    """Whether a cell for further people says that there are none."""
    return tidy(cell).casefold().strip(" .!-–—()") in NONE_MORE


def several(text: str) -> tuple[str, ...]:
    """The people of whom a name speaks, if it speaks of more than one; "" for each whose name is
    not told. Nothing for a name of one.
    """
    lines = [tidy(line) for line in re.split(r"[\r\n]+", text) if line.strip()]
    if len(lines) > 1:
        return tuple(name for line in lines for name in (several(line) or (line,)))[:MOST]
    name = BRACKETED.sub(r" & \1", tidy(text))
    return _counted(name) or _with_more(name) or _times(name) or _both(name) or _listed(name)


def household(text: str) -> bool:
    """Whether a name may be that of more than one, how many nobody knows: “The Ash family”."""
    return bool(HOUSEHOLD.search(tidy(text))) and not several(text)


def brings_more(note: str) -> bool:
    """Whether a note speaks of somebody more: “+1 Tom”, “bringing wife”."""
    return bool(SOMEBODY_MORE.search(tidy(note)))


def _times(name: str) -> tuple[str, ...]:
    match = next((match for pattern in TIMES if (match := pattern.match(name))), None)
    if not match:
        return ()
    words = match.groupdict()
    number = _number(next(text for key, text in words.items() if key != "who" and text))
    return (words["who"].strip(" ,-–—:("), *[""] * (number - 1)) if 1 < number <= MOST else ()


def _listed(name: str) -> tuple[str, ...]:
    """“Ann Oak, Bo Elm”: whole names, where “Oak, Ann” is one name turned."""
    parts = [part.strip() for part in name.split(",")]
    whole = all(name_like(part) and len(_bare(part)) > 1 for part in parts)
    return tuple(parts) if 1 < len(parts) <= MOST and whole else ()


def with_capitals(name: str) -> str:
    """A name written small, or loud, with capitals: “John O’Brien-Smith”, a surname that leads
    because it is loud behind its given names; nothing for any other name.
    """
    bare, letters = without_letters(name)
    words = bare.split()
    loud = [len(word) > 2 and word.isupper() and word.casefold() != word for word in words]
    small = name == name.casefold() and (name.isascii() or name.upper() != name)
    if len(words) < 2 or not (small or any(loud)):
        return ""
    lead = loud.index(False) if False in loud else 0
    if lead and not any(loud[lead:]) and not _is_title(words[0]):
        words = [*words[lead:], *words[:lead]]
    written = (word if word in PARTICLES else _capitals(word.casefold()) for word in words)
    kept = (
        one if not small and word[1:].casefold() == word[1:] else capitals
        for word, one, capitals in zip(words, words, written, strict=True)
    )
    return " ".join([*kept, *[letters] * bool(letters)])


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
    halves = _turned_halves(JOINED.split(name))
    if not 1 < len(halves) <= MOST or not all(halves):
        return ()
    if not all(map(_person, halves)):
        return ()
    last = halves[-1].split()
    if len(_bare(halves[-1])) < 2 and not any(all(map(_is_title, h.split())) for h in halves):
        return tuple(halves)  # “Ann and Tom”: nobody says that Tom is a surname
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


def _turned_halves(halves: Sequence[str]) -> Sequence[str]:
    """“Oak, Ann & Tom” as two of one surname, “Ann, Bo & Cy Oak” as three."""
    first, comma, rest = halves[0].partition(",")
    if not comma or len(halves) < 2:
        return halves
    rest = rest.strip()
    if len(halves) == 2 and len(_bare(first)) == 1 and " " not in f"{rest}{halves[1]}".strip():
        return [f"{rest} {first}", f"{halves[1]} {first}"]
    return [part.strip() for half in halves for part in half.split(",")]


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
