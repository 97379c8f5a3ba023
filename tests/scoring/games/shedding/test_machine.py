"""The laying machine plays as another engine of each game does, and a fault planted in any flag of
it is found.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields, replace
from random import Random
from typing import Any

import pytest

from scoring.cards import ACE, EIGHT, FOUR, JACK, KING, QUEEN, TWO
from scoring.games.shedding.flags import NONE, Flags
from scoring.games.shedding.match_tables import KEYS, NOTHING_DUE, fits, tables_of
from scoring.law.effects import Effect
from tests.scoring.games.shedding.side_by_side import (
    FLAGS,
    dealt,
    difference,
    mixed,
)

FEW = {
    "swedish_pursuit": 60,
    "switch": 12,
    "crazy_eights": 60,
    "mau_mau": 60,
    "prsi": 30,
    "pesten": 30,
}
"""Games of the short form; one game in three is starved besides."""


def first_difference(name: str, games: int, *, starved: bool = False) -> str:
    rng = Random(f"{name} {starved}")
    for _ in range(games):
        apart = difference(dealt(name, rng, starved=starved), rng)
        if apart:
            return apart
    return ""


@pytest.mark.parametrize("name", FLAGS)
def test_the_machine_plays_every_game_as_another_engine_does(name: str) -> None:
    assert first_difference(name, FEW[name]) == ""
    assert first_difference(name, FEW[name] // 3, starved=True) == ""


@pytest.mark.torture
@pytest.mark.parametrize("name", FLAGS)
def test_the_machine_plays_thousands_of_games_alike(name: str) -> None:
    assert first_difference(name, 40 * FEW[name]) == ""
    assert first_difference(name, 20 * FEW[name], starved=True) == ""


@dataclass(frozen=True)
class Fault:
    """A flag set wrong, in a game whose options let it show."""

    name: str
    change: Callable[[Flags], dict[str, Any]]
    starved: bool = False
    most: int = 0


def turned(flag: str) -> Callable[[Flags], dict[str, Any]]:
    return lambda flags: {flag: not getattr(flags, flag)}


def becomes(flag: str, *values: object) -> Callable[[Flags], dict[str, Any]]:
    """A flag with the first of these values that it has not."""
    return lambda flags: {flag: next(value for value in values if value != getattr(flags, flag))}


FAULTS = {
    "effects": Fault(
        "mau_mau", lambda flags: {"effects": (*flags.effects, Effect("9", "", skips=1))}
    ),
    "shown": Fault("swedish_pursuit", becomes("shown", NONE, frozenset({ACE, TWO, QUEEN}))),
    "wild_not_on": Fault("mau_mau", becomes("wild_not_on", NONE, frozenset({JACK}))),
    "mixed": Fault("switch", turned("mixed")),
    "deflects": Fault("swedish_pursuit", becomes("deflects", frozenset({ACE}), NONE)),
    "wild_answers": Fault("swedish_pursuit", becomes("wild_answers", "cancels", "passes")),
    "compulsory": Fault("crazy_eights", turned("compulsory")),
    "answer_compulsory": Fault("mau_mau", turned("answer_compulsory")),
    "dry_answer": Fault("mau_mau", turned("dry_answer"), starved=True),
    "limit": Fault("crazy_eights", becomes("limit", 3, 1)),
    "keep": Fault("mau_mau", turned("keep")),
    "renew": Fault("crazy_eights", becomes("renew", "never", "always"), starved=True),
    "lapse": Fault("switch", turned("lapse"), starved=True),
    "new_stock_first": Fault("swedish_pursuit", turned("new_stock_first"), starved=True),
    "not_last": Fault("mau_mau", becomes("not_last", frozenset({JACK}), NONE)),
    "not_among_last": Fault("switch", becomes("not_among_last", NONE, frozenset({ACE}))),
    "price": Fault("swedish_pursuit", becomes("price", 1)),
    "grace": Fault("swedish_pursuit", turned("grace")),
    "grace_back": Fault("swedish_pursuit", turned("grace_back"), most=2),
    "ahead_at_two": Fault("swedish_pursuit", turned("ahead_at_two")),
    "silence_ends_by_draw": Fault("swedish_pursuit", turned("silence_ends_by_draw")),
    "silence_ends_by_turn": Fault("swedish_pursuit", turned("silence_ends_by_turn")),
    "silence_outlasts_win": Fault("swedish_pursuit", turned("silence_outlasts_win")),
    "last_draws": Fault("swedish_pursuit", turned("last_draws")),
    "play_on": Fault("switch", turned("play_on")),
    "unnamed_keeps": Fault("crazy_eights", turned("unnamed_keeps")),
    "late_name": Fault("swedish_pursuit", turned("late_name")),
    "turn_skips_two": Fault("switch", turned("turn_skips_two")),
    "rows": Fault("switch", becomes("rows", None)),
    "all_act": Fault("switch", turned("all_act")),
    "first_answers": Fault("switch", turned("first_answers")),
    "blocked": Fault("swedish_pursuit", becomes("blocked", "tally", "redeal"), starved=True),
    "back": Fault("crazy_eights", becomes("back", NONE)),
    "reshuffled": Fault("switch", becomes("reshuffled", False)),
    "first": Fault("swedish_pursuit", becomes("first", "dealer", "left")),
    "acts": Fault("mau_mau", becomes("acts", frozenset({EIGHT, TWO}))),
    "turner": Fault("swedish_pursuit", becomes("turner", "left", "right")),
}


def test_a_fault_is_planted_in_every_flag() -> None:
    assert set(FAULTS) == {field.name for field in fields(Flags)}


@pytest.mark.parametrize("flag", FAULTS)
def test_a_fault_planted_in_a_flag_is_found(flag: str) -> None:
    fault = FAULTS[flag]
    rng = Random(flag)
    for _ in range(400 if fault.starved else 150):
        pair = dealt(
            fault.name,
            rng,
            lambda flags: replace(flags, **fault.change(flags)),
            starved=fault.starved,
            most=fault.most,
        )
        if difference(pair, rng):
            return
    pytest.fail(f"{flag} was set wrong, and nothing showed it")


def tables_differ(flags: Flags, rng: Random, *, keys: int) -> list[tuple[int, int]]:
    """The keys, of so many drawn, at which the formula lets other cards be laid than the law."""
    tables, due = tables_of(flags), {effect.number for effect in flags.effects if effect.draws}
    due |= {effect.number for effect in flags.effects if effect.answerable}
    differing = []
    for key in rng.sample(range(len(KEYS)), keys):
        top, suit = KEYS[key]
        for owed in (NOTHING_DUE, *due):
            mask = sum(1 << card for card in range(52) if fits(flags, top, suit, owed, card))
            matches = tables.follow if owed == NOTHING_DUE else tables.answer[owed]
            if mask != matches[key]:
                differing.append((owed, key))
    return differing


MADE_UP = (
    Flags(effects=(Effect("A", "", skips=1, answerable=True), Effect("Q", "", wild=True))),
    Flags(
        effects=(
            Effect("2", "", draws=2, adds="double"),
            Effect("3", "", draws=3),
            Effect("K", "", draws=5, suits="HS"),
            Effect("A", "", skips=1, answerable=True, follows=True),
            Effect("J", "", wild=True, suits="CD"),
        ),
        mixed=True,
        wild_answers="passes",
        deflects=frozenset({QUEEN, FOUR}),
        shown=frozenset({KING}),
        wild_not_on=frozenset({TWO}),
    ),
)


@pytest.mark.parametrize("name", FLAGS)
def test_the_tables_say_what_the_law_of_a_lay_says(name: str) -> None:
    rng = Random(name)
    for _ in range(15):
        assert tables_differ(FLAGS[name](mixed(name, rng)), rng, keys=20) == []


def test_the_tables_of_games_nobody_plays_say_the_same() -> None:
    assert [tables_differ(flags, Random(1), keys=len(KEYS)) for flags in MADE_UP] == [[], []]


@pytest.mark.torture
@pytest.mark.parametrize("name", FLAGS)
def test_sixty_laws_of_each_game_agree_at_every_key(name: str) -> None:
    rng = Random(name)
    for _ in range(60):
        assert tables_differ(FLAGS[name](mixed(name, rng)), rng, keys=len(KEYS)) == []
