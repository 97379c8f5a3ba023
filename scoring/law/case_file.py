"""Positions and questions as case files write them, for the games that lay cards on a pile by suit
and rank; to the questions each game brings its checks.
"""

from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any

from scoring.cards import Card, is_joker, parse_card, parse_cards, parse_suit, rank_of
from scoring.law.facts import MOST_CARDS, MOST_PLAYERS
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


def whole_number(facts: Mapping[str, Any], key: str, least: int, most: int) -> int | None:
    """A whole number of a case, None if it is missing or null.

    Raises GameError naming the key and the range.
    """
    number = facts.get(key)
    if number is None or (type(number) is int and least <= number <= most):
        return number
    raise GameError(f"“{key}” must be a whole number from {least} to {most}, not {number!r}.")


def cards_told(texts: Any) -> tuple[Card, ...]:
    """Read cards of a case, from one text or a list of texts. Raises CardError."""
    return (
        parse_cards(texts) if isinstance(texts, str) else tuple(parse_card(text) for text in texts)
    )


def read_position(facts: Mapping[str, Any], kind: str) -> Any:
    """Read the `position` of a case for a play of this `kind`.

    Raises GameError or CardError naming what is wrong.
    """
    return read_as(kind, facts, read_table)


def read_as(kind: str, facts: Mapping[str, Any], table: Callable[[Mapping[str, Any]], Any]) -> Any:
    """The same, where `table` reads the position of a play.

    Raises GameError or CardError naming what is wrong.
    """
    return _READERS.get(kind, table)(facts)


def read_table(facts: Mapping[str, Any]) -> TablePosition:
    """Read a table position; every key may be missing."""
    players = whole_number(facts, "players", 2, MOST_PLAYERS)
    return TablePosition(
        players=players,
        turn=whole_number(facts, "turn", 1, players or MOST_PLAYERS),
        direction=whole_number(facts, "direction", -1, 1),
        top=parse_card(facts["top"]) if facts.get("top") else None,
        suit=parse_suit(facts["suit_in_force"]) if facts.get("suit_in_force") else None,
        pending=whole_number(facts, "pending", 0, MOST_CARDS),
        stock=whole_number(facts, "stock", 0, MOST_CARDS),
        hand=cards_told(facts["hand"]) if facts.get("hand") is not None else None,
        said_last_card=facts.get("said_last_card"),
        picked_up=_picked_up(facts.get("already_picked_up")),
        misses=whole_number(facts, "consecutive_misses", 0, 1000),
        discards=whole_number(facts, "discards", 0, MOST_CARDS),
        passed_over=facts.get("passed_over"),
        brought=_rank(facts.get("brought")),
        out=tuple(facts.get("out") or ()),
    )


def _rank(told: Any) -> int | None:
    """The rank that brought a penalty, as a card is named: `2`, `K`."""
    return None if told is None else rank_of(parse_card(f"{told}S"))


def _picked_up(value: Any) -> str | None:
    """What was picked up in this turn; where only that something was is told, one card."""
    return ("one card" if value is True else str(value)) if value else None


def _hand(facts: Mapping[str, Any]) -> HandPosition:
    return HandPosition(cards_told(facts.get("hand", ())))


def _blocked(facts: Mapping[str, Any]) -> BlockedPosition:
    misses = whole_number(facts, "consecutive_misses", 0, 1000)
    return BlockedPosition(
        whole_number(facts, "players", 2, MOST_PLAYERS),
        whole_number(facts, "stock", 0, MOST_CARDS),
        misses,
    )


def _naming(facts: Mapping[str, Any]) -> NamingPosition:
    return NamingPosition(facts.get("next_player_has_acted"), bool(facts.get("named_before")))


def _setup(facts: Mapping[str, Any]) -> SetupPosition:
    players = whole_number(facts, "players", 1, 99) or facts["players"]
    return SetupPosition(players, facts.get("decks"), facts.get("dealt"))


def _start(facts: Mapping[str, Any]) -> StartPosition:
    players = whole_number(facts, "players", 2, MOST_PLAYERS) or facts["players"]
    turned = cards_told(facts["turned_up"])
    if not turned:
        raise GameError("“turned_up” must name at least one card.")
    return StartPosition(players, turned, whole_number(facts, "dealer", 1, players))


def _call(facts: Mapping[str, Any]) -> CallPosition:
    return CallPosition(
        players=whole_number(facts, "players", 2, MOST_PLAYERS),
        offender=facts["offender"],
        offender_hand_count=whole_number(facts, "offender_hand_count", 0, 52),
        said=facts.get("said"),
        next_player_has_acted=facts.get("next_player_has_acted"),
        stock=whole_number(facts, "stock", 0, MOST_CARDS),
        # A case that does not speak of it tells of the moment itself; null is not known.
        offender_has_acted=facts.get("offender_has_acted", False),
        game_over=facts.get("game_over"),
        confirmed=bool(facts.get("confirmed")),
        held_then=whole_number(facts, "held_then", 0, 52),
        turn_came_back=facts.get("turn_came_back"),
    )


_READERS: dict[str, Callable[[Mapping[str, Any]], Any]] = {
    "start": _start,
    "tally": _hand,
    "challenge": _call,
    "claim_blocked": _blocked,
    "nominate": _naming,
    "setup": _setup,
}
"""What reads the position of a claim, by its kind."""
SIMPLE = {"start": Start(), "claim_blocked": BlockedClaim(), "setup": Setup()}
"""Claims that say nothing but their kind."""


def without_jokers(position: Any, title: str) -> Any:
    """A position of a game that has no Jokers. Raises GameError where one was told."""
    rows = (getattr(position, name, None) for name in ("hand", "turned_up", "pile"))
    cards = [getattr(position, "top", None), *chain(*filter(None, rows))]
    cards += chain(*getattr(position, "others", ()))
    if any(card is not None and is_joker(card) for card in cards):
        raise GameError(f"{title} is played without Jokers.")
    return position


def questions_of(
    title: str, *, late_suit: bool = False
) -> Callable[[Mapping[str, Any], Mapping[str, Any]], Any]:
    """What reads the `play` of a case of this game; `late_suit`: a suit may be named after the
    card.
    """

    def read_question(play: Mapping[str, Any], position: Mapping[str, Any]) -> Any:
        """Raises GameError or CardError naming what is wrong."""
        kind = play.get("kind")
        if kind == "discard":
            suit = parse_suit(play["nominate"]) if play.get("nominate") else None
            return Lay(cards_told(play.get("cards") or (play["card"],)), suit)
        if kind == "pick_up":
            return TAKE_PENALTY if position.get("pending") else PICK_UP
        if kind == "challenge":
            return Challenge(play.get("by", 0), position["offender"])
        if kind == "nominate" and late_suit:
            return Nominate(position.get("turn", 1), parse_suit(play["nominate"]))
        if kind == "tally":
            return TallyClaim(play.get("claimed"))
        if kind == "miss":
            return MISS
        if kind not in SIMPLE:
            raise GameError(f"{title} knows no play of the kind “{kind}”.")
        return SIMPLE[kind]

    return read_question
