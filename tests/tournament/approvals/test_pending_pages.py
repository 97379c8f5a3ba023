"""The pages of what waits for a second official, of running out of time, and of settings that are
frozen.
"""

import ast
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from tests.tournament.ending import fresh, sealed_event
from tests.tournament.evening import official, save, seated_event, sign
from tournament.counting.submission import submission_from
from tournament.entry.acts import correct_sheet
from tournament.home.phase import evening
from tournament.models import Event, LedgerEntry, Pending, Role, Seal
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
GATED = {"break_seal", "withdraw_announcement", "change_frozen", "do_with_witness", "approve"}
TOURNAMENT = Path(__file__).resolve().parents[3] / "tournament"


def browser(event: Event, role: Role, name: str) -> Client:
    """A browser of an official."""
    client = Client()
    client.force_login(official(event, role, name))
    return client


def text(answer: Any) -> str:
    """What a page says."""
    return str(answer.content.decode())


@pytest.fixture
def event() -> Event:
    """Two tables of two games; one game is not in."""
    made = seated_event(10, qualifying_rounds=1, games_per_round=2, cut_size=2)
    save(made, ("out", "2", "3", "4", "absent"))
    save(made, ("9", "out", "9", "9", "9"), (1, 1, 2))
    save(made, ("out", "2", "3", "4", "5"), (1, 2, 1))
    return fresh(made)


def test_a_round_is_closed_for_want_of_time_and_played_on_from_its_page(event: Event) -> None:
    client = browser(event, Role.HEAD_UMPIRE, "head")
    page = f"/e/{event.slug}/rounds/1/time-out/"
    shown = client.get(page)
    assert (shown.context["tables"], shown.context["count"]) == ([([2], "game 2")], 1)
    assert [move.name for move in shown.context["moves"].into] == ["Guest 1"]
    assert "That game number is void at every table." in text(shown)
    assert "Say why" in text(client.post(page, {"key": "a"}, follow=True))
    for _ in range(2):
        client.post(page, {"key": "b", "reason": "Dinner is served"})
    assert [
        fresh(event).rounds.get().state,
        LedgerEntry.objects.filter(kind="time_out").count(),
    ] == ["closed", 1]
    assert "was closed because time ran out" in text(client.get(page))
    assert "Play on after all" in text(client.get(f"/e/{event.slug}/desk/?round=1"))
    client.post(
        f"/e/{event.slug}/rounds/1/play-on/", {"key": "c", "reason": "There is time after all"}
    )
    assert fresh(event).rounds.get().state == "published"
    assert "No game is missing" not in text(client.get(page))
    assert client.get(f"/e/{event.slug}/rounds/7/time-out/").status_code == 404


def test_a_frozen_option_goes_from_one_office_to_the_other_and_is_counted_anew(
    event: Event,
) -> None:
    host, head = browser(event, Role.ORGANISER, "host"), browser(event, Role.HEAD_UMPIRE, "head")
    page = f"/e/{event.slug}/settings/together/"
    form = host.get(page).context["parts"]
    sent = {name: value for part in form for name, value in _initial(part).items()} | {
        "absent_policy": "unranked"
    }
    seen = host.post(page, sent)
    assert [line[2] for line in seen.context["lines"]] == [
        "Nothing; they are listed and not ranked"
    ]
    assert seen.context["moves"].chances is not None
    assert fresh(event).absent_policy == "table_worst"
    answer = host.post(
        page, sent | {"step": "save", "reason": "Set wrongly", "key": "once"}, follow=True
    )
    assert "waits" in text(answer)
    waiting = Pending.objects.get()
    assert [
        hindrance.kind
        for hindrance in evening(fresh(event)).hindrances
        if hindrance.kind == "pending"
    ] == ["pending"]
    assert "Look and decide" in text(head.get(f"/e/{event.slug}/waiting/"))
    where = f"/e/{event.slug}/waiting/{waiting.pk}/"
    told = head.get(where).context["seen"]
    assert head.post(f"{where}approve/", {"seen": "another"}).status_code == 422
    assert "asked for this yourself" in text(
        host.post(f"{where}approve/", {"seen": told}, follow=True)
    )
    head.post(f"{where}approve/", {"seen": told})
    assert (fresh(event).absent_policy, Pending.objects.get().state) == ("unranked", "approved")
    assert "Nothing has changed" in text(host.post(page, sent, follow=True))
    assert list(faults(fresh(event))) == []


