"""What makes a lay-off of Ottawa: the card that begins it, and each card after it (OT-9 to OT-14,
OT-21 to OT-24).
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from scoring.cards import ACE, Card, rank_of, suit_of
from scoring.law.rulebook import Rules

Row = tuple[Card, ...]
KEPT = 2
"""Cards that stay on the pile when the rest is shuffled (OT-27)."""


class PileTop(NamedTuple):
    """The top card of the pile and the one under it; None if the start card lies alone."""

    top: Card
    under: Card | None = None

    @property
    def way(self) -> int:
        """1 if the two cards run upwards, -1 if downwards, 0 if they are no run."""
        return 0 if self.under is None else step(self.under, self.top)


def step(before: Card, after: Card) -> int:
    """1 if the second card is one rank up, -1 if one down, else 0; the Ace stands between King and
    2 (OT-4).
    """
    return {1: 1, 12: -1}.get((rank_of(after) - rank_of(before)) % 13, 0)


def entry(pile: PileTop, card: Card, rules: Rules) -> str:
    """The clause by which a card may begin a lay-off: OT-22, OT-23 or OT-24; "" if none lets it."""
    if rank_of(card) == rank_of(pile.top):
        return "OT-22"
    way = step(pile.top, card)
    if way and suit_of(card) == suit_of(pile.top):
        return "OT-23"
    carries_on = way != 0 and way == pile.way and rank_of(pile.top) != ACE
    if carries_on and not (way == -1 and rules["example2"] == "literal"):
        return "OT-24"
    return ""


def link(before: Card | None, last: Card, card: Card) -> str:
    """What forbids a card after `last`, which itself came after `before`: a clause, or "" if
    nothing does.

    `before` is None where nothing before `last` counts (OT-A11).
    """
    if rank_of(card) == rank_of(last):
        return ""
    way = step(last, card)
    if not way:
        return "OT-10"
    if before is None or suit_of(card) == suit_of(last):
        return ""
    if rank_of(last) == ACE:
        return "OT-12"
    if rank_of(before) == rank_of(last):
        return "OT-14"
    return "" if step(before, last) == way else "OT-11"


def before_last(pile: PileTop, row: Sequence[Card], place: int, rules: Rules) -> Card | None:
    """The card that lies under the one before `place` as far as it counts: for the second card that
    on the pile.
    """
    if place > 1:
        return row[place - 2]
    return pile.top if rules["within"] == "pile" else None


def changes(pile: PileTop, row: Sequence[Card], rules: Rules) -> int:
    """How often a lay-off turns from run to set or from set to run."""
    ranks = [rank_of(card) for card in ((pile.top, *row) if rules["within"] == "pile" else row)]
    alike = [before == after for before, after in pairwise(ranks)]
    return sum(before != after for before, after in pairwise(alike))


def turns_into_set(row: Sequence[Card], place: int) -> bool:
    """Tell whether the card at `place` comes by a step of the row and the next card has its rank
    (OT-A5).
    """
    if not 1 <= place < len(row) - 1:
        return False
    return rank_of(row[place - 1]) != rank_of(row[place]) == rank_of(row[place + 1])


def opens_set(pile: PileTop, row: Sequence[Card], rules: Rules) -> bool:
    """Tell whether the first card carries the pile's run on and the next has its rank (OT-A13)."""
    alike = len(row) > 1 and rank_of(row[0]) == rank_of(row[1])
    return alike and entry(pile, row[0], rules) == "OT-24"


def bad_opening(pile: PileTop, row: Sequence[Card], rules: Rules) -> bool:
    """Tell whether a set is opened so on a card of the wrong suit: any that carries a run on is."""
    return rules["set_on_run"] == "suit" and opens_set(pile, row, rules)


def bad_set(row: Sequence[Card], place: int, rules: Rules) -> bool:
    """Tell whether a run turns into a set at `place` on a card of the wrong suit (OT-14)."""
    strict = rules["run_to_set"] == "suit"
    return strict and turns_into_set(row, place) and suit_of(row[place]) != suit_of(row[place - 1])


def lay_offs(pile: PileTop, hand: Sequence[Card], rules: Rules) -> Iterator[Row]:
    """Every lay-off a hand can make, shorter ones before those that go on from them."""
    near = _neighbours(hand)
    ready: list[Row] = [()]
    while ready:
        begun = ready.pop()
        for card in near[rank_of(begun[-1] if begun else pile.top)]:
            if card not in begun and _goes_on(pile, (*begun, card), rules):
                yield (*begun, card)
                ready.append((*begun, card))


def _neighbours(hand: Sequence[Card]) -> list[list[Card]]:
    """For each rank the cards of the hand that have it or stand next to it: no other card can
    follow.
    """
    return [
        [card for card in hand if (rank_of(card) - rank) % 13 in (12, 0, 1)] for rank in range(13)
    ]


def _goes_on(pile: PileTop, row: Row, rules: Rules) -> bool:
    """Tell whether the last card of a row that is legal without it may be added."""
    if len(row) == 1:
        return bool(entry(pile, row[0], rules))
    place = len(row) - 1
    if rules["alternating"] == "once" and changes(pile, row, rules) > 1:
        return False
    if place == 1 and bad_opening(pile, row, rules):
        return False
    return not link(before_last(pile, row, place, rules), row[-2], row[-1]) and not bad_set(
        row, place - 1, rules
    )


def is_lay_off(pile: PileTop, row: Row, rules: Rules) -> bool:
    """Tell whether these cards, in this order, are a run, a set or a running set that fits the
    pile.
    """
    return bool(row) and all(_goes_on(pile, row[: place + 1], rules) for place in range(len(row)))
