"""Tests of the table plan: the worked examples, and what no plan can seat."""

from fractions import Fraction
from random import Random

import pytest

from scoring.seating import (
    SeatingImpossibleError,
    Sitter,
    TablePlan,
    Wishes,
    best_draw,
    certificate,
    chosen_plan,
    priced_plans,
    table_plan,
    with_companies,
)
from tests.scoring.seating.naive import guests as sitters

EXAMPLES = [
    (8, "2x4"),
    (9, "1x5 + 1x4"),
    (10, "2x5"),
    (11, "1x6 + 1x5"),
    (12, "2x6"),
    (13, "1x5 + 2x4"),
    (23, "3x5 + 2x4"),
    (97, "2x6 + 17x5"),
    (100, "20x5"),
    (103, "19x5 + 2x4"),
    (107, "2x6 + 19x5"),
    (108, "20x5 + 2x4"),
    (109, "21x5 + 1x4"),
    (110, "22x5"),
    (111, "1x6 + 21x5"),
    (112, "2x6 + 20x5"),
    (113, "21x5 + 2x4"),
    (115, "23x5"),
    (120, "24x5"),
]


@pytest.mark.parametrize(("guests", "plan"), EXAMPLES)
def test_each_worked_example_is_met(guests: int, plan: str) -> None:
    assert str(table_plan(guests)) == plan


IMPOSSIBLE = [
    (-2, "0 guests cannot fill tables of 4 to 6; add at least 4."),
    (0, "0 guests cannot fill tables of 4 to 6; add at least 4."),
    (1, "1 guest cannot fill tables of 4 to 6; add at least 3."),
    (2, "2 guests cannot fill tables of 4 to 6; add at least 2."),
    (3, "3 guests cannot fill tables of 4 to 6; add at least 1."),
    (
        7,
        (
            "7 guests cannot sit at tables of 4 to 6: one table holds at most 6 and 2 need at least"
            " 8; add 1 or take 1 away."
        ),
    ),
]


@pytest.mark.parametrize(("guests", "sentence"), IMPOSSIBLE)
def test_numbers_without_a_plan_are_refused_with_the_mend(guests: int, sentence: str) -> None:
    with pytest.raises(SeatingImpossibleError) as refusal:
        table_plan(guests)
    assert str(refusal.value) == sentence


def test_an_odd_guest_cannot_sit_at_tables_of_two() -> None:
    with pytest.raises(SeatingImpossibleError) as refusal:
        table_plan(7, least=2, target=2, most=2)
    assert (
        str(refusal.value)
        == "7 guests cannot sit at tables of 2: 3 tables hold at most 6 and 4 need at least 8; add"
        " 1 or take 1 away."
    )


def test_the_mend_that_is_offered_works() -> None:
    for guests in (14, 17, 19, 27, 29):
        with pytest.raises(SeatingImpossibleError, match="take") as refusal:
            table_plan(guests, least=10, target=11, most=13)
        words = str(refusal.value).split()
        more, fewer = int(words[words.index("add") + 1]), int(words[words.index("take") + 1])
        assert table_plan(guests + more, least=10, target=11, most=13).guests == guests + more
        assert table_plan(guests - fewer, least=10, target=11, most=13).guests == guests - fewer


@pytest.mark.parametrize(
    ("least", "target", "most"), [(4, 5, 6), (2, 2, 2), (3, 4, 6), (2, 3, 10), (5, 5, 6)]
)
def test_every_plan_is_legal_and_as_near_the_target_as_can_be(
    least: int, target: int, most: int
) -> None:
    for guests in range(1, 151):
        legal = [k for k in range(1, guests + 1) if least * k <= guests <= most * k]
        if not legal:
            with pytest.raises(SeatingImpossibleError):
                table_plan(guests, least=least, target=target, most=most)
            continue
        plan = table_plan(guests, least=least, target=target, most=most)
        off = {k: abs(Fraction(guests, k) - target) for k in legal}
        assert plan.tables == min(legal, key=lambda k: (off[k], k))
        assert (plan.guests, max(plan.sizes) - min(plan.sizes) <= 1) == (guests, True)
        assert plan.sizes == tuple(sorted(plan.sizes, reverse=True))
        assert least <= min(plan.sizes) <= max(plan.sizes) <= most


def test_sizes_in_the_wrong_order_are_a_fault_of_the_caller() -> None:
    with pytest.raises(ValueError, match="least <= target <= most"):
        table_plan(10, least=5, target=4, most=6)


def test_a_plan_tells_its_tables_by_size() -> None:
    assert table_plan(23).by_size == ((5, 3), (4, 2))
    assert TablePlan((5, 5)).by_size == ((5, 2),)


LEAST_HARM = {
    (12, 2): ("3x4", 3), (16, 2): ("4x4", 0), (17, 2): ("1x5 + 3x4", 1), (20, 2): ("5x4", 0),
    (21, 2): ("1x5 + 4x4", 0), (22, 2): ("2x5 + 3x4", 0), (26, 2): ("2x5 + 4x4", 0), (27, 2): ("3x5 + 3x4", 0),
    (32, 2): ("4x5 + 3x4", 0), (37, 2): ("5x5 + 3x4", 0), (37, 3): ("5x5 + 3x4", 0), (12, 3): ("3x4", 6),
    (8, 2): ("2x4", 4), (14, 2): ("2x5 + 1x4", 5), (31, 2): ("1x6 + 5x5", 0), (110, 2): ("22x5", 0),
    (16, 3): ("4x4", 0),
}  # fmt: skip


