"""A table with too few guests: the home names it, its page shows what would be done, does it, and
takes it back.
"""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.html import escape

from scoring.seating import certificate
from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import add_guests, new_event, official, save, seated_event, sign
from tests.tournament.hall import seats
from tests.tournament.seating.test_moves import (
    HANDS,
    SMALL,
    evening,
    in_order,
    two_gone,
    whereabouts,
)
from tournament.home.phase import evening as home
from tournament.models import Event, LedgerEntry, Role
from tournament.phones.guest_page import guest_page
from tournament.seating.acts import games_missing, lay_round, publish_round
from tournament.seating.acts_seats import leave
from tournament.seating.certificate import new_harms
from tournament.seating.changes import one_move_plan
from tournament.seating.small_tables import break_up_plan, fill_plan

pytestmark = pytest.mark.django_db


def page(client: Client, event: Event, table: int = 1) -> str:
    """The page of a table of round 1."""
    answer = client.get(f"/e/{event.slug}/seating/1/tables/{table}/")
    assert answer.status_code == 200
    return answer.content.decode()


def test_the_home_names_the_table_and_leads_to_what_can_be_done() -> None:
    event = two_gone()
    found = next(
        hindrance for hindrance in home(event).hindrances if hindrance.kind == "small_table"
    )
    assert (found.words, [link.words for link in found.links]) == (
        "1 table with too few guests",
        ["Table 1, round 1: 2 left"],
    )
    assert [link.url for link in found.links] == [f"/e/{event.slug}/seating/1/tables/1/"]
    assert all(hindrance.kind != "small_table" for hindrance in home(evening()).hindrances)


def test_the_proposal_names_moves_costs_and_cards_and_is_done_as_shown() -> None:
    event = two_gone(2, (1, 1, 2))
    desk = signed_in(event)
    shown = page(desk, event)
    for said in (
        "Table 1 has too few guests",
        "2 moves, the least harm",
        "What they have played counts",
        "from game 3 on; misses game 2",
        "score cards must be printed again",
        "2 left, and a table needs 4",
    ):
        assert said in shown, said
    body = {
        "key": "a",
        "break_up": "1",
        "seen": break_up_plan(event, 1, 1).seen,
        "reason": "Two went home",
    }
    done = desk.post(f"/e/{event.slug}/seating/1/tables/1/", body, follow=True).content.decode()
    assert "Table 1 is broken up. Print the cards that changed." in done
    went = "Guest 1 (1) to 2F from game 2 on, Guest 2 (2) to 3F from game 3 on"
    assert f"Broke up table 1 in round 1: {went}" in done
    assert "Nobody sits here" in page(desk, event)
    entry = LedgerEntry.objects.get(event=event, kind="move_seats")
    assert f"/e/{event.slug}/seating/moves/{entry.number}/back/" in done
    back = f"/e/{event.slug}/seating/moves/{entry.number}/back/"
    assert "Take this back?" in desk.get(back).content.decode()
    assert (
        "They have their seats again."
        in desk.post(back, {"key": "b", "reason": "After all"}, follow=True).content.decode()
    )
    assert whereabouts(event, 1) == [(1, "A", 1, None)]


