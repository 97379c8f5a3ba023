"""Tests of the draw: everybody sits, wishes are had, and what cannot be had does the least harm."""

from dataclasses import replace
from itertools import combinations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.seating import (
    SeatingImpossibleError,
    Sitter,
    Weights,
    Wishes,
    certificate,
    draw,
    movement_sentence,
    table_plan,
)
from scoring.seating.values import Kind
from tests.examples import examples
from tests.scoring.seating.naive import drawn, guests, recount, sizes, tables

REACHABLE: tuple[Kind, ...] = (
    "fixed_broken",
    "apart_broken",
    "repeats",
    "same_livery",
    "same_group",
    "same_team",
    "unseated",
)


def host_and_35(key: int) -> int:
    """A host livery of 12 among 110, 30 liveries of 3 and 4 of 2, as at the evening."""
    return 0 if key <= 12 else 1 + (key - 13) // 3 if key <= 102 else 31 + (key - 103) // 2


def test_the_evening_of_110_is_drawn_without_harm_and_wholly_on_the_plan() -> None:
    wishes = Wishes(guests(110, host_and_35))
    for seed in range(10):
        seating = drawn(wishes, seed=seed)
        found = certificate(seating, wishes)
        assert (found.total, found.harms) == (0, ())
        assert movement_sentence(seating) == "A stays, B moves on one table, C two, D three, E four"


def test_the_same_seed_draws_the_same_seating_and_another_seed_another() -> None:
    wishes = Wishes(guests(97, lambda key: key % 20))
    assert drawn(wishes, seed=5) == drawn(wishes, seed=5)
    assert drawn(wishes, seed=5) != drawn(wishes, seed=6)


