"""Options of Pursuit with default, argument and alternative, and the readings
that need no option.
"""

from typing import Any

from scoring.law.rulebook import Option, Question

IN_A_RACE = ("racing", "yes")
"""Where nobody is caught, what catches is of no account."""


def _yes_no(name: str, question: Question, no: str, yes: str, **more: Any) -> Option:
    """An option of the text itself, off unless chosen."""
    return Option(name, (("no", no), ("yes", yes)), (question,), offered=True, **more)


_READINGS = (
    Option(
        "direction",
        (
            ("up", "sequences run upwards only"),
            ("both", "each sequence may run upwards or downwards"),
        ),
        (
            Question(
                "PU-A2",
                "In which direction do sequences run?",
                "Upwards only.",
                "Every example in the text climbs; descending is mentioned for Racing alone.",
                "Upwards or downwards, as the player likes.",
                ("PU-14", "PU-26"),
            ),
        ),
        idle=IN_A_RACE,
    ),
    Option(
        "win",
        (
            ("any", "the opponent's card wins anywhere in the sequences"),
            ("end_on_card", "the opponent's card wins only as the last card put down"),
        ),
        (
            Question(
                "PU-A3",
                "Does it win to run through the opponent's card and beyond?",
                "Yes.",
                "PU-21 asks that the card be put down and does not say where.",
                "No: the last card put down must be that card.",
                ("PU-21",),
            ),
        ),
        idle=IN_A_RACE,
    ),
    Option(
        "joker_wins",
        (
            ("yes", "a Joker standing for the opponent's card wins"),
            ("no", "only a natural card catches the opponent"),
        ),
        (
            Question(
                "PU-A4",
                "Does a Joker win that stands for the opponent's card?",
                "Yes.",
                "By PU-16 it can be whatever card is wanted, so this one too.",
                "No: only a natural card catches the opponent.",
                ("PU-16", "PU-21"),
            ),
        ),
        idle=IN_A_RACE,
    ),
)
_RULES = (
    _yes_no(
        "no_early_wins",
        Question(
            "PU-A11",
            "Is an opponent safe who has not put down yet?",
            "No.",
            "PU-22 stands among the optional rules.",
            "Yes.",
            ("PU-22",),
        ),
        "an opponent can be caught from the first turn on",
        "an opponent cannot be caught before they have put down once",
        idle=IN_A_RACE,
    ),
    _yes_no(
        "passing_cards",
        Question(
            "PU-A12",
            "Do the players pass cards after the deal?",
            "No.",
            "PU-23 stands among the optional rules.",
            "Yes.",
            ("PU-23",),
        ),
        "no cards are passed after the deal",
        "after the deal both pass up to three cards that suit the other",
    ),
    _yes_no(
        "no_final_joker",
        Question(
            "PU-A13",
            "May the last card put down be a Joker?",
            "Yes.",
            "PU-24 stands among the optional rules.",
            "No.",
            ("PU-24",),
        ),
        "the last card put down may be a Joker",
        "the last card put down must be a natural card",
    ),
)
_RACING = (
    _yes_no(
        "racing",
        Question(
            "PU-A14",
            "Do the players race for laps instead of catching each other up?",
            "No.",
            "PU-25 is a variation.",
            "Yes: five laps win; two or more players, with two packs from three players.",
            ("PU-25",),
        ),
        "the game is won by catching up",
        "the first player to finish five laps wins",
        beside=("PU-1", "PU-3", "PU-21"),
    ),
    _yes_no(
        "opposite_directions",
        Question(
            "PU-A15",
            "Do racing players run in opposite directions?",
            "No.",
            "PU-26 is an option of Racing.",
            "Yes: the players at the seats with even numbers run downwards.",
            ("PU-26",),
        ),
        "racing players all run upwards",
        "racing players at the seats with even numbers run downwards",
    ),
    _yes_no(
        "landing_misses",
        Question(
            "PU-A16",
            "Does a racing player who is landed on miss a turn?",
            "No.",
            "The text on Racing offers it as an option.",
            "Yes: whoever is up to the rank that another player lands on misses their next turn.",
            ("PU-25",),
        ),
        "landing on another racing player's card does nothing",
        "a racing player who is landed on misses their next turn",
    ),
)
_LAPS = Option(
    "laps",
    (
        ("land", "the fifth lap is done on reaching the own starting rank"),
        ("pass", "the fifth lap is done on passing beyond the own starting rank"),
    ),
    (
        Question(
            "PU-A17",
            "Does it win a race to land exactly on the own starting rank for the fifth time?",
            "Yes.",
            "Ten ranks bring a player round, so five times ten complete the five laps.",
            "No: PU-25 asks that the starting card be passed, so a further rank is needed.",
            ("PU-25",),
        ),
    ),
)
_PUTTING_DOWN = (
    Option(
        "must_put_down",
        (
            ("no", "nobody has to put down"),
            ("yes", "a player who can put down does so before the discard"),
        ),
        (
            Question(
                "PU-A5",
                "Must a player put down who can?",
                "No.",
                "The permission in PU-12 is more exact than the passing words of PU-8.",
                "Yes.",
                ("PU-8", "PU-12"),
            ),
        ),
    ),
    Option(
        "kept_jokers",
        (
            ("natural", "before the player stays all from the last natural card on"),
            ("two", "under a last Joker only the card before it stays, even another Joker"),
        ),
        (
            Question(
                "PU-A18",
                "The card before a last Joker is a Joker too: what stays before the player?",
                "Everything from the last natural card on.",
                "PU-20 keeps a card to show what the Joker is, and another Joker shows nothing.",
                "Only the Joker before it.",
                ("PU-20",),
            ),
        ),
    ),
)
OPTIONS = (*_READINGS, *_RULES, *_RACING, _LAPS, *_PUTTING_DOWN)

