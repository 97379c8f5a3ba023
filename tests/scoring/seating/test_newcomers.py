"""Places for newcomers: the best pair of places, as good as trying every one, and nobody met twice
for nothing.
"""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.seating import FOUR_TO_SIX, Bounds, Key, Seating, Sitter, Wishes, close_door, offers
from scoring.seating.harms import usual_size
from tests.examples import examples
from tests.scoring.seating.changed import fill
from tests.scoring.seating.naive import drawn, guests, meetings, recount, sizes

NEW = 99
WEIGHTS = {
    "repeats": 20,
    "same_livery": 20,
    "same_group": 20,
    "same_team": 20,
    "apart_broken": 100,
    "fixed_broken": 1000,
}


def free_tables(seating: Seating, bounds: Bounds = FOUR_TO_SIX) -> dict[int, list[int]]:
    return {
        number: [table for table, size in enumerate(row, start=1) if 0 < size < bounds.most]
        for number, row in enumerate(sizes(seating), start=1)
    }


def with_places(seating: Seating, tables: dict[int, int], key: Key = NEW) -> Seating:
    for number, table in tables.items():
        seating = fill(seating, key, number, table, len(seating.rounds[number - 1][table - 1]))
    return seating


def slow_cost(seating: Seating, wishes: Wishes, tables: dict[int, int]) -> tuple[int, int]:
    """Harm and guests at tables of unusual size, counted the obvious way after everybody has sat
    down.
    """
    then = with_places(seating, tables)
    counted = recount(then, wishes)
    harm = sum(weight * counted[kind] for kind, weight in WEIGHTS.items())
    usual = usual_size(size for row in sizes(seating) for size in row)
    return harm, sum(size for row in sizes(then) for size in row if size != usual)


@st.composite
def small_halls(draw: st.DrawFn) -> tuple[Seating, Wishes]:
    number, rounds = draw(st.sampled_from((8, 9, 10, 11, 13, 14))), draw(st.integers(1, 3))
    liveries = draw(
        st.lists(st.sampled_from([None, "Grocers", "Plumbers"]), min_size=number, max_size=number)
    )
    members = tuple(Sitter(key, livery) for key, livery in enumerate(liveries, start=1))
    seating = Seating(drawn(Wishes(members), rounds, seed=draw(st.integers(1, 99))).rounds)
    apart = tuple(
        (NEW, key) for key in draw(st.lists(st.integers(1, number), max_size=2, unique=True))
    )
    new = Sitter(NEW, draw(st.sampled_from([None, "Grocers"])), draw(st.sampled_from([None, 1])))
    return seating, Wishes((*members, new), apart)


@examples(12)
@given(small_halls())
def test_no_choice_of_places_in_all_rounds_is_better_than_the_first_one_offered(
    hall: tuple[Seating, Wishes],
) -> None:
    seating, wishes = hall
    free = free_tables(seating)
    first = offers(seating, wishes, NEW, free)[0]
    every = (dict(zip(free, tables, strict=True)) for tables in product(*free.values()))
    least = min(slow_cost(seating, wishes, tables) for tables in every)
    assert (
        slow_cost(seating, wishes, {number: place.table for number, place in first.places}) == least
    )


@examples(10)
@given(small_halls())
def test_every_table_of_the_first_round_is_offered_once_and_the_better_comes_first(
    hall: tuple[Seating, Wishes],
) -> None:
    seating, wishes = hall
    free = free_tables(seating)
    found = offers(seating, wishes, NEW, free)
    assert sorted(offer.places[0][1].table for offer in found) == free[1]
    costs = [(offer.harm, offer.odd) for offer in found]
    assert costs == sorted(costs)


def test_the_empty_seat_is_offered_before_a_new_one_at_the_same_table() -> None:
    seating = Seating((((1, None, 3, 4),), ((1, 3, 4, None),)))
    (offer,) = offers(seating, Wishes(guests(4)), NEW, free_tables(seating))
    assert [(place.table, place.seat) for _number, place in offer.places] == [(1, "B"), (1, "D")]


def test_where_no_table_takes_anybody_nothing_is_offered() -> None:
    assert offers(Seating((((1, 2, 3, 4),),)), Wishes(guests(4)), NEW, {1: []}) == ()