NUMBERS = range(12, 131)
"""The short run draws every number at few tables, where the cases are, and some of the others."""
TRIED = {*range(12, 41), *range(43, 131, 7), 110, 130}


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(number, marks=() if number in TRIED else pytest.mark.torture)
        for number in NUMBERS
    ],
)
def test_every_number_of_guests_is_seated_legally_with_as_few_repeats_as_can_be(
    number: int,
) -> None:
    wishes = Wishes(guests(number, lambda key: key % (number // 3)))
    seating = drawn(wishes, seed=number)
    for row, taken in zip(seating.rounds, sizes(seating), strict=True):
        assert sorted(key for table in row for key in table if key is not None) == list(
            range(1, number + 1)
        )
        assert sorted(taken, reverse=True) == list(table_plan(number).sizes)
    found = certificate(seating, wishes)
    assert [
        entry.kind
        for entry in found.counts
        if entry.kind in REACHABLE and entry.count != entry.least
    ] == []


@pytest.mark.parametrize("number", [1000, 1001, 1003])
def test_a_thousand_guests_are_drawn_without_harm(number: int) -> None:
    wishes = Wishes(guests(number, lambda key: key % 111))
    found = certificate(drawn(wishes), wishes)
    assert found.clean
    assert found.count("off_plan") == (2 if number == 1001 else 0)


@pytest.mark.parametrize("size", [22, 23, 30, 45, 60, 110])
def test_a_livery_larger_than_the_number_of_tables_meets_itself_as_little_as_can_be(
    size: int,
) -> None:
    wishes = Wishes(guests(110, lambda key: 0 if key <= size else key))
    found = certificate(drawn(wishes), wishes)
    quotient, rest = divmod(size, 22)
    per_round = rest * (quotient + 1) * quotient // 2 + (22 - rest) * quotient * (quotient - 1) // 2
    assert (found.count("same_livery"), found.count("repeats")) == (2 * per_round, 0)


def test_wishes_of_every_kind_are_had_together() -> None:
    sitters = [
        replace(sitter, group=f"host {sitter.key % 37}", team=sitter.key % 11)
        for sitter in guests(110, host_and_35, g1=3, g50=1)
    ]
    wishes = Wishes(tuple(sitters), apart=((1, 13), (13, 1), (2, 20), (50, 60), (110, 999)))
    seating = drawn(wishes)
    assert recount(seating, wishes) == dict.fromkeys(recount(seating, wishes), 0)
    assert {table for _, table, keys in tables(seating) if 1 in keys} == {3}
    assert {table for _, table, keys in tables(seating) if 50 in keys} == {1}
    assert movement_sentence(seating) != ""


def test_two_guests_fixed_to_one_table_meet_again_and_nobody_else_does() -> None:
    wishes = Wishes(guests(110, host_and_35, g20=4, g30=4), apart=((20, 30),))
    found = certificate(drawn(wishes), wishes)
    assert (found.count("repeats"), found.count("apart_broken"), found.count("fixed_broken")) == (
        1,
        2,
        0,
    )
    assert [entry.kind for entry in found.counts if entry.count != entry.least] == ["off_plan"]


def test_a_table_wished_for_by_too_many_takes_as_many_as_it_holds() -> None:
    fixed = {f"g{key}": 1 for key in range(1, 8)}
    wishes = Wishes(guests(110, host_and_35, **fixed))
    found = certificate(drawn(wishes), wishes)
    assert (found.count("fixed_broken"), found.fixed_wished, found.fixed_kept) == (4, 7, 5)


def test_where_the_plan_would_repeat_it_is_given_up_with_its_sentence() -> None:
    wishes = Wishes(guests(16))
    seating = draw(wishes, table_plan(16, least=4, target=4, most=4), 5, Random(3))
    assert recount(seating, wishes)["repeats"] == 0
    assert (seating.steps, movement_sentence(seating), certificate(seating, wishes).exceptions) == (
        (),
        "",
        (),
    )


def test_other_games_have_other_tables() -> None:
    pairs = Wishes(guests(44))
    seating = draw(pairs, table_plan(44, least=2, target=2, most=2), 5, Random(1))
    assert certificate(seating, pairs).total == 0
    assert {size for row in sizes(seating) for size in row} == {2}


def test_weights_decide_which_wish_gives_way() -> None:
    sitters = (
        *(Sitter(key, "Grocers") for key in range(1, 3)),
        *(Sitter(key) for key in range(3, 9)),
    )
    apart = tuple((1, number) for number in range(3, 9))
    kinder = Wishes(sitters, apart, Weights(same_livery=1000, apart_broken=1, repeats=0))
    strict = Wishes(sitters, apart, Weights(same_livery=1, apart_broken=1000, repeats=0))
    assert recount(drawn(kinder), kinder)["same_livery"] == 0
    assert recount(drawn(strict), strict)["same_livery"] == 2


def test_progress_is_told_from_start_to_end_and_never_falls() -> None:
    told: list[float] = []
    draw(Wishes(guests(23)), table_plan(23), 2, Random(1), progress=told.append)
    assert told == sorted(set(told))
    assert (len(told) > 3, told[0] > 0, told[-1]) == (True, True, 1.0)


REFUSED = [
    (guests(11), 2, "The table plan seats 10 but there are 11 guests; make the plan again."),
    (guests(10, g3=9), 2, "3 is fixed to table 9; choose a table from 1 to 2."),
    (guests(10, g3=0), 2, "3 is fixed to table 0; choose a table from 1 to 2."),
    ((*guests(9), Sitter(4)), 2, "4 is in the list of guests more than once; take one entry out."),
    (guests(10), 0, "0 rounds cannot be drawn; choose at least 1."),
]


@pytest.mark.parametrize(("sitters", "rounds", "sentence"), REFUSED)
def test_a_draw_that_cannot_be_made_is_refused_with_the_mend(
    sitters: tuple[Sitter, ...], rounds: int, sentence: str
) -> None:
    with pytest.raises(SeatingImpossibleError) as refusal:
        draw(Wishes(sitters), table_plan(10), rounds, Random(1))
    assert str(refusal.value) == sentence


@st.composite
def evenings(draw_: st.DrawFn) -> tuple[Wishes, int, int]:
    """Wishes of up to 30 guests with anything wished for, a number of rounds and a seed."""
    number = draw_(st.integers(8, 30))
    plan = table_plan(number)
    fixed = st.none() | st.integers(1, plan.tables)
    label = st.none() | st.integers(1, 6)
    sitters = tuple(
        Sitter(f"P{key}", draw_(label), draw_(fixed), draw_(label)) for key in range(number)
    )
    pairs = list(combinations((sitter.key for sitter in sitters), 2))
    apart = tuple(draw_(st.lists(st.sampled_from(pairs), max_size=6)))
    return Wishes(sitters, apart), draw_(st.integers(1, 3)), draw_(st.integers(0, 99))


@examples(6)
@given(evenings())
def test_whatever_is_wished_everybody_sits_once_a_round_at_a_legal_table(
    evening: tuple[Wishes, int, int],
) -> None:
    wishes, rounds, seed = evening
    seating = drawn(wishes, rounds, seed)
    keys = sorted(str(sitter.key) for sitter in wishes.sitters)
    assert len(seating.rounds) == rounds
    for row, taken in zip(seating.rounds, sizes(seating), strict=True):
        assert sorted(str(key) for table in row for key in table) == keys
        assert sorted(taken, reverse=True) == list(table_plan(len(keys)).sizes)
    found = certificate(seating, wishes)
    assert {kind: found.count(kind) for kind in REACHABLE} == {
        kind: recount(seating, wishes)[kind] for kind in REACHABLE
    }
    assert found.count("off_plan") == recount(seating, wishes)["off_plan"]
    assert found.count("fixed_broken") == next(
        c.least for c in found.counts if c.kind == "fixed_broken"
    )
    if not found.count("fixed_broken"):
        assert [entry.kind for entry in found.counts if entry.count < entry.least] == []
