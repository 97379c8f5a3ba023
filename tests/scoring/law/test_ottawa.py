"""The law of Ottawa as data."""

from scoring.games.rulebooks import rulebook

BOOK = rulebook("ottawa")


def test_an_ace_is_fifteen_and_an_eight_its_number() -> None:
    assert BOOK.card_values == {
        "A": 15, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "T": 10, "J": 10, "Q": 10, "K": 10,
    }  # fmt: skip


def test_the_winner_takes_the_other_hands_and_the_highest_total_is_best() -> None:
    assert (BOOK.scoring.scorer, BOOK.scoring.direction) == ("winner", "highest")


def test_seven_cards_for_two_to_four_players_and_six_for_five_or_six() -> None:
    deal = BOOK.deal
    assert (deal.seats_min, deal.seats_max) == (2, 6)
    assert [deal.dealt(players) for players in range(2, 7)] == [7, 7, 7, 6, 6]
    assert {deal.packs(players) for players in range(2, 7)} == {1}


def test_every_question_of_the_text_is_answered_once() -> None:
    assert [question.id for question in BOOK.questions] == [
        f"OT-A{number}" for number in range(1, 14)
    ]
    assert [clause.id for clause in BOOK.clauses] == [f"OT-{number}" for number in range(1, 35)]
