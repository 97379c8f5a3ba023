"""Options of Swedish Pursuit on the start and on laying cards, each with default, argument and
alternative.
"""

from scoring.law.rulebook import Option, Question

_TRICK = (
    Question(
        "SP-A2",
        "May an Ace, a Queen or a 2 be laid on the same rank of another suit?",
        "No: these three must follow the suit in force.",
        "The special clause SP-19 comes later, is printed bold and beats the general SP-12.",
        "Yes: SP-12 allows any card of the rank; SP-19 only says that these three are not wild as"
        " the 8 is.",
        ("SP-12", "SP-19"),
    ),
    Question(
        "SP-A4",
        "May a 2 be laid on a 2 of another suit whose penalty has been taken?",
        "No.",
        "Once the penalty is taken the table is back under SP-19.",
        "Yes, as a match of rank.",
        ("SP-19", "SP-22"),
    ),
)
_SHORT = (
    Question(
        "SP-A14",
        "What if the penalty is larger than the stock?",
        "The player takes what is there; the rest lapses.",
        "The text knows no reshuffle, and SP-15 lets an empty stock cost only the turn.",
        "The discards under the top card are shuffled into a new stock.",
        ("SP-22", "SP-15"),
    ),
    Question(
        "SP-A15",
        "What if a 2 stands unanswered and the stock is empty?",
        "The turn is missed and the penalty lapses.",
        "SP-15 is all the text says about an empty stock.",
        "The discards under the top card are shuffled into a new stock.",
        ("SP-15", "SP-22"),
    ),
    Question(
        "SP-A25",
        "What if the stock is too short for the LAST CARD penalty?",
        "As many cards as there are.",
        "SP-15 by analogy.",
        "The discards under the top card are shuffled into a new stock.",
        ("SP-26",),
    ),
)
_START = (
    Question(
        "SP-A11",
        "What does an Ace as start card do?",
        "The player who would begin misses the turn.",
        "SP-7 with SP-20: the dealer counts as having laid it.",
        "Nothing.",
        ("SP-7", "SP-20"),
    ),
    Question(
        "SP-A13",
        "What does a 2 as start card do?",
        "The first player takes two cards unless they lay a 2.",
        "SP-7 with SP-22.",
        "Nothing.",
        ("SP-7", "SP-22"),
    ),
)
TABLE_OPTIONS = (
    Option(
        "first_player",
        (
            ("left", "the player on the dealer's left begins"),
            ("dealer", "the dealer begins"),
            ("cut", "the player who cut the lowest card begins"),
        ),
        (
            Question(
                "SP-A1",
                "Who plays first?",
                "The player on the dealer's left.",
                "Play runs clockwise (SP-11), as does the deal (SP-2).",
                "The dealer; or whoever a cut decides.",
                ("SP-11", "SP-2"),
            ),
        ),
    ),
    Option(
        "trick_match",
        (
            ("suit", "an Ace, Queen or 2 must follow the suit in force"),
            ("rank_or_suit", "an Ace, Queen or 2 may also be laid on its own rank"),
        ),
        _TRICK,
    ),
    Option(
        "trick_follow",
        (
            ("named", "after an 8 an Ace, Queen or 2 follows the suit that was named"),
            ("shown", "after an 8 an Ace, Queen or 2 follows the suit of the 8 itself"),
        ),
        (
            Question(
                "SP-A41",
                "Which suit does an Ace, Queen or 2 follow after an 8 for which another suit was"
                " named?",
                "The suit named.",
                "SP-18 lets the 8 change the suit for everything that follows it.",
                "The suit of the 8: SP-19 speaks of the card that is showing.",
                ("SP-18", "SP-19"),
            ),
        ),
    ),
    Option(
        "eight_on_two",
        (
            ("no", "an 8 may not be laid on an unanswered 2"),
            ("cancels", "an 8 laid on an unanswered 2 cancels the penalty"),
            ("passes", "an 8 laid on an unanswered 2 passes the penalty on"),
        ),
        (
            Question(
                "SP-A5",
                "May an 8 be laid on an unanswered 2?",
                "No.",
                "The exception in SP-22 names only another 2.",
                "Yes: the 8 cancels the penalty, or passes it on.",
                ("SP-22", "SP-18"),
            ),
        ),
    ),
    Option(
        "deflect_two",
        (
            ("no", "neither Ace nor Queen may be laid on an unanswered 2"),
            ("ace", "an Ace of the suit passes the penalty over the next player"),
            ("queen", "a Queen of the suit sends the penalty back the other way"),
        ),
        (
            Question(
                "SP-A6",
                "May an Ace or a Queen turn an unanswered 2 away?",
                "No.",
                "The exception in SP-22 names only another 2.",
                "Yes: the penalty goes where the Ace or Queen sends the turn.",
                ("SP-22",),
            ),
        ),
    ),
    Option(
        "two_compulsory",
        (
            ("yes", "a player facing a 2 who holds a 2 must lay it"),
            ("no", "a player facing a 2 may take the penalty and keep their 2"),
        ),
        (
            Question(
                "SP-A7",
                "Must a player facing a 2 lay the 2 they hold?",
                "Yes.",
                "SP-16: a card that can be laid must be laid.",
                "No: the text only says that they can.",
                ("SP-22", "SP-16"),
            ),
        ),
    ),
    Option(
        "unnominated_eight",
        (
            ("own", "an 8 laid without a word asks for its own suit"),
            ("before", "an 8 laid without a word leaves the suit in force as it was"),
        ),
        (
            Question(
                "SP-A8",
                "Which suit follows an 8 when none is named?",
                "The suit of the 8 itself.",
                "Naming is voluntary, and the card before is then the 8 (SP-12).",
                "The suit that was in force before the 8.",
                ("SP-18", "SP-12"),
            ),
        ),
    ),
    Option(
        "nominate_until",
        (
            ("next_play", "the suit may be named until the next player acts; the first word binds"),
            ("card", "the suit must be named together with the card"),
        ),
        (
            Question(
                "SP-A9",
                "Until when may the suit be named?",
                "Until the next player acts; the first word binds.",
                "A turn lasts until the next one begins, as SP-25 has it for LAST CARD.",
                "Only together with the card.",
                ("SP-18",),
            ),
        ),
    ),
    Option(
        "start_trick",
        (
            ("on", "an Ace or 2 turned up at the start has its effect"),
            ("off", "an Ace or 2 turned up at the start has none"),
        ),
        _START,
    ),
    Option(
        "start_queen",
        (
            ("right", "a Queen turned up starts play at the dealer's right, anticlockwise"),
            ("dealer", "a Queen turned up lets the dealer begin, then anticlockwise"),
            ("left", "a Queen turned up leaves the first player as they are, then anticlockwise"),
        ),
        (
            Question(
                "SP-A12",
                "What does a Queen as start card do?",
                "Play runs anticlockwise, beginning on the dealer's right.",
                "SP-7 with SP-21: the direction is turned before anybody has played.",
                "The dealer, or the player on their left, begins; then anticlockwise.",
                ("SP-7", "SP-21"),
            ),
        ),
    ),
    Option(
        "short_stock",
        (
            ("lapse", "a stock too short for a penalty gives what it has, the rest lapses"),
            (
                "reshuffle",
                "the discards under the top card are shuffled when a penalty outruns the stock",
            ),
        ),
        _SHORT,
    ),
)
