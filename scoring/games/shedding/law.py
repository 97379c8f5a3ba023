"""The law of a shedding game, made from its rulebook: what ranks do, what options say, who may do
what.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scoring.cards import Card, rank_of, suit_of
from scoring.games.shedding.flags import Flags, Opening
from scoring.law.effects import Effect, drawn_by, ranks_that
from scoring.law.plays import Lay
from scoring.law.possible import Bounds
from scoring.law.rulebook import Rules
from scoring.law.verdict import Reason

SHAPES: Mapping[str, tuple[str, ...]] = {
    "compulsory": ("yes", "no"),
    "draws": ("one", "three", "until"),
    "drawn_card": ("lay", "keep"),
    "stock": ("reshuffle", "pass"),
    "wild_on_wild": ("yes", "no"),
    "wild_finish": ("yes", "no"),
    "answer_compulsory": ("no", "yes"),
    "start_effect": ("no", "yes"),
    "challenge_until": ("next_turn", "any_time"),
    "blocked": ("no_score", "difference", "no_winner", "redeal"),
    "unnamed": ("own", "before"),
}
"""Every option the machine obeys, with the values it knows; the first one where a game asks not."""
_DRAWN = {"one": 1, "three": 3, "until": 999}


@dataclass(frozen=True, slots=True)
class Whole:
    """All that decides about a play: `drawn` cards in this turn, `drawable` cards that could be
    taken.

    `players`, `turn` and `stock` matter only for what follows and may be None.
    """

    top: Card
    suit: int
    pending: int
    hand: tuple[Card, ...]
    drawn: int = 0
    drawable: int = 20
    players: int | None = None
    turn: int | None = None
    direction: int = 1
    stock: int | None = None

    def seat_after(self, steps: int, direction: int) -> int | None:
        """The seat so many players on, or None if seats are not known."""
        if self.turn is None or self.players is None:
            return None
        return (self.turn - 1 + steps * direction) % self.players + 1


@dataclass(frozen=True, slots=True)
class Law:
    """The rules in the form the machine asks for."""

    rules: Rules
    does: Mapping[int, Effect]
    wild: frozenset[int]
    penalty: Mapping[int, int]

    def set_to(self, option: str) -> str:
        """The value of an option; the machine's own where the game does not ask."""
        return self.rules.get(option, SHAPES[option][0])

    def clause(self, aspect: str) -> str:
        """The clause behind a part of the game."""
        return self.rules.rulebook.aspects[aspect][0]

    def reason(self, aspect: str, words: str, option: str = "") -> Reason:
        """A ground with the clause of a part, by a reading where the game asks this option."""
        options = [one for one in self.rules.rulebook.options if one.name == option]
        if not options or options[0].offered:
            return Reason(self.clause(aspect), words)
        return Reason(self.clause(aspect), words, "default", options[0].questions[0])

    @property
    def limit(self) -> int:
        """Cards that may be drawn in a turn."""
        return _DRAWN[self.set_to("draws")]

    @property
    def renews(self) -> bool:
        """Whether discards come back as a new stock."""
        return self.set_to("stock") == "reshuffle"

    @property
    def compulsory(self) -> bool:
        """Whether whoever can lay has to."""
        return self.set_to("compulsory") == "yes"

    def fits(self, whole: Whole, card: Card) -> bool:
        """Whether a card may go on the pile."""
        rank, top = rank_of(card), rank_of(whole.top)
        if whole.pending:
            return rank == top
        if rank in self.wild:
            return rank != top or self.set_to("wild_on_wild") == "yes"
        return rank == top or suit_of(card) == whole.suit

    def suit_after(self, before: int, lay: Lay) -> int:
        """The suit to follow after a lay, where this one was followed before."""
        if lay.suit is not None:
            return lay.suit
        keeps = rank_of(lay.only) in self.wild and self.set_to("unnamed") == "before"
        return before if keeps else suit_of(lay.only)

    def barred_last(self, whole: Whole, card: Card) -> bool:
        """Whether a card may not be laid because it is the last one."""
        last = len(whole.hand) == 1 and rank_of(card) in self.wild
        return last and self.set_to("wild_finish") == "no"

    def kept(self, whole: Whole) -> bool:
        """Whether the drawn card has to be kept, so that nothing more is laid."""
        return bool(whole.drawn) and self.set_to("drawn_card") == "keep"

    def lays(self, whole: Whole) -> tuple[Card, ...]:
        """The cards of the hand that may be laid now, ascending."""
        if self.kept(whole):
            return ()
        return tuple(
            card
            for card in sorted(set(whole.hand))
            if self.fits(whole, card) and not self.barred_last(whole, card)
        )

    def may_draw(self, whole: Whole) -> bool:
        """Whether a card may be drawn as part of the turn."""
        if whole.pending or not whole.drawable or whole.drawn >= self.limit:
            return False
        return not self.compulsory or not self.lays(whole)

    def may_take(self, whole: Whole) -> bool:
        """Whether penalty cards may be taken."""
        if not whole.pending or not whole.drawable:
            return False
        return self.set_to("answer_compulsory") == "no" or not self.lays(whole)

    def may_end(self, whole: Whole) -> bool:
        """Whether the turn may end with nothing laid."""
        if self.may_draw(whole) or (whole.pending and whole.drawable):
            return False
        if not self.lays(whole):
            return True
        return bool(whole.drawn) and not self.compulsory


@lru_cache(maxsize=256)
def law_of(rules: Rules) -> Law:
    """The law of these rules, made once."""
    effects = rules.rulebook.effects
    return Law(
        rules,
        {effect.number: effect for effect in effects},
        ranks_that(effects, lambda effect: effect.wild),
        drawn_by(effects),
    )


def bounds(rules: Rules) -> Bounds:
    """What can be told of a table."""
    law = law_of(rules)
    return Bounds(names_suit=law.wild, penalty=law.penalty, renewed=law.renews)


@lru_cache(maxsize=256)
def flags_of(rules: Rules) -> Flags:
    """The flags that these rules set, for a game whose rulebook is all there is."""
    law = law_of(rules)
    does = ranks_that(law.rules.rulebook.effects, lambda effect: not effect.wild)
    blocked = law.set_to("blocked")
    return Flags(
        effects=rules.rulebook.effects,
        opening=Opening(
            back=law.wild, acts=does if law.set_to("start_effect") == "yes" else frozenset()
        ),
        wild_not_on=law.wild if law.set_to("wild_on_wild") == "no" else frozenset(),
        compulsory=law.compulsory,
        answer_compulsory=law.set_to("answer_compulsory") == "yes",
        limit=law.limit,
        keep=law.set_to("drawn_card") == "keep",
        renew="always" if law.renews else "never",
        not_last=law.wild if law.set_to("wild_finish") == "no" else frozenset(),
        price=1 if "last_card" in rules.rulebook.aspects else 0,
        silence_ends_by_turn=law.set_to("challenge_until") == "next_turn",
        unnamed_keeps=law.set_to("unnamed") == "before",
        blocked="no_score" if blocked == "no_winner" else blocked,  # type: ignore[arg-type]
    )
