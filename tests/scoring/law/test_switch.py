"""The law of Switch as data."""

from scoring.games.rulebooks import rulebook

BOOK = rulebook("switch")


def test_up_to_five_players_use_one_pack_and_six_or_more_use_two() -> None:
    deal = BOOK.deal
    assert (deal.seats_min, deal.seats_max) == (2, 14)
    assert [deal.packs(players) for players in range(2, 15)] == [1] * 4 + [2] * 9
    assert {deal.dealt(players) for players in range(2, 15)} == {7}


def test_no_card_values_are_invented() -> None:
    assert (BOOK.scoring.scorer, BOOK.card_values) == ("places", None)


def test_an_event_may_borrow_the_values_of_swedish_pursuit() -> None:
    borrowed = BOOK.rules("scoring=hand_points").scoring
    assert borrowed.values == rulebook("swedish-pursuit").scoring.values
    assert (borrowed.scorer, borrowed.direction) == ("losers", "lowest")


def test_rules_the_text_offers_are_told_from_readings_of_ours() -> None:
    offered = [option.name for option in BOOK.options if option.offered]
    assert offered == ["play_on", "same_suit_or_rank", "suit_runs"]


def test_every_question_of_the_text_is_answered_once() -> None:
    assert [question.id for question in BOOK.questions] == [
        f"SW-A{number}" for number in range(1, 26)
    ]
    assert [clause.id for clause in BOOK.clauses] == [f"SW-{number}" for number in range(1, 27)]
