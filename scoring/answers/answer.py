"""The answer to one question at the table: verdict, why, what fits instead, what to do now, what to look at."""

import re
from dataclasses import dataclass

from scoring.answers.fitting import Fits, fits
from scoring.answers.headlines import Tone, headline
from scoring.answers.needs import to_look_at
from scoring.answers.otherwise import Otherwise, otherwise
from scoring.rulebook import Rules
from scoring.ruling import Claim, Ruling, Statement
from scoring.rulings import adjudicate

_SENTENCE = re.compile(r"(?<=[.;])\s+(?=\S)")


@dataclass(frozen=True, slots=True)
class Answer:
    """A ruling for use at the table, from which a record can be made later.

    `why` are the statements of law, the first one being the reason in brief; `now` are the acts at the table in order,
    a sentence each; `look_at` names facts still to be told where the tone is `open`.
    """

    ruling: Ruling
    tone: Tone
    headline: str
    why: tuple[Statement, ...]
    now: tuple[str, ...]
    fits: Fits | None
    otherwise: tuple[Otherwise, ...]
    look_at: tuple[str, ...]


def answer(claim: Claim, rules: Rules) -> Answer:
    """Answer a claim made by `read_claim` for the same rules. Raises ClaimError for a kind the game does not know."""
    ruling = adjudicate(claim, rules)
    tone, line = headline(ruling)
    # What another option would say stands in a paragraph of its own, not among the reasons.
    why = tuple(said for said in ruling.law.statements if not said.words.startswith("Under "))
    settled = tone != "open"
    return Answer(
        ruling,
        tone,
        line,
        why,
        _acts(ruling),
        fits(ruling),
        otherwise(ruling) if settled else (),
        to_look_at(ruling),
    )


def _acts(ruling: Ruling) -> tuple[str, ...]:
    """What is done at the table, one act a sentence: the rectification, then what it costs."""
    said = [*ruling.rectification.statements]
    if ruling.penalty.sanction != "none":
        said += ruling.penalty.statements
    heard = [statement.words for statement in said if statement.aloud]
    return tuple(_act(part) for words in heard for part in _SENTENCE.split(words.removeprefix("No win: ")))


def _act(part: str) -> str:
    bare = part.rstrip(".;:")
    return f"{bare[0].upper()}{bare[1:]}."
