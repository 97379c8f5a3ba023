"""Letting phones in: one press of the organiser at the computer, and the same program serves at the
hall's address too; nobody is logged out.
"""

import os
import signal
from html import unescape
from pathlib import Path

import pytest
from django.test import Client, override_settings
from django.urls import reverse

from tests.journeys.hall import free_port
from tests.test_house import ROOT
from tests.tournament.evening import official, seated_event
from tests.tournament.server.own_start import (
    OWN,
    PATIENCE,
    Browser,
    registered,
    slug_of,
    started,
    status,
    until,
)
from tournament import places
from tournament.models import Event, Role
from tournament.server import addresses
from tournament.server.views_phones import AT_THE_LAPTOP, OPEN_ALREADY
from tournament.site import binding

HALL = "http://192.168.8.20:8000"
HERE = override_settings(BASE_URL="http://127.0.0.1:8000")
BUTTON = "Let phones in</button>"
ELSEWHERE = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); from tournament.server import launcher;"
    " launcher.FORKS = False; from tournament.command_line import main; main()"
)
"""The start as macOS has it, where one process serves by itself."""
ONLY_ENDS = ELSEWHERE.replace(
    "launcher.FORKS = False", "from tournament.server import start; start.begin_anew = int"
)
BOTH = [["run.py"], ["-c", ELSEWHERE, str(ROOT)]]


@pytest.mark.parametrize("starter", BOTH, ids=["processes", "one process"])
def test_one_press_serves_the_hall_too_and_nobody_is_logged_out(
    starter: list[str], tmp_path: Path
) -> None:
    port = free_port()
    hall = f"http://{addresses.likeliest()}:{port}"
    running = started(tmp_path, port, *starter, "own")
    try:
        browser = registered(port)
        slug = slug_of(browser.address)
        chosen = tmp_path / "lastcard.restore"
        chosen.write_text("a copy", encoding="utf-8")
        assert status(f"{hall}/healthz") == 0
        assert "Only this computer can open it." in Browser(browser.base).open(reverse("hall"))
        waiting = browser.open(reverse("let_phones_in", args=[slug]), {})
        assert "Last Card starts again for the hall’s network" in waiting
        until(lambda: status(f"{hall}/healthz") == 200)
        shown = Browser(hall).open(reverse("hall"))
        assert hall in shown
        assert "Only this computer" not in shown
        assert OWN["name"] in browser.open(reverse("evening", args=[slug])), "still logged in"
        browser.open(reverse("let_phones_in", args=[slug]), {})
        assert OPEN_ALREADY in browser.page
        assert running.poll() is None, "it is the very process that was started"
        assert list(tmp_path.glob("let-phones-in-*")) == []
        assert chosen.exists(), "a copy is put back once somebody has closed Last Card"
    finally:
        running.send_signal(signal.SIGINT)  # as Ctrl-C in its window
        assert running.wait(PATIENCE) == 0
    assert status(f"{hall}/healthz") == 0


def test_the_control_a_start_that_does_not_begin_anew_is_gone_after_the_press(
    tmp_path: Path,
) -> None:
    port = free_port()
    running = started(tmp_path, port, "-c", ONLY_ENDS, str(ROOT), "own")
    try:
        browser = registered(port)
        slug = slug_of(browser.address)
        browser.open(reverse("let_phones_in", args=[slug]), {})
        assert running.wait(PATIENCE) == 0
    finally:
        running.kill()
    for host in ("127.0.0.1", addresses.likeliest()):
        assert status(f"http://{host}:{port}/healthz") == 0


@pytest.fixture
def event() -> Event:
    """Seated."""
    return seated_event()


def somebody(event: Event, role: Role, **asked: str) -> Client:
    """A browser of somebody in this office."""
    office = event.officials.filter(role=role).first()
    client = Client(**asked)  # type: ignore[arg-type]
    client.force_login(office.user if office else official(event, role, role.value))
    return client


def at_home(event: Event, role: Role, **asked: str) -> str:
    """The home as somebody in this office sees it."""
    client = somebody(event, role, **asked)
    return unescape(client.get(reverse("evening", args=[event.slug])).content.decode())


@pytest.fixture
def our_start(monkeypatch: pytest.MonkeyPatch) -> None:
    """This process was started by our own start."""
    monkeypatch.setenv(places.STARTER, str(os.getpid()))


@pytest.mark.django_db
@HERE
@pytest.mark.usefixtures("our_start")
def test_only_the_organiser_at_the_computer_has_the_switch(event: Event) -> None:
    assert BUTTON in at_home(event, Role.ORGANISER)
    assert "A firewall may ask" in at_home(event, Role.ORGANISER)
    assert BUTTON not in at_home(event, Role.ORGANISER, REMOTE_ADDR="192.168.8.31")
    assert BUTTON not in at_home(event, Role.HEAD_UMPIRE)
    with override_settings(BASE_URL=HALL):
        assert BUTTON not in at_home(event, Role.ORGANISER)
    assert binding.way_in() == binding.BY_PRESS


@pytest.mark.django_db
@HERE
@pytest.mark.parametrize("starter", ["", "1"], ids=["another launcher", "another process"])
def test_where_it_cannot_begin_anew_the_icon_is_said(
    event: Event, starter: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(places.STARTER, starter)
    assert BUTTON not in at_home(event, Role.ORGANISER)
    assert binding.BY_ICON in Client().get(reverse("hall")).content.decode()
    assert answered(event) == binding.BY_ICON


def answered(event: Event, **asked: str) -> str:
    """What the organiser is told who pressed."""
    client = somebody(event, Role.ORGANISER, **asked)
    address = reverse("let_phones_in", args=[event.slug])
    told = client.post(address, follow=True)
    return " ".join(str(message) for message in told.context["messages"])


@pytest.mark.django_db
@HERE
@pytest.mark.usefixtures("our_start")
def test_a_press_that_cannot_be_done_says_why_and_leaves_no_wish(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert answered(event, REMOTE_ADDR="192.168.8.31") == AT_THE_LAPTOP
    monkeypatch.setenv("ADDRESS", "127.0.0.1")
    assert answered(event).startswith("ADDRESS is '127.0.0.1': give one like 192.168.1.20")
    monkeypatch.setenv("ADDRESS", "203.0.113.7")
    assert answered(event).startswith("203.0.113.7 is not an address of this computer")
    monkeypatch.delenv("ADDRESS")
    monkeypatch.setattr(addresses, "addresses", list)
    assert answered(event).startswith("This computer is on no network: join the hall's Wi-Fi")
    assert not places.wish_file(os.getpid()).exists()
