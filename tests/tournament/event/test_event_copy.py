"""The page on which the next evening starts as a copy, and the list of those
who are asked again.
"""

from datetime import date

import pytest
from django.test import Client

from tests.tournament.evening import add_guests, new_event, official
from tournament.event.forms_officials import a_year_later
from tournament.models import Event, Invited, Role

pytestmark = pytest.mark.django_db
ASKED = {"name": "Cards 2028", "date": "2028-02-11", "key": "one-press"}


@pytest.fixture
def last() -> Event:
    event = new_event(name="Cards 2027", venue="The hall")
    add_guests(event, 3)
    official(event, Role.UMPIRE, "Ursula")
    return event


@pytest.fixture
def client(last: Event) -> Client:
    made = Client()
    made.force_login(official(last, Role.ORGANISER, "Olive"))
    return made


def test_the_next_evening_is_started_once_with_whom_one_ticked(last: Event, client: Client) -> None:
    page = client.get(f"/e/{last.slug}/copy/").content.decode()
    assert "Ursula, umpire" in page
    assert "Olive, organiser" not in page
    umpire = last.officials.get(role=Role.UMPIRE)
    for _press in range(2):
        answer = client.post(
            f"/e/{last.slug}/copy/", ASKED | {"officials": [umpire.pk], "guests": "on"}
        )
    made = Event.objects.get(name="Cards 2028")
    assert answer.headers["Location"] == f"/e/{made.slug}/settings/"
    assert (made.date, made.venue, made.officials.count(), made.invited.count()) == (
        date(2028, 2, 11),
        "The hall",
        1,
        3,
    )
    assert [
        (appointment.user.username, appointment.role) for appointment in made.appointments.all()
    ] == [("Ursula", Role.UMPIRE)]
    assert "Cards 2028" in client.get(f"/e/{last.slug}/copy/").content.decode()


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"name": ""}, "Give the new evening a name."),
        ({"date": "soon"}, "Give the day as year, month and day"),
        ({"officials": ["9" * 30]}, f"{'9' * 30} is not one of the available choices."),
        ({"name": "\u202egnp"}, "field-wrong"),
    ],
)
def test_what_cannot_be_is_refused_and_starts_nothing(
    wrong: dict[str, object], sentence: str, last: Event, client: Client
) -> None:
    assert sentence in client.post(f"/e/{last.slug}/copy/", ASKED | wrong).content.decode()
    assert Event.objects.count() == 1


def test_those_of_last_time_are_confirmed_declined_asked_again_and_forgotten(
    last: Event, client: Client
) -> None:
    client.post(f"/e/{last.slug}/copy/", ASKED | {"guests": "on"})
    made = Event.objects.get(name="Cards 2028")
    where = f"/e/{made.slug}/guests/again/"
    first, second, third = made.invited.all()
    assert "Who comes again?" in client.get(f"/e/{made.slug}/guests/").content.decode()
    client.post(f"{where}answer/", {"answer": "yes", "who": [first.pk]})
    client.post(f"{where}answer/", {"answer": "no", "who": [second.pk]})
    page = client.get(where).content.decode()
    for words in ("1 wait for an answer", "1 come again", "1 do not come"):
        assert words in page
    client.post(f"{where}answer/", {"answer": "again", "who": [second.pk]})
    assert made.invited.filter(answered_at=None).count() == 2
    for strange in (
        {"answer": "yes", "who": ["x", "9" * 40]},
        {"answer": "maybe", "who": [third.pk]},
        {},
    ):
        assert (
            "message-fault" in client.post(f"{where}answer/", strange, follow=True).content.decode()
        )
    client.post(f"{where}answer/", {"answer": "forget"})
    assert Invited.objects.count() == 0
    assert made.guests.count() == 1


def test_next_year_has_the_year_raised_and_all_are_offered_and_ticked_by_one_press(
    last: Event, client: Client
) -> None:
    form = client.get(f"/e/{last.slug}/copy/").context["form"]
    assert form.initial["name"] == "Cards 2028"
    assert form.initial["date"].weekday() == last.date.weekday()
    assert form.initial["guests"]
    client.post(f"/e/{last.slug}/copy/", ASKED | {"guests": "on"})
    made = Event.objects.get(name="Cards 2028")
    home = client.get(f"/e/{made.slug}/").content.decode()
    assert "Ask the 3 of the evening before" in home
    where = f"/e/{made.slug}/guests/again/"
    assert "Tick all 3" in client.get(where).content.decode()
    client.post(f"{where}answer/", {"answer": "no", "all": "1"})
    client.post(f"{where}answer/", {"answer": "again", "all": "1"})
    client.post(f"{where}answer/", {"answer": "yes", "all": "1"})
    assert (made.guests.count(), made.invited.filter(answered_at=None).count()) == (3, 0)
    assert "of the evening before" not in client.get(f"/e/{made.slug}/").content.decode()


@pytest.mark.parametrize(
    ("name", "later"),
    [
        ("Cards 2027", "Cards 2028"),
        ("Cards", "Cards"),
        ("1827 Club, 2027", "1827 Club, 2028"),
        ("Room 20275", "Room 20275"),
    ],
)
def test_the_year_in_a_name_is_raised(name: str, later: str) -> None:
    assert a_year_later(name) == later


def test_a_head_umpire_confirms_but_does_not_forget_and_copies_nothing(
    last: Event, client: Client
) -> None:
    client.post(f"/e/{last.slug}/copy/", ASKED | {"guests": "on"})
    made = Event.objects.get(name="Cards 2028")
    umpire = Client()
    umpire.force_login(official(made, Role.HEAD_UMPIRE, "Hugo"))
    umpire.post(f"/e/{made.slug}/guests/again/answer/", {"answer": "forget"})
    umpire.post(
        f"/e/{made.slug}/guests/again/answer/",
        {"answer": "yes", "who": [guest.pk for guest in made.invited.all()]},
    )
    assert (made.invited.count(), made.guests.count()) == (3, 3)
    assert umpire.get(f"/e/{made.slug}/copy/").status_code == 404


def test_where_names_were_wiped_nobody_can_be_asked_again(last: Event, client: Client) -> None:
    Event.objects.filter(pk=last.pk).update(names_wiped_at="2027-03-01T00:00:00Z")
    page = client.get(f"/e/{last.slug}/copy/").content.decode()
    assert "nobody to ask again" in page
    assert 'name="guests"' not in page
