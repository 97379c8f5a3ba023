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
STEPS = (100, 94, 88, 82, 76, 70, 64, 58, 52, 46, 40, 34, 28)
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


def fitted_size(text: str, size: float, room: float) -> float:
    """The size in points at which a text fits: the one asked for, or the next smaller step."""
    return size * step(text, size, room) / 100
