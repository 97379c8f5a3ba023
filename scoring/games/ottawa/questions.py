"""Questions to Ottawa as case files write them, and where each is answered."""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.cards import FULL_PACK, Card, is_joker, parse_card
from scoring.games.ottawa.check import check_table
from scoring.games.ottawa.claims import (
    check_blocked,
    check_score,
    check_setup,
    check_start,
    check_tally,
)
from scoring.games.ottawa.position import MayLayOff, PilePosition, ScoreClaim, ScorePosition
from scoring.law.case_file import cards_told, whole_number
from scoring.law.game import GameError
from scoring.law.plays import DRAW, END_TURN, BlockedClaim, Lay, Setup, Start, TallyClaim
from scoring.law.position import BlockedPosition, HandPosition, SetupPosition, StartPosition
from scoring.law.rulebook import Rules
from scoring.law.verdict import Verdict

_CHECKS: dict[type, Any] = {
    PilePosition: check_table,
    ScorePosition: check_score,
    HandPosition: check_tally,
    BlockedPosition: check_blocked,
    SetupPosition: check_setup,
    StartPosition: check_start,
}


def check(position: Any, question: Any, rules: Rules) -> Verdict:
    """Answer any question: the kind of position decides which.

    Never raises on a bad play or a false claim.
    """
    verdict: Verdict = _CHECKS[type(position)](position, question, rules)
    return verdict


def read_position(facts: Mapping[str, Any], kind: str) -> Any:
    """Read the `position` of a case for a play of this `kind`.

    Raises GameError or CardError naming what is wrong.
    """
    readers: dict[str, Callable[[Mapping[str, Any]], Any]] = {
        "score": _score,
        "tally": _hand,
        "claim_blocked": _blocked,
        "setup": _setup,
        "start": _start,
    }
    reader = readers.get(kind)
    return read_pile(facts) if reader is None else reader(facts)


def read_pile(facts: Mapping[str, Any]) -> PilePosition:
    """Read a table position; every key may be missing."""
    players = whole_number(facts, "players", 2, 6)
    return PilePosition(
        players=players,
        turn=whole_number(facts, "turn", 1, players or 6),
        pile=_cards(facts["pile_top_last"]) if facts.get("pile_top_last") else None,
        hand=_cards(facts["hand"]) if facts.get("hand") is not None else None,
        laid_off=bool(facts.get("laid_off_this_turn")),
        drawn=bool(facts.get("drawn_this_turn")),
        stock=whole_number(facts, "stock", 0, len(FULL_PACK)),
        discards=whole_number(facts, "discards", 0, len(FULL_PACK)),
    )


def _score(facts: Mapping[str, Any]) -> ScorePosition:
    return ScorePosition(
        tuple(_cards(hand) for hand in facts.get("others", ())),
        whole_number(facts, "players", 2, 6),
    )


def _hand(facts: Mapping[str, Any]) -> HandPosition:
    return HandPosition(_cards(facts.get("hand", ())))


def _setup(facts: Mapping[str, Any]) -> SetupPosition:
    return SetupPosition(
        whole_number(facts, "players", 1, 99) or facts["players"],
        whole_number(facts, "decks", 0, 9),
        whole_number(facts, "dealt", 0, 99),
    )


def _start(facts: Mapping[str, Any]) -> StartPosition:
    turned = _cards(facts["turned_up"])
    if not turned:
        raise GameError("Name the card turned up: the list “turned_up” is empty.")
    players = whole_number(facts, "players", 2, 6) or facts["players"]
    return StartPosition(players, turned, whole_number(facts, "dealer", 1, players))


def _blocked(facts: Mapping[str, Any]) -> BlockedPosition:
    passes = whole_number(facts, "consecutive_misses", 0, 1000)
    stock = whole_number(facts, "stock", 0, len(FULL_PACK))
    return BlockedPosition(whole_number(facts, "players", 2, 6), stock, passes)


def _cards(texts: Any) -> tuple[Card, ...]:
    cards = cards_told(texts)
    if any(is_joker(card) for card in cards):
        raise GameError("Ottawa is played without Jokers.")
    return cards


def read_question(play: Mapping[str, Any], position: Mapping[str, Any]) -> Any:
    """Read the `play` of a case. Raises GameError or CardError naming what is wrong."""
    kind = play.get("kind")
    if kind == "lay_off":
        return (
            Lay(tuple(parse_card(text) for text in play["cards"]))
            if play.get("cards")
            else MayLayOff()
        )
    simple = {
        "draw": DRAW,
        "pass": END_TURN,
        "score": ScoreClaim(play.get("claimed")),
        "tally": TallyClaim(play.get("claimed")),
        "claim_blocked": BlockedClaim(),
        "setup": Setup(),
        "start": Start(),
    }
    if kind not in simple:
        raise GameError(f"Ottawa knows no play of the kind “{kind}”.")
    return simple[kind]
