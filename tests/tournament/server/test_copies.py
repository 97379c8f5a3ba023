"""Copies by page: one is made now, here and on a stick, and one is chosen for the next start."""

import os
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client, override_settings
from django.urls import reverse

from tests.tournament.evening import official, save, seated_event
from tests.tournament.faults.databases import on_sqlite
from tournament.models import Event, Role
from tournament.server import storage
from tournament.server.ladder import copies
from tournament.server.restore import give_up, wished
from tournament.site import system

pytestmark = [pytest.mark.django_db(transaction=True), on_sqlite]


@pytest.fixture
def event(tmp_path: Path) -> Iterator[Event]:
    """A sheet is in; copies go to a folder of the test's own."""
    made = seated_event(qualifying_rounds=1, games_per_round=1)
    save(made, ("out", "8H KD", "A", "=23", "2 3 4"))
    give_up()  # what a test of every form may have left
    with override_settings(BACKUP_DIR=str(tmp_path / "copies")):
        yield made
    give_up()


@pytest.fixture
def organiser(event: Event) -> Client:
    """Logged in, at the machine."""
    client = Client()
    client.force_login(official(event, Role.ORGANISER, "organiser"))
    return client


def page(client: Client, event: Event) -> str:
    """The page of copies as text."""
    shown = unescape(client.get(reverse("copies", args=[event.slug])).content.decode())
    assert "Guests & seats" in shown  # the tabs, as on every page
    return shown


def test_a_copy_made_on_the_page_is_chosen_for_the_next_start_or_not_after_all(
    event: Event, organiser: Client, tmp_path: Path
) -> None:
    assert "No copy lies there yet." in page(organiser, event)
    organiser.post(reverse("copy_now", args=[event.slug]))
    (made,) = copies(tmp_path / "copies")
    assert f"{made.entry} acts" in page(organiser, event)
    back = reverse("put_back", args=[event.slug])
    organiser.post(back, {"copy": str(made.path)}, REMOTE_ADDR="10.0.0.7")
    assert wished() is None, "from elsewhere nothing is put back"
    for hostile in ("", "/etc/passwd", str(tmp_path / "other.sqlite3")):
        organiser.post(back, {"copy": hostile})
        assert wished() is None
    organiser.post(back, {"copy": str(made.path)})
    assert wished() == made
    assert "Close Last Card and start it again" in page(organiser, event)
    organiser.post(back, {"none": "1"})
    assert wished() is None


@pytest.mark.skipif(not os.path.ismount("/dev/shm"), reason="no second disk is mounted here")
def test_a_stick_that_is_plugged_in_takes_a_copy(
    event: Event, organiser: Client, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(system, "STICKS", ("/dev/sh[m]",))
    monkeypatch.setattr(storage, "ON_STICK", f"last-card-{os.getpid()}")
    (stick,) = system.plugged_in()
    laid = stick / storage.ON_STICK
    try:
        now = reverse("copy_now", args=[event.slug])
        organiser.post(now, {"stick": str(tmp_path)})
        assert copies(tmp_path / "copies") == [], "no folder but a stick is written to"
        organiser.post(now, {"stick": str(stick)})
        (made,), (second,) = copies(tmp_path / "copies"), copies(laid)
        assert made.path.read_bytes() == second.path.read_bytes()
        assert (laid / "secret_key").exists() == (Path(settings.VAR_DIR) / "secret_key").exists()
        assert page(organiser, event).count(f"{made.entry} acts") == 2
    finally:
        for path in laid.iterdir() if laid.exists() else ():
            path.unlink()
        laid.rmdir()
