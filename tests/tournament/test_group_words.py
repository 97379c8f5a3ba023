"""What an evening calls the groups its guests come from stands on every page, paper and file."""

import io
import re
from collections.abc import Iterator
from datetime import date

import openpyxl
import pytest
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import NOW, add_guests, new_event, official, sign
from tests.tournament.paper.reading import words_on
from tests.tournament.visitors import pages, peopled
from tournament.archive.export import archive
from tournament.counting.board import board
from tournament.event.acts import change_event, create_event
from tournament.event.acts_next import copy_event
from tournament.event.forms_groups import USUAL
from tournament.models import Event, Livery, Role
from tournament.models.event import LIVERIES, Groups
from tournament.paper.catalogue import catalogue
from tournament.workbook import workbook

pytestmark = pytest.mark.django_db
CLUBS = {"group_one": "club", "group_many": "clubs"}
SAID = re.compile(r'(?:aria-label|placeholder|title|alt|data-label|value)="([^"]*)"')
KEYS = re.compile(r"(?:#choice-|name=|by[-:])livery|livery-total-0")
LISTS = ("guests", "standings", "door", "chances", "compare", "board")


def read(page: str) -> str:
    """What a person reads of a page, or hears of it."""
    words = re.sub(r'<input type="hidden"[^>]*>|(?<=<option) value="[^"]*"', "", page)
    words = re.sub(r"<(script|style)\b.*?</\1>", " ", words, flags=re.DOTALL)
    kept = " ".join(SAID.findall(words))
    words = re.sub(r">Liveries\s*</option>", ">", words)  # a word on offer
    return KEYS.sub("", f"{re.sub(r'<[^>]+>', ' ', words)} {kept}")


def with_companies(event: Event, names: tuple[str, ...]) -> None:
    """Every guest is of one of two groups."""
    known = {livery.name: livery for livery in event.liveries.all()}
    made = [
        known.get(name) or Livery.objects.create(event=event, name=name, precedence=500 + number)
        for number, name in enumerate(names)
    ]
    for place, guest in enumerate(event.guests.order_by("badge")):
        guest.livery = made[place % len(made)]
        guest.save(update_fields=["livery"])


def everything(event: Event) -> Iterator[tuple[str, str]]:
    """Every page, paper, list as a file, and the workbook, each as text."""
    client = Client(raise_request_exception=False)
    client.force_login(User.objects.get(username=Role.ORGANISER))
    for page in pages(event):
        answer = client.get(page)
        if answer.headers.get("Content-Type", "").startswith("text/html"):
            yield page, read(answer.content.decode())
    for rows in ("Name,Livery\nAnn,Thamesyde\nBo,Mill House\nCy,\n", "Full,Livery\nAnn,\n"):
        file = SimpleUploadedFile("list.csv", rows.encode())
        answer = client.post(reverse("import_guests", args=[event.slug]), {"file": file})
        yield "a list", read(answer.content.decode()).replace("Livery", "", rows.count("Livery"))
    for kind in catalogue(event):
        yield f"paper {kind.key}", f"{kind.name} {kind.purpose}"
        if not kind.waits_for:
            yield f"paper {kind.key} printed", read(words_on(kind.make(NOW)))
    for name in ("guests", "standings", "door"):
        answer = client.get(reverse(name, args=[event.slug]), {"file": "csv"})
        text = answer.getvalue().decode() if answer.status_code == 200 else ""
        yield f"file {name}", text.partition("\n")[0]
    book = openpyxl.load_workbook(io.BytesIO(workbook(event, board(event))))
    for sheet in book.worksheets:
        heads = [str(cell.value) for cell in next(sheet.iter_rows())]
        yield f"sheet {sheet.title}", " ".join([sheet.title, *heads])


def saying(event: Event, word: str) -> list[str]:
    """Where a word stands, with what stands around it."""
    found = []
    for where, text in everything(event):
        if match := re.search(rf".{{0,40}}\b{word}.{{0,30}}", text, re.IGNORECASE | re.DOTALL):
            found.append(f"{where}: {' '.join(match[0].split())}")
    return found


@pytest.mark.promise("An evening of clubs says livery on no page, paper or file")
def test_an_evening_of_clubs_says_livery_nowhere() -> None:
    event = change_event(peopled(10, team_figure="sum"), CLUBS)
    with_companies(event, ("Thameside", "Old Mill"))
    assert saying(event, "liver(?:y|ies)") == []


