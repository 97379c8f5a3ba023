"""The questions to the umpire at the front door: each answers as the command of its name does."""

import pytest

from scoring import adjudicate, rule, rulebook, status, tally
from scoring.law.possible import ImpossibleError
from scoring.law.witness import FLAGS

QUEEN = {"top": "QH", "suit_in_force": "H", "pending": 0, "hand": ["QS", "3C"]}
LAY = {"kind": "discard", "card": "QS"}


def test_a_play_is_judged_by_the_rules_of_the_evening() -> None:
    strict = adjudicate("swedish-pursuit", QUEEN, LAY)
    free = adjudicate("swedish-pursuit", QUEEN, LAY, "trick_match=rank_or_suit")
    assert (strict.answer, free.answer) == ("illegal", "legal")
    with pytest.raises(ImpossibleError, match="Q♠ is named 2 times"):
        adjudicate("swedish-pursuit", QUEEN | {"top": "QS"}, LAY)


def test_a_hand_is_counted_card_by_card() -> None:
    counted = tally("swedish-pursuit", "8H KD", players=5)
    lines = [(line.card, line.points) for line in counted.lines]
    assert (counted.total, lines) == (40, [("8H", 30), ("KD", 10)])
    assert tally("switch", "8H", "scoring=hand_points").total == 30
    with pytest.raises(ImpossibleError):
        tally("swedish-pursuit", "8H 8H")


def test_a_claim_is_ruled_on() -> None:
    claim = {
        "kind": "card_did_not_match",
        "noticed": "at_once",
        "source": "cards_seen",
        "facts": {"cards": "QS", "top": "QH", "suit_in_force": "H", "pending": 0},
    }
    assert rule("swedish-pursuit", claim).rectification.act == "restore"
    with pytest.raises(ValueError, match="There is no rulebook"):
        rule("whist", claim)


@pytest.mark.parametrize(("position", "flags"), [
    (QUEEN, ()),
    ({"players": 2, "turn": 5, "top": "9H", "hand": ["9H"], "pending": 2},
     ("seat", "card", "penalty")),
    ({"direction": 7, "turn": 5, "players": 2}, ("fact",)),
])  # fmt: skip
def test_what_is_wrong_with_a_table_is_flagged(
    position: dict[str, object], flags: tuple[str, ...]
) -> None:
    found = status("swedish-pursuit", position)
    assert tuple(fault.flag for fault in found) == flags
    assert set(flags) <= set(FLAGS)
    assert all(fault.words.endswith(".") for fault in found)


def test_of_a_deal_only_its_form_is_looked_at() -> None:
    wrong = {"players": 5, "decks": 1, "dealt": 5}
    assert status("swedish-pursuit", wrong, {"kind": "setup"}) == ()


def test_rules_show_themselves_in_a_line() -> None:
    book = rulebook("switch")
    assert repr(book) == f"<Rulebook switch/{book.version}>"
    rules = book.rules("compulsory=no")
    assert repr(rules) == f"<Rules switch/{book.version} {rules.digest} compulsory=no>"
