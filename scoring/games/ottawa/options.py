"""What the text of Ottawa leaves open: options with default, argument and alternative, and bare
readings.
"""

from scoring.law.rulebook import Option, Question

OPTIONS = (
    Option(
        "example2",
        (
            ("misprint", "a run on the pile is carried on in any suit, upwards and downwards"),
            (
                "literal",
                "a run on the pile is carried on in any suit upwards only, as example 2 has it",
            ),
        ),
        (
            Question(
                "OT-A1",
                "With an 8 on a 9, does rule (c) allow a 7 of any suit, although example 2"
                " forbids it?",
                "Rule (c) holds; the example means an 8 lying on a second 8.",
                "Its word for the lower card fits a second 8 only, and a general rule outweighs a"
                " slip of the pen.",
                "The example holds to the letter.",
                ("OT-24", "OT-26"),
            ),
        ),
    ),
    Option(
        "run_to_set",
        (
            (
                "suit",
                (
                    "where a run turns into a set, the first card of the set has the suit of the"
                    " run's last card"
                ),
            ),
            ("free", "where a run turns into a set, the first card of the set may be of any suit"),
        ),
        (
            Question(
                "OT-A5",
                "In 4 5 6 then 7 7 7, which 7 has to match a suit?",
                "The first 7 has the suit of the 6.",
                "OT-14 asks it of the card of transition, whichever way the play changes.",
                "None: a run may be of any suits.",
                ("OT-14", "OT-10"),
            ),
        ),
    ),
    Option(
        "blocked",
        (
            (
                "difference",
                "in a blocked deal the lowest hand scores what the others hold beyond it",
            ),
            ("no_score", "in a blocked deal nobody scores"),
        ),
        (
            Question(
                "OT-A9",
                "What if nobody can, or nobody will, go out?",
                "Once all have passed with no card to draw the deal ends; the lowest hand scores"
                " the differences.",
                "The text says nothing; OT-29 ends a deal only when somebody goes out.",
                "Nobody scores.",
                ("OT-29",),
            ),
        ),
    ),
    Option(
        "within",
        (
            (
                "pile",
                (
                    "a lay-off goes on from the pile: its second card, too, is measured against the"
                    " pile's top card"
                ),
            ),
            (
                "row",
                (
                    "a lay-off is a run or a set of its own: only its first card is measured"
                    " against the pile"
                ),
            ),
        ),
        (
            Question(
                "OT-A11",
                "Is the second card of a lay-off measured against the pile as well, or only against"
                " the first?",
                "Against the pile too: a step back, past an Ace or out of a set there needs the"
                " suit.",
                "The pile is one long run, and a single card of its rank is already a set (OT-13).",
                "Against the first card alone: OT-21 asks of the first card, and of no other, that"
                " it fit the pile.",
                ("OT-21", "OT-10", "OT-11", "OT-14"),
            ),
        ),
    ),
    Option(
        "alternating",
        (
            ("free", "runs and sets may alternate in a lay-off as often as the cards allow"),
            (
                "once",
                "a lay-off turns from a run into a set, or from a set into a run, once at most",
            ),
        ),
        (
            Question(
                "OT-A12",
                "May a lay-off turn from run to set, or from set to run, more than once?",
                "Yes.",
                "OT-14 speaks of each transition and sets no number.",
                "No: a running set is one run and one set.",
                ("OT-14", "OT-9"),
            ),
        ),
    ),
    Option(
        "set_on_run",
        (
            ("free", "a card that carries the pile's run on may open a set in any suit"),
            ("suit", "a card that carries the pile's run on opens a set in its suit only"),
        ),
        (
            Question(
                "OT-A13",
                "On 7 8, may a 9 of any suit be laid together with a second 9?",
                "Yes.",
                "OT-24 lets the first card begin in any suit, and OT-14 speaks of cards laid"
                " together; the pile is none of them.",
                "No: there a run turns into a set, and the card of transition needs the suit.",
                ("OT-14", "OT-24"),
            ),
        ),
    ),
)

SILENCES = (
    Question(
        "OT-A2",
        "Does rule (c) count the two top cards whoever laid them, and whatever their suits?",
        "Yes.",
        "OT-24 looks at the pile and at nothing else.",
        "Only within a single lay-off.",
        ("OT-24",),
        no_option="OT-24 looks at the two top cards; who laid them and when it never asks.",
    ),
    Question(
        "OT-A3",
        "What fits a pile that is the start card alone?",
        "Rules (a) and (b) only.",
        "There are no two top cards to carry on.",
        "",
        ("OT-22", "OT-23"),
    ),
    Question(
        "OT-A4",
        "Is the Ace a neighbour of the King as well as of the 2?",
        "Yes; to go on past it needs its suit.",
        "OT-4 writes it at both ends of the order, and OT-12 says what passing it takes.",
        "",
        ("OT-4", "OT-12"),
    ),
    Question(
        "OT-A6",
        "Where a set turns into a run, which card has to match a suit?",
        "The first card of the run has the suit of the last card of the set.",
        "OT-14 asks it of the card of transition.",
        "",
        ("OT-14",),
    ),
    Question(
        "OT-A7",
        "Must a player draw?",
        "Yes, unless they have gone out before drawing.",
        "OT-16 makes the draw a part of every turn; OT-29 ends the play when somebody is out.",
        "No.",
        ("OT-16", "OT-17"),
        no_option="OT-16 makes the draw part of every turn: leaving it out would be another rule.",
    ),
    Question(
        "OT-A8",
        "What if the stock is used up and the pile has only two cards?",
        "There is no draw.",
        "OT-27 keeps the two top cards in their place and the text goes no further.",
        "",
        ("OT-27",),
    ),
    Question(
        "OT-A10",
        "What if two players pass the target in the same deal?",
        "It cannot happen.",
        "Only the winner of a deal scores (OT-33).",
        "",
        ("OT-33", "OT-34"),
    ),
)
