"""Questions to a game that lays cards on one pile, as case files write them: one form for all of
them, to which each game brings its checks.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from scoring.cards import parse_suit
from scoring.law.case_file import cards_told, whole_number
from scoring.law.case_file import read_position as read_one_pack
from scoring.law.facts import MOST_CARDS
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
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict

Check = Callable[[Any, Any, Rules], Verdict]
_SIMPLE = {"miss": MISS, "start": Start(), "claim_blocked": BlockedClaim(), "setup": Setup()}


def answered_by(checks: Mapping[type, Check]) -> Check:
    """What answers any question: the kind of position decides by which check."""

    def check(position: Any, question: Any, rules: Rules) -> Verdict:
        """Never raises on a bad play or a false claim."""
        return checks[type(position)](position, question, rules)

    return check


def read_position(told: Mapping[str, Any], kind: str) -> Any:
    """Read the `position` of a case for a play of this `kind`, where two packs may be in use.

    Raises GameError or CardError naming what is wrong.
    """
    # Two packs hold more cards than one, which is all that the reader of one pack lets pass.
    counts = {key: whole_number(told, key, 0, MOST_CARDS) for key in ("stock", "pending")}
    others = {key: fact for key, fact in told.items() if key not in counts}
    position = read_one_pack(others, kind)
    return replace(
        position, **{key: count for key, count in counts.items() if hasattr(position, key)}
    )


def questions_of(
    title: str, *, late_suit: bool = False
) -> Callable[[Mapping[str, Any], Mapping[str, Any]], Any]:
    """What reads the `play` of a case of this game; `late_suit`: a suit may be named after the
    card.
    """

    def read_question(told: Mapping[str, Any], position: Mapping[str, Any]) -> Any:
        """Raises GameError or CardError naming what is wrong."""
        kind = told.get("kind")
        if kind == "discard":
            suit = parse_suit(told["nominate"]) if told.get("nominate") else None
            return Lay(cards_told(told.get("cards") or (told["card"],)), suit)
        if kind == "pick_up":
            return TAKE_PENALTY if position.get("pending") else PICK_UP
        if kind == "challenge":
            return Challenge(told.get("by", 0), position["offender"])
        if kind == "nominate" and late_suit:
            return Nominate(position.get("turn", 1), parse_suit(told["nominate"]))
        if kind == "tally":
            return TallyClaim(told.get("claimed"))
        if kind not in _SIMPLE:
            raise GameError(f"{title} knows no play of the kind “{kind}”.")
        return _SIMPLE[kind]

    return read_question
