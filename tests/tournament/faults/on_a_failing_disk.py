"""Acts on a disk that fails at each of its calls in turn, or once at every kind of call and file:
python -m tests.tournament.faults.on_a_failing_disk FOLDER [each].

The fault passes, and the server goes on with what it has open; or it lasts until the server is
started anew. Runs with the shim of failing_disk.c before the system's calls, on a migrated
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
from enum import StrEnum
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

Place = tuple[str, int]
"""A kind of call and file, and how many like it come before."""
NOWHERE = ("", 0)


class Course(StrEnum):
    """How a fault of the disk goes on: one call fails, or it and every one after it."""

    PASSES = "passes"
    LASTS = "lasts"


class Met(NamedTuple):
    """A fault: the kind of call and file at which it came, how it went on, how many calls failed,
    and what came of the act: `done`, or the fault that it raised.
    """

    call: str
    course: Course
    times: int
    outcome: str


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
    """What is tried on a failing disk, in one turn after another."""

    does: Callable[[int], object]
    """Does the act, in the turn of this number."""
    after: Callable[[int, bool], object]
    """Looks at what the turn left, on a disk that works again, and makes ready for the next one; it
    is told whether the act was done.
    """
    in_a_sentence: Callable[[Exception], bool]
    """Whether who did the act reads this fault in a sentence."""
    slow: bool = False
    """Whether the short form tries each kind of call in one course alone, as the act takes long."""


@dataclass
class Trial:
    """The folder whose disk fails, and whether it does at each call or once at every kind."""

    folder: Path
    each: bool
    turns: Iterator[int] = field(default_factory=count)

    def on_each_fault(self, found: Found, act: Act) -> Found:
        """Do the act at one fault after another; what they met is noted in `found`."""
        for course in Course:
            # Two without a fault: files are open then, or not, as in the turns that follow.
            for place in (NOWHERE, NOWHERE):
                self._turn(found, act, place, course)
            calls = _calls()
            if act.slow and not self.each:
                calls = self._half(calls, found, course)
            for place in self._places(calls, course):
                self._turn(found, act, place, course)
        found.met = [met for met in found.met if met.times]
        return found

    @staticmethod
    def _half(calls: Counter[str], found: Found, course: Course) -> Counter[str]:
        """Every other kind of call for the fault that passes, which is tried first, and those that
        have not failed by then for the one that lasts.
        """
        failed = {met.call for met in found.met if met.times}
        rest = [call for call in calls if call not in failed]
        return Counter({call: calls[call] for call in rest[:: 2 if course is Course.PASSES else 1]})

    def _places(self, calls: Counter[str], course: Course) -> list[Place]:
        """At which of these calls the disk is to fail.

        In the short form a fault that passes comes at the first of a kind, so that the act goes on
        for longest after it; one that lasts at the last, so that most is written before it.
        """
        if self.each:
            return [(call, before) for call, times in calls.items() for before in range(times)]
        return [
            (call, 0 if course is Course.PASSES else times - 1) for call, times in calls.items()
        ]

    def _turn(self, found: Found, act: Act, place: Place, course: Course) -> None:
        turn, outcome, told, shim = next(self.turns), "done", True, _shim()
        call, calls_before = place
        once = course is Course.PASSES
        shim.disk_fails(str(self.folder).encode(), call.encode(), calls_before, once)
        try:
            act.does(turn)
        except Exception as fault:
            outcome, told = f"{type(fault).__name__}: {fault}", act.in_a_sentence(fault)
        times = int(shim.disk_works())
        found.met.append(Met(call, course, times, outcome))
        found.expect(told, "not told in a sentence")
        # After a fault that lasts the server is started anew, and with nothing open it begins the
        # next turn as well.
        if course is Course.LASTS:
            connection.close()
        act.after(turn, outcome == "done")
        if course is Course.LASTS:
            connection.close()


def key_of(turn: int) -> str:
    """The key under which the act of a turn is done, and sent once more."""
    return f"turn-{turn}"


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

    def does(turn: int) -> None:
        key, said = key_of(turn), ("out", f"{version % 8 + 2} K", "A", "2 3", "9 9")
        reason = "Counted again" if version else ""
        submission = sheet(said, seen=version, reason=reason)
        act = correct_sheet if version else record_sheet
        found.receipts[key] = act(event, submission, sign(key)).number

    def after(turn: int, done: bool) -> None:
        nonlocal version
        key = key_of(turn)
        entries = LedgerEntry.objects.filter(key=key).count()
        found.expect(bool(entries) or not done, "acknowledged and not there")
        found.expect(Sheet.objects.filter(entry__key=key).count() == entries, "half saved")
        if not done:
            does(turn)
        version += 1

    return trial.on_each_fault(found, Act(does, after, _on_a_page))


def seal(trial: Trial, event: Event) -> Found:
    """The cut sealed, and the seal broken for the next turn; a refused one is sealed afterwards."""
    found = Found()

    def after(turn: int, done: bool) -> None:
        key = key_of(turn)
        entries = LedgerEntry.objects.filter(event=event, key=key).count()
        standing = Seal.objects.filter(event=event, broken_at=None).count()
        found.expect(standing == entries, "half sealed")
        found.expect(bool(entries) or not done, "acknowledged and not there")
        if not standing:
            seal_cut(event, sign(key))
        break_seal(event, sign(f"break-{key}"), reason="The next trial")

    act = Act(lambda turn: seal_cut(event, sign(key_of(turn))), after, _on_a_page, slow=True)
    return trial.on_each_fault(found, act)


def copy(trial: Trial, _event: Event) -> Found:
    """Copies here and in the second place; whatever bears the name of a finished one is whole, and
    the second place holds the head of each one that was told of.
    """
    found, made, looked = Found(), dict[int, Made](), set[Path]()
    places = (storage.folder(), storage.second() or Path())

    def does(turn: int) -> None:
        made[turn] = make_copy(prove=False)

    def after(turn: int, done: bool) -> None:
        there = {one.path for place in places for one in copies(place)}
        for path in there - looked:
            _expect_whole(found, path)
        looked.update(there)
        if done:
            here, beyond = made[turn].path, made[turn].second
            found.expect({here, beyond} <= there, "a copy was told of that is not there")
            heads = (places[1] / HEADS).read_text(encoding="utf-8").splitlines()
            found.expect(here.name in heads, "the head of a copy was not noted")

    return trial.on_each_fault(found, Act(does, after, _of_a_copy))


def bare_copy(trial: Trial, _event: Event) -> Found:
    """The control: copies that are written under their own name at once."""
    source, target, found = trial.folder / "evening.sqlite3", trial.folder / "bare", Found()
    bytes_of_source = source.read_bytes()
    act = Act(
        lambda _turn: target.write_bytes(bytes_of_source),
        lambda _turn, _done: _expect_whole(found, target),
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

    Which database lies there is told by how many entries it has. Each turn begins with the longer
    copy and one entry more.
    """
    found, former = Found(), dict[int, Path | None]()
    database = storage.database_file() or Path()
    by_entries = {_entries(path): path for path in (make_copy(prove=False).path, _longer(event))}
    fewer, more = sorted(by_entries)
    entries_before, longer_copy = more + 1, by_entries[more].read_bytes()

    def entries_of_copy(turn: int) -> int:
        return more if turn % 2 else fewer

    def does(turn: int) -> None:
        former[turn] = put_back(by_entries[entries_of_copy(turn)], timezone.now())

    def after(turn: int, done: bool) -> None:
        with closing(sqlite3.connect(database)) as opened:  # with its journal, as the server does
            whole = opened.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        found.expect(whole, "damaged")
        as_it_may_be = {entries_of_copy(turn)} if done else {entries_of_copy(turn), entries_before}
        found.expect(_entries(database) in as_it_may_be, "neither the copy nor what was there")
        connection.close()
        if done:
            path = former[turn]
            found.expect(
                path is not None and _entries(path) == entries_before, "what was there is not kept"
            )
        for stray in database.parent.glob(f"{database.name}?*"):  # its journal and what was kept
            stray.unlink()
        database.write_bytes(longer_copy)
        _one_more(event, key_of(turn))

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
    with closing(sqlite3.connect(database)) as opened:
        return int(opened.execute(f"SELECT COUNT(*) FROM {storage.LEDGER}").fetchone()[0])


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
