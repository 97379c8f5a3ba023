"""Simulated chances stay open until they are proved, and what is proved holds whatever happens."""

from dataclasses import replace
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.counting.cut import Cut, cut
from scoring.counting.hand import pack_points
from scoring.counting.standings import rank
from scoring.counting.tally import Player, Tally
from scoring.foresight.chances import (
    Cards,
    Loss,
    chances,
    cheapest,
    dearest,
    decided,
    proved,
)
from scoring.foresight.simulation import Field, Pool, TableResult
from scoring.games.rulebooks import rulebook
from scoring.law.rulebook import RulesError

RULES = rulebook("swedish_pursuit").rules("")


def _pool(*points: tuple[int, ...]) -> dict[int, Pool]:
    results = tuple(
        TableResult(point, point.index(0) + 1, (), point, (0,) * len(point)) for point in points
    )
    return {len(points[0]): Pool(RULES, len(points[0]), results)}


def test_no_hand_exceeds_all_cards_in_play() -> None:
    assert pack_points(RULES) == 428
    assert pack_points(rulebook("ottawa").rules("")) > 0


def test_a_game_without_card_values_has_no_highest_hand() -> None:
    with pytest.raises(RulesError):
        pack_points(rulebook("switch").rules(""))


def test_the_dearest_hand_is_that_of_the_largest_table() -> None:
    assert dearest(RULES) == RULES.deal.packs(RULES.deal.seats_max) * 428


def test_the_cheapest_hand_is_an_ace_unless_a_joker_may_be_held() -> None:
    assert cheapest(RULES) == 1
    with pytest.raises(RulesError):
        cheapest(rulebook("switch").rules(""))


def test_once_all_is_played_the_cut_itself_says_who_is_through() -> None:
    players = [Player(name, name) for name in "abcde"]
    points = {"a": 1, "b": 5, "c": 5, "d": 9}
    drawn = cut(
        rank([Tally(one, 1, 1, 1, points=held) for one, held in points.items()], players), 2
    )
    assert isinstance(drawn, Cut)
    assert [(one.player, one.share, one.proved) for one in decided(drawn)] == [
        ("a", 1.0, "through"),
        ("b", 0.5, ""),
        ("c", 0.5, ""),
        ("d", 0.0, "out"),
    ]


def test_a_hand_that_holds_a_card_counts_at_least_the_cheapest_or_nought_with_jokers() -> None:
    assert [cheapest(rulebook(name).rules()) for name in ("swedish_pursuit", "pursuit")] == [1, 0]


def test_with_nothing_left_to_play_all_is_proved_but_a_tie_on_the_line() -> None:
    assert proved(Field({"a": 1, "b": 2, "c": 3}, (), 1), {}) == {
        "a": "through",
        "b": "out",
        "c": "out",
    }
    assert proved(Field({"a": 1, "b": 2, "c": 2}, (), 2), {}) == {"a": "through", "b": "", "c": ""}
    assert proved(Field({"a": 1, "b": 2}, (), 1, "highest"), {}) == {"a": "out", "b": "through"}


def test_a_player_with_a_game_to_come_is_through_only_beyond_every_reach() -> None:
    field = {"a": 0, "b": 500, "c": 501, "d": 5}
    assert proved(Field(field, [("a", "d")], 2), {2: 428}) == {
        "a": "through",
        "b": "out",
        "c": "out",
        "d": "through",
    }
    assert proved(Field(field, [("a", "d")], 2), {2: 600}) == dict.fromkeys(field, "")


@given(
    st.lists(st.integers(0, 9), min_size=4, max_size=4),
    st.integers(1, 3),
    st.sampled_from(["lowest", "highest"]),
)
def test_what_is_proved_holds_in_every_finish(totals: list[int], cut: int, direction: str) -> None:
    field = dict(zip("abcd", totals, strict=True))
    told = proved(Field(field, [("a", "b")], cut, direction), {2: 4})  # type: ignore[arg-type]
    sign = 1 if direction == "lowest" else -1
    for one, other in product(range(5), repeat=2):
        ends = {"a": field["a"] + one, "b": field["b"] + other, "c": field["c"], "d": field["d"]}
        for player, end in ends.items():
            ahead = sum(sign * rival < sign * end for rival in ends.values())
            level = sum(rival == end for rival in ends.values())
            assert told[player] != "through" or ahead + level <= cut
            assert told[player] != "out" or ahead >= cut


