"""A ruling as a value: finding, law, rectification, penalty and finality, and the words to read it
aloud.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from scoring.cards import RANK_NAMES, SUIT_NAMES, parse_card, rank_of, suit_of
from scoring.law.rulebook import Rules
from scoring.law.verdict import Status

Noticed = Literal["at_once", "after_next_play", "after_game", "after_round"]
NOTICED: dict[Noticed, str] = {
    "at_once": "before the next play",
    "after_next_play": "after the next play",
    "after_game": "after the game",
    "after_round": "after the round",
}
Source = Literal["agreed", "cards_seen", "balance", "unknown"]
SOURCES: dict[Source, str] = {
    "agreed": "agreed by the table",
    "cards_seen": "from the cards seen",
    "balance": "on the balance of probabilities",
    "unknown": "it cannot be determined what happened",
}
Act = Literal[
    "none",
    "stands",
    "restore",
    "rewind",
    "complete",
    "redeal",
    "correct",
    "play_on",
    "void_win",
    "end_game",
    "look",
]
"""What is done at the table: nothing was wrong, it stands, the position is restored, play goes
back, what was left undone is done, the cards are dealt again, a figure or start is put right, play
goes on, a win does not count, the game ends, or a fact must be looked at first.
"""
Sanction = Literal["none", "warning", "cards"]
MOST_WORDS = 60
"""About twenty seconds of reading aloud."""
_SYMBOL = re.compile(r"(10|[A2-9JQK])([♣♦♥♠])")
_SIDE_BY_SIDE = re.compile(r"(?<=[♣♦♥♠]) (?=(?:10|[A2-9JQK])[♣♦♥♠])")
_FIRST = re.compile(r"(?:^|(?<=\. ))[a-z]")
STATUSES: tuple[Status, ...] = ("text", "default", "discretion")
"""Authorities, the strongest first."""


@dataclass(frozen=True, slots=True)
class Claim:
    """What an umpire is told: the kind of irregularity, when it was noticed, who is said to have
    erred, the facts.

    `facts` are those the kind asks for, in the words of case files; `source` says how they were
    found. Made by `scoring.disputes.claims.read_claim`, which checks them.
    """

    kind: str
    noticed: Noticed
    seat: int | None = None
    facts: Mapping[str, Any] = field(default_factory=dict)
    source: Source = "agreed"


@dataclass(frozen=True, slots=True)
class Statement:
    """A sentence or two of a ruling and its authority.

    `clauses` exist in the rulebook; `question` names the open question whose reading is applied,
    `option` the choice in force (`name=value`). A statement that is not `aloud` stands on paper
    only.
    """

    words: str
    status: Status = "text"
    clauses: tuple[str, ...] = ()
    question: str = ""
    option: str = ""
    aloud: bool = True


@dataclass(frozen=True, slots=True)
class Finding:
    """What happened, and how that is known."""

    heading: ClassVar[str] = "Finding"
    statements: tuple[Statement, ...]
    source: Source = "agreed"


@dataclass(frozen=True, slots=True)
class Law:
    """What the rules say to it; `needs` names facts that must be known before they can say
    anything.
    """

    heading: ClassVar[str] = "Law"
    statements: tuple[Statement, ...]
    needs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Rectification:
    """What is done at the table now."""

    heading: ClassVar[str] = "Rectification"
    statements: tuple[Statement, ...]
    act: Act


@dataclass(frozen=True, slots=True)
class Penalty:
    """What it costs; `cards` is the number of cards to be taken, 0 unless the sanction is cards."""

    heading: ClassVar[str] = "Penalty"
    statements: tuple[Statement, ...]
    sanction: Sanction = "none"
    cards: int = 0


@dataclass(frozen=True, slots=True)
class Finality:
    """What is final, and what may be reviewed until when."""

    heading: ClassVar[str] = "Finality"
    statements: tuple[Statement, ...]


Part = Finding | Law | Rectification | Penalty | Finality


@dataclass(frozen=True)
class Ruling:
    """A claim decided: five parts, always in this order.

    Immutable: to overrule is to give another one.
    """

    claim: Claim
    rules: Rules
    finding: Finding
    law: Law
    rectification: Rectification
    penalty: Penalty
    finality: Finality

    @property
    def parts(self) -> tuple[Finding, Law, Rectification, Penalty, Finality]:
        """The five parts in their order."""
        return self.finding, self.law, self.rectification, self.penalty, self.finality

    @property
    def clauses(self) -> tuple[str, ...]:
        """Every clause cited, in the order of the parts, without repeats."""
        cited = (
            clause
            for part in self.parts
            for statement in part.statements
            for clause in statement.clauses
        )
        return tuple(dict.fromkeys(cited))

    @property
    def questions(self) -> tuple[str, ...]:
        """Every open question whose reading was applied, without repeats."""
        applied = (
            statement.question
            for part in self.parts
            for statement in part.statements
            if statement.question
        )
        return tuple(dict.fromkeys(applied))

    @property
    def status(self) -> Status:
        """The weakest authority among law, rectification and penalty."""
        parts: tuple[Part, ...] = (self.law, self.rectification, self.penalty)
        return max(
            (statement.status for part in parts for statement in part.statements),
            key=STATUSES.index,
        )

    def __str__(self) -> str:
        return spoken(self)


def spoken(ruling: Ruling) -> str:
    """The ruling to be read aloud in at most `MOST_WORDS` words: what is to be done always, the
    rest as it fits.
    """
    parts = [_aloud(part) for part in ruling.parts]
    # Left out one by one where it grows too long: finality first, then the finding, then the law.
    for left_out in (4, 0, 1):
        if _words(parts) > MOST_WORDS:
            parts[left_out] = ""
    return " ".join(filter(None, parts))


def _words(parts: list[str]) -> int:
    return len(" ".join(parts).split())


def _aloud(part: Part) -> str:
    return in_words(" ".join(statement.words for statement in part.statements if statement.aloud))


def in_words(sentences: str) -> str:
    """Sentences with their cards named: `Q♠ goes back.` becomes `The Queen of spades goes back.`"""
    sentence = _SYMBOL.sub(lambda match: _name(match.group()), _SIDE_BY_SIDE.sub(", ", sentences))
    return _FIRST.sub(lambda match: match.group().upper(), sentence)


def _name(text: str) -> str:
    """`Q♠` as `the Queen of spades`."""
    card = parse_card(text)
    return f"the {RANK_NAMES[rank_of(card)]} of {SUIT_NAMES[suit_of(card)]}"
