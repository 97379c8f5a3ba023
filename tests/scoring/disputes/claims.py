"""One claim of every kind in every game, with facts that make it a real irregularity."""

from typing import Any

from scoring.disputes.adjudication import Ruling, adjudicate, read_claim
from scoring.games.rulebooks import rulebook

TABLE: dict[str, Any] = {"top": "QH", "suit_in_force": "H", "pending": 0, "stock": 20, "players": 5}
CALL: dict[str, Any] = {
    "said": False, "offender_hand_count": 1, "offender_has_acted": False, "stock": 12, "players": 5,
}  # fmt: skip
BLOCKED: dict[str, Any] = {"players": 5, "stock": 0, "consecutive_misses": 5}
COUNT: dict[str, Any] = {"hand": "8H KD", "claimed": 18}
DISPUTE: dict[str, Any] = {"player_says": 12, "checker_says": 21}
AFTER_QUEEN: dict[str, Any] = {
    "players": 5,
    "before": 2,
    "card_before": "QH",
    "direction": -1,
    "cards": "7H",
}

CLAIMS: dict[str, dict[str, dict[str, Any]]] = {
    "swedish_pursuit": {
        "card_did_not_match": TABLE | {"cards": "QS", "hand": "3C 9D"},
        "last_card_not_said": CALL,
        "out_of_turn": {"turn": 2, "cards": "7H"},
        "penalty_not_taken": {"twos": 2, "taken": 2, "stock": 20},
        "suit_named": {"nominate": "S", "own_suit": "C", "named_before": False},
        "did_not_play": TABLE | {"hand": "9H 3C", "missed": False},
        "blocked_game": BLOCKED,
        "win_with_illegal_card": TABLE | {"cards": "QS"},
        "tally_miscounted": COUNT,
        "wrong_deal": {"players": 5, "dealt": 6},
        "wrong_direction": AFTER_QUEEN,
        "wrong_start_card": {"players": 5, "dealer": 5, "turned_up": "8D QS", "began": 1},
        "card_exposed": {"whose": "hand", "card": "KS"},
        "tally_contested": DISPUTE,
        "wrong_checker": {"checker": 2, "players": 5},
    },
    "switch": {
        "card_did_not_match": TABLE | {"cards": "9S", "hand": "3C 9D"},
        "last_card_not_said": CALL,
        "out_of_turn": {"turn": 2, "cards": "7H"},
        "penalty_not_taken": {"fours": 2, "taken": 4, "stock": 20},
        "suit_named": {"nominate": "S", "named_before": False},
        "did_not_play": TABLE | {"hand": "9H 3C", "missed": False},
        "blocked_game": BLOCKED,
        "win_with_illegal_card": TABLE | {"cards": "AS"},
        "tally_miscounted": COUNT,
        "wrong_deal": {"players": 6, "decks": 1},
        "wrong_direction": {
            "players": 5,
            "before": 1,
            "card_before": "8H",
            "cards": "7H",
            "direction": -1,
        },
        "wrong_start_card": {"players": 4, "turned_up": "7H"},
        "card_exposed": {"whose": "stock", "card": "KS"},
        "tally_contested": DISPUTE,
    },
    "crazy_eights": {
        "card_did_not_match": TABLE | {"cards": "9S", "hand": "3C 9D"},
        "out_of_turn": {"turn": 2, "cards": "7H"},
        "suit_named": {"nominate": "S", "own_suit": "C", "named_before": False},
        "did_not_play": TABLE | {"hand": "9H 3C", "missed": False},
        "blocked_game": BLOCKED,
        "win_with_illegal_card": TABLE | {"cards": "9S"},
        "tally_miscounted": COUNT,
        "wrong_deal": {"players": 6, "decks": 1},
        "wrong_start_card": {"players": 4, "turned_up": "8H"},
        "card_exposed": {"whose": "stock", "card": "KS"},
        "tally_contested": DISPUTE,
    },
    "mau_mau": {
        "card_did_not_match": TABLE | {"cards": "9S", "hand": "JC 9D"},
        "last_card_not_said": CALL,
        "out_of_turn": {"players": 5, "before": 1, "card_before": "8H", "cards": "7H"},
        "penalty_not_taken": {"unanswered": 2, "taken": 2, "stock": 20},
        "suit_named": {"nominate": "S", "own_suit": "C", "named_before": False},
        "did_not_play": TABLE | {"hand": "9H JC", "missed": True},
        "blocked_game": BLOCKED,
        "win_with_illegal_card": TABLE | {"cards": "9S"},
        "tally_miscounted": COUNT,
        "wrong_deal": {"players": 5, "dealt": 6},
        "wrong_start_card": {"players": 4, "turned_up": "JH"},
        "card_exposed": {"whose": "hand", "card": "KS"},
        "tally_contested": DISPUTE,
    },
    "prsi": {
        "card_did_not_match": TABLE | {"cards": "9S", "hand": "QC 9D"},
        "out_of_turn": {"players": 5, "before": 1, "card_before": "AH", "cards": "7H"},
        "penalty_not_taken": {"unanswered": 2, "taken": 2, "stock": 8},
        "suit_named": {"nominate": "S", "own_suit": "C", "named_before": False},
        "did_not_play": {"top": "AH", "passed_over": False, "hand": "9H QC", "missed": True},
        "blocked_game": BLOCKED,
        "win_with_illegal_card": TABLE | {"cards": "9S"},
        "tally_miscounted": COUNT,
        "wrong_deal": {"players": 5, "dealt": 6},
        "wrong_start_card": {"players": 4, "turned_up": "QH"},
        "card_exposed": {"whose": "hand", "card": "KS"},
        "tally_contested": DISPUTE,
    },
    "pesten": {
        "card_did_not_match": TABLE | {"cards": "9S", "hand": "JC 9D"},
        "last_card_not_said": CALL,
        "out_of_turn": {"players": 5, "before": 1, "card_before": "7H", "cards": "7S"},
        "penalty_not_taken": {"unanswered": 2, "taken": 2, "stock": 20},
        "suit_named": {"nominate": "S", "own_suit": "C", "named_before": False},
        "did_not_play": TABLE | {"hand": "9H JC", "missed": True},
        "blocked_game": BLOCKED,
        "win_with_illegal_card": TABLE | {"cards": "9S"},
        "wrong_deal": {"players": 5, "dealt": 6},
        "wrong_start_card": {"players": 4, "turned_up": "JH"},
        "card_exposed": {"whose": "hand", "card": "KS"},
    },
    "ottawa": {
        "card_did_not_match": {"cards": "9S", "pile_top_last": "3C 8D", "hand": "2H"},
        "out_of_turn": {"players": 4, "before": 4, "cards": "7H"},
        "did_not_play": {"drawn_this_turn": False, "stock": 12, "players": 4},
        "blocked_game": BLOCKED,
        "win_with_illegal_card": {"cards": "9S", "pile_top_last": "3C 8D"},
        "tally_miscounted": {"hand": "AS 5C", "claimed": 6},
        "wrong_deal": {"players": 5, "dealt": 7},
        "wrong_direction": {"players": 4, "before": 1},
        "wrong_start_card": {"players": 4, "turned_up": "8D", "began": 2, "dealer": 4},
        "card_exposed": {"whose": "deal"},
        "tally_contested": DISPUTE,
    },
    "pursuit": {
        "card_did_not_match": {"sequences": "6D 5D", "up_to": "6C", "opponent_up_to": "10H"},
        "out_of_turn": {"turn": 1},
        "did_not_play": {},
        "win_with_illegal_card": {"sequences": "3D 4H 5D", "up_to": "3C", "opponent_up_to": "5C"},
        "wrong_deal": {"players": 2, "dealt": 8},
        "wrong_start_card": {"dealer": 1, "began": 1},
        "card_exposed": {"whose": "stock", "card": "9S"},
    },
}
"""Game, kind, facts."""
EVERYDAY: dict[str, dict[str, Any]] = {
    "changed_mind": {"released": True},
    "wrong_card": {"released": False},
    "stuck_together": {},
    "card_dropped": {"owner_known": True},
    "hand_shown": {},
    "too_slow": {},
    "left_table": {},
    "who_shuffles": {},
    "drew_too_many": {},
    "wrong_dealer": {},
    "card_missing": {"recovered": False},
}
for _claims in CLAIMS.values():
    _claims |= EVERYDAY
SEATS = {"pursuit": 2}
KINDS = [(game, kind) for game, kinds in CLAIMS.items() for kind in kinds]


def rule(game: str, kind: str, options: str = "", /, **told: Any) -> Ruling:
    """Rule on the claim of this kind; `facts` are added to its own, None takes one away."""
    rules = rulebook(game).rules(options)
    facts = CLAIMS[game][kind] | told.pop("facts", {})
    claim = {"kind": kind, "seat": SEATS.get(game, 3), **told, "facts": facts}
    return adjudicate(read_claim(claim, rules), rules)
