"""Template filters of the printed papers."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from tournament.paper.fitting import set_in

register = template.Library()


@register.filter
def fitted(text: str | int, room: str) -> str | int | SafeString:
    """A text in the size that fits: `room` is `"14.5 93"`, points wished and millimetres there are."""
    size, width = (float(part) for part in room.split())
    percent, lines = set_in(str(text), size, width)
    if len(lines) == 2:
        return format_html('<span class="fit-{} halved">{}<br>{}</span>', percent, *lines)
    return text if percent == 100 else format_html('<span class="fit-{}">{}</span>', percent, text)
