"""The verdict in one large line, for every kind of irregularity and everything that can be done
about it.
"""

from typing import Literal

from scoring.disputes.claims import case_of
from scoring.disputes.irregularities.everyday import EVERYDAY
from scoring.law.facts import NONE
from scoring.law.ruling import Act, Ruling

Tone = Literal["right", "wrong", "open", "plain"]
"""Was it right, was it wrong, must something be looked at first, or is nobody to blame?"""
HEADLINES: dict[str, dict[Act, str]] = {
    "card_did_not_match": {
        "none": "Legal",
        "restore": "Not legal",
        "rewind": "Not legal",
        "stands": "Not legal, but it stands",
        "void_win": "Not legal",
        "redeal": "Not legal",
        "play_on": "Legal, but no win",
    },
    "last_card_not_said": {
        "none": "The challenge fails",
        "complete": "Still in time",
        "play_on": "Not said in time",
        "void_win": "Not said: no win yet",
    },
    "out_of_turn": {
        "none": "It was their turn",
        "restore": "Out of turn",
        "stands": "Out of turn, but it stands",
    },
    "penalty_not_taken": {
        "none": "Nothing is owed",
        "complete": "Cards are still owed",
        "restore": "Too many were taken",
        "stands": "Too late: nothing is taken",
    },
    "suit_named": {
        "none": "The suit named holds",
        "restore": "The suit named does not hold",
        "stands": "Too late: it stands",
    },
    "did_not_play": {
        "none": "Allowed",
        "complete": "It is still their turn",
        "stands": "Not allowed, but it stands",
    },
    "blocked_game": {
        "end_game": "The game is blocked",
        "redeal": "The game is blocked",
        "play_on": "The game goes on",
        "stands": "Not blocked, but it is over",
    },
    "win_with_illegal_card": {
        "none": "The win stands",
        "void_win": "No win",
        "redeal": "No win",
        "play_on": "No win",
        "stands": "Not legal, but the win stands",
    },
    "tally_miscounted": {
        "none": "Nothing to correct",
        "correct": "The count is wrong",
        "stands": "Too late to correct",
    },
    "wrong_deal": {
        "none": "The deal was right",
        "redeal": "Wrong deal: deal again",
        "correct": "Wrong deal: correct it",
        "stands": "Wrong deal, but it stands",
    },
    "wrong_direction": {
        "none": "Play went the right way",
        "restore": "Play went wrong",
        "stands": "Play went wrong, but it stands",
    },
    "wrong_start_card": {
        "none": "The start was right",
        "complete": "Turn up another card",
        "correct": "The start is corrected",
        "restore": "The start was wrong",
        "stands": "The start was wrong, but it stands",
    },
    "card_exposed": {
        "restore": "The card goes back",
        "redeal": "A reason to deal again",
        "stands": "Nothing is done",
    },
    "tally_contested": {
        "none": "Nothing to correct",
        "correct": "The higher figure counts",
        "stands": "Too late to correct",
    },
    "wrong_checker": {
        "none": "The right checker",
        "complete": "The wrong checker",
        "stands": "The wrong checker, but it stands",
    },
    "changed_mind": {"restore": "It may be taken back", "stands": "The card stays"},
    "wrong_card": {"restore": "It may be taken back", "stands": "The card stays"},
    "stuck_together": {"restore": "One card counts", "stands": "Nothing is changed"},
    "card_dropped": {
        "restore": "The card goes back",
        "correct": "It counts with its hand",
        "stands": "Nothing is changed",
    },
    "hand_shown": {"play_on": "Play goes on", "stands": "Nothing is changed"},
    "too_slow": {"complete": "Play within a minute", "stands": "Nothing is changed"},
    "left_table": {"play_on": "Wait, then play on", "complete": "Tell the desk"},
    "who_shuffles": {"none": "The dealer shuffles", "stands": "The deal stands"},
    "drew_too_many": {"restore": "What was too much goes back", "stands": "Nothing is changed"},
    "wrong_dealer": {"redeal": "Deal again", "stands": "The deal stands"},
    "card_missing": {
        "redeal": "Deal again with a whole pack",
        "restore": "The card goes under the stock",
        "stands": "The game counts",
    },
}
"""For each kind of claim what is said in one line, by what is done at the table."""
OPEN = "It depends"
UNKNOWN = "It stays as it is"
NONE_NAMED = "No suit was named"
_PLAIN = ("card_exposed", "tally_contested", "blocked_game", *EVERYDAY)


def headline(ruling: Ruling) -> tuple[Tone, str]:
    """The tone and the one line of a ruling."""
    kind, act = ruling.claim.kind, ruling.rectification.act
    if act == "look":
        return "open", OPEN
    if ruling.claim.source == "unknown" and act == "stands":
        return "plain", UNKNOWN
    unnamed = ruling.claim.facts.get("nominate") == NONE
    if unnamed and act == "none" and ruling.claim.kind == "suit_named":
        return "plain", NONE_NAMED
    line = HEADLINES[kind][act]
    if kind == "blocked_game" and act == "play_on" and not _blocked(ruling):
        line = "Not blocked: the game goes on"
    if kind in _PLAIN or (kind, act) == ("wrong_start_card", "complete"):
        return "plain", line
    return (
        "right" if act == "none" or (kind, act) == ("last_card_not_said", "complete") else "wrong"
    ), line


def _blocked(ruling: Ruling) -> bool:
    return case_of(ruling.claim, ruling.rules).ask({"kind": "claim_blocked"}).answer == "upheld"
