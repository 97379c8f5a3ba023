"""The pace of the tables: reckoned when an official looks, from when sheets came in, and shown to
nobody else.
"""

from datetime import datetime, timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from tests.tournament.background import Gate, gate_shut, serving
from tests.tournament.ending import fresh, signed_in, stranger
from tests.tournament.evening import seated_event, sheet, sign
from tournament.entry.acts import correct_sheet, record_sheet
from tournament.models import Event, Game, Role, Round, RoundClock, Show
from tournament.screens.reading import Hall
from tournament.screens.script import script
from tournament.site import clock
from tournament.standings.pace import foresee, pace_of_minute, round_pace
from tournament.standings.tables import pace_table

pytestmark = pytest.mark.django_db
SAID = ("out", "8", "3", "4", "5")
NOW = datetime(2027, 2, 11, 20, 40, tzinfo=timezone.get_default_timezone())


def _save(event: Event, place: tuple[int, int, int], minutes_ago: float, now: datetime) -> None:
    record_sheet(event, sheet(SAID, place), sign(at=now - timedelta(minutes=minutes_ago)))


def _event(now: datetime, before_pause: int = 0) -> Event:
    """Three tables with four games each, ten minutes a game; table 3 took half an hour for its
    first. Sheets of more than eight minutes ago may lie before a pause of so many minutes.
    """
    event = seated_event(15, games_per_round=4, qualifying_rounds=1)
    for table, games in ((1, (22, 12, 2)), (2, (21, 11, 1)), (3, (5,))):
        for number, ago in enumerate(games, start=1):
            _save(event, (1, table, number), ago + before_pause * (ago > 8), now)
    return fresh(event)


def test_the_latest_table_stands_first_and_lags() -> None:
    event = _event(NOW)
    found = round_pace(event, NOW)
    assert found is not None
    assert [(table.label, table.of.games_in) for table in found.tables] == [
        ("3", 1),
        ("2", 3),
        ("1", 3),
    ]
    assert found.late == ("3",)
    assert found.last == found.tables[0]
    early, late = found.ends.split(" to ")
    assert "20:45" < early < late < "22:15"
    assert [table.last_begins for table in found.tables[1:]] == ["20:39", "20:38"]
    assert round_pace(event, NOW) == found


CLOCKS_ALONE = 1
"""Queries that tell whether a pace still stands; reckoning it asks for every game."""


