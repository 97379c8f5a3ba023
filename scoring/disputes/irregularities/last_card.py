"""LAST CARD not said, whenever it is noticed."""

from typing import Any

from scoring.law.case import Calls, Case, Settled
from scoring.law.ruling import Act
from scoring.law.verdict import Verdict
from scoring.words import spelt


def last_card(case: Case) -> Settled:
    """A challenge for a missing call, judged by the game's own check; the cards are the text's
    penalty.
    """
    verdict = case.ask({"kind": "challenge", "by": case.facts.get("by", 0)}, **_noticed(case))
    finding = f"{case.who} is challenged over {case.conduct.calls.word}"
    if verdict.answer == "depends":
        return case.open(finding, verdict)
    law, calls = case.law(verdict), case.conduct.calls
    if verdict.answer == "upheld":
        return _upheld(case, verdict, calls)
    if case.facts.get("said") or _several(case):
        return _unfounded(case, finding, verdict)
    if case.noticed == "at_once" and calls.in_time and not _went_out(case):
        words = f"{case.who} says it now, before the next player acts, and nothing else happens."
        return Settled(finding, law, "complete", (case.text(words, calls.in_time),))
    words = "The win stands." if _went_out(case) else "Nothing changes: the challenge fails."
    return case.nothing(finding, law, words)


def _several(case: Case) -> bool:
    """Whether several cards were left, so that no call was due."""
    cards = case.facts.get("held_then", case.facts.get("offender_hand_count"))
    return (cards or 0) > 1


def _went_out(case: Case) -> bool:
    return case.facts.get("offender_hand_count") == 0


def _noticed(case: Case) -> dict[str, Any]:
    """The facts of a challenge that the time of noticing settles."""
    # A seat is needed for the challenge, though the answer is the same for each: without one it is
    # seat 1.
    facts: dict[str, Any] = {
        "offender": case.claim.seat or 1,
        "next_player_has_acted": case.noticed != "at_once",
    }
    acted = False if case.noticed == "at_once" else None
    facts["offender_has_acted"] = case.facts.get("offender_has_acted", acted)
    if case.noticed in ("after_game", "after_round"):
        facts |= {"game_over": True, "offender_has_acted": True}
        facts["confirmed"] = case.facts.get("confirmed", case.noticed == "after_round")
    return facts


def _upheld(case: Case, verdict: Verdict, calls: Calls) -> Settled:
    finding = f"{case.who} did not say {calls.word} in time"
    draws = int(verdict.then["offender_draws"])
    clause, short = calls.penalty, draws < 2 and bool(calls.short)
    words = f"{case.who} takes {spelt(draws, 'card')}."
    if short:
        words = f"{case.who} takes {spelt(draws, 'card')}: the stock has no more."
    penalty = case.reading(calls.short, words, clause) if short else case.text(words, clause)
    act: Act = "play_on"
    remedy = case.text("Play goes on from where it is.", clause)
    if _went_out(case):
        question, clauses = calls.win_undone
        act = "void_win"
        remedy = case.reading(question, "The win does not count and play goes on.", *clauses)
    return Settled(finding, case.law(verdict), act, (remedy,), (penalty,), "cards", draws)


def _unfounded(case: Case, finding: str, verdict: Verdict) -> Settled:
    law = case.law(verdict)
    remedy = case.text("Nothing changes: the call was made, or none was due.", *law[0].clauses)
    if "unfounded" not in case.conduct.practice:
        return Settled(finding, law, "none", (remedy,))
    warning = case.practice("unfounded", "A mistaken challenge costs nothing but a warning.")
    return Settled(finding, law, "none", (remedy,), (warning,), "warning")
