"""Tables as the hall calls them."""

from django import template

from tournament.hall_plan import table_label
from tournament.models import Event

register = template.Library()


@register.filter
def called(number: int, event: Event) -> str:
    """`{{ place.table|called:event }}`: the label of a table."""
    return table_label(event, int(number))
