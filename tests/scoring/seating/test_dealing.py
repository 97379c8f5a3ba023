"""Tests of dealing guests to places: fixed tables first, liveries spread when dealt in order."""

from collections import Counter
from random import Random

from scoring.seating import Wishes, table_plan
from scoring.seating.draw import dealt
from scoring.seating.movement import cyclic_plan
from tests.scoring.seating.naive import drawn, guests, tables


def test_guests_with_a_fixed_table_sit_at_it_from_seat_a_on() -> None:
    first = cyclic_plan(table_plan(20), 1)[0]
    guest_at = dealt(guests(20, g5=2, g9=2, g1=4), first, Random(1), in_order=False)
    assert sorted(guest_at) == list(range(20))
    assert [guest_at[place] for place in (first[1][0], first[1][1], first[3][0])] == [4, 8, 0]


def test_a_livery_dealt_in_order_is_spread_over_all_tables() -> None:
    for number, tables_ in ((110, 22), (23, 5)):
        sitters = guests(number, lambda key: key % 4)
        first = cyclic_plan(table_plan(number), 1)[0]
        guest_at = dealt(sitters, first, Random(2), in_order=True)
        liveries = Counter(sitters[guest].livery for guest in range(number))
        for livery, size in liveries.items():
            spread = [
                sum(sitters[guest_at[place]].livery == livery for place in table) for table in first
            ]
            assert max(spread) <= -(-size // tables_) + (number == 23)


def test_where_too_many_wish_for_a_table_the_same_guests_keep_it_in_every_round() -> None:
    wishes = Wishes(guests(42, lambda _: None, **{f"g{key}": 3 for key in range(1, 9)}))
    seating = drawn(wishes, rounds=3)
    at_three = [
        {key for key in keys if int(key) < 9} for _, table, keys in tables(seating) if table == 3
    ]
    taken = [len(row[2]) for row in seating.rounds]
    assert [len(keys) for keys in at_three] == taken
    assert len(set.intersection(*at_three)) == min(taken)
