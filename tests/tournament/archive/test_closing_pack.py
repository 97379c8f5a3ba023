"""The closing pack: one file of a closed evening, whose pages work anywhere, whose ledger anybody
can check, and which holds no name that was wiped.
"""

import io
import json
import re
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from pypdf import PdfReader

from tests.tournament.ending import fresh, playoff_event, signed_in
from tests.tournament.evening import UMPIRE, save, seated_event, sign
from tests.tournament.event.test_closing import played_matches
from tests.tournament.event.test_names import AFTER, FIRST, LAST
from tests.tournament.hostile import Found, hostile_event
from tests.tournament.rulings.rulings import QUEEN
from tournament.archive.acts import import_evening
from tournament.archive.check_ledger import fault_in
from tournament.archive.pack import Part, parts_of
from tournament.archive.website import website
from tournament.counting.rulings import Where
from tournament.event.acts_names import wipe_names
from tournament.finals.acts_playoff import reveal_podium
from tournament.models import Event, Guest
from tournament.rulings.acts import make_ruling, overrule
from tournament.seating.acts import close_round
from tournament.site.progress import PROGRESS, whole
from tournament.steps.acts import close_evening

pytestmark = pytest.mark.django_db
SCRIPT = "<script>alert(1)</script>"
Files = Mapping[str, bytes]


def over(**fields: Any) -> Event:
    """A closed evening of five with a play-off; the fourth goes by badge, the fifth is hostile."""
    event = playoff_event(**fields)
    for guest, first, last in zip(event.guests.order_by("badge"), FIRST, LAST, strict=True):
        Guest.objects.filter(pk=guest.pk).update(
            name=f"{first} {last}", sort_name=f"{last}, {first}", unnamed=guest.badge == 4
        )
    save(event, ("=9", "out", "=2"), (2, 1, 1))
    close_round(event, 2, sign())
    reveal_podium(event, sign())
    close_evening(event, sign())
    return fresh(event)


def made(client: Client, event: Event) -> tuple[list[str], Files]:
    """What the page was told, and the files of the pack without their folder."""
    where = reverse("closing_pack", args=[event.slug])
    answer = b"".join(client.get(where, headers={"Accept": PROGRESS}))
    lines, _file, content = answer.partition(b"\nfile\n")
    with zipfile.ZipFile(io.BytesIO(content)) as pack:
        assert pack.testzip() is None
        found = {name: pack.read(name) for name in pack.namelist()}
    assert {name.split("/")[0] for name in found} == {event.slug}
    names = [line.partition(" ")[2] for line in lines.decode().splitlines()]
    return names, {name.partition("/")[2]: content for name, content in found.items()}


def unprinted(event: Event) -> Files:
    """The pack without its papers but the first: all of them are drawn from the same rows."""
    parts = parts_of(event, AFTER)
    return {
        name: file for part in (*parts[:2], *parts[-3:]) for name, file in files_of(part).items()
    }


def files_of(part: Part) -> Files:
    """The files of one part."""
    return {name: whole(pieces) for name, pieces in part.files}


def dead_links(files: Files) -> list[str]:
    """What the pages and the sheet of a site lead to that is not in it."""
    found = []
    for name, content in files.items():
        if name.endswith((".html", ".css")):
            text = content.decode()
            for link in re.findall(r'(?:href|src)="([^"]*)"|url\("([^"]*)"\)', text):
                target = (Path("/") / name).parent / "".join(link)
                path = str(Path(*_resolved(target))).lstrip("/")
                found += [] if path in files else [f"{name}: {''.join(link)}"]
    return found


def _resolved(path: Path) -> list[str]:
    parts: list[str] = []
    for part in path.parts:
        parts = parts[:-1] if part == ".." else [*parts, part]
    return parts


def words(files: Files) -> str:
    """Everything that can be read in a pack."""
    return "\n".join(_text(name, content) for name, content in files.items())


def _text(name: str, content: bytes) -> str:
    if name.endswith(".pdf"):
        return "\n".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    if name.endswith(".xlsx"):
        with zipfile.ZipFile(io.BytesIO(content)) as book:
            return "\n".join(book.read(part).decode() for part in book.namelist())
    return "" if name.endswith(".woff2") else content.decode()


def checked(files: Files, folder: Path) -> str:
    """What the checker of a pack says where it was unpacked."""
    for name, content in files.items():
        if name.startswith("organiser/ledger/"):
            (folder / Path(name).name).write_bytes(content)
    asked = [sys.executable, "-I", str(folder / "check_ledger.py")]
    return subprocess.run(asked, capture_output=True, text=True, check=False).stdout


def test_an_evening_that_is_not_over_has_no_pack_yet() -> None:
    event = playoff_event()
    answer = signed_in(event).get(reverse("closing_pack", args=[event.slug]), follow=True)
    assert "The closing pack is made once the evening is over" in answer.content.decode()
    assert "Closing pack (zip)" not in answer.content.decode()


