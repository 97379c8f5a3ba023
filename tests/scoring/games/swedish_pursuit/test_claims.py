"""The start card, tallies, blocked games and set-ups, put to the umpire as claims."""

from random import Random
from typing import Any

import pytest

from scoring.cards import parse_cards
from scoring.games.swedish_pursuit import ENGINE, SwedishPursuit
from scoring.law.game import GameError
from scoring.law.plays import BlockedClaim, Lay, Setup, Start, TallyClaim
from scoring.law.position import BlockedPosition, HandPosition, SetupPosition, StartPosition
from scoring.law.verdict import Verdict
from tests.scoring.games.swedish_pursuit.tables import BOOK


def start(turned: str, options: str = "", players: int = 5, dealer: int | None = None) -> Verdict:
    return ENGINE.check(
        StartPosition(players, parse_cards(turned), dealer), Start(), BOOK.rules(options)
    )


@pytest.mark.parametrize(("turned", "options", "then"), [
    ("4S", "", {"top": "4S", "next_turn": 1, "direction": 1, "pending": 0}),
    ("8D 4S", "", {"top": "4S", "bottom_of_stock": "8D"}),
    ("8D 8C 10S", "", {"top": "10S", "bottom_of_stock": ["8D", "8C"]}),
    ("AS", "", {"next_turn": 2, "missed": 1}),
    ("AS", "start_trick=off", {"next_turn": 1}),
    ("2S", "", {"next_turn": 1, "pending": 2}),
    ("2S", "start_trick=off", {"next_turn": 1, "pending": 0}),
    ("QS", "", {"next_turn": 4, "direction": -1}),
    ("QS", "start_queen=dealer", {"next_turn": 5, "direction": -1}),
    ("QS", "start_queen=left", {"next_turn": 1, "direction": -1}),
    ("4S", "first_player=dealer", {"next_turn": 5}),
    ("4S", "first_player=cut", {"next_turn": 1}),
])  # fmt: skip
def test_the_start_card_does_what_the_options_say(
    turned: str, options: str, then: dict[str, Any]
) -> None:
    verdict = start(turned, options)
    assert verdict.answer == "legal"
    assert {key: verdict.then[key] for key in then} == then


def test_the_dealer_may_sit_anywhere() -> None:
    assert start("QS", dealer=1).then["next_turn"] == 5
    assert start("4S", dealer=2).then["next_turn"] == 3


@pytest.mark.parametrize(("turned", "options"), [
    ("8D 4S", set()), ("4S", {"first_player=dealer"}), ("2S", {"start_trick=off"}),
    ("AS", {"start_trick=off", "first_player=dealer"}),
    ("QS", {"start_queen=dealer", "start_queen=left"}),
])  # fmt: skip
def test_a_start_is_turned_only_by_what_is_at_issue(turned: str, options: set[str]) -> None:
    assert {f"{turn.option}={turn.value}" for turn in start(turned).turned_by} == options


def test_only_an_eight_is_turned_away() -> None:
    wrong = start("AS 4S")
    assert (wrong.answer, wrong.clauses[0], wrong.then["top"]) == ("illegal", "SP-6", "AS")
    unfinished = start("8S")
    assert (unfinished.answer, unfinished.clauses, unfinished.then) == (
        "illegal",
        ("SP-6",),
        {"bottom_of_stock": ["8S"]},
    )


@pytest.mark.parametrize(("hand", "claimed", "answer", "score", "clauses"), [
    ("8H KD", 40, "correct", 40, ("SP-30", "SP-33", "SP-32")),
    ("8H KD", 18, "incorrect", 40, ("SP-30", "SP-33", "SP-32")),
    ("AS 7S", None, "correct", 8, ("SP-31", "SP-32")),
    ("", 0, "correct", 0, ("SP-8",)),
])  # fmt: skip
def test_a_tally_is_counted(
    hand: str, claimed: int | None, answer: str, score: int, clauses: tuple[str, ...]
) -> None:
    verdict = ENGINE.check(HandPosition(parse_cards(hand)), TallyClaim(claimed), BOOK.rules())
    assert (verdict.answer, verdict.then["score"], verdict.clauses) == (answer, score, clauses)
    assert verdict.status == "text"


