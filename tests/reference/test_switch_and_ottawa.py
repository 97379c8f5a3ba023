"""The plain engines of Switch and Ottawa against examples worked out by hand from the clauses."""

import pytest

from tests.reference import Card, ottawa, switch


def switch_at(top: Card, hand: str, **options: str) -> switch.State:
    return switch.new(3, [hand.split(), ["3C", "5C"], ["5D"]], ["6C", "9C"], top, options)


def ottawa_at(pile: str, hand: str, **options: str) -> ottawa.State:
    state = ottawa.new(2, [hand.split(), ["KD"]], ["6C"], "2C", options)
    state.pile = pile.split()
    return state


def lays_of(state: switch.State) -> set[str]:
    return {
        " ".join(play[1])
        for play in switch.legal(state)
        if play[0] == "lay" and isinstance(play[1], tuple)
    }


def laid_off(state: ottawa.State, cards: str) -> bool:
    return ottawa.is_legal(state, ("lay_off", tuple(cards.split())))


def test_a_seven_takes_its_suit_along_and_any_of_it_may_come_last() -> None:
    assert lays_of(switch_at("KH", "7H 3H 9H QC")) == {
        "3H",
        "9H",
        "7H",
        "7H 3H",
        "7H 9H",
        "7H 3H 9H",
        "7H 9H 3H",
    }


def test_an_ace_is_no_last_card_but_goes_under_one() -> None:
    assert switch.legal(switch_at("KH", "AC")) == {("pick_up",)}
    assert lays_of(switch_at("KH", "7H AH")) == {"7H", "AH"}
    assert lays_of(switch_at("KH", "7H AH 3H")) >= {"7H AH 3H", "7H AH"}


def test_a_penalty_beyond_the_stock_is_filled_from_the_reshuffled_pile() -> None:
    state = switch.apply(switch_at("9H", "4H QC 2C"), ("lay", ("4H",), None))
    assert (state.pending, state.turn, switch.legal(state)) == (4, 2, {("take_penalty",)})
    assert switch.apply(state, ("take_penalty",)).hands[1] == ["3C", "5C", "6C", "9C", "9H"]


def test_both_alternatives_are_open_together_but_not_mixed() -> None:
    hand = "6D 6S 9C TC JC QH"
    singles = {"6D", "6S", "9C", "TC", "JC"}
    grouped = lays_of(switch_at("6C", hand, same_suit_or_rank="yes"))
    runs = lays_of(switch_at("6C", hand, suit_runs="yes"))
    assert runs == singles | {"9C TC", "TC 9C", "TC JC", "JC TC", "9C TC JC", "JC TC 9C"}
    assert grouped > runs
    assert {"6D 6S", "9C JC", "TC 9C JC"} <= grouped
    assert lays_of(switch_at("6C", hand, suit_runs="yes", same_suit_or_rank="yes")) == grouped


@pytest.mark.parametrize(
    ("pile", "cards", "legal"),
    [
        ("7C 8D", "9S", True),
        ("7C 8D", "7D", True),
        ("7C 8D", "7S", False),
        ("9C 8D", "7S", True),
        ("3C JS", "JD JH QH KC", True),
        ("3C JS", "JD JH QC", False),
        ("3C QS", "KS AS 2S 3H", True),
        ("3C QS", "KS AS 2D", False),
        ("3C 4S", "5S 6D 7D 7C", True),
        ("3C 4S", "5S 6D 7H 7C", False),
        ("3C 6S", "7S 8D 7H", False),
        ("QC AD", "2C", False),
    ],
)
def test_lay_offs_of_ottawa(pile: str, cards: str, legal: bool) -> None:
    assert laid_off(ottawa_at(pile, f"{cards} KH"), cards) is legal


def test_the_options_of_ottawa_turn_their_lay_offs() -> None:
    assert not laid_off(ottawa_at("9C 8D", "7S KH", example2="literal"), "7S")
    assert laid_off(ottawa_at("3C 4S", "5S 6D 7H 7C KH", run_to_set="free"), "5S 6D 7H 7C")


def test_the_winner_of_ottawa_takes_the_hands_of_the_others() -> None:
    state = ottawa.apply(ottawa_at("3C 9D", "9S"), ("lay_off", ("9S",)))
    assert (state.over, state.winner, ottawa.scores(state)) == (True, 1, [10, 0])
