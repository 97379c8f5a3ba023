"""“Call the umpire”, on every page of a table."""

from typing import Any

from django import template

from tournament.calls import about_table
from tournament.models import Event

register = template.Library()


@register.inclusion_tag("tournament/_call.html", takes_context=True)
def call_the_umpire(context: dict[str, Any], round: int, table: int) -> dict[str, Any]:
    """The button to call, or what became of the call; nothing while no umpire is on duty. Two queries at most."""
    event: Event = context["event"]
    return {"round": round, "table": table, "csrf_token": context.get("csrf_token")} | about_table(event, round, table)
