"""Tables and games of Swedish Pursuit for the tests: shorthand, random games,
every option value.
"""

import random
from typing import Any

from hypothesis import strategies as st

from scoring.cards import TWO, parse_card, parse_cards, parse_suit
from scoring.games.rulebooks import rulebook
from scoring.games.shedding.laying_table import Placement
from scoring.games.shedding.match_tables import NOTHING_DUE, mask_of_copies
from scoring.games.swedish_pursuit import SwedishPursuit
from scoring.law.plays import Lay, Play
from scoring.law.position import TablePosition
from scoring.law.rulebook import Rules

BOOK = rulebook("swedish-pursuit")
RULES = BOOK.rules()
OPTIONS: list[str] = [
    f"{option.name}={value}" for option in BOOK.options for value in option.values
]
"""Every value of every option, one at a time."""
RULES_STRATEGY = st.fixed_dictionaries(
    {}, optional={option.name: st.sampled_from(option.values) for option in BOOK.options}
).map(BOOK.rules)


def lay(text: str) -> Lay:
    """`8C=S` is the 8 of clubs naming spades."""
    cards, _, suit = text.partition("=")
    return Lay(parse_cards(cards), parse_suit(suit) if suit else None)


def position(top: str, hand: str | None, **facts: Any) -> TablePosition:
    """A table of five with seat 1 to play; `suit` as a letter."""
    told: dict[str, Any] = {"players": 5, "turn": 1, "direction": 1, "pending": 0, "stock": 20}
    told |= facts
    told["suit"] = parse_suit(told["suit"]) if "suit" in told else parse_card(top) // 13
    return TablePosition(
        top=parse_card(top), hand=None if hand is None else parse_cards(hand), **told
    )


def game(
    hands: list[str], top: str, stock: str = "", options: str = "", **facts: Any
) -> SwedishPursuit:
    """A game with these hands, seat 1 first and to play; the stock is drawn from the left; `asks` =
    an 8's suit.
    """
    asks = facts.pop("asks", None)
    under = list(parse_cards(facts.pop("under", "")))
    card = parse_card(top)
    masks = [0, *(mask_of_copies(parse_cards(hand)) for hand in hands)]
    below = list(parse_cards(stock))[::-1]
    turn, misses = facts.pop("turn", 1), facts.pop("misses", 0)
    suit = None if asks is None else parse_suit(asks)
    due = TWO if facts.get("pending") else NOTHING_DUE
    placement = Placement(masks, below, [*under, card], turn, due=due, suit=suit, **facts)
    table = SwedishPursuit(BOOK.rules(options), placement)
    table.misses, table.quiet = misses, False
    return table


def random_game(rules: Rules, players: int, seed: int) -> tuple[SwedishPursuit, random.Random]:
    """A freshly dealt game and the generator to play it with."""
    rng = random.Random(seed)
    dealer = rng.randint(1, players)
    return SwedishPursuit.deal(rules, players, dealer=dealer, shuffle=rng.shuffle, first=1), rng


def play_out(table: SwedishPursuit, rng: random.Random, limit: int = 2000) -> list[Play]:
    """Play at random to the end, or for so many plays."""
    done: list[Play] = []
    while not table.over and len(done) < limit:
        play = rng.choice(table.legal_plays())
        table.apply(play)
        done.append(play)
    return done
