"""A game on paper as values: tags, moves with their marks, and the faults found in reading or
replaying them.
"""

from dataclasses import dataclass, field

from scoring.cards import Card
from scoring.law.plays import Challenge, Nominate, Reshuffle, TurnPlay

Tag = tuple[str, str]
"""The name of a tag and its text."""


Aside = Challenge | Nominate
"""What belongs to no turn: a challenge, or the suit of an 8 or an Ace named after it was laid."""


@dataclass(frozen=True, slots=True)
class Move:
    """What one seat did; seat 0 with a Reshuffle is the table itself.

    `count` is the number written with a penalty, `drawn` the card written with a pick-up, both None
    if left out. `called` = LAST CARD was said, `silent` = it was noted that it was not. `illegal` =
    an umpire ruled the play illegal and it was taken back. `out` = marked as the last card.
    `challenged` is the seat that challenged after this move, `ruling` the id of a ruling. `bare`
    tells that nothing but seat and play is noted.
    """

    seat: int
    play: TurnPlay | Aside | Reshuffle
    count: int | None = None
    drawn: Card | None = None
    called: bool = False
    silent: bool = False
    illegal: bool = False
    out: bool = False
    challenged: int | None = None
    ruling: str = ""
    bare: bool = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        detailed = self.count is not None or self.drawn is not None or self.challenged is not None
        marked = detailed or self.called or self.illegal or self.out
        object.__setattr__(
            self, "bare", not marked and not isinstance(self.play, Challenge | Nominate | Reshuffle)
        )


@dataclass(frozen=True, slots=True)
class Transcript:
    """A whole or partial game: the tags before the moves, the moves, the tags after them.

    `places` are the offsets of the moves in the text they were read from, no part of the value;
    `tags` are the texts of both headers by name, without those written `?`.
    """

    header: tuple[Tag, ...]
    moves: tuple[Move, ...]
    footer: tuple[Tag, ...] = ()
    places: tuple[int, ...] = field(default=(), compare=False, repr=False)
    tags: dict[str, str] = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        texts = ((name, text) for name, text in self.header + self.footer if text.strip() != "?")
        object.__setattr__(self, "tags", dict(texts))

    def tag(self, name: str) -> str | None:
        """The text of a tag, or None where it is missing or written `?`."""
        return self.tags.get(name)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a fault stands: line and column, both from 1."""

    line: int
    column: int

    def __str__(self) -> str:
        return f"line {self.line}, column {self.column}"


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: its place, the piece of text it is about, and a sentence."""

    place: Place
    token: str
    words: str

    def __str__(self) -> str:
        return f"{self.place}: {self.words}"


class TranscriptError(ValueError):
    """A text that cannot be read as a transcript; `faults` are all that were found, in order."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


def place_of(text: str, offset: int) -> Place:
    """The line and column of an offset in a text."""
    before = text[:offset]
    return Place(before.count("\n") + 1, offset - before.rfind("\n"))
