"""The options of Switch as flags of the laying machine, and the forms of its rows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from scoring.cards import ACE, FOUR, TWO, Card
from scoring.games.shedding.flags import NONE, Flags, Row
from scoring.games.switch.forms import is_allowed_form, is_seven_drop, rows_of, spelt_row
from scoring.law.effects import drawn_by, ranks_that
from scoring.law.rulebook import Rules
from scoring.law.rules_text import rulebook_of

EFFECTS = rulebook_of("switch").effects
"""What the Power Cards do."""
PENALTY = drawn_by(EFFECTS)
"""Cards to be taken after each rank that brings a penalty (SW-10, SW-11)."""
POWERS = ranks_that(EFFECTS, lambda effect: effect)
"""The ranks of the Power Cards: none of them may open the pile (SW-6)."""


@dataclass(frozen=True)
class SwitchRows:
    """The forms in which several cards go down (SW-12, SW-24, SW-25)."""

    rules: Rules

    def rows(self, hand: Sequence[Card]) -> Iterable[Row]:
        """Every row of an allowed form that a hand makes, each once."""
        return rows_of(hand, self.rules)

    def allows(self, row: Row) -> bool:
        """Whether these cards may go down together at all."""
        return is_allowed_form(row, self.rules)

    def spelt(self, row: Row) -> Row:
        """The one spelling among rows that are alike in effect."""
        return spelt_row(row, self.rules)

    def measured(self, row: Row) -> Row:
        """The cards that have to fit: the first, or all of a group or run (SW-A17)."""
        every = self.rules["row_fit"] == "every" and not is_seven_drop(row, self.rules)
        return row if every else row[:1]


def _first_answers(rules: Rules) -> bool:
    """Whether a row can answer with its first card alone (SW-A23): one that a 7 has to open never
    answers.
    """
    alone = rules["row_answer"] == "first" == rules["row_fit"]
    opened = rules["seven_place"] == "any" or "yes" in (
        rules["same_suit_or_rank"],
        rules["suit_runs"],
    )
    return alone and opened


@lru_cache(maxsize=256)
def flags_of(rules: Rules) -> Flags:
    """The flags that these rules set; each names the option behind it."""
    return Flags(
        effects=EFFECTS,
        back=POWERS,
        reshuffled=True,
        wild_not_on=NONE if rules["ace_ban"] == "pending" else frozenset({TWO, FOUR}),
        mixed=rules["mix_penalties"] == "yes",
        compulsory=rules["compulsory"] == "yes",
        answer_compulsory=rules["two_compulsory"] == "yes",
        lapse=rules["short_stock"] == "lapse",
        not_last=POWERS if rules["power_finish"] == "no" else frozenset({ACE}),
        not_among_last=frozenset({ACE}) if rules["ace_covered"] == "no" else NONE,
        grace_back=rules["call_two"] == "until_play",
        silence_ends_by_turn=rules["challenge_until"] == "next_turn",
        last_draws=rules["final_penalty"] == "pick_up",
        play_on=rules["play_on"] == "yes",
        unnamed_keeps=rules["unnamed"] == "before",
        late_name=rules["nominate_until"] == "next_play",
        turn_skips_two=rules["jack_two"] == "skip",
        rows=SwitchRows(rules),
        all_act=rules["seven_powers"] == "all",
        first_answers=_first_answers(rules),
        blocked="redeal" if rules["blocked"] == "redeal" else "no_score",
    )
