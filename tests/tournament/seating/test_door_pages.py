"""The door on the page: found by name, badge or card, closed as it was seen, and what follows for
the guest's page.
"""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament.evening import NOW, add_guests, new_event, official, seated_event, sign
from tests.tournament.hall import drafted, late_lou
from tournament.counting.seats import hall
from tournament.models import Code, CodeKind, Event, Guest, Role
from tournament.seating.acts import publish_round
from tournament.seating.acts_door import check_in, close_door
from tournament.seating.acts_seats import swap_guests
from tournament.seating.acts_walk_in import add_walk_in
from tournament.seating.forms_door import last_part
from tournament.seating.reading import door_plan
from tournament.seating.words import entries, stale
from tournament.site.codes import digest_of
from tournament.steps.offers import step_now
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
CODE = "A" * 26


def signed_in(event: Event, role: Role = Role.ORGANISER) -> Client:
    client = Client()
    client.force_login(official(event, role))
    return client


def at(event: Event, name: str, *args: object) -> str:
    return reverse(name, args=[event.slug, *args])


def here(event: Event) -> list[int]:
    return list(
        event.guests.filter(arrived_at__isnull=False)
        .order_by("badge")
        .values_list("badge", flat=True)
    )


WAYS = [
    "7",
    "007",
    "Vellumby",
    "ambrose VELL",
    "P007",
    "http://127.0.0.1:8000/e/x/guests/7/",
    f"https://x.test/g/{CODE}?a=1",
]


def test_a_guest_is_let_in_by_name_badge_or_the_text_of_their_card() -> None:
    event = seated_event(10)
    Guest.objects.filter(event=event, badge=7).update(name="Ambrose Vellumby")
    guest = Guest.objects.get(event=event, badge=7)
    Code.objects.create(
        event=event, kind=CodeKind.GUEST, digest=digest_of(CODE), guest=guest, issued_at=NOW
    )
    client = signed_in(event, Role.UMPIRE)
    for way in WAYS:
        shown = client.post(at(event, "check_in"), {"typed": way}, follow=True).content.decode()
        assert here(event) == [7], way
        assert "Ambrose Vellumby is here, badge 7: table 2, seat B" in shown
        client.post(at(event, "undo_check_in"), {"badge": "7"})
        assert here(event) == []


NOBODY = [
    ("", "Type a name or a badge number, or scan a card."),
    ("Nobody", "Nobody on the list is called “Nobody”."),
    ("99", "Nobody has badge 99."),
    ("9" * 30, "Nobody has badge"),
    ("http://127.0.0.1/g/wrong", "This card belongs to nobody on the list."),
    ("<script>", "Nobody on the list is called “&lt;script&gt;”."),
    ("a\u202eb", "This cannot hold"),
    ("x" * 201, "At most 200 characters"),
    ("guest", "Which of these?"),
]


def test_what_names_no_one_guest_lets_nobody_in() -> None:
    event = seated_event(10)
    client = signed_in(event)
    for typed, sentence in NOBODY:
        answer = client.post(at(event, "check_in"), {"typed": typed})
        assert (answer.status_code, here(event)) == (200, [])
        assert sentence in answer.content.decode(), typed


def test_the_last_part_of_an_address_is_read_and_other_text_is_left() -> None:
    assert [last_part(text) for text in ("Ann Oak", "http://h/a/b/?q=1#x", "h/17", "/")] == [
        "Ann Oak",
        "b",
        "17",
        "",
    ]


def test_a_second_press_says_they_are_here_and_a_wrong_undo_says_so() -> None:
    event = seated_event(10)
    client = signed_in(event)
    check_in(event, "P001", sign())
    assert "Guest 1, badge 1, is here already." in client.post(
        at(event, "check_in"), {"badge": "1"}, follow=True
    ).content.decode().replace("&#x27;", "'")
    for badge, sentence in (
        ("2", "Guest 2 is not marked as here."),
        ("99", "There is no such guest."),
    ):
        assert (
            sentence
            in client.post(
                at(event, "undo_check_in"), {"badge": badge}, follow=True
            ).content.decode()
        )


