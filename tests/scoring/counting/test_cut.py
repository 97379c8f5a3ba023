"""The cut is drawn by the tie-breaks, never splits what they leave level, and says what a change
moves.
"""

from collections.abc import Mapping
from random import Random
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scoring.counting.cut import AtTheLine, Cut, Move, NoCut, cut, in_words, moves
from scoring.counting.standings import Facts, rank
from scoring.counting.tally import Player, Tally
from tests.scoring import printed

# Two are clear, ben and cat are level in everything, dan has won nothing.
LEVEL = {
    "ann": "0! 5/1/0",
    "eve": "0! 6/1/0",
    "ben": "0! 9/1/0",
    "cat": "0! 9/1/0",
    "dan": "4/1/0 5/1/0",
    "fay": "0! 14/2/0",
}
BEN_FIRST = Facts(card_cuts=(((("ben", 1), ("cat", 2))),))


def _cut(
    rows: Mapping[str, str],
    size: int,
    policy: AtTheLine = "cut_of_cards",
    facts: Facts | None = None,
) -> Cut:
    drawn = cut(printed.ranked(rows, facts=facts), size, policy)
    assert isinstance(drawn, Cut)
    return drawn


def test_without_a_tie_the_line_is_clear() -> None:
    drawn = _cut(LEVEL, 2)
    assert (drawn.cut_score, drawn.clear, drawn.tied_at_cut, drawn.places_for_tied, drawn.tie) == (
        6,
        1,
        1,
        1,
        False,
    )
    assert (drawn.qualifiers, drawn.tied, drawn.tie_resolved_by) == (("ann", "eve"), (), None)
    assert in_words(drawn) == "2 go through, the last on 6."


def test_a_tie_that_fits_into_the_cut_is_none() -> None:
    drawn = _cut(LEVEL, 5)
    assert (drawn.clear, drawn.tied_at_cut, drawn.places_for_tied, drawn.tie) == (2, 3, 3, False)
    assert (drawn.qualifiers, drawn.undecided) == (("ann", "eve", "ben", "cat", "dan"), ())


def test_a_criterion_that_parts_the_line_is_named() -> None:
    drawn = _cut(LEVEL, 4)
    assert (drawn.clear, drawn.tied_at_cut, drawn.places_for_tied, drawn.tie) == (2, 3, 2, True)
    assert (drawn.tie_resolved_by, drawn.qualifiers, drawn.undecided) == (
        "games_won",
        ("ann", "eve", "ben", "cat"),
        (),
    )
    assert [standing.player for standing in drawn.tied] == ["ben", "cat", "dan"]
    assert in_words(drawn) == "3 on 9 for 2 places: decided by most games won."


def test_what_stays_level_waits_for_the_cut_of_cards() -> None:
    drawn = _cut(LEVEL, 3)
    assert (drawn.qualifiers, drawn.undecided, drawn.places_left) == (
        ("ann", "eve"),
        ("ben", "cat"),
        1,
    )
    assert (drawn.tie_resolved_by, drawn.admit_all_would_be) == (None, 5)
    assert (
        in_words(drawn)
        == "3 on 9 for 1 place. Still level for 1 place: Ben, Cat. Let them cut cards before the"
        " Umpire."
    )


def test_a_recorded_cut_of_cards_decides() -> None:
    drawn = _cut(LEVEL, 3, facts=BEN_FIRST)
    assert (drawn.qualifiers, drawn.undecided, drawn.places_left) == (("ann", "eve", "ben"), (), 0)
    assert drawn.tie_resolved_by == "cut_of_cards"
    assert in_words(drawn) == "3 on 9 for 1 place: decided by the Umpire's cut of cards."


