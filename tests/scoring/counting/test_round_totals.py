"""A round of which a card bears only the total: it counts in sums, and no figure of single games
knows it.
"""

import pytest

from scoring.counting.policies import Policies, fill
from scoring.counting.prizes import prizes
from scoring.counting.record import standings_record
from scoring.counting.standings import TIE_BREAK, Facts, Ranking, Standing, rank
from scoring.counting.tally import Player, RoundTotal, State, Tally
from scoring.counting.totals import lines

ANN, BEN, CAT = (Player(name.lower(), name) for name in ("Ann", "Ben", "Cat"))
FIELD = (ANN, BEN, CAT)
FIRST = RoundTotal("ann", 1, 12, games=2)


def game(player: Player, round: int, game: int, points: int, **more: int | bool) -> Tally:
    return Tally(player.id, round, 1, game, points=points, **more)  # type: ignore[arg-type]


def ranked(
    *tallies: Tally, totals: tuple[RoundTotal, ...] = (FIRST,), by: str = ""
) -> dict[str, Standing]:
    how = Ranking(tie_break=(by,) if by else TIE_BREAK)
    return {
        standing.player: standing
        for standing in rank(tallies, FIELD, how, Facts(round_totals=totals))
    }


BEN_PLAYED = (game(BEN, 1, 1, 0, went_out=True), game(BEN, 1, 2, 12, cards=2, eights=0))


def test_it_counts_in_the_total_and_its_round_with_as_many_games_as_it_is_of() -> None:
    ann = ranked(*BEN_PLAYED, game(ANN, 2, 1, 5, cards=1, eights=0))["ann"]
    assert (ann.total, dict(ann.rounds), dict(ann.round_games), ann.ranked) == (
        17,
        {1: 12, 2: 5},
        {1: 2, 2: 1},
        True,
    )
    assert ann.bare_rounds == (1,)


def test_no_figure_of_single_games_is_known() -> None:
    ann = ranked(*BEN_PLAYED, game(ANN, 2, 1, 0, went_out=True))["ann"]
    assert (
        ann.figures["games_won"],
        ann.figures["eights_caught"],
        ann.figures["worst_game"],
        ann.figures["cards_left"],
    ) == (None, None, None, None)
    assert ann.countback == (0,)
    ben = ranked(*BEN_PLAYED)["ben"]
    assert (
        ben.figures["games_won"],
        ben.figures["eights_caught"],
        ben.figures["worst_game"],
        ben.figures["cards_left"],
    ) == (1, 0, 12, 2)


OF_GAMES = (
    "games_won",
    "eights_caught",
    "worst_game",
    "cards_left",
    "last_game_countback",
    "head_to_head",
)


@pytest.mark.parametrize("criterion", OF_GAMES)
def test_a_tie_break_of_single_games_is_passed_over_and_asks_for_the_games(criterion: str) -> None:
    field = ranked(*BEN_PLAYED, by=criterion)
    assert field["ann"].undecided == ("ann", "ben")
    assert [(prompt.criterion, prompt.cells) for prompt in field["ann"].prompts] == [
        (criterion, ())
    ]
    assert (
        field["ann"]
        .prompts[0]
        .words.startswith("Ask Ann for the games of round 1: without them nobody knows")
    )
    assert field["ben"].prompts == ()


def test_a_tie_break_of_whole_rounds_still_decides() -> None:
    field = ranked(
        *BEN_PLAYED, game(ANN, 2, 1, 3), game(BEN, 2, 1, 3), game(CAT, 2, 1, 9), by="last_round"
    )
    assert field["ann"].undecided == ("ann", "ben")
    assert field["ann"].prompts == ()


def test_two_rounds_are_asked_for_in_one_sentence() -> None:
    both = (FIRST, RoundTotal("ann", 2, 0, games=2))
    said = ranked(*BEN_PLAYED, totals=both, by="worst_game")["ann"].prompts[0].words
    assert said.startswith("Ask Ann for the games of round 1 and 2:")


def test_who_has_nothing_but_a_total_is_ranked_and_who_has_nothing_is_not() -> None:
    field = ranked(*BEN_PLAYED)
    assert (field["ann"].ranked, field["cat"].unranked_because) == (True, "no games")


def test_the_prize_for_games_won_names_them_as_not_known() -> None:
    won = prizes(tuple(ranked(*BEN_PLAYED).values()), (), FIELD).most_games_won
    assert won is not None
    assert (won.figure, won.players, won.unknown) == (1, ("ben",), ("ann",))


def test_the_record_says_so() -> None:
    first, *_ = standings_record([ranked(*BEN_PLAYED)["ann"]], {"ann": ANN})
    assert (first["games_won"], first["bare_rounds"]) == (None, [1])
    assert "bare_rounds" not in standings_record([ranked(*BEN_PLAYED)["ben"]], {"ben": BEN})[0]


@pytest.mark.parametrize("totals", [(FIRST,), (FIRST, FIRST)])
def test_it_never_stands_beside_another_result_of_its_round(totals: tuple[RoundTotal, ...]) -> None:
    own = fill([game(ANN, 1, 1, 3)] if len(totals) == 1 else [], Policies())
    with pytest.raises(ValueError, match="Ann has a total of round 1 beside another result of it"):
        lines(own, FIELD, (), totals)


@pytest.mark.parametrize("state", ["absent", "not_played"])
def test_a_game_of_its_round_that_was_not_played_counts_nothing_beside_it(state: State) -> None:
    missed = Tally("ann", 1, 1, 2, state=state)
    ann = ranked(*BEN_PLAYED, missed, totals=(FIRST,))["ann"]
    assert (ann.total, ann.absent, dict(ann.round_games), ann.ranked) == (12, 0, {1: 2}, True)


def test_a_total_of_a_stranger_is_refused() -> None:
    with pytest.raises(ValueError, match="There are results for dan"):
        lines((), FIELD, (), [RoundTotal("dan", 1, 3, games=1)])


@pytest.mark.parametrize(("points", "games"), [(-1, 2), (3, 0)])
def test_an_impossible_total_is_refused(points: int, games: int) -> None:
    with pytest.raises(
        ValueError, match="ann, round 1: a total of a round is 0 or more points, of at least 1 game"
    ):
        RoundTotal("ann", 1, points, games)
