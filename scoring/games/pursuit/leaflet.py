"""Pursuit and its racing variation on one page, in words a player can read aloud."""

from scoring.games.pursuit.rules import PURSUIT
from scoring.games.pursuit.sequences import ways
from scoring.law.leaflet import Effect, Leaflet, Note, by_frequency
from scoring.law.rulebook import Rules


def leaflet(rules: Rules) -> Leaflet:
    """The page under these options."""
    racing = rules["racing"] == "yes"
    aim = (
        ("Run five laps round the ten ranks.", "Be first to pass your start.")
        if racing
        else ("Catch the other player up.", "That wins the game.")
    )
    return Leaflet(
        aim,
        None,
        _play(rules),
        (Effect("Joker", "Any card", _joker(rules), ("PU-16", "PU-20", "PU-A13")),),
        Note(
            "",
            "The ranks form a ring: 9, 10, Ace, 2. Suits matter only inside a sequence.",
            ("PU-15", "PU-A1"),
        ),
        (
            (("10", "before the dealer"), ("5", "before the other player, who begins"))
            if not racing
            else (("5 10", "in turn before the players; whoever has the first 5 begins"),)
        ),
        ("PU-4", "PU-A7"),
        _ends(rules, racing=racing),
        by_frequency(PURSUIT, _questions_answered(rules, racing=racing)),
        starts_heading="The card you start from",
    )


def _joker(rules: Rules) -> str:
    words = "Stands for whatever card you want, even one put down as well."
    if rules["no_final_joker"] == "yes":
        return f"{words} It may not be the last card put down."
    return f"{words} Put down last, it lies beside the card before it."


def _play(rules: Rules) -> tuple[Note, ...]:
    begin = (
        "Ace to ten of each suit and two Jokers. Seven cards each, in packets of two, three and"
        " two. Turn the next card over to start the discards; the rest is the stock."
    )
    points = ["PU-2", "PU-5", "PU-6"]
    if rules["racing"] == "yes":
        begin = f"{begin} With more than two players, two packs."
    if rules["passing_cards"] == "yes":
        begin += " Then each gives the other up to three useful cards, both equally many."
        points += ["PU-23", "PU-A12"]
    under = (
        "the card before it too"
        if rules["kept_jokers"] == "two"
        else "all back to the last plain card"
    )
    must = rules["must_put_down"] == "yes"
    turn = (
        "Look at the top card of the stock; take it, or the top discard."
        f" {'Put cards down if you can.' if must else 'Put cards down if you can and wish.'}"
        " Discard one card. If you put any down, draw until you hold seven."
    )
    run = {(1, -1): "up or down", (1,): "upwards"}[ways(rules, 1)]
    if _opposite(rules):
        run = "upwards, at even seats downwards"
    down = (
        f"One or more sequences, each of one suit, {run}, rank by rank. The first card has the rank"
        f" of the card before you, in any suit. The last card stays before you, and with a Joker"
        f" {under}: you are “up to” it now. All the rest goes on the discards."
    )
    return (
        Note("To begin", begin, tuple(points)),
        Note("Your turn", turn, ("PU-7", "PU-8", "PU-9", "PU-10", "PU-A5", "PU-A8")),
        Note("Putting down", down, ("PU-12", "PU-13", "PU-14", "PU-17", "PU-18", "PU-A2")),
    )


def _ends(rules: Rules, *, racing: bool) -> tuple[Note, ...]:
    over = Note(
        "No stock left",
        "Shuffle all discards but the top one into a new stock.",
        ("PU-11", "PU-A9"),
    )
    empty = Note(
        "All eight put down",
        "You discard nothing. The card that was the top discard goes back on top.",
        ("PU-18", "PU-19"),
    )
    if racing:
        landing = rules["landing_misses"] == "yes"
        opposite = rules["opposite_directions"] == "yes"
        words = "Whoever first passes their own starting card five times wins."
        words += (
            " Landing on it counts." if rules["laps"] == "land" else " Landing on it is not enough."
        )
        words += " Even seats run downwards." if opposite else ""
        lands = "A player who is landed on misses a turn." if landing else "Nothing happens."
        won = (
            Note(
                "Winning the race",
                words,
                ("PU-25", *(("PU-26",) if opposite else ()), "PU-A14", "PU-A15", "PU-A17"),
            ),
            Note("Landing on another player", lands, ("PU-25", "PU-A16")),
        )
        return (*won, over, empty)
    place = "anywhere in your sequences" if rules["win"] == "any" else "as the last card"
    note = (
        "A Joker in its place wins too."
        if rules["joker_wins"] == "yes"
        else "A Joker in its place does not win."
    )
    early = rules["no_early_wins"] == "yes"
    safe = " Nobody is caught before they have put down once." if early else ""
    words = (
        f"Put down the card the other is up to, that is the one before them, {place}. {note}{safe}"
    )
    return (Note("Winning", words, ("PU-21", "PU-A3", "PU-A4", "PU-A11")), over, empty)


def _questions_answered(rules: Rules, *, racing: bool) -> tuple[Note, ...]:
    natural = rules["no_final_joker"] == "yes"
    chase = (
        Note(
            "I ran on past the other's card.",
            "You win." if rules["win"] == "any" else "No win: end on it.",
            ("PU-A3",),
        ),
        Note(
            "My Joker stands for that card.",
            "You win." if rules["joker_wins"] == "yes" else "No win.",
            ("PU-A4",),
        ),
        Note("May I catch them on the first turn?", _early(rules), ("PU-A11",)),
    )
    must = rules["must_put_down"] == "yes"
    return (
        Note("Must suits agree with the card before me?", "No, only the rank.", ("PU-A1",)),
        Note(
            "May a sequence run downwards?",
            _downwards(rules),
            ("PU-A15" if racing else "PU-A2",),
        ),
        Note(
            "May one card alone be put down?",
            "Yes, of the rank of the card before you.",
            ("PU-A10",),
        ),
        Note("Must I put down?", "If you can." if must else "No.", ("PU-A5",)),
        Note("What if I do not take the stock card?", "It stays, unseen by the other.", ("PU-A8",)),
        Note(
            "May a Joker be the very last card?",
            "No." if natural else "Yes, but not alone.",
            ("PU-A13", "PU-A6"),
        ),
        Note("The stock runs out while I fill up.", "Shuffle the discards and go on.", ("PU-A9",)),
        *(() if racing else chase),
    )


def _early(rules: Rules) -> str:
    return "Once they have put down." if rules["no_early_wins"] == "yes" else "Yes."


def _opposite(rules: Rules) -> bool:
    """Whether players at even seats run the other way."""
    return ways(rules, 1) != ways(rules, 2)


def _downwards(rules: Rules) -> str:
    if _opposite(rules):
        return "At even seats, and only so."
    return "Yes, each either way." if -1 in ways(rules, 1) else "No, upwards only."