@pytest.mark.parametrize(("guests", "rounds"), LEAST_HARM)
def test_the_first_plan_forces_the_fewest_repeats(guests: int, rounds: int) -> None:
    first, *others = priced_plans(guests, rounds)
    assert (str(first.plan), first.repeats) == LEAST_HARM[guests, rounds]
    assert all(first.repeats <= other.repeats for other in others)


def test_sizes_declared_otherwise_stand() -> None:
    assert str(table_plan(20, least=5, target=5, most=5, rounds=2)) == "4x5"
    assert str(table_plan(20)) == "4x5"


@pytest.mark.parametrize(
    ("guests", "plan"), [(7, "1x7"), (13, "1x13"), (14, "1x14"), (15, "1x8 + 1x7"), (28, "2x14")]
)
def test_as_many_as_can_be_sit_together_where_the_best_size_is_the_most(
    guests: int, plan: str
) -> None:
    assert {
        str(table_plan(guests, least=7, target=14, most=14, rounds=rounds)) for rounds in (1, 2, 3)
    } == {plan}


LONG = [pytest.param(guests, marks=pytest.mark.torture) for guests in (22, 27)]


@pytest.mark.parametrize("guests", [12, 16, 20, *LONG])
def test_the_price_is_what_the_certificate_of_a_drawn_hall_proves(guests: int) -> None:
    """And the draw reaches it, at every legal division."""
    wishes = Wishes(sitters(guests))
    plans = priced_plans(guests, 2)
    for priced in plans:
        seating = best_draw(wishes, priced.plan, 2, Random(3), draws=1)
        found = certificate(seating, wishes, plans=plans)
        (repeats,) = (count for count in found.counts if count.kind == "repeats")
        assert (repeats.count, repeats.least) == (priced.repeats, priced.repeats)
        only_here = priced.repeats > plans[0].repeats
        assert ("at these tables, at others" in repeats.sentence) == only_here


@pytest.mark.parametrize("guests", [37, 47])
def test_over_three_rounds_nobody_is_twice_at_an_unusual_size(guests: int) -> None:
    wishes = Wishes(sitters(guests))
    found = certificate(best_draw(wishes, table_plan(guests, rounds=3), 3, Random(5)), wishes)
    assert [count.count for count in found.counts if count.kind in {"size", "repeats"}] == [0, 0]


def test_a_price_is_said_in_words() -> None:
    assert [plan.words for plan in priced_plans(32, 2)] == [
        "nobody need meet twice",
        "nobody need meet twice",
        "nobody need meet twice, 4 guests sit twice at a table of another size",
    ]
    assert priced_plans(31, 2)[0].words.endswith(", 1 guest sits twice at a table of another size")
    assert [plan.words for plan in priced_plans(22, 3)] == [
        "nobody need meet twice",
        "at least 12 pairs meet again",
    ]
    assert "at least 1 pair meets again" in {plan.words for plan in priced_plans(17, 2)}


def test_no_draw_is_no_seating() -> None:
    with pytest.raises(ValueError, match="At least one draw is made, not 0"):
        best_draw(Wishes(sitters(8)), table_plan(8), 2, Random(1), draws=0)


def test_of_draws_that_harm_alike_the_first_stays() -> None:
    wishes, plan = Wishes(sitters(9)), table_plan(9)
    three = best_draw(wishes, plan, 2, Random(1), draws=3)
    assert three == best_draw(wishes, plan, 2, Random(1), draws=1)
    assert certificate(three, wishes).count("repeats") > 0


def test_the_price_names_the_pairs_of_one_livery_or_party_that_share_a_table() -> None:
    """Six of one livery: over two rounds one pair a round at five tables, two at four; none of
    three in a party.
    """
    wishes = Wishes(
        tuple(
            Sitter(key, livery="Oak" if key <= 6 else None, group="us" if key > 17 else None)
            for key in range(1, 21)
        )
    )
    plans = with_companies(priced_plans(20, 2), wishes)
    assert [(plan.plan.tables, plan.liveries, plan.parties) for plan in plans] == [
        (5, 2, 0),
        (4, 4, 0),
    ]
    assert plans[1].words == (
        "at least 4 pairs meet again; at least 4 pairs of one livery share a table"
    )
    found = certificate(best_draw(wishes, plans[1].plan, 2, Random(2)), wishes)
    assert found.count("same_livery") == plans[1].liveries


def test_another_plan_than_the_first_can_be_chosen_and_no_other_number_of_tables() -> None:
    plans = priced_plans(20, 2)
    assert [str(chosen_plan(plans, tables)) for tables in (None, 5, 4)] == ["5x4", "5x4", "4x5"]
    with pytest.raises(
        SeatingImpossibleError, match="20 guests do not fit 9 tables: choose 4 or 5"
    ):
        chosen_plan(plans, 9)
