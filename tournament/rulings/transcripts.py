"""The play of a ruling written down as a transcript, so that it can be looked at again move by
move.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.cards import card_text, parse_card
from scoring.disputes.adjudication import ClaimError, read_claim
from scoring.law.facts import NONE
from scoring.law.rulebook import Rules

PLAYS = ("card_did_not_match", "win_with_illegal_card")


def claim_transcript(raw: Mapping[str, Any], rules: Rules) -> str:
    """The fragment that a claim tells; empty where it is no play on a pile
    whose top card is known.
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
        "Top": _run([facts["top"]]),
        "Suit": facts.get("suit_in_force"),
        "Pending": facts.get("pending"),
        "Deal": _deal(facts, seat),
    }
    label = f"={facts['nominate']}" if facts.get("nominate", NONE) != NONE else ""
    lines = [f'[{name} "{text}"]' for name, text in tags.items() if text is not None]
    return "\n".join(
        (*lines, "", f"{seat}:{','.join(_short(card) for card in facts['cards'])}{label}")
    )


def _deal(facts: Mapping[str, Any], seat: int) -> str | None:
    """The hand that was seen, with what was laid out of it, at its seat; the
    others are not known.
    """
    if facts.get("hand") is None:
        return None
    laid = [card for card in facts["cards"] if card not in facts["hand"]]
    hands = ["?"] * max(facts.get("players", 0), seat)
    hands[seat - 1] = _run([*laid, *facts["hand"]])
    return " ".join(hands)


def _run(cards: Sequence[str]) -> str:
    return "".join(map(_short, cards))


def _short(card: str) -> str:
    return card_text(parse_card(card))