@pytest.mark.promise(
    "The closing pack shows an evening without a server: every link leads to a file in it, nobody"
    " is named who wished otherwise, and its ledger can be checked with Python alone"
)
def test_the_pack_of_a_closed_evening_holds_it_all(tmp_path: Path) -> None:
    event = over(venue=SCRIPT)
    client = signed_in(event)
    for page in ("evening", "paper"):
        assert "Closing pack (zip)" in client.get(reverse(page, args=[event.slug])).content.decode()
    told, files = made(client, event)
    assert (told[0], told[-1]) == ("The pages", "The record")
    assert {"Standings", "Final list", "Keepsakes, A5", "The workbook"} <= set(told)
    site = {
        name.removeprefix("site/"): file for name, file in files.items() if name.startswith("site/")
    }
    assert dead_links(site) == []
    papers = re.findall(r'href="(papers/[^"]+)"', site["index.html"].decode())
    assert set(papers) == {name for name in site if name.endswith(".pdf")}
    assert {"standings.html", "cut.html", "play-off.html", "prizes.html", "companies.html"} < set(
        site
    )
    public = words(site)
    assert [FIRST[0] in public, "Badge 4" in public, LAST[3] in public] == [True, True, False]
    assert [Found(file.decode()).faults for name, file in site.items() if "html" in name] == [
        []
    ] * 6
    assert checked(files, tmp_path).startswith("All in order:")
    document = json.loads(files["organiser/evening.json"])
    assert import_evening(document, AFTER).guests.count() == 5


@pytest.mark.control("test_the_pack_of_a_closed_evening_holds_it_all")
def test_a_dead_link_a_changed_entry_and_a_cut_off_end_are_found() -> None:
    assert dead_links({"a.html": b'<a href="b.html">', "look/c.css": b'url("../d")'}) == [
        "a.html: b.html",
        "look/c.css: ../d",
    ]
    event = over()
    files = files_of(parts_of(event, AFTER)[-1])
    head = files["organiser/ledger/head.txt"].decode().strip()
    rows = files["organiser/ledger/ledger.txt"].decode().split("\n")[:-1]
    assert fault_in(rows, head) == ""
    changed = [row.replace('"points":20', '"points":2') for row in rows]
    assert re.fullmatch(r"Entry \d+ does not match its digest\.", fault_in(changed, head))
    assert "does not end with the head" in fault_in(rows[:-1], head)
    assert fault_in(rows[1:], head) == "Entry 1 is missing."


@pytest.mark.promise("A closing pack made after the names were wiped holds none of them")
def test_once_the_names_are_wiped_a_pack_holds_none_of_them(tmp_path: Path) -> None:
    event = over()
    names = [*FIRST, *LAST]
    before = words(unprinted(event))
    assert [name for name in names if name not in before] == []
    wipe_names(event, sign(at=AFTER), text=event.name)
    after = unprinted(fresh(event))
    assert [name for name in names if name in words(after)] == []
    assert "The names of this evening were wiped" in after["READ ME.txt"].decode()
    assert checked(after, tmp_path).startswith("All in order:")


@pytest.mark.control("test_once_the_names_are_wiped_a_pack_holds_none_of_them")
def test_guests_emptied_by_hand_leave_names_in_the_pack() -> None:
    event = over()
    Guest.objects.filter(event=event, badge=1).update(name="", sort_name="")
    assert FIRST[1] in words(files_of(parts_of(event, AFTER)[-2]))


def test_hostile_names_stand_on_its_pages_as_they_are() -> None:
    site = website(hostile_event(), (), AFTER)
    assert "&lt;script&gt;alert(1)" in site["standings.html"].decode()
    html = [file.decode() for name, file in site.items() if name.endswith(".html")]
    assert [Found(page).faults for page in html] == [[]] * len(html)


def test_the_minute_of_the_site_says_what_was_asked_and_never_whom_it_concerned() -> None:
    event = seated_event(5)
    save(event, ("out", "5", "=5", "=20", "=40"))
    for _twice in range(2):
        make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 1))
    overrule(event, 1, sign(), reason="Zzagreed", own={"act": "stands"})
    page = website(event, (), AFTER)["rulings.html"].decode()
    told = re.findall(r"<td[^>]*>([^<]*)</td>", page)
    assert [told[at] for at in (0, 1, 4, 5, 6, 9)] == [
        "1",
        "Round 1",
        "Decided otherwise afterwards",
        "2",
        "Round 1",
        "Stands",
    ]
    assert all(ruling.clauses in page for ruling in event.rulings.all())
    assert [word in page for word in ("Zzagreed", UMPIRE.name, "Guest ")] == [False] * 3


def test_an_evening_of_matches_has_its_pages_too() -> None:
    site = website(played_matches(), (), AFTER)
    assert dead_links(site) == []
    assert {"standings.html", "matches.html"} < set(site)
    assert "Final" in site["matches.html"].decode()
