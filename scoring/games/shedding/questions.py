"""Questions to a shedding game as case files write them, and where each is answered."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.cards import parse_card, parse_suit
from scoring.games.shedding.calls import check_challenge
from scoring.games.shedding.check import check_table
from scoring.games.shedding.claims import check_blocked, check_setup, check_start, check_tally
from scoring.law.case_file import read_position as read_any_position
from scoring.law.case_file import whole_number
from scoring.law.facts import MOST_CARDS
from scoring.law.game import GameError
from scoring.law.plays import (
    MISS,
    PICK_UP,
    TAKE_PENALTY,
    BlockedClaim,
    Challenge,
    Lay,
    Setup,
    Start,
    TallyClaim,
)
from scoring.law.position import (
    BlockedPosition,
    CallPosition,
    HandPosition,
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
    BlockedPosition: check_blocked,
    SetupPosition: check_setup,
}
_SIMPLE = {"miss": MISS, "start": Start(), "claim_blocked": BlockedClaim(), "setup": Setup()}


def check(position: Any, question: Any, rules: Rules) -> Verdict:
    """Answer any question: the kind of position decides which.

    Never raises on a bad play or a false claim.
    """
    verdict: Verdict = _CHECKS[type(position)](position, question, rules)
    return verdict


def read_position(told: Mapping[str, Any], kind: str) -> Any:
    """Read the `position` of a case for a play of this `kind`.

    Raises GameError or CardError naming what is wrong.
    """
    # Two packs hold more cards than one, which is all that the common reader lets pass.
    counts = {key: whole_number(told, key, 0, MOST_CARDS) for key in ("stock", "pending")}
    others = {key: fact for key, fact in told.items() if key not in counts}
    position = read_any_position(others, kind)
    return replace(
        position, **{key: count for key, count in counts.items() if hasattr(position, key)}
    )


def read_question(told: Mapping[str, Any], position: Mapping[str, Any]) -> Any:
    """Read the `play` of a case. Raises GameError or CardError naming what is wrong."""
    kind = told.get("kind")
    if kind == "discard":
        suit = parse_suit(told["nominate"]) if told.get("nominate") else None
        return Lay(tuple(parse_card(text) for text in told.get("cards") or (told["card"],)), suit)
    if kind == "pick_up":
        return TAKE_PENALTY if position.get("pending") else PICK_UP
    if kind == "challenge":
        return Challenge(told.get("by", 0), position["offender"])
    if kind == "tally":
        return TallyClaim(told.get("claimed"))
    if kind not in _SIMPLE:
        raise GameError(f"This game knows no play of the kind “{kind}”.")
    return _SIMPLE[kind]
