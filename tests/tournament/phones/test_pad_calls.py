"""What a phone at a table may do by its code alone, and what every other call meets."""

import json
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.counting.sheet import SeatEntry
from scoring.games.rulebooks import RULEBOOKS
from tests.tournament.ending import signed_in
from tests.tournament.evening import seated_event, sign
from tests.tournament.evening import sheet as submission
from tests.tournament.phones.phones import PhoneHeld, codes_issued, sheet_sent, table_code
from tournament.counting.faces import pad_tokens
from tournament.counting.submission import Place
from tournament.entry.acts import record_sheet, resolve_conflict
from tournament.entry.acts_corrections import move_sheet
from tournament.entry.wrong_place import SheetMove
from tournament.event.forms_rules import new_columns
from tournament.models import Event, LedgerEntry, Phone, Purse, Sheet, Table
from tournament.models.guest import fault_in_name
from tournament.phones import pages_answers
from tournament.phones.forms import UnreadableError
from tournament.phones.reading import keys
from tournament.seating.acts import close_round
from tournament.seating.acts_seats import leave
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
FIRST = ("out", "8", "3 4", "X X", "=23")


@pytest.fixture
def event() -> Event:
    """Two tables of five, one game a round, with codes on paper."""
    made = seated_event(10, games_per_round=2)
    codes_issued(made)
    return made


@pytest.fixture
def phone(event: Event) -> PhoneHeld:
    """A phone that scanned the card of table 1."""
    return PhoneHeld(table_code(event))


def told(answer: HttpResponse) -> dict[str, Any]:
    """The JSON of an answer."""
    said: dict[str, Any] = json.loads(answer.content)
    return said


def faults_of(answer: HttpResponse) -> list[tuple[str, str]]:
    """Field and kind of each fault."""
    assert answer.status_code == 422, answer.content
    return [(fault["field"], fault["kind"]) for fault in told(answer)["faults"]]


def test_the_state_says_all_that_the_pad_shows(event: Event, phone: PhoneHeld) -> None:
    state = phone.state()
    assert (state["table"], state["tables"], state["packs"], state["umpire"]) == (1, [1], 1, "")
    assert state["settings"] == {"ticks": "all"}
    assert state["round"] == {
        "number": 1,
        "name": "Round 1",
        "open": True,
        "games": 2,
        "next": 1,
        "fresh": True,
    }
    assert [(key["key"], key["points"], key["has"]) for key in state["keys"]] == [
        ("A", 1, 4),
        *((str(number), number if number != 8 else 30, 4) for number in range(2, 10)),
        ("X", 10, 16),
    ]
    seats = state["games"][0]["seats"]
    assert [(seat["seat"], seat["guest"], seat["checker"]) for seat in seats] == [
        ("A", "P001", "B"),
        ("B", "P002", "C"),
        ("C", "P003", "D"),
        ("D", "P004", "E"),
        ("E", "P005", "A"),
    ]
    assert state["people"]["P003"]["name"] == "Guest 3"
    assert state["totals"]["P001"] == {"round": 0, "carried": 0, "total": 0}


def test_the_pads_have_the_keys_of_the_pack_and_one_for_tens_and_courts_that_count_alike() -> None:
    tokens = {name: "".join(pad_tokens(book.rules())) for name, book in RULEBOOKS.items()}
    assert {name: tokens[name] for name in ("swedish_pursuit", "ottawa", "mau_mau")} == {
        "swedish_pursuit": "A23456789X",
        "ottawa": "A23456789X",
        "mau_mau": "A789TJQK",
    }
    shown = keys(RULEBOOKS["mau_mau"].rules())
    assert [(one["key"], one["has"]) for one in shown] == [(rank, 4) for rank in "A789TJQK"]


@pytest.mark.parametrize("since", [1, 2])
def test_the_state_of_a_table_that_everybody_left_says_so_once_no_game_waits(since: int) -> None:
    event = seated_event(10, qualifying_rounds=1, games_per_round=2)
    codes_issued(event)
    phone = PhoneHeld(table_code(event))
    for badge in range(1, 6):
        assert phone.state()["left"] == ""
        leave(event, f"P{badge:03}", (1, since), sign(), reason="The last train")
    if since == 2:
        assert (phone.state()["left"], phone.state()["round"]["next"]) == ("", 1)
        assert phone.post("sheet", sheet_sent(FIRST)).status_code == 201
    state = phone.state()
    assert state["left"] == "Everybody has left this table: nothing more is entered here."
    assert ([game["game"] for game in state["games"]], state["round"]["next"]) == (
        list(range(1, since)),
        None,
    )
    assert PhoneHeld(table_code(event, 2)).state()["left"] == ""


