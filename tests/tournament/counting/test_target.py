"""Ottawa to a target: where a table stops and when the hall does, and who says so; by round, and
over all rounds.
"""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import NOW, official, save, seated_event, sign
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.counting.board import compute
from tournament.counting.consequences import Change
from tournament.counting.target import after_the_target, last_round
from tournament.entry.acts_cards import record_round_total
from tournament.entry.acts_unplayed import close_unplayed, resume_round
from tournament.event.forms_rules import new_columns
from tournament.models import AdjustmentKind, Event, Role
from tournament.phones.reading import _shared_state
from tournament.rulings.acts_adjustments import adjust
from tournament.screens.reading import Hall, show_of
from tournament.screens.scenes import clock
from tournament.seating.acts import close_round, reopen_round
from tournament.standings.public import released
from tournament.steps.facts import facts_of
from tournament.steps.table import step
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
TABLES = [["P001", "P002", "P003"], ["P004", "P005", "P006"]]


def evening(ending: str, *, target: int = 60, rounds: int = 3) -> Event:
    """Two tables of three, three rounds of four deals."""
    columns = new_columns("ottawa", {"ending": ending, "target": target})
    more = {"qualifying_rounds": rounds, "games_per_round": 4, "cut_size": 3}
    return seated_event(6, tables=TABLES, **columns, **more)


def client_of(event: Event) -> Client:
    client = Client()
    client.force_login(official(event, Role.ORGANISER))
    return client


def deal(client: Client, event: Event, place: tuple[int, int, int], *hands: str) -> Any:
    """A deal typed on its page: O for who went out, else the cards of the others."""
    held = {f"hand_{letter}": hand for letter, hand in zip("ABC", hands, strict=True)}
    sent = {"key": f"{place} {hands}", "seen": 0, "checked": "on", "typing": "cards", **held}
    return client.post(reverse("sheet", args=[event.slug, *place]), sent)


def round_of(client: Client, event: Event, number: int, table: int, *winners: str) -> None:
    """A deal for each winner, who takes two Kings: twenty points."""
    for game, winner in enumerate(winners, start=1):
        hands = ("O" if letter == winner else "K" for letter in "ABC")
        assert deal(client, event, (number, table, game), *hands).status_code == 302


def shown(client: Client, name: str, event: Event, *more: int) -> str:
    """The words of a page."""
    return " ".join(client.get(reverse(name, args=[event.slug, *more])).content.decode().split())


def told(client: Client, event: Event, number: int, table: int) -> tuple[str, ...]:
    """What is said of the target where a table is typed, on its phone, at home and on the wall."""
    fresh = Event.objects.get(pk=event.pk)
    scene = clock(Hall(fresh, show_of(fresh), NOW))
    assert scene is not None
    desk = shown(client, "desk_table", event, number, table)
    over = re.search(r"(?:This table reached|The target of)[^<]+ is played\.", desk)
    phone = _shared_state(fresh, table).told
    return (
        over[0] if over else "",
        phone["left"],
        facts_of(fresh).target,
        scene["target"],
    )


def test_a_target_by_round_stops_each_table_for_itself_and_every_page_says_who_has_it() -> None:
    event = evening("target")
    client = client_of(event)
    round_of(client, event, 1, 1, "A", "A", "A")
    over = (
        "This table reached its target of 60: Guest 1 has 60 points since deal 3,"
        " so no further deal is played."
    )
    reached_at = "The target of 60 is reached at table 1."
    assert told(client, event, 1, 1) == (over, "", reached_at, reached_at)
    assert _shared_state(event, 1).told["over"] == over  # its phone is at round 2 already
    assert told(client, event, 1, 2) == ("", "", reached_at, reached_at)
    assert over in deal(client, event, (1, 1, 4), "O", "K", "K").content.decode()
    assert over in shown(client, "sheet", event, 1, 1, 4)
    round_of(client, event, 1, 2, "A", "B", "C", "A")
    won = {row["name"]: row["won"] for row in released(event, compute(event))["rows"]}
    assert (won["Guest 1"], won["Guest 4"]) == (
        "won round 1, reached the target of 60",
        "won round 1",
    )
    close_round(event, 1, sign())
    assert told(client, event, 2, 1) == ("", "", "", "")
    assert (last_round(event), event.rounds.count()) == (3, 3)


