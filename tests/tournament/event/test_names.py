"""The names of a past evening are wiped: none is left, results and chain stay, and tampering is
still found.
"""

import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.db import connection
from django.test import Client
from openpyxl import load_workbook

from scoring.counting.cut import Cut
from tests.tournament.ending import SMALL, fresh
from tests.tournament.evening import NOW, UMPIRE, official, save, seated_event, sign
from tests.tournament.rulings.rulings import QUEEN
from tournament.counting.board import compute
from tournament.counting.consequences import Change
from tournament.counting.rulings import Where
from tournament.event.acts_names import due, erase_guest, keep_names, wipe_due, wipe_names
from tournament.finals.acts import hold_board, seal_cut
from tournament.guests.acts import change_guest
from tournament.ledger.chain import tail
from tournament.ledger.wiped import WIPED
from tournament.models import Call, Event, Guest, LedgerEntry, Seal, SignIn
from tournament.phones.acts_doubts import raise_doubt
from tournament.refusal import Refused
from tournament.rulings.acts import make_ruling
from tournament.rulings.acts_adjustments import adjust
from tournament.seating.acts import close_round
from tournament.server import triggers
from tournament.server.ladder import name_of
from tournament.verification.checks import faults

FIRST = ("Zebedee", "Quintilla", "Thaddeus", "Ermintrude", "Ozymandias")
LAST = ("Quillfeather", "Ravensbourne", "Thistlewood", "Fotheringay", "Blackadder-Pym")
AFTER = NOW + timedelta(days=2)


def told_evening() -> Event:
    """A sealed evening on which the guests' names were written wherever one may write."""
    event = seated_event(5, **SMALL | {"games_per_round": 2})
    for guest, first, last in zip(event.guests.order_by("badge"), FIRST, LAST, strict=True):
        fields = {
            "first_name": first,
            "last_name": last,
            "name": f"{first} {last}",
            "status_note": f"{last} is unwell",
        }
        change_guest(
            event, guest, fields | {"email": f"{first.lower()}@{last.lower()}.example"}, sign()
        )
    save(event, ("out", "8", "5", "=20", "=40"))
    save(
        event,
        ("out", "9", "5", "=20", "=40"),
        seen=1,
        reason=f"{FIRST[1]} had a nine, says Mrs {LAST[1]}",
    )
    save(event, ("out", "8", "5", "=20", "=40"), (1, 1, 2), checker=f"{FIRST[0]} {LAST[0]}")
    ruling = make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 1))
    adjust(event, Change("points", f"{LAST[2]} argued", ruling.number, "P003", 5), sign())
    asked = {"reason": f"{LAST[3]} asks", "called_by": f"{FIRST[3]} {LAST[3]}", "called_at": NOW}
    Call.objects.create(event=event, table=event.tables.get(), **asked)
    raise_doubt(event.guests.get(badge=1), None, f"I am {FIRST[0]} and doubt it", NOW)
    SignIn.objects.create(event=event, name=f"{FIRST[4]} {LAST[4]}", at=NOW)
    hold_board(event, sign())
    close_round(event, 1, sign())
    seal_cut(event, sign())
    return fresh(event)


@pytest.fixture
def event(db: None) -> Event:
    """The evening of a day past."""
    return told_evening()


def rows() -> Iterator[tuple[str, str]]:
    """Every value of every row of every table, as text."""
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f'SELECT * FROM "{table}"')
            yield from ((table, str(value)) for row in cursor.fetchall() for value in row)


def named() -> set[str]:
    """The tables in which a name is left; words alone count, since an address may be a word of a
    name.
    """
    names = [name.lower() for name in (*FIRST, *LAST)]
    return {table for table, value in rows() if any(name in value.lower() for name in names)}


def results(event: Event) -> dict[str, Any]:
    """Places, totals and the line, by badge."""
    now = compute(event)
    return {
        "standings": [
            (standing.player, standing.place, standing.total, standing.order)
            for standing in now.standings
        ],
        "cut": now.cut.qualifiers if isinstance(now.cut, Cut) else (),
        "sealed": [(seal.edition, seal.digest) for seal in event.seals.all()],
    }


def wipe(event: Event) -> Event:
    """Wipe the names two days later."""
    return wipe_names(event, sign(at=AFTER), text=event.name)


@pytest.mark.promise(
    "The names of a past evening are wiped in one act: none is left, results and chain stay"
)
def test_no_name_is_left_anywhere_and_results_and_chain_stay(event: Event) -> None:
    before, head = results(event), tail(event).digest
    assert {
        "tournament_guest",
        "tournament_ledgerentry",
        "tournament_event",
        "tournament_seal",
    } <= named()
    wiped = fresh(wipe(event))
    assert named() == set()
    assert results(wiped) == before
    assert list(faults(wiped, head)) == []
    assert [guest.name for guest in wiped.guests.order_by("badge")] == [
        f"Guest {badge}" for badge in range(1, 6)
    ]
    assert wiped.names_wiped_at == AFTER


