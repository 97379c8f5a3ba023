"""Tests of the hall: what it says a change would do is what the change does."""

import cProfile
from random import Random

from hypothesis import given
from hypothesis import strategies as st

from scoring.seating import Sitter, Weights, Wishes, table_plan
from scoring.seating.draw import clashes
from scoring.seating.hall import Hall
from scoring.seating.movement import cyclic_plan
from scoring.seating.search import Effort, anneal, improve
from scoring.seating.welcome import Company
from tests.examples import examples


def hall(number: int, rounds: int, liveries: int = 5, off_plan: int = 1) -> Hall:
    """Guests dealt in order to the cyclic plan, with liveries, parties, teams
    and a few pairs kept apart.
    """
    plan = table_plan(number)
    sitters = tuple(
        Sitter(guest, livery=guest % liveries, group=guest // 3, team=guest % 7)
        for guest in range(number)
    )
    apart = tuple((guest, (guest + 1) % number) for guest in range(number))
    weights = Weights(off_plan=off_plan)
    return Hall(cyclic_plan(plan, rounds), clashes(Wishes(sitters, apart, weights)), weights)


@examples(40)
@given(
    st.sampled_from([9, 12, 23, 26, 31]),
    st.integers(1, 3),
    st.integers(0, 1),
    st.randoms(use_true_random=False),
)
def test_the_harm_kept_from_change_to_change_is_that_counted_anew(
    number: int, rounds: int, off_plan: int, chance: Random
) -> None:
    found = hall(number, rounds, off_plan=off_plan)
    for _ in range(30):
        one, other = chance.sample(range(number), 2)
        before, turn = found.harm, chance.randrange(rounds)
        foreseen = found.change(one, other, turn)
        found.exchange(one, other, turn)
        assert found.harm == before + foreseen
    assert found.harm == found.with_tables(found.copied()).harm
    assert found.strain(0) >= found.clashes(0)
    assert found.rest() == found.harm - off_plan * found.exceptions()


@examples(30)
@given(st.sampled_from([12, 25, 31]), st.randoms(use_true_random=False))
def test_an_exchange_of_whole_evenings_keeps_repeats_and_the_movement(
    number: int, chance: Random
) -> None:
    found = hall(number, 3)
    for _ in range(10):
        one, other = chance.sample(range(number), 2)
        before, exceptions = found.harm, found.exceptions()
        foreseen = found.change(one, other, None)
        found.exchange(one, other, None)
        assert (found.harm, found.exceptions()) == (before + foreseen, exceptions)


def test_a_search_never_ends_worse_than_it_began_and_moves_nobody_pinned() -> None:
    for throughout in (True, False):
        found = hall(31, 2)
        before, seats = found.harm, [where[7] for where in found.where]
        found.pinned = {7}
        better = improve(
            found, Random(1), Effort(0, 20_000, 3_000, lambda _: None), throughout=throughout
        )
        assert better.harm < before
        assert [where[7] for where in better.where] == seats


def test_annealing_never_ends_worse_and_a_hall_of_pinned_guests_stays_as_it_is() -> None:
    found = hall(20, 3, off_plan=0)
    before = found.harm
    cooler = anneal(found, Random(1), Effort(0, 3_000, 3_000, lambda _: None))
    assert cooler.harm < before
    cooler.pinned = set(range(20))
    still = anneal(cooler, Random(1), Effort(0, 3_000, 3_000, lambda _: None))
    assert still.tables == cooler.copied()
    assert (
        improve(cooler, Random(1), Effort(0, 3_000, 3_000, lambda _: None), throughout=False).harm
        == still.harm
    )


LABELLED = st.builds(
    Sitter,
    st.integers(0, 10**6),
    livery=st.sampled_from([None, "red", "blue"]),
    group=st.sampled_from([None, None, "Ann"]),
    team=st.sampled_from([None, None, "red"]),
)


@given(
    st.lists(LABELLED, max_size=12, unique_by=lambda sitter: sitter.key),
    st.lists(st.tuples(st.integers(0, 13), st.integers(0, 13)), max_size=4),
)
def test_the_harm_of_two_is_that_of_every_pair_of_guests(
    sitters: list[Sitter], apart: list[tuple[int, int]]
) -> None:
    keys = [*(sitter.key for sitter in sitters), *range(-14, 0)]
    wishes = Wishes(tuple(sitters), tuple((keys[guest], keys[peer]) for guest, peer in apart))
    company, places = Company((), wishes), range(len(sitters))
    assert [list(harms.items()) for harms in clashes(wishes)] == [
        [
            (peer, harm)
            for peer in places
            if peer != guest
            if (harm := harm_of(company, guest, peer))
        ]
        for guest in places
    ]


def harm_of(company: Company, guest: int, peer: int) -> int:
    sitters = company.wishes.sitters
    return company.clash(sitters[guest].key, sitters[peer].key)


def test_a_hall_of_four_times_the_guests_costs_no_pair_of_strangers() -> None:
    calls = []
    for guests in (100, 400):
        sitters = tuple(Sitter(key, livery=key // 5) for key in range(guests))
        profile = cProfile.Profile()
        profile.runcall(clashes, Wishes(sitters))
        calls.append(sum(entry.callcount for entry in profile.getstats()))
    assert calls[1] <= 4.5 * calls[0]
