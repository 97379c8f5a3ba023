"""Seating a hall: the table plan, the draw with its movement, the certificate, swaps and who checks
whom.
"""

from scoring.seating.breaking import Comer, Room, break_up, fill_up
from scoring.seating.certificate import certificate
from scoring.seating.changes import Alternative, alternatives
from scoring.seating.checkers import checkers, left_neighbour
from scoring.seating.closing import Closing, close_door
from scoring.seating.draw import best_draw, draw
from scoring.seating.movement import movement_sentence
from scoring.seating.newcomers import offers
from scoring.seating.next_round import next_round
from scoring.seating.plan import (
    PricedPlan,
    TablePlan,
    chosen_plan,
    priced_plans,
    table_plan,
    with_companies,
)
from scoring.seating.rooms import at_home
from scoring.seating.values import (
    FOUR_TO_SIX,
    Bounds,
    Certificate,
    Harm,
    Key,
    Kind,
    Place,
    Round,
    Seating,
    SeatingImpossibleError,
    Sitter,
    Table,
    Weights,
    Wishes,
    seat_letter,
)

__all__ = [
    "FOUR_TO_SIX",
    "Alternative",
    "Bounds",
    "Certificate",
    "Closing",
    "Comer",
    "Harm",
    "Key",
    "Kind",
    "Place",
    "PricedPlan",
    "Room",
    "Round",
    "Seating",
    "SeatingImpossibleError",
    "Sitter",
    "Table",
    "TablePlan",
    "Weights",
    "Wishes",
    "alternatives",
    "at_home",
    "best_draw",
    "break_up",
    "certificate",
    "checkers",
    "chosen_plan",
    "close_door",
    "draw",
    "fill_up",
    "left_neighbour",
    "movement_sentence",
    "next_round",
    "offers",
    "priced_plans",
    "seat_letter",
    "table_plan",
    "with_companies",
]
