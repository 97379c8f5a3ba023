"""Evenings of matches of every kind, walked whole by what the home says: a few at each change, and
three hundred of 2 to 128 players at leisure.
"""

import os
from copy import deepcopy
from random import Random
from typing import Any

import pytest

from tests.second_rank import by_rank
from tests.tournament.matches.walked import KINDS, MOST_WHO_ALL_MEET, Walk
from tournament.steps import table
from tournament.steps.conditions import DONE

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _the_same_lot_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """The lot of the draft is the walk's own, so that a walk that fails can be walked again."""
    monkeypatch.setattr("tournament.matches.views_acts.secrets.randbelow", Random(1).randrange)


FEW = (
    ("knock_out", 2, 1, "pursuit"),
    ("swiss", 6, 3, "switch_for_two"),
)
"""Best of one and of three, at both games; the other kinds are walked at night."""
FURTHER = (
    ("swiss_then_knock_out", 9, 1, "pursuit"),
    ("all_play_all", 5, 1, "switch_for_two"),
    ("knock_out", 11, 3, "pursuit"),
    ("swiss", 7, 1, "pursuit"),
)
MANY = int(os.environ.get("MATCH_WALKS", "300"))
SIZES = (2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 15, 16, 17, 20, 23, 31, 32, 33, 48, 64, 65, 100, 127, 128)


@pytest.mark.promise("What a page says to the hall of matches is so, counted again after each act")
@pytest.mark.parametrize(("kind", "players", "best_of", "form"), by_rank((*FEW, *FURTHER), FEW))
def test_an_evening_of_matches_reaches_its_end_by_what_the_home_says(
    kind: str, players: int, best_of: int, form: str
) -> None:
    Walk(kind, players, 1, best_of, form).go()


def test_a_step_that_is_done_too_soon_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(DONE, "m-publish", lambda _facts, _round: True)
    with pytest.raises(AssertionError):
        Walk("swiss", 4, 1).go()


FALSE: dict[str, tuple[str, str, str]] = {
    "more results than are to come": ("match", "m-play", "{m_Round}: 77 results to come"),
    "matches that are played are over": ("talk", "m-play", "The {m_stage} is over. Thank you."),
    "the next matches, while some are played": (
        "board",
        "m-play",
        "The next matches follow shortly",
    ),
    "a round that goes on once all is played": ("guests", "m-end", "The final goes on: one result"),
    "a wait for a table that is done": ("talk", "m-close", "We wait for table one."),
}


@pytest.mark.control("test_an_evening_of_matches_reaches_its_end_by_what_the_home_says")
@pytest.mark.parametrize("fault", FALSE)
def test_a_false_sentence_of_matches_is_noticed(
    fault: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    part, key, words = FALSE[fault]
    source: dict[str, Any] = deepcopy(dict(table.text()))
    if part == "match":
        next(row for row in source["match"] if row["key"] == key)["heading"] = words
    elif part == "guests":
        source["guests"][key]["everybody"] = words
    else:
        source[part][key][0] = source[part][key][0] | {"words": words}
        source[part][key][0].pop("when", "")
    monkeypatch.setattr(table, "text", lambda: source)
    with pytest.raises(AssertionError):
        Walk("swiss", 4, 1).go()


@pytest.mark.torture
@pytest.mark.parametrize("seed", range(MANY))
def test_three_hundred_evenings_of_matches_reach_their_end(seed: int) -> None:
    kind, players = KINDS[seed % len(KINDS)], SIZES[seed // len(KINDS) % len(SIZES)]
    if kind == "all_play_all":
        players = min(players, MOST_WHO_ALL_MEET)
    if kind == "swiss_then_knock_out":
        players = max(players, 4)
    form = ("pursuit", "pursuit", "switch_for_two")[seed // 5 % 3]
    Walk(kind, players, seed, (1, 3, 5)[seed // 7 % 3], form).go()
