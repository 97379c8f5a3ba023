"""Simulated players, and games played out by them; chance comes in as a `random.Random`."""

from collections.abc import Callable
from random import Random

from scoring.cards import ACE, EIGHT, RANKS, Card, is_joker, rank_of, suit_of
from scoring.game import Game
from scoring.plays import Discard, Draw, Lay, PickUp, PutDown, TakeDiscard, TurnPlay

Player = Callable[[Game, Random], TurnPlay]
"""Chooses one of the legal plays of the seat on turn."""

WILD = {"swedish_pursuit": EIGHT, "switch": ACE}
"""The rank a simple player keeps back: it can nearly always be laid."""
MOST_PLAYS = 5_000


def at_random(game: Game, rng: Random) -> TurnPlay:
    """Any legal play, each as likely as the others; of thousands of lay-offs (Ottawa) one of the first found."""
    return rng.choice(game.some_plays())


def simple(game: Game, rng: Random) -> TurnPlay:
    """The play that gets rid of most: many cards before few, dear before cheap, wild cards last; else at random.

    The suit named is the one held most often.
    """
    plays = game.some_plays()
    if len(plays) == 1:
        return plays[0]
    worth = game.rules.scoring.card_values
    return max(plays, key=lambda play: (*_weight(game, play, worth), rng.random()))


def _weight(game: Game, play: TurnPlay, worth: dict[str, int] | None) -> tuple[int, int, int]:
    if isinstance(play, PutDown):
        return sum(map(len, play.sequences)), 0, 0
    if isinstance(play, Lay):
        wild = WILD.get(game.rules.rulebook.name)
        kept = sum(card % 13 != wild for card in play.cards)
        held = 0 if play.suit is None else sum(suit_of(card) == play.suit for card in game.hand(game.turn))
        return kept, sum(_worth(card, worth) for card in play.cards), held
    return 0, -1 if isinstance(play, Discard | Draw | TakeDiscard | PickUp) else -2, 0


def _worth(card: Card, worth: dict[str, int] | None) -> int:
    if worth is None or is_joker(card):
        return rank_of(card) + 1
    return worth[RANKS[rank_of(card)]]


def play_out(game: Game, player: Player, rng: Random, most: int = MOST_PLAYS) -> bool:
    """Let one player choose for every seat until the game is over; False if `most` plays were not enough."""
    for _ in range(most):
        if game.over:
            return True
        game.apply(player(game, rng))
    return game.over
