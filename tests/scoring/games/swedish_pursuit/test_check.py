"""Verdicts from what an umpire can see: reasons most specific first, what is unknown, which option
would turn it.
"""

from dataclasses import replace
from typing import Any

import pytest

from scoring.cards import parse_cards
from scoring.games.swedish_pursuit.check import check_table, lay_out
from scoring.law.game import GameError
from scoring.law.plays import MISS, PICK_UP, TAKE_PENALTY, Call, Draw, Lay, Play
from scoring.law.position import TablePosition
from scoring.law.verdict import Verdict
from tests.scoring.games.swedish_pursuit.tables import BOOK, RULES, game, lay, position


def ask(place: TablePosition, play: Play, options: str = "") -> Verdict:
    return check_table(place, play, BOOK.rules(options))


ILLEGAL: list[tuple[TablePosition, Play, tuple[str, ...], dict[str, Any]]] = [
    (position("KH", "7C 9H"), lay("7C"), ("SP-12", "SP-16"), {"legal_cards": ["9H"]}),
    (position("KH", "QC 9H"), lay("QC"), ("SP-19", "SP-12", "SP-16"), {"legal_cards": ["9H"]}),
    (
        position("2H", "2C 3S"),
        lay("2C"),
        ("SP-19", "SP-12", "SP-22", "SP-13"),
        {"cards_drawn": 1, "next_turn": 2},
    ),
    (
        position("8H", "7H 9S", suit="S"),
        lay("7H"),
        ("SP-12", "SP-18", "SP-16"),
        {"legal_cards": ["9S"]},
    ),
    (
        position("2H", "8C 3S", pending=2),
        lay("8C"),
        ("SP-22", "SP-18", "SP-24"),
        {"cards_drawn": 2, "next_turn": 2},
    ),
    (position("2H", "AH 3S", pending=2), lay("AH"), ("SP-22", "SP-24"), {"cards_drawn": 2}),
    (position("2H", "KH 2S", pending=2), lay("KH"), ("SP-22", "SP-16"), {"legal_cards": ["2S"]}),
    (position("2H", "2S 3S", pending=2), TAKE_PENALTY, ("SP-22", "SP-16"), {"legal_cards": ["2S"]}),
    (position("KH", "8C 3S"), PICK_UP, ("SP-13", "SP-18", "SP-16"), {"legal_cards": ["8C"]}),
    (position("KH", "9H 3S", stock=0), MISS, ("SP-15", "SP-16"), {"legal_cards": ["9H"]}),
    (position("KH", "9C 3S"), MISS, ("SP-13",), {"cards_drawn": 1}),
    (position("KH", "9C 3S"), TAKE_PENALTY, ("SP-22", "SP-13"), {"cards_drawn": 1}),
    (position("2H", "9C 3S", pending=4), PICK_UP, ("SP-22", "SP-24"), {"cards_drawn": 4}),
    (position("2H", "9C 3S", pending=4, stock=3), MISS, ("SP-24",), {"cards_drawn": 3}),
    (
        position("KH", "9C 3S", stock=0),
        PICK_UP,
        ("SP-15",),
        {"cards_drawn": 0, "must": "miss the turn"},
    ),
    (position("KH", "9H 3S"), lay("KS"), ("SP-11", "SP-16"), {"legal_cards": ["9H"]}),
    (position("KH", "9H 3H"), lay("9H,3H"), ("SP-11", "SP-16"), {"legal_cards": ["9H", "3H"]}),
    (position("KH", "9H 3S"), Lay((52,)), ("SP-11", "SP-16"), {"legal_cards": ["9H"]}),
    (position("KH", "9C 3S"), lay("9C=S"), ("SP-12", "SP-13"), {"cards_drawn": 1}),
    (position("KH", "9H 3S"), Draw(), ("SP-15", "SP-16"), {"legal_cards": ["9H"]}),
    (position("KH", "9C 3S"), Draw(), ("SP-11", "SP-13"), {"cards_drawn": 1}),
    (position("KH", "KD 3S", picked_up="KD"), lay("KD"), ("SP-14",), {"next_turn": 2}),
    (position("KH", "KD 3S", picked_up="penalty 2"), lay("KD"), ("SP-24",), {"next_turn": 2}),
]


@pytest.mark.parametrize(("place", "play", "clauses", "then"), ILLEGAL)
def test_an_illegal_play_is_told_why_and_what_is_required(
    place: TablePosition, play: Play, clauses: tuple[str, ...], then: dict[str, Any]
) -> None:
    verdict = ask(place, play)
    assert (verdict.answer, verdict.clauses) == ("illegal", clauses)
    assert {key: verdict.then[key] for key in then} == then
    assert verdict.legal is False