@pytest.mark.parametrize(("facts", "answer"), [
    ((5, 0, 5), "upheld"), ((5, 1, 5), "denied"), ((5, 0, 4), "denied"), ((5, 0, None), "depends"),
    ((None, 0, 5), "depends"), ((5, None, 5), "depends"), ((5, None, 3), "denied"), ((None, 3, None), "denied"),
])  # fmt: skip
def test_a_blocked_game_needs_an_empty_stock_and_a_round_of_misses(
    facts: tuple[int | None, ...], answer: str
) -> None:
    verdict = ENGINE.check(BlockedPosition(*facts), BlockedClaim(), BOOK.rules())
    assert verdict.answer == answer
    assert bool(verdict.needs) == (answer == "depends")


@pytest.mark.parametrize(("value", "game_over", "all_tally"), [
    ("tally", True, True), ("redeal", True, False), ("reshuffle", False, False), ("lowest_zero", True, True),
])  # fmt: skip
def test_a_blocked_game_ends_as_the_event_has_chosen(
    value: str, *, game_over: bool, all_tally: bool
) -> None:
    verdict = ENGINE.check(BlockedPosition(5, 0, 5), BlockedClaim(), BOOK.rules({"blocked": value}))
    assert (verdict.then["game_over"], verdict.then["all_tally"]) == (game_over, all_tally)
    assert verdict.status == "default"
    assert len(verdict.turned_by) == 3


@pytest.mark.parametrize(("packs", "dealt", "answer"), [
    (1, 5, "legal"), (None, 5, "legal"), (None, 7, "illegal"), (2, None, "illegal"),
])  # fmt: skip
def test_five_cards_from_one_pack_are_dealt(
    packs: int | None, dealt: int | None, answer: str
) -> None:
    verdict = ENGINE.check(SetupPosition(5, packs, dealt), Setup(), BOOK.rules())
    assert (verdict.answer, verdict.then) == (answer, {"decks": 1, "dealt": 5})
    assert verdict.turned_by == ()


@pytest.mark.parametrize(("players", "options", "packs", "answer", "words"), [
    (11, "", None, "illegal", "11 players need 56 cards with the start card; one pack has 52."),
    (11, "packs=two", None, "legal", "Five cards are dealt to each player, from two packs."),
    (11, "packs=two", 1, "illegal", "Two packs are used."),
    (10, "packs=two", 2, "illegal", "One pack is used."),
    (21, "packs=two", None, "illegal",
     "21 players need 106 cards with the start card; two packs have 104."),
])  # fmt: skip
def test_more_than_ten_players_take_two_packs_where_the_event_says_so(
    players: int, options: str, packs: int | None, answer: str, words: str
) -> None:
    verdict = ENGINE.check(SetupPosition(players, packs), Setup(), BOOK.rules(options))
    assert (verdict.answer, verdict.reasons[0].words) == (answer, words)
    assert verdict.status == "default"


def test_that_eleven_cannot_play_rests_on_a_reading_and_the_other_one_is_named() -> None:
    assert ENGINE.check(SetupPosition(11), Setup(), BOOK.rules()).text.endswith(
        "By another reading it would be legal: from eleven players on two packs are mixed."
    )
    with pytest.raises(GameError, match="is for 2 to 10 players, not 11"):
        SwedishPursuit.deal(BOOK.rules(), 11)


def test_from_eleven_players_on_two_packs_are_dealt_and_judged_card_by_card() -> None:
    rng, doubled = Random(11), 0
    table = SwedishPursuit.deal(BOOK.rules("packs=two"), 12, shuffle=rng.shuffle)
    while not table.over:
        hand, plays = table.hand(table.turn), table.legal_plays()
        doubled += len(set(hand)) < len(hand)
        play = rng.choice(plays)
        verdict = table.check(play)
        assert (verdict.answer, verdict.legal_plays) == ("legal", tuple(plays))
        if isinstance(play, Lay):
            assert len(verdict.then["hand_left"]) == len(hand) - 1
        table.apply(play)
    assert doubled > 0
