"""Tests of the bounds: never above what the best of all seatings does, and met where the best is
known.
"""

from collections.abc import Callable
from itertools import combinations, permutations

import pytest

from scoring.seating import Seating, Sitter, Wishes, certificate
from scoring.seating.bounds import (
    fixed_tables,
    least_apart_broken,
    least_fixed_broken,
    least_repeats,
    least_together,
    least_unfair_sizes,
)
from scoring.seating.harms import fair_sizes, usual_size
from tests.scoring.seating.naive import guests, recount


def seatings(number: int, size: int) -> list[Seating]:
    """All one-round seatings of `number` guests at two tables, `size` of them at the first."""
    everybody = set(range(1, number + 1))
    return [
        Seating(((first, tuple(everybody - {*first})),))
        for first in combinations(sorted(everybody), size)
    ]


@pytest.mark.parametrize(
    "fixed", [{}, {"g1": 1}, {"g1": 1, "g2": 1}, {"g1": 1, "g2": 1, "g3": 2, "g7": 2}]
)
@pytest.mark.parametrize(
    "livery", [lambda key: 0, lambda key: key % 2, lambda key: key < 4, lambda key: key % 3 or None]
)
def test_the_livery_bound_is_what_the_best_of_all_seatings_does(
    livery: Callable[[int], int | None], fixed: dict[str, int]
) -> None:
    wishes = Wishes(guests(8, livery, **fixed))
    kept = [seating for seating in seatings(8, 4) if not recount(seating, wishes)["fixed_broken"]]
    best = min(recount(found, wishes)["same_livery"] for found in kept)
    assert least_together(wishes, "livery", (4, 4), range(1, 9)) == best


@pytest.mark.parametrize(("sizes", "tables"), [((4, 4), 4), ((5, 4), 5), ((3, 3), 3)])
def test_the_repeat_bound_of_two_tables_is_what_the_best_second_round_does(
    sizes: tuple[int, int], tables: int
) -> None:
    number = sum(sizes)
    first = tuple(range(1, tables + 1)), tuple(range(tables + 1, number + 1))
    wishes = Wishes(guests(number))
    best = min(
        recount(Seating((first, seating.rounds[0])), wishes)["repeats"]
        for seating in seatings(number, sizes[0])
    )
    present = (frozenset(range(1, number + 1)),) * 2
    assert least_repeats(wishes, (sizes, sizes), (sizes, sizes), present) == best


def test_four_guests_have_three_rounds_in_pairs_and_the_fourth_repeats() -> None:
    rounds = [((a, b), (c, d)) for a, b, c, d in permutations(range(1, 5)) if a < b and a < c < d]
    wishes, sizes, present = Wishes(guests(4)), ((2, 2),), (frozenset(range(1, 5)),)
    for number in (3, 4):
        best = min(
            recount(Seating(tuple(chosen[:number])), wishes)["repeats"]
            for chosen in permutations(rounds + rounds[:1])
        )
        assert (
            least_repeats(wishes, sizes * number, sizes * number, present * number)
            == best
            == 2 * (number - 3)
        )


def test_a_newcomer_may_meet_anybody() -> None:
    sizes = ((4, 4), (4, 4))
    before, after = frozenset(range(1, 9)), frozenset(range(9, 17))
    assert least_repeats(Wishes(guests(16)), sizes, sizes, (before, after)) == 0
    assert least_repeats(Wishes(guests(8)), sizes, sizes, (before, before)) == 4


def test_a_table_wished_for_by_more_than_it_holds_binds_nobody() -> None:
    wishes = Wishes(tuple(Sitter(key, "Grocers", 1) for key in range(1, 4)), ((1, 2),))
    here = (frozenset({1, 2, 3}),) * 2
    roomy, tight = ((3, 2),) * 2, ((2, 2),) * 2
    assert fixed_tables(wishes, (3, 2), here[0]) == {1: 1, 2: 1, 3: 1}
    assert fixed_tables(wishes, (2, 2), here[0]) == {} == fixed_tables(wishes, (), here[0])
    assert (
        least_fixed_broken(wishes, (3, 2), here[0]),
        least_fixed_broken(wishes, (2, 2), here[0]),
    ) == (0, 1)
    assert (least_apart_broken(wishes, roomy, here), least_apart_broken(wishes, tight, here)) == (
        2,
        0,
    )
    sixteen, sizes = (frozenset(range(1, 17)),) * 3, ((4, 4, 4, 4),) * 3
    assert least_repeats(Wishes(guests(16)), sizes, sizes, sixteen) == 0
    assert least_repeats(Wishes(guests(16, g1=1, g2=1, g3=1, g4=2)), sizes, sizes, sixteen) == 6
    assert (
        least_together(wishes, "livery", (3, 2), here[0]),
        least_together(wishes, "livery", (2, 2), here[0]),
    ) == (
        3,
        1,
    )
    assert least_fixed_broken(Wishes((Sitter(1, None, 9),)), (2, 2), {1}) == 1


def test_somebody_paired_with_themselves_is_no_wish() -> None:
    wishes = Wishes((Sitter(1, None, 1), Sitter(2, None, 1)), ((1, 1),))
    assert least_apart_broken(wishes, ((2,),), (frozenset({1, 2}),)) == 0
    found = certificate(Seating((((1, 2),),)), wishes)
    assert (found.count("apart_broken"), found.apart_wished, found.apart_kept) == (0, 0, 0)


def test_the_usual_size_is_the_commonest_and_a_fair_share_is_rounded_up() -> None:
    assert (usual_size([5, 5, 4]), usual_size([6, 5]), usual_size([])) == (5, 6, 0)
    assert fair_sizes([[5, 5, 4], [5, 5, 4]], 14) == (5, (1, 0))
    assert fair_sizes([[6, 5, 5]] * 4, 16) == (5, (0, 2))


def test_only_who_keeps_a_small_table_must_come_to_it_more_often_than_is_fair() -> None:
    rooms = ((5, 5, 4), (5, 5, 4), (5, 5, 4))
    here = (frozenset(range(1, 15)),) * 3
    assert least_unfair_sizes(Wishes(guests(14)), rooms, rooms, here) == 0
    kept = Wishes((Sitter(1, None, 3), Sitter(2, None, 1), *(Sitter(key) for key in range(3, 15))))
    assert least_unfair_sizes(kept, rooms, rooms, here) == 2
    assert least_unfair_sizes(Wishes(()), (), (), ()) == 0
