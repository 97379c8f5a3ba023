"""Irregularities of counting: a tally miscounted, or contested when the cards are gone."""

from dataclasses import replace

from scoring.law.case import Case, Settled, named
from scoring.law.ruling import Statement
from scoring.law.verdict import Verdict

CARDS_GONE = "and the cards are gone"


def miscounted(case: Case) -> Settled:
    """A count that differs from the cards: it is put right until the time for
    corrections is over.
    """
    claimed = case.facts["claimed"]
    if "hand" not in case.facts:
        counted = case.text("The cards left in hand are counted.", case.conduct.tally)
        return case.look(
            f"{claimed} points are written down", (counted,), "the cards left in the hand"
        )
    verdict = case.ask({"kind": "tally", "claimed": claimed})
    hand = case.facts["hand"]
    finding = f"{claimed} points are written for {_hand(hand)}"
    law = _counted(case, verdict)
    if "score" not in verdict.then:
        words = "No points are kept: the winner, or the places, count."
        return Settled(finding, law, "none", (case.reading(case.conduct.no_points, words),))
    if verdict.answer == "correct":
        return case.nothing(finding, law, "The count is right: it stands.")
    return _corrected(case, finding, law, verdict.then["score"])


def _counted(case: Case, verdict: Verdict) -> tuple[Statement, ...]:
    """The count aloud as a sum, on paper card by card."""
    law = case.law(verdict)
    if "score" not in verdict.then:
        return law
    total = case.by_law(law, f"By the values of the rules the cards count {verdict.then['score']}.")
    clauses = tuple(dict.fromkeys(clause for statement in law for clause in statement.clauses))
    return replace(total, clauses=clauses), *(replace(statement, aloud=False) for statement in law)


def _hand(hand: list[str]) -> str:
    if not hand:
        return "an empty hand"
    return named(hand) if len(hand) <= 8 else f"{len(hand)} cards"


def _corrected(case: Case, finding: str, law: tuple[Statement, ...], score: int) -> Settled:
    if case.facts.get("period_over"):
        words = "The time for corrections is over: what is written stands."
        return Settled(finding, law, "stands", (case.practice("miscount", words),))
    if case.noticed in ("at_once", "after_next_play"):
        remedy = case.text(f"The tally is corrected: {score}.", case.conduct.tally)
    else:
        words = f"The tally is corrected to {score}, with a note of who, when and why."
        remedy = case.practice("miscount", words)
    return Settled(finding, law, "correct", (remedy,))


def contested(case: Case) -> Settled:
    """Player and checker differ and no cards are left to count."""
    player, checker = case.facts["player_says"], case.facts["checker_says"]
    finding = f"{case.who} says {player}, the checker {checker}, {CARDS_GONE}"
    if case.rules.scoring.values is None:
        places = case.reading(
            case.conduct.no_points, "No points are kept: the winner, or the places, count."
        )
        return case.nothing(finding, (places,), "There is nothing to correct.")
    law = _cards_gone(case)
    if player == checker:
        return case.nothing(finding, law, f"Both say {player}: it stands.")
    if case.facts.get("period_over"):
        words = "The time for corrections is over: what is written stands."
        return Settled(finding, law, "stands", (case.practice("miscount", words),))
    words = f"The higher figure counts: {max(player, checker)}, unless evidence shows otherwise."
    return Settled(finding, law, "correct", (case.practice("cards_gone", words),))


def _cards_gone(case: Case) -> tuple[Statement, ...]:
    if case.conduct.uncounted is not None:
        return case.conduct.uncounted(case)
    silent = Statement("Which figure counts when they differ the text does not say.", "discretion")
    return case.text("Cards left in hand are counted.", case.conduct.tally, aloud=False), silent
