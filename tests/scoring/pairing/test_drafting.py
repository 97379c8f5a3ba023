"""The draft of the next round: bonds, byes asked for, late entries, stages, and
what is in the way.
"""

from dataclasses import replace
from random import Random

import pytest

from scoring.formats.results import Halves
from scoring.pairing.changes import Effect
from scoring.pairing.course import Course, Stage, next_match, plan_of
from scoring.pairing.draft import draft
from scoring.pairing.steps import take
from scoring.pairing.values import PairingError
from tests.scoring.pairing.exhaustive import heaviest_by_search
from tests.scoring.pairing.playing import (
    by_chance,
    closed,
    drafted,
    knock_out,
    paired,
    played,
    refs,
    result,
    stage_played,
    swiss,
)

EIGHT = refs(8)


def test_a_draft_says_why_each_pair_meets() -> None:
    found = drafted(paired_and_played(), EIGHT).round
    assert found.matches[0].reasons[0] == "Both have 1 point."
    assert [match.reasons[1:] for match in found.matches] == [()] * 4
    assert [match.table for match in found.matches] == [1, 2, 3, 4]
    assert not found.published


def paired_and_played() -> Course:
    """A Swiss of eight after one round."""
    return stage_played(swiss(3), EIGHT, 1)


def test_the_same_seed_drafts_the_same_round_whatever_matching_finds_it() -> None:
    course = paired_and_played()
    assert drafted(course, EIGHT, 5) == drafted(course, EIGHT, 5)
    assert drafted(course, EIGHT, 5, heaviest_by_search).round.number == 2


def test_a_bound_pair_meets_and_a_pair_kept_apart_does_not() -> None:
    for one, other in (("P01", "P02"), ("P03", "P07")):
        bond = {"one": other, "other": one, "forced": True, "round": 1}
        found = drafted(take(swiss(3), "bond", bond), EIGHT).round
        match = found.of(one)
        assert match is not None
        assert (match.opponent(one), match.reasons[0]) == (
            other,
            "Bound by the desk for this round.",
        )
    apart = take(swiss(3), "bond", {"one": "P01", "other": "P02", "forced": False, "round": None})
    for seed in range(8):
        match = drafted(apart, EIGHT, seed).round.of("P01")
        assert match is not None
        assert match.opponent("P01") != "P02"
    kept = [frozenset(("P01", ref)) for ref in EIGHT[2:]]
    match = draft(swiss(3), EIGHT, heaviest_by_search, Random(1), kept).round.of("P01")
    assert match is not None
    assert match.opponent("P01") == "P02"


def test_a_bye_that_was_asked_for_counts_half_and_leaves_the_others_paired() -> None:
    course = take(swiss(3), "ask_bye", {"round": 1, "guest": "P05"})
    course = take(course, "ask_bye", {"round": 1, "guest": "P06"})
    course = played(paired(course, EIGHT), Random(1))
    byes = [(match.one, match.kind) for match in course.rounds[0].matches if match.other is None]
    assert byes == [("P05", "asked_bye"), ("P06", "asked_bye")]
    assert {line.player: str(line.halves) for line in course.standing(0)}["P05"] == "0.5"


def test_who_went_home_is_not_paired_and_keeps_the_points() -> None:
    course = stage_played(swiss(3), EIGHT, 1)
    home = course.rounds[0].matches[0].winner
    found = drafted(course, tuple(ref for ref in EIGHT if ref != home)).round
    assert found.of(str(home)) is None
    assert sum(match.other is None for match in found.matches) == 1
    assert {line.player: line.halves for line in course.standing(0)}[str(home)] == 2


def test_a_late_entry_is_paired_by_the_points_stated() -> None:
    course = stage_played(swiss(3), EIGHT, 1)
    course = take(course, "late_entry", {"guest": "P99", "halves": 1})
    assert course.late[0].halves == Halves(1)
    found = drafted(course, (*EIGHT, "P99")).round
    match = found.of("P99")
    assert match is not None
    assert "0.5 points" in match.reasons[0]
    assert [str(line.halves) for line in course.standing(0) if line.player == "P99"] == ["0.5"]


def test_the_best_of_the_swiss_go_on_and_the_next_moves_up_for_an_absentee() -> None:
    plan = plan_of("swiss_then_knock_out", best_of=1, rounds=3, size=4, third_place=True)
    course = closed(stage_played(Course(plan), EIGHT, 3, 1, by_chance))
    order = course.orders[0]
    assert drafted(course, EIGHT).entrants == order[:4]
    there = tuple(ref for ref in EIGHT if ref != order[1])
    assert drafted(course, there).entrants == (order[0], *order[2:5])
    course = stage_played(course, EIGHT, 2)
    assert [len(held.matches) for held in course.of_stage(1)] == [2, 2]
    assert course.rounds[-1].matches[1].reasons == (
        "Both lost their semi-final: they play for the third place.",
    )
    course = take(course, "close_stage", {"stage": 1, "order": list(course.entrants[1])})
    with pytest.raises(PairingError, match="All stages are closed: nothing is left to pair"):
        drafted(course, EIGHT)


