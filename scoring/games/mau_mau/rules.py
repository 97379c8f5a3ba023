"""Mau-Mau as it is commonly printed: the table of effects, clauses, card values, deal."""

from scoring.cards import FULL_PACK, rank_of
from scoring.games.mau_mau.options import OPTIONS, SILENCES
from scoring.law.effects import Effect
from scoring.law.rulebook import CardValue, Clause, Deal, Rulebook, Scoring, Weight

PRINTED = ("as commonly printed",)
LOW = (1, 2, 3, 4, 5)
"""The ranks 2 to 6, which the pack of 32 is without."""

EFFECTS = (
    Effect("7", "MM-7", draws=2),
    Effect("8", "MM-8", skips=1),
    Effect("J", "MM-9", wild=True),
)
"""Seven, eight and Jack."""

VALUES = (
    CardValue("A", 11, "MM-15"),
    CardValue("K", 4, "MM-16"),
    CardValue("Q", 3, "MM-16"),
    CardValue("J", 2, "MM-16"),
    CardValue("23456789T", None, "MM-17"),
)
"""The pack has no 2 to 6; a hand that names one is refused for that, not for want of a value."""
TWENTY = tuple(value._replace(points=20) if value.ranks == "J" else value for value in VALUES)
"""The same where a Jack counts 20."""

CLAUSES = (
    Clause("MM-1", "Two to five players use one pack of 32 cards, 7 to Ace.", PRINTED),
    Clause("MM-2", "Each player is dealt five cards.", PRINTED),
    Clause("MM-3", "The rest is the stock; its top card is turned up beside it.", PRINTED),
    Clause("MM-4", "The player on the dealer's left begins; turns pass clockwise.", PRINTED),
    Clause("MM-5", "Lay one card of the rank or the suit of the card showing.", PRINTED),
    Clause("MM-6", "If you lay nothing, draw one card; if it fits, you may lay it.", PRINTED),
    Clause("MM-7", "7: the next player draws two cards unless they lay a 7; they add up.", PRINTED),
    Clause("MM-8", "8: the next player misses a turn.", PRINTED),
    Clause("MM-9", "Jack: lay it on any card but a Jack and name the suit to follow.", PRINTED),
    Clause("MM-10", "Down to one card, say Mau.", PRINTED),
    Clause("MM-11", "A player caught without having said it draws a card.", PRINTED),
    Clause(
        "MM-12", "With no stock left, all discards but the top one are shuffled into one.", PRINTED
    ),
    Clause("MM-13", "The first player without cards wins the game.", PRINTED),
    Clause("MM-14", "All others count the cards they hold; the lowest total wins.", PRINTED),
    Clause("MM-15", "Ace: 11 points.", PRINTED),
    Clause("MM-16", "King: 4 points, Queen: 3, Jack: 2.", PRINTED),
    Clause("MM-17", "7 to 10: face value.", PRINTED),
)

MAU_MAU = Rulebook(
    name="mau_mau",
    title="Mau-Mau",
    clauses=CLAUSES,
    options=OPTIONS,
    silences=SILENCES,
    deal=Deal(
        seats_min=2,
        seats_max=5,
        dealt_steps=((5, 5),),
        pack=tuple(card for card in FULL_PACK if rank_of(card) not in LOW),
    ),
    scoring=Scoring("losers", "lowest", VALUES),
    chapters=(
        ("Before play", "MM-1"),
        ("Play", "MM-4"),
        ("Cards that do something", "MM-7"),
        ("The last card", "MM-10"),
        ("Winning and scoring", "MM-13"),
    ),
    variants=(
        ("dealt", "six", {"dealt_steps": ((10, 6),)}),
        ("packs", "two", {"seats_max": 10, "packs_steps": ((5, 1), (10, 2))}),
        ("jack_value", "twenty", Scoring("losers", "lowest", TWENTY)),
    ),
    effects=EFFECTS,
    weights=(
        Weight("MM-A1", 1990, 0),
        Weight("MM-A2", 182, 1938),
        Weight("MM-A3", 107, 0),
        Weight("MM-A4", 90, 0),
        Weight("MM-A5", 28, 0),
        Weight("MM-A12", 0, 783),
        Weight("MM-A6", 0, 23),
        Weight("MM-A11", 0, 8),
    ),
    often=(
        "MM-A1",
        "MM-A3",
        "MM-A2",
        "MM-A12",
        "MM-A6",
        "MM-A5",
        "MM-A4",
        "MM-A7",
        "MM-A13",
        "MM-A14",
        "MM-A15",
        "MM-A11",
    ),
    aspects={
        "players": ("MM-1",),
        "deal": ("MM-2",),
        "start": ("MM-3",),
        "back": ("MM-3",),
        "turns": ("MM-4",),
        "fits": ("MM-5",),
        "wild": ("MM-9",),
        "skips": ("MM-8",),
        "penalty": ("MM-7",),
        "unable": ("MM-6",),
        "drawn": ("MM-6",),
        "last_card": ("MM-10",),
        "caught": ("MM-11",),
        "stock": ("MM-12",),
        "wins": ("MM-13",),
        "count": ("MM-14",),
        "blocked": ("MM-12",),
    },
)
