"""What an umpire reads out, over thousands of verdicts under all options: no sentence has a known
fault.
"""

from functools import cache

import pytest

from scoring.disputes.adjudication import spoken as read_aloud
from scoring.games.rulebooks import RULEBOOKS
from scoring.law.ruling import NOTICED
from scoring.law.verdict import Reason, Verdict
from tests.scoring.disputes.claims import KINDS, rule
from tests.scoring.law.spoken_verdicts import (
    FAULTS,
    HOLDS,
    Spoken,
    faults,
    ill_said,
    out_of_place,
    spoken,
)

SP, SW = RULEBOOKS["swedish_pursuit"], RULEBOOKS["switch"]


ANSWERS = {"legal", "illegal", "depends", "win", "correct", "incorrect", "upheld", "denied"}


@cache
def verdicts() -> tuple[Spoken, ...]:
    return tuple(one for seed in range(20) for one in spoken(seed))


def test_no_sentence_of_thousands_of_verdicts_has_a_fault() -> None:
    assert [(fault, verdict.asked) for verdict in verdicts() for fault in faults(verdict)] == []
    assert len(verdicts()) > 1500
    assert {verdict.verdict.answer for verdict in verdicts()} == ANSWERS


def test_every_option_value_and_every_fault_of_place_is_met_by_the_generator() -> None:
    met = {(verdict.rules.rulebook.name, option.name, verdict.rules[option.name])
           for verdict in verdicts()
           for option in verdict.rules.rulebook.options}  # fmt: skip
    assert met == {
        (book.name, o.name, value)
        for book in RULEBOOKS.values()
        for o in book.options
        for value in o.values
    }
    assert {book for book, *_ in HOLDS} <= set(RULEBOOKS)


def test_no_sentence_of_a_ruling_has_a_fault() -> None:
    """Findings stand without a full stop before the time is added, and are
    whole sentences by then.
    """
    rulings = [rule(game, kind, noticed=noticed) for game, kind in KINDS for noticed in NOTICED]
    said = {words.words for ruling in rulings for part in ruling.parts for words in part.statements}
    heard = {read_aloud(ruling) for ruling in rulings}
    assert [fault for words in sorted(said | heard) for fault in ill_said(words)] == []


@pytest.mark.parametrize(("fault", "words"), [
    ("a program's name", "It would be legal under trick_match=rank: so."),
    ("a plural after one", "With 1 players one pack is used."),
    ("a singular after many", "They take two card."),
    ("a plural written for both numbers", "So many players need 2 pack(s)."),
    ("one that are", "One of them: one card are due."),
    ("only one that have", "Only one of five players have missed."),
    ("a word left over", "The player is now up to Joker."),
    ("the wrong article", "They lay a Ace."),
    ("these for one card", "They draw while these can be laid: 4♠."),
    ("these for one card", "They draw while these can be laid: the four of spades."),
    ("one card for several", "This card must be laid: 4♠, 5♠."),
    ("two spaces or stops", "That is all.."),
    ("no sentence", "the game is over."),
])  # fmt: skip
def test_each_fault_is_found_where_it_is(fault: str, words: str) -> None:
    assert fault in FAULTS
    assert f"{fault}: {words}" in list(ill_said(words))


def test_a_clause_that_does_not_hold_and_a_contradiction_are_found() -> None:
    verdict = Verdict("illegal", ())
    groups = Spoken(verdict, SW.rules("suit_runs=yes"), "")
    words = "Several cards at once need a 7 as the first of them."
    assert list(out_of_place(groups, Reason("SW-12", words))) == [
        f"not so under suit_runs=yes: {words}"
    ]
    laid = Spoken(verdict, SP.rules(), "", (30,))
    words = "This card must be laid: 5♥."
    assert list(out_of_place(laid, Reason("SP-16", words))) == [
        f"told to lay what was laid: {words}"
    ]
    assert list(out_of_place(laid, Reason("SP-99", "So.", "default", "SP-A99"))) == [
        "a reading of no question: So.",
        "no clause: SP-99",
    ]
