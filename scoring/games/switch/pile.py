"""The forms a lay of Switch can take: one card, a 7 with its suit, cards alike (SW-24), a run of
one suit (SW-25).

What lies on a table of Switch, which cards may go on it and why not, and what a lay does.
"""

from collections import Counter
from collections.abc import Iterator, Sequence, Set
from itertools import combinations, pairwise, product
from typing import NamedTuple

from scoring.cards import (
    ACE,
    FOUR,
    SEVEN,
    TWO,
    Card,
    card_symbol,
    is_joker,
    rank_of,
    suit_of,
)
from scoring.games.switch.rules import EFFECTS
from scoring.law.effects import drawn_by, ranks_that
from scoring.law.plays import Lay
from scoring.law.rulebook import Rules
from scoring.law.verdict import Reason
from scoring.words import listed, noun, number_word

Row = tuple[Card, ...]


def of_one_suit(row: Sequence[Card]) -> bool:
    """Tell whether all cards share a suit."""
    return len({suit_of(card) for card in row}) == 1


def is_seven_drop(row: Sequence[Card], rules: Rules) -> bool:
    """Tell whether the row is a 7 and others of its suit (SW-12), the 7 where an option wants it
    (SW-A15).
    """
    sevens = row[:1] if rules["seven_place"] == "first" else row
    return of_one_suit(row) and any(rank_of(card) == SEVEN for card in sevens)


def is_alike(row: Sequence[Card]) -> bool:
    """Tell whether all cards share a suit, or all share a rank (SW-24)."""
    return of_one_suit(row) or len({rank_of(card) for card in row}) == 1


def is_run(row: Sequence[Card], rules: Rules) -> bool:
    """Tell whether the cards share a suit and go up, or down, rank by rank (SW-25); where the Ace
    stands: SW-A16.
    """
    aces = (ACE,) if rules["ace_in_run"] == "low" else (ACE, HIGH_ACE)
    return of_one_suit(row) and any(_is_stair(row, ace) for ace in aces)


HIGH_ACE = 13
"""The Ace counted as the rank above the King."""


def _is_stair(row: Sequence[Card], ace: int) -> bool:
    ranks = [rank_of(card) or ace for card in row]
    return {after - before for before, after in pairwise(ranks)} in ({1}, {-1})


def has_free_order(row: Sequence[Card], rules: Rules) -> bool:
    """Tell whether the cards between the first and the last may stand in any order."""
    return is_seven_drop(row, rules) or (rules["same_suit_or_rank"] == "yes" and is_alike(row))


def is_allowed_form(row: Sequence[Card], rules: Rules) -> bool:
    """Tell whether these cards may be laid together at all, whatever lies on the pile."""
    return (
        len(row) == 1
        or has_free_order(row, rules)
        or (rules["suit_runs"] == "yes" and is_run(row, rules))
    )


def spelt_row(row: Row, rules: Rules) -> Row:
    """The one spelling among rows alike in effect: cards between the first and the last in
    ascending order.
    """
    if len(row) < 4 or not has_free_order(row, rules):
        return row
    return (row[0], *sorted(row[1:-1]), row[-1])


def rows_of(hand: Sequence[Card], rules: Rules) -> set[Row]:
    """Every row of an allowed form that a hand can make, in that spelling.

    `hand` may hold a card twice.
    """
    rows: set[Row] = {(card,) for card in hand}
    for first in set(hand):
        rest = list(hand)
        rest.remove(first)
        for companions in _companions(first, rest, rules):
            rows.update(_with_companions(first, companions))
        if rules["seven_place"] == "any":
            alike = sorted(card for card in rest if suit_of(card) == suit_of(first))
            rows.update(row for row in _with_companions(first, alike) if is_seven_drop(row, rules))
    if rules["suit_runs"] == "yes":
        rows.update(spelt_row(run, rules) for run in _runs(set(hand), rules))
    return rows


def _companions(first: Card, rest: list[Card], rules: Rules) -> Iterator[list[Card]]:
    if rank_of(first) == SEVEN or rules["same_suit_or_rank"] == "yes":
        yield sorted(card for card in rest if suit_of(card) == suit_of(first))
    if rules["same_suit_or_rank"] == "yes":
        yield sorted(card for card in rest if rank_of(card) == rank_of(first))


def _with_companions(first: Card, companions: list[Card]) -> Iterator[Row]:
    for size in range(1, len(companions) + 1):
        for chosen in combinations(companions, size):
            for place, last in enumerate(chosen):
                yield (first, *chosen[:place], *chosen[place + 1 :], last)


