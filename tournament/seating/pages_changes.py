"""What the pages of a seating show of changes before they are done: who goes where, what that does
to the guests, the cards it makes wrong, and the seats that are free.
"""

from collections.abc import Sequence
from typing import Any

from scoring.seating import SeatingImpossibleError, alternatives, certificate
from tournament.counting.formats import event_format
from tournament.counting.plan import stand, table_label
from tournament.counting.seats import Hall
from tournament.ledger.signing import new_key
from tournament.seating.certificate import figures, new_harms
from tournament.seating.changes import Change, Floor, MovePlan
from tournament.seating.tiles import person, seated


def proposal(plan: MovePlan) -> dict[str, Any]:
    """A plan as it is shown: its moves and what they do that is not so now."""
    hall_, number = plan.hall, plan.floor.round.number
    now, then = (
        certificate(seating, hall_.wishes, name=hall_.name)
        for seating in (hall_.seating, plan.then)
    )
    return {
        "plan": plan,
        "moves": [_move(plan, move) for move in plan.moves],
        "harms": [harm.sentence for harm in new_harms(now, then)],
        "figures": figures(now, then, number),
        "stale": plan.stale,
        "played": any(move.until for move in plan.moves),
        "absent": any(move.missed for move in plan.moves),
        "policy": hall_.event.get_absent_policy_display(),
        "key": new_key(),
    }


def _move(plan: MovePlan, move: Change) -> dict[str, Any]:
    """One move in words, with who is at the new table; games it makes them miss are named."""
    event, first = plan.hall.event, move.game - move.missed
    unit, lost = event_format(event).unit, move.lost(plan.floor.round.number)
    missed = f"{unit} {first}" if move.missed == 1 else f"{unit}s {first} to {move.game - 1}"
    there = plan.then.rounds[plan.floor.round.number - 1][move.table - 1]
    return {
        "guest": move.guest,
        "before": "{} {letter}".format(table_label(event, lost["table"]), **lost),
        "after": f"{stand(event, move.table).words}, seat {move.letter}",
        "since": f"from {unit} {move.game} on" if move.game > 1 else "",
        "missed": f"misses {missed}" if move.missed else "",
        "company": ", ".join(
            plan.hall.name(key) for key in there if key not in (None, move.guest.badge)
        ),
    }


def clean_swaps(hall_: Hall, floor: Floor, pair: tuple[int, int]) -> list[dict[str, Any]]:
    """Swaps that harm nobody, at tables that have games to play."""
    number = floor.round.number
    try:
        offered = alternatives(hall_.seating, hall_.wishes, pair, number, at_most=12)
    except SeatingImpossibleError:
        return []
    games = floor.round.games
    free = [choice for choice in offered if floor.last.get(choice.table, 0) < games][:3]
    return [
        {
            "one": hall_.guests[int(choice.one)],
            "other": person(hall_, number, int(choice.other)),
            "query": f"one={choice.one}&other={choice.other}",
        }
        for choice in free
    ]


def free_seats(floor: Floor, since: int = 1) -> list[tuple[int, str]]:
    """The first free seat of each table for who left their own before a game, the smallest tables
    first.
    """
    tables = sorted(floor.tables, key=lambda table: (len(floor.at(table)), table))
    free = ((table, floor.free(table, floor.joins(since, table))) for table in tables)
    return [(table, letters[0]) for table, letters in free if letters]


def move_choices(hall_: Hall, floor: Floor, table: int = 0) -> dict[str, Sequence[Any]]:
    """Who can be moved, those of this table first, and to which seats."""
    mine = {str(seat.guest.badge) for seat in floor.at(table)}
    people = seated(hall_, floor.round.number)
    places = []
    for second, letter in free_seats(floor):
        label, sit = table_label(hall_.event, second), len(floor.at(second))
        places.append((f"{second}{letter}", f"Table {label}, seat {letter} ({sit} sit there)"))
    return {"guests": sorted(people, key=lambda item: item[0] not in mine), "places": places}
