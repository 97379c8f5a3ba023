"""The real server on a disk of 24 MB that fills up: refused plainly, read on,
recovered by itself.
"""

import json
import urllib.error
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from tests.figures import report
from tests.tournament.faults.clients import Heard, sheets
from tests.tournament.faults.databases import on_sqlite
from tests.tournament.faults.disk import disk
from tests.tournament.faults.hall import KilledHall, lay_evening, verify_words
from tests.tournament.faults.rows import doubled, integrity, lost

TRIES, TABLES, GAMES = 200, 12, 20


def asked(
    hall: KilledHall, code: str, path: str, body: object = None
) -> tuple[int, dict[str, Any]]:
    """A call of a phone: its status and what was said."""
    headers = {"Authorization": f"Bearer {code}", "X-Phone": "A" * 26, "Origin": hall.url}
    data = None if body is None else json.dumps(body).encode()
    call = urllib.request.Request(
        hall.url + path, data, headers | {"Content-Type": "application/json"}
    )
    try:
        with urllib.request.urlopen(call, timeout=30) as answer:
            return answer.status, json.loads(answer.read())
    except urllib.error.HTTPError as refused:
        with refused:
            return refused.code, json.loads(refused.read())


def page(hall: KilledHall, path: str) -> int:
    """The status of a page that anybody may open."""
    with urllib.request.urlopen(hall.url + path, timeout=30) as answer:
        return int(answer.status)


@pytest.mark.torture
@on_sqlite
@pytest.mark.promise(
    "A server on a full disk acknowledges nothing it cannot keep, reads on, and recovers by itself",
    faults=(8,),
    figure="disk_full",
)
def test_a_server_on_a_full_disk_refuses_reads_on_and_recovers(tmp_path: Path) -> None:
    heard, told = Heard(), Counter[int]()
    with disk(tmp_path, 24) as held:
        database = f"sqlite:///{held.folder / 'evening.sqlite3'}"
        slug, codes = lay_evening(database, TABLES, GAMES)
        waiting = sheets(list(range(1, TABLES + 1)), GAMES, "full")
        with KilledHall(database) as hall:
            for _try in range(20):
                _send(hall, codes, next(waiting), heard)
            filler = held.fill()
            kept = []
            for _try in range(TRIES):
                table, body = next(waiting)
                status = _send(hall, codes, (table, body), heard)
                told[status] += 1
                kept += [(table, body)] if status != 201 else []
                assert status in (201, 507)
                assert asked(hall, codes[table - 1], "/pad/state")[0] == 200
            reads = Counter(
                page(hall, f"/e/{slug}/{path}") for path in ("board/", "find/") for _ in range(10)
            )
            filler.unlink()
            recovered = Counter(_send(hall, codes, one, heard) for one in kept)
            hall.stop()
        found = lost(database, heard.receipts), doubled(database), integrity(database)
        said = verify_words(database)
    assert found == ([], 0, "ok")
    assert (set(recovered), set(reads), told[507] > TRIES // 2) == ({201}, {200}, True)
    assert "all in order" in said
    words = (
        f"{TRIES} saves on a full disk of 24 MB: {told[507]} answered 507, {told[201]} saved in"
        " room left in the file"
    )
    report(
        "disk_full",
        f"{words}; all {sum(recovered.values())} saved at the first try once there was room; 0"
        " lost",
    )


def _send(
    hall: KilledHall, codes: list[str], one: tuple[int, dict[str, object]], heard: Heard
) -> int:
    table, body = one
    status, said = asked(hall, codes[table - 1], "/pad/sheet", body)
    if status == 201:
        heard.acknowledged(str(body["key"]), said)
    elif status == 507:
        assert "NOT saved" in said["sentence"]
    return status
