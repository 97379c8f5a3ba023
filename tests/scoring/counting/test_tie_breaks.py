"""Each criterion decides a tie that only it can decide, and words it."""

from collections.abc import Mapping, Sequence

import pytest

from scoring.counting.policies import Policies, fill
from scoring.counting.standings import TIE_BREAK, Facts, Ranking, Standing, rank, standings
from scoring.counting.tie_breaks import with_extra_game
from tests.scoring import printed

# Both totals and all criteria before the one named are level.
DECIDED: Mapping[str, Mapping[str, str]] = {
    "games_won": {"ann": "0! 0! | 24/2/0", "ben": "0! 12/1/0 | 12/1/0"},
    "eights_caught": {"ann": "0! 34/4/0 | 10/1/0", "ben": "0! 34/2/1 | 10/1/0"},
    "last_round": {"ann": "0! 30/3/0 | 10/1/0", "ben": "0! 20/3/0 | 20/2/0"},
    "worst_game": {"ann": "0! 12/1/0 8/1/0 | 10/1/0", "ben": "0! 13/1/0 7/1/0 | 10/1/0"},
    "cards_left": {"ann": "0! 12/1/0 | 10/2/0", "ben": "0! 12/2/0 | 10/3/0"},
    "last_game_countback": {"ann": "0! 12/1/0 | 12/2/0 3/1/0", "ben": "0! 12/1/0 | 3/2/0 12/1/0"},
    "cut_of_cards": {"ann": "0! 12/1/0 | 10/2/0", "ben": "0! 12/1/0 | 10/2/0"},
}
WORDS = {
    "games_won": "most games won (2 to 1)",
    "eights_caught": "fewest eights caught (0 to 1)",
    "last_round": "better last round (10 to 20)",
    "worst_game": "better worst game (12 to 13)",
    "cards_left": "fewest cards left (3 to 5)",
    "last_game_countback": "countback from the last game (3 to 12)",
    "cut_of_cards": "the Umpire's cut of cards",
}
CUT = Facts(card_cuts=(((("ann", 1), ("ben", 2))),))


def _order(field: Sequence[Standing]) -> list[str]:
    return [standing.player for standing in field]


@pytest.mark.parametrize("criterion", TIE_BREAK)
def test_each_criterion_decides_where_all_before_it_are_level(criterion: str) -> None:
    first, second = printed.ranked(DECIDED[criterion], facts=CUT)
    assert [first.player, second.player] == ["ann", "ben"]
    assert [(one.place, one.order, one.tied_with) for one in (first, second)] == [
        (1, 1, 1),
        (1, 2, 1),
    ]
    assert [decision.criterion for decision in (*first.decided_by, *second.decided_by)] == [
        criterion,
        criterion,
    ]
    assert first.decided_by[0].by == WORDS[criterion]


@pytest.mark.parametrize("criterion", TIE_BREAK)
def test_without_that_criterion_and_those_after_it_the_tie_stays(criterion: str) -> None:
    before = TIE_BREAK[: TIE_BREAK.index(criterion)]
    field = printed.ranked(DECIDED[criterion], Ranking(tie_break=before), CUT)
    assert [standing.undecided for standing in field] == [("ann", "ben"), ("ann", "ben")]


def test_the_one_behind_is_told_the_same_from_their_side() -> None:
    _, ben = printed.ranked(DECIDED["games_won"])
    assert [(step.by, step.sentence("Ben")) for step in ben.decided_by] == [
        ("fewer games won (1 to 2)", "Ben won fewer games than Ann: 1 to 2.")
    ]


@pytest.mark.parametrize(
    ("criterion", "rows"),
    [
        ("last_round", {"ann": "10 | 30", "ben": "20 | 20"}),
        ("worst_game", {"ann": "20 | 20", "ben": "10 | 30"}),
        ("last_game_countback", {"ann": "10 | 30", "ben": "30 | 10"}),
    ],
)
def test_where_most_points_win_the_better_figure_is_the_higher(
    criterion: str, rows: dict[str, str]
) -> None:
    ranking = Ranking("highest", (criterion,))
    assert _order(printed.ranked(rows, ranking)) == ["ann", "ben"]
    assert _order(printed.ranked(rows, Ranking("lowest", (criterion,)))) == (
        ["ben", "ann"] if criterion != "worst_game" else ["ann", "ben"]
    )


def test_a_shared_table_decides_head_to_head() -> None:
    rows = {"ann": "9 5 | 6", "ben": "3 5 | 12"}
    tallies = [tally for tally in printed.tallies(rows) if tally.round == 1]
    apart = [tally for tally in printed.tallies(rows, {"ben": 2}) if tally.round == 2]
    field = rank([*tallies, *apart], printed.field(rows), Ranking(tie_break=("head_to_head",)))
    assert [standing.player for standing in field] == ["ben", "ann"]
    assert field[0].decided_by[0].by == "better total at the shared table (8 to 14)"


def test_players_who_never_met_are_left_level_and_nobody_is_asked() -> None:
    rows = {"ann": "9", "ben": "9"}
    field = rank(
        printed.tallies(rows, {"ben": 2}), printed.field(rows), Ranking(tie_break=("head_to_head",))
    )
    assert [(standing.undecided, standing.skipped, standing.prompts) for standing in field] == [
        (("ann", "ben"), ("head_to_head",), ()),
        (("ann", "ben"), ("head_to_head",), ()),
    ]


