"""Papers of results lifted from the board of a whole evening say what its checked results say."""

from datetime import UTC, datetime
from functools import cache

import pytest

from tests.tournament.evening import seated_event
from tests.tournament.paper.evening import archive, expected, guest
from tests.tournament.paper.lists import the_ten as drawn_ten
from tournament.archive.acts import import_evening
from tournament.counting.board import compute
from tournament.paper import prizes, results
from tournament.paper.values_results import FinalList, PrintedStandings, PrizeList, TheTen

NOW = datetime(2027, 2, 11, 21, 47, tzinfo=UTC)
Papers = tuple[PrintedStandings, TheTen, FinalList, PrizeList]


@pytest.fixture
def papers(db: None) -> Papers:
    """All papers of results of the reference evening."""
    return lifted()


@cache
def lifted() -> Papers:
    """Values, so one import serves every test."""
    event = import_evening(archive(), NOW)
    now = compute(event)
    return (
        results.standings(event, now, NOW),
        results.the_ten(event, now, NOW),
        results.final_list(event, now, NOW),
        prizes.prize_list(event, now, NOW),
    )


def test_standings_have_the_places_and_figures_of_the_archive(papers: Papers) -> None:
    rows = [(row.place, row.name, row.total, row.rounds, row.figures) for row in papers[0].rows]
    assert rows == [
        (
            str(order),
            one["player"],
            one["total"],
            (one["rounds"]["1"], one["rounds"]["2"]),
            (one["games_won"], one["eights_caught"] or None, one["worst_game"]),
        )
        for order, one in enumerate(expected()["standings"], start=1)
    ]


def test_the_line_falls_after_the_tenth_and_says_so(papers: Papers) -> None:
    assert (papers[0].cut_after, papers[0].cut_words) == (10, "The cut: ten go through")


def test_both_sides_of_the_tie_at_the_line_learn_why(papers: Papers) -> None:
    reasons = {row.name: row.reason for row in papers[0].rows if row.reason and row.total == 110}
    assert reasons == {
        "The Revd Ambrose Vellumby": (
            "The Revd Ambrose Vellumby won more games than Lt Col Philippa Saddlemore: 5 to 3."
        ),
        "Lt Col Philippa Saddlemore": (
            "Lt Col Philippa Saddlemore won fewer games than The Revd Ambrose Vellumby: 3 to 5."
        ),
    }


def test_the_ten_are_those_of_the_archive_with_their_seats(papers: Papers) -> None:
    assert papers[1].title == "The Ten"
    assert papers[1].rows == drawn_ten().rows
    assert papers[1].tie_sentences == (
        "The Revd Ambrose Vellumby and Lt Col Philippa Saddlemore finished level on 110.",
        "The Revd Ambrose Vellumby won more games than Lt Col Philippa Saddlemore: 5 to 3.",
    )


def test_the_final_list_is_the_order_of_the_play_off(papers: Papers) -> None:
    order = expected()["prizes"]["playoff_order"]
    assert [(row.name, row.livery, row.total) for row in papers[2].rows] == [
        (guest(player).name, livery, total) for player, livery, total in order
    ]
    assert [row.honour for row in papers[2].rows[:3]] == ["Winner", "Second", "Third"]


def test_prizes_are_handed_over_from_the_spoon_to_the_winner(papers: Papers) -> None:
    podium = expected()["prizes"]["podium_2019_rule"]
    called = [(row.prize, row.called) for row in papers[3].rows]
    assert called[0] == ("Wooden spoon", guest(expected()["prizes"]["wooden_spoon"][0]).name)
    assert called[1] == ("Best two of one livery", "Woolmen")
    assert called[-3:] == [
        (name.capitalize(), guest(podium[name]).name) for name in ("third", "second", "winner")
    ]


def test_an_unsealed_evening_is_provisional_on_every_paper(papers: Papers) -> None:
    assert [paper.edition.official for paper in papers] == [False] * 4


@pytest.mark.django_db
def test_before_the_first_sheet_papers_are_empty_and_no_fault() -> None:
    event = seated_event(5)
    empty = compute(event)
    assert results.standings(event, empty, NOW).rows == ()
    assert results.the_ten(event, empty, NOW).rows == ()
    assert results.final_list(event, empty, NOW).rows == ()
    assert prizes.prize_list(event, empty, NOW).rows == ()
