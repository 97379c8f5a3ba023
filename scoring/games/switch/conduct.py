"""What Switch brings to disputes: its situations and clauses; on errors its text is silent."""

from scoring.cards import EIGHT, JACK, SUIT_NAMES, SUITS
from scoring.law.case import Calls, Case, Conduct, Plays, Settled, Situation, Turns
from scoring.law.facts import (
    BLOCKED_FACTS,
    CALL_FACTS,
    COUNT_FACTS,
    DEAL_FACTS,
    DISPUTE_FACTS,
    SEEN_FACTS,
    START_FACTS,
    TABLE_FACTS,
)
from scoring.law.ruling import Statement
from scoring.words import number_word

_LAID = ("nominate", *TABLE_FACTS)
_WHOSE = ("turn", "players", "before", "card_before", "way_before", "cards")
SITUATIONS = {
    "card_did_not_match": Situation(
        "A card was laid that may not fit",
        "an Ace on a 2, several cards at once, the wrong suit after an Ace",
        ("cards",),
        _LAID,
    ),
    "last_card_not_said": Situation(
        "Last card was not said",
        "somebody noticed a single card in a silent hand",
        (),
        CALL_FACTS,
    ),
    "out_of_turn": Situation(
        "Somebody played out of turn",
        "too early, or by mistake",
        (),
        _WHOSE,
        ("card_before",),
        ("direction",),
    ),
    "penalty_not_taken": Situation(
        "A 2 or a 4 was laid: who picks up?",
        "cards were due and not taken, or too many were",
        (),
        ("twos", "fours", "taken", "stock"),
    ),
    "suit_named": Situation(
        "An Ace was laid: which suit now?",
        "the suit was named late, or changed",
        ("nominate",),
        ("named_before",),
    ),
    "did_not_play": Situation(
        "Picked up although able to lay",
        "they held a match or an Ace",
        (),
        ("hand", "missed", "top", "suit_in_force", "pending", "stock", "players", "direction"),
    ),
    "blocked_game": Situation(
        "Nobody can lay, nothing is left to take", "is the game blocked?", (), BLOCKED_FACTS
    ),
    "win_with_illegal_card": Situation(
        "The last card was not allowed",
        "somebody went out on an Ace",
        ("cards",),
        (*_LAID, "confirmed"),
    ),
    "tally_miscounted": Situation(
        "A hand was counted wrong", "where the evening counts points", *COUNT_FACTS
    ),
    "wrong_deal": Situation(
        "Wrong number of cards dealt", "five cards, or one pack for six players", *DEAL_FACTS
    ),
    "wrong_direction": Situation(
        "Play went the wrong way, or a player was passed over",
        "a Jack was overlooked, or an 8 passed over two",
        (),
        _WHOSE,
        unsaid=("card_before",),
        older=("direction",),
    ),
    "wrong_start_card": Situation(
        "The start card was wrong", "a Power Card stayed, or another card went back", *START_FACTS
    ),
    "card_exposed": Situation(
        "A card was seen", "it fell from a hand, or turned over in the deal", *SEEN_FACTS
    ),
    "tally_contested": Situation(
        "A count is disputed, the cards are gone",
        "two players remember it differently",
        *DISPUTE_FACTS,
    ),
}


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
    SITUATIONS,
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
