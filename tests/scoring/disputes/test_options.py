"""Options change rulings: each as an umpire would meet it."""

from typing import Any

import pytest

from scoring.disputes.answers import to_look_at
from tests.scoring.disputes.claims import TABLE, rule

SP, SW, OT, PU = "swedish_pursuit", "switch", "ottawa", "pursuit"
MM = "mau_mau"
LATE = "after_next_play"
Flip = tuple[str, str, str, dict[str, Any], str, tuple[str, str, int], tuple[str, str, int]]

FLIPS: list[Flip] = [
    # game, kind, noticed, further facts, option, then act, sanction and cards by default and under
    # the option
    (SP, "card_did_not_match", "at_once", {}, "trick_match=rank_or_suit", ("restore", "none", 0), ("none", "none", 0)),
    (SP, "card_did_not_match", "at_once", {}, "illegal_play_penalty=2", ("restore", "none", 0),
     ("restore", "cards", 2)),
    (SP, "card_did_not_match", LATE, {}, "late_error=rewind", ("stands", "warning", 0), ("rewind", "none", 0)),
    (SP, "card_did_not_match", "at_once", {"cards": "8C", "top": "2H", "pending": 2, "hand": "3C 9D"},
     "eight_on_two=cancels", ("restore", "none", 0), ("none", "none", 0)),
    (SP, "win_with_illegal_card", "at_once", {}, "illegal_play_penalty=2",
     ("void_win", "none", 0), ("void_win", "cards", 2)),
    (SP, "last_card_not_said", LATE, {"offender_has_acted": True}, "challenge_until=next_turn",
     ("play_on", "cards", 2), ("none", "none", 0)),
    (SP, "last_card_not_said", "after_game", {"offender_hand_count": 0, "confirmed": False}, "challenge_until=tally",
     ("none", "none", 0), ("void_win", "cards", 2)),
    (SP, "last_card_not_said", LATE, {"stock": 1}, "short_stock=reshuffle", ("play_on", "cards", 1),
     ("play_on", "cards", 2)),
    (SP, "suit_named", "at_once", {}, "nominate_until=card", ("none", "none", 0), ("restore", "none", 0)),
    (SP, "did_not_play", "at_once", {"top": "2H", "pending": 2, "hand": "2S 9C"}, "two_compulsory=no",
     ("stands", "warning", 0), ("none", "none", 0)),
    (SP, "blocked_game", "at_once", {}, "blocked=redeal", ("end_game", "none", 0), ("redeal", "none", 0)),
    (SP, "blocked_game", "at_once", {}, "blocked=reshuffle", ("end_game", "none", 0), ("play_on", "none", 0)),
    (SP, "win_with_illegal_card", "at_once", {"cards": "QH", "top": "KH"}, "trick_finish=barred",
     ("none", "none", 0), ("void_win", "none", 0)),
    (SP, "penalty_not_taken", "after_game", {"two_was_last": True, "twos": 1, "taken": 0}, "final_two=pick_up",
     ("none", "none", 0), ("complete", "none", 0)),
    (SP, "wrong_direction", "at_once", {"players": 2, "before": 1, "direction": 1, "card_before": "QH", "seat": 2},
     "queen_two=skip", ("none", "none", 0), ("restore", "none", 0)),
    (SP, "wrong_start_card", "at_once", {"turned_up": "4S"}, "first_player=dealer", ("none", "none", 0),
     ("correct", "none", 0)),
    (SW, "did_not_play", "at_once", {}, "compulsory=no", ("stands", "none", 0), ("none", "none", 0)),
    (SW, "tally_miscounted", "at_once", {}, "scoring=hand_points", ("none", "none", 0), ("correct", "none", 0)),
    (SW, "tally_contested", "at_once", {}, "scoring=hand_points", ("none", "none", 0), ("correct", "none", 0)),
    (SW, "last_card_not_said", LATE, {"offender_has_acted": True}, "challenge_until=any_time",
     ("none", "none", 0), ("play_on", "cards", 1)),
    (SW, "wrong_direction", "at_once", {"players": 2, "before": 1, "direction": 1, "card_before": "JH", "seat": 2},
     "jack_two=skip", ("none", "none", 0), ("restore", "none", 0)),
    (PU, "card_did_not_match", "at_once", {}, "direction=both", ("restore", "none", 0), ("none", "none", 0)),
    (PU, "did_not_play", "at_once", {}, "must_put_down=yes", ("none", "none", 0), ("look", "none", 0)),
    (PU, "did_not_play", LATE, {}, "must_put_down=yes", ("none", "none", 0), ("stands", "none", 0)),
    (MM, "blocked_game", "at_once", {}, "blocked=redeal", ("end_game", "none", 0), ("redeal", "none", 0)),
    (PU, "win_with_illegal_card", "at_once", {"sequences": "3D 4D 5D 6D"}, "win=end_on_card",
     ("none", "none", 0), ("play_on", "none", 0)),
]  # fmt: skip


@pytest.mark.parametrize("flip", FLIPS, ids=lambda flip: f"{flip[1]} {flip[4]}")
def test_an_option_changes_the_ruling(flip: Flip) -> None:
    game, kind, noticed, facts, option, by_default, under = flip
    more = dict(facts)
    seat = {"seat": more.pop("seat")} if "seat" in more else {}

    def ruled(options: str) -> tuple[str, str, int]:
        ruling = rule(game, kind, options, noticed=noticed, facts=more, **seat)
        return ruling.rectification.act, ruling.penalty.sanction, ruling.penalty.cards

    assert (ruled(""), ruled(option)) == (by_default, under)


