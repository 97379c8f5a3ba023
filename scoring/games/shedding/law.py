"""The law of a shedding game, made from its rulebook: what ranks do, what options say as flags of
the machine, and who may do what at a table of which an umpire has seen what matters.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from scoring.cards import Card, cards_of, rank_of
from scoring.games.shedding.flags import NONE, Flags
from scoring.games.shedding.machine import Machine
from scoring.games.shedding.whole import Whole, table_of
from scoring.law.effects import Effect, drawn_by, ranks_that
from scoring.law.plays import Play
from scoring.law.rulebook import Rules

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
    "final_penalty": ("at_once", "pick_up"),
    "missed_call": ("one", "two"),
    "power_finish": ("yes", "no"),
    "turn_two": ("none", "skip"),
    "skip_answer": ("no", "yes"),
    "dry_answer": ("pass", "lay"),
}
"""Every option the machine obeys, with the values it knows; the first one where a game asks not."""
PRICE = {"one": 1, "two": 2}
"""Cards that a missed call costs."""
_DRAWN = {"one": 1, "three": 3, "until": 999}


@dataclass(frozen=True, slots=True)
class Law:
    """The rules in the form that verdicts and sheets ask for; `flags` are those of the machine."""

    rules: Rules
    flags: Flags
    does: Mapping[int, Effect]
    wild: frozenset[int]
    penalty: Mapping[int, int]

    def clause(self, aspect: str) -> str:
        """The clause behind a part of the game."""
        return self.rules.rulebook.aspects[aspect][0]

    def asks(self, option: str) -> bool:
        """Whether the game asks this option."""
        return any(candidate.name == option for candidate in self.rules.rulebook.options)

    @property
    def renews(self) -> bool:
        """Whether discards come back as a new stock."""
        return self.flags.renew == "always"

    def table(self, position: Whole) -> Machine:
        """A table that agrees with what is known."""
        return table_of(position, self.rules, self.flags)

    def barred_last(self, position: Whole, card: Card) -> bool:
        """Whether a card may not be laid because it is the last one."""
        return len(position.hand) == 1 and rank_of(card) in self.flags.not_last

    def kept(self, position: Whole) -> bool:
        """Whether the drawn card has to be kept, so that nothing more is laid."""
        return bool(position.drawn) and self.flags.keep

    def lays(self, position: Whole) -> tuple[Card, ...]:
        """The cards of the hand that may be laid now, ascending."""
        return cards_of(self.table(position).lays)

    def allows(self, position: Whole, play: Play) -> bool:
        """Whether a card may be drawn, penalty cards be taken, or the turn end with nothing
        laid.
        """
        return self.table(position).is_legal(play)


def set_to(rules: Rules, option: str) -> str:
    """The value of an option; the machine's own where the game does not ask."""
    return rules.get(option, SHAPES[option][0])


@lru_cache(maxsize=256)
def law_of(rules: Rules) -> Law:
    """The law of these rules, made once."""
    flags = flags_of(rules)
    effects = flags.effects
    does = {effect.number: effect for effect in effects}
    wild = ranks_that(effects, lambda effect: effect.wild)
    return Law(rules, flags, does, wild, drawn_by(effects))


@lru_cache(maxsize=256)
def flags_of(rules: Rules) -> Flags:
    """The flags that these rules set, for a game whose rulebook is all there is."""
    answered = set_to(rules, "skip_answer") == "yes"
    effects = tuple(
        effect._replace(answerable=effect.answerable or (answered and effect.skips > 0))
        for effect in rules.rulebook.effects
    )
    wild = ranks_that(effects, lambda effect: effect.wild)
    acts = ranks_that(effects, lambda effect: not effect.wild)
    barred = wild if set_to(rules, "wild_finish") == "no" else NONE
    blocked = set_to(rules, "blocked")
    return Flags(
        effects=effects,
        back=wild,
        acts=acts if set_to(rules, "start_effect") == "yes" else NONE,
        wild_not_on=wild if set_to(rules, "wild_on_wild") == "no" else NONE,
        compulsory=set_to(rules, "compulsory") == "yes",
        answer_compulsory=set_to(rules, "answer_compulsory") == "yes",
        dry_answer=set_to(rules, "dry_answer") == "lay",
        limit=_DRAWN[set_to(rules, "draws")],
        keep=set_to(rules, "drawn_card") == "keep",
        renew="always" if set_to(rules, "stock") == "reshuffle" else "never",
        not_last=wild | acts if set_to(rules, "power_finish") == "no" else barred,
        price=PRICE[set_to(rules, "missed_call")] if "last_card" in rules.rulebook.aspects else 0,
        last_draws=set_to(rules, "final_penalty") == "pick_up",
        silence_ends_by_turn=set_to(rules, "challenge_until") == "next_turn",
        unnamed_keeps=set_to(rules, "unnamed") == "before",
        turn_skips_two=set_to(rules, "turn_two") == "skip",
        blocked="no_score" if blocked == "no_winner" else blocked,  # type: ignore[arg-type]
    )
