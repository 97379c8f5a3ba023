"""What lies on a table of Switch, which cards may go on it and why not, and what a lay does."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from scoring.cards import ACE, EIGHT, FOUR, JACK, TWO, Card, card_symbol, is_joker, rank_of, suit_of
from scoring.plays import Lay
from scoring.rulebook import Rules
from scoring.switch.lays import is_alike, is_allowed_form, is_run
from scoring.verdict import Reason

PENALTY = {TWO: 2, FOUR: 4}
"""Cards to be taken after each rank that brings a penalty (SW-10, SW-11)."""
POWERS = frozenset({ACE, TWO, FOUR, 6, EIGHT, JACK})
"""The ranks of the Power Cards: none of them may open the pile (SW-6)."""
_CLAUSE = {TWO: "SW-10", FOUR: "SW-11"}
_WORD = {TWO: "a 2", FOUR: "a 4"}


@dataclass(frozen=True, slots=True)
class Pile:
    """The pile as it must be answered: top card, suit to follow, penalty cards due, and the rank that brought them."""

    top: Card
    suit: int
    pending: int = 0
    due_to: int | None = None


@dataclass(frozen=True, slots=True)
class Effect:
    """What a lay brings about: the pile it leaves, the direction after it, and how many players it passes over."""

    pile: Pile
    direction: int
    passed_over: int


def answering(pile: Pile, rules: Rules) -> tuple[int, ...]:
    """The ranks that answer the penalty due: the one that brought it, or both (SW-A2)."""
    if rules["mix_penalties"] == "yes" or pile.due_to is None:
        return (TWO, FOUR)
    return (pile.due_to,)


def fits(pile: Pile, card: Card, rules: Rules) -> bool:
    """Tell whether a single card may go on the pile now (SW-7, SW-10, SW-11, SW-15)."""
    rank = rank_of(card)
    if pile.pending:
        return rank in answering(pile, rules)
    if rank == ACE:
        return rules["ace_ban"] == "pending" or rank_of(pile.top) not in PENALTY
    return rank == rank_of(pile.top) or suit_of(card) == pile.suit


def may_lay(pile: Pile, hand: Sequence[Card], row: Sequence[Card], rules: Rules) -> bool:
    """Tell whether a row of an allowed form that is in the hand may be laid (SW-7, SW-10, SW-21)."""
    if len(row) == len(hand) and rank_of(row[-1]) == ACE:
        return False
    return all(fits(pile, card, rules) for card in (row if pile.pending else row[:1]))


def singles(pile: Pile, hand: Sequence[Card], rules: Rules) -> list[Card]:
    """The cards that can be laid alone, ascending. Without one of them no row can be laid either."""
    return sorted({card for card in hand if may_lay(pile, hand, (card,), rules)})


def faults(pile: Pile, hand: Sequence[Card], lay: Lay, rules: Rules) -> Iterator[Reason]:
    """Everything wrong with a lay, most specific first; nothing if it is legal."""
    row = lay.cards
    if not row or any(is_joker(card) for card in row):
        yield Reason("SW-7", "No card was laid." if not row else "Switch is played without Jokers.")
        return
    if Counter(row) - Counter(hand):
        missing = ", ".join(card_symbol(card) for card in (Counter(row) - Counter(hand)).elements())
        yield Reason("SW-7", f"Not in the hand: {missing}.")
    if len(row) >= len(hand) and rank_of(row[-1]) == ACE:
        yield Reason("SW-21", "An Ace cannot be the last card.")
        yield Reason("SW-22", "With an Ace as the only card left, take a card and wait for the next turn.")
    if not is_allowed_form(row, rules):
        yield from _form_faults(row)
    for card in row if pile.pending else row[:1]:
        if not fits(pile, card, rules):
            yield from _fit_faults(pile, card, rules)
    if lay.suit is not None and rank_of(row[-1]) != ACE:
        yield Reason("SW-16", "Only an Ace lets its player name a suit.")


def _form_faults(row: Sequence[Card]) -> Iterator[Reason]:
    if rank_of(row[0]) == 6:
        yield Reason("SW-12", "With a 7 go only cards of the suit of that 7.")
    else:
        yield Reason("SW-12", "Several cards at once need a 7 as the first of them.")
    if is_alike(row):
        yield Reason(
            "SW-24", "Cards of one suit or of one rank go together only by Alternative 1.", "default", "SW-A13"
        )
    if is_run(row):
        yield Reason("SW-25", "A run of one suit goes down only by Alternative 2.", "default", "SW-A14")


def _fit_faults(pile: Pile, card: Card, rules: Rules) -> Iterator[Reason]:
    rank = rank_of(card)
    if pile.pending:
        yield from _penalty_faults(pile, card, rules)
    elif rank == ACE:
        yield Reason("SW-15", "An Ace never goes on a 2 or a 4, even a paid one.", "default", "SW-A3")
    else:
        showing = card_symbol(pile.top)
        named = "" if suit_of(pile.top) == pile.suit else f" (suit named: {'♣♦♥♠'[pile.suit]})"
        yield Reason("SW-7", f"{card_symbol(card)} has neither the rank nor the suit of {showing}{named}.")


def _penalty_faults(pile: Pile, card: Card, rules: Rules) -> Iterator[Reason]:
    rank, due = rank_of(card), pile.due_to if pile.due_to is not None else TWO
    if rank == ACE:
        yield Reason("SW-15", "An Ace cannot be laid after a 2 or 4 that is still to be paid.")
    words = f"{pile.pending} cards are due: only {_either(answering(pile, rules))} averts them."
    if rank in PENALTY:
        yield Reason(_CLAUSE[due], words, "default", "SW-A2")
        yield Reason(_CLAUSE[rank], "The text asks for another card of the same rank.", "default", "SW-A2")
    else:
        yield Reason(_CLAUSE[due], words)


def _either(ranks: Sequence[int]) -> str:
    return " or ".join(_WORD[rank] for rank in ranks)


def effect(pile: Pile, lay: Lay, direction: int, rules: Rules, *, two_left: bool) -> Effect:
    """What a legal lay does (SW-10 to SW-16): only the top card acts, or with `seven_powers=all` every card."""
    acting = lay.cards if rules["seven_powers"] == "all" else lay.cards[-1:]
    pending, due_to, passed_over = pile.pending, pile.due_to, 0
    for card in acting:
        rank = rank_of(card)
        if rank in PENALTY:
            pending, due_to = pending + PENALTY[rank], rank
        elif rank == JACK:
            direction = -direction
            passed_over += two_left and rules["jack_two"] == "skip"
        elif rank == EIGHT:
            passed_over += 1
    top = lay.cards[-1]
    suit = lay.suit if lay.suit is not None and rank_of(top) == ACE else suit_of(top)
    return Effect(Pile(top, suit, pending, due_to), direction, passed_over)