def test_a_state_that_has_not_changed_costs_four_queries_and_a_whole_one_few(
    event: Event, phone: PhoneHeld
) -> None:
    first = phone.get()
    phone.post("sheet", sheet_sent(FIRST))
    with CaptureQueriesContext(connection) as whole:
        second = phone.get()
    with CaptureQueriesContext(connection) as again:
        PhoneHeld(phone.code, key=phone.key).get()
    with CaptureQueriesContext(connection) as unchanged:
        third = phone.get(**{"if-none-match": second.headers["ETag"]})
    assert (second.status_code, third.status_code, third.content) == (200, 304, b"")
    assert first.headers["ETag"] != second.headers["ETag"]
    assert len(unchanged) <= 4
    assert len(again) <= 15
    assert len(whole) <= 24  # the first after a change also makes the board, which all tables share


def test_the_answer_says_the_points_that_a_phone_cannot_count_itself(
    event: Event, phone: PhoneHeld
) -> None:
    assert "entries" not in told(phone.post("sheet", sheet_sent(FIRST)))
    race = seated_event(5, **new_columns("pursuit_racing", {}))
    codes_issued(race)
    laps = tuple(
        SeatEntry(seat, laps=ran) for seat, ran in zip("ABCDE", (3, 5, 3, 0, 1), strict=True)
    )
    sent, racing = sheet_sent((), seats=laps), PhoneHeld(table_code(race))
    for answer in (racing.post("sheet", sent), racing.post("sheet", sent)):
        assert [row["points"] for row in told(answer)["entries"]] == [2.5, 1, 2.5, 5, 4]
    assert racing.state()["games"][0]["entries"] == told(answer)["entries"]


def test_a_sheet_is_saved_once_however_often_it_is_sent(event: Event, phone: PhoneHeld) -> None:
    sent = sheet_sent(FIRST, umpire="Dr Vane")
    first, again = phone.post("sheet", sent), phone.post("sheet", sent)
    other = PhoneHeld(table_code(event)).post("sheet", sent)
    assert [answer.status_code for answer in (first, again, other)] == [201, 200, 200]
    assert {told(answer)["receipt"] for answer in (first, again, other)} == {told(first)["receipt"]}
    assert [told(answer)["repeated"] for answer in (first, again, other)] == [False, True, True]
    assert told(again)["saved_at"] == told(first)["saved_at"]
    saved = Sheet.objects.get(event=event)
    assert (saved.version, saved.checked, saved.entered_by) == (
        1,
        True,
        f"Dr Vane, phone {Phone.objects.order_by('pk')[0].mark}",
    )
    assert [tally.points for tally in saved.tallies.order_by("seat")] == [0, 30, 7, 20, 23]
    game = phone.state()["games"][0]
    assert (game["state"], game["version"], game["receipt"]) == (
        "entered",
        1,
        told(first)["receipt"],
    )
    assert game["entries"][3] == {
        "seat": "D",
        "guest": "P004",
        "points": 20,
        "hand": "X X",
        "cards": 2,
    }
    assert phone.state()["round"]["next"] == 2
    assert phone.state()["totals"]["P002"] == {"round": 30, "carried": 0, "total": 30}
    assert list(faults(event)) == []


def test_the_answer_to_a_lost_reply_is_the_receipt_even_after_the_round_was_closed(
    event: Event, phone: PhoneHeld
) -> None:
    sent = [sheet_sent(FIRST, game=game) for game in (1, 2)]
    receipts = [told(phone.post("sheet", one))["receipt"] for one in sent]
    for game in (1, 2):
        record_sheet(event, submission(FIRST, (1, 2, game)), sign())
    close_round(event, 1, sign())
    again = [phone.post("sheet", one) for one in sent]
    assert [(answer.status_code, told(answer)["receipt"]) for answer in again] == [
        (200, number) for number in receipts
    ]
    assert faults_of(
        phone.post("sheet", sheet_sent(("8", "out", "3", "4", "5"), seen=1, reason="read wrongly"))
    ) == [("", "round_not_open")]


def test_a_sheet_that_the_desk_took_away_is_not_called_saved(
    event: Event, phone: PhoneHeld
) -> None:
    sent = sheet_sent(FIRST)
    assert phone.post("sheet", sent).status_code == 201
    move_sheet(event, SheetMove(Place(1, 1, 1), Place(1, 1, 2)), sign(), reason="it was game 2")
    assert phone.state()["round"]["next"] == 1
    assert faults_of(phone.post("sheet", sent)) == [("", "taken_away")]
    assert phone.post("sheet", sheet_sent(("8", "out", "3 4", "X X", "=23"))).status_code == 201
    assert phone.post("sheet", sent).status_code == 200  # an old resend: the game is in meanwhile
    assert list(faults(event)) == []


