"""The irregularities umpires are called for, a file for each kind or small family, the commonest
first.
"""

from scoring.disputes.irregularities.dealing import wrong_start
from scoring.disputes.irregularities.penalty_cards import penalty_cards
from scoring.disputes.settlements import EVERYDAY, as_told
from scoring.law.case import Case, Settle, Settled

IRREGULARITIES: dict[str, Settle] = {
    "card_did_not_match": as_told,
    "last_card_not_said": as_told,
    "out_of_turn": as_told,
    "penalty_not_taken": penalty_cards,
    "suit_named": as_told,
    "did_not_play": as_told,
    "blocked_game": as_told,
    "win_with_illegal_card": as_told,
    "tally_miscounted": as_told,
    "wrong_deal": as_told,
    "wrong_direction": as_told,
    "wrong_start_card": wrong_start,
    "card_exposed": as_told,
    "tally_contested": as_told,
    "wrong_checker": as_told,
    **dict.fromkeys(EVERYDAY, as_told),
}
"""Every kind by its name in claims, the ten commonest first."""


def settle(case: Case) -> Settled:
    """What the irregularity of a case comes to: as its game tells it, else in the way of all
    games.
    """
    kind = case.claim.kind
    return (as_told if kind in case.conduct.settles else IRREGULARITIES[kind])(case)
