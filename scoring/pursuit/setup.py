"""The verdict on how a table of Pursuit was set up: seats, packs, cards dealt."""

from functools import partial
from typing import Any

from scoring.position import SetupPosition
from scoring.rulebook import Rules
from scoring.verdict import Reason, Verdict


def check_setup(position: SetupPosition, rules: Rules) -> Verdict:
    """Whether players, packs and cards dealt agree with the rules, as far as they are given. Never raises."""
    deal = rules.deal
    racing = rules["racing"] == "yes"
    reasons: list[Reason] = []
    then: dict[str, Any] = {}
    if not deal.seats_min <= position.players <= deal.seats_max:
        clause = "PU-25" if racing else "PU-1"
        most = f"from {deal.seats_min} to {deal.seats_max} players" if racing else "two players"
        reasons.append(Reason(clause, f"The game is for {most}, not {position.players}."))
    else:
        packs, dealt = deal.packs(position.players), deal.dealt(position.players)
        if position.packs not in (None, packs):
            reasons.append(Reason("PU-25" if racing else "PU-2", f"So many players need {packs} pack(s) of 42 cards."))
            then["decks"] = packs
        if position.dealt not in (None, dealt):
            reasons.append(Reason("PU-5", f"Each player is dealt {dealt} cards, not {position.dealt}."))
            then["dealt"] = dealt
    again = partial(check_setup, position)
    if reasons:
        return Verdict("illegal", tuple(reasons), then, rules=rules, again=again)
    stands = (Reason("PU-5", "Each player has seven cards."), Reason("PU-2", "The pack is of 42 cards."))
    return Verdict("legal", stands, rules=rules, again=again)
