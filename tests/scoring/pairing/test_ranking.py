"""The standing of matches and its tie-breaks."""

from random import Random

import pytest

from scoring.formats.results import Halves
from scoring.pairing.ranking import CRITERIA, Line, knock_out_places, standing, sums
from scoring.pairing.values import LOSS, WIN, Match, Round
from tests.scoring.pairing.playing import by_chance, closed, refs, stage_played, swiss


def rounds_of(*said: str) -> list[Round]:
    """Rounds from words: `AB1` won by the first, `AB2`, `AB-`, `Abye`, `AB+` a walkover of the
    first.
    """
    return [
        Round(
            number,
            0,
            True,
            tuple(_match(one, table) for table, one in enumerate(words.split(), start=1)),
        )
        for number, words in enumerate(said, start=1)
    ]


def _match(said: str, table: int) -> Match:
    if said.endswith("bye"):
        return Match(said[0], kind="bye")
    if said.endswith("+"):
        return Match(said[0], said[1], table=table, result="walkover", games="1")
    return Match(said[0], said[1], table=table, result="played", games=said[2:])


def lines(
    rounds: list[Round], names: str, criteria: tuple[str, ...], lot: str = ""
) -> tuple[Line, ...]:
    """The standing of players with names of one letter."""
    return standing(sums(rounds, tuple(names), {}, tuple(lot)), criteria)


def told(found: tuple[Line, ...]) -> list[tuple[str, int, str]]:
    """Player, place and what decided."""
    return [(line.player, line.place, line.decided) for line in found]


def test_points_come_first_and_equal_points_share_a_place() -> None:
    found = lines(rounds_of("AB1 CD1", "AC1 BD1"), "ABCD", ())
    assert told(found) == [("A", 1, ""), ("B", 2, ""), ("C", 2, ""), ("D", 4, "")]
    assert found[1].tied_with == ("C",)
    assert [(one.played, one.won, one.drawn, one.lost) for one in found[:2]] == [
        (2, 2, 0, 0),
        (2, 1, 0, 1),
    ]


def test_buchholz_adds_the_points_of_all_opponents() -> None:
    """B met A (2) and D (0), C met D and A: equal; with one round more B met the better ones."""
    found = lines(rounds_of("AB1 CD1", "AC1 BD1", "AD1 BC-"), "ABCD", ("buchholz",))
    assert [(one.player, str(one.halves), str(one.buchholz)) for one in found] == [
        ("A", "3", "3"),
        ("B", "1.5", "4.5"),
        ("C", "1.5", "4.5"),
        ("D", "0", "6"),
    ]


def test_a_round_without_an_opponent_counts_the_own_points() -> None:
    found = {
        line.player: line
        for line in lines(rounds_of("AB1 Cbye", "AC1 Bbye", "BC+ Abye"), "ABC", ())
    }
    assert {ref: str(one.buchholz) for ref, one in found.items()} == {"A": "6", "B": "7", "C": "5"}


def test_median_buchholz_leaves_the_strongest_and_the_weakest_out() -> None:
    found = {
        line.player: str(line.median_buchholz)
        for line in lines(rounds_of("AB1 CD1", "AC1 BD1", "AD1 BC-"), "ABCD", ())
    }
    assert found == {"A": "1.5", "B": "1.5", "C": "1.5", "D": "1.5"}
    two = {
        line.player: str(line.median_buchholz) for line in lines(rounds_of("AB1", "AC1"), "ABC", ())
    }
    assert two == {"A": "0", "B": "2", "C": "2"}


def test_head_to_head_counts_only_where_all_of_them_met() -> None:
    rounds = rounds_of("AB1 CD1", "CA1 BD1", "BC1 AD1")
    assert told(lines(rounds, "ABCD", ("head_to_head",)))[:3] == [
        ("A", 1, ""),
        ("B", 1, ""),
        ("C", 1, ""),
    ]
    met = rounds_of("AB1 CD1", "BC1 AD2")
    assert told(lines(met, "ABCD", ("head_to_head",))) == [
        ("A", 1, ""),
        ("B", 1, ""),
        ("C", 1, ""),
        ("D", 1, ""),
    ]
    two = rounds_of("AB1 CD1", "CA1 BD1")
    assert told(lines(two, "ABCD", ("head_to_head",))) == [
        ("C", 1, ""),
        ("A", 2, "head_to_head"),
        ("B", 3, "head_to_head"),
        ("D", 4, ""),
    ]
    assert [line.encounters for line in lines(two, "ABCD", ("head_to_head",))] == [
        (),
        (("B", WIN),),
        (("A", LOSS),),
        (),
    ]


def test_games_won_split_what_matches_do_not() -> None:
    found = lines(rounds_of("AB11 CD121"), "ABCD", ("games_won",))
    assert told(found) == [("A", 1, ""), ("C", 1, ""), ("D", 3, "games_won"), ("B", 4, "games_won")]


def test_the_lot_decides_last_and_only_where_it_was_drawn_for_all() -> None:
    rounds = rounds_of("AB-")
    assert told(lines(rounds, "AB", ("buchholz", "lot"), "BA")) == [
        ("B", 1, "lot"),
        ("A", 2, "lot"),
    ]
    assert told(lines(rounds, "AB", ("buchholz", "lot"), "B")) == [("A", 1, ""), ("B", 1, "")]


def test_stated_points_of_a_late_entry_count() -> None:
    found = standing(sums(rounds_of("AB1"), ("A", "B", "C"), {"C": Halves(3)}, ()), ())
    assert [(one.player, str(one.halves)) for one in found] == [
        ("C", "1.5"),
        ("A", "1"),
        ("B", "0"),
    ]


@pytest.mark.parametrize("seed", range(5))
def test_a_closed_swiss_has_an_order_without_shared_places(seed: int) -> None:
    course = closed(stage_played(swiss(4), refs(12), 4, seed, by_chance))
    found = course.standing(0, CRITERIA)
    assert [one.place for one in found] == list(range(1, 13))
    assert tuple(one.player for one in found) == course.orders[0]


def test_points_are_conserved_and_the_order_of_entry_changes_nothing() -> None:
    course = stage_played(swiss(4), refs(10), 4, 2, by_chance)
    found = course.standing(0, ("buchholz", "head_to_head"))
    assert sum(one.halves for one in found) == 4 * 5 * 2
    turned = [
        Round(held.number, 0, True, tuple(reversed(held.matches)))
        for held in reversed(course.rounds)
    ]
    shuffled = list(refs(10))
    Random(1).shuffle(shuffled)
    again = standing(sums(turned, shuffled, {}, ()), ("buchholz", "head_to_head"))
    assert {(one.player, one.place) for one in again} == {(one.player, one.place) for one in found}


def test_a_final_that_both_lost_leaves_the_first_place_empty() -> None:
    both_out = Match("A", "B", table=1, result="double_forfeit")
    assert knock_out_places([Round(1, 0, True, (both_out,))], ("A", "B")) == {"A": 2, "B": 2}
