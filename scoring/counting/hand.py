"""A hand left at the end of a game as an umpire enters it (`8H`, a bare rank `8`, or `X` for a ten
or court card), its receipt, and what a player may truly say of a hand of which only the points
are known.
"""

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from typing import NamedTuple

from scoring.cards import RANKS, SYMBOLS, Card, CardError, is_joker, parse_card, rank_of
from scoring.law.rulebook import Rulebook, Rules, RulesError
from scoring.words import many

_PIECE = re.compile(r"(10|[A2-9TJQKX])([CDHS♣♦♥♠]?)[\ufe0e\ufe0f]?")
_GAP = re.compile(r"[\s,;+]+")
_LETTER = dict(zip(SYMBOLS, "CDHS", strict=True))
_MOST = 110
_TEN_OR_COURT = frozenset("TJQKX")
_ORDER = {rank: place for place, rank in enumerate(RANKS + "X")}


@dataclass(frozen=True)
class Hand:
    """Cards left in a hand in the order entered: each token a card (`8H`), a bare rank (`8`, `T`)
    or `X`.
    """

    tokens: tuple[str, ...] = ()

    @property
    def count(self) -> int:
        """How many cards are held."""
        return len(self.tokens)

    @property
    def eights(self) -> int:
        """How many of them are eights."""
        return sum(token[0] == "8" for token in self.tokens)

    @property
    def text(self) -> str:
        """The canonical text: upper case, the ten as `T`, single spaces, order as entered."""
        return " ".join(self.tokens)

    @cached_property
    def key(self) -> tuple[str, ...]:
        """The tokens in a fixed order: equal for hands that hold the same cards."""
        return tuple(sorted(self.tokens, key=lambda token: (_ORDER[token[0]], token)))

    @property
    def ranks(self) -> tuple[str, ...]:
        """The rank letters (or `X`) without suits, in a fixed order."""
        return tuple(sorted((token[0] for token in self.tokens), key=_ORDER.__getitem__))

    @property
    def cards(self) -> tuple[Card, ...]:
        """The cards whose suit is known, as integers."""
        return tuple(parse_card(token) for token in self.tokens if len(token) == 2)

    def __str__(self) -> str:
        return self.text


def agree(first: Hand, second: Hand) -> bool:
    """Whether two texts can be the same cards: in any order, `X` for any ten or court card, a suit
    said by one alone.

    Two people type one hand as they see it; such a difference is none.
    """
    if first.key == second.key:
        return True
    if first.count != second.count:
        return False
    partners: dict[int, str] = {}

    def paired(card: str, tried: set[int]) -> bool:
        """Find a card of the second hand for this one of the first, others making room where they
        can (Kuhn's matching).
        """
        for place, token in enumerate(second.tokens):
            if place not in tried and _may_be(card, token):
                tried.add(place)
                if place not in partners or paired(partners[place], tried):
                    partners[place] = card
                    return True
        return False

    return all(paired(card, set()) for card in first.tokens)


def _may_be(first: str, second: str) -> bool:
    if "X" in (first, second):
        return _TEN_OR_COURT.issuperset((first[0], second[0]))
    return first[0] == second[0] and (first == second or 1 in (len(first), len(second)))


def parse_hand(text: str, *, jokers: bool = True) -> Hand:
    """Read a hand such as `8H KD`, `8 A K`, `8AK`, `10` or `x x 8`; empty text is an empty hand.

    Raises CardError naming the piece that is no card; `JK` run together is refused where the game
    has `jokers`, as it may mean one, and is a Jack and a King everywhere else.
    """
    tokens: list[str] = []
    for word in filter(None, _GAP.split(text.upper())):
        if jokers and "JK" in word:
            raise CardError(
                word, "JK is a Joker, which counts in no tally; for a Jack and a King write J K"
            )
        index = 0
        while index < len(word):
            match = _PIECE.match(word, index)
            if match is None:
                raise CardError(
                    word, "write ranks such as 8, A, K, 10 or X, with a suit if you like: 8H"
                )
            rank, suit = match.groups()
            if rank == "X" and suit:
                raise CardError(word, "X stands for a ten or court card and takes no suit")
            tokens.append(("T" if rank == "10" else rank) + _LETTER.get(suit, suit))
            index = match.end()
        if len(tokens) > _MOST:
            raise CardError(word, f"a hand of more than {_MOST} cards is not possible")
    return Hand(tuple(tokens))


class Line(NamedTuple):
    """One line of a receipt: the card as entered, its points, and the clause that gives them."""

    card: str
    points: int
    clause: str


class Receipt(NamedTuple):
    """The points of a hand, card by card; `total` is their sum."""

    total: int
    lines: tuple[Line, ...]


def receipt(hand: Hand, rules: Rulebook | Rules) -> Receipt:
    """Itemise a hand by the card values of a rulebook (or of rules with chosen options).

    Raises RulesError where the game prints no card values.
    """
    scoring = rules.scoring
    if scoring.values is None:
        raise RulesError("This game prints no card values, so a hand has no points.")
    lines = tuple(Line(token, *scoring.value_of(token[0])) for token in hand.tokens)
    return Receipt(sum(line.points for line in lines), lines)


def pack_points(rules: Rulebook | Rules) -> int:
    """What the cards of one pack count together, Jokers aside. Raises RulesError where the game
    prints no values.
    """
    ranks = ranks_of_pack(rules.deal.pack)
    return sum(number * rules.scoring.value_of(rank)[0] for rank, number in ranks.items())


@cache
def ranks_of_pack(pack: tuple[Card, ...]) -> Mapping[str, int]:
    """How many cards of each rank letter a pack has, Jokers aside; 0 of what it has not."""
    return Counter(RANKS[rank_of(card)] for card in pack if not is_joker(card))


def fault_of_answer(
    points: int, eights: int | None, cards: int | None, rules: Rulebook | Rules
) -> str:
    """A sentence that says why `points` cannot come from so many eights and cards, or nothing when
    they can.

    All are counted from 0; None is what was not asked. Only what the card values forbid is refused,
    since bare points say nothing of the packs. Where the game prints no card values, anything may
    be.
    """
    values = rules.scoring.card_values
    if values is None:
        return ""
    eight, rest = values["8"], [value for rank, value in values.items() if rank != "8"]
    if eights is not None and eights * eight > points:
        return (
            f"{many(eights, 'eight')} count {eights * eight}, more than the {points} points"
            " entered: ask again."
        )
    if eights is not None and cards is not None and eights > cards:
        return f"There cannot be more eights ({eights}) than cards ({cards}): ask again."
    counts = range(points // eight + 1) if eights is None else (eights,)
    if not any(
        _fits(points - number * eight, None if cards is None else cards - number, rest)
        for number in counts
    ):
        total = many(points, "point")
        told_of = ((cards, "card"), (eights, "eight"))
        amounts = [many(number, noun) for number, noun in told_of if number is not None]
        if not amounts:
            return f"No number of cards can make {total}: ask again."
        if len(amounts) == 1:
            return f"{amounts[0]} cannot make {total}: ask again."
        return f"{amounts[0]}, {amounts[1]} among them, cannot make {total}: ask again."
    return ""


def _fits(rest: int, cards: int | None, values: list[int]) -> bool:
    """Whether so many further cards, or any number where that is open, can count the rest."""
    if cards is None:
        return rest == 0 or rest >= min(values)
    return 0 <= cards * min(values) <= rest <= cards * max(values)
