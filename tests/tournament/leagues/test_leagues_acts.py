"""Leagues: evenings in their order, what counts, who may, and each act with its reverse."""

import io
from datetime import date

import pytest
from django.contrib.auth.models import User
from openpyxl import load_workbook

from tests.tournament.ending import following
from tests.tournament.evening import new_event, official, save, seated_event, sign
from tests.tournament.leagues.leagues import ROUND, evening, fresh, guest, league_of, lines, serve
from tests.tournament.matches.matches import match_event, play_stage
from tournament.counting.board import board
from tournament.event.acts import remove_event
from tournament.finals.acts import hold_board, release_board
from tournament.leagues.acts import (
    add_evening,
    add_league_organiser,
    change_league,
    create_league,
    link_guests,
    remove_evening,
    remove_league,
    remove_league_organiser,
)
from tournament.leagues.people import history
from tournament.leagues.reading import league_board, rule_words
from tournament.models import Event, Guest, League, LeagueEntry, Role
from tournament.paper.catalogue import find
from tournament.refusal import Refused
from tournament.standings.teams import team_rows
from tournament.workbook import workbook

pytestmark = pytest.mark.django_db
SPRING, SUMMER, AUTUMN = date(2027, 3, 1), date(2027, 6, 1), date(2027, 9, 1)


@pytest.fixture
def nights() -> tuple[Event, Event]:
    """Ann, Ben and Cat in spring; Ann, Ben and Dan in summer."""
    return (
        evening(SPRING, {"Ann": 0, "Ben": 20, "Cat": 30, "Eve": 40}),
        evening(SUMMER, {"Ann": 31, "Ben": 0, "Dan": 5, "Eve": 6}),
    )


def linked(nights: tuple[Event, Event]) -> League:
    league, _user = league_of(*nights)
    spring, summer = nights
    pairs = [(guest(spring, name), guest(summer, name)) for name in ("Ann", "Ben", "Eve")]
    link_guests(league, pairs, sign())
    return fresh(league)


def test_two_evenings_add_up_for_those_who_are_known_to_be_one_person(
    nights: tuple[Event, Event],
) -> None:
    assert lines(linked(nights)) == [
        ("1", "Ben", "20"),
        ("2", "Ann", "31"),
        ("3", "Eve", "46"),
        ("–", "Dan", "5"),
        ("–", "Cat", "30"),
    ]


def test_nobody_is_one_person_by_name_alone(nights: tuple[Event, Event]) -> None:
    league, _user = league_of(*nights)
    assert [(place, name) for place, name, _sum in lines(league)].count(("–", "Ann")) == 2


def test_best_n_missed_evenings_and_points_count_as_the_league_declares(
    nights: tuple[Event, Event],
) -> None:
    league = linked(nights)
    change_league(league, {"best": 1}, sign())
    assert lines(league)[:3] == [("=1", "Ben", "0"), ("=1", "Ann", "0"), ("3", "Dan", "5")]
    change_league(league, {"best": None, "missed": "worst"}, sign())
    assert lines(league)[2:] == [("3", "Dan", "45"), ("4", "Eve", "46"), ("5", "Cat", "61")]
    change_league(
        league, {"count_by": "points", "missed": "nothing", "place_points": [5, 3, 1]}, sign()
    )
    assert lines(league)[:3] == [("1", "Ben", "8"), ("2", "Ann", "5"), ("3", "Dan", "3")]
    assert (
        "The first places bring 5, 3, 1 points" in rule_words(league_board(fresh(league)).rule)[1]
    )


def test_evenings_stand_by_their_day_and_one_that_is_not_complete_does_not_count(
    nights: tuple[Event, Event],
) -> None:
    league, user = league_of(*nights[::-1])
    begun = seated_event(5, name="Begun", date=AUTUMN, games_per_round=1, qualifying_rounds=2)
    save(begun, ("out", "2", "3", "4", "5"))
    later = new_event(name="Later", date=date(2027, 12, 1))
    for event in (begun, later):
        serve(event, user)
        add_evening(league, event, user, sign())
    now = league_board(fresh(league))
    assert [(night.number, night.event.date, night.why_not) for night in now.nights] == [
        (1, SPRING, ""),
        (2, SUMMER, ""),
        (3, AUTUMN, "Not every game of it is in."),
        (4, date(2027, 12, 1), "It has not begun."),
    ]
    assert all(len(line.cells) == 2 for line in now.lines)


