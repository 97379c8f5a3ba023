"""Ottawa, the game of runs and sets without malice: clauses, card values, deal."""

from scoring.games.ottawa.options import OPTIONS, SILENCES
from scoring.law.rulebook import CardValue, Clause, Deal, Rulebook, Scoring, Weight

TEXT = ("ottawa.txt",)

CLAUSES = (
    Clause("OT-1", "Three or four make the best table; six players are the most.", TEXT),
    Clause("OT-2", "A match is a fixed number of deals, or lasts until a target score.", TEXT),
    Clause("OT-3", "Which of the two, and the number, is settled before the first deal.", TEXT),
    Clause("OT-4", "One pack of 52; the Ace stands next to the 2 and next to the King.", TEXT),
    Clause("OT-5", "The first dealer is drawn at random; the deal moves clockwise.", TEXT),
    Clause(
        "OT-6", "Two to four players are dealt seven cards each, five or six players six.", TEXT
    ),
    Clause(
        "OT-7",
        "The card after the deal is turned up and opens the lay-off pile; the rest is the stock.",
        TEXT,
    ),
    Clause("OT-8", "Each player tries to lay off their whole hand.", TEXT),
    Clause("OT-9", "There are three ways to lay off: as a run, as a set, as a running set.", TEXT),
    Clause("OT-10", "A run is a number of cards, rank following rank, whatever their suits.", TEXT),
    Clause(
        "OT-11",
        "A run may turn back when the first card the other way has the suit of the card before.",
        TEXT,
    ),
    Clause("OT-12", "A run may go on past an Ace when the card after the Ace has its suit.", TEXT),
    Clause("OT-13", "A set is one card or more of the rank on top of the pile.", TEXT),
    Clause(
        "OT-14",
        "In a running set the card of transition has the suit of the last card before it.",
        TEXT,
    ),
    Clause("OT-15", "Turns pass clockwise, beginning on the dealer's left.", TEXT),
    Clause("OT-16", "A turn has two parts: the draw and the lay-off.", TEXT),
    Clause("OT-17", "The draw is one card from the stock.", TEXT),
    Clause("OT-18", "Whoever has laid off before drawing does not lay off after it.", TEXT),
    Clause("OT-19", "One lay-off a turn, before or after the draw.", TEXT),
    Clause("OT-20", "Nobody is obliged to lay off.", TEXT),
    Clause(
        "OT-21", "The first card laid has to fit the top of the pile in one of three ways.", TEXT
    ),
    Clause("OT-22", "(a) It has the rank of the top card, in any suit.", TEXT),
    Clause("OT-23", "(b) It is one rank above or below the top card, and of its suit.", TEXT),
    Clause(
        "OT-24",
        "(c) It carries on a run of the two top cards, in any suit, unless the top card is an Ace.",
        TEXT,
    ),
    Clause(
        "OT-25", "Example 1: an 8 lying on a 7 takes any 8, any 9, and the 7 of its suit.", TEXT
    ),
    Clause(
        "OT-26",
        "Example 2: an 8 on another 8 takes any 8, and the 7 or 9 of its suit (the 9 printed there"
        " is a misprint).",
        TEXT,
    ),
    Clause(
        "OT-27",
        "When the stock is used up, all of the pile but its two top cards is shuffled again.",
        TEXT,
    ),
    Clause("OT-28", "Whoever has laid off their last card wins the deal.", TEXT),
    Clause("OT-29", "Play stops at that moment; nobody lays off after it.", TEXT),
    Clause("OT-30", "King, Queen, Jack: 10 points.", TEXT),
    Clause("OT-31", "Ace: 15 points.", TEXT),
    Clause("OT-32", "2 to 10: face value.", TEXT),
    Clause("OT-33", "The winner of the deal scores everything the others still hold.", TEXT),
    Clause(
        "OT-34",
        "Deals follow until somebody has the target, or the agreed number has been played.",
        TEXT,
    ),
)

VALUES = (
    CardValue("KQJ", 10, "OT-30"),
    CardValue("A", 15, "OT-31"),
    CardValue("23456789T", None, "OT-32"),
)

OTTAWA = Rulebook(
    name="ottawa",
    title="Ottawa",
    clauses=CLAUSES,
    options=OPTIONS,
    silences=SILENCES,
    deal=Deal(seats_min=2, seats_max=6, dealt_steps=((4, 7), (6, 6))),
    scoring=Scoring("winner", "highest", VALUES),
    chapters=(
        ("Before play", "OT-1"),
        ("Object", "OT-8"),
        ("Laying off", "OT-9"),
        ("The turn", "OT-15"),
        ("What fits the pile", "OT-21"),
        ("The stock runs out", "OT-27"),
        ("Going out and scoring", "OT-28"),
    ),
    weights=(
        Weight("OT-A11", 3812, 0),
        Weight("OT-A5", 1880, 0),
        Weight("OT-A12", 1657, 0),
        Weight("OT-A1", 1555, 0),
        Weight("OT-A13", 1123, 0),
    ),
    often=("OT-A4", "OT-A3", "OT-A5", "OT-A6", "OT-A1", "OT-A2", "OT-A7", "OT-A9"),
    aspects={
        "fits": ("OT-22", "OT-23", "OT-24"),
        "unable": ("OT-17", "OT-20"),
        "several": ("OT-9", "OT-10", "OT-13"),
        "stock": ("OT-27",),
        "wins": ("OT-28",),
    },
)
