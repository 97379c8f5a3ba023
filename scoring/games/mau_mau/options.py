"""What the printed rules of Mau-Mau leave open or tell differently."""

from scoring.law.rulebook import Option, Question

OPTIONS = (
    Option(
        "compulsory",
        (
            ("no", "a player may draw although they could lay"),
            ("yes", "a player who can lay a card lays one"),
        ),
        (
            Question(
                "MM-A1",
                "Must a player lay a card when they can?",
                "No.",
                "MM-6 speaks of those who lay nothing, whatever they hold.",
                "Yes: only who cannot lay draws.",
                ("MM-5", "MM-6"),
            ),
        ),
    ),
    Option(
        "drawn_card",
        (
            ("lay", "a drawn card that fits may be laid at once"),
            ("keep", "a drawn card is kept until the next turn"),
        ),
        (
            Question(
                "MM-A2",
                "May a drawn card be laid at once?",
                "Yes.",
                "MM-6 says so; at many tables the draw is the whole turn.",
                "No: it waits for the next turn.",
                ("MM-6",),
            ),
        ),
    ),
    Option(
        "wild_on_wild",
        (
            ("no", "no Jack goes on a Jack"),
            ("yes", "a Jack goes on a Jack too"),
        ),
        (
            Question(
                "MM-A3",
                "May a Jack be laid on a Jack?",
                "No.",
                "MM-9 as it is mostly printed; some tables let every Jack go on any card.",
                "Yes.",
                ("MM-9",),
            ),
        ),
    ),
    Option(
        "answer_compulsory",
        (
            ("no", "a player may take the cards of a 7 and keep their own 7"),
            ("yes", "a player who can answer a 7 has to"),
        ),
        (
            Question(
                "MM-A4",
                "Must a player facing a 7 lay the 7 they hold?",
                "No.",
                "MM-7 lets them; it does not bid them.",
                "Yes.",
                ("MM-7",),
            ),
        ),
    ),
    Option(
        "wild_finish",
        (
            ("yes", "a Jack may be the last card"),
            ("no", "a Jack may not be the last card"),
        ),
        (
            Question(
                "MM-A5",
                "May the last card be a Jack?",
                "Yes.",
                "MM-13 makes no exception; some tables forbid it.",
                "No.",
                ("MM-9", "MM-13"),
            ),
        ),
    ),
    Option(
        "start_effect",
        (
            ("no", "a start card does nothing"),
            ("yes", "a start card acts as though the dealer had laid it"),
        ),
        (
            Question(
                "MM-A6",
                "Does a 7 or an 8 turned up at the start act?",
                "No.",
                "MM-7 and MM-8 speak of cards that somebody lays.",
                "Yes, as though the dealer had laid it.",
                ("MM-3", "MM-7", "MM-8"),
            ),
        ),
    ),
    Option(
        "challenge_until",
        (
            ("next_turn", "a missed Mau can be caught until that player's next turn"),
            ("any_time", "a missed Mau can be caught at any time"),
        ),
        (
            Question(
                "MM-A7",
                "Until when can a missed Mau be caught?",
                "Until that player's next turn.",
                "With the next turn the state of the hand is past.",
                "At any time.",
                ("MM-10", "MM-11"),
            ),
        ),
    ),
    Option(
        "unnamed",
        (
            ("own", "a Jack without a suit named is followed in its own"),
            ("before", "a Jack without a suit named leaves the suit as it was"),
        ),
        (
            Question(
                "MM-A9",
                "Which suit follows a Jack when none is named?",
                "Its own.",
                "The Jack lies there as a card of its suit.",
                "The suit that was followed before it.",
                ("MM-9",),
            ),
        ),
    ),
    Option(
        "blocked",
        (
            ("no_winner", "a blocked game ends and nobody has won"),
            ("redeal", "a blocked game is void and dealt again"),
        ),
        (
            Question(
                "MM-A10",
                "Nothing is left to take or to shuffle and all have passed: what now?",
                "The game ends and nobody has won.",
                "The printed rules do not come to it.",
                "Deal again.",
                ("MM-12", "MM-13"),
            ),
        ),
    ),
)

SILENCES = (
    Question(
        "MM-A8",
        "What if a Jack is turned up at the start?",
        "It goes under the stock and another card is turned.",
        "Nobody is there to name a suit.",
        "The first player may lay any card.",
        ("MM-3", "MM-9"),
        no_option=(
            "A Jack that stayed would need somebody to name its suit, and the printed rules name"
            " nobody."
        ),
    ),
)
