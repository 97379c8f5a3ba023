"""Ottawa played slowly from clauses OT-1 to OT-34: the reference that the engine under test is
compared with.

The readings that no clause and no option gives stand in `tests.reference`.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Unpack

from tests.reference import RANKS, Card, Play, Setup, Shuffle, by_name, settled, without

OPTIONS = {
    "example2": ("misprint", "literal"),
    "run_to_set": ("suit", "free"),
    "blocked": ("difference", "no_score"),
    "within": ("pile", "row"),
    "alternating": ("free", "once"),
    "set_on_run": ("free", "suit"),
}
POINTS = {"A": 15, "T": 10, "J": 10, "Q": 10, "K": 10} | {rank: int(rank) for rank in "23456789"}


@dataclass
class State:
    """A deal of Ottawa; `drawn` and `laid` tell what the seat to act has done in this turn."""

    hands: list[list[Card]]
    stock: list[Card]
    pile: list[Card]
    turn: int
    options: dict[str, str]
    shuffle: Shuffle
    direction: int = 1
    drawn: bool = False
    laid: bool = False
    passes: int = 0
    over: bool = False
    winner: int | None = None


def new(
    players: int,
    hands: Sequence[Sequence[Card]],
    stock: Sequence[Card],
    start: Card,
    options: Mapping[str, str],
    **setup: Unpack[Setup],
) -> State:
    """OT-7, OT-15: any card may open the pile; the dealer's left begins, clockwise."""
    if len(hands) != players or not 2 <= players <= 6:
        raise ValueError(f"{len(hands)} hands for {players} players")
    first = setup.get("dealer", players) % players + 1
    shuffle = setup.get("shuffle", by_name)
    return State(
        [list(hand) for hand in hands],
        list(stock),
        [start],
        first,
        settled(options, OPTIONS),
        shuffle,
    )


def step(low: Card, high: Card) -> int:
    """1 if the second card is the next one up, -1 if the next one down, else 0; the Ace joins both
    ends (OT-4).
    """
    distance = (RANKS.index(high[0]) - RANKS.index(low[0])) % 13
    return {1: 1, 12: -1}.get(distance, 0)


def may_begin(state: State, card: Card) -> bool:
    """OT-21 to OT-24: the first card of a lay-off against the two cards on top of the pile."""
    top = state.pile[-1]
    if card[0] == top[0]:
        return True
    if step(top, card) and card[1] == top[1]:
        return True
    if len(state.pile) < 2 or top[0] == "A":
        return False
    way = step(state.pile[-2], top)
    if way == -1 and state.options["example2"] == "literal":
        return False
    return way != 0 and step(top, card) == way


def may_follow(state: State, before: list[Card], card: Card) -> bool:
    """OT-10 to OT-14: one more card of a lay-off; `before` is the pile with the cards laid so far,
    at least two.
    """
    last, second = before[-1], before[-2]
    if card[0] == last[0]:
        return True
    if not step(last, card):
        return False
    if card[1] == last[1]:
        return True
    past_an_ace = last[0] == "A"
    after_a_set = second[0] == last[0]
    return not past_an_ace and not after_a_set and step(second, last) == step(last, card)


def may_lay_off(state: State, cards: tuple[Card, ...]) -> bool:
    """Is this, in this order, a run, a set or a running set that fits the pile?"""
    if not may_begin(state, cards[0]):
        return False
    for place in range(1, len(cards)):
        laid = cards[:place]
        if state.options["within"] == "row" and place == 1:
            if cards[0][0] != cards[1][0] and not step(cards[0], cards[1]):
                return False
        elif not may_follow(state, [*state.pile, *laid], cards[place]):
            return False
        if place == 1 and state.options["set_on_run"] == "suit":
            first, second, top = cards[0], cards[1], state.pile[-1]
            if first[0] == second[0] != top[0] and first[1] != top[1]:
                return False  # OT-A13: the pile's run turns into a set on a card of another suit
        if place >= 2 and state.options["run_to_set"] == "suit":
            third, second, last = cards[place - 2 : place + 1]
            if third[0] != second[0] == last[0] and third[1] != second[1]:
                return (
                    False  # OT-14: from run to set the first card of the set is the transition card
                )
    return state.options["alternating"] == "free" or one_change(state, cards)


