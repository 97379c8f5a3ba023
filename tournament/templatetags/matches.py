"""Whom a guest meets next, on their own page."""

from typing import Any

from django import template

from scoring.pairing.course import next_match
from scoring.pairing.values import PairingError
from tournament.ledger.matches import kept_course, paired
from tournament.match_page import names_of, round_name, shown, standing_shown, table_words
from tournament.models import Guest

register = template.Library()


@register.inclusion_tag("tournament/_guest_opponent.html")
def opponent_of(guest: Guest) -> dict[str, Any]:
    """The match that comes or was the last, the way so far, and the place; nothing of it where nobody is paired."""
    event = guest.event
    if not paired(event):
        return {}
    try:
        course = kept_course.of(event)
    except PairingError:
        return {"paired": True}
    names = names_of(event, public=True) | {guest.ref: guest.name}
    found = next_match(course, guest.ref)
    said: dict[str, Any] = {"paired": True, "event": event}
    if found is None:
        return said
    held, match = found
    row = shown(match, names)
    other = match.opponent(guest.ref)
    said |= {
        "round": round_name(course, held.number),
        "row": row,
        "where": table_words(row),
        "opponent": names[other] if other else "",
        "ten": match.one == guest.ref,
        "best_of": course.plan[held.stage].best_of,
        "way": [
            (round_name(course, one.number), shown(mine, names))
            for one in course.rounds
            if one.published and one.number < held.number and (mine := one.of(guest.ref))
        ],
    }
    if course.plan[held.stage].kind != "knock_out" and not event.held:
        said["place"] = next(
            (line for line in standing_shown(event, course, held.stage, names) if line.ref == guest.ref), None
        )
    return said
