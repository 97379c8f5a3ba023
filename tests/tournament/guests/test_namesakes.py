"""One name for each guest of an evening, wherever a name is shown."""

import re
from collections.abc import Sequence

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournament.ending import following, fresh, names_shown, signed_in
from tests.tournament.evening import NOW, add_guests, new_event, save, seated_event, sign
from tests.tournament.paper.reading import rows_of
from tests.tournament.phones.phones import codes_issued, guest_code
from tournament.archive.mails import RESULTS, mails
from tournament.counting.board import board
from tournament.counting.seats import hall
from tournament.entry.pages_desk import found_grid
from tournament.finals.acts import reveal_cut, seal_cut
from tournament.finals.acts_playoff import read_next
from tournament.guests.namesakes import names_alone, namesakes, public_names
from tournament.ledger.chain import writing
from tournament.models import Event, Guest
from tournament.paper.certificates import certificates
from tournament.paper.guest_cards import badges, place_cards
from tournament.paper.seating import score_cards, seating_by_name
from tournament.phones.matches import person_told
from tournament.seating.acts import close_round
from tournament.seating.acts_draw import drawn

pytestmark = pytest.mark.django_db


def called(event: Event, guests: Sequence[tuple[str, int, str]]) -> None:
    """Give every guest of an evening, by badge, a name, a company by its number, and an office."""
    liveries = list(event.liveries.order_by("precedence"))
    for badge, (name, livery, office) in enumerate(guests, start=1):
        company = liveries[livery - 1] if livery else None
        event.guests.filter(badge=badge).update(
            name=name, sort_name="", livery=company, office=office
        )


def twins() -> Event:
    """Five at a table: three called John Smith, two of them Grocers, and two called Sue."""
    event = seated_event(cut_size=3, qualifying_rounds=1, games_per_round=1)
    called(
        event,
        guests=(
            ("John Smith", 2, ""),
            ("John Smith", 2, ""),
            ("john smith", 1, ""),
            ("Sue", 0, ""),
            ("Rosalind Hartspring", 1, ""),
        ),
    )
    return fresh(event)


def test_livery_then_office_then_badge_tells_guests_of_one_name_apart() -> None:
    event = new_event()
    add_guests(event, 9)
    called(
        event,
        guests=(
            ("John Smith", 1, ""),
            ("John Smith", 2, "Clerk"),
            ("John Smith", 2, "Beadle"),
            ("Sue", 0, ""),
            ("Sue", 0, ""),
            ("Sue", 1, ""),
            ("Ann Lee", 3, "Clerk"),
            ("Ann Lee", 3, "Clerk"),
            ("Rosalind Hartspring", 3, ""),
        ),
    )
    assert names_alone(event) == {
        "P001": "John Smith, Mercers",
        "P002": "John Smith, Clerk of the Grocers",
        "P003": "John Smith, Beadle of the Grocers",
        "P004": "Sue 4",
        "P005": "Sue 5",
        "P006": "Sue, Mercers",
        "P007": "Ann Lee 7",
        "P008": "Ann Lee 8",
    }
    assert public_names(event)["P001"] == "John Smith"
    assert public_names(event)["P003"] == "John Smith, Beadle"
    assert {ref: one.aloud for ref, one in namesakes(event).items()} == {
        "P001": "",
        "P002": "Clerk",
        "P003": "Beadle",
        "P004": "badge four",
        "P005": "badge five",
        "P006": "",
        "P007": "badge seven",
        "P008": "badge eight",
    }


def test_who_is_alone_with_a_name_or_never_came_or_is_not_named_adds_nothing_to_it() -> None:
    event = new_event()
    add_guests(event, 3)
    called(event, guests=(("Sue", 0, ""), ("Sue", 0, ""), ("Ben", 0, "")))
    assert set(namesakes(event)) == {"P001", "P002"}
    event.guests.filter(badge=2).update(unnamed=True)
    event.version += 1
    assert (set(namesakes(event)), namesakes(event, public=True)) == ({"P001", "P002"}, {})
    assert public_names(event) == {"P002": "Badge 2"}
    event.guests.filter(badge=2).update(status="no_show")
    event.version += 1
    assert namesakes(event) == {}


def test_names_are_asked_for_once_a_version_and_told_apart_anew_where_one_changed() -> None:
    event = new_event()
    add_guests(event, 3)
    called(event, guests=(("Sue", 0, ""), ("Sue", 0, ""), ("Ben", 0, "")))
    namesakes(event)
    with CaptureQueriesContext(connection) as queries:
        assert (set(namesakes(event)), public_names(event)) == (
            {"P001", "P002"},
            {"P001": "Sue 1", "P002": "Sue 2"},
        )
    assert queries.captured_queries == []
    with writing(event) as row:
        row.guests.filter(badge=1).update(name="Ben")
        assert set(namesakes(row)) == {"P001", "P003"}
    event.refresh_from_db()
    assert set(namesakes(event)) == {"P001", "P003"}


