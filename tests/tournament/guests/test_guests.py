"""The guest list in the browser: typed, searched, changed, removed, held and kept apart."""

from html import unescape
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournament.evening import add_guests, new_event, official, seated_event
from tournament.guests.tables import guest_rows, guest_table
from tournament.models import Event, Guest, Role

pytestmark = pytest.mark.django_db


def visitor(event: Event, role: Role = Role.ORGANISER) -> Client:
    """A browser of an official with this role, the same one at each call."""
    client = Client()
    held = event.officials.filter(role=role).first()
    client.force_login(held.user if held else official(event, role))
    return client


def text(answer: Any) -> str:
    """What a page says."""
    return unescape(answer.content.decode())


def add(event: Event, client: Client | None = None, **fields: str) -> str:
    """Type a guest in; the text of the answer."""
    answer = (client or visitor(event)).post(f"/e/{event.slug}/guests/add/", fields, follow=True)
    assert answer.status_code == 200
    return text(answer)


def known(event: Event) -> list[tuple[Any, ...]]:
    """Badge, name, livery and sort name of every guest."""
    return list(event.guests.values_list("badge", "name", "livery__name", "sort_name"))


def test_guests_are_typed_in_with_badges_in_order() -> None:
    event = new_event()
    client = visitor(event)
    add(event, client, name="The Revd Wilfred  Bramblehurst", livery="WC of Grocers")
    add(event, client, name="Zoë O’Wherry-Núñez", livery="makers of playing cards", badge="12")
    add(event, client, name="Jan van der Meer")
    assert known(event) == [
        (1, "The Revd Wilfred Bramblehurst", "Grocers", "Bramblehurst, Wilfred"),
        (12, "Zoë O’Wherry-Núñez", "Makers of Playing Cards", "O’Wherry-Núñez, Zoë"),
        (13, "Jan van der Meer", None, "van der Meer, Jan"),
    ]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("Worshipful Company of Grocers", "Grocers"),
        ("grocers’ company", "Grocers"),
        ("The W.C. of Armourers & Brasiers", "Armourers and Brasiers"),
        ("Armourers", "Armourers and Brasiers"),
        ("Painter Stainers", "Painter-Stainers"),
        ("Basket Makers", "Basketmakers"),
        ("Stationers", "Stationers and Newspaper Makers"),
        ("Gold & Silver Wire Drawers", "Gold and Silver Wyre Drawers"),
        ("Card Makers", "Makers of Playing Cards"),
        ("City of London Solicitors' Company", "City of London Solicitors"),
        ("Worshipful Society of Apothecaries", "Apothecaries"),
        ("Clöthworkers", "Clothworkers"),
        ("none", None),
    ],
)
def test_a_livery_is_known_by_its_other_names(typed: str, meant: str | None) -> None:
    event = new_event()
    add(event, name="Ann", livery=typed)
    assert [row[2] for row in known(event)] == [meant]


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        (
            {"name": "Ann", "livery": "Enviromental Cleaners"},
            "Is it Environmental Cleaners? Write that, or “new: Enviromental Cleaners” where it is"
            " another livery.",
        ),
        (
            {"name": "Ann", "livery": "Zzqq ☃"},
            "A name cannot hold “\u2603” (snowman): please take it out.",
        ),
        ({"name": ""}, "This field is required."),
        ({"name": "x" * 81}, "At most 80 characters, please; these are 81."),
        (
            {"name": "Ann\u202e"},
            "A name cannot hold a hidden character (right-to-left override): please take it out.",
        ),
        ({"name": "Ann <b>"}, "A name cannot hold “<” (less-than sign): please take it out."),
        (
            {"name": "Ann\x07Lee"},
            "A name cannot hold a hidden character (code 7): please take it out.",
        ),
        ({"name": "Ann", "badge": "0"}, "Give a whole number from 1 to 99999."),
        ({"name": "Ann", "badge": "9" * 30}, "Give a whole number from 1 to 99999."),
        ({"name": "Ann", "email": "ann"}, "Write it as in name@example.org."),
        (
            {"name": "Ann", "fixed_table": "-1"},
            "No table is called “-1”. Look at the plan of the hall.",
        ),
    ],
)
def test_what_cannot_be_gets_a_sentence_and_adds_nobody(fields: dict[str, str], words: str) -> None:
    event = new_event()
    assert words in add(event, None, **fields)
    assert known(event) == []


