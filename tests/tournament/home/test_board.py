"""The public board: what it shows to anybody, and what it never shows."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournament.ending import (
    closed_event,
    following,
    fresh,
    played_event,
    playoff_event,
    signed_in,
)
from tests.tournament.evening import NOW, new_event, save, seated_event, sheet, sign
from tests.tournament.paper.reading import rows_of
from tournament.counting.board import board
from tournament.entry.acts import correct_sheet
from tournament.event.acts import change_event, show_chances
from tournament.finals.acts import hold_board, release_board, reveal_cut, seal_cut
from tournament.finals.acts_playoff import hold_half_time, show_playoff
from tournament.home import views_board
from tournament.models import Event, Guest
from tournament.paper.results import standings, the_ten
from tournament.refusal import Refused
from tournament.seating.acts import close_round
from tournament.site import background
from tournament.site.keep import KEEP

pytestmark = pytest.mark.django_db
SEEN = ("board/", "board/now/")


def shown(event: Event, part: str = "board/now/", **asked: Any) -> str:
    """What anybody gets."""
    answer = Client().get(f"/e/{event.slug}/{part}", asked)
    assert answer.status_code == 200
    return answer.content.decode()


def names(html: str) -> list[str]:
    """The names on the board, in order."""
    return re.findall(r'class="board-name[^"]*">([^<]*)<', html)


def many(guests: int = 30, **fields: Any) -> Event:
    """An evening of many tables with one game in at each."""
    event = seated_event(
        guests, **{"qualifying_rounds": 1, "games_per_round": 2, "cut_size": 10} | fields
    )
    for table in range(1, guests // 5 + 1):
        save(event, ("out", f"={10 + table}", "=40", "=50", "=60"), (1, table, 1))
    return fresh(event)


def test_before_the_first_sheet_the_board_is_calm() -> None:
    html = shown(new_event(), "board/")
    assert "The first totals appear here" in html
    assert names(html) == []


def test_the_board_shows_the_first_twenty_with_the_line_under_the_last_who_is_through() -> None:
    html = shown(following(many(qualifying_rounds=1, games_per_round=1)), "board/")
    assert len(names(html)) == 20
    rows = html.split("<li")
    marked = [row for row in rows if row.startswith(' class="cut-after"')]
    assert [names(row) for row in marked] == [[names(html)[9]]]
    assert "The cut: ten go through" in html
    assert "Provisional until sealed" in html


def test_what_the_home_and_the_standings_have_made_of_a_sheet_the_board_does_not_ask_again() -> (
    None
):
    event = many()
    client = signed_in(event)
    costs = []
    for pages in (("evening", "standings"), ()):
        KEEP.clear()
        for name in pages:
            client.get(reverse(name, args=[event.slug]))
        with CaptureQueriesContext(connection) as queries:
            html = shown(event)
        costs.append((len(queries), names(html)))
    (after, listed), (alone, same) = costs
    assert (after, listed) == (2, same)
    assert alone > 10


def test_it_says_how_far_the_tables_are_and_who_has_games_to_come() -> None:
    event = following(many(10, cut_size=2))
    assert "<b>2 of 2</b> tables in" in shown(event)
    save(event, ("out", "=1", "=1", "=1", "=1"), (1, 2, 2))
    html = shown(fresh(event))
    assert "<b>1 of 2</b> tables in" in html
    assert "Round 1, game 2. Lowest totals lead." in html
    assert html.count("1 to play") == 5


def test_a_tie_on_the_line_is_marked_and_explained() -> None:
    event = following(closed_event(("out", "5", "5", "=20", "=40"), cut_size=2))
    html = shown(event)
    assert html.count("level on the line") == 2
    assert "Level on points. The line is at 5. The Umpire’s cut of cards decides." in html
    assert "The cut: one is through, two are level for one more" in html


def test_no_line_is_drawn_and_no_tie_decided_before_the_last_sheet_is_in() -> None:
    event = played_event(("out", "5", "5", "=20", "=40"), cut_size=2, qualifying_rounds=2)
    desk = signed_in(event)
    words = ("cut-after", "The cut:", "The line is at", "level on the line", 'class="cut-line"')
    for step in (lambda: close_round(event, 1, sign()), lambda: hold_half_time(event, sign())):
        step()
        pages = shown(fresh(event)) + desk.get(f"/e/{event.slug}/standings/").content.decode()
        pages += desk.get(f"/e/{event.slug}/cut/").content.decode()
        assert [said for said in (*words, "nothing separates") if said in pages] == []
        now = board(fresh(event))
        printed = standings(fresh(event), now, NOW)
        assert (printed.line_after, printed.line_words) == (0, "")
        assert [name for _place, name, *_rest in rows_of(printed) if "\n" in name] == []
        assert the_ten(fresh(event), now, NOW).content["rows"] == []
    release_board(event, sign())
    following(event)
    save(event, ("out", "5", "5", "=20", "=40"), (2, 1, 1))
    pages = shown(fresh(event)) + desk.get(f"/e/{event.slug}/standings/").content.decode()
    assert [word for word in words if word in pages] == list(words)
    assert standings(fresh(event), board(fresh(event)), NOW).line_after > 0


def test_without_a_tie_nothing_is_explained() -> None:
    html = shown(following(closed_event(("out", "5", "=6", "=20", "=40"), cut_size=2)))
    assert "level on" not in html


def test_nothing_personal_is_on_the_board_or_in_the_finder() -> None:
    event = following(closed_event())
    private = {
        "email": "secret@example.org",
        "office": "Junior Warden",
        "guest_of": "Host Person",
        "status_note": "unwell",
        "post_nominals": "OBE",
    }
    Guest.objects.filter(event=event).update(host_connected=True, **private)
    change_event(event, {"board_full": True})
    pages = [shown(fresh(event), part) for part in SEEN]
    pages += [shown(event, "board/now/", all=""), shown(event, "find/", q="guest")]
    for html in pages:
        assert "Guest 1" in html
        assert [value for value in (*private.values(), "P001") if value in html] == []


def test_a_board_asked_with_its_own_tag_is_answered_by_one_query() -> None:
    event = many()
    client = Client()
    tag = client.get(f"/e/{event.slug}/board/now/").headers["ETag"]
    assert tag == f'"{event.version}-top"'
    with CaptureQueriesContext(connection) as taken:
        answer = client.get(f"/e/{event.slug}/board/now/", headers={"If-None-Match": tag})
    assert (answer.status_code, answer.content, len(taken)) == (304, b"", 1)
    assert tag.replace('"', "&quot;") in shown(event, "board/")


def test_a_hall_that_comes_in_at_once_costs_one_drawing() -> None:
    event = many()
    first = shown(event, "board/")
    for _viewer in range(3):
        with CaptureQueriesContext(connection) as taken:
            assert shown(event, "board/") == first
        assert len(taken) == 2
    save(event, ("out", "=1", "=1", "=1", "=1"), (1, 1, 2))
    assert f"&quot;{fresh(event).version}-top&quot;" in shown(event, "board/")


def test_while_drawing_has_had_its_share_a_viewer_comes_in_a_moment_late_and_an_official_never(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = many()
    first = shown(event, "board/")
    save(event, ("out", "=1", "=1", "=1", "=1"), (1, 1, 2))
    monkeypatch.setattr(background, "SHARE", 0)
    monkeypatch.setattr(views_board._pages._purse, "remaining", -1)
    assert shown(event, "board/") == first
    page = signed_in(event).get(f"/e/{event.slug}/board/").content.decode()
    assert f"&quot;{fresh(event).version}-top&quot;" in page


def test_the_tag_is_never_stale() -> None:
    event = following(many(10, cut_size=2))
    client = Client()
    address = f"/e/{event.slug}/board/now/"
    acts: list[Callable[[], object]] = [
        lambda: save(event, ("out", "=1", "=1", "=1", "=1"), (1, 1, 2)),
        lambda: hold_board(event, sign()),
        lambda: release_board(event, sign()),
        lambda: change_event(event, {"board_full": True}),
        lambda: correct_sheet(
            event,
            sheet(("=9", "out", "=1", "=1", "=1"), (1, 1, 2), seen=1, reason="Misread"),
            sign(),
        ),
    ]
    for act in acts:
        tag = client.get(address).headers["ETag"]
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 304
        act()
        assert client.get(address, headers={"If-None-Match": tag}).status_code == 200


A_SECOND = "public, max-age=0, s-maxage=1, must-revalidate"


def kept_by(event: Event, query: str, client: Client | None = None, tag: str = "") -> str:
    """What an answer says of who may keep it; nothing in it is anybody's own."""
    headers = {"If-None-Match": tag} if tag else {}
    answer = (client or Client()).get(f"/e/{event.slug}/board/now/{query}", headers=headers)
    assert answer.status_code == (304 if tag else 200)
    assert (answer.cookies, answer.headers["Vary"]) == ({}, "Accept-Encoding")
    return str(answer.headers["Cache-Control"])


