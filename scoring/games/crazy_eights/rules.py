"""Crazy Eights as most commonly printed: the table of effects, clauses, card values, deal."""

from scoring.games.crazy_eights.options import OPTIONS, SILENCES
from scoring.law.effects import Effect
from scoring.law.rulebook import CardValue, Clause, Deal, Rulebook, Scoring, Weight

PRINTED = ("as commonly printed",)

EFFECTS = (Effect("8", "CE-7", wild=True),)
"""The 8 is all that does anything."""

VALUES = (
    CardValue("8", 50, "CE-12"),
    CardValue("TJQK", 10, "CE-13"),
    CardValue("A", 1, "CE-14"),
    CardValue("2345679", None, "CE-14"),
)

CLAUSES = (
    Clause("CE-1", "Up to five players use one pack; from six players on two are mixed.", PRINTED),
    Clause("CE-2", "Each player is dealt five cards, between two players seven.", PRINTED),
    Clause("CE-3", "The rest is the stock; its top card is turned up beside it.", PRINTED),
    Clause("CE-4", "An 8 turned up at the start goes under the stock; turn another.", PRINTED),
    Clause("CE-5", "The player on the dealer's left begins; turns pass clockwise.", PRINTED),
    Clause("CE-6", "Lay one card of the rank or the suit of the card showing.", PRINTED),
    Clause("CE-7", "8: lay it on any card and name the suit to follow.", PRINTED),
    Clause("CE-8", "If you have nothing to lay, draw until you have.", PRINTED),
    Clause("CE-9", "With no stock left, whoever cannot lay passes.", PRINTED),
    Clause("CE-10", "The first player without cards wins the game.", PRINTED),
    Clause("CE-11", "The winner scores the cards that all others hold.", PRINTED),
    Clause("CE-12", "8: 50 points.", PRINTED),
    Clause("CE-13", "10, Jack, Queen, King: 10 points.", PRINTED),
    Clause("CE-14", "Ace: 1 point; 2 to 7 and 9: face value.", PRINTED),
    Clause("CE-15", "When nobody can lay and the stock is used up, the game is over.", PRINTED),
)

CRAZY_EIGHTS = Rulebook(
    name="crazy_eights",
    title="Crazy Eights",
    clauses=CLAUSES,
    options=OPTIONS,
    silences=SILENCES,
    deal=Deal(
        seats_min=2,
        seats_max=10,
        dealt_steps=((2, 7), (10, 5)),
        packs_steps=((5, 1), (10, 2)),
    ),
    scoring=Scoring("winner", "highest", VALUES),
    chapters=(
        ("Before play", "CE-1"),
        ("Play", "CE-5"),
        ("Winning and scoring", "CE-10"),
    ),
    effects=EFFECTS,
    version=2,
    weights=(
        Weight("CE-A1", 2308, 0),
        Weight("CE-A2", 1770, 0),
        Weight("CE-A3", 440, 0),
        Weight("CE-A6", 7, 0),
        Weight("CE-A4", 0, 2),
    ),
    often=("CE-A1", "CE-A2", "CE-A3", "CE-A5", "CE-A4"),
    aspects={
        "players": ("CE-1",),
        "deal": ("CE-2",),
        "start": ("CE-3",),
        "back": ("CE-4",),
        "turns": ("CE-5",),
        "fits": ("CE-6",),
        "wild": ("CE-7",),
        "unable": ("CE-8",),
        "drawn": ("CE-8",),
        "stock": ("CE-9",),
        "wins": ("CE-10",),
        "count": ("CE-11",),
        "blocked": ("CE-15",),
    },
)
