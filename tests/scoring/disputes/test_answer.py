"""What an umpire is told at once: verdict, why, what fits instead, what to do, what another choice
would say.
"""

from collections.abc import Mapping
from typing import Any

import pytest

from scoring.disputes.adjudication import adjudicate, read_claim
from scoring.disputes.answers import (
    Answer,
    Fits,
    NextPlay,
    answer,
    next_play,
    to_look_at,
)
from scoring.disputes.headlines import HEADLINES
from scoring.disputes.irregularities import IRREGULARITIES
from scoring.disputes.untold import NEEDS
from scoring.games.rulebooks import rulebook
from scoring.law.facts import FACTS
from scoring.law.ruling import NOTICED
from tests.scoring.disputes.claims import CLAIMS, KINDS, SEATS

QUEEN: Mapping[str, Any] = {"cards": "QS", "top": "QH"}


def ask(
    kind: str,
    facts: Mapping[str, Any],
    game: str = "swedish_pursuit",
    options: str = "",
    **told: Any,
) -> Answer:
    rules = rulebook(game).rules(options)
    return answer(read_claim({"kind": kind, "facts": facts, **told}, rules), rules)


@pytest.mark.parametrize(("game", "kind"), KINDS)
@pytest.mark.parametrize("noticed", NOTICED)
def test_every_situation_has_its_answer_at_every_time_and_it_is_the_ruling(
    game: str, kind: str, noticed: str
) -> None:
    rules = rulebook(game).rules()
    told = {
        "kind": kind,
        "facts": CLAIMS[game][kind],
        "noticed": noticed,
        "seat": SEATS.get(game, 3),
    }
    claim = read_claim(told, rules)
    found = answer(claim, rules)
    assert found.ruling == adjudicate(claim, rules)
    assert found.headline
    assert found.now
    assert found.why
    assert (found.tone == "open") == bool(found.look_at) == bool(found.ruling.law.needs)


def test_every_kind_of_claim_has_its_line_and_every_need_names_facts_there_are() -> None:
    assert set(HEADLINES) == set(IRREGULARITIES)
    assert {name for names in NEEDS.values() for name in names} <= {*FACTS, "seat"}


def test_a_queen_on_a_queen_is_answered_in_full() -> None:
    found = ask("card_did_not_match", QUEEN, seat=3)
    assert (found.tone, found.headline) == ("wrong", "Not legal")
    assert found.why[0].words == "Aces, Queens and 2s must follow suit; Q♠ is not of hearts."
    assert found.now == ("Q♠ goes back.", "Seat 3 lays a card that fits, or takes what is due.")
    assert found.fits == Fits(suits=("H",), ranks=("8",))
    turned = found.otherwise[0]
    assert (turned.option, turned.verdict, turned.turns) == ("trick_match", "Legal", True)
    assert turned.in_force == "An Ace, Queen or 2 must follow the suit in force."


def test_what_it_costs_is_one_of_the_things_to_do() -> None:
    found = ask(
        "last_card_not_said",
        {"said": False, "offender_hand_count": 1, "stock": 12},
        noticed="after_next_play",
    )
    assert (found.headline, found.now) == (
        "Not said in time",
        ("The player takes two cards.", "Play goes on from where it is."),
    )


NINE: Mapping[str, Any] = {"last": 3, "lies": "9S", "direction": 1}
TWO: Mapping[str, Any] = {**NINE, "last": 1, "players": 2}
SPADES = Fits(suits=("S",), ranks=("8", "9"))