@pytest.mark.parametrize(
    ("policy", "size", "through", "resolved"),
    [
        ("admit_still_tied", 3, ("ann", "eve", "ben", "cat"), "admit_still_tied"),
        ("admit_still_tied", 4, ("ann", "eve", "ben", "cat"), "games_won"),
        ("admit_all", 3, ("ann", "eve", "ben", "cat", "dan"), "admit_all"),
        ("admit_all", 4, ("ann", "eve", "ben", "cat", "dan"), "admit_all"),
        ("admit_all", 5, ("ann", "eve", "ben", "cat", "dan"), None),
    ],
)
def test_who_is_admitted_is_the_policy_s(
    policy: AtTheLine, size: int, through: tuple[str, ...], resolved: str
) -> None:
    drawn = _cut(LEVEL, size, policy)
    assert (drawn.qualifiers, drawn.undecided, drawn.tie_resolved_by) == (through, (), resolved)
    assert (drawn.policy, drawn.places_left) == (policy, 0)
    assert drawn.reasons


def test_an_admission_is_said_in_words() -> None:
    assert (
        in_words(_cut(LEVEL, 3, "admit_all"))
        == "3 on 9 for 1 place: 5 go through, as all who are level are admitted."
    )


def test_near_misses_lie_within_five_points_outside_the_line() -> None:
    found = [
        (standing.player, standing.order, standing.total) for standing in _cut(LEVEL, 4).near_misses
    ]
    assert found == [("dan", 5, 9), ("fay", 6, 14)]
    assert _cut({**LEVEL, "fay": "0! 15/2/0"}, 5).near_misses == ()


def test_prompts_of_the_tied_come_with_the_cut() -> None:
    drawn = _cut({**LEVEL, "ben": "0! 9"}, 3)
    assert [prompt.player for prompt in drawn.prompts] == ["ben", "ben"]
    assert _cut({**LEVEL, "ben": "0! 9"}, 2).prompts == ()


@pytest.mark.parametrize(
    ("size", "words"),
    [
        (0, "A cut takes at least one player: give a size of 1 or more."),
        (-3, "A cut takes at least one player: give a size of 1 or more."),
        (7, "A cut of 7 needs 7 ranked players, and there are 6: choose a smaller cut."),
    ],
)
def test_a_cut_that_cannot_be_drawn_says_why(size: int, words: str) -> None:
    field = printed.ranked(LEVEL)
    assert cut(field, size) == NoCut(size, 6, words, field)


def test_an_unknown_policy_at_the_line_is_refused() -> None:
    policy: Any = "toss"
    with pytest.raises(
        ValueError, match=r"one of cut_of_cards, admit_still_tied, admit_all, not 'toss'\.$"
    ):
        cut(printed.ranked(LEVEL), 3, policy)


def test_a_cut_of_the_whole_field_takes_everybody() -> None:
    assert _cut({"ann": "9", "ben": "9"}, 2).qualifiers == ("ann", "ben")


def _figures(move: Move) -> tuple[object, ...]:
    """The player, with total, place and order before and after."""
    return move.player, move.figures("total"), move.figures("place"), move.figures("order")


def test_a_correction_shows_who_goes_out_and_who_comes_in() -> None:
    found = moves(_cut(LEVEL, 4), _cut({**LEVEL, "cat": "0! 39/1/1"}, 4))
    assert [_figures(move) for move in found.out] == [("cat", (9, 39), (3, 6), (4, 6))]
    assert [_figures(move) for move in found.into] == [("dan", (9, 9), (3, 3), (5, 4))]
    assert [move.player for move in found.shifted] == ["dan", "fay", "cat"]
    assert (found.words, found.crosses_the_line) == ("Puts out Cat; lets in Dan.", True)


def test_a_change_that_leaves_the_list_alone_says_so() -> None:
    found = moves(_cut(LEVEL, 4), _cut({**LEVEL, "fay": "0! 15/2/0"}, 4))
    assert (found.words, found.crosses_the_line) == (
        "The list of those who go through stays the same.",
        False,
    )
    assert [(move.player, move.figures("total")) for move in found.shifted] == [("fay", (14, 15))]


def test_a_change_that_makes_a_tie_sends_them_to_a_cut_of_cards() -> None:
    found = moves(_cut({**LEVEL, "ben": "0! 8/1/0"}, 3), _cut(LEVEL, 3))
    assert (found.out, found.into) == ((), ())
    assert (found.words, found.crosses_the_line) == ("Sends to a cut of cards Ben, Cat.", True)


