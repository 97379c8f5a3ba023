"""A guest's own chance and the line of their evening on their page; nothing while the board is held back."""

from django import template

from tournament.chances import Chances, event_chances, needs_words, words
from tournament.evening_lines import Drawing, drawing
from tournament.ledger.formats import event_format
from tournament.models import Event, Guest

register = template.Library()


@register.simple_tag
def chance_of(guest: Guest) -> str:
    """One sentence where the organiser shows chances, or nothing."""
    event = guest.event
    if not event.chances_shown or event.held:
        return ""
    told = event_chances(event)
    found = told.of_player.get(guest.ref) if isinstance(told, Chances) else None
    if found is None or not isinstance(told, Chances):
        return ""
    if found.proved:
        return "You are through, whatever happens." if found.proved == "through" else "You are out of reach of the cut."
    said = f"In simulated play you go through {words(found.share).replace(' in 100', ' times in a hundred')}."
    if found.needs is None:
        return said
    games = told.to_play[guest.ref]
    needs = needs_words(found, games, event_format(event)).replace("the last ", "your last ")
    return f"{said} {needs} would do half the time."


@register.inclusion_tag("tournament/_evening_line.html")
def evening_line_of(guest: Guest) -> dict[str, Event | Drawing | None]:
    """Place after place, drawn; nothing while the board is held."""
    return {"event": guest.event, "line": None if guest.event.held else drawing(guest.event, guest.ref)}
