"""The standings page: what it says, sorts, filters and asks of the database."""

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournament.ending import closed_event, fresh, played_event, signed_in, stranger
from tests.tournament.evening import new_event, save, seated_event
from tests.tournament.matches.matches import match_event
from tournament.models import Event, Guest, Role
from tournament.site.keep import KEEP

pytestmark = pytest.mark.django_db
QUERIES = 13


def page(client: Client, event: Event, **asked: Any) -> str:
    """The standings as HTML."""
    answer = client.get(f"/e/{event.slug}/standings/", asked)
    assert answer.status_code == 200
    return answer.content.decode()


def names(html: str) -> list[str]:
    """The names of the rows, in order."""
    return re.findall(r'class="name">(?:<a[^>]*>)?([^<]*)<', html)


def test_the_rows_stand_in_order_with_shared_places_marked_and_the_tie_explained() -> None:
    event = played_event()
    html = page(signed_in(event), event)
    assert names(html) == ["Guest 1", "Guest 2", "Guest 3", "Guest 4", "Guest 5"]
    assert re.findall(r'class="num place[^"]*">([^<]*)<', html) == ["1", "=2", "=2", "4", "5"]
    assert re.findall(r'class="num total">(\d+)<', html) == ["0", "5", "5", "20", "40"]
    assert "level: nothing separates them" in html


def test_a_paper_is_offered_where_it_can_be_printed_alone() -> None:
    played, empty, paired = played_event(), seated_event(), match_event(4)
    for event, there in ((played, True), (empty, False), (paired, False)):
        client, offered = signed_in(event), list[str]()
        for part in ("standings", "cut", "prizes"):
            html = client.get(f"/e/{event.slug}/{part}/", follow=True).content.decode()
            offered += re.findall(r'action="([^"]*/paper/[^"]*\.pdf)"', html)
        assert bool(offered) is there
        assert {client.head(one).status_code for one in offered} <= {200}


def places_on(html: str) -> list[tuple[str, str]]:
    """Place and name, line by line."""
    cells = r'<t[dh][^>]*class="num place[^"]*"[^>]*>\s*([^<]*?)\s*</t[dh]>.*?>(Guest \d+)<'
    return re.findall(cells, html, re.DOTALL)


def test_standings_so_far_set_those_apart_whose_table_lacks_a_game() -> None:
    event = seated_event(10, games_per_round=2, qualifying_rounds=1, cut_size=3)
    save(event, ("out", "9", "=9", "=20", "=40"), (1, 1, 1))
    save(event, ("=1", "=2", "out", "=4", "=5"), (1, 2, 1))
    save(event, ("=30", "=30", "=30", "=30", "out"), (1, 1, 2))
    desk = signed_in(event)
    html = page(desk, event)
    so_far = places_on(html)
    assert so_far == [
        ("1", "Guest 1"),
        ("=2", "Guest 2"),
        ("=2", "Guest 3"),
        ("4", "Guest 5"),
        ("5", "Guest 4"),
        ("–", "Guest 8"),
        ("–", "Guest 6"),
        ("–", "Guest 7"),
        ("–", "Guest 9"),
        ("–", "Guest 10"),
    ]
    assert html.count("1 game to come") == 5
    save(event, ("=1", "=2", "out", "=4", "=5"), (1, 2, 2))
    html = page(desk, event)
    assert ("to come" in html, places_on(html)[0]) == (False, ("1", "Guest 8"))


def test_a_split_tie_names_the_figures() -> None:
    event = played_event(games_per_round=2, cut_size=1)
    save(event, ("=6", "=1", "=30", "=1", "out"), (1, 1, 2))
    html = page(signed_in(event), event)
    assert "most games won (1 to 0)" in html
    assert "fewer games won (0 to 1)" in html


def test_the_line_is_one_row_after_the_last_who_is_through() -> None:
    event = played_event()
    html = page(signed_in(event), event)
    assert html.count('class="cut-line"') == 1
    assert html.index("Guest 3<") < html.index('class="cut-line"') < html.index("Guest 4<")
    assert "The cut: three go through." in html


def test_sorted_otherwise_there_is_no_line() -> None:
    event = played_event()
    html = page(signed_in(event), event, sort="-total")
    assert names(html)[0] == "Guest 5"
    assert 'class="cut-line"' not in html


def test_every_column_sorts_both_ways_the_better_end_first() -> None:
    event = played_event()
    client = signed_in(event)
    for column in ("place", "name", "livery", "round_1", "total", "games_won", "cards_left"):
        up, down = (
            names(page(client, event, sort=f"{sign}{column}", figures="1")) for sign in ("", "-")
        )
        assert sorted(up) == sorted(down) == [f"Guest {number}" for number in range(1, 6)]
        assert up != down
    html = page(client, event, figures="1")
    assert re.search(r'aria-sort="ascending"><a href="[^"]*">Place<', html)
    assert '?figures=1&amp;sort=-games_won">Won<' in html
    assert '?figures=1&amp;sort=total">Total<' in html


def test_chances_stand_beside_the_totals_until_the_last_sheet_is_in() -> None:
    event = played_event(games_per_round=2, cut_size=2)
    client = signed_in(event)
    html = page(client, event, chances="1")
    assert html.count('class="share-part"') == 5
    assert "2 go through. The line is drawn when the last sheet is in." in html
    save(event, ("=6", "=1", "=30", "=1", "out"), (1, 1, 2))
    later = page(client, event, chances="1")
    assert ("share-part" in later, "The line is drawn when" in later) == (False, False)


