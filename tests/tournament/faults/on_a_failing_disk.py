"""Acts on a disk that fails at each of its calls in turn, or once at every kind of call and file:
python -m tests.tournament.faults.on_a_failing_disk FOLDER [each].

The fault passes, and the server goes on with what it has open; or it lasts, and the next act comes
after a restart. Runs with the shim of failing_disk.c before the system's calls, on a migrated
database in FOLDER; prints as JSON what was found.
"""

import ctypes
import json
import os
import sqlite3
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import asdict, dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

import django

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()

from django.db import connection
from django.utils import timezone

from tests.tournament.ending import closed_event
from tests.tournament.evening import seated_event, sheet, sign
from tournament.entry.acts import correct_sheet, record_sheet
from tournament.finals.acts import break_seal, seal_cut
from tournament.ledger.chain import append, writing
from tournament.models import Event, LedgerEntry, Seal, Sheet
from tournament.refusal import Refused
from tournament.server import sqlite_copies, storage
from tournament.server.backup import HEADS, Made, first_fault, make_copy
from tournament.server.ladder import copies
from tournament.server.restore import restore as put_back
from tournament.server.sqlite_copies import DamagedError
from tournament.server.storage import NoSuchPlaceError
from tournament.site.not_saved import kind_of

PASSES, LASTS = True, False
Place = tuple[str, int]
"""A kind of call and file, and how many like it come before."""
NOWHERE = ("", 0)


class Met(NamedTuple):
    """A fault: the kind of call and file at which it came, whether it passed, how many calls
    failed, and what came of the act: `done`, or the fault that it raised.
    """

    call: str
    passes: bool
    times: int
    said: str


@dataclass
class Found:
    """What an act met, what was not as it has to be, and the receipts that were given."""

    met: list[Met] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)
    receipts: dict[str, int] = field(default_factory=dict)

    def expect(self, true: bool, words: str) -> None:
        """Note what is not as it has to be, with the fault after which it was found."""
        if not true:
            self.wrong.append(f"{words}, after {self.met[-1]}")


@dataclass(frozen=True)
class Act:
    """An act under a key of each turn; what is looked at `after` it, on a disk that works again,
    and whether it was done; and which faults are `told` to who did it. Where it is `slow`, every
    other kind of call fails while the fault passes and the rest while it lasts.
    """

    does: Callable[[str], object]
    after: Callable[[str, bool], object]
    told: Callable[[Exception], bool]
    slow: bool = False


@dataclass
class Trial:
    """The folder whose disk fails, and whether it does at each call or once at every kind."""

    folder: Path
    each: bool
    keys: Iterator[int] = field(default_factory=count)

    def on_each_fault(self, found: Found, act: Act) -> Found:
        """Do the act at one fault after another."""
        for passes in (PASSES, LASTS):
            # Two without a fault: files are open then, or not, as in the turns that follow.
            for place in (NOWHERE, NOWHERE):
                self._turn(found, act, place, passes)
            calls = _calls()
            if act.slow and not self.each:
                failed = {met.call for met in found.met if met.times}
                rest = [call for call in calls if call not in failed]
                calls = Counter({call: calls[call] for call in (rest[::2] if passes else rest)})
            for place in self._places(calls, passes):
                self._turn(found, act, place, passes)
        found.met = [met for met in found.met if met.times]
        return found

    def _places(self, calls: Counter[str], passes: bool) -> list[Place]:
        """At which of these calls the disk is to fail."""
        if self.each:
            return [(call, before) for call, times in calls.items() for before in range(times)]
        return [(call, 0 if passes else times - 1) for call, times in calls.items()]

    def _turn(self, found: Found, act: Act, place: Place, passes: bool) -> None:
        key, said, told, shim = f"turn-{next(self.keys)}", "done", True, _shim()
        shim.disk_fails(str(self.folder).encode(), place[0].encode(), place[1], passes)
        try:
            act.does(key)
        except Exception as fault:
            said, told = f"{type(fault).__name__}: {fault}", act.told(fault)
        times = int(shim.disk_works())
        found.met.append(Met(place[0], passes, times, said))
        found.expect(told, "not told in a sentence")
        if passes is LASTS:
            connection.close()
        act.after(key, said == "done")
        if passes is LASTS:
            connection.close()


def _shim() -> Any:
    shim: Any = ctypes.CDLL(None)
    shim.disk_calls.restype = ctypes.c_char_p
    shim.disk_fails.argtypes = (ctypes.c_char_p, ctypes.c_char_p, ctypes.c_long, ctypes.c_int)
    return shim


def _calls() -> Counter[str]:
    return Counter(str(_shim().disk_calls().decode()).splitlines())


def _on_a_page(fault: Exception) -> bool:
    return bool(kind_of(fault))


def _of_a_copy(fault: Exception) -> bool:
    """What the keeper, the command and the page of copies read out."""
    return isinstance(fault, (NoSuchPlaceError, DamagedError, *storage.REFUSED_BY_DISK))


