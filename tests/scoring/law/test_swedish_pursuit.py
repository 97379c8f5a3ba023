"""The law of Swedish Pursuit as data."""

from scoring.games.rulebooks import rulebook

BOOK = rulebook("swedish-pursuit")


def test_an_eight_left_in_hand_is_thirty() -> None:
    assert BOOK.card_values == {
        "A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 30, "9": 9, "T": 10, "J": 10, "Q": 10, "K": 10,
    }  # fmt: skip


def test_advice_has_no_force() -> None:
    assert [clause.id for clause in BOOK.clauses if not clause.force] == ["SP-37"]


def test_two_to_ten_players_get_five_cards_from_one_pack() -> None:
    deal = BOOK.deal
    assert (deal.seats_min, deal.seats_max) == (2, 10)
    assert {deal.dealt(players) for players in range(2, 11)} == {5}
    assert {deal.packs(players) for players in range(2, 11)} == {1}


def test_the_lowest_total_of_the_losers_is_best() -> None:
    assert (BOOK.scoring.scorer, BOOK.scoring.direction) == ("losers", "lowest")