def test_board_cut_wall_and_announcer_tell_two_of_one_name_and_livery_apart() -> None:
    event = following(twins())
    save(event, ("out", "5", "=6", "=20", "=40"))
    assert names_shown(board_now(event))[:3] == ["John Smith 1", "John Smith 2", "john smith"]
    close_round(event, 1, sign())
    seal_cut(event, sign())
    desk = signed_in(event)
    for where in ("cut/", "standings/"):
        html = desk.get(f"/e/{event.slug}/{where}").content.decode()
        assert "John Smith 1" in html, where
        assert "John Smith 2" in html, where
    for _ in range(3):
        read_next(event, sign(), stage="cut")
    sentence = "In first place, with nought points, of the Grocers, badge one: John Smith."
    assert sentence in desk.get(f"/e/{event.slug}/reveal/").content.decode()
    announced = desk.get(f"/e/{event.slug}/announcer/").content.decode()
    assert "of the Grocers, badge one:" in announced
    read_next(event, sign(), stage="cut")
    html = board_now(event)
    assert names_shown(html) == ["john smith", "John Smith 2", "John Smith 1"]
    assert re.findall(r'<h1[^>]*>(John Smith)</h1><p class="read-livery">([^<]*)<', html) == [
        ("John Smith", "Grocers, badge one")
    ]
    reveal_cut(event, sign())
    assert names_shown(board_now(event))[:2] == ["John Smith 1", "John Smith 2"]


def board_now(event: Event) -> str:
    return Client().get(f"/e/{event.slug}/board/now/").content.decode()


def test_cards_lists_desk_phone_and_mail_tell_them_apart() -> None:
    event = twins()
    cards = score_cards(event, NOW).cards
    assert [card.guest.name for card in cards][:3] == [
        "John Smith 1",
        "John Smith 2",
        "john smith, Mercers",
    ]
    assert cards[0].upper.checked_by.name == "John Smith 2"
    listed = [row[1] for row in rows_of(seating_by_name(event, NOW))]
    assert "Smith, John 1" in listed
    grid = found_grid(event, 1, 1)
    assert [line.name for line in grid.lines][:2] == ["John Smith 1", "John Smith 2"]
    html = signed_in(event).get(f"/e/{event.slug}/desk/1/1/").content.decode()
    assert "John Smith 2" in html
    codes_issued(event)
    page = Client().get(f"/G/{guest_code(event.guests.get(badge=2))}").content.decode()
    assert "Another John Smith plays tonight: you are badge 2." in page
    event.guests.update(email="guest@example.org")
    save(event, ("out", "5", "=6", "=20", "=40"))
    told = [mail.text for mail in mails(fresh(event), RESULTS)]
    assert sum("Another John Smith plays too: you are badge 2." in text for text in told) == 1


def test_place_cards_badges_certificates_and_the_pad_tell_them_apart() -> None:
    event = twins()
    cards = [card.guest.name for card in place_cards(event, NOW).cards]
    assert cards == ["John Smith 1", "John Smith 2", "john smith", "Sue", "Rosalind Hartspring"]
    assert {badge.guest.name for badge in badges(event, NOW, "badges").badges} >= {*cards}
    save(event, ("out", "5", "=6", "=20", "=40"))
    close_round(event, 1, sign())
    made = certificates(event, board(fresh(event)), NOW).content["certificates"]
    assert [(one["name"], one["of"].rpartition(", ")[2]) for one in made[:2]] == [
        ("John Smith", "badge 1"),
        ("John Smith", "badge 2"),
    ]
    assert "badge" not in made[2]["of"]
    shared = namesakes(event)
    guest = event.guests.get(badge=2)
    shown = person_told(guest, shared.get(guest.ref))
    assert (shown["name"], shown["surname"], shown["rest"]) == ("John Smith 2", "Smith", "John 2")


def test_door_play_off_prizes_and_teams_tell_them_apart() -> None:
    event = twins()
    Event.objects.filter(pk=event.pk).update(team_figure="sum", team_best=2)
    desk = signed_in(event)
    assert "Smith, John 2" in desk.get(f"/e/{event.slug}/door/?show=all").content.decode()
    save(event, ("out", "5", "=6", "=20", "=40"))
    close_round(event, 1, sign())
    seal_cut(event, sign())
    for where in ("play-off/", "prizes/", "teams/"):
        html = desk.get(f"/e/{event.slug}/{where}").content.decode()
        assert "John Smith 1" in html, where


def test_the_draw_puts_two_of_one_name_without_a_livery_at_two_tables() -> None:
    event = new_event()
    add_guests(event, 10)
    called(event, guests=(("Sue", 0, ""), ("Sue", 0, ""), ("Sue", 1, "")))
    there = hall(event)
    assert there.wishes.apart == ((1, 2),)
    for seed in range(6):
        for tables in drawn(there, seed).rounds:
            assert not any({1, 2} <= set(table) for table in tables)


def test_the_door_asks_before_a_second_guest_whom_nobody_could_tell_apart() -> None:
    event = new_event()
    add_guests(event, 1)
    event.guests.update(name="Sue", livery=None)
    desk = signed_in(event)
    where = f"/e/{event.slug}/door/add/"
    asked = desk.post(where, {"name": "sue", "company": "", "key": "one"}).content.decode()
    assert "Another Sue is on the list: badge 1, no livery." in asked
    assert "Add as sue 2" in asked
    assert 'name="badge" value="1"' in asked
    assert event.guests.count() == 1
    for more in ({"another": "1"}, {"name": "Sue Marsh"}, {"company": "Grocers"}):
        desk.post(where, {"name": "Sue", "company": "", "key": str(more)} | more)
    names = Guest.objects.filter(event=event).order_by("badge")
    assert [(guest.name, guest.livery_name) for guest in names] == [
        ("Sue", ""),
        ("Sue", ""),
        ("Sue Marsh", ""),
        ("Sue", "Grocers"),
    ]
