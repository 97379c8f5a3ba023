"""How wide words will be, so that a long name is set smaller instead of being cut off or broken."""

from dataclasses import replace
from unicodedata import category, east_asian_width, normalize

from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.paper.drawing import ASCENT, POINT, Words, baseline

# Widths of the semi-bold in hundredths of the type size, rounded up: an estimate is enough, for
# sizes go in steps.
_WIDTHS = {
    letter: width
    for width, letters in (
        (25, " '’.,:;"),
        (35, "filtj-/|"),
        (42, 'IJ"()‘“”`'),
        (50, "rsz*?·"),
        (57, "0123456789acegS#$+<=>^_~–ł"),
        (62, "dkoqvxyFLZŁ"),
        (67, "bhnpuBCEPTY"),
        (71, "AGRVX"),
        (77, "DKNOQU&"),
        (82, "H"),
        (88, "w@…"),
        (97, "mM%—"),
        (102, "W"),
    )
    for letter in letters
}
_OF_KIND = {"W": 100, "F": 100, "Mn": 0}
"""Of letters not named above: Chinese and its like fill their square, and a mark stands on another.
"""
_UNKNOWN = 70
NAME_WIDTH, ITALIC_WIDTH = 0.97, 0.88
"""How wide a name with a bold surname and italics are set, where the semi-bold is known; measured.
"""
TWO_LINES = 52
"""At this step and below a name takes two lines, which together are no higher than one of full
size.
"""
LEAST = 7.0
"""No words on any paper are smaller than so many points."""
HALVED = 64
"""Where the smallest step that can be read is larger than this, two lines would be too high."""
STEPS = (100, 94, 88, 82, 76, 70, 64, 58, 52, 46, 40)
"""The sizes there are, in hundredths of the size asked for; each has its class in page.css."""


def width(text: str, size: float) -> float:
    """The width in millimetres of a text set in so many points, accents counted
    with their letters.
    """
    hundredths = sum(
        _WIDTHS[letter]
        if letter in _WIDTHS
        else _OF_KIND.get(category(letter), _OF_KIND.get(east_asian_width(letter), _UNKNOWN))
        for letter in normalize("NFD", text)
    )
    return hundredths / 100 * size * POINT


def steps(size: float) -> tuple[int, ...]:
    """The steps of a size at which it can still be read in the light of a hall."""
    return tuple(percent for percent in STEPS if percent * size >= LEAST * 100) or STEPS[:1]


def step(text: str, size: float, room: float) -> int:
    """The largest step at which a text of so many points fits into so many millimetres, else the
    smallest.
    """
    needed = width(text, size)
    return next(
        (percent for percent in steps(size) if needed * percent <= room * 100), steps(size)[-1]
    )


def one_line(text: str, size: float, room: float) -> str:
    """The class of words that are made smaller to stay on one line, or to wrap where they could not
    be read so.
    """
    percent = step(text, size, room)
    if not fits(text, size, percent, room):
        return "wraps"
    return "" if percent == STEPS[0] else f"fit-{percent}"


def halved(text: str, separator: str = " ") -> tuple[str, ...]:
    """A text as two lines of about equal length, or as it is where no space (or
    hyphen) parts it.
    """
    places = [place for place, letter in enumerate(text) if letter == separator]
    if not places:
        return (text,)
    middle = min(places, key=lambda place: abs(place - len(text) / 2))
    return text[: middle + 1].rstrip(), text[middle + 1 :]


def set_in(
    text: str, size: float, room: float, *, two: bool = False
) -> tuple[int, tuple[str, ...]]:
    """The step for a name and its lines: one line, or two small ones where one could no longer be
    read.

    Two lines are about as high as one of full size unless there is place for `two`. Where they
    would not do either the name gives up its first words, so that the surname stays.
    """
    fitting, most = step(text, size, room), 100 if two else max(TWO_LINES, steps(size)[-1])
    if fits(text, size, fitting, room) and (two or fitting > most):
        return fitting, (text,)
    words = text.split() or [text]
    for name in (" ".join(words[start:]) for start in range(len(words))):
        for lines in (halved(name), halved(name, "-")) if two or most <= HALVED else ((name,),):
            percent = min(
                most if len(lines) == 2 else 100, *(step(line, size, room) for line in lines), 100
            )
            if all(fits(line, size, percent, room) for line in lines):
                return percent, lines
    return steps(size)[-1], (_cut(words[-1], size, steps(size)[-1], room),)


def fitted(text: str | int, room: str) -> str | int | SafeString:
    """A text in the size that fits: `room` is `"14.5 93"`, points wished and millimetres there are.

    In a list what fits nowhere wraps. Of a form with fixed places, `"14.5 93 cut"`, it gives up its
    first words, and `"7.6 44 two"` has the height of two lines.
    """
    size, millimetres, *place = room.split()
    percent, lines = set_in(str(text), float(size), float(millimetres), two=place == ["two"])
    if not place and " ".join(lines) != str(text):
        return format_html('<span class="wraps fit-{}">{}</span>', percent, text)
    if len(lines) == 2:
        return format_html('<span class="fit-{} halved">{}<br>{}</span>', percent, *lines)
    return (
        lines[0]
        if percent == 100
        else format_html('<span class="fit-{}">{}</span>', percent, lines[0])
    )


SMALL = 64
"""At this step of its size and below a name takes two lines."""


def name_lines(name: str, size: float, room: float) -> tuple[int, tuple[str, ...]]:
    """The step for a name and its lines: one, or two that are larger where one would be small."""
    lines = (name,) if step(name, size, room) > SMALL else halved(name)
    return min(step(line, size, room) for line in lines), lines


def fitted_words(text: str, size: float, room: float) -> tuple[str, float]:
    """A text and the size in points at which it fits: as asked for or a step smaller, and its end
    left off else.
    """
    percent = step(text, size, room)
    return _cut(text, size, percent, room), size * percent / 100


def fits(text: str, size: float, percent: int, room: float) -> bool:
    """Whether a text of so many points stands in so many millimetres at a step."""
    return width(text, size) * percent <= room * 100


def _cut(text: str, size: float, percent: int, room: float) -> str:
    """As much of the beginning as fits."""
    if fits(text, size, percent, room):
        return text
    ends = range(len(text) - 1, 0, -1)
    return next(
        (f"{text[:end]}…" for end in ends if fits(f"{text[:end]}…", size, percent, room)), text[:1]
    )


def in_room(
    words: Words, room: float, *, two: bool = False, line: float = 0, close: float = 1.0
) -> list[Words]:
    """The words at their place in the size that fits, or on two lines from the upper edge of
    theirs, `close` sizes apart. `line` is the height of their line where that is not their size.
    """
    percent, lines = set_in(words.text, words.size, room, two=two)
    size = words.size * percent / 100
    if len(lines) == 1:
        return [replace(words, text=lines[0], size=size)]
    top = words.y - (line or words.size * POINT) / 2 - ASCENT * words.size * POINT
    step_down = close * size * POINT
    first = baseline(top, size, step_down)
    return [
        replace(words, y=first + number * step_down, text=text, size=size)
        for number, text in enumerate(lines)
    ]
