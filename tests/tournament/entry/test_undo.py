"""The last save of an official taken back: by one press, once, and only while nothing was built on
it.
"""

from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client

from tests.tournament.evening import NOW, UMPIRE, official, save, seated_event, sheet, sign
from tournament.counting.board import compute
from tournament.counting.submission import Place
from tournament.entry.acts import SheetRefusedError, record_sheet
from tournament.entry.acts_checking import mark_checked
from tournament.entry.acts_corrections import swap_hands
from tournament.entry.acts_desk import DeskRefusedError
from tournament.entry.acts_undo import ReasonWantedError, take_back_last_save
from tournament.finals.acts import hold_board
from tournament.models import Event, Role, Sheet, Tally, TypedHand
from tournament.paper.acts import record_printing
from tournament.screens.acts import add_screen, steer
from tournament.seating.acts import close_round
from tournament.site.access import Actor
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
HANDS = ("out", "8 K", "=23", "absent", "2 3 4")
OTHER = Actor("Olive Organiser")


def points(event: Event) -> list[int | None]:
    rows = Tally.objects.filter(event=event, sheet__accepted=True).order_by(
        "sheet__game__number", "seat"
    )
    return list(rows.values_list("points", flat=True))


def test_a_save_is_taken_back_what_was_typed_is_kept_and_the_ledger_keeps_both() -> None:
    event = seated_event(5, games_per_round=2, qualifying_rounds=1)
    before = compute(event).standings
    saved = save(event, HANDS)
    undone = take_back_last_save(event, sign())
    assert undone is not None
    assert (undone.round, undone.table, undone.receipts, undone.corrected) == (
        1,
        1,
        {1: saved.number},
        False,
    )
    assert compute(event).standings == before
    assert list(TypedHand.objects.order_by("guest__ref").values_list("text", flat=True)) == [
        "O",
        "8 K",
        "=23",
        "-",
        "2 3 4",
    ]
    assert list(event.ledger.order_by("number").values_list("kind", flat=True))[-2:] == [
        "sheet",
        "take_back_save",
    ]
    assert list(faults(event)) == []
    assert save(event, HANDS).version == 2
    assert list(faults(event)) == []


def test_every_game_of_one_press_goes_together_and_a_press_before_it_stays() -> None:
    event = seated_event(5, games_per_round=3, qualifying_rounds=1)
    for key, game in (("early", 1), ("form", 2), ("form", 3)):
        record_sheet(event, sheet(HANDS, (1, 1, game)), sign(f"{key}-{game}"))
    undone = take_back_last_save(event, sign())
    assert undone is not None
    assert sorted(undone.receipts) == [2, 3]
    assert list(Sheet.objects.filter(accepted=True).values_list("game__number", flat=True)) == [1]
    assert list(faults(event)) == []


def test_the_same_press_twice_takes_back_once_and_a_second_press_is_refused_with_a_sentence() -> (
    None
):
    event = seated_event(5, qualifying_rounds=1)
    save(event, HANDS)
    save(event, HANDS, (1, 1, 2))
    by = sign()
    assert [take_back_last_save(event, by) is None for _ in range(2)] == [False, True]
    with pytest.raises(
        DeskRefusedError, match=r"Your last save was round 1, table 1, game 2, and it is taken back"
    ):
        take_back_last_save(event, sign())
    assert Sheet.objects.filter(accepted=True).count() == 1


def test_a_correction_is_taken_back_to_the_version_before_it() -> None:
    event = seated_event(5, qualifying_rounds=1)
    save(event, HANDS)
    before = compute(event).standings
    save(event, ("out", "9", "=23", "absent", "2 3 4"), seen=1, reason="Misread")
    undone = take_back_last_save(event, sign())
    assert undone is not None
    assert undone.corrected
    assert (compute(event).standings, points(event)) == (before, [0, 40, 23, None, 9])
    assert Sheet.objects.get(accepted=True).version == 3
    assert list(faults(event)) == []


def test_nobody_takes_back_what_somebody_else_saved() -> None:
    event = seated_event(5, qualifying_rounds=1)
    record_sheet(event, sheet(HANDS), sign(actor=OTHER))
    with pytest.raises(DeskRefusedError, match="You have not saved anything"):
        take_back_last_save(event, sign(actor=UMPIRE))
    assert len(points(event)) == 5


