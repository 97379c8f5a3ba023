"""The rows of an evening. Every row of an event carries it; no foreign key crosses events."""

from tournament.models.cut import CutOfCards, Seal
from tournament.models.event import Event, Official, Role
from tournament.models.guest import Guest, KeepApart, Livery
from tournament.models.ledger import LedgerEntry
from tournament.models.seating import Round, Seat, Stage, Table
from tournament.models.sheet import Conflict, Flag, Game, Sheet, Tally, TallyState

__all__ = [
    "Conflict",
    "CutOfCards",
    "Event",
    "Flag",
    "Game",
    "Guest",
    "KeepApart",
    "LedgerEntry",
    "Livery",
    "Official",
    "Role",
    "Round",
    "Seal",
    "Seat",
    "Sheet",
    "Stage",
    "Table",
    "Tally",
    "TallyState",
]
