"""Swedish Pursuit, played slowly from the clauses SP-1 to SP-28 and scored by SP-30 to SP-33."""

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Unpack, cast

from tests.reference import SUITS, Card, Play, Setup, Shuffle, by_name, settled, without

OPTIONS = {
    "packs": ["one", "two"],
    "first_player": ["left", "dealer", "cut"],
    "trick_match": ["suit", "rank_or_suit"],
    "trick_follow": ["named", "shown"],
    "eight_on_two": ["no", "cancels", "passes"],
    "deflect_two": ["no", "ace", "queen"],
    "two_compulsory": ["yes", "no"],
    "unnominated_eight": ["own", "before"],
    "nominate_until": ["next_play", "card"],
    "start_trick": ["on", "off"],
    "start_queen": ["right", "dealer", "left"],
    "short_stock": ["lapse", "reshuffle"],
    "blocked": ["tally", "redeal", "reshuffle", "lowest_zero"],
    "final_two": ["at_once", "pick_up"],
    "trick_finish": ["allowed", "barred"],
    "queen_two": ["none", "skip"],
    "challenge_until": ["game_over", "next_turn", "tally"],
    "call_two": ["until_play", "at_once"],
    "illegal_play_penalty": ["0", "2"],
    "late_error": ["stands", "rewind"],
}
"""What the options about calls, errors and packs say is no matter of legal play: they change
nothing here.
"""

POINTS = {"8": 30, "A": 1, "T": 10, "J": 10, "Q": 10, "K": 10} | {
    rank: int(rank) for rank in "2345679"
}
TRICK_CARDS = "A2Q"
BARRED_LAST = "8AQ2"


@dataclass
class State:
    """A game in progress; `missed` counts misses in a row, `pending` penalty cards due."""

    players: int
    hands: list[list[Card]]
    stock: list[Card]
    pile: list[Card]
    options: dict[str, str]
    shuffle: Shuffle
    turn: int
    suit: str
    direction: int = 1
    pending: int = 0
    missed: int = 0
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
    """A dealt game with the start card acted on (SP-5 to SP-7, SP-11)."""
    chosen = settled(options, OPTIONS)
    dealer = setup.get("dealer", players)
    under = list(stock)
    while start[0] == "8":
        under.append(start)
        start = under.pop(0)
    shuffle = setup.get("shuffle", by_name)
    state = State(
        players, [list(hand) for hand in hands], under, [start], chosen, shuffle, dealer, start[1]
    )
    begins = {"left": after(state, dealer), "dealer": dealer, "cut": setup.get("first", 1)}
    state.turn = begins[chosen["first_player"]]
    if start[0] == "Q":
        begins = {"right": after(state, dealer, -1), "dealer": dealer, "left": state.turn}
        state.turn, state.direction = begins[chosen["start_queen"]], -1
    elif start[0] == "A" and chosen["start_trick"] == "on":
        state.turn = after(state, state.turn)
    elif start[0] == "2" and chosen["start_trick"] == "on":
        state.pending = 2
    return state


def after(state: State, seat: int, steps: int = 1) -> int:
    """The seat so many steps clockwise."""
    return (seat - 1 + steps) % state.players + 1


def layable(state: State, card: Card) -> bool:
    """May the seat to act lay this card of theirs? SP-12, SP-18, SP-19, SP-22."""
    hand, rank = state.hands[state.turn - 1], card[0]
    if len(hand) == 1 and rank in BARRED_LAST and state.options["trick_finish"] == "barred":
        return False
    if state.pending:
        return rank == "2" or answers(state, card)
    if rank == "8":
        return True
    suit = state.suit
    if rank in TRICK_CARDS and state.options["trick_follow"] == "shown":
        suit = state.pile[-1][1]
    if rank in TRICK_CARDS and state.options["trick_match"] == "suit":
        return card[1] == suit
    return card[1] == suit or rank == state.pile[-1][0]


def answers(state: State, card: Card) -> bool:
    """May this card, no 2, be laid on an unanswered 2 under an option? SP-A5, SP-A6."""
    if card[0] == "8":
        return state.options["eight_on_two"] != "no"
    deflector = {"no": "", "ace": "A", "queen": "Q"}[state.options["deflect_two"]]
    return card[0] == deflector and card[1] == state.suit


def drawable(state: State, *, penalty: bool) -> int:
    """How many cards the stock could give, reshuffled if it may be."""
    spare = len(state.pile) - 1 if penalty and state.options["short_stock"] == "reshuffle" else 0
    return len(state.stock) + spare


