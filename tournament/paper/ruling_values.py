"""The plain values behind the papers of rulings: the report of one incident, and the minute of all."""

from dataclasses import dataclass

from tournament.paper.values import Edition


@dataclass(frozen=True)
class DrawnCard:
    """A card as printed: its rank, and its suit by name (nothing for a bare rank)."""

    rank: str
    suit: str = ""


@dataclass(frozen=True)
class CardGroup:
    """Cards that lay together, and what is said beneath them."""

    cards: tuple[DrawnCard, ...]
    words: str


@dataclass(frozen=True)
class PrintedStatement:
    """A statement of a ruling and the authority it rests on."""

    words: str
    authority: str = ""


@dataclass(frozen=True)
class PrintedPart:
    """One of the five parts; `own` are an umpire's words in its place."""

    number: int
    heading: str
    note: str
    said: tuple[PrintedStatement, ...]
    own: str = ""


@dataclass(frozen=True)
class IncidentReport:
    """One ruling on paper, with what became of it, its effect on scores and the cases alike."""

    edition: Edition
    number: int
    of: int
    facts: tuple[str, ...]
    groups: tuple[CardGroup, ...]
    beside: tuple[tuple[str, str], ...]
    headline: str
    parts: tuple[PrintedPart, ...]
    decisions: tuple[str, ...]
    effects: tuple[str, ...]
    alike: tuple[str, ...]
    umpire: str
    rules: str = ""


@dataclass(frozen=True)
class MinuteRow:
    """A ruling in the minute of all."""

    number: int
    at: str
    where: str
    situation: str
    decided: str
    signed: str
    effects: tuple[str, ...] = ()


@dataclass(frozen=True)
class RulingsMinute:
    """All rulings of an evening in order, with what they did."""

    edition: Edition
    facts: tuple[str, ...]
    rows: tuple[MinuteRow, ...]
    title: str = "Minute of rulings"