def test_the_lists_answer_304_until_somebody_comes() -> None:
    event = seated_event(10)
    client = signed_in(event)
    first = client.get(at(event, "door_now"))
    again = client.get(at(event, "door_now"), headers={"If-None-Match": first.headers["ETag"]})
    check_in(event, "P001", sign())
    last = client.get(at(event, "door_now"), headers={"If-None-Match": first.headers["ETag"]})
    assert (first.status_code, again.status_code, last.status_code) == (200, 304, 200)
    assert "9 to arrive" in last.content.decode()


def test_the_door_is_closed_as_it_was_seen_and_just_the_stale_cards_are_printed() -> None:
    event = seated_event(10)
    client = signed_in(event)
    for badge in range(3, 11):
        check_in(event, f"P{badge:03}", sign())
    page = client.get(at(event, "close_door"))
    sent = dict(page.context["hidden"])
    shown = page.content.decode()
    assert "2 moves, and no fewer would do" in shown
    assert "Guest 1" in shown
    answer = client.post(at(event, "close_door"), sent, follow=True)
    assert answer.redirect_chain == [(at(event, "door_closed"), 302)]
    stale = answer.context["stale"]
    assert (
        f'action="{at(event, "paper_page", "score-cards")}?badges={",".join(map(str, stale))}"'
        in answer.content.decode()
    )
    assert not {1, 2} & set(stale)
    client.post(at(event, "reopen_door"), {"reason": "", "key": "a"})
    assert Guest.objects.get(event=event, badge=1).status == "no_show"
    client.post(at(event, "reopen_door"), {"reason": "They were outside", "key": "b"})
    assert Guest.objects.get(event=event, badge=1).status == "registered"
    assert client.get(at(event, "door_closed")).status_code == 302


def test_a_stale_proposal_is_shown_again_and_an_impossible_one_said() -> None:
    event = seated_event(10)
    client = signed_in(event)
    for badge in range(1, 9):
        check_in(event, f"P{badge:03}", sign())
    sent = dict(client.get(at(event, "close_door")).context["hidden"])
    check_in(event, "P009", sign())
    assert (
        "Something changed while you looked"
        in client.post(at(event, "close_door"), sent).content.decode()
    )
    for ref in ("P001", "P002"):
        client.post(at(event, "undo_check_in"), {"badge": ref})
    said = client.get(at(event, "close_door"), follow=True).content.decode()
    assert "7 guests cannot sit at tables of 4 to 6" in said


def test_the_page_of_a_guest_offers_what_can_be_done_tonight() -> None:
    event = seated_event(10)
    late_lou(event)
    client = signed_in(event)
    shown = client.get(at(event, "guest", 3)).content.decode()
    assert [
        words in shown
        for words in ("Check in", "Goes home", "Somebody sits in for them", "Find a seat")
    ] == [
        True,
        True,
        True,
        False,
    ]
    sent = {
        "substitute-comes": "11",
        "substitute-since": "1.2",
        "substitute-reason": "Train",
        "key": "k",
    }
    client.post(at(event, "sit_in", 3), sent)
    shown = client.get(at(event, "guest", 3)).content.decode()
    assert ("Take the last change of seats back" in shown, "Withdrawn" in shown) == (True, True)
    back = client.get(at(event, "sit_in", 3) + "?undo=1").headers["Location"]
    client.post(back, {"reason": "Back again", "key": "u"})
    assert Guest.objects.get(event=event, badge=3).status == "registered"
    assert "Find a seat from round 1" in client.get(at(event, "guest", 11)).content.decode()
    prefilled = client.get(at(event, "change_seat", 1) + "?leave=3").content.decode()
    assert '<option value="3" selected>' in prefilled


@pytest.mark.parametrize(
    ("comes", "sentence"),
    [
        ("Nobody", "No guest matches this"),
        ("guest", "10 guests match: 1 Guest 1,"),
        ("", "Give the badge or the name"),
    ],
)
def test_who_sits_in_is_one_guest(comes: str, sentence: str) -> None:
    event = seated_event(10)
    sent = {"substitute-comes": comes, "substitute-since": "1.1", "substitute-reason": "x"}
    assert sentence in signed_in(event).post(at(event, "sit_in", 3), sent).content.decode()


