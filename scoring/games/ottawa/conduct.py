"""What Ottawa brings to disputes: its situations and clauses; nobody has to lay off, but everybody
draws.
"""

from scoring.law.case import Case, Conduct, Plays, Settled, Situation, Turns
from scoring.law.facts import (
    BLOCKED_FACTS,
    COUNT_FACTS,
    DEAL_FACTS,
    DISPUTE_FACTS,
    SEEN_FACTS,
    START_FACTS,
    TURN_FACTS,
)

_PILE = ("pile_top_last", "hand", "laid_off_this_turn", "drawn_this_turn", "players")
SITUATIONS = {
    "card_did_not_match": Situation(
        "Cards were laid off that may not fit",
        "a run that turns back in the wrong suit, a second lay-off",
        ("cards",),
        _PILE,
    ),
    "out_of_turn": Situation(
        "Somebody played out of turn", "they laid off before their turn", (), TURN_FACTS
    ),
    "did_not_play": Situation(
        "Somebody laid nothing off, or did not draw",
        "they had a run and kept it, or passed without a card",
        (),
        ("drawn_this_turn", "laid_off_this_turn", "stock", "players"),
    ),
    "blocked_game": Situation(
        "Nobody can or will lay off", "the stock is used up and all have passed", (), BLOCKED_FACTS
    ),
    "win_with_illegal_card": Situation(
        "The last lay-off was not allowed",
        "somebody went out with cards that do not follow each other",
        ("cards",),
        (*_PILE, "confirmed"),
    ),
    "tally_miscounted": Situation("A hand was counted wrong", "an Ace written as 1", *COUNT_FACTS),
    "wrong_deal": Situation(
        "Wrong number of cards dealt", "seven cards each to five players", *DEAL_FACTS
    ),
    "wrong_direction": Situation(
        "A player was passed over", "the next but one went on", (), TURN_FACTS
    ),
    "wrong_start_card": Situation(
        "The wrong player began", "or a second card was turned up", *START_FACTS
    ),
    "card_exposed": Situation(
        "A card was seen", "it fell from a hand, or was drawn face up", *SEEN_FACTS
    ),
    "tally_contested": Situation(
        "A count is disputed, the cards are gone", "loser and winner differ", *DISPUTE_FACTS
    ),
}


def did_not_play(case: Case) -> Settled:
    """Nobody has to lay off, but everybody has to draw."""
    drew = case.facts.get("drawn_this_turn")
    if drew is None:
        law = (
            case.text("Nobody has to lay off.", "OT-20"),
            case.reading("OT-A7", "Everybody draws."),
        )
        return case.look(f"{case.who} laid nothing off", law, "whether they drew a card")
    verdict = case.ask({"kind": "pass"})
    finding = f"{case.who} laid nothing off and did not draw"
    if drew:
        finding = f"{case.who} laid nothing off and drew"
    if verdict.answer == "depends":
        return case.open(finding, verdict)
    if verdict.legal:
        return case.nothing(finding, case.law(verdict), "Nobody has to lay off: the turn stands.")
    if case.noticed == "at_once":
        return Settled(
            finding,
            case.law(verdict),
            "complete",
            (case.reading("OT-A7", f"{case.who} draws now."),),
        )
    return Settled(finding, case.law(verdict), "stands", (case.practice("picked_up", case.late),))


CONDUCT = Conduct(
    SITUATIONS,
    Turns("Turns pass clockwise.", "OT-15"),
    Plays("lay_off", verb="laid off", otherwise="may lay off otherwise, or pass."),
    practice={"blocked": "OT-A9"},
    settles={"did_not_play": did_not_play},
    tally="OT-33",
    dealing="OT-5",
)
