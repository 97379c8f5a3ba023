"""Tables opened for those who wait, and taken back while nothing was played at them."""

from typing import Any

import pytest

from tests.tournament.evening import NOW, add_guests, new_event, save, sign
from tests.tournament.hall import FULL, seats
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.counting.seats import hall, round_in_play, waiting
from tournament.event.forms_rules import new_columns
from tournament.models import Event, Game, Guest, Round, Seat, Table
from tournament.refusal import Refused
from tournament.seating.acts import close_round, lay_round, publish_round
from tournament.seating.acts_door import check_in
from tournament.seating.acts_tables import open_table, take_table_back
from tournament.seating.words import entries, stale
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db


def crowd(number: int = 14, **fields: Any) -> Event:
    """So many guests who are here and sit nowhere."""
    event = new_event(games_per_round=1, **fields)
    for guest in add_guests(event, number):
        check_in(event, guest.ref, sign())
    return event


def refs(*badges: int) -> list[str]:
    return [f"P{badge:03}" for badge in badges]


def who_waits(event: Event) -> list[int]:
    return [guest.badge for guest in waiting(event, round_in_play(event))]


def test_the_first_table_opens_round_1_and_the_next_joins_it() -> None:
    event = crowd()
    open_table(event, refs(1, 2, 3, 4, 5), sign("once"))
    open_table(event, refs(1, 2, 3, 4, 5), sign("once"))
    open_table(event, refs(9, 7, 8, 6), sign())
    assert [(row[0], row[1], row[2], row[3]) for row in seats(event)][5:] == [
        (1, 2, "A", 9),
        (1, 2, "B", 7),
        (1, 2, "C", 8),
        (1, 2, "D", 6),
    ]
    assert who_waits(event) == [10, 11, 12, 13, 14]
    save(event, FULL)
    assert (stale(hall(event), entries(event)).seat, list(faults(event))) == ((), [])
    document = archive(event)
    assert archive(import_evening(document, NOW)) == document


def test_a_table_is_taken_back_and_its_number_used_again() -> None:
    event = crowd()
    open_table(event, refs(1, 2, 3, 4), sign())
    open_table(event, refs(5, 6, 7, 8), sign())
    take_table_back(event, (1, 1), sign("back"), reason="The wrong people")
    take_table_back(event, (1, 1), sign("back"), reason="The wrong people")
    assert (who_waits(event)[:4], Game.objects.filter(event=event).count()) == ([1, 2, 3, 4], 1)
    assert stale(hall(event), entries(event)).seat == ()
    with pytest.raises(Refused, match="Nobody sits at table 1"):
        take_table_back(event, (1, 1), sign(), reason="Again")
    assert open_table(event, refs(9, 10, 11, 12), sign()).number == 1
    save(event, FULL[:4])
    with pytest.raises(Refused, match="Table 1 has a sheet"):
        take_table_back(event, (1, 1), sign(), reason="Too late")
    take_table_back(event, (1, 2), sign(), reason="They left")
    assert list(Table.objects.filter(event=event).values_list("number", flat=True)) == [1]


def test_with_the_last_table_round_1_goes_too() -> None:
    event = crowd()
    open_table(event, refs(1, 2, 3, 4), sign())
    take_table_back(event, (1, 1), sign(), reason="Too early")
    assert (Round.objects.filter(event=event).count(), len(who_waits(event))) == (0, 14)
    with pytest.raises(Refused, match="There is no such table in play"):
        take_table_back(event, (1, 1), sign(), reason="Again")


@pytest.mark.parametrize(
    ("chosen", "sentence"),
    [
        (refs(1, 2, 3), "A table takes 4 to 6 guests: 3 are chosen"),
        (refs(1, 2, 3, 4, 5, 6, 7), "7 are chosen"),
        (refs(1, 2, 3, 3), "4 are chosen"),
        (refs(1, 2, 3, 99), "Somebody does not wait"),
        (refs(1, 2, 3, 14), "Guest 14 does not wait for a seat any more"),
    ],
)
def test_only_four_to_six_who_wait_sit_down(chosen: list[str], sentence: str) -> None:
    event = crowd()
    open_table(event, refs(11, 12, 13, 14), sign())
    with pytest.raises(Refused, match=sentence):
        open_table(event, chosen, sign())
    assert len(seats(event)) == 4


def test_a_drawn_round_is_published_first_and_a_closed_one_takes_no_table() -> None:
    event = crowd()
    lay_round(event, 1, [refs(1, 2, 3, 4)])
    with pytest.raises(Refused, match="Round 1 is drawn and not published"):
        open_table(event, refs(5, 6, 7, 8), sign())
    publish_round(event, 1, sign())
    save(event, FULL[:4])
    close_round(event, 1, sign())
    with pytest.raises(Refused, match="Round 1 is closed: draw the next round"):
        open_table(event, refs(5, 6, 7, 8), sign())


def test_who_sits_down_in_round_2_for_the_first_time_is_late() -> None:
    event = crowd()
    lay_round(event, 1, [refs(1, 2, 3, 4)])
    publish_round(event, 1, sign())
    save(event, FULL[:4])
    close_round(event, 1, sign())
    lay_round(event, 2, [refs(5, 6, 7, 8)])
    publish_round(event, 2, sign())
    open_table(event, refs(3, 4, 9, 10), sign())
    late = Guest.objects.filter(event=event, status="late").values_list("badge", flat=True)
    assert list(late) == [9, 10]


def test_a_large_table_takes_as_many_as_two_packs_are_dealt_to() -> None:
    event = crowd(15, **new_columns("switch", {"table": "large"}))
    with pytest.raises(Refused, match="A table takes 7 to 14 guests: 6 are chosen"):
        open_table(event, refs(*range(1, 7)), sign())
    assert open_table(event, refs(*range(1, 15)), sign()).number == 1
    assert (
        "".join(
            Seat.objects.filter(event=event).order_by("letter").values_list("letter", flat=True)
        )
        == "ABCDEFGHIJKLMN"
    )
