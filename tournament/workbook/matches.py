"""The pages of matches: every pairing with its result and reasons, and the cross-table of each
stage.
"""

from collections.abc import Iterator
from functools import partial

from scoring.pairing.course import Course
from scoring.pairing.values import Match, PairingError, Round
from tournament.counting.formats import event_format
from tournament.counting.matches import kept_course
from tournament.matches.drawing import cross_table
from tournament.matches.reading import (
    Names,
    Placed,
    names_of,
    places_shown,
    result_words,
    round_name,
    score_words,
    standing_shown,
)
from tournament.models import Event
from tournament.site.columns import Column
from tournament.site.spreadsheet import Cell, Page


def match_pages(event: Event) -> Iterator[Page]:
    """The pages where guests are paired; none elsewhere, nor where the settings give no plan."""
    if not event.paired:
        return
    try:
        course = kept_course.of(event)
    except PairingError:
        return
    names = names_of(event)
    yield _pairings(event, course, names)
    for number in range(len(course.entrants)):
        yield _stage(event, course, number, names)


def _pairings(event: Event, course: Course, names: Names) -> Page:
    first, second = event_format(event).sides
    columns: list[Column[tuple[Round, Match]]] = [
        Column("Round", lambda row: round_name(course, row[0].number), 16),
        Column("Published", lambda row: "yes" if row[0].published else "draft", 10),
        Column("Table", lambda row: row[1].table or None, 7),
        Column(first.head, lambda row: names[row[1].one], 30),
        Column(second.head, lambda row: row[1].other and names[row[1].other], 30),
        Column("Games", lambda row: row[1].games, 8),
        Column("Score", lambda row: score_words(row[1]), 8),
        Column("Result", lambda row: result_words(row[1], names), 34),
        Column("Why they were paired", lambda row: " ".join(row[1].reasons), 60),
    ]
    rows = ((round_, match) for round_ in course.rounds for match in round_.matches)
    return Page.of("Pairings", columns, rows)


def _stage(event: Event, course: Course, number: int, names: Names) -> Page:
    """The cross-table of a Swiss or an all-play-all; of a knock-out the places."""
    stage = course.plan[number]
    if stage.kind == "knock_out":
        places: list[Column[tuple[str, str]]] = [
            Column("Place", lambda row: row[0], 7),
            Column("Player", lambda row: row[1], 30),
        ]
        return Page.of(stage.words, places, places_shown(course, number, names))
    lines = standing_shown(event, course, number, names)
    heads, lined = cross_table(course, number, lines)
    columns: list[Column[tuple[int, tuple[Placed, list[str]]]]] = [
        Column("No", lambda row: row[0], 5),
        Column("Place", lambda row: row[1][0].place, 7),
        Column("Player", lambda row: row[1][0].name, 30),
        *(Column(head, partial(_against, index), 8) for index, head in enumerate(heads)),
        Column("Points", lambda row: row[1][0].points, 8),
        Column("Buchholz", lambda row: row[1][0].buchholz, 10),
        Column("Median", lambda row: row[1][0].median, 8),
        Column("What decided", lambda row: row[1][0].decided, 50),
    ]
    return Page.of(stage.words, columns, enumerate(lined, start=1))


def _against(index: int, row: tuple[int, tuple[Placed, list[str]]]) -> Cell:
    return row[1][1][index]
