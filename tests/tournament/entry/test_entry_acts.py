"""The one writer: what is saved, repeated, refused, and kept as a conflict."""

import threading
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.db.utils import DatabaseError
from django.test.utils import CaptureQueriesContext

from tests.tournament.evening import NOW, save, seated_event, sheet, sign
from tournament.counting.submission import SheetConflictError, Submission
from tournament.entry import acts
from tournament.entry.acts import SheetRefusedError, correct_sheet, record_sheet, resolve_conflict
from tournament.entry.acts_reseat import reseat
from tournament.entry.place import Found
from tournament.entry.wrong_place import SeatChange
from tournament.ledger.chain import Signature
from tournament.models import Conflict, Event, Flag, LedgerEntry, Sheet, Tally
from tournament.seating.acts import close_round
from tournament.server import triggers

pytestmark = pytest.mark.django_db
GAME = ("out", "8H KD", "A", "=23", "2 3 4")
OTHER = ("out", "8H KD", "A", "=24", "2 3 4")


def points(event: Event) -> list[int | None]:
    rows = Tally.objects.filter(event=event, sheet__accepted=True).order_by("seat")
    return list(rows.values_list("points", flat=True))


def refusals(said: Sequence[str], place: tuple[int, int, int] = (1, 1, 1)) -> list[str]:
    with pytest.raises(SheetRefusedError) as refused:
        save(seated_event(), said, place)
    return [finding.kind for finding in refused.value.findings]


def test_a_sheet_is_saved_with_points_from_the_hands() -> None:
    event = seated_event()
    outcome = save(event, GAME)
    assert points(event) == [0, 40, 1, 23, 9]
    assert outcome.version == 1
    assert not outcome.repeated


def test_the_first_sheet_freezes_the_rules() -> None:
    event = seated_event()
    save(event, GAME)
    event.refresh_from_db()
    assert event.frozen_at == NOW


def test_a_sheet_counts_by_the_options_as_they_are_when_its_turn_comes() -> None:
    event = seated_event()
    Event.objects.update(game="ottawa")  # since the row was read
    save(event, ("out", "2", "3", "4", "5"))
    sums = points(event)
    assert (event.game, sums[0] not in (0, None), sums[1:]) == ("ottawa", True, [0] * 4)


def test_a_refused_first_sheet_freezes_nothing_and_writes_nothing() -> None:
    event = seated_event()
    before = LedgerEntry.objects.count()
    with pytest.raises(SheetRefusedError):
        save(event, ("out", "out", "A", "=23", "2"))
    event.refresh_from_db()
    assert event.frozen_at is None
    assert LedgerEntry.objects.count() == before


@pytest.mark.promise("A request sent twice is one entry with one receipt", faults=(3,))
def test_the_same_request_twice_is_one_entry_with_the_same_receipt() -> None:
    event = seated_event()
    by = sign("the-key")
    first, second = record_sheet(event, sheet(GAME), by), record_sheet(event, sheet(GAME), by)
    assert second.number == first.number
    assert second.repeated
    assert Sheet.objects.count() == 1


def test_what_was_saved_is_answered_for_whatever_changed_since() -> None:
    event = seated_event(5, games_per_round=1, qualifying_rounds=1)
    by = sign("the-key")
    first = record_sheet(event, sheet(GAME), by)
    badges = event.seats.order_by("letter").values_list("guest__badge", flat=True)
    change = SeatChange(1, badges[1], badges[2], hands="seat")
    reseat(event, change, sign(), reason="They sat the other way round")
    close_round(event, 1, sign())
    again = record_sheet(event, sheet(GAME), by)
    assert (again.number, again.repeated, again.sheet) == (first.number, True, first.sheet)


def test_a_conflict_in_which_this_very_sheet_was_chosen_is_none_any_more() -> None:
    event = seated_event()
    save(event, GAME)
    by = sign("the-key")
    with pytest.raises(SheetConflictError):
        record_sheet(event, sheet(OTHER), by)
    chosen = resolve_conflict(event, sheet(OTHER, seen=1, reason="hand shown"), sign())
    again = record_sheet(event, sheet(OTHER), by)
    assert (again.number, again.version, again.repeated) == (chosen.number, 2, True)