@pytest.mark.parametrize(
    ("game", "told", "expected"),
    [
        ("swedish_pursuit", NINE, NextPlay(4, 0, "", SPADES)),
        ("swedish_pursuit", {**NINE, "last": 1, "direction": -1}, NextPlay(5, 0, "", SPADES)),
        ("swedish_pursuit", {"lies": "9S"}, NextPlay(None, 0, "", SPADES)),
        ("swedish_pursuit", {**NINE, "lies": "2S"}, NextPlay(4, 0, "2", Fits())),
        ("swedish_pursuit", {**NINE, "lies": "8S"}, NextPlay(4, 0, "", Fits())),
        ("swedish_pursuit", {"lies": "8S"}, None),
        (
            "swedish_pursuit",
            {**NINE, "lies": "AS"},
            NextPlay(5, 0, "", Fits(suits=("S",), ranks=("8",))),
        ),
        (
            "swedish_pursuit",
            {**NINE, "lies": "AS", "last": 4},
            NextPlay(5, 0, "", Fits(suits=("S",), ranks=("8",)), passed=(1, 4)),
        ),
        ("swedish_pursuit", {**TWO, "lies": "AS"}, NextPlay(1, 0, "", Fits(("S",), ("8",)))),
        ("swedish_pursuit", {**TWO, "lies": "QS"}, NextPlay(None, 0, "", Fits(("S",), ("8",)))),
        ("swedish_pursuit", {"last": 3, "direction": 1}, None),
        ("swedish_pursuit", {}, None),
        ("switch", NINE, NextPlay(4, 0, "", Fits(suits=("S",), ranks=("A", "9")))),
        ("mau_mau", TWO, NextPlay(2, 0, "", Fits(("S",), ("9", "J")))),
    ],
)
def test_after_a_missing_call_it_is_said_who_plays_and_what_as_far_as_it_was_told(
    game: str, told: Mapping[str, Any], expected: NextPlay | None
) -> None:
    missed: Mapping[str, Any] = {
        "said": False, "offender_hand_count": 1, "players": 5, "offender_has_acted": False,
    }  # fmt: skip
    found = ask("last_card_not_said", {**missed, **told}, game, seat=2, noticed="after_next_play")
    assert next_play(found.ruling) == expected


def test_where_a_missing_call_changes_nothing_nobody_is_said_to_play_next() -> None:
    late = {**NINE, "said": True, "players": 5}
    found = ask("last_card_not_said", late, seat=2, noticed="after_next_play")
    assert next_play(found.ruling) is None
    at_once = ask("last_card_not_said", {**NINE, "players": 5}, "switch", seat=3)
    assert next_play(at_once.ruling) is None  # nobody said whether the call was made


FITTING: list[tuple[str, dict[str, Any], Fits]] = [
    ("swedish_pursuit", {"cards": "QS", "top": "2H", "pending": 2}, Fits(ranks=("2",))),
    ("swedish_pursuit", {**QUEEN, "hand": "3H 9D"}, Fits(cards=("3H",), in_hand=True)),
    ("swedish_pursuit", {**QUEEN, "hand": "3C 9D"}, Fits(in_hand=True)),
    ("switch", {"cards": "9S", "top": "QH"}, Fits(suits=("H",), ranks=("A", "Q"))),
    ("ottawa", {"cards": "9S", "pile_top_last": "3C 8D"}, Fits(ranks=("8",), cards=("7D", "9D"))),
    ("pursuit", {"sequences": "6D 5D", "up_to": "6C"}, Fits(ranks=("6",))),
    (
        "pursuit",
        {"sequences": "6D 5D", "up_to": "6C", "hand": "6D 7D 8D"},
        Fits(cards=("6D",), in_hand=True),
    ),
]


@pytest.mark.parametrize(("game", "facts", "expected"), FITTING)
def test_what_fits_instead_is_what_the_engine_allows(
    game: str, facts: dict[str, Any], expected: Fits
) -> None:
    assert ask("card_did_not_match", facts, game).fits == expected


def test_nothing_is_said_to_fit_where_the_pile_is_not_known_or_nothing_goes_back() -> None:
    unknown = ask("card_did_not_match", {"sequences": "6D 5D"}, "pursuit")
    assert (unknown.headline, unknown.fits) == ("Not legal", None)
    assert ask("card_did_not_match", QUEEN, noticed="after_next_play").fits is None
    assert ask("wrong_deal", {"players": 5, "dealt": 6}).fits is None


