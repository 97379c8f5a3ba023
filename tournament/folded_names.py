"""Names as one searches for them: without accents, strokes, ligatures and capitals."""

import unicodedata

# Letters that no decomposition splits into a base letter and a mark.
_WHOLE = str.maketrans(
    {"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ħ": "h", "ı": "i", "’": "'", "‐": "-"}
)


def folded(text: str) -> str:
    """The text for comparing: `Łucja Ćwikła` gives `lucja cwikla`."""
    parts = unicodedata.normalize("NFKD", text.casefold().translate(_WHOLE))
    return "".join(character for character in parts if not unicodedata.combining(character)).translate(_WHOLE)
