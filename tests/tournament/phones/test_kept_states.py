"""What a table's phones are told is kept: equal to what would be drawn, and other tables' sheets
leave its tag as it was.
"""

import re
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.forms.models import model_to_dict
from django.test.utils import CaptureQueriesContext

from tests.tournament.evening import save, seated_event
from tests.tournament.phones.phones import PhoneHeld, codes_issued, table_code
from tests.tournament.test_every_act import NAMES, STAGES, fresh, refusable, small_evening, undone
from tests.tournament.trials import TRIALS, results
from tournament.models import CodeKind, Event, row_asked
from tournament.phones import reading
from tournament.phones.entrance import OF_A_LOOK
from tournament.site.codes import digest_of
from tournament.site.keep import KEEP

pytestmark = pytest.mark.django_db
EVENINGS, ACTS, TABLES = 3, 10, (1, 2)
HANDS = ("out", "8", "3", "4", "5")


def told_and_fresh(event: Event, table: int) -> tuple[Any, Any]:
    """What the table is told, with its tag, as it is kept and as it would be drawn."""
    code = event.codes.get(kind=CodeKind.TABLE, table=table, revoked_at=None)
    code.event = fresh(event)
    phone = event.phones.create(
        digest=digest_of(f"{code.pk}-{code.event.version}"),
        first_at=code.issued_at,
        seen_at=code.issued_at,
        mark="K7",
    )
    kept = reading.state_of(code, phone), reading.tag_of(code, phone)
    key = (reading._shared, code.event.uid, table)
    entry = KEEP._entries.pop(key)
    anew = reading.state_of(code, phone), reading.tag_of(code, phone)
    KEEP._entries[key] = entry
    phone.delete()
    return kept, anew


def differences(seed: int) -> int:
    """How often a kept state was not the one that would be drawn, over an evening of any acts."""
    with undone():
        return _differences(seed)


def _differences(seed: int) -> int:
    rng, wrong = Random(seed), 0
    event = small_evening(rng.choice(STAGES[2:5]), rng)
    codes_issued(event)
    for _ in range(ACTS):
        with refusable([]):
            waiting = [game for game in results.games(event, rng) if not game.sheets.exists()]
            if waiting and rng.random() < 0.5:
                results.enter(fresh(event), rng, waiting[0])
            else:
                TRIALS[rng.choice(NAMES)].does(fresh(event), rng)
        for table in TABLES:
            if event.codes.filter(kind=CodeKind.TABLE, table=table, revoked_at=None).exists():
                kept, anew = told_and_fresh(event, table)
                wrong += kept != anew
    return wrong


@pytest.mark.promise("What phones at a table are told from what is kept is what would be drawn")
def test_a_kept_state_is_the_one_that_would_be_drawn() -> None:
    assert [differences(seed) for seed in range(EVENINGS)] == [0] * EVENINGS


@pytest.mark.control("test_a_kept_state_is_the_one_that_would_be_drawn")
def test_an_entry_that_is_missed_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "_stamp", lambda _event, _number: (0, 0))
    assert any(differences(seed) for seed in range(EVENINGS))


def test_a_sheet_of_another_table_leaves_the_tag_and_one_of_its_own_moves_it() -> None:
    event = seated_event(20)
    codes_issued(event)
    phone = PhoneHeld(table_code(event))
    tag = phone.get().headers["ETag"]
    save(event, HANDS, (1, 2, 1))
    assert phone.get(**{"if-none-match": tag}).status_code == 304
    save(event, HANDS, (1, 1, 1))
    later = phone.get(**{"if-none-match": tag})
    assert (later.status_code, later.headers["ETag"] == tag) == (200, False)


def test_a_look_with_nothing_new_reads_nine_columns_of_the_evening_in_one_question() -> None:
    event = seated_event(20)
    codes_issued(event)
    phone = PhoneHeld(table_code(event))
    tag = phone.get().headers["ETag"]
    with CaptureQueriesContext(connection) as queries:
        assert phone.get(**{"If-None-Match": tag}).status_code == 304
    [question] = (query["sql"] for query in queries)
    assert frozenset(re.findall(r'event\."(\w+)"', question.partition("FROM")[0])) == OF_A_LOOK


def test_the_record_is_read_on_from_what_is_known_and_anew_where_it_is_another_one() -> None:
    event = seated_event(20)
    records = []
    for table in (1, 2, 3):
        save(event, HANDS, (1, table, 1))
        records.append(reading.RECORD.of(fresh(event)))
    last = records[-1].number
    assert records[-1].tables == {1: last - 2, 2: last - 1, 3: last}
    assert records[0].everywhere == records[-1].everywhere == last - 3
    moved = fresh(event)
    KEEP.put(
        (reading.RECORD, moved.uid), 0, records[0]._replace(digest="of another", tables={9: 1})
    )
    with CaptureQueriesContext(connection) as queries:
        assert reading.RECORD.of(moved) == records[-1]
    assert len(queries) == 2


def test_the_rest_of_an_evening_comes_in_one_question_as_soon_as_any_of_it_is_asked() -> None:
    event = seated_event(20)
    question = "SELECT {event} FROM tournament_event event WHERE event.id = %s"
    part, *_ = row_asked(Event, "event", question, [event.pk], only=OF_A_LOOK) or (None,)
    assert part is not None
    assert part.get_deferred_fields().isdisjoint(OF_A_LOOK)
    with CaptureQueriesContext(connection) as queries:
        assert model_to_dict(part) == model_to_dict(fresh(event))
    assert len(queries) == 2
