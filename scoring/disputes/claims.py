"""A claim as JSON has it, read and checked against what its kind needs, with a clear sentence for
each fact that cannot be.
"""

from collections.abc import Callable, Mapping
from typing import Any

from scoring.cards import SUITS, CardError, case_text, parse_card, parse_suit
from scoring.disputes.irregularities import IRREGULARITIES
from scoring.disputes.settlements import EVERYDAY
from scoring.games.registry import ENGINES, conduct, engine
from scoring.law.case import Case
from scoring.law.facts import FACTS, MOST_CARDS, MOST_PLAYERS, NONE, Fact, Kind
from scoring.law.possible import ImpossibleError
from scoring.law.rulebook import Rules
from scoring.law.ruling import NOTICED, SOURCES, Claim
from scoring.law.situations import Situation


class ClaimError(ValueError):
    """A claim that cannot be worked with; the message names the fact and says what would do."""


_DIRECTIONS: dict[Any, int] = {1: 1, -1: -1, "clockwise": 1, "anticlockwise": -1}


def read_facts(facts: Mapping[str, Any], names: tuple[str, ...], rules: Rules) -> dict[str, Any]:
    """Check the facts told against those asked for and write them as case files do; null counts as
    not told.

    Whether they can all be true together is for `read_claim`. Raises ClaimError naming the fact.
    """
    read: dict[str, Any] = {}
    for name, value in facts.items():
        if name not in names:
            raise ClaimError(
                f"“{name}” is not asked for here. Facts that help: {', '.join(names)}."
            )
        if value is not None:
            read[name] = _read(FACTS[name], value)
    _refuse_miscounted(read)
    return read


def _read(fact: Fact, value: Any) -> Any:
    try:
        return _READERS[fact.kind](fact, value)
    except CardError as fault:
        raise ClaimError(f"“{fact.name}”: {fault}") from None


def _wrong(fact: Fact, subject: str, value: Any) -> ClaimError:
    return ClaimError(f"“{fact.name}” must be {subject}, not {value!r}.")


def _text(fact: Fact, value: Any) -> str:
    if isinstance(value, str):
        return value
    raise _wrong(fact, "text", value)


def _card(fact: Fact, value: Any) -> str:
    return case_text(parse_card(_text(fact, value)))


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
_SHOWN = {"cards": MOST_CARDS, "sequences": MOST_CARDS, "turned_up": MOST_CARDS, "pile_top_last": 2}
"""Facts that are worth nothing without a card, and the most cards of each."""


def _refuse_miscounted(read: Mapping[str, Any]) -> None:
    for name, value in read.items():
        if name in _SHOWN and not 1 <= len(value) <= _SHOWN[name]:
            if _SHOWN[name] > 2:
                raise ClaimError(f"“{name}” must name one card at least.")
            raise ClaimError(f"“{name}” must name one card or two.")


KEYS = ("id", "game", "options", "kind", "noticed", "seat", "source", "facts")


def situations(rules: Rules) -> dict[str, Situation]:
    """Every kind of irregularity this game knows, with its words and the facts it asks, the
    commonest first; those of every table come last.
    """
    game = rules.rulebook.name
    situation_by_name = {**conduct(game).situations, **EVERYDAY} if game in ENGINES else {}
    return {kind: situation_by_name[kind] for kind in IRREGULARITIES if kind in situation_by_name}


def case_of(claim: Claim, rules: Rules) -> Case:
    """A claim with the rules it is judged by and what its game brings."""
    game = rules.rulebook.name
    return Case(claim, rules, engine(game), conduct(game))


def read_claim(fields: Mapping[str, Any], rules: Rules) -> Claim:
    """Read a claim such as {"kind": "card_did_not_match", "noticed": "at_once", "seat": 3, "facts":
    {...}}.

    `noticed` is `at_once` unless given, `source` is `agreed`. Raises ClaimError naming what is
    wrong.
    """
    if not isinstance(fields, Mapping):
        raise ClaimError("A claim is an object with “kind”, “noticed”, “seat” and “facts”.")
    unknown = [key for key in fields if key not in KEYS]
    if unknown:
        raise ClaimError(f"A claim has no “{unknown[0]}”. Its keys are: {', '.join(KEYS)}.")
    kind = fields.get("kind")
    situation = _situation(kind, rules)
    facts = fields.get("facts") or {}
    if not isinstance(facts, Mapping):
        raise ClaimError("“facts” must be an object: the name of each fact and what was seen.")
    unsaid = {name: NONE for name in situation.unsaid if facts.get(name) == NONE}
    values = {name: value for name, value in facts.items() if name not in unsaid}
    read = read_facts(values, (*situation.facts, *situation.older), rules) | unsaid
    missing = [name for name in situation.needed if name not in read]
    if missing:
        raise ClaimError(f"“{missing[0]}” is needed: {FACTS[missing[0]].question}")
    if read.get("missed") is False and conduct(rules.rulebook.name).nothing_to_take(read, rules):
        raise ClaimError(
            "“missed” is no, but “stock” is 0: nothing is picked up from an empty stock. Say how"
            " many cards it had before."
        )
    seat = _seat(fields.get("seat"), read.get("players", min(MOST_PLAYERS, rules.deal.seats_max)))
    noticed, source = _one_of("noticed", fields, NOTICED), _one_of("source", fields, SOURCES)
    try:
        engine(rules.rulebook.name).refuse_impossible(read, {"kind": kind, "seat": seat}, rules)
    except ImpossibleError as impossible:
        raise ClaimError(str(impossible)) from None
    return Claim(str(kind), noticed, seat, read, source)


def _situation(kind: Any, rules: Rules) -> Situation:
    situation_by_name = situations(rules)
    if isinstance(kind, str) and kind in situation_by_name:
        return situation_by_name[kind]
    title = rules.rulebook.title
    raise ClaimError(
        f"{title} knows no irregularity {kind!r}. It knows: {', '.join(situation_by_name)}."
    )


def _one_of(key: str, fields: Mapping[str, Any], allowed: Mapping[Any, str]) -> Any:
    value = fields.get(key)
    if value is None:
        return next(iter(allowed))
    if isinstance(value, str) and value in allowed:
        return value
    raise ClaimError(f"“{key}” must be one of {', '.join(allowed)}, not {value!r}.")


def _seat(value: Any, players: int) -> int | None:
    if value is None or (type(value) is int and 1 <= value <= players):
        return value
    raise ClaimError(f"“seat” must be a whole number from 1 to {players}, not {value!r}.")