def test_two_differing_sheets_are_both_shown_and_the_desk_may_choose_either(
    event: Event, phone: PhoneHeld
) -> None:
    phone.post("sheet", sheet_sent(FIRST))
    mine = sheet_sent(("out", "9", "3 4", "X X", "=23"))
    answer = PhoneHeld(table_code(event)).post("sheet", mine)
    said = told(answer)
    assert answer.status_code == 409
    assert [said["theirs"]["entries"][1]["hand"], said["yours"]["entries"][1]["hand"]] == ["8", "9"]
    assert (said["theirs"]["version"], Sheet.objects.filter(event=event).count()) == (1, 1)
    assert [phone.state()["games"][0][name] for name in ("conflict", "chosen")] == [True, False]
    chosen = submission(
        ("out", "9", "3 4", "X X", "=23"), seen=1, checked=True, reason="the hand was shown"
    )
    resolve_conflict(event, chosen, sign())
    assert PhoneHeld(table_code(event)).post("sheet", mine).status_code == 200


def test_after_the_table_has_chosen_both_phones_and_the_desk_say_the_same(
    event: Event, phone: PhoneHeld
) -> None:
    phone.post("sheet", sheet_sent(FIRST))
    other = PhoneHeld(table_code(event))
    mine = ("out", "9", "3 4", "X X", "=23")
    assert other.post("sheet", sheet_sent(mine)).status_code == 409
    reason = "Two versions: this one chosen at the table"
    assert other.post("sheet", sheet_sent(mine, seen=1) | {"reason": reason}).status_code == 201
    for one in (phone, other):
        game = one.state()["games"][0]
        assert (game["version"], game["conflict"], game["entries"][1]["points"]) == (2, True, 9)
        assert game["chosen"] is True
    desk = signed_in(event)
    saved = desk.get(reverse("sheet", args=[event.slug, 1, 1, 1])).content.decode()
    assert "<b>This one counts now.</b>" in saved
    home = desk.get(reverse("evening", args=[event.slug])).content.decode()
    assert "the table has chosen one of two sheets" in home
    where = reverse("conflict", args=[event.slug, 1, 1, 1])
    answer = desk.get(where)
    words = answer.content.decode()
    assert words.index("The table has chosen") < words.index("Counts now")
    assert "Kept on record" in words
    ((theirs, mine),) = (rows[:2] for rows in answer.context["seats"] if rows[2])
    assert (theirs.points, mine.points) == (9, 30)
    desk.post(where, {"key": "k", "seen": 2, "choice": "theirs", "why": "Counted again"})
    assert phone.state()["games"][0]["conflict"] is False
    assert phone.state()["games"][0]["entries"][1]["points"] == 9
    assert list(faults(event)) == []


def test_within_a_minute_a_sheet_is_taken_back_without_a_reason_and_afterwards_not(
    event: Event, phone: PhoneHeld
) -> None:
    phone.post("sheet", sheet_sent(FIRST))
    changed = sheet_sent(("out", "9", "3 4", "X X", "=23"), seen=1)
    stranger = PhoneHeld(table_code(event))
    assert faults_of(stranger.post("sheet", changed)) == [("reason", "reason")]
    assert phone.post("sheet", changed).status_code == 201
    assert Sheet.objects.get(event=event, accepted=True).reason == "Taken back within a minute"
    later = sheet_sent(("out", "7", "3 4", "X X", "=23"), seen=2)
    early = timezone.now() - timedelta(seconds=61)
    old = record_sheet(event, submission(FIRST, (1, 1, 2)), sign(at=early))
    assert faults_of(
        phone.post("sheet", sheet_sent(("out", "9", "3 4", "X X", "=23"), game=2, seen=1))
    ) == [("reason", "reason")]
    assert old.version == 1
    assert phone.post("sheet", later | {"reason": "the seven was a one"}).status_code == 201
    assert list(faults(event)) == []