def _initial(form: Any) -> dict[str, Any]:
    """What a form would send back unchanged."""
    values = {
        form.add_prefix(name): form.get_initial_for_field(field, name)
        for name, field in form.fields.items()
    }
    return {name: value for name, value in values.items() if value not in (None, False)}


def test_what_waits_is_declined_or_taken_back_and_an_umpire_sees_nothing_of_it() -> None:
    event = sealed_event()
    host, head = browser(event, Role.ORGANISER, "host"), browser(event, Role.HEAD_UMPIRE, "head")
    umpire = browser(event, Role.UMPIRE, "umpire")
    for number, (who, act, state) in enumerate(
        ((head, "decline", "declined"), (host, "take-back", "withdrawn"))
    ):
        host.post(f"/e/{event.slug}/cut/break-seal/", {"key": f"k{number}", "reason": "Misread"})
        waiting = Pending.objects.latest("pk")
        where = f"/e/{event.slug}/waiting/{waiting.pk}/"
        assert umpire.get(where).status_code == 404
        assert "edition 1" in text(who.get(where))
        who.post(f"{where}{act}/", {"key": f"a{number}", "reason": "It is there"})
        assert Pending.objects.get(pk=waiting.pk).state == state
        assert "On record as no." in text(who.get(where))
    assert Seal.objects.get().broken_at is None
    assert host.get(f"/e/{event.slug}/waiting/{10**30}/").status_code == 404


def test_a_request_that_cannot_be_done_any_more_says_why() -> None:
    event = sealed_event()
    host, head = browser(event, Role.ORGANISER, "host"), browser(event, Role.HEAD_UMPIRE, "head")
    sent = {"key": "k", "seen": 1, "step": "save", "reason": "Misread"}
    hands = dict(
        zip(
            ("hand_A", "hand_B", "hand_C", "hand_D", "hand_E"),
            ("=50", "5", "=5", "=20", "O"),
            strict=True,
        )
    )
    host.post(f"/e/{event.slug}/sheets/1/1/1/correct/", sent | hands)
    waiting = Pending.objects.get()
    assert waiting.preview["out"] == ["Guest 1"]
    current = submission_from(fresh(event).sheets.get(accepted=True).entry.body)
    *first, last = current.entries
    again = replace(
        current, entries=(*first, replace(last, points=41)), seen=1, reason="Counted again"
    )
    correct_sheet(event, again, sign(), at_desk=True)
    where = f"/e/{event.slug}/waiting/{waiting.pk}/"
    assert "See what it changes now" in text(head.get(where))
    assert "decline it, and ask again" in head.post(where).context["forbidden"]


def test_no_page_does_an_act_that_takes_two_by_itself() -> None:
    found = {}
    for path in sorted([*TOURNAMENT.glob("*/views*.py"), *TOURNAMENT.glob("*/pages*.py")]):
        called = {
            node.attr
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.Attribute)
        }
        named = {
            node.id for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Name)
        }
        found[f"{path.parent.name}/{path.name}"] = (called | named) & GATED
    # The view of the same name only asks; the gate itself stands in one room.
    assert {name: acts for name, acts in found.items() if acts} == {
        "approvals/pages_by_two.py": {"do_with_witness"},
        "approvals/views.py": {"approve"},
    }


def test_the_pages_cost_the_same_at_30_and_110_guests() -> None:
    costs = []
    for guests in (30, 110):
        made = seated_event(guests, games_per_round=1, cut_size=2)
        save(made, ("out", "2", "3", "4", "5"))
        client = browser(made, Role.ORGANISER, f"host {guests}")
        with CaptureQueriesContext(connection) as queries:
            client.get(f"/e/{made.slug}/waiting/")
            waiting = len(queries)
            client.get(f"/e/{made.slug}/rounds/1/time-out/")
        savepoints = sum("SAVEPOINT" in query["sql"] for query in queries.captured_queries)
        costs.append((waiting, len(queries) - waiting - savepoints))
    assert costs[0] == costs[1]
    assert costs[0][0] <= 8
    # The page of a stopped round rehearses it: what is in the way is asked before and after.
    assert costs[0][1] <= 28
