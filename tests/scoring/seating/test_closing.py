"""Closing the door: never a move too many, every table within bounds, and nobody moved who need not
be.
"""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.seating import (
    Closing,
    Key,
    Place,
    Seating,
    SeatingImpossibleError,
    Sitter,
    Wishes,
    certificate,
    close_door,
)
from tests.examples import examples
from tests.scoring.seating.naive import drawn, guests

SMALL = st.lists(st.integers(0, 6), min_size=1, max_size=4)
SIZES = {0, 4, 5, 6}


def tables_of(sizes: list[int]) -> tuple[tuple[Key, ...], ...]:
    """Tables of these sizes, guests numbered through."""
    starts = [sum(sizes[:place]) + 1 for place in range(len(sizes))]
    return tuple(
        tuple(range(start, start + size)) for start, size in zip(starts, sizes, strict=True)
    )


def by_trying_all(sizes: list[int]) -> int | None:
    """The fewest who move, over every way to send every guest to some table; None where no way
    leaves fit tables.
    """
    home = [table for table, size in enumerate(sizes) for _ in range(size)]
    moves = [
        sum(at != to for at, to in zip(home, ends, strict=True))
        for ends in product(range(len(sizes)), repeat=len(home))
        if {ends.count(table) for table in range(len(sizes))} <= SIZES
    ]
    return min(moves, default=None)


def by_trying_all_ends(sizes: list[int]) -> int | None:
    """The same over every set of sizes the tables may end with: whoever a table
    loses is one move.
    """
    ends = (ends for ends in product(sorted(SIZES), repeat=len(sizes)) if sum(ends) == sum(sizes))
    moves = [sum(max(0, had - has) for had, has in zip(sizes, end, strict=True)) for end in ends]
    return min(moves, default=None)


def told(sizes: list[int]) -> int | None:
    """The moves of a hall with tables of these sizes whose guests wish for nothing."""
    keys = iter(range(sum(sizes)))
    tables = tuple(tuple(next(keys) for _ in range(size)) for size in sizes)
    try:
        return len(close_door(Seating((tables,)), Wishes(()), ()).moves)
    except SeatingImpossibleError:
        return None


@pytest.mark.parametrize(
    "sizes", [[3, 5], [4, 5, 1], [3, 3, 3], [2, 2], [6, 1], [1, 4], [3, 4, 2], [6, 3], [2, 2, 5]]
)
def test_no_way_of_sending_guests_to_tables_takes_fewer_moves(sizes: list[int]) -> None:
    assert told(sizes) == by_trying_all(sizes) == by_trying_all_ends(sizes)


@given(SMALL)
def test_no_other_sizes_can_be_had_with_fewer_moves(sizes: list[int]) -> None:
    assert told(sizes) == by_trying_all_ends(sizes)


@examples(12)
@given(st.integers(8, 60), st.integers(0, 9), st.randoms(use_true_random=False))
def test_the_moves_are_the_fewest_in_every_round_and_leave_fit_tables(
    number: int, away: int, rng: object
) -> None:
    before = drawn(Wishes(guests(number)))
    absent = set(rng.sample(range(1, number + 1), min(away, number - 1)))  # type: ignore[attr-defined]
    wishes = Wishes(tuple(guest for guest in guests(number) if guest.key not in absent))
    sizes = [[sum(key not in absent for key in table) for table in row] for row in before.rounds]
    if any(told(row) is None for row in sizes):
        with pytest.raises(SeatingImpossibleError, match="guests cannot sit at tables of 4 to 6"):
            close_door(before, wishes, absent)
        return
    closed = close_door(before, wishes, absent)
    assert [sum(move.round == held for move in closed.moves) for held in (1, 2)] == [
        told(row) for row in sizes
    ]
    taken = {
        sum(key is not None for key in table) for row in closed.seating.rounds for table in row
    }
    assert taken <= {0, 4, 5, 6}
    stays_true(before, closed, absent)


