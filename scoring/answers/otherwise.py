"""What another choice of the event would have made of the same claim: the sentence players argue about."""

from dataclasses import dataclass

from scoring.answers.headlines import headline
from scoring.rulebook import Option
from scoring.ruling import Ruling
from scoring.rulings import adjudicate


@dataclass(frozen=True, slots=True)
class Otherwise:
    """An option that decides here: what the event chose in words, the other choice, and what it would say.

    `turns`: the verdict itself would be another, not only what follows from it.
    """

    option: str
    in_force: str
    other: str
    verdict: str
    remedy: str
    turns: bool


def otherwise(ruling: Ruling) -> tuple[Otherwise, ...]:
    """Every single choice that would turn the verdict, then those that it applies and that would change what follows.

    What another choice would merely ask to be looked at first is left out: it would be no answer to the table.
    """
    found = [
        each
        for option in ruling.rules.rulebook.options
        for value in option.values
        if value != ruling.rules[option.name] and (each := _under(ruling, option, value))
    ]
    return tuple(sorted(found, key=lambda each: not each.turns))


def _under(ruling: Ruling, option: Option, value: str) -> Otherwise | None:
    other = adjudicate(ruling.claim, ruling.rules.but(option.name, value))
    if other.rectification.act == "look" or _said(other) == _said(ruling):
        return None
    verdict = headline(other)[1]
    turns = verdict != headline(ruling)[1]
    if not turns and not set(option.questions) & set(ruling.questions):
        return None
    in_force, instead = (_sentence(option.meaning(each)) for each in (ruling.rules[option.name], value))
    return Otherwise(option.name, in_force, instead, verdict, _said(other)[1], turns)


def _said(ruling: Ruling) -> tuple[str, str]:
    """Verdict and what is done, which is all a table notices."""
    done = [said.words for said in ruling.rectification.statements]
    cost = [said.words for said in ruling.penalty.statements if ruling.penalty.sanction != "none"]
    return headline(ruling)[1], " ".join((*done, *cost))


def _sentence(words: str) -> str:
    return f"{words[0].upper()}{words[1:]}."