def save(trial: Trial, event: Event) -> Found:
    """A sheet in ever further versions; what was refused is sent once more, with the same key."""
    found, version = Found(), 0

    def does(key: str) -> None:
        said = ("out", f"{version % 8 + 2} K", "A", "2 3", "9 9")
        reason = "Counted again" if version else ""
        submission = sheet(said, seen=version, reason=reason)
        act = correct_sheet if version else record_sheet
        found.receipts[key] = act(event, submission, sign(key)).number

    def after(key: str, done: bool) -> None:
        nonlocal version
        entries = LedgerEntry.objects.filter(key=key).count()
        found.expect(bool(entries) or not done, "acknowledged and not there")
        found.expect(Sheet.objects.filter(entry__key=key).count() == entries, "half saved")
        if not done:
            does(key)
        version += 1

    return trial.on_each_fault(found, Act(does, after, _on_a_page))


def seal(trial: Trial, event: Event) -> Found:
    """The cut sealed, and the seal broken for the next turn; a refused one is sealed afterwards."""
    found = Found()

    def after(key: str, done: bool) -> None:
        entries = LedgerEntry.objects.filter(event=event, key=key).count()
        standing = Seal.objects.filter(event=event, broken_at=None).count()
        found.expect(standing == entries, "half sealed")
        found.expect(bool(entries) or not done, "acknowledged and not there")
        if not standing:
            seal_cut(event, sign(key))
        break_seal(event, sign(f"break-{key}"), reason="The next trial")

    act = Act(lambda key: seal_cut(event, sign(key)), after, _on_a_page, slow=True)
    return trial.on_each_fault(found, act)


def copy(trial: Trial, _event: Event) -> Found:
    """Copies here and in the second place; whatever bears the name of a finished one is whole, and
    the second place holds the head of each one that was told of.
    """
    found, made, looked = Found(), dict[str, Made](), set[Path]()
    places = (storage.folder(), storage.second() or Path())

    def does(key: str) -> None:
        made[key] = make_copy(prove=False)

    def after(key: str, done: bool) -> None:
        there = {one.path for place in places for one in copies(place)}
        for path in there - looked:
            _expect_whole(found, path)
        looked.update(there)
        if done:
            here, beyond = made[key].path, made[key].second
            found.expect({here, beyond} <= there, "a copy was told of that is not there")
            heads = (places[1] / HEADS).read_text(encoding="utf-8").splitlines()
            found.expect(here.name in heads, "the head of a copy was not noted")

    return trial.on_each_fault(found, Act(does, after, _of_a_copy))


def bare_copy(trial: Trial, _event: Event) -> Found:
    """The control: copies that are written under their own name at once."""
    source, target, found = trial.folder / "evening.sqlite3", trial.folder / "bare", Found()
    bytes_of_source = source.read_bytes()
    act = Act(
        lambda _key: target.write_bytes(bytes_of_source),
        lambda _key, _done: _expect_whole(found, target),
        _of_a_copy,
    )
    return trial.on_each_fault(found, act)


def _expect_whole(found: Found, path: Path) -> None:
    try:
        sqlite_copies.look(path)
    except DamagedError as fault:
        found.expect(False, str(fault))


def restore(trial: Trial, event: Event) -> Found:
    """Two copies put back in turn over a database that has more: at each fault the one that was
    there or the copy lies there whole; once it is put back it is the copy, and what was there is
    kept.
    """
    found, done_with = Found(), dict[str, Path | None]()
    target = storage.database_file() or Path()
    chosen = {_entries(path): path for path in (make_copy(prove=False).path, _longer(event))}
    before, longer = max(chosen) + 1, chosen[max(chosen)].read_bytes()

    def copy_of(key: str) -> int:
        return sorted(chosen)[int(key.removeprefix("turn-")) % 2]

    def does(key: str) -> None:
        done_with[key] = put_back(chosen[copy_of(key)], timezone.now())

    def after(key: str, done: bool) -> None:
        with closing(sqlite3.connect(target)) as held:  # with its journal, as the server opens it
            whole = held.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        found.expect(whole, "damaged")
        there = {copy_of(key)} if done else {copy_of(key), before}
        found.expect(_entries(target) in there, "another one")
        connection.close()
        if done:
            kept = done_with[key]
            found.expect(kept is not None and _entries(kept) == before, "not kept")
        for left in target.parent.glob(f"{target.name}?*"):
            left.unlink()
        target.write_bytes(longer)
        _one_more(event, key)

    _one_more(event, "more")
    connection.close()
    return trial.on_each_fault(
        found, Act(does, after, lambda fault: isinstance(fault, Refused), slow=True)
    )


def _longer(event: Event) -> Path:
    for number in range(40):  # further pages, not only further rows
        _one_more(event, f"longer-{number}")
    return make_copy(prove=False).path


def _one_more(event: Event, key: str) -> None:
    with writing(event) as row:
        append(row, "note", {"words": "x" * 1000}, sign(key))


def _entries(database: Path) -> int:
    with closing(sqlite3.connect(database)) as held:
        return int(held.execute(f"SELECT COUNT(*) FROM {storage.LEDGER}").fetchone()[0])


def main(folder: Path, each: bool) -> dict[str, Any]:
    """What each act met; and what verifying finds in the end."""
    trial, event = Trial(folder, each), seated_event(games_per_round=1, qualifying_rounds=1)
    found = {act.__name__: act(trial, event) for act in (restore, save, copy, bare_copy)}
    found["seal"] = seal(trial, closed_event(name="Sealed"))
    return {name: asdict(of_act) for name, of_act in found.items()} | {
        "verified": first_fault(recent=False)
    }


if __name__ == "__main__":
    print(json.dumps(main(Path(sys.argv[1]), sys.argv[2:] == ["each"])))
