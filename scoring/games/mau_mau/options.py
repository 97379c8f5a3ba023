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
    Option(
        "final_penalty",
        (
            ("at_once", "a game won with a 7 is over at once, and nobody takes cards for it"),
            ("pick_up", "a game won with a 7 still costs the next player its cards"),
        ),
        (
            Question(
                "MM-A11",
                "Does a 7 laid as the last card still cost the next player its cards?",
                "No, the game is over at once.",
                "MM-13 ends the game with the last card; some tables take and count the cards.",
                "Yes, before the hands are counted.",
                ("MM-7", "MM-13"),
            ),
        ),
    ),
    Option(
        "missed_call",
        (
            ("one", "a missed Mau costs a card"),
            ("two", "a missed Mau costs two cards"),
        ),
        (
            Question(
                "MM-A12",
                "How many cards does a missed Mau cost?",
                "One.",
                "MM-11 as it is mostly printed; two are also common.",
                "Two.",
                ("MM-11",),
            ),
        ),
    ),
    Option(
        "dealt",
        (
            ("five", "five cards are dealt"),
            ("six", "six cards are dealt"),
        ),
        (
            Question(
                "MM-A13",
                "How many cards is each player dealt?",
                "Five.",
                "MM-2 as it is mostly printed; several books deal six.",
                "Six.",
                ("MM-2",),
            ),
        ),
    ),
    Option(
        "packs",
        (
            ("one", "two to five play, with one pack"),
            ("two", "from six players on, up to ten, two packs are mixed"),
        ),
        (
            Question(
                "MM-A14",
                "Can more than five play?",
                "No.",
                "MM-1: one pack of 32 cards is soon used up.",
                "Yes, up to ten, with two packs.",
                ("MM-1",),
            ),
        ),
    ),
    Option(
        "jack_value",
        (
            ("two", "a Jack left in hand counts 2"),
            ("twenty", "a Jack left in hand counts 20"),
        ),
        (
            Question(
                "MM-A15",
                "What does a Jack left in hand count?",
                "2.",
                "MM-16 as it is mostly printed; as the strongest card it counts 20 at some tables.",
                "20.",
                ("MM-16",),
            ),
        ),
    ),
)

SILENCES = (
    Question(
        "MM-A16",
        "May whoever is to miss a turn after an 8 lay an 8 and pass it on?",
        "No.",
        "MM-8 lets the next player miss the turn and gives no answer, as MM-7 gives one to a 7.",
        "Yes, and the player after them misses a turn.",
        ("MM-8",),
        no_option="The printed rules name an answer where there is one; here they name none.",
    ),
    Question(
        "MM-A17",
        "With nothing left to take, may a player facing a 7 pass and keep the 7 they hold?",
        "Yes.",
        "Answering is left to the player, and an empty stock does not make it a duty.",
        "No: then the 7 has to be laid.",
        ("MM-7", "MM-12"),
        no_option="It comes up only when every card lies in a hand or on top of the pile.",
    ),
    Question(
        "MM-A18",
        "Does a game won with a Jack count double for the others?",
        "No.",
        "MM-14 counts the cards held and asks for nothing else.",
        "Yes, all hands count twice.",
        ("MM-13", "MM-14"),
        no_option="A count that depends on another player's last card cannot be checked at a desk.",
    ),
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
