"""The facts a claim can carry: how an umpire is asked for each, and how it is read and checked."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from scoring.cards import SUITS, Card, CardError, card_symbol, card_text, is_joker, parse_card, parse_suit
from scoring.rulebook import Rules

Kind = Literal["card", "cards", "sequences", "suit", "number", "seat", "direction", "yes_no", "choice"]
MOST_CARDS = 104


class ClaimError(ValueError):
    """A claim that cannot be worked with; the message names the fact and says what would do."""


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing an umpire may be asked: its name, the question, the kind of answer and the range of a number.

    `choices` pairs each value of a choice with its words.
    """

    name: str
    question: str
    kind: Kind
    least: int = 0
    most: int = 0
    choices: tuple[tuple[str, str], ...] = ()


_SEAT = (1, 10)
FACTS: dict[str, Fact] = {
    fact.name: fact
    for fact in (
        Fact("cards", "Which card or cards were laid, in order?", "cards"),
        Fact("sequences", "Which sequences were put down, in order?", "sequences"),
        Fact("nominate", "Which suit was named?", "suit"),
        Fact("top", "Which card lay on top before it?", "card"),
        Fact("suit_in_force", "Which suit was to be followed?", "suit"),
        Fact("pending", "How many penalty cards were due?", "number", 0, 52),
        Fact("direction", "Which way was play going?", "direction"),
        Fact("stock", "How many cards are left in the stock?", "number", 0, MOST_CARDS),
        Fact("hand", "Which cards are in the hand?", "cards"),
        Fact("already_picked_up", "Had they already picked up in this turn?", "yes_no"),
        Fact("pile_top_last", "Which two cards lay on the pile, the top one last?", "cards"),
        Fact("laid_off_this_turn", "Had they already laid off in this turn?", "yes_no"),
        Fact("drawn_this_turn", "Had they already drawn in this turn?", "yes_no"),
        Fact("up_to", "Which card was the player up to?", "card"),
        Fact("opponent_up_to", "Which card was the opponent up to?", "card"),
        Fact("opponent_has_put_down", "Had the opponent put down before?", "yes_no"),
        Fact("players", "How many players are at the table?", "number", 2, 10),
        Fact("named_before", "Had a suit been named before?", "yes_no"),
        Fact("own_suit", "Of which suit is the 8 or Ace itself?", "suit"),
        Fact("by", "Which seat challenged?", "seat", *_SEAT),
        Fact("offender_hand_count", "How many cards did they hold then?", "number", 0, 52),
        Fact("said", "Was the call made in time?", "yes_no"),
        Fact("offender_has_acted", "Have they had another turn since?", "yes_no"),
        Fact("confirmed", "Have the scores been confirmed?", "yes_no"),
        Fact("twos", "How many 2s were laid without anybody taking the cards?", "number", 0, 8),
        Fact("fours", "How many 4s were laid without anybody taking the cards?", "number", 0, 8),
        Fact("taken", "How many cards were taken?", "number", 0, 52),
        Fact("two_was_last", "Was the 2 somebody's last card?", "yes_no"),
        Fact("turn", "Whose turn was it?", "seat", *_SEAT),
        Fact("before", "Which seat played just before?", "seat", *_SEAT),
        Fact("card_before", "Which card did that seat lay? (none if it picked up)", "card"),
        Fact("dealt", "How many cards was each player dealt?", "number", 0, 52),
        Fact("decks", "How many packs were used?", "number", 1, 4),
        Fact("turned_up", "Which cards were turned up at the start, in order?", "cards"),
        Fact("dealer", "Which seat dealt?", "seat", *_SEAT),
        Fact("began", "Which seat began?", "seat", *_SEAT),
        Fact("card", "Which card was seen?", "card"),
        Fact(
            "whose",
            "Where was the card?",
            "choice",
            choices=(("hand", "in a hand"), ("stock", "in the stock"), ("deal", "being dealt")),
        ),
        Fact("consecutive_misses", "How many turns in a row were missed or passed?", "number", 0, 100),
        Fact("claimed", "Which points were written down?", "number", 0, 9999),
        Fact("period_over", "Is the time for corrections over?", "yes_no"),
        Fact("player_says", "What does the player say the hand counts?", "number", 0, 9999),
        Fact("checker_says", "What does the checker say it counts?", "number", 0, 9999),
        Fact("checker", "Which seat signed as checker?", "seat", *_SEAT),
    )
}
"""Every fact by its name; the names are those of case files where these have the fact."""

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
_SAME_TIME = ("top", "hand", "pile_top_last")
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
    present = Counter(card for name in _SAME_TIME if name in read for card in _all_cards(name, read[name]))
    for card, times in present.items():
        if times > packs * (2 if is_joker(card) else 1):
            raise ClaimError(f"{card_symbol(card)} is named {times} times: there are not so many in the pack.")


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
