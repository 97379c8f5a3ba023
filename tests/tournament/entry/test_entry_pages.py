"""Entering a game in the browser, without its script: what is saved, refused, flagged, and what it
costs.
"""

from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament.entry.test_robot_typist import fields_of as fields
from tests.tournament.evening import official, save, seated_event
from tournament.models import Conflict, Event, Flag, Role, Sheet, Tally, TypedHand

pytestmark = pytest.mark.django_db
GAME = ("O", "8 K", "A", "=23", "2 3 4")


def signed_in(event: Event, role: Role = Role.UMPIRE) -> Client:
    client = Client()
    client.force_login(official(event, role))
    return client


def address(event: Event, place: tuple[int, int, int] = (1, 1, 1), name: str = "sheet") -> str:
    return reverse(name, args=[event.slug, *place])


def form(said: tuple[str, ...] = GAME, **more: Any) -> dict[str, Any]:
    hands = {f"hand_{letter}": text for letter, text in zip("ABCDEFGH", said, strict=False)}
    return {"key": f"form {said} {more}", "seen": 0, **hands, **more}


def points(event: Event) -> list[int | None]:
    rows = Tally.objects.filter(event=event, sheet__accepted=True).order_by("seat")
    return list(rows.values_list("points", flat=True))


def test_an_empty_game_asks_for_every_seat_in_order_with_name_livery_and_badge() -> None:
    event = seated_event()
    shown = signed_in(event).get(address(event)).content.decode()
    assert [shown.index(f'name="hand_{letter}"') for letter in "ABCDE"] == sorted(
        shown.index(f'name="hand_{letter}"') for letter in "ABCDE"
    )
    for guest in event.guests.select_related("livery"):
        assert guest.name in shown
        assert f"{guest.livery_name} · badge {guest.badge}" in shown


def test_each_rendering_of_the_form_has_a_key_of_its_own() -> None:
    event = seated_event()
    client = signed_in(event)
    keys = {client.get(address(event)).context["key"] for _ in range(3)}
    assert len(keys) == 3


def test_a_typed_game_is_saved_with_its_receipt_and_the_next_missing_game_follows() -> None:
    event = seated_event()
    client = signed_in(event)
    answer = client.post(address(event), form(checked="on"), follow=True)
    assert points(event) == [0, 40, 1, 23, 9]
    assert answer.redirect_chain[-1][0] == address(event, (1, 1, 2))
    sheet = Sheet.objects.get()
    assert f"table 1, game 1. Receipt {sheet.entry.number}." in answer.content.decode()
    assert (sheet.checked, sheet.checker) == (True, "the left-hand neighbours")


def test_the_same_form_sent_twice_is_one_sheet_with_one_number() -> None:
    event = seated_event()
    client = signed_in(event)
    for _ in range(2):
        client.post(address(event), form())
    assert Sheet.objects.count() == 1
    assert Conflict.objects.count() == 0


def test_a_refusal_stands_at_its_row_and_what_was_typed_stays() -> None:
    event = seated_event()
    answer = signed_in(event).post(address(event), form(("O", "K K K", "K K", "=23", "Z9")))
    shown = answer.content.decode()
    assert answer.status_code == 422
    assert Sheet.objects.count() == 0
    row = answer.context["rows"][4]
    assert [row.text, len(row.refusals), answer.context["focus"]] == ["Z9", 1, "E"]
    assert 'value="K K K"' in shown
    assert "“Z9” is not a card" in shown


def test_a_fifth_king_is_refused_at_every_seat_that_holds_one() -> None:
    event = seated_event()
    answer = signed_in(event).post(address(event), form(("O", "K K K", "K K", "=23", "2")))
    assert answer.status_code == 422
    assert [bool(row.refusals) for row in answer.context["rows"]] == [
        False,
        True,
        True,
        False,
        False,
    ]
    assert Sheet.objects.count() == 0


@pytest.mark.parametrize(
    "text", ["0", "=", "=-3", "=two", "=99999", "=5E", "1K", "8" * 300, "\x00", "<b>", "-8"]
)
def test_nonsense_at_a_seat_is_answered_with_a_sentence_and_saves_nothing(text: str) -> None:
    event = seated_event()
    answer = signed_in(event).post(address(event), form(("O", text, "A", "=23", "2")))
    assert answer.status_code == 422
    assert len(answer.context["rows"][1].refusals) == 1
    assert Sheet.objects.count() == 0


def test_a_game_left_half_typed_is_kept_as_at_the_table_and_begins_at_the_empty_seat() -> None:
    event = seated_event()
    client = signed_in(event)
    half = client.post(address(event), form(("O", "8 K", "", "=23", "2")), follow=True)
    words = half.content.decode()
    assert "Table 1, game 1: seat C is missing. What you typed is kept." in words
    assert [row.text for row in half.context["rows"]] == ["O", "8 K", "", "=23", "2"]
    assert (half.context["focus"], Sheet.objects.count()) == ("C", 0)
    client.post(address(event), fields(words) | {"hand_C": "A"})
    assert (points(event), TypedHand.objects.count()) == ([0, 40, 1, 23, 2], 0)


@pytest.mark.parametrize("missing", ["key", "seen"])
def test_a_form_without_its_hidden_parts_is_refused(missing: str) -> None:
    event = seated_event()
    sent = form()
    del sent[missing]
    answer = signed_in(event).post(address(event), sent)
    assert answer.status_code == 422
    assert answer.context["refusals"]


