"""Whose turn it is after a card that passes a player over, turns play round or lets play again."""

from typing import Any

from scoring.cards import RANK_NAMES, card_symbol, parse_card, rank_of
from scoring.law.case import Case, named
from scoring.law.facts import NONE


def whose_turn(case: Case) -> int | None:
    """The seat that should have played, from what is known; None where that is not enough."""
    facts = case.facts
    if "turn" in facts:
        return int(facts["turn"])
    players, before = facts.get("players"), facts.get("before")
    if before is None or players is None:
        return None
    steps = 2 if _passes_over(case, players) else _rank_before(case) not in case.conduct.turns.again
    return int((before - 1 + steps * direction_after(case)) % players + 1)


def direction_after(case: Case) -> int:
    """Which way play goes after the card of the seat before: as it was told of then, or of the
    moment before that card, which may have turned it round.
    """
    facts, rank = case.facts, _rank_before(case)
    if "way_before" not in facts:
        return int(facts.get("direction", 1))
    turn = case.conduct.turns.turn
    turned = turn is not None and rank == turn[0]
    return -facts["way_before"] if turned else int(facts["way_before"])


def _rank_before(case: Case) -> int | None:
    """The rank of the card the seat before laid; None where it laid none, or nobody told."""
    card = case.facts.get("card_before", NONE)
    return None if card == NONE else rank_of(parse_card(card))


def _passes_over(case: Case, players: int) -> bool:
    turns, rank = case.conduct.turns, _rank_before(case)
    if rank is None:
        return False
    if turns.skip is not None and rank == turns.skip[0]:
        return case.rules.get("skip_answer") != "yes"
    if turns.turn is None or rank != turns.turn[0] or players != 2:
        return False
    return bool(turns.turn[2]) and case.rules[turns.turn[2]] == "skip"


def _after(case: Case) -> str:
    """What the card of the seat before does to the turn: `again`, `skip` or `turn`, `between` where
    it turns play between two players and the game asks what that does; empty where nothing.
    """
    turns, rank = case.conduct.turns, _rank_before(case)
    if rank is not None and rank in turns.again:
        return "again"
    if _passes_over(case, 0):
        return "skip"
    if rank is None or turns.turn is None or rank != turns.turn[0]:
        return ""
    return "between" if case.facts.get("players") == 2 and turns.turn[2] else "turn"


def turn_names(case: Case) -> dict[str, Any]:
    """What settlements say of the turn: whose it was, which way play goes on, what the card laid
    before does and by which clauses.
    """
    turns, facts, after = case.conduct.turns, case.facts, _after(case)
    rank, clause, option, question = turns.turn or (0, "", "", "")
    before, turn = facts.get("card_before", NONE), whose_turn(case)
    return {
        "turn": "" if turn is None else turn,
        "laid": named(facts["cards"]) if facts.get("cards") else "",
        "way": "clockwise" if direction_after(case) == 1 else "anticlockwise",
        "way_asked": bool(facts.keys() & {"direction", "way_before"}),
        "after": after,
        "before_it": "" if before == NONE else card_symbol(parse_card(before)),
        "turner": RANK_NAMES[rank],
        "passes_two": bool(option) and case.rules[option] == "skip",
        "two_question": question,
        "order": turns.words,
        "order_clause": turns.clause,
        "deed_clause": {
            "again": turns.again.get(_rank_before(case) or 0, ""),
            "skip": turns.skip[1] if turns.skip else "",
        }.get(after, clause),
    }
