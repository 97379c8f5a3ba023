"""Where the play of a ruling can be looked at again."""

from django import template

from tournament.ledger.lift import rules
from tournament.models import Ruling
from tournament.replay_claim import claim_transcript
from tournament.replay_text import replay_address

register = template.Library()


@register.simple_tag
def replay_of(ruling: Ruling) -> str:
    """The address of the replay of the play a ruling is about, or nothing."""
    text = claim_transcript(ruling.claim, rules(ruling.event))
    return f"{replay_address(ruling.event.slug, text)}&step=1" if text else ""