def test_a_content_network_keeps_for_a_second_what_is_asked_with_its_version() -> None:
    event = many(10, cut_size=2)
    desk = signed_in(event)
    for act in (hold_board, release_board, None):
        now = event.version
        assert kept_by(event, f"?v={now}") == A_SECOND
        assert kept_by(event, f"?v={now}", tag=f'"{now}-top"') == A_SECOND
        assert kept_by(event, f"?all=&v={now - 1}") == A_SECOND
        assert {kept_by(event, asked) for asked in ("", "?v=0", "?v=x")} == {"no-cache"}
        # Asked too early, it might be handed to who has seen the version that came since.
        assert kept_by(event, f"?v={now + 1}") == "no-store"
        assert kept_by(event, f"?v={now}", desk) == "private, no-cache"
        if act:
            act(event, sign())
            event = fresh(event)


def through_a_network(event: Event, address: str, has: int) -> str:
    """The board that a viewer gets who has this version, where a network kept every
    answer that it may since before the board was frozen.
    """
    shelf: dict[str, bytes] = {}
    for asked in ({"v": version} for version in range(1, event.version + 2)):
        answer = Client().get(address.format(**asked))
        if "s-maxage" in answer.headers["Cache-Control"]:
            shelf[address.format(**asked)] = answer.content
    hold_board(event, sign())
    wanted = address.format(v=has)
    return (shelf.get(wanted) or Client().get(wanted).content).decode()