def test_a_step_free_guest_and_a_fixed_table_go_by_the_words_of_the_hall() -> None:
    event = new_event(hall_plan=[{"label": "A", "step_free": True}, {"label": "B"}])
    add_guests(event, 10)
    client = signed_in(event)
    fields = {"name": "Guest 3", "livery": "", "fixed_table": "b", "step_free": "on"}
    client.post(at(event, "guest", 3), fields)
    guest = Guest.objects.get(event=event, badge=3)
    assert (guest.fixed_table, guest.step_free) == (2, True)
    assert 'value="B"' in client.get(at(event, "guest", 3)).content.decode()
    assert "stays at table B, step-free side" in client.get(at(event, "guests")).content.decode()
    refused = client.post(at(event, "guest", 3), fields | {"fixed_table": "C"}).content.decode()
    assert "No table is called “C”" in refused


def test_the_door_costs_few_queries_at_110_guests(django_assert_max_num_queries: object) -> None:
    event = seated_event(110)
    client = signed_in(event)
    event.guests.filter(badge__lt=105).update(arrived_at=NOW)
    step_now(Event.objects.get(pk=event.pk))
    for name in ("door", "close_door"):
        with django_assert_max_num_queries(20):  # type: ignore[operator]
            client.get(at(event, name))


def test_who_comes_after_the_door_was_closed_is_led_to_a_place() -> None:
    event = seated_event(10)
    client = signed_in(event)
    for badge in range(2, 11):
        check_in(event, f"P{badge:03}", sign())
    client.post(
        at(event, "close_door"), dict(client.get(at(event, "close_door")).context["hidden"])
    )
    said = client.post(at(event, "check_in"), {"badge": "1"}, follow=True).content.decode()
    place = f"{at(event, 'change_seat', 1)}?late=1"
    assert ("The door is closed: find them a seat" in said, f'href="{place}"' in said) == (
        True,
        True,
    )
    home = client.get(at(event, "evening")).content.decode()
    assert ("1 here without a seat in round 1" in home, f'href="{place}"' in home) == (True, True)
    history = client.get(at(event, "round_seating", 1)).content.decode()
    assert "Closed the door: 1 guest never came and nobody moves" in history
    door = client.get(at(event, "door")).content.decode()
    assert f'<a href="{at(event, "guest", 10)}">Guest 10</a>' in door
    umpire = Client()
    umpire.force_login(official(event, Role.UMPIRE, "umpire"))
    shown = umpire.get(at(event, "door")).content.decode()
    assert [
        words in shown for words in (at(event, "guest", 10), "Find a seat", "Open the door again")
    ] == [False] * 3


def test_a_misspelt_name_offers_the_nearest_with_their_seats_and_to_add_the_person() -> None:
    event = seated_event(10)
    for badge, name in ((3, "Octavia Pemberton"), (4, "Sir Rosalind Quarrelstone")):
        Guest.objects.filter(event=event, badge=badge).update(name=name)
    client = signed_in(event)
    shown = client.post(at(event, "check_in"), {"typed": "Pembrton"})
    page = shown.content.decode()
    assert [(guest.badge, table, seat) for guest, table, seat in shown.context["choices"]] == [
        (3, "1", "C")
    ]
    # Enter takes the first: its button has the focus, and nothing else asks for it.
    assert re.findall(r"<(?:button|input)[^>]*autofocus", page) == re.findall(
        r'<button class="button button-main" name="badge"[^>]* autofocus', page
    )
    assert page.count("autofocus") == 1
    assert ("Did you mean" in page, "Add Pembrton</button>" in page, here(event)) == (
        True,
        True,
        [],
    )
    sent = {"name": "Pembrton", "company": "Glovers", "key": "once"}
    for _press in range(2):
        client.post(at(event, "add_here"), sent)
    added = Guest.objects.get(event=event, badge=11)
    assert (added.name, added.livery_name, event.guests.count(), here(event)) == (
        "Pembrton",
        "Glovers",
        11,
        [11],
    )
    assert list(faults(event)) == []
    page = client.get(at(event, "door")).content.decode()
    assert "Here, without a seat" in page
    assert "Best free seat: Round 1: table 1, seat F; round 2: table 2, seat F" in page
    assert "Nearest to “Pembrton”" not in page
    seat = {"late-places": "1.1F 2.2F", "late-game": "1", "key": "seat"}
    client.post(at(event, "change_seat", 1) + "?late=11", seat)
    assert "Here, without a seat" not in client.get(at(event, "door")).content.decode()


