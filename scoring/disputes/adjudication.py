"""How a disputed play is ruled: a claim goes in, a ruling of five parts comes out; its paper and
its JSON.
"""

from collections.abc import Iterator
from typing import Any

from scoring.disputes.claims import ClaimError, case_of, read_claim, situations
from scoring.disputes.irregularities import settle
from scoring.disputes.settlements import statements
from scoring.disputes.untold import Fork, forks_of
from scoring.law.case import Case, Settled
from scoring.law.rulebook import Rules
from scoring.law.ruling import (
    NOTICED,
    SOURCES,
    Act,
    Claim,
    Finality,
    Finding,
    Law,
    Part,
    Penalty,
    Rectification,
    Ruling,
    Source,
    Statement,
    spoken,
)

__all__ = [
    "Claim",
    "ClaimError",
    "Ruling",
    "adjudicate",
    "printed",
    "read_claim",
    "situations",
    "spoken",
    "told",
]

_OWN_READING = ("tally_contested",)
"""Kinds about facts nobody can determine: they are ruled as such, not left as they are."""
_NO_PENALTY: dict[Act, str] = {"none": "No penalty.", "look": "No penalty for now."}
_HOW_SURE: dict[Source, Any] = {
    "agreed": "text",
    "cards_seen": "text",
    "balance": "discretion",
    "unknown": "discretion",
}


def adjudicate(claim: Claim, rules: Rules) -> Ruling:
    """Rule on a claim that `read_claim` made for the same rules; none of those is refused.

    Remedies follow the text first, then the reading of an open question with the option in force,
    then discretion named as such: restore what nothing was built on, let stand what play has gone
    on from. Where the verdict depends on something unseen, or on a fact that nobody has told, the
    ruling names what must be looked at. Raises ClaimError for a kind the game does not know, which
    only a claim made for another game can be of.
    """
    ruling = ruled(claim, rules)
    if ruling.rectification.act == "look" or claim.source == "unknown":
        return ruling
    fork = next(forks(claim, rules), None)
    if fork is None:
        return ruling
    case = case_of(claim, rules)
    late = f". Noticed {NOTICED[case.noticed]}."
    findings = {branch.ruling.finding.statements[0].words for branch in fork.branches}
    name = situations(case.rules)[case.claim.kind].name
    finding = findings.pop().removesuffix(late) if len(findings) == 1 else name
    untold = Statement(
        f"Nobody has told {fork.need}.", "discretion", ruling.law.statements[0].clauses
    )
    return _drawn_up(case, case.look(finding, (untold,), fork.need))


def forks(claim: Claim, rules: Rules) -> Iterator[Fork]:
    """The facts that nobody has told and that turn the verdict, each with what it would be."""
    return forks_of(claim, rules, ruled)


def granted(claim: Claim, rules: Rules) -> Iterator[Fork]:
    """The facts that a situation takes for granted and that would turn the verdict."""
    return forks_of(claim, rules, ruled, granted=True)


def ruled(claim: Claim, rules: Rules) -> Ruling:
    """The ruling by what was told alone. Raises ClaimError for a kind the game does not know."""
    if claim.kind not in situations(rules):
        raise ClaimError(f"{rules.rulebook.title} knows no irregularity “{claim.kind}”.")
    case = case_of(claim, rules)
    settled = settle(case)
    if claim.source == "unknown" and settled.act != "none" and claim.kind not in _OWN_READING:
        words = "What happened cannot be determined, so nothing is changed and play goes on."
        settled = Settled(settled.found, settled.law, "stands", (Statement(words, "discretion"),))
    return _drawn_up(case, settled)


def _drawn_up(case: Case, settled: Settled) -> Ruling:
    claim, rules = case.claim, case.rules
    words = f"{settled.found}. Noticed {NOTICED[claim.noticed]}."
    none = Statement(_NO_PENALTY.get(settled.act, "No penalty: the text names none."))
    return Ruling(
        claim,
        rules,
        Finding((Statement(words, _HOW_SURE[claim.source]),), claim.source),
        Law(settled.law, settled.needs),
        Rectification(settled.remedy, settled.act),
        Penalty(settled.penalty or (none,), settled.sanction, settled.cards),
        Finality(_final(case)),
    )


def _final(case: Case) -> tuple[Statement, ...]:
    if case.conduct.final:
        return statements(case, case.conduct.final)
    words = (
        "The text names no umpire: the one appointed decides, and may review the law until results"
        " are confirmed."
    )
    return (case.discretion(words),)


def printed(ruling: Ruling) -> str:
    """The long form: five numbered parts, each statement with clauses, status, reading and option
    in force.
    """
    lines = []
    parts: tuple[Part, ...] = ruling.parts
    for number, part in enumerate(parts, start=1):
        # What was found rests on a source, every other statement on an authority of its own.
        source = f" ({SOURCES[part.source]})" if isinstance(part, Finding) else ""
        lines.append(f"{number} {part.heading}{source}")
        for statement in part.statements:
            authority = "" if source else f" [{_authority(statement)}]"
            lines.append(f"  {statement.words}{authority}")
    return "\n".join(lines)


def _authority(statement: Statement) -> str:
    """`SP-12, SP-16; default SP-A28, illegal_play_penalty=0`."""
    status = " ".join(filter(None, (statement.status, statement.question)))
    on_what = ", ".join(filter(None, (status, statement.option)))
    return "; ".join(filter(None, (", ".join(statement.clauses), on_what)))


def told(ruling: Ruling) -> dict[str, Any]:
    """The ruling as JSON: `kind`, `noticed`, the five parts, `needs`, `clauses`, `status` and
    `spoken`.
    """
    rectification, penalty = ruling.rectification, ruling.penalty
    return {
        "kind": ruling.claim.kind,
        "noticed": ruling.claim.noticed,
        "finding": {"source": ruling.finding.source, "statements": _statements(ruling.finding)},
        "law": {"needs": list(ruling.law.needs), "statements": _statements(ruling.law)},
        "rectification": {"act": rectification.act, "statements": _statements(rectification)},
        "penalty": {
            "sanction": penalty.sanction,
            "cards": penalty.cards,
            "statements": _statements(penalty),
        },
        "finality": {"statements": _statements(ruling.finality)},
        "clauses": list(ruling.clauses),
        "questions": list(ruling.questions),
        "status": ruling.status,
        "spoken": spoken(ruling),
    }


def _statements(part: Part) -> list[dict[str, Any]]:
    return [
        {
            "words": statement.words,
            "status": statement.status,
            "clauses": list(statement.clauses),
            "question": statement.question,
            "option": statement.option,
        }
        for statement in part.statements
    ]