def test_a_badge_is_given_once() -> None:
    event = new_event()
    client = visitor(event)
    add(event, client, name="Ann Carver", badge="3")
    said = add(event, client, name="Bea Dealer", badge="3")
    assert "Badge 3 belongs to Ann Carver: leave it empty for the next free one." in said
    assert len(known(event)) == 1


def test_a_second_guest_of_one_name_and_livery_is_asked_about_first() -> None:
    event = new_event()
    client = visitor(event)
    add(event, client, name="Zoë Núñez", livery="Grocers")
    assert "Zoë Núñez is on the list already, with badge 1." in add(
        event, client, name="Zoe Nunez", livery="Grocers"
    )
    assert len(known(event)) == 1
    add(event, client, name="Zoe Nunez", livery="Grocers", another="on")
    add(event, client, name="Zoe Nunez", livery="Mercers")
    assert len(known(event)) == 3


def test_a_guest_is_changed_and_the_badge_stays() -> None:
    event = new_event()
    client = visitor(event)
    add(event, client, name="Ann Carver", livery="Grocers", email="ann@example.org")
    fields = {"name": "Ann Carver-Łęcka", "livery": "", "sort_name": "Carver, Ann", "badge": "9"}
    assert client.post(f"/e/{event.slug}/guests/1/", fields).status_code == 302
    assert known(event) == [(1, "Ann Carver-Łęcka", None, "Carver-Łęcka, Ann")]


def shown(client: Client, where: str) -> dict[str, str]:
    """What the form of a guest would send untouched."""
    form = client.get(where).context["form"]
    fields = {field.html_name: field.value() for field in form.visible_fields()}
    sent = {name: "" if value is None else value for name, value in fields.items()}
    ticks = {name for name, value in sent.items() if value is False}
    before = {f"initial-{name}": str(value) for name, value in sent.items()}
    return {name: str(value) for name, value in sent.items() if name not in ticks} | before


def test_two_officials_at_one_guest_overwrite_nothing_of_each_other() -> None:
    event = new_event()
    client = visitor(event)
    add(event, client, name="Ann Carver", livery="Grocers", fixed_table="2", step_free="on")
    where = f"/e/{event.slug}/guests/1/"
    opened = shown(client, where)
    assert b'name="initial-dietary"' in client.get(where).content
    client.post(where, opened | {"name": "Ann Dealer", "livery": "Mercers", "fixed_table": "3"})
    client.post(where, opened | {"dietary": "no nuts"})
    guest = event.guests.get()
    assert (guest.name, guest.livery_name, guest.fixed_table) == ("Ann Dealer", "Mercers", 3)
    assert (guest.dietary, guest.sort_name, guest.step_free) == ("no nuts", "Dealer, Ann", True)
    answer = client.post(where, opened | {"name": "Ann Trump"})
    asked = answer.context["form"]
    assert asked.errors["name"] == [
        "Somebody else made this “Ann Dealer” meanwhile. Look at it and save again."
    ]
    assert event.guests.get().name == "Ann Dealer"
    seen = {"initial-name": asked.data["initial-name"]}
    assert seen == {"initial-name": "Ann Dealer"}
    client.post(where, opened | seen | {"name": "Ann Trump"})
    assert (event.guests.get().name, event.guests.get().dietary) == ("Ann Trump", "no nuts")
    unprotected = {name: value for name, value in opened.items() if "initial" not in name}
    client.post(where, unprotected)
    assert event.guests.get().dietary == ""


def test_a_sort_name_of_ones_own_is_kept() -> None:
    event = new_event()
    client = visitor(event)
    add(event, client, name="Ann Carver", sort_name="Zebra")
    client.post(f"/e/{event.slug}/guests/1/", {"name": "Ann Dealer", "sort_name": "Zebra"})
    assert known(event) == [(1, "Ann Dealer", None, "Zebra")]


