"""An act after another on a disk that fails at its first call, then at its second, and so on until
an act meets no fault any more: python -m tests.tournament.faults.on_a_failing_disk ACT SLUG FOLDER.

Runs with the shim of failing_disk.c before the system's calls; prints what was found as JSON.
"""

import ctypes
import json
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
MOST = 400
Found = list[tuple[str, int]]


def tried(folder: Path, act: Callable[[int], Any], after: Callable[[int, bool], None]) -> Found:
    """What came of the act at each place at which the disk begins to fail, and how many calls
    failed; `after` is done on a disk that works again.
    """
    from django.db import connection  # noqa: PLC0415 -- needs the settings

    shim: Any = ctypes.CDLL(None)
    found: Found = []
    for turn in range(MOST):
        shim.disk_fails(str(folder).encode(), ctypes.c_long(turn))
        try:
            act(turn)
            said = "done"
        except Exception as fault:
            said = f"{type(fault).__name__}: {fault}"
        found.append((said, int(shim.disk_works())))
        connection.close()  # as after a request that met a fault
        after(turn, said == "done")
        if not found[-1][1]:
            break
    return found


def save(slug: str, folder: Path) -> dict[str, Any]:
    """A sheet in ever further versions; a refused one is sent once more, with the same key."""
    from tests.tournament.evening import NOW, sheet  # noqa: PLC0415 -- needs the settings
    from tournament.entry.acts import record_sheet  # noqa: PLC0415
    from tournament.ledger.chain import Signature  # noqa: PLC0415
    from tournament.models import Event, LedgerEntry  # noqa: PLC0415
    from tournament.site.access import Actor  # noqa: PLC0415

    event, receipts, gone = Event.objects.get(slug=slug), {}, []

    def act(version: int) -> None:
        said = ("out", f"{version % 8 + 2} K", "A", "2 3", "9 9")
        reason = "Counted again" if version else ""
        submission = sheet(said, (1, 1, 1), seen=version, reason=reason)
        key = f"io-{version}"
        made = record_sheet(event, submission, Signature(Actor("Ursula Umpire"), NOW, key))
        receipts[key] = made.number

    def after(version: int, done: bool) -> None:
        if done and not LedgerEntry.objects.filter(key=f"io-{version}").exists():
            gone.append(version)
        if not done:
            act(version)

    return {"found": tried(folder, act, after), "receipts": receipts, "gone": gone}


def seal(slug: str, folder: Path) -> dict[str, Any]:
    """The cut sealed; the board is held by it, or not at all, and a refused seal is there once it
    is asked for again.
    """
    from tests.tournament.ending import closed_event  # noqa: PLC0415 -- needs the settings
    from tests.tournament.evening import sign  # noqa: PLC0415
    from tournament.finals.acts import break_seal, seal_cut  # noqa: PLC0415
    from tournament.models import LedgerEntry, Seal  # noqa: PLC0415

    event, gone = closed_event(), []

    def standing() -> int:
        return Seal.objects.filter(event=event, broken_at=None).count()

    def after(turn: int, done: bool) -> None:
        entries = LedgerEntry.objects.filter(event=event, key=f"seal-{turn}").count()
        if standing() != entries or (done and not entries):
            gone.append(turn)
        if not standing():
            seal_cut(event, sign(f"seal-{turn}"))
        break_seal(event, sign(f"break-{turn}"), reason="The next trial")

    found = tried(folder, lambda turn: seal_cut(event, sign(f"seal-{turn}")), after)
    return {"found": found, "gone": gone}


def copy(_slug: str, folder: Path) -> dict[str, Any]:
    """Copies; whatever bears the name of a finished one is whole."""
    from tournament.server import storage  # noqa: PLC0415 -- needs the settings
    from tournament.server.backup import make_copy  # noqa: PLC0415
    from tournament.server.storage import copies  # noqa: PLC0415

    broken: list[str] = []

    def after(_turn: int, _done: bool) -> None:
        for one in copies(folder):
            try:
                storage.look(one.path)
            except storage.DamagedError as fault:
                broken.append(str(fault))

    found = tried(folder, lambda _turn: make_copy(prove=False), after)
    return {"found": found, "gone": broken}


def bare_copy(_slug: str, folder: Path) -> dict[str, Any]:
    """The control: copies that are written under their own name at once."""
    from tournament.server import storage  # noqa: PLC0415 -- needs the settings
    from tournament.server.storage import database_file  # noqa: PLC0415

    source, target, broken = database_file() or Path(), folder / "bare.sqlite3", []
    folder.mkdir()

    def after(_turn: int, _done: bool) -> None:
        try:
            storage.look(target)
        except storage.DamagedError as fault:
            broken.append(str(fault))

    found = tried(folder, lambda _turn: target.write_bytes(source.read_bytes()), after)
    return {"found": found, "gone": broken}


def restore(_slug: str, folder: Path) -> dict[str, Any]:
    """A copy put back; at each fault a whole database lies under its name."""
    from django.utils import timezone  # noqa: PLC0415 -- needs the settings

    from tournament.models import Sheet  # noqa: PLC0415
    from tournament.server import restore as server_restore  # noqa: PLC0415
    from tournament.server.storage import copies  # noqa: PLC0415
    from tournament.server.storage import folder as of_copies  # noqa: PLC0415

    chosen, before, gone = copies(of_copies())[-1].path, Sheet.objects.count(), []

    def after(turn: int, _done: bool) -> None:
        if Sheet.objects.count() != before:
            gone.append(turn)

    found = tried(folder, lambda _turn: server_restore.restore(chosen, timezone.now()), after)
    return {"found": found, "gone": gone}


if __name__ == "__main__":
    django.setup()
    acts = {"save": save, "seal": seal, "copy": copy, "bare_copy": bare_copy, "restore": restore}
    act = acts[sys.argv[1]]
    print(json.dumps(act(sys.argv[2], Path(sys.argv[3]))))