@pytest.mark.control("test_an_evening_of_clubs_says_livery_nowhere")
def test_an_evening_of_liveries_says_livery() -> None:
    event = peopled(10, team_figure="sum")
    with_companies(event, ("Mercers", "Grocers"))
    assert len(saying(event, "liver(?:y|ies)")) > 20


def test_the_word_is_chosen_when_an_evening_is_made_and_can_be_changed() -> None:
    event = create_event({"name": "Cup Night", "date": date(2027, 2, 11), **CLUBS})
    assert (event.groups, event.liveries.count()) == (Groups("club", "clubs"), 0)
    assert "Best two of one club" in {prize["name"] for prize in event.further_prizes}
    with_companies(event, ("Thameside",))
    event = change_event(event, {"group_one": LIVERIES.one, "group_many": LIVERIES.many})
    assert event.liveries.filter(name="Mercers").exists()
    assert "Best two of one livery" in {prize["name"] for prize in event.further_prizes}
    event = change_event(event, {"group_one": "house", "group_many": "houses"})
    assert not event.liveries.filter(name="Mercers").exists()
    assert event.groups.counted(2) == "2 houses"


def test_a_company_that_somebody_has_stays_when_the_word_changes() -> None:
    event = new_event()
    guest = add_guests(event, 1)[0]
    guest.livery = event.liveries.get(name="Mercers")
    guest.save()
    change_event(event, CLUBS)
    assert [livery.name for livery in event.liveries.all()] == ["Mercers"]


def test_the_word_goes_into_the_archive_and_into_the_next_evening() -> None:
    event = new_event(**CLUBS)
    document = archive(event)
    assert document["event"]["groups"] == ["club", "clubs"]
    user = User.objects.create_user("ann")
    event.officials.create(user=user, role=Role.ORGANISER)
    made = copy_event(event, ("Next", event.date), user, sign())
    assert made.groups == event.groups
    assert "groups" not in archive(new_event())["event"]


@pytest.mark.parametrize("choice", [*USUAL, "other"])
def test_each_choice_of_the_form_makes_an_evening_that_says_so(choice: str) -> None:
    user = User.objects.create_user("ann", password="a long pass phrase 7")
    client = Client()
    client.force_login(user)
    fields = {"name": "Cup Night", "date": "2027-02-11", "game": "swedish_pursuit"}
    client.post(reverse("new_event"), fields | {"groups": choice, "own_group": "house", "key": "k"})
    meant = USUAL.get(choice, Groups("house", "houses"))
    assert Event.objects.get(name="Cup Night").groups == meant


def test_a_new_club_is_taken_in_by_the_form_and_one_near_it_is_asked_about() -> None:
    event = new_event(**CLUBS)
    user = User.objects.create_user("ann", password="a long pass phrase 7")
    event.officials.create(user=user, role=Role.ORGANISER)
    client = Client()
    client.force_login(user)
    where = reverse("add_guest", args=[event.slug])

    def add(name: str, club: str) -> str:
        return client.post(where, {"name": name, "livery": club, "key": name}).content.decode()

    add("Ann Oak", "Thameside Bridge Club")
    assert "Is it Thameside Bridge Club?" in add("Bo Elm", "Thamesyde Bridge Club")
    add("Cy Ash", "new: Thamesyde Bridge Club")
    add("Di Fir", "thameside bridge club")
    assert [(guest.name, guest.livery_name) for guest in event.guests.order_by("badge")] == [
        ("Ann Oak", "Thameside Bridge Club"),
        ("Cy Ash", "Thamesyde Bridge Club"),
        ("Di Fir", "Thameside Bridge Club"),
    ]


def test_the_door_asks_about_a_club_near_a_known_one() -> None:
    event = new_event(**CLUBS)
    Livery.objects.create(event=event, name="Thameside Bridge Club", precedence=1)
    client = Client()
    client.force_login(official(event))
    where = reverse("add_here", args=[event.slug])
    fields = {"name": "Bo Elm", "company": "Thamesyde Bridge Club", "key": "a"}
    page = client.post(where, fields).content.decode()
    assert ("Is it Thameside Bridge Club?" in page, event.guests.count()) == (True, 0)
    client.post(where, fields | {"company": "new: Thamesyde Bridge Club", "key": "b"})
    assert event.guests.get().livery_name == "Thamesyde Bridge Club"
