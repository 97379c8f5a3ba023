"""Where the play of a ruling can be looked at again, and the position of one that is no play."""

from typing import Any

from django import template

from scoring.rulings import ClaimError, read_claim
from tournament.forms.ask import asked_again
from tournament.ledger.lift import rules
from tournament.models import Ruling
from tournament.position_drawing import sketch
from tournament.position_words import sentence
from tournament.replay_claim import claim_transcript
from tournament.replay_text import replay_address

register = template.Library()


@register.inclusion_tag("tournament/_position_of.html")
def position_of(ruling: Ruling) -> dict[str, Any]:
    """The position a ruling is about, drawn as it was told; nothing where its claim is not one of this game."""
    in_force = rules(ruling.event)
    try:
        asked = asked_again(read_claim(ruling.claim, in_force), in_force)
    except ClaimError:
        return {}
    return {"sketch": sketch(asked), "sentence": sentence(asked)}


@register.simple_tag
def replay_of(ruling: Ruling) -> str:
    """The address of the replay of the play a ruling is about, or nothing."""
    text = claim_transcript(ruling.claim, rules(ruling.event))
    return f"{replay_address(ruling.event.slug, text)}&step=1" if text else ""