def test_a_sheet_made_before_a_change_of_seats_is_not_put_on_others(
    event: Event, phone: PhoneHeld
) -> None:
    people = {seat["seat"]: seat["guest"] for seat in phone.state()["games"][0]["seats"]}
    sent = sheet_sent(FIRST)
    for row in sent["entries"]:
        row["guest"] = people[row["seat"]]
    turned = people | {"A": people["B"], "B": people["C"], "C": people["A"]}
    ordered = phone.post("order", {"key": "order-0001", "round": 1, "order": turned})
    assert ordered.status_code == 200
    again = phone.post("order", {"key": "order-0001", "round": 1, "order": turned})
    assert told(again) == told(ordered)
    assert faults_of(phone.post("sheet", sent)) == [("A", "people")]
    seats = {seat["seat"]: seat["guest"] for seat in phone.state()["games"][0]["seats"]}
    assert seats == turned
    for row in sent["entries"]:
        row["guest"] = turned[row["seat"]]
    assert phone.post("sheet", sent).status_code == 201
    assert faults_of(phone.post("order", {"key": "order-0002", "round": 1, "order": people})) == [
        ("order", "order")
    ]
    strangers = {"A": "P006", "B": "P002", "C": "P003", "D": "P004", "E": "P005"}
    assert faults_of(
        phone.post("order", {"key": "order-0003", "round": 2, "order": strangers})
    ) == [("order", "order")]
    assert list(faults(event)) == []


def test_whoever_deals_is_told_to_every_phone_of_the_table(event: Event, phone: PhoneHeld) -> None:
    second = PhoneHeld(table_code(event))
    assert [game["dealer"] for game in second.state()["games"]] == ["", ""]
    sent = {"key": "dealer-0001", "round": 1, "game": 2, "seat": "A", "umpire": "Dr Vane"}
    answer = phone.post("dealer", sent)
    assert (answer.status_code, told(phone.post("dealer", sent))) == (200, told(answer))
    assert [game["dealer"] for game in second.state()["games"]] == ["E", "A"]
    assert event.ledger.filter(kind="dealer").count() == 1
    for wrong, field in (
        ({"seat": "F"}, "dealer"),
        ({"seat": 5}, "seat"),
        ({"game": 3}, "dealer"),
        ({"game": None}, "game"),
        ({"round": 9}, "dealer"),
        ({"table": 2}, "table"),
    ):
        faults_found = faults_of(phone.post("dealer", sent | {"key": "dealer-0002"} | wrong))
        assert [found_field for found_field, _kind in faults_found] == [field]
    assert list(faults(event)) == []


def test_an_extra_game_of_fourteen_who_are_level_is_sent_by_a_phone() -> None:
    """As many as a table has letters for."""
    level = [f"P{badge:03}" for badge in range(1, 15)]
    event = seated_event(14, tables=[level], games_per_round=1)
    Table.objects.filter(event=event).update(packs=2)
    codes_issued(event)
    hands = zip("BCDEFGHIJKLMN", "234567A9TJQK2", strict=True)
    rows = [{"seat": "A", "out": True}, *({"seat": seat, "hand": card} for seat, card in hands)]
    sent = {"key": "extra-game", "round": 1, "game": 1, "seen": 0, "entries": rows}
    phone = PhoneHeld(table_code(event))
    assert phone.post("sheet", sent).status_code == 201
    more = [{"seat": chr(ord("A") + number), "hand": "2"} for number in range(26)]
    many = sent | {"key": "too-many", "entries": [*more, {"seat": "A", "hand": "2"}]}
    assert faults_of(phone.post("sheet", many)) == [("entries", "field")]


def test_the_umpire_gives_a_name_once(event: Event, phone: PhoneHeld) -> None:
    assert told(phone.post("name", {"umpire": "  Dr  Vane "})) == {"umpire": "Dr Vane"}
    assert phone.state()["umpire"] == "Dr Vane"
    phone.post("sheet", sheet_sent(FIRST))
    assert (
        LedgerEntry.objects.filter(event=event)
        .order_by("-number")[0]
        .actor.startswith("Dr Vane, phone ")
    )


SIGNS = [
    *map(chr, range(0x20, 0x100)),
    *"\t\n\r\0\x1b\u200b\u202e\u2028\ufeff\ufffe\ufffd\u0301\u20e3",
    "\u0301" * 9,
    "\U0001f600",
    "\U0001f3f3\ufe0f\u200d\U0001f308",
    "\U00020000",
    "\ue000",
    "\u05e9",
    "=1+1",
    "<script>",
    "'; --",
    "x" * 3000,
]
"""Every sign of a keyboard, and what else a thumb or a machine may put into a field."""


@pytest.mark.promise("No sign in an umpire's name or a reason ever bars a sheet")
def test_nothing_said_beside_a_result_bars_it_whatever_sign_it_holds(
    event: Event, phone: PhoneHeld
) -> None:
    assert phone.post("sheet", sheet_sent(FIRST)).status_code == 201
    assert list(barred(phone, [*SIGNS, 7, None, [], {}])) == []
    assert Sheet.objects.filter(event=event).count() == 1


