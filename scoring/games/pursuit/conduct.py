"""What Pursuit brings to disputes: its situations and clauses; nobody has to put down."""

from scoring.law.case import Case, Settled, conduct_of


def did_not_play(case: Case) -> Settled:
    """Putting down is no duty unless it is so read (PU-A5)."""
    if case.rules["must_put_down"] == "yes":
        duty = (case.reading("PU-A5", "Whoever can put down has to.", "PU-8", "PU-12"),)
        finding = f"{case.who} put nothing down"
        if case.noticed == "at_once":
            return case.look(finding, duty, "the hand")
        return Settled(finding, duty, "stands", (case.discretion(case.late),))
    law = (
        case.reading("PU-A5", "Nobody has to put down: the text permits it.", "PU-12", "PU-8"),
        case.text("The turn ends with a discard.", "PU-9", aloud=False),
    )
    return case.nothing(
        f"{case.who} put nothing down", law, "Nobody has to put down: the turn stands."
    )


def wrong_start(case: Case) -> Settled:
    """The dealer has the ten and the other player begins (PU-4, PU-A7)."""
    dealer, began = case.facts["dealer"], case.facts["began"]
    law = (
        case.text("A ten lies before one player and a five before the other.", "PU-4", aloud=False),
        case.reading("PU-A7", "The dealer has the ten; their opponent has the five and begins."),
    )
    finding = f"Seat {dealer} dealt and seat {began} began"
    if dealer != began:
        return case.nothing(finding, law[::-1], "The start is right.")
    if case.noticed == "at_once":
        words = f"The play is taken back and seat {3 - dealer} begins."
        return Settled(finding, law, "restore", (case.reading("PU-A7", words),))
    return Settled(finding, law, "stands", (case.discretion(case.late),))


CONDUCT = conduct_of(
    "pursuit", settles={"did_not_play": did_not_play, "wrong_start_card": wrong_start}
)