def _runs(cards: Set[Card], rules: Rules) -> Iterator[Row]:
    high = rules["ace_in_run"] == "either"
    for suit, way in product(range(4), (1, -1)):
        order = [13 * suit + rank % 13 for rank in range(HIGH_ACE + high)][::way]
        for begin in range(len(order)):
            for end in range(begin + 1, len(order) + 1):
                if order[end - 1] not in cards:
                    break
                # With the Ace at both ends of the order the whole of it is no run.
                if 1 < end - begin <= HIGH_ACE:
                    yield tuple(order[begin:end])


PENALTY = drawn_by(EFFECTS)
"""Cards to be taken after each rank that brings a penalty (SW-10, SW-11)."""
POWERS = ranks_that(EFFECTS, lambda effect: effect)
"""The ranks of the Power Cards: none of them may open the pile (SW-6)."""
DOES = {effect.number: effect for effect in EFFECTS}
_CLAUSE = {TWO: "SW-10", FOUR: "SW-11"}
_WORD = {TWO: "a 2", FOUR: "a 4"}


class Pile(NamedTuple):
    """The pile as it must be answered: top card, suit to follow, penalty cards due, and the rank
    that brought them.
    """

    top: Card
    suit: int
    pending: int = 0
    due_to: int | None = None


class Effect(NamedTuple):
    """What a lay brings about: the pile it leaves, the direction after it, and how many players it
    passes over.
    """

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


def barred_last(rules: Rules) -> Set[int]:
    """The ranks that may not be laid as the last card of all (SW-21, SW-A7)."""
    return POWERS if rules["power_finish"] == "no" else frozenset((ACE,))


def hides_ace(row: Sequence[Card], rules: Rules) -> bool:
    """Tell whether an Ace under other cards keeps these from being the last ones (SW-A19)."""
    return rules["ace_covered"] == "no" and any(rank_of(card) == ACE for card in row[:-1])


def to_fit(pile: Pile, row: Sequence[Card], rules: Rules) -> Sequence[Card]:
    """The cards of a row that have to fit: all facing a penalty, else the first; of a group or run
    all, where an option wants it (SW-A17).
    """
    every = len(row) > 1 and rules["row_fit"] == "every" and not is_seven_drop(row, rules)
    return row if pile.pending or every else row[:1]


def may_lay(pile: Pile, hand: Sequence[Card], row: Sequence[Card], rules: Rules) -> bool:
    """Tell whether a row of an allowed form that is in the hand may be laid
    (SW-7, SW-10, SW-21).
    """
    if len(row) == len(hand) and (rank_of(row[-1]) in barred_last(rules) or hides_ace(row, rules)):
        return False
    return all(fits(pile, card, rules) for card in to_fit(pile, row, rules))


def singles(pile: Pile, hand: Sequence[Card], rules: Rules) -> list[Card]:
    """The cards that can be laid alone, ascending.

    Without one of them no row can be laid either.
    """
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
        yield Reason(
            "SW-22", "With an Ace as the only card left, take a card and wait for the next turn."
        )
    elif len(row) >= len(hand) and rank_of(row[-1]) in barred_last(rules):
        yield Reason("SW-21", "Here no Power Card may be the last one laid.", "default", "SW-A7")
    elif len(row) >= len(hand) and hides_ace(row, rules):
        yield Reason("SW-21", "Here no Ace goes down with the last cards.", "default", "SW-A19")
    if not is_allowed_form(row, rules):
        yield from _form_faults(row, rules)
    yield from _unfit(pile, row, rules)


def _unfit(pile: Pile, row: Sequence[Card], rules: Rules) -> Iterator[Reason]:
    """Which cards do not fit what they are laid on, each fault once."""
    reasons: dict[str, Reason] = {}
    for card in row if pile.pending else row[:1]:
        for reason in () if fits(pile, card, rules) else _fit_faults(pile, card, rules):
            reasons.setdefault(reason.words, reason)
    yield from reasons.values()
    if not pile.pending and is_allowed_form(row, rules):
        rest = to_fit(pile, row, rules)[1:]
        odd = [card_symbol(card) for card in rest if not fits(pile, card, rules)]
        if odd:
            clause = "SW-24" if has_free_order(row, rules) else "SW-25"
            words = "Here every card of a group or run has to match the card showing"
            does = noun(len(odd), "does", "do")
            yield Reason(clause, f"{words}; {', '.join(odd)} {does} not.", "default", "SW-A17")


