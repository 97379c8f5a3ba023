"""The rows of an evening. Every row of an event carries it; no foreign key crosses events."""

from tournament.models.account import AccountOrigin, Appointment, LogInEntry
from tournament.models.desk import Answer, CardTotal, RoundTotal, SecondKeying, TypedHand
from tournament.models.event import LARGEST, LARGEST_NUMBER, Event, Official, Role
from tournament.models.finals import CutOfCards, Printing, Reply, Seal
from tournament.models.guest import Guest, KeepApart, Livery, SignIn, in_list_order
from tournament.models.league import (
    CountBy,
    EventCopy,
    Invited,
    League,
    LeagueEntry,
    LeagueEvening,
    LeagueOrganiser,
    Missed,
    Person,
    PersonLink,
    ToldApart,
)
from tournament.models.ledger import LedgerEntry, Pending, Press
from tournament.models.matches import AskedBye, LateEntry, MatchRound, MatchStage, PairBond, Pairing
from tournament.models.phone import Ask, Code, CodeKind, CountKind, DayCount, Doubt, Phone, PhoneState
from tournament.models.ruling import Adjustment, AdjustmentKind, Call, Cancellation, Decision, DecisionKind, Ruling
from tournament.models.seating import Round, Seat, Stage, Table
from tournament.models.server import Purse, SlowRequest
from tournament.models.sheet import Conflict, Flag, Game, Sheet, Tally, TallyState

__all__ = [
    "LARGEST",
    "LARGEST_NUMBER",
    "AccountOrigin",
    "Adjustment",
    "AdjustmentKind",
    "Answer",
    "Appointment",
    "Ask",
    "AskedBye",
    "Call",
    "Cancellation",
    "CardTotal",
    "Code",
    "CodeKind",
    "Conflict",
    "CountBy",
    "CountKind",
    "CutOfCards",
    "DayCount",
    "Decision",
    "DecisionKind",
    "Doubt",
    "Event",
    "EventCopy",
    "Flag",
    "Game",
    "Guest",
    "Invited",
    "KeepApart",
    "LateEntry",
    "League",
    "LeagueEntry",
    "LeagueEvening",
    "LeagueOrganiser",
    "LedgerEntry",
    "Livery",
    "LogInEntry",
    "MatchRound",
    "MatchStage",
    "Missed",
    "Official",
    "PairBond",
    "Pairing",
    "Pending",
    "Person",
    "PersonLink",
    "Phone",
    "PhoneState",
    "Press",
    "Printing",
    "Purse",
    "Reply",
    "Role",
    "Round",
    "RoundTotal",
    "Ruling",
    "Seal",
    "Seat",
    "SecondKeying",
    "Sheet",
    "SignIn",
    "SlowRequest",
    "Stage",
    "Table",
    "Tally",
    "TallyState",
    "ToldApart",
    "TypedHand",
    "in_list_order",
]
