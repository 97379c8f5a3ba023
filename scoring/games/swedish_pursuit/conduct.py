"""What Swedish Pursuit brings to disputes: its situations, its clauses and its own readings for
errors.
"""

from scoring.cards import SUIT_NAMES, SUITS
from scoring.law.case import Case, Settled, conduct_of
from scoring.law.facts import NONE
from scoring.law.ruling import Statement
from scoring.words import number_word


def suit_named(case: Case) -> Settled:
    """A suit named after the card was laid: it holds in time; else the suit is as if that word had
    not been said.
    """
    if case.facts["nominate"] == NONE:
        return _none_named(case)
    suit = SUIT_NAMES[SUITS.index(case.facts["nominate"])]
    again = case.facts.get("named_before", False)
    finding = f"{case.who} named {suit} late"
    if again:
        finding = f"{case.who} named {suit} after another suit"
    verdict = case.ask(
        {"kind": "nominate", "nominate": suit}, next_player_has_acted=case.noticed != "at_once"
    )
    law = case.law(verdict)
    if verdict.legal:
        return Settled(
            finding, law, "none", (case.reading("SP-A9", f"It holds: {suit} are to be followed."),)
        )
    if case.noticed in ("after_game", "after_round"):
        return Settled(finding, law, "stands", (case.reading("SP-A9", case.late),))
    if again:
        words = "The suit named first is to be followed."
        return Settled(finding, law, "restore", (case.reading("SP-A9", words),))
    return Settled(finding, law, "restore", (case.reading("SP-A8", _unnamed(case)),))


def _none_named(case: Case) -> Settled:
    """An 8 to which no suit was named; in time one may still be, where the event says so."""
    finding = f"{case.who} laid an 8 and named no suit"
    law = (case.text("Whoever lays an 8 names a suit if they like.", "SP-18"),)
    if case.noticed in ("after_game", "after_round"):
        return Settled(finding, law, "stands", (case.reading("SP-A9", case.late),))
    followed = case.reading("SP-A8", _unnamed(case))
    if case.noticed == "at_once" and case.rules["nominate_until"] == "next_play":
        words = f"{case.who} may still name a suit, until the next player acts."
        return Settled(finding, law, "none", (followed, case.reading("SP-A9", words)))
    return Settled(finding, law, "none", (followed,))


def _unnamed(case: Case) -> str:
    """What is followed after an 8 to which no suit was named in time (SP-A8)."""
    own = case.facts.get("own_suit")
    if case.rules["unnominated_eight"] == "before":
        follows = "The suit in force before the 8 goes on."
    elif own:
        follows = f"The suit of the 8, {SUIT_NAMES[SUITS.index(own)]}, is to be followed."
    else:
        follows = "The suit of the 8 itself is to be followed."
    return follows if case.noticed == "at_once" else f"{follows} What was laid since stands."


def wrong_checker(case: Case) -> Settled:
    """A sheet signed by somebody who is not the left-hand neighbour."""
    checker, players, seat = case.facts["checker"], case.facts["players"], case.claim.seat
    law = (case.text("Your left-hand neighbour checks your count.", "SP-29"),)
    if seat is None:
        return case.look(f"Seat {checker} signed as checker", law, "whose hand it was")
    right = seat % players + 1
    finding = f"Seat {checker} checked the hand of seat {seat}"
    if checker == right:
        return case.nothing(finding, law, "That is the right neighbour: the sheet stands.")
    if case.noticed in ("at_once", "after_next_play"):
        words = f"Seat {right} checks the hand now and signs."
        return Settled(finding, law, "complete", (case.text(words, "SP-29"),))
    words = f"The tally stands; seat {right} is asked, and what proves wrong is corrected."
    return Settled(finding, law, "stands", (case.practice("miscount", words),))


def _due(case: Case, twos: int, _fours: int, due: int) -> tuple[Statement, ...]:
    words = f"A 2 costs the next player two cards unless they answer it; here {number_word(due)}."
    statement = case.text(
        "Whoever takes penalty cards lays nothing in that turn.", "SP-24", aloud=False
    )
    added = (case.text("Answered 2s add up.", "SP-23", aloud=False),) if twos > 1 else ()
    return case.text(words, "SP-22"), *added, statement


def _uncounted(case: Case) -> tuple[Statement, ...]:
    return (
        case.text("Your left-hand neighbour checks your count.", "SP-29"),
        case.reading("SP-A36", "Which figure counts when they differ the text does not say."),
    )


def _final(case: Case) -> tuple[Statement, ...]:
    return (
        case.text("The Umpire's finding is final.", "SP-36"),
        case.reading("SP-A35", "Law and sums can be reviewed until the time for corrections ends."),
    )


CONDUCT = conduct_of(
    "swedish_pursuit",
    settles={"suit_named": suit_named, "wrong_checker": wrong_checker},
    uncounted=_uncounted,
    due=_due,
    refills=lambda rules, pending: bool(pending) and rules["short_stock"] == "reshuffle",
    final=_final,
)
