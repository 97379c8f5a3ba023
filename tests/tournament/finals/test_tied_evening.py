"""An evening with a tie on the line through the pages: none breaks from before the seal to the
reveal.
"""

import json
import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import resolve
from django.utils import timezone

from tests.tournament.ending import closed_event, played_event, signed_in
from tests.tournament.evening import save, sign
from tests.tournament.phones.phones import codes_issued
from tests.tournament.route_calls import OF_THE_GAME
from tests.tournament.visitors import pages
from tournament.archive.acts import import_evening
from tournament.finals import views as cut_views
from tournament.ledger.signing import new_key
from tournament.models import Event, Pending, Role, Seal
from tournament.seating.acts import close_round

pytestmark = pytest.mark.django_db
ARCHIVE = (
    Path(__file__).resolve().parents[3]
    / "fixtures"
    / "reference"
    / "B1_tie_games_won"
    / "evening.json"
)
APART = OF_THE_GAME | frozenset(
    {
        "officials",
        "pictures",
        "mailing",
        "import_guests",
        "add_guest",
        "invited",
        "tickets",
        "teams",
        "hall_plan",
        "rehearsal",
        "seating_balance",
        "draw_file",
        "copy_event",
        "event_rules",
        "wipe_names",
        "phones",
    }
)
"""They show the rules, the list, the hall or who serves, whatever was sealed: asked for once."""
WAITS = "waits for a second official"


@pytest.fixture
def event() -> Event:
    """The round is closed, and two of five guests are level on the line until games won decide."""
    made = played_event(games_per_round=2, cut_size=1)
    save(made, ("=6", "=1", "=30", "=1", "out"), (1, 1, 2))
    close_round(made, 1, sign())
    codes_issued(made)
    return made


@pytest.fixture
def reference() -> Event:
    """The reference evening with such a tie, as it was before its play-off was seated."""
    document = json.loads(ARCHIVE.read_text(encoding="utf-8"))
    document["games"] = [game for game in document["games"] if game["stage"] == "qualifying"]
    del document["seating"]["playoff"]
    made = import_evening(document, timezone.now())
    close_round(made, 2, sign())
    codes_issued(made)
    return made


@pytest.fixture(autouse=True)
def _what_is_not_there_is_no_news() -> Iterator[None]:
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def desk(event: Event) -> dict[str, Client]:
    """The browsers of the two officials of the desk."""
    found = {str(role): signed_in(event, role) for role in (Role.ORGANISER, Role.HEAD_UMPIRE)}
    for client in found.values():
        client.raise_request_exception = False
    return found


def broken(
    event: Event, desk: dict[str, Client], but: frozenset[str] = frozenset()
) -> set[tuple[str, str]]:
    """The pages that answer an official of the desk with a fault of ours."""
    asked = [page for page in pages(event) if resolve(urlsplit(page).path).url_name not in but]
    answers = {(role, page): desk[role].get(page).status_code for role in desk for page in asked}
    assert sum(status == 200 for status in answers.values()) > 50 * len(desk)
    return {asked for asked, status in answers.items() if status >= 500}


def press(client: Client, event: Event, part: str, **sent: str) -> str:
    """Press a button and read the page that it ends on."""
    answer = client.post(f"/e/{event.slug}/{part}", {"key": new_key(), **sent}, follow=True)
    assert (answer.status_code, bool(answer.redirect_chain)) == (200, True)
    return str(answer.content.decode())


@pytest.mark.promise("A tie on the line breaks no page from the seal to the reading")
def test_no_page_breaks_from_before_the_seal_to_the_reveal(event: Event) -> None:
    officials = desk(event)
    host, head = officials.values()
    # The head umpire sees other pages than the organiser only while something waits for an answer.
    alone = {"organiser": host}
    assert broken(event, alone) == set()

    assert "The cut, sealed" in press(host, event, "cut/seal/")
    press(host, event, "cut/break-seal/", reason="A sheet was misread")
    assert broken(event, officials, APART) == set()

    waiting = Pending.objects.get()
    page = head.get(f"/e/{event.slug}/waiting/{waiting.pk}/").content.decode()
    seen = page.partition('name="seen" value="')[2].partition('"')[0]
    press(head, event, f"waiting/{waiting.pk}/approve/", seen=seen)
    press(host, event, "cut/seal/")
    assert "Noted: the list is printed." in press(host, event, "cut/printed/")
    assert broken(event, alone, APART) == set()

    assert "Next to be read" in press(host, event, "reveal/next/cut/")
    assert "The one name is read" in press(host, event, "reveal/next/cut/")
    assert "The cut is revealed" in press(host, event, "cut/reveal/")
    assert broken(event, alone, APART) == set()


def test_no_page_of_the_reference_evening_breaks_while_it_is_sealed(reference: Event) -> None:
    officials = desk(reference)
    for part in ("cut/seal/", "cut/printed/", "cut/break-seal/"):
        press(officials["organiser"], reference, part, reason="A sheet was misread")
    assert broken(reference, {"organiser": officials["organiser"]}, APART) == set()
    read = [press(officials["organiser"], reference, "reveal/next/cut/") for _ in range(11)]
    assert "All 10 are read" in read[-1]
    assert "The cut is revealed" in press(officials["organiser"], reference, "cut/reveal/")
    assert Seal.objects.get(broken_at=None).revealed_at is not None


@pytest.mark.parametrize("tied", [True, False])
def test_the_page_of_the_cut_shows_what_waits_for_a_second_official(
    event: Event, tied: bool
) -> None:
    sealed = event if tied else closed_event(name="Without a tie")
    officials = desk(sealed)
    press(officials["organiser"], sealed, "cut/seal/")
    assert WAITS not in press(officials["organiser"], sealed, "cut/printed/")
    press(officials["organiser"], sealed, "cut/break-seal/", reason="A sheet was misread")
    shown = {
        role: client.get(f"/e/{sealed.slug}/cut/").content.decode()
        for role, client in officials.items()
    }
    assert {role: html.count(WAITS) for role, html in shown.items()} == {
        "organiser": 1,
        "head_umpire": 1,
    }


@pytest.mark.control("test_no_page_breaks_from_before_the_seal_to_the_reveal")
def test_one_name_for_two_things_on_the_sealed_page_is_found(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = cut_views._line_context

    def overwriting(*said: Any) -> dict[str, object]:
        drawn = whole(*said)
        return drawn | {"waiting": drawn["asked"]}

    monkeypatch.setattr(cut_views, "_line_context", overwriting)
    officials = desk(event)
    officials["organiser"].post(f"/e/{event.slug}/cut/seal/", {"key": new_key()})
    assert [client.get(f"/e/{event.slug}/cut/").status_code for client in officials.values()] == [
        500,
        500,
    ]
