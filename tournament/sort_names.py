"""The name that lists are sorted by, taken from the name as printed."""

# fmt: off
TITLES = frozenset(
    {
        "the", "revd", "rev", "reverend", "canon", "dr", "prof", "professor", "sir", "dame", "lord", "lady", "hon",
        "rt", "mr", "mrs", "ms", "miss", "mx", "master", "mistress", "alderman", "ald", "cllr", "councillor",
        "sheriff", "deputy", "baron", "baroness", "count", "countess", "capt", "captain", "cdr", "commander", "col",
        "colonel", "lt", "major", "maj", "brigadier", "brig", "general", "gen", "admiral", "adm", "his", "her",
        "honour", "judge",
    }
)
PARTICLES = frozenset(
    {
        "de", "del", "della", "der", "den", "di", "da", "dos", "du", "la", "le", "van", "von", "zu", "zur", "ap",
        "ab", "ferch", "st", "st.", "mac", "ó",
    }
)
# fmt: on


def sort_name(name: str) -> str:
    """“The Revd Wilfred van Bramble” gives “van Bramble, Wilfred”; a single word stays as it is."""
    words = name.split(",")[0].split()
    while len(words) > 1 and words[0].casefold().strip(".") in TITLES:
        words = words[1:]
    start = len(words) - 1
    while start > 1 and words[start - 1].casefold() in PARTICLES:
        start -= 1
    if start < 1:
        return " ".join(words)
    return f"{' '.join(words[start:])}, {' '.join(words[:start])}"
