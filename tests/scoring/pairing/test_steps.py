"""The steps of an event of matches: each with its reverse, and what refuses them."""

from random import Random
from typing import Any

import pytest

from scoring.formats.results import Halves
from scoring.pairing.changes import Move, effect
from scoring.pairing.course import Course, Late, Stage, plan_of
from scoring.pairing.steps import resulting, retrace, take
from scoring.pairing.values import PairingError
from tests.scoring.pairing.playing import (
    closed,
    knock_out,
    paired,
    played,
    refs,
    result,
    stage_played,
    swiss,
)

EIGHT = refs(8)
DRAFT = paired(swiss(3), EIGHT, out=False)
OUT = paired(swiss(3), EIGHT)
PLAYED = played(OUT, Random(1))
SECOND = paired(PLAYED, EIGHT, 2)
BOND = {"one": "P01", "other": "P02", "forced": True, "round": 1}


@pytest.mark.parametrize(
    ("course", "step", "body", "reverse", "back"),
    [
        (DRAFT, "pairs_out", {"round": 1}, "pairs_back", {"round": 1}),
        (
            swiss(3),
            "ask_bye",
            {"round": 1, "guest": "P01"},
            "unask_bye",
            {"round": 1, "guest": "P01"},
        ),
        (swiss(3), "bond", BOND, "unbond", BOND | {"one": "P02", "other": "P01"}),
        (PLAYED, "late_entry", {"guest": "P99", "halves": 2}, "late_entry_back", {"guest": "P99"}),
    ],
)
def test_a_step_and_its_reverse_leave_the_course_as_it_was(
    course: Course, step: str, body: dict[str, Any], reverse: str, back: dict[str, Any]
) -> None:
    after = take(course, step, body)
    assert after != course
    assert take(after, reverse, back) == course


def test_a_draft_is_thrown_away_with_the_entrants_it_brought() -> None:
    assert take(DRAFT, "unpair", {"round": 1}) == swiss(3)
    second = paired(PLAYED, EIGHT, out=False)
    assert take(second, "unpair", {"round": 2}) == PLAYED


def test_a_result_that_is_taken_back_leaves_the_match_open() -> None:
    after = result(OUT, 1, 2, "2")
    back = take(after, "match_back", {"round": 1, "table": 2})
    assert [match.table for match in back.rounds[0].waiting] == [1, 2, 3, 4]
    assert back.match(1, 2).version == 2


def test_a_result_that_is_confirmed_or_not_changes_nothing_of_the_course() -> None:
    place = {"round": 1, "table": 1}
    assert take(PLAYED, "match_agreed", place) == PLAYED
    assert take(PLAYED, "match_disputed", place) == PLAYED


def test_a_stage_closed_and_opened_again_is_as_it_was() -> None:
    course = stage_played(swiss(2), EIGHT, 2)
    assert take(closed(course), "open_stage", {"stage": 0}) == course


def test_retracing_all_steps_gives_the_course_again() -> None:
    steps = [("bond", BOND), ("ask_bye", {"round": 1, "guest": "P03"}), ("unbond", BOND)]
    assert retrace(swiss(3), steps) == take(swiss(3), "ask_bye", {"round": 1, "guest": "P03"})


LATE = take(PLAYED, "late_entry", {"guest": "P99", "halves": 2})
ASKED = take(swiss(3), "ask_bye", {"round": 1, "guest": "P01"})
BOUND = take(swiss(3), "bond", BOND)
APART = take(swiss(3), "bond", BOND | {"forced": False})
KO = played(paired(knock_out(), refs(4)), Random(1))
CLOSED = closed(stage_played(swiss(1), EIGHT, 1))
LATE_IN_DRAFT = take(DRAFT, "late_entry", {"guest": "P99", "halves": 1})
BOTH_OUT = {"round": 1, "table": 1, "result": "double_forfeit", "games": ""}
NOBODY_LEFT = paired(
    result(take(paired(knock_out(), refs(4)), "match", BOTH_OUT), 1, 2, "1"), refs(4)
)
"""A knock-out whose final is a bye."""
FOLLOWED = closed(
    stage_played(
        Course(plan_of("swiss_then_knock_out", best_of=1, rounds=1, size=2, third_place=False)),
        EIGHT,
        1,
    )
)


