"""A tally that differs from the cards."""

from dataclasses import replace

from scoring.law.case import Case, Settled, named
from scoring.law.ruling import Statement
from scoring.law.verdict import Verdict


def miscounted(case: Case) -> Settled:
    """Rule on a count that differs from the cards: it is put right until the time for corrections
    is over.
    """
    claimed = case.facts["claimed"]
    if "hand" not in case.facts:
        counted = case.text("The cards left in hand are counted.", case.conduct.tally)
        return case.look(
            f"{claimed} points are written down", (counted,), "the cards left in the hand"
        )
    verdict = case.ask({"kind": "tally", "claimed": claimed})
    finding = f"{claimed} points are written for {_hand_words(case.facts['hand'])}"
    if "score" not in verdict.then:
        return Settled(finding, case.law(verdict), "none", (_no_points(case),))
    law = _law_of_count(case, verdict)
    if verdict.answer == "correct":
        return case.nothing(finding, law, "The count is right: it stands.")
    if case.facts.get("period_over"):
        return _too_late(case, finding, law)
    score = verdict.then["score"]
    if case.noticed in ("at_once", "after_next_play"):
        remedy = case.text(f"The tally is corrected: {score}.", case.conduct.tally)
    else:
        words = f"The tally is corrected to {score}, with a note of who, when and why."
        remedy = case.practice("miscount", words)
    return Settled(finding, law, "correct", (remedy,))


def _hand_words(hand: list[str]) -> str:
    if not hand:
        return "an empty hand"
    return named(hand) if len(hand) <= 8 else f"{len(hand)} cards"


def _law_of_count(case: Case, verdict: Verdict) -> tuple[Statement, ...]:
    """What the cards count: the umpire says the sum alone, the paper shows it card by card."""
    law = case.law(verdict)
    total = case.by_law(law, f"By the values of the rules the cards count {verdict.then['score']}.")
    clauses = tuple(dict.fromkeys(clause for statement in law for clause in statement.clauses))
    return replace(total, clauses=clauses), *(replace(statement, aloud=False) for statement in law)


def _no_points(case: Case) -> Statement:
    words = "No points are kept: the winner, or the places, count."
    return case.reading(case.conduct.no_points, words)


def _too_late(case: Case, finding: str, law: tuple[Statement, ...]) -> Settled:
    words = "The time for corrections is over: what is written stands."
    return Settled(finding, law, "stands", (case.practice("miscount", words),))