def test_in_public_an_evening_counts_once_its_board_is_released_and_names_are_as_chosen(
    nights: tuple[Event, Event],
) -> None:
    league = linked(nights)
    Guest.objects.filter(event=nights[1], name="Eve").update(unnamed=True)
    following(nights[0])
    following(nights[1])
    hold_board(nights[1], sign())
    assert [night.why_not for night in league_board(league, public=True).nights] == [
        "",
        "It is not announced yet.",
    ]
    assert lines(league, public=True)[0] == ("1", "Ann", "0")
    assert lines(league)[0] == ("1", "Ben", "20")
    release_board(nights[1], sign())
    assert lines(league, public=True)[2] == ("3", "Badge 4", "46")


def test_an_evening_taken_out_and_in_again_leaves_the_standing_as_it_was(
    nights: tuple[Event, Event],
) -> None:
    league = linked(nights)
    user = User.objects.get(username="organiser of Winter League")
    before = lines(league)
    remove_evening(league, nights[0], sign())
    assert lines(league)[0] == ("1", "Ben", "0")
    assert [found.number for found in league.evenings.all()] == [1]
    add_evening(league, nights[0], user, sign())
    assert lines(league) == before
    with pytest.raises(Refused, match="is not in this league"):
        remove_evening(league, new_event(), sign())


def test_totals_of_different_numbers_of_games_are_flagged_and_places_are_not(
    nights: tuple[Event, Event],
) -> None:
    league, _user = league_of(*nights)
    assert league_board(league).uneven is False
    Event.objects.filter(pk=nights[0].pk).update(qualifying_rounds=2)
    assert league_board(league).uneven is True
    change_league(league, {"count_by": "place"}, sign())
    assert league_board(fresh(league)).uneven is False


def test_totals_that_lead_from_different_ends_do_not_add_up_but_places_do(
    nights: tuple[Event, Event],
) -> None:
    league, user = league_of(nights[0])
    highest = evening(SUMMER, {"Ann": 9, "Ben": 3, "Cat": 0}, **ROUND)
    Event.objects.filter(pk=highest.pk).update(game="ottawa", format="ottawa")
    highest.refresh_from_db()
    serve(highest, user)
    with pytest.raises(Refused, match="the highest total leads"):
        add_evening(league, highest, user, sign())
    change_league(league, {"count_by": "place"}, sign())
    add_evening(league, highest, user, sign())
    with pytest.raises(Refused, match="do not add up"):
        change_league(league, {"count_by": "total"}, sign())
    assert fresh(league).count_by == "place"


@pytest.mark.parametrize(("pairing", "rounds"), [("swiss", 3), ("knock_out", 2)])
def test_an_evening_of_matches_counts_by_its_places_and_its_liveries_by_its_points(
    pairing: str, rounds: int
) -> None:
    event = match_event(4, pairing=pairing, team_figure="sum", team_best=1, team_minimum=1)
    league, _user = league_of(event)
    change_league(league, {"count_by": "place"}, sign())
    assert lines(league) == []
    play_stage(event, rounds)
    expected = {
        "swiss": [
            ("1", "Guest 1", "1"),
            ("2", "Guest 2", "2"),
            ("3", "Guest 3", "3"),
            ("4", "Guest 4", "4"),
        ],
        "knock_out": [
            ("1", "Guest 1", "1"),
            ("2", "Guest 2", "2"),
            ("=3", "Guest 3", "3.5"),
            ("=3", "Guest 4", "3.5"),
        ],
    }
    assert lines(league) == expected[pairing]
    event.refresh_from_db()
    best = team_rows(event, board(event))[0]
    assert (best.place, best.members) == ("1", (f"Guest 1 {rounds}",))
    rows = load_workbook(io.BytesIO(workbook(event, board(event))))["Teams"].iter_rows(
        min_row=2, values_only=True
    )
    assert next(rows)[:5] == (1, 1, best.team, 1, rounds)
    assert find(event, "teams") is not None