@pytest.mark.promise("A sheet keeps nobody waiting for a pace: phones ask for that of a new one")
def test_a_pace_lasts_its_minute_and_a_phone_without_news_asks_for_the_next(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    event, later = _event(NOW), NOW + timedelta(minutes=1)
    rounds = tuple(Round.objects.filter(event=event))
    first = pace_of_minute(event, NOW, rounds)
    _save(event, (1, 3, 2), 0, NOW)
    after = fresh(event)
    with django_assert_num_queries(CLOCKS_ALONE):
        assert pace_of_minute(after, NOW, rounds) is first
    foresee(after, later)  # as it follows the answer that nothing is new
    expected = round_pace(after, later, rounds)
    with django_assert_num_queries(CLOCKS_ALONE):
        assert pace_of_minute(after, later, rounds) == expected != first


@pytest.mark.control("test_a_pace_lasts_its_minute_and_a_phone_without_news_asks_for_the_next")
def test_without_a_phone_that_asks_whoever_comes_minutes_later_would_wait(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    event = _event(NOW)
    rounds = tuple(Round.objects.filter(event=event))
    pace_of_minute(event, NOW, rounds)
    with django_assert_num_queries(CLOCKS_ALONE + 3):
        pace_of_minute(event, NOW + timedelta(minutes=2), rounds)


def test_who_looks_each_minute_is_told_the_last_pace_while_a_server_makes_the_next() -> None:
    event, later = _event(NOW), NOW + timedelta(minutes=1)
    first = pace_of_minute(event, NOW)
    _save(event, (1, 3, 2), 0, NOW)
    after = fresh(event)
    with gate_shut() as gate:
        assert pace_of_minute(after, later) is first
        gate.open()
        assert pace_of_minute(after, later) == round_pace(after, later) != first


def _announced(event: Event, now: datetime) -> Hall:
    """The hall after its announcer was told how long the round goes on."""
    hall = Hall(event, Show(event=event), now)
    script(hall)
    return hall


def test_where_no_pace_is_kept_pages_and_walls_come_without_and_follow(gate: Gate) -> None:
    now = timezone.now()
    event = _event(now)
    client = signed_in(event)
    pages = {f"/e/{event.slug}/pace/": 'class="pace-end"', f"/e/{event.slug}/": "<b>ends "}
    for address, told in pages.items():
        answer = client.get(address)
        assert (answer.headers["Retry-After"], told in answer.content.decode()) == ("1", False)
        assert "parts/soon" in answer.content.decode()
    assert not _announced(event, now).whole
    gate.open()
    for address, told in pages.items():
        answer = client.get(address)
        assert ("Retry-After" in answer.headers, told in answer.content.decode()) == (False, True)
    assert _announced(event, now).whole


def test_a_file_of_the_pace_waits_for_that_of_now() -> None:
    event = _event(timezone.now())
    client, address = signed_in(event), f"/e/{event.slug}/pace/?file=csv"
    with serving():
        assert client.get(address).headers["Content-Type"].startswith("text/csv")


def test_a_correction_does_not_make_a_game_later_and_a_game_not_played_is_not_waited_for() -> None:
    event = _event(NOW)
    before = round_pace(event, NOW)
    corrected = sheet(("out", "9", "3", "4", "5"), (1, 1, 3), seen=1, reason="Misread")
    correct_sheet(event, corrected, sign(at=NOW))
    assert round_pace(fresh(event), NOW) == before
    Game.objects.filter(event=event, table__number=3, number=4).update(not_played=True)
    found = round_pace(fresh(event), NOW)
    assert found is not None
    assert {table.label: table.of.due for table in found.tables} == {"1": 4, "2": 4, "3": 3}


def test_a_table_silent_for_very_long_is_named() -> None:
    event = _event(NOW)
    later = NOW + timedelta(minutes=45)
    for table in (1, 2):
        _save(event, (1, table, 4), 40, later)
    found = round_pace(fresh(event), later)
    assert found is not None
    assert found.silent == ("3",)


def test_the_longest_silent_tables_come_first_and_by_number_where_they_are_alike() -> None:
    event = seated_event(15, games_per_round=4, qualifying_rounds=1)
    later = timezone.now()
    begun = later - timedelta(hours=3)
    for table in (3, 1, 2):
        _save(event, (1, table, 1), 0, begun)
    assert _as_listed(event, later) == ["1", "2", "3"]
    page = signed_in(event).get(f"/e/{event.slug}/pace/").content.decode()
    assert "Most tables have handed in no sheet for a long time" in page
    assert "does not wait for them" not in page
    _save(event, (1, 1, 2), -5, begun)
    assert _as_listed(event, later) == ["2", "3", "1"]


def _as_listed(event: Event, now: datetime) -> list[str]:
    """The tables of the page, all of them silent."""
    found = round_pace(fresh(event), now)
    assert found is not None
    rows = [row.record["table"] for row in pace_table(found.tables, "games").rows]
    assert list(found.silent) == [table.label for table in found.tables] == rows
    return rows


def test_where_nothing_is_waited_for_or_known_there_is_a_sentence() -> None:
    event = seated_event(5, games_per_round=2, qualifying_rounds=1)
    client = signed_in(event)
    page = f"/e/{event.slug}/pace/"
    assert "Nothing can be said yet" in client.get(page).content.decode()
    for number in (1, 2):
        _save(event, (1, 1, number), 10 - number, timezone.now())
    assert "No game is waited for" in client.get(page).content.decode()


def test_an_official_reckons_the_call_and_a_bad_time_has_a_sentence(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    now = timezone.now()
    event = _event(now)
    client = signed_in(event, Role.UMPIRE)
    page = f"/e/{event.slug}/pace/"
    with django_assert_max_num_queries(12):
        html = client.get(page).content.decode()
    assert "Table 3 alone decides the end." in html
    assert "<p>Table 3 is more than a game behind.</p>" in html
    later = timezone.localtime(now + timedelta(minutes=90)).strftime("%H:%M")
    asked = client.get(page, {"close": later}).content.decode()
    assert "Call the last game at" in asked
    assert "Every table will have all its games in." in asked
    soon = timezone.localtime(now + timedelta(minutes=5)).strftime("%H:%M")
    asked = client.get(page, {"close": soon}).content.decode()
    assert "Call it now." in asked
    assert "<li>Table 3: 1 of 4</li>" in asked
    refused = client.get(page, {"close": "half past"})
    assert (refused.status_code, "such as 21:30" in refused.content.decode()) == (422, True)
    assert client.get(page, {"close": ""}).status_code == 200


def test_nobody_but_an_official_sees_the_pace_and_the_page_does_not_move() -> None:
    event = _event(timezone.now())
    page = f"/e/{event.slug}/pace/"
    assert Client().get(page).status_code == 302
    assert stranger().get(page).status_code == 404
    html = signed_in(event).get(page).content.decode()
    assert "<script" not in html.split("<main", 1)[1].split("</main>", 1)[0]
    assert 'http-equiv="refresh"' not in html


def test_no_game_is_charged_with_a_pause_and_the_page_says_that_there_was_one() -> None:
    through, paused = _event(NOW), _event(NOW, before_pause=20)
    played = round_pace(through, NOW)
    assert played is not None
    charged = round_pace(paused, NOW)
    assert charged is not None
    assert charged.tables != played.tables, "the control: without its clock it counts"
    pause = tuple((NOW - timedelta(minutes=ago)).timestamp() for ago in (28, 8))
    kept = RoundClock.objects.create(event=paused, round=paused.rounds.get(), pauses=[pause])
    found = round_pace(paused, NOW)
    assert found is not None
    assert (found.tables, found.ends, found.paused) == (played.tables, played.ends, 20)
    kept.paused_at = NOW
    kept.save()
    assert round_pace(paused, NOW) == found
    html = signed_in(paused).get(f"/e/{paused.slug}/pace/").content.decode()
    assert "No game is charged with them." in html


def test_nothing_is_worked_out_of_times_on_both_sides_of_a_moved_clock_and_the_page_says_so() -> (
    None
):
    event = _event(timezone.now())
    RoundClock.objects.create(event=event, round=event.rounds.get(), ahead=clock.ahead() + 3600)
    found = round_pace(event, timezone.now())
    assert found is not None
    assert (found.of, found.moved) == (None, 60)
    html = signed_in(event).get(f"/e/{event.slug}/pace/").content.decode()
    assert "This computer’s clock was moved in the round" in html
    assert "By 60 minutes." in html


def test_a_round_began_when_it_was_started_else_a_game_before_its_first_sheet() -> None:
    event = _event(NOW)
    guessed = round_pace(event, NOW)
    assert guessed is not None
    assert guessed.began is not None
    assert 15 < (NOW.timestamp() - guessed.began) / 60 < 40
    started = NOW - timedelta(minutes=33)
    RoundClock.objects.create(event=event, round=event.rounds.get(), started_at=started)
    pressed = round_pace(fresh(event), NOW)
    assert pressed is not None
    assert pressed.began == started.timestamp() != guessed.began


def test_where_most_tables_are_silent_no_page_tells_when_the_round_ends() -> None:
    event, now = _event(NOW), NOW + timedelta(hours=3)
    assert round_pace(event, NOW) is not None
    silent = round_pace(event, now)
    assert silent is not None
    assert (silent.ends, silent.quiet, len(silent.silent)) == ("", True, 3)
