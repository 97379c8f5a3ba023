"""Finalists who go home: the last guest of a table is one, and one leaves before or in the
play-off.
"""

from typing import Any

import pytest
from django.test import Client

from scoring.counting.board import Board
from scoring.counting.cut import Cut
from tests.tournament.ending import fresh, signed_in
from tests.tournament.entry.test_empty_table import FOUR
from tests.tournament.evening import NOW, save, seated_event, sign
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.counting.board import compute
from tournament.finals.acts import reveal_cut, seal_cut
from tournament.models import Event
from tournament.refusal import Refused
from tournament.seating.acts import close_round
from tournament.seating.acts_seats import break_up_table, leave
from tournament.seating.small_tables import break_up_plan
from tournament.steps.acts import seat_playoff
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
PAGES = (
    "",
    "cut/",
    "play-off/",
    "standings/",
    "prizes/",
    "seating/",
    "seating/1/tables/2/",
    "sheets/1/2/3/",
    "desk/1/2/",
)
EVENING: dict[str, Any] = {
    "qualifying_rounds": 1,
    "games_per_round": 3,
    "cut_size": 3,
    "playoff_tables": 1,
    "playoff_games": 1,
}


def two_tables(*, plays_on: bool) -> Event:
    """Three leave table 2 after game 2; its last guest, who leads, plays on at table 1 or leaves as
    well.
    """
    event = seated_event(
        8, tables=[["P001", "P002", "P003", "P004"], ["P005", "P006", "P007", "P008"]], **EVENING
    )
    for table in (1, 2):
        for game in (1, 2):
            save(event, FOUR, (1, table, game))
    for badge in (6, 7, 8) if plays_on else (6, 7, 8, 5):
        leave(event, f"P{badge:03}", (1, 3), sign(), reason="The last train")
    if plays_on:
        break_up_table(event, (1, 2), break_up_plan(event, 1, 2).seen, sign(), reason="One is left")
    save(event, ("=30", "=40", "=50", "out", "=1")[: 5 if plays_on else 4], (1, 1, 3))
    close_round(event, 1, sign())
    return fresh(event)


def in_order(event: Event, desk: Client) -> Board:
    """Every page answers, the ledger verifies, and the archive comes in equal; the board."""
    pages = {page: desk.get(f"/e/{event.slug}/{page}", follow=True).status_code for page in PAGES}
    assert pages == dict.fromkeys(PAGES, 200)
    assert list(faults(fresh(event))) == []
    document = archive(fresh(event))
    again = import_evening(document, NOW)
    assert (archive(again), list(faults(fresh(again)))) == (document, [])
    now, then = compute(fresh(event)), compute(fresh(again))
    assert (now.standings, now.cut, now.playoff) == (then.standings, then.cut, then.playoff)
    return now


@pytest.mark.parametrize(
    ("plays_on", "through"),
    [
        (False, ["P004", "P001", "P002"]),
        pytest.param(True, ["P005", "P004", "P001"], marks=pytest.mark.nightly),
    ],
)
def test_with_the_last_guest_of_a_table_in_the_lead_every_output_stays_in_order_to_the_end(
    through: list[str], *, plays_on: bool
) -> None:
    event = two_tables(plays_on=plays_on)
    desk = signed_in(event)
    seal_cut(event, sign())
    cut = in_order(event, desk).cut
    assert isinstance(cut, Cut)
    assert list(cut.qualifiers) == through
    reveal_cut(fresh(event), sign())
    seat_playoff(fresh(event), sign())
    in_order(event, desk)
    save(event, ("=4", "out", "8"), (2, 1, 1))
    assert [standing.player for standing in in_order(event, desk).playoff] == [
        through[1],
        through[0],
        through[2],
    ]


def test_a_finalist_who_goes_home_is_absent_in_the_play_off_and_every_output_stays_in_order() -> (
    None
):
    event = two_tables(plays_on=True)
    desk = signed_in(event)
    seal_cut(event, sign())
    reveal_cut(fresh(event), sign())
    seat_playoff(fresh(event), sign())
    with pytest.raises(Refused, match="Guest 5 sits in the play-off: enter them as absent there"):
        leave(fresh(event), "P005", (1, 3), sign(), reason="The last train")
    save(event, ("absent", "out", "8"), (2, 1, 1))
    shown = [
        (standing.player, standing.total, standing.absent)
        for standing in in_order(event, desk).playoff
    ]
    assert shown == [("P004", 0, 0), ("P005", 30, 1), ("P001", 30, 0)]
