"""The knock-out's bracket."""

from dataclasses import replace
from random import Random

import pytest

from scoring.pairing.bracket import bracket_size, first_round, rounds_needed, seed_order
from scoring.pairing.ranking import knock_out_places
from tests.scoring.pairing.playing import knock_out, paired, played, refs, stage_played


@pytest.mark.parametrize("number", range(2, 34))
def test_the_byes_belong_to_the_top_seeds(number: int) -> None:
    pairs = first_round(refs(number))
    free = bracket_size(number) - number
    assert sorted(one for one, other in pairs if other is None) == list(refs(free))
    assert sorted(ref for pair in pairs for ref in pair if ref) == list(refs(number))


@pytest.mark.parametrize("number", range(3, 34))
def test_the_better_seed_always_winning_meets_each_rival_as_late_as_can_be(number: int) -> None:
    """The first two meet in the final, the first four in the semi-finals, and so on; only round 1
    has byes.
    """
    course = stage_played(knock_out(third_place=True), refs(number), rounds_needed(number))
    for turn, held in enumerate(course.rounds[1:], start=1):
        assert all(match.other for match in held.matches), turn
        bracket = [match for match in held.matches if match.slot >= 0]
        left = rounds_needed(number) - turn
        assert sorted(ref for match in bracket for ref in match.players) == list(refs(2**left))
    places = knock_out_places(course.rounds, refs(number))
    assert [ref for ref, place in sorted(places.items(), key=lambda one: one[1])][:2] == [
        "P01",
        "P02",
    ]
    assert sorted(places) == list(refs(number))
    assert (places["P03"], places.get("P04")) == ((3, None) if number == 3 else (3, 4))


def test_two_meet_in_a_final_at_once() -> None:
    course = stage_played(knock_out(third_place=True), refs(2), 1)
    assert knock_out_places(course.rounds, refs(2)) == {"P01": 1, "P02": 2}


def test_without_a_match_for_it_the_third_place_is_shared() -> None:
    course = stage_played(knock_out(), refs(8), 3)
    places = knock_out_places(course.rounds, refs(8))
    assert sorted(places.values()) == [1, 2, 3, 3, 5, 5, 5, 5]


def test_seeds_stand_as_in_every_bracket_of_eight() -> None:
    assert seed_order(8) == (1, 8, 4, 5, 2, 7, 3, 6)


def test_a_bracket_of_one_is_refused() -> None:
    with pytest.raises(ValueError, match="at least two"):
        bracket_size(1)


def test_who_is_still_in_has_no_place_yet() -> None:
    course = played(paired(knock_out(), refs(6)), Random(1))
    assert sorted(knock_out_places(course.rounds, refs(6)).items()) == [("P05", 5), ("P06", 5)]


def test_a_place_stays_while_further_matches_of_its_round_come_in() -> None:
    [round_] = played(paired(knock_out(), refs(8)), Random(1)).rounds
    first, *rest = round_.matches
    half_way = replace(round_, matches=(first, *(replace(match, result="") for match in rest)))
    assert knock_out_places([half_way], refs(8)) == {first.loser: 5}
