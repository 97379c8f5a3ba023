"""A game in which nobody can act any more, or is said not to."""

from scoring.law.case import Case, Settled
from scoring.law.ruling import Act, Statement
from scoring.law.verdict import Verdict

_ENDS: dict[str, tuple[Act, str]] = {
    "tally": ("end_game", "The game is over: all count, and nobody has the winner's nought."),
    "redeal": ("redeal", "The game is void and dealt again."),
    "reshuffle": (
        "play_on",
        "The discards under the top card are shuffled into a stock, and play goes on.",
    ),
    "lowest_zero": ("end_game", "The game is over: all count, and the lowest hand scores nought."),
    "difference": (
        "end_game",
        "The deal is over: the lowest hand scores what the others hold beyond it.",
    ),
    "no_score": ("end_game", "The deal is over and nobody scores."),
    "no_winner": ("end_game", "The game is over and nobody has won."),
}


def blocked(case: Case) -> Settled:
    """A blocked game ends as the options say; one that is not blocked goes on, or stands if the
    cards are gone.
    """
    verdict = case.ask({"kind": "claim_blocked"})
    finding = "The game is said to be blocked"
    if verdict.answer == "depends":
        return case.open(finding, verdict)
    law = case.law(verdict)
    if verdict.answer == "upheld":
        return _upheld(case, verdict)
    if case.noticed in ("at_once", "after_next_play"):
        return Settled(
            finding, law, "play_on", (case.text("It is not: play goes on.", *law[0].clauses),)
        )
    words = "It was not, but the game was ended: the hands count as they were."
    return Settled(finding, law, "stands", (Statement(words, "discretion"),))


def _upheld(case: Case, verdict: Verdict) -> Settled:
    finding, law = "The game is blocked", case.law(verdict)
    act, words = _ENDS[case.rules.get("blocked", case.conduct.blocked)]
    remedy = case.practice("blocked", words)
    if case.noticed == "after_round" and act in ("redeal", "play_on"):
        late = Statement(
            "It is too late to play on: the hands count as they were, and nobody won.", "discretion"
        )
        return Settled(finding, law, "end_game", (late,))
    return Settled(finding, law, act, (remedy,))
