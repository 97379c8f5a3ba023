"""The pages of matches: every pairing with its result and reasons, and the cross-table of each
stage.
"""

from collections.abc import Iterator

from scoring.pairing.course import Course
from scoring.pairing.values import Match, PairingError, Round
from tournament.counting.formats import event_format
from tournament.counting.matches import kept_course
from tournament.matches.drawing import cross_table
from tournament.matches.reading import (
    Names,
    names_of,
    places_shown,
    result_words,
    round_name,
    score_words,
    standing_shown,
)
from tournament.models import Event
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
    columns = [
        ("Round", 16),
        ("Published", 10),
        ("Table", 7),
        *((side.head, 30) for side in event_format(event).sides),
    ]
    more = [("Games", 8), ("Score", 8), ("Result", 34), ("Why they were paired", 60)]
    yield Page("Pairings", [*columns, *more], _pairings(course, names))
    for number in range(len(course.entrants)):
        yield _stage(event, course, number, names)


def _pairings(course: Course, names: Names) -> Iterator[list[Cell]]:
    for round_ in course.rounds:
        yield from (_pairing(course, round_, match, names) for match in round_.matches)


def _pairing(course: Course, round_: Round, match: Match, names: Names) -> list[Cell]:
    pair: list[Cell] = [names[match.one], names[match.other] if match.other else None]
    score: list[Cell] = [
        match.games or None,
        score_words(match) or None,
        result_words(match, names),
    ]
    cells: list[Cell] = [
        round_name(course, round_.number),
        "yes" if round_.published else "draft",
        match.table or None,
    ]
    return [*cells, *pair, *score, " ".join(match.reasons)]


def _stage(event: Event, course: Course, number: int, names: Names) -> Page:
    """The cross-table of a Swiss or an all-play-all; of a knock-out the places."""
    stage = course.plan[number]
    if stage.kind == "knock_out":
        rows: Iterator[list[Cell]] = (
            [place, name] for place, name in places_shown(course, number, names)
        )
        return Page(stage.words, [("Place", 7), ("Player", 30)], rows)
    lines = standing_shown(event, course, number, names)
    heads, lined = cross_table(course, number, lines)
    columns = [
        ("No", 5),
        ("Place", 7),
        ("Player", 30),
        *((head, 8) for head in heads),
        ("Points", 8),
        ("Buchholz", 10),
        ("Median", 8),
        ("What decided", 50),
    ]
    table: Iterator[list[Cell]] = (
        [
            index,
            line.place,
            line.name,
            *cells,
            line.points,
            line.buchholz,
            line.median,
            line.decided,
        ]
        for index, (line, cells) in enumerate(lined, start=1)
    )
    return Page(stage.words, columns, table)
