"""The queue on invented evenings with planted mistakes: how many lists stay wrong, and whether it knows."""

from collections import Counter
from collections.abc import Mapping
from random import Random

import pytest

from scoring.check_queue import queue
from tests.figures import report
from tests.scoring.oracle import by_oracle
from tests.scoring.planted import Way, asked, at_random, by_queue, evening, nearest, nearest_anew

AFTER = (0, 10, 20, 40)
WAYS: tuple[Way, ...] = (at_random, nearest, nearest_anew, by_queue)
EVENINGS = {0.01: 1_000, 0.005: 500, 0.002: 500}
"""How many of each rate of wrong figures."""


def _wrong(way: Way, rate: float, evenings: int, most: int = 40) -> Counter[int]:
    """How many lists are wrong after 0, 10, 20 and 40 cards; comparing stops once none can become wrong."""
    found: Counter[int] = Counter()
    for seed in range(evenings):
        of = evening(rate, Random(seed))
        cards = way(of, Random(seed))
        for number in range(most + 1):
            found[number] += number in AFTER and of.wrong()
            if of.settled():
                break
            of.compare(next(cards))
    return found


def test_the_queue_finds_what_matters_before_random_comparing_does() -> None:
    """The short form: the same mistakes, four evenings, after twenty cards."""
    by_chance, queued = (_wrong(way, 0.01, 4, 20) for way in (at_random, by_queue))
    assert by_chance[0] == queued[0] > 0
    assert queued[20] < by_chance[20]


def test_an_evening_that_is_settled_never_has_a_wrong_list_again() -> None:
    """Why the count above may stop early: evenings compared to the end by chance, with and without stopping."""
    ends = []
    for seed in range(6):
        of = evening(0.005, Random(seed))
        for player in at_random(of, Random(seed)):
            was = of.settled()
            of.compare(player)
            assert not (was and (of.wrong() or not of.settled()))
        ends.append(of.settled())
    assert all(ends)


@pytest.mark.torture
def test_after_twenty_cards_at_most_half_as_many_lists_are_wrong_as_by_the_nearest_first() -> None:
    """2,000 evenings, half of them with one wrong figure in a hundred; the nearest also sought anew."""
    told = {rate: {way: _wrong(way, rate, evenings) for way in WAYS} for rate, evenings in EVENINGS.items()}
    for rate, found in told.items():
        report(
            f"check_queue_{rate}",
            f"{EVENINGS[rate]} evenings, {rate:.1%} wrong figures: {_words(found, EVENINGS[rate])}",
        )
        assert found[by_queue][20] < min(found[nearest][20], found[nearest_anew][20])
        assert max(found[nearest][20], found[nearest_anew][20]) < found[at_random][20]
    whole = {way: sum((found[way] for found in told.values()), Counter()) for way in WAYS}
    report("check_queue", f"all 2,000 evenings: {_words(whole, sum(EVENINGS.values()))}")
    for after in (20, 40):
        assert whole[by_queue][after] <= whole[nearest][after] / 2


@pytest.mark.torture
def test_not_even_who_knows_how_mistakes_were_planted_reaches_half_of_the_nearest_after_ten_cards() -> None:
    """Why half is asked from twenty cards on: 200 evenings with one wrong figure in a hundred."""
    ways = {"nearest": nearest, "by queue": by_queue, "by oracle": by_oracle(0.01, 1_000)}
    found = {name: _wrong(way, 0.01, 200, 10)[10] for name, way in ways.items()}
    told = ", ".join(f"{name} {wrong / 200:.3f}" for name, wrong in found.items())
    report("check_queue_oracle", f"200 evenings, 1.0% wrong figures: lists wrong after 10 cards: {told}")
    assert found["nearest"] / 2 < found["by oracle"]


def _words(found: Mapping[Way, Counter[int]], evenings: int) -> str:
    """The share of wrong lists for each way of choosing cards."""
    shares = (
        f"{way.__name__.replace('_', ' ')} " + ", ".join(f"{wrong[after] / evenings:.3f}" for after in AFTER)
        for way, wrong in found.items()
    )
    return f"lists wrong after {', '.join(map(str, AFTER))} cards: {'; '.join(shares)}"


@pytest.mark.torture
def test_where_it_says_one_in_a_hundred_at_most_two_are_wrong() -> None:
    """Evenings of all three rates, five cards compared at a time until the list is called sure."""
    said = wrong = 0
    for seed in range(600):
        of = evening((0.01, 0.005, 0.002)[seed % 3], Random(seed))
        for _ in range(12):
            told = queue(asked(of), longest=0)
            if told.sure >= 0.99:
                said += 1
                wrong += of.wrong()
                break
            for doubt in told.doubts[:5]:
                of.compare(int(doubt.player))
    report("check_queue_sure", f"600 evenings, {said} lists called right at one in a hundred, {wrong} of them wrong")
    assert wrong <= 0.02 * said
    assert said > 500
