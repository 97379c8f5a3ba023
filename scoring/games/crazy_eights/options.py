"""What the printed rules of Crazy Eights leave open or tell differently."""

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
                "CE-A1",
                "Must a player lay a card when they can?",
                "No: they may draw instead.",
                "Most printings that speak of it let them draw; none forbids it outright.",
                "Yes: CE-8 gives the stock to those who have nothing to lay.",
                ("CE-6", "CE-8"),
            ),
        ),
    ),
    Option(
        "draws",
        (
            ("until", "whoever cannot lay draws until they can"),
            ("three", "whoever cannot lay draws three cards at most"),
            ("one", "whoever cannot lay draws one card"),
        ),
        (
            Question(
                "CE-A2",
                "How many cards does a player draw who cannot lay?",
                "As many as it takes.",
                "Most books say so; a limit of three or of one is the commonest change.",
                "Three at most, or one.",
                ("CE-8",),
            ),
        ),
    ),
    Option(
        "stock",
        (
            ("pass", "with no stock left, whoever cannot lay passes"),
            ("reshuffle", "with no stock left the discards are shuffled into a new one"),
        ),
        (
            Question(
                "CE-A3",
                "What if the stock is used up?",
                "Whoever cannot lay passes.",
                "CE-9 as most books have it; others make a new stock, and play goes on longer.",
                "The discards under the top card are shuffled into a new stock.",
                ("CE-9",),
            ),
        ),
    ),
    Option(
        "blocked",
        (
            ("difference", "in a blocked game the lowest hand scores the differences"),
            ("no_score", "in a blocked game nobody scores"),
        ),
        (
            Question(
                "CE-A4",
                "How does a blocked game count?",
                "The lowest hand scores what the others hold beyond it.",
                "Books that say anything say this; with a tie nobody scores.",
                "Nobody scores.",
                ("CE-15", "CE-11"),
            ),
        ),
    ),
    Option(
        "unnamed",
        (
            ("own", "an 8 without a suit named is followed in its own"),
            ("before", "an 8 without a suit named leaves the suit as it was"),
        ),
        (
            Question(
                "CE-A5",
                "Which suit follows an 8 when none is named?",
                "Its own.",
                "The 8 lies there as a card of its suit.",
                "The suit that was followed before it.",
                ("CE-7",),
            ),
        ),
    ),
    Option(
        "wild_finish",
        (
            ("yes", "an 8 may be the last card"),
            ("no", "an 8 may not be the last card"),
        ),
        (
            Question(
                "CE-A6",
                "May the last card be an 8?",
                "Yes.",
                "Nothing forbids it.",
                "No.",
                ("CE-7", "CE-10"),
            ),
        ),
    ),
)

SILENCES: tuple[Question, ...] = ()
