"""Tests of the certificate: every harm counted, named in a sentence and held against what cannot be
avoided.
"""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.seating import Certificate, Harm, Seating, Sitter, Weights, Wishes, certificate
from tests.examples import examples
from tests.scoring.seating.changed import swap, vacate
from tests.scoring.seating.naive import drawn, guests, recount

NAMES = {1: "Ann Oak", 2: "Ben Ash", 3: "Cleo Elm", 4: "Dot Yew"}
REFERENCE = Path(__file__).parents[3] / "fixtures" / "reference"


def of_four(
    rounds: tuple[tuple[tuple[int | None, ...], ...], ...], wishes: Wishes, *steps: int
) -> Certificate:
    """The certificate of a small seating with the names of its guests."""
    return certificate(Seating(rounds, steps), wishes, name=lambda key: NAMES[int(key)])


def said(found: Certificate) -> list[str]:
    """The sentences of all harms."""
    return [harm.sentence for harm in found.harms]


def test_guests_who_meet_twice_are_named_with_the_table_where_they_met() -> None:
    wishes = Wishes(guests(4))
    found = of_four((((1, 2), (3, 4)), ((3, 2), (1, 4)), ((4, 3), (2, 1))), wishes)
    again = "meet at table {} in round 3 and met at table {} in round 1."
    assert found.of("repeats") == (
        Harm("repeats", (4, 3), 3, 1, f"Dot Yew and Cleo Elm {again.format(1, 2)}"),
        Harm("repeats", (2, 1), 3, 2, f"Ben Ash and Ann Oak {again.format(2, 1)}"),
    )


def test_a_third_meeting_names_both_earlier_ones() -> None:
    found = of_four((((1, 2),), ((2, 1),), ((1, 2),)), Wishes(guests(2)))
    assert said(found) == [
        "Ben Ash and Ann Oak meet at table 1 in round 2 and met at table 1 in round 1.",
        (
            "Ann Oak and Ben Ash meet at table 1 in round 3 and met at table 1 in round 1 and at"
            " table 1 in round 2."
        ),
    ]
    assert [entry.sentence for entry in found.counts if entry.count] == [
        "2 repeated meetings; fewer are not possible."
    ]


def test_pairs_of_one_livery_party_or_team_or_kept_apart_are_named() -> None:
    sitters = (
        Sitter(1, "Grocers"),
        Sitter(2, "Grocers"),
        Sitter(3, group="P1", team="North"),
        Sitter(4, "Salters", group="P1", team="North"),
    )
    found = of_four((((1, 2), (3, 4)),), Wishes(sitters, ((2, 1), (3, 1))))
    assert said(found) == [
        "Ann Oak and Ben Ash are of one livery and share table 1 in round 1.",
        "Ann Oak and Ben Ash are to be kept apart but share table 1 in round 1.",
        "Cleo Elm and Dot Yew belong to one party and share table 2 in round 1.",
        "Cleo Elm and Dot Yew are of one team and share table 2 in round 1.",
    ]
    assert (found.apart_wished, found.apart_kept, found.clean) == (2, 1, False)
    assert [entry.sentence for entry in found.counts if entry.count] == [
        "1 pair to be kept apart at one table.",
        "1 pair of one livery at a table.",
        "1 pair of one party at a table.",
        "1 pair of one team at a table.",
    ]


def test_a_guest_away_from_a_fixed_table_is_named() -> None:
    wishes = Wishes(guests(4, g1=2, g3=2))
    found = of_four((((1, 2), (3, 4)), ((1, 4), (3, 2))), wishes)
    assert said(found) == [
        "Ann Oak is to stay at table 2 but sits at table 1 in round 1.",
        "Ann Oak is to stay at table 2 but sits at table 1 in round 2.",
    ]
    assert (found.fixed_wished, found.fixed_kept) == (2, 1)


def test_guests_without_a_seat_and_with_two_are_named() -> None:
    found = of_four((((1, 2), (1, None)),), Wishes(guests(3)))
    assert sorted(said(found)) == [
        "Ann Oak has 2 seats in round 1, at tables 1 and 2.",
        "Cleo Elm has no seat in round 1.",
    ]
    assert (found.count("doubled"), found.count("unseated")) == (1, 1)
    assert found.total == 2000


def test_who_sits_too_often_at_a_table_of_unusual_size_is_named() -> None:
    wishes = Wishes(guests(4))
    fair = (((1,), (2, 3)), ((1,), (2, 4)))
    both = of_four(fair, wishes)
    assert [harm.sentence for harm in both.of("size")] == [
        "Ann Oak sits at a small table, of 1, for the second time in round 2."
    ]
    assert (both.small, both.large) == ((2, 1), (0, 0))
    assert both.tables_by_size == (((2, 1), (1, 1)), ((2, 1), (1, 1)))


