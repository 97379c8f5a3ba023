"""A guest's own page by the code on the score card: their seat and games, and the flag that
something is wrong.
"""

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament.ending import sealed_event
from tests.tournament.evening import official, save, seated_event, sheet, sign
from tests.tournament.paper.reading import words_in
from tests.tournament.phones.phones import OWN, PhoneHeld, codes_issued, guest_code
from tournament.entry.acts import record_sheet
from tournament.finals.acts import hold_board, reveal_cut
from tournament.models import Doubt, Event, Guest, Role
from tournament.paper.editions import SHORT, in_force
from tournament.phones.guest_page import guest_page
from tournament.seating.acts import close_round
from tournament.seating.acts_door import check_in
from tournament.seating.acts_seats import swap_guests
from tournament.site.drawings import Drawn
from tournament.steps.acts import close_evening

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Ten guests at two tables, two games a round, the first game in at table 1."""
    made = seated_event(10, games_per_round=2)
    codes_issued(made)
    record_sheet(
        made,
        sheet(("out", "8", "3", "4", "=23"), checked=True, checker="the left-hand neighbours"),
        sign(),
    )
    return made


def guest(event: Event, badge: int) -> Guest:
    """A guest as the page gets them."""
    return Guest.objects.select_related("event", "livery").get(event=event, badge=badge)


def opened(event: Event, badge: int) -> HttpResponse:
    """The page of a guest by their code, in a browser that keeps nothing."""
    answer = Client(enforce_csrf_checks=True).get(f"/G/{guest_code(guest(event, badge))}")
    assert not answer.cookies
    return answer  # type: ignore[return-value]


def test_a_guest_sees_their_seat_their_neighbours_and_their_own_games(event: Event) -> None:
    page = guest_page(guest(event, 2))
    assert page.seat is not None
    assert (page.seat.words, page.seat.table, page.seat.letter) == (
        "Your seat in round 1",
        "1",
        "B",
    )
    assert page.seat.checks is not None
    assert page.seat.checked_by is not None
    assert (page.seat.checks.name, page.seat.checks.where) == ("Guest 1", "seat A")
    assert (page.seat.checked_by.name, page.seat.checked_by.where) == (
        "Guest 3",
        "seat C, on your left",
    )
    assert [[game.points for game in held.games] for held in page.rounds] == [
        [30, None],
        [None, None],
    ]
    assert [held.total for held in page.rounds] == [30, None]
    assert page.rounds[0].checked == "Round 1: the game is looked over at the table."
    html = opened(event, 2).content.decode()
    assert "Guest 3" in html
    assert "Guest 7" not in html
    assert reverse("rules_at_hand", args=[event.slug]) in html


def test_after_a_round_the_page_leads_on_to_the_next_seat(event: Event) -> None:
    save(event, ("out", "9", "3", "4", "5"), (1, 1, 2))
    page = guest_page(guest(event, 2))
    assert page.seat is not None
    assert page.seat.words == "Your next seat: round 2, when called"
    assert page.rounds[0].checked == "Round 1: 1 of 2 games looked over at the table."
    for place in ((1, 2, 1), (1, 2, 2), (2, 1, 1), (2, 1, 2)):
        save(event, ("out", "9", "3", "4", "5"), place)
    close_round(event, 1, sign())
    done = guest_page(guest(event, 2))
    assert (done.seat, done.total) == (None, 57)
    assert "Your games are in; round 2 goes on." in opened(event, 2).content.decode()


def test_a_card_printed_before_a_change_of_seats_is_called_out_of_date(event: Event) -> None:
    organiser = Client()
    organiser.force_login(official(event, Role.ORGANISER, "olive"))
    paper = organiser.get(reverse("paper_page", args=[event.slug, "score-cards"]))
    assert "Guest 7" in words_in(paper.content)
    now = in_force(event, "score-cards")
    assert now is not None
    where = f"/G/{guest_code(guest(event, 7))}?e="
    assert "out of date" not in Client().get(f"{where}{now['7'][:SHORT]}").content.decode()
    assert "out of date" in Client().get(f"{where}{'0' * SHORT}").content.decode()
    swap_guests(event, 1, (7, 8), sign(), reason="they asked")
    assert "out of date" in Client().get(f"{where}{now['7'][:SHORT]}").content.decode()


def test_the_place_is_the_one_that_anybody_may_know(event: Event) -> None:
    place = guest_page(guest(event, 1)).place
    assert place is not None
    assert (place.hero, place.field[:12]) == ("1st", "of 5, as of ")
    assert guest_page(guest(event, 1)).progress == "Game 1 of 2. 1 of 2 tables are in."
    hold_board(event, sign())
    save(event, ("=60", "out", "3", "4", "5"), (1, 1, 2))
    held = guest_page(guest(event, 1))
    assert held.place is not None
    assert (held.place.hero, held.place.more, held.progress) == ("Held back", "", "")
    assert held.rounds[0].total == 60  # their own games they know


def test_the_page_follows_with_a_tag_and_costs_a_kilobyte_while_nothing_changed(
    event: Event,
) -> None:
    where = f"/G/{guest_code(guest(event, 2))}"
    page = Client().get(where)
    etag = f'"{page.content.decode().partition("data-etag")[2][8:].partition("&quot;")[0]}"'
    with CaptureQueriesContext(connection) as queries:
        same = Client().get(f"{where}?now", headers={"if-none-match": etag})
    assert (same.status_code, same.content, len(queries)) == (304, b"", 1)
    assert sum(len(f"{name}: {value}") + 2 for name, value in same.headers.items()) < 1000
    save(event, ("out", "9", "3", "4", "5"), (1, 1, 2))
    part = Client().get(f"{where}?now", headers={"if-none-match": etag})
    assert (part.status_code, part.headers["ETag"] != etag) == (200, True)
    html = part.content.decode()
    assert "Your next seat: round 2, when called" in html
    assert "<html" not in html
    Client().post(where, {"words": "No"}, headers={"origin": OWN})
    told = Client().get(f"{where}?now", headers={"if-none-match": part.headers["ETag"]})
    assert "The umpires are told" in told.content.decode()


def test_the_next_seat_says_how_one_comes_there(event: Event) -> None:
    save(event, ("out", "9", "3", "4", "5"), (1, 1, 2))
    moved = {badge: guest_page(guest(event, badge)).seat for badge in range(1, 6)}
    assert {seat.movement for seat in moved.values() if seat} == {"You stay where you sat."}
    swap_guests(event, 2, (1, 7), sign(), reason="they asked")
    swap_guests(event, 2, (2, 3), sign(), reason="they asked")
    told = [found.movement for badge in (1, 2) if (found := guest_page(guest(event, badge)).seat)]
    assert told == [
        "You move on from table 1, seat A.",
        "You stay at table 1 and change from seat B to seat C.",
    ]


def test_after_the_evening_the_page_is_the_evening_to_keep() -> None:
    event = sealed_event(("out", "8", "3", "4", "=23"), has_playoff=False)
    codes_issued(event)
    reveal_cut(event, sign())
    assert guest_page(guest(event, 2)).after is None
    close_evening(event, sign())
    after = guest_page(guest(event, 2)).after
    assert after is not None
    assert after["figures"] == (("0", "games won"), ("1", "eight held"), ("30", "dearest game"))
    assert (after["winner"], after["beside"]) == ("Guest 1", "Grocers · 0 points")
    assert after["luck"] == ""
    assert "Keep as a picture" in opened(event, 2).content.decode()
    hold_board(event, sign())
    assert guest_page(guest(event, 2)).after is None


def test_a_late_guest_without_a_seat_is_told_so(event: Event) -> None:
    late = Guest.objects.create(event=event, badge=11, ref="P011", name="Late Larkspur")
    codes_issued(event)
    assert "not seated yet" in opened(event, 11).content.decode()
    assert guest_page(guest(event, 11)).rounds == ()
    assert late.codes.count() == 1


def test_a_wrong_link_is_not_there_and_another_kind_of_code_is_wrong(event: Event) -> None:
    code = guest_code(guest(event, 1))
    answers = [Client().get(f"/G/{wrong}") for wrong in ("A" * 26, code.lower(), "x")]
    assert {(answer.status_code, answer.content) for answer in answers} == {
        (404, answers[0].content)
    }
    assert PhoneHeld(code).get().status_code == 401
    assert Client().get(f"/G/{code}").status_code == 200


def test_a_guest_tells_the_umpires_and_one_of_them_looks(event: Event) -> None:
    where = f"/G/{guest_code(guest(event, 2))}"
    client = Client(enforce_csrf_checks=True)
    game = guest_page(guest(event, 2)).rounds[0].games[0].key
    told = {"game": game, "words": "It was a three"}
    assert (
        client.post(where, told, headers={"origin": "http://elsewhere.example"}).status_code == 403
    )
    assert (
        client.post(where, told | {"game": game + 50}, headers={"origin": OWN}).status_code == 422
    )
    assert client.post(where, told, headers={"origin": OWN}).status_code == 302
    assert "The umpires are told" in client.get(where).content.decode()
    for time in range(4):
        client.post(where, {"words": f"still, said {time} times"}, headers={"origin": OWN})
    assert "told several times" in client.post(where, {}, headers={"origin": OWN}).content.decode()
    assert Doubt.objects.filter(event=event).count() == 5
    umpire = Client()
    umpire.force_login(official(event, Role.UMPIRE, "una"))
    home = umpire.get(reverse("evening", args=[event.slug])).content.decode()
    assert "5 mistakes reported by guests" in home
    page = umpire.get(reverse("doubts", args=[event.slug])).content.decode()
    assert "It was a three" in page
    first = Doubt.objects.order_by("pk")[0]
    umpire.post(reverse("see_doubt", args=[event.slug, first.pk]))
    first.refresh_from_db()
    assert first.seen_by == "una"
    umpire.post(reverse("see_doubt", args=[event.slug, first.pk]), {"seen": "no"})
    first.refresh_from_db()
    assert first.seen_at is None


def test_an_official_who_scans_a_card_checks_the_guest_in_and_sees_seat_total_and_doubts(
    event: Event,
) -> None:
    umpire = Client()
    umpire.force_login(official(event, Role.UMPIRE, "una"))
    card = reverse("guest_card", args=[event.slug, 8])
    html = umpire.get(card).content.decode()
    assert "Check in: table 2, seat C" in html
    assert "A dash is not a nought." in html
    sent = {"badge": 8, "back": "card"}
    assert umpire.post(reverse("check_in", args=[event.slug]), sent).headers["Location"] == card
    assert "1 of 10 are in" in umpire.get(card).content.decode()
    where = f"/G/{guest_code(guest(event, 2))}"
    Client().post(where, {"words": "It was a three"}, headers={"origin": OWN})
    html = umpire.get(reverse("guest_card", args=[event.slug, 2])).content.decode()
    assert "It was a three" in html
    assert '<b class="guest-sum">30</b>' in html
    undone = umpire.post(reverse("undo_check_in", args=[event.slug]), sent)
    assert undone.headers["Location"] == card


def test_the_page_costs_a_fixed_number_of_queries(event: Event) -> None:
    opened(event, 2)
    with CaptureQueriesContext(connection) as queries:
        opened(event, 3)
    assert len(queries) <= 20


def looks(event: Event, tags: dict[int, str]) -> tuple[list[int], int]:
    """How a phone of every guest is answered with the tag of what it has, and the questions that
    all of them cost together.
    """
    codes = {badge: guest_code(guest(event, badge)) for badge in range(1, 11)}
    statuses = []
    with CaptureQueriesContext(connection) as queries:
        for badge, code in codes.items():
            answer = Client().get(f"/G/{code}?now", headers={"if-none-match": tags.get(badge, "")})
            tags[badge] = answer.headers["ETag"]
            statuses.append(answer.status_code)
    return statuses, len(queries)


@pytest.mark.promise("An act that changes nothing a guest sees sends their phone nothing")
def test_a_phone_is_sent_only_what_its_guest_sees_and_a_hall_of_them_asks_two_questions_each(
    event: Event,
) -> None:
    tags: dict[int, str] = {}
    looks(event, tags)
    assert looks(event, tags)[0] == [304] * 10
    moved = Event.objects.get(pk=event.pk).version
    check_in(event, "P007", sign())
    assert Event.objects.get(pk=event.pk).version > moved
    statuses, questions = looks(event, tags)
    assert (statuses, questions <= 2 * 10 + SHARED) == ([304] * 10, True)
    save(event, ("out", "9", "3", "4", "5"), (1, 1, 2))
    statuses, questions = looks(event, tags)
    assert (statuses, questions <= 2 * 10 + SHARED) == ([200] * 10, True)


SHARED = 25
"""Questions that the pages of a hall share, once a version."""


@pytest.mark.control(
    "test_a_phone_is_sent_only_what_its_guest_sees_and_a_hall_of_them_asks_two_questions_each"
)
def test_tagged_by_the_version_every_phone_would_be_sent_its_page_again(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Drawn, "tag", property(lambda page: f'"{page.version}"'))
    tags: dict[int, str] = {}
    looks(event, tags)
    check_in(event, "P007", sign())
    assert looks(event, tags)[0] == [200] * 10
