"""Swedish Pursuit, the game of the livery evening: clauses, card values, deal."""

from scoring.rulebook import CardValue, Clause, Deal, Rulebook, Scoring
from scoring.rulebooks.swedish_pursuit_endings import END_OPTIONS, SILENCES
from scoring.rulebooks.swedish_pursuit_options import TABLE_OPTIONS

SHEET = "swedish-pursuit-sheet.txt"
PAGE = "swedish-pursuit-event-page.txt"
BOTH = (SHEET, PAGE)

EIGHT = CardValue("8", 30, "SP-30")
VALUES = (
    EIGHT,
    CardValue("A", 1, "SP-31"),
    CardValue("2345679", None, "SP-32"),
    CardValue("TJQK", 10, "SP-33"),
)

CLAUSES = (
    Clause("SP-1", "The first dealer of a round is found by cutting the pack.", (SHEET,)),
    Clause("SP-2", "The deal passes to the left from game to game.", BOTH),
    Clause("SP-3", "Each player is dealt five cards, one card at a time.", BOTH),
    Clause("SP-4", "What is left of the pack lies face down as the stock.", (SHEET,)),
    Clause("SP-5", "The uppermost card of the stock is turned up beside it and opens the discard pile.", (SHEET,)),
    Clause("SP-6", "An 8 turned up at the start goes under the stock and the next card is turned.", (SHEET,)),
    Clause("SP-7", "An Ace, Queen or 2 turned up at the start has its usual effect.", BOTH),
    Clause("SP-8", "Whoever first legally lays their last card wins the game and scores nothing.", (SHEET,)),
    Clause("SP-9", "Everybody else scores the cards they still hold.", BOTH),
    Clause("SP-10", "The round goes to the player with the lowest total.", BOTH),
    Clause("SP-11", "Turns pass clockwise to begin with, one card to a turn.", BOTH),
    Clause("SP-12", "A card must have the rank or the suit of the card before it.", BOTH),
    Clause("SP-13", "A player with neither a match nor an 8 takes one card from the stock.", BOTH),
    Clause("SP-14", "Taking that card is the whole turn: it may not be laid at once.", BOTH),
    Clause("SP-15", "With no stock left, a player who cannot lay misses the turn.", BOTH),
    Clause("SP-16", "A player who has a card to lay has to lay one.", BOTH),
    Clause("SP-17", "Trick cards work only in the turn of the player who lays them.", BOTH),
    Clause("SP-18", "An 8 of whatever suit may be laid on any card, and its player may name the suit to follow.", BOTH),
    Clause("SP-19", "An Ace, a Queen or a 2 has to be of the suit now to be followed.", BOTH),
    Clause("SP-20", "After an Ace the player next in turn is passed over.", BOTH),
    Clause("SP-21", "A Queen turns the direction of play round.", BOTH),
    Clause("SP-22", "After a 2 the next player takes two cards unless they answer with a 2.", BOTH),
    Clause("SP-23", "Answered 2s add up: four cards, then six, then eight.", BOTH),
    Clause("SP-24", "Whoever takes penalty cards lays nothing in that turn.", BOTH),
    Clause("SP-25", "On laying the last card but one, say LAST CARD before the next player's turn.", (SHEET,)),
    Clause("SP-26", "A player who has not said it takes two cards.", BOTH),
    Clause("SP-27", "Any other player may challenge a missed call, whenever they notice.", BOTH),
    Clause("SP-28", "Once somebody has won, all others count their hands.", (SHEET,)),
    Clause("SP-29", "Your neighbour on the left checks your count.", BOTH),
    Clause("SP-30", f"An 8 left in hand counts {EIGHT.points}.", BOTH),
    Clause("SP-31", "An Ace left in hand counts least, a single point.", BOTH),
    Clause("SP-32", "The other cards below ten count their number.", BOTH),
    Clause("SP-33", "A ten, Jack, Queen or King left in hand counts ten.", BOTH),
    Clause("SP-34", "Scores go on the score card and are added up after five games.", (SHEET,)),
    Clause("SP-35", "The ten lowest over both rounds together meet in a play-off of five games.", BOTH),
    Clause("SP-36", "The Umpire has the last word.", (SHEET,)),
    Clause("SP-37", "Advice: use trick cards wisely and do not be left with an 8.", BOTH, force=False),
)

SWEDISH_PURSUIT = Rulebook(
    name="swedish_pursuit",
    title="Swedish Pursuit",
    clauses=CLAUSES,
    options=(*TABLE_OPTIONS, *END_OPTIONS),
    silences=SILENCES,
    deal=Deal(seats_min=2, seats_max=10, dealt_steps=((10, 5),)),
    scoring=Scoring("losers", "lowest", VALUES),
    chapters=(
        ("Before play", "SP-1"),
        ("Object", "SP-8"),
        ("Play", "SP-11"),
        ("Trick cards", "SP-17"),
        ("Last card", "SP-25"),
        ("Scoring", "SP-28"),
        ("The event", "SP-34"),
    ),
)