def test_the_list_shows_at_once_whom_the_box_may_mean() -> None:
    event = seated_event(10)
    Guest.objects.filter(event=event, badge=7).update(name="Octavia Pemberton")
    client = signed_in(event, Role.UMPIRE)
    asked = {"Pemberton": [7], "Pembrton": [7], "guest": [], "Zzz": [], "9": [9], "\x00": []}
    for typed, badges in asked.items():
        answer = client.get(at(event, "door_now"), {"q": typed})
        listed = [row["badge"] for row in answer.context["guests"].data]
        assert listed == badges if typed != "guest" else len(listed) == 9
    assert (
        "Nearest to “Pembrton”"
        in client.get(at(event, "door_now"), {"q": "Pembrton"}).content.decode()
    )


def test_a_name_that_cannot_be_printed_is_said_and_adds_nobody() -> None:
    event = seated_event(10)
    shown = signed_in(event).post(
        at(event, "add_here"), {"name": "a\u202eb", "company": "", "key": "k"}
    )
    assert (
        "A name cannot hold a hidden character" in shown.content.decode(),
        event.guests.count(),
    ) == (True, 10)


@pytest.mark.parametrize("typed", ["99", "http://127.0.0.1/g/wrong", "???"])
def test_a_number_or_a_card_of_nobody_is_not_offered_as_a_name(typed: str) -> None:
    event = seated_event(10)
    shown = signed_in(event).post(at(event, "check_in"), {"typed": typed})
    assert (shown.context["newcomer"], list(shown.context["choices"])) == (None, [])


def test_an_umpire_at_the_door_finds_and_adds_nobody() -> None:
    event = seated_event(10)
    client = signed_in(event, Role.UMPIRE)
    shown = client.post(at(event, "check_in"), {"typed": "Zebedee"}).content.decode()
    assert (
        "The head umpire or the organiser adds new guests." in shown,
        "Add Zebedee" in shown,
    ) == (True, False)
    assert client.post(at(event, "add_here"), {"name": "Zebedee", "key": "k"}).status_code == 404


def test_table_and_seat_stand_beside_every_name_whichever_part_of_the_list_is_shown() -> None:
    event = seated_event(10)
    client = signed_in(event)
    check_in(event, "P007", sign())
    rows = {
        show: [
            (row["badge"], row["stand"], row["seat"])
            for row in client.get(at(event, "door"), {"show": show}).context["guests"].data
        ]
        for show in ("to-arrive", "here", "x", "everyone")
    }
    assert (rows["here"], len(rows["everyone"])) == ([(7, "2", "B")], 10)
    assert [row[:2] for row in rows["to-arrive"]][:2] == [(1, "1"), (2, "1")]
    assert rows["x"] == rows["to-arrive"]


def test_free_seats_are_named_for_whoever_is_not_on_the_list_the_smallest_tables_first() -> None:
    event = seated_event(14, qualifying_rounds=1)
    client, door = signed_in(event), at(event, "door")
    page = client.get(door)
    assert page.context["free_seats"] == [("3", "E"), ("1", "F"), ("2", "F")]
    event.seats.filter(table__number=3, letter="B").update(left_after_game=0)
    event.seats.filter(table__number=1).update(left_after_game=0)
    page = client.get(door)
    assert page.context["free_seats"] == [("3", "B"), ("2", "F")]


def test_the_list_is_sorted_paged_and_saved_like_every_long_list() -> None:
    event = seated_event(60)
    client = signed_in(event)
    page = client.get(at(event, "door"), {"show": "everyone", "sort": "-stand", "page": "2"})
    assert [row.record["stand"] for row in page.context["guests"].page.object_list] == [
        *["2"] * 5,
        *["1"] * 5,
    ]
    wrong = client.post(at(event, "check_in"), {"typed": "Zebedee"}).content.decode()
    assert f'href="{at(event, "door")}?sort=-name"' in wrong
    file = client.get(at(event, "door"), {"show": "everyone", "file": "csv"}).content.decode()
    assert ("Guest,Livery,Table,Seat,Here since" in file, len(file.splitlines())) == (True, 61)