def stays_true(before: Seating, closed: Closing, absent: set[int]) -> None:
    """Whoever is not named as moved sits where they sat, and everybody sits exactly once in every
    round.
    """
    moved = {(move.key, move.round): move.after for move in closed.moves}
    for held, row in enumerate(before.rounds, start=1):
        for key in [key for table in row for key in table if key is not None]:
            place = None if key in absent else moved.get((key, held), before.place(key, held))
            assert closed.seating.place(key, held) == place
        after = [
            key for table in closed.seating.rounds[held - 1] for key in table if key is not None
        ]
        assert len(after) == len(set(after))


def test_a_table_that_takes_more_moves_to_fill_than_to_leave_is_given_up() -> None:
    seating = Seating((tables_of([5, 5, 5, 5]),))
    closed = close_door(seating, Wishes(guests(20)), {6, 7, 8, 9})
    assert (closed.given_up, [(move.key, move.before) for move in closed.moves]) == (
        ((1, 2),),
        [(10, Place(2, "E"))],
    )
    assert [len(table) for table in closed.seating.rounds[0]].count(6) == 1


def test_the_empty_seat_is_taken_before_a_new_one_is_set() -> None:
    seating = Seating((tables_of([5, 5]),))
    closed = close_door(seating, Wishes(guests(10)), {2, 4})
    (move,) = closed.moves
    assert (move.before.table, move.after) == (2, Place(1, "B"))
    assert closed.seating.rounds[0][0] == (1, move.key, 3, None, 5)


def test_among_equal_moves_nobody_meets_twice_or_sits_with_their_livery() -> None:
    wishes = Wishes(guests(110, lambda key: key % 35))
    before = drawn(wishes)
    absent = {
        key for key in before.rounds[0][3][:2] + before.rounds[1][8][:2] if isinstance(key, int)
    }
    here = Wishes(tuple(sitter for sitter in wishes.sitters if sitter.key not in absent))
    closed = close_door(before, here, absent)
    assert [(move.round, move.after.table) for move in closed.moves] == [(1, 4), (2, 9)]
    said = certificate(closed.seating, here)
    assert (said.count("repeats"), said.count("same_livery")) == (0, 0)


def test_who_stays_at_a_table_or_on_the_step_free_side_is_moved_last() -> None:
    stays = [
        Sitter(key, fixed_table=2) if key < 9 else Sitter(key, step_free=key == 9)
        for key in range(6, 11)
    ]
    wishes = Wishes((*guests(5), *stays), step_free=frozenset({2}))
    closed = close_door(Seating((tables_of([5, 5]),)), wishes, {1, 2})
    assert [move.key for move in closed.moves] == [10]


def test_a_table_with_sheets_stays_as_it_is() -> None:
    seating = Seating((tables_of([5, 5, 5]),))
    closed = close_door(seating, Wishes(guests(15)), {1, 2, 6, 7}, locked={(1, 1)})
    assert closed.seating.rounds[0][0] == (1, 2, 3, 4, 5)
    assert [(move.before.table, move.after.table) for move in closed.moves] == [(3, 2)]


def test_when_nobody_came_every_table_is_given_up() -> None:
    closed = close_door(Seating((tables_of([5, 4]),)), Wishes(()), set(range(1, 10)))
    assert (closed.given_up, closed.moves) == (((1, 1), (1, 2)), ())


def test_a_table_too_large_sends_guests_away_and_an_empty_one_stays_empty() -> None:
    closed = close_door(
        Seating((((1, 2, 3, 4, 5, 6, 7), (8, 9, 10, 11), ()),)), Wishes(guests(11)), set()
    )
    assert [(move.before.table, move.after.table) for move in closed.moves] == [(1, 2)]
    assert closed.given_up == ()


def test_sizes_that_do_not_add_up_are_refused() -> None:
    seating, wishes = Seating((tables_of([4, 5]),)), Wishes(guests(9))
    with pytest.raises(
        SeatingImpossibleError, match=r"^9 guests cannot sit at just 1 of these tables\.$"
    ):
        close_door(seating, wishes, set(), sizes=[5])