def _form_faults(row: Sequence[Card], rules: Rules) -> Iterator[Reason]:
    """Why these cards do not go down together: what lets several go at this table, and what would
    let these.
    """
    groups, runs = rules["same_suit_or_rank"] == "yes", rules["suit_runs"] == "yes"
    if any(rank_of(card) == SEVEN for card in row) and of_one_suit(row):
        yield Reason(
            "SW-12", "The 7 has to come first of the cards laid with it.", "default", "SW-A15"
        )
    elif rank_of(row[0]) == SEVEN:
        yield Reason("SW-12", "With a 7 go only cards of the suit of that 7.")
    elif not groups and not runs:
        yield Reason(
            "SW-12",
            "Several cards at once need a 7 as the first of them."
            if rules["seven_place"] == "first"
            else "Several cards at once need a 7 among them, and its suit.",
        )
    if groups:
        yield Reason("SW-24", "These are neither all of one suit nor all of one rank.")
    elif is_alike(row):
        words = "Cards of one suit or of one rank go together only by Alternative 1."
        yield Reason("SW-24", words, "default", "SW-A13")
    if runs:
        yield from _no_run(row, rules)
    elif is_run(row, rules):
        yield Reason(
            "SW-25", "A run of one suit goes down only by Alternative 2.", "default", "SW-A14"
        )


def _no_run(row: Sequence[Card], rules: Rules) -> Iterator[Reason]:
    if of_one_suit(row) and _is_stair(row, HIGH_ACE):
        yield Reason(
            "SW-25", "In a run the Ace stands next to the 2, not to the King.", "default", "SW-A16"
        )
    else:
        yield Reason("SW-25", "These are no run of one suit, rank by rank.")


def _fit_faults(pile: Pile, card: Card, rules: Rules) -> Iterator[Reason]:
    rank = rank_of(card)
    if pile.pending:
        yield from _penalty_faults(pile, card, rules)
    elif rank == ACE:
        yield Reason(
            "SW-15", "An Ace never goes on a 2 or a 4, even a paid one.", "default", "SW-A3"
        )
    else:
        showing = card_symbol(pile.top)
        suit_words = "" if suit_of(pile.top) == pile.suit else f" (suit named: {'♣♦♥♠'[pile.suit]})"
        yield Reason(
            "SW-7",
            f"{card_symbol(card)} has neither the rank nor the suit of {showing}{suit_words}.",
        )
        if suit_words:
            yield Reason("SW-16", "The suit named with the Ace is to be followed.")


def _penalty_faults(pile: Pile, card: Card, rules: Rules) -> Iterator[Reason]:
    rank, due = rank_of(card), pile.due_to if pile.due_to is not None else TWO
    if rank == ACE:
        yield Reason("SW-15", "An Ace cannot be laid after a 2 or 4 that is still to be paid.")
    words = (
        f"{number_word(pile.pending).capitalize()} cards are due: only"
        f" {_either(answering(pile, rules))} averts them."
    )
    if rank in PENALTY:
        yield Reason(_CLAUSE[due], words, "default", "SW-A2")
        yield Reason(
            _CLAUSE[rank], "The text asks for another card of the same rank.", "default", "SW-A2"
        )
    else:
        yield Reason(_CLAUSE[due], words)


def _either(ranks: Sequence[int]) -> str:
    return listed((_WORD[rank] for rank in ranks), "or")


def effect(pile: Pile, lay: Lay, direction: int, rules: Rules, *, two_left: bool) -> Effect:
    """What a legal lay does (SW-10 to SW-16): only the top card acts, or with `seven_powers=all`
    every card.
    """
    acting = lay.cards if rules["seven_powers"] == "all" else lay.cards[-1:]
    pending, due_to, passed_over = pile.pending, pile.due_to, 0
    for card in acting:
        does = DOES.get(rank_of(card))
        if does is None:
            continue
        if does.draws:
            pending, due_to = pending + does.draws, does.number
        if does.turns:
            direction = -direction
            passed_over += two_left and rules["jack_two"] == "skip"
        passed_over += does.skips
    return Effect(
        Pile(lay.cards[-1], suit_after(pile, lay, rules), pending, due_to), direction, passed_over
    )


def suit_after(pile: Pile, lay: Lay, rules: Rules) -> int:
    """The suit to follow after a lay: of an Ace the suit named, else what SW-A20 says; of any
    other card its own.
    """
    top = lay.cards[-1]
    if rank_of(top) != ACE:
        return suit_of(top)
    silent = pile.suit if rules["unnamed"] == "before" else suit_of(top)
    return silent if lay.suit is None else lay.suit
