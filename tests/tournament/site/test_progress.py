"""Whatever takes longer than two seconds on a large evening shows how far it is: each such press on
the pages of papers, files and mails is told of line by line, and hands over the same file.
"""

import re
from collections.abc import Sequence

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.archive.test_closing_pack import over
from tests.tournament.evening import official
from tournament.models import Event
from tournament.site.progress import FILE, PROGRESS

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


@pytest.fixture
def large(monkeypatch: pytest.MonkeyPatch) -> None:
    """As an evening of thousands meets the lots of the product."""
    monkeypatch.setattr("tournament.archive.export.LOT", 2)
    monkeypatch.setattr("tournament.site.spreadsheet.ROWS_A_STEP", 2)
    monkeypatch.setattr("tournament.archive.mails.DRAFTS_A_STEP", 2)
    monkeypatch.setattr("tournament.paper.page.SHEETS_AT_ONCE", 1)
    monkeypatch.setattr("tournament.paper.page.LINES_AT_ONCE", 2)
    monkeypatch.setattr("tournament.paper.page.PAGES_AT_ONCE", 1)
    monkeypatch.setattr("tournament.paper.views.MOST_AT_ONCE", 2)


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
    """The presses that the page does not tell of, or that say nothing before the file comes."""
    addresses = (
        reverse("paper", args=[event.slug]),
        reverse("mailing", args=[event.slug, "results"]),
    )
    page = "".join(client.get(address).content.decode() for address in addresses)
    telling = [tag for tag in re.findall(r"<(?:a|form)\b[^>]*>", page) if "data-progress" in tag]
    missing = []
    for press in presses:
        name, *more = press
        address = reverse(name, args=[event.slug, *more])
        ask = client.post if name.startswith("paper_") else client.get
        answer = b"".join(ask(address, headers={"Accept": PROGRESS}))
        lines, _file, content = answer.partition(FILE)
        ready = [
            (int(done), int(total)) for done, total in re.findall(rb"(?m)^(\d+)/(\d+) ", lines)
        ]
        rising = ready == sorted(ready) and all(0 < done <= total for done, total in ready)
        if not (ready and rising and content and any(f'"{address}"' in tag for tag in telling)):
            missing.append(press)
    return missing


@pytest.mark.promise("Whatever is long on a large evening shows how far it is")
@pytest.mark.usefixtures("_changed", "large")
def test_every_long_press_shows_how_far_it_is(client: Client, event: Event) -> None:
    assert untold(client, event) == []


@pytest.mark.control("test_every_long_press_shows_how_far_it_is")
@pytest.mark.usefixtures("_changed")
def test_a_file_that_says_nothing_on_the_way_and_a_press_without_a_line_would_be_seen(
    client: Client, event: Event
) -> None:
    """A short evening: its files are there at once, and its papers one by one are plain links."""
    told_of = ("closing_pack", "paper_tonight")
    silent = [press for press in LONG if press[0] not in told_of]
    assert untold(client, event, silent) == silent


@pytest.mark.usefixtures("large")
def test_the_file_is_the_same_whether_told_of_or_not(client: Client, event: Event) -> None:
    where = reverse("archive", args=[event.slug])
    answer = b"".join(client.get(where, headers={"Accept": PROGRESS}))
    assert answer.partition(FILE)[2] == client.get(where).getvalue()
