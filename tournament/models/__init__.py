"""The rows of an evening. Every row of an event carries it; no foreign key crosses events."""

from tournament.models.call import Call
from tournament.models.cut import CutOfCards, Seal
from tournament.models.desk import Answer, CardTotal, RoundTotal, SecondKeying, TypedHand
from tournament.models.event import Event, Official, Role
from tournament.models.finals import Printing, Reply
from tournament.models.guest import Guest, KeepApart, Livery
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
from tournament.models.ledger import LedgerEntry
from tournament.models.matches import AskedBye, LateEntry, MatchRound, MatchStage, PairBond, Pairing
from tournament.models.pending import Pending
from tournament.models.phone import Ask, Code, CodeKind, CountKind, DayCount, Doubt, Phone, PhoneState
from tournament.models.purse import Purse
from tournament.models.ruling import Adjustment, AdjustmentKind, Cancellation, Decision, DecisionKind, Ruling
from tournament.models.seating import Round, Seat, Stage, Table
from tournament.models.sheet import Conflict, Flag, Game, Sheet, Tally, TallyState
from tournament.models.sign_in import SignIn
from tournament.models.watch import SlowRequest

__all__ = [
    "Adjustment",
    "AdjustmentKind",
    "Answer",
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
]
