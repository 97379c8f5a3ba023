"""What a format asks for at each seat, in the words of pages and paper.

What the size of a table does in this event's game, in words, for those who declare how it is
played.

How cards are drawn on pages: rank, value and whether the value surprises; all from the rulebook.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cache
from types import MappingProxyType

from django.utils.html import json_script
from django.utils.safestring import SafeString

from scoring.cards import RANKS
from scoring.counting.board import Board
from scoring.counting.figures import COLUMNS, Column
from scoring.counting.hand import Hand
from scoring.counting.sheet import SeatEntry
from scoring.counting.table_par import USUAL
from scoring.foresight.table_sizes import by_counting, measured, suggested
from scoring.formats import Format
from scoring.law.game import SizeMeasure
from scoring.law.rulebook import Rules
from scoring.words import many
from tournament.counting.formats import Play, event_format, takes_par
from tournament.models import Event

Keys = tuple[tuple[tuple[str, ...], str], ...]


@dataclass(frozen=True, slots=True)
class SeatWords:
    """Words for one kind of entry.

    `heading` stands over the column, `field` behind a name, `short` on paper; `nobody` is the box
    for a game without a winner and `without` says so of a saved one; `keys` are what may be typed,
    each with its sense; `empty` tells what to type where nothing stands. `counted` stands over the
    figure drawn while one types. The rest is on paper: `paper` and `boxed` for the box of a game
    without a winner, `rule` for the umpire. `unit` and `units` are the format's words for one deal
    and several.
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
        """The keys as the desk shows them, where cards go without saying."""
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
    """The keys for thumb and mouse where no cards are entered: what each types, and what stands on
    it.
    """
    if form.entry == "places":
        return (*((str(place), str(place)) for place in range(1, seats + 1)), ("X", "Still in"))
    if form.entry == "winner":
        return ("O", "Won"), ("X", "Did not win")
    if form.entry == "laps":
        return tuple((str(laps), str(laps)) for laps in range(form.laps + 1))
    return ()


def figures(form: Format) -> tuple[Column, ...]:
    """The columns of the figures that say something in a format."""
    units = {"unit": form.unit, "Units": form.units.capitalize()}
    return tuple(
        replace(column, workbook=(column.workbook[0].format(**units), column.workbook[1]))
        for column in COLUMNS
        if column.name in form.figures
    )


TABLE_PAR = Column("par", lambda _line, _field: None, "Table par", "Par", ("Table par", 10))
"""What a declared par of tables adds to a total: not a figure of a format, but of the evenings that
declare one.
"""


def board_figures(board: Board) -> tuple[Column, ...]:
    """The columns of figures beside the totals of a board: the par that is in them, and those of
    its format.
    """
    return ((TABLE_PAR,) if board.table_par else ()) + figures(board.format)


PAIRED = "Two players meet in every match: no table is larger than another."
SPREAD = (
    "Places are spread alike at every table: the mean of a player is {means}, and no size of table"
    " is the better one."
)
PLACES = (
    "By the way places count the mean of a player in a {unit} is {means}, whoever plays: larger"
    " tables bring higher totals, unless places are spread."
)
WINS = (
    "One player of a table wins a {unit}, so the wins of a player are {means} on average: larger"
    " tables bring fewer."
)


def measured_words(event: Event) -> str:
    """The bias of table sizes in sentences, measured or by the way of counting; nothing where
    neither tells it.
    """
    form = event_format(event)
    if form.paired:
        return PAIRED
    if form.scorer == "spread_places":
        return SPREAD.format(means=f"{by_counting(form.scorer, USUAL):.0f}")
    if measured_games := _by_counting(form):
        digits = 2 if form.scorer == "win" else 1
        means = ", ".join(
            f"{mean:.{digits}f} at a table of {seats}" for seats, mean in measured_games.items()
        )
        return (WINS if form.scorer == "win" else PLACES).format(unit=form.unit, means=means)
    figures = _measured(form)
    return _words(form, figures) if figures else ""


def _words(form: Format, figures: tuple[SizeMeasure, ...]) -> str:
    means = ", ".join(f"{figure.mean:.1f} at a table of {figure.seats}" for figure in figures)
    out = ", ".join(f"{figure.out:.0%} at {figure.seats}" for figure in figures)
    return (
        f"Measured in {figures[0].games:,} simulated games for each size, under the usual options."
        f" Points of a player in a game: {means}. Players who go out: {out}. As a par:"
        f" {suggested(form.game)}."
    )


def _measured(form: Format) -> tuple[SizeMeasure, ...]:
    return measured(form.game) if takes_par(form) else ()


def _by_counting(form: Format) -> Mapping[int, float]:
    """What a game brings on average at each size of table the format allows; empty where the play
    decides that.
    """
    means = {
        seats: by_counting(form.scorer, seats)
        for seats in range(form.seats.least, form.seats.most + 1)
    }
    return {seats: mean for seats, mean in means.items() if mean is not None}


def bias(event: Event) -> Mapping[int, float]:
    """What a game at a table of each known size brings beside one of five, in what totals are made
    of; else empty.
    """
    form = event_format(event)
    means = _by_counting(form) or {row.seats: row.mean for row in _measured(form)}
    return {seats: mean - means[USUAL] for seats, mean in means.items()} if USUAL in means else {}


COURTS = "TJQK"


@cache
def pad_tokens(rules: Rules) -> tuple[str, ...]:
    """The card keys in the order of a pad: the ranks of this game's pack; ten and court cards share
    one, `X`, where they count the same.
    """
    shared = rules.scoring.courts_alike
    ranks = [rank for rank in RANKS if rank in rules.deal.ranks]
    return (*(rank for rank in ranks if not (shared and rank in COURTS)), *("X" if shared else ""))


@dataclass(frozen=True, slots=True)
class Face:
    """One rank as drawn; `dear` when it counts more than its own number."""

    token: str
    rank: str
    value: int | None
    dear: bool = False


@cache
def faces(rules: Rules) -> Mapping[str, Face]:
    """The face of every rank, and of `X`, a ten or court card."""
    return MappingProxyType({rank: _face(rank, rules) for rank in f"{RANKS}X"})


def drawn(hand: Hand, face_by_rank: Mapping[str, Face]) -> Iterator[Face]:
    """The cards of a hand in the order entered."""
    return (face_by_rank[token[0]] for token in hand.tokens)


def for_script(play: Play) -> SafeString:
    """The faces as a page hands them to its script; none where no cards are entered."""
    return _for_script(play.rules) if play.format.tapped else json_script(None, "faces")


@cache
def _for_script(rules: Rules) -> SafeString:
    return json_script({rank: asdict(face) for rank, face in faces(rules).items()}, "faces")


def _face(rank: str, rules: Rules) -> Face:
    text = "10" if rank == "T" else rank
    if rules.scoring.values is None:
        return Face(rank, text, None)
    value = rules.scoring.value_of(rank)[0]
    number = RANKS.index("K" if rank == "X" else rank) + 1
    return Face(rank, text, value, dear=value > number)
