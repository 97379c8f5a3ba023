"""Where a figure of a standing stands. A new row of `COLUMNS` in `scoring/counting/figures.py`,
named by a format, is on the officials' page, on paper (with a heading for it, where there is
room), in the workbook, the CSV and the JSON without another line. The files are a contract: whoever
reads them finds a new name, so `tests/reference/` and `docs/changes.md` name it too. What anybody
may see has its own, shorter list, to which no figure is added unasked.
"""

import csv
import io
import json
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse

from scoring.counting.figures import COLUMNS, FIGURES
from scoring.formats.catalogue import FORMATS
from tests.tournament.evening import official
from tests.tournament.formats import evening_of
from tournament.counting.board import compute
from tournament.counting.columns import figures
from tournament.counting.formats import event_format
from tournament.models import Event
from tournament.paper.results import MOST_FIGURES
from tournament.screens.views_wall import released_board
from tournament.standings.public import PublicPlace, released

pytestmark = pytest.mark.django_db
GAMES = {
    "swedish_pursuit": ("out", "8", "A", "2"),
    "switch": ("1", "2", "3", "4"),
    "ottawa": ("O", "A", "K", "2"),
    "pursuit_racing": ("5/1", "3/2", "2/3", "1/4"),
}


@pytest.fixture(params=GAMES)
def event(request: pytest.FixtureRequest) -> Event:
    """An evening of a game with its first sheet in."""
    made = evening_of(request.param, 4)
    hands = {f"hand_{seat}": hand for seat, hand in zip("ABCD", GAMES[request.param], strict=True)}
    sent = {"key": "first", "seen": 0, "checked": "on", **hands}
    answer = of_official(made).post(reverse("sheet", args=[made.slug, 1, 1, 1]), sent)
    assert answer.status_code == 302
    return made


def of_official(event: Event) -> Client:
    """A browser of the organiser."""
    client = Client()
    client.force_login(official(event))
    return client


def read(event: Event, name: str, *more: str, **query: str) -> bytes:
    """What the organiser gets of a page or file."""
    client = Client()
    client.force_login(event.officials.get().user)
    return b"".join(client.get(reverse(name, args=[event.slug, *more]), query))


def test_every_figure_of_a_format_stands_in_every_output_of_the_officials(event: Event) -> None:
    columns = figures(event_format(event))
    page = read(event, "standings", figures="1").decode()
    paper = read(event, "paper_page", "standings").decode()
    printed = [column.paper for column in columns if column.paper][:MOST_FIGURES]
    heads = next(csv.reader(io.StringIO(read(event, "standings_csv").decode())))
    row = json.loads(read(event, "standings_json"))["standings"][0]
    names = [column.name for column in columns]
    assert [column.heading for column in columns if f"{column.heading}</a></th>" not in page] == []
    assert [heading for heading in printed if heading not in paper] == []
    assert [name for name in heads if name in FIGURES] == names
    assert [name for name in names if name not in row] == []
    assert [column.workbook[0] for column in columns if column.workbook[0] not in book(event)] == []


def book(event: Event) -> str:
    """All words of the workbook."""
    with ZipFile(io.BytesIO(read(event, "workbook"))) as parts:
        return "".join(parts.read(name).decode() for name in parts.namelist() if "sheets" in name)


def test_what_anybody_may_see_has_a_list_of_its_own(event: Event) -> None:
    (first, *_rest) = released(event, compute(event))["rows"]
    place = {"place", "name", "livery", "total", "to_play"}
    assert set(first) == place | {"player", "on_the_line", "won"}
    assert set(released_board(event)["rows"][0]) == place
    assert set(PublicPlace.__dataclass_fields__) == {
        "place",
        "total",
        "stage",
        "as_of",
        "held",
        "read",
    }


def test_every_figure_has_words_for_the_page_and_the_workbook_but_the_last_round() -> None:
    wordless = [column.name for column in COLUMNS if not (column.heading and column.workbook[0])]
    assert wordless == ["last_round"]
    assert {name for form in FORMATS.values() for name in form.figures} <= set(FIGURES)
