"""Pursuit and its Racing variation, played slowly from the clauses PU-1 to PU-26.

Readings of its own, where no clause and no option decides. A sequence of Jokers alone may stand
anywhere but last. If both directions are open and Jokers leave one undecided, the reading that wins
is taken, else the upward one. A final Joker keeps every card back to the last natural one beside
it. Racing: a seat runs one way (every second seat downwards with opposite_directions), ten steps
are a lap, five laps win; `direction`, `win`, `joker_wins`, `no_early_wins` have no say in it. Cards
are passed between two players only. A miss for landing is one turn, however often landed on.
"""

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Unpack, cast

from tests.reference import SUITS, Card, Play, Setup, Shuffle, by_name, settled, without
from tests.reference.pursuit_sequences import (
    CIRCLE,
    JOKER,
    Reading,
    Sequences,
    continued,
    kept,
    sequences_from,
    step,
)

YES_NO = ["no", "yes"]
OPTIONS = {
    "direction": ["up", "both"],
    "win": ["any", "end_on_card"],
    "joker_wins": ["yes", "no"],
    "no_early_wins": YES_NO,
    "passing_cards": YES_NO,
    "no_final_joker": YES_NO,
    "racing": YES_NO,
    "opposite_directions": YES_NO,
    "landing_misses": YES_NO,
    "laps": ["land", "pass"],
    "race_starts": ["turns", "fives"],
    "must_put_down": YES_NO,
    "kept_jokers": ["natural", "two"],
}
PACK = [rank + suit for suit in SUITS for rank in CIRCLE] + [JOKER, JOKER]
LAPS_TO_WIN = 5


@dataclass
class State:
    """A game in progress; `up_to` holds the cards before each seat, `rank` what they mean, `steps`
    the way made.
    """

    players: int
    hands: list[list[Card]]
    stock: list[Card]
    pile: list[Card]
    options: dict[str, str]
    shuffle: Shuffle
    up_to: list[list[Card]]
    rank: list[str]
    turn: int = 1
    direction: int = 1
    taken: bool = False
    put_down: bool = False
    has_put_down: list[bool] = field(default_factory=list)
    misses_turn: list[bool] = field(default_factory=list)
    steps: list[int] = field(default_factory=list)
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
    """A dealt game; `up_to` must be given, a card for each seat.

    The dealer's left begins (PU-A7).
    """
    chosen = settled(options, OPTIONS)
    if chosen["racing"] == "no" and players != 2:
        raise ValueError("Pursuit is for two players; only Racing takes more")
    cards = list(setup["up_to"])
    state = State(
        players,
        [list(hand) for hand in hands],
        list(stock),
        [start],
        chosen,
        setup.get("shuffle", by_name),
        [[card] for card in cards],
        [card[0] for card in cards],
        turn=setup.get("dealer", players) % players + 1,
        has_put_down=[False] * players,
        misses_turn=[False] * players,
        steps=[0] * players,
    )
    if chosen["passing_cards"] == "yes" and players == 2:
        pass_cards(state)
    return state


def pass_cards(state: State) -> None:
    """PU-23: both hand over equally many cards good for the other, at most three, the nearest ones
    first.
    """
    good = [good_cards(state, seat) for seat in (1, 2)]
    count = min(len(good[0]), len(good[1]), 3)
    for seat in (1, 2):
        given = good[seat - 1][:count]
        state.hands[seat - 1] = without(state.hands[seat - 1], given)
        state.hands[2 - seat] += given


def good_cards(state: State, seat: int) -> list[Card]:
    """The cards of a hand within five ranks of the other player's start, nearest first, then by
    suit C D H S.
    """
    other = 3 - seat
    way = ways(state, other)[0]
    near = [step(state.rank[other - 1], distance * way) for distance in range(5)]
    cards = [card for card in state.hands[seat - 1] if card != JOKER and card[0] in near]
    return sorted(cards, key=lambda card: (near.index(card[0]), SUITS.index(card[1])))


def ways(state: State, seat: int) -> list[int]:
    """The directions a seat's sequences may run."""
    if state.options["racing"] == "yes":
        return [-1 if state.options["opposite_directions"] == "yes" and seat % 2 == 0 else 1]
    return [1, -1] if state.options["direction"] == "both" else [1]


def legal(state: State) -> set[Play]:
    """Every play of the seat to act: first the take, then at most one putting down, then the
    discard.
    """
    if state.over:
        return set()
    if not state.taken:
        from_stock: set[Play] = {("take", "stock")} if state.stock or len(state.pile) > 1 else set()
        return from_stock | ({("take", "discard")} if state.pile else set())
    hand = state.hands[state.turn - 1]
    discards: set[Play] = {("discard", card) for card in hand}
    if state.put_down:
        return discards
    downs: set[Play] = {
        ("put_down", chain) for chain in chains(state, hand) if readings(state, chain)
    }
    return downs if downs and state.options["must_put_down"] == "yes" else downs | discards


def chains(state: State, hand: list[Card]) -> set[Sequences]:
    """Every row of sequences a hand can make, whether or not a rule forbids where it ends or what
    it holds.
    """
    found: set[Sequences] = set()
    todo: list[tuple[Sequences, str, list[Card]]] = [((), state.rank[state.turn - 1], hand)]
    while todo:
        chain, rank, left = todo.pop()
        for way in ways(state, state.turn):
            for sequence in sequences_from(rank, way, left):
                longer = (*chain, sequence)
                found.add(longer)
                todo.append(
                    (longer, step(rank, way * (len(sequence) - 1)), without(left, sequence))
                )
    return found


