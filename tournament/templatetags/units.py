"""What a format says on pages: what one deal is called (a game, a deal, a race), and whether points can be halves."""

from django import template

from tournament.ledger.formats import event_format
from tournament.models import Event

register = template.Library()


@register.filter
def unit(event: Event) -> str:
    """`{{ event|unit }}`: game."""
    return event_format(event).unit


@register.filter
def units(event: Event) -> str:
    """`{{ event|units }}`: games."""
    return event_format(event).units


@register.filter
def counted(number: int, event: Event) -> str:
    """`{{ count|counted:event }}`: 1 game, 3 games."""
    return event_format(event).counted(number)


@register.filter
def halves(event: Event) -> bool:
    """Whether points can be halves, so that a field for them takes a fraction."""
    return event_format(event).halves


@register.filter
def in_units(event: Event, sentence: str) -> str:
    """`event|in_units:"This {unit} is void."`: a sentence handed to a part of a page."""
    return sentence.format(unit=unit(event), units=units(event))
