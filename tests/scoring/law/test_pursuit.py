"""The law of Pursuit as data."""

from scoring.cards import JOKERS
from scoring.games.rulebooks import rulebook

BOOK = rulebook("pursuit")


def test_two_players_use_forty_two_cards_and_seven_are_dealt() -> None:
    deal = BOOK.deal
    assert (deal.seats_min, deal.seats_max, deal.packs(2), deal.dealt(2)) == (2, 2, 1, 7)
    assert len(deal.pack) == 42
    assert {card % 13 for card in deal.pack if card not in JOKERS} == set(range(10))


def test_a_race_seats_as_many_as_two_packs_can_be_dealt_to_with_two_packs_from_three() -> None:
    deal = BOOK.rules("racing=yes").deal
    assert (deal.seats_min, deal.seats_max) == (2, 10)
    assert [deal.packs(players) for players in range(2, 11)] == [1, *[2] * 8]


def test_no_card_values_are_invented() -> None:
    assert (BOOK.scoring.scorer, BOOK.card_values) == ("places", None)


def test_every_question_of_the_text_is_answered_once() -> None:
    assert [question.id for question in BOOK.questions] == [
        f"PU-A{number}" for number in range(1, 21)
    ]
    assert [clause.id for clause in BOOK.clauses] == [f"PU-{number}" for number in range(1, 27)]


def test_rules_the_text_offers_are_told_from_readings_of_ours() -> None:
    offered = [option.name for option in BOOK.options if option.offered]
    assert offered == [
        "no_early_wins",
        "passing_cards",
        "no_final_joker",
        "racing",
        "opposite_directions",
        "landing_misses",
    ]
