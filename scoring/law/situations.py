"""What can have happened at a table: how players of a game would put it, from the text file
`games/NAME/situations.toml` (a name for a page, and an example), and which facts a ruling asks for.
"""

from dataclasses import dataclass

from scoring.law.rules_text import text_of


@dataclass(frozen=True, slots=True)
class Situation:
    """How players of one game would put it: `name` and `example` are for a page, `facts` name
    entries of `FACTS`.

    The facts in `needed` must be told; the others help, and a ruling asks for them where they
    decide. Of those in `unsaid` the answer may be that nothing was said, or laid. Those in `older`
    are asked no more and can be read.
    """

    name: str
    example: str
    needed: tuple[str, ...]
    helpful: tuple[str, ...] = ()
    unsaid: tuple[str, ...] = ()
    older: tuple[str, ...] = ()

    @property
    def facts(self) -> tuple[str, ...]:
        """All facts worth asking, the needed ones first."""
        return *self.needed, *self.helpful


_USUAL = text_of("law/situations")
_PARTS = ("needed", "helpful", "unsaid", "older")
LAID = tuple(_USUAL["card_did_not_match"]["helpful"])
"""What tells whether a card may be laid on a pile of single cards."""


def situations_of(name: str) -> dict[str, Situation]:
    """The situations that the file of a game tells, by kind of irregularity, with the facts that it
    names or else the usual ones.
    """
    situations = {}
    for kind, row in text_of(f"games/{name}/situations").items():
        words, facts = (row, _USUAL[kind]) if isinstance(row, list) else (row["says"], row)
        situations[kind] = Situation(*words, *(tuple(facts.get(part, ())) for part in _PARTS))
    return situations