@pytest.mark.promise(
    "What a content network keeps of a board sends nobody back behind what they have seen"
)
def test_who_has_seen_the_board_frozen_is_not_shown_it_running_by_what_a_network_kept() -> None:
    event = many(10, cut_size=2)
    address = f"/e/{event.slug}/board/now/?v={{v}}"
    assert "Frozen at" in through_a_network(event, address, event.version + 1)


@pytest.mark.control(
    "test_who_has_seen_the_board_frozen_is_not_shown_it_running_by_what_a_network_kept"
)
def test_kept_whatever_version_was_asked_for_a_board_would_run_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = many(10, cut_size=2)
    monkeypatch.setattr(views_board, "_kept_by", lambda *_told: A_SECOND)
    address = f"/e/{event.slug}/board/now/?v={{v}}"
    assert "Frozen at" not in through_a_network(event, address, event.version + 1)


def test_the_full_list_has_a_tag_of_its_own_and_only_where_it_is_offered() -> None:
    event = many()
    assert len(names(shown(event, all=""))) == 20
    change_event(event, {"board_full": True})
    event = fresh(event)
    assert len(names(shown(event, all=""))) == 30
    assert len(names(shown(event))) == 20
    tags = {
        Client().get(f"/e/{event.slug}/board/now/{query}").headers["ETag"] for query in ("", "?all")
    }
    assert len(tags) == 2
    assert "The full list" in shown(event, "board/")
    assert "The first twenty" in shown(event, "board/", all="")