def legal(state: State) -> set[Play]:
    """Every play of the seat to act; SP-13, SP-15, SP-16."""
    if state.over:
        return set()
    plays: set[Play] = set()
    for card in state.hands[state.turn - 1]:
        if layable(state, card):
            plays |= {("lay", (card,), suit) for suit in (SUITS if card[0] == "8" else [None])}
    free = bool(state.pending) and state.options["two_compulsory"] == "no"
    if not plays or free:
        penalty = state.pending > 0
        if not drawable(state, penalty=penalty):
            plays.add(("miss",))
        else:
            plays.add(("take_penalty",) if penalty else ("pick_up",))
    return plays


def apply(state: State, play: Play) -> State:
    """The state after a play; ValueError if it is not legal."""
    bare_eight = play[0] == "lay" and play[2] is None and ("lay", play[1], "C") in legal(state)
    if play not in legal(state) and not bare_eight:
        raise ValueError(f"{play} is not legal")
    state = copy.deepcopy(state)
    if play[0] == "lay":
        (card,), suit = cast(tuple[tuple[Card], str | None], play[1:])
        lay(state, card, suit)
    elif play[0] == "pick_up":
        draw(state, state.turn, 1, penalty=False)
        pass_on(state)
    elif play[0] == "take_penalty":
        draw(state, state.turn, state.pending, penalty=True)
        pass_on(state)
    else:
        miss(state)
    return state


def lay(state: State, card: Card, suit: str | None) -> None:
    """Lay one card and let it act: SP-18 to SP-22."""
    seat = state.turn
    state.hands[seat - 1] = without(state.hands[seat - 1], [card])
    state.pile.append(card)
    state.missed = 0
    state.suit = following_suit(state, card, suit)
    if card[0] == "8" and state.options["eight_on_two"] == "cancels":
        state.pending = 0
    if card[0] == "2":
        state.pending += 2
    if card[0] == "Q":
        state.direction = -state.direction
    steps = 2 if card[0] == "A" or (card[0] == "Q" and plays_as_ace(state)) else 1
    state.turn = after(state, seat, steps * state.direction)
    if not state.hands[seat - 1]:
        finish(state, seat, card)


def following_suit(state: State, card: Card, named: str | None) -> str:
    """The suit the next card has to follow."""
    if card[0] == "8" and named is None and state.options["unnominated_eight"] == "before":
        return state.suit
    return named if card[0] == "8" and named else card[1]


def plays_as_ace(state: State) -> bool:
    """Does a Queen between two players give its player another turn? SP-A19."""
    return state.players == 2 and state.options["queen_two"] == "skip"


def finish(state: State, seat: int, card: Card) -> None:
    """Somebody has gone out: SP-8, SP-28, SP-A17."""
    if card[0] == "2" and state.options["final_two"] == "pick_up":
        draw(state, state.turn, state.pending, penalty=True)
    state.over, state.winner = True, seat


def draw(state: State, seat: int, count: int, *, penalty: bool) -> None:
    """Take cards from the stock, as many as there are; only a penalty may reshuffle."""
    for _ in range(count):
        if not state.stock and penalty and state.options["short_stock"] == "reshuffle":
            reshuffle(state)
        if state.stock:
            state.hands[seat - 1].append(state.stock.pop(0))


def reshuffle(state: State) -> None:
    """Turn all discards but the top one into the stock."""
    state.stock = state.shuffle(state.pile[:-1])
    state.pile = state.pile[-1:]


def pass_on(state: State) -> None:
    """End a turn in which nothing was laid."""
    state.pending = 0
    state.missed = 0
    state.turn = after(state, state.turn, state.direction)


def miss(state: State) -> None:
    """Miss a turn (SP-15); a full round of misses blocks the game (SP-A16)."""
    missed = state.missed + 1
    pass_on(state)
    state.missed = missed
    if missed < state.players:
        return
    if state.options["blocked"] == "reshuffle" and len(state.pile) > 1:
        reshuffle(state)
        state.missed = 0
    else:
        state.over = True


def points(hand: Sequence[Card]) -> int:
    """What a hand counts: SP-30 to SP-33."""
    return sum(POINTS[card[0]] for card in hand)


def scores(state: State) -> list[int | None]:
    """Points of every seat; None for all when a blocked game is dealt again."""
    counts = [points(hand) for hand in state.hands]
    if state.winner is not None or state.options["blocked"] in ("tally", "reshuffle"):
        return list(counts)
    if state.options["blocked"] == "redeal":
        return [None] * state.players
    return [0 if count == min(counts) else count for count in counts]


def places(state: State) -> list[int | None]:
    """The winner is first; nobody else finishes."""
    return [1 if seat == state.winner else None for seat in range(1, state.players + 1)]
