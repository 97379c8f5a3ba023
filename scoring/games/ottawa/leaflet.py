"""Ottawa on one page, in words a player can read aloud."""

from scoring.games.ottawa.rules import OTTAWA
from scoring.law.leaflet import Effect, Leaflet, Note, by_frequency, pack_words
from scoring.law.rulebook import Rules


def leaflet(rules: Rules) -> Leaflet:
    """The page under these options."""
    return Leaflet(
        ("Be first to lay off your hand.", "Highest total wins."),
        None,
        _play(rules),
        (
            Effect("9♠", "Same rank", "On a 9, any other 9.", ("OT-22",)),
            Effect("8♥", "Next in suit", "On the 9 of hearts, the 8 or the 10 of hearts.", ("OT-23",)),
            Effect("J♦", "Run goes on", _run_goes_on(rules), ("OT-24", "OT-A1", "OT-A2")),
        ),
        _remark(rules),
        (("any card", "it starts the pile: lay its rank, or the next rank of its suit"),),
        ("OT-7", "OT-A3"),
        _ends(rules),
        by_frequency(OTTAWA, _questions_answered(rules)),
    )  # fmt: skip


def _remark(rules: Rules) -> Note:
    alone = " After it only your own cards count." if rules["within"] == "row" else ""
    words = (
        f"The first card must fit the pile in one of these ways.{alone} The Ace is next to King"
        " and 2."
    )
    return Note("", words, ("OT-21", "OT-4", "OT-A4", *(("OT-A11",) if alone else ())))


def _run_goes_on(rules: Rules) -> str:
    if rules["example2"] == "misprint":
        return "On 9 then 10, any Jack; on 10 then 9, any 8. Not past an Ace."
    return "On 9 then 10, any Jack; upwards only. Not past an Ace."


def _play(rules: Rules) -> tuple[Note, ...]:
    begin = (
        f"{pack_words(rules.deal)} Up to four players get seven cards each, five or six players get"
        " six. Turn the next card over to start the pile; the rest is the stock. The player on the"
        " dealer's left plays first."
    )
    turn = (
        "Play goes clockwise. Draw one card, and lay off once, before the draw or after it. You may"
        " keep your cards, but you must draw."
    )
    runs = (
        "Lay one card or more, in order: a set is cards of one rank; a run goes rank by rank in any"
        " suits. A run may turn back, or go past an Ace, with a card of the same suit as the card"
        " before."
    )
    once = rules["alternating"] == "once"
    runs += " One run and one set at most." if once else ""
    return (
        Note("To begin", begin, ("OT-5", "OT-6", "OT-7", "OT-15")),
        Note("Your turn", turn, ("OT-16", "OT-17", "OT-18", "OT-19", "OT-20", "OT-A7")),
        Note(
            "Laying off",
            runs,
            ("OT-9", "OT-10", "OT-11", "OT-12", "OT-13", *(("OT-A12",) if once else ())),
        ),
    )


def _ends(rules: Rules) -> tuple[Note, ...]:
    strict = rules["run_to_set"] == "suit"
    first = (
        "the first card of the set has the suit of the run's last card"
        if strict
        else "any suit will do"
    )
    opening = (
        "A first card that carries on the pile's run may open a set in any suit."
        if rules["set_on_run"] == "free"
        else "A first card that carries on the pile's run may open a set in its suit only."
    )
    lowest = rules["blocked"] == "difference"
    blocked = (
        "the lowest hand scores how much more each other hand holds."
        if lowest
        else "the deal ends and nobody scores."
    )
    return (
        Note("From a run to a set", f"Where a run turns into a set, {first}. {opening}",
             ("OT-14", "OT-A5", "OT-A13")),
        Note("No stock left", "Shuffle all of the pile but its two top cards.", ("OT-27", "OT-A8")),
        Note("Nobody can go out", f"No card is left to draw, and all have passed: {blocked}",
             ("OT-A9",)),
        Note("The end of a deal", "A hand is empty: stop. That player scores all that the others hold.",
             ("OT-28", "OT-29", "OT-33")),
    )  # fmt: skip


def _questions_answered(rules: Rules) -> tuple[Note, ...]:
    both = rules["example2"] == "misprint"
    strict = rules["run_to_set"] == "suit"
    lowest = rules["blocked"] == "difference"
    return (
        Note("Is the Ace next to the King?", "Yes, and next to the 2.", ("OT-A4",)),
        Note("May a run go on past the Ace?", "With a card of the Ace's suit.", ("OT-12",)),
        Note("What fits the start card?", "Its rank, or the next rank in its suit.", ("OT-A3",)),
        Note(
            "4 5 6, then 7 7 7: which 7 first?",
            "The one in the suit of the 6." if strict else "Any 7.",
            ("OT-A5",),
        ),
        Note(
            "After a set, which card begins a run?",
            "One in the suit of the set's last card.",
            ("OT-A6",),
        ),
        Note(
            "9, then 8: does any 7 go on?",
            "Yes, the run goes on." if both else "No: only upwards.",
            ("OT-A1",),
        ),
        Note(
            "Who must have laid the two top cards?",
            "Anybody. Their suits do not matter.",
            ("OT-A2",),
        ),
        Note("Must I draw?", "Yes, unless you went out first.", ("OT-A7",)),
        Note(
            "I laid off, then drew a card that fits.",
            "One lay-off a turn: keep it.",
            ("OT-18", "OT-19"),
        ),
        Note(
            "We are stuck: who scores?",
            "The lowest hand." if lowest else "Nobody scores.",
            ("OT-A9",),
        ),
    )