def test_places_are_held_and_named_later() -> None:
    event = new_event()
    client = visitor(event)
    client.post(f"/e/{event.slug}/guests/places/", {"places": "2", "livery": "Grocers"})
    client.post(f"/e/{event.slug}/guests/places/", {"places": "1", "livery": "grocers"})
    assert [row[1] for row in known(event)] == [
        f"Guest {n} of Grocers, name to follow" for n in (1, 2, 3)
    ]
    client.post(f"/e/{event.slug}/guests/2/", {"name": "Łukasz Ćwikła", "livery": "Grocers"})
    assert list(event.guests.values_list("name", "placeholder", "sort_name"))[1] == (
        "Łukasz Ćwikła",
        False,
        "Ćwikła, Łukasz",
    )
    assert event.guests.filter(placeholder=True).count() == 2


@pytest.mark.parametrize("places", ["0", "51", "-1", "x", ""])
def test_no_impossible_number_of_places_is_held(places: str) -> None:
    event = new_event()
    answer = visitor(event).post(f"/e/{event.slug}/guests/places/", {"places": places})
    assert "Give a whole number from 1 to 50." in text(answer)
    assert known(event) == []


def test_a_guest_without_a_seat_is_removed_and_one_with_a_seat_stays() -> None:
    event = seated_event(5)
    client = visitor(event)
    add(event, client, name="Late Comer")
    assert "Late Comer is off the list." in text(
        client.post(f"/e/{event.slug}/guests/6/remove/", follow=True)
    )
    said = text(client.post(f"/e/{event.slug}/guests/1/remove/", follow=True))
    assert "Guest 1 has a seat and stays on the list: mark them as gone home instead." in said
    assert [row[0] for row in known(event)] == [1, 2, 3, 4, 5]


def test_two_guests_are_kept_apart_and_may_meet_again() -> None:
    event = new_event()
    add_guests(event, 12)
    client = visitor(event)
    base = f"/e/{event.slug}/guests/3/apart/"
    client.post(base, {"other": "7"})
    client.post(base, {"other": "guest 12"})
    client.post(f"/e/{event.slug}/guests/7/apart/", {"other": "3"})
    assert list(event.kept_apart.values_list("one__badge", "other__badge")) == [(3, 7), (3, 12)]
    for said, words in (
        ("3", "A guest cannot be kept apart from themselves"),
        ("99", "Nobody here has the name or badge “99”."),
        (
            "guest 1",
            (
                "4 guests match: 1 Guest 1, 10 Guest 10, 11 Guest 11, 12 Guest 12. Give the badge"
                " number."
            ),
        ),
        ("", "Give the other guest's badge number or name."),
    ):
        assert words in text(client.post(base, {"other": said}, follow=True))
    client.post(f"{base}{event.kept_apart.get(other__badge=7).pk}/")
    assert list(event.kept_apart.values_list("other__badge", flat=True)) == [12]


def test_the_list_is_searched_without_accents_filtered_and_paged() -> None:
    event = seated_event(60, qualifying_rounds=1)
    Guest.objects.filter(event=event, badge=7).update(name="Łucja Ćwikła", livery=None)
    client = visitor(event, Role.UMPIRE)

    def badges(query: str) -> list[str]:
        page = client.get(f"/e/{event.slug}/guests/?{query}")
        return [str(row.record["badge"]) for row in page.context["table"].paginated_rows]

    assert badges("q=lucja+cwik") == ["7"]
    assert badges("livery=none") == ["7"]
    assert badges("q=nobody") == []
    assert (
        len(badges("")),
        len(badges("page=2")),
        len(badges("page=99")),
        len(badges("page=x")),
    ) == (50, 10, 10, 50)
    assert badges("sort=-badge")[0] == "60"
    assert "12 E" in text(client.get(f"/e/{event.slug}/guests/?q=60"))


