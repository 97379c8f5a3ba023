"""Small English: numbers as words."""

_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip


def number_word(number: int) -> str:
    """A number up to twelve as a word, a larger or negative one in figures; nought is `no`."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else str(number)


def only_some(number: int, everyone: int, did: str) -> str:
    """How few of the players did something: `Only one of five players has missed`, `Nobody has
    missed`.
    """
    if not number:
        return f"Nobody has {did}"
    return (
        f"Only {number_word(number)} of {number_word(everyone)} players"
        f" {'has' if number == 1 else 'have'} {did}"
    )
