"""Tests of the movement: the cyclic plan keeps its promises, and its sentence says what it does."""

from random import Random

import pytest

from scoring.seating import Seating, Wishes, certificate, draw, movement_sentence, table_plan
from scoring.seating.movement import cyclic_plan
from tests.scoring.seating.naive import drawn, guests, meetings, sizes


def test_the_sentence_of_the_livery_evening() -> None:
    seating = drawn(Wishes(guests(110)))
    assert movement_sentence(seating) == "A stays, B moves on one table, C two, D three, E four"


@pytest.mark.parametrize(
    ("number", "sentence"),
    [
        (20, "A and E stay, B moves on one table, C two, D three"),
        (15, "A and D stay, B and E move on one table, C two"),
        (10, "A, C and E stay, B and D move on one table"),
        (5, "Everybody keeps their seat"),
        (111, "A stays, B moves on one table, C two, D three, E four, F five"),
    ],
)
def test_a_seat_that_comes_back_to_its_table_stays(number: int, sentence: str) -> None:
    assert movement_sentence(drawn(Wishes(guests(number)))) == sentence


def test_steps_beyond_ten_are_said_in_figures() -> None:
    plan = table_plan(156, least=12, target=12, most=12)
    sentence = movement_sentence(draw(Wishes(guests(156)), plan, 2, Random(1)))
    assert sentence.endswith("J nine, K ten, L 11")


def test_without_a_plan_or_a_second_round_there_is_no_sentence() -> None:
    seating = drawn(Wishes(guests(30)), rounds=1)
    assert movement_sentence(seating) == ""
    assert movement_sentence(Seating(drawn(Wishes(guests(30))).rounds)) == ""


def test_everybody_moves_as_the_sentence_says() -> None:
    seating = drawn(Wishes(guests(110)), rounds=3)
    for number in (1, 2):
        for key in range(1, 111):
            before, after = seating.place(key, number), seating.place(key, number + 1)
            assert before is not None
            assert after is not None
            step = "ABCDE".index(before.seat)
            assert (after.table, after.seat) == ((before.table - 1 + step) % 22 + 1, before.seat)


ROUNDS = [(110, 11), (100, 5), (50, 5), (25, 5), (36, 2)]


@pytest.mark.parametrize(("number", "rounds"), ROUNDS)
def test_nobody_meets_twice_for_as_many_rounds_as_the_plan_promises(
    number: int, rounds: int
) -> None:
    def repeats(wanted: int) -> int:
        met: dict[tuple[int, int], int] = {}
        for row in cyclic_plan(table_plan(number, most=6, target=6 if number == 36 else 5), wanted):
            for table in row:
                for place in table:
                    for other in table[: table.index(place)]:
                        met[other, place] = met.get((other, place), 0) + 1
        return sum(times - 1 for times in met.values())

    assert repeats(rounds) == 0
    assert repeats(rounds + 1) > 0


@pytest.mark.parametrize(("number", "repeats"), [(20, 4), (15, 6), (10, 8)])
def test_fewer_tables_than_seats_repeat_as_few_pairs_as_can_be(number: int, repeats: int) -> None:
    wishes = Wishes(guests(number))
    assert certificate(drawn(wishes), wishes).count("repeats") == repeats


@pytest.mark.parametrize("tables", [19, 20, 21, 22])
@pytest.mark.parametrize("odd", [-2, -1, 1, 2])
def test_one_or_two_odd_tables_cost_no_repeat_and_nobody_a_second_odd_table(
    tables: int, odd: int
) -> None:
    wishes = Wishes(guests(tables * 5 + odd))
    plan = table_plan(tables * 5 + odd)
    assert plan.tables == tables
    seating = draw(wishes, plan, 2, Random(tables))
    assert max(meetings(seating).values()) == 1
    found = certificate(seating, wishes)
    assert (found.clean, max(found.small[0], found.large[0])) == (True, 1)
    assert found.count("off_plan") == (0 if odd < 0 else 2 * odd)


def test_small_tables_lie_at_least_five_apart_and_travel() -> None:
    for number in range(103, 110):
        for row in sizes(drawn(Wishes(guests(number)))):
            odd = [table for table, size in enumerate(row) if row.count(size) < len(row) / 2]
            assert all(
                min((one - other) % len(row), (other - one) % len(row)) >= 5
                for one in odd
                for other in odd
                if one != other
            )
