"""Tables from simulated play as case files tell them, and faults planted into them: nothing here is
from the check.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random
from typing import Any

from scoring.cards import SUITS, card_text
from scoring.games.registry import ENGINES
from scoring.law.plays import Discard, Draw, Lay, PickUp, PutDown, TakeDiscard, TakePenalty
from scoring.law.rulebook import Rules

Facts = dict[str, Any]


@dataclass(frozen=True)
class TableTold:
    """A game's name, the rules, a table that came about in play, and a legal play at it."""

    game: str
    rules: Rules
    position: Facts
    play: Facts
    whole: Facts = field(default_factory=dict)
    """The hands of the other seats and the cards of the pile, which few tables tell."""

    def but(self, **facts: Any) -> "TableTold":
        """The same with facts of the position told otherwise."""
        return TableTold(self.game, self.rules, self.position | facts, self.play, self.whole)


def played(game: str, rng: Random, most: int = 60) -> tuple[Rules, Any]:
    """A game under options mixed at random, some plays on and not yet over."""
    book = ENGINES[game].rulebook
    rules = book.rules(
        {option.name: rng.choice(option.values) for option in book.options if rng.random() < 0.4}
    )
    players = rng.randint(rules.deal.seats_min, min(rules.deal.seats_max, 7))
    table: Any = ENGINES[game].deal(rules, players, shuffle=rng.shuffle)
    for _ in range(rng.randrange(most)):
        plays = table.some_plays()
        longest = [play for play in plays if isinstance(play, Lay | PutDown)] or plays
        table.apply(rng.choice(longest if rng.random() < 0.5 else plays))
        if table.over:
            return played(game, rng, most)
    return rules, table


def table_told(game: str, rng: Random) -> TableTold:
    """A table of simulated play with one of its legal plays, in the words of case files."""
    rules, table = played(game, rng)
    position: Facts = {"players": table.players, "turn": table.turn, "stock": len(table.stock)}
    position["hand"] = [long(card) for card in table.hand(table.turn)]
    position |= _OF_GAME.get(game, single_pile)(table)
    seats = (seat for seat in range(1, table.players + 1) if seat != table.turn)
    pile = table.pile if game in ("ottawa", "pursuit") else table.discards
    whole = {
        "others": [[long(card) for card in table.hand(seat)] for seat in seats],
        "discards": len(pile),
    }
    return TableTold(game, rules, position, told_play(rng.choice(table.some_plays())), whole)


def single_pile(table: Any) -> Facts:
    """A pile of single cards: a card on top, a suit in force, a penalty, cards drawn."""
    suit, drawn = SUITS[table.suit], getattr(table, "drawn", 0)
    return {
        "top": long(table.top),
        "suit_in_force": suit,
        "pending": table.pending,
        "direction": table.direction,
        **({"already_picked_up": f"{drawn} cards"} if drawn else {}),
    }


def pile_of_two(table: Any) -> Facts:
    """Ottawa: the two top cards."""
    done = {"drawn_this_turn": table.drawn, "laid_off_this_turn": table.laid}
    return {"pile_top_last": [long(card) for card in table.pile[-2:]], **done}


def chase(table: Any) -> Facts:
    """Pursuit: what both are up to."""
    seat, opponent = table.turn - 1, table.turn % table.players
    up_to = {"up_to": long(table.up_to[seat]), "opponent_up_to": long(table.up_to[opponent])}
    return up_to | {
        "opponent_has_put_down": not table.safe[opponent],
        "steps": table.steps[seat],
        "taken": table.taken,
    }


_OF_GAME: dict[str, Callable[[Any], Facts]] = {"ottawa": pile_of_two, "pursuit": chase}


