"""What the text of Switch leaves open or offers: options with default, argument and alternative,
and bare readings.
"""

from scoring.law.rulebook import Option, Question

OPTIONS = (
    Option(
        "compulsory",
        (
            ("yes", "a player who can lay a card lays one"),
            ("no", "a player may take a card from the pile although they could lay one"),
        ),
        (
            Question(
                "SW-A1",
                "Must a player lay a card when they can?",
                "Yes.",
                "SW-7 bids them try to match, and SW-9 gives the pile only to those who cannot.",
                "No: they may take a card instead.",
                ("SW-7", "SW-9"),
            ),
        ),
    ),
    Option(
        "mix_penalties",
        (
            ("no", "a 2 is answered by a 2 only, a 4 by a 4 only"),
            ("yes", "2s and 4s answer each other and their cards add up"),
        ),
        (
            Question(
                "SW-A2",
                "May a 4 answer a 2, or a 2 a 4?",
                "No.",
                "SW-10 asks for a second 2; SW-11 carries the same pattern over to the 4.",
                "Yes, and the penalties are added together.",
                ("SW-10", "SW-11"),
            ),
        ),
    ),
    Option(
        "ace_ban",
        (
            ("pending", "an Ace is barred only from a 2 or 4 whose cards have not been taken"),
            ("literal", "an Ace is barred from every 2 and 4, taken or not"),
        ),
        (
            Question(
                "SW-A3",
                "May an Ace be laid on a 2 or 4 whose cards somebody has already taken?",
                "Yes.",
                "SW-15 is there so that nobody escapes the pick-up; once that is paid its purpose"
                " is served.",
                "No: read to the letter, an Ace never follows a 2 or a 4.",
                ("SW-15",),
            ),
        ),
    ),
    Option(
        "seven_powers",
        (
            ("top", "of several cards laid at once only the last one acts"),
            ("all", "of several cards laid at once every Power Card acts"),
        ),
        (
            Question(
                "SW-A4",
                "Do Power Cards laid together with a 7 have their effects?",
                "Only the card left on top acts; the player chooses the order.",
                "It is one turn, and one card is on top at the end of it.",
                "Every one of them acts.",
                ("SW-12",),
            ),
        ),
    ),
    Option(
        "jack_two",
        (
            ("none", "between two players a Jack only turns the direction"),
            ("skip", "between two players a Jack works as an 8"),
        ),
        (
            Question(
                "SW-A6",
                "What do a Jack and an 8 do between two players?",
                "A Jack does nothing that shows; after an 8 the same player is on again.",
                "SW-13 and SW-14 taken at their word.",
                "A Jack, too, passes the other player over.",
                ("SW-13", "SW-14"),
            ),
        ),
    ),
    Option(
        "challenge_until",
        (
            ("next_turn", "a missed last-card call can be caught until that player's next turn"),
            ("any_time", "a missed last-card call can be caught at any time"),
        ),
        (
            Question(
                "SW-A8",
                "Until when can a missed last-card call be caught?",
                "Until it is noticed, but no later than that player's next turn.",
                "SW-18 depends on somebody noticing; with the next turn the state of the hand is"
                " past.",
                "At any time.",
                ("SW-17", "SW-18"),
            ),
        ),
    ),
    Option(
        "two_compulsory",
        (
            ("no", "a player facing a 2 or 4 may keep their answer and take the cards"),
            ("yes", "a player facing a 2 or 4 who can answer it has to"),
        ),
        (
            Question(
                "SW-A10",
                "Must a player facing a 2 or a 4 answer it when they can?",
                "No.",
                "SW-10 leaves it to them: unless they lay one.",
                "Yes, as with every other card that can be laid.",
                ("SW-10",),
            ),
        ),
    ),
    Option(
        "scoring",
        (
            ("places", "no points: the winner, or the places, are recorded"),
            ("hand_points", "those left with cards count them as in Swedish Pursuit"),
        ),
        (
            Question(
                "SW-A11",
                "How does a game of Switch count in a tournament?",
                "By the places alone.",
                "The text prints no points, and none are made up here.",
                "By the cards left in hand, with the values of Swedish Pursuit (SP-30 to SP-33).",
                ("SW-20",),
            ),
        ),
    ),
    Option(
        "play_on",
        (
            ("no", "the game is over when the first player is out"),
            ("yes", "the others play on for the places"),
        ),
        (
            Question(
                "SW-A12",
                "Do the others play on once somebody has won?",
                "No, the first player out ends the game.",
                "SW-23 is marked as an option.",
                "Yes, down to the last place.",
                ("SW-23",),
            ),
        ),
        offered=True,
    ),
    Option(
        "same_suit_or_rank",
        (
            ("no", "one card a turn, a 7 apart"),
            (
                "yes",
                (
                    "in one turn several cards of one suit, or several of one rank; the first must"
                    " fit by itself"
                ),
            ),
        ),
        (
            Question(
                "SW-A13",
                "May several cards of one suit, or of one rank, be laid in a turn?",
                "No.",
                "SW-24 is an alternative for players who agree on it beforehand.",
                "Yes.",
                ("SW-24",),
            ),
        ),
        offered=True,
    ),
    Option(
        "suit_runs",
        (
            ("no", "no runs"),
            (
                "yes",
                (
                    "in one turn a run of one suit, upwards or downwards; the first card must fit"
                    " by itself"
                ),
            ),
        ),
        (
            Question(
                "SW-A14",
                "May a run of one suit be laid in a turn?",
                "No.",
                "SW-25 is an alternative for players who agree on it beforehand.",
                "Yes.",
                ("SW-25",),
            ),
        ),
        offered=True,
    ),
    Option(
        "seven_place",
        (
            ("first", "of several cards laid with a 7 the 7 comes first, and it has to fit"),
            (
                "any",
                (
                    "a 7 may lie anywhere among the cards laid with it; whichever comes first has"
                    " to fit"
                ),
            ),
        ),
        (
            Question(
                "SW-A15",
                "Must the 7 come first among the cards laid with it?",
                "Yes.",
                "The others may go down because the 7 does, so the 7 opens the lay.",
                "No: they go down together, in any order.",
                ("SW-12",),
            ),
        ),
    ),
    Option(
        "ace_in_run",
        (
            ("low", "in a run the Ace stands next to the 2 only"),
            (
                "either",
                "in a run the Ace stands next to the 2 or to the King, at an end of the run",
            ),
        ),
        (
            Question(
                "SW-A16",
                "May a run of one suit go from the King to the Ace?",
                "No, the Ace stands next to the 2 only.",
                "The text counts the cards from the Ace upwards and has no card above the King.",
                "Yes: the Ace may end a run on either side.",
                ("SW-25",),
            ),
        ),
    ),
    Option(
        "power_finish",
        (
            ("yes", "a Power Card other than the Ace may be the last one laid"),
            ("no", "no Power Card may be the last one laid"),
        ),
        (
            Question(
                "SW-A7",
                "May a player go out on a Power Card other than an Ace?",
                "Yes.",
                "SW-21 bars the Ace and no other card.",
                "No Power Card may be the last.",
                ("SW-21",),
            ),
        ),
    ),
    Option(
        "row_fit",
        (
            (
                "first",
                "of several cards laid together only the first has to match the card showing",
            ),
            ("every", "every card of a group or a run has to match the card showing"),
        ),
        (
            Question(
                "SW-A17",
                "Must every card of a group or run fit the card showing, or only the first?",
                "Only the first.",
                "SW-24 and SW-25 say what goes down together; SW-7 asks one match of a turn.",
                "Every one of them, as in the example.",
                (
                    "SW-24",
                    "SW-25",
                ),
            ),
        ),
    ),
    Option(
        "ace_covered",
        (
            ("yes", "an Ace may go down with the last cards if another card lies on top"),
            ("no", "no Ace goes down with the last cards"),
        ),
        (
            Question(
                "SW-A19",
                "May an Ace be among the last cards laid, under another card?",
                "Yes, if another card lies on top.",
                "SW-21 bars the Ace as the last card, and the last card is the one on top.",
                "No: no Ace goes down with the last cards.",
                ("SW-21",),
            ),
        ),
    ),
    Option(
        "unnamed",
        (
            ("own", "an Ace without a suit named is followed in its own suit"),
            ("before", "an Ace without a suit named leaves the suit as it was"),
        ),
        (
            Question(
                "SW-A20",
                "Which suit is followed after an Ace when its player names none?",
                "Its own suit, until one is named.",
                "The Ace is then the card showing (SW-7).",
                "The suit that was followed before the Ace.",
                (
                    "SW-16",
                    "SW-7",
                ),
            ),
        ),
    ),
    Option(
        "nominate_until",
        (
            ("next_play", "the suit of an Ace may be named until the next player acts"),
            ("card", "the suit of an Ace is named with the card or not at all"),
        ),
        (
            Question(
                "SW-A21",
                "Until when may the suit of an Ace be named?",
                "Until the next player acts; the first word binds.",
                (
                    "SW-16 names no moment, and nothing has followed from the silence before the "
                    "next play."
                ),
                "Only together with the card.",
                ("SW-16",),
            ),
        ),
    ),
    Option(
        "short_stock",
        (
            (
                "reshuffle",
                (
                    "when the pile runs out during a penalty, the discards are shuffled and the "
                    "taking goes on"
                ),
            ),
            ("lapse", "when the pile runs out during a penalty, the rest of the penalty lapses"),
        ),
        (
            Question(
                "SW-A9",
                "What if the pile runs out while penalty cards are being taken?",
                (
                    "The discards are shuffled and the taking goes on, for as many cards as there "
                    "are."
                ),
                "SW-19 applies whenever the pile is used up.",
                "What is missing lapses.",
                ("SW-19",),
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
                "SW-A22",
                "Nothing is left to take or to shuffle and all have missed: what now?",
                "The game ends and nobody has won.",
                "The text is silent, and no card can be laid or taken any more.",
                "Deal again.",
                (
                    "SW-19",
                    "SW-20",
                ),
            ),
        ),
    ),
)

