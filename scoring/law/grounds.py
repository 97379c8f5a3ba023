"""What verdicts say, from a text file of the game, `games/FOLDER/grounds.toml`, which is read,
mended and translated without Python.

A row is `name = [clause, sentence]`, or `[clause, sentence, question]` where not the bare text but
the reading of an open question decides; a fourth part `text` keeps the authority of the text beside
such a question. What stands for `{0}`, `{1}` in the sentence, or for `{names}`, is given together
with the name. Rows that a file lacks are those of the folder it names as `shared`. Games that share
a file number their clauses differently: there an aspect of the rulebook stands for its clause and
an option for its question (none where the game does not ask it), and a row without a clause cites
that of the effect which is given first.
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cache, lru_cache
from typing import Any

from scoring.cards import card_symbol
from scoring.law.rulebook import Rulebook, Rules
from scoring.law.rules_text import text_of
from scoring.law.verdict import Answer, Reason, Status, Verdict

Ground = str | tuple[Any, ...]
"""The name of a row; or the name and what fills its sentence: a card or several, which are named by
their symbols, words, or an effect; or what stands for its `{names}`; or a whole `Reason`.
"""


def reasons(rules: Rules, grounds: Iterable[Ground]) -> tuple[Reason, ...]:
    """These grounds in the words of the game. Raises KeyError for a row that its file lacks."""
    return tuple(_reasons(rules.rulebook, grounds))


def verdict_of(
    rules: Rules,
    answer: Answer,
    *grounds: Ground,
    then: dict[str, Any] | None = None,
    needs: tuple[str, ...] = (),
) -> Verdict:
    """A verdict with these grounds. `then` is what follows, `needs` what must be known first."""
    return Verdict(answer, reasons(rules, grounds), then or {}, needs=needs, rules=rules)


def _reasons(book: Rulebook, grounds: Iterable[Ground]) -> Iterator[Reason]:
    for ground in grounds:
        if isinstance(ground, Reason):
            yield ground
            continue
        name, *parts = (ground,) if isinstance(ground, str) else ground
        clause, words, status, question = _row(book, name)
        if parts and isinstance(parts[0], Mapping):
            words = words.format_map(parts[0])
        elif parts:
            words = words.format(*map(_in_words, parts))
        yield Reason(clause or parts[0].clause, words, status, question)


@cache
def rows_of(book: Rulebook) -> Mapping[str, Any]:
    """The rows of a game by their names, those of the shared file among them."""
    rows = text_of(f"games/{book.folder}/grounds")
    shared = text_of(f"games/{rows['shared']}/grounds") if "shared" in rows else {}
    return {**shared, **rows}


@lru_cache(maxsize=2048)
def _row(book: Rulebook, name: str) -> tuple[str, str, Status, str]:
    clause, words, *read = rows_of(book)[name]
    question = _question(book, read[0]) if read else ""
    status: Status = "default" if question and len(read) == 1 else "text"
    return book.aspects.get(clause, (clause,))[0], words, status, question


def _question(book: Rulebook, name: str) -> str:
    """The question of an option whose values are readings, empty where the game does not ask it or
    its text offers the choice; the name itself where it is that of a question.
    """
    if "-" in name:
        return name
    candidates = (
        option.questions[0] for option in book.options if option.name == name and not option.offered
    )
    return next(candidates, "")


def _in_words(part: object) -> object:
    if isinstance(part, int):
        return card_symbol(part)
    # Effects are tuples as well, and say their name themselves.
    return ", ".join(map(card_symbol, part)) if type(part) in (list, tuple) else part  # type: ignore[call-overload]
