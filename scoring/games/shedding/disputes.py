"""What a shedding game settles in its own way: the suit of a wild card, and the law of the cards
that bring a penalty.
"""

from scoring.cards import SUIT_NAMES, SUITS
from scoring.law.case import Case, Settled
from scoring.law.effects import Effect, with_article
from scoring.law.facts import NONE
from scoring.law.rulebook import Rulebook
from scoring.law.ruling import Statement
from scoring.law.situations import Situation
from scoring.words import number_word


def own_situations(book: Rulebook) -> dict[str, Situation]:
    """The situations that the effects of a game bring with them."""
    brought: dict[str, Situation] = {}
    wild = next((effect for effect in book.effects if effect.wild), None)
    if wild:
        brought["suit_named"] = Situation(
            f"{_first(wild)} was laid: which suit now?",
            "named late, or changed, or not at all; nobody remembers which was named",
            ("nominate",),
            ("named_before", "own_suit"),
            unsaid=("nominate",),
        )
    penalty = next((effect for effect in book.effects if effect.draws), None)
    if penalty:
        brought["penalty_not_taken"] = Situation(
            f"{_first(penalty)} was laid: who picks up?",
            f"the cards of {with_article(penalty.number)} were due and not taken, or too many were",
            (),
            ("unanswered", "taken", "stock", "two_was_last"),
        )
    return brought


def _first(effect: Effect) -> str:
    """The rank with its article, to begin a sentence with."""
    words = with_article(effect.number)
    return f"{words[0].upper()}{words[1:]}"


def suit_named(case: Case) -> Settled:
    """A suit named for a wild card: it holds until the next player acts; one named later, or after
    another, does not.
    """
    late = case.noticed != "at_once"
    law = (_names(case),)
    if case.facts["nominate"] == NONE:
        followed = _unnamed(case, late=late)
        finding = f"{case.who} laid a wild card and named no suit"
        if case.noticed in ("after_game", "after_round"):
            return Settled(finding, law, "stands", (case.discretion(case.late),))
        return Settled(finding, law, "none", (followed,))
    suit = SUIT_NAMES[SUITS.index(case.facts["nominate"])]
    again = case.facts.get("named_before", False)
    naming = f"{case.who} named {suit}"
    finding = f"{naming} after another suit" if again else naming
    if case.noticed in ("after_game", "after_round"):
        return Settled(finding, law, "stands", (case.discretion(case.late),))
    if again:
        words = "The first word binds: the suit named first is to be followed."
        return Settled(finding, law, "restore", (case.discretion(words),))
    if not late:
        holds = case.text(f"It holds: {suit} are to be followed.", *law[0].clauses)
        return Settled(finding, law, "none", (holds,))
    return Settled(f"{finding} late", law, "restore", (_unnamed(case, late=True),))


def _names(case: Case) -> Statement:
    book = case.rules.rulebook
    wild = next(effect for effect in book.effects if effect.wild)
    return case.text(
        f"Whoever lays {with_article(wild.number)} names the suit to follow.", wild.clause
    )


def _unnamed(case: Case, *, late: bool) -> Statement:
    """What is followed after a wild card to which no suit was named in time."""
    own = case.facts.get("own_suit")
    if case.rules.get("unnamed") == "before":
        follows = "The suit in force before it goes on."
    elif own:
        follows = f"Its own suit, {SUIT_NAMES[SUITS.index(own)]}, is to be followed."
    else:
        follows = "Its own suit is to be followed."
    return case.practice("unnamed", f"{follows} What was laid since stands." if late else follows)


def due_words(case: Case, _twos: int, _fours: int, due: int) -> tuple[Statement, ...]:
    """The law of the cards that bring a penalty."""
    penalty = next(effect for effect in case.rules.rulebook.effects if effect.draws)
    cards = number_word(penalty.draws)
    words = f"{_first(penalty)} costs the next player {cards} cards unless they answer it"
    return (case.text(f"{words}; here {number_word(due)}.", penalty.clause),)
