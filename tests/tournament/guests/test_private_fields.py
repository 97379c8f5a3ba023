"""Which field of a guest is shown where stands in one table of docs/access.md: every page of the
evening, every paper and every file is read against it.
"""

import io
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from tests.tournament.archive.test_closing_pack import files_of
from tests.tournament.evening import NOW
from tests.tournament.paper.reading import words_on
from tests.tournament.phones.phones import guest_code, phone_key, table_code
from tests.tournament.visitors import pages, peopled
from tournament.archive.pack import parts_of
from tournament.models import Event, Role, SentMail, Ticket
from tournament.paper.catalogue import catalogue

pytestmark = pytest.mark.django_db
PAGE = Path(__file__).resolve().parents[3] / "docs" / "access.md"
FIELDS: Mapping[str, tuple[str, str]] = {
    "e-mail": ("email", "quill@zzmail.example"),
    "phone": ("phone", "0999 777123"),
    "dietary wishes, in words": ("dietary", "zzdietary wish"),
    "notes": ("notes", "zznotes"),
    "order number": ("order_number", "zzorder9"),
    "guest of": ("guest_of", "Zzhost Person"),
}
NAME = "name, of who goes by badge"
PHOTOGRAPHS = "that no photographs are wished"
MARKED = {NAME: "Zzquiet", PHOTOGRAPHS: "photographs"}
TICKET = "what the list said of a ticket"
MAIL = "what the mail server said of a mail"
PLACES = (
    "anybody, walls",
    "guest",
    "table umpire",
    "umpire",
    "head umpire",
    "organiser",
    "announcer",
    "place card",
    "kitchen’s list",
    "other papers",
    "workbook",
    "archive",
    "CSV, JSON",
    "closing pack’s site",
    "closing pack",
    "own mail",
)


@pytest.fixture
def event() -> Event:
    made = peopled(10)
    one = made.guests.get(badge=1)
    for name, value in FIELDS.values():
        setattr(one, name, value)
    one.name, one.unnamed, one.no_photographs = "Zzquiet Quill", True, True
    one.save()
    Ticket.objects.create(event=made, source="own", name=one.name, said="zzsaid", guest=one)
    told = {"kind": "seats", "state": "refused", "address": one.email, "said": "zzpostbox"}
    SentMail.objects.create(event=made, guest=one, at=NOW, **told)
    return made


def client(event: Event, person: str) -> Client:
    """A browser of somebody who may come."""
    if person in ("guest", "table umpire"):
        own = guest_code(event.guests.get(badge=1))
        code = own if person == "guest" else table_code(event)
        held = {"authorization": f"Bearer {code}", "x-phone": phone_key()}
        return Client(headers=held, raise_request_exception=False)
    found = Client(raise_request_exception=False)
    roles = {"umpire": Role.UMPIRE, "head umpire": Role.HEAD_UMPIRE, "organiser": Role.ORGANISER}
    roles |= {"announcer": Role.ANNOUNCER}
    if person in roles:
        found.force_login(User.objects.get(username=str(roles[person])))
    return found


def read(event: Event) -> Iterator[tuple[str, str]]:
    """Every place with everything that can be read there."""
    for person in PLACES[:7]:
        yield from _opened(event, person)
    browser = client(event, "guest")
    yield (
        "guest",
        read_text(browser.get(f"/G/{guest_code(event.guests.get(badge=1))}", follow=True)),
    )
    yield from _printed(event)
    organiser = client(event, "organiser")
    files = {"workbook": "workbook", "archive": "archive"}
    files |= dict.fromkeys(("standings_csv", "standings_json"), "CSV, JSON")
    for name, place in files.items():
        answer = organiser.get(reverse(name, args=[event.slug]))
        yield place, _unpacked(_content(answer)) if name == "workbook" else read_text(answer)
    yield from packed(event)
    seats = organiser.get(reverse("mails", args=[event.slug, "seats"]))
    yield "own mail", _unpacked(_content(seats))


def _opened(event: Event, person: str) -> Iterator[tuple[str, str]]:
    browser = client(event, person)
    for page in pages(event):
        yield person, read_text(browser.get(page))


def _printed(event: Event) -> Iterator[tuple[str, str]]:
    for kind in catalogue(event):
        if not kind.waits_for:
            named = "kitchen’s list" if kind.key.startswith("kitchen") else "other papers"
            yield "place card" if kind.key == "place-cards" else named, words_on(kind.make(NOW))


def packed(event: Event) -> Iterator[tuple[str, str]]:
    """The closing pack; its papers are read above."""
    for part in parts_of(event, NOW):
        if part.name in ("The pages", "The workbook", "The whole evening", "The record"):
            for name, content in files_of(part).items():
                place = "closing pack’s site" if name.startswith("site/") else "closing pack"
                text = _unpacked(content) if name.endswith(".xlsx") else content.decode("latin-1")
                yield place, text


def _content(answer: Any) -> bytes:
    return b"".join(answer) if getattr(answer, "streaming", False) else bytes(answer.content)


def read_text(answer: Any) -> str:
    return _content(answer).decode(errors="replace")


def _unpacked(content: bytes) -> str:
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        return " ".join(book.read(part).decode(errors="replace") for part in book.namelist())


def shown(texts: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """In which of the places read each field stands."""
    found: dict[str, set[str]] = {name: set() for name in (*FIELDS, *MARKED, TICKET, MAIL)}
    markers = {name: value for name, (_field, value) in FIELDS.items()}
    markers |= MARKED | {TICKET: "zzsaid", MAIL: "zzpostbox"}
    for place, text in texts:
        for name, value in markers.items():
            if value in text:
                found[name].add(place)
    return found


def table() -> dict[str, set[str]]:
    """The same from the page."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    start = next(at for at, line in enumerate(lines) if line.startswith("| field of a guest"))
    heads = [cell.strip() for cell in lines[start].strip("|").split("|")][1:]
    found = {}
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        name, *cells = (cell.strip() for cell in line.strip("|").split("|"))
        found[name] = {head for head, cell in zip(heads, cells, strict=True) if cell}
    assert tuple(heads) == PLACES
    return found


@pytest.mark.promise(
    "What is known of a guest beside the game is shown where docs/access.md says, and nowhere else"
)
def test_each_field_is_shown_where_the_table_says_and_nowhere_else(event: Event) -> None:
    assert shown(read(event)) == table()


@pytest.mark.control("test_each_field_is_shown_where_the_table_says_and_nowhere_else")
def test_a_wish_printed_where_it_does_not_belong_is_found(event: Event) -> None:
    event.guests.filter(badge=2).update(name="zzdietary wish")
    found = shown([*_opened(event, "anybody, walls"), *_printed(event)])
    assert {"anybody, walls", "other papers"} <= found["dietary wishes, in words"]
