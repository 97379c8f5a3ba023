"""The facts a claim can carry: what an umpire is asked for each, and what kind
of answer it takes.
"""

from typing import Literal, NamedTuple

Kind = Literal[
    "card", "cards", "sequences", "suit", "number", "seat", "direction", "yes_no", "choice"
]
MOST_CARDS = 104
MOST_PLAYERS = 20
"""As many as the packs of any game can be dealt to."""
NONE = "none"
"""The answer that nothing was said, where a situation takes it for one."""


class Fact(NamedTuple):
    """One thing an umpire may be asked: its name, the question, the kind of answer and the range of
    a number.

    `choices` pairs each value of a choice with its words.
    """

    name: str
    question: str
    kind: Kind
    least: int = 0
    most: int = 0
    choices: tuple[tuple[str, str], ...] = ()


_SEAT = (1, MOST_PLAYERS)
FACTS: dict[str, Fact] = {
    fact.name: fact
    for fact in (
        Fact("cards", "Which card or cards were laid, in order?", "cards"),
        Fact("sequences", "Which sequences were put down, in order?", "sequences"),
        Fact("nominate", "Which suit was named?", "suit"),
        Fact("top", "Which card lay on top before it?", "card"),
        Fact("suit_in_force", "Which suit was to be followed?", "suit"),
        Fact("pending", "How many penalty cards were due?", "number", 0, 52),
        Fact("passed_over", "Had somebody missed a turn for that card?", "yes_no"),
        Fact("direction", "Which way is play going now?", "direction"),
        Fact("way_before", "Before that card was laid, which way was play going?", "direction"),
        Fact("stock", "How many cards are left in the stock?", "number", 0, MOST_CARDS),
        Fact("hand", "Which cards are in the hand?", "cards"),
        Fact("already_picked_up", "Had they already picked up in this turn?", "yes_no"),
        Fact("missed", "Did they pass without taking a card?", "yes_no"),
        Fact("pile_top_last", "Which two cards lay on the pile, the top one last?", "cards"),
        Fact("laid_off_this_turn", "Had they already laid off in this turn?", "yes_no"),
        Fact("drawn_this_turn", "Had they already drawn in this turn?", "yes_no"),
        Fact("up_to", "Which card was the player up to?", "card"),
        Fact("opponent_up_to", "Which card was the opponent up to?", "card"),
        Fact("opponent_has_put_down", "Had the opponent put down before?", "yes_no"),
        Fact("players", "How many players are at the table?", "number", 2, MOST_PLAYERS),
        Fact("named_before", "Had a suit been named before?", "yes_no"),
        Fact("own_suit", "Of which suit is the 8 or Ace itself?", "suit"),
        Fact("by", "Which seat challenged?", "seat", *_SEAT),
        Fact("offender_hand_count", "How many cards do they hold now?", "number", 0, 52),
        Fact("held_then", "How many cards were left when it had to be said?", "number", 0, 52),
        Fact("said", "Was the call made in time?", "yes_no"),
        Fact("offender_has_acted", "Have they had another turn since?", "yes_no"),
        Fact("last", "Who played last?", "seat", *_SEAT),
        Fact("lies", "Which card lies on top now?", "card"),
        Fact("confirmed", "Have the scores been confirmed?", "yes_no"),
        Fact("twos", "How many 2s were laid without anybody taking the cards?", "number", 0, 8),
        Fact("fours", "How many 4s were laid without anybody taking the cards?", "number", 0, 8),
        Fact("unanswered", "How many were laid without anybody taking the cards?", "number", 0, 8),
        Fact("taken", "How many cards were taken?", "number", 0, 52),
        Fact("two_was_last", "Was the 2 somebody's last card?", "yes_no"),
        Fact("turn", "Whose turn was it?", "seat", *_SEAT),
        Fact("before", "Which seat played just before?", "seat", *_SEAT),
        Fact("card_before", "Which card did that seat lay? (none if it picked up)", "card"),
        Fact("dealt", "How many cards was each player dealt?", "number", 0, 52),
        Fact("decks", "How many packs were used?", "number", 1, 4),
        Fact("turned_up", "Which cards were turned up at the start, in order?", "cards"),
        Fact("dealer", "Which seat dealt?", "seat", *_SEAT),
        Fact("began", "Which seat began?", "seat", *_SEAT),
        Fact("card", "Which card was seen?", "card"),
        Fact(
            "whose",
            "Where was the card?",
            "choice",
            choices=(("hand", "in a hand"), ("stock", "in the stock"), ("deal", "being dealt")),
        ),
        Fact(
            "consecutive_misses", "How many turns in a row were missed or passed?", "number", 0, 100
        ),
        Fact("claimed", "Which points were written down?", "number", 0, 9999),
        Fact("period_over", "Is the time for corrections over?", "yes_no"),
        Fact("player_says", "What does the player say the hand counts?", "number", 0, 9999),
        Fact("checker_says", "What does the checker say it counts?", "number", 0, 9999),
        Fact("checker", "Which seat signed as checker?", "seat", *_SEAT),
        Fact("released", "Had they let go of the card?", "yes_no"),
        Fact("owner_known", "Is it known whose card it is?", "yes_no"),
        Fact("recovered", "Has the missing card turned up?", "yes_no"),
    )
}
"""Every fact by its name; the names are those of case files where these have the fact."""
