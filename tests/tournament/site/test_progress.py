"""Whatever takes longer than two seconds on a large evening shows how far it is, wherever it is
pressed: a browser that asks for such a file gets the page that tells of it, which hands over the
same file as a program gets. Every address of a file is asked for.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import unescape
from http import HTTPStatus
from urllib.parse import urljoin, urlsplit

import pytest
from django.test import Client
from django.urls import Resolver404, resolve, reverse
from django.utils import timezone

from tests.tournament.archive.test_closing_pack import over
from tests.tournament.evening import official
from tests.tournament.route_calls import OF_THE_GAME
from tests.tournament.test_growth import addresses
from tournament.models import Event, Role
from tournament.site.downloads import AT_ONCE
from tournament.site.progress import FILE, PROGRESS, line_by_line

pytestmark = pytest.mark.django_db
Press = tuple[str, ...]
LONG: Sequence[Press] = (
    ("paper_changed",),
    ("workbook",),
    ("archive",),
    ("closing_pack",),
    ("mails", "results"),
    ("paper_tonight",),
    ("paper_page", "score-cards"),
    *(("paper_pdf", key) for key in ("score-cards", "standings", "seating-by-name", "keepsakes")),
)
"""Each press by its route, with what its address holds behind the evening; what changed comes
before everything is printed anew.
"""
BUNDLES = ("closing_pack", "paper_tonight")
"""Of these it is told too how far each long part is."""
SHORT = {"standings_csv", "standings_json", "guest_data"}
LISTS = {"standings", "as_of", "guests", "door", "chances", "seating_balance", "check_queue"}
"""Files that are there within two seconds at 5,000 guests (docs/proofs/performance.md): of their
own, and of a list that is looked at.
"""
PAGE = "text/html,application/xhtml+xml,*/*;q=0.8"
"""What a browser says it takes; it takes packed answers too, in which lines would wait for more."""


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """As an evening of thousands meets the lots of the product."""
    monkeypatch.setattr("tournament.archive.export.LOT", 2)
    monkeypatch.setattr("tournament.site.spreadsheet.ROWS_A_STEP", 2)
    monkeypatch.setattr("tournament.archive.mails.DRAFTS_A_STEP", 2)
    monkeypatch.setattr("tournament.paper.page.SHEETS_AT_ONCE", 1)
    monkeypatch.setattr("tournament.paper.page.LINES_AT_ONCE", 2)
    monkeypatch.setattr("tournament.paper.page.PAGES_AT_ONCE", 1)
    monkeypatch.setattr("tournament.site.downloads.MANY", 2)


@pytest.fixture
def event() -> Event:
    event = over()
    event.guests.update(email="guest@example.org")
    return event


@pytest.fixture
def _changed(client: Client, event: Event) -> None:
    client.post(reverse("paper_pdf", args=[event.slug, "score-cards"]))
    event.guests.filter(badge=1).update(name="Zoe Young", sort_name="Young, Zoe")


@pytest.fixture
def client(event: Event) -> Client:
    visitor = Client()
    visitor.force_login(official(event))
    return visitor


def untold(client: Client, event: Event, presses: Sequence[Press] = LONG) -> list[Press]:
    """The presses that do not lead to the page that tells, or say nothing before the file comes."""
    missing = []
    for press in presses:
        name, *more = press
        address = reverse(name, args=[event.slug, *more])
        ask = client.post if name.startswith("paper_") else client.get
        page = ask(address, headers={"Accept": PAGE}).getvalue()
        begins = (
            rb'action="%s"\s+data-progress="\S+" data-kind="\S+"\s+data-name="\S+" data-begins="'
        )
        answer = b"".join(ask(address, headers={"Accept": PROGRESS, "Accept-Encoding": "gzip"}))
        lines, _file, content = answer.partition(FILE)
        ready = [
            (int(done), int(total)) for done, total in re.findall(rb"(?m)^(\d+)/(\d+) ", lines)
        ]
        rising = ready == sorted(ready) and all(0 < done <= total for done, total in ready)
        within = name not in BUNDLES or re.search(rb", \d+ of \d+ (lines|sheets|rows)\b", lines)
        leads = re.search(begins % address.encode(), page)
        if not (ready and rising and within and content and leads):
            missing.append(press)
    return missing


@pytest.mark.promise("Whatever is long on a large evening shows how far it is")
@pytest.mark.usefixtures("_changed", "large")
def test_every_long_press_shows_how_far_it_is(client: Client, event: Event) -> None:
    assert untold(client, event) == []


@pytest.mark.control("test_every_long_press_shows_how_far_it_is")
@pytest.mark.usefixtures("_changed")
def test_a_file_that_says_nothing_on_the_way_and_one_that_comes_at_once_would_be_seen(
    client: Client, event: Event
) -> None:
    """A short evening: its files are there at once, and what is bound of several says nothing of
    how far each of them is.
    """
    silent = [press for press in LONG if press != ("paper_changed",)]
    assert untold(client, event, silent) == silent


def links_to_files(client: Client, event: Event) -> dict[str, str]:
    """Of each file that the pages of the evening lead to, by a link or a press, an address by its
    route.
    """
    files, links = {"paper_page", "paper_changed"}, set()
    for name, page in addresses(event).items():
        if name in OF_THE_GAME:
            continue
        answer = client.get(page, headers={"Accept": PAGE})
        if answer.status_code == HTTPStatus.ACCEPTED or answer.has_header("Content-Disposition"):
            files.add(name)
        elif "html" in answer.headers["Content-Type"]:
            targets = re.findall(r'(?:href|action)="([^"]*)"', answer.content.decode())
            links |= {urljoin(page, unescape(target)) for target in targets}
    leading = {_route(link): link for link in sorted(links) if "file=" in link}
    return leading | {route: link for link in sorted(links) if (route := _route(link)) in files}


def _route(address: str) -> str:
    try:
        return resolve(urlsplit(address).path).url_name or ""
    except Resolver404:
        return ""


def come_at_once(clients: Iterable[Client], links: Mapping[str, str]) -> set[str]:
    """The files that some official gets without the page that tells."""
    return {
        name
        for name, link in links.items()
        for client in clients
        for ask in ((client.get, client.post) if name.startswith("paper_") else (client.get,))
        if ask(link, headers={"Accept": PAGE}).has_header("Content-Disposition")
    }


def officials(event: Event) -> list[Client]:
    """One of each role."""
    clients = [Client() for _role in Role]
    for client, role in zip(clients, Role, strict=True):
        client.force_login(official(event, role, f"the {role}"))
    return clients


@pytest.mark.promise("No link to a long file hands it over without telling how far it is")
@pytest.mark.usefixtures("large")
def test_every_link_to_a_file_leads_through_the_page_that_tells(
    client: Client, event: Event
) -> None:
    links = links_to_files(client, event)
    assert set(links) == {name for name, *_more in LONG} | SHORT | LISTS
    assert come_at_once(officials(event), links) == SHORT | LISTS


@pytest.mark.control("test_every_link_to_a_file_leads_through_the_page_that_tells")
def test_a_link_to_a_file_that_comes_at_once_would_be_seen(event: Event) -> None:
    links = {"archive": reverse("archive", args=[event.slug])}
    assert come_at_once(officials(event), links) == {"archive"}


@pytest.mark.usefixtures("large")
def test_the_file_is_the_same_whether_told_of_or_not(client: Client, event: Event) -> None:
    where = reverse("archive", args=[event.slug])
    answer = b"".join(client.get(where, headers={"Accept": PROGRESS}))
    file = client.get(where, {AT_ONCE: "1"}, headers={"Accept": PAGE})
    assert answer.partition(FILE)[2] == file.getvalue()


def test_what_is_made_while_it_goes_out_has_the_time_of_its_evening() -> None:
    def zones() -> Iterator[bytes]:
        yield timezone.get_current_timezone_name().encode()

    with timezone.override("Pacific/Auckland"):
        answer = line_by_line(zones())
    assert b"".join(answer) == b"Pacific/Auckland"