@pytest.mark.parametrize(
    ("course", "step", "body", "said"),
    [
        (DRAFT, "pair", {"round": 2, "matches": []}, "Round 2 is not the next one to pair"),
        (OUT, "unpair", {"round": 1}, "Round 1 is published: take it back first."),
        (OUT, "pairs_out", {"round": 1}, "Round 1 is published already."),
        (DRAFT, "pairs_back", {"round": 1}, "Round 1 is a draft already."),
        (PLAYED, "pairs_back", {"round": 1}, "Round 1 has results: it stays as published."),
        (
            SECOND,
            "pairs_back",
            {"round": 1},
            "Later rounds follow round 1: begin with the last one.",
        ),
        (OUT, "pairs_out", {"round": 4}, "There is no round 4: check the number."),
        (
            DRAFT,
            "match",
            {"round": 1, "table": 1, "result": "played", "games": "1"},
            "No match is played at table 1",
        ),
        (
            OUT,
            "match",
            {"round": 1, "table": 9, "result": "played", "games": "1"},
            "No match is played at table 9",
        ),
        (
            OUT,
            "match",
            {"round": 1, "table": 1, "result": "played", "games": "12"},
            "2 games are entered",
        ),
        (OUT, "match", BOTH_OUT | {"games": "1"}, "Choose what came of the match."),
        (OUT, "match", BOTH_OUT | {"result": "late"}, "Choose who of the two wins."),
        (OUT, "match_agreed", {"round": 1, "table": 1}, "has no result to be confirmed."),
        (PLAYED, "match_back", {"round": 2, "table": 1}, "There is no round 2"),
        (
            OUT,
            "match_back",
            {"round": 1, "table": 1},
            "Table 1 of round 1 has no result to take back.",
        ),
        (
            SECOND,
            "match_back",
            {"round": 1, "table": 1},
            "Round 2 was paired from it: correct the result instead",
        ),
        (
            CLOSED,
            "match_back",
            {"round": 1, "table": 1},
            "That stage is closed, and its order with it",
        ),
        (
            ASKED,
            "ask_bye",
            {"round": 1, "guest": "P01"},
            "That bye in round 1 is asked for already.",
        ),
        (
            OUT,
            "ask_bye",
            {"round": 1, "guest": "P01"},
            "in a round still to be paired, up to round 3: not in round 1",
        ),
        (
            OUT,
            "ask_bye",
            {"round": 4, "guest": "P01"},
            "in a round still to be paired, up to round 3: not in round 4",
        ),
        (
            knock_out(),
            "ask_bye",
            {"round": 1, "guest": "P01"},
            "A bye is asked for in a Swiss alone",
        ),
        (swiss(3), "unask_bye", {"round": 1, "guest": "P01"}, "No such bye is asked for"),
        (swiss(3), "late_entry", {"guest": "P99", "halves": 0}, "The Swiss has not begun"),
        (OUT, "late_entry", {"guest": "P01", "halves": 0}, "That guest is in the Swiss already."),
        (OUT, "late_entry", {"guest": "P99", "halves": 3}, "State from 0 to 1 points"),
        (OUT, "late_entry_back", {"guest": "P01"}, "That guest did not come in late"),
        (
            paired(LATE, (*EIGHT, "P99")),
            "late_entry_back",
            {"guest": "P99"},
            "They are paired already",
        ),
        (swiss(3), "bond", BOND | {"other": "P01"}, "A pair is two players"),
        (swiss(3), "bond", BOND | {"round": None}, "Say in which round the two are to meet."),
        (BOUND, "bond", BOND | {"forced": False}, "These two are to meet then: free them first."),
        (APART, "bond", BOND, "These two are kept apart then: free them first."),
        (BOUND, "unbond", BOND | {"round": 2}, "These two are neither bound nor kept apart so."),
        (
            BOUND,
            "bond",
            BOND | {"other": "P03"},
            "One of the two is bound to somebody else in that round",
        ),
        (OUT, "match_agreed", {"round": 1, "table": 1}, "has no result to be confirmed"),
        (swiss(3), "unbond", BOND, "These two are neither bound nor kept apart so."),
        (
            swiss(3),
            "close_stage",
            {"stage": 0, "order": []},
            "This stage cannot be closed: it has not begun.",
        ),
        (
            OUT,
            "close_stage",
            {"stage": 0, "order": []},
            "the matches at tables 1, 2, 3 and 4 have no result. Enter every result before",
        ),
        (PLAYED, "close_stage", {"stage": 0, "order": []}, "1 of 3 rounds are played."),
        (PLAYED, "open_stage", {"stage": 0}, "That stage is not the last one that was closed."),
        (swiss(3), "open_stage", {"stage": -1}, "That stage is not the last one that was closed."),
        (
            paired(FOLLOWED, EIGHT),
            "open_stage",
            {"stage": 0},
            "The next stage is paired from its order",
        ),
        (LATE_IN_DRAFT, "unpair", {"round": 1}, "Somebody came in late after it was drafted"),
        (
            closed(NOBODY_LEFT),
            "pairs_back",
            {"round": 2},
            "Its stage is closed: open it again first.",
        ),
    ],
)
def test_a_step_that_cannot_be_taken_is_refused_with_a_sentence(
    course: Course, step: str, body: dict[str, Any], said: str
) -> None:
    with pytest.raises(PairingError, match=said):
        take(course, step, body)