def test_bare_points_caught_with_an_8_keep_that() -> None:
    event = seated_event()
    signed_in(event).post(address(event), form(("O", "=38E", "A", "=38", "2")))
    assert list(Tally.objects.order_by("seat").values_list("eights", flat=True)) == [
        0,
        1,
        0,
        None,
        0,
    ]


def test_an_open_flag_is_saved_and_shown_and_a_reason_given_while_typing_dismisses_it() -> None:
    event = seated_event()
    client = signed_in(event)
    said = ("O", "8", "A", "=8", "2")
    answer = client.post(
        address(event), form(said, **{"flag_bare_eight B": "Counted again"}), follow=True
    )
    flags = list(Flag.objects.order_by("seat").values_list("kind", "seat", "dismissed"))
    assert flags == [("bare_eight", "B", "Counted again"), ("bare_eight", "D", "")]
    assert answer.redirect_chain[-1][0] == address(event)
    assert [len(row.flags) for row in answer.context["rows"]] == [0, 0, 0, 1, 0]


def test_a_flag_of_a_saved_sheet_is_dismissed_with_one_tap_from_fixed_reasons() -> None:
    event = seated_event()
    client = signed_in(event)
    save(event, ("out", "8", "A", "=23", "2"))
    flag = Flag.objects.get()
    for reason in ("because", "Seen by the umpire"):
        client.post(
            address(event, name="dismiss"), {"key": reason, "flag": flag.pk, "reason": reason}
        )
    flag.refresh_from_db()
    assert flag.dismissed == "Seen by the umpire"
    assert event.ledger.filter(kind="dismiss").count() == 1


def test_a_check_is_recorded_with_who_checked_for_the_version_seen_only() -> None:
    event = seated_event()
    client = signed_in(event)
    save(event, ("out", "8 K", "A", "=23", "2"))
    for key, seen in (("stale", 2), ("right", 1)):
        client.post(address(event, name="check"), {"key": key, "seen": seen, "checker": "Guest 2"})
    assert list(event.ledger.filter(kind="check").values_list("key", flat=True)) == ["right"]
    assert Sheet.objects.get().checker == "Guest 2"


def test_a_look_while_typing_finds_the_same_and_writes_nothing() -> None:
    event = seated_event()
    client = signed_in(event)
    before = event.ledger.count()
    half = client.post(address(event, name="look"), form(("O", "8", "K K K K K", "", "")))
    whole = client.post(address(event, name="look"), form(("=3", "A", "2", "3", "4")))
    assert [(finding["key"], finding["refused"]) for finding in half.json()["findings"]] == [
        ("rank_too_often C", True),
        ("bare_eight B", False),
    ]
    assert [finding["key"] for finding in whole.json()["findings"]] == ["nobody_out"]
    assert event.ledger.count() == before


def test_only_the_desk_enters_into_a_closed_round() -> None:
    event = seated_event()
    event.rounds.update(state="closed")
    refused = signed_in(event).post(address(event), form())
    assert (refused.status_code, Sheet.objects.count()) == (422, 0)
    signed_in(event, Role.HEAD_UMPIRE).post(address(event), form())
    assert Sheet.objects.count() == 1


def test_no_such_game_is_not_there() -> None:
    event = seated_event()
    client = signed_in(event)
    for place in ((1, 1, 6), (1, 9, 1), (3, 1, 1), (99999999999999999999, 1, 1)):
        assert client.get(address(event, place)).status_code == 404
        assert client.post(address(event, place), form()).status_code == 404


def test_pages_of_another_event_are_not_there() -> None:
    event, other = seated_event(), seated_event(name="Other Evening")
    assert signed_in(other).get(address(event)).status_code == 404


def test_a_name_is_text_on_every_page() -> None:
    event = seated_event()
    event.guests.filter(badge=1).update(name="<script>alert(1)</script>")
    client = signed_in(event)
    save(event, ("out", "8 K", "A", "=23", "2"))
    for name in ("sheet", "correction", "history"):
        assert "<script>alert" not in client.get(address(event, name=name)).content.decode()


def test_saving_a_sheet_costs_at_most_eleven_queries() -> None:
    event = seated_event()
    client = signed_in(event)
    with CaptureQueriesContext(connection) as queries:
        answer = client.post(address(event), form())
    assert answer.status_code == 302
    told = connection.vendor == "postgresql"  # of the press, which SQLite asks for itself
    assert len(queries) <= 11 + told, [query["sql"][:80] for query in queries]
    with CaptureQueriesContext(connection) as flagged:
        client.post(address(event, (1, 1, 2)), form(("O", "8", "A", "=23", "2")))
    assert len(flagged) == len(queries) + 1


@pytest.mark.parametrize("name", ["sheet", "table", "correction", "history"])
def test_pages_of_a_game_cost_the_same_at_30_and_110_guests(name: str) -> None:
    costs = []
    for guests in (30, 110):
        event = seated_event(guests)
        client = signed_in(event)
        save(event, ("out", "8", "A", "=23", "2"))
        place = (1, 1) if name == "table" else (1, 1, 1)
        with CaptureQueriesContext(connection) as queries:
            client.get(reverse(name, args=[event.slug, *place]))
        costs.append(len(queries))
    assert costs[0] == costs[1]
    assert costs[0] <= 14  # two of them ask who shares a name, and who deals
