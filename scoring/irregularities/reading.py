"""A claim as JSON has it, read and checked against what its kind needs."""

from collections.abc import Mapping
from typing import Any

from scoring.irregularities import IRREGULARITIES
from scoring.irregularities.checking import ClaimError, read_facts
from scoring.irregularities.facts import FACTS
from scoring.irregularities.situation import Situation
from scoring.rulebook import Rules
from scoring.ruling import NOTICED, SOURCES, Claim

KEYS = ("id", "game", "options", "kind", "noticed", "seat", "source", "facts")
SEATS = 10


def situations(rules: Rules) -> dict[str, Situation]:
    """Every kind of irregularity this game knows, with its words and the facts it asks, the commonest first."""
    game = rules.rulebook.name
    return {kind: known.games[game] for kind, known in IRREGULARITIES.items() if game in known.games}


def read_claim(told: Mapping[str, Any], rules: Rules) -> Claim:
    """Read a claim such as {"kind": "card_did_not_match", "noticed": "at_once", "seat": 3, "facts": {...}}.

    `noticed` is `at_once` unless given, `source` is `agreed`. Raises ClaimError naming what is wrong.
    """
    if not isinstance(told, Mapping):
        raise ClaimError("A claim is an object with “kind”, “noticed”, “seat” and “facts”.")
    unknown = [key for key in told if key not in KEYS]
    if unknown:
        raise ClaimError(f"A claim has no “{unknown[0]}”. Its keys are: {', '.join(KEYS)}.")
    kind = told.get("kind")
    situation = _situation(kind, rules)
    facts = told.get("facts") or {}
    if not isinstance(facts, Mapping):
        raise ClaimError("“facts” must be an object: the name of each fact and what was seen.")
    read = read_facts(facts, situation.facts, rules)
    missing = [name for name in situation.needed if name not in read]
    if missing:
        raise ClaimError(f"“{missing[0]}” is needed: {FACTS[missing[0]].question}")
    seat = _seat(told.get("seat"), read.get("players", min(SEATS, rules.deal.seats_max)))
    noticed, source = _one_of("noticed", told, NOTICED), _one_of("source", told, SOURCES)
    return Claim(str(kind), noticed, seat, read, source)


def _situation(kind: Any, rules: Rules) -> Situation:
    known = situations(rules)
    if isinstance(kind, str) and kind in known:
        return known[kind]
    title = rules.rulebook.title
    raise ClaimError(f"{title} knows no irregularity {kind!r}. It knows: {', '.join(known)}.")


def _one_of(key: str, told: Mapping[str, Any], allowed: Mapping[Any, str]) -> Any:
    value = told.get(key)
    if value is None:
        return next(iter(allowed))
    if isinstance(value, str) and value in allowed:
        return value
    raise ClaimError(f"“{key}” must be one of {', '.join(allowed)}, not {value!r}.")


def _seat(value: Any, players: int) -> int | None:
    if value is None or (type(value) is int and 1 <= value <= players):
        return value
    raise ClaimError(f"“seat” must be a whole number from 1 to {players}, not {value!r}.")
