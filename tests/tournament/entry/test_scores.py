"""The page of the scores: tiles, what the box finds, the list of sheets, and the last save."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import save, seated_event
from tournament.models import Event, Guest, Role

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """Two tables of two games: one checked, one flagged, one to check and one to come."""
    made = seated_event(10, qualifying_rounds=1, games_per_round=2, cut_size=2)
    save(made, ("out", "8 K", "A", "=23", "2 3 4"), checked=True)
    save(made, ("out", "=104", "A", "=23", "2 3 4"), (1, 1, 2))
    save(made, ("out", "8 K", "A", "=23", "2 3 4"), (1, 2, 1))
    Guest.objects.filter(event=made, badge=7).update(name="Zoë Dunnetwhistle")
    return fresh(made)


def scores(client: Client, event: Event, **asked: str) -> str:
    """The page as one line."""
    answer = client.get(reverse("desk", args=[event.slug]), asked)
    assert answer.status_code == 200
    return " ".join(answer.content.decode().split())


def led(client: Client, event: Event, **asked: str) -> str:
    """Where the box leads to."""
    answer = client.get(reverse("desk", args=[event.slug]), {"round": "1", **asked})
    return answer.headers["Location"].removeprefix(f"/e/{event.slug}/")


def tiles(html: str) -> list[tuple[str, str, str]]:
    """Kind, number and words of each tile."""
    words = r'class="tile(?: (tile-\w+))?".*?</span>(\d+)</b>.*?tile-words">([^<]*)<'
    return list(re.findall(words, html))


def test_tiles_are_coloured_by_state_counted_in_the_legend_and_filtered(event: Event) -> None:
    client = signed_in(event)
    html = scores(client, event)
    assert tiles(html) == [
        ("tile-again", "1", "game 2: Seat B has 104 points"),
        ("", "2", "1 to come"),
    ]
    said = ("to come 1", "to check 1", "checked 1", "look again 1")
    assert [words for words in said if words not in html] == []
    chips = re.findall(r'class="chip"[^>]*>([^<]*)<', html)
    assert chips == ["All 2", "To come 1", "To check 1", "Look again 1"]
    for show, number in (("come", "2"), ("check", "2"), ("again", "1")):
        assert [tile[1] for tile in tiles(scores(client, event, show=show))] == [number]
    assert len(tiles(scores(client, event, show="nonsense"))) == 2


def test_one_box_takes_a_table_a_badge_or_a_name(event: Event) -> None:
    client = signed_in(event)
    assert led(client, event, q="2") == "desk/1/2/"
    assert led(client, event, q="7") == "desk/1/cards/7/"
    assert led(client, event, q="2", by="card") == "desk/1/cards/2/"
    assert led(client, event, badge="1") == "desk/1/cards/1/"
    assert led(client, event, table="1", by="card") == "desk/1/1/"
    assert led(client, event, q="zoe dunnet") == "desk/1/cards/7/"
    assert led(client, event, q="Dunetwhistle") == "desk/1/cards/7/"
    several = scores(client, event, q="guest")
    assert several.count('class="offer-note"') == 6
    assert "Guest 1, table 1" in several
    for nobody in ("99", "Pembrton", "b" * 90, "9" * 50, "\0<script>"):
        answer = client.get(reverse("desk", args=[event.slug]), {"q": nobody}, follow=True)
        assert "No table, badge or name of round 1 fits" in answer.content.decode()
        assert "<script>alert" not in answer.content.decode()


def test_an_umpire_is_led_to_the_games_of_the_table_and_sees_no_act(event: Event) -> None:
    client = signed_in(event, Role.UMPIRE)
    html = scores(client, event)
    assert [f"desk/1/{table}/" in html for table in (1, 2)] == [False, False]
    assert f'href="/e/{event.slug}/sheets/1/1/"' in html
    assert ('class="line"' in html, "Compare cards" in html) == (False, False)
    assert led(client, event, q="7") == "sheets/1/2/"


def test_what_one_types_is_chosen_once_and_the_last_save_is_shown_with_its_way_back(
    event: Event,
) -> None:
    client = signed_in(event)
    assert 'value="cards" aria-pressed="true"' in scores(client, event)
    client.post(reverse("desk", args=[event.slug]), {"switch": "points"})
    assert 'value="points" aria-pressed="true"' in scores(client, event)
    assert 'class="line"' not in scores(client, event)
    hands = {f"hand_2_{seat}": text for seat, text in zip("ABCDE", "12345", strict=True)}
    form = {"key": "k", "seen_2": "0", "typing": "cards"} | hands | {"hand_2_A": "O"}
    client.post(reverse("desk_table", args=[event.slug, 1, 2]), form)
    for _page in range(2):
        html = scores(client, event)
        line = html[html.index('class="line"') :]
        assert re.search(r"\d\d:\d\d</time> .*[Tt]able 2.*Take back", line, re.DOTALL)


def test_every_sheet_stands_in_a_list_that_is_sorted_filtered_and_saved(event: Event) -> None:
    client = signed_in(event)
    html = scores(client, event, view="list")
    assert html.count('<tr role="row">') + html.count('class="row-flag"') == 5
    assert "Seat B has 104 points, more than" in html
    one = scores(client, event, view="list", state="missing", sort="-table")
    assert one.count(">to come</a>") == 1
    address = reverse("desk", args=[event.slug])
    file = client.get(address, {"view": "list", "file": "csv", "state": "checked"})
    lines = file.content.decode("utf-8-sig").splitlines()
    assert lines[0] == "Table,Game,State,Saved,Typed by,Checked by"
    assert lines[1].startswith("1,1,checked,")
    assert len(lines) == 2


def test_a_round_that_is_all_in_and_open_stays_in_front_with_the_button_that_closes_it() -> None:
    event = seated_event(5, games_per_round=1)
    client = signed_in(event)
    save(event, ("out", "5", "=5", "=20", "=40"), (1, 1, 1))
    page = client.get(reverse("desk", args=[event.slug])).content.decode()
    assert "Round 1: 1 of 1 sheet in" in page
    assert f'action="{reverse("close", args=[event.slug, 1])}"' in page
    save(event, ("out", "5", "=5", "=20", "=40"), (2, 1, 1))
    page = client.get(reverse("desk", args=[event.slug])).content.decode()
    assert "Round 1: 1 of 1 sheet in" in page
