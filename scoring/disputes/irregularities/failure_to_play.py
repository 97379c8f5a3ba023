"""Failure to play when able: a player picked up, or did nothing, although they could lay."""

from scoring.disputes.plays import instead
from scoring.law.case import Case, Settled
from scoring.law.verdict import Verdict


def did_not_play(case: Case) -> Settled:
    """A turn in which nothing was laid: what was done stands as the turn, as no hand can be proved
    afterwards.
    """
    # From an empty stock nothing can have been picked up.
    missed = case.facts.get("missed", case.conduct.nothing_to_take(case.facts, case.rules))
    took = "nothing" if missed else "the penalty" if case.facts.get("pending") else "a card"
    finding = f"{case.who} took {took} and laid nothing"
    verdict = case.ask({"kind": "miss" if missed else "pick_up"})
    if verdict.answer == "depends":
        return case.open(finding, verdict)
    if verdict.legal:
        return case.nothing(
            finding, case.law(verdict), f"{case.who} was right to: nothing changes."
        )
    return _passed(case, finding, verdict) if missed else _stands(case, finding, verdict)


def _passed(case: Case, finding: str, verdict: Verdict) -> Settled:
    """A turn in which nothing at all was done is made up for at once, and afterwards left."""
    law = case.law(verdict)
    if case.noticed == "at_once":
        words = f"It is still their turn: {instead(case, verdict)}"
        return Settled(finding, law, "complete", (case.by_law(law, words),))
    return Settled(finding, law, "stands", (case.discretion(case.late),))


def _stands(case: Case, finding: str, verdict: Verdict) -> Settled:
    remedy = case.practice(
        "picked_up", f"What {case.them} took stays with them and was their turn."
    )
    law = case.law(verdict)
    if not case.conduct.rules_on_errors:
        return Settled(finding, law, "stands", (remedy,))
    words = (
        f"A warning to {case.them}; a repeat may cost more."
        if case.noticed in ("at_once", "after_next_play")
        else f"A warning to {case.them}."
    )
    return Settled(
        finding, law, "stands", (remedy,), (case.practice("picked_up", words),), "warning"
    )
