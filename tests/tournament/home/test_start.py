"""The first screen: the demo on this machine alone, an evening of one's own, log-in and log-out."""

from datetime import date
from html import unescape

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.test import Client

from tests.tournament.evening import NOW, new_event, official
from tournament.archive.demo import ACCOUNTS, PASSWORD, demo_event
from tournament.models import Event, Role
from tournament.server.launcher import tell_the_code
from tournament.site.registration import VARIABLE, is_code, make_code

pytestmark = pytest.mark.django_db

OUTSIDE = "192.168.1.20"
HERE = ["127.0.0.1", "::1", "::ffff:127.0.0.1", "127.8.8.8"]
OWN = {
    "your_name": "Ann Carver",
    "password": "lantern quill copper",
    "name": "Spring Evening",
    "date": "2027-03-04",
}


def at(address: str, **headers: str) -> Client:
    """A browser at an address."""
    return Client(REMOTE_ADDR=address, **headers)  # type: ignore[arg-type]


def page(client: Client, path: str = "/") -> str:
    """The text of a page."""
    return unescape(client.get(path).content.decode())


def signed_in(client: Client) -> bool:
    """Whether the browser has a session with an account."""
    return "_auth_user_id" in client.session


def log_in(client: Client, name: str, password: str) -> str:
    """Log in by the page; the text of what comes back."""
    answer = client.post("/login/", {"username": name, "password": password}, follow=True)
    return unescape(answer.content.decode())


@pytest.mark.parametrize("address", HERE)
def test_the_demo_opens_on_this_machine(address: str) -> None:
    demo_event("demo", "swedish_pursuit", NOW)
    client = at(address)
    assert PASSWORD in page(client)
    assert client.post("/demo/").status_code == 302
    assert signed_in(client)


@pytest.mark.parametrize("address", [OUTSIDE, "2001:db8::7", "10.0.0.1", "", "nonsense"])
def test_the_demo_opens_from_nowhere_else(address: str) -> None:
    demo_event("demo", "swedish_pursuit", NOW)
    client = at(address)
    assert PASSWORD not in page(client)
    assert PASSWORD not in page(client, "/login/")
    client.post("/demo/")
    assert not signed_in(client)


