"""A suit named with a card that names none is void, and the play stands on its card alone: in every
game that names suits, through every door.
"""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from scoring.disputes.answers import answer
from scoring.disputes.claims import read_claim
from scoring.games.registry import ENGINES, conduct
from scoring.law.plays import Lay
from scoring.law.rulebook import Rules
from scoring.transcript import loads, steps
from tests.scoring.law.told_tables import played, single_pile

NAMING = [name for name in sorted(ENGINES) if conduct(name).plays.names_suit]
WRITTEN = Path(__file__).parents[3] / "fixtures" / "transcripts" / "swedish-pursuit.txt"
TABLE: dict[str, Any] = {
    "top": "KH", "suit_in_force": "H", "pending": 0, "stock": 15, "players": 4,
    "hand": ["9H", "10C", "QC"],
}  # fmt: skip


def rules_of(game: str) -> Rules:
    return ENGINES[game].rulebook.rules()


@pytest.mark.parametrize("game", NAMING)
def test_a_needless_word_leaves_a_legal_card_legal_at_the_umpires_door(game: str) -> None:
    engine, rules = ENGINES[game], rules_of(game)
    play = {"kind": "discard", "card": "9H", "nominate": "S"}
    read = engine.read_position({**TABLE, "turn": 1}, "discard")
    verdict = engine.check(read, engine.read_question(play, TABLE), rules)
    assert verdict.answer == "legal"
    assert verdict.then["suit_in_force"] == "H"
    assert "The suit named is void" in verdict.reasons[-1].words


@pytest.mark.parametrize("game", NAMING)
def test_a_needless_word_sends_no_card_back(game: str) -> None:
    facts = {**TABLE, "cards": ["9H"], "nominate": "S"}
    rules = rules_of(game)
    found = answer(read_claim({"kind": "card_did_not_match", "facts": facts}, rules), rules)
    assert found.headline == "Legal"
    assert any("is void" in statement.words for statement in found.why)


@pytest.mark.parametrize("game", NAMING)
def test_a_running_game_takes_the_card_and_forgets_the_word(game: str) -> None:
    tried = 0
    for seed in range(30):
        _rules, table = played(game, Random(seed))
        plain = [play for play in table.some_plays() if isinstance(play, Lay) and play.suit is None]
        for play in plain[:2]:
            spoken, silent = table.copy(), table.copy()
            worded = Lay(play.cards, (table.suit + 1) % 4)
            assert spoken.is_legal(worded)
            assert spoken.check(worded).legal
            assert spoken.spelt(worded) == spoken.spelt(play)
            spoken.apply(worded)
            silent.apply(play)
            assert spoken.record == silent.record
            assert single_pile(spoken) == single_pile(silent)
            tried += 1
    assert tried


def test_a_game_written_down_with_a_needless_word_is_followed_to_its_end() -> None:
    text = WRITTEN.read_text(encoding="utf-8")
    said = text.replace("2:3S ", "2:3S=H ", 1)
    assert said != text
    plain, spoken = (list(steps(loads(each))) for each in (text, said))
    assert [step.stop for step in spoken] == [None] * len(plain)
    assert [step.top for step in spoken] == [step.top for step in plain]