@pytest.mark.torture
def test_no_sign_of_any_writing_bars_a_sheet(event: Event, phone: PhoneHeld) -> None:
    signs = map(chr, [*range(0x600), *range(0x600, 0xD800, 41), *range(0xE000, 0x110000, 997)])
    assert phone.post("sheet", sheet_sent(FIRST)).status_code == 201
    assert list(barred(phone, signs)) == []
    assert Sheet.objects.filter(event=event).count() == 1


def barred(phone: PhoneHeld, typed: Iterable[object]) -> Iterator[object]:
    """What is said in every field beside a sheet that is in, where it is not taken for that."""
    for word in typed:
        said = f"Sue{word}" if isinstance(word, str) else word
        more = dict.fromkeys(("umpire", "reason", "checker", "dismissed", "counted_at"), said)
        caches["limits"].clear()
        Purse.objects.all().delete()
        answers = [
            phone.post("sheet", sheet_sent(FIRST) | more),
            phone.post("name", {"umpire": said}),
        ]
        if any(answer.status_code != 200 for answer in answers):
            yield said


@pytest.mark.control("test_nothing_said_beside_a_result_bars_it_whatever_sign_it_holds")
def test_a_name_refused_would_bar_the_sheet(
    event: Event, phone: PhoneHeld, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(sent: dict[str, Any]) -> str:
        if fault := fault_in_name(sent.get("umpire", "")):
            raise UnreadableError("umpire", fault)
        return ""

    monkeypatch.setattr(pages_answers, "umpire_of", refuse)
    answer = phone.post("sheet", sheet_sent(FIRST) | {"umpire": "Umpire #3"})
    assert faults_of(answer) == [("umpire", "field")]
    assert Sheet.objects.filter(event=event).count() == 0


def test_a_name_is_kept_as_it_may_be_printed_and_the_phone_is_told_so(
    event: Event, phone: PhoneHeld
) -> None:
    for said, kept in (
        ("Umpire #3", "Umpire 3"),
        ("Bob + Sue", "Bob Sue"),
        ("Table 4: Sue!", "Table 4 Sue"),
        ("@Sue_1 \U0001f600", "Sue1"),
        ("x" * 61, "x" * 60),
    ):
        assert told(phone.post("name", {"umpire": said})) == {"umpire": kept}
        assert phone.state()["umpire"] == kept
    assert phone.post("sheet", sheet_sent(FIRST, umpire="Sue+")).status_code == 201
    assert Sheet.objects.get(event=event).entered_by.startswith("Sue, phone ")


NONSENSE: list[tuple[dict[str, Any], str]] = [
    ({"key": "short"}, "key"),
    ({"entries": []}, "entries"),
    ({"entries": "all"}, "entries"),
    ({"entries": [7]}, "entries"),
    ({"entries": [{"seat": "AA"}]}, "entries"),
    ({"entries": [{"seat": "A", "hand": "8 W"}]}, "A"),
    ({"entries": [{"seat": "A", "hand": 8}]}, "hand"),
    ({"entries": [{"seat": "A", "points": -1}]}, "A"),
    ({"entries": [{"seat": "A", "points": True}]}, "A"),
    ({"entries": [{"seat": "A", "points": 3, "eight": "yes"}]}, "A"),
    ({"entries": [{"seat": "A", "out": 1}]}, "out"),
    ({"round": 0}, "round"),
    ({"round": "1"}, "round"),
    ({"game": 10**30}, "game"),
    ({"game": 9}, "key"),
    ({"game": 9, "key": "another-key"}, ""),
    ({"seen": -1}, "seen"),
    ({"blocked": "no"}, "blocked"),
    ({"entries": [{"seat": "A", "out": True}, {"seat": "B", "out": True}]}, "C"),
]


def test_nonsense_names_its_field_and_changes_nothing(event: Event, phone: PhoneHeld) -> None:
    sent = sheet_sent(FIRST)
    met = [faults_of(phone.post("sheet", sent | change))[0][0] for change, _field in NONSENSE]
    assert met == [field for _change, field in NONSENSE]
    assert (
        faults_of(phone.post("order", {"key": "order-0001", "round": 1, "order": []}))[0][0]
        == "order"
    )
    assert Sheet.objects.filter(event=event).count() == 0
    assert (
        phone.post("sheet", sent | {"accepted": True, "event": 99, "version": 7}).status_code == 201
    )