def test_another_round_another_bond() -> None:
    second = take(BOUND, "bond", BOND | {"round": 2, "other": "P03"})
    assert len(second.bonds) == 2


def test_a_bye_in_the_bracket_passes_to_who_really_won() -> None:
    course = result(NOBODY_LEFT, 1, 2, "2")
    assert course.rounds[1].matches[0].players == (course.match(1, 2).winner,)


def test_the_same_result_again_changes_nothing() -> None:
    match = PLAYED.match(1, 1)
    with pytest.raises(PairingError, match="nothing is changed"):
        result(PLAYED, 1, 1, match.games)


def other(course: Course, number: int, table: int) -> str:
    """The opposite result of a match of one game."""
    return "2" if course.match(number, table).games == "1" else "1"


def seen(course: Course, number: int, table: int, games: str) -> Any:
    """What a corrected result would do."""
    body = {"result": "played", "games": games}
    return effect(course, number, table, resulting(course.match(number, table), body))


def test_a_correction_in_the_swiss_drops_a_draft_and_offers_to_pair_what_has_not_begun() -> None:
    draft = paired(PLAYED, EIGHT, 2, out=False)
    change = other(draft, 1, 1)
    found = seen(draft, 1, 1, change)
    assert (found.dropped, found.offered, found.stands, found.asks) == ((2,), (), (), True)
    assert len(result(draft, 1, 1, change, again=[2]).rounds) == 1
    with pytest.raises(PairingError, match="The rounds changed meanwhile"):
        result(draft, 1, 1, change)
    assert seen(SECOND, 1, 1, change).offered == (2,)
    assert len(result(SECOND, 1, 1, change).rounds) == 2
    assert len(result(SECOND, 1, 1, change, again=[2]).rounds) == 1
    begun = result(SECOND, 2, 1, "1")
    assert (seen(begun, 1, 1, change).stands, seen(begun, 1, 1, change).seen) == ((2,), "o s 2")
    with pytest.raises(PairingError, match="The rounds changed meanwhile"):
        result(begun, 1, 1, change, again=[2])


