"""How the facts of a disputed play are asked on a phone: short names, what is asked first, the usual figures."""

from collections.abc import Mapping

LETTERS = "ABCDEFGHIJ"
SEAT = "seat"
LABELS: Mapping[str, str] = {
    SEAT: "Who",
    "cards": "Laid",
    "sequences": "Put down",
    "nominate": "Suit named",
    "top": "Card showing",
    "suit_in_force": "Suit in force",
    "pending": "Penalty cards due",
    "direction": "Play goes",
    "stock": "Cards in the stock",
    "hand": "Hand",
    "already_picked_up": "Picked up this turn",
    "missed": "Passed without a card",
    "pile_top_last": "Top two of the pile",
    "laid_off_this_turn": "Laid off this turn",
    "drawn_this_turn": "Drew this turn",
    "up_to": "Player is up to",
    "opponent_up_to": "Opponent is up to",
    "opponent_has_put_down": "Opponent put down",
    "players": "Players",
    "named_before": "Suit named before",
    "own_suit": "Suit of the card itself",
    "by": "Challenged by",
    "offender_hand_count": "Cards held then",
    "said": "Said in time",
    "offender_has_acted": "Had a turn since",
    "confirmed": "Scores confirmed",
    "twos": "2s not answered",
    "fours": "4s not answered",
    "taken": "Cards taken",
    "two_was_last": "The 2 was a last card",
    "turn": "Whose turn",
    "before": "Played just before",
    "card_before": "Card laid before",
    "dealt": "Dealt to each",
    "decks": "Packs",
    "turned_up": "Turned up",
    "dealer": "Dealer",
    "began": "Began",
    "card": "Card seen",
    "whose": "The card was",
    "consecutive_misses": "Turns missed in a row",
    "claimed": "Written down",
    "period_over": "Time to correct is over",
    "player_says": "Player says",
    "checker_says": "Checker says",
    "checker": "Signed by",
}
"""A short name for every fact of `scoring`, for small buttons."""
_LAID = ("cards", "sequences", "top", "pile_top_last", "up_to", "opponent_up_to")
LEADING: Mapping[str, tuple[str, ...]] = {
    "card_did_not_match": _LAID,
    "last_card_not_said": ("said", "offender_hand_count"),
    "out_of_turn": (SEAT, "turn"),
    "penalty_not_taken": ("twos", "fours", "taken"),
    "suit_named": ("nominate", "named_before"),
    "did_not_play": ("top", "hand", "drawn_this_turn"),
    "blocked_game": ("players", "stock", "consecutive_misses"),
    "win_with_illegal_card": _LAID,
    "tally_miscounted": ("claimed", "hand"),
    "wrong_deal": ("players", "dealt", "decks"),
    "wrong_direction": (SEAT, "players", "before", "card_before", "direction"),
    "wrong_start_card": ("turned_up", "players", "dealer", "began"),
    "card_exposed": ("whose", "card"),
    "tally_contested": ("player_says", "checker_says"),
    "wrong_checker": (SEAT, "checker", "players"),
}
"""For every kind of claim the facts that are asked one after the other; the others wait as small buttons."""
_FEW = tuple(range(6))
QUICK: Mapping[str, tuple[int, ...]] = {
    "pending": (0, 2, 4, 6, 8),
    "stock": _FEW,
    "players": (2, 3, 4, 5, 6, 7, 8),
    "offender_hand_count": _FEW,
    "twos": (0, 1, 2, 3, 4),
    "fours": (0, 1, 2, 3, 4),
    "taken": (0, 1, 2, 4, 6, 8),
    "dealt": (4, 5, 6, 7, 8),
    "decks": (1, 2),
    "consecutive_misses": (0, 1, 2, 3, 4, 5, 6),
}
"""The figures that are tapped rather than typed."""
YES_NO = (("yes", "Yes"), ("no", "No"))
WAYS = (("1", "Clockwise"), ("-1", "Anticlockwise"))
NOTICED_WORDS: Mapping[str, str] = {
    "at_once": "Before the next play",
    "after_next_play": "After the next play",
    "after_game": "After the game",
    "after_round": "After the round",
}
SOURCE_WORDS: Mapping[str, str] = {
    "agreed": "All agree",
    "cards_seen": "Cards seen",
    "balance": "More likely than not",
    "unknown": "Cannot be known",
}
