"""Breaking up a table, or filling it up: one move for each guest, only to free seats, and no other
way does less harm.
"""

from itertools import pairwise, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.seating import (
    Comer,
    Key,
    Room,
    Seating,
    SeatingImpossibleError,
    Sitter,
    Wishes,
    break_up,
    fill_up,
)
from scoring.seating.breaking import MISSED
from tests.examples import examples
from tests.scoring.seating.naive import recount

COUNTED = ("repeats", "same_livery", "same_group", "same_team", "apart_broken", "fixed_broken")
GUESTS = 13


def moved(seating: Seating, spot: tuple[int, int], ends: dict[Key, int]) -> Seating:
    """The seating with the guests of a table at others."""
    number, table = spot
    row = [list(seats) for seats in seating.rounds[number - 1]]
    row[table - 1] = []
    for key, end in ends.items():
        row[end - 1].append(key)
    rounds = list(seating.rounds)
    rounds[number - 1] = tuple(tuple(seats) for seats in row)
    return Seating(tuple(rounds))


def harm(seating: Seating, wishes: Wishes, number: int, usual: int) -> int:
    """What a seating does to its guests, counted the slow way."""
    found, weights = recount(seating, wishes), wishes.weights
    sizes = [sum(key is not None for key in seats) for seats in seating.rounds[number - 1]]
    told: int = sum(getattr(weights, kind) * found[kind] for kind in COUNTED)
    return told + weights.size * sum(size for size in sizes if size != usual)


def usual_of(seating: Seating, spot: tuple[int, int]) -> int:
    """The commonest size of all tables but one, the larger of two equally common."""
    number, table = spot
    sizes = [
        len([key for key in seats if key is not None])
        for at, row in enumerate(seating.rounds, start=1)
        for place, seats in enumerate(row, start=1)
        if (at, place) != (number, table)
    ]
    return max({*sizes} - {0}, key=lambda size: (sizes.count(size), size), default=0)


@st.composite
def halls(draw: st.DrawFn) -> tuple[Seating, Wishes, dict[int, Room]]:
    """Two rounds of thirteen guests at four tables, the first of round 2 with two or three, and who
    can take whom.
    """
    order = draw(st.permutations(range(1, GUESTS + 1)))
    small = draw(st.integers(2, 3))
    cuts = [0, small, small + 4, small + 8, GUESTS]
    first = tuple(
        tuple(range(1 + 4 * number, min(GUESTS, 4 + 4 * number) + 1)) for number in range(4)
    )
    second = tuple(tuple(order[start:end]) for start, end in pairwise(cuts))
    liveries = draw(st.lists(st.integers(1, 5), min_size=GUESTS, max_size=GUESTS))
    parties = draw(st.lists(st.sampled_from([None, None, 1, 2]), min_size=GUESTS, max_size=GUESTS))
    sitters = tuple(
        Sitter(key, liveries[key - 1], None, parties[key - 1]) for key in range(1, GUESTS + 1)
    )
    apart = draw(st.lists(st.tuples(st.integers(1, GUESTS), st.integers(1, GUESTS)), max_size=3))
    seats = [draw(st.integers(0, max(0, 6 - len(second[number])))) for number in range(1, 4)]
    rooms = {at + 2: Room(free, draw(st.integers(0, 1))) for at, free in enumerate(seats)}
    pairs = tuple(pair for pair in apart if pair[0] != pair[1])
    return Seating((first, second)), Wishes(sitters, pairs), rooms


@examples(60)
@given(halls())
def test_no_other_way_to_free_seats_does_less_harm(
    case: tuple[Seating, Wishes, dict[int, Room]],
) -> None:
    seating, wishes, rooms = case
    guests = [key for key in seating.rounds[1][0] if key is not None]
    usual = usual_of(seating, (2, 1))
    ways = [
        dict(zip(guests, ends, strict=True))
        for ends in product(rooms, repeat=len(guests))
        if all(ends.count(end) <= room.seats for end, room in rooms.items())
    ]

    def cost(ends: dict[Key, int]) -> int:
        missed = MISSED * sum(rooms[end].missed for end in ends.values())
        return harm(moved(seating, (2, 1), ends), wishes, 2, usual) + missed

    if not ways:
        with pytest.raises(SeatingImpossibleError, match="free at the other tables"):
            break_up(seating, wishes, (2, 1), rooms)
        return
    found = break_up(seating, wishes, (2, 1), rooms)
    assert found in ways
    assert cost(found) == min(map(cost, ways))