def test_a_share_is_never_certain_unless_it_is_proved() -> None:
    field = Field({"a": 0, "b": 1, "c": 700}, [("a", "b")], 1)
    found = {
        chance.player: chance for chance in chances(field, _pool((0, 9), (9, 0)), 99, Random(1))
    }
    assert (found["c"].share, found["c"].proved, found["c"].needs) == (0.0, "out", None)
    assert 0.4 < found["a"].share < 0.6
    assert found["a"].share + found["b"].share == pytest.approx(1)
    sure = chances(
        Field({"a": 0, "b": 99, "c": 700}, [("a", "b")], 1), _pool((0, 9), (9, 0)), 99, Random(1)
    )
    assert [one.share for one in sure] == pytest.approx([99.5 / 100, 0.5 / 100, 0.0])


def test_what_a_player_needs_is_the_worst_sum_that_still_does_in_half_of_the_finishes() -> None:
    field = Field({"a": 10, "b": 40, "c": 14, "d": 900}, [("a", "b")], 2)
    found = {chance.player: chance.needs for chance in chances(field, _pool((9, 0)), 9, Random(1))}
    assert found == {"a": 9, "b": None, "c": None, "d": None}
    high = Field({"a": 10, "b": 3, "c": 14}, [("a", "b")], 2, "highest")
    found = {chance.player: chance.needs for chance in chances(high, _pool((9, 0)), 9, Random(1))}
    assert found == {"a": 4, "b": 11, "c": None}


def test_who_is_through_with_whatever_comes_needs_nothing() -> None:
    field = Field({"a": 20, "b": 3, "c": 1}, [("a", "b")], 2, "highest")
    found = {chance.player: chance.needs for chance in chances(field, _pool((0, 0)), 9, Random(1))}
    assert found["a"] is None


def test_the_cards_of_one_table_cannot_push_everybody_there_behind() -> None:
    """Each of three leaders could end behind f with the whole pack, but not two of one table."""
    totals = {"a": 0, "b": 1, "c": 2, "d": 3, "e": 90, "f": 100}
    most = {3: 150, 2: 150}
    for tables, through, proof in (
        ([("a", "b", "c")], 3, "out"),
        ([("a", "b"), ("c", "d")], 3, "out"),
        ([("a", "b"), ("c", "d")], 4, ""),
        ([("a", "b"), ("b", "c")], 3, ""),
    ):
        field = Field(totals, tables, through)
        assert proved(field, most)["f"] == ""
        assert proved(field, most, cards=Cards(150))["f"] == proof


def test_of_those_level_at_one_table_only_the_winner_stays_level() -> None:
    """Two at one table have 10 as a has: a second hand of nought does not exist there."""
    field = Field({"a": 10, "b": 10, "c": 10, "d": 90}, [("b", "c")], 2)
    assert proved(field, {2: 30})["a"] == ""
    assert proved(field, {2: 30}, cards=Cards(30))["a"] == ""
    assert proved(field, {2: 30}, cards=Cards(30, 1))["a"] == "through"
    twice = Field(field.totals, [("b", "c")] * 2, 2)
    assert proved(twice, {2: 30}, cards=Cards(30, 1))["a"] == "through"
    ahead = Field({**field.totals, "b": 9}, [("b", "c")], 2)
    assert proved(ahead, {2: 30}, cards=Cards(30, 1))["a"] == ""


@settings(max_examples=60)
@given(
    st.lists(st.integers(0, 16), min_size=6, max_size=6),
    st.integers(1, 5),
    st.sampled_from([(0, 0), (-3, 0), (0, 4), (-2, 2)]),
)
def test_what_is_proved_by_tables_holds_in_every_deal_of_the_pack(
    totals: list[int], through: int, par: tuple[int, int]
) -> None:
    """Two tables of two whose hands hold up to 8 points, one of them nought at most; a par at its
    ends.
    """
    field = Field(dict(zip("abcdef", totals, strict=True)), [("a", "b"), ("c", "d")], through)
    settled = proved(field, {2: 8}, par, Cards(8, 1))
    sure = {player: proof for player, proof in settled.items() if proof}
    hands = [*((0, more) for more in range(1, 9)), *((more, 8 - more) for more in range(1, 8))]
    deals = [*hands, *((other, one) for one, other in hands[:8])]
    for one, other, by in product(deals, deals, par) if sure else ():
        ends = dict(field.totals)
        for player, points in zip("abcd", (*one, *other), strict=True):
            ends[player] += points + by
        for player, proof in sure.items():
            ahead = sum(end < ends[player] for end in ends.values())
            level = sum(end <= ends[player] for end in ends.values())
            assert ahead >= through if proof == "out" else level <= through


