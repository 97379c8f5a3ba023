"""What a rank does stands in a table of its rulebook, and the engine does just that."""

import pytest

from scoring.games.registry import ENGINES
from scoring.law.effects import Effect, drawn_by, ranks_that

TABLES = [(game, effect) for game, one in ENGINES.items() for effect in one.rulebook.effects]
PLAYED = [(game, effect) for game, effect in TABLES if effect.rank != "Joker"]


@pytest.mark.parametrize(
    ("game", "effect"), PLAYED, ids=lambda part: part if isinstance(part, str) else part.rank
)
def test_a_card_does_what_the_table_of_its_game_says(game: str, effect: Effect) -> None:
    engine = ENGINES[game]
    card = f"{'10' if effect.rank == 'T' else effect.rank}H"
    told = {
        "players": 4,
        "turn": 1,
        "direction": 1,
        "top": "9S" if effect.wild else "9H",
        "pending": 0,
        "stock": 10,
        "hand": [card, "QC", "JC"],
    }
    play = {"kind": "discard", "card": card, "nominate": "C" if effect.wild else None}
    verdict = engine.check(
        engine.read_position(told, "discard"),
        engine.read_question(play, told),
        engine.rulebook.rules(),
    )
    assert verdict.legal
    assert effect.several or effect.clause in verdict.clauses
    assert verdict.then["direction"] == (-1 if effect.turns else 1)
    assert verdict.then["pending"] == effect.draws
    passed = 0 if effect.answerable else effect.skips
    following = 1 if effect.again else 4 if effect.turns else 2 + passed
    assert verdict.then["next_turn"] == following
    assert verdict.then["suit_in_force"] == ("C" if effect.wild else "H")


def test_the_table_is_asked_for_ranks_and_for_penalties() -> None:
    table = (Effect("2", "X-1", draws=2), Effect("T", "X-2", turns=True))
    assert drawn_by(table) == {1: 2}
    assert ranks_that(table, lambda effect: effect.turns) == {9}