FIVES: tuple[tuple[Key, ...], ...] = (
    (1, 2),
    (3, 4, 5, 6),
    (7, 8, 9, 10),
    (11, 12, 13, 14, 15),
    (16, 17, 18, 19, 20),
)
STRANGERS = Wishes(tuple(Sitter(key) for key in range(1, 21)))


def test_two_who_played_together_already_part_and_fill_the_small_tables_first() -> None:
    rooms = {table: Room(seats) for table, seats in ((2, 2), (3, 2), (4, 1), (5, 1))}
    assert break_up(Seating((FIVES,)), STRANGERS, (1, 1), rooms, played=True) == {1: 2, 2: 3}


def test_a_table_that_has_played_on_is_chosen_only_where_no_other_has_a_seat() -> None:
    ahead = {2: Room(2, missed=1), 3: Room(1), 4: Room(1)}
    fewer = ahead | {4: Room(0)}
    found = [break_up(Seating((FIVES,)), STRANGERS, (1, 1), rooms) for rooms in (ahead, fewer)]
    assert [sorted(ends.values()) for ends in found] == [[3, 4], [2, 3]]


def test_in_a_hall_of_two_hundred_tables_the_best_seats_are_found_among_few() -> None:
    tables = ((1, 2, 3), *(tuple(range(4 + 5 * number, 9 + 5 * number)) for number in range(199)))
    sitters = Wishes(tuple(Sitter(key, livery=key % 90) for key in range(1, 1000)))
    found = break_up(
        Seating((tables,)), sitters, (1, 1), {table: Room(1) for table in range(2, 201)}
    )
    assert len(set(found.values())) == 3


def test_a_table_at_which_nobody_is_left_needs_no_move() -> None:
    assert break_up(Seating((((), (1, 2, 3, 4)),)), STRANGERS, (1, 1), {2: Room(2)}) == {}


def came(seating: Seating, key: Key) -> Seating:
    """The seating with one guest of round 2 at its first table."""
    row = [[seat for seat in seats if seat != key] for seats in seating.rounds[1]]
    row[0].append(key)
    return Seating((seating.rounds[0], tuple(map(tuple, row))))


@examples(60)
@given(halls())
def test_nobody_else_would_do_less_harm_at_a_table_that_is_filled_up(
    case: tuple[Seating, Wishes, dict[int, Room]],
) -> None:
    seating, wishes, rooms = case
    small, least = len(seating.rounds[1][0]), 3
    comers = [
        Comer(key, room.missed)
        for table, room in rooms.items()
        for key in seating.rounds[1][table - 1]
        if key is not None
    ]
    found = fill_up(seating, wishes, (2, 1), comers, least=least)
    rows = seating.rounds[1]
    larger = [key for seats in rows if len(seats) > least for key in seats if key is not None]
    missed = {comer.key: MISSED * comer.missed for comer in comers}

    def cost(key: Key) -> int:
        told = recount(came(seating, key), wishes)
        harms: list[int] = [getattr(wishes.weights, kind) * told[kind] for kind in COUNTED]
        return missed[key] + sum(harms)

    assert len(found) == least - small
    assert [cost(key) for key in found] == [min(map(cost, larger))] * len(found)


def test_who_has_met_their_table_already_does_no_good_by_leaving_it() -> None:
    tables = ((1, 2, 3), (4, 5, 6, 7, 8), (9, 10, 11, 12, 13))
    one_livery = {5: 1, 6: 1}
    guests = Wishes(tuple(Sitter(key, livery=one_livery.get(key)) for key in range(1, 14)))
    for met, comes in ((False, (5,)), (True, (4,))):
        comers = [Comer(key, met=met) for key in range(4, 14)]
        assert fill_up(Seating((tables,)), guests, (1, 1), comers, least=4) == comes


def test_a_table_is_not_filled_up_from_tables_that_would_then_be_too_small() -> None:
    tables = ((1, 2), (3, 4, 5, 6), (7, 8, 9, 10, 11))
    comers = [Comer(key) for key in range(3, 12)]
    with pytest.raises(SeatingImpossibleError, match="1 of 2 guests can come"):
        fill_up(Seating((tables,)), STRANGERS, (1, 1), comers, least=4)
