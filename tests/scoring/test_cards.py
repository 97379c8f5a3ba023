"""Cards read in every usual spelling, and what is no card is named."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring import cards
from scoring.cards import CardError
from scoring.games.rulebooks import rulebook

CARD = st.integers(min_value=0, max_value=51)


@given(CARD)
def test_a_card_is_read_as_it_is_written(card: int) -> None:
    assert cards.parse_card(cards.card_text(card)) == card
    assert cards.parse_card(cards.card_text(card).lower()) == card
    assert cards.parse_card(cards.card_symbol(card)) == card


def test_the_ten_is_read_in_each_spelling() -> None:
    ten_of_hearts = 13 * 2 + cards.TEN
    spellings = ["10H", "TH", "th", "10♥", "T♥", "10♥️", " 10h "]
    assert [cards.parse_card(text) for text in spellings] == [ten_of_hearts] * len(spellings)


@pytest.mark.parametrize(
    "token", ["", "1H", "11H", "H10", "ZZ", "8", "JKH", "H", "10", "K H", "♥K"]
)
def test_what_is_no_card_is_named(token: str) -> None:
    with pytest.raises(CardError) as caught:
        cards.parse_card(token)
    assert caught.value.token == token
    assert f"“{token}”" in str(caught.value)


def test_the_first_faulty_token_of_a_list_is_named() -> None:
    with pytest.raises(CardError) as caught:
        cards.parse_cards("8H, KD 9X JK")
    assert caught.value.token == "9X"


def test_jokers_are_read_in_turn() -> None:
    assert cards.parse_cards("JK 2C jk JK") == (52, 1, 53, 52)
    assert [cards.card_text(joker) for joker in cards.JOKERS] == ["JK", "JK"]
    assert [cards.card_symbol(joker) for joker in cards.JOKERS] == ["Joker", "Joker"]
    assert [cards.is_joker(card) for card in (51, 52, 53)] == [False, True, True]


@pytest.mark.parametrize(
    ("text", "suit"), [("C", 0), ("♦", 1), ("hearts", 2), ("Spade", 3), (" s ", 3)]
)
def test_suits_are_read_by_letter_symbol_and_name(text: str, suit: int) -> None:
    assert cards.parse_suit(text) == suit


def test_what_is_no_suit_is_named() -> None:
    with pytest.raises(CardError, match="“X” is not a card: a suit is C, D, H or S"):
        cards.parse_suit("X")


@given(st.sets(CARD))
def test_a_mask_holds_exactly_its_cards(held: set[int]) -> None:
    assert cards.cards_of(sum(1 << card for card in held)) == tuple(sorted(held))


@given(CARD)
def test_rank_and_suit_make_the_card(card: int) -> None:
    assert 13 * cards.suit_of(card) + cards.rank_of(card) == card
    assert (
        cards.SUIT_MASKS[cards.suit_of(card)] & cards.RANK_MASKS[cards.rank_of(card)] == 1 << card
    )


def test_packs_hold_what_they_should() -> None:
    assert len(cards.FULL_PACK) == 52
    pack = rulebook("pursuit").deal.pack
    assert len(pack) == 42
    assert cards.cards_text(pack[:3]) == "AC 2C 3C"
    assert len(cards.packs_of(cards.FULL_PACK, 2)) == 104
    assert {cards.card_text(card)[0] for card in pack[:40]} == set("A23456789T")


def test_cards_are_a_pack_in_any_order_and_nothing_else() -> None:
    once, twice = cards.FULL_PACK, cards.packs_of(cards.FULL_PACK, 2)
    strays = (once[1:], (*once[1:], 1), (*once[1:], 53))
    assert cards.is_pack(once[::-1], once)
    assert not any(cards.is_pack(stray, once) for stray in strays)
    assert cards.is_pack(twice[::-1], once, 2)
    assert not any(cards.is_pack((*stray, *once), once, 2) for stray in strays)