def readings(state: State, chain: Sequences) -> list[Reading]:
    """Every permitted sense of a put-down, the winning ones first, else upwards before downwards;
    empty if illegal.
    """
    last = chain[-1]
    if all(card == JOKER for card in last):
        return []
    if last[-1] == JOKER and state.options["no_final_joker"] == "yes":
        return []
    senses = [sense for sense in senses_of(state, chain) if not too_early(state, sense)]
    return sorted(senses, key=lambda sense: not wins(state, sense))


def senses_of(state: State, chain: Sequences) -> Iterator[Reading]:
    """Every sense of a put-down, whatever the options say of it."""
    todo = [Reading((), state.rank[state.turn - 1], 0)]
    for sequence in chain:
        todo = [
            longer
            for sense in todo
            for longer in continued(sense, sequence, ways(state, state.turn))
        ]
    yield from todo


def catches(state: State, card: tuple[str, bool]) -> bool:
    """Is this card of a put-down the one the opponent is up to? PU-21, PU-A1, PU-A4."""
    rank, joker = card
    return rank == state.rank[2 - state.turn] and (
        not joker or state.options["joker_wins"] == "yes"
    )


def too_early(state: State, sense: Reading) -> bool:
    """PU-22: with no_early_wins the opponent's card must not be put down before they have put down
    once.
    """
    if state.options["racing"] == "yes" or state.options["no_early_wins"] == "no":
        return False
    return not state.has_put_down[2 - state.turn] and any(
        catches(state, card) for card in sense.cards
    )


def wins(state: State, sense: Reading) -> bool:
    """Does this put-down win the game? PU-21, PU-A3, and PU-25 in Racing."""
    if state.options["racing"] == "yes":
        gone = state.steps[state.turn - 1] + sense.steps
        return gone > 10 * LAPS_TO_WIN or (
            gone == 10 * LAPS_TO_WIN and state.options["laps"] == "land"
        )
    looked_at = sense.cards if state.options["win"] == "any" else sense.cards[-1:]
    return any(catches(state, card) for card in looked_at)


def apply(state: State, play: Play) -> State:
    """The state after a play; ValueError if it is not legal."""
    if play not in legal(state):
        raise ValueError(f"{play} is not legal")
    state = copy.deepcopy(state)
    if play[0] == "take":
        take(state, cast(str, play[1]))
    elif play[0] == "put_down":
        put_down(state, cast(Sequences, play[1]))
    else:
        card = cast(Card, play[1])
        state.hands[state.turn - 1].remove(card)
        state.pile.append(card)
        end_turn(state)
    return state


def take(state: State, source: str) -> None:
    """PU-7: the top of the stock or of the discards."""
    if source == "discard":
        state.hands[state.turn - 1].append(state.pile.pop())
    else:
        draw(state)
    state.taken = True


def draw(state: State) -> None:
    """Take one card from the stock, made anew if need be (PU-11); nothing
    happens if there is none.
    """
    if not state.stock and len(state.pile) > 1:
        state.stock = state.shuffle(state.pile[:-1])
        state.pile = state.pile[-1:]
    if state.stock:
        state.hands[state.turn - 1].append(state.stock.pop(0))


def put_down(state: State, chain: Sequences) -> None:
    """PU-17 to PU-21: move on, leave the last card before the player, put the
    rest on the discards.
    """
    seat = state.turn
    sense = readings(state, chain)[0]
    if wins(state, sense):
        state.over, state.winner = True, seat
    laid = [card for sequence in chain for card in sequence]
    count = kept(chain[-1])
    if state.options["kept_jokers"] == "two":
        count = min(count, 2)
    state.hands[seat - 1] = without(state.hands[seat - 1], laid)
    old_top = state.pile[-1:] if not state.hands[seat - 1] else []
    under = state.pile[: len(state.pile) - len(old_top)]
    state.pile = under + state.up_to[seat - 1] + laid[: len(laid) - count] + old_top
    state.up_to[seat - 1] = laid[len(laid) - count :]
    state.rank[seat - 1] = sense.rank
    state.steps[seat - 1] += sense.steps
    state.put_down = state.has_put_down[seat - 1] = True
    land(state)
    if not state.hands[seat - 1] and not state.over:
        end_turn(state)


def land(state: State) -> None:
    """PU-25: with landing_misses, whoever is landed on misses their next turn."""
    if state.options["racing"] == "no" or state.options["landing_misses"] == "no":
        return
    for seat in range(1, state.players + 1):
        if seat != state.turn and state.rank[seat - 1] == state.rank[state.turn - 1]:
            state.misses_turn[seat - 1] = True


def end_turn(state: State) -> None:
    """PU-10: refill to seven after putting down; then the next player who need not miss a turn."""
    hand = state.hands[state.turn - 1]
    while state.put_down and len(hand) < 7 and (state.stock or len(state.pile) > 1):
        draw(state)
    state.taken = state.put_down = False
    state.turn = state.turn % state.players + 1
    while state.misses_turn[state.turn - 1]:
        state.misses_turn[state.turn - 1] = False
        state.turn = state.turn % state.players + 1


def scores(state: State) -> list[int | None]:
    """The text prints no points."""
    return [None] * state.players


def places(state: State) -> list[int | None]:
    """The winner is first; nobody else finishes."""
    return [1 if seat == state.winner else None for seat in range(1, state.players + 1)]


def laps(state: State) -> list[int]:
    """Full laps of every seat in Racing."""
    return [steps // 10 for steps in state.steps]
