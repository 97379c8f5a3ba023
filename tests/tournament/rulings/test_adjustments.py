"""Adjustments: rows beside the tallies that count in totals and cut, are seen before they are made,
and taken back.
"""

from dataclasses import replace
from typing import Any

import pytest
from django.db import DatabaseError, transaction
from pytest_django import DjangoAssertNumQueries

from scoring.counting.sheet import SeatEntry
from tests.tournament.ending import GAME, SMALL, closed_event, fresh, played_event, sealed_event
from tests.tournament.evening import entry, save, seated_event, sheet, sign
from tests.tournament.rulings.rulings import QUEEN
from tournament.counting.board import compute
from tournament.counting.consequences import Change, effect, effect_of_cancelling, words
from tournament.counting.grid import games_to_come
from tournament.counting.rulings import Where, rulings_for
from tournament.counting.submission import Place, Submission
from tournament.entry.acts import SheetRefusedError, record_sheet
from tournament.event.forms_rules import new_columns
from tournament.models import Adjustment, AdjustmentKind, Event, Game, Sheet, Tally
from tournament.refusal import Refused
from tournament.rulings.acts import make_ruling
from tournament.rulings.acts_adjustments import adjust, cancel_adjustment
from tournament.seating.acts import close_round

pytestmark = pytest.mark.django_db
POINTS = Change(AdjustmentKind.POINTS, "A warning was repeated", guest="P003", points=20, round=1)
TWO_GAMES: dict[str, Any] = {"games_per_round": 2}
FIRST, SECOND = Place(1, 1, 1), Place(1, 1, 2)


def totals(event: Event) -> dict[str, int | None]:
    """The total of each guest as the board has it."""
    return {
        standing.player: standing.total if standing.ranked else None
        for standing in compute(fresh(event)).standings
    }


def through(event: Event) -> tuple[str, ...]:
    """Who goes through, in order."""
    drawn = compute(fresh(event)).cut
    return getattr(drawn, "qualifiers", ())


def test_points_count_in_total_round_and_cut_and_never_in_the_tally() -> None:
    event = played_event()
    before = totals(event)
    found = effect(event, POINTS)
    assert found is not None
    assert [move.player for move in found.moves.out] == ["P003"]
    assert [move.player for move in found.moves.into] == ["P004"]
    made = adjust(event, POINTS, sign())
    assert words(made) == "20 points added to Guest 3 in round 1"
    assert totals(event) == before | {"P003": (before["P003"] or 0) + 20}
    assert through(event) == ("P001", "P002", "P004")
    assert Tally.objects.get(event=event, guest__ref="P003").points == 5


def test_an_adjustment_is_taken_back_with_a_reason_and_once() -> None:
    event = played_event()
    before = totals(event), through(event)
    made = adjust(event, POINTS, sign())
    with pytest.raises(Refused, match="Say why"):
        cancel_adjustment(event, made.number, sign(), reason=" ")
    back = effect_of_cancelling(event, made)
    assert back is not None
    assert [move.player for move in back.moves.into] == ["P003"]
    cancel_adjustment(event, made.number, sign(), reason="The wrong guest")
    assert (totals(event), through(event)) == before
    with pytest.raises(Refused, match="already been cancelled"):
        cancel_adjustment(event, made.number, sign(), reason="Once more")


def test_points_where_places_count_in_halves_are_foreseen_whole_and_taken_back() -> None:
    event = seated_event(4, **new_columns("pursuit_racing", {}) | SMALL)
    ran = tuple(SeatEntry(seat, laps=laps) for seat, laps in zip("ABCD", (5, 4, 3, 2), strict=True))
    record_sheet(event, Submission(FIRST, ran), sign())
    given = replace(POINTS, points=2)
    found = effect(event, given)
    assert found is not None
    assert [move.player for move in found.moves.out] == ["P003"]
    back = effect_of_cancelling(event, adjust(event, given, sign()))
    assert back is not None
    assert (back.before, back.after) == (found.after, found.before)