@pytest.mark.control("test_no_name_is_left_anywhere_and_results_and_chain_stay")
def test_a_guest_row_alone_that_is_emptied_leaves_the_names_in_many_places(event: Event) -> None:
    """The control: what one would do first is not enough."""
    Guest.objects.filter(event=event).update(
        name="", first_name="", last_name="", sort_name="", email=""
    )
    assert {
        "tournament_ledgerentry",
        "tournament_event",
        "tournament_seal",
        "tournament_sheet",
    } <= named()


@pytest.mark.promise("Tampering is found after the names were wiped as it was before", faults=(27,))
@pytest.mark.parametrize("kind", ["change", "entry of the wiping", "seal"])
def test_who_changes_a_wiped_entry_or_the_wiping_itself_is_found(event: Event, kind: str) -> None:
    wipe(event)
    triggers.drop(connection)
    if kind == "seal":
        seal = Seal.objects.get(event=event)
        seal.snapshot["cut"] = None
        seal.save()
    else:
        entries = LedgerEntry.objects.filter(event=event)
        found = (
            entries.get(kind=WIPED) if kind != "change" else entries.filter(kind="guest").first()
        )
        assert found is not None
        entries.filter(pk=found.pk).update(body=found.body | {"act": "another"})
    triggers.create(connection)
    assert list(faults(fresh(event))) != []


def test_the_past_is_guarded_again_afterwards(event: Event) -> None:
    wipe(event)
    with pytest.raises(Exception, match="the past is not changed"):
        LedgerEntry.objects.filter(event=event).update(reason="x")


def test_it_is_refused_on_the_evening_itself_under_another_name_and_twice(event: Event) -> None:
    with pytest.raises(Refused, match="not over"):
        wipe_names(event, sign(at=NOW), text=event.name)
    with pytest.raises(Refused, match="Type the name of the evening"):
        wipe_names(event, sign(at=AFTER), text=event.name.lower())
    assert named() != set()
    wipe(event)
    with pytest.raises(Refused, match="already wiped"):
        wipe(event)


def test_an_official_who_shares_a_surname_keeps_their_name_in_the_record(event: Event) -> None:
    surname = UMPIRE.name.split()[1]
    guest = event.guests.get(badge=1)
    change_guest(
        event,
        guest,
        {"first_name": "Zebedee", "last_name": surname, "name": f"Zebedee {surname}"},
        sign(),
    )
    wipe(event)
    assert set(LedgerEntry.objects.filter(event=event).values_list("actor", flat=True)) == {
        UMPIRE.name
    }


def test_how_long_names_are_kept_says_when_they_are_due(event: Event) -> None:
    assert due(event) is None
    assert due(keep_names(event, 30)) == event.date + timedelta(days=30)
    assert due(keep_names(event, None)) is None
    with pytest.raises(Refused, match="Days"):
        keep_names(event, -1)
    keep_names(event, 30)
    assert due(fresh(wipe(event))) is None


def _bytes_of(database: str) -> bytes:
    """What the file and its journal hold, read by another process: to close a file takes from a
    process the locks that SQLite has on it.
    """
    read = "import pathlib, sys; sys.stdout.buffer.write(pathlib.Path(sys.argv[1]).read_bytes())"
    return b"".join(
        subprocess.run([sys.executable, "-c", read, path], check=True, capture_output=True).stdout
        for path in (database, f"{database}-wal")
        if Path(path).exists()
    )


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "sqlite", reason="the freed pages of a file are SQLite's")
def test_the_database_file_itself_holds_no_name_afterwards() -> None:
    made = told_evening()
    wipe(made)
    call_command("scrub")
    held = _bytes_of(str(connection.settings_dict["NAME"])).lower()
    assert [name for name in (*FIRST, *LAST) if name.lower().encode() in held] == []


def test_the_page_sets_the_days_wipes_on_the_typed_name_and_tells_which_copies_hold_the_names(
    event: Event, tmp_path: Path, settings: Any
) -> None:
    settings.BACKUP_DIR, settings.BACKUP_SECOND = str(tmp_path / "one"), str(tmp_path / "two")
    for place, days in (("one", 0), ("one", 1), ("one", 9999), ("two", 0)):
        (tmp_path / place).mkdir(exist_ok=True)
        (
            tmp_path / place / name_of("spring", NOW + timedelta(days=days - 400), 7, "0123abcd")
        ).touch()
    client, page = Client(), f"/e/{event.slug}/names/"
    client.force_login(official(event))
    Event.objects.filter(pk=event.pk).update(date=NOW.date() - timedelta(days=3650))
    assert client.post(page, {"act": "keep", "days": "30"}).status_code == 302
    assert "Due from" in client.get(page).content.decode()
    assert client.post(page, {"act": "keep", "days": "x"}).status_code == 422
    assert client.post(page, {"act": "wipe", "typed": ""}).status_code == 422
    assert (
        "Type the name"
        in client.post(page, {"act": "wipe", "typed": "Another"}, follow=True).content.decode()
    )
    shown = client.post(page, {"act": "wipe", "typed": event.name}, follow=True).content.decode()
    assert "No names are left here" in shown
    told = [
        words
        for words in ("2 copies", str(tmp_path / "one"), "1 copy", str(tmp_path / "two"))
        if words in shown
    ]
    assert len(told) == 4
    assert named() == set()


