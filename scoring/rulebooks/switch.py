"""Switch, the family relative of Crazy Eights: clauses and deal; the text prints no card values."""

from scoring.rulebook import Clause, Deal, Rulebook, Scoring
from scoring.rulebooks.swedish_pursuit import VALUES
from scoring.rulebooks.switch_options import OPTIONS, SILENCES

TEXT = ("switch.txt",)

CLAUSES = (
    Clause("SW-1", "The game is for two players or more.", TEXT),
    Clause("SW-2", "Up to five players use one pack; from six players on two packs are mixed.", TEXT),
    Clause("SW-3", "Each player tries to be the first without cards.", TEXT),
    Clause("SW-4", "Each player is dealt seven cards.", TEXT),
    Clause("SW-5", "The uppermost card of the pile is turned up beside it.", TEXT),
    Clause(
        "SW-6", "A Power Card turned up at the start goes back; the pile is shuffled again once another is up.", TEXT
    ),
    Clause(
        "SW-7", "The dealer's left-hand neighbour begins; a card must have the rank or suit of the one shown.", TEXT
    ),
    Clause("SW-8", "Turns pass clockwise until a Power Card says otherwise.", TEXT),
    Clause("SW-9", "A player with nothing to lay takes one card from the pile, and their turn is over.", TEXT),
    Clause("SW-10", "After a 2 the next player takes two cards unless they lay a 2; answered 2s add up.", TEXT),
    Clause("SW-11", "A 4 works as a 2 does, for four cards each time.", TEXT),
    Clause("SW-12", "Together with a 7 its player may lay more cards of that suit.", TEXT),
    Clause("SW-13", "After an 8 the player next in turn is passed over.", TEXT),
    Clause("SW-14", "A Jack turns the direction of play round.", TEXT),
    Clause("SW-15", "An Ace may be laid on any card but a 2 or a 4.", TEXT),
    Clause("SW-16", "Whoever lays an Ace names the suit the next player has to follow.", TEXT),
    Clause("SW-17", "A player down to a single card says so: last card.", TEXT),
    Clause("SW-18", "A player caught without having said it takes one card at once.", TEXT),
    Clause("SW-19", "When the pile is used up, all discards but the top one are shuffled into a new pile.", TEXT),
    Clause("SW-20", "The first player without cards wins.", TEXT),
    Clause("SW-21", "An Ace may not be the last card laid.", TEXT),
    Clause(
        "SW-22", "A player whose only card is an Ace takes another card and lays neither before their next turn.", TEXT
    ),
    Clause("SW-23", "Optional: the others play on until all but the last have gone out.", TEXT),
    Clause("SW-24", "Alternative 1: in one turn several cards, all of one suit or all of one rank, not both.", TEXT),
    Clause("SW-25", "Alternative 2: in one turn a run of one suit, upwards or downwards.", TEXT),
    Clause("SW-26", "Both alternatives may be agreed for the same game.", TEXT),
)

SWITCH = Rulebook(
    name="switch",
    title="Switch",
    clauses=CLAUSES,
    options=OPTIONS,
    silences=SILENCES,
    deal=Deal(seats_min=2, seats_max=10, dealt_steps=((10, 7),), packs_steps=((5, 1), (10, 2))),
    scoring=Scoring("places", "lowest"),
    chapters=(
        ("Before play", "SW-1"),
        ("Play", "SW-7"),
        ("Power Cards", "SW-10"),
        ("Last card", "SW-17"),
        ("The pile runs out", "SW-19"),
        ("Winning", "SW-20"),
        ("Alternatives", "SW-23"),
    ),
    # The text has no card values: an event that wants points borrows those of Swedish Pursuit, clauses and all.
    variants=(("scoring", "hand_points", Scoring("losers", "lowest", VALUES)),),
)
