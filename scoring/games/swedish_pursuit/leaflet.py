"""Swedish Pursuit on one page, in words a player can read aloud."""

from scoring.games.swedish_pursuit.rules import SWEDISH_PURSUIT
from scoring.law.leaflet import Effect, Leaflet, Note, by_frequency, pack_words
from scoring.law.rulebook import Rules

BEGINS = {
    "left": "The player on the dealer's left plays first.",
    "dealer": "The dealer plays first.",
    "cut": "Whoever cut the lowest card plays first.",
}
CHALLENGED = {
    "game_over": "while the game is on",
    "next_turn": "before your next turn",
    "tally": "before the scores are confirmed",
}
EIGHT = {
    "no": "Goes on every card but an unanswered 2.",
    "cancels": "Goes on every card; on an unanswered 2 it ends the penalty.",
    "passes": "Goes on every card; on an unanswered 2 it passes the penalty on.",
}
QUEEN_STARTS = {
    "right": "the player on the dealer's right starts, anticlockwise",
    "dealer": "the dealer starts, anticlockwise",
    "left": "the first player starts, and play goes anticlockwise",
}
BLOCKED = {
    "tally": "the game ends. All count, and nobody scores 0.",
    "redeal": "the game is void; deal again.",
    "reshuffle": "shuffle all cards under the top one and play on.",
    "lowest_zero": "the game ends. All count, and the lowest hand scores 0.",
}

STOPS = {
    (False, "no"): "No. Only another 2 does.",
    (True, "no"): "An 8 does.",
    (False, "ace"): "An Ace of its suit does.",
    (False, "queen"): "A Queen of its suit does.",
    (True, "ace"): "An 8 and an Ace of its suit do.",
    (True, "queen"): "An 8 and a Queen of its suit do.",
}
"""What stops an unanswered 2 beside another 2: whether an 8 does, and which card turns it away."""


def leaflet(rules: Rules) -> Leaflet:
    """The page under these options."""
    return Leaflet(
        ("Be first to empty your hand.", "Lowest total wins."),
        _call(rules),
        _play(rules),
        _effects(rules),
        _remark(rules),
        _starts(rules),
        ("SP-6", "SP-7", "SP-A11", "SP-A12", "SP-A13"),
        _ends(rules),
        by_frequency(SWEDISH_PURSUIT, _questions_answered(rules)),
        Note("In doubt", "The Umpire decides, and that is final.", ("SP-36",)),
    )


def _call(rules: Rules) -> Note:
    until = CHALLENGED[rules["challenge_until"]]
    words = "Say it as you lay your last card but one, before the next player plays."
    forgot = f"If you forget, and anybody says so {until}, you pick up two."
    return Note("“Last card!”", f"{words} {forgot}", ("SP-25", "SP-26", "SP-27", "SP-A23"))


def _play(rules: Rules) -> tuple[Note, ...]:
    begin = (
        f"{pack_words(rules.deal)} Cut for the first deal of each round; the deal then goes to the"
        " left. Five cards each, one by one. The rest is the stock: turn its top card over to start"
        f" the pile. {BEGINS[rules['first_player']]}"
    )
    turn = (
        "Play goes clockwise. Lay one card of the same suit or the same rank as the top card. If"
        " you can lay, you must. If you cannot, pick up one card, and your turn is over."
    )
    return (
        Note("To begin", begin, ("SP-1", "SP-2", "SP-3", "SP-4", "SP-5", "SP-A1", "SP-A42")),
        Note("Your turn", turn, ("SP-11", "SP-12", "SP-13", "SP-14", "SP-16")),
    )


def _effects(rules: Rules) -> tuple[Effect, ...]:
    ace, queen = "The next player misses a turn.", "Play goes the other way."
    if rules["deflect_two"] == "ace":
        ace += " On an unanswered 2 of its suit, the penalty goes one player further."
    if rules["deflect_two"] == "queen":
        queen += " On an unanswered 2 of its suit, the penalty goes back."
    if rules["queen_two"] == "skip":
        queen += " Between two players: you play again."
    two = (
        "The next player picks up two and lays nothing, or answers with a 2: then four, six, eight."
    )
    return (
        Effect(
            "8",
            "Any time",
            f"{EIGHT[rules['eight_on_two']]} You may name the next suit.",
            ("SP-18", "SP-A5"),
        ),
        Effect("A", "Miss", ace, ("SP-20", *(("SP-A6",) if rules["deflect_two"] == "ace" else ()))),
        Effect(
            "Q",
            "Reverse",
            queen,
            ("SP-21", "SP-A19", *(("SP-A6",) if rules["deflect_two"] == "queen" else ())),
        ),
        Effect("2", "Two more", two, ("SP-22", "SP-23", "SP-24")),
    )


