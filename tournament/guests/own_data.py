"""Everything that is kept of one guest of an evening, as a file for that guest."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any

from django.db.models import Q
from django.utils import timezone

from scoring.words import capital
from tournament.models import (
    Adjustment,
    Answer,
    AskedBye,
    CardTotal,
    Code,
    CutOfCards,
    Doubt,
    Guest,
    Invited,
    KeepApart,
    LateEntry,
    LedgerEntry,
    PairBond,
    Pairing,
    PersonLink,
    Press,
    Reply,
    RoundTotal,
    Ruling,
    Seat,
    SentMail,
    SignIn,
    Tally,
    Ticket,
    ToldApart,
    TypedHand,
)
from tournament.site.spreadsheet import Cell, Page

OURS = frozenset(
    {
        *("id", "event", "ref", "extra", "entry", "ruling", "seal", "before", "after", "clauses"),
        *("claim", "answer", "refers_to", "precedent", "taken_back_by", "game", "person"),
    }
)
"""Columns that say nothing of a person, or that lead to what the record lists."""
BESIDE = (
    *(SignIn, Invited, Ticket, SentMail, Doubt, Code, PersonLink, Reply, CutOfCards, AskedBye),
    *(LateEntry, TypedHand, CardTotal, RoundTotal, Answer, Ruling, Adjustment),
)
"""Kinds of rows that are about one guest; what opens a page of theirs is kept as a digest alone."""
ON_PAGES = (Seat, Tally, Pairing)
"""Kinds of rows that have a page of the file."""
OF_TWO = (KeepApart, PairBond, ToldApart)
"""Kinds of rows that are as much about another guest, whose file they would tell of: the organiser
answers for these by word of mouth.
"""
SECRET = frozenset({"digest", "short", "address"})
WIDTHS = (("What", 30), ("Kept", 60))


def pages(guest: Guest) -> list[Page]:
    """The pages of the file: the guest, what else is kept, seats, games, and the record."""
    return [
        Page("You", WIDTHS, _of_row(guest)),
        Page("Also kept", (("Kind", 20), *WIDTHS), _beside(guest)),
        Page("Seats", (("Round", 12), ("Table", 10), ("Seat", 10)), _seats(guest)),
        Page(
            "Games",
            (("Round", 12), ("Table", 10), ("Game", 10), ("Hand", 40), ("Points", 10)),
            _games(guest),
        ),
        Page("Record", (("Number", 10), ("When", 20), ("Kind", 24), ("By", 30)), _record(guest)),
    ]


def _of_row(row: Any) -> Iterator[tuple[str, str]]:
    """The filled columns of a row, in words."""
    for field in row._meta.concrete_fields:
        value = getattr(row, field.name, None)
        if field.name in OURS | SECRET or value in (None, "", {}, [], False):
            continue
        if field.name != "guest":
            yield capital(str(field.verbose_name)), _words(value)


def _words(value: object) -> str:
    if value is True:
        return "yes"
    if isinstance(value, datetime):
        return f"{timezone.localtime(value):%d %B %Y, %H:%M}"
    return str(value)


def _beside(guest: Guest) -> Iterator[tuple[str, str, str]]:
    for kind in BESIDE:
        name = capital(str(kind._meta.verbose_name))
        for row in kind._default_manager.filter(guest=guest):
            yield from ((name, label, words) for label, words in _of_row(row))


def _seats(guest: Guest) -> Iterator[tuple[str, int, str]]:
    for seat in guest.seats.select_related("round", "table").order_by("round__number", "pk"):
        yield str(seat.round), seat.table.number, seat.letter


def _games(guest: Guest) -> Iterable[tuple[Cell, ...]]:
    """Every hand ever entered for them, those that were corrected since too."""
    tallies = Tally.objects.filter(guest=guest).select_related("sheet__game__table__round")
    for tally in tallies.order_by("sheet__pk"):
        game = tally.sheet.game
        table = game.table
        hand = tally.hand or tally.get_state_display()
        yield str(table.round), table.number, game.number, hand, tally.points
    matches = Pairing.objects.filter(Q(one=guest) | Q(other=guest)).select_related("round")
    for pairing in matches:
        outcome = pairing.result or ("to be played" if pairing.other_id else "bye")
        yield str(pairing.round), pairing.table, "match", outcome, ""


def _names(value: object, ref: str) -> bool:
    """Whether a key of a guest stands in an entry, whole and by itself."""
    if isinstance(value, Mapping):
        return ref in value or any(_names(item, ref) for item in value.values())
    if isinstance(value, list):
        return any(_names(item, ref) for item in value)
    return value == ref


def _record(guest: Guest) -> Iterator[tuple[int, str, str, str]]:
    """The entries of the record that name them by their key, and what they did themselves."""
    for entry in LedgerEntry.objects.filter(event=guest.event).order_by("number"):
        if _names(entry.body, guest.ref):
            yield entry.number, _words(entry.at), entry.kind.replace("_", " "), entry.actor
    for press in Press.objects.filter(changes__kind="guest", changes__key=guest.pk).distinct():
        yield press.pk, _words(press.at), f"press: {press.route}", press.actor
