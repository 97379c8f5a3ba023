"""What a game is as a tournament: a format, as data.

No output branches on a game's name; it asks the format.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from scoring.counting.tally import Direction
from scoring.words import many, plural

EntryKind = Literal["hand", "points", "places", "winner", "winner_and_hands", "laps"]
Scorer = Literal["own_hand", "winner_takes", "places", "spread_places", "win"]
WithoutWinner = Literal[
    "all_count", "lowest_takes", "nobody_scores", "share_places", "most_laps", "draw"
]
Ending = Literal[
    "fixed", "target", "knock_out", "swiss", "all_play_all", "swiss_then_knock_out", "time"
]
Comparison = Literal["points", "wins", "place points"]

SPREAD = 120
"""Last place where places are spread: first counts 0, and the steps between are whole at every
table of up to seven.
"""


class FormatError(ValueError):
    """A format, choice or number that there is not; the message says what there is."""


class Side(NamedTuple):
    """As what one of two players begins a match: what they do, what is said of it to themselves
    behind “you”, and the head of a column of them.
    """

    does: str
    do: str
    head: str


class Seats(NamedTuple):
    """Players at one table: the fewest, the number to aim at, and the most."""

    least: int
    best: int
    most: int


@dataclass(frozen=True, slots=True)
class Value:
    """One value of a choice: its sense in words, and the fields of the format it sets.

    `warning` is shown beside it.
    """

    value: str
    words: str
    sets: Mapping[str, Any] = field(default_factory=dict, hash=False)
    warning: str = ""


class Choice(NamedTuple):
    """A question an organiser answers for an event; the first value is the default.

    `why` says what the source says. One that goes `with_kind` is answered with the kind of the
    evening and its rounds, not among the rules.
    """

    name: str
    question: str
    values: tuple[Value, ...]
    why: str = ""
    with_kind: bool = False


class Number(NamedTuple):
    """A number an organiser gives: it sets the field of its name, `least` to `most`.

    `when` names a choice and the values with which the number is asked for; None asks always.
    `figure` is the figure of the rulebook that is the same number, empty where there is none.
    """

    name: str
    question: str
    default: int
    least: int
    most: int
    when: tuple[str, tuple[str, ...]] | None = None
    figure: str = ""


@dataclass(frozen=True, slots=True)
class Format:
    """A game as a tournament.

    `game` names the rulebook and `options` what of it the format fixes; `unit` is the word for one
    deal (game, deal, match, race), which headings, sentences and paper say. `entry` is what is
    entered per player, `scorer` who scores from it: `own_hand` (each their own cards),
    `winner_takes` (the winner the cards of all others), `places` (the place itself),
    `spread_places` (0 for the first to `SPREAD` for the last), `win` (one for the winner).
    `without_winner` is what a game without a winner means, told in `without_winner_words`. `ending`
    says how a stage ends, with `target` points where one ends it: those of a round, or where they
    are `carried` of all rounds; `best_of` is the number of games of a match; `laps` the laps that
    win a race. `compare` says what totals are made of. `tie_breaks` is the sensible order,
    `allowed` all that can be chosen. `figures` are the figures of a standing that have a meaning
    here. `halves`: stored points are half points (see `Halves`). `notes` are facts an organiser
    wants to know. `foretold`: chances and the order of cards to check can be reckoned. `paired`:
    opponents are paired instead of tables being drawn; `fitted`: a Swiss has as many rounds as its
    field needs, instead of a number declared; `sides`: as what the first and the second of two
    begin a match.
    """

    name: str
    title: str
    game: str
    entry: EntryKind
    scorer: Scorer
    direction: Direction
    without_winner: WithoutWinner
    without_winner_words: str
    seats: Seats
    tie_breaks: tuple[str, ...]
    allowed: tuple[str, ...]
    unit: str = "game"
    ending: Ending = "fixed"
    compare: Comparison = "points"
    target: int = 0
    carried: bool = False
    best_of: int = 1
    laps: int = 0
    figures: frozenset[str] = frozenset({"games_won"})
    options: Mapping[str, str] = field(default_factory=dict, hash=False)
    choices: tuple[Choice, ...] = ()
    numbers: tuple[Number, ...] = ()
    notes: tuple[str, ...] = ()
    halves: bool = False
    foretold: bool = False
    paired: bool = False
    fitted: bool = False
    sides: tuple[Side, ...] = ()
    chosen: tuple[tuple[str, str], ...] = ()

    @property
    def slug(self) -> str:
        """The name with hyphens, as addresses and archives write it."""
        return self.name.replace("_", "-")

    @property
    def line(self) -> str:
        """Every choice made, spelt out on one line, for storing: it outlives a later change of a
        default.
        """
        return " ".join(f"{name}={value}" for name, value in self.chosen)

    @property
    def units(self) -> str:
        """The plural of the word for one deal."""
        return plural(self.unit)

    def counted(self, number: int) -> str:
        """So many of them, in words: 1 deal, 3 deals."""
        return many(number, self.unit)

    @property
    def tapped(self) -> bool:
        """Whether cards left in hand are entered."""
        return self.entry in ("hand", "winner_and_hands")
