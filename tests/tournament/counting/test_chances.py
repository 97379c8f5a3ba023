"""Chances of an event: who sits together in what is to come, kept for a version, shown to the room
by a switch.
"""

from dataclasses import replace

import pytest

from scoring.counting.cut import cut
from scoring.counting.standings import rank
from scoring.counting.tally import Tally
from tests.tournament.ending import following, fresh
from tests.tournament.evening import save, seated_event, sign
from tournament.counting import scores
from tournament.counting.chances import NOT_FORETOLD, Chances, Play, event_chances, play_of
from tournament.counting.grid import games_to_come
from tournament.event.acts import show_chances
from tournament.finals.acts import hold_board
from tournament.models import Event, Game, Guest, LedgerEntry
from tournament.standings.public import chance_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Two tables of five with two games each; the first game of both is in."""
    made = seated_event(10, cut_size=3, games_per_round=2, qualifying_rounds=1)
    save(made, ("out", "8", "=3", "4 4", "5"))
    save(made, ("out", "=12", "=21", "2", "9"), (1, 2, 1))
    return fresh(made)


def _told(event: Event) -> Chances:
    told = event_chances(fresh(event))
    assert isinstance(told, Chances)
    return told


def test_everybody_ranked_has_a_chance_and_the_places_are_shared_out(event: Event) -> None:
    told = _told(event)
    assert [standing.order for standing, _, _ in told.rows] == list(range(1, 11))
    assert sum(chance.share for _, chance, _ in told.rows) == pytest.approx(3, abs=0.01)
    assert {games for _, _, games in told.rows} == {1}
    assert told.rows[0][1].share > told.rows[-1][1].share


def test_what_is_in_or_will_not_be_played_is_not_to_come(event: Event) -> None:
    save(event, ("out", "8", "=3", "4 4", "5"), (1, 1, 2))
    Game.objects.filter(event=event, table__number=2, number=2).update(not_played=True)
    Event.objects.filter(pk=event.pk).update(version=event.version + 9)
    told = _told(event)
    assert {games for _, _, games in told.rows} == {0}
    assert {chance.proved for _, chance, _ in told.rows} <= {"through", "out", ""}


def test_a_round_nobody_has_drawn_yet_is_played_at_tables_of_about_five() -> None:
    made = seated_event(10, cut_size=3, games_per_round=1, qualifying_rounds=1)
    save(made, ("out", "8", "=3", "4 4", "5"))
    Event.objects.filter(pk=made.pk).update(qualifying_rounds=2)
    told = _told(made)
    assert {games for standing, _, games in told.rows if standing.player in ("P001", "P002")} == {1}


def test_where_nothing_can_be_said_a_sentence_says_why() -> None:
    empty = seated_event(10, cut_size=3, games_per_round=1)
    assert event_chances(empty) == "No sheet is in yet: nobody is ahead of anybody."


def test_who_waits_for_a_first_game_is_reckoned_with() -> None:
    """One table of two is in: only who went out there is through before the other has played, since
    one guest goes out in every game.
    """
    made = seated_event(10, cut_size=3, games_per_round=1, qualifying_rounds=1)
    save(made, ("out", "8", "=3", "4 4", "5"))
    told = _told(made)
    assert len(told.rows) == 10
    proofs = [chance.proved for _, chance, _ in told.rows]
    assert [proofs.count(proof) for proof in ("through", "out", "")] == [1, 2, 7]
    assert {standing.player for standing, _, games in told.rows if games} == {
        f"P{badge:03}" for badge in range(6, 11)
    }


@pytest.mark.parametrize(
    ("cut_size", "words"), [(5, "Everybody goes through"), (6, "needs 6 ranked players")]
)
def test_a_single_table_with_a_cut_as_large_as_itself_or_larger_has_a_sentence(
    cut_size: int, words: str
) -> None:
    made = seated_event(5, cut_size=cut_size, games_per_round=2, qualifying_rounds=1)
    save(made, ("out", "8", "=3", "4 4", "5"))
    told = event_chances(fresh(made))
    assert isinstance(told, str)
    assert words in told


def test_a_single_table_has_chances_like_any_other() -> None:
    made = seated_event(5, cut_size=2, games_per_round=2, qualifying_rounds=1)
    save(made, ("out", "8", "=3", "4 4", "5"))
    assert sum(chance.share for _, chance, _ in _told(made).rows) == pytest.approx(2, abs=0.01)


def test_a_game_without_points_has_a_sentence() -> None:
    made = seated_event(4, game="switch", cut_size=2, games_per_round=2, qualifying_rounds=1)
    coming = games_to_come(made)
    drawn = cut(
        rank([Tally(f"P{at:03}", 1, 1, 1, points=at) for at in (1, 2, 3, 4)], scores.players(made)),
        2,
    )
    assert play_of(drawn, coming) == NOT_FORETOLD
    play = play_of(drawn, replace(coming, foretold=True))
    assert isinstance(play, Play)
    assert (
        play.finished()
        == "No chances can be worked out here: The pool has no points for every seat: this game is"
        " decided by places."
    )


def test_chances_are_kept_for_a_version(event: Event) -> None:
    kept = _told(event)
    assert _told(event) is kept
    save(event, ("out", "8", "=3", "4 4", "5"), (1, 1, 2))
    assert _told(event) is not kept


def test_the_switch_is_an_act_and_its_reverse(event: Event) -> None:
    show_chances(event, sign(), visible=True)
    assert fresh(event).chances_shown is True
    show_chances(event, sign(), visible=True)
    show_chances(event, sign(), visible=False)
    assert fresh(event).chances_shown is False
    assert list(
        LedgerEntry.objects.filter(event=event, kind="show_chances").values_list(
            "body__shown", flat=True
        )
    ) == [
        True,
        False,
    ]


def test_a_guest_sees_their_own_chance_only_when_it_is_shown_and_nothing_is_held(
    event: Event,
) -> None:
    guest = event.guests.get(ref="P002")
    assert chance_of(guest) == ""
    show_chances(event, sign(), visible=True)
    guest = Guest.objects.select_related("event").get(pk=guest.pk)
    assert chance_of(guest).startswith("In simulated play you go through ")
    hold_board(event, sign())
    assert chance_of(Guest.objects.get(pk=guest.pk)) == ""


def test_what_is_proved_is_said_as_such(event: Event) -> None:
    save(event, ("out", "8", "=3", "4 4", "5"), (1, 1, 2))
    save(event, ("out", "=12", "=21", "2", "9"), (1, 2, 2))
    show_chances(following(event), sign(), visible=True)
    said = {guest.ref: chance_of(guest) for guest in Guest.objects.filter(event=event)}
    assert said["P001"] == "You are through, whatever happens."
    assert said["P002"] == "You are out of reach of the cut."
