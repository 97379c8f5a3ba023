"""Tests of who checks whom: the next guest clockwise, past empty seats."""

import pytest

from scoring.seating import SeatingImpossibleError, checkers, left_neighbour


def test_each_hand_is_checked_by_the_next_seat_and_the_last_by_seat_a() -> None:
    assert checkers(("ann", "ben", "cleo")) == {"ann": "ben", "ben": "cleo", "cleo": "ann"}


def test_empty_seats_are_passed_over() -> None:
    table = (None, "ben", None, "dot", None)
    assert left_neighbour(table, 1) == "dot"
    assert left_neighbour(table, 3) == "ben"
    assert checkers(table) == {"ben": "dot", "dot": "ben"}


def test_a_guest_alone_at_the_table_has_no_checker() -> None:
    assert left_neighbour((None, "ben"), 1) is None
    assert checkers((None, "ben")) == {}
    assert checkers((None, None)) == {}


@pytest.mark.parametrize("seat", [-1, 1, 3])
def test_a_seat_nobody_sits_in_has_no_neighbour(seat: int) -> None:
    with pytest.raises(SeatingImpossibleError, match="choose a seat that is taken"):
        left_neighbour(("ann", None, "cleo"), seat)
