"""The options of Swedish Pursuit compiled into match tables, so that the law of a lay is one AND of
two integers.
"""

from dataclasses import dataclass
from functools import lru_cache

from scoring.cards import ACE, EIGHT, QUEEN, RANK_MASKS, RANKS, SUIT_MASKS, TWO, Card
from scoring.games.swedish_pursuit.rules import EFFECTS
from scoring.law.effects import Effects, drawn_by
from scoring.law.plays import LAY, LAY_NAMING, Lay
from scoring.law.possible import Bounds
from scoring.law.rulebook import Rules


def _cards(effects: Effects, *, wild: bool) -> int:
    """The cards of the ranks that are wild, or of the others that do something, as bits."""
    return sum(RANK_MASKS[effect.number] for effect in effects if effect.wild == wild)


DOES = {effect.number: effect for effect in EFFECTS}
"""What each rank of the table of effects does."""
EIGHTS = _cards(EFFECTS, wild=True)
TRICKS = _cards(EFFECTS, wild=False)
"""The trick cards that must follow suit (SP-19)."""
NOMINATED = 52
"""A key 0-51 is the card showing; NOMINATED + suit stands for an 8 that asks for that suit."""
SHOWN = NOMINATED + 4
"""SHOWN + 4 * own suit + suit stands for an 8 that asks for a suit, where trick cards follow its
own (SP-A41).
"""
KEYS = SHOWN + 16


@dataclass(frozen=True, slots=True)
class Law:
    """The options in the form the engine reads. `follow` and `answer` are indexed by key.

    `follow[key]` are the cards that may be laid, `answer[key]` those that may be laid on an
    unanswered 2; `barred` the cards that may not be the last one; `points` the value of each card
    in a tally.
    """

    follow: tuple[int, ...]
    answer: tuple[int, ...]
    barred: int
    points: tuple[int, ...]
    two_optional: bool
    eight_cancels: bool
    eight_keeps_suit: bool
    suit_may_follow: bool
    queen_skips_two: bool
    reshuffles_short: bool
    final_two_counts: bool
    call_closes_at_turn: bool
    call_open_after_win: bool
    tricks_follow_shown: bool
    start_trick: bool
    start_queen: str
    first_player: str
    blocked: str

    def asked(self, eight: Card, suit: int) -> int:
        """The key of an 8 that asks for a suit."""
        return SHOWN + 4 * (eight // 13) + suit if self.tricks_follow_shown else NOMINATED + suit


def suit_of_key(key: int) -> int:
    """The suit in force (0-3) under a key."""
    return key // 13 if key < NOMINATED else (key - NOMINATED) % 4


@lru_cache(maxsize=256)
def law_of(rules: Rules) -> Law:
    """Compile the rules once; later calls with equal rules give the same value."""
    values = rules.scoring.card_values or {}
    return Law(
        follow=_follow(any_rank=rules["trick_match"] == "rank_or_suit"),
        answer=_answer(eights=rules["eight_on_two"] != "no", deflect=rules["deflect_two"]),
        barred=TRICKS | EIGHTS if rules["trick_finish"] == "barred" else 0,
        points=tuple(values[RANKS[card % 13]] for card in range(52)),
        two_optional=rules["two_compulsory"] == "no",
        eight_cancels=rules["eight_on_two"] == "cancels",
        eight_keeps_suit=rules["unnominated_eight"] == "before",
        suit_may_follow=rules["nominate_until"] == "next_play",
        queen_skips_two=rules["queen_two"] == "skip",
        reshuffles_short=rules["short_stock"] == "reshuffle",
        final_two_counts=rules["final_two"] == "pick_up",
        call_closes_at_turn=rules["challenge_until"] == "next_turn",
        call_open_after_win=rules["challenge_until"] == "tally",
        tricks_follow_shown=rules["trick_follow"] == "shown",
        start_trick=rules["start_trick"] == "on",
        start_queen=rules["start_queen"],
        first_player=rules["first_player"],
        blocked=rules["blocked"],
    )


def _follow(*, any_rank: bool) -> tuple[int, ...]:
    """SP-12, SP-18, and SP-19: trick cards match by rank only if the option lets them."""
    by_rank = RANK_MASKS if any_rank else tuple(mask & ~TRICKS for mask in RANK_MASKS)
    showing = (SUIT_MASKS[card // 13] | by_rank[card % 13] | EIGHTS for card in range(52))
    masks = (SUIT_MASKS[suit] | EIGHTS for suit in range(4))
    visible = (
        (SUIT_MASKS[suit] & ~TRICKS) | (SUIT_MASKS[own] & TRICKS) | EIGHTS
        for own in range(4)
        for suit in range(4)
    )
    return (*showing, *masks, *visible)


def _answer(*, eights: bool, deflect: str) -> tuple[int, ...]:
    """SP-22: only another 2, of any suit, unless an option lets an 8 or an Ace or Queen of the suit
    turn it away.
    """
    always = RANK_MASKS[TWO] | (EIGHTS if eights else 0)
    turning = {"no": 0, "ace": RANK_MASKS[ACE], "queen": RANK_MASKS[QUEEN]}[deflect]
    return tuple(always | turning & SUIT_MASKS[suit_of_key(key)] for key in range(KEYS))


@lru_cache(maxsize=1 << 15)
def lays_of(mask: int) -> tuple[Lay, ...]:
    """The lays of a set of cards, an 8 once for each suit it may name.

    Remembered: few sets occur often.
    """
    plays: list[Lay] = []
    while mask:
        low = mask & -mask
        card: Card = low.bit_length() - 1
        mask ^= low
        if card % 13 == EIGHT:
            plays.extend(LAY_NAMING[card])
        else:
            plays.append(LAY[card])
    return tuple(plays)


def bounds(rules: Rules) -> Bounds:
    """What can be told of a table: under which cards a penalty stays due is a matter of options
    (SP-A5, SP-A6).
    """
    passing = {"no": (), "ace": (ACE,), "queen": (QUEEN,)}[rules["deflect_two"]]
    eights = (EIGHT,) if rules["eight_on_two"] == "passes" else ()
    return Bounds(
        names_suit=frozenset({EIGHT}),
        penalty=drawn_by(EFFECTS),
        carries=frozenset((*passing, *eights)),
        renewed=rules["short_stock"] == "reshuffle",
    )
