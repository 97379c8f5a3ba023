"""The play of a ruling, written down so that it can be replayed."""

from dataclasses import replace
from typing import Any

import pytest

from scoring.disputes.adjudication import read_claim
from scoring.games.rulebooks import rulebook
from tests.scoring.disputes.claims import CLAIMS, KINDS
from tournament.rulings.forms_questions import asked_again, claim
from tournament.rulings.replay import played
from tournament.rulings.transcripts import PLAYS, claim_transcript
from tournament.rulings.words import sentence


def told(kind: str, facts: dict[str, Any], seat: int | None = 3) -> dict[str, Any]:
    return {"kind": kind, "facts": facts, "seat": seat}


def test_an_illegal_queen_is_stepped_to_its_fault_with_the_reason() -> None:
    rules = rulebook("swedish_pursuit").rules()
    text = claim_transcript(
        told("card_did_not_match", CLAIMS["swedish_pursuit"]["card_did_not_match"]), rules
    )
    assert text.splitlines()[-1] == "3:QS"
    assert '[Deal "? ? QS3C9D ? ?"]' in text
    before, play = played(text, rules)
    assert (before.top and before.top.words, play.did, play.tone) == (
        "Q of hearts",
        "Seat C lays Q♠.",
        "wrong",
    )
    assert play.verdict.startswith("The play is illegal. Aces, Queens and 2s must follow suit")


def test_a_legal_play_with_a_suit_named_is_in_order() -> None:
    rules = rulebook("swedish_pursuit").rules("trick_match=rank_or_suit")
    facts = {"cards": "8C", "nominate": "S", "top": "10H", "pending": 0}
    text = claim_transcript(told("card_did_not_match", facts, seat=None), rules)
    assert '[Rules "trick_match=rank_or_suit"]' in text
    assert text.endswith("1:8C=S")
    assert played(text, rules)[-1].tone == "right"


@pytest.mark.parametrize(("game", "kind"), KINDS)
def test_every_other_claim_has_no_play_to_replay_and_breaks_nothing(game: str, kind: str) -> None:
    rules = rulebook(game).rules()
    text = claim_transcript(told(kind, CLAIMS[game][kind], seat=1), rules)
    pile = {"top", "cards"} <= set(CLAIMS[game][kind])
    assert bool(text) == (kind in PLAYS and pile)
    assert not text or len(played(text, rules)) == 2
    assert claim_transcript({"kind": kind, "facts": {"nonsense": 1}}, rules) == ""
    read = read_claim(told(kind, CLAIMS[game][kind], seat=1), rules)
    again = asked_again(read, rules)
    assert claim(again) == read
    assert sentence(again) != sentence(replace(again, told={}))
