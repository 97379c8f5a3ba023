"""What the page of an answer shows, and what its form sends to make a ruling of it."""

import json
from dataclasses import replace
from typing import Any

from scoring.answers import answer
from scoring.ruling import Ruling
from scoring.rulings import told
from tournament.ask_page import aloud, instead, question, told_now
from tournament.forms.ask import Asked, claim, claim_told
from tournament.forms.entry import new_key
from tournament.models import Event
from tournament.position_words import lettered
from tournament.ruling_page import same_case

MOST_CHOICES = 2


def answered(event: Event, asked: Asked) -> dict[str, Any]:
    """The context of the answer. Raises ClaimError with a sentence where what was told cannot be."""
    found = answer(claim(asked), asked.rules)
    alike = same_case(event, told(found.ruling), asked.kind)
    look_at = [(question(name), replace(asked, on=name, key="").query) for name in found.look_at]
    return {
        "found": found,
        "why": [lettered(said.words) for said in found.why],
        "now": told_now(found),
        "instead": instead(found.fits),
        "choices": found.otherwise[:MOST_CHOICES],
        "clauses": [asked.rules.rulebook.clause(name) for name in _cited(found.ruling)],
        "aloud": aloud(found),
        "look_at": look_at,
        "back": asked.query,
        "claim_json": json.dumps(claim_told(asked)),
        "key": new_key(),
        "alike": alike,
        "departs": any(not one.same for one in alike[:1]),
    }


def _cited(ruling: Ruling) -> tuple[str, ...]:
    """The clauses of law, rectification and penalty; what is final is no matter of this play."""
    said = (statement for part in ruling.parts[1:4] for statement in part.statements)
    return tuple(dict.fromkeys(clause for statement in said for clause in statement.clauses))
