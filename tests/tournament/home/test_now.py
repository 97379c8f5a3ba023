"""The card Now, what is still to do table by table, and the drawer: right from the empty evening to
the closed one.
"""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.ending import signed_in
from tests.tournament.evening import NOW, add_guests, new_event, official, save, seated_event, sign
from tests.tournament.evening import sheet as said_sheet
from tournament.counting.grid import cells
from tournament.entry.acts import record_sheet
from tournament.home.hindrances import _by_table, todo
from tournament.home.now import WIDE, Clock, card, drawer
from tournament.home.phase import evening
from tournament.models import Event, Role, RoundClock, Show
from tournament.paper.acts import play_without_paper
from tournament.screens.acts import add_screen
from tournament.screens.reading import Hall, show_of
from tournament.screens.script import script
from tournament.standings.pace import round_pace

pytestmark = pytest.mark.django_db
GAME = ("out", "2", "3", "4", "5")


def playing() -> Event:
    """Three tables of ten have games in, one of them with a flag, and table 2 is far behind."""
    event = seated_event(50)
    for table in (*range(1, 11),):
        for game in range(1, 2 if table == 2 else 4):
            hand = "8 8 8 K" if (table, game) == (4, 2) else "2"
            at = NOW + timedelta(minutes=game * 7, seconds=table)
            said = said_sheet(("out", hand, "3", "4", "5"), (1, table, game), checked=table != 7)
            record_sheet(event, said, sign(at=at))
    return event


def test_before_the_seating_the_card_says_what_is_set_up_and_what_to_print() -> None:
    event = new_event(cut_size=10)
    add_guests(event, 25)
    now = card(event, evening(event), None, NOW)
    assert (now.say, now.clock) == ("", None)
    assert now.figures == (
        ("25", "guests"),
        ("2 × 5", "games each"),
        ("10", "go to the play-off"),
    )
    assert [link.words for link in now.prints] == ["Rules for the tables"]


def test_a_round_nobody_sits_at_yet_is_started_by_its_clock_from_the_home() -> None:
    event = seated_event(10)
    event.guests.update(arrived_at=NOW)
    play_without_paper(event, sign())
    client = Client()
    client.force_login(official(event))
    found = evening(event)
    now = card(event, found, None, NOW)
    assert (found.next.heading, found.next.figures) == (
        "Start round 1",
        "2 tables, 10 sheets to come.",
    )
    assert now.say == "Please take your seats. Round 1 begins now."
    home = client.get(f"/e/{event.slug}/").content.decode()
    assert "Still playing" not in home
    key = re.findall(r'name="key" value="([^"]+-set_clock)"', home)
    answer = client.post(
        f"/e/{event.slug}/clock/", {"do": "start", "from": "home", "key": key[0]}, follow=True
    )
    assert answer.redirect_chain[-1][0] == f"/e/{event.slug}/"
    assert "Start round 1" not in answer.content.decode()
    assert evening(event).next.heading == "Round 1: 10 sheets to come"


