"""What Switch brings to disputes: its situations and clauses; on errors its text is silent."""

from scoring.cards import SUIT_NAMES, SUITS
from scoring.law.case import Case, Settled, conduct_of
from scoring.law.ruling import Statement
from scoring.words import number_word


def suit_named(case: Case) -> Settled:
    """The text has an Ace's player choose, but does not say by when: the
    remedies are discretion.
    """
    suit = SUIT_NAMES[SUITS.index(case.facts["nominate"])]
    again = case.facts.get("named_before", False)
    finding = f"{case.who} named {suit} late"
    if again:
        finding = f"{case.who} named {suit} after another suit"
    verdict = case.ask(
        {"kind": "nominate", "nominate": suit}, next_player_has_acted=case.noticed != "at_once"
    )
    if verdict.legal:
        holds = case.discretion(f"It holds: {suit} are to be followed.")
        return Settled(finding, case.law(verdict), "none", (holds,))
    law = (
        case.text("Whoever lays an Ace chooses the suit to follow.", "SW-16"),
        *case.law(verdict),
    )
    if again:
        words = "The first word binds: the suit named first is to be followed."
        return Settled(finding, law, "restore", (case.discretion(words),))
    if case.noticed != "after_next_play":
        return Settled(finding, law, "stands", (case.discretion(case.late),))
    words = (
        "It comes too late: what was laid since stands, and the card now on top is to be followed."
    )
    return Settled(finding, law, "stands", (case.discretion(words),))


def _due(case: Case, twos: int, fours: int, due: int) -> tuple[Statement, ...]:
    clauses = (*(("SW-10",) if twos or not fours else ()), *(("SW-11",) if fours else ()))
    first = case.text(f"A 2 costs two cards and a 4 four; here {number_word(due)}.", *clauses)
    return first, case.text("Answered penalties add up.", "SW-10", aloud=False)


CONDUCT = conduct_of("switch", settles={"suit_named": suit_named}, due=_due)
