"""Suits in running text are drawn, not typed: no typeface of the house has them."""

import re

from django import template
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

register = template.Library()
_SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
_SIGN = re.compile("[♠♥♦♣]")


@register.filter
def suited(words: str) -> SafeString:
    """The words with every sign of a suit as a drawing that says its name."""
    told = conditional_escape(words)
    return mark_safe(_SIGN.sub(lambda found: _drawn(_SUITS[found[0]]), told))  # noqa: S308 -- escaped above # nosec


def _drawn(suit: str) -> str:
    return format_html(
        '<svg class="suit suit-{}" role="img" aria-label=" of {}"><use href="#shape-{}"/></svg>', suit, suit, suit
    )
