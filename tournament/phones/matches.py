"""What a phone at a table is told where guests are paired: its match, what came of it, and whom
they meet next.
"""

from collections.abc import Iterator
from typing import Any

from scoring.pairing.course import Course, next_match
from scoring.pairing.values import Match, PairingError, Round
from tournament.counting.matches import kept_course, result_entry
from tournament.counting.seats import table_label
from tournament.matches.reading import (
    CLOSED_WORDS,
    Names,
    names_of,
    result_words,
    round_name,
    score_words,
)
from tournament.models import Event, Guest

Told = dict[str, Any]
Held = tuple[Round, Match]


def match_at(event: Event, table: int) -> Told:
    """The state of a table of matches, beside what every table is told; no match while none is
    published there.
    """
    now, found = _found(event, table)
    people, held, match = {}, None, None
    if now is not None and found is not None:
        held, match = round_told(now, found[0]), match_told(event, now, *found)
        guests = event.guests.filter(ref__in=found[1].players).select_related("livery")
        people = {one.ref: person_told(one) for one in guests}
    return {
        "packs": 1,
        "keys": [],
        "people": people,
        "round": held,
        "games": [],
        "totals": {},
        "match": match,
    }


def person_told(guest: Guest) -> Told:
    """A guest as every screen of a phone names them: the whole name, and its parts as lists have
    it.
    """
    listed = guest.listed
    parts = {"name": guest.name, "surname": listed.surname, "rest": listed.rest}
    return parts | {"livery": guest.livery_name, "badge": guest.badge}


def _found(event: Event, table: int) -> tuple[Course | None, Held | None]:
    """The first published match of a table that waits for its result, else the last one that was
    played there.
    """
    try:
        now = kept_course.of(event)
    except PairingError:
        return None, None
    here = [(held, match) for held in now.rounds if held.published and (match := held.at(table))]
    return now, next((one for one in here if not one[1].done), here[-1] if here else None)


def round_told(now: Course, held: Round) -> Told:
    """The round as the pad knows rounds; it is open until its stage is closed."""
    named = {
        "number": held.number,
        "name": round_name(now, held.number),
        "open": held.stage >= now.now,
    }
    return named | {"games": now.plan[held.stage].best_of, "next": None, "fresh": False}


def match_told(event: Event, now: Course, held: Round, match: Match) -> Told:
    """A match with its result, and the receipt of whoever entered it."""
    names = names_of(event)
    stage, entry = (
        now.plan[held.stage],
        result_entry(event, held.number, match.table) if match.result else None,
    )
    return {
        "players": list(match.players),
        "best_of": stage.best_of,
        "needs_winner": stage.kind == "knock_out",
        "version": match.version,
        "result": match.result,
        "games": match.games if match.result == "played" else "",
        "score": score_words(match),
        "words": result_words(match, names),
        "receipt": entry.number if entry else None,
        "saved_at": entry.at.isoformat() if entry else None,
        "by": entry.actor if entry else "",
        "onward": list(_onward(event, now, held, match, names)) if match.done else [],
    }


def _onward(event: Event, now: Course, held: Round, match: Match, names: Names) -> Iterator[str]:
    """Whom the two meet next, as far as it is published; nothing while the board is held."""
    for ref in match.players:
        found = next_match(now, ref)
        if event.held_since is not None or found is None or found[0].number <= held.number:
            continue
        opponent, name = found[1].opponent(ref), round_name(now, found[0].number)
        if opponent is None:
            yield f"{names[ref]}, {name}: {CLOSED_WORDS[found[1].kind]}."
        else:
            yield (
                f"{names[ref]}, {name}: table {table_label(event, found[1].table)}, against"
                f" {names[opponent]}."
            )
