"""Correcting a sheet, settling a conflict and looking back: what is shown
before anything is saved.
"""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.formats import FORMATS
from tests.tournament.clock import moved
from tests.tournament.evening import new_event, official, save, seated_event, sheet, sign
from tournament.counting.submission import SheetConflictError
from tournament.entry.acts import correct_sheet
from tournament.entry.views_corrections import _reasons
from tournament.event.forms_rules import new_columns
from tournament.finals.acts import seal_cut
from tournament.models import Conflict, Event, Pending, Role, Sheet, Tally
from tournament.seating.acts import close_round
from tournament.site import password
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
GAME = ("out", "2", "3", "4", "5")


def signed_in(event: Event, role: Role = Role.HEAD_UMPIRE, name: str = "") -> Client:
    client = Client()
    client.force_login(official(event, role, name))
    return client


def address(event: Event, name: str = "correction") -> str:
    return reverse(name, args=[event.slug, 1, 1, 1])


def form(*said: str, step: str = "preview", **more: Any) -> dict[str, Any]:
    hands = {f"hand_{letter}": text for letter, text in zip("ABCDE", said, strict=False)}
    return {"key": "the form", "seen": 1, "step": step, **hands, **more}


def points(event: Event) -> list[int | None]:
    rows = Tally.objects.filter(event=event, sheet__accepted=True, sheet__game__number=1).order_by(
        "seat"
    )
    return list(rows.filter(sheet__game__table__round__number=1).values_list("points", flat=True))


def sealed_event(**fields: Any) -> Event:
    """An evening of one table and one game a round, sealed after Guests 1 and 2."""
    event = seated_event(cut_size=2, games_per_round=1, qualifying_rounds=1, **fields)
    save(event, GAME)
    close_round(event, 1, sign())
    seal_cut(event, sign())
    return event


def test_the_form_comes_with_the_hands_as_they_were_typed_and_the_asked_seat_in_focus() -> None:
    event = seated_event()
    save(event, ("out", "8H KD", "=38", "absent", "X X"))
    shown = signed_in(event).get(address(event) + "?seat=C")
    assert [row.text for row in shown.context["rows"]] == ["O", "8H KD", "=38", "-", "X X"]
    assert shown.context["focus"] == "C"


def test_the_preview_shows_who_moves_and_saves_nothing() -> None:
    event = seated_event(cut_size=2, qualifying_rounds=1)
    save(event, GAME)
    shown = signed_in(event).post(address(event), form("O", "8 2", "3", "4", "5"))
    moves = shown.context["moves"]
    assert ([move.name for move in moves.out], [move.name for move in moves.into]) == (
        ["Guest 2"],
        ["Guest 3"],
    )
    assert shown.context["becomes"] == ["Total 2 becomes 32, 2nd becomes 5th."]
    assert [(line.kind, line.order) for line in moves.before] == [
        ("row", 1),
        ("out", 2),
        ("line", None),
        ("in", 3),
        ("row", 4),
    ]
    assert points(event) == [0, 2, 3, 4, 5]
    assert Sheet.objects.count() == 1


def test_a_correction_is_saved_from_its_preview_under_the_same_key_once() -> None:
    event = seated_event(cut_size=2)
    save(event, GAME)
    client = signed_in(event)
    client.post(address(event), form("O", "8 2", "3", "4", "5"))
    for _ in range(2):
        client.post(
            address(event), form("O", "8 2", "3", "4", "5", step="save", reason="8 counted as 8")
        )
    assert points(event) == [0, 32, 3, 4, 5]
    assert list(Sheet.objects.order_by("version").values_list("version", "reason")) == [
        (1, ""),
        (2, "8 counted as 8"),
    ]


@pytest.mark.parametrize("game", sorted(FORMATS))
def test_an_8_counted_as_8_is_a_reason_only_where_it_is_worth_something_else(game: str) -> None:
    event = new_event(**new_columns(game, {}))
    assert ("8 counted as 8" in _reasons(event)) == (game in {"swedish_pursuit", "crazy_eights"})


@pytest.mark.parametrize(
    ("said", "more", "words"),
    [
        (("O", "8 2", "3", "4", "5"), {"step": "save"}, "Say why"),
        (("O", "2", "3", "4", "5"), {}, "Nothing is changed"),
        (("O", "O", "3", "4", "5"), {}, "Only one player can go out"),
        (("O", "Q9Z", "3", "4", "5"), {}, "is not a card"),
        (("O", "8 2", "3", "4", "5"), {"seen": 7}, "Open the correction again"),
        (("O", "8 2", "3", "4"), {}, "Seat E is missing"),
    ],
)
def test_what_cannot_be_a_correction_is_said_and_changes_nothing(
    said: tuple[str, ...], more: dict[str, Any], words: str
) -> None:
    event = seated_event()
    save(event, GAME)
    answer = signed_in(event).post(address(event), form(*said, **more))
    assert answer.status_code == 422
    assert words in answer.content.decode()
    assert points(event) == [0, 2, 3, 4, 5]


