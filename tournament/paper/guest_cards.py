"""Place cards and badges as paper values, from the seats as they are now. What a guest eats is a
mark of one or two letters, never in words at the table.
"""

from collections import defaultdict
from collections.abc import Mapping
from datetime import datetime

from scoring.names import listed_name
from tournament.counting.plan import own_label
from tournament.guests.namesakes import public_names
from tournament.models import Event, Guest, Round, Seat, in_list_order
from tournament.models.guest import AWAY
from tournament.paper.cards import Badge, Badges, LabelSheet, PlaceCard, PlaceCards
from tournament.paper.cards import Round as Sits
from tournament.paper.kitchen import marks_of
from tournament.paper.seating import edition
from tournament.paper.values import Named, Place

USUAL = LabelSheet("90 × 55 mm, ten a sheet", 90, 55, 2, 5, 15, 11, 90, 55)
SHEETS = {
    "badges": USUAL,
    "badges-80x50": LabelSheet("80 × 50 mm, ten a sheet", 80, 50, 2, 5, 17.5, 13.5, 95, 55),
}
BLANKS = 10
UNSAID = frozenset({"the", "rev", "revd", "reverend", "rt", "right", "hon", "honourable"})
GREETED_WHOLE = frozenset({"sir", "dame", "lady", "lord"})
"""Titles that go with the given name: Dame Beatrix, where a Doctor is called by the surname."""


def place_cards(event: Event, now: datetime) -> PlaceCards:
    """A card for everybody who has a seat, in table order of the first round they sit in."""
    cards, names = [], public_names(event)
    for guest, rounds in _seated(event):
        nominals = guest.post_nominals if guest.post_nominals not in guest.name else ""
        marks = tuple(mark.letters for mark in marks_of(guest.dietary))
        cards.append(
            PlaceCard(_name_on_card(guest, names), nominals, greeting(guest), rounds, marks)
        )
    return PlaceCards(edition(event, now), tuple(cards))


def badges(event: Event, now: datetime, kind: str) -> Badges:
    """A badge for everybody who is to come, by surname, and a sheet of blank ones for walk-ins."""
    seats = dict(_seated(event))
    guests = event.guests.select_related("livery").exclude(status__in=AWAY)
    none = tuple(Sits(number, None) for number in _numbers(event))
    names = public_names(event)
    count = [
        Badge(_name_on_card(guest, names), seats.get(guest, none), guest.host_connected)
        for guest in in_list_order(guests)
    ]
    sheet = SHEETS[kind]
    spare = _blanks(len(count), sheet)
    return Badges(edition(event, now), (*count, *[Badge(Named(""), none)] * spare), sheet)


def _blanks(count: int, sheet: LabelSheet) -> int:
    return -count % sheet.count or BLANKS


def badge_sheets(event: Event) -> int:
    """How many sheets the usual badges take, blank ones included: counted without drawing them."""
    count = event.guests.exclude(status__in=AWAY).count()
    return (count + _blanks(count, USUAL)) // USUAL.count


def greeting(guest: Guest) -> str:
    """How one greets somebody: by the given name, a knight or dame with the title, others who have
    one by title and surname.
    """
    if guest.placeholder or guest.unnamed:
        return "Good evening"
    listed = listed_name(guest.name, guest.sort_name, guest.last_name)
    words = guest.name.split()
    forenames = listed.sort_name.partition(", ")[2].split()
    first = forenames[0] if forenames else ""
    index = words.index(first) if first in words else 0
    titles = [word for word in words[:index] if word.casefold().strip(".") not in UNSAID]
    if not first or (titles and titles[-1].casefold() not in GREETED_WHOLE):
        return f"Good evening, {' '.join([*titles, listed.surname])}"
    return f"Good evening, {' '.join([*titles[-1:], first])}"


def _numbers(event: Event) -> list[int]:
    rounds = Round.objects.filter(event=event, number__lte=event.qualifying_rounds)
    return list(rounds.order_by("number").values_list("number", flat=True))


def _seated(event: Event) -> list[tuple[Guest, tuple[Sits, ...]]]:
    """Everybody with a seat in a qualifying round, with all of them, in table order."""
    numbers = _numbers(event)
    by_guest: defaultdict[Guest, dict[int, Place]] = defaultdict(dict)
    seats = Seat.objects.filter(event=event, round__number__in=numbers, left_after_game=None)
    order = ("round__number", "table__number", "letter")
    for seat in seats.select_related("round", "table", "guest__livery").order_by(*order):
        label = own_label(event, seat.table.number)
        by_guest[seat.guest][seat.round.number] = Place(seat.table.number, seat.letter, label)
    return [
        (guest, tuple(Sits(number, places.get(number)) for number in numbers))
        for guest, places in by_guest.items()
    ]


def _name_on_card(guest: Guest, names: Mapping[str, str]) -> Named:
    """As everybody in the hall may read it, told apart from others of the name."""
    return Named(names.get(guest.ref, guest.name), guest.livery_name, guest.badge, guest.office)
