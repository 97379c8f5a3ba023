"""A stage of matches in writing: objects and rows under the names that standings of tables have for
the same thing.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from scoring.counting.tally import Player
from scoring.formats.results import in_points
from scoring.pairing.course import Course
from scoring.pairing.ranking import Line, knock_out_places

Record = dict[str, Any]
Players = Mapping[str, Player]

COLUMNS = (
    "stage",
    "order",
    "place",
    "player_id",
    "player",
    "livery",
    "total",
    "played",
    "won",
    "drawn",
    "lost",
    "games_won",
    "buchholz",
    "median_buchholz",
    "decided_by",
)
"""The columns of a stage as CSV; `decided_by` names the criterion that put a player among those of
equal points.
"""


def matches_record(course: Course, criteria: Sequence[str], players: Players) -> Record:
    """The first stage as `standings`, a knock-out after it as `playoff_standings`, and who came
    into that as `cut`.
    """
    stages = [
        stage_record(course, number, criteria, players) for number in range(len(course.entrants))
    ]
    cut = (
        {"cut": course.plan[1].size, "qualifiers": list(course.entrants[1])}
        if len(stages) > 1
        else None
    )
    first, then = (*stages, [], [])[:2]
    return {"standings": first, "cut": cut, "playoff_standings": then, "prizes": None}


def stage_record(
    course: Course, number: int, criteria: Sequence[str], players: Players
) -> list[Record]:
    """One object a player of a stage that has begun, in order; who is still in a knock-out has no
    place yet.
    """
    lines = course.standing(number, criteria)
    if course.plan[number].kind != "knock_out":
        records: Iterator[Record] = (
            _record(line, line.place, line.order, players)
            | {
                "buchholz": line.buchholz,
                "median_buchholz": line.median_buchholz,
                "decided_by": line.decided,
            }
            for line in lines
        )
    else:
        records = _of_knock_out(course, number, lines, players)
    return [in_points(record) for record in records]


def _of_knock_out(
    course: Course, number: int, lines: Sequence[Line], players: Players
) -> Iterator[Record]:
    """Those still in before those who are out, each in the order of their seeds."""
    entrants = course.entrants[number]
    places = knock_out_places(
        [round_ for round_ in course.of_stage(number) if round_.published], entrants
    )
    level = list(places.values())
    placed = sorted(
        lines, key=lambda line: (places.get(line.player, 0), entrants.index(line.player))
    )
    for order, line in enumerate(placed, start=1):
        place = places.get(line.player)
        tied = level.count(place) - 1 if place else 0
        yield _record(line, place, order if place else None, players) | {"tied_with": tied}


def _record(line: Line, place: int | None, order: int | None, players: Players) -> Record:
    return {
        "player_id": line.player,
        "player": players[line.player].name,
        "livery": players[line.player].livery,
        "total": line.halves,
        "played": line.played,
        "won": line.won,
        "drawn": line.drawn,
        "lost": line.lost,
        "games_won": line.games_won,
        "order": order,
        "place": place,
        "tied_with": len(line.tied_with),
    }


def matches_rows(
    course: Course, criteria: Sequence[str], players: Players
) -> list[tuple[str, ...]]:
    """The rows under COLUMNS, stage by stage, as text; what is not known or has no meaning is
    empty.
    """
    return [
        tuple("" if (cell := record.get(name)) is None else str(cell) for name in COLUMNS)
        for number in range(len(course.entrants))
        for row in stage_record(course, number, criteria, players)
        for record in (row | {"stage": course.plan[number].words},)
    ]
