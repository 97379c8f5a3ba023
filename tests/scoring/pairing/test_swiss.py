"""The Swiss: constraints, costs, and that the pairing has the least of them."""

from random import Random

import pytest

from scoring.formats.results import Halves
from scoring.pairing.swiss import (
    BYE,
    CONSTRAINTS,
    Contestant,
    Field,
    contestants,
    cost,
    pair,
    possible,
    scores,
)
from scoring.pairing.values import PairingError
from tests.scoring.pairing.exhaustive import heaviest_by_search, least_cost
from tests.scoring.pairing.playing import by_chance, paired, played, refs, stage_played, swiss
from tournament.matches.matching import heaviest


def field_after(number: int, rounds: int, seed: int) -> Field:
    """The field of a Swiss by chance after some rounds."""
    course = stage_played(swiss(rounds + 1), refs(number), rounds, seed, by_chance)
    return Field.of(contestants(course, refs(number)))


def total(field: Field, pairs: tuple[tuple[str, str], ...]) -> tuple[int, ...]:
    """What a pairing costs in all, part by part."""
    return tuple(map(sum, zip(*(cost(field, *pair) for pair in pairs), strict=True)))


@pytest.mark.promise(
    "A Swiss round floats as few players as any pairing could, proved by exhaustive search"
)
@pytest.mark.parametrize("number", range(6, 13))
def test_floats_and_all_other_costs_are_the_least_of_all_pairings(number: int) -> None:
    for seed in range(4):
        for rounds in range(1, min(5, number // 2)):
            field = field_after(number, rounds, 10 * seed)
            assert _as_found(field, seed) == _by_search(field), (number, seed, rounds)


def _as_found(field: Field, seed: int) -> tuple[tuple[str, ...], tuple[int, ...] | None]:
    """What the pairing gave up and what it costs; None where there is none."""
    try:
        pairs, given_up = pair(field, heaviest, Random(seed))
    except PairingError:
        return (), None
    return given_up, total(field, pairs)


def _by_search(field: Field) -> tuple[tuple[str, ...], tuple[int, ...] | None]:
    """The same by trying every pairing, with as few constraints given up as can be."""
    for given_up in ((), ("far_float",), ("second_bye", "far_float")):
        found = least_cost(field, [rule for rule in CONSTRAINTS if rule.name not in given_up])
        if found is not None:
            return given_up, found
    return (), None


@pytest.mark.control("test_floats_and_all_other_costs_are_the_least_of_all_pairings")
def test_pairing_by_the_list_from_the_top_would_float_more() -> None:
    """The control: who takes the first partner that is allowed, from the top down, pays more
    somewhere.
    """
    assert any(
        _greedy(field) != least_cost(field)
        for field in (field_after(12, 3, seed) for seed in range(6))
    )


def _greedy(field: Field) -> tuple[int, ...] | None:
    allowed, left, pairs = (
        set(possible(field)),
        sorted(field.contestants, key=lambda ref: (field.group[ref], ref)),
        [],
    )
    while left:
        one = left.pop(0)
        other = next((ref for ref in left if (min(one, ref), max(one, ref)) in allowed), None)
        if other is None:
            return None
        left.remove(other)
        pairs.append((one, other))
    return total(field, tuple(pairs))


@pytest.mark.promise(
    "A Swiss of 64 over 7 rounds has no rematch, and nobody floats more than one score group"
)
def test_a_swiss_of_64_over_7_rounds_has_no_rematch_and_short_floats() -> None:
    assert _faults_of_a_swiss(refs(64), 7) == []


@pytest.mark.control("test_a_swiss_of_64_over_7_rounds_has_no_rematch_and_short_floats")
def test_without_its_constraints_the_same_swiss_has_rematches(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("scoring.pairing.swiss.CONSTRAINTS", ())
    assert any("again" in fault for fault in _faults_of_a_swiss(refs(12), 7))


def _faults_of_a_swiss(names: tuple[str, ...], rounds: int) -> list[str]:
    """Every rematch and every long float, counted independently of the pairing."""
    course, met, faults = swiss(rounds), set[frozenset[str]](), list[str]()
    for turn in range(rounds):
        course = paired(course, names, turn)
        points = scores(course, names, turn)
        groups = sorted(set(points.values()))
        for match in course.rounds[-1].matches:
            pair = frozenset(match.players)
            faults += [f"{match.players} meet again in round {turn + 1}"] if pair in met else []
            met.add(pair)
            apart = {groups.index(points[ref]) for ref in match.players}
            faults += [f"{match.players} are too far apart"] if max(apart) - min(apart) > 1 else []
        course = played(course, Random(turn), by_chance)
    return faults


@pytest.mark.parametrize("number", [5, 7, 9, 11])
def test_an_odd_one_has_the_bye_in_the_lowest_group_and_nobody_twice(number: int) -> None:
    course, had = swiss(4), set[str]()
    for turn in range(4):
        course = paired(course, refs(number), turn)
        byes = [match.one for match in course.rounds[-1].matches if match.kind == "bye"]
        assert len(byes) == 1
        points = scores(course, refs(number), turn)
        assert points[byes[0]] == min(points[ref] for ref in refs(number) if ref not in had)
        had |= {*byes}
        course = played(course, Random(turn), by_chance)
    assert len(had) == 4


@pytest.mark.parametrize("number", [8, 11, 16])
def test_the_ten_and_the_five_are_held_alike(number: int) -> None:
    course = stage_played(swiss(5), refs(number), 5, 3, by_chance)
    for one in contestants(course, refs(number)):
        assert abs(one.leaning) <= 1 + len(one.opponents) % 2, one.ref


def test_the_search_of_the_tests_and_the_library_find_equally_good_matchings() -> None:
    edges = [
        (f"P{number}", f"P{number}", Random(number * 9 + number).randrange(50))
        for number in range(7)
        for number in range(number)
    ]
    weights = {frozenset((one, other)): weight for one, other, weight in edges}
    found = [
        sum(weights[frozenset(pair)] for pair in way(edges))
        for way in (heaviest, heaviest_by_search)
    ]
    assert found[0] == found[1]


def test_constraints_say_in_words_what_they_forbid() -> None:
    met = Contestant("A", Halves(2), frozenset({"B"}), byes=1)
    field = Field.of(
        [met, Contestant("B"), Contestant("C"), Contestant("D", Halves(4)), Contestant("E")],
        [frozenset("CE")],
    )
    broken = {rule.name: rule.broken for rule in CONSTRAINTS}
    assert broken["rematch"](field, "A", "B")
    assert broken["forbidden"](field, "C", "E")
    assert broken["second_bye"](field, "A", BYE)
    assert broken["far_float"](field, "B", "D")
    allowed = {"".join(one) for one in possible(field)}
    assert allowed == {"AC", "AD", "AE", "BC", "BE", "DE", "B", "C", "D", "E"} - {"DE"}


def test_what_is_not_firm_is_given_up_before_nobody_can_be_paired() -> None:
    """The two left to each other are two groups apart; then both have had a bye."""
    far = Field.of(
        [
            Contestant("A", Halves(4)),
            Contestant("B"),
            Contestant("C", Halves(2)),
            Contestant("D", Halves(2)),
        ]
    )
    bound = Field(far.contestants, frozenset({frozenset("AC"), frozenset("AD")}), far.group)
    assert pair(bound, heaviest, Random(1)) == ((("A", "B"), ("C", "D")), ("far_float",))
    had = Field.of([Contestant("A", byes=1), Contestant("B", byes=1), Contestant("C", byes=1)])
    assert pair(had, heaviest, Random(1))[1] == ("second_bye", "far_float")


def test_where_only_rematches_are_left_it_says_so() -> None:
    pairs = [Contestant("A", opponents=frozenset("B")), Contestant("B", opponents=frozenset("A"))]
    with pytest.raises(PairingError, match="No pairing is left in which nobody meets twice"):
        pair(Field.of(pairs), heaviest, Random(1))