def test_going_back_from_the_preview_keeps_what_was_typed() -> None:
    event = seated_event()
    save(event, GAME)
    answer = signed_in(event).post(address(event), form("O", "8 2", "3", "4", "5", step="edit"))
    assert [row.text for row in answer.context["rows"]] == ["O", "8 2", "3", "4", "5"]


@pytest.mark.promise(
    "After the seal nobody crosses the line by one official's hand alone", faults=(13,)
)
def test_across_a_sealed_line_the_correction_waits_for_another_official() -> None:
    event = sealed_event()
    client = signed_in(event, Role.HEAD_UMPIRE, name="headumpire")
    sent = form("O", "8 2", "3", "4", "5", step="save", reason="8 counted as 8")
    for witness in ("", "headumpire", "somebody"):
        client.post(address(event), sent | {"witness": witness})
    assert (points(event), Pending.objects.count()) == ([0, 2, 3, 4, 5], 1)
    waiting = Pending.objects.get()
    second = signed_in(event, Role.ORGANISER, name="organiser")
    shown = second.post(reverse("pending", args=[event.slug, waiting.pk]))
    assert [move.name for move in shown.context["moves"].out] == ["Guest 2"]
    for browser in (client, second):
        browser.post(
            reverse("approve_pending", args=[event.slug, waiting.pk]),
            {"seen": shown.context["seen"]},
        )
        assert points(event) == ([0, 2, 3, 4, 5] if browser is client else [0, 32, 3, 4, 5])
    entry = Sheet.objects.get(accepted=True).entry
    assert (entry.actor, entry.body["witness"], entry.reason) == (
        "headumpire",
        "organiser",
        "8 counted as 8",
    )
    assert list(faults(event)) == []


