"""The evening as of a number of its ledger or a time, and who moved since another one, by which
entries.

The newest acts of an evening from its ledger, each with where it is taken back and what that would
do.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Max, Min
from django.urls import reverse

from scoring.counting.board import Board, Mover, movers
from tournament.counting.board import counted
from tournament.counting.history import Past
from tournament.counting.matches import step_entries
from tournament.counting.scores import seal_in_force
from tournament.entry.saves import press_of
from tournament.home.words import entry_words
from tournament.matches.reading import MATCH_WORDS
from tournament.models import Event, LedgerEntry
from tournament.models.seating import RoundState
from tournament.seating.words import MOVED
from tournament.site.access import Actor

SHEETS = ("sheet", "correct", "resolve")
HOLDS, FOLLOWS = ("hold", "seal", "withdraw_reveal"), ("release", "reveal")
"""Kinds of entry from which on the public board is held, or follows."""
NAMED = 6
"""So many entries are named for each who moved; the others are counted."""


@dataclass(frozen=True, slots=True)
class Span:
    """How far a ledger goes: its last number (0 where it is empty) and when it begins and ends."""

    last: int
    begins: datetime | None
    ends: datetime | None


@dataclass(frozen=True, slots=True)
class Told:
    """An entry in words."""

    number: int
    words: str
    actor: str = ""
    at: datetime | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AsOf:
    """The board at one number, what the entry of that number says (None before the first), what no
    entry tells.

    `held`: the public board did not follow then, and showed what it had shown when it was held.
    """

    number: int
    board: Board
    entry: Told | None
    silences: tuple[str, ...]
    held: bool


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody who moved, the numbers of the sheets that came in for them, and the other entries
    that concern them.
    """

    mover: Mover
    sheets: tuple[int, ...]
    entries: tuple[Told, ...]
    more: int


def span(event: Event) -> Span:
    """How far the ledger goes. One query."""
    bounds = LedgerEntry.objects.filter(event=event).aggregate(
        last=Max("number"), begins=Min("at"), ends=Max("at")
    )
    return Span(bounds["last"] or 0, bounds["begins"], bounds["ends"])


def as_of(past: Past, number: int, names: Mapping[str, str]) -> AsOf:
    """The evening after the entry of a number."""
    moment = past.at(number)
    row = LedgerEntry.objects.filter(event=past.event, number=number).first()
    entry = told(row, names, past.event) if row else None
    return AsOf(number, counted(moment), entry, moment.silences, _is_held(past.event, number))


def _is_held(event: Event, number: int) -> bool:
    """Whether the public board was held then. One query."""
    last = LedgerEntry.standing.filter(
        event=event, number__lte=number, kind__in=(*HOLDS, *FOLLOWS)
    ).order_by("-number")
    return last.values_list("kind", flat=True).first() in HOLDS


def told(row: LedgerEntry, names: Mapping[str, str], event: Event) -> Told:
    """An entry in words, with who signed it and why."""
    return Told(row.number, entry_words(row, names, event), row.actor, row.at, row.reason)


def half_time_number(event: Event) -> int:
    """The entry that closed the last round which another one follows: its board is the half-time
    list; 0 for none.
    """
    closed = LedgerEntry.standing.filter(event=event, kind__in=("close", "time_out"))
    before = closed.filter(body__round__lt=event.qualifying_rounds).order_by("-number")
    return before.values_list("number", flat=True).first() or 0


def moved_since(past: Past, since: AsOf, now: AsOf, names: Mapping[str, str]) -> list[Moved]:
    """Everybody who moved between two moments (the earlier one first), with the entries that did
    it. One query.
    """
    moves = movers(since.board, now.board)
    rows = LedgerEntry.objects.filter(
        event=past.event, number__gt=since.number, number__lte=now.number
    )
    by_guest: defaultdict[str, list[LedgerEntry]] = defaultdict(list)
    adjusted = {entry.body["number"]: entry.body for entry in past.told if entry.kind == "adjust"}
    for row in rows.order_by("number"):
        for ref in concerned(row, adjusted):
            by_guest[ref].append(row)
    return [_moved(move, by_guest[move.player], names, past.event) for move in moves]


def steps_between(event: Event, since: int, number: int, names: Mapping[str, str]) -> list[Told]:
    """What happened to the matches between two numbers of the ledger, in order. One query."""
    rows = step_entries(event).filter(number__gt=since, number__lte=number)
    return [told(row, names, event) for row in rows]


def concerned(row: LedgerEntry, adjusted: Mapping[int, Mapping[str, Any]]) -> set[str]:
    """The refs of those whose result an entry may change; `adjusted` are the bodies of the
    adjustments by number.
    """
    body = row.body
    if row.kind in SHEETS:
        return {tally["guest"] for tally in body["tallies"]}
    if row.kind == "cancel_adjustment":
        body = adjusted.get(body["adjustment"], {})
    if row.kind == "cut_of_cards":
        return set(body["cards"])
    if row.kind in ("door", "reopen_door", "next_round", "walk_in", "read", "unread"):
        return set()
    return {str(body[name]) for name in ("guest", "comes") if isinstance(body.get(name), str)}


def _moved(
    mover: Mover, rows: Iterable[LedgerEntry], names: Mapping[str, str], event: Event
) -> Moved:
    listed = list(rows)
    sheets = tuple(row.number for row in listed if row.kind == "sheet")
    ledger_entries = [row for row in listed if row.kind != "sheet"]
    return Moved(
        mover,
        sheets,
        tuple(told(row, names, event) for row in ledger_entries[:NAMED]),
        len(ledger_entries[NAMED:]),
    )


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


