"""Sealing, printing, revealing, holding and cutting cards: what each act does, refuses, and takes
back.
"""

from typing import Any

import pytest

from scoring.counting.board import digest
from tests.tournament.ending import (
    LEVEL,
    closed_event,
    following,
    fresh,
    played_event,
    sealed_event,
    seat_after_reading,
)
from tests.tournament.evening import sheet, sign
from tournament.counting.board import board, compute
from tournament.counting.submission import SheetConflictError
from tournament.entry.acts import correct_sheet, record_sheet
from tournament.finals.acts import (
    break_seal,
    hold_board,
    mark_printed,
    release_board,
    reveal_cut,
    seal_cut,
    withdraw_announcement,
)
from tournament.finals.acts_cards import record_cut_of_cards, take_back_cut_of_cards
from tournament.models import CutOfCards, Event, LedgerEntry, Seal
from tournament.refusal import Refused
from tournament.standings.public import public_board, way_shown
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db

# P002 and P003 are level on 5 with one card each: only a cut of cards can split them for two
# places.
TWO_PLACES: dict[str, Any] = {"cut_size": 2}


def correct(event: Event, said: tuple[str, ...], witness: str = "Walter Witness") -> None:
    """Correct the one sheet of the evening."""
    correct_sheet(
        event, sheet(said, seen=1, reason="Misread", witness=witness), sign(), at_desk=True
    )


def shown(event: Event) -> dict[str, Any]:
    """What the public is shown: the board, and the way there."""
    row = fresh(event)
    board_shown = public_board(row)
    return board_shown | {"way": way_shown(row, board_shown)}


def test_a_seal_is_a_snapshot_with_its_digest() -> None:
    event = closed_event()
    seal = seal_cut(event, sign())
    assert seal.snapshot["qualifiers"] == ["P001", "P002", "P003"]
    assert (seal.edition, seal.digest) == (1, digest(seal.snapshot))
    assert seal.entry.body["digest"] == seal.digest
    assert list(faults(fresh(event))) == []
    changed = seal.snapshot | {"qualifiers": ["P001", "P002", "P004"]}
    assert digest(changed) != seal.digest


def test_the_board_of_a_sealed_cut_says_sealed_and_the_kept_one_is_not_stale() -> None:
    event = closed_event()
    assert board(event).state == "provisional"
    seal_cut(event, sign())
    assert board(fresh(event)).state == "sealed"
    assert board(fresh(event)) == compute(fresh(event))


def test_an_act_that_fails_leaves_no_board_behind() -> None:
    event = closed_event(LEVEL, **TWO_PLACES)
    with pytest.raises(Refused):
        seal_cut(event, sign())
    record_cut_of_cards(event, {"P002": "7H", "P003": "2C"}, sign())
    assert board(fresh(event)) == compute(fresh(event))


def test_an_open_round_cannot_be_sealed() -> None:
    event = played_event()
    with pytest.raises(Refused, match="Round 1"):
        seal_cut(event, sign())
    assert Seal.objects.count() == 0


def test_two_sheets_for_one_game_are_in_the_way_of_the_seal() -> None:
    event = closed_event()
    with pytest.raises(SheetConflictError):
        record_sheet(event, sheet(("out", "5", "=5", "=20", "=41")), sign(), at_desk=True)
    with pytest.raises(Refused, match="choose between them"):
        seal_cut(event, sign())


def test_a_cut_larger_than_the_field_is_refused_with_the_mend() -> None:
    event = closed_event(cut_size=6)
    with pytest.raises(Refused, match="choose a smaller cut"):
        seal_cut(event, sign())


def test_a_sealed_cut_is_not_sealed_twice() -> None:
    event = sealed_event()
    with pytest.raises(Refused, match="already sealed"):
        seal_cut(event, sign())
    assert Seal.objects.count() == 1


def test_a_broken_seal_makes_room_for_the_next_edition() -> None:
    event = sealed_event()
    broken = break_seal(event, sign(), reason="A sheet was misread")
    assert broken.broken_at is not None
    assert board(fresh(event)).state == "provisional"
    assert seal_cut(event, sign()).edition == 2


def test_breaking_a_seal_needs_a_reason_and_a_seal() -> None:
    event = sealed_event()
    with pytest.raises(Refused, match="Say why"):
        break_seal(event, sign(), reason="  ")
    break_seal(event, sign(), reason="Misread")
    with pytest.raises(Refused, match="not sealed"):
        break_seal(event, sign(), reason="Again")


def test_a_seal_under_a_seated_play_off_stays() -> None:
    event = sealed_event()
    seat_after_reading(event, sign())
    with pytest.raises(Refused, match="unseat it first"):
        break_seal(event, sign(), reason="Misread")


def test_printing_and_revealing_are_recorded_with_the_digest_of_the_seal() -> None:
    event = sealed_event()
    printed, revealed = mark_printed(event, sign()), reveal_cut(event, sign())
    assert printed.printed_at is not None
    assert revealed.revealed_at is not None
    entries = LedgerEntry.objects.filter(event=event, kind__in=("print_cut", "reveal"))
    assert [entry.body["digest"] for entry in entries] == [printed.digest] * 2
    with pytest.raises(Refused, match="already been revealed"):
        reveal_cut(event, sign())


