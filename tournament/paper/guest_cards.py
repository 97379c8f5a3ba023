"""Place cards and badges as paper values, and the list for the kitchen: from the seats as they are
now. What a guest eats is a mark of one or two letters, never in words at the table.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import NamedTuple

from scoring.names import listed_name
from scoring.words import many, noun
from tournament.counting.plan import own_label, table_label
from tournament.guests.names import called
from tournament.guests.namesakes import public_names
from tournament.models import Event, Guest, Round, Seat, in_list_order
from tournament.models.guest import AWAY
from tournament.paper.seating import edition
from tournament.paper.values import (
    Badge,
    Badges,
    Diner,
    KitchenList,
    LabelSheet,
    Named,
    Place,
    PlaceCard,
    PlaceCards,
)
from tournament.paper.values import Round as Sits


class Mark(NamedTuple):
    """The letters on the card, and what they mean to the kitchen."""

    letters: str
    means: str


SPECIAL = Mark("S", "special: read the words")
_KNOWN = (
    (Mark("VG", "vegan"), r"\bvegan\w*|\bplant[ -]based\b"),
    (Mark("V", "vegetarian"), r"\bvegetarian\w*|\bveggie\b|\bno meat\b|^v$"),
    (Mark("P", "fish, no meat"), r"\bpesc[ae]tarian\w*"),
    (Mark("GF", "no gluten"), r"\bgluten\w*|\bcoeliac|\bceliac|\bgf\b|\bno wheat\b"),
    (Mark("DF", "no milk"), r"\bdairy\b|\blactose\b|\bno milk\b|\bdf\b"),
    (Mark("N", "no nuts"), r"\bnuts?\b|\bpeanuts?\b"),
    (Mark("F", "no fish or shellfish"), r"\bshell ?fish\b|\bseafood\b|\bcrustacean\w*|\bno fish\b"),
    (Mark("E", "no egg"), r"\beggs?\b"),
    (Mark("H", "halal"), r"\bhalal\b"),
    (Mark("K", "kosher"), r"\bkosher\b"),
    (Mark("NA", "no alcohol"), r"\bno alcohol\b|\balcohol[ -]free\b|\bnon[ -]alcoholic\b"),
)
KNOWN = tuple((mark, re.compile(pattern, re.IGNORECASE)) for mark, pattern in _KNOWN)
BESIDE = re.compile(
    r"\b(and|no|not|free|allerg\w*|intoleran\w*|to|diet|please|only|or|from|any|food|meal|products?"
    r"|strict(ly)?|i|am|is|a|the|of|but|eats?|disease|type)\b|[^\w]+",
    re.IGNORECASE,
)
MOST_MARKS = 2


def marks_of(wishes: str) -> tuple[Mark, ...]:
    """The marks of somebody’s wishes: at most two, and “special” where they do not say it all."""
    if not wishes.strip():
        return ()
    marks = [mark for mark, pattern in KNOWN if pattern.search(wishes)]
    rest = wishes
    for _mark, pattern in KNOWN:
        rest = pattern.sub(" ", rest)
    if not marks or len(marks) > MOST_MARKS or BESIDE.sub("", rest):
        return (*marks[: MOST_MARKS - 1], SPECIAL)
    return tuple(marks)


def key_of_marks(guests: Iterable[Guest]) -> tuple[Mark, ...]:
    """The marks that some guests have, in the order they are known."""
    used = {mark for guest in guests for mark in marks_of(guest.dietary)}
    return tuple(mark for mark, _pattern in KNOWN if mark in used) + (SPECIAL,) * (SPECIAL in used)


SHEETS = {
    "badges": LabelSheet("90 × 55 mm, ten a sheet", 90, 55, 2, 5, 15, 11, 90, 55),
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
    sheet, count = SHEETS["badges"], event.guests.exclude(status__in=AWAY).count()
    return (count + _blanks(count, sheet)) // sheet.count


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


def kitchen_list(event: Event, number: int, now: datetime) -> KitchenList:
    """Who eats otherwise at each table of a round, and what goes out with every course."""
    seats = Seat.objects.filter(event=event, round__number=number, left_after_game=None)
    tables: defaultdict[int, list[Seat]] = defaultdict(list)
    for seat in seats.select_related("table", "guest").order_by("table__number", "letter"):
        tables[seat.table.number].append(seat)
    diners = tuple(
        (table_label(event, table), len(sits), tuple(_diners(sits)))
        for table, sits in tables.items()
    )
    guests = [seat.guest for sits in tables.values() for seat in sits]
    plates = _plates(event, tables)
    otherwise = sum(bool(guest.dietary.strip()) for guest in guests)
    facts = (
        f"Seated as in round {number}",
        f"{many(len(guests), 'guest')}, {otherwise} with a dietary wish",
    )
    key = tuple((mark.letters, mark.means) for mark in key_of_marks(guests))
    return KitchenList(
        edition(event, now), facts, key, diners, tuple((course, plates) for course in event.courses)
    )


def _diners(seats: Iterable[Seat]) -> Iterable[Diner]:
    for seat in seats:
        wishes = seat.guest.dietary
        if wishes.strip():
            marks = tuple(mark.letters for mark in marks_of(wishes))
            yield Diner(seat.letter, called(seat.guest), marks, wishes)


def _plates(event: Event, tables: dict[int, list[Seat]]) -> tuple[tuple[str, int, str], ...]:
    """Of each kind of plate how many, and to which tables they go."""
    count: Counter[str] = Counter()
    tables_by_plate: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for table, seats in tables.items():
        for seat in seats:
            plate = " + ".join(mark.letters for mark in marks_of(seat.guest.dietary))
            count[plate] += 1
            tables_by_plate[plate][table_label(event, table)] += 1
    plates = []
    for plate in sorted(count, key=lambda plate: (plate != "", -count[plate], plate)):
        tables_text = ", ".join(
            f"{table}{f' ({n})' * (n > 1)}" for table, n in tables_by_plate[plate].items()
        )
        goes_to = (
            f"{noun(len(tables_by_plate[plate]), 'table')} {tables_text}" if plate else "all tables"
        )
        plates.append((plate or "as the menu", count[plate], goes_to))
    return tuple(plates)


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
