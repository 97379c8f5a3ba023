"""Hands as an umpire enters them, and their receipts."""

import json
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import CardError
from scoring.counting.hand import Hand, Line, agree, parse_hand, receipt
from scoring.games.rulebooks import RULEBOOKS, rulebook
from scoring.law.rulebook import RulesError, Scoring

BOOK = rulebook("swedish-pursuit")
CASES = json.loads(
    (Path(__file__).parents[3] / "fixtures" / "reference" / "scoring_cases.json").read_text()
)
TOKEN = st.builds(
    str.__add__, st.sampled_from("A23456789TJQK"), st.sampled_from(["", *"CDHS"])
) | st.just("X")


@pytest.mark.parametrize(("typed", "text"), [
    ("", ""), ("  ", ""), ("8H KD", "8H KD"), ("8 A K", "8 A K"), ("8AK", "8 A K"), ("10", "T"), ("t", "T"),
    ("10h10", "TH T"), ("8,x;X", "8 X X"), ("k♠q♥️", "KS QH"), ("8H8S", "8H 8S"), ("J K", "J K"), ("KJ", "K J"),
])  # fmt: skip
def test_a_hand_is_read_with_or_without_spaces(typed: str, text: str) -> None:
    assert parse_hand(typed).text == text


@pytest.mark.parametrize("typed", ["JK", "qjk", "1", "8Z", "XH", "H", "0", "8-K", "½", "<b>"])
def test_what_is_no_card_is_named(typed: str) -> None:
    with pytest.raises(CardError, match="is not a card"):
        parse_hand(typed)


@pytest.mark.parametrize(
    ("typed", "text"), [("JK", "J K"), ("qjk8", "Q J K 8"), ("jkh", "J KH"), ("jk jk", "J K J K")]
)
def test_a_jack_and_a_king_run_together_are_two_cards_where_there_are_no_jokers(
    typed: str, text: str
) -> None:
    assert parse_hand(typed, jokers=False).text == text
    with pytest.raises(CardError, match="JK is a Joker"):
        parse_hand(typed, jokers=True)


def test_only_the_rulebook_of_pursuit_has_jokers() -> None:
    assert [book.name for book in RULEBOOKS.values() if book.deal.jokers] == ["pursuit"]


def test_a_hand_without_end_is_refused() -> None:
    with pytest.raises(CardError, match="more than 110 cards"):
        parse_hand("8 " * 100_000)


@given(st.lists(TOKEN, max_size=20))
def test_the_canonical_text_reads_as_the_same_hand(tokens: list[str]) -> None:
    hand = Hand(tuple(tokens))
    assert parse_hand(hand.text) == hand
    assert (hand.count, hand.eights) == (
        len(tokens),
        sum(token.startswith("8") for token in tokens),
    )
    assert str(hand) == hand.text


@given(st.lists(TOKEN, max_size=12), st.randoms(use_true_random=False))
def test_the_key_forgets_the_order(tokens: list[str], rng: object) -> None:
    shuffled = tokens[:]
    rng.shuffle(shuffled)  # type: ignore[attr-defined]
    assert Hand(tuple(shuffled)).key == Hand(tuple(tokens)).key


def test_cards_are_those_with_a_suit_and_ranks_are_all() -> None:
    hand = parse_hand("8H X 10 AC")
    assert hand.cards == (2 * 13 + 7, 0)
    assert hand.ranks == ("A", "8", "T", "X")


def test_a_receipt_names_card_points_and_clause() -> None:
    counted = receipt(parse_hand("8 AS 10C X 7"), BOOK)
    assert counted.lines == (
        Line("8", 30, "SP-30"), Line("AS", 1, "SP-31"), Line("TC", 10, "SP-33"),
        Line("X", 10, "SP-33"), Line("7", 7, "SP-32"),
    )  # fmt: skip
    assert counted.total == 58


def test_an_empty_hand_counts_nothing() -> None:
    assert receipt(Hand(), BOOK).total == 0


