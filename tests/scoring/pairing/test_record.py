"""Matches in writing: what a stage says of each player, who came into the next one, and the rows of
both.
"""

from random import Random

from scoring.counting.tally import Player
from scoring.pairing.course import Course, Stage
from scoring.pairing.ranking import CRITERIA
from scoring.pairing.record import COLUMNS, matches_record, matches_rows
from tests.scoring.pairing.playing import closed, paired, played, refs, stage_played

FOUR = refs(4)
PLAYERS = {ref: Player(ref, f"Guest {ref}", "Vintners") for ref in FOUR}
BEFORE = stage_played(Course((Stage("swiss", rounds=2), Stage("knock_out", size=2))), FOUR, 2)
FINAL = paired(closed(BEFORE), FOUR)
ENDED = played(FINAL, Random(1))


def test_a_stage_is_told_under_the_names_of_the_standings_of_tables() -> None:
    told = matches_record(BEFORE, CRITERIA, PLAYERS)
    assert (told["cut"], told["playoff_standings"], told["prizes"]) == (None, [], None)
    assert [
        (standing["order"], standing["place"], standing["player"], standing["total"])
        for standing in told["standings"]
    ] == [
        (1, 1, "Guest P01", 2),
        (2, 2, "Guest P02", 1),
        (3, 2, "Guest P03", 1),
        (4, 4, "Guest P04", 0),
    ]
    assert told["standings"][1] == {
        **{
            "player_id": "P02",
            "player": "Guest P02",
            "livery": "Vintners",
            "total": 1,
            "played": 2,
            "won": 1,
        },
        **{"drawn": 0, "lost": 1, "games_won": 1, "order": 2, "place": 2, "tied_with": 1},
        **{"buchholz": 2, "median_buchholz": 2, "decided_by": ""},
    }


def test_who_is_still_in_a_knock_out_has_no_place_yet() -> None:
    still, over = (matches_record(course, CRITERIA, PLAYERS) for course in (FINAL, ENDED))
    assert still["cut"] == over["cut"] == {"cut": 2, "qualifiers": ["P01", "P02"]}
    assert [
        (standing["player_id"], standing["order"], standing["place"])
        for standing in still["playoff_standings"]
    ] == [
        ("P01", None, None),
        ("P02", None, None),
    ]
    assert [
        (standing["player_id"], standing["order"], standing["place"])
        for standing in over["playoff_standings"]
    ] == [
        ("P01", 1, 1),
        ("P02", 2, 2),
    ]


def test_the_rows_say_the_same_stage_by_stage_and_leave_out_what_is_not_known() -> None:
    rows = [dict(zip(COLUMNS, row, strict=True)) for row in matches_rows(FINAL, CRITERIA, PLAYERS)]
    assert [(one["stage"], one["place"], one["player_id"]) for one in rows] == [
        *((FINAL.plan[0].words, str(at), f"P0{at}") for at in (1, 2, 3, 4)),
        *((FINAL.plan[1].words, "", ref) for ref in ("P01", "P02")),
    ]
    assert {one["buchholz"] for one in rows[4:]} == {""}
