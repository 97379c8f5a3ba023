"""The answer to a question about a play or a claim: yes or no with clauses and words, and what
would turn it.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, partial, wraps
from typing import Any, Literal, NamedTuple

from scoring.law.plays import Play
from scoring.law.rulebook import Option, Question, Rules

Answer = Literal["legal", "illegal", "depends", "win", "correct", "incorrect", "upheld", "denied"]
Status = Literal["text", "default", "discretion"]
_RANK: dict[Status, int] = {"text": 0, "default": 1, "discretion": 2}


class Reason(NamedTuple):
    """One ground of a verdict: a clause that exists in the rulebook, what it says here, and on what
    authority.

    `question` names the open question (SP-A2) where a default reading, not the bare text, decides.
    """

    clause: str
    words: str
    status: Status = "text"
    question: str = ""


class Turn(NamedTuple):
    """An option value under which the answer, or what follows from it, would be another."""

    option: str
    value: str
    answer: Answer
    then: Mapping[str, Any]


OTHERWISE = "By another"
"""How a sentence begins that says what another reading or choice would give."""
_WOULD: dict[Answer, str] = {"win": "win", "depends": "depend on more"}


def turned_words(turn: Turn, option: Option, answer: Answer) -> str:
    """What another value of an option would give, for people: no name of an option, but what it
    means.
    """
    kind = "choice" if option.offered else "reading"
    would = _WOULD.get(turn.answer, f"be {turn.answer}")
    change = "something else would follow" if turn.answer == answer else f"it would {would}"
    return f"{OTHERWISE} {kind} {change}: {option.meaning(turn.value)}."


@dataclass(frozen=True)
class Verdict:
    """What the rules say to one question. Built only when somebody asks; playing on does not need
    it.

    `reasons` stand most specific first; `then` holds what follows, or after an illegal play what
    the rules require, in the words of case files (cards as `10H`, seats from 1); `legal_plays` is
    all that was allowed; `instead` what is to be done now; `needs` the unseen facts that decide, if
    the answer is `depends`. `again` puts the same question under other rules.
    """

    answer: Answer
    reasons: tuple[Reason, ...]
    then: Mapping[str, Any] = field(default_factory=dict)
    legal_plays: tuple[Play, ...] = ()
    instead: tuple[Play, ...] = ()
    needs: tuple[str, ...] = ()
    rules: Rules | None = field(default=None, compare=False, repr=False)
    again: Callable[[Rules], "Verdict"] | None = field(default=None, compare=False, repr=False)
    not_at_issue: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def legal(self) -> bool:
        """Whether the play stands (`win` included); False for `illegal` and `depends`."""
        return self.answer in ("legal", "win")

    @property
    def clauses(self) -> tuple[str, ...]:
        """The clauses cited, most specific first, without repeats."""
        return tuple(dict.fromkeys(reason.clause for reason in self.reasons))

    @cached_property
    def turned_by(self) -> tuple[Turn, ...]:
        """Each single option value that would change the answer or what follows from it, our
        readings first.
        """
        if self.rules is None or self.again is None:
            return ()
        turns = []
        for option in sorted(self.rules.rulebook.options, key=lambda option: option.offered):
            if option.name in self.not_at_issue:
                continue
            for value in option.values:
                if value != self.rules[option.name]:
                    verdict = self.again(self.rules.but(option.name, value))
                    if (verdict.answer, verdict.then) != (self.answer, self.then):
                        turns.append(Turn(option.name, value, verdict.answer, verdict.then))
        return tuple(turns)

    @property
    def others(self) -> tuple[Turn, ...]:
        """The turns that are named: those of every question a reason cites, and one at least that
        changes the answer if any does; such turns first.
        """
        cited = {reason.question for reason in self.reasons}
        names = [turn for turn in self.turned_by if cited & set(self._option(turn).questions)]
        if all(turn.answer == self.answer for turn in names):
            names += [turn for turn in self.turned_by if turn.answer != self.answer][:1]
        return tuple(sorted(names, key=lambda turn: turn.answer == self.answer))

    def _option(self, turn: Turn) -> Option:
        assert self.rules is not None  # noqa: S101 -- only rules have turns
        return self.rules.rulebook.option(turn.option)

    @property
    def read_so(self) -> tuple[Question, ...]:
        """Questions without an option on whose reading a reason rests, and which can be read
        otherwise.
        """
        silences = (
            {}
            if self.rules is None
            else {silence.id: silence for silence in self.rules.rulebook.silences}
        )
        names = dict.fromkeys(reason.question for reason in self.reasons)
        return tuple(
            silences[name] for name in names if name in silences and silences[name].alternative
        )

    @property
    def status(self) -> Status:
        """`text` only if neither a default reading nor a disputed option decides; else `default` or
        `discretion`.
        """
        ranked: list[Status] = ["text", *(reason.status for reason in self.reasons)]
        worst = max(ranked, key=_RANK.__getitem__)
        return "default" if worst == "text" and self._read_otherwise() else worst

    def _read_otherwise(self) -> bool:
        """Whether an option that answers an open question, not one the text itself offers, would
        turn the answer.
        """
        return any(not self._option(turn).offered for turn in self.turned_by)

    @property
    def text(self) -> str:
        """The verdict in sentences to read aloud: answer, reasons with clauses, and what the
        other readings would give.
        """
        parts = [f"{self.answer.capitalize()}."]
        parts += [f"{reason.words} ({reason.clause})" for reason in self.reasons]
        if self.needs:
            parts.append(f"It depends on: {', '.join(self.needs)}.")
        parts += [turned_words(turn, self._option(turn), self.answer) for turn in self.others]
        parts += [
            f"The text leaves this open ({row.id}); otherwise: {row.alternative}"
            for row in self.read_so
        ]
        return " ".join(parts)

    def __str__(self) -> str:
        return self.text


Check = Callable[[Any, Any, Rules], Verdict]
"""Answers a question about a position under some rules; never raises on a bad play or claim."""


def repeatable(check: Check) -> Check:
    """A check whose verdicts know their rules, and can be put again under others."""

    @wraps(check)
    def ask(position: Any, question: Any, rules: Rules) -> Verdict:
        verdict = check(position, question, rules)
        # The verdict is this call's own, and nobody has seen it yet.
        vars(verdict).update(rules=rules, again=partial(ask, position, question))
        return verdict

    return ask


def agreed(verdicts: list[Verdict]) -> Verdict:
    """What holds in all of these verdicts, which share their answer: grounds that rest on a guess
    are left out.
    """
    first, *rest = verdicts
    reasons = tuple(
        reason for reason in first.reasons if all(reason in verdict.reasons for verdict in rest)
    )
    return replace(
        first,
        reasons=reasons or first.reasons[:1],
        then={
            key: value
            for key, value in first.then.items()
            if all(o.then.get(key) == value for o in rest)
        },
        legal_plays=_shared(verdict.legal_plays for verdict in verdicts),
        instead=_shared(verdict.instead for verdict in verdicts),
    )


def _shared(listed: Iterable[tuple[Play, ...]]) -> tuple[Play, ...]:
    """The plays that are in every list, in the order of the first; lists of rows are long."""
    first, *rest = listed
    common = set(first).intersection(*rest)
    return tuple(play for play in first if play in common)


class IllegalPlay(ValueError):
    """An illegal play was to be applied; `verdict` says why and what is required instead."""

    def __init__(self, verdict: Verdict) -> None:
        super().__init__(verdict.text)
        self.verdict = verdict