BEFORE = {"queries": 6, "bytes": 58_000}
"""What the lists cost at 110 guests, before table and seat stood in them."""


def test_the_lists_with_their_seats_cost_one_query_more_at_most_and_no_more_bytes() -> None:
    costs = []
    for number in (30, 110, 1_000):
        event = seated_event(number)
        client = signed_in(event)
        client.get(at(event, "door_now"))
        with CaptureQueriesContext(connection) as queries:
            answer = client.get(at(event, "door_now"))
        costs.append(len(queries))
    assert (len(set(costs)), costs[0] <= BEFORE["queries"] + 1) == (1, True)
    assert len(answer.content) <= BEFORE["bytes"]


def test_who_was_marked_as_never_come_by_mistake_is_expected_again() -> None:
    event = seated_event(10)
    client = signed_in(event)
    for badge in range(1, 10):
        check_in(event, f"P{badge:03}", sign())
    close_door(event, door_plan(event).seen, sign())
    again = at(event, "expected_again", 10)
    assert f'href="{again}"' in client.get(at(event, "door")).content.decode()
    assert "They are listed as “Never came”." in client.get(again).content.decode()
    client.post(again, {"reason": "", "key": "a"})
    assert Guest.objects.get(event=event, badge=10).status == "no_show"
    for _press in range(2):
        client.post(again, {"reason": "They stood outside", "key": "b"})
    assert (Guest.objects.get(event=event, badge=10).status, list(faults(event))) == (
        "registered",
        [],
    )
    assert "1 to arrive" in client.get(at(event, "door")).content.decode()


def test_closing_the_door_names_who_has_no_seat_and_offers_the_best_seating_with_its_price() -> (
    None
):
    event = drafted(28)
    for number in (1, 2):
        publish_round(event, number, sign())
    client = signed_in(event)
    away = (1, 2, 3, 4)
    for badge in range(5, 29):
        check_in(event, f"P{badge:03}", sign())
    add_walk_in(event, "Ann Oak", "", sign())
    assert at(event, "close_door") in client.get(at(event, "door")).content.decode()
    page = client.get(at(event, "close_door"))
    shown, best = page.content.decode(), page.context["best"]
    assert [set(sizes) for sizes in best.sizes] == [{5}, {5}]
    assert ("Here without a seat: 1" in shown, "5 tables of five" in shown) == (True, True)
    assert f"Close and re-seat {len(best.movers)}" in shown
    answer = client.post(at(event, "close_door"), dict(page.context["best_hidden"]), follow=True)
    assert sorted(
        Guest.objects.filter(event=event, status="no_show").values_list("badge", flat=True)
    ) == list(away)
    found = hall(event)
    sizes = {sum(key is not None for key in table) for row in found.seating.rounds for table in row}
    assert (sizes, list(faults(event))) == ({0, 5}, [])
    told = {seat["guest"].badge for seat in answer.context["seats"]}
    assert told == {guest.badge for guest in (*best.movers, *best.seated)}
    assert told <= set(answer.context["stale"])


def test_the_cards_that_changed_before_and_at_the_closing_are_told_once_in_one_list() -> None:
    event = seated_event(20)
    client = signed_in(event)
    swap_guests(event, 1, (1, 6), sign(), reason="They asked")
    for badge in range(2, 21):
        check_in(event, f"P{badge:03}", sign())
    answer = client.post(
        at(event, "close_door"),
        dict(client.get(at(event, "close_door")).context["hidden"]),
        follow=True,
    )
    acts_so_far = entries(event)
    changed = stale(hall(event), acts_so_far)
    assert answer.context["stale"] == sorted({*changed.seat, *changed.neighbour} - {1})
    assert {6, 2} <= set(answer.context["stale"])


def test_once_everybody_is_here_the_box_for_a_new_guest_comes_first() -> None:
    event = seated_event(5)
    client, orders = signed_in(event), []
    for _turn in range(2):
        page = client.get(at(event, "door")).content.decode()
        orders.append(page.index("Add a new guest") < page.index("Who is here?"))
        event.guests.update(arrived_at=NOW)
        Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    assert orders == [False, True]
