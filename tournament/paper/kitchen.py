"""What somebody eats otherwise: as marks of one or two letters, and in words on the list for the
kitchen alone.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from datetime import datetime
from typing import NamedTuple

from django.utils.html import format_html, format_html_join

from scoring.words import many, noun
from tournament.counting.plan import table_label
from tournament.guests.names import called
from tournament.models import Event, Guest, Seat
from tournament.paper.printed import ListPaper, beneath, bold, filled, list_paper
from tournament.paper.seating import edition
from tournament.site.columns import Column


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


def kitchen_list(event: Event, number: int, now: datetime) -> ListPaper:
    """Who eats otherwise at each table of a round, and what goes out with every course. Tables
    where nobody does are named in a line of their own.
    """
    seats = Seat.objects.filter(event=event, round__number=number, left_after_game=None)
    tables: defaultdict[int, list[Seat]] = defaultdict(list)
    for seat in seats.select_related("table", "guest").order_by("table__number", "letter"):
        tables[seat.table.number].append(seat)
    wishes = {
        table: [seat for seat in sits if seat.guest.dietary.strip()]
        for table, sits in tables.items()
    }
    guests = [seat.guest for sits in tables.values() for seat in sits]
    otherwise = sum(map(len, wishes.values()))
    columns: list[Column[Seat]] = [
        Column("Seat", lambda seat: seat.letter, style="letter"),
        Column("Mark", lambda seat: _marks(marks_of(seat.guest.dietary)), style="marks"),
        Column("Name", lambda seat: bold(called(seat.guest)), style="who"),
        Column("In words", lambda seat: seat.guest.dietary),
    ]
    return list_paper(
        columns,
        [
            (_heading(event, table, len(tables[table])), sits)
            for table, sits in wishes.items()
            if sits
        ],
        lead=("Table", "table"),
        template="paper/print/kitchen_list.html",
        edition=edition(event, now),
        title="For the kitchen",
        style="diners",
        facts=(
            f"Seated as in round {number}",
            f"{many(len(guests), 'guest')}, {otherwise} with a dietary wish",
        ),
        remarks=("for the kitchen alone: destroy after the dinner",),
        content={
            "key": [tuple(mark) for mark in key_of_marks(guests)],
            "as_the_menu": ", ".join(
                table_label(event, table) for table, sits in wishes.items() if not sits
            ),
            "courses": [(course, _plates(event, tables)) for course in event.courses],
        },
    )


def _heading(event: Event, table: int, covers: int) -> str:
    return format_html("{}{}", table_label(event, table), beneath(f"{covers} covers", "soft"))


def _marks(marks: Iterable[Mark]) -> str:
    return format_html_join("", '<b class="mark">{}</b> ', ((mark.letters,) for mark in marks))


SHEETS = (620, 730)
"""The height of a sheet for the kitchen in points, the first and each that follows."""
DINER, TABLE, PLATE, COURSE = 25.8, 37.1, 18.6, 36
"""What a diner takes there, a table at least, a kind of plate, and the heading of a course."""


def pages_of_kitchen(paper: ListPaper) -> int:
    """How many pages it takes, counted without drawing it; a long name on two lines can make it one
    more.
    """
    tables = [max(TABLE, DINER * len(diners)) for _table, diners in paper.groups]
    courses = [COURSE + PLATE * len(plates) for _course, plates in paper.content["courses"]]
    return filled([*tables, *courses], *SHEETS)


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
