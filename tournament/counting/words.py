"""The words of each kind of entry on pages and paper; the one rule of counting on a personal card;
and the keys for thumb and mouse.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from scoring.counting.sheet import SeatEntry
from scoring.formats import Format
from scoring.words import many

Keys = tuple[tuple[tuple[str, ...], str], ...]
"""What may be typed, each with its sense: keys that share one stand together."""


@dataclass(frozen=True, slots=True)
class SeatWords:
    """Words for one kind of entry.

    `heading` stands over the column, `field` behind a name, `short` on paper; `nobody` is the box
    for a game without a winner and `without` says so of a saved one; `keys` are what may be typed,
    each with its sense; `empty` tells what to type where nothing stands. `counted` stands over the
    figure drawn while one types. The rest is on paper: `paper` stands before the row of boxes for
    games without a winner, `boxed` behind each box, `rule` is for the umpire. `unit` and `units`
    are the format's words for one deal and several.
    """

    heading: str
    field: str
    short: str
    nobody: str
    without: str
    keys: Keys
    empty: str
    paper: str = "Nobody went out (blocked or time)"
    boxed: str = "nobody out"
    counted: str = "Points"
    rule: str = "Out: tick the circle. Exactly one a {unit}, or tick “nobody out”."
    unit: str = "game"
    units: str = "games"

    @property
    def umpires_rule(self) -> str:
        """The rule on the umpire's sheet, with the word for one deal."""
        return self.rule.format(unit=self.unit)

    @property
    def desk_keys(self) -> Keys:
        """The keys as the desk shows them: without the first, where that is how cards are typed."""
        return self.keys[1:] if self.cards else self.keys

    @property
    def cards(self) -> bool:
        """Whether cards are typed, so that card keys help."""
        return self.short == "cards left"


_ABSENT: Keys = ((("-",), "absent"),)
_HAND = SeatWords(
    heading="Cards left in hand",
    field="cards left in hand",
    short="cards left",
    nobody="Nobody went out",
    without="Nobody went out.",
    keys=(
        (("2-9 A T J Q K X",), "cards"),
        (("O",), "went out"),
        (("=",), "points"),
        *_ABSENT,
    ),
    empty="type the cards left, O for out or - for absent.",
)
_POINTS = SeatWords(
    heading="Points",
    field="points",
    short="points",
    nobody="Nobody won",
    without="Nobody won.",
    keys=((("0-9",), "points"), *_ABSENT),
    empty="type the points or - for absent.",
    paper="Nobody won",
    boxed="nobody won",
    rule="Write the points of each seat.",
)
_PLACES = SeatWords(
    heading="Place",
    field="finishing place",
    short="place",
    nobody="Time was called",
    without="Time was called.",
    keys=((("1", "2", "3"), "place"), (("X",), "still held cards when time was called"), *_ABSENT),
    empty="type the finishing place, X for still holding cards or - for absent.",
    paper="Time was called: the rest share",
    boxed="time",
    rule="Write 1 for the first out, 2 for the second, to the last.",
)
_WINNER = SeatWords(
    heading="Won",
    field="O if they won",
    short="won",
    nobody="Nobody won",
    without="Nobody won.",
    keys=((("O",), "won"), (("X",), "did not win"), *_ABSENT),
    empty="type O for the winner, X for the others or - for absent.",
    paper="Nobody won (time)",
    boxed="nobody won",
    rule="Tick the circle of the winner: exactly one, or tick “nobody won”.",
)
_LAPS = SeatWords(
    heading="Laps",
    field="laps run",
    short="laps",
    nobody="Time was called",
    without="Time was called.",
    keys=((("0-9",), "laps"), (("3/2",), "three laps, second home"), *_ABSENT),
    empty="type the laps run or - for absent.",
    paper="Time was called: nobody home",
    boxed="time",
    rule="Write the laps of each seat; behind a stroke the place, where laps are equal.",
)


WORDS: Mapping[str, SeatWords] = {
    "hand": _HAND,
    "winner_and_hands": replace(_HAND, counted="In hand"),
    "points": _POINTS,
    "places": _PLACES,
    "winner": _WINNER,
    "laps": _LAPS,
}


def seat_words(form: Format) -> SeatWords:
    """The words of what a format enters at each seat."""
    return replace(WORDS[form.entry], unit=form.unit, units=form.units)


def place_or_laps(entry: SeatEntry) -> str:
    """A finishing place or laps in words, nothing where the entry holds neither."""
    place = f"place {entry.place}" if entry.place is not None else ""
    if entry.laps is None:
        return place
    laps = many(entry.laps, "lap")
    return f"{laps}, {place}" if place else laps


HINTS: Mapping[str, str] = {
    "own_hand": "Out = 0. Nobody out: everyone counts.",
    "winner_takes": "The winner scores all other hands.",
    "places": "First = 1, second = 2. Lowest sum wins.",
    "spread_places": "First = 0, last = 120, even between.",
    "win": "Won = 1, lost = 0.",
}


def hint(form: Format) -> str:
    """The one rule of counting worth a line at the foot of a personal card."""
    return HINTS[form.scorer]


def taps(form: Format, seats: int) -> tuple[tuple[str, str], ...]:
    """The keys for thumb and mouse where places, winners or laps are entered: what each types, and
    what stands on it; none for cards and points.
    """
    if form.entry == "places":
        return (*((str(place), str(place)) for place in range(1, seats + 1)), ("X", "Still in"))
    if form.entry == "winner":
        return ("O", "Won"), ("X", "Did not win")
    if form.entry == "laps":
        return tuple((str(laps), str(laps)) for laps in range(form.laps + 1))
    return ()
