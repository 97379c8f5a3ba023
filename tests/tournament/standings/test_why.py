"""Why a total is what it is: what is shown adds up to it, and says whose word each figure is."""

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournament.ending import playoff_event
from tests.tournament.evening import official, save, seated_event, sign
from tournament.counting.board import board
from tournament.counting.consequences import Change
from tournament.counting.submission import Place
from tournament.entry.acts_checking import mark_checked
from tournament.models import AdjustmentKind, Event, Guest, Role
from tournament.rulings.acts_adjustments import adjust, cancel_adjustment
from tournament.standings.explanation import Why, why

pytestmark = pytest.mark.django_db


def evening() -> Event:
    """Two tables, two games a round: one guest absent, bare points, three sheets in."""
    event = seated_event(10, games_per_round=2, cut_size=3)
    save(event, ("out", "8", "3", "4", "absent"))
    save(event, ("2", "out", "=23", "4 5", "6 8"), (1, 1, 2))
    save(event, ("out", "A", "3 4", "4 K", "5"), (1, 2, 1))
    return event


def of(event: Event, badge: int) -> Why:
    guest = Guest.objects.select_related("event").get(event=event, badge=badge)
    (found,) = why(guest)
    return found


def test_what_is_shown_of_everybody_adds_up_to_their_total() -> None:
    event = evening()
    totals = {standing.player: standing.total for standing in board(event).standings}
    found = {
        guest.ref: why(guest) for guest in Guest.objects.filter(event=event).select_related("event")
    }
    assert {ref: [part.total for part in parts] for ref, parts in found.items()} == {
        ref: [total] for ref, total in totals.items()
    }
    assert [ref for ref, parts in found.items() if parts[0].added_up != parts[0].total] == []
    assert max(totals.values()) > 30


def test_each_game_says_its_hand_who_entered_and_who_checked() -> None:
    event = evening()
    mark_checked(event, Place(1, 1, 2), 1, "Nora Neighbour", sign())
    ((name, total, (first, second)),) = of(event, 2).rounds
    assert (name, total) == ("Round 1", 30)
    assert (first.label, first.seat, first.points, [card.rank for card in first.cards]) == (
        "1",
        "B",
        30,
        ["8"],
    )
    assert (first.entered_by, first.checked_by, first.version) == ("Ursula Umpire", "", 1)
    assert (second.points, second.words, second.checked_by) == (0, "went out", "Nora Neighbour")
    ((_, _, (absent, _)),) = of(event, 5).rounds
    assert (absent.points, absent.words) == (
        30,
        "absent: counts the worst of that table in that game",
    )
    ((_, _, (_, bare)),) = of(event, 3).rounds
    assert (bare.points, bare.words) == (23, "points only, the cards are not known")


def test_points_of_a_ruling_a_void_game_and_what_was_taken_back_are_shown_and_still_add_up() -> (
    None
):
    event = evening()
    adjust(event, Change(AdjustmentKind.POINTS, "a card was shown", guest="P002", points=5), sign())
    adjust(
        event,
        Change(AdjustmentKind.POINTS, "counted twice", guest="P002", points=7, round=1),
        sign(),
    )
    adjust(event, Change(AdjustmentKind.VOID, "two packs were mixed", place=Place(1, 1, 2)), sign())
    cancel_adjustment(event, 2, sign(), reason="it was once")
    found = of(Event.objects.get(pk=event.pk), 2)
    assert [
        (adjustment.points, adjustment.reason, adjustment.cancelled)
        for adjustment in found.adjustments
    ] == [
        (5, "a card was shown", ""),
        (7, "counted twice", "it was once"),
        (0, "two packs were mixed", ""),
    ]
    assert found.added_up == found.total == 65
    assert "5 points added to Guest 2 in the total." in found.aloud
    assert "7 points" not in found.aloud


def test_a_play_off_that_carries_totals_over_says_so_and_adds_up() -> None:
    event = playoff_event(playoff_carries=True)
    save(event, ("out", "5", "K"), (2, 1, 1))
    adjust(
        event, Change(AdjustmentKind.POINTS, "slow play", guest="P002", points=3, round=2), sign()
    )
    for guest in Guest.objects.filter(event=event, badge__lte=3).select_related("event"):
        before, after = why(guest)
        assert (before.added_up, after.added_up) == (before.total, after.total)
        assert (
            after.adjustments[0].words
            == f"{before.total} points carried over from the qualifying rounds."
        )
    assert [
        adjustment.points
        for adjustment in why(Guest.objects.get(event=event, badge=2))[1].adjustments
    ] == [
        5,
        3,
    ]


def test_it_is_read_aloud_in_less_than_a_minute() -> None:
    event = evening()
    said = of(event, 2).aloud
    assert said.startswith(
        "Guest 2 has 30 points. Round 1: 30, 0; together 30. That makes 30: place "
    )
    assert len(said.split()) < 150


def test_the_page_costs_few_queries_and_says_so_where_nothing_is_in() -> None:
    event = evening()
    client = Client()
    client.force_login(official(event, Role.UMPIRE))
    with CaptureQueriesContext(connection) as asked:
        page = client.get(f"/e/{event.slug}/guests/2/why/")
    assert len(asked) <= 20
    assert "Why 30? Guest 2" in page.content.decode()
    led = client.get(f"/e/{event.slug}/standings/why/?ref=P002")
    assert led.headers["Location"] == f"/e/{event.slug}/guests/2/why/"
    assert 'href="why/?ref=P002"' in client.get(f"/e/{event.slug}/standings/").content.decode()
    assert client.get(f"/e/{event.slug}/standings/why/?ref=nobody").status_code == 404
    assert client.get(f"/e/{event.slug}/guests/99/why/").status_code == 404
    bare = seated_event(5)
    client.force_login(official(bare, Role.UMPIRE))
    assert (
        "there is no total to explain"
        in client.get(f"/e/{bare.slug}/guests/1/why/").content.decode()
    )
