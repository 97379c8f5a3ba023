"""Tests of the values of a seating."""

import pytest

from scoring.seating import Place, Seating, seat_letter


def test_a_place_is_a_table_number_and_a_seat_letter() -> None:
    seating = Seating((((1, 2), (None, 3)), ((3, 2), (1,))))
    assert seating.place(3, 1) == Place(2, "B")
    assert seating.place(3, 2) == Place(1, "A")
    assert seating.place(4, 1) is None


def test_seats_run_from_a_to_z() -> None:
    assert (seat_letter(0), seat_letter(25)) == ("A", "Z")
    for beyond in (-1, 26):
        with pytest.raises(ValueError, match="A to Z"):
            seat_letter(beyond)
