"""Until it is read out, no page, file or answer that is open to anybody tells who is through, or
who won.
"""

import re
from collections.abc import Iterator

import pytest
from django.db.models import F
from django.test import Client
from django.urls import reverse

from tests.tournament.ending import following, fresh, names_shown
from tests.tournament.evening import save, seated_event, sign
from tests.tournament.phones.phones import codes_issued, guest_code
from tests.tournament.route_calls import CALLS
from tournament.counting.board import board
from tournament.counting.finals import PODIUM
from tournament.finals.acts import release_board, reveal_cut, seal_cut
from tournament.finals.acts_playoff import hold_half_time, open_extra_game, read_next, reveal_podium
from tournament.models import Event, Guest
from tournament.refusal import Refused
from tournament.seating.acts import close_round
from tournament.site.access import PUBLIC, mark_of
from tournament.site.checks import routes
from tournament.standings.public import public_place
from tournament.steps.acts import seat_playoff

pytestmark = pytest.mark.django_db
TEN = range(1, 11)
FIRST = (("out", "=10", "=20", "=30", "=40"), ("=5", "=15", "=25", "=35", "out"))
# Round 2 turns the field round: at half-time 1, 10 and 6 lead, after it 9, 5 and 4.
SECOND = (("=90", "=80", "=70", "=20", "out"), ("=90", "=80", "=70", "out", "=60"))
CHANGING = re.compile(
    rb'data-etag="[^"]*"|name="csrfmiddlewaretoken" value="[^"]*"|nonce="[^"]*"'
    rb"|Provisional until sealed|Sealed: the names are read out soon"
)


def half_time() -> Event:
    event = seated_event(10, games_per_round=1, cut_size=3, playoff_tables=1, playoff_games=1)
    for table in (1, 2):
        save(event, FIRST[table - 1], (1, table, 1))
    close_round(event, 1, sign())
    hold_half_time(event, sign())
    return fresh(event)


def sealed(event: Event) -> Event:
    for table in (1, 2):
        save(event, SECOND[table - 1], (2, table, 1))
    close_round(event, 2, sign())
    seal_cut(event, sign())
    return fresh(event)


def open_addresses(event: Event) -> Iterator[str]:
    """Every address of the event that anybody may open, and the finder asked for everybody by name
    and by badge.
    """
    for path, pattern in routes():
        mark = mark_of(pattern.callback)
        call = CALLS.get(str(pattern.name))
        if mark is PUBLIC and path.startswith("e/<slug:slug>/") and call and call.method == "GET":
            yield (
                reverse(str(pattern.name), kwargs={"slug": event.slug, **(call.args or {})})
                + call.asked
            )
    for guest in Guest.objects.filter(event=event):
        for asked in (guest.name, str(guest.badge)):
            yield f"{reverse('finder', args=[event.slug])}?q={asked}"


def seen(event: Event) -> dict[str, bytes]:
    """What anybody gets at each of them, but for marks that change with every answer, and whether
    the results are sealed.
    """
    client = Client()
    return {
        address: CHANGING.sub(b"", client.get(address).content) for address in open_addresses(event)
    }


def wall(event: Event) -> list[str]:
    html = Client().get(f"/e/{event.slug}/board/now/").content.decode()
    return names_shown(html)


def places(event: Event) -> dict[str, str]:
    found = {f"P{number:03}": public_place(event, f"P{number:03}") for number in TEN}
    return {ref: place.place for ref, place in found.items() if place}


def test_while_round_two_is_hidden_every_open_page_stays_as_it_was_at_half_time() -> None:
    event = half_time()
    before, stood = seen(event), places(event)
    assert len(before) >= 22
    assert wall(event)[:3] == ["Guest 1", "Guest 10", "Guest 6"]
    event = sealed(event)
    assert seen(event) == before
    assert places(event) == stood
    event = begun(event)
    others = {where: body for where, body in seen(event).items() if "board" not in where}
    assert others == {where: body for where, body in before.items() if "board" not in where}


def own_pages(event: Event) -> dict[str, list[str]]:
    """What each guest's own page says of their place."""
    guests = Guest.objects.filter(event=event).select_related("event")
    pages = {
        guest.ref: Client().get(f"/G/{guest_code(guest)}").content.decode() for guest in guests
    }
    assert all("Round 1" in page for page in pages.values())
    return {
        ref: [
            *re.findall(r'class="guest-place">([^<]*)<', page),
            *re.findall(r'class="guest-more">([^<]*)<', page),
        ]
        for ref, page in pages.items()
    }


