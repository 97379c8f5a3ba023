"""Hands that the packs of a table cannot hold."""

import pytest

from scoring.counting.hand import parse_hand
from scoring.games.rulebooks import rulebook
from scoring.law.possible import hand_fault


def test_a_tally_knows_the_pack_of_its_game() -> None:
    mau_mau = rulebook("mau_mau")
    assert hand_fault(parse_hand("3C"), mau_mau, 1) == "3♣ is entered once, but one pack has none."
    assert hand_fault(parse_hand("X"), mau_mau, 1) == (
        "Here ten, Jack, Queen and King count differently: write 10, J, Q or K for each X."
    )


@pytest.mark.parametrize(("hand", "packs", "sentence"), [
    ("8 8 8 8", 1, ""),
    ("X " * 16 + "AAAA222233334444555566667777888899999", 1,
     "Rank 9 is entered 5 times, but one pack has 4."),
    ("8 8 8 8 8", 1, "Rank 8 is entered 5 times, but one pack has 4."),
    ("8 8 8 8 8", 2, ""),
    ("8H 8H", 1, "8♥ is entered twice, but one pack has 1."),
    ("X " * 17, 1, "Tens and court cards: 17 are entered, but one pack has 16."),
    ("10 10 10 10 10", 1, "Rank 10 is entered 5 times, but one pack has 4."),
])  # fmt: skip
def test_a_tally_knows_the_packs(hand: str, packs: int, sentence: str) -> None:
    assert hand_fault(parse_hand(hand), rulebook("swedish_pursuit"), packs) == sentence
