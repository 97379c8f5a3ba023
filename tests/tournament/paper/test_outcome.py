"""Papers of results lifted from the board of a whole evening say what its checked results say."""

from collections.abc import Mapping
from typing import Any

import pytest

from tests.tournament.evening import seated_event
from tests.tournament.paper.evening import LETTERS, expected, guest, seats
from tests.tournament.paper.lists import NOW, lifted
from tests.tournament.paper.reading import rows_of
from tournament.counting.board import compute
from tournament.paper import prizes, results

Papers = Mapping[str, Any]


@pytest.fixture
def papers(db: None) -> Papers:
    """All papers of results of the reference evening."""
    return lifted()


def test_standings_have_the_places_and_figures_of_the_archive(papers: Papers) -> None:
    rows = [
        (place, name.partition("\n")[0], *figures)
        for place, name, _livery, *figures in rows_of(papers["standings"])
    ]
    assert rows == [
        (
            str(order),
            row["player"],
            str(row["rounds"]["1"]),
            str(row["rounds"]["2"]),
            str(row["total"]),
            str(row["games_won"]),
            str(row["eights_caught"] or "–"),
            str(row["worst_game"]),
        )
        for order, row in enumerate(expected()["standings"], start=1)
    ]


def test_the_line_falls_after_the_tenth_and_says_so(papers: Papers) -> None:
    paper = papers["standings"]
    assert (paper.line_after, paper.line_words) == (10, "The cut: ten go through")


def test_both_sides_of_the_tie_at_the_line_learn_why(papers: Papers) -> None:
    names = (row[1].partition("\n") for row in rows_of(papers["standings"]) if row[5] == "110")
    assert {name: reason for name, _line, reason in names if reason} == {
        "The Revd Ambrose Vellumby": (
            "The Revd Ambrose Vellumby won more games than Lt Col Philippa Saddlemore: 5 to 3."
        ),
        "Lt Col Philippa Saddlemore": (
            "Lt Col Philippa Saddlemore won fewer games than The Revd Ambrose Vellumby: 3 to 5."
        ),
    }


def test_the_ten_are_those_of_the_archive_with_their_seats(papers: Papers) -> None:
    paper, places = papers["the ten"], seats("playoff")
    assert paper.title == "The Ten"
    assert paper.content["rows"] == [
        {
            "order": row["order"],
            "name": row["player"],
            "livery": row["livery"],
            "total": row["total"],
            "seat": f"{'I' * places[row['player_id']][0]} · {LETTERS[places[row['player_id']][1]]}",
        }
        for row in expected()["standings"][:10]
    ]
    assert paper.content["tie_sentences"] == (
        "The Revd Ambrose Vellumby and Lt Col Philippa Saddlemore finished level on 110.",
        "The Revd Ambrose Vellumby won more games than Lt Col Philippa Saddlemore: 5 to 3.",
    )


def test_the_final_list_is_the_order_of_the_play_off(papers: Papers) -> None:
    order = expected()["prizes"]["playoff_order"]
    rows = rows_of(papers["final list"])
    assert [(*name.splitlines()[:2], total) for _place, name, _honour, total, _before in rows] == [
        (guest(player).name, livery, str(total)) for player, livery, total in order
    ]
    assert [row[2] for row in rows[:3]] == ["Winner", "Second", "Third"]


def test_prizes_are_handed_over_from_the_spoon_to_the_winner(papers: Papers) -> None:
    podium = expected()["prizes"]["podium_2019_rule"]
    called = [
        (prize.splitlines()[0], name.splitlines()[0])
        for _number, prize, name, *_rest in rows_of(papers["prize list"])
    ]
    assert called[0] == ("Wooden spoon", guest(expected()["prizes"]["wooden_spoon"][0]).name)
    assert called[1] == ("Best two of one livery", "Woolmen")
    assert called[-3:] == [
        (name.capitalize(), guest(podium[name]).name) for name in ("third", "second", "winner")
    ]


def test_an_unsealed_evening_is_provisional_on_every_paper(papers: Papers) -> None:
    assert [paper.edition.official for paper in papers.values()] == [False] * len(papers)


@pytest.mark.django_db
def test_before_the_first_sheet_papers_are_empty_and_no_fault() -> None:
    event = seated_event(5)
    empty = compute(event)
    assert results.standings(event, empty, NOW).rows == ()
    assert results.the_ten(event, empty, NOW).content["rows"] == []
    assert results.final_list(event, empty, NOW).rows == ()
    assert prizes.prize_list(event, empty, NOW).rows == ()
