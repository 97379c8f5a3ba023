"""Teams chosen by hand: of guests of several groups or apart from them, in every place where teams
are shown, kept apart, archived, wiped and taken back.
"""

import io
import json
import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from openpyxl import load_workbook

from tests.tournament.ending import following
from tests.tournament.evening import NOW, add_guests, new_event, official, save, seated_event, sign
from tournament.archive import export
from tournament.archive.acts import import_evening
from tournament.counting.board import board, compute
from tournament.counting.seats import hall
from tournament.event.acts import create_event
from tournament.event.acts_names import wipe_names
from tournament.guests.acts import put_in_team
from tournament.guests.companies import Companies
from tournament.home.words import entry_words
from tournament.models import Event, Guest, LedgerEntry, Round, Seat
from tournament.paper.page import html
from tournament.paper.prizes import printed_teams
from tournament.seating.acts_draw import draw_seating, drawn
from tournament.standings.files import standings_document
from tournament.standings.teams import rule_words, team_rows
from tournament.workbook import workbook

pytestmark = pytest.mark.django_db
SUM: dict[str, Any] = {"team_figure": "sum", "team_best": 2, "team_minimum": 2}
PRIZES: dict[str, Any] = {"cut_size": 2, "has_playoff": False}


@pytest.fixture
def event() -> Event:
    """Five guests with one sheet of one game: A and C are Reds, B and D Blues, E is in no team."""
    made = seated_event(5, games_per_round=1, qualifying_rounds=1, **PRIZES, **SUM)
    put_in_team(made, {1, 3}, "Reds", sign())
    put_in_team(made, {2, 4}, "Blues", sign())
    save(made, ("out", "=21", "=4", "=9", "=2"))
    return following(made)


def organiser(event: Event) -> Client:
    client = Client()
    client.force_login(official(event))
    return client


def shown(event: Event) -> list[tuple[str, str, str]]:
    return [(row.place, row.team, row.figure) for row in team_rows(event, compute(event))]


def teams(event: Event) -> dict[int, str]:
    return dict(event.guests.exclude(team="").values_list("badge", "team"))


def send(client: Client, event: Event, **fields: Any) -> str:
    answer = client.post(f"/e/{event.slug}/guests/teams/", fields, follow=True)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_teams_by_hand_take_the_place_of_liveries_wherever_teams_are_shown(event: Event) -> None:
    assert shown(event) == [("1", "Reds", "4"), ("2", "Blues", "30")]
    assert rule_words(event).startswith("The sum of the best 2 totals of a team, with 2")
    client, now = organiser(event), board(event)
    page = client.get(f"/e/{event.slug}/teams/").content.decode()
    wall = Client().get(f"/e/{event.slug}/board/").content.decode()
    paper = html(printed_teams(event, now, NOW))
    for text in (page, wall, paper):
        reds = text.index("Reds")
        assert reds < text.index(">4<", reds) < text.index(">30<", reds)
    told = standings_document(now, event)["teams"]["standings"]
    assert [(row["livery"], row["figure"], row["counted"]) for row in told] == [
        ("Reds", "4", ["P001", "P003"]),
        ("Blues", "30", ["P004", "P002"]),
    ]
    sheet = load_workbook(io.BytesIO(workbook(event, now)))["Teams"]
    assert [row[2] for row in sheet.iter_rows(max_col=3, values_only=True)] == [
        "Team",
        "Reds",
        "Blues",
    ]


def test_with_the_last_one_taken_out_the_liveries_are_the_teams_again(event: Event) -> None:
    put_in_team(event, {1, 2, 3, 4}, "", sign())
    assert {row.team for row in team_rows(event, compute(event))} == {
        guest.livery_name for guest in event.guests.select_related("livery")
    }


def test_singly_by_group_or_by_team_the_ticked_are_put_in_and_out() -> None:
    event = new_event(**SUM)
    add_guests(event, 6)
    client = organiser(event)
    mercers = event.guests.get(badge=2).livery
    event.guests.filter(badge__in=(2, 4)).update(livery=mercers)
    assert "Tick the guests, or a whole group, first." in send(client, event, act="put", team="A")
    assert "Give the team a name." in send(client, event, act="put", team=" ", who=["1"])
    assert teams(event) == {}
    words = send(client, event, act="put", team="North", who=["1", "99", "x"], group=[str(mercers)])
    assert ("3 guests are in the team North." in words, "1 team" in words) == (True, True)
    assert teams(event) == {1: "North", 2: "North", 4: "North"}
    send(client, event, act="put", team="South", of_team=["North"], who=["5"])
    assert teams(event) == dict.fromkeys((1, 2, 4, 5), "South")
    send(client, event, act="out", who=["5"], team="ignored")
    assert teams(event) == dict.fromkeys((1, 2, 4), "South")