def test_only_who_organises_an_evening_takes_it_into_a_league(nights: tuple[Event, Event]) -> None:
    league, user = league_of(nights[0])
    with pytest.raises(Refused, match="You are not the organiser of that evening"):
        add_evening(league, nights[1], user, sign())
    umpire = official(nights[1], Role.HEAD_UMPIRE)
    with pytest.raises(Refused, match="You are not the organiser"):
        add_evening(league, nights[1], umpire, sign())
    assert league.evenings.count() == 1


def test_a_rule_that_cannot_be_is_refused_and_changes_nothing(nights: tuple[Event, Event]) -> None:
    league, _user = league_of(*nights)
    with pytest.raises(Refused, match="would reward staying away"):
        change_league(league, {"missed": "nothing", "name": "Other"}, sign())
    assert fresh(league).name == "Winter League"


def test_the_same_request_twice_is_one_act(nights: tuple[Event, Event]) -> None:
    league, user = league_of(nights[0])
    by = sign("pressed-twice")
    assert create_league("Again", user, by) == create_league("Again", user, by)
    assert League.objects.filter(name="Again").count() == 1
    change_league(league, {"best": 2}, by)
    change_league(league, {"best": 3}, by)
    assert fresh(league).best == 2
    assert add_evening(league, nights[0], user, sign()).number == 1


def test_a_league_without_evenings_can_be_removed_and_another_cannot(
    nights: tuple[Event, Event],
) -> None:
    league, _user = league_of(nights[0])
    with pytest.raises(Refused, match="take them out first"):
        remove_league(league)
    remove_evening(league, nights[0], sign())
    remove_league(league)
    assert list(League.objects.all()) == []


def test_a_league_keeps_an_organiser_and_takes_only_those_of_its_evenings(
    nights: tuple[Event, Event],
) -> None:
    league, user = league_of(nights[0])
    own = league.organisers.get(user=user)
    with pytest.raises(Refused, match="keeps at least one organiser"):
        remove_league_organiser(league, own.pk, sign())
    stranger = official(new_event(), Role.ORGANISER, "stranger")
    with pytest.raises(Refused, match="check the spelling"):
        add_league_organiser(league, stranger.username, sign())
    second = official(nights[0], Role.ORGANISER, "second")
    made = add_league_organiser(league, "SECOND", sign())
    assert made.user == second
    remove_league_organiser(league, own.pk, sign())
    with pytest.raises(Refused, match="does not run the league any more"):
        remove_league_organiser(league, own.pk, sign())


def test_the_log_says_who_did_what_and_when_and_names_no_guest(nights: tuple[Event, Event]) -> None:
    league = linked(nights)
    told = [words for _entry, words in history(league)]
    assert told[-1] == "set the league up"
    assert "took in cards-01-march-2027" in told
    assert {entry.actor for entry in LeagueEntry.objects.filter(league=league)} == {"Ursula Umpire"}
    assert not any("Ann" in words for words in told)


def test_an_event_nothing_was_entered_for_goes_from_its_league_too() -> None:
    event = new_event(date=SPRING)
    league, _user = league_of(event)
    remove_event(event)
    assert league.evenings.count() == 0


def test_equal_slugs_get_numbers() -> None:
    user = User.objects.create_user("ann")
    assert [create_league("Winter", user, sign()).slug for _ in range(3)] == [
        "winter",
        "winter-2",
        "winter-3",
    ]
    assert create_league("!!!", user, sign()).slug == "league"


def test_a_league_says_how_much_of_its_table_is_luck_once_enough_came_twice() -> None:
    first = {name: 3 * at for at, name in enumerate("abcdefgh")}
    second = {name: (7 * at) % 11 for at, name in enumerate("abcdefgh")}
    held, _user = league_of(evening(date(2026, 1, 9), first), name="Spring League")
    assert league_board(held).reliability == ""
    held, _user = league_of(
        evening(date(2026, 2, 9), first), evening(date(2026, 3, 9), second), name="Summer League"
    )
    assert league_board(held).reliability == ""
    pairs = [
        (one.pk, other.pk)
        for one in Guest.objects.filter(event__date="2026-02-09")
        for other in Guest.objects.filter(event__date="2026-03-09", name=one.name)
    ]
    link_guests(held, pairs, sign())
    said = league_board(fresh(held)).rules[-1]
    assert said.startswith(
        "Luck and skill: after 2 evenings the better of two players leads in about"
    )
    assert " for 8 of 10." in said