def _remark(rules: Rules) -> Note:
    if rules["trick_match"] == "suit":
        words = "An Ace, Queen or 2 must be of the suit to follow."
    else:
        words = "An Ace, Queen or 2 goes on its suit or on its own rank."
    follows_card = rules["trick_follow"] == "shown"
    words += " After an 8 that is the suit of the 8." if follows_card else ""
    points = ("SP-19", "SP-A2", "SP-A3", *(("SP-A41",) if follows_card else ()))
    return Note("", f"{words} Any 2 answers an unanswered 2.", points)


def _starts(rules: Rules) -> tuple[tuple[str, str], ...]:
    acts = rules["start_trick"] == "on"
    return (
        ("8", "it goes under the stock; turn another"),
        ("Ace", "the first player misses a turn" if acts else "it does nothing"),
        ("Queen", QUEEN_STARTS[rules["start_queen"]]),
        ("2", "the first player picks up two, or lays a 2" if acts else "it does nothing"),
    )


def _ends(rules: Rules) -> tuple[Note, ...]:
    over = "After a final 2 nobody picks up: the game is over."
    if rules["final_two"] == "pick_up":
        over = "After a final 2 the next player still picks up, then all count."
    won = f"Allowed. {over}"
    if rules["trick_finish"] == "barred":
        won, over = "Not allowed: an 8, Ace, Queen or 2 may not be your last card.", ""
    lapses = rules["short_stock"] == "lapse"
    short = (
        "If more cards are due than are left, take what is there and no more."
        if lapses
        else "If more cards are due than are left, shuffle all under the top one and go on."
    )
    return (
        Note(
            "Winning on an 8, Ace, Queen or 2",
            won,
            ("SP-8", *(("SP-A17",) if over else ()), "SP-A18"),
        ),
        Note(
            "No stock left",
            f"If you cannot lay, you miss your turn. {short}",
            ("SP-15", "SP-A14", "SP-A15"),
        ),
        Note(
            "Blocked",
            f"The stock is gone, and everybody in a row has missed: {BLOCKED[rules['blocked']]}",
            ("SP-A16",),
        ),
        Note(
            "The end of a game",
            "A hand is empty: stop. That player scores 0, the others count what they hold. Your"
            " left-hand neighbour checks your count.",
            ("SP-8", "SP-9", "SP-28", "SP-29"),
        ),
    )


def _questions_answered(rules: Rules) -> tuple[Note, ...]:
    suit = rules["trick_match"] == "suit"
    queen = (
        "No. An Ace, Queen or 2 needs the suit to follow."
        if suit
        else "Yes. An Ace, Queen or 2 also fits its rank."
    )
    must = rules["two_compulsory"] == "yes"
    two = "Yes, with a 2 of any suit." if must else "No. You may pick up and keep your 2."
    name = (
        "Its own suit is followed."
        if rules["unnominated_eight"] == "own"
        else "The suit stays as it was."
    )
    if rules["nominate_until"] == "next_play":
        name = f"{name} You may still name one until the next play."
    stops = STOPS[rules["eight_on_two"] != "no", rules["deflect_two"]]
    won = "The win stands: it is too late to challenge."
    if rules["challenge_until"] == "tally":
        won = "You can be challenged until the scores are confirmed."
    wrong = "Before the next play it goes back. After that it stands."
    if rules["late_error"] == "rewind":
        wrong = "Take it back, and all that was played on it."
    cost = " It costs two cards." if rules["illegal_play_penalty"] == "2" else ""
    return (
        Note("May a Queen go on a Queen of another suit?", queen, ("SP-A2",)),
        Note("Must I answer a 2 if I hold one?", two, ("SP-A7", "SP-A3")),
        Note("Does an 8, an Ace or a Queen stop a 2?", stops, ("SP-A5", "SP-A6")),
        Note("I laid an 8 and named nothing.", name, ("SP-A8", "SP-A9")),
        Note("I forgot to call, and then I won.", won, ("SP-A24", "SP-A23")),
        Note(
            "I called a moment too soon.", "Good enough, if it was in the same turn.", ("SP-A21",)
        ),
        Note("That card was wrong!", wrong + cost, ("SP-A28", "SP-A29")),
        *ASKED_ALWAYS,
    )


ASKED_ALWAYS = (
    Note(
        "I picked up, but I could have laid.",
        "That was your turn. A warning, this time.",
        ("SP-A31",),
    ),
    Note(
        "Somebody played out of turn.",
        "The card goes back. Once the next player acts, it stands.",
        ("SP-A32",),
    ),
    Note(
        "We count differently; the cards are gone.",
        "The higher figure counts.",
        ("SP-A36",),
    ),
)
