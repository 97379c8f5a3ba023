"""Pursuit, the chase of two players round the ranks, with its racing variation: clauses, pack,
deal.
"""

from scoring.cards import FULL_PACK, JOKERS, TEN, Card
from scoring.games.pursuit.options import OPTIONS, SILENCES
from scoring.law.effects import Effect
from scoring.law.rulebook import Clause, Deal, Rulebook, Scoring, Weight

TEXT = ("pursuit.txt",)

CLAUSES = (
    Clause("PU-1", "The game is for two players.", TEXT),
    Clause("PU-2", "The pack has the Ace to the ten of each suit and two Jokers, 42 cards.", TEXT),
    Clause("PU-3", "Each player tries to catch the other up.", TEXT),
    Clause(
        "PU-4",
        "A ten lies before one player and a five before the other: the cards they start up to.",
        TEXT,
    ),
    Clause("PU-5", "Each player is dealt seven cards, in packets of two, three and two.", TEXT),
    Clause(
        "PU-6", "The uppermost card of the stock is turned up and opens the discard pile.", TEXT
    ),
    Clause(
        "PU-7",
        "A turn begins with a secret look at the stock; take that card or the top discard.",
        TEXT,
    ),
    Clause("PU-8", "Next the player puts down cards, if they can.", TEXT),
    Clause("PU-9", "Then one card from the hand goes on the discard pile.", TEXT),
    Clause(
        "PU-10", "A player who has put cards down fills the hand up to seven from the stock.", TEXT
    ),
    Clause(
        "PU-11",
        "When the stock is used up, all discards but the top one are shuffled into a new stock.",
        TEXT,
    ),
    Clause(
        "PU-12",
        "Only sequences that carry on from the card a player is up to may be put down.",
        TEXT,
    ),
    Clause("PU-13", "A sequence is one card or more, all of one suit, rank following rank.", TEXT),
    Clause(
        "PU-14", "A sequence carries on from a card when its first card has the same rank.", TEXT
    ),
    Clause("PU-15", "The ranks form a ring: the Ace stands between the ten and the 2.", TEXT),
    Clause(
        "PU-16",
        "A Joker stands for whatever card is wanted, even one that is put down as well.",
        TEXT,
    ),
    Clause("PU-17", "The last card put down stays before the player, who is now up to it.", TEXT),
    Clause(
        "PU-18",
        "The card before it and the other cards put down go on the pile, the discard above them.",
        TEXT,
    ),
    Clause(
        "PU-19",
        "With all eight cards put down nothing is discarded; the former top discard is on top"
        " again.",
        TEXT,
    ),
    Clause(
        "PU-20",
        "A Joker put down last is the next card of its suit; the card before it stays beside it.",
        TEXT,
    ),
    Clause("PU-21", "To put down the card the opponent is up to wins the game.", TEXT),
    Clause("PU-22", "Optional: nobody catches an opponent who has not put down yet.", TEXT),
    Clause(
        "PU-23",
        "Optional: after the deal both players pass equally many cards useful to the other.",
        TEXT,
    ),
    Clause("PU-24", "Optional: no Joker as the very last card put down.", TEXT),
    Clause(
        "PU-25",
        "Racing: the first to pass their own starting card five times wins; catching up counts for"
        " nothing.",
        TEXT,
    ),
    Clause("PU-26", "Racing, optional: one of the players runs downwards through the ranks.", TEXT),
)

PACK: tuple[Card, ...] = (*(card for card in FULL_PACK if card % 13 <= TEN), *JOKERS)
"""Ace to ten of each suit and two Jokers: 42 cards."""

PURSUIT = Rulebook(
    name="pursuit",
    title="Pursuit",
    clauses=CLAUSES,
    options=OPTIONS,
    silences=SILENCES,
    deal=Deal(seats_min=2, seats_max=2, dealt_steps=((2, 7),), pack=PACK),
    scoring=Scoring("places", "lowest"),
    chapters=(
        ("Before play", "PU-1"),
        ("The turn", "PU-7"),
        ("Putting down", "PU-12"),
        ("Winning", "PU-21"),
        ("Optional rules", "PU-22"),
        ("Racing", "PU-25"),
    ),
    # More than eight at two packs would leave too few cards to draw from.
    variants=(("racing", "yes", Deal(2, 10, ((10, 7),), ((2, 1), (10, 2)), PACK)),),
    effects=(Effect("Joker", "PU-16"),),
    weights=(
        Weight("PU-A5", 2868, 0),
        Weight("PU-A2", 1612, 0),
        Weight("PU-A13", 195, 0),
        Weight("PU-A3", 10, 0),
        Weight("PU-A4", 5, 0),
        Weight("PU-A11", 5, 0),
        Weight("PU-A18", 0, 2),
    ),
    often=("PU-A1", "PU-A2", "PU-A10", "PU-A3", "PU-A4", "PU-A5", "PU-A8", "PU-A13"),
    aspects={
        "fits": ("PU-12", "PU-14"),
        "wild": ("PU-16",),
        "unable": ("PU-7", "PU-9"),
        "several": ("PU-13",),
        "not_last": ("PU-24",),
        "stock": ("PU-11",),
        "wins": ("PU-21",),
    },
)
