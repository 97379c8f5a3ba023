"""The kind of evening: chosen first, and changed until the first result is in."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from scoring.formats import format_of
from scoring.pairing.bracket import rounds_needed
from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import new_event, official, seated_event, sign
from tests.tournament.matches.matches import match_event, now, out, play_round, save
from tournament.counting.formats import event_format
from tournament.event.forms import EventForm
from tournament.event.forms_kind import KindForm
from tournament.matches.acts import pair_round, publish_pairs
from tournament.matches.acts_kind import change_kind
from tournament.matches.acts_wishes import bind_pair, request_bye
from tournament.models import Event, Role
from tournament.refusal import Refused
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db


def columns(**answers: Any) -> dict[str, Any]:
    """What a form of these answers declares."""
    form = KindForm(answers)
    assert form.is_valid(), form.errors
    return form.of_kind


def fitted(players: int, **fields: Any) -> Event:
    """A Swiss whose rounds fit its field."""
    event = match_event(players, **fields)
    line = format_of("pursuit", {"pairing": "swiss", "rounds": "fitted"}).line
    Event.objects.filter(pk=event.pk).update(choices=line)
    return fresh(event)


@pytest.mark.parametrize(
    ("kind", "ending"),
    [
        ("knock_out", "knock_out"),
        ("swiss", "swiss"),
        ("all_play_all", "all_play_all"),
        ("swiss_then_knock_out", "swiss_then_knock_out"),
    ],
)
def test_each_kind_of_matches_brings_its_game_and_fitted_rounds(kind: str, ending: str) -> None:
    declared = columns(kind=kind)
    form = event_format(Event(**declared))
    assert (form.ending, form.paired, form.fitted) == (ending, True, True)


@pytest.mark.parametrize("kind", ["tables", "league", ""])
def test_tables_and_a_league_bring_the_usual_game_of_tables(kind: str) -> None:
    assert columns(kind=kind)["game"] == "swedish_pursuit"


def test_the_line_fits_so_few_guests() -> None:
    assert [columns(kind="tables", size=size).get("cut_size") for size in (8, 10, 11)] == [
        4,
        5,
        None,
    ]
    sizes = [columns(kind="swiss_then_knock_out", size=size)["cut_size"] for size in (4, 7, 16, 99)]
    assert sizes == [2, 2, 8, 8]


def test_a_game_that_is_not_played_so_says_why() -> None:
    at_tables, of_two = (
        KindForm({"kind": "knock_out", "game": "switch"}),
        KindForm({"kind": "tables", "game": "pursuit"}),
    )
    assert at_tables.errors["game"] == [
        "Switch is played at tables: choose Pursuit for matches of two, or tables and a cut."
    ]
    assert of_two.errors["game"] == [
        "Pursuit is for matches of two: choose another game, or one of their kinds."
    ]


@pytest.mark.parametrize(("players", "rounds"), [(2, 1), (3, 2), (7, 3), (8, 3), (16, 4), (17, 5)])
def test_a_swiss_has_as_many_rounds_as_its_field_needs(players: int, rounds: int) -> None:
    event = fitted(players)
    out(event)
    assert (now(event).rounds_due(0), rounds_needed(players)) == (rounds, rounds)


def test_the_settings_say_the_rounds_and_take_another_number() -> None:
    event = fitted(7)
    field = EventForm(event, {}).fields["qualifying_rounds"]
    assert field.help_text == "Empty: as many as the field needs, 3 rounds for 7 players."
    address, client = reverse("event_settings", args=[event.slug]), signed_in(event)
    prizes = {"prize-TOTAL_FORMS": "1", "prize-INITIAL_FORMS": "1", "prize-0-name": "winner"}
    sent = {"name": "Cup", "date": "2027-02-11", "withdrawn_policy": "unranked", "tie-lot": "1"}
    sent |= {"paper_size": "A4", "list_separator": ","}
    client.post(address, sent | prizes | {"qualifying_rounds": "5"})
    assert (event_format(fresh(event)).fitted, fresh(event).qualifying_rounds) == (False, 5)
    client.post(address, sent | prizes | {"qualifying_rounds": ""})
    assert event_format(fresh(event)).fitted


def test_a_latecomer_adds_no_round() -> None:
    event = fitted(8)
    out(event)
    play_round(event)
    guest = add_guest(event)
    signed_in(event).post(
        reverse("match_act", args=[event.slug, "late"]),
        {"guest": guest, "halves": "0", "reason": "The train", "key": "late"},
    )
    assert (len(now(event).entrants[0]), now(event).rounds_due(0)) == (9, 3)


def add_guest(event: Event) -> str:
    """One more on the list."""
    guest = event.guests.get(ref="P001")
    guest.pk, guest.ref, guest.badge, guest.name = None, "P900", 900, "Guest 900"
    guest.save()
    return guest.ref


@pytest.mark.parametrize("published", [False, True])
def test_another_kind_throws_away_what_was_drafted(published: bool) -> None:
    event = match_event(7)
    request_bye(event, "P003", 1, sign())
    bind_pair(event, "P001", "P002", None, sign(), forced=False)
    pair_round(event, sign(), seed=1)
    if published:
        publish_pairs(event, 1, sign())
    change_kind(fresh(event), columns(kind="knock_out"), sign())
    assert event_format(fresh(event)).ending == "knock_out"
    assert (now(event).rounds, now(event).asked, now(event).bonds) == ((), frozenset(), ())
    out(event)
    play_round(event)
    assert list(faults(fresh(event))) == []


def test_seats_that_were_drawn_go_too_and_come_back_as_tables() -> None:
    event = seated_event(10)
    change_kind(event, columns(kind="swiss"), sign())
    assert (fresh(event).paired, fresh(event).rounds.count()) == (True, 0)
    out(event)
    change_kind(fresh(event), columns(kind="tables"), sign())
    assert (fresh(event).paired, fresh(event).match_rounds.count()) == (False, 0)
    assert list(faults(fresh(event))) == []


def test_the_kind_stays_from_the_first_result_on() -> None:
    event = match_event(4)
    out(event)
    save(event, 1, 1, "1")
    with pytest.raises(Refused, match="A result is in, so the kind of evening stays"):
        change_kind(fresh(event), columns(kind="knock_out"), sign())
    page = signed_in(event).get(reverse("event_kind", args=[event.slug])).content.decode()
    assert "A result is in, so the kind of evening stays as it is." in page


def test_the_page_changes_the_kind_and_keeps_what_was_chosen_for_the_game() -> None:
    event = match_event(6, best_of=3)
    out(event)
    client, address = signed_in(event), reverse("event_kind", args=[event.slug])
    assert (
        "What is drafted goes with the kind it was drafted for"
        in client.get(address).content.decode()
    )
    answer = client.post(address, {"kind": "knock_out", "key": "once"})
    assert answer.status_code == 302
    form = event_format(fresh(event))
    assert (form.ending, form.best_of) == ("knock_out", 3)


@pytest.mark.parametrize(("kind", "goes_on"), [("knock_out", "rules"), ("league", "leagues")])
def test_a_new_evening_goes_on_where_its_kind_does(kind: str, goes_on: str) -> None:
    user, client = official(new_event(), Role.ORGANISER), Client()
    client.force_login(user)
    sent = {"name": "Cup", "date": "2027-03-01", "kind": kind, "size": "12", "key": "once"}
    answer = client.post(reverse("new_event"), sent)
    assert goes_on in answer["location"]


def test_pictures_stand_for_the_kinds_on_the_first_page() -> None:
    html = Client().get("/").content.decode()
    assert html.count('class="kind"') == 6
