"""The options of Swedish Pursuit as flags of the laying machine."""

from functools import lru_cache

from scoring.cards import ACE, EIGHT, QUEEN, TWO
from scoring.games.shedding.flags import NONE, Flags
from scoring.law.rulebook import Rules

TRICKS = frozenset({ACE, TWO, QUEEN})
"""The trick cards that must follow suit (SP-19)."""


@lru_cache(maxsize=256)
def flags_of(rules: Rules) -> Flags:
    """The flags that these rules set; each names the option behind it."""
    short = rules["short_stock"] == "reshuffle"
    follows = rules["trick_match"] == "suit"
    challenged = rules["challenge_until"]
    return Flags(
        effects=tuple(
            effect._replace(follows=follows and not effect.wild)
            for effect in rules.rulebook.effects
        ),
        back=frozenset({EIGHT}),
        first=rules["first_player"],  # type: ignore[arg-type]
        acts=TRICKS if rules["start_trick"] == "on" else frozenset({QUEEN}),
        turner=rules["start_queen"],  # type: ignore[arg-type]
        shown=TRICKS if rules["trick_follow"] == "shown" else NONE,
        deflects=_DEFLECTS[rules["deflect_two"]],
        wild_answers=rules["eight_on_two"],  # type: ignore[arg-type]
        answer_compulsory=rules["two_compulsory"] == "yes",
        renew="penalty" if short else "never",
        new_stock_first=True,
        not_last=TRICKS | {EIGHT} if rules["trick_finish"] == "barred" else NONE,
        price=2,
        grace=True,
        grace_back=rules["call_two"] == "until_play",
        ahead_at_two=True,
        silence_ends_by_draw=False,
        silence_ends_by_turn=challenged == "next_turn",
        silence_outlasts_win=challenged == "tally",
        last_draws=rules["final_two"] == "pick_up",
        unnamed_keeps=rules["unnominated_eight"] == "before",
        late_name=rules["nominate_until"] == "next_play",
        turn_skips_two=rules["queen_two"] == "skip",
        blocked=_BLOCKED[rules["blocked"]],  # type: ignore[arg-type]
    )


_DEFLECTS = {"no": NONE, "ace": frozenset({ACE}), "queen": frozenset({QUEEN})}
_BLOCKED = {
    "tally": "tally", "redeal": "redeal", "reshuffle": "reshuffle",
    "lowest_zero": "lowest_nought",
}  # fmt: skip
