"""Places and order hold for any field, in any order of entry."""

from collections import defaultdict
from itertools import pairwise
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.counting.policies import Adjustment, Policies
from scoring.counting.standings import TIE_BREAK, Facts, Ranking, rank
from scoring.counting.tally import Player, Tally
from tests.scoring import printed

SIZES = st.one_of(st.integers(12, 120), st.integers(12, 120), st.integers(12, 1000))
Evening = tuple[list[Player], list[Tally]]


@st.composite
def evenings(draw: st.DrawFn) -> Evening:
    """12 to 1,000 players over two rounds of two games, close enough together to tie often."""
    size, rng = draw(SIZES), draw(st.randoms(use_true_random=False))
    players = [Player(f"P{number:04d}", f"Guest {number}") for number in range(size)]
    tallies = []
    for number in (1, 2):
        rng.shuffle(players)
        for seat, player in enumerate(players):
            tallies += [_tally((player.id, number, seat // 5 + 1, game), rng) for game in (1, 2)]
    return players, tallies


def _tally(where: tuple[str, int, int, int], rng: Random) -> Tally:
    kind = rng.random()
    if kind < 0.2:
        return Tally(*where, points=0, went_out=True)
    if kind < 0.23:
        return Tally(*where, state="absent")
    points = rng.randint(1, 4)
    return (
        Tally(*where, points=points)
        if kind < 0.3
        else Tally(*where, points=points, cards=points, eights=0)
    )


@given(evenings(), st.randoms(use_true_random=False))
def test_nothing_depends_on_the_order_of_entry(evening: Evening, rng: Random) -> None:
    players, tallies = evening
    before = rank(tallies, players)
    rng.shuffle(players)
    rng.shuffle(tallies)
    assert rank(tallies, players) == before


@given(evenings(), st.integers(0, 1000))
def test_a_guest_who_is_never_seated_changes_nobody(evening: Evening, position: int) -> None:
    players, tallies = evening
    before = rank(tallies, players)
    players.insert(position, Player("P0500a", "Never Seated"))
    after = rank(tallies, players)
    assert tuple(one for one in after if one.player != "P0500a") == before
    assert [(one.ranked, one.unranked_because) for one in after if one.player == "P0500a"] == [
        (False, "no games")
    ]


@given(evenings(), st.sampled_from(["lowest", "highest"]))
def test_a_place_is_shared_exactly_on_equal_totals(evening: Evening, direction: str) -> None:
    players, tallies = evening
    field = rank(tallies, players, Ranking("lowest" if direction == "lowest" else "highest"))
    ranked = [one for one in field if one.ranked]
    totals = [one.total for one in ranked]
    assert [one.order for one in ranked] == list(range(1, len(ranked) + 1))
    assert totals == sorted(totals, reverse=direction == "highest")
    by_total = defaultdict(set)
    for one in ranked:
        by_total[one.total].add((one.place, one.tied_with))
    assert all(
        places == {(totals.index(total) + 1, totals.count(total) - 1)}
        for total, places in by_total.items()
    )


@given(evenings())
def test_a_tie_that_was_decided_shows_two_places_and_one_that_was_not_shares_its_own(
    evening: Evening,
) -> None:
    players, tallies = evening
    ranked = [one for one in rank(tallies, players) if one.ranked]
    for order, one in enumerate(ranked, start=1):
        alike = [other.player for other in ranked if other.player in one.undecided]
        first = next(
            at for at, other in enumerate(ranked, 1) if other.player in {*alike[:1], one.player}
        )
        assert one.place_words == (f"={first}" if len(alike) > 1 else str(order))
        assert one.level_words == (f"={one.place}" if one.tied_with else str(one.place))


@given(evenings())
def test_every_step_inside_a_tied_group_is_decided_or_named_undecided(evening: Evening) -> None:
    players, tallies = evening
    ranked = [one for one in rank(tallies, players) if one.ranked]
    for above, below in pairwise(ranked):
        decided = [step for step in above.decided_by if step.ahead]
        if above.place != below.place:
            assert decided == []
        elif below.player in above.undecided:
            assert above.undecided == below.undecided
        else:
            assert [step.criterion for step in decided] == [
                step.criterion for step in below.decided_by if not step.ahead
            ]


def test_the_unranked_come_after_the_field_and_the_withdrawn_last() -> None:
    players = [
        Player("ann", "Ann", status="withdrawn"),
        Player("ben", "Ben"),
        Player("cat", "Cat"),
        Player("dan", "Dan"),
    ]
    rows = {"ann": "0!", "cat": "-", "dan": "40"}
    tallies = [*printed.tallies(rows, {"cat": 2})]
    assert [(one.player, one.place, one.unranked_because) for one in rank(tallies, players)] == [
        ("dan", 1, ""),
        ("cat", None, "absent games"),
        ("ben", None, "no games"),
        ("ann", None, "withdrawn"),
    ]


def test_an_adjustment_moves_a_player_and_stays_a_figure_of_its_own() -> None:
    rows = {"ann": "10", "ben": "12"}
    ben, ann = printed.ranked(rows, facts=Facts(adjustments=(Adjustment("ann", 5, 1),)))
    assert [
        (one.player, one.total, one.adjusted, one.figures["worst_game"]) for one in (ben, ann)
    ] == [
        ("ben", 12, 0, 12),
        ("ann", 15, 5, 10),
    ]


def test_figures_that_nobody_knows_are_none_and_not_zero() -> None:
    [ann] = printed.ranked({"ann": "31"})
    assert (
        ann.figures["eights_caught"],
        ann.figures["cards_left"],
        ann.figures["last_round"],
        ann.figures["worst_game"],
    ) == (None, None, 31, 31)
    [nobody] = rank((), [Player("ann", "Ann")])
    assert (
        nobody.figures["last_round"],
        nobody.figures["worst_game"],
        nobody.place,
        nobody.order,
    ) == (
        None,
        None,
        None,
        None,
    )


@pytest.mark.parametrize(
    ("names", "words"),
    [
        (("shoe_size",), "There is no tie-break 'shoe_size'; choose from"),
        ((*TIE_BREAK, "games_won"), "A tie-break is named twice; name each once, in order."),
    ],
)
def test_a_list_of_tie_breaks_is_checked_when_it_is_made(
    names: tuple[str, ...], words: str
) -> None:
    with pytest.raises(ValueError, match="tie-break") as refused:
        Ranking(tie_break=names)
    assert str(refused.value).startswith(words)


def test_where_the_highest_total_is_best_the_worst_of_a_table_is_its_lowest() -> None:
    rows = {"ann": "- 4", "ben": "3 5", "cat": "21 6"}
    for direction, total in (("lowest", 25), ("highest", 7)):
        ranking = Ranking(direction, policies=Policies(absent="table_worst"))  # type: ignore[arg-type]
        assert {one.player: one.total for one in printed.ranked(rows, ranking)}["ann"] == total


def test_cards_eights_and_the_way_back_through_the_games_are_told() -> None:
    ben, ann = printed.ranked({"ann": "31/2/1 7/1/0 | 5/1/0", "ben": "0! 9"})
    assert (ann.figures["cards_left"], ann.figures["eights_caught"], ann.countback) == (
        4,
        1,
        (5, 7, 31),
    )
    assert (ben.figures["cards_left"], ben.figures["eights_caught"], ben.countback) == (
        None,
        None,
        (9, 0),
    )


@pytest.mark.parametrize(("direction", "worst"), [("lowest", 31), ("highest", 4)])
def test_the_worst_game_goes_by_the_direction_and_absences_are_counted(
    direction: Any, worst: int
) -> None:
    ranking = Ranking(direction)
    found = {one.player: one for one in printed.ranked({"ann": "31 4 7", "ben": "3 - 5"}, ranking)}
    assert (found["ann"].figures["worst_game"], found["ann"].absent) == (worst, 0)
    assert found["ben"].absent == 1
    games = {player: sum(one.round_games.values()) for player, one in found.items()}
    assert found["ann"].played == games["ann"]
    assert found["ben"].played == games["ben"] - 1, "a game they were absent from is none of theirs"


@settings(max_examples=10)
@given(evenings(), st.randoms(use_true_random=False))
def test_who_never_came_has_no_line_and_counts_in_no_policy(evening: Evening, rng: Random) -> None:
    players, tallies = evening
    where = rng.choice(tallies)
    seat = (where.round, where.table, where.game)
    stranger = Player("P9999", "Never Here", status="no_show")
    claimed = [
        Tally("P9999", *seat, points=1900),
        Tally("P9999", 1, 1, 2 if seat == (1, 1, 1) else 1, state="not_played"),
    ]
    assert rank([*tallies, *claimed], [*players, stranger]) == rank(tallies, players)
    here = Player("P9999", "Never Here")
    assert rank([*tallies, *claimed], [*players, here]) != rank(tallies, players)


@settings(max_examples=20)
@given(evenings(), st.integers(1, 1000), st.booleans())
def test_standings_grown_by_a_sheet_are_those_counted_anew(
    evening: Evening, table: int, par: bool
) -> None:
    players, tallies = evening
    ranking = Ranking(policies=Policies(par=((4, 157), (5, 164), (6, 165)) if par else ()))
    sheet = (2, table % -(-len(players) // 5) + 1, 2)
    before = [tally for tally in tallies if tally.sheet != sheet]
    earlier = rank(before, players, ranking, earlier=())
    now = rank(tallies, players, ranking, earlier=earlier)
    assert now == rank(tallies, players, ranking)
    stood = {standing.player: standing.line for standing in earlier}
    at_table = {tally.player for tally in tallies if tally.sheet == sheet}
    anew = {standing.player for standing in now if standing.line is not stood[standing.player]}
    assert anew == at_table


@settings(max_examples=5)
@given(evenings())
def test_the_first_sheet_of_a_round_orders_every_total_anew(evening: Evening) -> None:
    players, tallies = evening
    before = [tally for tally in tallies if tally.round == 1]
    after = before + [tally for tally in tallies if tally.sheet == (2, 1, 1)]
    earlier = rank(before, players, earlier=())
    assert rank(after, players, earlier=earlier) == rank(after, players)


def test_a_place_is_shown_as_shared_alone_or_none() -> None:
    field = [*printed.field({"ann": "", "ben": "", "cat": ""}), Player("dan", "Dan")]
    found = rank(printed.tallies({"ann": "5", "ben": "5", "cat": "9"}), field)
    shown = {"ann": "=1", "ben": "=1", "cat": "3", "dan": "–"}
    assert {one.player: one.place_words for one in found} == shown
    assert {one.player: one.level_words for one in found} == shown
