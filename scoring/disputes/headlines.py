"""The verdict in one large line, for every kind of irregularity and everything that can be done
about it.
"""

from collections.abc import Mapping
from typing import Literal

from scoring.disputes.claims import case_of
from scoring.disputes.settlements import EVERYDAY
from scoring.law.facts import NONE
from scoring.law.rules_text import text_of
from scoring.law.ruling import Act, Ruling

Tone = Literal["right", "wrong", "open", "plain"]
"""Was it right, was it wrong, must something be looked at first, or is nobody to blame?"""
HEADLINES: Mapping[str, Mapping[Act, str]] = text_of("disputes/headlines")
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
    if (
        kind == "blocked_game"
        and act == "play_on"
        and case_of(ruling.claim, ruling.rules).ask({"kind": "claim_blocked"}).answer != "upheld"
    ):
        line = "Not blocked: the game goes on"
    if kind in _PLAIN or (kind, act) == ("wrong_start_card", "complete"):
        return "plain", line
    return (
        "right" if act == "none" or (kind, act) == ("last_card_not_said", "complete") else "wrong"
    ), line