def test_during_play_the_card_says_how_much_is_missing_when_it_ends_and_what_to_say(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("scoring.foresight.pace.FEWEST_GAMES", 3)  # as if enough were known
    event, at = playing(), NOW + timedelta(minutes=24)
    found, pace = evening(event), round_pace(event, at)
    now = card(event, found, pace, at)
    assert found.next.heading == "Round 1: 22 sheets to come"
    assert re.fullmatch(
        r"About \w+ minutes to go\. Please finish each game, then sign the sheet\.", now.say
    )
    assert script(Hall(event, show_of(event), at)).steps[0].said == now.say
    assert now.clock is not None
    assert pace is not None
    assert now.clock.ends == pace.ends
    assert now.clock.window is not None
    early, wide = now.clock.window
    assert 0 < now.clock.played <= early <= early + wide <= WIDE
    assert [link.words for link in now.prints] == [
        "The list so far",
        "Seats of round 2",
        "Table sheets of round 2",
    ]


def test_in_the_last_game_the_card_says_what_the_announcer_says() -> None:
    event = seated_event(10, games_per_round=2)
    client = signed_in(event)
    for table in (1, 2):
        assert "This is the last game" not in card(event, evening(event), None, NOW).say
        record_sheet(event, said_sheet(("out", "2", "3", "4", "5"), (1, table, 1)), sign())
    said = card(event, evening(event), None, NOW).say
    assert said == "This is the last game. Finish it, then add up, and hand in your card."
    page = client.get(f"/e/{event.slug}/announcer/").content.decode()
    assert said in " ".join(re.sub("<[^>]*>", " ", page).split())


def test_the_clock_of_the_card_begins_when_the_round_was_started_and_tells_no_end_too_soon() -> (
    None
):
    event = seated_event(10)
    started = NOW + timedelta(minutes=3)
    RoundClock.objects.create(event=event, round=event.rounds.get(number=1), started_at=started)
    at = NOW + timedelta(minutes=12)

    def clock() -> Clock | None:
        return card(event, evening(event), round_pace(event, at), at).clock

    before = clock()
    assert before is not None
    local = timezone.localtime(started).strftime("%H:%M")
    assert (before.began, before.ends, before.window) == (local, "", None)
    save(event, GAME, (1, 1, 1))
    event.refresh_from_db()
    assert clock() == before


def test_still_to_do_is_grouped_by_table_with_the_reason() -> None:
    event, at = playing(), NOW + timedelta(minutes=24)
    lines = todo(event, evening(event).hindrances, round_pace(event, at))
    said = [
        (one.words.format(", ".join(link.words for link in one.places)), one.note) for one in lines
    ]
    assert said[0] == (
        "Table 4, game 2",
        "Head umpire: The 4 cards of seat B count 100: count them again",
    )
    assert said[1][0] == "Table 2: games 2, 3, 4 and 5"
    assert said[1][1].startswith("Its umpire: ")
    assert said[2][0] == "Table 7: 3 sheets to check"
    assert said[3] == ("9 other tables: 18 sheets to come", "On time, nothing to do")
    shown = Client()
    shown.force_login(official(event, Role.HEAD_UMPIRE))
    for one in (link for line in lines for link in line.places):
        assert shown.get(one.url).status_code == 200


def test_tables_that_are_late_for_the_same_reason_stand_in_one_line() -> None:
    event, at = playing(), NOW + timedelta(hours=9)
    lines = todo(event, evening(event).hindrances, round_pace(event, at))
    silent = [line for line in lines if "no sheet for a long time" in line.note]
    assert [(one.around[0], one.note) for one in silent] == [
        ("Tables ", "Their umpires: no sheet for a long time")
    ]
    assert len(silent[0].places) > 2
    assert silent[0].words.endswith("sheets to come")


def test_without_a_time_nothing_is_said_of_the_pace() -> None:
    event = seated_event(10)
    found = evening(event)
    assert (card(event, found, round_pace(event, NOW), NOW).clock, found.hindrances) == (None, ())
    save(event, GAME, (1, 1, 1))
    lines = todo(event, evening(event).hindrances, None)
    assert [line.words for line in lines] == ["Tables {}: 9 sheets to come"]
    assert [link.words for link in lines[0].places] == ["1", "2"]


def test_the_drawer_begins_with_the_present_part_of_the_evening_and_every_link_opens() -> None:
    event = seated_event(10)
    save(event, GAME, (1, 1, 1))
    coming = evening(event).next
    for role, desk in ((Role.ORGANISER, True), (Role.UMPIRE, False)):
        client = Client()
        client.force_login(official(event, role, str(role)))
        parts = drawer(event, coming, desk=desk)
        assert parts[0].title == "during play"
        for link in (link for part in parts for link in part.links):
            assert (link.words, client.get(link.url).status_code) == (link.words, 200)
        home = client.get(reverse("evening", args=[event.slug])).content.decode()
        assert ("Stop the round now" in home) == desk
        assert '<details class="more">' in home


def test_the_sentence_to_say_is_shown_on_the_walls_by_one_press() -> None:
    event = seated_event(10)
    save(event, GAME, (1, 1, 1))
    client = Client()
    client.force_login(official(event))
    add_screen(event, "GH", "", sign())
    home = client.get(reverse("evening", args=[event.slug])).content.decode()
    said = card(event, evening(event), None, NOW).say
    assert "Show on the wall" in home
    sent = {"notice": said, "show": "1", "key": "said"}
    where = reverse("tell_walls", args=[event.slug])
    answer = client.post(where, sent, follow=True).content.decode()
    assert (said != "", Show.objects.get().scene) == (True, "notice")
    assert "The walls show it." in answer
    event.screens.all().delete()
    answer = client.post(where, sent | {"key": "again"}, follow=True).content.decode()
    assert "No wall is open yet: the first one will show it." in answer


def test_a_guest_here_whose_name_was_to_follow_is_still_to_do_until_it_is_typed() -> None:
    event = seated_event(5)
    first = event.guests.order_by("badge")[:1]
    assert [hindrance.kind for hindrance in evening(event).hindrances] == []
    event.guests.filter(pk__in=first).update(arrived_at=NOW, placeholder=True)
    found = {hindrance.kind: hindrance.words for hindrance in evening(event).hindrances}
    assert found == {"nameless": "1 guest here without a name", "door": "4 guests to arrive"}
    event.guests.update(placeholder=False)
    assert [hindrance.kind for hindrance in evening(event).hindrances] == ["door"]


def test_a_table_of_two_rounds_is_named_once_with_its_rounds() -> None:
    event = seated_event(5, qualifying_rounds=2, games_per_round=1)
    for number in (1, 2):
        save(event, ("out", "9", "A", "2", str(2 + number)), (number, 1, 1))
    lines = _by_table(event, cells(event))
    assert [link.words for link in lines] == ["1 (rounds 1 and 2)"]


def for_whom(event: Event, client: Client) -> str:
    """For whom the home says that it is."""
    page = client.get(reverse("evening", args=[event.slug])).content.decode()
    return page.partition('<p class="soft">Now')[2].partition("</p>")[0]


def test_an_office_that_nobody_holds_falls_to_the_organiser_and_whoever_is_alone_is_you() -> None:
    event = seated_event(5, games_per_round=1)
    play_without_paper(event, sign())
    event.guests.update(arrived_at=NOW)
    client = Client()
    client.force_login(official(event, Role.ORGANISER))
    assert evening(event).next.who == "head umpire"
    assert for_whom(event, client) == ", for the organiser"
    rows = Event.objects.filter(pk=event.pk)
    rows.update(one_official=True, version=event.version + 9)
    assert for_whom(event, client) == ", for you"
    rows.update(one_official=False, version=event.version + 19)
    official(event, Role.HEAD_UMPIRE, "hedda")
    assert for_whom(event, client) == ", for the head umpire"