def test_from_the_seal_to_the_revealing_the_public_sees_what_it_saw_before() -> None:
    event = closed_event()
    before = shown(event)
    seal_cut(event, sign())
    assert shown(event) == before
    assert not shown(event)["sealed"]
    reveal_cut(event, sign())
    assert shown(event)["sealed"]
    withdraw_announcement(event, sign(), reason="Read too early")
    assert shown(event) == before
    assert [
        (seal.edition, seal.revealed_at is None) for seal in Seal.objects.order_by("edition")
    ] == [
        (1, False),
        (2, True),
    ]


def test_withdrawing_needs_an_announcement_and_a_reason() -> None:
    event = sealed_event()
    with pytest.raises(Refused, match="not been revealed"):
        withdraw_announcement(event, sign(), reason="Too early")
    reveal_cut(event, sign())
    with pytest.raises(Refused, match="Say why"):
        withdraw_announcement(event, sign(), reason="")


def test_a_held_board_stands_still_while_sheets_are_corrected() -> None:
    event = played_event()
    before = shown(event)
    hold_board(event, sign())
    correct(event, ("=1", "5", "=5", "=20", "out"))
    assert shown(event) == before
    release_board(event, sign())
    assert [row["total"] for row in shown(event)["rows"]] == [0, 1, 5, 5, 20]
    assert fresh(event).released is None


def test_a_board_that_is_not_held_follows() -> None:
    event = following(played_event())
    before = shown(event)
    correct(event, ("=1", "5", "=5", "=20", "out"))
    assert shown(event) != before


def test_holding_twice_or_releasing_what_follows_is_refused() -> None:
    event = following(played_event())
    with pytest.raises(Refused, match="not frozen"):
        release_board(event, sign())
    hold_board(event, sign())
    with pytest.raises(Refused, match="already frozen"):
        hold_board(event, sign())


def test_a_sealed_cut_is_released_by_revealing_alone() -> None:
    event = sealed_event()
    with pytest.raises(Refused, match="reveal it"):
        release_board(event, sign())
    assert fresh(event).held


def test_a_correction_over_the_line_leaves_the_seal_behind_and_nothing_is_announced_from_it() -> (
    None
):
    event = sealed_event()
    correct(event, ("=50", "5", "=5", "=20", "out"))
    for act in (mark_printed, reveal_cut):
        with pytest.raises(Refused, match="changed since the sealing"):
            act(event, sign())
    break_seal(event, sign(), reason="Corrected")
    assert seal_cut(event, sign()).snapshot["qualifiers"] == ["P005", "P002", "P003"]
    assert reveal_cut(event, sign()).edition == 2


def test_what_no_criterion_splits_waits_for_the_cards() -> None:
    event = closed_event(LEVEL, **TWO_PLACES)
    with pytest.raises(Refused, match="let them cut cards"):
        seal_cut(event, sign())
    record_cut_of_cards(event, {"P002": "7H", "P003": "2C"}, sign())
    assert seal_cut(event, sign()).snapshot["qualifiers"] == ["P001", "P003"]


def test_equal_ranks_cut_again_between_themselves() -> None:
    event = closed_event(LEVEL, **TWO_PLACES)
    record_cut_of_cards(event, {"P002": "7H", "P003": "7C"}, sign())
    with pytest.raises(Refused, match="let them cut cards"):
        seal_cut(event, sign())
    record_cut_of_cards(event, {"P002": "AH", "P003": "KC"}, sign())
    assert seal_cut(event, sign()).snapshot["qualifiers"] == ["P001", "P002"]


def test_a_cut_of_cards_is_taken_back_with_a_reason() -> None:
    event = closed_event(LEVEL, **TWO_PLACES)
    record_cut_of_cards(event, {"P002": "7H", "P003": "2C"}, sign())
    with pytest.raises(Refused, match="Say why"):
        take_back_cut_of_cards(event, sign(), reason="")
    take_back_cut_of_cards(event, sign(), reason="The wrong guest cut")
    assert CutOfCards.objects.count() == 0
    with pytest.raises(Refused, match="no cut of cards"):
        take_back_cut_of_cards(event, sign(), reason="Again")


def test_a_sealed_line_takes_no_cards() -> None:
    event = sealed_event()
    with pytest.raises(Refused, match="break the seal"):
        record_cut_of_cards(event, {"P002": "7H", "P003": "2C"}, sign())


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ({"P002": "1H", "P003": "2C"}, "such as 7H"),
        ({"P002": "JK", "P003": "2C"}, "Joker"),
        ({"P002": "7H"}, "At least two"),
        ({"P002": "7H", "P003": "7H"}, "cut twice"),
        ({"P002": "7H", "P099": "2C"}, "no guest P099"),
    ],
)
def test_cards_that_decide_nothing_are_refused(cards: dict[str, str], words: str) -> None:
    event = closed_event(LEVEL, **TWO_PLACES)
    with pytest.raises(Refused, match=words):
        record_cut_of_cards(event, cards, sign())
    assert CutOfCards.objects.count() == 0


def test_a_tie_on_the_line_admits_all_where_the_event_says_so() -> None:
    event = closed_event(LEVEL, cut_tie="admit_all", **TWO_PLACES)
    assert seal_cut(event, sign()).snapshot["qualifiers"] == ["P001", "P002", "P003"]