def test_all_play_all_is_laid_round_by_round_also_before_results_are_in() -> None:
    course = Course((Stage("all_play_all"),))
    for seed in range(5):
        course = paired(course, refs(5), seed)
    assert [
        match.kind for held in course.rounds for match in held.matches if match.other is None
    ] == ["pause"] * 5
    with pytest.raises(PairingError, match="Every round of the matches is paired: close the stage"):
        drafted(course, refs(5))


def test_in_all_play_all_the_opponent_of_who_went_home_has_a_bye() -> None:
    course = paired(Course((Stage("all_play_all"),)), refs(4))
    found = drafted(course, refs(3)).round
    assert [(match.kind, match.reasons) for match in found.matches if match.other is None] == [
        ("bye", ("Turn 2 of 3 of the circle. The opponent went home.",))
    ]
    assert drafted(course, ("P01",)).round.matches[0].kind == "bye"
    assert drafted(course, ()).round.matches == ()


def test_a_bracket_goes_on_without_those_who_both_lost() -> None:
    course = paired(knock_out(), EIGHT)
    for match in course.rounds[0].matches:
        out = match.slot in (0, 1)
        said = (
            {"result": "double_forfeit", "games": ""} if out else {"result": "played", "games": "1"}
        )
        course = take(course, "match", {"round": 1, "table": match.table, **said})
    found = drafted(course, EIGHT).round
    assert [(match.slot, match.other is None) for match in found.matches] == [(1, False)]
    course = played(paired(course, EIGHT), Random(1))
    final = drafted(course, EIGHT).round
    assert [(match.kind, match.reasons[0]) for match in final.matches] == [
        ("bye", "Nobody is left on the other side of the bracket.")
    ]


@pytest.mark.parametrize(
    ("course", "present", "said"),
    [
        (
            swiss(3),
            ("P01",),
            "One player is there: a pairing needs two, so let more players come in first.",
        ),
        (swiss(3), (), "Nobody is there: a pairing needs two, so let more players come in first."),
        (
            swiss(4),
            refs(4),
            (
                "4 players meet nobody twice for 3 rounds at most, and 4 are declared: declare"
                " fewer, or"
            ),
        ),
        (
            paired(swiss(3), EIGHT, out=False),
            EIGHT,
            "Round 1 is a draft still: publish it or throw it away first.",
        ),
        (
            paired(swiss(3), EIGHT),
            EIGHT,
            "Round 1: the matches at tables 1, 2, 3 and 4 have no result. Enter every result",
        ),
        (
            take(paired_and_played(), "match_back", {"round": 1, "table": 4}),
            EIGHT,
            "Round 1: the match at table 4 has no result. Enter every result before",
        ),
        (
            result(paired(swiss(3), refs(3)), 1, 1, "1"),
            ("P01",),
            "One player or none is there for this round",
        ),
    ],
)
def test_what_is_in_the_way_of_a_pairing_is_said(
    course: Course, present: tuple[str, ...], said: str
) -> None:
    with pytest.raises(PairingError, match=said):
        drafted(course, present)


def test_a_knock_out_larger_than_those_who_are_there_is_refused() -> None:
    plan = plan_of("swiss_then_knock_out", best_of=1, rounds=2, size=4, third_place=False)
    course = closed(stage_played(Course(plan), refs(4), 2))
    with pytest.raises(
        PairingError, match="The knock-out takes 4 and 3 are there: choose a smaller cut"
    ):
        drafted(course, refs(3))


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"ending": "fixed"}, "This evening seats tables"),
        ({"best_of": 2}, "best of 1, 3 or 5 games, not of 2"),
        ({"size": 6}, "takes 2, 4, 8, 16 or more players, not 6: change the cut"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(fields: dict[str, object], said: str) -> None:
    whole = {
        "ending": "swiss_then_knock_out",
        "best_of": 1,
        "rounds": 3,
        "size": 4,
        "third_place": False,
    } | fields
    with pytest.raises(PairingError, match=said):
        plan_of(**whole)  # type: ignore[arg-type]


def test_everybody_knows_the_next_opponent() -> None:
    course = paired(swiss(3), EIGHT)
    first = next_match(course, "P01")
    assert first is not None
    assert (first[0].number, first[1].done) == (1, False)
    course = played(course, Random(1))
    last = next_match(course, "P01")
    assert last is not None
    assert last[1].done
    drafted_only = paired(course, EIGHT, out=False)
    assert next_match(drafted_only, "P01") == next_match(course, "P01")
    assert next_match(swiss(3), "P01") is None
    overlapping = paired(paired(Course((Stage("all_play_all"),)), refs(4)), refs(4))
    assert overlapping.stage.words == "All play all"
    assert replace(overlapping, rounds=()).last is None
    assert Effect().asks is False
