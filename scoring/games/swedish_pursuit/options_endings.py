"""Options of Swedish Pursuit on the end of a game and on errors, and the readings that need no
option.
"""

from scoring.law.rulebook import Option, Question

_CHALLENGE = (
    Question(
        "SP-A23",
        "Until when can a missed LAST CARD be challenged?",
        "Until the game is over.",
        "SP-27 sets no limit, but SP-28 ends the game as soon as somebody wins.",
        "Until the offender's next turn, or until the scores are confirmed.",
        ("SP-27", "SP-28"),
    ),
    Question(
        "SP-A24",
        "A player went out without ever having called: can they still be challenged?",
        "No, the win stands.",
        "The game was over before the challenge came.",
        "Yes: the win was not legal under SP-8, they take two cards and play goes on.",
        ("SP-27", "SP-8"),
    ),
)


END_OPTIONS = (
    Option(
        "blocked",
        (
            (
                "tally",
                "a blocked game ends, all count their hands and nobody has the winner's nought",
            ),
            ("redeal", "a blocked game is void and dealt again"),
            ("reshuffle", "the discards under the top card become the stock and play goes on"),
            ("lowest_zero", "a blocked game ends and the lowest hand scores nought"),
        ),
        (
            Question(
                "SP-A16",
                "The stock is empty and a whole round of players has missed: what now?",
                "The game is over; all count, nobody has the winner's nought.",
                "No one can ever act again, and SP-28 asks for a count.",
                "Deal again; shuffle the discards; or let the lowest hand score nought.",
                ("SP-15", "SP-28"),
            ),
        ),
    ),
    Option(
        "final_two",
        (
            ("at_once", "a 2 laid as the last card ends the game at once"),
            ("pick_up", "a 2 laid as the last card still makes the next player take the penalty"),
        ),
        (
            Question(
                "SP-A17",
                "Does a 2 laid as the last card still cost the next player two cards?",
                "No, the game is over at once.",
                "SP-28 calls for the count as soon as somebody has won.",
                "Yes: they take the cards first, then all count.",
                ("SP-8", "SP-28", "SP-22"),
            ),
        ),
    ),
    Option(
        "trick_finish",
        (
            ("allowed", "any card may be the last one"),
            ("barred", "an 8, Ace, Queen or 2 may not be the last card"),
        ),
        (
            Question(
                "SP-A18",
                "May a player go out on a trick card?",
                "Yes.",
                "Nothing in the text bars it; Switch shows how a bar is worded (SW-21).",
                "No: the last card must be an ordinary one.",
                ("SP-8",),
            ),
        ),
    ),
    Option(
        "queen_two",
        (
            ("none", "between two players a Queen only turns the direction"),
            ("skip", "between two players a Queen works as an Ace"),
        ),
        (
            Question(
                "SP-A19",
                "What does a Queen do between two players?",
                "Nothing that shows: the other player is next either way.",
                "SP-21 speaks of the direction only.",
                "It works as an Ace: the same player plays again.",
                ("SP-21",),
            ),
        ),
    ),
    Option(
        "challenge_until",
        (
            ("game_over", "a missed LAST CARD can be challenged until the game is over"),
            ("next_turn", "a missed LAST CARD can be challenged until the offender's next turn"),
            (
                "tally",
                (
                    "a missed LAST CARD can be challenged until the scores are confirmed, even"
                    " after a win"
                ),
            ),
        ),
        _CHALLENGE,
    ),
    Option(
        "illegal_play_penalty",
        (
            ("0", "an illegal card taken back costs nothing further"),
            ("2", "an illegal card taken back costs two cards"),
        ),
        (
            Question(
                "SP-A28",
                "An illegal card is noticed before the next play: what happens?",
                "It is taken back and a legal card is laid, or a card picked up.",
                "Nothing has followed from it, so the position is simply restored.",
                "The same, and two penalty cards.",
                ("SP-12", "SP-16"),
            ),
        ),
    ),
    Option(
        "late_error",
        (
            ("stands", "an illegal card noticed after the next play stands, with a warning"),
            ("rewind", "play goes back to an illegal card whenever it is noticed in the game"),
        ),
        (
            Question(
                "SP-A29",
                "An illegal card is noticed after the next play: what happens?",
                "It stands, with a warning.",
                "What the next player accepted stands; no hall can rewind a game reliably.",
                "Play goes back to the error.",
                ("SP-12",),
            ),
        ),
    ),
    Option(
        "packs",
        (
            ("one", "one pack is used, so ten players are the most"),
            ("two", "from eleven players on two packs are mixed"),
        ),
        (
            Question(
                "SP-A42",
                "How many packs are used?",
                "One.",
                "The text speaks of the pack, and a penalty grows to eight: the four 2s of one"
                " pack.",
                "Two from eleven players on, who cannot be dealt to from one.",
                ("SP-3",),
            ),
        ),
    ),
)

