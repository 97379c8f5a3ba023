"""LAST CARD not said, whenever it is noticed."""

from typing import Any

from scoring.irregularities.case import Case, Settled
from scoring.irregularities.situation import Irregularity, Situation
from scoring.verdict import Verdict
from scoring.words import number_word

PENALTY_CLAUSE = {"swedish_pursuit": "SP-26", "switch": "SW-18"}


def last_card(case: Case) -> Settled:
    """A challenge for a missing call, judged by the game's own check; the cards are the text's penalty."""
    verdict = case.ask({"kind": "challenge", "by": case.facts.get("by", 0)}, **_noticed(case))
    found = f"{case.who} is challenged over LAST CARD"
    if verdict.answer == "depends":
        return case.open(found, verdict)
    law = case.law(verdict)
    if verdict.answer == "upheld":
        return _upheld(case, verdict)
    if case.facts.get("said") or (case.facts.get("offender_hand_count") or 0) > 1:
        return _unfounded(case, found, verdict)
    if case.noticed == "at_once" and case.game == "swedish_pursuit" and not _went_out(case):
        words = "They say it now, before the next player acts, and nothing else happens."
        return Settled(found, law, "complete", (case.text(words, "SP-25"),))
    words = "The win stands." if _went_out(case) else "Nothing changes: the challenge fails."
    return case.nothing(found, law, words)


def _went_out(case: Case) -> bool:
    return case.facts.get("offender_hand_count") == 0


def _noticed(case: Case) -> dict[str, Any]:
    """The facts of a challenge that the time of noticing settles."""
    # A seat is needed for the challenge, though the answer is the same for each: without one it is seat 1.
    told: dict[str, Any] = {"offender": case.claim.seat or 1, "next_player_has_acted": case.noticed != "at_once"}
    if case.noticed in ("after_game", "after_round"):
        told |= {"game_over": True, "offender_has_acted": True}
        told["confirmed"] = case.facts.get("confirmed", case.noticed == "after_round")
    return told


def _upheld(case: Case, verdict: Verdict) -> Settled:
    found = f"{case.who} did not say LAST CARD in time"
    drawn = int(verdict.then["offender_draws"])
    clause = PENALTY_CLAUSE[case.game]
    short = drawn < 2 and case.game == "swedish_pursuit"
    words = f"They take {number_word(drawn)} card{'s' * (drawn != 1)}{': the stock has no more' if short else ''}."
    penalty = case.reading("SP-A25", words, clause) if short else case.text(words, clause)
    if _went_out(case):
        remedy = case.reading("SP-A24", "The win does not count and play goes on.", "SP-8", "SP-27")
        return Settled(found, case.law(verdict), "void_win", (remedy,), (penalty,), "cards", drawn)
    remedy = case.text("Play goes on from where it is.", clause)
    return Settled(found, case.law(verdict), "play_on", (remedy,), (penalty,), "cards", drawn)


def _unfounded(case: Case, found: str, verdict: Verdict) -> Settled:
    law = case.law(verdict)
    remedy = case.text("Nothing changes: the call was made, or none was due.", *law[0].clauses)
    if case.game != "swedish_pursuit":
        return Settled(found, law, "none", (remedy,))
    warning = case.practice("unfounded", "A mistaken challenge costs nothing but a warning.")
    return Settled(found, law, "none", (remedy,), (warning,), "warning")


LAST_CARD = Irregularity(
    "last_card_not_said",
    last_card,
    {
        "swedish_pursuit": Situation(
            "LAST CARD was not said",
            "or said too late, or challenged after the win",
            (),
            ("said", "offender_hand_count", "by", "offender_has_acted", "stock", "players", "confirmed"),
        ),
        "switch": Situation(
            "Last card was not said",
            "somebody noticed a single card in a silent hand",
            (),
            ("said", "offender_hand_count", "by", "offender_has_acted", "stock", "players", "confirmed"),
        ),
    },
)
