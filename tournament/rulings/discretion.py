"""What the umpire decides where no rule and no ruling of the evening covers it: one sentence,
against whom, what happens now; found by the next who asks, without names.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.timezone import localtime

from scoring.disputes.claims import ClaimError
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
NO_SUCH_SEAT = "Against whom: choose a seat of the table."
AT_TABLE = {"stands": "The play stands", "back": "The card goes back", "redeal": "Deal again"}
"""What may happen at the table, by the name of its field: any of them, beside what it costs."""
_DONE = {
    "redeal": ("redeal", f"{ACTS['redeal']}."),
    "back": ("restore", "The card goes back."),
    "stands": ("stands", "The play stands."),
}
_CARD_WORDS = frozenset(("ace", "jack", "queen", "king", "joker", "card", "cards"))
_LETTER = re.compile(r"\b([B-J])(’s|'s)?(?=\W|$)")


def claim_of(answers: Mapping[str, Any]) -> dict[str, Any]:
    """The claim that a form makes: the sentence, the seat by its letter, and what is pressed."""
    names = ("sentence", *AT_TABLE, "warning", "drawn", "charged")
    facts = {name: answers[name] for name in names if answers.get(name)}
    letter = str(answers.get("against") or "")
    seat = {"seat": ord(letter) - ord("A") + 1} if letter else {}
    return {"kind": OWN_WORD, "noticed": "at_once", "facts": facts, **seat}


def five_parts(claim: Mapping[str, Any]) -> dict[str, Any]:
    """The ruling as `scoring.disputes.adjudication.told` writes one.

    Raises ClaimError with a sentence that names what is wrong.
    """
    facts, seat = _facts(claim), claim.get("seat")
    player = f"Seat {seat}" if seat else "The player"
    acts = [_DONE[name] for name in _DONE if facts.get(name)]
    act = acts[0][0] if acts else "play_on"
    cost = list(_cost(facts, player))
    sanction = "cards" if facts.get("drawn") else "warning" if facts.get("warning") else "none"
    sentence = str(facts["sentence"])
    finding = sentence if sentence.endswith((".", "!", "?")) else f"{sentence}."
    remedy = [words for _act, words in acts] or ["Play goes on."]
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
            "statements": _statements(*cost or ["No penalty."]),
        },
        "finality": {"statements": _statements("The head umpire sees it and may overrule it.")},
        "clauses": [],
        "questions": [],
        "status": "discretion",
        "spoken": " ".join((finding, *remedy, *cost)),
    }


def _facts(claim: Mapping[str, Any]) -> Mapping[str, Any]:
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
    if seat is not None and not _whole(seat, MOST_SEATS):
        raise ClaimError(NO_SUCH_SEAT)
    for name, label, most in (("drawn", "Cards", MOST_DRAWN), ("charged", "Points", MOST_CHARGED)):
        if name in facts and not _whole(facts[name], most):
            raise ClaimError(f"{label}: a whole number from 1 to {most}.")
    if not any(facts.get(name) for name in (*AT_TABLE, "warning", "drawn", "charged")):
        raise ClaimError("What happens now: choose one at least.")
    return facts


def _whole(value: object, most: int) -> bool:
    return type(value) is int and 1 <= value <= most


def _cost(facts: Mapping[str, Any], player: str) -> Iterable[str]:
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
    """A ruling of the evening as every table may read it: without names. `own` are the fields of
    its form, where the umpire decided without a rule.
    """

    number: int
    where: str
    happened: str
    ruled: str
    signed: str
    own: Mapping[str, Any]


def decided_tonight(event: Event) -> list[Precedent]:
    """The rulings of an evening, the latest first. Four queries at most."""
    every = list(rulings(event).order_by("-number"))
    names = _Names(event) if any(ruling.kind == OWN_WORD for ruling in every) else None
    in_force = rules(event)
    return [
        _own(ruling, names)
        if ruling.kind == OWN_WORD and names
        else Precedent(
            ruling.number,
            _where(ruling),
            situation_name(in_force, ruling.kind),
            f"{decided_words(decided(ruling))}.",
            _signed(ruling),
            {},
        )
        for ruling in every
    ]


def _own(ruling: Ruling, names: "_Names") -> Precedent:
    facts = dict(ruling.claim["facts"])
    facts["sentence"] = names.removed(str(facts["sentence"]), ruling)
    parts = five_parts({**ruling.claim, "seat": None})
    last = overruling(ruling)
    words = [
        item["words"]
        for name in ("rectification", "penalty")
        for item in parts[name]["statements"]
        if item["words"] not in ("No penalty.", "Play goes on.")
    ]
    ruled = " ".join(words)
    if last:
        ruled = names.removed(last.parts.get("rectification", ""), ruling)
        ruled = ruled or f"{decided_words(decided(ruling))}."
    own = {} if last else facts
    return Precedent(ruling.number, _where(ruling), facts["sentence"], ruled, _signed(ruling), own)


def _where(ruling: Ruling) -> str:
    at = f"{localtime(ruling.given_at):%H:%M}"
    return f"{at}, table {table_label(ruling.event, ruling.table.number)}" if ruling.table else at


def _signed(ruling: Ruling) -> str:
    words = {
        "given": "By an umpire; the head umpire has not signed it yet.",
        "accepted": "By an umpire; the head umpire has signed it.",
    }
    return words.get(state(ruling), "Overruled: this is what stands.")


class _Names:
    """The names of an evening, to be taken out of what other tables read."""

    def __init__(self, event: Event) -> None:
        guests = Guest.objects.filter(event=event).values_list("pk", "name")
        self.names = {pk: name for pk, name in guests if name}
        seats = Seat.objects.filter(event=event).values_list("table_id", "guest_id")
        self.sitting: dict[int, set[int]] = {}
        for table, guest in seats:
            self.sitting.setdefault(table, set()).add(guest)

    def removed(self, sentence: str, ruling: Ruling) -> str:
        """The sentence with `a player` for every name and letter of a seat: whole names, and their
        parts; of a player at that table also where no capital begins it.
        """
        own = self.sitting.get(ruling.table_id or 0, set())
        text = sentence
        for name in sorted(self.names.values(), key=len, reverse=True):
            text = re.sub(rf"(?i)\b{re.escape(name)}(?!\w)", "a player", text)
        for pk, name in self.names.items():
            for part in re.findall(r"\w{2,}", name):
                if part.casefold() in _CARD_WORDS and pk not in own:
                    continue
                loose = "(?i)" if pk in own and len(part) > 3 else ""
                text = re.sub(rf"{loose}\b{re.escape(part)}\b", "a player", text)
        text = _LETTER.sub(lambda match: f"a player{match[2] or ''}", text)
        text = re.sub(r"(?:a player[ -]*)+(?=a player)", "", text)
        return f"{text[0].upper()}{text[1:]}" if text else text
