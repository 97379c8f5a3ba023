"""What the desk recorded goes out with the archive and comes in again: totals, answers, dealers,
moved sheets, changed seats.
"""

from copy import deepcopy
from typing import Any

import pytest

from scoring.counting.sheet import SeatEntry
from tests.tournament.ending import fresh
from tests.tournament.evening import NOW, save, saved_and_taken_back, seated_event, sign
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.archive.shape import ArchiveError
from tournament.counting.board import compute
from tournament.counting.dealers import dealers
from tournament.counting.submission import Place
from tournament.entry.acts_cards import (
    Said,
    record_answer,
    record_round_total,
    take_back_round_total,
)
from tournament.entry.acts_corrections import move_sheet, swap_hands
from tournament.entry.acts_dealer import name_dealer
from tournament.entry.acts_desk import record_card_totals, set_second_keying
from tournament.entry.acts_reseat import reseat
from tournament.entry.wrong_place import SeatChange, SheetMove
from tournament.models import Event, Sheet
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
FIRST, SECOND = ("out", "2", "3", "4", "5"), ("=38", "out", "7", "9", "A")


def again(event: Event) -> tuple[dict[str, Any], Event]:
    """The archive of an event and the event made of it; the archive of that one is the same, and so
    are its places.
    """
    document = archive(fresh(event))
    made = fresh(import_evening(deepcopy(document), NOW))
    assert archive(made) == document
    assert list(faults(made)) == []
    assert compute(made).standings == compute(fresh(event)).standings
    return document, made


def evening() -> Event:
    event = seated_event(10, qualifying_rounds=1, games_per_round=3, cut_size=2)
    save(event, FIRST)
    save(event, SECOND, (1, 2, 1))
    return event


def test_totals_answers_and_the_second_keying_come_back() -> None:
    event = evening()
    set_second_keying(event, sign(), enabled=True)
    record_card_totals(event, 1, {"P002": 4, "P003": 3}, sign())
    record_card_totals(event, 1, {"P002": 2}, sign())
    record_answer(event, Said(Place(1, 2, 1), "P006", eights=1), sign())
    for game, seat in ((3, "A"), (1, "B"), (2, "D")):
        name_dealer(event, Place(1, 2, game), seat, sign())
    document, made = again(event)
    assert [(row["game"], row["seat"]) for row in document["dealers"]] == [(1, "B"), (2, "D")]
    assert dealers(made) == {(1, 2): {1: "B", 2: "D", 3: "E"}}
    assert [(row["player"], row["points"]) for row in document["card_totals"]] == [
        ("P003", 3),
        ("P002", 2),
    ]
    assert (document["answers"][0]["eights"], made.second_keying) == (1, True)
    assert "round_totals" not in document


def test_a_round_total_comes_back_and_one_taken_back_leaves_its_versions() -> None:
    event = seated_event(10, qualifying_rounds=1, games_per_round=2, cut_size=2)
    record_round_total(event, (1, "P005"), 45, sign(), reason="Only a sum")
    record_round_total(event, (1, "P010"), 9, sign(), reason="Only a sum")
    save(event, FIRST[:4])
    save(event, SECOND[:4], (1, 2, 1))
    take_back_round_total(
        event, (1, "P010"), {1: SeatEntry("E", points=7)}, sign(), reason="Found the games"
    )
    document, _made = again(event)
    assert [(row["player"], row["points"], row["games"]) for row in document["round_totals"]] == [
        ("P005", 45, 2)
    ]
    assert [row["version"] for row in document["sheet_history"]] == [1, 2]


@pytest.mark.parametrize("entered_again", [False, True])
def test_a_moved_sheet_comes_back_with_the_game_it_left(entered_again: bool) -> None:
    event = evening()
    move_sheet(event, SheetMove(Place(1, 1, 1), Place(1, 1, 2)), sign(), reason="It was game 2")
    if entered_again:
        save(event, ("2", "out", "3", "4", "6"))
    swap_hands(event, Place(1, 1, 2), ("B", "E"), sign(), reason="Mixed up")
    document, made = again(event)
    assert [
        (row["game"], row["version"], row["to"]["game"]) for row in document["moved_sheets"]
    ] == [(1, 1, 2)]
    assert Sheet.objects.filter(event=made, moved_by__isnull=False).count() == 1


@pytest.mark.parametrize("entered_again", [False, True])
def test_a_sheet_that_was_taken_back_does_not_go_out(entered_again: bool) -> None:
    event = seated_event(10, qualifying_rounds=1, games_per_round=3, cut_size=2)
    save(event, FIRST)
    saved_and_taken_back(event, SECOND, (1, 2, 1))
    if entered_again:
        save(event, SECOND, (1, 2, 1))
    document, made = again(event)
    assert ("moved_sheets" in document, "sheet_history" in document) == (False, False)
    assert list(Sheet.objects.filter(event=made).values_list("version", "accepted")) == [
        (1, True)
    ] * (1 + entered_again)


def test_a_correction_that_was_taken_back_goes_out_as_if_it_had_never_been() -> None:
    event = evening()
    before = archive(fresh(event))
    saved_and_taken_back(event, ("out", "2", "3", "4", "6"), seen=1, reason="Misread")
    assert archive(fresh(event)) == before
    assert list(faults(fresh(event))) == []
    save(event, ("out", "2", "3", "4", "7"), seen=1, reason="Misread")
    document, _made = again(event)
    assert [row["version"] for row in document["sheet_history"]] == [1, 2]


@pytest.mark.parametrize("hands", ["player", "seat"])
def test_seats_changed_afterwards_come_back_with_every_version(hands: Any) -> None:
    event = evening()
    save(event, FIRST, (1, 1, 2))
    save(event, SECOND, (1, 2, 2))
    reseat(
        event,
        SeatChange(1, 2, 6, from_game=2, hands=hands),
        sign(),
        reason="They sat the other way round",
    )
    move_sheet(event, SheetMove(Place(1, 1, 1), Place(1, 2, 1)), sign(), reason="Wrong table")
    again(event)


@pytest.mark.parametrize(
    ("key", "row", "said"),
    [
        (
            "round_totals",
            {"round": 1, "player": "P001", "points": 4, "games": 9},
            "has 3 games in that round",
        ),
        ("round_totals", {"round": 1, "player": "P099", "points": 4}, "no such round or guest"),
        ("card_totals", {"round": 1, "player": "P099", "points": 4}, "at least one guest"),
        ("card_totals", {"round": "x"}, "a whole number"),
        (
            "answers",
            {"round": 1, "table": 2, "game": 1, "player": "P006", "eights": 9},
            "ask again",
        ),
        ("answers", {"round": 1, "table": 2, "game": 1, "player": "P006"}, "Type what"),
        ("dealers", {"round": 1, "table": 2, "game": 1, "seat": "F"}, "Nobody sits at seat F"),
        ("moved_sheets", "x", "an object"),
    ],
)
def test_what_is_wrong_in_the_file_is_named_and_nothing_is_left(
    key: str, row: Any, said: str
) -> None:
    document = archive(fresh(evening()))
    if key == "round_totals":
        document["games"] = []
    before = Event.objects.count()
    with pytest.raises(ArchiveError, match=rf"^{key}.*{said}"):
        import_evening(deepcopy(document) | {key: [row]}, NOW)
    assert Event.objects.count() == before
