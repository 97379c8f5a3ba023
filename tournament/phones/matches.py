"""What a phone at a table is told where guests are paired: its match, what came of it, and whom
they meet next.
"""

from collections.abc import Iterator
from typing import Any

from scoring.pairing.course import Course, next_match
from scoring.pairing.values import Match, PairingError, Round
from tournament.counting.formats import event_format
from tournament.counting.matches import kept_course, testimonies
from tournament.counting.plan import table_label
from tournament.guests.namesakes import Namesake, namesakes
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
    now, here = _course_and_round(event, table)
    people, round_, match = {}, None, None
    if now is not None and here is not None:
        round_, match = round_told(now, here[0]), match_told(event, now, *here)
        guests = event.guests.filter(ref__in=here[1].players).select_related("livery")
        shared = namesakes(event)
        people = {guest.ref: person_told(guest, shared.get(guest.ref)) for guest in guests}
    return {
        "packs": 1,
        "keys": [],
        "people": people,
        "round": round_,
        "games": [],
        "totals": {},
        "match": match,
    }


def person_told(guest: Guest, namesake: Namesake | None) -> Told:
    """A guest as every screen of a phone names them: the whole name, and its parts as lists have
    it; told apart from a namesake of the evening.
    """
    listed = guest.listed
    rest = " ".join(filter(None, (listed.rest, namesake.mark if namesake else "")))
    name = namesake.beside_livery if namesake else guest.name
    parts = {"name": name, "surname": listed.surname, "rest": rest}
    return parts | {"livery": guest.livery_name, "badge": guest.badge}


def _course_and_round(event: Event, table: int) -> tuple[Course | None, Held | None]:
    """The first published match of a table that waits for its result, else the last one that was
    played there.
    """
    try:
        now = kept_course.of(event)
    except PairingError:
        return None, None
    here = [
        (round_, match) for round_ in now.rounds if round_.published and (match := round_.at(table))
    ]
    return now, next((row for row in here if not row[1].done), here[-1] if here else None)


def round_told(now: Course, round_: Round) -> Told:
    """The round as the pad knows rounds; it is open until its stage is closed."""
    fields = {
        "number": round_.number,
        "name": round_name(now, round_.number),
        "open": round_.stage >= now.now,
    }
    return fields | {"games": now.plan[round_.stage].best_of, "next": None, "fresh": False}


def match_told(event: Event, now: Course, round_: Round, match: Match) -> Told:
    """A match with its result, and the receipt of whoever entered it."""
    names, stage = names_of(event), now.plan[round_.stage]
    place = round_.number, match.table
    testimony = testimonies(event, round_.number)[place] if match.result else None
    entry = testimony.entry if testimony else None
    return {
        "players": list(match.players),
        "sides": [side.does for side in event_format(event).sides],
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
        "testimony": testimony.state if testimony else "",
        "onward": list(_onward(event, now, round_, match, names)) if match.done else [],
    }


def _onward(event: Event, now: Course, round_: Round, match: Match, names: Names) -> Iterator[str]:
    """Whom the two meet next, as far as it is published; nothing while the board is held."""
    for ref in match.players:
        upcoming = next_match(now, ref)
        if event.held_since is not None or upcoming is None or upcoming[0].number <= round_.number:
            continue
        opponent, name = upcoming[1].opponent(ref), round_name(now, upcoming[0].number)
        if opponent is None:
            yield f"{names[ref]}, {name}: {CLOSED_WORDS[upcoming[1].kind]}."
        else:
            yield (
                f"{names[ref]}, {name}: table {table_label(event, upcoming[1].table)}, against"
                f" {names[opponent]}."
            )
