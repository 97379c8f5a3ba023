"""A suit that was named late, twice, or not at all."""

from scoring.cards import SUIT_NAMES, SUITS
from scoring.irregularities.case import Case, Settled
from scoring.irregularities.situation import Irregularity, Situation
from scoring.ruling import Statement


def suit_named(case: Case) -> Settled:
    """A suit named after the card was laid: it holds in time; else the suit is as if that word had not been said."""
    suit = SUIT_NAMES[SUITS.index(case.facts["nominate"])]
    again = case.facts.get("named_before", False)
    found = f"{case.who} named {suit} {'after another suit' if again else 'late'}"
    verdict = case.ask({"kind": "nominate", "nominate": suit}, next_player_has_acted=case.noticed != "at_once")
    law = case.law(verdict)
    if case.game == "switch":
        if not verdict.legal:
            law = (case.text("Whoever lays an Ace chooses the suit to follow.", "SW-16"), *law)
        return _switch(case, found, law, holds=f"It holds: {suit} are to be followed." if verdict.legal else "")
    if verdict.legal:
        return Settled(found, law, "none", (case.reading("SP-A9", f"It holds: {suit} are to be followed."),))
    if case.noticed in ("after_game", "after_round"):
        return Settled(found, law, "stands", (case.reading("SP-A9", case.late),))
    if again:
        words = "The suit named first is to be followed."
        return Settled(found, law, "restore", (case.reading("SP-A9", words),))
    return Settled(found, law, "restore", (case.reading("SP-A8", _unnamed(case)),))


def _unnamed(case: Case) -> str:
    """What is followed after an 8 to which no suit was named in time (SP-A8)."""
    past = "" if case.noticed == "at_once" else "; what was laid since stands"
    if case.rules["unnominated_eight"] == "before":
        return f"The suit in force before the 8 goes on{past}."
    own = case.facts.get("own_suit")
    followed = f"The suit of the 8, {SUIT_NAMES[SUITS.index(own)]}," if own else "The suit of the 8 itself"
    return f"{followed} is to be followed{past}."


def _switch(case: Case, found: str, law: tuple[Statement, ...], *, holds: str) -> Settled:
    """The text has an Ace's player choose, but does not say by when: the remedies are discretion."""
    if holds:
        return Settled(found, law, "none", (case.discretion(holds),))
    if case.facts.get("named_before"):
        words = "The first word binds: the suit named first is to be followed."
        return Settled(found, law, "restore", (case.discretion(words),))
    if case.noticed != "after_next_play":
        return Settled(found, law, "stands", (case.discretion(case.late),))
    words = "It comes too late: what was laid since stands, and the card now on top is to be followed."
    return Settled(found, law, "stands", (case.discretion(words),))


SUIT_NAMED = Irregularity(
    "suit_named",
    suit_named,
    {
        "swedish_pursuit": Situation(
            "An 8 was laid: which suit now?",
            "the suit was named late, or changed, or not named",
            ("nominate",),
            ("named_before", "own_suit"),
        ),
        "switch": Situation(
            "An Ace was laid: which suit now?",
            "the suit was named late, or changed",
            ("nominate",),
            ("named_before",),
        ),
    },
)
