"""A draft changed by hand: who may change places, what it says of itself, and what it does not
undo.
"""

from random import Random

import pytest

from scoring.pairing.by_hand import swapped
from scoring.pairing.course import Course
from scoring.pairing.steps import match_body, take
from scoring.pairing.values import PairingError
from tests.scoring.pairing.playing import knock_out, paired, played, refs, swiss

EIGHT = refs(8)
SECOND = paired(played(paired(swiss(3), EIGHT), Random(1)), EIGHT, 2, out=False)


def by_hand(course: Course, number: int, one: str, other: str) -> Course:
    """The course after two have changed places."""
    held = course.round(number)
    was = [match_body(match) for ref in (one, other) if (match := held.of(ref))]
    then = [match_body(match) for match in swapped(course, number, one, other)]
    return take(
        course,
        "swap_pairs",
        {"round": number, "one": one, "other": other, "was": was, "matches": then},
    )


def test_each_has_the_opponent_and_the_side_of_the_other() -> None:
    first, second, *others = SECOND.rounds[1].matches
    after = by_hand(SECOND, 2, first.one, str(second.other)).rounds[1].matches
    assert [match.players for match in after] == [
        (second.other, first.other),
        (second.one, first.one),
        *(match.players for match in others),
    ]
    assert after[0].reasons[0] == "Paired by the hand of an official, not as drafted."


def test_a_pair_that_has_met_is_possible_by_hand_and_says_so() -> None:
    met = SECOND.rounds[0].matches[0]
    here = SECOND.rounds[1].of(met.one)
    assert here is not None
    after = by_hand(SECOND, 2, str(here.opponent(met.one)), str(met.other))
    again = after.rounds[1].of(met.one)
    assert again is not None
    assert {*again.players} == {*met.players}
    assert "They have met already, in round 1." in again.reasons


@pytest.mark.parametrize(
    ("forced", "said"),
    [(True, "One of the two is bound"), (False, "Two who are kept apart would meet")],
)
def test_what_the_desk_has_bound_or_kept_apart_stands_against_the_hand(
    forced: bool, said: str
) -> None:
    first, second, *_others = SECOND.rounds[1].matches
    pair = first.players if forced else (first.one, second.one)
    bond = {"one": pair[0], "other": pair[1], "forced": forced, "round": 2}
    held = take(take(SECOND, "unpair", {"round": 2}), "bond", bond)
    held = take(
        held,
        "pair",
        {"round": 2, "matches": [match_body(match) for match in SECOND.rounds[1].matches]},
    )
    with pytest.raises(PairingError, match=said):
        by_hand(held, 2, str(first.other), second.one)


def test_a_bracket_is_not_changed_and_a_step_of_another_draft_is_refused() -> None:
    bracket = paired(knock_out(), refs(4), out=False)
    with pytest.raises(PairingError, match="the bracket or the circle decides"):
        by_hand(bracket, 1, *(match.one for match in bracket.rounds[0].matches))
    first, second, third, _last = SECOND.rounds[1].matches
    body = {
        "round": 2,
        "one": first.one,
        "other": second.one,
        "was": [match_body(first), match_body(third)],
    }
    with pytest.raises(PairingError, match="another one by now"):
        take(SECOND, "swap_pairs", body | {"matches": [match_body(first), match_body(second)]})


def test_a_bond_between_others_does_not_hold_the_hand_back() -> None:
    first, second, third, fourth = SECOND.rounds[1].matches
    held = take(
        take(SECOND, "unpair", {"round": 2}),
        "bond",
        {"one": third.one, "other": fourth.one, "forced": False, "round": 2},
    )
    held = take(
        held,
        "pair",
        {"round": 2, "matches": [match_body(match) for match in SECOND.rounds[1].matches]},
    )
    assert by_hand(held, 2, first.one, second.one).rounds[1].matches[0].one == second.one


def test_two_change_places_in_a_draft_alone_and_in_two_matches_of_it() -> None:
    first, second, *_others = SECOND.rounds[1].matches
    for course, one, other, said in (
        (take(SECOND, "pairs_out", {"round": 2}), first.one, second.one, "is published"),
        (SECOND, first.one, "P99", "Choose two players who are in the draft"),
        (SECOND, first.one, str(first.other), "These two meet each other"),
    ):
        with pytest.raises(PairingError, match=said):
            swapped(course, 2, one, other)


def test_who_is_left_over_may_be_another_one_but_not_who_asked_for_it() -> None:
    seven = refs(7)
    left_over = paired(swiss(3), seven, out=False)
    bye = next(match for match in left_over.rounds[0].matches if match.other is None)
    here, there = swapped(left_over, 1, bye.one, left_over.rounds[0].matches[0].one)
    sits = here if here.other is None else there
    assert (sits.one, sits.reasons) == (
        left_over.rounds[0].matches[0].one,
        ("Sits out by the hand of an official, in the place of whom the draft had.",),
    )
    asked = paired(take(swiss(3), "ask_bye", {"round": 1, "guest": "P01"}), EIGHT, out=False)
    with pytest.raises(PairingError, match="asked to sit that round out"):
        swapped(asked, 1, "P01", asked.rounds[0].matches[0].one)


def test_a_step_that_names_more_than_two_places_is_refused() -> None:
    told = [match_body(match) for match in SECOND.rounds[1].matches[:3]]
    body = {"round": 2, "one": "P01", "other": "P02", "was": told, "matches": told}
    with pytest.raises(PairingError, match="not more and not fewer"):
        take(SECOND, "swap_pairs", body)
