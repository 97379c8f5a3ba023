"""The matches of an event go out with its archive and come in again, step by step."""

import csv
import json
from copy import deepcopy
from random import Random
from typing import Any

import pytest
from django.core.management import call_command

from tests.tournament.evening import NOW, sign
from tests.tournament.management.test_own_decisions import again
from tests.tournament.matches.matches import match_event, now, out, play_round, play_stage, save
from tournament.archive.acts import import_evening
from tournament.archive.export import archive
from tournament.archive.shape import ArchiveError
from tournament.counting.matches import criteria
from tournament.guests.acts import add_guest
from tournament.matches.acts import pair_round, unpair_round
from tournament.matches.acts_swap import swap_opponents
from tournament.matches.acts_wishes import bind_pair, enter_late, request_bye
from tournament.models import Event, Livery

pytestmark = pytest.mark.django_db


def eventful() -> Event:
    """A Swiss with a bond, a bye asked for, a late entry, a correction, and a draft thrown away and
    made again.
    """
    event = match_event(7, third_place_match=True)
    bind_pair(event, "P001", "P007", 1, sign(), forced=True)
    out(event)
    add_guest(event, {"name": "Late Comer"}, sign())
    enter_late(event, "P008", 1, sign(), reason="The train was late")
    play_round(event, Random(3))
    save(event, 1, 1, "2" if now(event).match(1, 1).games == "1" else "1", reason="Misheard")
    request_bye(event, "P002", 2, sign())
    pair_round(event, sign(), seed=4)
    one, other, *_rest = (match.one for match in now(event).rounds[1].matches)
    swap_opponents(event, 2, one, other, sign())
    unpair_round(event, 2, sign())
    out(event, 5)
    return event


def test_every_step_of_the_matches_comes_back() -> None:
    event = eventful()
    document, made = again(event)
    assert now(made) == now(event)
    assert made.third_place_match
    assert [row["step"] for row in document["match_log"]] == [
        *("bond", "pair", "pairs_out", "late_entry", *["match"] * 4, "ask_bye"),
        "pair",
        "swap_pairs",
        "unpair",
        "pair",
        "pairs_out",
    ]
    assert [row["reason"] for row in document["match_log"] if "reason" in row] == [
        "The train was late",
        "Misheard",
    ]


def test_standings_of_matches_are_written_with_what_placed_them(
    capsys: pytest.CaptureFixture[str],
) -> None:
    event = match_event(
        6, pairing="swiss_then_knock_out", qualifying_rounds=2, cut_size=2, team_figure="sum"
    )
    for guest in event.guests.filter(ref__in=("P001", "P002", "P004")):
        guest.livery, _made = Livery.objects.get_or_create(event=event, name="Vintners")
        guest.save()
    play_stage(event, 2)
    out(event)
    event.refresh_from_db()
    call_command("export_standings", event.slug, "--format", "json")
    told = json.loads(capsys.readouterr().out)
    names = ("player_id", "total", "won", "lost", "place", "buchholz", "decided_by")
    lines = {line.player: line for line in now(event).standing(0, criteria(event))}
    assert [tuple(row[name] for name in names) for row in told["standings"]] == [
        (
            ref,
            int(line.halves) / 2,
            line.won,
            line.lost,
            line.place,
            int(line.buchholz) / 2,
            line.decided,
        )
        for ref, line in lines.items()
    ]
    assert told["cut"] == {"cut": 2, "qualifiers": list(now(event).entrants[1])}
    assert [(row["place"], row["order"], row["played"]) for row in told["playoff_standings"]] == [
        (None, None, 0)
    ] * 2
    best = sorted((int(lines[ref].halves) / 2 for ref in ("P001", "P002", "P004")), reverse=True)
    assert [float(team["figure"]) for team in told["teams"]["standings"] if team["place"]] == [
        sum(best[:2])
    ]
    play_round(event)
    event.refresh_from_db()
    call_command("export_standings", event.slug, "--format", "csv")
    rows = list(csv.DictReader(capsys.readouterr().out.splitlines()))
    assert [(row["stage"], row["place"], row["total"]) for row in rows[6:]] == [
        ("Knock-out", "1", "1"),
        ("Knock-out", "2", "0"),
    ]
    assert [float(row["total"]) for row in rows[:6]] == [row["total"] for row in told["standings"]]


WRONG: list[tuple[int, dict[str, Any], str]] = [
    (0, {"step": "dance"}, r"match_log\[0\]: this is no step of matches between these players"),
    (
        0,
        {"body": {"one": "P001", "other": "P999", "forced": True, "round": 1}},
        "no step of matches between",
    ),
    (
        0,
        {"body": {"one": "P001", "other": "P007", "forced": "yes", "round": 1}},
        "no step of matches between",
    ),
    (
        0,
        {"body": {"one": "P001"}},
        r"match_log\[0\].body: something that this step needs is missing",
    ),
    (2, {"body": {"round": 99}}, "There is no round 99"),
    (2, {"body": {"round": 10**9}}, "no step of matches between"),
    (
        4,
        {"body": {"round": 1, "table": 1, "result": "won", "games": "1"}},
        "no step of matches between",
    ),
    (
        4,
        {"body": {"round": 1, "table": 1, "result": "played", "games": "111111"}},
        "no step of matches between",
    ),
    (
        4,
        {"body": {"round": 1, "table": 1, "result": "played", "games": "1", "again": ["2"]}},
        "no step of matches",
    ),
    (
        4,
        {"body": {"round": 1, "table": 1, "result": "played", "games": "11"}},
        "2 games are entered",
    ),
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
    document["match_log"][1]["body"]["matches"][0]["reasons"] = ["\u202e"]
    with pytest.raises(ArchiveError, match="no step of matches between these players"):
        import_evening(document, NOW)
