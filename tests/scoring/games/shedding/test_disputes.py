"""The situations that the effects of a game bring with them, and no others."""

from dataclasses import replace

import pytest

from scoring.games.rulebooks import RULEBOOKS
from scoring.games.shedding.conduct import conduct_by
from scoring.law.effects import Effect

WILD, PENALTY = Effect("J", "", wild=True), Effect("7", "", draws=2)


@pytest.mark.parametrize(
    ("effects", "names"),
    [
        ((), {}),
        ((WILD,), {"suit_named": "A Jack was laid: which suit now?"}),
        ((PENALTY,), {"penalty_not_taken": "A 7 was laid: who picks up?"}),
        (
            (PENALTY, WILD),
            {
                "suit_named": "A Jack was laid: which suit now?",
                "penalty_not_taken": "A 7 was laid: who picks up?",
            },
        ),
    ],
)
def test_a_wild_card_and_a_penalty_bring_a_situation_each(
    effects: tuple[Effect, ...], names: dict[str, str]
) -> None:
    brought = conduct_by(replace(RULEBOOKS["crazy_eights"], effects=effects)).situations
    told = {"suit_named", "penalty_not_taken"} & brought.keys()
    assert {name: brought[name].name for name in told} == names