SILENCES = (
    Question(
        "PU-A1",
        "Is “the same card” the rank, or the rank and the suit?",
        "Suits do not matter when catching or continuing: only the rank.",
        "In a single pack no card comes twice, so the suit cannot be meant.",
        "",
        ("PU-14",),
    ),
    Question(
        "PU-A6",
        "May the last sequence be a Joker and nothing else?",
        "No: there would be no natural card to keep beside it.",
        "PU-20 shows by a card before it what the Joker is.",
        "Yes: the former card is kept beside it.",
        ("PU-20",),
        no_option=(
            "A Joker that stays alone would need a rule for what it is, and PU-20 gives the"
            " opposite one."
        ),
    ),
    Question(
        "PU-A7",
        "Who starts on the ten, and who begins?",
        "The dealer has the ten; their opponent has the five and begins.",
        "The text does not say; elsewhere the dealer's opponent begins.",
        "A cut decides.",
        ("PU-4",),
        no_option=(
            "In a tournament the pairing says who has the ten; at one table a cut changes no"
            " verdict."
        ),
    ),
    Question(
        "PU-A8",
        "What becomes of a stock card that was looked at and not taken?",
        "It stays on top of the stock, and the opponent does not see it.",
        "PU-7 makes the look a secret one.",
        "",
        ("PU-7",),
    ),
    Question(
        "PU-A9",
        "What if the stock runs out while a hand is being filled up?",
        "The discards are shuffled and the filling goes on.",
        "PU-11 makes no exception.",
        "",
        ("PU-11",),
    ),
    Question(
        "PU-A10",
        "May a single card of the same rank be put down by itself?",
        "Yes, it is a sequence of one.",
        "PU-13 asks for one card or more, and the text's example has such a sequence.",
        "",
        ("PU-13",),
    ),
    Question(
        "PU-A19",
        "How many can race?",
        "As many as two packs can be dealt to, ten.",
        "PU-25 names no limit; only the cards set one.",
        "Eight, so that enough cards are left to draw.",
        ("PU-25",),
        no_option="How many race is settled with the table; the reading says what the cards allow.",
    ),
    Question(
        "PU-A20",
        "With three racers or more, who starts on the 5 and who on the 10?",
        "By turns, beginning with a 5 for the player who begins.",
        "PU-4 gives two players a 5 and a 10; round the table they follow each other.",
        "All start on a 5.",
        ("PU-4", "PU-25"),
        no_option="Who starts where is set out before play, and is written on the sheet.",
    ),
)
