"""The pages of papers and files: what can be had, by whom, and what is said when it cannot."""

import io
import json

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.tournament.evening import add_guests, new_event, official, save, seated_event
from tournament.models import Event, LedgerEntry, Printing, Role
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
    page = (
        client_of(event, Role.ORGANISER).get(reverse("paper", args=[event.slug])).content.decode()
    )
    assert page.count("Waits for the seating") == 6
    assert page.count("Waits for the first sheet") == 9
    assert "paper/score-cards.pdf" not in page


def test_a_paper_that_waits_is_not_there_yet() -> None:
    event = new_event()
    client = client_of(event, Role.HEAD_UMPIRE)
    assert client.get(reverse("paper_pdf", args=[event.slug, "score-cards"])).status_code == 404
    assert client.get(reverse("paper_page", args=[event.slug, "no-such-paper"])).status_code == 404


def test_a_paper_is_a_page_and_a_pdf_with_every_name_it_lists(event: Event) -> None:
    client = client_of(event, Role.HEAD_UMPIRE)
    for kind in ("score-cards", "seating-by-name", "table-sheets-1", "standings"):
        assert client.get(reverse("paper_page", args=[event.slug, kind])).status_code == 200
        printed = client.get(reverse("paper_pdf", args=[event.slug, kind]))
        assert printed["Content-Type"] == "application/pdf"
        text = "".join(page.extract_text() for page in PdfReader(io.BytesIO(printed.content)).pages)
        assert "Guest1" in text.replace(" ", ""), kind


def test_without_the_renderer_a_sentence_says_what_to_install(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(paper: object) -> bytes:
        raise PaperUnavailable

    monkeypatch.setattr("tournament.paper.views.pdf_in_pieces", missing)
    client = client_of(event, Role.ORGANISER)
    answer = client.get(reverse("paper_pdf", args=[event.slug, "standings"]), follow=True)
    assert "install the libraries of WeasyPrint" in answer.content.decode()


@pytest.mark.promise(
    "A printing or an export that fails has written nothing and can be asked for again",
    faults=(28,),
)
@pytest.mark.parametrize(
    ("name", "broken"),
    [("paper_pdf", "paper.views.pdf_in_pieces"), ("workbook", "workbook.workbook_file")],
)
def test_an_output_that_breaks_has_written_nothing_and_is_had_the_second_time(
    event: Event, name: str, broken: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = client_of(event, Role.ORGANISER)
    address = reverse(name, args=[event.slug, *(["standings"] if name == "paper_pdf" else [])])
    before, take = rows(event), client.post if name == "paper_pdf" else client.get
    with monkeypatch.context() as patched:
        patched.setattr(f"tournament.{broken}", lambda *_asked: 1 // 0)
        with pytest.raises(ZeroDivisionError):
            take(address)
    assert rows(event) == before
    assert take(address).status_code == 200
    assert rows(event)[:-1] == before[:-1]


@pytest.mark.control("test_an_output_that_breaks_has_written_nothing_and_is_had_the_second_time")
def test_a_printing_that_succeeds_is_seen_in_the_same_rows(event: Event) -> None:
    before = rows(event)
    client_of(event, Role.ORGANISER).post(reverse("paper_pdf", args=[event.slug, "standings"]))
    assert rows(event) != before


def rows(event: Event) -> list[object]:
    """Everything of the evening that could be written by an output; what was printed comes last."""
    event.refresh_from_db()
    ledger = list(LedgerEntry.objects.filter(event=event).values_list("number", "digest"))
    return [event.version, ledger, Printing.objects.filter(event=event).count()]


def test_the_files_are_the_organisers_alone(event: Event) -> None:
    clients = {role: client_of(event, role) for role in Role}
    others = dict.fromkeys(set(Role) - {Role.ORGANISER}, 404)
    for name in FILES:
        address = reverse(name, args=[event.slug])
        statuses = {role: client.get(address).status_code for role, client in clients.items()}
        assert statuses == {**others, Role.ORGANISER: 200}, name
        assert Client().get(address).status_code == 302


def test_the_evening_file_holds_every_guest(event: Event) -> None:
    answer = client_of(event, Role.ORGANISER).get(reverse("archive", args=[event.slug]))
    assert [player["name"] for player in json.loads(answer.getvalue())["players"]] == [
        f"Guest {n}" for n in range(1, 11)
    ]
    assert answer["Content-Disposition"] == f'attachment; filename="{event.slug}-evening.json"'


def test_score_cards_of_some_badges_alone_are_those_cards_and_no_others(event: Event) -> None:
    client = client_of(event, Role.HEAD_UMPIRE)
    for name in ("paper_page", "paper_pdf"):
        answer = client.get(
            reverse(name, args=[event.slug, "score-cards"]), {"badges": "7, 2, 99, x"}
        )
        assert answer.status_code == 200
    printed = PdfReader(io.BytesIO(answer.content))
    (sheet,) = printed.pages
    lines = sheet.extract_text().replace(" ", "").splitlines()
    assert {f"Guest{n}" for n in range(1, 11) if lines.count(f"Guest{n}") == 2} == {
        "Guest2",
        "Guest7",
    }
    assert len(PdfReader(io.BytesIO(client.get(answer.request["PATH_INFO"]).content)).pages) == 3


def test_badges_that_name_nobody_are_answered_with_a_sentence(event: Event) -> None:
    address = reverse("paper_pdf", args=[event.slug, "score-cards"])
    answer = client_of(event, Role.ORGANISER).get(address, {"badges": "four"}, follow=True)
    assert (
        "No badge of this printing has a seat: give badge numbers with commas"
        in answer.content.decode()
    )
