"""Deals of Ottawa played in step by the engine and by the plain reference, and
where they differ.
"""

from collections.abc import Mapping, Sequence
from random import Random

from scoring.cards import FULL_PACK, card_text, parse_card
from scoring.games.ottawa import OTTAWA
from scoring.games.ottawa.game import Ottawa, deal
from scoring.law.plays import DRAW, END_TURN, Lay, TurnPlay
from tests.reference import Card, Play
from tests.reference import ottawa as plain

OPTION_VALUES = [(option.name, value) for option in OTTAWA.options for value in option.values]
MOST_CARDS = 13
"""A longer hand has too many lay-offs to list them in a quick test."""


def by_name(cards: list[int]) -> None:
    """The shuffle of the reference, in place."""
    cards.sort(key=card_text)


def texts(cards: Sequence[int]) -> list[Card]:
    return [card_text(card) for card in cards]


def as_tuple(play: TurnPlay) -> Play:
    """A play in the words of the reference."""
    if isinstance(play, Lay):
        return ("lay_off", tuple(texts(play.cards)))
    return ("draw",) if play == DRAW else ("pass",)


def as_play(play: Play) -> TurnPlay:
    """A play of the reference in the words of the engine."""
    if play[0] != "lay_off":
        return DRAW if play[0] == "draw" else END_TURN
    assert isinstance(play[1], tuple)
    return Lay(tuple(parse_card(card) for card in play[1]))


def both(rng: Random, options: Mapping[str, str], players: int) -> tuple[Ottawa, plain.State]:
    """The same deal for both."""
    cards = list(FULL_PACK)
    rng.shuffle(cards)
    dealer = rng.randrange(players) + 1
    game = deal(OTTAWA.rules(options), players, cards, dealer=dealer)
    game.shuffle = by_name
    hands = [texts(game.hand(seat)) for seat in range(1, players + 1)]
    start = card_text(game.pile[-1])
    return game, plain.new(players, hands, texts(game.stock[::-1]), start, options, dealer=dealer)


def picked(plays: set[Play], rng: Random) -> Play:
    """A random play, in every second turn the longest lay-off: else a deal takes for ever."""
    ordered = sorted(plays, key=repr)
    lay_offs = [
        cards
        for word, *rest in ordered
        for cards in rest
        if word == "lay_off" and isinstance(cards, tuple)
    ]
    if lay_offs and rng.random() < 0.5:
        return ("lay_off", max(lay_offs, key=len))
    return rng.choice(ordered)


def difference(game: Ottawa, state: plain.State, plays: int, rng: Random) -> str:
    """Play on; the first difference in words, or nothing."""
    for number in range(plays):
        if seen(game) != shown(state):
            return f"play {number}: {seen(game)} is not {shown(state)}"
        if game.over:
            mine, scored = list(game.result().points), plain.scores(state)
            return "" if mine == scored else f"{mine} is not {scored}"
        if len(game.hands[game.turn]) > MOST_CARDS:
            return ""
        open_here, theirs = set(map(as_tuple, game.legal_plays())), plain.legal(state)
        if open_here != theirs:
            return (
                f"play {number}: only the engine {open_here - theirs}, only the reference"
                f" {theirs - open_here}"
            )
        play = picked(theirs, rng)
        game.apply(as_play(play))
        state = plain.apply(state, play)
    return ""


def seen(game: Ottawa) -> tuple[object, ...]:
    """All that the table shows, as the engine has it."""
    hands = [sorted(texts(game.hand(seat))) for seat in range(1, game.players + 1)]
    now = None if game.over else (game.turn, game.drawn, game.laid)
    return hands, texts(game.stock[::-1]), texts(game.pile), now, game.winner


def shown(state: plain.State) -> tuple[object, ...]:
    """The same as the reference has it."""
    now = None if state.over else (state.turn, state.drawn, state.laid)
    return [sorted(hand) for hand in state.hands], state.stock, state.pile, now, state.winner