SILENCES = (
    Question(
        "SW-A5",
        "Which suit must be followed after several cards laid with a 7?",
        "That of the 7, unless an Ace is on top.",
        "All cards laid with it are of that suit.",
        "",
        ("SW-12",),
    ),
    Question(
        "SW-A18",
        "How many can play?",
        "As many as two packs can be dealt to, fourteen.",
        "The text names no limit; only the cards set one.",
        "Ten, so that enough cards are left to draw.",
        (
            "SW-1",
            "SW-2",
        ),
        no_option=(
            "How many sit at a table is settled with the seating; the reading says what the"
            " cards allow."
        ),
    ),
    Question(
        "SW-A23",
        "Against an unpaid 2 or 4, must every card of a group or run answer it?",
        "Yes.",
        "SW-10 and SW-11 let a 2 or a 4 answer, and the row is laid in their place.",
        "No, only the first, and the others cover it.",
        ("SW-10", "SW-11", "SW-24", "SW-25"),
        no_option=(
            "A card that covers an answer would leave a penalty due under a card that names none."
        ),
    ),
    Question(
        "SW-A24",
        "Does a 2 or 4 laid as the last card still cost the next player its cards?",
        "No, the game is over at once; where the others play on, yes.",
        "SW-20 gives the win to the first player without cards, and places alone count.",
        "Yes, before anything is counted.",
        ("SW-10", "SW-11", "SW-20", "SW-23"),
        no_option="By the places alone, cards taken after the win decide nothing.",
    ),
    Question(
        "SW-A25",
        "Between two, an 8 leaves one card and nothing is said: who is the next player?",
        "The same one, so the call can still be made until they have played.",
        "SW-13 lets the other player miss the turn; nobody else acts before it.",
        "The other, who may notice it although they miss the turn.",
        ("SW-13", "SW-17", "SW-18"),
        no_option="A missed call is caught by noticing it; a turn is not needed for that.",
    ),
)