LEGAL: list[tuple[TablePosition, Play, str, tuple[str, ...], dict[str, Any]]] = [
    (position("KH", "KS 3C 4C"), lay("KS"), "", ("SP-12",), {"next_turn": 2, "suit_in_force": "S"}),
    (position("KH", "7H 3C 4C"), lay("7H"), "", ("SP-12",), {"hand_left": ["3C", "4C"]}),
    (
        position("KH", "8C 10C 4C"),
        lay("8C"),
        "",
        ("SP-18", "SP-12"),
        {"suit_in_force": "C", "hand_left": ["10C", "4C"]},
    ),
    (position("KH", "AH 3C 4C"), lay("AH"), "", ("SP-19", "SP-20"), {"missed": 2, "next_turn": 3}),
    (
        position("KH", "QH 3C 4C"),
        lay("QH"),
        "",
        ("SP-19", "SP-21"),
        {"direction": -1, "next_turn": 5},
    ),
    (position("KH", "2H 3C 4C"), lay("2H"), "", ("SP-19", "SP-22"), {"pending": 2}),
    (position("2H", "2S 3C 4C", pending=6), lay("2S"), "", ("SP-22", "SP-23"), {"pending": 8}),
    (position("KH", "9H 3C"), lay("9H"), "", ("SP-12", "SP-25"), {"game_over": False}),
    (
        position("KH", "9H"),
        lay("9H"),
        "",
        ("SP-8", "SP-28", "SP-12"),
        {"game_over": True, "winner": 1},
    ),
    (
        position("8H", "7S 3C 4C", suit="S"),
        lay("7S"),
        "",
        ("SP-12", "SP-18"),
        {"suit_in_force": "S"},
    ),
    (
        position("8H", "AS 3C 4C", suit="S"),
        lay("AS"),
        "",
        ("SP-19", "SP-18", "SP-20"),
        {"missed": 2},
    ),
    (position("KH", "2H"), lay("2H"), "", ("SP-8", "SP-28", "SP-19", "SP-22"), {"cards_drawn": 0}),
    (
        position("KH", "2H"),
        lay("2H"),
        "final_two=pick_up",
        ("SP-8", "SP-28", "SP-19", "SP-22"),
        {"cards_drawn": 2},
    ),
    (position("KH", "QH"), lay("QH"), "", ("SP-8", "SP-28", "SP-19"), {"all_tally": True}),
    (
        position("QH", "QS 3C 4C"),
        lay("QS"),
        "trick_match=rank_or_suit",
        ("SP-12", "SP-21"),
        {"direction": -1},
    ),
    (
        position("2H", "8C 3C 4C", pending=2),
        lay("8C=D"),
        "eight_on_two=cancels",
        ("SP-18", "SP-22"),
        {"pending": 0},
    ),
    (
        position("2H", "AH 3C 4C", pending=2),
        lay("AH"),
        "deflect_two=ace",
        ("SP-22", "SP-20"),
        {"next_turn": 3},
    ),
    (
        position("KH", "9C 3S"),
        PICK_UP,
        "",
        ("SP-13", "SP-14"),
        {"cards_drawn": 1, "stock": 19, "next_turn": 2},
    ),
    (
        position("2H", "9C 3S", pending=2),
        TAKE_PENALTY,
        "",
        ("SP-22", "SP-24"),
        {"cards_drawn": 2, "pending": 0},
    ),
    (
        position("2H", "9C", pending=4),
        TAKE_PENALTY,
        "",
        ("SP-22", "SP-23", "SP-24"),
        {"cards_drawn": 4},
    ),
    (
        position("2H", "9C", pending=2, stock=1),
        TAKE_PENALTY,
        "",
        ("SP-22", "SP-24", "SP-15"),
        {"cards_drawn": 1},
    ),
    (
        position("KH", "9C 3S", stock=0, misses=1),
        MISS,
        "",
        ("SP-15",),
        {"cards_drawn": 0, "game_over": False},
    ),
    (position("2H", "9C 3S", stock=0, pending=2), MISS, "", ("SP-15", "SP-22"), {"pending": 0}),
    (
        position("KH", "9C 3S", stock=0, misses=4),
        MISS,
        "",
        ("SP-15",),
        {"game_over": True, "winner": None},
    ),
]


@pytest.mark.parametrize(("place", "play", "options", "clauses", "then"), LEGAL)
def test_a_legal_play_is_told_why_and_what_follows(
    place: TablePosition, play: Play, options: str, clauses: tuple[str, ...], then: dict[str, Any]
) -> None:
    verdict = ask(place, play, options)
    assert (verdict.answer, verdict.clauses) == ("legal", clauses)
    assert {key: verdict.then[key] for key in then} == then
    assert verdict.legal is True


