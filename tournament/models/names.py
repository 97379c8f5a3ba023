"""What a name may hold: every script's letters, no control or direction-changing characters."""

import unicodedata

LONGEST = 80
PUNCTUATION = frozenset(" '’‘-‐–.,()&/\u00a0")
MARKS_IN_A_ROW = 3


def tidy(text: str) -> str:
    """The text with accents composed and runs of white space as single spaces, none at its ends."""
    return " ".join(unicodedata.normalize("NFC", text).split())


def hidden(character: str) -> bool:
    """Whether a character is not seen but changes what is seen: control, format, direction, no
    character at all.
    """
    return unicodedata.category(character)[0] == "C" or unicodedata.category(character) in (
        "Zl",
        "Zp",
    )


def fault_in_words(words: str) -> str:
    """A sentence that says which hidden character free words hold, or nothing."""
    found = next((character for character in words if hidden(character)), "")
    return f"This cannot hold {_called(found)}: please take it out." if found else ""


def fault_in_name(name: str, *, longest: int = LONGEST) -> str:
    """A sentence that says what is wrong with the name, or nothing when it may be printed."""
    if len(name) > longest:
        return f"A name has at most {longest} characters; this one has {len(name)}."
    marks = 0
    for character in name:
        category = unicodedata.category(character)
        marks = marks + 1 if category.startswith("M") else 0
        if marks > MARKS_IN_A_ROW:
            return "A name has at most three accents on one letter."
        if not (category[0] in "LMN" or character in PUNCTUATION):
            return f"A name cannot hold {_called(character)}: please take it out."
    return ""


def _called(character: str) -> str:
    name = unicodedata.name(character, "")
    shown = f"“{character}”" if character.isprintable() else "a hidden character"
    return f"{shown} ({name.lower() or f'code {ord(character):x}'})"
