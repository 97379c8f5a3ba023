"""Groups of fields for the page of settings."""

from django import template
from django.forms import BoundField

from tournament.forms.event import EventForm

register = template.Library()


@register.filter
def part(form: EventForm, names: str) -> list[BoundField]:
    """Those of the named fields (space between them) that may be changed."""
    return list(form.part(names))
