"""Questions to Switch as case files write them, and where each is answered."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from scoring.cards import FULL_PACK, Card, is_joker, parse_card, parse_suit
from scoring.games.switch.calls import check_challenge, check_naming
from scoring.games.switch.check import check_table
from scoring.games.switch.claims import check_blocked, check_setup, check_start, check_tally
from scoring.law.case_file import read_position as read_any_position
from scoring.law.case_file import whole_number
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


def read_position(told: Mapping[str, Any], kind: str) -> Any:
    """Read the `position` of a case for a play of this `kind`.

    Raises GameError or CardError naming what is wrong.
    """
    # Two packs hold more cards than one, which is all that the common reader lets pass.
    counts = {key: whole_number(told, key, 0, 2 * len(FULL_PACK)) for key in ("stock", "pending")}
    position = read_any_position(
        {key: fact for key, fact in told.items() if key not in counts}, kind
    )
    position = replace(
        position, **{key: count for key, count in counts.items() if hasattr(position, key)}
    )
    seen: list[Card | None] = [getattr(position, "top", None)]
    seen += getattr(position, "hand", None) or ()
    seen += getattr(position, "turned_up", ())
    if any(card is not None and is_joker(card) for card in seen):
        raise GameError("Switch is played without Jokers.")
    return position


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
        raise GameError(f"Switch knows no play of the kind “{kind}”.")
    return simple[kind]
