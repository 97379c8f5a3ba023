"""The newest acts of an evening from its ledger, each with where it is taken back and what that
would do.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.urls import reverse

from tournament.counting.scores import seal_in_force
from tournament.entry.saves import press_of
from tournament.home.history import told
from tournament.matches.words import MATCH_WORDS
from tournament.models import Event, LedgerEntry
from tournament.models.seating import RoundState
from tournament.seating.words import MOVED
from tournament.site.access import Actor

SHOWN = 20


@dataclass(frozen=True, slots=True)
class Way:
    """The page on which an act is taken back, and what that would do."""

    url: str
    says: str


@dataclass(frozen=True, slots=True)
class LastAct:
    """One act: its sentence, who and when, why; `way` is None where nothing takes it back, and
    `undo` where one press does: the own last save.
    """

    number: int
    words: str
    actor: str
    at: datetime
    reason: str
    way: Way | None
    undo: bool = False


Body = Mapping[str, Any]
Leads = Callable[[str, Body], str]


def last_acts(event: Event, by: Actor) -> tuple[LastAct, ...]:
    """The newest first."""
    names = dict(event.guests.values_list("ref", "name"))
    rows = LedgerEntry.objects.filter(event=event).order_by("-number")[:SHOWN]
    own = {entry.pk for entry in _to_undo(event, by)}
    return tuple(_act(event, row, names, undo=row.pk in own) for row in rows)


def _act(event: Event, row: LedgerEntry, names: Mapping[str, str], *, undo: bool) -> LastAct:
    said = told(row, names, event)
    way = WAYS.get(row.kind)
    found = Way(way[0](event.slug, row.body), way[1]) if way else None
    return LastAct(row.number, said.words, row.actor, row.at, row.reason, found, undo)


def _to_undo(event: Event, by: Actor) -> Iterator[LedgerEntry]:
    """The entries of the own last press that one press takes back: they still count, their round
    is open and the cut is not sealed.
    """
    entries = press_of(event, by)
    if not entries or seal_in_force(event):
        return
    open_rounds = event.rounds.filter(state=RoundState.PUBLISHED).values_list("number", flat=True)
    if entries[0].body["round"] in open_rounds and all(one.sheet.accepted for one in entries):
        yield from entries


def _page(route: str) -> Leads:
    return lambda slug, _body: reverse(route, args=[slug])


def _game(route: str) -> Leads:
    return lambda slug, body: reverse(
        route, args=[slug, body["round"], body["table"], body["game"]]
    )


def _of_round(route: str) -> Leads:
    return lambda slug, body: reverse(route, args=[slug, body["round"]])


def _moved(slug: str, body: Body) -> str:
    return _game("history")(slug, body["to"])


def _adjusted(slug: str, body: Body) -> str:
    ruling = body.get("ruling")
    return reverse("ruling", args=[slug, ruling]) if ruling else reverse("rulings", args=[slug])


CORRECTED = "Correct the sheet there; the ledger keeps both."
SEATS = "The seats are as before."
ON_THE_CARD = "Take it back on the guest’s card."
PAIRS = "What was done to the pairings is taken back there."
WAYS: Mapping[str, tuple[Leads, str]] = {
    **dict.fromkeys(("sheet", "correct", "resolve", "conflict"), (_game("sheet"), CORRECTED)),
    **dict.fromkeys(("second_key", "swap_hands"), (_game("sheet"), CORRECTED)),
    "check": (_game("sheet"), "The sheet is to be checked again."),
    "dismiss": (_game("sheet"), "The flag is raised again."),
    "not_played": (_game("sheet"), "The game takes a sheet again."),
    "move": (_moved, "The sheet goes back to where it was."),
    "close": (_of_round("reopen"), "The round takes sheets again, with a reason."),
    "time_out": (_of_round("time_out"), "The round is open again; its missing games are to come."),
    "seal": (_page("cut"), "The seal is broken; the next one is a new edition."),
    "reveal": (_page("cut"), "The public sees the board that was released before."),
    "print_cut": (_page("cut"), "The list counts as not printed."),
    **dict.fromkeys(("hold", "release"), (_page("cut"), "The board is frozen or follows again.")),
    "cut_of_cards": (_page("cut"), "Those who are level cut cards again."),
    "reply": (_page("playoff"), "They are asked again."),
    "reveal_podium": (_page("playoff"), "The final standing leaves the public pages."),
    "playoff_live": (_page("playoff"), "The board follows the play-off, or no longer."),
    "close_evening": (_page("evening"), "The evening is open again, with a reason."),
    "settings": (_page("event_settings"), "The settings are as you choose them there."),
    "publish": (_page("seating"), "The seating is a draft again."),
    "draw": (_page("seating"), "Draw again; the draft before is in the ledger."),
    **dict.fromkeys(
        ("swap", "seat", "reseat", "attendance", "substitute"), (_page("seating"), SEATS)
    ),
    **dict.fromkeys(MOVED, (_page("seating"), SEATS)),
    "door": (_page("door"), "Everybody is expected again and sits where they sat before."),
    "arrival": (_page("door"), "The guest is expected again."),
    "open_table": (_page("walk_in"), "Those at the table wait again."),
    "walk_in": (_page("guests"), "The guest is taken off the list."),
    "guest": (_page("guests"), "The list is as before."),
    "hall": (_page("hall_plan"), "The tables are called and placed as before."),
    "ruling": (_page("rulings"), "The ruling is overruled; both are kept."),
    "adjust": (_adjusted, "The scores are as if it had never been."),
    "ask": (_page("waiting"), "Nothing waits for a second official any more."),
    "show_chances": (_page("chances"), "Guests see their chances, or no longer."),
    "cards": (_page("desk"), "The total is typed anew."),
    **dict.fromkeys(
        ("round_total", "answer"), (_page("desk"), "Take it back on the guest’s card.")
    ),
    **dict.fromkeys(MATCH_WORDS, (_page("pairings"), PAIRS)),
}
"""By the kind of its entry: the page that takes an act back, and what that does."""
