"""The pages of matches: pairing, publishing, the result of a match, and what anybody may see."""

import re
from datetime import timedelta
from random import Random

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import NOW, new_event, sign
from tests.tournament.matches.matches import match_event, now, out, play_round, play_stage, save
from tests.tournament.phones.phones import codes_issued, guest_code
from tournament.finals.acts import hold_board
from tournament.guests.acts import add_guest
from tournament.matches.acts import pair_round
from tournament.matches.acts_results import Outcome, record_match
from tournament.models import Event, Guest, Role

pytestmark = pytest.mark.django_db


def page(client: Client, event: Event, part: str = "pairings/") -> str:
    """A page as HTML."""
    answer = client.get(f"/e/{event.slug}/{part}")
    assert answer.status_code == 200
    return answer.content.decode()


def press(client: Client, event: Event, act: str, **sent: object) -> str:
    """Press a button of the pairings and read the page one comes back to."""
    said = {"key": f"{act}-{event.version}-{event.ledger.count()}", **sent}
    answer = client.post(f"/e/{event.slug}/pairings/do/{act}/", said, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def send(client: Client, event: Event, where: str, **sent: object) -> str:
    """Send a result and read what comes."""
    said = {"key": f"{where}-{event.ledger.count()}", **sent}
    answer = client.post(f"/e/{event.slug}/pairings/{where}/", said, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def test_before_two_guests_are_listed_the_home_leads_to_the_list() -> None:
    event = match_event(1)
    desk = signed_in(event)
    shown = page(desk, event, "")
    assert (
        f'<a class="button button-main" href="/e/{event.slug}/guests/">Add the guests</a>' in shown
    )
    assert "Pair round 1" not in shown
    assert "Nothing is paired yet" in page(desk, event)
    add_guest(event, {"name": "Beate Two"}, sign())
    assert "Pair round 1" in page(desk, event, "")


def test_a_whole_knock_out_is_paired_published_played_and_closed_from_the_page() -> None:
    event = match_event(3, pairing="knock_out", best_of=3)
    desk = signed_in(event)
    assert "Pair in the order of the badges" in page(desk, event, "")
    draft = press(desk, event, "pair", seeding="badges")
    assert (
        "Seed 1 meets nobody in the first round: 1 player fewer than the bracket has places."
        in draft
    )
    assert "draft, seen by officials alone" in draft
    assert "Nobody is paired yet" in page(Client(), event, "matches/")
    assert "The draft of round 1 is thrown away." in press(desk, event, "throw-away", round=1)
    press(desk, event, "pair", seeding="badges")
    assert "Round 1 is published." in press(desk, event, "publish", round=1)
    assert "Round 1 is a draft again." in press(
        desk, event, "withdraw", round=1, reason="Wrong table"
    )
    press(desk, event, "publish", round=1)
    told = send(desk, event, "1/1", what="played", seen=0, game_1="1", game_2="1")
    assert "Table 1 is in." in told
    press(desk, event, "pair")
    press(desk, event, "publish", round=2)
    assert "Round 2: the match at table 1 has no result." in press(desk, event, "close")
    send(desk, event, "2/1", what="played", seen=0, game_1="2", game_2="1", game_3="1")
    assert "The stage is closed, and its order stands." in press(desk, event, "close")
    winner = now(event).match(2, 1).one
    public = page(Client(), event, "matches/")
    assert f"<b>{event.guests.get(ref=winner).name}</b> has won." in public
    assert f"{event.guests.get(ref=winner).name} has won" in page(desk, event, "")
    assert "The stage is open again." in press(desk, event, "reopen", reason="A protest")


def test_two_winners_a_gap_and_a_game_too_many_get_a_sentence() -> None:
    event = match_event(4, best_of=3)
    out(event)
    umpire = signed_in(event, Role.UMPIRE)
    assert "Game 1 has two winners: tap one." in send(
        umpire, event, "1/1", seen=0, game_1=["1", "2"]
    )
    assert "Game 1 is missing: tap who won it." in send(umpire, event, "1/1", seen=0, game_2="1")
    assert "Game 1: tap one of the two" in send(umpire, event, "1/1", seen=0, game_1="9")
    assert "Nobody has won the match yet: enter game 2." in send(
        umpire, event, "1/1", seen=0, game_1="1"
    )
    decided = send(umpire, event, "1/1", seen=0, game_1="1", game_2="1", game_3="2")
    assert "The match was decided after game 2: leave the games after it empty." in decided
    assert "No game is entered: tap who won." in send(umpire, event, "1/1", seen=0)
    assert now(event).match(1, 1).result == ""


def test_an_umpire_enters_and_the_desk_says_what_was_not_played() -> None:
    event = match_event(4)
    out(event)
    umpire, desk = signed_in(event, Role.UMPIRE), signed_in(event)
    assert "It was not played" not in page(umpire, event, "pairings/1/1/")
    refused = send(umpire, event, "1/1", what="double_forfeit", seen=0, reason="Gone")
    assert "That is for the head umpire or the organiser." in refused
    assert "Choose what came of the match." in send(
        desk, event, "1/1", what="dance", seen=0, reason="Gone"
    )
    send(desk, event, "1/1", what="walkover_other", seen=0, reason="Gone home")
    send(desk, event, "1/2", what="double_forfeit", seen=0, reason="Both gone")
    assert [(match.result, match.games) for match in now(event).rounds[0].matches] == [
        ("walkover", "2"),
        ("double_forfeit", ""),
    ]
    send(desk, event, "1/2", what="back", seen=1, reason="They came after all")
    assert now(event).match(1, 2).result == ""
    send(desk, event, "1/2", what="late_one", seen=2)
    assert (now(event).match(1, 2).result, now(event).match(1, 2).games) == ("late", "1")


def test_a_correction_shows_what_it_changes_and_then_does_it() -> None:
    event = match_event(8)
    out(event)
    play_round(event)
    pair_round(event, sign(), seed=2)
    desk, other = signed_in(event), "2" if now(event).match(1, 1).games == "1" else "1"
    assert "Say why the result is corrected" in send(desk, event, "1/1", seen=1, game_1=other)
    asked = send(desk, event, "1/1", seen=1, game_1=other, reason="Misheard")
    assert "Round 2 was a draft: it is thrown away and paired again." in asked
    agreed = re.findall(r'name="agreed" value="([^"]*)"', asked)[0]
    assert (now(event).match(1, 1).games == other, len(now(event).rounds)) == (False, 2)
    send(desk, event, "1/1", seen=1, game_1=other, reason="Misheard", agreed=agreed)
    assert (now(event).match(1, 1).games, len(now(event).rounds)) == (other, 1)


def test_a_published_round_is_offered_and_one_with_results_stands() -> None:
    event = match_event(8)
    out(event)
    play_round(event)
    out(event, 2)
    desk, other = signed_in(event), "2" if now(event).match(1, 1).games == "1" else "1"
    asked = send(desk, event, "1/1", seen=1, game_1=other, reason="Misheard")
    assert "Pair round 2 again: it is published but not begun. Otherwise it stands." in asked
    save(event, 2, 1, "1")
    asked = send(desk, event, "1/1", seen=1, game_1=other, reason="Misheard")
    assert "Round 2 has results: it stands as it is." in asked
    assert "Somebody else entered a result" in send(
        desk, event, "1/1", seen=7, game_1=other, reason="Misheard"
    )


def test_who_changes_places_in_the_bracket_is_named() -> None:
    event = match_event(4, pairing="knock_out")
    out(event)
    play_round(event)
    out(event)
    match, other = now(event).match(1, 1), "2" if now(event).match(1, 1).games == "1" else "1"
    names = {guest.ref: guest.name for guest in event.guests.all()}
    asked = send(signed_in(event), event, "1/1", seen=1, game_1=other, reason="Misheard")
    assert (
        f"Final: {names[str(match.loser)]} takes the place of {names[str(match.winner)]}." in asked
    )


def test_wishes_are_noted_and_taken_back() -> None:
    event = match_event(7)
    out(event)
    late = add_guest(event, {"name": "Late Comer"}, sign())
    play_round(event)
    desk = signed_in(event)
    assert "Guest 3 sits out round 2." in press(desk, event, "bye", guest="P003", round=2)
    assert "Noted for the pairings to come." in press(
        desk, event, "bond", one="P001", other="P002", bond="meet", round=2
    )
    press(desk, event, "bond", one="P004", other="P005", bond="apart", round=2)
    told = press(desk, event, "late", guest=late.ref, halves=1, reason="The train")
    assert "Late Comer is in the Swiss from the next round on." in told
    assert "came in before round 2 with 0.5 points" in told
    course = now(event)
    assert (len(course.asked), len(course.bonds), len(course.late)) == (1, 2, 1)
    press(desk, event, "bye-back", guest="P003", round=2)
    press(desk, event, "free", one="P001", other="P002", round=2, forced=1)
    press(desk, event, "free", one="P004", other="P005")
    press(desk, event, "late-back", guest=late.ref)
    course = now(event)
    assert (len(course.asked), len(course.bonds), len(course.late)) == (0, 0, 0)


@pytest.mark.parametrize(
    ("act", "sent", "said"),
    [
        ("bye", {"guest": "P999", "round": 1}, "Who sits out: choose somebody from the list."),
        ("bye", {"guest": "P001", "round": "x"}, "Give a whole number from 1 to 99."),
        ("bye", {"guest": "P001", "round": 9}, "A bye is asked for in a round still to be paired"),
        (
            "bond",
            {"one": "P001", "other": "P001", "bond": "meet", "round": 1},
            "A pair is two players",
        ),
        ("late", {"guest": "P001", "halves": 0, "reason": "x"}, "The Swiss has not begun"),
        ("publish", {"round": "²"}, "There is no such round: load the page again."),
        ("publish", {"round": 5}, "There is no round 5: check the number."),
        ("reopen", {"reason": "x"}, "That stage is not the last one that was closed."),
    ],
)
def test_what_cannot_be_is_said_and_changes_nothing(
    act: str, sent: dict[str, object], said: str
) -> None:
    event = match_event(4)
    before = now(event)
    assert said in press(signed_in(event), event, act, **sent)
    assert now(event) == before


def test_one_player_alone_is_not_paired() -> None:
    event = match_event(1)
    assert "One player is there: a pairing needs two" in press(signed_in(event), event, "pair")


def test_unknown_acts_and_matches_are_not_there() -> None:
    event = match_event(4)
    desk = signed_in(event)
    assert desk.post(f"/e/{event.slug}/pairings/do/dance/").status_code == 404
    assert desk.get(f"/e/{event.slug}/pairings/1/1/").status_code == 404


def test_a_cut_without_a_bracket_is_told_where_pairings_would_be() -> None:
    event = match_event(8, pairing="swiss_then_knock_out", cut_size=10)
    desk = signed_in(event)
    said = "A knock-out after the Swiss takes 2, 4, 8, 16 or more players, not 10: change the cut."
    assert said in page(desk, event)
    assert said in page(desk, event, "")
    assert "Nobody is paired yet" in page(Client(), event, "matches/")


def test_the_public_page_is_drawn_once_for_all_who_come_in() -> None:
    event = match_event(4)
    out(event)
    first = page(Client(), event, "matches/")
    with CaptureQueriesContext(connection) as taken:
        assert page(Client(), event, "matches/") == first
    assert (len(taken), "csrfmiddlewaretoken" in first) == (2, False)


def test_an_event_of_tables_sends_the_public_to_its_board() -> None:
    assert "guests sit at drawn tables" in page(Client(), new_event(), "matches/")


def test_the_public_board_leads_to_the_matches_and_waits_while_it_is_held() -> None:
    event = match_event(4)
    out(event)
    hold_board(fresh(event), sign())
    Event.objects.filter(pk=event.pk).update(held_since=NOW)
    assert (
        Client().get(f"/e/{event.slug}/board/").headers["Location"] == f"/e/{event.slug}/matches/"
    )
    record_match(event, Outcome(1, 1, "1"), sign(at=NOW + timedelta(minutes=1)))
    assert "1 to be played" in page(signed_in(event), event)
    assert "2 to be played" in page(Client(), event, "matches/")


def test_the_public_page_of_matches_follows_by_the_tag_of_the_board() -> None:
    event = match_event(4)
    out(event)
    address, tag = f"/e/{event.slug}/board/now/", f'"{fresh(event).version}-top"'
    shown = page(Client(), event, "matches/")
    assert f'data-board-url="{address}" data-etag="{tag.replace(chr(34), "&quot;")}"' in shown
    assert Client().get(address, headers={"If-None-Match": tag}).status_code == 304
    save(event, 1, 1, "1")
    answer = Client().get(address, headers={"If-None-Match": tag})
    assert (answer.status_code, answer.headers["ETag"]) == (200, f'"{fresh(event).version}-top"')
    assert "1 to be played" in answer.content.decode()


def test_who_does_not_wish_to_be_named_goes_by_the_badge_in_public() -> None:
    event = match_event(2, qualifying_rounds=1)
    Guest.objects.filter(event=event, ref="P001").update(unnamed=True, name="<b>Hidden</b>")
    out(event)
    public = page(Client(), event, "matches/")
    assert ("Badge 1" in public, "Hidden" in public) == (True, False)
    shown = page(signed_in(event), event)
    assert "&lt;b&gt;Hidden&lt;/b&gt;" in shown
    assert "<b>Hidden</b>" not in shown


def test_the_drawings_tell_in_words_what_they_show() -> None:
    event = match_event(8, pairing="swiss_then_knock_out", cut_size=4, third_place_match=True)
    play_stage(event, 3, Random(2))
    out(event)
    play_round(event)
    out(event)
    html = page(Client(), event, "matches/")
    assert html.count('role="img"') == html.count("<title>The bracket</title>") == 1
    assert html.count('<table class="table crossed">') == 1
    words = re.findall(r"<desc>([^<]*)</desc>", html)
    assert words[0].count(" and ") == 4
    assert "Third place" in html


def test_a_guest_sees_the_next_opponent_and_the_way_so_far() -> None:
    event = match_event(5, best_of=3)
    codes_issued(event)
    assert "Whom you meet is told when the first round is published." in _own_page(event, "P001")
    match = out(event).rounds[0].matches[0]
    names = {guest.ref: guest.name for guest in event.guests.all()}
    html = _own_page(event, match.one)
    assert names[str(match.other)] in html
    assert "You start up to the ten. Best of 3: you change over for every further game." in html
    save(event, 1, 1, "121")
    assert f'You met</dt><dd class="guest-opponent">{names[match.one]}<' in _own_page(
        event, str(match.other)
    )
    play_round(event)
    out(event, 2)
    assert "Your matches so far" in _own_page(event, match.one)
    assert f"Round 1: you beat {names[str(match.other)]}, 2–1." in _own_page(event, match.one)
    assert f"Round 1: you lost to {names[match.one]}, 1–2." in _own_page(event, str(match.other))
    bye = next(one.one for one in now(event).rounds[1].matches if one.other is None)
    assert "You have the bye in this round: nobody to meet." in _own_page(event, bye)


def _own_page(event: Event, ref: str) -> str:
    """The page behind a guest's code."""
    guest = Guest.objects.select_related("event").get(event=event, ref=ref)
    return Client().get(f"/G/{guest_code(guest)}").content.decode()


def test_what_is_frozen_at_an_evening_of_matches_is_changed_by_two_like_anywhere() -> None:
    event = match_event(4, one_official=True)
    out(event)
    play_round(event)
    desk = signed_in(event)
    where = f"/e/{event.slug}/settings/together/"
    parts = desk.get(where).context["parts"]
    assert list(parts.policies.fields) == ["one_official"]
    asked = [(part, name, field) for part in parts for name, field in part.fields.items()]
    sent = {
        part.add_prefix(name): part.get_initial_for_field(field, name) or ""
        for part, name, field in asked
    }
    sent |= {"tie-head_to_head": "1", "tie-lot": "2", "tie-buchholz": ""}
    seen = desk.post(where, sent)
    assert [line[0] for line in seen.context["lines"]] == ["Ties are split by"]
    told = desk.post(
        where, sent | {"step": "save", "reason": "Set wrongly", "witness": "Walter", "key": "once"}
    )
    assert told.status_code == 302
    assert fresh(event).tie_breaks == ["head_to_head", "lot"]
