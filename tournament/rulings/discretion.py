"""Rulings at the umpire's discretion, where no rule and no earlier ruling covers a case: from the
sentence of the umpire to a ruling, and from the rulings of an evening to what every table may read
of them, without names.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.timezone import localtime

from scoring.disputes.claims import ClaimError
from scoring.law.rulebook import Rules
from scoring.words import spelt
from tournament.counting.plan import table_label
from tournament.counting.rulings import OWN_WORD, decided, overruling, rulings, state
from tournament.counting.scores import rules
from tournament.models import Event, Guest, Ruling, Seat
from tournament.models.guest import fault_in_words
from tournament.rulings.reading import ACTS, decided_words, situation_name

LONGEST_SENTENCE = 140
MOST_DRAWN, MOST_CHARGED, MOST_SEATS = 52, 500, 20
LAST = 3
"""How many of these rulings are offered to the next umpire who asks."""
NO_SUCH_SEAT = "Against whom: choose a seat of the table."
AT_TABLE = {"stands": "The play stands", "back": "The card goes back", "redeal": "Deal again"}
"""What may happen at the table, by the name of its field: any of them, beside what it costs."""
_ACTS = {
    "redeal": ("redeal", f"{ACTS['redeal']}."),
    "back": ("restore", "The card goes back."),
    "stands": ("stands", "The play stands."),
}
"""What is chosen, as an act of a ruling and in its words; of several the first one counts as it."""
_PLAYS_ON = "Play goes on."
_NO_PENALTY = "No penalty."
_CARD_WORDS = frozenset(("ace", "jack", "queen", "king", "joker", "card", "cards"))
"""Names that a sentence about cards has anyway."""
_LETTER = re.compile(r"\b([B-J])(’s|'s)?(?=\W|$)")
"""The letter of a seat; that of seat A reads like an article."""


def claim_of(answers: Mapping[str, Any]) -> dict[str, Any]:
    """The claim that a form makes: the sentence, the seat by its letter, and what is pressed."""
    names = ("sentence", *AT_TABLE, "warning", "drawn", "charged")
    facts = {name: answers[name] for name in names if answers.get(name)}
    letter = str(answers.get("against") or "")
    seat = {"seat": ord(letter) - ord("A") + 1} if letter else {}
    return {"kind": OWN_WORD, "noticed": "at_once", "facts": facts, **seat}


def five_parts(claim: Mapping[str, Any]) -> dict[str, Any]:
    """The ruling in the five parts of every other, from finding to finality.

    Raises ClaimError with a sentence that names what is wrong.
    """
    facts, seat = _facts(claim), claim.get("seat")
    acts = [_ACTS[name] for name in _ACTS if facts.get(name)]
    act = acts[0][0] if acts else "play_on"
    remedy = [words for _act, words in acts] or [_PLAYS_ON]
    penalty = list(_penalty(facts, f"Seat {seat}" if seat else "The player"))
    sanction = "cards" if facts.get("drawn") else "warning" if facts.get("warning") else "none"
    sentence = str(facts["sentence"])
    finding = sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
    return {
        "kind": OWN_WORD,
        "noticed": "at_once",
        "finding": {"source": "agreed", "statements": _statements(finding)},
        "law": {
            "needs": [],
            "statements": _statements("No rule and no earlier ruling covers this."),
        },
        "rectification": {"act": act, "statements": _statements(*remedy)},
        "penalty": {
            "sanction": sanction,
            "cards": facts.get("drawn", 0),
            "statements": _statements(*penalty or [_NO_PENALTY]),
        },
        "finality": {"statements": _statements("The head umpire sees it and may overrule it.")},
        "clauses": [],
        "questions": [],
        "status": "discretion",
        "spoken": " ".join((finding, *remedy, *penalty)),
    }


def _facts(claim: Mapping[str, Any]) -> Mapping[str, Any]:
    """The facts of a claim, checked: whoever sends it is not trusted. Raises ClaimError."""
    facts, seat = claim.get("facts"), claim.get("seat")
    if not isinstance(facts, Mapping):
        raise ClaimError("What happened: say it in one sentence.")
    sentence = facts.get("sentence")
    if not isinstance(sentence, str) or not sentence.strip():
        raise ClaimError("What happened: say it in one sentence.")
    if len(sentence) > LONGEST_SENTENCE:
        raise ClaimError(f"What happened: at most {LONGEST_SENTENCE} letters.")
    if fault := fault_in_words(sentence):
        raise ClaimError(f"What happened: {fault}")
    if seat is not None and not _is_number(seat, MOST_SEATS):
        raise ClaimError(NO_SUCH_SEAT)
    for name, label, most in (("drawn", "Cards", MOST_DRAWN), ("charged", "Points", MOST_CHARGED)):
        if name in facts and not _is_number(facts[name], most):
            raise ClaimError(f"{label}: a whole number from 1 to {most}.")
    if not any(facts.get(name) for name in (*AT_TABLE, "warning", "drawn", "charged")):
        raise ClaimError("What happens now: choose one at least.")
    return facts


def _is_number(value: object, most: int) -> bool:
    return type(value) is int and 1 <= value <= most


def _penalty(facts: Mapping[str, Any], player: str) -> Iterable[str]:
    if facts.get("drawn"):
        yield f"{player} takes {spelt(facts['drawn'], 'card')}."
    if facts.get("charged"):
        yield f"{player} is charged {spelt(facts['charged'], 'point')}; the desk enters them."
    if facts.get("warning"):
        yield f"A warning to {player[0].lower()}{player[1:]}."


def _statements(*sentences: str) -> list[dict[str, Any]]:
    rest = {"status": "discretion", "clauses": [], "question": "", "option": ""}
    return [{"words": words, **rest} for words in sentences]


@dataclass(frozen=True, slots=True)
class Precedent:
    """A ruling of the evening as every table may read it: without names. Where the umpire decided
    without a rule and was not overruled, `own` are the fields of the form for deciding alike.
    """

    number: int
    where: str
    happened: str
    ruled: str
    signed: str
    own: Mapping[str, Any]


def decided_tonight(event: Event) -> list[Precedent]:
    """The rulings of an evening, the latest first. Four queries at most."""
    latest_first = list(rulings(event).order_by("-number"))
    names = _Names(event) if any(ruling.kind == OWN_WORD for ruling in latest_first) else None
    in_force = rules(event)
    return [
        _by_discretion(ruling, names)
        if ruling.kind == OWN_WORD and names
        else _by_rules(ruling, in_force)
        for ruling in latest_first
    ]


def _by_rules(ruling: Ruling, in_force: Rules) -> Precedent:
    return Precedent(
        number=ruling.number,
        where=_where(ruling),
        happened=situation_name(in_force, ruling.kind),
        ruled=f"{decided_words(decided(ruling))}.",
        signed=_signed(ruling),
        own={},
    )


def _by_discretion(ruling: Ruling, names: "_Names") -> Precedent:
    sentence = names.removed(str(ruling.claim["facts"]["sentence"]), ruling)
    overruled = overruling(ruling)
    if overruled:
        ruled = names.removed(overruled.parts.get("rectification", ""), ruling)
        ruled = ruled or f"{decided_words(decided(ruling))}."
        own = {}
    else:
        parts = five_parts({**ruling.claim, "seat": None})
        ruled = " ".join(
            statement["words"]
            for part in ("rectification", "penalty")
            for statement in parts[part]["statements"]
            if statement["words"] not in (_NO_PENALTY, _PLAYS_ON)
        )
        own = {**ruling.claim["facts"], "sentence": sentence}
    return Precedent(ruling.number, _where(ruling), sentence, ruled, _signed(ruling), own)


def _where(ruling: Ruling) -> str:
    clock = f"{localtime(ruling.given_at):%H:%M}"
    if ruling.table is None:
        return clock
    return f"{clock}, table {table_label(ruling.event, ruling.table.number)}"


def _signed(ruling: Ruling) -> str:
    words = {
        "given": "By an umpire; the head umpire has not signed it yet.",
        "accepted": "By an umpire; the head umpire has signed it.",
    }
    return words.get(state(ruling), "Overruled: this is what stands.")


class _Names:
    """The names of an evening, to be removed from what other tables read."""

    def __init__(self, event: Event) -> None:
        guests = Guest.objects.filter(event=event).values_list("pk", "name")
        self.names = {guest: name for guest, name in guests if name}
        self.guests_of_table: defaultdict[int, set[int]] = defaultdict(set)
        seats = Seat.objects.filter(event=event).values_list("table_id", "guest_id")
        for table, guest in seats:
            self.guests_of_table[table].add(guest)

    def removed(self, sentence: str, ruling: Ruling) -> str:
        """The sentence with `a player` in place of every name and every letter of a seat. Parts of
        a name are removed too: for guests at that table also in small letters, for others not where
        the part is the word for a card.
        """
        at_table = self.guests_of_table[ruling.table_id or 0]
        text = sentence
        for name in sorted(self.names.values(), key=len, reverse=True):
            text = re.sub(rf"(?i)\b{re.escape(name)}(?!\w)", "a player", text)
        for guest, name in self.names.items():
            for part in re.findall(r"\w{2,}", name):
                if part.casefold() in _CARD_WORDS and guest not in at_table:
                    continue
                any_case = "(?i)" if guest in at_table and len(part) > 3 else ""
                text = re.sub(rf"{any_case}\b{re.escape(part)}\b", "a player", text)
        text = _LETTER.sub(lambda match: f"a player{match[2] or ''}", text)
        # First and last name give one player, not two.
        text = re.sub(r"(?:a player[ -]*)+(?=a player)", "", text)
        return f"{text[0].upper()}{text[1:]}" if text else text