def test_a_recorded_cut_of_cards_lets_in_the_one_and_puts_out_the_other() -> None:
    assert (
        moves(_cut(LEVEL, 3), _cut(LEVEL, 3, facts=BEN_FIRST)).words == "Puts out Cat; lets in Ben."
    )


def test_a_guest_who_joins_or_leaves_the_field_is_a_move() -> None:
    less = {name: row for name, row in LEVEL.items() if name != "fay"}
    joined = moves(_cut(less, 4), _cut(LEVEL, 4)).shifted
    left = moves(_cut(LEVEL, 4), _cut(less, 4)).shifted
    assert [(one.player, one.name, one.figures("place")) for one in (*joined, *left)] == [
        ("fay", "Fay", (None, 6)),
        ("fay", "Fay", (6, None)),
    ]


def test_without_a_cut_before_everybody_in_it_comes_in() -> None:
    found = moves(cut(printed.ranked(LEVEL), 9), _cut(LEVEL, 2))
    assert found.words == "Lets in Ann, Eve."


def _key(one: Any) -> tuple[Any, ...]:
    """The whole ranking key of the reference data, written out a second time."""
    return (
        one.total,
        -one.figures["games_won"],
        one.figures["eights_caught"],
        one.figures["last_round"],
        one.figures["worst_game"],
        one.figures["cards_left"],
        one.countback,
    )


def _random_field(size: int, rng: Random) -> tuple[list[Player], list[Tally]]:
    players = [Player(f"P{number:04d}", f"Guest {number}") for number in range(size)]
    tallies = []
    for seat, player in enumerate(players):
        for game in (1, 2):
            points = rng.randint(0, 3)
            where = player.id, 1, seat // 5 + 1, game
            tallies.append(
                Tally(*where, points=points, went_out=not points, cards=points, eights=0)
            )
    return players, tallies


@pytest.mark.promise("A tie on the line is never split by an accident of order", faults=(14,))
@given(
    st.integers(12, 1000),
    st.integers(1, 12),
    st.randoms(use_true_random=False),
    st.sampled_from(get_args(AtTheLine)),
)
def test_a_cut_never_splits_equal_keys(
    size: int, places: int, rng: Random, policy: AtTheLine
) -> None:
    players, tallies = _random_field(size, rng)
    drawn = cut(rank(tallies, players), places, policy)
    assert isinstance(drawn, Cut)
    key = {standing.player: _key(standing) for standing in drawn.standings}
    outside = {key[player] for player in key if player not in {*drawn.qualifiers, *drawn.undecided}}
    inside = {key[player] for player in drawn.qualifiers}
    assert max(inside, default=()) < min(outside, default=(1000,))
    if drawn.undecided:
        [level] = {key[player] for player in drawn.undecided}
        assert level not in inside | outside
        assert 0 < drawn.places_left < len(drawn.undecided)
        assert policy == "cut_of_cards"
        # Control: simply taking the first so many would split them, and the comparison above would
        # see it.
        order = [key[standing.player] for standing in drawn.standings]
        assert max(order[:places]) == min(order[places:]) == level


@pytest.mark.control("test_a_cut_never_splits_equal_keys")
def test_simply_taking_the_first_so_many_does_split_equal_keys() -> None:
    players, tallies = _random_field(40, Random(1))
    split = 0
    for places in range(1, 13):
        order = [_key(standing) for standing in rank(tallies, players)]
        split += max(order[:places]) == min(order[places:])
    assert split > 0


@given(st.integers(12, 200), st.integers(1, 12), st.randoms(use_true_random=False))
def test_only_a_recorded_cut_of_cards_splits_equal_keys(
    size: int, places: int, rng: Random
) -> None:
    players, tallies = _random_field(size, rng)
    level = cut(rank(tallies, players), places)
    assert isinstance(level, Cut)
    drawn = rng.sample(level.undecided, len(level.undecided))
    ranks = tuple((player, number) for number, player in enumerate(drawn, start=1))
    decided = cut(rank(tallies, players, facts=Facts(card_cuts=(ranks,))), places)
    assert isinstance(decided, Cut)
    assert decided.qualifiers == (*level.qualifiers, *drawn[: level.places_left])
    assert decided.undecided == ()