SILENCES = (
    Question(
        "SP-A3",
        "May an unanswered 2 be answered with a 2 of another suit?",
        "Yes.",
        "In one pack every further 2 is of another suit: otherwise SP-22 and SP-23 would never"
        " apply.",
        "",
        ("SP-22", "SP-23"),
    ),
    Question(
        "SP-A10",
        "The card turned after an 8 is an 8 again: what now?",
        "SP-6 is repeated each time.",
        "The clause is worded generally.",
        "",
        ("SP-6",),
    ),
    Question(
        "SP-A20",
        "Do two Aces in a row add up?",
        "No, each passes over one player.",
        "SP-20 speaks of the next player only.",
        "They add up.",
        ("SP-20",),
        no_option=(
            "SP-20 names the next player and no other: that they add up would be another rule."
        ),
    ),
    Question(
        "SP-A21",
        "Does LAST CARD count if it is said just before the card is laid?",
        "Yes, in the same turn.",
        "The call is there to give notice, and notice was given.",
        "No.",
        ("SP-25",),
        no_option=(
            "What was said and heard is a finding of the umpire, who is asked for no more than"
            " that."
        ),
    ),
    Question(
        "SP-A22",
        "The next player acts too fast for the call: is it late?",
        "A call in good time counts; the umpire judges.",
        "Nobody should gain from haste.",
        "Strictly the order of acts.",
        ("SP-25",),
        no_option=(
            "Who was too fast is a finding of the umpire, who is asked for no more than that."
        ),
    ),
    Question(
        "SP-A26",
        "Must a player down to one card a second time call again?",
        "Yes.",
        "SP-25 applies each time the last card but one is laid.",
        "",
        ("SP-25",),
    ),
    Question(
        "SP-A27",
        "What does a wrong call or an unfounded challenge cost?",
        "Nothing but a warning.",
        "The text is silent.",
        "One card.",
        ("SP-27",),
        no_option="A fine is the umpire's to give; no card and no turn depends on it.",
    ),
    Question(
        "SP-A30",
        "The illegal card was the last card: what then?",
        "The win is void if noticed before the scores are confirmed: the card goes back.",
        "SP-8 demands that the win be legal.",
        "The win stands.",
        ("SP-8",),
        no_option="SP-8 asks for a legal win; the time of confirming is the evening's.",
    ),
    Question(
        "SP-A31",
        "A player picked up although they could lay: what now?",
        "The pick-up stands as the turn, with a warning; a repeat may cost a penalty.",
        "SP-14 makes the pick-up the turn, and a hidden hand can seldom be proved.",
        "They must lay now and keep the card.",
        ("SP-16", "SP-14"),
        no_option=(
            "What was in a hidden hand can seldom be proved; a repeat is the umpire's to punish."
        ),
    ),
    Question(
        "SP-A32",
        "A player plays out of turn: what now?",
        "The card goes back and the right player plays; once the next player acts, it stands.",
        "Order is restored as long as nothing was built on the error.",
        "The player's own next turn is passed over.",
        ("SP-11",),
        no_option=(
            "How order is restored is the umpire's; a turn taken away would be a fine of its own."
        ),
    ),
    Question(
        "SP-A33",
        "Penalty cards were forgotten: what now?",
        "They are taken on discovery while the game lasts.",
        "SP-22 leaves no choice.",
        "They lapse after the next turn.",
        ("SP-22",),
        no_option=(
            "SP-22 leaves no choice while the game lasts; when it was found is told with the claim."
        ),
    ),
    Question(
        "SP-A34",
        "The wrong number of cards was dealt: what now?",
        "Before the first play, deal again; after it, correct the hands from the stock.",
        "A misdeal is cheap to correct until somebody has played.",
        "Play on.",
        ("SP-3",),
        no_option="How a misdeal is corrected is the umpire's, by when it was noticed.",
    ),
    Question(
        "SP-A35",
        "A score was miscounted: until when can it be corrected?",
        "Until the correction period ends; each change is logged.",
        "SP-29 wants the count checked, so a mistake found in time is corrected.",
        "What is written is final.",
        ("SP-29", "SP-34"),
        setting="correction_minutes",
    ),
    Question(
        "SP-A36",
        "Player and checker differ and the cards are gone: which figure counts?",
        "The higher, unless evidence satisfies the umpire.",
        "Doubt should not help the one whose hand it was.",
        "The average.",
        ("SP-29", "SP-36"),
        no_option=(
            "Which figure counts is the umpire's to find; an adjustment writes down any other."
        ),
    ),
    Question(
        "SP-A37",
        "Tenth place is tied: who goes through?",
        "The evening's ordered list of tie-breaks, then the Umpire's cut of cards.",
        "The text is silent, and about one evening in five meets it.",
        "All who are tied; or a deciding game.",
        ("SP-35",),
        setting="cut_tie",
    ),
    Question(
        "SP-A38",
        "Are totals carried into the play-off?",
        "No, it starts from zero.",
        "It is described as a further set of games.",
        "Yes.",
        ("SP-35",),
        setting="playoff_carry",
    ),
    Question(
        "SP-A39",
        "The round win is tied: who has it?",
        "It is shared.",
        "The text is silent.",
        "Countback.",
        ("SP-10",),
        no_option=(
            "No play turns on it: prizes are given by hand, and whoever gives them may do"
            " otherwise."
        ),
    ),
    Question(
        "SP-A40",
        "What does a player score for a game they missed?",
        "What was stated before play: by default the worst score at that table in that game.",
        "The text is silent.",
        "The table's mean rounded up; or no ranking.",
        ("SP-35",),
        setting="absent_score",
    ),
)
