"""The play that a ruling judged, written as the fragment of a transcript, so that it can be
replayed move by move.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.cards import card_text, parse_card
from scoring.disputes.adjudication import ClaimError, read_claim
from scoring.law.facts import NONE
from scoring.law.rulebook import Rules

PLAYS = ("card_did_not_match", "win_with_illegal_card")
"""The kinds of claim that are about cards laid on a pile."""


def claim_transcript(raw: Mapping[str, Any], rules: Rules) -> str:
    """The transcript of the play in a claim, as the claim was sent; empty where the claim cannot be
    read, or is no play on a pile whose top card is known.
    """
    try:
        claim = read_claim(raw, rules)
    except ClaimError:
        return ""
    facts = claim.facts
    if claim.kind not in PLAYS or "top" not in facts or not facts.get("cards"):
        return ""
    seat = claim.seat or 1
    tags = {
        "Game": rules.rulebook.slug,
        "Rules": str(rules),
        "Players": facts.get("players"),
        "Turn": claim.seat,
        "Top": _notation([facts["top"]]),
        "Suit": facts.get("suit_in_force"),
        "Pending": facts.get("pending"),
        "Deal": _deal(facts, seat),
    }
    header = [f'[{name} "{text}"]' for name, text in tags.items() if text is not None]
    cards = ",".join(_notation([card]) for card in facts["cards"])
    named_suit = f"={facts['nominate']}" if facts.get("nominate", NONE) != NONE else ""
    return "\n".join((*header, "", f"{seat}:{cards}{named_suit}"))


def _deal(facts: Mapping[str, Any], seat: int) -> str | None:
    """The hands of all seats: at its seat the hand that was seen, with the cards laid from it put
    back; `?` for the others, which nobody saw.
    """
    if facts.get("hand") is None:
        return None
    laid = [card for card in facts["cards"] if card not in facts["hand"]]
    hands = ["?"] * max(facts.get("players", 0), seat)
    hands[seat - 1] = _notation([*laid, *facts["hand"]])
    return " ".join(hands)


def _notation(cards: Sequence[str]) -> str:
    """Cards as transcripts write them, without gaps."""
    return "".join(card_text(parse_card(card)) for card in cards)
