"""The acts on a seating in words, and the cards they make stale."""

import pytest

from tests.tournament.ending import playoff_event
from tests.tournament.evening import seated_event, sign
from tests.tournament.hall import drafted, pair, undo_seats
from tournament.counting.seats import hall
from tournament.finals.acts_playoff import unseat_playoff
from tournament.seating.acts_draw import publish_seating
from tournament.seating.acts_seats import leave, swap_guests
from tournament.seating.words import drafts, entries, history, stale
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db


def test_the_history_tells_every_act_with_its_reason() -> None:
    event = drafted()
    one, other = pair(event)
    publish_seating(event, sign())
    swap_guests(event, 1, (one, other), sign(), reason="A pillar in the way")
    leave(event, "P003", (1, 1), sign(), reason="Unwell")
    told = history(hall(event), entries(event))
    words = [text for _entry, text, _reversible in told]
    assert [reversible for *_told, reversible in told] == [True, False, False, False, False]
    assert words[0].startswith("Guest 3 (3) goes home from game 1 of round 1 on, leaving")
    assert words[1] == f"Round 1: Guest {one} ({one}) to 2A and Guest {other} ({other}) to 1A"
    assert [entry.reason for entry, *_told in told[:2]] == ["Unwell", "A pillar in the way"]
    assert words[-1] == "Drew 2 rounds for 30 guests at 6 tables, seed 7"
    undo_seats(event, "P003", sign(), reason="Better")
    told = history(hall(event), entries(event))
    assert [reversible for *_told, reversible in told][:2] == [False, False]
    assert list(faults(event)) == []


def test_the_play_off_is_called_so_and_not_by_a_number() -> None:
    event = playoff_event()
    unseat_playoff(event, sign(), reason="Too early")
    told = [words for _entry, words, _reversible in history(hall(event), entries(event))]
    assert told == [
        "Took the publication of the play-off back",
        "Published the play-off",
        "Published round 1",
    ]


def test_drafts_are_counted_and_the_last_seed_known() -> None:
    assert drafts([]) == (0, None)
    assert drafts(entries(drafted(seed=81))) == (1, 81)


def test_a_swap_makes_two_cards_stale_and_those_of_the_neighbours_who_check() -> None:
    event = seated_event(10)
    assert stale(hall(event), entries(event)).seat == ()
    swap_guests(event, 1, (1, 6), sign(), reason="Sits better there")
    found = stale(hall(event), entries(event))
    assert (found.seat, found.neighbour) == ((1, 6), (2, 5, 7, 10))
    swap_guests(event, 1, (1, 6), sign(), reason="No, back again")
    assert stale(hall(event), entries(event)).seat == ()


def test_a_draft_has_no_cards_to_be_stale() -> None:
    event = drafted()
    swap_guests(event, 1, pair(event), sign())
    assert stale(hall(event), entries(event)).seat == ()


def test_who_leaves_makes_the_cards_of_their_neighbours_stale() -> None:
    event = seated_event(10)
    leave(event, "P003", (1, 1), sign(), reason="Unwell")
    found = stale(hall(event), entries(event))
    assert (found.seat, found.neighbour) == ((3,), (2, 4))