def test_what_is_shown_is_saved_as_a_file_whole_sorted_and_filtered() -> None:
    event = large(30)
    Guest.objects.filter(event=event, ref="P004").update(name="=cmd|' /C calc'!A1")
    event = fresh(event)
    client = signed_in(event)
    assert "26 to 30 of 30." in page(client, event, page=2)
    assert len(names(page(client, event, all="1"))) == 30
    address = f"/e/{event.slug}/standings/"
    wanted = {"sort": "-total", "q": "guest", "page": "2", "file": "csv"}
    answer = client.get(address, wanted)
    assert answer.headers["Content-Disposition"].endswith('-standings.csv"')
    lines = answer.content.decode("utf-8-sig").splitlines()
    assert lines[0].startswith("Place,Guest,Livery,Round 1,Total")
    assert (len(lines), lines[1].split(",")[1][:5]) == (30, "Guest")
    hostile = client.get(address, {"q": "cmd", "file": "csv"}).content.decode()
    assert "'=cmd|" in hostile
    assert signed_in(event, Role.UMPIRE).get(address, {"file": "csv"})["Content-Type"] == (
        "text/html; charset=utf-8"
    )


def test_an_unknown_column_or_page_is_no_failure() -> None:
    event = played_event()
    client = signed_in(event)
    assert len(names(page(client, event, sort="nonsense", page="99"))) == 5
    assert len(names(page(client, event, page="x"))) == 5


def test_a_name_is_found_without_its_accents_a_guest_by_badge_and_a_company() -> None:
    event = played_event()
    Guest.objects.filter(event=event, ref="P004").update(name="Łucja Ćwikła")
    client = signed_in(event)
    assert names(page(client, event, q="lucja cw")) == ["Łucja Ćwikła"]
    assert "Guest 5" in names(page(client, event, q="5"))
    livery = Guest.objects.get(event=event, ref="P002").livery_name
    assert names(page(client, event, livery=livery)) == ["Guest 2"]
    assert names(page(client, event, q="nobody of this name")) == []


def test_a_badge_of_many_digits_is_nobodys() -> None:
    event = played_event()
    assert names(page(signed_in(event), event, q="9" * 30)) == []


def test_only_those_through_or_near_can_be_asked_for() -> None:
    event = played_event(("out", "5", "=5", "=9", "=40"))
    client = signed_in(event)
    assert names(page(client, event, show="through")) == ["Guest 1", "Guest 2", "Guest 3"]
    assert names(page(client, event, show="near")) == ["Guest 1", "Guest 2", "Guest 3", "Guest 4"]
    assert len(names(page(client, event, show="nonsense"))) == 5


def test_before_the_first_sheet_the_page_says_so() -> None:
    event = new_event()
    assert "No sheet is in yet" in page(signed_in(event), event)


def test_a_hostile_name_stays_text() -> None:
    event = played_event()
    Guest.objects.filter(event=event, ref="P001").update(name="<script>alert(1)</script>")
    html = page(signed_in(event), event)
    assert "<script>alert" not in html
    assert "&lt;script&gt;alert(1)" in html


def test_a_sealed_evening_is_called_sealed() -> None:
    event = closed_event()
    client = signed_in(event)
    assert "Standings, provisional" in page(client, event)
    client.post(f"/e/{event.slug}/cut/seal/", {"key": "one"})
    assert "Standings, sealed" in page(client, event)


def test_umpires_see_the_standings_and_strangers_do_not() -> None:
    event = played_event()
    assert len(names(page(signed_in(event, Role.UMPIRE), event))) == 5
    assert stranger().get(f"/e/{event.slug}/standings/").status_code == 404
    assert Client().get(f"/e/{event.slug}/standings/").status_code == 302


def large(guests: int) -> Event:
    """An evening with a sheet from every table."""
    event = seated_event(guests, qualifying_rounds=1, games_per_round=1, slug=f"guests-{guests}")
    for table in range(1, guests // 5 + 1):
        save(event, ("out", "A", "=23", "2 3 4", f"={table}"), (1, table, 1))
    return fresh(event)


def queries(client: Client, event: Event, **asked: Any) -> int:
    """How many queries an uncached page takes."""
    KEEP.clear()
    with CaptureQueriesContext(connection) as taken:
        page(client, event, **asked)
    return len(taken)


def test_an_uncached_page_takes_the_same_few_queries_for_any_field() -> None:
    small, big = large(20), large(110)
    taken = [queries(signed_in(event), event) for event in (small, big)]
    assert taken[0] == taken[1]
    assert taken[0] <= QUERIES
    assert queries(signed_in(small, Role.HEAD_UMPIRE), small, q="7") <= QUERIES


def test_a_page_holds_twenty_five_of_a_hundred_and_ten() -> None:
    event = large(110)
    client = signed_in(event)
    assert len(names(page(client, event))) == 25
    assert "26 to 50 of 110" in page(client, event, page=2)
    assert len(names(page(client, event, page=5))) == 10


def test_guests_who_have_not_played_stand_last_and_are_not_ranked() -> None:
    event = played_event()
    add_late(event)
    html = page(signed_in(event), event)
    assert names(html)[-1] == "Late Comer"
    assert "no games" in html


def add_late(event: Event) -> None:
    """A guest who came and has no sheet yet."""
    Guest.objects.create(event=event, badge=99, ref="P099", name="Late Comer")
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