def test_a_first_round_is_no_offer_where_a_later_one_takes_nobody() -> None:
    full = ((1, 2, 3, 4, 5, 6),)
    seating = Seating((((1, 2, 3, 4),), full))
    assert offers(seating, Wishes(guests(6)), NEW, {1: [1], 2: [1]}) == ()


def test_at_the_closing_a_newcomer_stays_without_a_seat_where_there_is_none() -> None:
    full = Seating((((1, 2, 3, 4, 5, 6),),))
    closing = close_door(full, Wishes((*guests(6), Sitter(NEW))), set(), newcomers=[(NEW, 1)])
    assert (closing.seating, closing.seated) == (full, ())


def test_two_who_walk_in_one_after_the_other_do_not_meet_twice() -> None:
    wishes = Wishes((*guests(110), Sitter(NEW + 100), Sitter(NEW + 101)))
    seating = drawn(Wishes(guests(110)))
    for key in (NEW + 100, NEW + 101):
        best = offers(seating, wishes, key, free_tables(seating))[0]
        seating = with_places(seating, {number: place.table for number, place in best.places}, key)
    assert max(meetings(seating).values()) == 1


def closed_with(seating: Seating, wishes: Wishes, absent: set[Key], new: list[Key]) -> Seating:
    wanted = [(key, number) for key in new for number in range(1, len(seating.rounds) + 1)]
    here = Wishes(
        tuple(sitter for sitter in wishes.sitters if sitter.key not in absent), wishes.apart
    )
    return close_door(seating, here, absent, newcomers=wanted).seating


@pytest.mark.parametrize("seed", range(1, 13))
def test_two_newcomers_at_the_closing_sit_as_well_as_the_best_of_all_ways(seed: int) -> None:
    new: list[Key] = [NEW, NEW + 1]
    number = 8 + seed % 3
    wishes = Wishes((*guests(number, lambda key: key % 3), Sitter(NEW, 0), Sitter(NEW + 1, 0)))
    seating = Seating(drawn(Wishes(wishes.sitters[:-2]), seed=seed).rounds)
    closed = closed_with(seating, wishes, set(), new)
    assert repeats_and_clashes(closed, wishes) == min(
        repeats_and_clashes(tried, wishes)
        for tried in every_way(seating, [(key, held) for key in new for held in (1, 2)])
    )


def every_way(seating: Seating, wanted: list[tuple[Key, int]]) -> list[Seating]:
    """Everybody wanted at every table that takes them, one after the other."""
    if not wanted:
        return [seating]
    key, number = wanted[0]
    ways = []
    for table, row in enumerate(seating.rounds[number - 1], start=1):
        if len(seated(row)) < FOUR_TO_SIX.most:
            seat = row.index(None) if None in row else len(row)
            ways += every_way(fill(seating, key, number, table, seat), wanted[1:])
    return ways


def strip(table: tuple[Key | None, ...], absent: set[Key]) -> tuple[Key | None, ...]:
    left = [None if key in absent else key for key in table]
    while left and left[-1] is None:
        left.pop()
    return tuple(left)


def repeats_and_clashes(seating: Seating, wishes: Wishes) -> int:
    counted = recount(seating, wishes)
    return counted["repeats"] + counted["same_livery"]


def test_110_guests_who_came_sit_at_22_tables_of_five_with_the_fewest_moves() -> None:
    new: list[Key] = [201, 202]
    wishes = Wishes((*guests(113), *(Sitter(key) for key in new)))
    seating = drawn(Wishes(guests(113)))
    absent: set[Key] = {3, 17, 40, 77, 101}
    here = Wishes(tuple(sitter for sitter in wishes.sitters if sitter.key not in absent))
    wanted = [(key, number) for key in new for number in (1, 2)]
    closed = close_door(seating, here, absent, newcomers=wanted, sizes=[5] * 22)
    assert [sorted({*map(len, map(seated, row))} - {0}) for row in closed.seating.rounds] == [
        [5],
        [5],
    ]
    assert max(meetings(closed.seating).values()) == 1
    assert [key for key, _number, _place in closed.seated] == [201, 201, 202, 202]
    before = sizes(Seating(tuple(tuple(strip(t, absent) for t in row) for row in seating.rounds)))
    assert all(sum(move.round == number for move in closed.moves) <= 5 for number in (1, 2)), before


def seated(table: tuple[Key | None, ...]) -> list[Key]:
    return [key for key in table if key is not None]
