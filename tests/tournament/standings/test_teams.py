"""Teams of an event: off unless declared, then on page, board, paper, workbook, export and archive
alike.
"""

import io
import json
from typing import Any

import pytest
from django.test import Client
from openpyxl import load_workbook

from tests.tournament.ending import following
from tests.tournament.evening import NOW, official, save, seated_event, sign
from tournament.archive import export
from tournament.archive.acts import import_evening
from tournament.archive.shape import ArchiveError
from tournament.counting.board import board, compute
from tournament.event.acts import change_event
from tournament.finals.acts import hold_board
from tournament.models import Event, Guest, Role
from tournament.paper.page import html
from tournament.paper.prizes import printed_teams
from tournament.standings.files import standings_document
from tournament.standings.teams import team_rows
from tournament.workbook import workbook

pytestmark = pytest.mark.django_db
MEAN: dict[str, Any] = {"team_figure": "mean", "team_best": 2, "team_minimum": 2}


@pytest.fixture
def event() -> Event:
    """Five of three liveries: two Grocers, two Mercers, one Draper; one sheet of one game."""
    made = seated_event(
        5, games_per_round=1, qualifying_rounds=1, cut_size=2, has_playoff=False, **MEAN
    )
    company = {
        livery.name: livery
        for livery in made.liveries.filter(name__in=("Grocers", "Mercers", "Drapers"))
    }
    for badge, name in enumerate(("Grocers", "Grocers", "Mercers", "Mercers", "Drapers"), start=1):
        Guest.objects.filter(event=made, badge=badge).update(livery=company[name])
    save(made, ("out", "=21", "=4", "=9", "=2"))
    return following(made)


def organiser(event: Event) -> Client:
    client = Client()
    client.force_login(official(event, Role.ORGANISER))
    return client


def lines(event: Event) -> list[tuple[str, str, str]]:
    return [(row.place, row.team, row.figure) for row in team_rows(event, compute(event))]


def test_liveries_are_ranked_by_the_mean_of_their_best_two(event: Event) -> None:
    assert lines(event) == [("1", "Mercers", "6.5"), ("2", "Grocers", "10.5"), ("–", "Drapers", "")]
    assert team_rows(event, compute(event))[2].note == "1 of the 2 it needs"


def test_page_board_paper_workbook_and_export_say_the_same(event: Event) -> None:
    client, now = organiser(event), board(event)
    page = client.get(f"/e/{event.slug}/teams/").content.decode()
    wall = Client().get(f"/e/{event.slug}/board/").content.decode()
    paper = html(printed_teams(event, now, NOW))
    for shown in (page, wall, paper):
        assert shown.index("Mercers") < shown.index(">6.5<") < shown.index(">10.5<")
    told = standings_document(now, event)["teams"]["standings"]
    assert [(one["livery"], one["figure"], one["place"], one["counted"]) for one in told] == [
        ("Mercers", "6.5", 1, ["P003", "P004"]),
        ("Grocers", "10.5", 2, ["P001", "P002"]),
        ("Drapers", None, None, []),
    ]
    sheet = load_workbook(io.BytesIO(workbook(event, now)))["Teams"]
    rows = list(sheet.iter_rows(min_row=2, max_col=5, values_only=True))
    assert rows[0] == (1, 1, "Mercers", 2, "=AVERAGE(Standings!H4,Standings!H5)")
    assert rows[2] == (None, None, "Drapers", 1, None)
    assert client.get(f"/e/{event.slug}/paper/teams/").status_code == 200


def test_the_board_names_no_member_and_a_held_one_keeps_its_teams(event: Event) -> None:
    hold_board(event, sign())
    held = Event.objects.get(pk=event.pk)
    assert held.released is not None
    assert held.released["teams"] == [
        {"place": "1", "name": "Mercers", "figure": "6.5"},
        {"place": "2", "name": "Grocers", "figure": "10.5"},
    ]
    save(event, ("=90", "=21", "=4", "=9", "out"), seen=1, reason="read again")
    assert "10.5" in Client().get(f"/e/{event.slug}/board/").content.decode()


def test_where_teams_are_off_nothing_speaks_of_them(event: Event) -> None:
    change_event(event, {"team_figure": ""}, sign(), reason="not this year")
    event.refresh_from_db()
    now = compute(event)
    assert lines(event) == []
    assert "teams" not in standings_document(now, event)
    assert "Teams" not in load_workbook(io.BytesIO(workbook(event, now))).sheetnames
    assert "board-teams" not in Client().get(f"/e/{event.slug}/board/").content.decode()
    assert organiser(event).get(f"/e/{event.slug}/paper/teams/").status_code == 404
    assert "team_ranking" not in export.archive(event)["event"]


def test_the_organiser_declares_it_and_a_change_with_a_record_is_seen_first(event: Event) -> None:
    client = organiser(event)
    wanted: dict[str, Any] = {"team_figure": "sum", "team_best": 2, "team_minimum": 1}
    seen = client.post(f"/e/{event.slug}/teams/", wanted)
    assert "2 settings would change" in seen.content.decode()
    done = client.post(
        f"/e/{event.slug}/teams/", {**wanted, "step": "save", "reason": "as declared", "key": "k"}
    )
    assert done.status_code == 302
    event.refresh_from_db()
    assert lines(event)[:2] == [("1", "Mercers", "13"), ("2", "Grocers", "21")]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"team_figure": "sum", "team_best": 0}, "A sum of all totals depends on how many came"),
        ({"team_best": "-1"}, "Give a whole number from 0 to 20."),
        ({"team_minimum": "many"}, "Give a whole number from 1 to 50."),
        ({"team_figure": "luck"}, "Select a valid choice."),
    ],
)
def test_a_rule_that_cannot_be_is_refused_in_a_sentence(
    wrong: dict[str, Any], sentence: str, event: Event
) -> None:
    answer = organiser(event).post(f"/e/{event.slug}/teams/", MEAN | wrong)
    assert sentence in answer.content.decode()
    assert Event.objects.get(pk=event.pk).version == event.version


def test_an_umpire_sees_the_teams_and_changes_nothing(event: Event) -> None:
    client = Client()
    client.force_login(official(event, Role.UMPIRE))
    assert "How teams are counted" not in client.get(f"/e/{event.slug}/teams/").content.decode()
    client.post(
        f"/e/{event.slug}/teams/", {"team_figure": "sum", "team_best": 1, "team_minimum": 1}
    )
    assert Event.objects.get(pk=event.pk).team_figure == "mean"


def test_the_rule_goes_out_with_the_archive_and_comes_in_again(event: Event) -> None:
    document = json.loads(json.dumps(export.archive(event)))
    assert document["event"]["team_ranking"] == {"figure": "mean", "best": 2, "minimum": 2}
    again = import_evening(document, NOW)
    assert lines(again) == lines(event)
    assert export.archive(again) == document
    wrongs: tuple[Any, ...] = ({"figure": "luck"}, {"figure": "sum", "best": 0}, [])
    for wrong in wrongs:
        document["event"]["team_ranking"] = wrong
        with pytest.raises(ArchiveError, match=r"event\.team_ranking"):
            import_evening(document, NOW)