def test_a_table_is_filled_up_by_one_press_and_emptied_again_by_the_way_back() -> None:
    event = two_gone(2, (1, 1, 1))
    desk, where, before = signed_in(event), f"/e/{event.slug}/seating/1/tables/1/", seats(event)
    shown = page(desk, event)
    for said in ("Or fill the table up", "from game 2 on", "Fill up table 1</button>"):
        assert said in shown, said
    assert len(re.findall(r"<b>to table 1, seat [CD]</b>", shown)) == 2
    body = {"key": "a", "fill": "1", "reason": "Two went home"}
    assert "Something changed while you looked" in desk.post(where, body).content.decode()
    assert seats(event) == before
    seen = {"key": "b", "seen": fill_plan(event, 1, 1).seen}
    for _twice in range(2):
        done = desk.post(where, body | seen, follow=True).content.decode()
    assert "Table 1 is filled up. Print the cards that changed." in done
    assert re.search(r"Filled up table 1 in round 1: Guest \d+ \(\d+\) to 1C, Guest \d+", done)
    assert [
        hindrance.kind for hindrance in home(event).hindrances if hindrance.kind == "small_table"
    ] == []
    in_order(event)
    entry = LedgerEntry.objects.get(event=event, kind="move_seats")
    desk.post(f"/e/{event.slug}/seating/moves/{entry.number}/back/", {"reason": "After all"})
    assert seats(event) == before
    assert "Or fill the table up" not in page(desk, event, 2)


def test_a_table_is_not_offered_to_be_filled_where_no_other_can_give_a_guest_up() -> None:
    event = two_gone(sizes=(4, 4, 4))
    assert "Or fill the table up" not in page(signed_in(event), event)


def test_the_move_of_one_guest_is_shown_with_what_it_changes_and_then_done_as_shown() -> None:
    event = two_gone()
    desk, where, wanted = (
        signed_in(event),
        f"/e/{event.slug}/seating/1/tables/1/",
        {"move-guest": "5"},
    )
    before = seats(event)
    shown = desk.get(where, wanted | {"move-place": "1C"}).content.decode()
    for said in (
        "Move Guest 5",
        "<b>to table 1, seat C</b>",
        "Sits with Guest 1 (1), Guest 2 (2).",
        "Nobody meets twice, and no other wish is broken.",
        "5 score cards must be printed again: badges 1, 2, 5, 6, 9.",
    ):
        assert said in shown, said
    assert seats(event) == before
    seen = one_move_plan(event, 1, 5, (1, "C")).seen
    assert f'name="seen" value="{seen}"' in shown
    unseen = wanted | {"key": "a", "move-place": "1C", "reason": "Makes three"}
    assert "Something changed while you looked" in desk.post(where, unseen).content.decode()
    assert seats(event) == before
    done = desk.post(where, unseen | {"key": "b", "seen": seen}, follow=True).content.decode()
    assert "Guest 5 has moved. Print the cards that changed." in done
    assert whereabouts(event, 5) == [(1, "C", 1, None)]


def test_the_preview_of_a_move_says_who_meets_twice_and_who_is_of_one_livery() -> None:
    tables = [["P001", "P002", "P003", "P004"], ["P005", "P006", "P007", "P008", "P009"]]
    again = [["P001", "P009", "P003", "P004"], ["P005", "P006", "P007", "P008", "P002"]]
    event = new_event(**SMALL | {"qualifying_rounds": 2})
    add_guests(event, 9)
    for number, row in ((1, tables), (2, again)):
        lay_round(event, number, row)
        publish_round(event, number, sign())
    event.guests.filter(badge__in=(2, 9)).update(livery=event.liveries.first())
    leave(event, "P004", (1, 1), sign(), reason="Unwell")
    desk = signed_in(event)
    asked = {"move-guest": "9", "move-place": "1D"}
    shown = desk.get(f"/e/{event.slug}/seating/1/tables/1/", asked).content.decode()
    plan = one_move_plan(event, 1, 9, (1, "D"))
    now, then = (
        certificate(one, plan.hall.wishes, name=plan.hall.name)
        for one in (plan.hall.seating, plan.then)
    )
    harms = [harm.sentence for harm in new_harms(now, then)]
    assert [sentence in shown for sentence in map(escape, harms)] == [True] * len(harms)
    pairs = [[badge for badge in (1, 2, 3, 9) if f"({badge})" in sentence] for sentence in harms]
    assert (sorted(pairs), sum("met at" in sentence for sentence in harms)) == (
        [[1, 9], [2, 9], [3, 9]],
        2,
    )


