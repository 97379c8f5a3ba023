"""The irregularities umpires are called for, a file for each kind or small family, the commonest
first.
"""

from scoring.disputes.irregularities.blocked import blocked
from scoring.disputes.irregularities.card_laid import did_not_match, illegal_win
from scoring.disputes.irregularities.dealing import wrong_deal, wrong_start
from scoring.disputes.irregularities.everyday import EVERYDAY, everyday
from scoring.disputes.irregularities.exposure import exposed
from scoring.disputes.irregularities.failure_to_play import did_not_play
from scoring.disputes.irregularities.last_card import last_card
from scoring.disputes.irregularities.penalty_cards import penalty_cards
from scoring.disputes.irregularities.tallies import contested, miscounted
from scoring.disputes.irregularities.turn_order import out_of_turn
from scoring.law.case import Case, Settle, Settled


def _in_its_own_way(case: Case) -> Settled:
    """A kind for which every game that knows it has a settlement of its own."""
    raise LookupError(f"{case.rules.rulebook.title} does not settle {case.claim.kind}.")


IRREGULARITIES: dict[str, Settle] = {
    "card_did_not_match": did_not_match,
    "last_card_not_said": last_card,
    "out_of_turn": out_of_turn,
    "penalty_not_taken": penalty_cards,
    "suit_named": _in_its_own_way,
    "did_not_play": did_not_play,
    "blocked_game": blocked,
    "win_with_illegal_card": illegal_win,
    "tally_miscounted": miscounted,
    "wrong_deal": wrong_deal,
    "wrong_direction": out_of_turn,
    "wrong_start_card": wrong_start,
    "card_exposed": exposed,
    "tally_contested": contested,
    "wrong_checker": _in_its_own_way,
    **dict.fromkeys(EVERYDAY, everyday),
}
"""Every kind by its name in claims, the ten commonest first."""


def settle(case: Case) -> Settled:
    """What the irregularity of a case comes to, in the way of its game where it
    has one of its own.
    """
    return (case.conduct.settles.get(case.claim.kind) or IRREGULARITIES[case.claim.kind])(case)