def test_a_verdict_that_depends_says_what_to_look_at() -> None:
    found = ask("did_not_play", {"top": "QH"})
    assert (found.tone, found.headline, found.look_at) == ("open", "It depends", ("hand",))
    assert found.otherwise == ()
    assert ask("out_of_turn", {}, seat=2).look_at == ("players", "before", "card_before")
    assert ask("wrong_checker", {"checker": 2, "players": 5}).look_at == ("seat",)


def test_a_need_that_no_single_fact_answers_asks_for_all_that_is_left() -> None:
    found = ask("blocked_game", {}, "switch", seat=1)
    assert found.ruling.law.needs == (
        "whether every player has missed in turn with nothing left to shuffle",
    )
    assert found.look_at == ("players", "stock", "consecutive_misses")
    assert to_look_at(ask("card_did_not_match", QUEEN).ruling) == ()


@pytest.mark.parametrize(
    ("facts", "options", "line"),
    [
        ({"players": 5, "stock": 0, "consecutive_misses": 5}, "", "The game is blocked"),
        ({"players": 5, "stock": 3}, "", "Not blocked: the game goes on"),
        (
            {"players": 5, "stock": 0, "consecutive_misses": 5},
            "blocked=reshuffle",
            "The game goes on",
        ),
    ],
)
def test_a_game_that_goes_on_is_told_from_one_that_was_never_blocked(
    facts: dict[str, Any], options: str, line: str
) -> None:
    found = ask("blocked_game", facts, options=options)
    assert (found.tone, found.headline) == ("plain", line)


def test_what_nobody_can_find_out_stays_as_it_is() -> None:
    found = ask("card_did_not_match", QUEEN, source="unknown")
    assert (found.tone, found.headline) == ("plain", "It stays as it is")


def next_after(
    facts: Mapping[str, Any], kind: str = "card_did_not_match", game: str = "swedish_pursuit"
) -> NextPlay | None:
    rules = rulebook(game).rules()
    said = {"kind": kind, "facts": facts, "seat": 2}
    return next_play(adjudicate(read_claim(said, rules), rules))


def test_after_a_legal_play_it_is_said_who_plays_next_and_what_they_may_lay() -> None:
    four = {"players": 4, "direction": 1}
    assert next_after(four | {"cards": "8H", "top": "5C", "nominate": "S"}) == NextPlay(
        3, 0, "8", Fits(suits=("S",), ranks=("8",))
    )
    assert next_after(four | {"cards": "2H", "top": "9H"}) == NextPlay(
        3, 2, "2", Fits(suits=("H",), ranks=("8",))
    )
    assert next_after({"players": 4, "cards": "2H", "top": "9H"}) == NextPlay(
        None, 2, "2", Fits(suits=("H",), ranks=("8",))
    )
    assert next_after(four | {"cards": "QS", "top": "QH"}) is None
    assert next_after({"cards": "9H", "top": "5H", "hand": "9H"}) is None
    assert next_after({"nominate": "S"}, kind="suit_named") is None


@pytest.mark.parametrize(
    ("noticed", "options", "line", "now"),
    [
        (
            "at_once",
            "",
            "No suit was named",
            (
                "The suit of the 8 itself is to be followed.",
                "Seat 4 may still name a suit, until the next player acts.",
            ),
        ),
        (
            "at_once",
            "nominate_until=card",
            "No suit was named",
            ("The suit of the 8 itself is to be followed.",),
        ),
        (
            "after_next_play",
            "",
            "No suit was named",
            ("The suit of the 8 itself is to be followed.", "What was laid since stands."),
        ),
        ("after_game", "", "Too late: it stands", ("It stands: the game is over.",)),
    ],
)
def test_an_8_to_which_no_suit_was_named_is_followed_as_the_evening_declared(
    noticed: str, options: str, line: str, now: tuple[str, ...]
) -> None:
    found = ask("suit_named", {"nominate": "none"}, options=options, seat=4, noticed=noticed)
    assert (found.headline, found.now) == (line, now)
