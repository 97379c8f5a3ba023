"""The log says in words what each step of the matches was; hostile values through every door change
nothing.
"""

import pytest

from scoring.pairing.steps import STEPS
from tests.tournament.ending import signed_in
from tests.tournament.management.test_own_matches import eventful
from tests.tournament.matches.matches import match_event, now, out
from tournament.home.words import entry_words
from tournament.matches.reading import MATCH_WORDS
from tournament.matches.views_acts import PRESSED

pytestmark = pytest.mark.django_db
HOSTILE = (
    "",
    "-1",
    str(10**30),
    "\x00",
    "\u202egnp.exe",
    "<script>alert(1)</script>",
    "x" * 5000,
    "１２",
)
FIELDS = ("guest", "round", "one", "other", "bond", "halves", "reason", "seeding", "key", "forced")
SENT = ("what", "seen", "game_1", "game_2", "reason", "again", "agreed", "key")


def test_every_step_has_its_words() -> None:
    assert sorted(MATCH_WORDS) == sorted(STEPS)


def test_an_event_is_told_step_by_step() -> None:
    event = eventful()
    names = dict(event.guests.values_list("ref", "name"))
    told = [
        entry_words(entry, names, event)
        for entry in event.ledger.order_by("number")
        if entry.kind in STEPS
    ]
    assert told[:4] == [
        "Guest 1 and Guest 7 are to meet in round 1",
        "Round 1 was paired as a draft",
        "The pairings of round 1 were published",
        "Late Comer came into the Swiss late",
    ]
    assert told[-6:] == [
        "Guest 2 sits out round 2",
        "Round 2 was paired as a draft",
        "Guest 1 and Guest 6 changed places in the draft of round 2",
        "The draft of round 2 was thrown away",
        "Round 2 was paired as a draft",
        "The pairings of round 2 were published",
    ]
    assert MATCH_WORDS["match"](
        {"round": 1, "table": 2, "result": "walkover", "games": "1"}, names, event
    ) == ("Table 2 of round 1: a walkover")
    said = {"round": 1, "table": 2, "result": "played", "games": "121", "again": [2]}
    assert (
        MATCH_WORDS["match"](said, names, event)
        == "Table 2 of round 1: 2–1; round 2 is paired again"
    )
    assert (
        MATCH_WORDS["match_back"](said, names, event)
        == "The result of table 2 of round 1 was taken back"
    )
    assert MATCH_WORDS["close_stage"]({"stage": 0}, names, event) == "Stage 1 was closed"


def test_hostile_values_change_nothing_and_break_no_page() -> None:
    event = match_event(4)
    out(event)
    desk, before = signed_in(event), now(event)
    for value in HOSTILE:
        sent = dict.fromkeys(FIELDS, value)
        for act in sorted(set(PRESSED) - {"pair", "close", "withdraw"}):
            assert desk.post(f"/e/{event.slug}/pairings/do/{act}/", sent).status_code == 302
        for what in ("played", "walkover_one", "back", value):
            answer = desk.post(
                f"/e/{event.slug}/pairings/1/1/", {**dict.fromkeys(SENT, value), "what": what}
            )
            assert answer.status_code in (200, 302)
        for where in (f"{value}/1", "99999999999/1"):
            assert desk.get(f"/e/{event.slug}/pairings/{where}/").status_code in (301, 404)
    assert now(event) == before
