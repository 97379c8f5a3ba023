"""The hall of fame: who came first, second and third in each evening of a game that the same
organisers have had on this server, named as they wished.

An evening held elsewhere joins once the file of its closing pack is taken in.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from scoring.counting.standings import Standing
from scoring.pairing.values import PairingError
from scoring.words import listed
from tournament.counting.board import board
from tournament.counting.finals import CLOSED, REOPENED
from tournament.guests.names import named_publicly
from tournament.guests.namesakes import public_names
from tournament.matches.reading import names_of, places_shown, public_course, standing_shown
from tournament.models import Event, LedgerEntry, Role

PLACES = ("1", "2", "3")
MOST = 50
"""So many evenings are listed, the newest first."""
NOT_KEPT = "Name not kept"
Placed = tuple[str, str]
"""The number of a place, and the name of who has it."""


@dataclass(frozen=True, slots=True)
class Night:
    """An evening: what it was called, when, how many came, and who has each of the first places."""

    name: str
    date: date
    guests: int
    places: tuple[str, ...]
    winners: tuple[str, ...]


def hall_of_fame(event: Event) -> tuple[Night, ...]:
    """The evenings that are over of an event's game and organisers, the newest first."""
    return tuple(_night(evening) for evening in evenings(event))


def evenings(event: Event) -> list[Event]:
    """Those that are over, the newest first; of demonstrations only where this is one, and no
    rehearsal.
    """
    ours = event.officials.filter(role=Role.ORGANISER).values("user")
    alike = Event.objects.filter(
        game=event.game,
        is_demo=event.is_demo,
        is_rehearsal=False,
        officials__role=Role.ORGANISER,
        officials__user__in=ours,
    )
    by_pk = {event.pk: event for event in alike.order_by("-date", "-pk").distinct()}
    entries = LedgerEntry.standing.filter(event__in=list(by_pk), kind__in=(CLOSED, REOPENED))
    last = dict(entries.order_by("number").values_list("event", "kind"))
    return [event for pk, event in by_pk.items() if last.get(pk) == CLOSED][:MOST]


def _night(event: Event) -> Night:
    placed = list(_paired(event) if event.paired else _counted(event))
    if event.names_wiped_at:
        placed = [(place, NOT_KEPT) for place, _name in placed]
    by_place: defaultdict[str, list[str]] = defaultdict(list)
    for place, name in placed:
        by_place[place.removeprefix("=")].append(name)
    places = tuple(listed(by_place[place]) for place in PLACES)
    winners = () if event.names_wiped_at else tuple(by_place[PLACES[0]])
    return Night(event.name, event.date, event.guests.count(), places, winners)


def _counted(event: Event) -> Iterator[Placed]:
    now = named_publicly(board(event), public_names(event))
    rows: Iterable[Standing] = now.playoff or now.standings
    for row in rows:
        if row.ranked and str(row.shown_place) in PLACES:
            livery = now.players[row.player].livery
            yield str(row.shown_place), f"{row.name}, {livery}" if livery else row.name


def _paired(event: Event) -> Iterator[Placed]:
    try:
        course = public_course(event)
    except PairingError:
        return
    names, last = names_of(event, public=True), len(course.entrants) - 1
    if last >= 0 and course.plan[last].kind == "knock_out":
        yield from places_shown(course, last, names)
    elif last >= 0:
        for placed in standing_shown(event, course, last, names):
            yield placed.place, placed.name


def won_often(nights: Iterable[Night]) -> Iterator[tuple[str, str]]:
    """Those who won more than one of the evenings, as the lists write them, with the years."""
    years: defaultdict[str, list[int]] = defaultdict(list)
    called: dict[str, str] = {}
    for night in nights:
        for winner in night.winners:
            name = winner.partition(", ")[0]
            if not name.startswith("Badge "):
                called.setdefault(name.casefold(), name)
                years[name.casefold()].append(night.date.year)
    for key, won in years.items():
        if len(won) > 1:
            yield called[key], ", ".join(map(str, sorted(won)))