def test_points_from_a_policy_are_no_meeting_at_a_table() -> None:
    rows = {"ann": "-", "ben": "9"}
    scores = fill(printed.tallies(rows), Policies())
    field = standings(scores, printed.field(rows), Ranking(tie_break=("head_to_head",)))
    assert [standing.skipped for standing in field] == [("head_to_head",), ("head_to_head",)]


def test_a_qualifying_total_can_break_ties_of_the_play_off() -> None:
    rows, ranking = {"ann": "9", "ben": "9"}, Ranking(tie_break=("qualifying_total",))
    known = printed.ranked(rows, ranking, Facts(earlier={"ann": 105, "ben": 99}))
    assert [one.player for one in known] == ["ben", "ann"]
    assert known[0].decided_by[0].by == "better qualifying total (99 to 105)"
    unknown = printed.ranked(rows, ranking, Facts(earlier={"ann": 105}))
    assert [[prompt.words for prompt in one.prompts] for one in unknown] == [
        [],
        ["Give the qualifying total of Ben: none is recorded."],
    ]


def test_a_cut_of_cards_counts_only_among_all_who_are_level() -> None:
    rows = {"ann": "9", "ben": "9", "cat": "9"}
    two = Facts(card_cuts=(((("ann", 2), ("ben", 1))),))
    assert [standing.undecided for standing in printed.ranked(rows, facts=two)] == [
        ("ann", "ben", "cat")
    ] * 3


def test_players_of_equal_rank_in_a_cut_of_cards_are_ordered_by_the_next() -> None:
    rows = {"ann": "9", "ben": "9", "cat": "9"}
    first = (("ann", 2), ("ben", 2), ("cat", 1))
    level = printed.ranked(rows, facts=Facts(card_cuts=(first,)))
    assert [(one.player, one.undecided) for one in level] == [
        ("cat", ()),
        ("ann", ("ann", "ben")),
        ("ben", ("ann", "ben")),
    ]
    again = (("ben", 1), ("ann", 2))
    assert _order(printed.ranked(rows, facts=Facts(card_cuts=(first, again)))) == [
        "cat",
        "ben",
        "ann",
    ]


def test_of_two_cuts_of_the_same_players_the_later_counts() -> None:
    earlier, later = ((("ann", 1), ("ben", 2))), ((("ann", 2), ("ben", 1)))
    rows = {"ann": "9", "ben": "9"}
    assert _order(printed.ranked(rows, facts=Facts(card_cuts=(earlier, later)))) == ["ben", "ann"]
    assert _order(printed.ranked(rows, facts=Facts(card_cuts=(later, earlier)))) == ["ann", "ben"]


def test_an_extra_game_splits_its_tie_and_counts_nowhere_else() -> None:
    rows = {"ann": "5", "ben": "5", "cat": "9"}
    facts = Facts(extra_games=((("ann", 12), ("ben", 0), ("cat", 0)),))
    ben, ann, cat = printed.ranked(rows, Ranking(tie_break=("extra_game",)), facts)
    assert [(one.player, one.total, one.place, one.order) for one in (ben, ann, cat)] == [
        ("ben", 5, 1, 1),
        ("ann", 5, 1, 2),
        ("cat", 9, 3, 3),
    ]
    assert ben.decided_by[0].by == "the extra game (0 to 12)"


def test_an_extra_game_that_leaves_some_level_is_followed_by_the_next_and_then_by_cards() -> None:
    rows = dict.fromkeys(("ann", "ben", "cat", "dan"), "5")
    games = (
        (("ann", 7), ("ben", 7), ("cat", 7), ("dan", 0)),
        (("ann", 3), ("ben", 3), ("cat", 0)),
    )
    facts = Facts(extra_games=games, card_cuts=(((("ann", 2), ("ben", 1))),))
    field = printed.ranked(rows, Ranking(tie_break=with_extra_game(TIE_BREAK)), facts)
    assert _order(field) == ["dan", "cat", "ben", "ann"]
    assert [standing.decided_by[0].criterion for standing in field[:3]] == [
        "extra_game",
        "extra_game",
        "cut_of_cards",
    ]


@pytest.mark.parametrize("game", [(("ann", 5), ("ben", 5)), (("ann", 5), ("cat", 0))])
def test_an_extra_game_that_does_not_split_all_of_them_is_passed_over(
    game: tuple[tuple[str, int], ...],
) -> None:
    field = printed.ranked(
        {"ann": "5", "ben": "5"}, Ranking(tie_break=("extra_game",)), Facts(extra_games=(game,))
    )
    assert [standing.undecided for standing in field] == [("ann", "ben"), ("ann", "ben")]


def test_a_play_off_without_an_order_of_its_own_plays_on_before_cards_are_cut() -> None:
    assert with_extra_game(("games_won", "cut_of_cards")) == (
        "games_won",
        "extra_game",
        "cut_of_cards",
    )
    assert with_extra_game(("games_won",)) == ("games_won", "extra_game")
