"""What a shedding game brings to disputes, made from its rulebook."""

from dataclasses import replace

from scoring.games.shedding.disputes import due_words, own_situations, suit_named
from scoring.games.shedding.grounds import named
from scoring.games.shedding.law import SHAPES, law_of
from scoring.law.case import Calls, Conduct, Plays, Situation, Turns
from scoring.law.effects import Effect
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
from scoring.law.rulebook import Rulebook

_LAID = ("nominate", *TABLE_FACTS)
_SITUATIONS = {
    "card_did_not_match": Situation(
        "A card was laid that may not fit",
        "neither the rank nor the suit, or not the suit named",
        ("cards",),
        _LAID,
    ),
    "did_not_play": Situation(
        "Drew although able to lay, or passed",
        "they held a card that fits",
        (),
        ("hand", "missed", *(fact for fact in TABLE_FACTS if fact != "hand")),
    ),
    "blocked_game": Situation(
        "Nobody can lay, nothing is left to take", "is the game blocked?", (), BLOCKED_FACTS
    ),
    "win_with_illegal_card": Situation(
        "The last card was not allowed",
        "somebody went out on a card that did not fit",
        ("cards",),
        (*_LAID, "confirmed"),
    ),
    "tally_miscounted": Situation("A hand was counted wrong", "added up wrong", *COUNT_FACTS),
    "wrong_deal": Situation("Wrong number of cards dealt", "one too many", *DEAL_FACTS),
    "wrong_start_card": Situation(
        "The start card was wrong", "a wild card stayed, or another went back", *START_FACTS
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
_WHOSE = ("turn", "players", "before", "card_before", "cards")
_CALL = Situation(
    "The last card was not called",
    "somebody noticed a single card in a silent hand",
    (),
    CALL_FACTS,
)


def conduct_of(book: Rulebook) -> Conduct:
    """What this game brings: its situations, who is next, what is said at the last card."""
    calls = "caught" in book.aspects
    skips = next((row for row in book.effects if row.skips and not row.answerable), None)
    turns = next((effect for effect in book.effects if effect.turns), None)
    practice = {
        option.name: option.questions[0]
        for option in book.options
        if option.name in ("blocked", "unnamed")
    }
    choice = (*_WHOSE, "way_before") if turns else _WHOSE
    out_of_turn = Situation(
        "Somebody played out of turn",
        "too early, or somebody was passed over",
        (),
        choice,
        unsaid=("card_before",),
        older=("direction",),
    )
    calling = {"last_card_not_said": _CALL} if calls else {}
    return Conduct(
        _situations(book) | {"out_of_turn": out_of_turn} | calling | own_situations(book),
        Turns(
            _order(turns),
            book.aspects["turns"][0],
            skip=(skips.number, skips.clause) if skips else None,
            turn=(turns.number, turns.clause, *_between_two(book)) if turns else None,
            again={effect.number: effect.clause for effect in book.effects if effect.again},
        ),
        Plays(names_suit=True, single=True, draws_on=True),
        practice=practice,
        settles={"suit_named": suit_named},
        blocked=SHAPES["blocked"][0],
        calls=Calls(book.aspects["caught"][0], book.call.upper()) if calls else Calls(""),
        tally=book.aspects["count"][0],
        due=due_words,
        refills=lambda rules, pending: law_of(rules).renews,
    )


def _situations(book: Rulebook) -> dict[str, Situation]:
    """Those of every shedding game, counts only where cards count; where a card that passes a
    player over can be answered, it decides whether it has been paid.
    """
    answered = any(effect.answerable for effect in book.effects)
    answered |= any(option.name == "skip_answer" for option in book.options)
    counts = book.scoring.values is not None
    return {
        kind: replace(situation, helpful=(*situation.helpful, "passed_over"))
        if answered and "pending" in situation.helpful
        else situation
        for kind, situation in _SITUATIONS.items()
        if counts or not kind.startswith("tally_")
    }


def _between_two(book: Rulebook) -> tuple[str, str]:
    """The option on a card that turns play between two players, and its question."""
    option = next((option for option in book.options if option.name == "turn_two"), None)
    return (option.name, option.questions[0]) if option else ("", "")


def _order(turns: Effect | None) -> str:
    if turns is None:
        return "Turns pass clockwise."
    return f"Turns pass clockwise until {named(turns.number)} turns them."