@pytest.mark.control("test_across_a_sealed_line_the_correction_waits_for_another_official")
def test_without_the_guard_of_the_seal_one_official_alone_moves_the_line(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tournament.entry.acts.line_under_seal", lambda *_asked: None)
    event = sealed_event()
    correct_sheet(
        event,
        sheet(("out", "8 2", "3", "4", "5"), seen=1, reason="8 counted as 8"),
        sign(),
        at_desk=True,
    )
    assert points(event) == [0, 32, 3, 4, 5]


def test_at_an_event_of_one_official_a_named_witness_agrees_after_the_password(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = sealed_event(one_official=True)
    client = signed_in(event)
    moved(monkeypatch, password).later = password.VALID + 1
    sent = form("O", "8 2", "3", "4", "5", step="save", reason="Misread", witness="Guest 4")
    assert (client.post(address(event), sent).status_code, points(event)) == (403, [0, 2, 3, 4, 5])
    client.post(address(event), sent | {password.FIELD: "a long pass phrase 7"})
    assert points(event) == [0, 32, 3, 4, 5]


def test_a_correction_that_moves_nobody_over_the_sealed_line_needs_no_second() -> None:
    event = sealed_event()
    signed_in(event).post(
        address(event), form("O", "2", "3", "4", "8 5", step="save", reason="Misread")
    )
    assert points(event) == [0, 2, 3, 4, 35]


def test_in_a_closed_round_an_umpire_corrects_nothing() -> None:
    event = seated_event()
    save(event, GAME)
    event.rounds.update(state="closed")
    client = signed_in(event, Role.UMPIRE)
    client.post(address(event), form("O", "8 2", "3", "4", "5", step="save", reason="Misread"))
    assert points(event) == [0, 2, 3, 4, 5]
    signed_in(event).post(
        address(event), form("O", "8 2", "3", "4", "5", step="save", reason="Misread")
    )
    assert points(event) == [0, 32, 3, 4, 5]


def test_the_page_of_entry_is_no_way_round_the_preview() -> None:
    event = seated_event()
    save(event, GAME)
    sent = form("O", "8 2", "3", "4", "5", reason="because", witness="me")
    answer = signed_in(event).post(address(event, "sheet"), sent)
    assert answer.status_code == 422
    assert points(event) == [0, 2, 3, 4, 5]


def conflicted(event: Event) -> None:
    save(event, GAME)
    with pytest.raises(SheetConflictError):
        save(event, ("out", "8 2", "3", "4", "5"))


@pytest.mark.promise(
    "An old form, sent after a back button or from a stale tab, overwrites nothing", faults=(4,)
)
def test_a_stale_form_gets_the_conflict_page_with_both_sheets_and_status_409() -> None:
    event = seated_event()
    save(event, GAME)
    client = signed_in(event, Role.UMPIRE)
    answer = client.post(address(event, "sheet"), form("O", "8 2", "3", "4", "5", seen=0))
    assert answer.status_code == 409
    seats = answer.context["seats"]
    differing = [(theirs.text, mine.text) for theirs, mine, apart in seats if apart]
    assert differing == [("2", "8 2")]
    assert answer.context["yours"]
    assert points(event) == [0, 2, 3, 4, 5]


@pytest.mark.parametrize(("choice", "second"), [("theirs", 2), ("mine", 32)])
def test_a_choice_with_its_reason_settles_the_conflict(choice: str, second: int) -> None:
    event = seated_event()
    conflicted(event)
    client = signed_in(event, Role.UMPIRE)
    sent = {"key": "settle", "seen": 1, "choice": choice}
    assert client.post(address(event, "conflict"), sent).status_code == 422
    assert Conflict.objects.filter(resolved_by=None).exists()
    client.post(address(event, "conflict"), sent | {"why": "Counted again"})
    assert points(event) == [0, second, 3, 4, 5]
    assert not Conflict.objects.filter(resolved_by=None).exists()
    assert client.get(address(event, "conflict")).status_code == 302


def a_third_sheet_comes_while_the_page_of_two_is_open(
    event: Event, client: Client
) -> dict[str, Any]:
    """The form that the page of two sheets offered, and a sheet that came after it was opened."""
    conflicted(event)
    newest = client.get(address(event, "conflict")).context["newest"]
    with pytest.raises(SheetConflictError):
        save(event, ("out", "Q", "3", "4", "5"))
    return {"key": "late", "seen": 1, "waiting": newest, "choice": "mine", "why": "Counted again"}


@pytest.mark.promise("A choice between sheets settles none that was not before who chose")
def test_a_third_sheet_that_comes_while_somebody_chooses_is_shown_before_it_is_settled() -> None:
    event = seated_event()
    client = signed_in(event, Role.UMPIRE)
    sent = a_third_sheet_comes_while_the_page_of_two_is_open(event, client)
    number = sent["waiting"] + 1
    answer = client.post(address(event, "conflict"), sent)
    words = f"Another sheet came while you chose: no. {number} by "
    assert (answer.status_code, words in answer.content.decode()) == (422, True)
    assert [other.number for other in answer.context["others"]] == [number]
    assert (points(event), Conflict.objects.filter(resolved_by=None).count()) == (
        [0, 2, 3, 4, 5],
        2,
    )
    client.post(address(event, "conflict"), sent | {"waiting": answer.context["newest"]})
    assert (points(event), Conflict.objects.filter(resolved_by=None).count()) == (
        [0, 32, 3, 4, 5],
        0,
    )


@pytest.mark.control(
    "test_a_third_sheet_that_comes_while_somebody_chooses_is_shown_before_it_is_settled"
)
def test_were_it_not_looked_at_what_was_before_who_chose_a_third_sheet_would_be_settled_unseen(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = seated_event()
    client = signed_in(event, Role.UMPIRE)
    sent = a_third_sheet_comes_while_the_page_of_two_is_open(event, client)
    monkeypatch.setattr("tournament.entry.acts._refuse_unseen", lambda *_given: None)
    assert client.post(address(event, "conflict"), sent).status_code == 302
    assert Conflict.objects.filter(resolved_by=None).count() == 0


def test_a_conflict_of_a_closed_round_waits_for_the_desk() -> None:
    event = seated_event()
    conflicted(event)
    event.rounds.update(state="closed")
    sent = {"key": "settle", "seen": 1, "choice": "mine", "why": "Counted again"}
    answer = signed_in(event, Role.UMPIRE).post(address(event, "conflict"), sent)
    assert (answer.status_code, points(event)) == (422, [0, 2, 3, 4, 5])


def test_the_history_shows_every_version_conflict_and_check_latest_first() -> None:
    event = seated_event()
    conflicted(event)
    correct_sheet(event, sheet(("out", "=9", "3", "4", "5"), seen=1, reason="Misread"), sign())
    client = signed_in(event)
    client.post(reverse("check", args=[event.slug, 1, 1, 1]), {"key": "check", "seen": 2})
    past = client.get(address(event, "history")).context["past"]
    sheets = [row["sheet"] and (row["sheet"].version, row["sheet"].accepted) for row in past]
    assert list(zip([row["words"] for row in past], sheets, strict=True)) == [
        ("Checked", None),
        ("Corrected", (2, True)),
        ("Sent in conflict, not counted", None),
        ("Entered", (1, False)),
    ]
    assert [past[1]["entry"].reason, past[1]["rows"][1].points] == ["Misread", 9]


def test_the_conflict_page_costs_the_same_at_30_and_110_guests() -> None:
    costs = []
    for guests in (30, 110):
        event = seated_event(guests)
        conflicted(event)
        client = signed_in(event)
        with CaptureQueriesContext(connection) as queries:
            client.get(address(event, "conflict"))
        costs.append(len(queries))
    assert costs[0] == costs[1]
    assert costs[0] <= 13  # one of them asks who shares a name, once for both sheets


def test_the_history_asks_who_shares_a_name_once_and_tells_them_apart_in_every_version() -> None:
    event = seated_event()
    event.guests.filter(badge__in=(1, 2)).update(name="Sue")
    save(event, GAME)
    client, costs = signed_in(event), []
    for seen in (1, 2):
        hands = ("out", "2", "3", "4", str(5 + seen))
        correct_sheet(event, sheet(hands, seen=seen, reason="Misread"), sign())
        with CaptureQueriesContext(connection) as queries:
            past = client.get(address(event, "history")).context["past"]
        costs.append(len(queries))
    assert costs[0] == costs[1]
    visible = [[row.name for row in version["rows"][:2]] for version in past]
    assert visible == [["Sue, Grocers", "Sue, Drapers"]] * 3
