"""Irregularities of counting: a tally miscounted, or contested when the cards are gone; the wrong checker."""

from dataclasses import replace

from scoring.irregularities.case import Case, Settled, named
from scoring.irregularities.situation import Irregularity, Situation
from scoring.ruling import Statement
from scoring.verdict import Verdict

TALLY_CLAUSE = {"swedish_pursuit": "SP-29", "switch": "SW-20", "ottawa": "OT-33"}
CARDS_GONE = "and the cards are gone"


def miscounted(case: Case) -> Settled:
    """A count that differs from the cards: it is put right until the time for corrections is over."""
    claimed = case.facts["claimed"]
    if "hand" not in case.facts:
        counted = case.text("The cards left in hand are counted.", TALLY_CLAUSE[case.game])
        return case.look(f"{claimed} points are written down", (counted,), "the cards left in the hand")
    verdict = case.ask({"kind": "tally", "claimed": claimed})
    hand = case.facts["hand"]
    found = f"{claimed} points are written for {_hand(hand)}"
    law = _counted(case, verdict)
    if "score" not in verdict.then:
        words = "No points are kept: the winner, or the places, count."
        return Settled(found, law, "none", (case.reading("SW-A11", words),))
    if verdict.answer == "correct":
        return case.nothing(found, law, "The count is right: it stands.")
    return _corrected(case, found, law, verdict.then["score"])


def _counted(case: Case, verdict: Verdict) -> tuple[Statement, ...]:
    """The count aloud as a sum, on paper card by card."""
    law = case.law(verdict)
    if "score" not in verdict.then:
        return law
    total = case.by_law(law, f"By the values of the rules the cards count {verdict.then['score']}.")
    clauses = tuple(dict.fromkeys(clause for said in law for clause in said.clauses))
    return replace(total, clauses=clauses), *(replace(said, aloud=False) for said in law)


def _hand(hand: list[str]) -> str:
    if not hand:
        return "an empty hand"
    return named(hand) if len(hand) <= 8 else f"{len(hand)} cards"


def _corrected(case: Case, found: str, law: tuple[Statement, ...], score: int) -> Settled:
    if case.facts.get("period_over"):
        words = "The time for corrections is over: what is written stands."
        return Settled(found, law, "stands", (case.practice("miscount", words),))
    if case.noticed in ("at_once", "after_next_play"):
        remedy = case.text(f"The tally is put right: {score}.", TALLY_CLAUSE[case.game])
    else:
        words = f"The tally is corrected to {score}, with a note of who, when and why."
        remedy = case.practice("miscount", words)
    return Settled(found, law, "correct", (remedy,))


def contested(case: Case) -> Settled:
    """Player and checker differ and no cards are left to count."""
    player, checker = case.facts["player_says"], case.facts["checker_says"]
    found = f"{case.who} says {player}, the checker {checker}, {CARDS_GONE}"
    if case.rules.scoring.values is None:
        places = case.reading("SW-A11", "No points are kept: the winner, or the places, count.")
        return case.nothing(found, (places,), "There is nothing to correct.")
    law = _gone(case)
    if player == checker:
        return case.nothing(found, law, f"Both say {player}: it stands.")
    if case.facts.get("period_over"):
        words = "The time for corrections is over: what is written stands."
        return Settled(found, law, "stands", (case.practice("miscount", words),))
    words = f"The higher figure counts: {max(player, checker)}, unless evidence shows otherwise."
    return Settled(found, law, "correct", (case.practice("cards_gone", words),))


def _gone(case: Case) -> tuple[Statement, ...]:
    if case.game == "swedish_pursuit":
        return (
            case.text("Your neighbour on the left checks your count.", "SP-29"),
            case.reading("SP-A36", "Which figure counts when they differ the text does not say."),
        )
    silent = Statement("Which figure counts when they differ the text does not say.", "discretion")
    return case.text("Cards left in hand are counted.", TALLY_CLAUSE[case.game], aloud=False), silent


def wrong_checker(case: Case) -> Settled:
    """A sheet signed by somebody who is not the neighbour on the left."""
    checker, players, seat = case.facts["checker"], case.facts["players"], case.claim.seat
    law = (case.text("Your neighbour on the left checks your count.", "SP-29"),)
    if seat is None:
        return case.look(f"Seat {checker} signed as checker", law, "whose hand it was")
    right = seat % players + 1
    found = f"Seat {checker} checked the hand of seat {seat}"
    if checker == right:
        return case.nothing(found, law, "That is the right neighbour: the sheet stands.")
    if case.noticed in ("at_once", "after_next_play"):
        words = f"Seat {right} checks the hand now and signs."
        return Settled(found, law, "complete", (case.text(words, "SP-29"),))
    words = f"The tally stands; seat {right} is asked, and what proves wrong is corrected."
    return Settled(found, law, "stands", (case.practice("miscount", words),))


MISCOUNTED = Irregularity(
    "tally_miscounted",
    miscounted,
    {
        "swedish_pursuit": Situation(
            "A hand was counted wrong", "an 8 written as 8, or a sum out by ten", ("claimed",), ("hand", "period_over")
        ),
        "switch": Situation(
            "A hand was counted wrong", "where the event counts points", ("claimed",), ("hand", "period_over")
        ),
        "ottawa": Situation("A hand was counted wrong", "an Ace written as 1", ("claimed",), ("hand", "period_over")),
    },
)
_BOTH = (("player_says", "checker_says"), ("period_over",))
CONTESTED = Irregularity(
    "tally_contested",
    contested,
    {
        "swedish_pursuit": Situation("A count is disputed, the cards are gone", "player and checker differ", *_BOTH),
        "switch": Situation("A count is disputed, the cards are gone", "two players remember it differently", *_BOTH),
        "ottawa": Situation("A count is disputed, the cards are gone", "loser and winner differ", *_BOTH),
    },
)
WRONG_CHECKER = Irregularity(
    "wrong_checker",
    wrong_checker,
    {
        "swedish_pursuit": Situation(
            "The sheet was signed by the wrong checker",
            "the neighbour on the right signed, or the player",
            ("checker", "players"),
        ),
    },
)
