"""A disputed play as it is told on a phone: all of it travels in the address, so that it can be reloaded and shared."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any
from urllib.parse import urlencode

from scoring.irregularities.facts import FACTS, Fact
from scoring.irregularities.situation import Situation
from scoring.rulebook import Rules
from scoring.ruling import NOTICED, SOURCES, Claim
from scoring.rulings import ClaimError, read_claim, situations
from tournament.forms.ask_facts import LABELS, LEADING, LETTERS, SEAT

LONGEST = 400
_QUOTED = re.compile(r"“(\w+)”")
_FIGURES = re.compile(r"-?[0-9]{1,9}")


class UnknownSituationError(ValueError):
    """A kind of claim that this game does not know."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What has been told of one situation so far.

    `told` holds the facts as texts of the address (cards `QS 10H`, seats as letters); `on` is the fact asked now; `key`
    a suit or rank tapped that waits for the other half; `table` and `round` say where, if that is known; `refers_to` is
    the number of an earlier ruling that this one would come back to.
    """

    kind: str
    situation: Situation
    rules: Rules
    told: Mapping[str, str]
    on: str = ""
    key: str = ""
    table: str = ""
    round: str = ""
    refers_to: str = ""

    @property
    def noticed(self) -> str:
        """When it was noticed, before the next play unless said otherwise."""
        return self.told.get("noticed") or next(iter(NOTICED))

    @property
    def source(self) -> str:
        """How the facts were found."""
        return self.told.get("source") or next(iter(SOURCES))

    @property
    def facts(self) -> tuple[str, ...]:
        """Every fact that can be told, in the order of asking; `seat` among them."""
        leading = [name for name in LEADING[self.kind] if name in (*self.situation.facts, SEAT)]
        return tuple(dict.fromkeys((*self.situation.needed, *leading, SEAT, *self.situation.facts)))

    @property
    def asked_first(self) -> tuple[str, ...]:
        """The facts that are asked one after the other."""
        leading = [name for name in LEADING[self.kind] if name in self.facts]
        return tuple(dict.fromkeys((*leading, *self.situation.needed)))

    @property
    def missing(self) -> tuple[str, ...]:
        """What must be told before anything can be answered."""
        return tuple(name for name in self.situation.needed if not self.told.get(name))

    @property
    def query(self) -> str:
        """The address behind the question mark."""
        return urlencode(self.carried)

    @property
    def carried(self) -> dict[str, str]:
        """All that the address holds, by name: what was told, what is asked, and where."""
        more = {name: getattr(self, name) for name in ("table", "round", "refers_to", "on", "key")}
        return {name: text for name, text in (dict(self.told) | more).items() if text}

    @property
    def next_open(self) -> str:
        """The first fact asked that has not been told, or none."""
        return next((name for name in self.asked_first if not self.told.get(name)), "")

    def but(self, name: str, text: str) -> "Asked":
        """The same with one fact told otherwise; an empty text takes it back."""
        return replace(self, told={**self.told, name: text})


def read_asked(kind: str, query: Mapping[str, str], rules: Rules) -> Asked:
    """What an address tells. Raises UnknownSituationError; whatever else is wrong is found by `claim_told`."""
    known = situations(rules)
    if kind not in known:
        raise UnknownSituationError(f"{rules.rulebook.title} has no situation of that name: choose one from the list.")
    names = (*known[kind].facts, SEAT, "noticed", "source")
    told = {name: query.get(name, "").strip()[:LONGEST] for name in names if query.get(name, "").strip()}
    kept = {name: query.get(name, "").strip()[:20] for name in ("table", "round", "refers_to", "key")}
    asked = Asked(kind, known[kind], rules, told, **kept)
    on = query.get("on", "")
    return replace(asked, on=on if on in asked.facts else asked.next_open)


def claim_told(asked: Asked) -> dict[str, Any]:
    """The claim as `scoring` reads it, from the texts of the address. Raises ClaimError with a sentence."""
    facts = {name: _value(FACTS[name], text) for name, text in asked.told.items() if name in FACTS and text}
    told: dict[str, Any] = {"kind": asked.kind, "noticed": asked.noticed, "source": asked.source, "facts": facts}
    if asked.told.get(SEAT):
        told[SEAT] = _seat(LABELS[SEAT], asked.told[SEAT])
    return told


def claim(asked: Asked) -> Claim:
    """The claim that was told. Raises ClaimError with a sentence that names the field as the page does."""
    try:
        return read_claim(claim_told(asked), asked.rules)
    except ClaimError as wrong:
        raise ClaimError(_QUOTED.sub(lambda found: f"“{LABELS.get(found[1], found[1])}”", str(wrong))) from None


def asked_again(claim: Claim, rules: Rules) -> Asked:
    """A claim on record as it was told: what `claim` makes of it again is the same."""
    told = {name: _text(FACTS[name], value) for name, value in claim.facts.items()}
    told |= {"noticed": claim.noticed, "source": claim.source}
    if claim.seat is not None:
        told[SEAT] = LETTERS[claim.seat - 1]
    return Asked(claim.kind, situations(rules)[claim.kind], rules, told)


def _text(fact: Fact, value: Any) -> str:
    """A fact as the address holds it."""
    if fact.kind == "seat":
        return LETTERS[value - 1]
    if fact.kind == "yes_no":
        return "yes" if value else "no"
    if fact.kind == "sequences":
        return "/".join(" ".join(one) for one in value)
    return " ".join(value) if fact.kind == "cards" else str(value)


def _value(fact: Fact, text: str) -> Any:
    """A text of the address as the fact's kind wants it; what cannot be read is left for `read_claim` to refuse."""
    if fact.kind == "seat":
        return _seat(fact.name, text)
    if fact.kind in ("number", "direction"):
        return int(text) if _FIGURES.fullmatch(text) else text
    if fact.kind == "yes_no":
        return {"yes": True, "no": False}.get(text, text)
    return text


def _seat(name: str, text: str) -> int:
    letter = text.upper()
    if len(letter) == 1 and letter in LETTERS:
        return LETTERS.index(letter) + 1
    raise ClaimError(f"“{name}” must be a seat from A to J, not “{text[:20]}”.")