def left(*names: str) -> set[str]:
    """The tables in which one of these names is left."""
    lower = [name.lower() for name in names]
    return {table for table, value in rows() if any(name in value.lower() for name in lower)}


@pytest.mark.promise(
    "One guest who asks is erased: the name is nowhere, the others stay, the chain holds"
)
def test_one_guest_who_asks_is_erased_and_nobody_else_is(event: Event) -> None:
    guest, before, head = event.guests.get(badge=2), results(event), tail(event).digest
    others = [name for place, name in enumerate((*FIRST, *LAST)) if place % 5 != 1]
    places = {name: left(name) for name in others}
    assert {"tournament_guest", "tournament_sheet", "tournament_seal"} <= left(FIRST[1], LAST[1])
    erase_guest(event, guest, sign(), text=guest.name)
    assert left(FIRST[1], LAST[1]) == set()
    assert {name: left(name) for name in others} == places
    assert results(event) == before
    assert list(faults(fresh(event), head)) == []
    assert event.guests.get(badge=2).name == "Guest 2"


@pytest.mark.control("test_one_guest_who_asks_is_erased_and_nobody_else_is")
def test_a_changed_name_alone_is_left_in_many_places(event: Event) -> None:
    """The control: the list would say another name, the record still the old one."""
    change_guest(
        event,
        event.guests.get(badge=2),
        {"name": "Guest 2", "first_name": "", "last_name": "", "email": "", "status_note": ""},
        sign(),
    )
    assert {"tournament_ledgerentry", "tournament_sheet", "tournament_seal"} <= left(
        FIRST[1], LAST[1]
    )


def test_everybody_is_wiped_after_one_was_erased_and_the_chain_holds(event: Event) -> None:
    guest, head = event.guests.get(badge=2), tail(event).digest
    erase_guest(event, guest, sign(), text=guest.name)
    wiped = fresh(wipe(fresh(event)))
    assert named() == set()
    assert list(faults(wiped, head)) == []


def test_a_name_that_two_guests_bear_stays_where_it_may_be_the_other_s(event: Event) -> None:
    name = f"{FIRST[0]} {LAST[0]}"
    peer = event.guests.get(badge=3)
    fields = {"name": name, "first_name": FIRST[0], "last_name": LAST[0]}
    change_guest(event, peer, fields, sign())
    erase_guest(event, event.guests.get(badge=1), sign(), text=name)
    assert (event.guests.get(badge=1).name, event.guests.get(badge=3).name) == ("Guest 1", name)


def test_erasing_is_refused_under_another_name_and_twice(event: Event) -> None:
    guest = event.guests.get(badge=2)
    with pytest.raises(Refused, match="Type the name of the guest"):
        erase_guest(event, guest, sign(), text="Somebody")
    erase_guest(event, guest, sign(), text=guest.name)
    with pytest.raises(Refused, match="has no name any more"):
        erase_guest(event, guest, sign(), text="Guest 2")


def test_names_go_by_themselves_on_their_day_where_the_organiser_said_so(event: Event) -> None:
    keep_names(event, 0, alone=False)
    assert wipe_due() == []
    keep_names(event, 0, alone=True)
    assert wipe_due() == []  # the day is still to come
    Event.objects.filter(pk=event.pk).update(date=NOW.date() - timedelta(days=3650))
    assert wipe_due() == [event.slug]
    assert named() == set()
    assert wipe_due() == []


def test_the_page_erases_on_the_typed_name_alone(event: Event) -> None:
    client, page = Client(), f"/e/{event.slug}/names/2/"
    client.force_login(official(event))
    assert client.post(page, {"typed": "Somebody"}).status_code == 422
    answer = client.post(page, {"typed": event.guests.get(badge=2).name}, follow=True)
    assert "Guest 2 has no name here any more." in answer.content.decode()
    assert client.get(f"/e/{event.slug}/names/999/").status_code == 404


def test_a_guest_s_own_data_is_one_file_that_holds_what_is_kept_of_them_alone(
    event: Event,
) -> None:
    client = Client()
    client.force_login(official(event))
    answer = client.get(f"/e/{event.slug}/guests/2/data/")
    cells = {
        str(cell.value)
        for sheet in load_workbook(BytesIO(answer.content)).worksheets
        for row in sheet.iter_rows()
        for cell in row
    }
    name = f"{FIRST[1]} {LAST[1]}"
    assert {name, f"{FIRST[1].lower()}@{LAST[1].lower()}.example", "9", "B"} <= cells
    assert not [cell for cell in cells if FIRST[0] in cell or LAST[2] in cell]