def test_what_is_no_name_is_refused_and_who_was_ticked_stays_ticked() -> None:
    event = new_event()
    add_guests(event, 4)
    page = send(organiser(event), event, act="put", team="North\u202e", who=["3"])
    assert "cannot hold" in page
    assert re.findall(r'name="who" value="(\d)" checked', page) == ["3"]
    assert teams(event) == {}


def test_the_draw_keeps_a_team_apart_beside_the_livery() -> None:
    event = new_event(qualifying_rounds=1)
    add_guests(event, 16)
    put_in_team(event, {1, 2, 3, 4}, "North", sign())
    draw_seating(event, drawn(hall(event), 7), sign())
    seats = Seat.objects.filter(event=event, guest__badge__lte=4)
    assert len(set(seats.values_list("table__number", flat=True))) == min(
        4, Round.objects.get(event=event).tables.count()
    )
    assert {sitter.team for sitter in hall(event).wishes.sitters} == {"north", None}


def test_teams_go_out_with_the_archive_and_come_in_again(event: Event) -> None:
    document = json.loads(json.dumps(export.archive(event)))
    assert [row.get("team") for row in document["players"]] == [
        "Reds",
        "Blues",
        "Reds",
        "Blues",
        None,
    ]
    again = import_evening(document, NOW)
    assert (teams(again), shown(again)) == (teams(event), shown(event))
    assert export.archive(again) == document


def test_the_record_says_who_was_put_in_a_team_and_what_they_were_in(event: Event) -> None:
    put_in_team(event, {1, 5}, "Greens", sign())
    entry = LedgerEntry.objects.filter(event=event, kind="guest").latest("number")
    assert entry.body == {"act": "team", "team": "Greens", "before": {"P001": "Reds", "P005": ""}}
    assert entry_words(entry, {}, event) == "2 guests put in the team Greens"


def test_a_team_called_by_a_guest_loses_the_name_with_the_names(event: Event) -> None:
    Guest.objects.filter(event=event, badge=1).update(name="Augusta Thornapple")
    put_in_team(event, {1, 3}, "Team Thornapple", sign())
    later = sign(at=NOW.replace(year=NOW.year + 1))
    wipe_names(event, later, text=event.name)
    assert teams(event) == {1: "Team Guest 1", 3: "Team Guest 1", 2: "Blues", 4: "Blues"}
    assert "Thornapple" not in json.dumps(export.archive(Event.objects.get(pk=event.pk)))


@pytest.mark.parametrize("groups", [("club", "clubs"), ("department", "departments"), ("", "")])
def test_a_club_night_and_a_firm_walk_from_a_new_evening_to_their_teams(
    groups: tuple[str, str],
) -> None:
    client = Client()
    client.force_login(official(event := _evening_of(*groups)))
    guests = list(event.guests.order_by("badge"))
    for team, badges in (("Hearts", ("1", "2", "5")), ("Spades", ("3", "4"))):
        page = send(client, event, act="put", team=team, who=list(badges))
        assert f"{team}." in page
    client.post(
        f"/e/{event.slug}/teams/", {"team_figure": "sum", "team_best": 2, "team_minimum": 2}
    )
    event.refresh_from_db()
    assert event.team_figure == "sum"
    draw_seating(event, drawn(hall(event), 7), sign())
    client.post(f"/e/{event.slug}/seating/publish/", {"key": "p"})
    save(event, ("out", "=21", "=4", "=9", "=2"))
    order = [seat.guest_id for seat in Seat.objects.filter(event=event).order_by("letter")]
    points = dict(zip(order, (0, 21, 4, 9, 2), strict=True))
    best = {
        team: sum(sorted(points[guest.pk] for guest in guests if guest.badge in badges)[:2])
        for team, badges in (("Hearts", {1, 2, 5}), ("Spades", {3, 4}))
    }
    assert {row.team: row.figure for row in team_rows(event, compute(event))} == {
        team: str(figure) for team, figure in best.items()
    }
    page = unescape(client.get(f"/e/{event.slug}/teams/").content.decode())
    assert ("Hearts" in page, "livery" in page.casefold()) == (True, False)


def _evening_of(one: str, several: str) -> Event:
    day = {"name": "Cards", "date": NOW.date(), "group_one": one, "group_many": several}
    event = create_event({**day, "games_per_round": 1, "qualifying_rounds": 1, **PRIZES})
    companies = Companies(event)
    found = [companies.find(name) if one else None for name in ("Old Mill", "Harbour")]
    companies.save()
    for badge in range(1, 6):
        fields = {"name": f"Guest {badge}", "ref": f"P{badge:03}", "livery": found[badge % 2]}
        Guest.objects.create(event=event, badge=badge, **fields)
    return event
