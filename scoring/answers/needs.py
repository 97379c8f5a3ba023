"""What must be looked at where a verdict depends on something unseen: the facts to ask for next."""

from scoring.irregularities.reading import situations
from scoring.ruling import Ruling

NEEDS: dict[str, tuple[str, ...]] = {
    "the card showing": ("top",),
    "the suit in force": ("suit_in_force",),
    "the suit named": ("suit_in_force",),
    "whether the penalty has been taken": ("pending",),
    "whether a 2 or a 4 brought the penalty": ("top",),
    "whether the stock is empty": ("stock",),
    "whether a card can be drawn": ("stock",),
    "the cards in the stock": ("stock",),
    "the hand": ("hand",),
    "the cards left in the hand": ("hand",),
    "the number of players": ("players",),
    "the turns missed in a row": ("consecutive_misses",),
    "the passes in a row": ("consecutive_misses",),
    "the two top cards of the pile": ("pile_top_last",),
    "whether they drew a card": ("drawn_this_turn",),
    "whether LAST CARD was said in time": ("said",),
    "whether last card was said": ("said",),
    "how many cards the challenged player held": ("offender_hand_count",),
    "which penalty cards lay unanswered": ("twos", "fours"),
    "how many play, who played before, and what they laid": ("players", "before", "card_before"),
    "how many cards were dealt": ("dealt",),
    "the card the player is up to": ("up_to",),
    "the card the opponent is up to": ("opponent_up_to",),
    "whether the opponent has put down yet": ("opponent_has_put_down",),
    "which seat played": ("seat",),
    "whose hand it was": ("seat",),
}
"""The words of a verdict for what it needs, and the facts that say it; `seat` is that of the claim itself."""


def to_look_at(ruling: Ruling) -> tuple[str, ...]:
    """The facts to ask for next, by their names in `FACTS` (or `seat`); none where the ruling is complete.

    Where the need is one that no single fact answers, all that has not been told is asked for.
    """
    if not ruling.law.needs:
        return ()
    told = {*ruling.claim.facts, *(("seat",) if ruling.claim.seat else ())}
    asked = (*situations(ruling.rules)[ruling.claim.kind].facts, "seat")
    named = [name for need in ruling.law.needs for name in NEEDS.get(need, ())]
    wanted = tuple(dict.fromkeys(name for name in named if name in asked and name not in told))
    return wanted or tuple(name for name in asked if name not in told)