@pytest.mark.control("test_the_same_request_twice_is_one_entry_with_the_same_receipt")
def test_without_its_key_and_the_version_seen_a_sheet_sent_twice_is_two() -> None:
    event = seated_event()
    record_sheet(event, sheet(GAME), sign())
    correct_sheet(event, sheet(GAME, seen=1, reason="Sent again"), sign())
    assert Sheet.objects.count() == 2


def test_a_key_used_for_another_sheet_is_refused() -> None:
    event = seated_event()
    by = sign("the-key")
    record_sheet(event, sheet(GAME), by)
    with pytest.raises(SheetRefusedError, match="already used"):
        record_sheet(event, sheet(OTHER), by)


def test_equal_tallies_under_another_key_are_a_confirmation() -> None:
    event = seated_event()
    first = save(event, GAME)
    second = save(event, GAME)
    assert (second.number, second.repeated) == (first.number, True)
    assert Conflict.objects.count() == 0


def test_different_tallies_on_a_stale_version_are_kept_as_a_conflict() -> None:
    event = seated_event()
    save(event, GAME)
    with pytest.raises(SheetConflictError) as conflict:
        save(event, OTHER)
    assert points(event) == [0, 40, 1, 23, 9]
    assert conflict.value.entry.body["tallies"][3] == {"seat": "D", "points": 24, "guest": "P004"}
    assert Conflict.objects.get().resolved_by is None


def test_a_conflict_sent_again_is_the_same_conflict() -> None:
    event = seated_event()
    save(event, GAME)
    by = sign("again")
    for _ in range(2):
        with pytest.raises(SheetConflictError):
            record_sheet(event, sheet(OTHER), by)
    assert Conflict.objects.count() == 1


def test_a_conflict_is_resolved_by_a_choice_with_its_reason() -> None:
    event = seated_event()
    save(event, GAME)
    with pytest.raises(SheetConflictError):
        save(event, OTHER)
    outcome = resolve_conflict(event, sheet(OTHER, seen=1, reason="hand shown"), sign())
    assert points(event) == [0, 40, 1, 24, 9]
    assert Conflict.objects.get().resolved_by == LedgerEntry.objects.get(number=outcome.number)


def test_a_correction_is_a_new_version_with_its_reason_and_the_old_one_stays() -> None:
    event = seated_event()
    save(event, GAME)
    save(event, OTHER, seen=1, reason="counted again")
    assert list(Sheet.objects.order_by("version").values_list("version", "accepted")) == [
        (1, False),
        (2, True),
    ]
    assert points(event) == [0, 40, 1, 24, 9]


def test_a_correction_without_a_reason_is_refused() -> None:
    event = seated_event()
    save(event, GAME)
    with pytest.raises(SheetRefusedError, match="Say why"):
        save(event, OTHER, seen=1)


@pytest.mark.parametrize(
    ("said", "kinds"),
    [
        (("out", "out", "A", "=23", "2"), ["two_out"]),
        (("out", "KH KD KC", "KS K", "=23", "2"), ["rank_too_often"]),
        (("out", "", "A", "=23", "2"), ["no_cards"]),
        (("out", "8H", "8H", "=23", "2"), ["card_too_often"]),
        (("out", "=99999", "A", "=23", "2"), ["points_too_high"]),
        (("out", "A", "A", "2"), ["missing"]),
        (("out", "A", "A", "2", "3", "4"), ["no_such_seat"]),
    ],
)
def test_the_impossible_is_refused(said: Sequence[str], kinds: list[str]) -> None:
    assert refusals(said) == kinds


