"""The matches of an event go out with its archive and come in again, step by step."""

from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tests.tournament.evening import NOW, sign
from tests.tournament.management.test_own_decisions import again
from tests.tournament.matches import match_event, now, out, play_round, save
from tournament.acts.archive import import_evening
from tournament.acts.guests import add_guest
from tournament.acts.match_wishes import bind_pair, enter_late, request_bye
from tournament.acts.matches import pair_round, unpair_round
from tournament.archive import archive
from tournament.archive_form import ArchiveError
from tournament.models import Event

pytestmark = pytest.mark.django_db


def eventful() -> Event:
    """A Swiss with a bond, a bye asked for, a late entry, a correction, and a draft thrown away and made again."""
    event = match_event(7, third_place_match=True)
    bind_pair(event, "P001", "P007", 1, sign(), forced=True)
    out(event)
    add_guest(event, {"name": "Late Comer"}, sign())
    enter_late(event, "P008", 1, sign(), reason="The train was late")
    play_round(event, Random(3))
    save(event, 1, 1, "2" if now(event).match(1, 1).games == "1" else "1", reason="Misheard")
    request_bye(event, "P002", 2, sign())
    pair_round(event, sign(), seed=4)
    unpair_round(event, 2, sign())
    out(event, 5)
    return event


def test_every_step_of_the_matches_comes_back() -> None:
    event = eventful()
    document, made = again(event)
    assert now(made) == now(event)
    assert made.third_place_match
    assert [row["step"] for row in document["match_log"]] == [
        *("bond", "pair", "pairs_out", "late_entry", *["match"] * 4, "ask_bye", "pair", "unpair", "pair", "pairs_out"),
    ]
    assert [row["reason"] for row in document["match_log"] if "reason" in row] == ["The train was late", "Misheard"]


WRONG: list[tuple[int, dict[str, Any], str]] = [
    (0, {"step": "dance"}, r"match_log\[0\]: this is no step of matches between these players"),
    (0, {"body": {"one": "P001", "other": "P999", "forced": True, "round": 1}}, "no step of matches between"),
    (0, {"body": {"one": "P001", "other": "P007", "forced": "yes", "round": 1}}, "no step of matches between"),
    (0, {"body": {"one": "P001"}}, r"match_log\[0\].body: something that this step needs is missing"),
    (2, {"body": {"round": 99}}, "There is no round 99"),
    (2, {"body": {"round": 10**9}}, "no step of matches between"),
    (4, {"body": {"round": 1, "table": 1, "result": "won", "games": "1"}}, "no step of matches between"),
    (4, {"body": {"round": 1, "table": 1, "result": "played", "games": "111111"}}, "no step of matches between"),
    (4, {"body": {"round": 1, "table": 1, "result": "played", "games": "1", "again": ["2"]}}, "no step of matches"),
    (4, {"body": {"round": 1, "table": 1, "result": "played", "games": "11"}}, "2 games are entered"),
    (4, {"body": {"hidden": 1}}, "no step of matches between"),
    (4, {"body": []}, r"match_log\[4\].body"),
]


def test_a_step_that_cannot_be_is_refused_with_its_place() -> None:
    whole = archive(eventful())
    for at, change, said in WRONG:
        document = deepcopy(whole)
        document["match_log"][at] |= change
        with pytest.raises(ArchiveError, match=said):
            import_evening(document, NOW)
    assert Event.objects.count() == 1


def test_reasons_that_hide_characters_are_refused() -> None:
    document = deepcopy(archive(eventful()))
    document["match_log"][1]["body"]["matches"][0]["reasons"] = ["\x00"]
    with pytest.raises(ArchiveError, match="no step of matches between these players"):
        import_evening(document, NOW)
