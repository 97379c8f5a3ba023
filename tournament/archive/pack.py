"""The closing pack: what is left of an evening in one file, to keep and to show.

It is made from the rows as they are, each time anew: once the names are wiped it holds none.
"""

import io
import zipfile
from collections.abc import Iterator, Sequence
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from django.template.loader import render_to_string
from django.utils import timezone

from tournament.archive import check_ledger
from tournament.archive.export import archive_file
from tournament.archive.website import website
from tournament.ledger.chain import spelled
from tournament.models import Event, LedgerEntry
from tournament.paper.apart import sent_apart
from tournament.paper.catalogue import catalogue
from tournament.paper.kinds import ORGANISER, SITE, Kind
from tournament.paper.page import pdf_in_pieces
from tournament.paper.sheet_size import fitted
from tournament.site.progress import Pieces, gathered, part_of
from tournament.verification.checks import faults

Files = Iterator[tuple[str, Pieces]]
"""Files by their names in the pack, each as it is made."""


class Part(NamedTuple):
    """A part of the pack: what it is called, and its files, made as they are asked for."""

    name: str
    files: Files


def parts_of(event: Event, now: datetime) -> list[Part]:
    """All parts of the pack, in the order in which they are made."""
    from tournament.workbook import workbook_file  # noqa: PLC0415 -- openpyxl is slow to load

    kinds = [kind for kind in catalogue(event) if kind.folder and not kind.waits_for]
    kinds.sort(key=lambda kind: kind.folder != SITE)
    site = [(f"papers/{kind.key}.pdf", kind.name) for kind in kinds if kind.folder == SITE]

    def part(name: str, file: str, pieces: Pieces) -> Part:
        return Part(name, iter([(file, pieces)]))

    papers = [(f"{kind.folder}/papers/{kind.key}.pdf", kind) for kind in kinds]
    workbook, evening = (sent_apart(make, event.pk) for make in (workbook_file, archive_file))
    return [
        Part("The pages", _pages(event, site, now)),
        *(part(kind.name, file, _printed(event, kind, now)) for file, kind in papers),
        part("The workbook", f"{ORGANISER}/{event.slug}.xlsx", workbook),
        part("The whole evening", f"{ORGANISER}/evening.json", evening),
        Part("The record", _ledger(event, now)),
    ]


def _pages(event: Event, papers: Sequence[tuple[str, str]], now: datetime) -> Files:
    for name, content in website(event, papers, now).items():
        yield f"{SITE}/{name}", iter([content])


def _printed(event: Event, kind: Kind, now: datetime) -> Pieces:
    content = yield from gathered(pdf_in_pieces(kind.make(now)))
    yield fitted(content, event.paper_size)


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
    folder = f"{ORGANISER}/ledger"
    yield f"{folder}/ledger.txt", iter(["".join(rows).encode()])
    yield f"{folder}/head.txt", iter([f"{head}\n".encode()])
    yield f"{folder}/check_ledger.py", iter([checker])
    yield "READ ME.txt", iter([render_to_string("archive/pack_read_me.txt", context).encode()])


class Pack:
    """The file in the making; everything of it lies in one folder that bears the event's name."""

    def __init__(self, event: Event, now: datetime) -> None:
        self._folder = event.slug
        self._at = timezone.localtime(now).timetuple()[:6]
        self._out = io.BytesIO()
        self._zip = zipfile.ZipFile(self._out, "w", zipfile.ZIP_DEFLATED)

    def add(self, name: str, content: bytes) -> None:
        """Put a file in."""
        entry = zipfile.ZipInfo(f"{self._folder}/{name}", date_time=self._at)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = 0o644 << 16
        self._zip.writestr(entry, content)

    def closed(self) -> bytes:
        """The whole file."""
        self._zip.close()
        return self._out.getvalue()


def made(event: Event, now: datetime) -> Pieces:
    """The pack: part by part how far it is, and then the file. Raises PaperUnavailable."""
    pack, parts = Pack(event, now), parts_of(event, now)
    for number, part in enumerate(parts, start=1):
        yield number, len(parts), part.name
        for name, pieces in part.files:
            content = yield from gathered(part_of(number, len(parts), part.name, pieces))
            pack.add(name, content)
    yield pack.closed()
