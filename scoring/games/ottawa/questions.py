"""Questions to Ottawa as case files write them, and where each is answered."""

from collections.abc import Mapping
from typing import Any

from scoring.cards import FULL_PACK
from scoring.games.ottawa.check import check_table
from scoring.games.ottawa.claims import (
    check_blocked,
    check_score,
    check_setup,
    check_start,
    check_tally,
)
from scoring.games.ottawa.position import MayLayOff, PilePosition, ScoreClaim, ScorePosition
from scoring.law.case_file import (
    SIMPLE,
    answered_by,
    cards_told,
    read_as,
    whole_number,
    without_jokers,
)
from scoring.law.game import GameError
from scoring.law.plays import DRAW, END_TURN, Lay, TallyClaim
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict

CLAIMS = answered_by(
    PilePosition,
    check_table,
    start=check_start,
    tally=check_tally,
    claim_blocked=check_blocked,
    setup=check_setup,
)


def check(position: Any, question: Any, rules: Rules) -> Verdict:
    """Answer any question. Never raises on a bad play or a false claim."""
    score = isinstance(position, ScorePosition)
    return (check_score if score else CLAIMS)(position, question, rules)


def read_position(facts: Mapping[str, Any], kind: str) -> Any:
    """Read the `position` of a case for a play of this `kind`.

    Raises GameError or CardError naming what is wrong.
    """
    if kind != "setup":
        whole_number(facts, "players", 2, 6)
    if kind == "score":
        position: Any = ScorePosition(tuple(map(cards_told, facts.get("others", ()))))
    else:
        position = read_as(kind, facts, read_pile)
    return without_jokers(position, "Ottawa")


def read_pile(facts: Mapping[str, Any]) -> PilePosition:
    """Read a table position; every key may be missing."""
    players = facts.get("players")
    return PilePosition(
        players=players,
        turn=whole_number(facts, "turn", 1, players or 6),
        pile=cards_told(facts["pile_top_last"]) if facts.get("pile_top_last") else None,
        hand=cards_told(facts["hand"]) if facts.get("hand") is not None else None,
        laid_off=bool(facts.get("laid_off_this_turn")),
        drawn=bool(facts.get("drawn_this_turn")),
        stock=whole_number(facts, "stock", 0, len(FULL_PACK)),
        discards=whole_number(facts, "discards", 0, len(FULL_PACK)),
    )


def read_question(play: Mapping[str, Any], position: Mapping[str, Any]) -> Any:
    """Read the `play` of a case. Raises GameError or CardError naming what is wrong."""
    kind, claimed = play.get("kind"), play.get("claimed")
    if kind == "lay_off":
        return Lay(cards_told(play["cards"])) if play.get("cards") else MayLayOff()
    simple = SIMPLE | {
        "draw": DRAW,
        "pass": END_TURN,
        "score": ScoreClaim(claimed),
        "tally": TallyClaim(claimed),
    }
    if kind not in simple:
        raise GameError(f"Ottawa knows no play of the kind “{kind}”.")
    return simple[kind]
