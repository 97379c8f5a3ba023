"""Small evenings for the tests, built through the real acts."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, date, datetime
from functools import partial
from itertools import count
from typing import Any

from django.contrib.auth.models import User

from scoring.counting.hand import parse_hand
from scoring.counting.sheet import SeatEntry
from tournament.counting.consequences import Consequence, rehearse
from tournament.counting.submission import Place, Submission
from tournament.entry.acts import Outcome, correct_sheet, record_sheet
from tournament.event.acts import appoint, create_event
from tournament.ledger.chain import Signature
from tournament.ledger.pressing import pressing
from tournament.ledger.taking_back import take_back
from tournament.models import Event, Guest, Press, Role
from tournament.seating.acts import lay_round, publish_round
from tournament.site.access import Actor

NOW = datetime(2027, 2, 11, 20, 0, tzinfo=UTC)
UMPIRE = Actor("Ursula Umpire")
_keys = count(1)


def sign(key: str = "", *, at: datetime = NOW, actor: Actor = UMPIRE) -> Signature:
    """A signature with a key of its own unless one is given."""
    return Signature(actor, at, key or f"key-{next(_keys)}")


def new_event(**fields: Any) -> Event:
    """An event with everything at its default."""
    return create_event({"name": "Test Evening", "date": date(2027, 2, 11), **fields})


def add_guests(event: Event, number: int) -> list[Guest]:
    """So many guests, P001 onwards."""
    liveries = list(event.liveries.all())
    guests = [
        Guest(
            event=event,
            badge=badge,
            ref=f"P{badge:03}",
            name=f"Guest {badge}",
            sort_name=f"Guest {badge:03}",
            livery=liveries[badge % len(liveries)],
        )
        for badge in range(1, number + 1)
    ]
    Guest.objects.bulk_create(guests)
    return guests


def seated_event(
    guests: int = 5, *, tables: Sequence[Sequence[str | None]] | None = None, **fields: Any
) -> Event:
    """An event with its rounds published; one table after another unless the tables are given."""
    event = new_event(**fields)
    refs = [guest.ref for guest in add_guests(event, guests)]
    laid = tables or [refs[start : start + 5] for start in range(0, guests, 5)]
    for number in range(1, event.qualifying_rounds + 1):
        lay_round(event, number, laid)
        publish_round(event, number, sign())
    return event


def entry(seat: str, said: str) -> SeatEntry:
    """A seat's entry from what one types: `out`, `absent`, `=23` for bare points, else cards."""
    if said == "out":
        return SeatEntry(seat, went_out=True)
    if said == "absent":
        return SeatEntry(seat, absent=True)
    if said.startswith("="):
        return SeatEntry(seat, points=int(said[1:]))
    return SeatEntry(seat, hand=parse_hand(said))


def sheet(said: Sequence[str], place: tuple[int, int, int] = (1, 1, 1), **more: Any) -> Submission:
    """A sheet from what was typed for seats A, B, C…"""
    entries = tuple(entry(letter, words) for letter, words in zip("ABCDEFGHIJ", said, strict=False))
    return Submission(Place(*place), entries, **more)


def save(
    event: Event, said: Sequence[str], place: tuple[int, int, int] = (1, 1, 1), **more: Any
) -> Outcome:
    """Save a sheet under a key of its own."""
    act = correct_sheet if more.get("seen") else record_sheet
    return act(event, sheet(said, place, **more), sign())


def foreseen(event: Event, change: Submission) -> Consequence:
    """What the correction of a first sheet would do to the cut: done, and undone unseen."""
    act = partial(correct_sheet, event, replace(change, seen=1, reason="Misread", witness="Wat"))
    return rehearse(event, partial(act, at_desk=True), sign().at)


def saved_and_taken_back(
    event: Event, said: Sequence[str], place: tuple[int, int, int] = (1, 1, 1), **more: Any
) -> None:
    """Save a sheet by a press, and take that press back."""
    with pressing(Press(key=f"press {next(_keys)}", at=NOW)) as saving:
        save(event, said, place, **more)
    with pressing(Press(key=f"press {next(_keys)}", at=NOW)):
        take_back(event, saving.press, sign())


def official(event: Event, role: Role = Role.ORGANISER, name: str = "") -> User:
    """An account with a role at the event."""
    user = User.objects.create_user(name or f"{role}-{event.pk}", password="a long pass phrase 7")
    appoint(event, user, role)
    return user
