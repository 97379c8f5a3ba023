"""The two public engines we are measured against, driven from Python as cheaply as their interfaces
allow.
"""

from collections.abc import Callable
from random import Random
from typing import Any

SPIEL = "crazy_eights(players=5,use_special_cards=True,max_draw_cards=1)"
"""The nearest relative: five players, an Ace, a 2 and a Queen that act, one card drawn when nothing
fits.
"""


def spiel() -> Any:
    """pyspiel's game. Raises ImportError where open-spiel is not installed."""
    import pyspiel  # noqa: PLC0415 -- the measurement runs without it

    return pyspiel.load_game(SPIEL)


def spiel_at_random(game: Any, games: int, *, weighed: bool) -> Callable[[], int]:
    """Plays so many games at random; gives the number of player actions.

    `weighed`: chance is drawn as pyspiel's manual says, by the probabilities of `chance_outcomes`
    (here with the standard library, far faster than the manual's numpy). Else by `legal_actions`,
    like a player's action: that is right only because every chance of this game happens to be
    uniform.
    """

    def play() -> int:
        rng = Random(1)
        actions = 0
        for _ in range(games):
            state = game.new_initial_state()
            while not state.is_terminal():
                if not state.is_chance_node():
                    actions += 1
                    state.apply_action(rng.choice(state.legal_actions()))
                elif weighed:
                    outcomes, weights = zip(*state.chance_outcomes(), strict=True)
                    state.apply_action(rng.choices(outcomes, weights)[0])
                else:
                    state.apply_action(rng.choice(state.legal_actions()))
            state.returns()
        return actions

    return play


def spiel_histories(game: Any, games: int) -> list[list[int]]:
    """Games to be replayed: every action in order, chance included."""
    rng = Random(1)
    histories = []
    for _ in range(games):
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        histories.append(state.history())
    return histories


def spiel_replays(game: Any, histories: list[list[int]]) -> Callable[[], None]:
    """Replays histories without asking whether an action was legal, which pyspiel does not check
    either.
    """

    def replay() -> None:
        for history in histories:
            state = game.new_initial_state()
            for action in history:
                state.apply_action(action)
            state.returns()

    return replay


def uno_at_random(games: int) -> Callable[[], int]:
    """rlcard's environment of uno, five players; gives the number of player actions.

    Raises ImportError.
    """
    import rlcard  # noqa: PLC0415 -- the measurement runs without it

    env = rlcard.make("uno", config={"game_num_players": 5, "seed": 1})

    def play() -> int:
        rng = Random(1)
        actions = 0
        for _ in range(games):
            state, _player = env.reset()
            while not env.is_over():
                state, _player = env.step(rng.choice(list(state["legal_actions"])))
                actions += 1
            env.get_payoffs()
        return actions

    return play
