"""The start of a game of Switch: packs, dealing, Power Cards turned up."""

from random import Random

import pytest

from scoring.cards import FULL_PACK, parse_card, parse_cards
from scoring.games.switch import SWITCH, Switch
from scoring.law.game import GameError
from scoring.law.plays import Reshuffle
from tests.scoring.games.switch.differing import begin

deal, RULES = Switch.deal, SWITCH.rules()


def test_seven_cards_each_are_dealt_singly_from_the_dealers_left() -> None:
    pack = parse_cards("2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC 2D KH")
    rest = [card for card in FULL_PACK if card not in pack]
    table = deal(RULES, 2, [*pack, *rest])
    assert table.hand(1) == parse_cards("2C 4C 6C 8C TC QC AC")[-1:] + parse_cards(
        "2C 4C 6C 8C TC QC"
    )
    assert (table.top, table.turn, table.direction, len(table.stock)) == (
        parse_card("KH"),
        1,
        1,
        37,
    )
    assert deal(RULES, 3, dealer=1).turn == 2


def test_two_packs_from_six_players_on() -> None:
    for players, cards in ((5, 52), (6, 104), (10, 104)):
        table = deal(RULES, players, shuffle=Random(players).shuffle)
        hands = [table.hand(seat) for seat in range(1, players + 1)]
        held = [card for hand in hands for card in hand]
        assert len(held + table.stock + table.discards) == cards
        assert {len(hand) for hand in hands} == {7}


def test_power_cards_turned_up_go_back_and_the_pile_is_shuffled() -> None:
    hands = [parse_cards(hand) for hand in ("3C", "5C")]
    table = begin(
        RULES,
        hands,
        list(parse_cards("7H AS KD 3H")),
        dealer=2,
        shuffle=lambda cards: cards.reverse(),
    )
    assert table.top == parse_card("KD")
    assert table.stock[::-1] == list(parse_cards("AS 7H 3H"))
    assert table.record == [(0, Reshuffle(parse_cards("AS 7H 3H")))]


def test_without_a_shuffle_power_cards_go_to_the_bottom() -> None:
    table = begin(RULES, [[0], [1]], list(parse_cards("7H KD 3H")), dealer=2)
    assert table.stock[::-1] == list(parse_cards("3H 7H"))
    assert begin(RULES, [[0], [1]], list(parse_cards("KD 3H")), dealer=2).record == []


def test_a_pile_of_power_cards_cannot_open() -> None:
    with pytest.raises(GameError, match="deal again"):
        begin(RULES, [[0], [1]], list(parse_cards("7H AD")), dealer=2)


@pytest.mark.parametrize(("players", "pack", "words"), [
    (1, None, "2 to 14 players, not 1"),
    (15, None, "2 to 14 players, not 15"),
    (5, [*FULL_PACK, *FULL_PACK], "played with 52 cards"),
    (6, FULL_PACK, "played with 104 cards"),
])  # fmt: skip
def test_seats_and_cards_that_do_not_fit_are_refused(
    players: int, pack: list[int] | None, words: str
) -> None:
    with pytest.raises(GameError, match=words):
        deal(RULES, players, pack)