def test_a_held_board_shows_what_was_released_and_says_so() -> None:
    event = many(10, cut_size=2)
    before = names(shown(event))
    hold_board(event, sign())
    save(event, ("=99", "out", "=1", "=1", "=1"), (1, 1, 2))
    html = shown(fresh(event))
    assert names(html) == before
    assert "Frozen at 20:00." in html
    release_board(event, sign())
    assert names(shown(fresh(event))) != before
    assert "Frozen at" not in shown(fresh(event))


def test_the_foot_of_the_board_says_how_far_the_results_are_settled() -> None:
    event = following(closed_event())
    assert "<span>Provisional until sealed</span>" in shown(event)
    seal_cut(event, sign())
    assert "<span>Sealed: the names are read out soon</span>" in shown(fresh(event))
    reveal_cut(event, sign())
    html = shown(fresh(event))
    assert "Provisional" not in html
    assert "<span>Sealed</span>" in html


def test_the_play_off_takes_the_board_over_only_where_it_may_be_followed() -> None:
    event = playoff_event()
    save(event, ("=9", "out", "=2"), (2, 1, 1))
    assert "Round 1, game 1" in shown(fresh(event))
    show_playoff(event, sign(), live=True)
    with pytest.raises(Refused, match="already does that"):
        show_playoff(event, sign(), live=True)
    html = shown(fresh(event))
    assert "Play-off, game 1" in html
    assert names(html) == ["Guest 2", "Guest 3", "Guest 1"]
    assert "cut-after" not in html


def test_a_hostile_name_is_text_on_the_board() -> None:
    event = many(10, cut_size=2)
    Guest.objects.filter(event=event, ref="P001").update(name="<img src=x onerror=alert(1)>")
    html = shown(event)
    assert "<img" not in html
    assert "&lt;img src=x" in html


def test_a_long_name_is_marked_for_smaller_letters_and_stands_whole() -> None:
    event = many(10, cut_size=2)
    name = "Brigadier Sir Bartholomew Featherstonehaugh-Cholmondeley of Ullapool"
    Guest.objects.filter(event=event, ref="P001").update(name=name)
    html = shown(event)
    assert f'board-name-long">{name}<' in html
    assert html.count("board-name-long") == 1


def test_an_unknown_event_has_no_board() -> None:
    assert [Client().get(f"/e/nothing/{part}").status_code for part in (*SEEN, "find/")] == [
        404
    ] * 3


def test_the_charity_stands_at_the_foot_where_one_is_named() -> None:
    event = seated_event(charity="Bread & <b>Roses</b>")
    shown = Client().get(f"/e/{event.slug}/board/").content.decode()
    assert shown.count("In aid of Bread &amp; &lt;b&gt;Roses&lt;/b&gt;") == 1
    change_event(fresh(event), {"charity": ""})
    assert "In aid of" not in Client().get(f"/e/{event.slug}/board/").content.decode()


def test_chances_stand_beside_the_names_while_the_organiser_shows_them_and_a_game_is_to_come() -> (
    None
):
    event = many(10, cut_size=2)
    assert "board-chance" not in shown(event)
    show_chances(event, sign(), visible=True)
    html = shown(fresh(event))
    assert html.count("board-chance") == 10
    assert " in 100</span>" in html
    assert "how often they go through in simulated play" in html
    hold_board(event, sign())
    assert "board-chance" not in shown(fresh(event))
    release_board(event, sign())
    for table in (1, 2):
        save(event, ("out", "=1", "=1", "=1", "=1"), (1, table, 2))
    assert "board-chance" not in shown(fresh(event))
