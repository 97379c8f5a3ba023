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


def read_position(told: Mapping[str, Any], kind: str) -> Any:
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
    return read_pile(told) if reader is None else reader(told)


def read_pile(told: Mapping[str, Any]) -> PilePosition:
    """Read a table position; every key may be missing."""
    players = whole_number(told, "players", 2, 6)
    return PilePosition(
        players=players,
        turn=whole_number(told, "turn", 1, players or 6),
        pile=_cards(told["pile_top_last"]) if told.get("pile_top_last") else None,
        hand=_cards(told["hand"]) if told.get("hand") is not None else None,
        laid_off=bool(told.get("laid_off_this_turn")),
        drawn=bool(told.get("drawn_this_turn")),
        stock=whole_number(told, "stock", 0, len(FULL_PACK)),
    )


def _score(told: Mapping[str, Any]) -> ScorePosition:
    return ScorePosition(
        tuple(_cards(hand) for hand in told.get("others", ())), whole_number(told, "players", 2, 6)
    )


def _hand(told: Mapping[str, Any]) -> HandPosition:
    return HandPosition(_cards(told.get("hand", ())))


def _setup(told: Mapping[str, Any]) -> SetupPosition:
    return SetupPosition(
        whole_number(told, "players", 1, 99) or told["players"],
        whole_number(told, "decks", 0, 9),
        whole_number(told, "dealt", 0, 99),
    )


def _start(told: Mapping[str, Any]) -> StartPosition:
    turned = _cards(told["turned_up"])
    if not turned:
        raise GameError("Name the card turned up: the list “turned_up” is empty.")
    players = whole_number(told, "players", 2, 6) or told["players"]
    return StartPosition(players, turned, whole_number(told, "dealer", 1, players))


def _blocked(told: Mapping[str, Any]) -> BlockedPosition:
    passes = whole_number(told, "consecutive_misses", 0, 1000)
    stock = whole_number(told, "stock", 0, len(FULL_PACK))
    return BlockedPosition(whole_number(told, "players", 2, 6), stock, passes)


def _cards(texts: Any) -> tuple[Card, ...]:
    cards = cards_told(texts)
    if any(is_joker(card) for card in cards):
        raise GameError("Ottawa is played without Jokers.")
    return cards


def read_question(told: Mapping[str, Any], position: Mapping[str, Any]) -> Any:
    """Read the `play` of a case. Raises GameError or CardError naming what is wrong."""
    kind = told.get("kind")
    if kind == "lay_off":
        return (
            Lay(tuple(parse_card(text) for text in told["cards"]))
            if told.get("cards")
            else MayLayOff()
        )
    simple = {
        "draw": DRAW,
        "pass": END_TURN,
        "score": ScoreClaim(told.get("claimed")),
        "tally": TallyClaim(told.get("claimed")),
        "claim_blocked": BlockedClaim(),
        "setup": Setup(),
        "start": Start(),
    }
    if kind not in simple:
        raise GameError(f"Ottawa knows no play of the kind “{kind}”.")
    return simple[kind]
