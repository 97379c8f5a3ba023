"""Every game under every option value is played from deal to end by random players at every size of
table.
"""

from random import Random

import pytest

from scoring.foresight.simulation import at_random, play_out, simple
from scoring.games.registry import ENGINES, engine
from scoring.games.rulebooks import RULEBOOKS, rulebook
from scoring.law.game import SOME, Game
from scoring.law.plays import DRAW, END_TURN, TurnPlay
from scoring.law.rulebook import Rules

TURNED = [
    (book.name, option.name, value)
    for book in RULEBOOKS.values()
    for option in book.options
    for value in option.values
]


def dealt(rules: Rules, players: int, rng: Random) -> Game:
    first = {"first": 1} if "first_player" in rules.full and rules["first_player"] == "cut" else {}
    return engine(rules.rulebook.name).deal(rules, players, shuffle=rng.shuffle, **first)


def eager(game: Game, rng: Random) -> TurnPlay:
    """Any legal play, but mostly one that gets rid of many cards: plain chance takes thousands of
    turns to end.
    """
    return simple(game, rng) if rng.random() < 0.8 else at_random(game, rng)


TWO_PACKS, ONE_PACK = ("swedish_pursuit", "packs", "two"), 10
"""The engine deals Swedish Pursuit from one pack, to so many players at most."""


@pytest.mark.parametrize(("name", "option", "value"), TURNED)
def test_every_option_value_is_played_to_the_end_at_every_table(
    name: str, option: str, value: str
) -> None:
    rng = Random(f"{name} {option}={value}")
    needed = "racing=yes " if option in ("opposite_directions", "landing_misses") else ""
    rules = rulebook(name).rules(f"{needed}{option}={value}")
    seats = rules.deal
    most = ONE_PACK if (name, option, value) == TWO_PACKS else seats.seats_max
    for players in range(seats.seats_min, most + 1):
        game = dealt(rules, players, rng)
        assert play_out(game, eager, rng, most=30_000)
        result = game.result()
        assert result.winner in (None, *range(1, players + 1))
        assert len(result.points) in (0, players)
        assert game.some_plays() == game.legal_plays() == ()


@pytest.mark.parametrize("name", sorted(ENGINES))
def test_default_options_play_as_no_options(name: str) -> None:
    book = rulebook(name)
    records = []
    for rules in (book.rules(), book.rules(book.rules().full)):
        rng = Random(11)
        game = dealt(rules, max(2, rules.deal.seats_min), rng)
        play_out(game, at_random, rng, most=200)
        records.append(
            (list(game.record), [game.hand(seat) for seat in range(1, game.players + 1)])
        )
    assert records[0] == records[1]


def test_some_plays_are_legal_and_all_of_them_unless_there_are_very_many() -> None:
    table = dealt(rulebook("ottawa").rules(), 2, Random(5))
    bounded: set[bool] = set()
    while len(bounded) < 2:
        some, every = table.some_plays(), table.legal_plays()
        assert set(some) <= set(every)
        assert len(some) == len(every) or SOME <= len(some) < len(every)
        bounded.add(len(some) < len(every))
        table.apply(DRAW if DRAW in every else END_TURN)
