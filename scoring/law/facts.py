"""The facts a claim can carry: what an umpire is asked for each, and what kind
of answer it takes.
"""

from typing import Literal, NamedTuple

from scoring.law.rules_text import Text, text_of

Kind = Literal[
    "card", "cards", "sequences", "suit", "number", "seat", "direction", "yes_no", "choice"
]
MOST_CARDS = 104
MOST_PLAYERS = 20
"""As many as the packs of any game can be dealt to."""
NONE = "none"
"""The answer that nothing was said, where a situation takes it for one."""


class Fact(NamedTuple):
    """One thing an umpire may be asked: its name, the question, the kind of answer and the range of
    a number.

    `choices` pairs each value of a choice with its words.
    """

    name: str
    question: str
    kind: Kind
    least: int = 0
    most: int = 0
    choices: tuple[tuple[str, str], ...] = ()


def _fact(name: str, row: Text) -> Fact:
    least, most = row.get("range", (0, 0))
    choices = tuple((value, words) for value, words in row.get("choices", ()))
    return Fact(name, row["asks"], row["kind"], least, most, choices)


FACTS = {name: _fact(name, row) for name, row in text_of("law/facts").items()}
"""Every fact by its name; the names are those of case files where these have the fact."""
