"""Swedish Pursuit, the game of the livery evening: clauses, card values, deal."""

from scoring.games.card_values import EIGHT, VALUES
from scoring.games.swedish_pursuit.options import TABLE_OPTIONS
from scoring.games.swedish_pursuit.options_endings import END_OPTIONS, SILENCES
from scoring.law.effects import Effect
from scoring.law.rulebook import Clause, Deal, Rulebook, Scoring, Weight

SHEET = "swedish-pursuit-sheet.txt"
PAGE = "swedish-pursuit-event-page.txt"
BOTH = (SHEET, PAGE)

EFFECTS = (
    Effect("8", "SP-18", wild=True),
    Effect("A", "SP-20", skips=1),
    Effect("Q", "SP-21", turns=True),
    Effect("2", "SP-22", draws=2),
)
"""What the trick cards and the 8 do."""

CLAUSES = (
    Clause("SP-1", "Cut for the first deal of each round.", (SHEET,)),
    Clause("SP-2", "The deal passes to the left from game to game.", BOTH),
    Clause("SP-3", "Each player is dealt five cards, one card at a time.", BOTH),
    Clause("SP-4", "What is left of the pack lies face down as the stock.", (SHEET,)),
    Clause(
        "SP-5", "Turn up the top card of the stock beside it: it opens the discard pile.", (SHEET,)
    ),
    Clause(
        "SP-6",
        "An 8 turned up at the start goes under the stock and the next card is turned.",
        (SHEET,),
    ),
    Clause("SP-7", "An Ace, Queen or 2 turned up at the start has its usual effect.", BOTH),
    Clause(
        "SP-8",
        "Whoever first legally lays their last card wins the game and scores nothing.",
        (SHEET,),
    ),
    Clause("SP-9", "Everybody else scores the cards they still hold.", BOTH),
    Clause("SP-10", "The round goes to the player with the lowest total.", BOTH),
    Clause("SP-11", "Turns pass clockwise to begin with, one card to a turn.", BOTH),
    Clause(
        "SP-12",
        "A card must match the rank or the suit of the card before it: on a King of hearts, any"
        " King or heart.",
        BOTH,
    ),
    Clause("SP-13", "If you have neither a match nor an 8, take one card from the stock.", BOTH),
    Clause("SP-14", "Taking that card is your whole turn: you may not lay it at once.", BOTH),
    Clause("SP-15", "With no stock left, if you cannot lay you miss your turn.", BOTH),
    Clause("SP-16", "A playable card must be played.", BOTH),
    Clause("SP-17", "Play a trick card only on your own turn.", BOTH),
    Clause("SP-18", "8: lay it on any card, and name the suit to follow if you like.", BOTH),
    Clause(
        "SP-19", "Aces, Queens and 2s must follow suit; matching their rank is not enough.", BOTH
    ),
    Clause("SP-20", "Ace: the next player misses a turn.", BOTH),
    Clause("SP-21", "Queen: play changes direction.", BOTH),
    Clause("SP-22", "2: the next player picks up two cards unless they answer with a 2.", BOTH),
    Clause("SP-23", "Each 2 played on a 2 adds two more: 4, 6, 8.", BOTH),
    Clause("SP-24", "If you pick up penalty cards, your turn is over.", BOTH),
    Clause(
        "SP-25",
        "When you are down to one card, say LAST CARD before the next player plays.",
        (SHEET,),
    ),
    Clause("SP-26", "If you have not said it, you pick up two cards.", BOTH),
    Clause("SP-27", "Any other player may challenge a missed call, whenever they notice.", BOTH),
    Clause("SP-28", "Once somebody has won, all others count their hands.", (SHEET,)),
    Clause("SP-29", "Your left-hand neighbour checks your count.", BOTH),
    Clause("SP-30", f"8: {EIGHT.points} points.", BOTH),
    Clause("SP-31", "Ace: 1 point.", BOTH),
    Clause("SP-32", "2 to 7 and 9: face value.", BOTH),
    Clause("SP-33", "10, Jack, Queen, King: 10 points.", BOTH),
    Clause("SP-34", "Scores go on the score card and are added up after five games.", (SHEET,)),
    Clause(
        "SP-35", "The ten lowest over both rounds together meet in a play-off of five games.", BOTH
    ),
    Clause("SP-36", "The Umpire's ruling stands.", (SHEET,)),
    Clause(
        "SP-37", "Advice: use trick cards wisely and do not be left with an 8.", BOTH, force=False
    ),
)

SWEDISH_PURSUIT = Rulebook(
    name="swedish_pursuit",
    title="Swedish Pursuit",
    clauses=CLAUSES,
    options=(*TABLE_OPTIONS, *END_OPTIONS),
    silences=SILENCES,
    deal=Deal(seats_min=2, seats_max=10, dealt_steps=((10, 5),)),
    scoring=Scoring("losers", "lowest", VALUES),
    variants=(("packs", "two", Deal(2, 20, ((20, 5),), ((10, 1), (20, 2)))),),
    chapters=(
        ("Before play", "SP-1"),
        ("Object", "SP-8"),
        ("Play", "SP-11"),
        ("Trick cards", "SP-17"),
        ("Last card", "SP-25"),
        ("Scoring", "SP-28"),
        ("The evening", "SP-34"),
    ),
    effects=EFFECTS,
    weights=(
        Weight("SP-A2", 123, 0),
        Weight("SP-A41", 72, 0),
        Weight("SP-A18", 37, 0),
        Weight("SP-A5", 27, 0),
        Weight("SP-A7", 27, 0),
        Weight("SP-A6", 15, 0),
        Weight("SP-A4", 13, 0),
        Weight("SP-A1", 0, 87),
        Weight("SP-A14", 0, 38),
        Weight("SP-A11", 0, 15),
        Weight("SP-A17", 0, 13),
        Weight("SP-A12", 0, 8),
        Weight("SP-A16", 0, 3),
    ),
    often=(
        # Calls and trick cards come up in every game; an empty stock in one of three, a blocked
        # game in one of ten.
        "SP-A2",
        "SP-A21",
        "SP-A23",
        "SP-A5",
        "SP-A8",
        "SP-A9",
        "SP-A28",
        "SP-A29",
        "SP-A32",
        "SP-A31",
        "SP-A33",
        "SP-A3",
        "SP-A7",
        "SP-A14",
        "SP-A15",
        "SP-A16",
        "SP-A18",
        "SP-A17",
        "SP-A24",
        "SP-A30",
        "SP-A36",
        "SP-A34",
    ),
    aspects={
        "fits": ("SP-12",),
        "wild": ("SP-18",),
        "reverses": ("SP-21",),
        "skips": ("SP-20",),
        "penalty": ("SP-22", "SP-23"),
        "unable": ("SP-13", "SP-14", "SP-16"),
        "several": ("SP-11",),
        "last_card": ("SP-25", "SP-26"),
        "stock": ("SP-15",),
        "wins": ("SP-8",),
    },
)
