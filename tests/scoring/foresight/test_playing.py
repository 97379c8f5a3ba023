"""Simulated players end their games and play by the rules."""

from random import Random

import pytest

from scoring.cards import parse_cards
from scoring.foresight.simulation import at_random, play_out, simple
from scoring.games.pursuit.game import PursuitGame
from scoring.games.registry import ENGINES, engine
from scoring.games.rulebooks import rulebook
from scoring.games.shedding.laying_table import Placement
from scoring.games.shedding.match_tables import mask_of_copies
from scoring.games.swedish_pursuit import SwedishPursuit
from scoring.law.game import Laid
from scoring.law.plays import Lay, PutDown

RULES = rulebook("swedish_pursuit").rules()


def at_table(hand: str, top: str = "KH") -> SwedishPursuit:
    """Seat 1 to play."""
    card = parse_cards(top)[0]
    hands = [0, mask_of_copies(parse_cards(hand)), mask_of_copies(parse_cards("2C 3C"))]
    return SwedishPursuit(RULES, Placement(hands, list(parse_cards("4C 6C")), [card], 1))


@pytest.mark.parametrize("name", sorted(ENGINES))
def test_simple_players_finish_every_game(name: str) -> None:
    for seed in range(5):
        rng = Random(seed)
        rules = rulebook(name).rules()
        game = engine(name).deal(
            rules, min(4, rules.deal.seats_max), rules.deal.pack, shuffle=rng.shuffle
        )
        assert play_out(game, simple, rng)
        assert game.result().ending in ("won", "blocked")


def test_the_same_seed_plays_the_same_game() -> None:
    def record(seed: int) -> list[object]:
        rng = Random(seed)
        game = engine("swedish_pursuit").deal(RULES, 5, RULES.deal.pack, shuffle=rng.shuffle)
        play_out(game, at_random, rng)
        return list(game.record)

    assert record(3) == record(3)
    assert record(3) != record(4)


def test_a_simple_player_lays_the_dearest_card_and_keeps_an_eight() -> None:
    assert simple(at_table("9H 3H 8C 8D"), Random(0)) == Lay(parse_cards("9H"))


def test_an_eight_names_the_suit_held_most() -> None:
    assert simple(at_table("8C 5S 6S 7D"), Random(0)) == Lay(parse_cards("8C"), 3)


def test_a_simple_player_of_pursuit_puts_down_all_they_can() -> None:
    hands = (parse_cards("5D 6D 7D JK 2S 2C AD"), parse_cards("2H"))
    laid = Laid(hands, parse_cards("8C"), parse_cards("3C"), fronts=parse_cards("5C TC"))
    game = PursuitGame(rulebook("pursuit").rules(), laid)
    game.apply(game.legal_plays()[0])
    chosen = simple(game, Random(0))
    assert isinstance(chosen, PutDown)
    assert sum(map(len, chosen.sequences)) == 4


def test_a_game_that_takes_too_long_is_given_up() -> None:
    rng = Random(0)
    game = engine("ottawa").deal(rulebook("ottawa").rules(), 2, shuffle=rng.shuffle)
    assert not play_out(game, at_random, rng, most=3)
