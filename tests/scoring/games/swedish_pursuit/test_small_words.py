"""Grounds in their very words, and what an umpire cannot see: one small step to either side of
each.
"""

from dataclasses import replace

import pytest

from scoring.cards import parse_cards
from scoring.games.swedish_pursuit.check import check_table, judge, unseen, wholes
from scoring.law.plays import MISS, PICK_UP, TAKE_PENALTY, Call, Challenge, Draw, Play
from scoring.law.position import TablePosition
from scoring.law.verdict import Reason
from tests.scoring.games.swedish_pursuit.tables import BOOK, RULES, game, lay, position


def test_stand_ins_are_numbered_behind_every_real_card() -> None:
    assert unseen(2) == [128, 129]
    assert unseen(2, 10) == [138, 139]


def test_only_the_card_showing_is_asked_for_where_it_settles_the_rest() -> None:
    place = TablePosition(
        players=5, turn=1, top=None, suit=None, pending=None, stock=20, hand=parse_cards("9H 3S")
    )
    assert check_table(place, lay("9H"), RULES).needs == ("the card showing",)


def test_what_may_be_due_under_a_card_that_passes_a_penalty_on() -> None:
    place = position("2H", "9H", pending=None)
    assert [whole.pending for _, whole in wholes(place, lay("9H"), RULES)] == [2, 0]
    ace = position("AH", "9H", pending=None)
    assert [
        whole.pending for _, whole in wholes(ace, lay("9H"), BOOK.rules("deflect_two=ace"))
    ] == [
        0,
        2,
    ]
    assert [whole.pending for _, whole in wholes(ace, lay("9H"), RULES)] == [0]
    king = position("KH", "9H", pending=None)
    assert [whole.pending for _, whole in wholes(king, lay("9H"), RULES)] == [0]
    deuce = position("3H", None)
    assert [len(whole.hand or ()) for _, whole in wholes(deuce, lay("9H"), RULES)] == [3, 1, 52]
    assert [len(whole.hand or ()) for _, whole in wholes(deuce, MISS, RULES)] == [3, 52]


GROUNDS: list[tuple[TablePosition, Play, Reason]] = [
    (position("KH", "9C 3S"), TAKE_PENALTY, Reason("SP-22", "No penalty is due.")),
    (position("2H", "9C 3S", pending=4), PICK_UP, Reason("SP-22", "Four cards are due, not one.")),
    (
        position("2H", "9C 3S", pending=8, stock=20),
        PICK_UP,
        Reason("SP-22", "Eight cards are due, not one."),
    ),
    (position("KH", "9C 3S"), Draw(), Reason("SP-11", "There is no such play in Swedish Pursuit.")),
    (
        position("2H", "2S 3S 4S", pending=6),
        lay("2S"),
        Reason("SP-23", "The penalty has grown from 6 to 8 cards."),
    ),
    (
        position("2H", "9C 3S", pending=8),
        TAKE_PENALTY,
        Reason("SP-22", "The 2 is not answered, so eight cards are due."),
    ),
    (
        position("2H", "9C 3S", pending=4),
        TAKE_PENALTY,
        Reason("SP-23", "Each 2 laid on a 2 has added two cards."),
    ),
    (
        position("2H", "9C 3S", pending=4, stock=3),
        TAKE_PENALTY,
        Reason("SP-15", "The stock holds fewer; what is there is taken.", "default", "SP-A14"),
    ),
    (position("2H", "9C 3S", pending=10), PICK_UP, Reason("SP-22", "Ten cards are due, not one.")),
    (
        position("2H", "9C 3S", pending=10),
        TAKE_PENALTY,
        Reason("SP-22", "The 2 is not answered, so ten cards are due."),
    ),
    (
        position("2H", "2S 3S 4S", pending=8),
        lay("2S"),
        Reason("SP-22", "The next player takes ten cards unless they answer with a 2."),
    ),
    (position("8H", "7S 9S", suit="C"), lay("7S"), Reason("SP-18", "The 8 asks for clubs.")),
    (position("8H", "7C 9S", suit="C"), lay("7C"), Reason("SP-18", "The 8 asks for clubs.")),
]


@pytest.mark.parametrize(("place", "play", "reason"), GROUNDS)
def test_a_ground_is_given_in_its_very_words(
    place: TablePosition, play: Play, reason: Reason
) -> None:
    assert reason in check_table(place, play, RULES).reasons


def test_a_penalty_of_two_has_not_grown_and_a_full_stock_is_not_short() -> None:
    two = check_table(position("2H", "9C 3S", pending=2, stock=2), TAKE_PENALTY, RULES)
    assert two.clauses == ("SP-22", "SP-24")


