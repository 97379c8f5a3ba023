"""How wide words will be, so that a long name is set smaller instead of being cut off or broken."""

from unicodedata import normalize

from tournament.paper.drawing import POINT

# Widths of the semi-bold in hundredths of the type size, rounded up: an estimate is enough, for sizes go in steps.
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
_UNKNOWN = 70
TWO_LINES = 52
"""At this step and below a name takes two lines, which together are no higher than one of full size."""
STEPS = (100, 94, 88, 82, 76, 70, 64, 58, 52, 46, 40)
"""The sizes there are, in hundredths of the size asked for; each has its class in page.css."""


def width(text: str, size: float) -> float:
    """The width in millimetres of a text set in so many points, accents counted with their letters."""
    letters = normalize("NFD", text)
    hundredths = sum(_WIDTHS.get(letter, _UNKNOWN) for letter in letters if not "\u0300" <= letter <= "\u036f")
    return hundredths / 100 * size * POINT


def step(text: str, size: float, room: float) -> int:
    """The largest of `STEPS` at which a text of so many points fits into so many millimetres."""
    needed = width(text, size)
    return next((percent for percent in STEPS if needed * percent <= room * 100), STEPS[-1])


def halved(text: str) -> tuple[str, ...]:
    """A text as two lines of about equal length, or as it is where no space parts it."""
    spaces = [place for place, letter in enumerate(text) if letter == " "]
    if not spaces:
        return (text,)
    middle = min(spaces, key=lambda place: abs(place - len(text) / 2))
    return text[:middle], text[middle + 1 :]


def set_in(text: str, size: float, room: float) -> tuple[int, tuple[str, ...]]:
    """The step for a name and its lines: one line, or two small ones where one could no longer be read."""
    one = step(text, size, room)
    lines = halved(text) if one <= TWO_LINES else (text,)
    if len(lines) == 1:
        return one, lines
    return min(TWO_LINES, *(step(line, size, room) for line in lines)), lines


def fitted_size(text: str, size: float, room: float) -> float:
    """The size in points at which a text fits: the one asked for, or the next smaller step."""
    return size * step(text, size, room) / 100
