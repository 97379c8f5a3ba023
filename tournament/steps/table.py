"""The rows of an evening in their order, read from their text, and the step: the first row that
belongs to this evening and is not done.

What was taken back makes a fact false again, so that its row is the first once more: going back has
no rule of its own.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any

from django.urls import reverse

from tournament.counting.finals import CUT, PODIUM
from tournament.steps.conditions import DONE, WHEN
from tournament.steps.facts import Facts, RoundFacts
from tournament.steps.words import Names

TEXTS = tuple(Path(__file__).with_name(name) for name in ("rows.toml", "match_rows.toml"))
Source = Mapping[str, Any]


class Part(StrEnum):
    """The part of the evening that a row belongs to, as the phase line shows them."""

    GUESTS = "guests"
    SEATING = "seating"
    DOOR = "door"
    ROUND = "round"
    CUT = "cut"
    PLAYOFF = "playoff"
    PRIZES = "prizes"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Act:
    """What is done at a step: by one press, which sends `fields`, or on a page; `does` are the
    routes that the page leads to, whose rights are those of the act.
    """

    words: str
    route: str
    numbers: tuple[int | str, ...] = ()
    press: bool = False
    fields: tuple[tuple[str, str], ...] = ()
    does: tuple[str, ...] = ()
    of_event: bool = True

    def url(self, slug: str) -> str:
        """Its address at an evening."""
        return reverse(self.route, args=[slug, *self.numbers] if self.of_event else [])


@dataclass(frozen=True, slots=True)
class Line:
    """One thing to say to the hall, a breath each; what the walls show with it, what its key does
    with the clock of the round, and which reading it begins; `past` where its time is over, said or
    not.
    """

    name: str
    breaths: tuple[str, ...]
    scene: str = ""
    calls: str = ""
    reads: str = ""
    past: bool = False


@dataclass(frozen=True, slots=True)
class Step:
    """A row as it stands at an evening: its key and part, the round it is about (0 for none), who
    does what, and what is printed for it; `interrupted` where it lies before a reading that the
    hall has seen begin; what the walls show until a line is said, what guests without a seat to
    come read, and what stands at the foot of the board.
    """

    key: str
    part: Part
    number: int
    who: str
    heading: str
    figures: str
    act: Act | None = None
    others: tuple[Act, ...] = ()
    prints: tuple[str, ...] = ()
    talk: str = ""
    interrupted: bool = False
    wall: str = "wait"
    guests: Mapping[str, str] = field(default_factory=dict)
    board: str = ""

    @property
    def plays(self) -> bool:
        """Whether it stands in a round that guests sit down to, or play."""
        return self.key.partition("-")[0] in PLAYED and self.number > 0

    @property
    def first(self) -> str:
        """That it comes before whatever is later, in a sentence."""
        words = f"“{self.act.words}” comes first." if self.act else f"{self.heading}."
        return f"{words} {self.figures}"


PLAYED = frozenset({"small", "start", "play", "choose", "reason", "close"})
Place = tuple[Source, RoundFacts | None]


@lru_cache(1)
def text() -> Source:
    """The rows and what is said with them."""
    tables, matches = (tomllib.loads(path.read_text(encoding="utf-8")) for path in TEXTS)
    both = {name: tables[name] | matches[name] for name in ("talk", "guests", "board")}
    return {**tables, **matches, **both}


def rows(*, matches: bool = False) -> tuple[Source, ...]:
    """Every row as its text says it; those of an evening of matches end like those of tables."""
    if not matches:
        return tuple(text()["row"])
    return (*text()["match"], *(row for row in text()["row"] if row["part"] == Part.OVER))


def places(facts: Facts) -> Iterator[Place]:
    """The rows that belong to this evening, each with the round it is about; those of a round stand
    together, once for each round.
    """
    targets = {"playoff": (facts.playoff,), "extra": (facts.extra,), "round": facts.rounds}
    evening = rows(matches=facts.matches is not None)
    for about, group in groupby(evening, key=lambda row: row.get("about", "")):
        block = tuple(group)
        for round_ in targets.get(about, (None,)):
            if about != "extra" or round_ is not None:
                yield from ((row, round_) for row in block if _belongs(row, facts, round_))


def _belongs(row: Source, facts: Facts, round_: RoundFacts | None) -> bool:
    return "only" not in row or WHEN[row["only"]](facts, round_ or facts.playoff)


def is_done(row: Source, facts: Facts, round_: RoundFacts | None) -> bool:
    """Whether the facts say that a row is done."""
    return DONE[row.get("done", row["key"])](facts, round_ or facts.playoff)


def undone(facts: Facts) -> Iterator[Place]:
    """The rows to come, the step first."""
    return (place for place in places(facts) if not is_done(place[0], facts, place[1]))


def step(facts: Facts) -> Step:
    """What comes next."""
    row, round_ = next(undone(facts))
    return drawn_row(row, facts, round_)


def drawn_row(row: Source, facts: Facts, round_: RoundFacts | None) -> Step:
    """A row with the words of the facts."""
    about = round_ or facts.playoff
    names = Names(facts, about)

    def chosen(key: str, source: Source) -> str:
        """Its text as it is true now."""
        return _true(source.get(key, ""), facts, about)

    interrupted = _lies_before_the_reading(row, facts)
    source = {**row, **INTERRUPTED} if interrupted else row
    talk, foot = source.get("talk", ""), source.get("board", "open")
    of_guests = text()["guests"].get(source.get("guests"), {})
    return Step(
        row["key"],
        Part(row["part"]),
        round_.number if round_ else 0,
        row["who"],
        chosen("heading", row).format_map(names),
        chosen("figures", row).format_map(names),
        _act(chosen("act", row), names) if "act" in row else None,
        tuple(_act(words, names) for words in row.get("others", ())),
        tuple(key.format_map(names) for key in row.get("prints", ())),
        f"{talk}-{round_.number}" if talk and round_ else talk,
        interrupted,
        chosen("wall", source),
        {guest: sentence.format_map(names) for guest, sentence in of_guests.items()},
        chosen(foot, text()["board"]).format_map(names),
    )


READINGS = {CUT: "read", PODIUM: "podium"}
INTERRUPTED = {"talk": "behind", "board": "behind", "guests": "behind", "wall": "wait"}


def _lies_before_the_reading(row: Source, facts: Facts) -> bool:
    """Whether something is to be done that comes before a reading which is begun. Of the podium
    nothing changes when its games, all of them in, are closed.
    """
    if not facts.reading or (facts.reading == PODIUM and row.get("done") == "close"):
        return False
    keys = [source["key"] for source in text()["row"]]
    return keys.index(row["key"]) < keys.index(READINGS[facts.reading])


def lines_of(coming: Step, facts: Facts) -> tuple[Line, ...]:
    """What is said to the hall at a step."""
    played = (*facts.rounds, facts.playoff, facts.extra)
    about = next((row for row in played if row and row.number == coming.number), facts.playoff)
    return lines(coming.talk.removesuffix(f"-{coming.number}"), facts, about)


def lines(talk: str, facts: Facts, about: RoundFacts) -> tuple[Line, ...]:
    """What is said in one part of the evening: each line that is true."""
    every = text()["talk"].get(talk, ())
    return tuple(_line(line, facts, about) for line in every if _holds(line, facts, about))


def _holds(source: Source, facts: Facts, round_: RoundFacts) -> bool:
    return "when" not in source or WHEN[source["when"]](facts, round_)


def _true(variants: str | list[Source], facts: Facts, round_: RoundFacts) -> str:
    """A text; of several the first that is true now."""
    if isinstance(variants, str):
        return variants
    return str(next(row["words"] for row in variants if _holds(row, facts, round_)))


def _line(source: Source, facts: Facts, round_: RoundFacts) -> Line:
    words = _true(source["words"], facts, round_)
    breaths = tuple(words.format_map(Names(facts, round_)).split(" / "))
    scene, calls, reads = (source.get(name, "") for name in ("scene", "calls", "reads"))
    past = "until" in source and WHEN[source["until"]](facts, round_)
    return Line(source["name"], breaths, scene, calls, reads, past)


def _act(source: str, names: Names) -> Act:
    words, _, address = source.partition(" | ")
    kind, route, *following = address.split()
    does = route if kind == "press" else following.pop(0)
    pairs = (field.partition("=")[::2] for field in following if "=" in field)
    fields = tuple((name, value.format_map(names)) for name, value in pairs)
    numbers = tuple(
        name[1:] if name.startswith(":") else int(str(names[name]))
        for name in following
        if "=" not in name and name != "/"
    )
    routes, of_event = tuple(does.split(",")), "/" not in following
    return Act(words.format_map(names), route, numbers, kind == "press", fields, routes, of_event)