@pytest.mark.parametrize(
    ("card", "question"), [("2C", "SP-A4"), ("2D", "SP-A4"), ("QC", "SP-A2"), ("AC", "SP-A2")]
)
def test_a_trick_card_of_the_same_rank_only_names_its_own_question(
    card: str, question: str
) -> None:
    verdict = check_table(position(f"{card[0]}H", f"{card} 3S"), lay(card), RULES)
    assert question in {reason.question for reason in verdict.reasons}
    assert ("nothing to answer" in " ".join(reason.words for reason in verdict.reasons)) is (
        card[0] == "2"
    )


BARRED = next(
    f"{option.name}={option.values[1]}"
    for option in BOOK.options
    if any(question.id == "SP-A18" for question in option.asked)
)


@pytest.mark.parametrize("eight", ["8C=S", "8D=S", "8H=S", "8S=S"])
def test_an_eight_that_names_a_suit_on_a_penalty_is_refused_for_the_penalty_alone(
    eight: str,
) -> None:
    verdict = check_table(position("2H", f"{eight[:2]} 3S", pending=2), lay(eight), RULES)
    assert "Only an 8 names a suit" not in " ".join(reason.words for reason in verdict.reasons)


def test_the_ace_of_clubs_is_one_card_like_every_other() -> None:
    table = game(["KC AC", "9D 9S", "KS 9C"], "TC", "5H 6H 7H")
    table.apply(lay("KC"))
    assert table.silent == 1 << 1
    barred = game(["5D 6D", "AC", "KS 9C"], "TD", "5H 6H 7H", BARRED)
    barred.apply(lay("5D"))
    assert barred.lays == 0
    assert game(["AC", "5D 6D"], "TC", "5H", BARRED).lays == 0


def test_only_the_card_showing_is_asked_for_where_a_trick_card_has_to_follow_it() -> None:
    place = TablePosition(
        players=5, turn=1, top=None, suit=None, pending=0, stock=20, hand=parse_cards("QH 3S KD")
    )
    assert check_table(place, lay("QH"), RULES).needs == ("the card showing",)


def test_who_has_won_is_not_said_where_the_seats_are_not_known() -> None:
    known = check_table(position("KH", "9H"), lay("9H"), RULES)
    assert (known.then["game_over"], known.then["winner"]) == (True, 1)
    unknown = check_table(position("KH", "9H", players=None, turn=None), lay("9H"), RULES)
    assert (unknown.then["game_over"], "winner" in unknown.then) == (True, False)


def test_a_stand_in_that_is_drawn_is_none_that_is_held() -> None:
    held = tuple(unseen(3))
    assert (
        judge(replace(position("KH", "", stock=1), hand=held), PICK_UP, RULES).then["cards_drawn"]
        == 1
    )
    renewed = replace(position("2H", "", pending=2, stock=0, discards=4), hand=held)
    assert (
        judge(renewed, TAKE_PENALTY, BOOK.rules("short_stock=reshuffle")).then["cards_drawn"] == 2
    )


def test_a_trick_card_barred_as_the_last_one_is_barred_only_there() -> None:
    rules = BOOK.rules(BARRED)
    assert check_table(position("KH", "QH 3S"), lay("QH"), rules).answer == "legal"
    last = check_table(position("KH", "QH"), lay("QH"), rules)
    assert (last.answer, last.clauses[0]) == ("illegal", "SP-8")
    other = check_table(position("KS", "QH 3H"), lay("QH"), rules)
    assert (other.answer, other.clauses[0]) == ("illegal", "SP-19")
    plain = check_table(position("KS", "9H"), lay("9H"), rules)
    assert (plain.answer, plain.clauses[0]) == ("illegal", "SP-12")
    table = game(["QH 3H", "9H 4C", "5S"], "KH", "6C 7C", BARRED)
    table.apply(lay("3H"))
    table.apply(lay("9H"))
    table.apply(PICK_UP)
    assert table.legal_plays() == (PICK_UP,)


def test_a_call_of_nobodys_seat_is_not_late() -> None:
    table = game(["KH 9H", "KD 9D"], "TH", "5H")
    table.silent = 1
    assert table.check(Call(0)).reasons == (Reason("SP-25", "No call is due from this seat now."),)


def test_a_seat_with_two_cards_is_not_challenged_for_one() -> None:
    table = game(["KH 9H", "KD 9D", "KS 9S", "2C 3C 4C"], "TH", "5H 6H 7H")
    verdict = table.check(Challenge(2, 4))
    assert verdict.clauses == ("SP-25",)
    assert verdict.reasons[0].words == "LAST CARD was said in time."