WORDS: list[tuple[str, str, str, dict[str, Any], str, str]] = [
    (SP, "blocked_game", "at_once", {}, "blocked=lowest_zero",
     "The game is over: all count, and the lowest hand scores nought."),
    (SP, "blocked_game", "after_round", {}, "blocked=redeal",
     "It is too late to play on: the hands count as they were, and nobody won."),
    (OT, "blocked_game", "at_once", {}, "blocked=no_score", "The deal is over and nobody scores."),
    (SP, "suit_named", LATE, {}, "unnominated_eight=before",
     "The suit in force before the 8 goes on. What was laid since stands."),
    (SP, "penalty_not_taken", LATE, {"stock": 1}, "", "The stock has one: that is all seat 3 takes of two cards."),
    (SP, "penalty_not_taken", LATE, {"stock": 1}, "short_stock=reshuffle",
     "The discards are shuffled and seat 3 takes two cards."),
    (SP, "penalty_not_taken", "after_game", {"two_was_last": True, "taken": 0, "twos": 1}, "final_two=pick_up",
     "Seat 3 takes two cards and counts them with the hand."),
    (SP, "wrong_start_card", "at_once", {"turned_up": "8D QS"}, "start_queen=dealer",
     "The start is corrected: Q♠ opens the pile, and seat 5 begins, anticlockwise."),
    (SP, "wrong_start_card", "at_once", {"turned_up": "2S", "began": 2}, "",
     "The start is corrected: 2♠ opens the pile, and seat 1 begins, and takes 2 cards unless they lay a 2."),
]  # fmt: skip


@pytest.mark.parametrize("case", WORDS, ids=lambda case: f"{case[1]} {case[2]} {case[4]}")
def test_an_option_changes_what_is_done(
    case: tuple[str, str, str, dict[str, Any], str, str],
) -> None:
    game, kind, noticed, facts, options, words = case
    assert (
        rule(game, kind, options, noticed=noticed, facts=facts).rectification.statements[0].words
        == words
    )


def test_a_default_names_the_option_in_force() -> None:
    remedy = rule(
        SP, "card_did_not_match", "late_error=rewind", noticed=LATE
    ).rectification.statements[0]
    assert (remedy.status, remedy.question, remedy.option) == (
        "default",
        "SP-A29",
        "late_error=rewind",
    )
    assert (
        rule(SP, "card_did_not_match", facts={"hand": None}).law.statements[-1].option
        == "trick_match=suit"
    )


def test_what_the_text_offers_is_no_reading() -> None:
    told = {"sequences": "6D 7D JK", "up_to": "6C", "opponent_up_to": "2H", "hand": "3C"}
    ruling = rule(PU, "card_did_not_match", facts=told)
    assert [
        (statement.option, statement.status)
        for statement in ruling.law.statements
        if statement.option
    ] == [("no_final_joker=no", "text")]
    assert ruling.status == "text"


def test_a_table_without_options_at_issue_is_ruled_by_text_alone() -> None:
    ruling = rule(SP, "card_did_not_match", facts=TABLE | {"cards": "KH", "hand": "3C 9D"})
    assert (ruling.rectification.act, ruling.status) == ("none", "text")


def test_a_reading_is_told_with_the_other_one() -> None:
    ruling = rule("switch", "card_did_not_match", facts={"cards": "AS", "hand": "AS 3C"})
    told = [
        (statement.question, statement.words)
        for statement in ruling.law.statements
        if statement.question == "SW-A20"
    ]
    assert told == [
        (
            "SW-A20",
            "No suit was named, so the suit of the Ace itself is followed until one is named.",
        ),
        (
            "SW-A20",
            "By another reading something else would follow: an Ace without a suit named leaves the"
            " suit as it was.",
        ),
    ]


@pytest.mark.parametrize(
    ("game", "option", "passed", "plain"),
    [
        (SP, "call_two=at_once", "play_on", "complete"),
        (SW, "call_two=until_play", "none", "play_on"),
    ],
)
def test_between_two_the_desk_asks_whether_the_turn_came_straight_back_where_it_decides(
    game: str, option: str, passed: str, plain: str
) -> None:
    def act(options: str, **facts: Any) -> str:
        told = {"players": 2, "held_then": 1} if game == SP else {"players": 2}
        told |= {"offender_has_acted": False} | facts
        seat = {"seat": 1, "noticed": "at_once"}
        return rule(game, "last_card_not_said", options, facts=told, **seat).rectification.act

    assert (act(option), act(option, players=3)) == ("look", plain)
    assert act(option, turn_came_back=True) == passed
    assert act(option, turn_came_back=False) == plain
    # By the usual reading the answer is the same either way, so nobody is asked.
    assert act("") == act("", turn_came_back=True) == plain


def test_the_desk_asks_what_brought_a_penalty_that_lies_under_a_card() -> None:
    options = "same_suit_or_rank=yes row_answer=first"
    table = {"cards": "2D", "top": "KS", "pending": 8, "hand": "2D 3C", "suit_in_force": "S"}
    ruling = rule(SW, "card_did_not_match", options, facts=table)
    assert (ruling.rectification.act, to_look_at(ruling)) == ("look", ("brought",))
    acts = [
        rule(SW, "card_did_not_match", options, facts=table | {"brought": rank}).rectification.act
        for rank in ("2", "4")
    ]
    assert acts == ["none", "restore"]
