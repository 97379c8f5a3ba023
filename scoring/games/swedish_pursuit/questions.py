"""Questions to Swedish Pursuit as case files write them, and where each is answered."""

from collections.abc import Mapping
from typing import Any

from scoring.cards import parse_suit
from scoring.games.swedish_pursuit.calls import check_challenge, check_naming
from scoring.games.swedish_pursuit.check import check_table
from scoring.games.swedish_pursuit.claims import (
    check_blocked,
    check_setup,
    check_start,
    check_tally,
)
from scoring.law.case_file import cards_told
from scoring.law.game import GameError
from scoring.law.plays import (
    MISS,
    PICK_UP,
    TAKE_PENALTY,
    BlockedClaim,
    Challenge,
    Lay,
    Nominate,
    Setup,
    Start,
    TallyClaim,
)
from scoring.law.position import (
    BlockedPosition,
    CallPosition,
    HandPosition,
    NamingPosition,
    SetupPosition,
    StartPosition,
    TablePosition,
)
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict

_CHECKS: dict[type, Any] = {
    TablePosition: check_table,
    StartPosition: check_start,
    HandPosition: check_tally,
    CallPosition: check_challenge,
    NamingPosition: check_naming,
    BlockedPosition: check_blocked,
    SetupPosition: check_setup,
}


def check(position: Any, question: Any, rules: Rules) -> Verdict:
    """Answer any question: the kind of position decides which.

    Never raises on a bad play or a false claim.
    """
    verdict: Verdict = _CHECKS[type(position)](position, question, rules)
    return verdict


def read_question(told: Mapping[str, Any], position: Mapping[str, Any]) -> Any:
    """Read the `play` of a case. Raises GameError or CardError naming what is wrong."""
    kind = told.get("kind")
    if kind == "discard":
        suit = parse_suit(told["nominate"]) if told.get("nominate") else None
        return Lay(cards_told(told.get("cards") or (told["card"],)), suit)
    if kind == "pick_up":
        return TAKE_PENALTY if position.get("pending") else PICK_UP
    if kind == "challenge":
        return Challenge(told.get("by", 0), position["offender"])
    if kind == "nominate":
        return Nominate(position.get("turn", 1), parse_suit(told["nominate"]))
    simple = {
        "miss": MISS,
        "start": Start(),
        "tally": TallyClaim(told.get("claimed")),
        "claim_blocked": BlockedClaim(),
        "setup": Setup(),
    }
    if kind not in simple:
        raise GameError(f"Swedish Pursuit knows no play of the kind “{kind}”.")
    return simple[kind]
