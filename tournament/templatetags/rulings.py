"""The rulings that touched a guest's own score, for their own page."""

from typing import Any

from django import template

from tournament.ledger.effects import words
from tournament.ledger.rulings import rulings_for
from tournament.models import Guest
from tournament.ruling_page import headline, state_words

register = template.Library()


@register.inclusion_tag("tournament/_guest_rulings.html")
def rulings_of(guest: Guest) -> dict[str, Any]:
    """Each ruling with what it did to this guest; nothing where none did."""
    told = [
        {
            "ruling": one,
            "headline": headline(one),
            "state": state_words(one),
            "effects": [(made, words(made), getattr(made, "cancellation", None)) for made in effects],
        }
        for one, effects in rulings_for(guest)
    ]
    return {"rulings": told}
