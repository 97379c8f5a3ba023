"""The plan of the hall on its page, and tables called by their labels wherever people read them."""

import io

import pytest
from django.test import Client
from django.urls import reverse
from openpyxl import load_workbook

from tests.tournament.evening import NOW, add_guests, new_event, official, save, seated_event, sign
from tests.tournament.hall import FULL
from tournament.counting.plan import stand, table_called
from tournament.models import Event, Guest
from tournament.seating.acts_hall import set_hall_plan
from tournament.seating.tiles import short_name

pytestmark = pytest.mark.django_db
ROOMS = {
    "by": "rooms",
    "room_1": "Great Hall",
    "tables_1": "13",
    "free_1": "3",
    "room_2": "Library",
    "tables_2": "2",
}


def signed_in(event: Event) -> Client:
    client = Client()
    client.force_login(official(event))
    return client


def at(event: Event, name: str, *args: object) -> str:
    return reverse(name, args=[event.slug, *args])


def test_rooms_are_set_out_without_a_table_13_and_then_table_by_table() -> None:
    event = new_event()
    client = signed_in(event)
    client.post(at(event, "hall_plan"), ROOMS | {"without_13": "on", "key": "a"})
    event.refresh_from_db()
    assert [stand(event, number).label for number in (12, 13, 14, 15, 16)] == [
        "12",
        "14",
        "15",
        "16",
        "16",
    ]
    assert [
        (one.room, one.step_free) for one in (stand(event, 3), stand(event, 4), stand(event, 14))
    ] == [
        ("Great Hall", True),
        ("Great Hall", False),
        ("Library", False),
    ]
    page = client.get(at(event, "hall_plan"))
    assert page.context["rooms"].initial == {
        **{"without_13": True, "room_1": "Great Hall", "tables_1": 13, "free_1": 3},
        **{"room_2": "Library", "tables_2": 2, "free_2": None},
    }
    typed = {
        field.name: field.value() or ""
        for line in page.context["tables"].lines
        for field in (line.label, line.room)
    }
    client.post(at(event, "hall_plan"), typed | {"by": "tables", "label_15": "Top", "key": "b"})
    event.refresh_from_db()
    assert [table_called(event, label) for label in ("top", "14", "13", "99", "x")] == [
        15,
        13,
        None,
        99,
        None,
    ]


REFUSED: list[tuple[dict[str, str], str]] = [
    ({"by": "rooms"}, "Say for one room at least how many tables stand in it."),
    ({"by": "rooms", "room_1": "Hall"}, "How many tables stand in this room?"),
    ({"by": "rooms", "tables_1": "2", "free_1": "3"}, "There are 2 tables in this room."),
    ({"by": "rooms", "tables_1": "200", "tables_2": "200"}, "At most 250 tables, please."),
    ({"by": "rooms", "tables_1": "x"}, "Give a whole number from 0 to 250."),
    ({"by": "tables", "label_1": "B", "label_2": "B"}, "Tables 1 and 2 are both called B"),
    ({"by": "tables", "label_1": "", "label_2": "2"}, "Give the table a label."),
    ({"by": "tables", "label_1": "Long table", "label_2": "2"}, "At most 4 characters"),
]


def test_what_cannot_be_planned_gets_its_sentence() -> None:
    event = new_event()
    add_guests(event, 10)
    client = signed_in(event)
    for number, (sent, sentence) in enumerate(REFUSED):
        shown = client.post(
            at(event, "hall_plan"), sent | {"key": f"key-{number}"}
        ).content.decode()
        event.refresh_from_db()
        assert (sentence in shown, event.hall_plan) == (True, []), sent


def test_every_page_calls_a_table_by_its_label() -> None:
    event = seated_event(10)
    set_hall_plan(
        event, [{"label": "12"}, {"label": "K", "room": "Library"}], sign(), reason="Two rooms"
    )
    event = Event.objects.get(pk=event.pk)
    save(event, FULL, (1, 2, 1))
    client = signed_in(event)
    pages = {
        at(event, "evening"): ("K, game 1", '<th scope="col">K</th>'),
        at(event, "desk") + "?round=1": ("</span>K</b>",),
        at(event, "sheet", 1, 2, 2): ("<h1>Table K",),
        at(event, "seating"): ("Table </span>K",),
        at(event, "round_seating", 2) + "?one=6": ("</b> K ", "Table </span>K"),
        at(event, "swap_seats", 2) + "?one=6&other=1": ("from K A", "to table K"),
        at(event, "guest", 6): ("table K, seat A",),
        at(event, "guests"): ("K A, K A",),
        at(event, "finder") + "?q=6": ("<dd>K</dd>", "Round 1, Library"),
        at(event, "time_out", 1): (">K</a>",),
    }
    for address, words in pages.items():
        shown = client.get(address).content.decode()
        assert [word in shown for word in words] == [True] * len(words), address
    hands = load_workbook(io.BytesIO(client.get(at(event, "workbook")).getvalue()))["Hands"]
    assert {row[2].value for row in hands.iter_rows(min_row=2)} == {"K"}


def test_a_swap_says_when_a_fixed_guest_would_change_rooms() -> None:
    event = seated_event(10)
    set_hall_plan(
        event,
        [{"room": "Hall", "step_free": True}, {"room": "Library"}],
        sign(),
        reason="Two rooms",
    )
    Guest.objects.filter(event=event, badge=1).update(fixed_table=1, arrived_at=NOW)
    Guest.objects.filter(event=event, badge=2).update(step_free=True)
    client = signed_in(event)
    shown = client.get(at(event, "swap_seats", 1) + "?one=1&other=6").content.decode()
    assert "Guest 1 (1) is to stay in Hall but goes to Library in round 1." in shown
    shown = client.get(at(event, "swap_seats", 1) + "?one=2&other=7").content.decode()
    assert "Guest 2 (2) needs the step-free side, and table 2 is not there in round 1." in shown
    assert "Away from the step-free side" in shown


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("Mrs Ann Archer OBE", "Archer A"),
        ("Carl van der Berg", "van der Berg C"),
        ("The Revd Eve St John (née O'Dell)", "St John E"),
        ("Cher", "Cher"),
    ],
)
def test_a_tile_shows_the_initial_of_the_given_name_and_not_of_title_or_letters(
    name: str, shown: str
) -> None:
    assert short_name(Guest(name=name)) == shown


def test_a_place_held_for_a_name_to_follow_has_no_initial() -> None:
    held = Guest(name="Guest of the Master, name to follow", placeholder=True)
    assert short_name(held) == "Guest of the Master, name to follow"