@pytest.mark.parametrize(
    "said",
    [
        {"HTTP_X_FORWARDED_FOR": OUTSIDE},
        {"HTTP_X_FORWARDED_PROTO": "https"},
        {"HTTP_HOST": "cards.example.org"},
        {"HTTP_HOST": f"{OUTSIDE}:8000"},
        {"SERVER_PROTOCOL": "HTTP/1.0"},
    ],
)
def test_what_a_proxy_passes_on_does_not_count_as_this_machine(
    said: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(settings, "ALLOWED_HOSTS", ["*"])
    demo_event("demo", "swedish_pursuit", NOW)
    client = at("127.0.0.1", **said)
    assert PASSWORD not in page(client)
    assert "work only on the computer that runs Last Card" in log_in(client, "organiser", PASSWORD)
    assert not signed_in(client)


@pytest.mark.parametrize("name", ACCOUNTS)
def test_a_demo_log_in_is_refused_from_outside_and_a_real_one_is_not(name: str) -> None:
    demo_event("demo", "swedish_pursuit", NOW)
    outside = at(OUTSIDE)
    assert "The log-ins of the demo work only on the computer that runs Last Card" in log_in(
        outside, name, PASSWORD
    )
    assert not signed_in(outside)
    here = at("127.0.0.1")
    log_in(here, name, PASSWORD)
    assert signed_in(here)
    real = official(new_event(), name="Real Person")
    log_in(outside, real.username, "a long pass phrase 7")
    assert signed_in(outside)


def test_the_demo_is_made_at_the_machine_while_nobody_is_there() -> None:
    outside, here = at(OUTSIDE), at("127.0.0.1")
    assert ["Try it first" in page(client) for client in (outside, here)] == [False, True]
    outside.post("/demo/")
    assert not Event.objects.exists()
    answer = here.post("/demo/", follow=True)
    assert answer.redirect_chain == [("/e/demo/", 302)]
    event = Event.objects.get()
    assert (event.is_demo, event.guests.count(), event.tables.count()) == (True, 110, 44)
    here.post("/logout/")
    assert "Try it first" not in page(here)
    assert 'action="/own/"' in page(here), "the evening of one's own can still be started"


def test_beside_an_organiser_no_demo_is_made_and_no_door_to_it_stands() -> None:
    official(new_event(), name="Real Person")
    here = at("127.0.0.1")
    assert "demo" not in page(here).lower()
    here.post("/demo/")
    assert not signed_in(here)
    assert not Event.objects.filter(is_demo=True).exists()
    assert "one is made only while nobody is registered" in page(here)


def test_an_own_evening_makes_the_account_and_opens_the_guest_list() -> None:
    client = at("127.0.0.1")
    answer = client.post("/own/", OWN, follow=True)
    event = Event.objects.get()
    assert answer.redirect_chain == [(f"/e/{event.slug}/guests/", 302)]
    assert (event.name, event.date, event.is_demo) == ("Spring Evening", date(2027, 3, 4), False)
    assert [(official.user.username, official.role) for official in event.officials.all()] == [
        ("Ann Carver", Role.ORGANISER)
    ]
    client.post("/logout/")
    assert not signed_in(client)
    assert "Spring Evening" in log_in(client, "Ann Carver", OWN["password"])


def test_the_year_stands_once_in_the_address_of_an_evening() -> None:
    for name, slug in (("Ball 2027", "ball-2027"), ("Ball", "ball-2027-2"), ("2027", "2027")):
        at("127.0.0.1").post("/own/", OWN | {"name": name, "your_name": f"Ann of {name}"})
        assert Event.objects.get(name=name).slug == slug


def test_the_first_organiser_registers_at_the_machine_or_with_the_code_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    outside = at(OUTSIDE)
    assert "registers on the computer that runs Last Card" in page(outside)
    outside.post("/own/", OWN)
    assert not User.objects.exists(), "no code was shown, so none lets anybody in"
    monkeypatch.setenv(VARIABLE, "")
    code = make_code()
    assert 'action="/own/"' in page(outside)
    for said in ("", "AAAA-BBBB-CCCC"):
        answer = unescape(outside.post("/own/", OWN | {"code": said}).content.decode())
        assert "the window" in answer
    assert not User.objects.exists()
    outside.post("/own/", OWN | {"code": code.lower().replace("-", " ")})
    assert signed_in(outside)
    late = at(OUTSIDE)
    assert 'action="/own/"' not in page(late)
    late.post("/own/", OWN | {"your_name": "Second Person", "code": code})
    assert not signed_in(late)
    assert User.objects.filter(username="Second Person").count() == 0
    here = at("127.0.0.1")
    here.post("/own/", OWN | {"your_name": "Second Person"})
    assert signed_in(here)


def test_the_code_is_shown_while_nobody_is_registered_and_never_for_the_demo(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(VARIABLE, "")
    monkeypatch.setenv("DEMO", "1")
    tell_the_code()
    assert capsys.readouterr().err == ""
    monkeypatch.delenv("DEMO")
    tell_the_code()
    said = capsys.readouterr().err
    assert is_code(said.split("the code ")[1])
    official(new_event())
    tell_the_code()
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"your_name": ""}, "Give your name: you log in with it."),
        (
            {"your_name": "Ann\u202eCarver"},
            "A name cannot hold a hidden character (right-to-left override)",
        ),
        ({"password": "short"}, "Twelve characters or more, please; these are 5."),
        ({"password": "password1234"}, "This password is too common."),
        ({"name": " "}, "Give the evening a name, such as Inter-Livery 2027."),
        ({"name": "x" * 121}, "At most 120 characters, please; these are 121."),
        ({"date": "soon"}, "Give the day as year, month and day, such as 2027-02-11."),
        ({"date": "0027-02-11"}, "The year 27 cannot be right: give one from 2000 to 2199."),
    ],
)
def test_what_is_typed_wrong_gets_a_sentence_and_makes_nothing(
    change: dict[str, str], words: str
) -> None:
    answer = at("127.0.0.1").post("/own/", OWN | change)
    assert answer.status_code == 200
    assert words in unescape(answer.content.decode())
    assert (User.objects.count(), Event.objects.count()) == (0, 0)


def test_a_taken_name_is_refused_whatever_its_capitals() -> None:
    at("127.0.0.1").post("/own/", OWN)
    answer = at("127.0.0.1").post("/own/", OWN | {"your_name": "ANN CARVER"})
    assert "There is already an account with this name." in unescape(answer.content.decode())


def test_later_visits_list_ones_own_evenings_and_start_another() -> None:
    client = at("127.0.0.1")
    client.post("/own/", OWN)
    other = new_event(name="Of somebody else")
    answer = client.post("/new/", {"name": "Autumn Evening", "date": "2027-10-01"})
    assert answer.status_code == 302
    shown = page(client)
    assert [name in shown for name in ("Spring Evening", "Autumn Evening", other.name)] == [
        True,
        True,
        False,
    ]


def test_the_demos_accounts_start_no_evening() -> None:
    demo_event("demo", "swedish_pursuit", NOW)
    client = at("127.0.0.1")
    client.post("/demo/")
    assert ("/new/" in page(client, "/")) is False
    client.post("/new/", {"name": "Autumn Evening", "date": "2027-10-01"})
    assert Event.objects.filter(is_demo=False).count() == 0


def test_logging_out_and_the_doors_take_no_mere_visit() -> None:
    client = at("127.0.0.1")
    assert [client.get(path).status_code for path in ("/logout/", "/demo/", "/own/")] == [
        405,
        405,
        405,
    ]
    assert client.get("/new/").headers["Location"] == "/login/?next=/new/"
