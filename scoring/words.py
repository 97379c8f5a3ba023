"""Small English: numbers as words."""

_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip


def number_word(number: int) -> str:
    """A number up to twelve as a word, a larger or negative one in figures; nought is `no`."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else str(number)
