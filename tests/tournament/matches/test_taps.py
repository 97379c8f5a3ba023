"""Results in place: the winner tapped on the home, tapped again, and the step that follows."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import NOW, sign
from tests.tournament.matches.matches import match_event, now, out, play_round, play_stage, save
from tests.tournament.phones.phones import PhoneHeld, codes_issued, guest_code, table_code
from tournament.home.phase import evening
from tournament.matches.acts import close_stage, pair_round
from tournament.matches.reading import names_of
from tournament.models import Event, Role
from tournament.screens.reading import Hall, show_of
from tournament.screens.scenes import scene
from tournament.screens.script import script

pytestmark = pytest.mark.django_db


def home(client: Client, event: Event) -> str:
    """The home as a page."""
    return client.get(reverse("evening", args=[event.slug])).content.decode()


def tap(client: Client, event: Event, won: str) -> str:
    """Tap a half and read where one comes to."""
    sent = {"won": won, "key": f"{won}-{event.ledger.count()}"}
    return client.post(reverse("match_won", args=[event.slug]), sent, follow=True).content.decode()


def filled(html: str) -> list[str]:
    """The filled buttons of the card Now."""
    card = html.partition("data-step=")[2].partition("</section>")[0]
    return re.findall(r'class="button button-main"[^>]*>([^<]*)<', card)


def step(event: Event) -> tuple[str, str]:
    """The key and heading of what comes next."""
    coming = evening(fresh(event)).next
    return coming.key, coming.heading


def test_two_presses_lead_from_the_last_result_to_the_next_round() -> None:
    event = match_event(8, pairing="knock_out")
    out(event)
    desk = signed_in(event)
    for match in now(event).rounds[0].matches:
        assert "Table" in tap(desk, event, f"1/{match.table}/1/0")
    html = home(desk, event)
    assert filled(html) == ["Pair the semi-finals"]
    where = reverse("match_act", args=[event.slug, "pair"])
    html = desk.post(where, {"from": "home", "key": "pair"}, follow=True).content.decode()
    assert filled(html) == ["Publish the semi-finals"]
    where = reverse("match_act", args=[event.slug, "publish"])
    sent = {"from": "home", "key": "publish", "round": "2"}
    html = desk.post(where, sent, follow=True).content.decode()
    assert "Semi-finals: 2 results to come" in html
    assert "The semi-finals begin now." in html


def test_a_winner_tapped_again_is_taken_back() -> None:
    event = match_event(4)
    out(event)
    desk = signed_in(event)
    assert "Table 1 is in." in tap(desk, event, "1/1/2/0")
    assert now(event).match(1, 1).games == "2"
    assert "Table 1 is open again." in tap(desk, event, "1/1/back/1")
    assert now(event).match(1, 1).result == ""


def test_once_the_stage_is_closed_nothing_is_tapped_away() -> None:
    event = match_event(2, pairing="knock_out")
    out(event)
    play_round(event)
    desk = signed_in(event)
    found = "/back/" in home(desk, event)
    close_stage(event, sign(), seed=1)
    assert (found, "/back/" in home(desk, event)) == (True, False)


def beside(html: str) -> str:
    """How it stands, beside what is played."""
    return html.partition('aria-labelledby="so-far"')[2].partition("</section>")[0]


def test_the_bracket_stands_beside_with_who_is_through_and_what_is_waited_for() -> None:
    event = match_event(9, pairing="knock_out")
    out(event)
    desk = signed_in(event)
    part = beside(home(desk, event))
    assert re.findall(r'class="draw-head"[^>]*>([^<]*)<', part) == [
        "Last 16", "Quarter-finals", "Semi-finals"
    ]  # fmt: skip
    assert ("table 1" in part, "Guest 1<" in part) == (True, True)
    [match] = now(event).rounds[0].waiting
    save(event, 1, match.table, "1")
    part = beside(home(desk, event))
    assert ("table 1" in part, f">{names_of(event)[match.one]}<" in part) == (False, True)


def halves_in(part: str) -> list[str]:
    """What a tap on each half that can be tapped sends."""
    return re.findall(r'<button class="half[^>]* value="([^"]*)"', part)


def test_the_halves_of_the_round_are_tapped_in_the_bracket_as_in_the_pairing() -> None:
    event = match_event(13, pairing="knock_out")
    out(event)
    desk, results = signed_in(event), reverse("match_results", args=[event.slug])
    html, whole = home(desk, event), desk.get(results).content.decode()
    pairing = html.partition('class="pairs-now"')[2].partition("</ol>")[0]
    assert halves_in(beside(html)) == halves_in(pairing) == halves_in(whole) != []
    assert whole.count("not played, or a correction") == 5
    sent = {"won": halves_in(whole)[1], "key": "in the bracket", "from": "results"}
    answer = desk.post(reverse("match_won", args=[event.slug]), sent)
    assert (answer["Location"], now(event).match(1, 1).games) == (results, "2")
    assert halves_in(desk.get(results).content.decode())[0] == "1/1/back/1"
    public = Client().get(reverse("matches", args=[event.slug])).content.decode()
    umpire = signed_in(event, Role.UMPIRE).get(results).content.decode()
    assert (halves_in(public), "1/1/back/1" in halves_in(umpire)) == ([], False)


@pytest.mark.parametrize("kind", ["swiss", "all_play_all"])
def test_nothing_is_tapped_in_results_that_are_no_bracket(kind: str) -> None:
    event = match_event(6, pairing=kind)
    out(event)
    html = signed_in(event).get(reverse("match_results", args=[event.slug])).content.decode()
    assert ('id="taps"' in html, halves_in(html)) == (False, [])


def test_of_a_large_bracket_eight_matches_at_most_stand_beside_under_one_another() -> None:
    event = match_event(33, pairing="knock_out")
    out(event)
    part = beside(home(signed_in(event), event))
    assert re.findall(r'class="draw-head"[^>]*>([^<]*)<', part) == [
        "Last 16", "Quarter-finals", "Semi-finals"
    ]  # fmt: skip


def test_the_standing_so_far_stands_beside_and_leads_to_all_of_it() -> None:
    event = match_event(13, pairing="swiss")
    desk = signed_in(event)
    assert beside(home(desk, event)) == ""
    out(event)
    part = beside(home(desk, event))
    assert (part.count("<li>"), "All 13" in part) == (11, True)


@pytest.mark.parametrize(
    ("what", "result", "games", "why"),
    [("walkover_one", "walkover", "1", "Not at the table"),
     ("late_other", "late", "2", "Came too late"), ("forfeit_one", "forfeit", "1", "Gave up"),
     ("double_forfeit", "double_forfeit", "", "Neither played")],
)  # fmt: skip
def test_a_match_that_is_not_played_is_settled_where_it_stands(
    what: str, result: str, games: str, why: str
) -> None:
    event = match_event(4)
    out(event)
    desk = signed_in(event)
    fold = home(desk, event).partition('class="pair-unplayed"')[2].partition("</details>")[0]
    where = re.findall(r'action="([^"]+)"', fold)
    sent = dict(re.findall(r'name="(key|seen)"[^>]* value="([^"]*)"', fold))
    assert f'name="what" value="{what}"' in fold
    html = desk.post(where[0], sent | {"what": what, "reason": ""}, follow=True).content.decode()
    assert "Table 1 is in." in html
    match = now(event).match(1, 1)
    assert (match.result, match.games) == (result, games)
    assert [entry.reason for entry in event.ledger.all()][-1] == why
    assert "pair-unplayed" not in home(signed_in(event, Role.UMPIRE), event)


@pytest.mark.parametrize(
    ("what", "words"),
    [
        ("late_one", "{one} wins: {other} came too late"),
        ("forfeit_other", "{other} wins: {one} gave up"),
    ],
)
def test_a_guest_is_told_why_nothing_more_was_played(what: str, words: str) -> None:
    event = match_event(4)
    out(event)
    where = reverse("match_result", args=[event.slug, 1, 1])
    signed_in(event).post(where, {"what": what, "seen": "0", "key": "not played"})
    names, match = names_of(event), now(event).match(1, 1)
    public = Client().get(reverse("matches", args=[event.slug])).content.decode()
    assert words.format(one=names[match.one], other=names[str(match.other)]) in public


def test_an_umpire_taps_and_the_desk_alone_takes_back() -> None:
    event = match_event(4)
    out(event)
    umpire = signed_in(event, Role.UMPIRE)
    tap(umpire, event, "1/1/1/0")
    assert "/back/" not in home(umpire, event)
    tap(umpire, event, "1/1/back/1")
    assert now(event).match(1, 1).games == "1"


@pytest.mark.parametrize("won", ["", "x", "1/1/3/0", "1/1/1", "9" * 9 + "/1/1/0"])
def test_what_is_no_tap_is_told_so(won: str) -> None:
    event = match_event(4)
    out(event)
    assert "Tap one of the two: load the page again." in tap(signed_in(event), event, won)


def test_a_match_of_three_is_in_once_two_games_are_won() -> None:
    event = match_event(4, best_of=3)
    out(event)
    desk = signed_in(event)
    assert "Who won" not in tap(desk, event, "1/1/1/0")
    assert now(event).match(1, 1).result == ""
    tap(desk, event, "1/1/121/0")
    assert (now(event).match(1, 1).games, "2–1" in home(desk, event)) == ("121", True)


def test_a_stale_tap_changes_nothing_and_says_why() -> None:
    event = match_event(4)
    out(event)
    save(event, 1, 1, "1")
    told = tap(signed_in(event), event, "1/1/2/0")
    assert now(event).match(1, 1).games == "1"
    assert "Guest" in told


def test_the_next_round_waits_for_the_tables_that_are_open() -> None:
    event = match_event(6)
    out(event)
    desk = signed_in(event)
    assert "Possible once tables 1, 2 and 3 are in." in home(desk, event)
    tap(desk, event, "1/1/1/0")
    tap(desk, event, "1/2/1/0")
    html = home(desk, event)
    assert "Possible once table 3 is in." in html
    assert "We wait for table three. Winners, please stay near the desk." in html
    assert filled(html) == []


def test_each_step_of_a_swiss_into_a_knock_out_has_its_name() -> None:
    event = match_event(4, pairing="swiss_then_knock_out", cut_size=2, qualifying_rounds=1)
    assert step(event) == ("m-first", "Pair round 1")
    pair_round(event, sign(), seed=1)
    assert step(event) == ("m-publish", "Publish round 1")
    Event.objects.filter(pk=event.pk).update(version=99)
    out_again(event)
    assert step(event) == ("m-play", "Round 1 of 1: 2 results to come")
    play_round(event)
    assert step(event) == ("m-close", "Close the Swiss")
    close_stage(event, sign(), seed=1)
    assert step(event) == ("m-pair", "Pair the final")
    out(event)
    play_round(event)
    assert step(event) == ("m-close", "Close the knock-out")
    close_stage(event, sign(), seed=1)
    key, heading = step(event)
    assert (key, heading.endswith("has won")) == ("m-end", True)


def test_the_clock_stands_beside_the_round_that_is_played() -> None:
    event = match_event(4)
    desk = signed_in(event)
    assert 'id="now-clock"' not in home(desk, event)
    out(event)
    html = home(desk, event)
    assert re.search(r'id="now-clock">\d\d:\d\d<', html)
    with timezone.override(event.zone):
        assert f"{timezone.localtime(NOW):%H:%M} began" in html
    play_round(event)
    assert 'id="now-clock"' not in home(desk, event)


def out_again(event: Event) -> None:
    """The draft published through the page."""
    signed_in(event).post(
        reverse("match_act", args=[event.slug, "publish"]), {"round": "1", "key": "out"}
    )


def test_everybody_meets_is_paired_ahead_by_another_button() -> None:
    event = match_event(4, pairing="all_play_all")
    out(event)
    coming = evening(fresh(event)).next
    assert (coming.key, [act.words for act in coming.others]) == (
        "m-ahead",
        ["Pair round 2 already"],
    )


def test_the_line_of_phases_names_every_round_of_the_field() -> None:
    event = match_event(15, pairing="knock_out")
    words = [part.words for part in evening(fresh(event)).parts]
    assert words == ["Guests", "Last 16", "Quarter-finals", "Semi-finals", "Final", "Prizes"]
    many_rounds = match_event(20, pairing="all_play_all", slug="many")
    assert [part.words for part in evening(many_rounds).parts] == [
        "Guests",
        "All play all",
        "Prizes",
    ]


def test_results_stay_in_the_application_and_explain_each_row() -> None:
    event = match_event(8, tie_breaks=["buchholz", "sonneborn_berger", "lot"])
    for seed in (1, 2):
        out(event, seed)
        play_round(event)
    html = signed_in(event).get(reverse("match_results", args=[event.slug])).content.decode()
    assert "By Buchholz, the points of all opponents: " in html
    assert "Sonneborn-Berger" in html
    assert "It is not the Dutch system" in html
    assert 'aria-current="page">Results</a>' in html


BEATEN = {1: (2, 3), 2: (3, 4), 3: (4, 5), 4: (1,), 5: (1, 2, 4), 6: (1, 2, 3, 4, 5)}


def test_a_direct_encounter_names_whom_of_those_level_a_player_beat() -> None:
    event = match_event(6, pairing="all_play_all", tie_breaks=["head_to_head", "lot"])
    out(event)
    while (held := now(event)).rounds_due(0) > len(held.rounds) or held.rounds[-1].waiting:
        for match in held.rounds[-1].waiting:
            first, second = (int(ref[1:]) for ref in match.players)
            save(
                event, held.rounds[-1].number, match.table, "1" if second in BEATEN[first] else "2"
            )
        if len(held.rounds) < held.rounds_due(0):
            out(event)
    html = signed_in(event).get(reverse("match_results", args=[event.slug])).content.decode()
    words = "By direct encounter, the matches between them: "
    assert [why.removeprefix(words) for why in re.findall(r'class="decided">([^<]+)<', html)] == [
        "beat Guest 2 and Guest 3, 2 of 2.",
        "beat Guest 3, lost to Guest 1, 1 of 2.",
        "lost to Guest 1 and Guest 2, 0 of 2.",
    ]


def test_the_guest_list_and_a_scanned_card_say_at_which_table_and_against_whom() -> None:
    event = match_event(3)
    out(event)
    match = now(event).rounds[0].matches[0]
    names, desk = names_of(event), signed_in(event)
    badge = event.guests.get(ref=match.one).badge
    rows = desk.get(reverse("guests", args=[event.slug])).content.decode()
    assert ("Table, opponent" in rows, f"1, {names[str(match.other)]}" in rows) == (True, True)
    card = desk.get(reverse("guest_card", args=[event.slug, badge])).content.decode()
    assert names[str(match.other)] in card
    assert "No seat yet" not in card


def test_the_finder_says_at_which_table_and_against_whom() -> None:
    event = match_event(3)
    finder = reverse("finder", args=[event.slug])
    html = Client().get(finder, {"q": "2"}).content.decode()
    assert "No opponent yet. Look again when the next round is announced." in html
    out(event)
    match = now(event).rounds[0].matches[0]
    name = event.guests.get(ref=str(match.other)).name
    html = Client().get(finder, {"q": event.guests.get(ref=match.one).badge}).content.decode()
    assert f'<dd class="guest-opponent">{name}</dd>' in html


def test_the_walls_follow_the_matches_and_the_announcer_says_what_the_home_says() -> None:
    event = match_event(4)
    desk = signed_in(event)
    assert "Good evening, and welcome" in home(desk, event)
    out(event)
    hall = Hall(fresh(event), show_of(fresh(event)), NOW)
    name, values = scene(hall, "")
    assert (name, [row["table"] for row in values["columns"][0]]) == ("pairings", [1])
    said = script(hall).now
    assert said is not None
    assert said.said in home(desk, event)
    play_round(event)
    hall = Hall(fresh(event), show_of(fresh(event)), NOW)
    assert scene(hall, "places")[0] == "places"


def test_no_wall_shows_a_knock_out_that_nobody_is_out_of() -> None:
    event = match_event(4, pairing="swiss_then_knock_out", cut_size=2, qualifying_rounds=1)
    play_stage(event, 1)
    out(event)
    name, values = scene(Hall(fresh(event), show_of(fresh(event)), NOW), "places")
    assert (name, values["title"]) == ("places", "Swiss")
    alone = match_event(4, pairing="knock_out", slug="alone")
    out(alone)
    assert scene(Hall(fresh(alone), show_of(fresh(alone)), NOW), "places")[0] == "pairings"


def test_at_switch_for_two_nobody_is_told_of_a_ten_or_a_five() -> None:
    event = match_event(4, game="switch", form="switch_for_two")
    out(event)
    codes_issued(event)
    match, names, desk = now(event).match(1, 1), names_of(event), signed_in(event)
    where = reverse("match_result", args=[event.slug, 1, 1])
    page = desk.get(where).content.decode()
    first, second = names[match.one], names[str(match.other)]
    assert f"{first} plays first, {second} deals first." in page
    board = Client().get(reverse("matches", args=[event.slug])).content.decode()
    assert "plays first" in board
    own = Client().get(f"/G/{guest_code(event.guests.get(ref=match.one))}").content.decode()
    assert "You play first." in own
    assert PhoneHeld(table_code(event)).state()["match"]["sides"] == ["plays first", "deals first"]
    for html in (page, board, own, home(desk, event)):
        assert "up to the" not in html
