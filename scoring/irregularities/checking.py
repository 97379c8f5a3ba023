"""The facts of a claim read and checked: a clear sentence for each that cannot be."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from scoring.cards import SUITS, Card, CardError, card_symbol, card_text, is_joker, parse_card, parse_suit
from scoring.irregularities.facts import FACTS, MOST_CARDS, Fact, Kind
from scoring.rulebook import Rules


class ClaimError(ValueError):
    """A claim that cannot be worked with; the message names the fact and says what would do."""


_DIRECTIONS: dict[Any, int] = {1: 1, -1: -1, "clockwise": 1, "anticlockwise": -1}


def read_facts(told: Mapping[str, Any], asked: tuple[str, ...], rules: Rules) -> dict[str, Any]:
    """Check the facts told against those asked for and write them as case files do; null counts as not told.

    Raises ClaimError naming the fact.
    """
    read: dict[str, Any] = {}
    for name, value in told.items():
        if name not in asked:
            raise ClaimError(f"“{name}” is not asked for here. Facts that help: {', '.join(asked)}.")
        if value is not None:
            read[name] = _read(FACTS[name], value)
    _at_table(read, asked, rules)
    _conserved(read, rules)
    return read


def _read(fact: Fact, value: Any) -> Any:
    try:
        return _READERS[fact.kind](fact, value)
    except CardError as fault:
        raise ClaimError(f"“{fact.name}”: {fault}") from None


def _wrong(fact: Fact, what: str, value: Any) -> ClaimError:
    return ClaimError(f"“{fact.name}” must be {what}, not {value!r}.")


def _text(fact: Fact, value: Any) -> str:
    if isinstance(value, str):
        return value
    raise _wrong(fact, "text", value)


def _card(fact: Fact, value: Any) -> str:
    return card_text(parse_card(_text(fact, value))).replace("T", "10")


def _cards(fact: Fact, value: Any) -> list[str]:
    texts = value.replace(",", " ").split() if isinstance(value, str) else value
    if not isinstance(texts, list | tuple):
        raise _wrong(fact, "a list of cards", value)
    if len(texts) > MOST_CARDS:
        raise ClaimError(f"“{fact.name}” names {len(texts)} cards: more than two packs hold.")
    return [_card(fact, text) for text in texts]


def _sequences(fact: Fact, value: Any) -> list[list[str]]:
    parts = value.split("/") if isinstance(value, str) else value
    if not isinstance(parts, list | tuple):
        raise _wrong(fact, "a list of sequences", value)
    return [_cards(fact, part) for part in parts]


def _suit(fact: Fact, value: Any) -> str:
    return SUITS[parse_suit(_text(fact, value))]


def _number(fact: Fact, value: Any) -> int:
    if type(value) is int and fact.least <= value <= fact.most:
        return value
    raise _wrong(fact, f"a whole number from {fact.least} to {fact.most}", value)


def _direction(fact: Fact, value: Any) -> int:
    if type(value) in (int, str) and value in _DIRECTIONS:
        return _DIRECTIONS[value]
    raise _wrong(fact, "clockwise or anticlockwise (1 or -1)", value)


def _yes_no(fact: Fact, value: Any) -> bool:
    if isinstance(value, bool):
        return value
    raise _wrong(fact, "true or false", value)


def _choice(fact: Fact, value: Any) -> str:
    allowed = dict(fact.choices)
    if isinstance(value, str) and value in allowed:
        return value
    raise _wrong(fact, f"one of {', '.join(allowed)}", value)


_READERS: dict[Kind, Callable[[Fact, Any], Any]] = {
    "card": _card,
    "cards": _cards,
    "sequences": _sequences,
    "suit": _suit,
    "number": _number,
    "seat": _number,
    "direction": _direction,
    "yes_no": _yes_no,
    "choice": _choice,
}
_COUNTS = ("stock", "pending")
_SHOWN = {"cards": MOST_CARDS, "sequences": MOST_CARDS, "turned_up": MOST_CARDS, "pile_top_last": 2}
"""Facts that are worth nothing without a card, and the most cards of each."""
_SAME_TIME, _LAID = ("top", "pile_top_last"), ("cards", "sequences")
_LYING = (*_SAME_TIME, *_LAID, "hand")
"""Facts whose cards lie on the table or in the hand at one moment, so that no card is among them twice."""


def _conserved(read: Mapping[str, Any], rules: Rules) -> None:
    """No card that the game does not have, and none more often than its packs hold it."""
    deal = rules.deal
    pack = set(deal.pack)
    packs = deal.packs(read.get("players", deal.seats_max))
    for name, value in read.items():
        for card in _all_cards(name, value):
            if card not in pack and not (is_joker(card) and any(map(is_joker, pack))):
                raise ClaimError(f"“{name}”: {card_symbol(card)} is not in the pack of {rules.rulebook.title}.")
    _hand_in_pack(read, packs * len(deal.pack))
    for card, times in _present(read).items():
        if times > packs * (2 if is_joker(card) else 1):
            where = " and ".join(
                f"“{name}”" for name in _LYING if name in read and card in _all_cards(name, read[name])
            )
            words = f"{card_symbol(card)} is named {times} times, under {where}: there are not so many in the pack."
            raise ClaimError(f"{words} Take it away where it was not.")


def _hand_in_pack(read: Mapping[str, Any], most: int) -> None:
    for name in ("hand", "cards"):
        if len(read.get(name, ())) > most:
            held = len(read[name])
            raise ClaimError(f"“{name}” names {held} cards, but the pack has only {most}: take some away.")


def _present(read: Mapping[str, Any]) -> Counter[Card]:
    """Every card that lies there at one moment; a hand may be shown with or without the cards that were laid."""
    shown = Counter(card for name in _SAME_TIME if name in read for card in _all_cards(name, read[name]))
    laid = Counter(card for name in _LAID if name in read for card in _all_cards(name, read[name]))
    hand = Counter(_all_cards("hand", read.get("hand", [])))
    return shown + (laid | hand)


def _all_cards(name: str, value: Any) -> list[Card]:
    kind = FACTS[name].kind
    if kind == "card":
        return [parse_card(value)]
    if kind == "sequences":
        return [parse_card(text) for sequence in value for text in sequence]
    return [parse_card(text) for text in value] if kind == "cards" else []


def _at_table(read: Mapping[str, Any], asked: tuple[str, ...], rules: Rules) -> None:
    """Players, seats and counts that the game can have; a wrong deal may be one of too many players."""
    deal = rules.deal
    players = read.get("players", deal.seats_max)
    if "dealt" not in asked and not deal.seats_min <= players <= deal.seats_max:
        seats = f"{deal.seats_min} to {deal.seats_max}" if deal.seats_min < deal.seats_max else str(deal.seats_max)
        raise ClaimError(f"“players” is {players}, but {rules.rulebook.title} is for {seats} players.")
    most = deal.packs(players) * len(deal.pack)
    for name, value in read.items():
        if FACTS[name].kind == "seat" and value > players:
            raise ClaimError(f"“{name}” is seat {value}, but there are {players} players.")
        if name in _COUNTS and value > most:
            raise ClaimError(f"“{name}” is {value}, but there are only {most} cards.")
        if name in _SHOWN and not 1 <= len(value) <= _SHOWN[name]:
            least = "one card" if _SHOWN[name] > 2 else "one card or two"
            raise ClaimError(f"“{name}” must name {least}{' at least' if _SHOWN[name] > 2 else ''}.")
