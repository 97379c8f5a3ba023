"""Verdicts of Switch on single plays: reasons, what is required instead, and what must be known
first.
"""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.cards import FOUR, TWO, parse_cards, parse_suit
from scoring.games.switch import SWITCH
from scoring.games.switch.check import check_table
from scoring.law.plays import DRAW, MISS, PICK_UP, TAKE_PENALTY, Call, Lay, Play
from scoring.law.position import TablePosition
from scoring.law.verdict import Verdict
from tests.scoring.games.switch.test_game import game

RULES = SWITCH.rules()


def lay(text: str) -> Lay:
    """`AH=D` is the Ace of hearts naming diamonds."""
    cards, _, suit = text.partition("=")
    return Lay(parse_cards(cards), parse_suit(suit) if suit else None)


def at(top: str, hand: str | None, play: Play, options: str = "", **facts: int | str) -> Verdict:
    (card,) = parse_cards(top)
    seats = {"players": 4, "turn": 1, "direction": 1}
    told = {**seats, "pending": 0, "stock": 20, "suit": card // 13} | facts
    cards = None if hand is None else parse_cards(hand)
    return check_table(TablePosition(top=card, hand=cards, **told), play, SWITCH.rules(options))  # type: ignore[arg-type]


def due(top: str, hand: str, play: Play, pending: int, options: str = "") -> Verdict:
    return at(top, hand, play, options, pending=pending)


@pytest.mark.parametrize(("top", "hand", "play", "clauses"), [
    ("KH", "9H 3C", "9H", ("SW-7",)),
    ("KH", "KC 3C", "KC", ("SW-7",)),
    ("KH", "8H 3C", "8H", ("SW-7", "SW-13")),
    ("KH", "JH 3C", "JH", ("SW-7", "SW-14")),
    ("KH", "2H 3C", "2H", ("SW-7", "SW-10")),
    ("KH", "4H 3C", "4H", ("SW-7", "SW-11")),
    ("KH", "7H 3H 3C", "7H 3H", ("SW-12", "SW-7")),
    ("KH", "AC 3C", "AC=S", ("SW-15", "SW-16")),
    ("KH", "9H", "9H", ("SW-7", "SW-20", "SW-3")),
    ("KH", "7H AH 3H", "7H AH 3H", ("SW-12", "SW-7", "SW-20", "SW-3", "SW-21")),
])  # fmt: skip
def test_a_legal_lay_cites_what_it_rests_on(
    top: str, hand: str, play: str, clauses: tuple[str, ...]
) -> None:
    verdict = at(top, hand, lay(play))
    assert (verdict.answer, verdict.clauses) == ("legal", clauses)


@pytest.mark.parametrize(("top", "hand", "play", "clauses"), [
    ("KH", "9C 3C", "9C", ("SW-7",)),
    ("KH", "9H 3C", "TH", ("SW-7",)),
    ("KH", "9H 3C", "", ("SW-7",)),
    ("KH", "9H 3C", "JK", ("SW-7",)),
    ("KH", "AC", "AC=S", ("SW-21", "SW-22")),
    ("KH", "7H AH", "7H AH=S", ("SW-21", "SW-22")),
    ("KH", "7H 9C 3C", "7H 9C", ("SW-12",)),
    ("KH", "9H TC 3C", "9H TC", ("SW-12",)),
    ("KH", "9H TH 3C", "9H TH", ("SW-12", "SW-24", "SW-25")),
])  # fmt: skip
def test_an_illegal_lay_says_which_rule_it_breaks(
    top: str, hand: str, play: str, clauses: tuple[str, ...]
) -> None:
    verdict = at(top, hand, lay(play))
    assert (verdict.answer, verdict.clauses) == ("illegal", clauses)


def test_the_suit_an_ace_named_is_followed_and_said() -> None:
    verdict = at("AC", "3C 9D 5D", lay("3C"), suit=1)
    assert (verdict.answer, verdict.then) == ("illegal", {"legal_cards": ["5D", "9D"]})
    assert verdict.reasons[0].words == "3♣ has neither the rank nor the suit of A♣ (suit named: ♦)."
    assert [str(play) for play in verdict.instead] == ["5D", "9D"]


def test_a_silent_ace_is_followed_in_its_own_suit_by_a_reading() -> None:
    verdict = at("KH", "AC 3C", lay("AC"))
    assert (verdict.answer, verdict.status) == ("legal", "default")
    assert verdict.text.endswith(
        "By another reading something else would follow: an Ace without a suit named leaves the"
        " suit as it was."
    )
    kept = at("KH", "AC 3C", lay("AC"), "unnamed=before")
    assert [verdict.then["suit_in_force"], kept.then["suit_in_force"]] == ["C", "H"]


def test_a_lone_ace_takes_a_card_and_waits() -> None:
    refused = at("KH", "AC", lay("AC=S"))
    assert refused.then == {"legal_cards": [], "cards_drawn": 1, "next_turn": 2}
    assert refused.instead == (PICK_UP,)
    assert at("KH", "AC", PICK_UP).clauses == ("SW-9", "SW-22", "SW-21")


def test_a_penalty_is_answered_or_taken_whole() -> None:
    assert due("2S", "2H 9C", lay("2H"), 2).then["pending"] == 4
    assert due("4S", "4H 9C", lay("4H"), 4).clauses == ("SW-10", "SW-11")
    taken = due("2S", "9C 3D", TAKE_PENALTY, 6)
    assert (taken.answer, taken.then) == (
        "legal", {"cards_drawn": 6, "pending": 0, "direction": 1, "next_turn": 2, "stock": 14},
    )  # fmt: skip
    assert due("2S", "9S 3D", lay("9S"), 4).then == {
        "legal_cards": [],
        "cards_drawn": 4,
        "next_turn": 2,
    }
    assert due("4S", "9S 3D", PICK_UP, 4).clauses == ("SW-11",)
    assert due("2S", "AS 3D", lay("AS=H"), 2).clauses == ("SW-15", "SW-10")
    assert due("4S", "7S 4D", lay("7S 4S"), 4).answer == "illegal"


def test_a_pile_used_up_is_made_anew_from_the_discards() -> None:
    taken = at("KH", "9C 3C", PICK_UP, stock=0)
    assert (taken.answer, taken.clauses, taken.then["cards_drawn"]) == (
        "legal",
        ("SW-9", "SW-19"),
        1,
    )
    assert at("KH", "9C 3C", MISS, stock=0).clauses == ("SW-9", "SW-19")
    short = at("4S", "9C 3C", TAKE_PENALTY, pending=4, stock=1)
    assert (short.clauses, short.status, short.then["cards_drawn"]) == (
        ("SW-11", "SW-19"),
        "default",
        4,
    )


def test_a_penalty_brought_by_a_covered_card_is_answered_by_its_rank() -> None:
    assert at("9H", "2C 3C", lay("2C"), "seven_powers=all", pending=2).answer == "legal"


def test_taking_where_nothing_is_due() -> None:
    assert at("KH", "9C 3C", TAKE_PENALTY).clauses == ("SW-10",)
    assert at("KH", "9C 3C", MISS).clauses == ("SW-9",)
    assert due("4S", "9C 3C", MISS, 4).clauses == ("SW-11",)
    assert at("KH", "9C 3C", DRAW).clauses == ("SW-7",)
    assert at("KH", "9C 3C", PICK_UP).status == "text"


@pytest.mark.parametrize(("hand", "pending", "play", "options", "answer"), [
    ("9C 3C", 0, MISS, "", "legal"),
    ("9C 3C", 0, PICK_UP, "", "illegal"),
    ("9S 3C", 0, MISS, "", "illegal"),
    ("9S 3C", 0, PICK_UP, "compulsory=no", "illegal"),
    ("9S 3C", 2, MISS, "", "legal"),
    ("9S 3C", 2, TAKE_PENALTY, "", "illegal"),
    ("2H 3C", 2, MISS, "", "legal"),
    ("2H 3C", 2, MISS, "two_compulsory=yes", "illegal"),
])  # fmt: skip
def test_with_nothing_left_to_take(
    hand: str, pending: int, play: Play, options: str, answer: str
) -> None:
    verdict = at("2S", hand, play, options, pending=pending, stock=0, discards=1)
    assert verdict.answer == answer


def test_whoever_has_taken_cards_is_done() -> None:
    verdict = at("KH", "9H 3C", lay("9H"), picked_up="9H")
    assert (verdict.answer, verdict.clauses, verdict.legal_plays) == ("illegal", ("SW-9",), ())
    assert at("2S", "2H", lay("2H"), picked_up="penalty 2").clauses[0] == "SW-10"


def test_the_hand_decides_whether_a_card_may_be_taken() -> None:
    verdict = at("KH", None, PICK_UP)
    assert (verdict.answer, verdict.needs, verdict.status) == ("depends", ("the hand",), "default")
    assert at("KH", None, PICK_UP, "compulsory=no").answer == "legal"


def test_an_unseen_hand_does_not_matter_for_a_plain_card_but_for_an_ace() -> None:
    plain = at("KH", None, lay("9H"))
    assert (plain.answer, plain.then["next_turn"], "hand_left" in plain.then) == ("legal", 2, False)
    assert at("KH", None, lay("AH=S")).needs == ("the hand",)


def test_what_was_not_seen_of_the_pile_is_asked_for() -> None:
    unseen = TablePosition(hand=parse_cards("9H 3C"))
    assert check_table(unseen, lay("9H"), RULES).needs == ("the card showing",)
    named = replace(unseen, top=parse_cards("AC")[0])
    assert check_table(named, lay("9H"), RULES).needs == ("the suit named",)
    paid = replace(unseen, top=parse_cards("2H")[0])
    assert check_table(paid, lay("9H"), RULES).needs == ("whether the penalty has been taken",)
    assert check_table(unseen, Lay(parse_cards("7H 9C")), RULES).answer == "illegal"


def test_where_every_card_laid_acts_a_penalty_may_be_due_under_any_card() -> None:
    unsaid = TablePosition(top=parse_cards("KH")[0], hand=parse_cards("9H 2S 3C"))
    acting = SWITCH.rules("seven_powers=all")
    assert check_table(unsaid, lay("9H"), acting).needs == ("whether the penalty has been taken",)
    assert check_table(unsaid, lay("9H"), RULES).answer == "legal"
    assert check_table(replace(unsaid, pending=0), lay("9H"), acting).answer == "legal"
    assert check_table(replace(unsaid, pending=2), lay("2S"), acting).answer == "legal"
    assert check_table(replace(unsaid, pending=4), lay("2S"), acting).needs == (
        "whether a 2 or a 4 brought the penalty",
    )
    assert (
        check_table(
            replace(unsaid, pending=4), lay("2S"), acting.but("mix_penalties", "yes")
        ).answer
        == "legal"
    )


ROWS = "same_suit_or_rank=yes"
FIRST = f"{ROWS} row_answer=first"


@pytest.mark.parametrize(("row", "options", "answer", "pending"), [
    ("2S 5S", ROWS, "illegal", None),
    ("2S 5S", FIRST, "legal", 4),
    ("5S 2S", FIRST, "illegal", None),
    ("2S 5S", f"{FIRST} row_fit=every", "illegal", None),
    ("2S 2D", ROWS, "legal", 4),
    ("2S 2D", FIRST, "legal", 6),
    ("2S 2D", f"{FIRST} seven_powers=all", "legal", 6),
    ("2S 7S", "seven_place=any row_answer=first", "legal", 4),
    ("2S 4S", FIRST, "legal", 8),
    ("2S 4S", f"{ROWS} mix_penalties=yes", "legal", 6),
])  # fmt: skip
def test_against_a_penalty_every_card_of_a_row_answers_or_only_the_first(
    row: str, options: str, answer: str, pending: int | None
) -> None:
    """SW-A23."""
    verdict = due("2H", f"{row} 9C", lay(row), 2, options)
    assert (verdict.answer, verdict.then.get("pending")) == (answer, pending)
    table = game(f"{row} 9C/3C 3D", "2H", "4C 5C", options, pending=2)
    assert table.is_legal(lay(row)) is (answer == "legal")


def test_a_row_against_a_penalty_rests_on_the_reading_of_who_has_to_answer() -> None:
    for options, row in ((ROWS, "2S 5S"), (FIRST, "2S 5S"), (FIRST, "2S 2D")):
        verdict = due("2H", f"{row} 9C", lay(row), 2, options)
        assert "SW-A23" in {reason.question for reason in verdict.reasons}
    acts = due("2H", "2S 5S 9C", lay("2S 5S"), 2, FIRST)
    assert "SW-A4" not in {reason.question for reason in acts.reasons}
    last = due("2H", "2S 5S", lay("2S 5S"), 2, f"{FIRST} final_penalty=pick_up")
    words = "The game is over, and the next player still takes four cards."
    assert words in {reason.words for reason in last.reasons}


def test_what_lies_under_a_card_that_covers_an_answer_is_known_by_how_many_are_due() -> None:
    def asked(pending: int | None, options: str = "", **told: object) -> tuple[str, ...]:
        seen = TablePosition(top=parse_cards("KS")[0], suit=3, hand=parse_cards("2D 3C"))
        seen = replace(seen, pending=pending, **told)  # type: ignore[arg-type]
        return check_table(seen, lay("2D"), SWITCH.rules(f"{FIRST} {options}")).needs

    either = ("whether a 2 or a 4 brought the penalty",)
    assert asked(None) == ("whether the penalty has been taken",)
    assert asked(4) == ()
    assert asked(8) == either
    assert asked(8, brought=FOUR) == asked(8, brought=TWO) == ()
    assert asked(4, "seven_powers=all") == either


def test_no_ground_names_a_card_that_nobody_has_told() -> None:
    verdict = check_table(TablePosition(hand=parse_cards("5C 9D")), lay("5C 9D"), RULES)
    assert (verdict.answer, verdict.clauses) == ("illegal", ("SW-12",))


def test_alternatives_and_covered_powers_are_cited() -> None:
    assert at("KH", "9H 5H 3C", lay("9H 5H"), "same_suit_or_rank=yes").clauses == ("SW-24", "SW-7")
    assert at("KH", "9H TH 3C", lay("9H TH"), "suit_runs=yes").clauses == ("SW-25", "SW-7")
    shown = at("KH", "9H 9C 3C", lay("9H 9C"), "same_suit_or_rank=yes")
    assert (shown.answer, shown.status, shown.clauses) == ("legal", "default", ("SW-24", "SW-7"))
    assert at("KH", "KC KD 3C", lay("KC KD"), "same_suit_or_rank=yes").status == "text"
    both = at("KH", "9H TH 3C", lay("9H TH"), "suit_runs=yes same_suit_or_rank=yes")
    assert both.clauses == ("SW-24", "SW-26", "SW-7")
    assert at("KH", "7H AH 3H 3C", lay("7H AH 3H"), "seven_powers=all").clauses == ("SW-12", "SW-7")


def test_two_unseen_facts_are_asked_for_only_if_they_decide() -> None:
    unseen = TablePosition(top=parse_cards("AC")[0])
    assert check_table(unseen, lay("9H"), RULES).needs == ("the suit named",)
    assert check_table(unseen, PICK_UP, RULES).needs == ("the hand",)
    assert (
        "stock"
        not in check_table(
            replace(unseen, hand=parse_cards("9H")), PICK_UP, SWITCH.rules("compulsory=no")
        ).then
    )


def test_without_seats_nobody_is_said_to_be_next() -> None:
    verdict = check_table(TablePosition(top=38, hand=parse_cards("8H 3C")), lay("8H"), RULES)
    assert (verdict.answer, verdict.then) == (
        "legal", {"hand_left": ["3C"], "suit_in_force": "H", "pending": 0, "game_over": False},
    )  # fmt: skip


CARDS = st.lists(st.integers(0, 53), max_size=60).map(tuple)
PLAYS = st.one_of(
    st.builds(Lay, CARDS, st.none() | st.integers(0, 3)),
    st.sampled_from([PICK_UP, TAKE_PENALTY, MISS, DRAW, Call(1)]),
)


@given(
    st.builds(
        TablePosition,
        players=st.none() | st.integers(2, 10),
        turn=st.none() | st.integers(1, 10),
        direction=st.sampled_from([1, -1]),
        top=st.none() | st.integers(0, 51),
        suit=st.none() | st.integers(0, 3),
        pending=st.none() | st.integers(0, 20),
        stock=st.none() | st.integers(0, 99),
        hand=st.none() | st.lists(st.integers(0, 51), max_size=8).map(tuple),
        picked_up=st.none() | st.just("9H"),
        discards=st.none() | st.integers(0, 60),
    ),
    PLAYS,
)
def test_no_question_makes_the_check_raise(position: TablePosition, play: Play) -> None:
    verdict = check_table(position, play, RULES)
    assert all(SWITCH.clause(clause) for clause in verdict.clauses)
    assert len(verdict.reasons) > 0
    assert verdict.text.startswith(verdict.answer.capitalize())
    assert (verdict.answer == "depends") == bool(verdict.needs)


def test_the_second_to_go_out_takes_a_place() -> None:
    table = game("/9H/4C 5C/6C 7C", "KH", options="play_on=yes", turn=2)
    table.out = (1,)
    assert table.check(Call(2)).answer == "legal"
    verdict = table.check(lay("9H"))
    assert (verdict.clauses, verdict.then["winner"], verdict.then["game_over"]) == (
        ("SW-7", "SW-23"),
        1,
        False,
    )
    table.over = True
    assert table.check(lay("9H")).then == {"game_over": True}
    assert table.check(Call(2)).answer == "illegal"
