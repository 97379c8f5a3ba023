"""Disputes for the tests of rulings, as they are claimed at a table."""

from typing import Any

QUEEN: dict[str, Any] = {
    "kind": "card_did_not_match",
    "noticed": "at_once",
    "seat": 3,
    "facts": {
        "cards": ["QS"],
        "top": "QH",
        "suit_in_force": "H",
        "pending": 0,
        "stock": 20,
        "players": 5,
    },
}
LAST_CARD: dict[str, Any] = {
    "kind": "last_card_not_said",
    "noticed": "after_next_play",
    "seat": 2,
    "facts": {"said": False, "offender_hand_count": 1, "stock": 12, "players": 5},
}
MISCOUNTED: dict[str, Any] = {
    "kind": "tally_miscounted",
    "noticed": "after_round",
    "seat": 2,
    "facts": {"hand": ["8H", "KD"], "claimed": 18},
}
