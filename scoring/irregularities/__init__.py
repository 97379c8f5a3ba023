"""The irregularities umpires are called for, a file for each kind or small family, the commonest first."""

from scoring.irregularities.blocked import BLOCKED
from scoring.irregularities.card_laid import DID_NOT_MATCH, ILLEGAL_WIN
from scoring.irregularities.dealing import WRONG_DEAL, WRONG_START
from scoring.irregularities.did_not_play import DID_NOT_PLAY
from scoring.irregularities.exposure import EXPOSED
from scoring.irregularities.last_card import LAST_CARD
from scoring.irregularities.penalty_cards import PENALTY_CARDS
from scoring.irregularities.situation import Irregularity
from scoring.irregularities.suit_named import SUIT_NAMED
from scoring.irregularities.tallies import CONTESTED, MISCOUNTED, WRONG_CHECKER
from scoring.irregularities.turn_order import OUT_OF_TURN, WRONG_DIRECTION

IRREGULARITIES: dict[str, Irregularity] = {
    irregularity.kind: irregularity
    for irregularity in (
        DID_NOT_MATCH,
        LAST_CARD,
        OUT_OF_TURN,
        PENALTY_CARDS,
        SUIT_NAMED,
        DID_NOT_PLAY,
        BLOCKED,
        ILLEGAL_WIN,
        MISCOUNTED,
        WRONG_DEAL,
        WRONG_DIRECTION,
        WRONG_START,
        EXPOSED,
        CONTESTED,
        WRONG_CHECKER,
    )
}
"""Every kind by its name in claims, the ten commonest first."""