def test_a_target_of_all_rounds_carries_the_totals_and_ends_the_hall_with_the_round() -> None:
    event = evening("total")
    client = client_of(event)
    for table in (1, 2):
        round_of(client, event, 1, table, "A", "A", "B", "C")
    close_round(event, 1, sign())
    freeze = "Freeze the half-time list"
    assert freeze in shown(client, "evening", event)
    round_of(client, event, 2, 1, "A")
    assert freeze not in shown(client, "evening", event)
    over = (
        "This table reached its target of 60: Guest 1 has 60 points since deal 1,"
        " so no further deal is played."
    )
    last = "The target of 60 is reached at table 1: this round is the last."
    assert told(client, event, 2, 1) == (over, over, last, last)
    assert told(client, event, 2, 2) == ("", "", last, last)
    assert "of round 3" not in shown(client, "evening", event)
    none_further = "The target of 60 was reached in round 2: Guest 1 has 60 points, so no further"
    assert none_further in deal(client, event, (3, 1, 1), "O", "K", "K").content.decode()
    round_of(client, event, 2, 2, "B", "C", "B")
    before = archive(event)
    assert import_evening(before, NOW).rounds.count() == 3
    close_round(event, 2, sign())
    event.refresh_from_db()
    assert (event.qualifying_rounds, event.rounds.count()) == (2, 2)
    assert step(facts_of(event)).key == "seal"
    assert list(faults(event)) == []
    again = import_evening(archive(event), NOW)
    assert compute(again).standings == compute(event).standings


@pytest.mark.parametrize("by", ["correction", "ruling"])
def test_the_rounds_come_back_where_the_target_was_not_reached_after_all(by: str) -> None:
    event = evening("total", target=80)
    client = client_of(event)
    round_of(client, event, 1, 1, "A", "A", "A", "A")
    round_of(client, event, 1, 2, "A", "A", "B", "C")
    close_round(event, 1, sign())
    event.refresh_from_db()
    assert (event.qualifying_rounds, event.rounds.count()) == (1, 1)
    reopen_round(event, 1, sign(), reason="Counted again")
    event.refresh_from_db()
    assert (event.qualifying_rounds, last_round(event)) == (3, 1)
    if by == "ruling":
        adjust(
            event, Change(AdjustmentKind.POINTS, "Shown", guest="P001", round=1, points=-1), sign()
        )
    else:
        save(event, ("10", "out", "K"), (1, 1, 4), seen=1, reason="Misread")
    assert (last_round(event), after_the_target(event)) == (3, {})
    close_round(event, 1, sign())
    event.refresh_from_db()
    assert (event.qualifying_rounds, step(facts_of(event)).key) == (3, "draw")


def test_the_target_ends_the_hall_too_where_time_runs_out_and_the_rounds_come_back_with_it() -> (
    None
):
    event = evening("total")
    client = client_of(event)
    round_of(client, event, 1, 1, "A", "A", "A")
    close_unplayed(event, 1, sign(), reason="The hall closes")
    event.refresh_from_db()
    assert (event.qualifying_rounds, event.rounds.count()) == (1, 1)
    resume_round(event, 1, sign(), reason="It stays open")
    event.refresh_from_db()
    assert (event.qualifying_rounds, list(faults(event))) == (3, [])


def test_a_card_that_bears_a_total_alone_reaches_the_target_too() -> None:
    event = evening("total")
    client = client_of(event)
    record_round_total(event, (1, "P005"), 70, sign(), reason="The sheet is lost")
    assert last_round(event) == 1
    assert "no further round" in deal(client, event, (2, 1, 1), "O", "K", "K").content.decode()