def test_a_guest_chosen_on_the_plan_of_the_tables_is_moved_to_a_free_seat() -> None:
    event = seated_event(14)
    client = Client()
    client.force_login(official(event))
    plan = client.get(reverse("round_seating", args=[event.slug, 1]), {"one": "2"}).content.decode()
    way = reverse("change_seat", args=[event.slug, 1])
    assert '<option value="2" selected>' in plan
    free = re.search(rf'href="{way}\?move-guest=2&amp;move-place=(\d+[A-F])"', plan)
    assert free
    assert f'<option value="{free.group(1)}">' in plan
    shown = client.get(way, {"move-guest": "2", "move-place": free.group(1)})
    assert "1 move, not done yet" in shown.content.decode()
    wrong = client.get(way, {"move-guest": "2", "move-place": ""}).content.decode()
    assert "Choose a seat." in wrong


def test_a_wrong_seat_or_guest_is_refused_with_its_reason_before_anything_is_shown() -> None:
    event = two_gone(2, (1, 1, 1, 3), (4, 5, 5, 5))
    desk, where = signed_in(event), f"/e/{event.slug}/seating/1/tables/1/"
    for guest, place, said in (
        ("1", "2B", "This seat is not free: choose one."),
        ("1", "1C", "Guest 1 sits at table 1 already."),
        ("15", "1C", "Guest 15 has played every game of round 1: nothing is left."),
        ("77", "1C", "Choose one from the list."),
    ):
        shown = desk.get(where, {"move-guest": guest, "move-place": place}).content.decode()
        assert (said in shown, "Break up table 1" in shown) == (True, True), said


def test_without_a_free_seat_the_page_says_so_and_offers_not_to_play_on() -> None:
    event = two_gone(sizes=(4, 6, 6))
    shown = page(signed_in(event), event)
    assert "No table can take them" in shown
    assert "No seat is free at the other tables, and 2 guests need one." in shown
    assert ("Game 1 will not be played" in shown, "Stop the round now" in shown) == (True, True)


def test_a_finished_table_or_one_that_is_none_offers_nothing() -> None:
    event = two_gone(3, (2, 0, 0))
    save(event, ("out", "2"), (1, 1, 3))
    desk, umpire = signed_in(event), signed_in(event, Role.UMPIRE)
    assert "Every game of this table is in" in page(desk, event)
    assert all(hindrance.kind != "small_table" for hindrance in home(fresh(event)).hindrances)
    assert desk.get(f"/e/{event.slug}/seating/1/tables/9/").status_code == 404
    assert desk.get(f"/e/{event.slug}/seating/7/tables/1/").status_code == 404
    assert umpire.get(f"/e/{event.slug}/seating/1/tables/1/").status_code == 404
    assert games_missing(event.rounds.get())[0] == (2, 1)


def test_a_guest_who_was_moved_sees_the_games_of_both_tables_and_the_one_between_as_absent() -> (
    None
):
    event = two_gone(2, (1, 2, 2))
    desk = signed_in(event)
    body = {
        "key": "a",
        "break_up": "1",
        "seen": break_up_plan(event, 1, 1).seen,
        "reason": "Two went home",
    }
    desk.post(f"/e/{event.slug}/seating/1/tables/1/", body)
    found = guest_page(fresh(event).guests.get(badge=2))
    games = [(game.number, game.state, game.points, game.words) for game in found.rounds[0].games]
    assert games == [
        (1, "entered", 2, ""),
        (2, "unplayed", None, "absent"),
        (3, "missing", None, "to come"),
    ]
    assert found.seat is not None
    assert (found.seat.table, found.seat.letter) == ("3", "F")
    save(event, HANDS, (1, 3, 3))
    found = guest_page(fresh(event).guests.get(badge=2))
    assert ([game.state for game in found.rounds[0].games], found.seat) == (
        ["entered", "unplayed", "entered"],
        None,
    )
