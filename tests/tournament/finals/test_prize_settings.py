"""The list of prizes is edited, printed for the hand-over, and obeys scope, eligibility and one
prize a person.
"""

from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournament.ending import closed_event, fresh, playoff_event, signed_in
from tests.tournament.evening import new_event, save
from tests.tournament.paper.reading import rows_of
from tournament.counting.board import board
from tournament.finals.reading import prize_rows
from tournament.models import Event, Guest, Role
from tournament.paper.prizes import prize_list

pytestmark = pytest.mark.django_db


def rows(event: Event) -> list[tuple[str, str, str, tuple[str, ...], str]]:
    found = prize_rows(fresh(event), board(fresh(event)))
    return [(row.prize, row.called, row.result, row.notes, row.next_in_line) for row in found]


def with_list(*prizes: dict[str, Any], **fields: Any) -> Event:
    return closed_event(further_prizes=list(prizes), **fields)


def posted(*lines: dict[str, str], **more: str) -> dict[str, str]:
    data = {"prize-TOTAL_FORMS": str(len(lines)), "prize-INITIAL_FORMS": "0"} | more
    return data | {
        f"prize-{at}-{name}": value for at, line in enumerate(lines) for name, value in line.items()
    }


def test_the_usual_list_has_its_five_prizes_with_who_is_next() -> None:
    assert rows(closed_event()) == [
        ("Wooden spoon", "Guest 5", "40 points", (), "Guest 4, 20"),
        ("Best single round", "Guest 1", "0 points in round 1", (), "Guest 2 and Guest 3, 5"),
        ("Most games won", "Guest 1", "1 game", (), ""),
    ]


def test_level_guests_share_or_split_or_wait() -> None:
    spread = {"name": "Best", "skips_host": True}
    event = with_list(
        spread,
        spread | {"name": "Purse", "level": "split"},
        spread | {"name": "Cup", "level": "decide"},
    )
    Guest.objects.filter(event=event, ref="P001").update(host_connected=True)
    Event.objects.filter(pk=event.pk).update(version=event.version + 1)
    assert rows(event) == [
        (
            "Best",
            "Guest 2 and Guest 3",
            "5 points",
            ("shared", "passes over Guest 1 (host)"),
            "Guest 4, 20",
        ),
        (
            "Purse",
            "Guest 2 and Guest 3",
            "5 points",
            ("split between them", "passes over Guest 1 (host)"),
            "Guest 4, 20",
        ),
        (
            "Cup",
            "Not decided yet",
            "5 points",
            ("level: Guest 2 and Guest 3", "passes over Guest 1 (host)"),
            "",
        ),
    ]


def test_one_prize_a_person_counts_the_podium_first() -> None:
    event = playoff_event(
        further_prizes=[{"name": "Best", "once": True}, {"name": "Master", "office": "Master"}]
    )
    save(event, ("=9", "out", "=2"), (2, 1, 1))
    has = ("passes over Guest 1 (has “Third”), Guest 2 (has “Winner”), Guest 3 (has “Second”)",)
    assert rows(event) == [("Best", "Guest 4", "20 points", has, "Guest 5, 40")]
    paper = prize_list(fresh(event), board(fresh(event)), timezone.now())
    assert [row[1].splitlines()[0] for row in rows_of(paper)] == [
        "Best",
        "Third",
        "Second",
        "Winner",
    ]
    assert paper.facts[:2] == ("In the order of handing over", "One prize a person")


def test_the_organiser_edits_the_list_on_its_page() -> None:
    event = new_event()
    client = signed_in(event)
    where = reverse("prize_settings", args=[event.slug])
    assert client.get(where).content.decode().count('aria-label="Prize ') == 6
    lines = (
        {
            "name": "Half-time box",
            "won_by": "half_time-total-0",
            "skips_host": "on",
            "level": "split",
        },
        {"name": "", "won_by": "field-last-0"},
        {
            "name": "Round two",
            "won_by": "round-total-2",
            "once": "on",
            "office": "Junior Warden",
            "level": "decide",
        },
    )
    answer = client.post(where, posted(*lines), follow=True)
    assert "Saved." in answer.content.decode()
    assert fresh(event).further_prizes == [
        {"name": "Half-time box", "scope": "half_time", "skips_host": True, "level": "split"},
        {
            "name": "Round two",
            "scope": "round",
            "round": 2,
            "office": "Junior Warden",
            "once": True,
            "level": "decide",
        },
    ]
    assert 'value="round-total-2" selected' in client.get(where).content.decode()


def test_once_the_evening_has_begun_a_prize_more_is_looked_at_and_given_its_reason() -> None:
    event = closed_event()
    client, where = signed_in(event), reverse("prize_settings", args=[event.slug])
    sent = posted({"name": "The cup", "won_by": "livery-total-0"}) | {"key": "a-key-of-its-own"}
    seen = client.post(where, sent)
    assert [line[::2] for line in seen.context["lines"]] == [
        ("Prizes beside the podium", "The cup")
    ]
    assert fresh(event).further_prizes == event.further_prizes
    again = dict(seen.context["sent"]) | {"step": "save", "key": seen.context["key"]}
    assert (
        "Say why: the evening has begun" in client.post(where, again, follow=True).content.decode()
    )
    for _ in range(2):
        client.post(where, again | {"reason": "A cup came"})
    assert fresh(event).further_prizes == [{"name": "The cup", "scope": "livery"}]
    assert fresh(event).ledger.latest("number").reason == "A cup came"
    assert fresh(event).ledger.filter(kind="settings").count() == 1


def test_a_list_that_cannot_be_is_said_and_not_saved() -> None:
    event = new_event()
    client, where = signed_in(event), reverse("prize_settings", args=[event.slug])
    twice = posted(
        {"name": "Cup", "won_by": "field-total-0"}, {"name": "cup", "won_by": "field-total-0"}
    )
    assert "Two prizes are called “cup”" in client.post(where, twice).content.decode()
    strange = posted(
        {"name": "Cup", "won_by": "moon-total-0"}, {"name": "A\u202eB", "won_by": "field-total-0"}
    )
    assert client.post(where, strange).status_code == 200
    assert fresh(event).further_prizes == event.further_prizes


def test_the_play_off_gets_an_order_of_tie_breaks_of_its_own_until_the_first_sheet() -> None:
    event = new_event()
    client, where = signed_in(event), reverse("prize_settings", args=[event.slug])
    order = {"tie-qualifying_total": "1", "tie-extra_game": "2", "tie-cut_of_cards": "3"}
    client.post(where, posted(**order))
    assert fresh(event).playoff_tie_breaks == ["qualifying_total", "extra_game", "cut_of_cards"]
    frozen = closed_event(slug="frozen")
    html = (
        signed_in(frozen, Role.HEAD_UMPIRE)
        .get(reverse("prize_settings", args=[frozen.slug]))
        .content.decode()
    )
    assert (
        "countback from the last game, then the extra game, then the Umpire&#x27;s cut of cards."
        in html
    )
    assert "Sheets were accepted under these rules" in html


def test_a_strange_list_from_an_archive_breaks_nothing() -> None:
    event = closed_event(further_prizes=[{"scope": 7, "figure": None, "round": "x"}, ["nothing"]])
    assert [row[:2] for row in rows(event)] == [("Prize", "Guest 1")]