TURNS: list[tuple[TablePosition, Play, set[str]]] = [
    (position("QH", "QS 3C"), lay("QS"), {"trick_match=rank_or_suit"}),
    (position("2H", "2S 3C"), lay("2S"), {"trick_match=rank_or_suit"}),
    (
        position("2H", "8S 3C", pending=2),
        lay("8S"),
        {"eight_on_two=cancels", "eight_on_two=passes"},
    ),
    (position("2H", "AH 3C", pending=2), lay("AH"), {"deflect_two=ace"}),
    (position("2H", "QH 3C", pending=2), lay("QH"), {"deflect_two=queen"}),
    (position("2H", "2S 3C", pending=2), TAKE_PENALTY, {"two_compulsory=no"}),
    (position("KH", "8S 3C"), lay("8S"), {"unnominated_eight=before"}),
    (position("2H", "3C", pending=2, stock=1), TAKE_PENALTY, {"short_stock=reshuffle"}),
    (position("2H", "3C", pending=2, stock=0), MISS, {"short_stock=reshuffle"}),
    (position("KH", "3C", stock=0, misses=4), MISS, {"blocked=redeal", "blocked=reshuffle"}),
    (position("KH", "2H"), lay("2H"), {"final_two=pick_up", "trick_finish=barred"}),
    (position("KH", "8H"), lay("8H=H"), {"trick_finish=barred"}),
    (position("KH", "QH 3C", players=2), lay("QH"), {"queen_two=skip"}),
    (position("KH", "7H"), lay("7H"), set()),
    (position("KH", "7C 3C"), lay("7C"), set()),
]


@pytest.mark.parametrize(("place", "play", "options"), TURNS)
def test_the_options_that_would_turn_a_verdict_are_named(
    place: TablePosition, play: Play, options: set[str]
) -> None:
    verdict = ask(place, play)
    assert {f"{turn.option}={turn.value}" for turn in verdict.turned_by} == options
    assert verdict.status == ("default" if options else "text")


def test_the_text_can_be_read_aloud_and_names_what_would_turn_it() -> None:
    assert (
        str(ask(position("QH", "QS 3C"), lay("QS")))
        == "Illegal. Aces, Queens and 2s must follow suit; Q♠ is not of hearts. (SP-19) "
        "Its rank matches, but the special rule goes before the general one. (SP-12) "
        "Nothing can be laid, so one card is picked up. (SP-13) "
        "By another reading it would be legal: an Ace, Queen or 2 may also be laid on its own rank."
    )


DEPENDS: list[tuple[TablePosition, Play, tuple[str, ...]]] = [
    (position("KH", None), PICK_UP, ("the hand",)),
    (position("KH", None, stock=None), MISS, ("whether the stock is empty", "the hand")),
    (position("KH", "9C", stock=None), MISS, ("whether the stock is empty",)),
    (TablePosition(top=parse_cards("8H")[0], hand=parse_cards("9C 3S"), pending=0), lay("9C"), ("the suit in force",)),
    (TablePosition(top=parse_cards("2H")[0], hand=parse_cards("9H 3S")), lay("9H"),
     ("whether the penalty has been taken",)),
    (TablePosition(hand=parse_cards("9H 3S"), pending=0), lay("9H"), ("the card showing",)),
]  # fmt: skip


UNDER_A_PENALTY = [
    ("AH", "deflect_two=ace"),
    ("QH", "deflect_two=queen"),
    ("8H", "eight_on_two=passes"),
]


@pytest.mark.parametrize(("top", "option"), UNDER_A_PENALTY)
def test_a_penalty_may_be_due_under_a_card_that_an_option_lets_pass_it_on(
    top: str, option: str
) -> None:
    unsaid = TablePosition(top=parse_cards(top)[0], suit=2, hand=parse_cards("9H 3S"))
    verdict = ask(unsaid, lay("9H"), option)
    assert (verdict.answer, verdict.needs) == ("depends", ("whether the penalty has been taken",))
    assert ask(unsaid, lay("9H")).answer == "legal"
    assert ask(replace(unsaid, pending=0), lay("9H"), option).answer == "legal"
    assert ask(replace(unsaid, pending=2), lay("9H"), option).answer == "illegal"


@pytest.mark.parametrize(("place", "play", "needs"), DEPENDS)
def test_what_must_be_known_is_named_and_nothing_else(
    place: TablePosition, play: Play, needs: tuple[str, ...]
) -> None:
    verdict = ask(place, play)
    assert (verdict.answer, verdict.needs) == ("depends", needs)
    assert all(BOOK.clause(clause) for clause in verdict.clauses)
    assert f"It depends on: {', '.join(needs)}." in verdict.text


