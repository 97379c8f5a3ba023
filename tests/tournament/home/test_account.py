"""An account in its owner's hands: its password, its log-ins, what it is asked to serve as; and who
starts evenings.
"""

import re
from html import unescape

import pytest
from django.conf import settings
from django.contrib.auth.models import User
from django.http import HttpRequest
from django.test import Client

from tests.tournament.evening import new_event, official
from tournament.event.acts import remove_event
from tournament.home import log_ins
from tournament.models import Event, LogInEntry, Role
from tournament.site.checks import new_evenings_is_known

pytestmark = pytest.mark.django_db
OLD, NEW = "a long pass phrase 7", "another pass phrase 8"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
PHONE = (
    "Mozilla/5.0 (Linux; Android 16) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0 Mobile"
    " Safari/537.36"
)
HALL = "10.0.0.7"


@pytest.fixture
def event() -> Event:
    """An evening with an organiser and an umpire."""
    made = new_event()
    official(made, Role.ORGANISER, "Olive")
    official(made, Role.UMPIRE, "Ursula")
    return made


def browser(name: str, agent: str = FIREFOX, password: str = OLD, address: str = HALL) -> Client:
    """A browser after a try at the log-in."""
    client = Client(REMOTE_ADDR=address, headers={"user-agent": agent})
    client.post("/login/", {"username": name, "password": password})
    return client


def text(client: Client, path: str = "/account/") -> str:
    """What a page says."""
    return unescape(client.get(path, follow=True).content.decode())


def logged_in(client: Client) -> bool:
    """Whether a page for accounts opens."""
    return client.get("/account/").status_code == 200


def test_a_password_of_ones_own_choice_ends_every_other_log_in(event: Event) -> None:
    here, there = browser("Ursula"), browser("Ursula", PHONE)
    answer = here.post("/account/", {"before": OLD, "password": NEW}, follow=True)
    assert "Your password is changed." in unescape(answer.content.decode())
    assert (logged_in(here), logged_in(there)) == (True, False)
    assert (logged_in(browser("Ursula", password=NEW)), logged_in(browser("Ursula"))) == (
        True,
        False,
    )


@pytest.mark.parametrize(
    ("sent", "words"),
    [
        ({"before": "guess", "password": NEW}, "That is not your password. Nothing was changed."),
        ({"before": OLD, "password": "short"}, "Twelve characters or more, please; these are 5."),
        ({"before": OLD, "password": "password1234"}, "This password is too common."),
        ({"before": "", "password": NEW}, "Type the password you log in with now."),
    ],
)
def test_what_is_typed_wrong_changes_no_password(
    event: Event, sent: dict[str, str], words: str
) -> None:
    answer = browser("Ursula").post("/account/", sent)
    assert words in unescape(answer.content.decode())
    assert User.objects.get(username="Ursula").check_password(OLD)


def test_who_sits_at_an_open_browser_guesses_ten_times(event: Event) -> None:
    client = browser("Ursula")
    met = [
        client.post("/account/", {"before": f"{n}", "password": NEW}).status_code for n in range(12)
    ]
    assert met == [200] * 10 + [429] * 2


def test_log_ins_are_listed_and_ended_one_by_one_or_all(event: Event) -> None:
    here, phone, third = (
        browser("Ursula"),
        browser("Ursula", PHONE),
        browser("Ursula", address="127.0.0.1"),
    )
    other = browser("Olive")
    page = text(here)
    assert "Firefox, Linux\n" in page
    assert (
        "Chrome, Android" in page,
        "Firefox, Linux, on the computer that runs Last Card" in page,
    ) == (True, True)
    marks = re.findall(r'name="mark" value="([0-9a-f]+)"', page)
    assert len(marks) == 2
    here.post("/account/end/", {"mark": phone.session["log_in"]})
    assert [logged_in(one) for one in (here, phone, third, other)] == [True, False, True, True]
    here.post("/account/end/", {"mark": other.session["log_in"]})
    here.post("/account/end/")
    assert [logged_in(one) for one in (here, third, other)] == [True, False, True]


def test_the_organiser_reads_when_officials_logged_in_and_wrong_passwords(event: Event) -> None:
    client = browser("Olive", address="127.0.0.1")
    browser("Ursula", PHONE)
    browser("Ursula", password="hunter2hunter2")
    browser("hunter2hunter2", password="x")
    stranger = official(new_event(), Role.ORGANISER, "Stranger")
    browser(stranger.username)
    page = text(client, f"/e/{event.slug}/officials/log-ins/")
    found = re.findall(r"(\w+): (?:<b>)?(logged in|wrong password)", page)
    assert found == [("Ursula", "wrong password"), ("Ursula", "logged in"), ("Olive", "logged in")]
    assert "hunter2" not in page
    entries = LogInEntry.objects.order_by("pk").values_list("user__username", "right", "here")
    assert list(entries)[2:4] == [("Ursula", False, False), (None, False, False)]
    assert browser("Ursula").get(f"/e/{event.slug}/officials/log-ins/").status_code == 404


def test_a_wrong_password_said_again_is_noted_too(event: Event) -> None:
    client = browser("Olive")
    session = client.session
    session["password_said_at"] = 0
    session.save()
    client.post(
        f"/e/{event.slug}/officials/", {"password_again": "guess", "name": "Una", "role": "umpire"}
    )
    assert [entry.right for entry in LogInEntry.objects.order_by("pk")] == [True, False]


