"""Games of Swedish Pursuit played in step by the engine and by the plain reference, and where they
differ.
"""

from collections.abc import Mapping
from random import Random
from typing import cast

from scoring.cards import FULL_PACK, SUITS, Card, card_text, parse_card
from scoring.games.swedish_pursuit import SwedishPursuit
from scoring.law.plays import MISS, PICK_UP, TAKE_PENALTY, Lay, Miss, PickUp, TurnPlay
from tests.reference import Play
from tests.reference import swedish_pursuit as plain
from tests.scoring.games.swedish_pursuit.tables import BOOK

DEALT = 5


def by_name(cards: list[Card]) -> None:
    """The shuffle of the reference, in place."""
    cards.sort(key=card_text)


def as_tuple(play: TurnPlay) -> Play:
    """A play in the words of the reference."""
    if isinstance(play, Lay):
        return ("lay", (card_text(play.cards[0]),), None if play.suit is None else SUITS[play.suit])
    return (
        ("pick_up",)
        if isinstance(play, PickUp)
        else ("miss",)
        if isinstance(play, Miss)
        else ("take_penalty",)
    )


def as_play(play: Play) -> TurnPlay:
    """A play of the reference in the words of the engine."""
    if play[0] == "lay":
        (card,), suit = cast(tuple[tuple[str], str | None], play[1:])
        return Lay((parse_card(card),), None if suit is None else SUITS.index(suit))
    plays: dict[object, TurnPlay] = {"pick_up": PICK_UP, "miss": MISS, "take_penalty": TAKE_PENALTY}
    return plays[play[0]]


def random_options(rng: Random) -> dict[str, str]:
    """Each option at its default twice in three, else at any value."""
    return {
        option.name: rng.choice(option.values) for option in BOOK.options if rng.random() < 0.34
    }


def both(
    rng: Random, options: Mapping[str, str], players: int
) -> tuple[SwedishPursuit, plain.State]:
    """The same pack dealt by both."""
    pack = list(FULL_PACK)
    rng.shuffle(pack)
    if players == 10 and {card % 13 for card in pack[50:]} == {7}:
        pack.reverse()
    dealer, first = rng.randint(1, players), rng.randint(1, players)
    game = SwedishPursuit.deal(BOOK.rules(options), players, pack, dealer=dealer, first=first)
    game.shuffle = by_name
    texts = [card_text(card) for card in pack]
    start = players * DEALT
    hands = [
        texts[(seat - dealer - 1) % players : start : players] for seat in range(1, players + 1)
    ]
    state = plain.new(
        players, hands, texts[start + 1 :], texts[start], options, dealer=dealer, first=first
    )
    return game, state


def difference(game: SwedishPursuit, state: plain.State, plays: int, rng: Random) -> str:
    """Play on with random plays; the first difference in words, or nothing."""
    for number in range(plays):
        mine, theirs = set(map(as_tuple, game.legal_plays())), plain.legal(state)
        if mine != theirs:
            return (
                f"play {number}: only the engine {mine - theirs}, only the reference"
                f" {theirs - mine}"
            )
        if seen(game) != shown(state):
            return f"play {number}: {seen(game)} is not {shown(state)}"
        if game.over:
            points: list[int | None] = [*game.result().points] or [None] * game.players
            return (
                ""
                if points == plain.scores(state)
                else f"points: {points} are not {plain.scores(state)}"
            )
        play = rng.choice(sorted(theirs, key=repr))
        if play[0] == "lay" and rng.random() < 0.1:
            play = (*play[:2], None)
        game.apply(as_play(play))
        state = plain.apply(state, play)
    return ""


def seen(game: SwedishPursuit) -> tuple[object, ...]:
    """All that the table shows, as the engine has it."""
    hands = [sorted(map(card_text, game.hand(seat))) for seat in range(1, game.players + 1)]
    stock, pile = (
        [card_text(card) for card in game.stock[::-1]],
        [card_text(card) for card in game.discards],
    )
    if game.over:
        return hands, stock, pile, game.winner
    return hands, stock, pile, game.turn, game.direction, game.pending, SUITS[game.suit]


def shown(state: plain.State) -> tuple[object, ...]:
    """The same as the reference has it."""
    hands = [sorted(hand) for hand in state.hands]
    if state.over:
        return hands, state.stock, state.pile, state.winner
    return hands, state.stock, state.pile, state.turn, state.direction, state.pending, state.suit
