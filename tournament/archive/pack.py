"""The closing pack: what is left of an evening in one file, to keep and to show.

It is made from the rows as they are, each time anew: once the names are wiped it holds none.
"""

import io
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import islice
from pathlib import Path

from django.template.loader import render_to_string
from django.utils import timezone

from tournament.archive import check_ledger
from tournament.archive import export as archives
from tournament.archive.website import website
from tournament.counting.board import board
from tournament.ledger.chain import spelled
from tournament.models import Event, LedgerEntry
from tournament.paper.catalogue import catalogue
from tournament.paper.kinds import ORGANISER, SITE, Kind
from tournament.paper.page import pdf
from tournament.paper.sheet_size import fitted
from tournament.verification.checks import faults

Files = Mapping[str, bytes]


@dataclass(frozen=True, slots=True)
class Step:
    """A part of the pack: what it is called, and what makes its files."""

    name: str
    make: Callable[[], Files]


def steps(event: Event, now: datetime) -> list[Step]:
    """All parts of the pack, in the order in which they are made."""
    kinds = [kind for kind in catalogue(event) if kind.folder and not kind.waits_for]
    kinds.sort(key=lambda kind: kind.folder != SITE)
    site = [(f"papers/{kind.key}.pdf", kind.name) for kind in kinds if kind.folder == SITE]

    def printed(kind: Kind) -> Step:
        def sheets() -> Files:
            name = f"{kind.folder}/papers/{kind.key}.pdf"
            return {name: fitted(pdf(kind.make(now)), event.paper_size)}

        return Step(kind.name, sheets)

    def pages() -> Files:
        return {f"{SITE}/{file}": content for file, content in website(event, site, now).items()}

    return [
        Step("The pages", pages),
        *map(printed, kinds),
        Step("The workbook", lambda: {f"{ORGANISER}/{event.slug}.xlsx": _workbook(event)}),
        Step("The whole evening", lambda: {f"{ORGANISER}/evening.json": _archive(event)}),
        Step("The record", lambda: _ledger(event, now)),
    ]


def _workbook(event: Event) -> bytes:
    from tournament.workbook import workbook  # noqa: PLC0415 -- openpyxl is slow to load

    return workbook(event, board(event))


def _archive(event: Event) -> bytes:
    return "".join(archives.written(event)).encode()


def _ledger(event: Event, now: datetime) -> Files:
    """Every entry in the spelling its digest is made from, the head, what checks them, and what was
    found here.
    """
    entries = list(LedgerEntry.objects.filter(event=event).order_by("number"))
    uid = str(event.uid)
    rows = [f"{entry.digest} {spelled(entry, uid)}\n" for entry in entries]
    head = entries[-1].digest if entries else ""
    fault = next(islice(faults(event), 1), "")
    context = {"event": event, "made": now, "head": head, "entries": len(rows), "fault": fault}
    checker = Path(check_ledger.__file__).read_bytes()
    return {
        f"{ORGANISER}/ledger/ledger.txt": "".join(rows).encode(),
        f"{ORGANISER}/ledger/head.txt": f"{head}\n".encode(),
        f"{ORGANISER}/ledger/check_ledger.py": checker,
        "READ ME.txt": render_to_string("archive/pack_read_me.txt", context).encode(),
    }


class Pack:
    """The file in the making; everything of it lies in one folder that bears the event's name."""

    def __init__(self, event: Event, now: datetime) -> None:
        self._folder = event.slug
        self._at = timezone.localtime(now).timetuple()[:6]
        self._out = io.BytesIO()
        self._zip = zipfile.ZipFile(self._out, "w", zipfile.ZIP_DEFLATED)

    def add(self, files: Files) -> None:
        """Put these in."""
        for name, content in files.items():
            entry = zipfile.ZipInfo(f"{self._folder}/{name}", date_time=self._at)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            self._zip.writestr(entry, content)

    def closed(self) -> bytes:
        """The whole file."""
        self._zip.close()
        return self._out.getvalue()


def made(event: Event, now: datetime) -> Iterator[tuple[int, int, str, bytes]]:
    """The pack step by step: the number of each, of how many, its name; the last brings the file.

    Raises PaperUnavailable.
    """
    pack, parts = Pack(event, now), steps(event, now)
    for number, part in enumerate(parts, start=1):
        yield number, len(parts), part.name, b""
        pack.add(part.make())
    yield len(parts), len(parts), "", pack.closed()
