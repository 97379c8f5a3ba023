"""Drawing, publishing and taking it back: what the rows promise afterwards."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.django import TestCase

from scoring.seating import certificate, table_plan
from tests.tournament.evening import add_guests, new_event, save, sign
from tests.tournament.hall import FULL, drafted, late_lou, overlaps, seats
from tournament.counting.seats import hall
from tournament.models import Event, Game, Guest, LedgerEntry, Round, Seat, Table
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.seating.acts import clear_round
from tournament.seating.acts_draw import (
    Draft,
    draw_seating,
    drawn,
    publish_seating,
    unpublish_seating,
)
from tournament.seating.words import entries

pytestmark = pytest.mark.django_db


def test_one_act_draws_every_qualifying_round_as_a_draft() -> None:
    event = drafted(110)
    found = hall(event)
    assert [(row.number, row.state) for row in found.rounds] == [
        (1, RoundState.DRAFT),
        (2, RoundState.DRAFT),
    ]
    assert [len(tables) for tables in found.seating.rounds] == [22, 22]
    assert certificate(found.seating, found.wishes).clean
    assert found.rounds[1].movement == "A stays, B moves on one table, C two, D three, E four"
    assert [entry.kind for entry in entries(event)] == ["draw"]


def test_the_same_seed_gives_the_same_seating_and_another_does_not() -> None:
    event = drafted(30, seed=7)
    found = hall(event)
    assert drawn(found, 7) == Draft(found.seating.rounds, found.rounds[1].movement, 7)
    assert drawn(found, 8).rounds != found.seating.rounds


def test_drawing_again_replaces_the_draft_and_leaves_no_rows_behind() -> None:
    event = drafted(30)
    draw_seating(event, drawn(hall(event), 8), sign())
    assert (Round.objects.count(), Table.objects.count(), Seat.objects.count()) == (2, 12, 60)


def test_a_draw_for_fewer_rounds_throws_the_spare_draft_away() -> None:
    event = new_event(qualifying_rounds=3)
    add_guests(event, 25)
    draw_seating(event, drawn(hall(event), 1), sign())
    Event.objects.update(qualifying_rounds=2)
    event.refresh_from_db()
    draw_seating(event, drawn(hall(event), 1), sign())
    assert list(Round.objects.values_list("number", flat=True)) == [1, 2]


def test_a_draw_sent_twice_is_one_draw() -> None:
    event = drafted()
    by, again = sign(), drawn(hall(event), 9)
    draw_seating(event, again, by)
    draw_seating(event, again, by)
    assert [entry.body["seed"] for entry in entries(event)] == [7, 9]


def test_seven_guests_cannot_be_seated_and_the_sentence_says_what_to_do() -> None:
    event = new_event()
    add_guests(event, 7)
    with pytest.raises(Refused, match="add 1 or take 1 away"):
        drawn(hall(event), 1)


def test_a_fixed_table_that_does_not_exist_is_named_with_its_guest() -> None:
    event = new_event()
    add_guests(event, 12)
    Guest.objects.filter(badge=4).update(fixed_table=9)
    with pytest.raises(
        Refused,
        match=r"Guest 4 \(4\) is fixed to table 9, but the tables run from 1 to 3",
    ):
        drawn(hall(event), 1)


def test_guests_who_changed_while_the_draw_was_made_are_noticed() -> None:
    event = drafted()
    draft = drawn(hall(event), 3)
    Guest.objects.filter(badge=4).update(status="withdrawn")
    before = seats(event)
    with pytest.raises(Refused, match="changed while the draw was made"):
        draw_seating(event, draft, sign())
    assert seats(event) == before


class Draws(TestCase):
    """Any number of guests from 12 to 130, through the act."""

    @settings(max_examples=6)
    @given(number=st.integers(12, 130), seed=st.integers(1, 999_999))
    def test_every_draw_is_legal(self, number: int, seed: int) -> None:
        event = drafted(number, seed)
        found = hall(event)
        everyone = list(range(1, number + 1))
        for tables in found.seating.rounds:
            assert sorted(len(table) for table in tables) == sorted(
                table_plan(number, rounds=2).sizes
            )
            assert (
                sorted(key for table in tables for key in table if isinstance(key, int)) == everyone
            )
        said = certificate(found.seating, found.wishes)
        assert (said.count("unseated"), said.count("doubled"), overlaps(event)) == (0, 0, [])


def test_publishing_lays_the_games_and_taking_it_back_makes_drafts_of_the_same_seats() -> None:
    event = drafted()
    before = seats(event)
    publish_seating(event, sign())
    assert set(Round.objects.values_list("state", flat=True)) == {RoundState.PUBLISHED}
    assert Game.objects.count() == 2 * 6 * 5
    unpublish_seating(event, sign(), reason="Two more guests came")
    assert set(Round.objects.values_list("state", flat=True)) == {RoundState.DRAFT}
    assert (Game.objects.count(), seats(event)) == (0, before)
    publish_seating(event, sign())
    assert [entry.kind for entry in entries(event)] == [
        "draw",
        *["publish"] * 2,
        *["unpublish"] * 2,
        *["publish"] * 2,
    ]


def test_publishing_sent_twice_is_one_publication() -> None:
    event, by = drafted(), sign()
    publish_seating(event, by)
    publish_seating(event, by)
    assert LedgerEntry.objects.filter(kind="publish").count() == 2


def test_a_seating_with_a_sheet_in_it_stays_published() -> None:
    event = drafted()
    publish_seating(event, sign())
    save(event, FULL)
    with pytest.raises(Refused, match="game 1 at table 1 of round 1"):
        unpublish_seating(event, sign(), reason="Changed my mind")
    assert Game.objects.count() == 60


def test_a_draft_without_somebody_is_not_published() -> None:
    event = drafted()
    lou = late_lou(event, 31)
    with pytest.raises(Refused, match=r"Late Lou \(31\) has no seat in round 1"):
        publish_seating(event, sign())
    lou.delete()
    Guest.objects.filter(badge=5).update(status="withdrawn")
    with pytest.raises(Refused, match=r"Guest 5 \(5\) has gone home"):
        publish_seating(event, sign())


def test_a_draft_with_a_round_missing_is_not_published() -> None:
    event = drafted()
    clear_round(event, 2)
    with pytest.raises(Refused, match="has 2 qualifying rounds and 1 is drawn"):
        publish_seating(event, sign())


def test_a_published_seating_is_not_drawn_again() -> None:
    event = drafted()
    publish_seating(event, sign())
    before = seats(event)
    with pytest.raises(Refused, match="Round 1 is published"):
        draw_seating(event, drawn(hall(event), 4), sign())
    assert seats(event) == before