def test_nothing_is_asked_where_winner_and_points_stay() -> None:
    best_of_3 = swiss(2, best_of=3)
    course = played(paired(best_of_3, EIGHT), Random(1), lambda match, rng: "11")
    course = paired(course, EIGHT, 2)
    assert not seen(course, 1, 1, "121").asks
    assert seen(course, 1, 1, "22").offered == (2,)
    circle = stage_played(Course((Stage("all_play_all"),)), refs(4), 2)
    assert not seen(circle, 1, 1, other(circle, 1, 1)).asks
    assert take(circle, "match_back", {"round": 1, "table": 1}).rounds[0].waiting != ()


def test_a_correction_in_the_bracket_changes_places_where_nobody_has_played_on() -> None:
    course = paired(played(paired(knock_out(third_place=True), refs(4)), Random(1)), refs(4))
    match = course.match(1, 1)
    winner, loser = str(match.winner), str(match.loser)
    change = other(course, 1, 1)
    found = seen(course, 1, 1, change)
    assert found.moves == (Move(2, 0, winner, loser), Move(2, -1, loser, winner))
    after = result(course, 1, 1, change)
    final, third = after.rounds[1].matches
    assert loser in final.players
    assert winner in third.players
    assert winner not in final.players
    assert seen(after, 1, 1, match.games).moves == (
        Move(2, 0, loser, winner),
        Move(2, -1, winner, loser),
    )
    back = result(after, 1, 1, match.games)
    assert [one.players for one in back.rounds[1].matches] == [
        one.players for one in course.rounds[1].matches
    ]


def test_a_correction_in_the_bracket_is_refused_where_somebody_has_played_on() -> None:
    course = paired(KO, refs(4))
    change = other(course, 1, 1)
    with pytest.raises(
        PairingError, match="has played on in round 2 at table 1: take that result back first"
    ):
        seen(played(course, Random(1)), 1, 1, change)
    with pytest.raises(
        PairingError, match="its bracket would have another shape: take round 2 back first"
    ):
        take(course, "match", BOTH_OUT)
    with pytest.raises(
        PairingError, match="its bracket would have another shape: take round 2 back first"
    ):
        result(NOBODY_LEFT, 1, 1, "1")
    draft = paired(KO, refs(4), out=False)
    assert seen(draft, 1, 1, change).dropped == (2,)


def test_one_who_went_on_through_a_bye_has_played_on_without_a_table() -> None:
    out = BOTH_OUT | {"table": 2}
    first = played(take(paired(knock_out(), EIGHT), "match", out), Random(1))
    second = played(paired(first, EIGHT), Random(1))
    course = paired(second, EIGHT)
    with pytest.raises(PairingError, match="has played on in round 2: take that result back first"):
        seen(course, 1, 1, other(course, 1, 1))


def test_a_result_of_a_closed_stage_is_refused_until_it_is_opened() -> None:
    with pytest.raises(
        PairingError, match="That stage is closed, and its order with it: open it again first"
    ):
        result(CLOSED, 1, 1, other(CLOSED, 1, 1))


def test_a_late_entry_keeps_the_draft_it_came_before() -> None:
    draft = paired(PLAYED, EIGHT, 2, out=False)
    late = take(draft, "late_entry", {"guest": "P99", "halves": 4})
    assert late.late[0].round == 3


def test_whoever_came_late_into_the_swiss_counts_in_the_knock_out_they_reach() -> None:
    plan = plan_of("swiss_then_knock_out", best_of=1, rounds=0, size=4, third_place=False)
    late = (Late("P98", 2, Halves(2)), Late("P99", 2, Halves(2)))
    course = Course(plan, entrants=((*refs(4), "P98", "P99"), ("P98", *refs(2), "P99")), late=late)
    assert (course.rounds_due(0), course.rounds_due(1)) == (2, 2)