@pytest.mark.parametrize("worked", ["the board is frozen", "a colleague at the table", "nothing"])
def test_what_others_worked_with_since_wants_a_reason(worked: str) -> None:
    event = seated_event(10, games_per_round=2, qualifying_rounds=1)
    save(event, HANDS)
    colleague = Actor(OTHER.name, user_id=official(event, Role.ORGANISER).pk)
    if worked == "the board is frozen":
        hold_board(event, sign())
    else:
        table = 1 if worked == "a colleague at the table" else 2
        record_sheet(event, sheet(HANDS, (1, table, 2)), sign(actor=colleague))
    if worked == "nothing":
        assert take_back_last_save(event, sign()) is not None
        return
    with pytest.raises(ReasonWantedError, match="Others have worked with what you saved"):
        take_back_last_save(event, sign())
    assert take_back_last_save(event, sign(), reason="Misread") is not None
    assert list(faults(event)) == []


@pytest.mark.parametrize("read", ["two minutes on", "printed", "on a wall"])
def test_what_others_may_have_read_is_undone_with_a_reason_alone(read: str) -> None:
    event = seated_event(5, games_per_round=1, qualifying_rounds=1)
    save(event, HANDS)
    at = NOW
    if read == "printed":
        record_printing(event, "standings", {"": "0" * 64}, sign())
    elif read == "on a wall":
        add_screen(event, "GH", "", sign())
        steer(event, "GH", {"scene": "race"}, sign())
    else:
        at += timedelta(minutes=2, seconds=1)
    with pytest.raises(ReasonWantedError, match="say why you take it back"):
        take_back_last_save(event, sign(at=at))
    assert len(points(event)) == 5
    take_back_last_save(event, sign(at=at), reason="The wrong table")
    assert points(event) == []
    assert event.ledger.latest("number").reason == "The wrong table"
    assert list(faults(event)) == []


def test_the_page_asks_for_the_reason_and_then_undoes() -> None:
    event = seated_event(5, games_per_round=1, qualifying_rounds=1)
    head = official(event, Role.HEAD_UMPIRE)
    record_sheet(event, sheet(HANDS), sign(actor=Actor(head.username, head.pk)))
    client, where = Client(), f"/e/{event.slug}/desk/undo/"
    client.force_login(head)
    record_printing(event, "standings", {"": "0" * 64}, sign())
    asked = client.post(where, {"key": "one"}).content.decode()
    assert "say why you take it back" in asked
    assert 'name="reason"' in asked
    client.post(where, {"key": "one", "reason": "The wrong table"})
    assert points(event) == []


@pytest.mark.parametrize("built", ["checked", "swapped", "closed"])
def test_a_save_on_which_something_was_built_stays(built: str) -> None:
    event = seated_event(5, games_per_round=1, qualifying_rounds=1)
    save(event, HANDS)
    kept = event.ledger.count()
    if built == "checked":
        mark_checked(event, Place(1, 1, 1), 1, "Guest 2", sign(actor=OTHER))
    elif built == "swapped":
        swap_hands(event, Place(1, 1, 1), ("B", "C"), sign(), reason="Entered for each other")
    else:
        close_round(event, 1, sign())
    built_on = event.ledger.count()
    with pytest.raises(DeskRefusedError):
        take_back_last_save(event, sign())
    assert event.ledger.count() == built_on > kept
    assert list(faults(event)) == []


@pytest.mark.control
def test_without_the_look_at_what_was_built_on_it_a_checked_sheet_would_go(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = seated_event(5, games_per_round=1, qualifying_rounds=1)
    save(event, HANDS)
    mark_checked(event, Place(1, 1, 1), 1, "Guest 2", sign(actor=OTHER))
    monkeypatch.setattr("tournament.entry.acts_undo._refuse_what_is_built_on", lambda *_args: None)
    take_back_last_save(event, sign())
    assert points(event) == []


def test_a_form_sent_again_after_its_save_was_taken_back_is_not_called_saved() -> None:
    event = seated_event(5, qualifying_rounds=1)
    by, said = sign("a form"), sheet(HANDS)
    record_sheet(event, said, by)
    take_back_last_save(event, sign())
    with pytest.raises(SheetRefusedError, match="taken back: load the page again"):
        record_sheet(event, said, by)
    assert record_sheet(event, replace(said), sign()).repeated is False