def test_an_adjustment_is_not_changed_and_the_same_request_is_one() -> None:
    event = played_event()
    made = adjust(event, POINTS, sign("once"))
    assert adjust(event, POINTS, sign("once")).pk == made.pk
    rows = Adjustment.objects.filter(event=event)
    with pytest.raises(DatabaseError, match="past is not changed"), transaction.atomic():
        rows.update(points=1)
    assert rows.count() == 1


def test_a_void_game_counts_the_mean_of_their_other_games_at_that_table_alone() -> None:
    event = played_event(**TWO_GAMES)
    save(event, ("8", "out", "=9", "=4", "=7"), (1, 1, 2))
    made = adjust(event, Change(AdjustmentKind.VOID, "Two packs were mixed", place=SECOND), sign())
    assert words(made) == "Game 2 of table 1 in round 1 is void"
    assert totals(event) == {"P001": 0, "P002": 10, "P003": 10, "P004": 40, "P005": 80}
    with pytest.raises(SheetRefusedError, match="made this game void"):
        save(event, ("8", "out", "=9", "=4", "=8"), (1, 1, 2), seen=1, reason="again")
    with pytest.raises(Refused, match="is void by a ruling"):
        make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 2))
    with pytest.raises(Refused, match="is void by a ruling"):
        adjust(event, Change(AdjustmentKind.REPLAY, "Again", place=SECOND), sign())
    cancel_adjustment(event, made.number, sign(), reason="It was one pack after all")
    assert totals(event) == {"P001": 30, "P002": 5, "P003": 14, "P004": 24, "P005": 47}


def test_a_void_game_without_a_sheet_is_not_waited_for() -> None:
    event = played_event(**TWO_GAMES)
    with pytest.raises(Refused, match="cannot be closed yet"):
        close_round(event, 1, sign())
    adjust(event, Change(AdjustmentKind.VOID, "The cards fell off the table", place=SECOND), sign())
    assert compute(fresh(event)).progress.complete
    close_round(event, 1, sign())


def test_a_game_played_again_sets_its_sheet_aside_and_awaits_a_new_one() -> None:
    event = played_event(**TWO_GAMES)
    save(event, ("8", "out", "=9", "=4", "=7"), (1, 1, 2))
    before = totals(event)
    made = adjust(
        event, Change(AdjustmentKind.REPLAY, "Six cards were dealt", place=SECOND), sign()
    )
    assert totals(event) == {"P001": 0, "P002": 5, "P003": 5, "P004": 20, "P005": 40}
    with pytest.raises(Refused, match="table 1 game 2"):
        close_round(event, 1, sign())
    saved = record_sheet(event, sheet(("out", "2", "3", "4", "5"), (1, 1, 2)), sign())
    assert (saved.version, totals(event)["P002"]) == (2, 7)
    cancel_adjustment(event, made.number, sign(), reason="Five cards had been dealt")
    assert totals(event) == before
    versions = (
        Sheet.objects.filter(event=event, game__number=2)
        .order_by("version")
        .values_list("version", "accepted")
    )
    assert list(versions) == [(1, False), (2, False), (3, True)]


def test_a_corrected_tally_is_a_new_version_with_the_ruling_as_its_reason() -> None:
    event = played_event()
    make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 1))
    change = Change(
        AdjustmentKind.TALLY,
        "An 8 was counted as 8",
        1,
        "P002",
        place=FIRST,
        entry=entry("B", "8 KD"),
    )
    found = effect(event, change)
    assert found is not None
    assert [move.player for move in found.moves.out] == ["P002"]
    made = adjust(event, change, sign())
    assert games_to_come(event) == found.coming
    assert (made.before and made.before.version, made.after and made.after.version) == (1, 2)
    assert made.after is not None
    assert made.after.reason == "Ruling 1: An 8 was counted as 8"
    assert totals(event)["P002"] == 40
    cancel_adjustment(event, made.number, sign(), reason="It was another hand")
    assert totals(event)["P002"] == 5


def test_a_corrected_tally_that_changed_again_is_not_taken_back() -> None:
    event = played_event()
    change = Change(
        AdjustmentKind.TALLY, "Misread", guest="P002", place=FIRST, entry=entry("B", "8 KD")
    )
    made = adjust(event, change, sign())
    save(event, ("out", "3", "=5", "=20", "=40"), seen=2, reason="Counted again")
    with pytest.raises(Refused, match="changed since"):
        cancel_adjustment(event, made.number, sign(), reason="It was another hand")


