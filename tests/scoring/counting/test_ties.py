"""Inside a tied group a criterion is skipped only where somebody lacks its data, and says whom to
ask.
"""

from scoring.counting.standings import Ranking
from scoring.counting.tie_breaks import CRITERIA
from scoring.counting.ties import Decision
from tests.scoring import printed

BARE = {"ann": "0! 45 | 5/1/0", "ben": "0! 40/3/1 | 10/2/0"}


def test_a_criterion_is_skipped_in_the_group_in_which_someone_lacks_its_data() -> None:
    ann, ben = printed.ranked(BARE)
    assert [(one.skipped, one.decided_by[0].criterion) for one in (ann, ben)] == [
        (("eights_caught",), "last_round"),
        (("eights_caught",), "last_round"),
    ]
    assert [prompt.words for prompt in ann.prompts] == [
        "Ask Ann for their eights in round 1 game 2 (table 1): only the points are known."
    ]
    assert (ann.prompts[0].criterion, ann.prompts[0].player, ann.prompts[0].cells) == (
        "eights_caught",
        "ann",
        ((1, 1, 2),),
    )
    assert ben.prompts == ()


def test_another_group_in_the_same_field_keeps_the_criterion() -> None:
    rows = {**BARE, "cat": "0! 70/4/1", "dan": "0! 70/4/0"}
    _, _, dan, cat = printed.ranked(rows)
    assert [(one.player, one.skipped, one.decided_by[0].criterion) for one in (dan, cat)] == [
        ("dan", (), "eights_caught"),
        ("cat", (), "eights_caught"),
    ]


def test_those_already_told_apart_are_not_touched_by_a_gap_further_down() -> None:
    rows = {"ann": "0! 0! 40/2/1", "ben": "0! 20 20/2/0", "cat": "0! 20/2/0 20/2/0"}
    ann, ben, cat = printed.ranked(rows, Ranking(tie_break=("games_won", "eights_caught")))
    assert (ann.player, ann.skipped, ann.decided_by[0].other) == ("ann", (), "ben")
    assert [(one.player, one.skipped, one.undecided) for one in (ben, cat)] == [
        ("ben", ("eights_caught",), ("ben", "cat")),
        ("cat", ("eights_caught",), ("ben", "cat")),
    ]


def test_missing_cards_are_asked_for_sheet_by_sheet() -> None:
    rows = {"ann": "10 | 10", "ben": "10/1/0 | 10/1/0"}
    ann, _ = printed.ranked(rows, Ranking(tie_break=("cards_left",)))
    assert [prompt.words for prompt in ann.prompts] == [
        "Ask Ann for the number of cards left in round 1 game 1 (table 1); round 2 game 1 (table"
        " 1): only the points are known."
    ]


def test_a_round_or_game_that_is_not_in_is_asked_for_during_the_evening() -> None:
    rows = {"ann": "10 10", "ben": "15 | 5"}
    ann, ben = printed.ranked(rows, Ranking(tie_break=("last_round", "last_game_countback")))
    assert [prompt.words for prompt in ann.prompts] == [
        "Enter the last round of Ann: no game of it is in yet.",
        "Enter the missing games of Ann: others on the same total have played more.",
    ]
    assert [prompt.criterion for prompt in ben.prompts] == ["last_game_countback"]


def test_a_name_with_braces_is_only_a_name() -> None:
    rows = {"{cells} {0}": "10", "ben": "10/1/0"}
    field = printed.ranked(rows, Ranking(tie_break=("cards_left",)))
    assert [prompt.words for standing in field for prompt in standing.prompts] == [
        "Ask {Cells} {0} for the number of cards left in round 1 game 1 (table 1): only the points"
        " are known."
    ]


def test_the_middle_of_three_knows_who_is_below_and_who_is_above() -> None:
    rows = {"ann": "0! 0! 20", "ben": "0! 1 19", "cat": "5 5 10"}
    _, ben, _ = printed.ranked(rows)
    assert [decision.sentence("Ben") for decision in ben.decided_by] == [
        "Ben won more games than Cat: 1 to 0.",
        "Ben won fewer games than Ann: 1 to 2.",
    ]


def test_every_criterion_has_a_whole_sentence_for_either_side() -> None:
    for criterion in CRITERIA.values():
        for said in (criterion.ahead, criterion.behind):
            assert said.count("{name}") == said.count("{other}") == 1
            assert said.endswith(".")
            assert ("{own} to {theirs}" in said) is criterion.shown
        assert "{name}" not in criterion.unnamed
        assert criterion.unnamed[0].isupper()
        assert criterion.unnamed.endswith(".")
        assert ("{own} to {theirs}" in criterion.unnamed) is criterion.shown


def test_a_step_names_both_sides_with_their_figures() -> None:
    ann, ben = printed.ranked({"ann": "0! 0! 9", "ben": "0! 4 5"})
    assert ann.decided_by == (Decision("games_won", "ann", "ben", "Ben", True, (2, 1)),)
    assert ben.decided_by == (Decision("games_won", "ben", "ann", "Ann", False, (1, 2)),)
    told = {one.decided_by[0].unnamed for one in (ann, ben)}
    assert told == {"Whoever won more games is ahead: 2 to 1."}