def test_of_tables_that_nobody_drew_nothing_follows_for_sure() -> None:
    """Three leaders of one table cannot all be pushed behind f; at tables still to be drawn they
    may sit apart.
    """
    field = Field({"a": 0, "b": 1, "c": 2, "d": 500, "e": 501, "f": 430}, [("a", "b", "c")], 2)
    pools = _pool((0, 5, 9), (5, 0, 9))
    told = chances(replace(field, totals={**field.totals, "f": 428}), pools, 9, Random(1))
    open_ = chances(
        replace(field, totals={**field.totals, "f": 428}), pools, 9, Random(1), all_drawn=False
    )
    assert (told[5].proved, open_[5].proved) == ("out", "")


def _field(
    totals: dict[str, int], *tables: tuple[str, ...], cut: int = 2, direction: str = "lowest"
) -> Field:
    return Field(totals, tables, cut, "highest" if direction == "highest" else "lowest")


def test_as_good_as_through_is_no_proof_and_says_what_would_lose_it() -> None:
    """Two of three play one more game of at most 9 points, far behind."""
    field = _field({"a": 0, "b": 30, "c": 31}, ("a", "b", "c"))
    few, many = (
        chances(field, _pool((0, 5, 9), (5, 0, 9), (9, 5, 0)), count, Random(1))
        for count in (500, 10_000)
    )
    assert [one.as_good for one in few] == ["", "", ""]
    assert (many[0].proved, many[0].as_good, many[0].needs) == ("", "through", None)
    assert many[0].share < 1
    # The first outside is b or c, at 31 or more.
    assert many[0].loses is not None
    assert 31 <= many[0].loses.points <= 40


def test_who_has_all_games_in_loses_only_to_several_who_still_play() -> None:
    field = _field({"a": 10, "b": 9, "c": 8, "d": 50}, ("b", "c", "d"), cut=3)
    first = chances(field, _pool((9, 9, 0), (9, 9, 0)), 10_000, Random(1))[0]
    assert (first.proved, first.as_good) == ("through", "")
    field = _field({"a": 10, "b": 9, "c": 8, "d": 5}, ("b", "c", "d"), cut=3)
    first = chances(field, _pool((9, 0, 0), (9, 0, 0)), 10_000, Random(1))[0]
    assert (first.proved, first.as_good, first.loses) == ("", "through", Loss(5, 3, 3))
    # Of two more who have all games in, one is ahead for good and takes a place of the cut.
    field = _field({"a": 10, "b": 9, "c": 8, "d": 5, "e": 2, "f": 90}, ("b", "c", "d"), cut=4)
    first = chances(field, _pool((9, 0, 0), (9, 0, 0)), 10_000, Random(1))[0]
    assert (first.proved, first.as_good, first.loses) == ("", "through", Loss(5, 3, 3))


def test_as_good_as_out_needs_no_words_of_loss() -> None:
    last = chances(
        _field({"a": 0, "b": 1, "c": 60}, ("a", "b", "c")),
        _pool((0, 5, 9), (5, 0, 9)),
        10_000,
        Random(1),
    )[2]
    assert (last.proved, last.as_good, last.loses) == ("", "out", None)


def test_where_the_highest_go_through_what_would_lose_it_turns_round() -> None:
    ahead = _field({"a": 90, "b": 10, "c": 9}, ("a", "b", "c"), cut=1, direction="highest")
    playing = chances(ahead, _pool((0, 5, 9), (9, 5, 0)), 10_000, Random(1))[0]
    assert (playing.as_good, playing.loses) == ("through", Loss(0))
    done = _field({"a": 90, "b": 10, "c": 9}, ("b", "c"), cut=1, direction="highest")
    last = chances(done, _pool((0, 5), (9, 0)), 10_000, Random(1))[0]
    assert (last.as_good, last.loses) == ("through", Loss(80, 1, 2))


def test_one_more_sheet_with_no_points_never_takes_away_as_good_as_through() -> None:
    pools = _pool((0, 5, 9), (5, 0, 9), (9, 5, 0))
    before = chances(_field({"a": 0, "b": 30, "c": 31}, ("a", "b", "c")), pools, 10_000, Random(1))[
        0
    ]
    after = chances(_field({"a": 0, "b": 35, "c": 40}), {}, 10_000, Random(1))[0]
    assert (before.as_good, after.proved) == ("through", "through")
