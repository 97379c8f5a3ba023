"""What Switch brings to disputes: its situations and clauses; on errors its text is silent."""

from scoring.cards import EIGHT, JACK, SUIT_NAMES, SUITS
from scoring.law.case import Calls, Case, Conduct, Plays, Settled, Turns
from scoring.law.ruling import Statement
from scoring.law.situations import situations_of
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


CONDUCT = Conduct(
    situations_of("switch"),
    Turns(
        "Turns pass clockwise until a Jack turns them round.",
        "SW-8",
        skip=(EIGHT, "SW-13"),
        turn=(JACK, "SW-14", "jack_two", "SW-A6"),
    ),
    Plays(names_suit=True),
    practice={"short_stock": "SW-A9", "blocked": "SW-A22"},
    settles={"suit_named": suit_named},
    calls=Calls("SW-18"),
    tally="SW-20",
    no_points="SW-A11",
    banned_last=(
        "No win: the Ace goes back, {who} takes another card and lays neither before their next"
        " turn.",
        ("SW-21", "SW-22"),
    ),
    due=_due,
)
