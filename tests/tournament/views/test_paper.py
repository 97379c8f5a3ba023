"""The pages of papers and files: what can be had, by whom, and what is said when it cannot."""

import io
import json

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.tournament.evening import add_guests, new_event, official, save, seated_event
from tournament.models import Event, Role
from tournament.paper.press import PaperUnavailable

pytestmark = pytest.mark.django_db
FILES = ("workbook", "standings_csv", "standings_json", "archive")


def client_of(event: Event, role: Role) -> Client:
    client = Client()
    client.force_login(official(event, role))
    return client


@pytest.fixture
def event() -> Event:
    made = seated_event(10, cut_size=3)
    save(made, ("out", "8H KD", "A", "=23", "2 3 4"))
    return made


def test_before_anything_is_drawn_every_paper_says_what_it_waits_for() -> None:
    event = new_event()
    add_guests(event, 5)
    page = client_of(event, Role.ORGANISER).get(reverse("paper", args=[event.slug])).content.decode()
    assert page.count("Waits for the seating") == 6
    assert page.count("Waits for the first sheet") == 4
    assert "paper/score-cards.pdf" not in page


def test_a_paper_that_waits_is_not_there_yet() -> None:
    event = new_event()
    client = client_of(event, Role.HEAD_UMPIRE)
    assert client.get(reverse("paper_pdf", args=[event.slug, "score-cards"])).status_code == 404
    assert client.get(reverse("paper_page", args=[event.slug, "no-such-paper"])).status_code == 404


@pytest.mark.parametrize("kind", ["score-cards", "seating-by-name", "table-sheets-1", "standings", "the-ten"])
def test_a_paper_is_a_page_and_a_pdf_with_every_name_it_lists(event: Event, kind: str) -> None:
    client = client_of(event, Role.HEAD_UMPIRE)
    assert client.get(reverse("paper_page", args=[event.slug, kind])).status_code == 200
    printed = client.get(reverse("paper_pdf", args=[event.slug, kind]))
    assert printed["Content-Type"] == "application/pdf"
    text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(printed.content)).pages)
    assert "Guest1" in text.replace(" ", "")


def test_without_the_renderer_a_sentence_says_what_to_install(event: Event, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(paper: object) -> bytes:
        raise PaperUnavailable

    monkeypatch.setattr("tournament.views.paper.pdf", missing)
    client = client_of(event, Role.ORGANISER)
    answer = client.get(reverse("paper_pdf", args=[event.slug, "standings"]), follow=True)
    assert "install the libraries of WeasyPrint" in answer.content.decode()


@pytest.mark.parametrize("name", FILES)
def test_the_files_are_the_organisers_alone(event: Event, name: str) -> None:
    address = reverse(name, args=[event.slug])
    statuses = {role: client_of(event, role).get(address).status_code for role in Role}
    assert statuses == {Role.UMPIRE: 404, Role.HEAD_UMPIRE: 404, Role.ORGANISER: 200}
    assert Client().get(address).status_code == 302


def test_the_evening_file_holds_every_guest(event: Event) -> None:
    answer = client_of(event, Role.ORGANISER).get(reverse("archive", args=[event.slug]))
    assert [player["name"] for player in json.loads(answer.content)["players"]] == [f"Guest {n}" for n in range(1, 11)]
    assert answer["Content-Disposition"] == f'attachment; filename="{event.slug}-evening.json"'
