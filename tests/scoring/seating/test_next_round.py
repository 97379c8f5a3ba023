"""A further round for those who are present: nobody meets again where that can be had."""

from collections import Counter
from random import Random

import pytest

from scoring.seating import (
    Seating,
    SeatingImpossibleError,
    Sitter,
    Wishes,
    certificate,
    next_round,
    table_plan,
)
from scoring.seating.values import Key
from scoring.seating.welcome import Company
from tests.scoring.seating.naive import drawn, guests


def first(number: int) -> Seating:
    return drawn(Wishes(guests(number)), rounds=1)


@pytest.mark.parametrize("number", [25, 30, 47])
def test_nobody_meets_twice_though_some_went_home_and_some_came(number: int) -> None:
    before = first(number)
    gone = before.rounds[0][1][:2]
    present = tuple(guest for guest in guests(number + 3) if guest.key not in gone)
    row = next_round(Wishes(present), table_plan(len(present)), before.rounds, Random(7))
    assert sorted(key for table in row for key in table if isinstance(key, int)) == [
        one.key for one in present
    ]
    assert tuple(map(len, row)) == table_plan(len(present)).sizes
    assert certificate(Seating((*before.rounds, row)), Wishes(present)).count("repeats") == 0


def test_the_same_guests_and_seed_give_the_same_round() -> None:
    wishes, plan = Wishes(guests(20, lambda key: key % 4)), table_plan(20)
    rows = [next_round(wishes, plan, first(20).rounds, Random(seed)) for seed in (3, 3, 4)]
    assert (rows[0] == rows[1], rows[0] == rows[2]) == (True, False)


def test_a_large_field_tries_few_exchanges(monkeypatch: pytest.MonkeyPatch) -> None:
    tried: Counter[int] = Counter()
    change = Company.exchange_change

    def counted(company: Company, first: Key, second: Key, number: int) -> int:
        tried[len(company.sitters)] += 1
        return change(company, first, second, number)

    monkeypatch.setattr(Company, "exchange_change", counted)
    for number in (60, 600):
        wishes, before = Wishes(guests(number, lambda key: key % 35)), first(number).rounds
        row = next_round(wishes, table_plan(number), before, Random(5))
        assert certificate(Seating((*before, row)), wishes).count("repeats") == 0
        assert certificate(Seating((row,)), wishes).count("same_livery") == 0
    assert tried[600] < 20 * tried[60]


def test_fixed_tables_are_kept_and_liveries_spread() -> None:
    wishes = Wishes(guests(20, lambda key: key % 5, g1=2, g6=2, g7=4), ((3, 4),))
    row = next_round(wishes, table_plan(20), (), Random(1))
    said = certificate(Seating((row,)), wishes)
    assert (said.fixed_kept, said.count("apart_broken"), said.count("same_livery")) == (3, 0, 2)


def test_more_than_a_table_holds_cannot_all_stay_at_it() -> None:
    six = Wishes(tuple(Sitter(key, fixed_table=1) for key in range(1, 7)) + guests(10)[6:])
    row = next_round(six, table_plan(10), (), Random(1))
    assert len({1, 2, 3, 4, 5, 6} & set(row[0])) == 5


def test_a_plan_for_others_and_a_table_that_is_not_there_are_refused() -> None:
    with pytest.raises(SeatingImpossibleError, match="seats 10 and 11 are present"):
        next_round(Wishes(guests(11)), table_plan(10), (), Random(1))
    with pytest.raises(SeatingImpossibleError, match="1 is fixed to table 14; the last table is 2"):
        next_round(Wishes(guests(10, g1=14)), table_plan(10), (), Random(1))
