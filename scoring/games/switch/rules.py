"""Switch, the family relative of Crazy Eights: clauses and deal; the text prints no card values."""

from scoring.games.card_values import VALUES
from scoring.games.switch.options import OPTIONS, SILENCES
from scoring.law.effects import Effect
from scoring.law.rulebook import Clause, Deal, Rulebook, Scoring, Weight

TEXT = ("switch.txt",)

EFFECTS = (
    Effect("2", "SW-10", draws=2),
    Effect("4", "SW-11", draws=4),
    Effect("7", "SW-12", several=True),
    Effect("8", "SW-13", skips=1),
    Effect("J", "SW-14", turns=True),
    Effect("A", "SW-16", wild=True),
)
"""What the Power Cards do."""

CLAUSES = (
    Clause("SW-1", "The game is for two players or more.", TEXT),
    Clause(
        "SW-2", "Up to five players use one pack; from six players on two packs are mixed.", TEXT
    ),
    Clause("SW-3", "Each player tries to be the first without cards.", TEXT),
    Clause("SW-4", "Each player is dealt seven cards.", TEXT),
    Clause("SW-5", "The uppermost card of the pile is turned up beside it.", TEXT),
    Clause(
        "SW-6",
        "A Power Card turned up at the start goes back; the pile is shuffled again once another"
        " is up.",
        TEXT,
    ),
    Clause(
        "SW-7",
        "The dealer's left-hand neighbour begins; a card must have the rank or suit of the one"
        " shown.",
        TEXT,
    ),
    Clause("SW-8", "Turns pass clockwise until a Power Card says otherwise.", TEXT),
    Clause(
        "SW-9", "If you have nothing to lay, take one card from the pile; your turn is over.", TEXT
    ),
    Clause(
        "SW-10",
        "2: the next player picks up two cards unless they lay a 2; answered 2s add up.",
        TEXT,
    ),
    Clause("SW-11", "4: works as a 2 does, for four cards each time.", TEXT),
    Clause("SW-12", "7: you may lay more cards of its suit together with it.", TEXT),
    Clause("SW-13", "8: the next player misses a turn.", TEXT),
    Clause("SW-14", "Jack: play changes direction.", TEXT),
    Clause("SW-15", "Ace: lay it on any card but a 2 or a 4.", TEXT),
    Clause("SW-16", "When you lay an Ace, name the suit the next player has to follow.", TEXT),
    Clause("SW-17", "A player down to a single card says so: last card.", TEXT),
    Clause("SW-18", "A player caught without having said it takes one card at once.", TEXT),
    Clause(
        "SW-19",
        "When the pile is used up, all discards but the top one are shuffled into a new pile.",
        TEXT,
    ),
    Clause("SW-20", "The first player without cards wins.", TEXT),
    Clause("SW-21", "An Ace may not be the last card laid.", TEXT),
    Clause(
        "SW-22",
        "A player whose only card is an Ace takes another card and lays neither before their next"
        " turn.",
        TEXT,
    ),
    Clause("SW-23", "Optional: the others play on until all but the last have gone out.", TEXT),
    Clause(
        "SW-24",
        "Alternative 1: in one turn several cards, all of one suit or all of one rank, not both.",
        TEXT,
    ),
    Clause("SW-25", "Alternative 2: in one turn a run of one suit, upwards or downwards.", TEXT),
    Clause("SW-26", "Both alternatives may be agreed for the same game.", TEXT),
)

SWITCH = Rulebook(
    name="switch",
    title="Switch",
    clauses=CLAUSES,
    options=OPTIONS,
    silences=SILENCES,
    deal=Deal(seats_min=2, seats_max=14, dealt_steps=((14, 7),), packs_steps=((5, 1), (14, 2))),
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
    # The text has no card values: an event that wants points borrows those of Swedish Pursuit,
    # clauses and all.
    variants=(("scoring", "hand_points", Scoring("losers", "lowest", VALUES)),),
    effects=EFFECTS,
    weights=(
        Weight("SW-A1", 3098, 0),
        Weight("SW-A13", 2367, 0),
        Weight("SW-A14", 775, 0),
        Weight("SW-A15", 447, 0),
        Weight("SW-A2", 173, 0),
        Weight("SW-A10", 122, 0),
        Weight("SW-A3", 118, 0),
        Weight("SW-A7", 53, 0),
        Weight("SW-A4", 0, 62),
        Weight("SW-A9", 0, 25),
    ),
    often=(
        "SW-A1",
        "SW-A2",
        "SW-A3",
        "SW-A8",
        "SW-A4",
        "SW-A5",
        "SW-A7",
        "SW-A9",
        "SW-A10",
        "SW-A13",
    ),
    aspects={
        "fits": ("SW-7",),
        "wild": ("SW-15", "SW-16"),
        "reverses": ("SW-14",),
        "skips": ("SW-13",),
        "penalty": ("SW-10", "SW-11"),
        "unable": ("SW-9",),
        "several": ("SW-12",),
        "last_card": ("SW-17", "SW-18"),
        "caught": ("SW-18",),
        "not_last": ("SW-21", "SW-22"),
        "stock": ("SW-19",),
        "wins": ("SW-20",),
    },
)
