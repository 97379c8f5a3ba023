"""Switch played slowly from clauses SW-1 to SW-26: the reference that the engine under test is
compared with.

The readings that no clause and no option gives stand in `tests.reference`.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Unpack

from tests.reference import (
    PACK,
    RANKS,
    SUITS,
    Card,
    Play,
    Setup,
    Shuffle,
    by_name,
    settled,
    without,
)

OPTIONS = {
    "compulsory": ("yes", "no"),
    "mix_penalties": ("no", "yes"),
    "ace_ban": ("pending", "literal"),
    "seven_powers": ("top", "all"),
    "jack_two": ("none", "skip"),
    "challenge_until": ("next_turn", "any_time"),
    "call_two": ("at_once", "until_play"),
    "two_compulsory": ("no", "yes"),
    "scoring": ("places", "hand_points"),
    "play_on": ("no", "yes"),
    "same_suit_or_rank": ("no", "yes"),
    "suit_runs": ("no", "yes"),
    "seven_place": ("first", "any"),
    "ace_in_run": ("low", "either"),
    "power_finish": ("yes", "no"),
    "final_penalty": ("at_once", "pick_up"),
    "row_fit": ("first", "every"),
    "row_answer": ("every", "first"),
    "ace_covered": ("yes", "no"),
    "unnamed": ("own", "before"),
    "nominate_until": ("next_play", "card"),
    "short_stock": ("reshuffle", "lapse"),
    "blocked": ("no_winner", "redeal"),
}
POWER_RANKS = "2478JA"
POINTS = {"8": 30, "A": 1, "T": 10, "J": 10, "Q": 10, "K": 10} | {
    rank: int(rank) for rank in "2345679"
}


@dataclass
class State:
    """A game of Switch; `answer` is the rank of the 2 or 4 that made the penalty pending."""

    hands: list[list[Card]]
    stock: list[Card]
    pile: list[Card]
    turn: int
    suit: str
    options: dict[str, str]
    shuffle: Shuffle
    direction: int = 1
    pending: int = 0
    answer: str = ""
    misses: int = 0
    over: bool = False
    winner: int | None = None
    out: list[int] = field(default_factory=list)

    def on(self, name: str) -> bool:
        """Is this yes/no option in force?"""
        return self.options[name] == "yes"


def new(
    players: int,
    hands: Sequence[Sequence[Card]],
    stock: Sequence[Card],
    start: Card,
    options: Mapping[str, str],
    **setup: Unpack[Setup],
) -> State:
    """SW-5 to SW-8: Power Cards turned up go back and the stock is shuffled; the dealer's left
    begins, clockwise.
    """
    if len(hands) != players:
        raise ValueError(f"{len(hands)} hands for {players} players")
    shuffle = setup.get("shuffle", by_name)
    below, powers = list(stock), []
    while start[0] in POWER_RANKS:
        powers.append(start)
        start = below.pop(0)
    first = setup.get("dealer", players) % players + 1
    below = shuffle(below + powers) if powers else below
    return State(
        [list(hand) for hand in hands],
        below,
        [start],
        first,
        start[1],
        settled(options, OPTIONS),
        shuffle,
    )


def normal(play: Play) -> Play:
    """One name for lays alike but for the order between the first and the last card: these stand as
    in PACK.
    """
    if play[0] != "lay" or not isinstance(play[1], tuple) or len(play[1]) < 3:
        return play
    first, *between, last = play[1]
    return ("lay", (first, *sorted(between, key=PACK.index), last), play[2])


def legal(state: State) -> set[Play]:
    """Every play open to the seat to act; lays that are `normal` alike are given once."""
    if state.over:
        return set()
    lays = all_lays(state)
    drawable = len(state.stock) + len(state.pile) > 1
    if state.pending:
        if lays and state.on("two_compulsory"):
            return lays
        return lays | {("take_penalty",) if drawable else ("miss",)}
    if lays and (state.on("compulsory") or not drawable):
        return lays
    return lays | {("pick_up",) if drawable else ("miss",)}


def all_lays(state: State) -> set[Play]:
    """Lays of one card and of several, with one play for each suit that a top
    Ace may name (SW-16).
    """
    hand = state.hands[state.turn - 1]
    rows = {*((card,) for card in hand), *drops(hand)}
    if state.options["seven_place"] == "any":
        rows |= {
            row
            for row in groups(hand)
            if len({card[1] for card in row}) == 1 and "7" in {c[0] for c in row}
        }
    if state.on("same_suit_or_rank"):
        rows |= groups(hand)
    plain = {row for row in rows if may_lay(state, row)}
    if state.on("suit_runs"):
        known = {normal(("lay", row, None)) for row in plain}
        stairs = runs(hand, RANKS) | (
            runs(hand, RANKS[1:] + "A") if state.options["ace_in_run"] == "either" else set()
        )
        plain |= {
            row for row in stairs if may_lay(state, row) and normal(("lay", row, None)) not in known
        }
    return {
        ("lay", row, suit) for row in plain for suit in (SUITS if row[-1][0] == "A" else (None,))
    }


def may_lay(state: State, row: tuple[Card, ...]) -> bool:
    """The first card must be playable by itself; facing a penalty all must be, or the first alone
    (SW-A23); no Ace goes out last (SW-21).
    """
    barred = POWER_RANKS if state.options["power_finish"] == "no" else "A"
    if len(row) == len(state.hands[state.turn - 1]):
        if row[-1][0] in barred:
            return False
        if state.options["ace_covered"] == "no" and "A" in {card[0] for card in row}:
            return False
    answers = state.pending and not first_answers(state)
    if answers or (state.options["row_fit"] == "every" and not by_seven(state, row)):
        return all(playable(state, card) for card in row)
    return playable(state, row[0])


def first_answers(state: State) -> bool:
    """SW-A23: has only the first of several cards to answer a 2 or 4?"""
    return state.options["row_answer"] == "first" == state.options["row_fit"]


def by_seven(state: State, row: tuple[Card, ...]) -> bool:
    """SW-12: do these cards go down because of a 7 of their suit, the first of them or any?"""
    sevens = row if state.options["seven_place"] == "any" else row[:1]
    return len({card[1] for card in row}) == 1 and "7" in {card[0] for card in sevens}


def playable(state: State, card: Card) -> bool:
    """May this card be the first one laid on the pile now?"""
    top = state.pile[-1]
    if state.pending:
        ranks = "24" if state.on("mix_penalties") else state.answer
        return card[0] in ranks  # SW-10, SW-11, SW-15
    if card[0] == "A":
        return not (state.options["ace_ban"] == "literal" and top[0] in "24")  # SW-15
    return card[0] == top[0] or card[1] == state.suit  # SW-7


def drops(hand: Sequence[Card]) -> set[tuple[Card, ...]]:
    """SW-12: a 7 and any others of its suit."""
    return {
        row
        for seven in hand
        if seven[0] == "7"
        for row in with_others(
            seven, [card for card in without(hand, [seven]) if card[1] == seven[1]]
        )
    }


def groups(hand: Sequence[Card]) -> set[tuple[Card, ...]]:
    """SW-24: two or more cards of one suit, or of one rank, but not both."""
    found = set()
    for first in hand:
        for place in (0, 1):
            alike = [card for card in without(hand, [first]) if card[place] == first[place]]
            found |= with_others(first, alike)
    return found


def with_others(first: Card, others: Iterable[Card]) -> set[tuple[Card, ...]]:
    """A first card with some of the others after it, each of these once as the last."""
    ordered = sorted(others, key=PACK.index)
    found = set()
    for size in range(1, len(ordered) + 1):
        for chosen in combinations(ordered, size):
            found |= {(first, *without(chosen, [last]), last) for last in chosen}
    return found


def runs(hand: Sequence[Card], ranks: str) -> set[tuple[Card, ...]]:
    """SW-25: two or more cards of one suit, one after the other in these ranks, upwards or
    downwards.
    """
    found = set()
    for suit in SUITS:
        for order in (ranks, ranks[::-1]):
            for begin in range(13):
                for end in range(begin + 2, 14):
                    row = tuple(rank + suit for rank in order[begin:end])
                    if set(row) <= set(hand):
                        found.add(row)
    return found


def apply(state: State, play: Play) -> State:
    """The position after one play; ValueError when the play is not legal (the order of covered
    cards is free).
    """
    if normal(play) not in {normal(one) for one in legal(state)}:
        raise ValueError(f"{play} is not legal here")
    after = replace(
        state,
        hands=[list(hand) for hand in state.hands],
        stock=list(state.stock),
        out=list(state.out),
    )
    after.pile = list(state.pile)
    if isinstance(play[-1], str | None) and play[0] == "lay" and isinstance(play[1], tuple):
        return lay(after, play[1], play[2] if isinstance(play[2], str) else None)
    after.misses = state.misses + 1 if play[0] == "miss" else 0
    draw(after, {"pick_up": 1, "take_penalty": penalty(after), "miss": 0}[str(play[0])])
    after.pending, after.answer = 0, ""
    if after.misses == len(after.hands) - len(after.out):
        after.over = True
    pass_on(after, after.direction, 1)
    return after


def lay(state: State, cards: tuple[Card, ...], named: str | None) -> State:
    """Lay the cards, let them act (SW-10 to SW-16), see whether the seat or the game is out (SW-20,
    SW-23).
    """
    seat = state.turn
    still_in = len(state.hands) - len(state.out)
    state.hands[seat - 1] = without(state.hands[seat - 1], cards)
    state.pile += cards
    state.suit = named or cards[-1][1]
    state.misses = 0
    acting = cards if state.options["seven_powers"] == "all" else cards[-1:]
    if len(cards) > len(acting) and state.pending and first_answers(state):
        acting = (cards[0], *acting)
    steps = 1
    for card in acting:
        if card[0] in "24":
            state.pending, state.answer = state.pending + int(card[0]), card[0]
        if card[0] == "J":
            state.direction = -state.direction
        if card[0] == "8" or (
            card[0] == "J" and still_in == 2 and state.options["jack_two"] == "skip"
        ):
            steps += 1
    if not state.hands[seat - 1]:
        state.out.append(seat)
        state.winner = state.out[0]
    pass_on(state, state.direction, steps)
    if not state.hands[seat - 1] and (not state.on("play_on") or still_in == 2):
        state.over = True
        if state.options["final_penalty"] == "pick_up":  # SW-A24
            draw(state, penalty(state))
    return state


def penalty(state: State) -> int:
    """The cards to be taken for the penalty due: what a short stock lacks may lapse (SW-A9)."""
    lapses = state.stock and state.options["short_stock"] == "lapse"
    return min(state.pending, len(state.stock)) if lapses else state.pending


def pass_on(state: State, direction: int, steps: int) -> None:
    """The turn moves on by so many of the players still in."""
    while steps:
        state.turn = (state.turn - 1 + direction) % len(state.hands) + 1
        steps -= state.turn not in state.out


def draw(state: State, number: int) -> None:
    """Draw one card after another; SW-19 makes a new stock of all but the top discard when none is
    left.
    """
    for _ in range(number):
        if not state.stock:
            state.stock, state.pile = state.shuffle(state.pile[:-1]), state.pile[-1:]
        if not state.stock:
            return
        state.hands[state.turn - 1].append(state.stock.pop(0))


def scores(state: State) -> list[int | None]:
    """SW-A11: no points in the text; with `hand_points` the values of Swedish Pursuit."""
    if state.options["scoring"] == "places":
        return [None for _ in state.hands]
    return [sum(POINTS[card[0]] for card in hand) for hand in state.hands]


def places(state: State) -> list[int | None]:
    """The order of going out; who is left alone at the end of a game played on has the last place
    (SW-23).
    """
    order = list(state.out)
    left = [seat for seat in range(1, len(state.hands) + 1) if seat not in order]
    if state.over and len(left) == 1:
        order += left
    return [
        order.index(seat) + 1 if seat in order else None for seat in range(1, len(state.hands) + 1)
    ]