def one_change(state: State, cards: tuple[Card, ...]) -> bool:
    """OT-A12: is this a run, a set, or one followed by the other? The top of the pile counts where
    it is measured.
    """
    whole = list(cards) if state.options["within"] == "row" else [state.pile[-1], *cards]
    kinds = "".join(
        "s" if whole[number][0] == whole[number - 1][0] else "r" for number in range(1, len(whole))
    )
    return (
        sum(number == 0 or kinds[number] != kinds[number - 1] for number in range(len(kinds))) <= 2
    )


def lay_offs(state: State, longest: int) -> set[Play]:
    """Every lay-off of at most `longest` cards; each begins with a shorter legal one."""
    hand = state.hands[state.turn - 1]
    found: set[Play] = set()
    ready: list[tuple[Card, ...]] = [()]
    while ready:
        begun = ready.pop()
        for card in without(hand, begun):
            cards = (*begun, card)
            if may_lay_off(state, cards):
                found.add(("lay_off", cards))
                if len(cards) < longest:
                    ready.append(cards)
    return found


def can_draw(state: State) -> bool:
    """OT-27: with the stock gone the pile gives all but its top two."""
    return bool(state.stock) or len(state.pile) > 2


def legal(state: State, longest: int = 52) -> set[Play]:
    """Every play open to the seat to act; `longest` bounds the lay-offs listed, for hands with very
    many of them.
    """
    if state.over:
        return set()
    plays: set[Play] = set() if state.laid else lay_offs(state, longest)
    if not state.drawn and can_draw(state):
        plays.add(("draw",))
    elif not state.laid:
        plays.add(("pass",))
    return plays


def is_legal(state: State, play: Play) -> bool:
    """The same question for one play, however long the lay-off."""
    if play[0] != "lay_off" or not isinstance(play[1], tuple):
        return play in legal(state, 1)
    try:
        without(state.hands[state.turn - 1], play[1])
    except ValueError:
        return False
    return bool(play[1]) and not state.over and not state.laid and may_lay_off(state, play[1])


def apply(state: State, play: Play) -> State:
    """The position after one play; ValueError when it is not legal."""
    if not is_legal(state, play):
        raise ValueError(f"{play} is not legal here")
    after = replace(
        state,
        hands=[list(hand) for hand in state.hands],
        stock=list(state.stock),
        pile=list(state.pile),
    )
    hand = after.hands[state.turn - 1]
    if play[0] == "draw":
        if not after.stock:
            after.stock, after.pile = after.shuffle(after.pile[:-2]), after.pile[-2:]
        hand.append(after.stock.pop(0))
        after.drawn, after.passes = True, 0
        return end_turn(after) if after.laid else after
    if play[0] == "lay_off" and isinstance(play[1], tuple):
        after.hands[state.turn - 1] = without(hand, play[1])
        after.pile += play[1]
        after.laid, after.passes = True, 0
        if not after.hands[state.turn - 1]:
            after.over, after.winner = True, state.turn  # OT-28, OT-29
            return after
        return end_turn(after) if after.drawn or not can_draw(state) else after
    after.passes = 0 if after.drawn else after.passes + 1
    if after.passes == len(after.hands):
        return blocked(after)
    return end_turn(after)


def end_turn(state: State) -> State:
    """The left neighbour comes next with nothing done yet."""
    state.turn = state.turn % len(state.hands) + 1
    state.drawn = state.laid = False
    return state


def points(hand: list[Card]) -> int:
    """OT-30 to OT-32."""
    return sum(POINTS[card[0]] for card in hand)


def blocked(state: State) -> State:
    """OT-A9: nobody can draw and all have passed."""
    totals = [points(hand) for hand in state.hands]
    state.over = True
    if state.options["blocked"] == "difference" and totals.count(min(totals)) == 1:
        state.winner = totals.index(min(totals)) + 1
    return state


def scores(state: State) -> list[int | None]:
    """OT-33: the winner takes the others' points; after a blocked deal those above their own."""
    gained: list[int | None] = [0] * len(state.hands)
    if state.winner is not None:
        own = points(state.hands[state.winner - 1])
        gained[state.winner - 1] = sum(points(hand) - own for hand in state.hands)
    return gained


def places(state: State) -> list[int | None]:
    """Only the winner of a deal has a place."""
    return [1 if seat == state.winner else None for seat in range(1, len(state.hands) + 1)]