DECIDED: list[tuple[TablePosition, Play, str]] = [
    (TablePosition(top=25, hand=None), lay("8C=S"), "legal"),
    (TablePosition(pending=0), lay("8C=S"), "legal"),
    (TablePosition(top=parse_cards("KH")[0]), lay("7C"), "illegal"),
    (TablePosition(top=parse_cards("2H")[0]), lay("2S"), "depends"),
    (TablePosition(top=parse_cards("2H")[0], pending=2), lay("2S"), "legal"),
    (TablePosition(top=parse_cards("2C")[0], hand=parse_cards("3D 9H")), lay("9H"), "illegal"),
    (TablePosition(top=parse_cards("8H")[0], hand=parse_cards("8C 9H")), PICK_UP, "illegal"),
]


@pytest.mark.parametrize(("place", "play", "answer"), DECIDED)
def test_what_does_not_decide_is_not_asked(place: TablePosition, play: Play, answer: str) -> None:
    assert ask(place, play).answer == answer


def test_without_seats_no_seat_is_named() -> None:
    then = ask(
        TablePosition(top=25, suit=1, pending=0, stock=9, hand=parse_cards("AD 3C 4S")), lay("AD")
    ).then
    assert {"next_turn", "missed", "winner"} & set(then) == set()
    assert then["suit_in_force"] == "D"


@pytest.mark.parametrize("card", ["9H", "9C"])
def test_of_a_hand_that_is_not_known_nothing_is_said(card: str) -> None:
    verdict = ask(position("KH", None), lay(card))
    assert not {"hand_left", "legal_cards", "must", "game_over"} & verdict.then.keys()
    assert "picked up" not in verdict.text


def test_whether_an_unseen_hand_had_another_card_decides_where_a_power_card_may_not_be_the_last() -> (
    None
):
    verdict = ask(position("KH", None), lay("AH"), "trick_finish=barred")
    assert (verdict.answer, verdict.needs) == ("depends", ("the hand",))


def test_a_seat_beyond_five_may_be_told_without_the_number_of_players() -> None:
    verdict = ask(position("KH", "9H 3C", players=None, turn=7), lay("9H"))
    assert (verdict.answer, "next_turn" in verdict.then) == ("legal", False)


def test_what_was_picked_up_from_under_a_2_are_the_cards_due_if_any_were() -> None:
    told = position("2H", "2C 9H", pending=None)
    asked = ask(told, PICK_UP, "two_compulsory=no")
    assert (asked.answer, asked.needs) == ("depends", ("whether the penalty has been taken",))
    assert ask(position("2H", "9S 3C", pending=None), PICK_UP).answer == "legal"


def test_which_way_play_goes_is_not_made_up() -> None:
    told = position("KH", "9H 3C", direction=None)
    assert {"direction", "next_turn"}.isdisjoint(ask(told, lay("9H")).then)
    two = ask(position("KH", "9H 3C", direction=None, players=2), lay("9H"))
    assert (two.then["next_turn"], "direction" in two.then) == (2, False)


def test_a_stock_made_anew_is_counted_where_the_discards_were() -> None:
    due = {"pending": 4, "stock": 1}
    unseen = ask(position("2H", "9S", **due), TAKE_PENALTY, "short_stock=reshuffle")
    counted = ask(position("2H", "9S", **due, discards=9), TAKE_PENALTY, "short_stock=reshuffle")
    assert ("stock" in unseen.then, counted.then["stock"]) == (False, 5)


def test_a_call_is_no_play_of_a_table_position() -> None:
    with pytest.raises(GameError, match="position of its own"):
        ask(position("KH", "9H"), Call(1))


def test_a_table_without_a_card_showing_cannot_be_laid_out() -> None:
    with pytest.raises(GameError, match="card showing"):
        lay_out(TablePosition(), RULES)


def test_a_game_that_is_over_says_so() -> None:
    table = game(["KS", "9D 5D"], "KH", "3S")
    table.apply(lay("KS"))
    assert table.check(lay("9D")).clauses == ("SP-28",)


def test_no_ground_names_a_card_that_nobody_has_told() -> None:
    known = position("KH", "9S 9H 2C", suit="S")
    verdict = check_table(replace(known, top=None, stock=None), lay("2C"), RULES)
    assert verdict.answer == "illegal"
    assert verdict.clauses == ("SP-19",)
    assert "stock" in check_table(known, lay("9S"), RULES).then
    assert "stock" not in check_table(replace(known, stock=None), lay("9S"), RULES).then


def test_whether_a_miss_ends_the_game_is_left_open_where_nobody_told_the_misses_before_it() -> None:
    verdict = ask(position("KH", "9C 3S", stock=0), MISS)
    assert (verdict.answer, "game_over" in verdict.then) == ("legal", False)