def test_a_guests_own_page_tells_the_place_that_everybody_may_know() -> None:
    event = half_time()
    codes_issued(event)
    before = own_pages(fresh(event))
    assert before["P001"] == ["Held back"]
    event = sealed(event)
    assert own_pages(event) == before
    event = begun(event, 1)
    told = own_pages(event)
    assert {ref for ref in told if told[ref] != before[ref]} == {"P004"}
    reveal_cut(event, sign())
    assert own_pages(fresh(event))["P009"] != before["P009"]


def begun(event: Event, names: int = 0, stage: str = "cut") -> Event:
    for _ in range(names + 1):
        read_next(event, sign(), stage=stage)
    return fresh(event)


def test_the_board_names_only_whom_it_was_told_and_the_control_shows_that_this_would_be_seen() -> (
    None
):
    event = sealed(half_time())
    secret = ["Guest 9", "Guest 5", "Guest 4"]
    for number in range(4):
        event = begun(event) if number == 0 else begun_more(event)
        html = Client().get(f"/e/{event.slug}/board/").content.decode()
        assert sorted(set(re.findall(r"Guest \d+", html))) == sorted(secret[3 - number :])
        later = [
            ref for ref in ("P005", "P009", "P004") if places(event)[ref] not in ("1", "2", "3")
        ]
        assert len(later) == 3 - number
    reveal_cut(event, sign())
    assert wall(fresh(event))[:3] == secret
    assert seen(fresh(event))[f"/e/{event.slug}/find/?q=5"]


def begun_more(event: Event) -> Event:
    read_next(event, sign())
    return fresh(event)


def test_nobody_without_an_account_gets_a_file_or_a_paper() -> None:
    event = sealed(half_time())
    for path, pattern in routes():
        mark = mark_of(pattern.callback)
        if mark and mark.signed_in and path.startswith("e/<slug:slug>/") and pattern.name in CALLS:
            call = CALLS[str(pattern.name)]
            args = {
                key: 1 if isinstance(value, str) and key in ("pk", "pair", "number") else value
                for key, value in (call.args or {}).items()
            }
            answer = Client().get(reverse(str(pattern.name), kwargs={"slug": event.slug, **args}))
            assert answer.status_code in (302, 405), pattern.name
            assert b"Guest" not in answer.content


def test_the_play_off_is_hidden_from_its_seating_to_the_podium() -> None:
    event = sealed(half_time())
    reveal_cut(event, sign())
    seat_playoff(event, sign())
    event = fresh(event)
    before, stood = seen(event), places(event)
    save(event, ("5", "out", "5"), (3, 1, 1))
    open_extra_game(event, board(fresh(event)).playoff[1].undecided, sign())
    event = fresh(event)
    assert seen(event) == before
    assert places(event) == stood
    save(event, ("out", "=9"), (4, 1, 1))
    event = fresh(event)
    assert seen(event) == before
    event = begun(event, 1, PODIUM)
    assert wall(event) == ["Guest 9"]
    others = {where: body for where, body in seen(event).items() if "board" not in where}
    assert others == {where: body for where, body in before.items() if "board" not in where}
    reveal_podium(event, sign())
    assert wall(fresh(event)) == ["Guest 5", "Guest 4", "Guest 9"]
    assert places(fresh(event))["P005"] == "1"


def test_the_half_time_standing_is_that_of_half_time_though_held_later() -> None:
    event = following(seated_event(10, games_per_round=1, cut_size=3))
    with pytest.raises(Refused, match="not half-time"):
        hold_half_time(event, sign())
    for table in (1, 2):
        save(event, FIRST[table - 1], (1, table, 1))
    close_round(event, 1, sign())
    before = wall(fresh(event))
    save(event, SECOND[0], (2, 1, 1))
    assert wall(fresh(event)) != before
    hold_half_time(event, sign())
    assert wall(fresh(event)) == before
    html = Client().get(f"/e/{event.slug}/board/").content.decode()
    assert "Half-time, after round 1. Lowest totals lead." in html
    assert "1 to play" not in html
    with pytest.raises(Refused, match="already frozen"):
        hold_half_time(event, sign())
    release_board(event, sign())
    assert wall(fresh(event)) != before


def test_who_chose_not_to_be_named_is_called_by_their_badge_everywhere() -> None:
    event = half_time()
    assert b"Guest 10" in b"".join(seen(event).values())
    Guest.objects.filter(event=event, ref="P010").update(unnamed=True)
    Event.objects.filter(pk=event.pk).update(
        version=F("version") + 1
    )  # as the act that asks for it does
    shown = seen(event)
    finder = f"/e/{event.slug}/find/?q="
    assert not [
        where
        for where, body in shown.items()
        if b"Guest 10" in body and where != f"{finder}Guest 10"
    ]
    assert wall(event)[1] == "Badge 10"
    assert b"Badge 10" in shown[f"{finder}10"]
    assert b"Badge 10" not in shown[f"{finder}Guest 10"]