def test_nobody_out_without_the_blocked_box_is_flagged_and_a_flag_is_dismissed_by_a_fixed_reason() -> (
    None
):
    event = seated_event()
    save(event, ("=1", "=2", "=3", "=4", "=5"))
    save(
        event, ("=1", "=2", "=3", "=4", "=5"), (1, 1, 2), dismissed={"nobody_out": "Counted again"}
    )
    save(
        event,
        ("=1", "=2", "=3", "=4", "=5"),
        (1, 1, 3),
        dismissed={"nobody_out": "because I say so"},
    )
    flags = list(Flag.objects.order_by("pk").values_list("kind", "dismissed"))
    assert flags == [("nobody_out", ""), ("nobody_out", "Counted again"), ("nobody_out", "")]


def test_a_sheet_for_no_such_game_or_a_closed_round_is_refused() -> None:
    assert refusals(GAME, place=(1, 1, 6)) == ["no_game"]
    event = seated_event()
    event.rounds.update(state="closed")
    with pytest.raises(SheetRefusedError, match="takes no sheets"):
        save(event, GAME)
    assert record_sheet(event, sheet(GAME), sign(), at_desk=True).version == 1


def test_a_sheet_costs_at_most_seven_queries_of_the_ten_a_request_may_have() -> None:
    event = seated_event()
    with CaptureQueriesContext(
        connection,
    ) as queries:
        save(event, GAME)
    assert len(queries) <= 7


@pytest.mark.parametrize("row", [LedgerEntry, Sheet, Tally])
def test_the_past_cannot_be_deleted_or_edited(row: type[LedgerEntry | Sheet | Tally]) -> None:
    event = seated_event()
    save(event, GAME)
    changed: dict[str, Any] = (
        {"body": {}} if row is LedgerEntry else {"reason": "x"} if row is Sheet else {"points": 1}
    )
    with pytest.raises(DatabaseError), transaction.atomic():
        row._default_manager.all().update(**changed)
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"DELETE FROM {row._meta.db_table}")
    assert points(event) == [0, 40, 1, 23, 9]


def test_without_the_guards_the_past_could_be_edited() -> None:
    event = seated_event()
    save(event, GAME)
    triggers.drop(connection)
    try:
        Tally.objects.filter(seat="D").update(points=1)
        assert points(event) == [0, 40, 1, 1, 9]
    finally:
        triggers.create(connection)


def _eight_at_once(event: Event, saids: Sequence[Sequence[str]]) -> list[str]:
    barrier, answers = threading.Barrier(len(saids)), []

    def official(said: Sequence[str]) -> None:
        barrier.wait()
        try:
            answers.append("repeated" if save(event, said).repeated else "saved")
        except SheetConflictError:
            answers.append("conflict")
        finally:
            connections.close_all()

    threads = [threading.Thread(target=official, args=(said,)) for said in saids]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sorted(answers)


@pytest.mark.promise(
    "Of eight officials with different sheets one is saved, seven see a conflict", faults=(2,)
)
@pytest.mark.django_db(transaction=True)
def test_of_eight_officials_with_different_sheets_one_wins_and_seven_see_the_conflict() -> None:
    event = seated_event()
    saids = [("out", "A", "2", f"={points}", "3") for points in range(10, 18)]
    assert _eight_at_once(event, saids) == ["conflict"] * 7 + ["saved"]
    assert Sheet.objects.filter(accepted=True).count() == 1
    assert list(LedgerEntry.objects.order_by("number").values_list("number", flat=True)) == list(
        range(1, 11)
    )


@pytest.mark.control(
    "test_of_eight_officials_with_different_sheets_one_wins_and_seven_see_the_conflict"
)
@pytest.mark.control("test_a_stale_form_gets_the_conflict_page_with_both_sheets_and_status_409")
@pytest.mark.django_db(transaction=True)
def test_without_the_comparison_of_versions_the_last_writer_wins(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def overwritten(
        found: Found, given: Submission, body: dict[str, Any], by: Signature
    ) -> acts.Outcome:
        return acts._replace(found, replace(given, reason="overwritten"), body, by, "correct")

    monkeypatch.setattr(acts, "_compare", overwritten)
    event = seated_event()
    saids = [("out", "A", "2", f"={points}", "3") for points in range(10, 18)]
    assert _eight_at_once(event, saids) == ["saved"] * 8
    assert Sheet.objects.count() == 8
