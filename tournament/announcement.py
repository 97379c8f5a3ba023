"""What the announcer reads aloud: places and points as words."""

from scoring.formats import in_points
from scoring.reasons import ordinal

_ONES = (
    "nought", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
    "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_ORDINALS = (
    "", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth",
    "twentieth",
)  # fmt: skip
HUNDRED = 100
THOUSAND = 1000
HALF = 0.5


def spoken(number: int) -> str:
    """A number as it is said: `ninety-four`, `one hundred and ten`; from a thousand on in figures."""
    if not 0 <= number < THOUSAND:
        return str(number)
    if number < len(_ONES):
        return _ONES[number]
    if number < HUNDRED:
        tens, ones = divmod(number, 10)
        return _TENS[tens] + (f"-{_ONES[ones]}" if ones else "")
    hundreds, rest = divmod(number, HUNDRED)
    return f"{_ONES[hundreds]} hundred" + (f" and {spoken(rest)}" if rest else "")


def spoken_place(number: int) -> str:
    """A place as it is said: `sixth`; beyond the twentieth in figures."""
    return _ORDINALS[number] if 0 < number < len(_ORDINALS) else ordinal(number)


def points(number: float) -> str:
    """Points as they are said; of a half, `two and a half points`."""
    known = in_points(number)
    whole, half = divmod(known, 1)
    said = f"{spoken(int(whole))} and a half" if half else spoken(int(whole))
    return f"{'a half' if known == HALF else said} {'point' if known in (1, HALF) else 'points'}"


def sentence(place: str, name: str, livery: str, total: float) -> str:
    """The sentence for one guest: `In sixth place, with ninety-four points, of the Woolmen: Ann Lee.`"""
    company = f" of the {livery}:" if livery else ""
    return f"{place}, with {points(total)},{company} {name}."
