"""What comparing cards allows to be said of the list, in words: a limit, never a bare share.

Before a card was compared nothing is known, so nothing is said. From then on it is told how many
were compared, how many mistakes they held, and either the limit that is reached or how many cards
more it takes.
"""

from scoring.foresight.check_queue import LEAST_COMPARED, LIMIT, LONGEST
from scoring.foresight.rate import Habits
from scoring.words import noun

TOLD_FROM = 0.20
"""Above it the limit is no help to anybody: mistakes are likely to matter, and that is said."""
NOTHING_YET = "Nothing has been compared yet, so nobody can say how sure this list is."
HOLDS_FOR = (
    "This holds whatever kind of slip was made, as long as slips are made one by one and fall on"
    " tables by chance: not where two guests sat in each other's place all round, or the names of a"
    " table were written one line off. It counts slips in writing figures down, not wrong play, and"
    " not cards that were themselves wrong. A mistake found makes more mistakes likely, so the"
    " number can rise."
)
COME_BACK = "Come back after five cards: what you find changes the order."


def statement(limit: float, enough: int | None, habits: Habits, to_come: int = 0) -> str:
    """The sentences for a list that is wrong in at most such a share of halls (0 to 1).

    With games `to_come` it is the list as it stands now, which nobody reads out yet.

    `enough` is how many more cards bring it down to `LIMIT` if they agree, None where more are
    needed than were put in order. Whoever asks with every card compared gets that said as well.
    """
    if not habits.compared:
        return NOTHING_YET
    return f"{_compared(habits)} {_follows(limit, enough, habits, to_come)}"


def _compared(habits: Habits) -> str:
    by_lot = f" ({habits.by_lot} of them drawn by lot)" if habits.by_lot else ""
    return (
        f"{_count(habits.compared, 'card')} compared{by_lot}, {_count(habits.wrong, 'mistake')}"
        " found."
    )


def _follows(limit: float, enough: int | None, habits: Habits, to_come: int) -> str:
    if limit <= LIMIT and habits.compared >= LEAST_COMPARED:
        if to_come:
            return f"{_at_most(limit)} It changes with {_count(to_come, 'game')} still to come in."
        return f"{_at_most(limit)} You may read it out."
    if limit > TOLD_FROM or habits.compared < LEAST_COMPARED:
        return f"Mistakes may still matter: go on. {_more(enough)}"
    return f"{_at_most(limit)} {_more(enough)}"


def _at_most(limit: float) -> str:
    """Whole hundredths, rounded up; no finer figures than 1 and 5 once the limit is reached."""
    hundredths = -int(-100 * limit // 1)
    if limit <= LIMIT:
        hundredths = 1 if limit <= 0.01 else round(100 * LIMIT)
    return f"At most {hundredths} in 100 that this list is wrong."


def _more(enough: int | None) -> str:
    target = f"at most {round(100 * LIMIT)} in 100"
    if enough is None:
        return f"It takes more than {LONGEST} further cards to bring it to {target}."
    cards = noun(enough, "card brings", "cards bring")
    return f"About {enough} more {cards} it to {target}, if they agree."


def _count(number: int, thing: str) -> str:
    return f"{number or 'no'} {noun(number, thing)}"
