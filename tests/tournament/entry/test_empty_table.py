"""A table that everybody left: its pages, the grid and the closing of its round work without it."""

import pytest

from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import save, seated_event, sign
from tests.tournament.hall import undo_seats
from tournament.counting.past import at_number
from tournament.counting.state import cells_of
from tournament.home.phase import evening
from tournament.models import Event, Guest, Role, Sheet
from tournament.models.seating import RoundState
from tournament.refusal import Refused
from tournament.seating import acts
from tournament.seating.acts import close_round, games_missing, reopen_round
from tournament.seating.acts_seats import Spot, leave, seat_late
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
SMALL = {"qualifying_rounds": 1, "games_per_round": 3, "cut_size": 2}
FOUR = ("out", "2", "3", "4")


def left_event(since: int) -> Event:
    """Two tables of four and three games; everybody leaves table 2 from a game on, the first table
    has played all.
    """
    event = seated_event(
        8, tables=[["P001", "P002", "P003", "P004"], ["P005", "P006", "P007", "P008"]], **SMALL
    )
    for game in range(1, 4):
        save(event, FOUR, (1, 1, game))
        if game < since:
            save(event, FOUR, (1, 2, game))
    for badge in range(5, 9):
        leave(event, f"P{badge:03}", (1, since), sign(), reason="The last train")
    return fresh(event)


@pytest.mark.promise("A round closes without the games that nobody is there to play")
@pytest.mark.parametrize(("since", "due"), [(1, 3), (3, 5)])
def test_a_round_closes_without_the_games_that_nobody_is_there_to_play(
    since: int, due: int
) -> None:
    event = left_event(since)
    found = evening(event)
    assert games_missing(event.rounds.get()) == []
    assert (found.next.heading, found.grids[0].due) == ("Close round 1", due)
    assert close_round(event, 1, sign()).state == RoundState.CLOSED
    assert list(faults(fresh(event))) == []


@pytest.mark.control("test_a_round_closes_without_the_games_that_nobody_is_there_to_play")
def test_games_that_count_though_all_have_left_keep_the_round_open(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(acts, "attended", lambda games: games)
    event = left_event(3)
    assert games_missing(event.rounds.get()) == [(2, 3)]
    with pytest.raises(Refused):
        close_round(event, 1, sign())


@pytest.mark.parametrize("since", [1, 3])
def test_every_page_of_the_table_says_that_nobody_sits_there_and_none_is_missing(
    since: int,
) -> None:
    event = left_event(since)
    at = f"/e/{event.slug}"
    desk, umpire = signed_in(event), signed_in(event, Role.UMPIRE)
    games = range(since, 4)
    for client in (desk, umpire):
        pages = [client.get(f"{at}/sheets/1/2/{game}/") for game in games]
        assert [
            (page.status_code, "Nobody sits here now" in page.content.decode()) for page in pages
        ] == [(200, True) for _game in games]
        assert client.get(f"{at}/sheets/1/2/", follow=True).status_code == 200
        assert client.get(f"{at}/sheets/1/2/4/").status_code == 404
        assert client.get(f"{at}/sheets/1/3/1/").status_code == 404
    assert desk.get(f"{at}/desk/1/2/").status_code == 200
    assert desk.get(f"{at}/desk/1/3/").status_code == 404


def test_a_sheet_typed_while_they_left_is_answered_with_why_and_saves_nothing() -> None:
    event = left_event(1)
    before, desk = Sheet.objects.count(), signed_in(event)
    answers = [
        desk.post(f"/e/{event.slug}/{where}/", {"key": "k", "hand_A": "8"})
        for where in ("sheets/1/2/1", "desk/1/2")
    ]
    assert [
        (answer.status_code, "Nobody sits here now" in answer.content.decode())
        for answer in answers
    ] == [
        (409, True),
        (409, True),
    ]
    assert Sheet.objects.count() == before


def test_the_past_counts_the_same_games_as_the_present() -> None:
    event = left_event(3)
    last, published = event.ledger.latest("number").number, event.ledger.get(kind="publish").number
    assert sorted(cells_of(event)) == sorted(at_number(event, last, cells_of))
    assert len(cells_of(event)) == 5
    assert len(at_number(event, published, cells_of)) == 6


def test_who_comes_back_has_their_games_again_but_not_in_a_closed_round() -> None:
    event = left_event(3)
    close_round(event, 1, sign())
    with pytest.raises(Refused, match="Round 1 is closed: open it again first"):
        undo_seats(event, "P005", sign(), reason="Missed the train")
    reopen_round(event, 1, sign(), reason="Guest 5 is here")
    undo_seats(event, "P005", sign(), reason="Missed the train")
    assert games_missing(event.rounds.get()) == [(2, 3)]
    assert list(faults(fresh(event))) == []


def test_nobody_comes_late_to_a_table_that_all_have_left() -> None:
    event = left_event(3)
    Guest.objects.create(event=event, badge=9, ref="P009", name="Late Lou")
    with pytest.raises(Refused, match="Nobody plays at table 2 any more"):
        seat_late(event, "P009", [Spot(1, 2, "A", 3)], sign(), reason="Train")
