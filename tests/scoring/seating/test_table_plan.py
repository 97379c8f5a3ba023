"""Tests of the table plan: the worked examples, and what no plan can seat."""

from fractions import Fraction

import pytest

from scoring.seating import SeatingImpossibleError, TablePlan, table_plan

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
        "7 guests cannot sit at tables of 4 to 6: one table holds at most 6 and 2 need at least 8;"
        " add 1 or take 1 away.",
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
    assert str(refusal.value) == (
        "7 guests cannot sit at tables of 2: 3 tables hold at most 6 and 4 need at least 8; add 1 or take 1 away."
    )


def test_the_mend_that_is_offered_works() -> None:
    for guests in (14, 17, 19, 27, 29):
        with pytest.raises(SeatingImpossibleError, match="take") as refusal:
            table_plan(guests, least=10, target=11, most=13)
        words = str(refusal.value).split()
        more, fewer = int(words[words.index("add") + 1]), int(words[words.index("take") + 1])
        assert table_plan(guests + more, least=10, target=11, most=13).guests == guests + more
        assert table_plan(guests - fewer, least=10, target=11, most=13).guests == guests - fewer


@pytest.mark.parametrize(("least", "target", "most"), [(4, 5, 6), (2, 2, 2), (3, 4, 6), (2, 3, 10), (5, 5, 6)])
def test_every_plan_is_legal_and_as_near_the_target_as_can_be(least: int, target: int, most: int) -> None:
    for guests in range(1, 301):
        legal = [k for k in range(1, guests + 1) if least * k <= guests <= most * k]
        if not legal:
            with pytest.raises(SeatingImpossibleError):
                table_plan(guests, least=least, target=target, most=most)
            continue
        plan = table_plan(guests, least=least, target=target, most=most)
        nearest = min(abs(Fraction(guests, k) - target) for k in legal)
        assert plan.tables == min(k for k in legal if abs(Fraction(guests, k) - target) == nearest)
        assert (plan.guests, max(plan.sizes) - min(plan.sizes) <= 1) == (guests, True)
        assert plan.sizes == tuple(sorted(plan.sizes, reverse=True))
        assert least <= min(plan.sizes) <= max(plan.sizes) <= most


def test_sizes_in_the_wrong_order_are_a_fault_of_the_caller() -> None:
    with pytest.raises(ValueError, match="least <= target <= most"):
        table_plan(10, least=5, target=4, most=6)


def test_a_plan_tells_its_tables_by_size() -> None:
    assert table_plan(23).by_size == ((5, 3), (4, 2))
    assert TablePlan((5, 5)).by_size == ((5, 2),)