def test_the_log_of_log_ins_forgets_the_oldest(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log_ins, "MOST_NOTED", 5)
    monkeypatch.setattr(log_ins, "SWEPT_EVERY", 1)
    for _time in range(8):
        browser("Ursula")
    assert LogInEntry.objects.count() == 5


@pytest.mark.parametrize(
    ("agent", "words"),
    [
        (FIREFOX, "Firefox, Linux"),
        (PHONE, "Chrome, Android"),
        (
            (
                "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Version/19.0 Mobile"
                " Safari/604.1"
            ),
            "Safari, iPhone",
        ),
        ("<script>alert(1)</script>", "unknown browser"),
        ("", "unknown browser"),
    ],
)
def test_a_browser_is_called_as_its_owner_would(agent: str, words: str) -> None:
    request = HttpRequest()
    request.META["HTTP_USER_AGENT"] = agent
    assert log_ins.browser_words(request) == words


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_an_existing_account_serves_once_its_owner_accepts(event: Event, answer: str) -> None:
    official(new_event(), Role.ORGANISER, "Hugo")
    organiser, hugo = browser("Olive"), browser("Hugo")
    said = organiser.post(f"/e/{event.slug}/officials/", {"name": "hugo", "role": "head_umpire"})
    assert "serve when they accept" in unescape(said.content.decode())
    assert "asked; has not answered yet" in text(organiser, f"/e/{event.slug}/officials/")
    assert event.officials.filter(user__username="Hugo").count() == 0
    page = text(hugo, "/")
    assert "Olive asks you to serve" in page
    asked = re.findall(r'name="appointment" value="(\d+)"', page)[0]
    browser("Ursula").post("/asked/", {"appointment": asked, "answer": "yes"})
    assert event.appointments.count() == 1
    hugo.post("/asked/", {"appointment": asked, "answer": answer})
    assert event.officials.filter(user__username="Hugo", role=Role.HEAD_UMPIRE).exists() is (
        answer == "yes"
    )
    assert event.appointments.count() == 0
    late = hugo.post("/asked/", {"appointment": asked, "answer": answer}, follow=True)
    assert "You are no longer asked" in unescape(late.content.decode())


@pytest.mark.parametrize("said", ["", "x", "9" * 40, "²", "-1"])
def test_an_answer_to_nothing_is_a_sentence(event: Event, said: str) -> None:
    answer = browser("Ursula").post("/asked/", {"appointment": said}, follow=True)
    assert "You are no longer asked" in unescape(answer.content.decode())


def test_an_organiser_takes_back_what_was_not_answered(event: Event) -> None:
    official(new_event(), Role.ORGANISER, "Hugo")
    organiser = browser("Olive")
    organiser.post(f"/e/{event.slug}/officials/", {"name": "Hugo", "role": "umpire"})
    where = f"/e/{event.slug}/officials/asked/{event.appointments.get().pk}/"
    assert (organiser.post(where).status_code, event.appointments.count()) == (302, 0)


@pytest.mark.parametrize(
    ("who", "here", "started"),
    [
        ("machine", {"Ursula", "Olive", "root"}, {"root"}),
        ("administrators", {"root"}, {"root"}),
        ("organisers", {"Ursula", "Olive", "root"}, {"Olive", "root"}),
        ("accounts", {"Ursula", "Olive", "root"}, {"Ursula", "Olive", "root"}),
    ],
)
def test_who_may_start_an_evening_is_a_setting(
    event: Event, monkeypatch: pytest.MonkeyPatch, who: str, here: set[str], started: set[str]
) -> None:
    User.objects.create_superuser("root", password=OLD)
    monkeypatch.setattr(settings, "NEW_EVENINGS", who)
    for address, expected in (("127.0.0.1", here), (HALL, started)):
        found = set()
        for name in ("Ursula", "Olive", "root"):
            client = browser(name, address=address)
            offered = 'href="/new/"' in text(client, "/")
            client.post("/new/", {"name": f"{who} {address} {name}", "date": "2027-05-01"})
            made = Event.objects.filter(name=f"{who} {address} {name}").first()
            assert offered is (made is not None), (name, address)
            if made:
                remove_event(made)
                found.add(name)
        assert found == expected


def test_who_may_start_no_evening_starts_none_as_a_copy_either(event: Event) -> None:
    answer = browser("Olive").post(
        f"/e/{event.slug}/copy/", {"name": "Next", "date": "2028-05-01"}, follow=True
    )
    assert "You cannot start an evening from here." in unescape(answer.content.decode())
    assert Event.objects.count() == 1


def test_a_word_that_the_setting_does_not_know_stops_the_start(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(settings, "NEW_EVENINGS", "anybody")
    assert [said.id for said in new_evenings_is_known(None)] == ["tournament.E002"]


@pytest.mark.parametrize("proxy", ["HTTPS", "BEHIND_PROXY"])
def test_behind_a_proxy_that_says_nothing_nobody_is_at_this_machine(
    monkeypatch: pytest.MonkeyPatch, proxy: str
) -> None:
    monkeypatch.setattr(settings, proxy, True)
    client = Client(REMOTE_ADDR="127.0.0.1")
    official(new_event(), Role.ORGANISER, "Olive")
    assert 'action="/own/"' not in text(client, "/")
