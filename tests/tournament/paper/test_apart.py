"""PDFs and workbooks are made in a process of their own: the same papers, and when it has too much
to do or dies, a sentence.
"""

import io
import os
import signal
from collections.abc import Iterator

import pytest
from django.conf import settings
from django.db import connections
from django.urls import reverse
from openpyxl import load_workbook

from tests.tournament.ending import played_event, signed_in
from tests.tournament.evening import NOW, seated_event
from tournament.paper import apart
from tournament.paper.page import pdf
from tournament.paper.press import PaperUnavailable
from tournament.paper.seating import seating_by_name

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def process() -> Iterator[None]:
    """The process that was begun ends with these tests: to begin one takes seconds."""
    yield
    for process in apart._begun:
        process.shutdown()
    apart._forget()


@pytest.fixture
def printing(process: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a server runs."""
    monkeypatch.setattr(settings, "PRINT_APART", True)
    monkeypatch.setenv("DJANGO_SETTINGS_MODULE", "tournament.settings")


@pytest.mark.usefixtures("printing")
def test_papers_are_drawn_in_a_process_of_their_own_and_one_that_dies_is_begun_anew() -> None:
    paper = seating_by_name(seated_event(5), NOW)
    assert pdf(paper).startswith(b"%PDF")
    (process,) = apart._begun
    (number,) = process._processes
    assert number != os.getpid()
    os.kill(number, signal.SIGKILL)
    with pytest.raises(PaperUnavailable, match="nothing was made: press again"):
        pdf(paper)
    assert pdf(paper).startswith(b"%PDF")


@pytest.mark.usefixtures("printing")
def test_who_prints_while_two_others_do_is_told_to_come_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(apart, "_begun", [])
    paper = seating_by_name(seated_event(5), NOW)
    with apart._room, apart._room, pytest.raises(PaperUnavailable, match="in a few seconds"):
        pdf(paper)
    assert apart._begun == [], "nothing was begun for them"


@pytest.mark.usefixtures("printing")
@pytest.mark.django_db(transaction=True)
def test_files_are_made_there_and_sent_as_they_are_made_and_say_when_they_have_to_wait() -> None:
    event = played_event()
    client = signed_in(event)
    book, whole = (reverse(name, args=[event.slug]) for name in ("workbook", "archive"))
    settings.PRINT_APART = False
    here = cells(client.get(book).getvalue()), client.get(whole).getvalue()
    settings.PRINT_APART = True
    assert (cells(client.get(book).getvalue()), client.get(whole).getvalue()) == here
    (process,) = apart._begun
    assert os.getpid() not in process._processes
    with apart._room, apart._room:
        answers = [client.get(where, follow=True) for where in (book, whole)]
    for answer in answers:
        assert "press again in a few seconds" in answer.content.decode()


def test_a_file_comes_in_blocks_and_one_that_nobody_fetches_makes_room() -> None:
    half = apart.BLOCK // 2
    assert [len(block) for block in apart._blocks([b"x" * half] * 5)] == [2 * half, 2 * half, half]
    name = str(connections["default"].settings_dict["NAME"])
    requests = [(iter, [b"file"], str(number), name) for number in range(apart.MOST + 1)]
    assert [apart._next_block(request) for request in requests] == [b"file"] * len(requests)
    assert list(apart._files) == ["1", "2"]
    apart._files.clear()


def cells(content: bytes) -> list[tuple[str, list[tuple[object, ...]]]]:
    """Everything a workbook holds, page by page, but for the minute of the export."""
    book = load_workbook(io.BytesIO(content))
    return [(page.title, list(page.iter_rows(values_only=True))) for page in book]