def test_the_list_asks_the_database_as_often_for_many_as_for_few() -> None:
    asked = []
    for number in (10, 60):
        event = seated_event(number)
        client = visitor(event)
        client.get(f"/e/{event.slug}/guests/")
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/e/{event.slug}/guests/")
        asked.append(len(queries))
    assert asked[0] == asked[1] <= 7


def test_of_a_long_list_only_the_rows_of_the_page_are_made() -> None:
    event = seated_event(60)
    rows, all_rows = guest_rows(event, {}), guest_rows(event, {})
    for table in (shown := guest_table(rows), whole := guest_table(all_rows)):
        table.order_by = "-badge"
    shown.paginate(per_page=50)  # type: ignore[no-untyped-call]
    whole.paginate(per_page=60)  # type: ignore[no-untyped-call]
    assert [row.record["badge"] for row in shown.paginated_rows] == list(range(60, 10, -1))
    assert [table.body.count("<tr") for table in (shown, whole)] == [50, 60]
    assert (len(rows), len(all_rows)) == (60, 60)
    made = [sum({"seats", "notes"} <= set(row) for row in found) for found in (rows, all_rows)]
    assert (made, any("sort" in row for row in rows)) == ([50, 60], False)


def test_an_e_mail_is_seen_by_the_organiser_alone() -> None:
    event = new_event()
    add(event, name="Ann Carver", email="ann@example.org")
    pages = [f"/e/{event.slug}/guests/1/", f"/e/{event.slug}/guests/"]
    assert [
        "ann@example.org" in text(visitor(event, Role.HEAD_UMPIRE).get(page)) for page in pages
    ] == [False, False]
    assert ["ann@example.org" in text(visitor(event).get(page)) for page in pages] == [True, False]


def test_a_head_umpires_change_leaves_the_e_mail_alone() -> None:
    event = new_event()
    add(event, name="Ann Carver", email="ann@example.org")
    visitor(event, Role.HEAD_UMPIRE).post(
        f"/e/{event.slug}/guests/1/", {"name": "Ann Dealer", "email": "x@example.org"}
    )
    assert list(event.guests.values_list("name", "email")) == [("Ann Dealer", "ann@example.org")]


def test_an_umpire_reads_the_list_and_changes_nothing() -> None:
    event = new_event()
    add_guests(event, 3)
    client = visitor(event, Role.UMPIRE)
    assert client.get(f"/e/{event.slug}/guests/").status_code == 200
    closed = ("add/", "places/", "1/", "1/remove/", "1/apart/", "1/apart/1/", "import/")
    assert {client.post(f"/e/{event.slug}/guests/{page}").status_code for page in closed} == {404}
    assert event.guests.count() == 3


def test_guests_of_another_evening_are_not_there() -> None:
    event, other = new_event(), new_event()
    add_guests(other, 2)
    assert visitor(event).get(f"/e/{event.slug}/guests/1/").status_code == 404
    assert visitor(event).get(f"/e/{event.slug}/guests/{'9' * 40}/").status_code == 404


def test_changes_move_the_version_on_and_are_recorded_once_the_seating_is_out() -> None:
    quiet = new_event()
    client = visitor(quiet)
    add(quiet, client, name="Ann Carver")
    held = Event.objects.get(pk=quiet.pk).version
    client.post(f"/e/{quiet.slug}/guests/1/", {"name": "Ann Dealer"})
    assert Event.objects.get(pk=quiet.pk).version == held + 1
    assert quiet.ledger.count() == 0
    event = seated_event(5)
    before = event.ledger.count()
    visitor(event).post(
        f"/e/{event.slug}/guests/1/",
        {"name": "Ann Dealer", "livery": "Drapers", "email": "a@b.org"},
    )
    entry = event.ledger.order_by("-number")[0]
    assert event.ledger.count() == before + 1
    assert (entry.kind, entry.body["guest"]) == ("guest", "P001")
    assert (entry.body["before"]["name"], entry.body["after"]["name"]) == ("Guest 1", "Ann Dealer")
    assert "a@b.org" not in str(entry.body)
