"""Small English: numbers as words, and the one place where a plural is made."""

from collections.abc import Iterable, Sequence

_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve",
)  # fmt: skip


def number_word(number: int) -> str:
    """A number up to twelve as a word, a larger or negative one in figures; nought is `no`."""
    return _WORDS[number] if 0 <= number < len(_WORDS) else str(number)


_NTHS = {
    1: "first", 2: "second", 3: "third", 5: "fifth", 8: "eighth", 9: "ninth", 12: "twelfth",
}  # fmt: skip


def nth(number: int) -> str:
    """The place in a row that a number from 1 to 20 tells: a word up to the `twelfth`, then
    `13th`.
    """
    return _NTHS.get(number, f"{number_word(number)}th")


def listed(names: Iterable[str], word: str = "and") -> str:
    """Names in a sentence: `A`, `A and B`, `A, B and C`; with `or`: `an 8 or a Jack`."""
    *first, last = [*names] or [""]
    return f"{', '.join(first)} {word} {last}" if first else last


def are_all(names: Sequence[str]) -> str:
    """The beginning of a sentence on several names: `A and B are both`, `A, B and C are all`."""
    return f"{listed(names)} are {'all' if names[2:] else 'both'}"


def first_few(names: Sequence[str], most: int) -> str:
    """Names in a sentence, the ones beyond `most` only counted: `A, B and 4 more`."""
    if len(names) <= most:
        return listed(names)
    return listed([*names[:most], f"{len(names) - most} more"])


def in_turn(names: Iterable[str]) -> str:
    """Names in the order in which they count: `A, then B, then C`."""
    return ", then ".join(names)


def capital(words: str) -> str:
    """The same with its first letter large, and no other letter changed."""
    return words[:1].upper() + words[1:]


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


def plural(singular: str) -> str:
    """The plural of a noun: `games`, `liveries`, `branches`."""
    if singular.endswith(("ch", "sh", "s", "x")):
        return f"{singular}es"
    return (
        f"{singular[:-1]}ies"
        if singular.endswith("y") and singular[-2:-1] not in "aeo"
        else f"{singular}s"
    )


def noun(number: int, singular: str, more: str = "") -> str:
    """The word that goes with a number as it is shown, said elsewhere: `guest` or `guests`, `it` or
    `them`; half points are kept doubled, so that two of them are one `point`.
    """
    return singular if str(number) == "1" else more or plural(singular)


def many(number: int, singular: str, more: str = "") -> str:
    """A number and what it counts: `1 guest`, `3 guests`, `2 packs have`."""
    return f"{number} {noun(number, singular, more)}"


def spelt(number: int, singular: str, more: str = "") -> str:
    """The same with the number in words up to twelve: `one guest`, `no guests`."""
    return f"{number_word(number)} {noun(number, singular, more)}"