@pytest.mark.parametrize("case", CASES["swedish_pursuit"])
def test_the_reference_tallies_agree(case: dict[str, object]) -> None:
    assert receipt(parse_hand(str(case["hand"])), BOOK).total == case["points"]


@pytest.mark.parametrize("case", CASES["ottawa"])
def test_the_reference_tallies_of_ottawa_agree(case: dict[str, object]) -> None:
    assert (
        receipt(parse_hand(str(case["hand"])), rulebook("ottawa").rules()).total == case["points"]
    )


def test_where_no_values_are_printed_none_is_invented() -> None:
    with pytest.raises(
        RulesError, match=r"^This game prints no card values, so a hand has no points\.$"
    ):
        receipt(parse_hand("8H"), rulebook("switch"))
    with pytest.raises(RulesError, match="no value for the card 8"):
        Scoring("losers", "lowest", ()).value_of("8")


def test_a_whole_pack_counts_what_the_reference_says() -> None:
    pack = " ".join(rank + suit for suit in "CDHS" for rank in "A23456789TJQK")
    assert receipt(parse_hand(pack), BOOK).total == 428


@pytest.mark.parametrize(("text", "words"), [
    ("8H jk", "“JK” is not a card: JK is a Joker, which counts in no tally; for a Jack and a King write J K."),
    ("8H 9Z", "“9Z” is not a card: write ranks such as 8, A, K, 10 or X, with a suit if you like: 8H."),
    ("8 xh", "“XH” is not a card: X stands for a ten or court card and takes no suit."),
    ("8 " * 111, "“8” is not a card: a hand of more than 110 cards is not possible."),
])  # fmt: skip
def test_what_is_no_card_is_named_with_the_mend(text: str, words: str) -> None:
    with pytest.raises(CardError) as refused:
        parse_hand(text)
    assert str(refused.value) == words
    assert refused.value.token == words[1 : words.index("”")]


def test_a_hundred_and_ten_cards_are_still_read() -> None:
    assert parse_hand("8 " * 110).count == 110


@pytest.mark.parametrize(("one", "other", "same"), [
    ("", "", True),
    ("8 5 K", "K 8 5", True),
    ("8 T K", "8 X X", True),
    ("8H 5", "5C 8", True),
    ("X T", "K X", True),
    ("TH X", "T T", True),
    ("8H 8", "8 8C", True),
    ("8H 8H", "8 8C", False),
    ("8H", "8C", False),
    ("9", "X", False),
    ("J", "Q", False),
    ("8", "8 8", False),
    ("X X J", "J Q 9", False),
    ("Q Q J", "J X K", False),
])  # fmt: skip
def test_two_texts_agree_where_they_can_be_the_same_cards(one: str, other: str, same: bool) -> None:
    hands = parse_hand(one), parse_hand(other)
    assert (agree(*hands), agree(*reversed(hands))) == (same, same)


HELD = st.lists(st.tuples(st.sampled_from("A23456789TJQK"), st.sampled_from("CDHS")), max_size=12)


@given(HELD, st.randoms(use_true_random=False))
def test_a_hand_agrees_with_itself_in_any_order_and_any_detail(
    held: list[tuple[str, str]], dice: Random
) -> None:
    def typed(rank: str, suit: str) -> str:
        blurred = ["X"] if rank in "TJQK" else []
        return dice.choice([rank, rank + suit, *blurred])

    texts = []
    for _time in range(2):
        dice.shuffle(held)
        texts.append(" ".join(typed(*card) for card in held))
    assert agree(*map(parse_hand, texts))


@given(HELD, HELD)
def test_hands_of_other_points_never_agree(
    one: list[tuple[str, str]], other: list[tuple[str, str]]
) -> None:
    hands = [parse_hand(" ".join(rank for rank, _suit in held)) for held in (one, other)]
    totals = [receipt(hand, BOOK).total for hand in hands]
    assert totals[0] == totals[1] or not agree(*hands)
