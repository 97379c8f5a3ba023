"""What the walls show of matches: who meets whom at which table, and the standing."""

from typing import Any

from scoring.pairing.course import Course
from scoring.pairing.values import PairingError
from scoring.words import many
from tournament.matches.reading import (
    Names,
    RoundShown,
    names_of,
    places_shown,
    public_course,
    round_shown,
    standing_shown,
)
from tournament.screens.reading import Hall

Values = dict[str, Any]
LEADERS = 12
"""So many rows stand on a wall at once; a longer list moves by itself."""


def _course(hall: Hall) -> Course | None:
    """The matches as anybody may see them; None at an evening of tables, or without a plan."""
    try:
        return public_course(hall.event) if hall.event.paired else None
    except PairingError:
        return None


def pairings(hall: Hall) -> Values | None:
    """The round that is played: few matches by table, many by name."""
    course = _course(hall)
    rounds = [round_ for round_ in course.rounds if round_.published] if course else []
    if course is None or not rounds:
        return None
    waiting = next((round_ for round_ in rounds if round_.waiting), rounds[-1])
    shown = round_shown(course, waiting, names_of(hall.event, public=True))
    rows = [
        {
            "table": row.table or "",
            "name": row.one,
            "opponent": row.other or row.words,
            "winner": row.winner,
        }
        for row in shown.rows
    ]
    half = -(-len(rows) // 2)
    return {
        "round": shown.name,
        "words": f"{many(len(shown.matches) - _done(shown), 'match', 'matches')} to be played"
        if shown.waiting
        else "All results are in",
        "columns": [rows[:half], rows[half:]] if len(rows) <= LEADERS else [],
        "seats": _by_name(shown) if len(rows) > LEADERS else [],
    }


def _done(shown: RoundShown) -> int:
    return sum(row.done for row in shown.matches)


def _by_name(shown: RoundShown) -> list[Values]:
    """Everybody with table and opponent; a letter where the first name of it stands."""
    pairs = [(row.one, row.other or row.words, row.table) for row in shown.rows]
    pairs += [(row.other, row.one, row.table) for row in shown.matches]
    listed, before = [], ""
    for name, opponent, table in sorted(pairs, key=lambda pair: pair[0].casefold()):
        initial = name[:1].upper()
        row: Values = {
            "initial": initial if initial != before else "",
            "surname": name,
            "rest": opponent,
        }
        listed.append(row | {"table": table or "", "seat": "", "long": len(name + opponent) > 22})
        before = initial
    return listed


def places(hall: Hall) -> Values | None:
    """The standing of the last stage that has begun, or who is out of the knock-out and who won."""
    course = _course(hall)
    if course is None or not any(round_.published for round_ in course.rounds):
        return None
    number, names = len(course.entrants) - 1, names_of(hall.event, public=True)
    rows = _placed(hall, course, number, names)[:LEADERS]
    if not rows:
        # Nobody is out of the knock-out yet: how the stage before it ended.
        number -= 1
        rows = _placed(hall, course, number, names)[:LEADERS] if number >= 0 else []
    if not rows:
        return None
    half = -(-len(rows) // 2)
    return {"title": course.plan[number].words, "columns": [rows[:half], rows[half:]]}


def _placed(hall: Hall, course: Course, number: int, names: Names) -> list[Values]:
    if course.plan[number].kind == "knock_out":
        places = places_shown(course, number, names)
        return [{"place": place, "name": name, "points": ""} for place, name in places]
    lines = standing_shown(hall.event, course, number, names)
    return [{"place": line.place, "name": line.name, "points": line.points} for line in lines]
