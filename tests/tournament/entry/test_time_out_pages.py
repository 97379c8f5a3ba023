"""The page that stops a round says only what is true of this evening."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournament.ending import fresh, signed_in
from tests.tournament.entry.test_time_out_acts import half_played
from tests.tournament.evening import save, seated_event, sign
from tests.tournament.test_act_costs import MOST, TRANSACTION
from tournament.counting.grid import cells
from tournament.home.phase import evening
from tournament.models import Event, LedgerEntry
from tournament.seating.acts import games_missing
from tournament.seating.acts_seats import leave
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
FIVE = ("out", "2", "3", "4", "5")


def sentences(event: Event) -> list[str]:
    """What the page says becomes of the games."""
    page = signed_in(event).get(f"/e/{event.slug}/rounds/1/time-out/").content.decode()
    declared = page.split("As declared for this evening")[1].split("</section>")[0]
    return re.findall(r'<p class="soft">(.*?)</p>', declared)


def test_the_page_asks_at_most_25_questions_and_lists_the_games_that_the_act_would_take() -> None:
    event = half_played()
    client, where = signed_in(event), f"/e/{event.slug}/rounds/1/time-out/"
    with CaptureQueriesContext(connection) as queries:
        page = client.get(where).content.decode()
    asked = [query["sql"] for query in queries if not query["sql"].startswith(TRANSACTION)]
    assert len(asked) <= MOST, "\n".join(asked)
    listed = [(cell.table, cell.game) for cell in cells(event, round=1) if cell.due]
    assert listed == games_missing(event.rounds.get()) == [(2, 2)]
    assert "Game 2 of round 1 counts for nobody." in page


def test_a_game_that_others_played_is_named_with_its_tables() -> None:
    assert sentences(half_played()) == [
        "Game 2 of round 1 counts for nobody.",
        "Game 2 was played at table 1: it will not count.",
    ]


def test_where_no_table_has_played_them_no_result_is_lost_and_no_total_changes() -> None:
    event = seated_event(10, qualifying_rounds=1, games_per_round=3, cut_size=2)
    save(event, FIVE)
    save(event, FIVE, (1, 2, 1))
    assert sentences(fresh(event)) == [
        "Games 2 and 3 of round 1 count for nobody.",
        "No table has played them, so no result is lost.",
        "No total changes.",
    ]


def test_many_tables_are_counted_and_the_mean_is_said_as_declared() -> None:
    many = seated_event(40, qualifying_rounds=1, games_per_round=1, cut_size=2)
    for table in range(1, 8):
        save(many, FIVE, (1, table, 1))
    assert sentences(fresh(many))[1] == "Game 1 was played at 7 tables: it will not count."
    assert sentences(half_played("mean_of_others")) == [
        "For each missing game its guests get the mean of their own games. All other results stay."
    ]


def test_the_games_of_a_table_that_all_left_are_not_among_them() -> None:
    event = half_played()
    for badge in range(6, 11):
        leave(event, f"P{badge:03}", (1, 2), sign(), reason="The last train")
    page = signed_in(event).get(f"/e/{event.slug}/rounds/1/time-out/").content.decode()
    assert "No game is missing" in page


def test_flags_open_at_a_stopped_round_are_asked_about_and_then_let_stand() -> None:
    event = half_played()
    save(event, ("out", "8", "3", "4", "5"), (1, 1, 2), seen=1, reason="Counted again")
    client, where = signed_in(event), f"/e/{event.slug}/rounds/1/time-out/"
    page = client.get(where).content.decode()
    assert ("1 sheet is flagged" in page, 'name="flagged" value="1"' in page) == (True, True)
    sent = {"key": "stop", "reason": "Dinner is served"}
    refused = client.post(where, sent, follow=True).content.decode()
    assert (
        "Sheets with an open flag are listed here" in refused,
        fresh(event).rounds.get().open,
    ) == (True, True)
    for _press in range(2):
        answer = client.post(where, sent | {"flagged": "1"}, follow=True).content.decode()
        assert "is closed. The games that were missing count as not played." in answer
    assert [entry.body["flagged"] for entry in LedgerEntry.objects.filter(kind="time_out")] == [1]
    assert "flagged" not in [hindrance.kind for hindrance in evening(fresh(event)).hindrances]
    assert list(faults(fresh(event))) == []
