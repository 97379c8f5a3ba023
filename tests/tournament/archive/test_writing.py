"""An evening goes out row by row: the same file to the letter, and a large field needs no more
memory than a small one. The download bears the head of the ledger.
"""

import gc
import json
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import replace
from functools import partial

import pytest
from django.test import Client
from django.utils import timezone

from scoring.counting.board import digest
from tests.bench.field import entered_event
from tests.tournament.ending import fresh, playoff_event, sealed_event
from tests.tournament.evening import official, save, seated_event
from tests.tournament.memory import peak
from tournament.archive import export
from tournament.archive.acts import import_evening
from tournament.archive.export import archive, archive_file, written
from tournament.archive.shape import ArchiveError
from tournament.counting.board import compute
from tournament.models import Event, Role
from tournament.site.progress import Pieces
from tournament.site.spreadsheet import IN_MEMORY, Page
from tournament.site.spreadsheet import written as spreadsheet
from tournament.workbook import workbook_file
from tournament.workbook.book import pages
from tournament.workbook.page import lift_evening

pytestmark = pytest.mark.django_db
SMALL, LARGE = 30, 120
SHARE = 1.5


@pytest.mark.parametrize("make", [sealed_event, playoff_event])
def test_the_file_is_the_document_to_the_letter(make: Callable[[], Event]) -> None:
    event = make()
    assert "".join(written(event)) == json.dumps(archive(event), ensure_ascii=False, indent=1)
    pieces = archive_file(event.pk)
    read = json.loads(b"".join(piece for piece in pieces if isinstance(piece, bytes)))
    head = read.pop("ledger_head")
    assert read == json.loads(json.dumps(archive(event)))
    assert head["document"] == digest(read)


@pytest.fixture
def small_lots(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """As a field of thousands meets the lots of the product."""
    monkeypatch.setattr(export, "LOT", 20)
    monkeypatch.setattr(export, "IN_MEMORY", 1 << 14)
    monkeypatch.setattr("tournament.site.spreadsheet.IN_MEMORY", 1 << 12)
    monkeypatch.setattr("tournament.workbook.page.AT_ONCE", 20)
    monkeypatch.setattr("tournament.site.cache.AT_ONCE", 20)
    # The tests let rubbish lie for longer, so that they are quicker.
    before = gc.get_threshold()
    gc.set_threshold(700, 10, 10)
    yield
    gc.set_threshold(*before)


A_GUEST = 5_000
"""Bytes that a workbook may hold for each guest more: of 5,000 that is 25 MB."""
Made = Callable[[int], Iterable[object]]


@pytest.mark.promise("A field four times as large is written with hardly more memory")
@pytest.mark.usefixtures("small_lots")
def test_a_large_field_is_written_with_hardly_more_memory_than_a_small_one() -> None:
    share, a_guest = growths(archive_file, workbook_file)
    assert share < SHARE
    assert a_guest < A_GUEST


@pytest.mark.control("test_a_large_field_is_written_with_hardly_more_memory_than_a_small_one")
@pytest.mark.usefixtures("small_lots")
def test_a_document_or_pages_that_are_held_whole_would_be_seen() -> None:
    share, a_guest = growths(held_whole, rows_held)
    assert share > SHARE
    assert a_guest > A_GUEST


def growths(archived: Made, bound: Made) -> tuple[float, float]:
    """How many times as much an archive holds of the large field, and by how many bytes a guest
    more raises what a workbook holds.
    """
    small, large = (entered_event(guests).pk for guests in (SMALL, LARGE))
    share = peak(partial(archived, large)) / peak(partial(archived, small))
    more = peak(partial(bound, large)) - peak(partial(bound, small))
    return share, more / (LARGE - SMALL)


def held_whole(key: int) -> list[str]:
    """The file as one text of one document."""
    return [json.dumps(archive(Event.objects.get(pk=key)), indent=1)]


def rows_held(key: int) -> Pieces:
    """The workbook of pages that were all lifted before the first is written."""
    event = Event.objects.get(pk=key)
    lifted = list(pages(lift_evening(event, compute(event))))
    return spreadsheet([replace(page, rows=list(page.rows)) for page in lifted])


def test_the_rows_of_a_page_go_to_the_disk_and_not_into_memory() -> None:
    columns = [("a", 5), ("b", 9), ("c", 5)]

    def made() -> Pieces:
        rows = ((number, "A guest", number % 7) for number in range(60_000))
        return spreadsheet([Page("x", columns, rows)])

    assert peak(made) < 2 * IN_MEMORY


def test_a_workbook_goes_out_in_more_than_one_piece() -> None:
    assert len(list(workbook_file(entered_event(10).pk))) > 5


def test_the_download_alone_bears_the_head_and_says_what_it_proves() -> None:
    event = seated_event(qualifying_rounds=1, games_per_round=1)
    save(event, ("out", "5", "=5", "=20", "=40"))
    client = Client()
    client.force_login(official(event, Role.ORGANISER, "organiser"))
    document = json.loads(client.get(f"/e/{event.slug}/files/evening.json").getvalue())
    head, last = document["ledger_head"], event.ledger.last()
    assert last is not None
    assert (head["entry"], head["digest"]) == (last.number, last.digest)
    assert "changed after it was written" in head["proves"]
    assert "ledger_head" not in archive(event)
    kept = archive(fresh(import_evening(deepcopy(document), timezone.now())))
    assert kept == {key: value for key, value in document.items() if key != "ledger_head"}
    document["players"][0]["name"] = "Somebody Else"
    with pytest.raises(ArchiveError, match=r"^ledger_head\.document: .*Take ledger_head out"):
        import_evening(document, timezone.now())
    del document["ledger_head"]
    assert import_evening(document, timezone.now()).guests.filter(name="Somebody Else").exists()