def told_play(play: Any) -> Facts:
    """A play in the words of case files."""
    if isinstance(play, PutDown):
        return {
            "kind": "put_down",
            "sequences": [[long(card) for card in sequence] for sequence in play.sequences],
        }
    if isinstance(play, Discard):
        return {"kind": "discard", "card": long(play.card)}
    if isinstance(play, Lay):
        named = {} if play.suit is None else {"nominate": SUITS[play.suit]}
        return {"kind": "discard", "cards": [long(card) for card in play.cards], **named}
    if isinstance(play, Draw | TakeDiscard):
        return {"kind": "take", "from": "stock" if isinstance(play, Draw) else "discard"}
    return {"kind": "pick_up" if isinstance(play, PickUp | TakePenalty) else "miss"}


def in_ottawa(play: Facts) -> Facts:
    """The same play as Ottawa calls it."""
    kinds = {"discard": "lay_off", "take": "draw", "miss": "pass"}
    return play | {"kind": kinds[play["kind"]]}


def long(card: int) -> str:
    """A card as case files write it."""
    return card_text(card).replace("T", "10")


def packs(told: TableTold) -> int:
    """Packs at the table, written down anew."""
    if told.game in ("switch", "crazy_eights", "mau_mau"):
        return 2 if told.position["players"] >= 6 else 1
    return 2 if told.game == "pursuit" and told.position["players"] > 2 else 1


def planted(told: TableTold) -> Iterator[tuple[str, TableTold]]:
    """The same table with one fault, each under the name of what is wrong."""
    position, times = told.position, packs(told)
    hand, players = position["hand"], position["players"]
    size = {"pursuit": 42, "mau_mau": 32}.get(told.game, 52) * times
    natural = [card for card in hand if card != "JK"]
    if natural:
        yield "a card too often in the hand", told.but(hand=hand + [natural[0]] * times)
    yield "more Jokers than the pack has", told.but(hand=[*hand, *["JK"] * (2 * times + 1)])
    yield "a hand larger than the pack", told.but(hand=[*hand, *["3C"] * size])
    yield "a stock larger than the pack", told.but(stock=size + 1)
    yield "a stock that leaves no card for the hand", told.but(stock=size - len(hand) + 1)
    yield "a seat that is not there", told.but(turn=players + 1)
    yield "nobody at the table", told.but(players=1)
    if told.game == "pursuit":
        yield "a King in a pack without one", told.but(hand=[*hand, "KD"])
    yield "an empty hand to play", told.but(hand=[])
    yield "play that goes nowhere", told.but(direction=0)
    yield "a yes that is none", told.but(drawn_this_turn="maybe")
    if told.game == "ottawa":
        yield (
            "a card in hand and on the pile",
            told.but(hand=[*hand, position["pile_top_last"][-1]]),
        )
    if "top" in position:
        yield from planted_on_top(told, times)


NAMES = {"swedish_pursuit": "8", "switch": "A", "crazy_eights": "8", "mau_mau": "J"}


def planted_on_top(told: TableTold, times: int) -> Iterator[tuple[str, TableTold]]:
    """Faults about the card showing, the suit to follow and the cards due."""
    position = told.position
    top, hand = position["top"], position["hand"]
    yield "a card in hand and on the pile", told.but(hand=[*hand, *[top] * times])
    if top[0] != NAMES[told.game]:
        other = next(suit for suit in "CDHS" if suit != top[-1])
        yield "a suit that no card has named", told.but(suit_in_force=other)
    yield (
        "a card picked up that lies on the pile",
        told.but(already_picked_up=top, hand=[top] * times),
    )
    yield "an odd number of cards due", told.but(pending=position["pending"] + 1)
    king = next((card for card in ("KC", "KD", "KH", "KS") if card not in hand), "")
    if king and "seven_powers=all" not in str(told.rules):
        under = told.but(top=king, suit_in_force=king[-1], pending=2)
        yield "a penalty under a King", under
    if told.game == "swedish_pursuit" and "short_stock" not in str(told.rules):
        due = told.but(top="2H", suit_in_force="H", pending=8, hand=["2S", "5C"])
        yield (
            "five 2s in one pack",
            TableTold(told.game, told.rules, due.position, {"kind": "pick_up"}),
        )
