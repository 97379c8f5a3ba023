"""The irregularities umpires are called for, a file for each kind or small family, the commonest
first.
"""

from scoring.disputes.irregularities.blocked import blocked
from scoring.disputes.irregularities.card_laid import did_not_match, illegal_win
from scoring.disputes.irregularities.dealing import wrong_deal, wrong_start
from scoring.disputes.irregularities.everyday import CUSTOMS, EVERYDAY
from scoring.disputes.irregularities.failure_to_play import did_not_play
from scoring.disputes.irregularities.last_card import last_card
from scoring.disputes.irregularities.penalty_cards import penalty_cards
from scoring.disputes.irregularities.tallies import contested, miscounted
from scoring.disputes.irregularities.turn_order import out_of_turn
from scoring.disputes.settlements import settled_by
from scoring.law.case import Case, Settle, Settled


def _in_its_own_way(case: Case) -> Settled:
    """A kind that is settled as a text file tells it, in every game that knows it."""
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
    "card_exposed": _in_its_own_way,
    "tally_contested": contested,
    "wrong_checker": _in_its_own_way,
    **dict.fromkeys(EVERYDAY, _in_its_own_way),
}
"""Every kind by its name in claims, the ten commonest first."""


def settle(case: Case) -> Settled:
    """What the irregularity of a case comes to, as its game tells it or as every table meets it,
    else in the way of all games.
    """
    kind = case.claim.kind
    text = case.conduct.settles.get(kind) or CUSTOMS.get(kind)
    return settled_by(case, text) if text else IRREGULARITIES[kind](case)
