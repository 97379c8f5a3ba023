"""What was entered in a wrong place: seen first, done with its reason, told in the history and in
every file.
"""

import io

import pytest
from openpyxl import load_workbook

from scoring.counting.record import standings_record
from tests.tournament.entry.test_desk import at, desk, evening, points, words
from tests.tournament.evening import save, sign
from tournament.counting.board import compute
from tournament.counting.submission import Place
from tournament.entry.acts_cards import record_round_total
from tournament.entry.acts_corrections import move_sheet
from tournament.entry.acts_reseat import reseat
from tournament.entry.wrong_place import SeatChange, SheetMove
from tournament.verification.checks import faults
from tournament.workbook import workbook

pytestmark = pytest.mark.django_db


def test_two_who_mend_the_same_mistake_mend_it_once() -> None:
    event = evening()
    save(event, ("out", "8 K", "A", "=23", "2 3 4"))
    save(event, ("8", "out", "A", "=23", "2 3 4"), (1, 1, 2))
    here = {"round": "1", "table": "1", "game": "1"}
    wishes = (
        ("move_hands", here | {"what": "hands", "one": "A", "other": "B"}),
        ("move_hands", here | {"what": "sheet", "to_table": "1", "to_game": "2"}),
        ("change_seats", {"round": "1", "badge": "1", "other": "2", "from_game": "1"}),
    )
    client = desk(event)
    for name, wish in wishes:
        asked = wish | ({"hands": "seat"} if name == "change_seats" else {})
        preview = client.post(at(event, name), asked)
        sent = asked | {"step": "save", "reason": "Wrong", "seen": preview.context["wish"].seen}
        client.post(at(event, name), sent | {"key": f"first-{sorted(asked)}"})
        once = points(event), sorted(event.seats.values_list("guest__badge", "letter", "table"))
        late = client.post(at(event, name), sent | {"key": f"second-{sorted(asked)}"})
        assert (late.status_code, "changed this meanwhile" in words(late)) == (422, True)
        assert late.context["wish"].seen != sent["seen"]
        again = points(event), sorted(event.seats.values_list("guest__badge", "letter", "table"))
        assert again == once


def test_a_move_is_seen_first_and_done_with_its_reason() -> None:
    event = evening()
    save(event, ("out", "8 K", "A", "=23", "2 3 4"))
    client, there = desk(event), at(event, "move_hands")
    wish = {
        "what": "sheet",
        "round": "1",
        "table": "1",
        "game": "1",
        "to_table": "2",
        "to_game": "1",
    }
    seen = client.post(there, wish)
    assert "Guest 2: 40 becomes not listed" in words(seen) or "Guest 2: 40 becomes 0" in words(seen)
    assert points(event) == {1: [0, 40, 1, 23, 9]}
    without = client.post(there, wish | {"step": "save", "key": "m1"})
    assert (without.status_code, "Say why" in words(without)) == (422, True)
    client.post(there, wish | {"step": "save", "key": "m2", "reason": "Wrong table"})
    assert (points(event), points(event, 2)) == ({}, {1: [0, 40, 1, 23, 9]})
    hands = {"what": "hands", "round": "1", "table": "2", "game": "1", "one": "A", "other": "B"}
    client.post(there, hands | {"step": "save", "key": "h", "reason": "Mixed up"})
    assert points(event, 2) == {1: [40, 0, 1, 23, 9]}
    refused = client.post(there, wish)
    assert (
        refused.status_code,
        "No sheet is in for round 1, table 1, game 1." in words(refused),
    ) == (422, True)
    seats = {"round": "1", "badge": "1", "other": "6", "from_game": "2", "hands": "player"}
    assert "No total changes." in words(client.post(at(event, "change_seats"), seats))
    client.post(
        at(event, "change_seats"),
        seats | {"step": "save", "key": "s", "reason": "They changed at the break"},
    )
    assert event.seats.filter(guest__ref="P001").count() == 2
    bad = client.post(at(event, "change_seats"), seats | {"other": "<b>"})
    assert (bad.status_code, "Give a badge such as 22" in words(bad)) == (422, True)
    assert list(faults(event)) == []


def test_the_history_names_who_was_on_a_sheet_and_where_it_went() -> None:
    event = evening()
    client = desk(event)
    save(event, ("out", "8 K", "A", "=23", "2 3 4"))
    change = SeatChange(1, 2, 7, hands="seat")
    reseat(event, change, sign(), reason="They sat the other way round")
    move_sheet(event, SheetMove(Place(1, 1, 1), Place(1, 1, 2)), sign(), reason="It was game 2")
    first, second = (words(client.get(at(event, "history", 1, 1, game))) for game in (1, 2))
    assert "Sheet moved from round 1, table 1, game 1 to round 1, table 1, game 2" in first
    assert all(name in first for name in ("Guest 2<", "Guest 7<"))
    assert ("Guest 2<" in second, "Guest 7<" in second) == (False, True)
    assert "to 2B and Guest 7 (7) to 1B from game 1 on" in words(
        client.get(at(event, "round_seating", 1))
    )


def test_files_say_that_only_a_total_is_known_and_sums_are_right() -> None:
    event = evening()
    record_round_total(event, (1, "P005"), 45, sign(), reason="Only a sum")
    save(event, ("out", "2", "3", "4"))
    event.refresh_from_db()
    book = load_workbook(io.BytesIO(workbook(event, compute(event))))
    entries = {row[0]: row[3:5] for row in book["Entries"].iter_rows(min_row=2, values_only=True)}
    assert (entries[5], entries[2]) == (("45 in all", None), (2, None))
    standing = next(
        row for row in book["Standings"].iter_rows(min_row=2, values_only=True) if row[2] == 5
    )
    assert (standing[5], standing[8]) == (45, None)
    record = next(
        one
        for one in standings_record(compute(event).standings, compute(event).players)
        if one["player_id"] == "P005"
    )
    assert (record["total"], record["bare_rounds"]) == (45, [1])
    assert "in all" in words(desk(event).get(at(event, "standings")))
