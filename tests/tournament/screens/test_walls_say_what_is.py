"""What a wall says is so: totals are those of the rounds it names, and who plays on plays."""

import pytest
from django.test import Client

from tests.tournament.ending import fresh, playoff_event, sealed_event
from tests.tournament.evening import NOW, official, save, seated_event, sign
from tests.tournament.phones.phones import codes_issued, guest_code
from tournament.finals.acts import reveal_cut
from tournament.finals.acts_playoff import hold_half_time, read_next, reveal_podium
from tournament.finals.acts_replies import reply
from tournament.models import Event, Role, Round, RoundClock, Show
from tournament.refusal import Refused
from tournament.screens.finale import reading
from tournament.screens.reading import Hall, show_of
from tournament.screens.scenes import clock, half, move
from tournament.screens.script import script
from tournament.seating.acts import close_round
from tournament.steps.acts import close_evening, seat_playoff

pytestmark = pytest.mark.django_db
GAMES = (("out", "=10", "=20", "=30", "=40"), ("=40", "=30", "=20", "=10", "out"))


def hall(event: Event) -> Hall:
    """The evening as its walls may know it."""
    return Hall(fresh(event), Show(event=event), NOW)


def test_a_list_frozen_after_round_one_is_not_shown_as_that_of_round_two() -> None:
    event = seated_event(5, games_per_round=2, qualifying_rounds=3, cut_size=2)
    for number in (1, 2):
        for game in (1, 2):
            save(event, GAMES[number - 1], (number, 1, game))
        close_round(event, number, sign())
        if number == 1:
            hold_half_time(event, sign())
            shown = half(hall(event))
            assert shown is not None
            assert (shown["after"], shown["so_far"][:17]) == (1, "Two games played,")
    assert half(hall(event)) is None
    lines = script(hall(event)).steps[0].lines
    assert lines == ("Round 2 is over.", "Nothing is decided.")


def test_where_everybody_stays_the_wall_says_it_in_a_sentence_alone() -> None:
    event = seated_event(5, games_per_round=1, qualifying_rounds=2)
    save(event, GAMES[0])
    close_round(event, 1, sign())
    scene = move(hall(event))
    assert scene is not None
    told = (scene["sentence"], scene["letters"], scene["examples"], scene["seats"])
    assert told == ("Everybody keeps their seat.", [], [], [])


def test_the_play_off_is_not_seated_before_the_last_name_is_read() -> None:
    event = sealed_event()
    for _name in range(3):
        with pytest.raises(Refused, match=r"“(Read them out|Go to the reading)” comes first"):
            seat_playoff(event, sign())
        read_next(event, sign())
    assert not Round.objects.filter(event=event, number=2).exists()
    read_next(event, sign())
    seat_playoff(event, sign())
    assert Round.objects.filter(event=event, number=2).exists()


def test_whoever_declined_leaves_the_wall_to_the_reserve_who_plays() -> None:
    event = sealed_event()
    reveal_cut(event, sign())
    told = reading(hall(event))
    assert told is not None
    assert [row["one"]["name"] for row in told["rows"]] == ["Guest 1", "Guest 2", "Guest 3"]
    reply(event, ["P002"], sign(), declined=True)
    for seated in (False, True):
        if seated:
            seat_playoff(event, sign())
        told = reading(hall(event))
        assert told is not None
        assert [row["one"]["name"] for row in told["rows"]] == ["Guest 1", "Guest 3", "Guest 4"]


def test_the_announcers_last_game_is_called_on_the_wall_and_taken_back_with_the_sentence() -> None:
    event = seated_event(5, games_per_round=2)
    save(event, GAMES[0])
    client = Client()
    client.force_login(official(event, Role.ANNOUNCER, "announcer"))
    for _line in range(2):
        now = script(Hall(fresh(event), show_of(event), NOW))
        place = f"{now.title} {now.done}"
        client.post(f"/e/{event.slug}/announcer/next/", {"key": place, "place": place})
    shown = clock(hall(event))
    assert shown is not None
    assert shown["called"]
    client.post(f"/e/{event.slug}/announcer/back/", {"key": "back"})
    assert RoundClock.objects.get(event=event).last_game_at is None


def test_once_the_podium_is_public_everybody_keeps_their_place_in_the_field() -> None:
    event = playoff_event()
    codes_issued(event)
    save(event, ("=20", "=10", "out"), (2, 1, 1))
    close_round(event, 2, sign())
    reveal_podium(event, sign())
    for closed in (False, True):
        if closed:
            close_evening(event, sign())
        pages = {
            badge: Client()
            .get(f"/G/{guest_code(event.guests.select_related('event').get(badge=badge))}")
            .content.decode()
            for badge in (1, 3, 5)
        }
        assert "5th" in pages[5]
        assert "in the play-off" not in pages[5]
        assert ("1st" in pages[1], "3rd in the play-off" in pages[1]) == (True, True)
        assert "1st in the play-off" in pages[3]
