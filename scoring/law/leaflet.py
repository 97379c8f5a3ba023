"""The rules on one page that a player can read aloud: each game writes its own in
`scoring/games/<game>/leaflet.py`.

Every note says what holds at this table under the options in force, never a clause and its
opposite; `points` are the clauses and questions it rests on, for small print.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise

from scoring.cards import ACE, FULL_PACK, RANK_NAMES, rank_of
from scoring.law.rulebook import Deal, Rulebook
from scoring.words import number_word


@dataclass(frozen=True, slots=True)
class Note:
    """A few sentences under a heading, or the answer to a question, with the points (`SP-12`,
    `SP-A2`) behind them.
    """

    heading: str
    text: str
    points: tuple[str, ...]

    @property
    def small(self) -> str:
        """The points in small print: `1 to 5, A1`."""
        return small_print(self.points)


@dataclass(frozen=True, slots=True)
class Effect:
    """A card that does something: its rank as printed, what it is called, what it does."""

    rank: str
    heading: str
    text: str
    points: tuple[str, ...]

    @property
    def small(self) -> str:
        """The points in small print."""
        return small_print(self.points)


@dataclass(frozen=True, slots=True)
class Leaflet:
    """The page: the aim in two lines, what must be said (None where nothing is), how to play, what
    cards do.

    `remark` is one line under the cards; `starts` pairs a start card with what it does, under
    `starts_heading`; `ends` are how games end;
    `asked` the questions players put most, the most frequent first.
    """

    aim: tuple[str, str]
    call: Note | None
    play: tuple[Note, ...]
    effects: tuple[Effect, ...]
    remark: Note | None
    starts: tuple[tuple[str, str], ...]
    starts_points: tuple[str, ...]
    ends: tuple[Note, ...]
    asked: tuple[Note, ...]
    doubt: Note | None = None
    starts_heading: str = "If the first card turned up is …"

    @property
    def starts_small(self) -> str:
        """The points behind the start cards in small print."""
        return small_print(self.starts_points)

    @property
    def short(self) -> tuple[Note, ...]:
        """How to play on one screen: the turn, what each card does under its rank, what must be
        said.
        """
        turn = (note for note in self.play if note.heading != "To begin")
        cards = (Note(effect.rank, effect.text, effect.points) for effect in self.effects)
        notes = (
            Note(note.heading or "Mind", note.text, note.points)
            for note in (self.remark, self.call)
            if note
        )
        return (*turn, *cards, *notes)

    @property
    def notes(self) -> tuple[Note | Effect, ...]:
        """Everything that is said under a heading, in the order of the page."""
        parts = (
            self.call,
            *self.play,
            *self.effects,
            self.remark,
            *self.ends,
            *self.asked,
            self.doubt,
        )
        return tuple(note for note in parts if note is not None)


def by_frequency(book: Rulebook, notes: Iterable[Note]) -> tuple[Note, ...]:
    """Questions of players in the order in which their open questions come up most."""
    places = {name: place for place, name in enumerate(book.most_asked)}

    def place(note: Note) -> int:
        return min((places[name] for name in note.points if name in places), default=len(places))

    return tuple(sorted(notes, key=place))


def pack_words(deal: Deal) -> str:
    """Which cards are on the table: `One pack of 32 cards, seven to Ace.`, and where there are two
    from how many players on.
    """
    low = min(rank_of(card) for card in deal.pack if rank_of(card) != ACE)
    whole = len(deal.pack) == len(FULL_PACK)
    cards = (
        f"{len(deal.pack)} cards" if whole else f"{len(deal.pack)} cards, {RANK_NAMES[low]} to Ace"
    )
    sizes = range(deal.seats_min, deal.seats_max + 1)
    more = next((players for players in sizes if deal.packs(players) > deal.packs(sizes[0])), 0)
    if not more:
        return f"One pack of {cards}."
    return f"One pack of {cards}; two packs from {number_word(more)} players on."


def small_print(points: Iterable[str]) -> str:
    """Points without the letters of their game, neighbours drawn together: `11 to 14, 16, A3`."""
    short = [re.sub(r"^[A-Z]+-", "", point) for point in points]
    clauses = sorted({int(name) for name in short if name.isdigit()})
    runs: list[list[int]] = [clauses[:1]] if clauses else []
    for before, after in pairwise(clauses):
        if after == before + 1:
            runs[-1].append(after)
        else:
            runs.append([after])
    spans = [f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(map(str, run)) for run in runs]
    return ", ".join((*spans, *(name for name in short if not name.isdigit())))
