"""Seating a hall: the table plan, the draw with its movement, the certificate, swaps and who checks whom."""

from scoring.seating.certifying import certificate
from scoring.seating.changes import fill, swap, vacate
from scoring.seating.checkers import checkers, left_neighbour
from scoring.seating.closing import Closing, Move, close_door, fewest_moves
from scoring.seating.drawing import draw
from scoring.seating.findings import Certificate, Count, Exposure, Harm, Kind
from scoring.seating.movement import movement_sentence
from scoring.seating.next_round import next_round
from scoring.seating.partners import Alternative, alternatives
from scoring.seating.rooms import at_home
from scoring.seating.table_plan import TablePlan, table_plan
from scoring.seating.values import (
    Key,
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
    "Alternative",
    "Certificate",
    "Closing",
    "Count",
    "Exposure",
    "Harm",
    "Key",
    "Kind",
    "Move",
    "Place",
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
    "certificate",
    "checkers",
    "close_door",
    "draw",
    "fewest_moves",
    "fill",
    "left_neighbour",
    "movement_sentence",
    "next_round",
    "seat_letter",
    "swap",
    "table_plan",
    "vacate",
]