def last_acts(event: Event, actor: Actor) -> tuple[LastAct, ...]:
    """The newest first."""
    names = dict(event.guests.values_list("ref", "name"))
    rows = LedgerEntry.objects.filter(event=event).order_by("-number")[:SHOWN]
    own = {entry.pk for entry in _to_undo(event, actor)}
    return tuple(_act(event, row, names, undo=row.pk in own) for row in rows)


def _act(event: Event, row: LedgerEntry, names: Mapping[str, str], *, undo: bool) -> LastAct:
    entry = told(row, names, event)
    way = WAYS.get(row.kind)
    back = Way(way[0](event.slug, row.body), way[1]) if way else None
    return LastAct(row.number, entry.words, row.actor, row.at, row.reason, back, undo)


def _to_undo(event: Event, actor: Actor) -> Iterator[LedgerEntry]:
    """The entries of the own last press that one press takes back: they still count, their round
    is open and the cut is not sealed.
    """
    entries = press_of(event, actor)
    if not entries or seal_in_force(event):
        return
    open_rounds = event.rounds.filter(state=RoundState.PUBLISHED).values_list("number", flat=True)
    if entries[0].body["round"] in open_rounds and all(entry.sheet.accepted for entry in entries):
        yield from entries


def _page(route: str) -> Leads:
    return lambda slug, _body: reverse(route, args=[slug])


def _game(route: str) -> Leads:
    return lambda slug, body: reverse(
        route, args=[slug, body["round"], body["table"], body["game"]]
    )


def _of_round(route: str) -> Leads:
    return lambda slug, body: reverse(route, args=[slug, body["round"]])


def _sheet_moved(slug: str, body: Body) -> str:
    return _game("history")(slug, body["to"])


def _adjusted(slug: str, body: Body) -> str:
    ruling = body.get("ruling")
    return reverse("ruling", args=[slug, ruling]) if ruling else reverse("rulings", args=[slug])


CORRECTED = "Correct the sheet there; the record keeps both."
SEATS = "The seats are as before."
ON_THE_CARD = "Take it back on the guest’s card."
PAIRS = "What was done to the pairings is taken back there."
WAYS: Mapping[str, tuple[Leads, str]] = {
    **dict.fromkeys(("sheet", "correct", "resolve", "conflict"), (_game("sheet"), CORRECTED)),
    **dict.fromkeys(("second_key", "swap_hands"), (_game("sheet"), CORRECTED)),
    "check": (_game("sheet"), "The sheet waits for its check again."),
    "dismiss": (_game("sheet"), "The flag is raised again."),
    "not_played": (_game("sheet"), "The game takes a sheet again."),
    "move": (_sheet_moved, "The sheet goes back to where it was."),
    "close": (_of_round("reopen"), "The round takes sheets again, with a reason."),
    "time_out": (_of_round("time_out"), "The round is open again; its missing games are to come."),
    "seal": (_page("cut"), "The seal is broken; the next one is a new edition."),
    "reveal": (_page("cut"), "The public sees the board that was released before."),
    "print_cut": (_page("cut"), "The list counts as not printed."),
    **dict.fromkeys(
        ("hold", "release", "freeze_by_itself"),
        (_page("cut"), "The board is frozen or follows again."),
    ),
    "cut_of_cards": (_page("cut"), "Those who are level cut cards again."),
    "reply": (_page("playoff"), "They are asked again."),
    "reveal_podium": (_page("playoff"), "The final standing leaves the public pages."),
    "playoff_live": (_page("playoff"), "The board follows the play-off, or no longer."),
    "close_evening": (_page("evening"), "The evening is open again, with a reason."),
    "settings": (_page("event_settings"), "The settings are as you choose them there."),
    "publish": (_page("seating"), "The seating is a draft again."),
    "draw": (_page("seating"), "Draw again; the draft before it stays on record."),
    "digest_down": (_page("seating"), "Another digest is shown."),
    "digest": (_page("seating"), "The digest is withdrawn; that it was shown stays on record."),
    **dict.fromkeys(
        ("swap", "seat", "reseat", "attendance", "substitute"), (_page("seating"), SEATS)
    ),
    **dict.fromkeys(MOVED, (_page("seating"), SEATS)),
    "door": (_page("door"), "Everybody is expected again and sits where they sat before."),
    "arrival": (_page("door"), "The guest is expected again."),
    "open_table": (_page("door"), "Those at the table wait again."),
    "walk_in": (_page("guests"), "The guest is taken off the list."),
    "guest": (_page("guests"), "The list is as before."),
    "hall": (_page("hall_plan"), "The tables are called and placed as before."),
    "ruling": (_page("rulings"), "The ruling is overruled; both are kept."),
    "adjust": (_adjusted, "The scores are as if it had never been."),
    "ask": (_page("waiting"), "Nothing waits for a second official any more."),
    "mail_returned": (_page("paper"), "Beside the mail it is said that it arrived."),
    "show_chances": (_page("chances"), "Guests see their chances, or no longer."),
    "cards": (_page("desk"), "The total has to be typed again."),
    **dict.fromkeys(
        ("round_total", "answer"), (_page("desk"), "Take it back on the guest’s card.")
    ),
    **dict.fromkeys(MATCH_WORDS, (_page("pairings"), PAIRS)),
}
"""By the kind of its entry: the page that takes an act back, and what that does."""
