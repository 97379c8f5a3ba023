"""What can have happened at a table: how players of a game would put it, from the text file
`games/NAME/situations.toml` (a name for a page, and an example), and which facts a ruling asks for.
"""

from collections.abc import Mapping
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


Asked = tuple[tuple[str, ...], ...]
"""Facts of a situation: needed, helpful, unsaid, older; the last ones may be left out."""
LAID = (
    "nominate", "top", "suit_in_force", "pending", "hand", "already_picked_up", "players",
    "direction", "stock",
)  # fmt: skip
"""What tells whether a card may be laid on a pile of single cards."""
CALLED = (
    "said", "last", "lies", "direction", "offender_hand_count", "by", "offender_has_acted", "stock",
    "players", "confirmed",
)  # fmt: skip
"""What a missing call asks for: what was said, who plays next and what, and who noticed when."""
TURN: Asked = ((), ("turn", "players", "before", "cards"))
TURN_BY_CARDS: Asked = (
    (), ("turn", "players", "before", "card_before", "way_before", "cards"), ("card_before",),
    ("direction",),
)  # fmt: skip
"""Whose turn it was, in games without and with cards that change it."""
LAYING: Mapping[str, Asked] = {
    "card_did_not_match": (("cards",), LAID),
    "last_card_not_said": ((), CALLED),
    "out_of_turn": TURN_BY_CARDS,
    "suit_named": (("nominate",), ("named_before", "own_suit"), ("nominate",)),
    "did_not_play": (
        (),
        ("hand", "missed", "top", "suit_in_force", "pending", "stock", "players", "direction"),
    ),
    "blocked_game": ((), ("players", "stock", "consecutive_misses")),
    "win_with_illegal_card": (("cards",), (*LAID, "confirmed")),
    "tally_miscounted": (("claimed",), ("hand", "period_over")),
    "wrong_deal": (("players",), ("dealt", "decks")),
    "wrong_direction": TURN_BY_CARDS,
    "wrong_start_card": (("players", "turned_up"), ("dealer", "began")),
    "card_exposed": (("whose",), ("card",)),
    "tally_contested": (("player_says", "checker_says"), ("period_over",)),
}
"""The facts of every situation in a game of single cards on a pile; others differ in some."""


def situations_of(name: str, facts: Mapping[str, Asked]) -> dict[str, Situation]:
    """The situations that the file of a game tells, by kind of irregularity, with their facts."""
    rows = text_of(f"games/{name}/situations").items()
    return {kind: Situation(*words, *facts[kind]) for kind, words in rows}
