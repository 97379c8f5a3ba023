"""Certificates, one to a sheet: what is recorded of those who went through, of the winners, and of
everybody who played.
"""

from collections import Counter
from datetime import datetime
from typing import Any

from django.utils.dateformat import format as write_date

from scoring.counting.board import Board
from scoring.counting.standings import Standing
from scoring.words import spelt
from tournament.counting.announcement import points, spoken, spoken_place
from tournament.counting.formats import event_format
from tournament.counting.matches import kept_course
from tournament.guests.namesakes import Namesake, namesakes
from tournament.matches.reading import final_places
from tournament.models import Event, Guest
from tournament.models.event import LIVERIES
from tournament.paper.fitting import step
from tournament.paper.printed import Printed
from tournament.paper.results import through
from tournament.paper.seating import edition


def certificates(event: Event, board: Board, now: datetime, *, everybody: bool = False) -> Printed:
    """For those of the play-off in their order, else for those who go through; for `everybody` who
    is ranked.
    """
    guests = {guest.ref: guest for guest in event.guests.select_related("livery")}
    shared = namesakes(event, public=True)
    final = [standing for standing in board.playoff if standing.ranked]
    qualified = through(board)
    field = sum(standing.ranked for standing in board.standings)
    if everybody:
        rows = [(row, _of_the_field(event, row, field)) for row in board.standings if row.ranked]
    elif final:
        rows = [(row, _of_the_final(event, row, final, field)) for row in final]
    else:
        rows = [(row, _of_those_through(event, row, len(qualified), field)) for row in qualified]
    created = [
        _certificate(event, guests[row.player], shared.get(row.player), words)
        for row, words in rows
        if row.player in guests
    ]
    return _certificates(event, created, now)


FIRST = 3
"""So many places of an evening of matches are told on a certificate."""


def match_certificates(event: Event, now: datetime, *, everybody: bool = False) -> Printed:
    """For the first three of the last stage, or for `everybody` who played a match."""
    course = kept_course.of(event)
    guests = {guest.ref: guest for guest in event.guests.select_related("livery")}
    shared = namesakes(event, public=True)
    played = Counter(
        ref
        for round_ in course.rounds
        for match in round_.matches
        if match.result == "played"
        for ref in match.players
    )
    stage, field = course.plan[-1].noun, f"a field of {spoken(len(played))}"
    if everybody:
        rows = [
            (
                ref,
                (f"played {spelt(count, 'match', 'matches')} in good company,", f"one of {field}"),
            )
            for ref, count in sorted(played.items())
        ]
    else:
        rows = [
            (ref, (f"{_came(place)} the {stage},", f"in {field}"))
            for ref, place in final_places(course).items()
            if place <= FIRST
        ]
    created = [
        _certificate(event, guests[ref], shared.get(ref), words)
        for ref, words in rows
        if ref in guests
    ]
    return _certificates(event, created, now)


def _certificates(event: Event, created: list[dict[str, Any]], now: datetime) -> Printed:
    day = write_date(event.date, "l j F Y")
    return Printed(
        edition=edition(event, now),
        title="Certificates",
        template="paper/print/certificates.html",
        styles=("paper/taken_home.css",),
        content={
            "certificates": created,
            "when": ", ".join(filter(None, (event.venue, day))),
            "signed": ("Master", "Head Umpire"),
        },
    )


def _came(place: int) -> str:
    return "won" if place == 1 else f"came {spoken_place(place)} in"


def _certificate(
    event: Event, guest: Guest, namesake: Namesake | None, lines: tuple[str, ...]
) -> dict[str, Any]:
    """The name with the company in the size that fits, and what is certified in two lines."""
    company = ""
    if guest.livery:
        full = guest.livery.full_name
        if not full and event.groups == LIVERIES:
            full = f"Company of {guest.livery.name}"
        company = f"of the {full.removeprefix('The ').removeprefix('the ')}"
        company = company if full else f"of {guest.livery.name}"
    if namesake and namesake.mark:
        mark = namesake.office if namesake.by == "office" else f"badge {namesake.badge}"
        company = ", ".join(filter(None, (company, mark)))
    name = f"Badge {guest.badge}" if guest.unnamed else guest.name
    return {"name": name, "of": company, "size": step(company, 19, 220), "lines": lines}


def _of_the_final(
    event: Event, standing: Standing, final: list[Standing], field: int
) -> tuple[str, ...]:
    won, ten = points(standing.total or 0), spoken(len(final))
    if final and standing.player == final[0].player:
        margin = abs((final[1].total or 0) - (standing.total or 0)) if len(final) > 1 else 0
        second = f"in a field of {spoken(field)}"
        if margin and event_format(event).direction.startswith("low"):
            second = f"{spoken(margin)} fewer than the next, in a field of {spoken(field)}"
        elif margin:
            second = f"{spoken(margin)} more than the next, in a field of {spoken(field)}"
        return (f"won the play-off of {ten} with {won},", second)
    place = spoken_place(standing.shown_place or 0)
    first = f"came {place} of {ten} in the play-off with {won},"
    if standing.undecided:
        first = f"came level {place} of {ten} in the play-off with {won},"
    return (first, f"in a field of {spoken(field)}")


def _of_those_through(
    event: Event, standing: Standing, through: int, field: int
) -> tuple[str, ...]:
    """Where no play-off follows the place is told, as it is the last word."""
    place = standing.shown_place or 0
    if event.has_playoff:
        goal = f"reached the play-off among the best {spoken(through)}"
    elif standing.undecided:
        goal = f"finished level {spoken_place(place)}"
    else:
        goal = "won the evening" if place == 1 else f"finished {spoken_place(place)}"
    return (f"{goal} with {points(standing.total or 0)},", f"in a field of {spoken(field)}")


def _of_the_field(event: Event, standing: Standing, field: int) -> tuple[str, ...]:
    form = event_format(event)
    played = spelt(standing.played, form.unit, form.units)
    return (f"played {played} in good company,", f"one of a field of {spoken(field)}")
