"""Every spreadsheet of the corpus gets a sentence or is read as what it is, in little memory,
opening nothing.
"""

import time
import tracemalloc
from contextlib import suppress
from pathlib import Path

import pytest
from django.conf import global_settings
from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client, override_settings
from django.urls import reverse

from tests.figures import report
from tests.tournament import guest_lists as made
from tests.tournament.evening import new_event, official
from tests.tournament.hostile_files import CORPUS, HONEST
from tests.tournament.paper.test_fetcher import opened
from tournament.models import Guest, LedgerEntry, Role
from tournament.tickets.sheets import GuestFileError
from tournament.tickets.spreadsheet import read_guest_file

MEGABYTE = 1024 * 1024
MOST = 50 * MEGABYTE


def answered(data: bytes) -> tuple[str, int, list[str]]:
    """The sentence or the number of rows, the memory it took at most, and what was opened
    meanwhile.
    """
    tracemalloc.start()
    try:
        with opened() as found:
            try:
                said = f"{len(read_guest_file('guests.xlsx', data).rows)} rows"
            except GuestFileError as refused:
                said = str(refused)
        return (
            said,
            tracemalloc.get_traced_memory()[1],
            [one for one in found if "socket" in one or "passwd" in one],
        )
    finally:
        tracemalloc.stop()


@pytest.mark.promise(
    "A hostile spreadsheet gets a sentence and little memory, and opens nothing", faults=(22,)
)
@pytest.mark.parametrize("name", sorted(CORPUS))
def test_a_hostile_spreadsheet_gets_a_sentence_and_little_memory(name: str) -> None:
    read_guest_file("warm.xlsx", made.as_xlsx(HONEST))
    said, memory, found = answered(CORPUS[name]())
    assert said.endswith((".", "rows")), said
    assert memory < MOST
    assert found == []


@pytest.mark.control("test_a_hostile_spreadsheet_gets_a_sentence_and_little_memory")
def test_without_the_guard_a_bomb_would_take_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    data = CORPUS["bomb"]()
    monkeypatch.setattr("tournament.tickets.spreadsheet._guard", lambda _data: None)
    assert answered(data)[1] > 25 * MEGABYTE


@pytest.mark.django_db
@pytest.mark.parametrize("name", ["bomb", "external entity", "quotation mark never closed"])
def test_an_upload_of_one_changes_nothing_and_says_why(name: str) -> None:
    event = new_event()
    official(event, Role.ORGANISER, "organiser")
    client = Client()
    client.force_login(User.objects.get(username="organiser"))
    before = LedgerEntry.objects.count()
    file = SimpleUploadedFile("guests.xlsx", CORPUS[name]())
    answer = client.post(reverse("import_guests", args=[event.slug]), {"file": file})
    assert answer.status_code in (200, 422)
    assert "field-wrong" in answer.content.decode() or "message-fault" in answer.content.decode()
    assert (Guest.objects.count(), LedgerEntry.objects.count()) == (0, before)


def laid_down(client: Client, where: str, folder: Path) -> tuple[str, list[str]]:
    """The page that answers a file of 4 MB, and what was opened in the folder for temporary files
    meanwhile.
    """
    file = SimpleUploadedFile("guests.xlsx", b"x" * 4 * MEGABYTE)
    with override_settings(FILE_UPLOAD_TEMP_DIR=str(folder)), opened() as found:
        shown = client.post(where, {"file": file}).content.decode()
    return shown, [one for one in found if str(folder) in one]


@pytest.mark.django_db
@pytest.mark.promise(
    "However long the files that strangers send, none goes to the disk", faults=(8, 22)
)
def test_a_file_too_long_is_cut_off_in_memory_and_told(tmp_path: Path) -> None:
    event, client = new_event(), Client()
    official(event, Role.ORGANISER, "organiser")
    assert laid_down(client, reverse("login"), tmp_path)[1] == []
    client.force_login(User.objects.get(username="organiser"))
    shown, found = laid_down(client, reverse("import_guests", args=[event.slug]), tmp_path)
    assert ("The file is larger than 2 MB" in shown, found) == (True, [])


@pytest.mark.django_db
@pytest.mark.control("test_a_file_too_long_is_cut_off_in_memory_and_told")
@override_settings(FILE_UPLOAD_HANDLERS=global_settings.FILE_UPLOAD_HANDLERS)
def test_djangos_own_way_would_lay_it_on_the_disk(tmp_path: Path) -> None:
    assert len(laid_down(Client(), reverse("login"), tmp_path)[1]) > 0


@pytest.mark.torture
@pytest.mark.promise(
    "All hostile spreadsheets are answered at once", faults=(22,), figure="hostile_files"
)
def test_all_hostile_spreadsheets_are_answered_and_their_cost_is_told() -> None:
    files = {name: make() for name, make in CORPUS.items()}
    read_guest_file("warm.xlsx", made.as_xlsx(HONEST))
    memory = {name: answered(data)[1] for name, data in files.items()}
    slowest = 0.0
    for data in files.values():
        began = time.perf_counter()
        with suppress(GuestFileError):
            read_guest_file("guests.xlsx", data)
        slowest = max(slowest, time.perf_counter() - began)
    assert max(memory.values()) < MOST
    words = (
        f"{len(files)} of {len(files)} answered, the slowest in {slowest:.2f} s, the largest in "
    )
    report("hostile_files", words + f"{max(memory.values()) / MEGABYTE:.0f} MB")