@pytest.mark.parametrize(
    "change",
    [
        POINTS,
        Change(AdjustmentKind.TALLY, "An 8", guest="P003", place=FIRST, entry=entry("C", "8 KD")),
    ],
)
def test_across_a_sealed_line_a_second_official_is_named(change: Change) -> None:
    event = sealed_event()
    with pytest.raises(Refused, match="cut is sealed and this changes it"):
        adjust(event, change, sign())
    assert not Adjustment.objects.exists()
    witnessed = Change(
        **{name: getattr(change, name) for name in Change.__slots__} | {"witness": "Wanda Warden"}
    )
    made = adjust(event, witnessed, sign())
    assert made.entry.body["witness"] == "Wanda Warden"
    with pytest.raises(Refused, match="cut is sealed and this changes it"):
        cancel_adjustment(event, made.number, sign(), reason="No")
    cancel_adjustment(event, made.number, sign(), reason="No", witness="Wanda Warden")
    assert through(event) == ("P001", "P002", "P003")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (Change(AdjustmentKind.POINTS, " ", guest="P003", points=5), "Say why"),
        (Change(AdjustmentKind.POINTS, "So", guest="P003"), "not 0"),
        (Change(AdjustmentKind.POINTS, "So", guest="P003", points=501), "from -500 to 500"),
        (Change(AdjustmentKind.POINTS, "So", guest="P099", points=5), "Choose the guest"),
        (
            Change(AdjustmentKind.POINTS, "So", guest="P003", points=5, round=7),
            "There is no round 7",
        ),
        (Change(AdjustmentKind.POINTS, "So", 4, "P003", 5), "There is no ruling 4"),
        (Change(AdjustmentKind.VOID, "So"), "Choose the game"),
        (
            Change(AdjustmentKind.VOID, "So", place=Place(1, 9, 1)),
            "There is no round 1, table 9, game 1",
        ),
        (Change(AdjustmentKind.VOID, "So", place=Place(1, 10**30, 1)), "Choose the game"),
        (Change(AdjustmentKind.REPLAY, "So", place=SECOND), "No sheet is in"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(change: Change, words: str) -> None:
    event = played_event(**TWO_GAMES)
    with pytest.raises(Refused, match=words):
        adjust(event, change, sign())
    assert not Adjustment.objects.exists()


def test_an_adjustment_costs_at_most_twenty_five_queries(
    django_assert_max_num_queries: DjangoAssertNumQueries,
) -> None:
    event = sealed_event()
    change = Change(
        AdjustmentKind.TALLY,
        "An 8",
        None,
        "P003",
        place=FIRST,
        entry=entry("C", "8 KD"),
        witness="Wanda Warden",
    )
    with django_assert_max_num_queries(25):
        adjust(event, change, sign())


def test_a_game_is_not_played_again_in_a_closed_round() -> None:
    event = closed_event()
    with pytest.raises(Refused, match="Round 1 is closed"):
        adjust(event, Change(AdjustmentKind.REPLAY, "Again", place=FIRST), sign())


def test_a_guest_sees_the_rulings_that_touched_their_score_and_no_others() -> None:
    event = played_event(guests=10, **TWO_GAMES)
    save(event, GAME, (1, 2, 1))
    for _ in range(3):
        make_ruling(event, sign(), claim=QUEEN, place=Where(1, 1, 1))
    adjust(event, Change(AdjustmentKind.POINTS, "Late", 1, "P003", 5), sign())
    adjust(event, Change(AdjustmentKind.VOID, "Mixed packs", 2, place=FIRST), sign())
    refs = ("P001", "P003", "P006")
    guests = [fresh(event).guests.get(ref=ref) for ref in refs]
    seen = {guest.ref: [one.number for one, _made in rulings_for(guest)] for guest in guests}
    assert seen == {"P001": [2], "P003": [1, 2], "P006": []}
    assert Game.objects.filter(event=event, void=True).count() == 1
