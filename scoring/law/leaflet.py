"""The rules on one page that a player can read aloud: a text file for each game,
`scoring/games/NAME/leaflet.toml`, which is read, mended and translated without Python; the games
that are data alone share one.

The file has the parts of `Leaflet`: an aim, the call, play, effects, starts, ends, what is asked.
Each note is a `heading`, the sentences it `says`, and the `points` (clauses and questions) it rests
on, for small print. `[option=value]` before a sentence, a point or a start card keeps it to tables
with that value of the option, `!=` to all others; a note with `when` is kept to such tables whole.
So the page says what holds at this table, never a clause and its opposite.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise

from scoring.law.rulebook import Rulebook, Rules
from scoring.law.rules_text import Text, text_of

_TURNED_UP = "If the first card turned up is …"


@dataclass(frozen=True, slots=True)
class Note:
    """A few sentences under a heading, the answer to a question, or what the card of a `rank` does,
    with the points (`SP-12`, `SP-A2`) behind them.
    """

    heading: str
    text: str
    points: tuple[str, ...]
    rank: str = ""

    @property
    def small(self) -> str:
        """The points in small print: `1 to 5, A1`."""
        return small_print(self.points)


@dataclass(frozen=True, slots=True)
class Leaflet:
    """The page: the aim in two lines, what must be said (None where nothing is), how to play, what
    cards do.

    `remark` is one line under the cards; `starts` pairs a start card with what it does, under
    `starts_heading`; `ends` are how games end;
    `asked` the questions players put most, the most frequent first.
    """

    aim: tuple[str, ...]
    call: Note | None
    play: tuple[Note, ...]
    effects: tuple[Note, ...]
    remark: Note | None
    starts: tuple[tuple[str, str], ...]
    starts_points: tuple[str, ...]
    ends: tuple[Note, ...]
    asked: tuple[Note, ...]
    doubt: Note | None = None
    starts_heading: str = _TURNED_UP

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
        cards = (Note(card.rank, card.text, card.points) for card in self.effects)
        notes = (
            Note(note.heading or "Mind", note.text, note.points)
            for note in (self.remark, self.call)
            if note
        )
        return (*turn, *cards, *notes)

    @property
    def notes(self) -> tuple[Note, ...]:
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


@dataclass(frozen=True, slots=True)
class Layout:
    """How the file of a page is read: the value of an option by its name, what stands for
    `{names}`, and the clauses or questions that a point of the file names.
    """

    setting: Callable[[str], str]
    names: Mapping[str, object] = field(default_factory=dict)
    point: Callable[[str], Iterable[str]] = lambda name: (name,)

    def lines(self, lines: Iterable[str]) -> Iterator[str]:
        """Those that hold under these options, without the conditions before them."""
        for line in lines:
            condition, _, words = line[1:].partition("] ") if line[0] == "[" else ("", "", line)
            if self.holds(condition):
                yield words.format_map(self.names)

    def holds(self, condition: str) -> bool:
        """Whether every `name=value` and `name!=value` of a condition is so."""
        pairs = (word.partition("=") for word in condition.format_map(self.names).split())
        return all(
            (self.setting(name.rstrip("!")) == value) != ("!" in name) for name, _, value in pairs
        )

    def points(self, lines: Iterable[str]) -> tuple[str, ...]:
        """The points that hold, each once."""
        points = (point for line in self.lines(lines) for point in self.point(line))
        return tuple(dict.fromkeys(points))

    def notes(self, rows: Text | Iterable[Text]) -> tuple[Note, ...]:
        """The notes of a part of the page: one, or a list of them."""
        return tuple(
            Note(
                row.get("heading", "").format_map(self.names),
                " ".join(self.lines(row["says"])),
                self.points(row["points"]),
                row.get("rank", ""),
            )
            for row in ([rows] if isinstance(rows, Mapping) else rows)
            if self.holds(row.get("when", ""))
        )

    def page(
        self,
        text: Text,
        book: Rulebook,
        effects: tuple[Note, ...],
        cards: Iterable[tuple[str, str]],
    ) -> Leaflet:
        """The page of a file, with these effects of cards and these start cards."""
        call, remark, doubt = (
            next(iter(self.notes(text.get(part, ()))), None) for part in ("call", "remark", "doubt")
        )
        return Leaflet(
            aim=tuple(self.lines(text["aim"])),
            call=call,
            play=self.notes(text["play"]),
            effects=effects,
            remark=remark,
            starts=tuple(cards),
            starts_points=self.points(text["starts"]["points"]),
            ends=self.notes(text["ends"]),
            asked=by_frequency(book, self.notes(text["asked"])),
            doubt=doubt,
            starts_heading=text["starts"].get("heading", _TURNED_UP),
        )


def leaflet_of(rules: Rules, *, for_two: bool) -> Leaflet:
    """The page of a game with a file of its own under these options; the file asks for the `table`,
    `two` or `more`, as for an option.

    Raises KeyError for an option that the game does not have.
    """
    table = {"table": "two" if for_two else "more"}
    layout = Layout(lambda name: table.get(name) or rules[name], rules.rulebook.names)
    text = text_of(f"games/{rules.rulebook.name}/leaflet")
    cards = (line.partition(": ") for line in layout.lines(text["starts"]["cards"]))
    starts = ((card, does) for card, _, does in cards)
    return layout.page(text, rules.rulebook, layout.notes(text["effects"]), starts)


def by_frequency(book: Rulebook, notes: Iterable[Note]) -> tuple[Note, ...]:
    """Questions of players in the order in which their open questions come up most."""
    places = {name: place for place, name in enumerate(book.most_asked)}

    def place(note: Note) -> int:
        return min((places[name] for name in note.points if name in places), default=len(places))

    return tuple(sorted(notes, key=place))


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