def test_large_tables_count_as_well_and_times_beyond_three_are_said_in_figures() -> None:
    row = ((1, 2, 3), (4, 5), (6, 7))
    found = certificate(Seating((row,) * 4), Wishes(guests(7)))
    assert [harm.sentence for harm in found.of("size") if harm.keys == (1,)] == [
        "1 sits at a large table, of 3, for the third time in round 3.",
        "1 sits at a large table, of 3, for the 4th time in round 4.",
    ]
    assert (found.small[0], found.large[0]) == (0, 4)


def test_a_move_against_the_plan_is_an_exception_and_no_harm() -> None:
    wishes = Wishes(guests(4))
    found = of_four((((1, 2), (3, 4)), ((4, 1), (3, 2))), wishes, 0, 1)
    assert (found.clean, found.exceptions) == (True, ())
    swapped = of_four((((1, 2), (3, 4)), ((3, 2), (1, 4))), wishes, 0, 1)
    assert [harm.sentence for harm in swapped.exceptions] == [
        "Ben Ash stays at table 1 in round 2, not going to table 2.",
        "Cleo Elm goes from table 2 to 1 in round 2, not staying there.",
        "Ann Oak goes from table 1 to 2 in round 2, not staying there.",
        "Dot Yew stays at table 2 in round 2, not going to table 1.",
    ]
    assert (swapped.total, swapped.clean) == (4, True)


def test_a_count_above_what_is_unavoidable_says_so() -> None:
    wishes = Wishes(tuple(Sitter(key, "Grocers") for key in range(1, 7)))
    found = certificate(Seating((((1, 2, 3, 4), (5, 6)),)), wishes)
    counted = next(entry for entry in found.counts if entry.kind == "same_livery")
    assert (counted.count, counted.least, counted.unavoidable) == (7, 6, False)
    assert counted.sentence == "7 pairs of one livery at a table; at least 6 cannot be avoided."
    assert (
        next(entry for entry in found.counts if entry.kind == "repeats").sentence
        == "No repeated meetings."
    )


def test_a_guest_who_left_meets_nobody_and_moves_nowhere() -> None:
    wishes = Wishes(guests(25))
    seating = vacate(drawn(wishes), 7, 2)
    found = certificate(seating, wishes)
    assert [harm.sentence for harm in found.harms] == ["7 has no seat in round 2."]
    assert found.tables_by_size == (((5, 5),), ((5, 4), (4, 1)))


def test_nobody_at_all_is_a_clean_seating() -> None:
    found = certificate(Seating(((),)), Wishes(()))
    assert (found.clean, found.small, found.total) == (True, (0, 0), 0)
    assert certificate(Seating(()), Wishes(())).clean


@pytest.mark.parametrize("evening", ["A_clean", "B1_tie_games_won", "C_incidents"])
def test_the_reference_evening_has_no_repeat_and_no_shared_livery(evening: str) -> None:
    data = json.loads((REFERENCE / evening / "evening.json").read_text(encoding="utf-8"))
    wishes = Wishes(tuple(Sitter(player["id"], player["livery"]) for player in data["players"]))
    rounds = tuple(
        tuple(tuple(table) for table in data["seating"][number]) for number in ("1", "2")
    )
    found = certificate(Seating(rounds), wishes)
    assert (found.count("repeats"), found.count("same_livery"), found.clean) == (0, 0, True)
    assert found.tables_by_size == (((5, 22),), ((5, 22),))
    spoilt = swap(Seating(rounds), rounds[1][0][1], rounds[0][0][0], 2)
    assert (
        certificate(spoilt, wishes).total
        == recount(spoilt, wishes)["repeats"] * Weights().repeats
        + 20 * (recount(spoilt, wishes)["same_livery"])
    )


BASE = Wishes(
    tuple(Sitter(key, key % 7, {3: 1, 9: 2}.get(key), key % 11) for key in range(1, 34)),
    ((1, 2), (4, 9), (8, 30)),
)
SEATED = drawn(BASE, rounds=3)


@examples(40)
@given(st.lists(st.tuples(st.integers(1, 33), st.integers(1, 33), st.integers(1, 3)), max_size=12))
def test_the_certificate_equals_the_slow_recount_after_any_swaps(
    swaps: list[tuple[int, int, int]],
) -> None:
    seating = SEATED
    for one, other, number in swaps:
        seating = swap(seating, one, other, number)
    seating = vacate(seating, 5, 2)
    found = certificate(seating, BASE)
    slow = recount(seating, BASE)
    assert {entry.kind: entry.count for entry in found.counts if entry.kind in slow} == slow
    assert [len(found.of(entry.kind)) == entry.count for entry in found.counts] == [True] * 12
    assert found.total == sum(entry.count * entry.weight for entry in found.counts)


def test_the_most_rounds_at_a_small_table_stand_beside_the_least_that_can_be_had() -> None:
    five, four = (1, 2, 3, 4, 5), (6, 7, 8, 9)
    found = certificate(
        Seating(((five, four), (five, four))), Wishes(tuple(Sitter(key) for key in range(1, 10)))
    )
    assert (found.small, found.large) == ((2, 1), (0, 0))
