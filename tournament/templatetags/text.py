"""Words, signs and parts as every template writes them: what the hall and a format call things,
suits drawn where no typeface has them, filters of the printed papers, and parts that are drawn
once for what they are given.
"""

import re
from collections.abc import Iterable, Sequence
from secrets import token_hex

from django import template
from django.conf import settings
from django.db.models import Model
from django.forms import BoundField
from django.template.loader import render_to_string
from django.utils.html import conditional_escape, format_html
from django.utils.safestring import SafeString, mark_safe

from scoring import words as words_of
from scoring.formats import Side
from tournament.counting.formats import event_format
from tournament.counting.plan import table_label
from tournament.event.forms import EventForm
from tournament.models import Event
from tournament.paper.fitting import fitted
from tournament.places import command
from tournament.site.keep import kept_by_arguments

register = template.Library()


@register.filter
def called(number: int, event: Event) -> str:
    """`{{ place.table|called:event }}`: the label of a table."""
    return table_label(event, int(number))


@register.filter
def of_rounds(number: int, event: Event) -> str:
    """`{{ grid.round|of_rounds:event }}`: Round 2, Play-off, Extra game."""
    return event.round_called(int(number))


@register.filter
def unit(event: Event) -> str:
    """`{{ event|unit }}`: game."""
    return event_format(event).unit


@register.filter
def sides(event: Event) -> tuple[Side, ...]:
    """`{{ event|sides }}`: as what the two of a match begin."""
    return event_format(event).sides


@register.filter
def units(event: Event) -> str:
    """`{{ event|units }}`: games."""
    return event_format(event).units


@register.filter
def counted(number: int, event: Event) -> str:
    """`{{ count|counted:event }}`: 1 game, 3 games."""
    return event_format(event).counted(number)


@register.filter
def many(number: int, words: str) -> str:
    """`{{ count|many:"guest" }}`: 1 guest, 3 guests; both are given where an s is not all:
    `"pack has|packs have"`.
    """
    return words_of.many(int(number), *words.split("|"))


@register.filter
def noun(number: int, words: str) -> str:
    """The word alone, where the number stands apart: `{{ count|noun:"guest" }}`."""
    return words_of.noun(int(number), *words.split("|"))


@register.filter
def listed(names: Sequence[str], most: int | None = None) -> str:
    """`{{ names|listed }}`: A, B and C; `{{ names|listed:2 }}`: A, B and 4 more."""
    return words_of.listed(names) if most is None else words_of.first_few(names, most)


@register.filter
def halves(event: Event) -> bool:
    """Whether points can be halves, so that a field for them takes a fraction."""
    return event_format(event).halves


@register.filter
def in_units(event: Event, sentence: str) -> str:
    """`event|in_units:"This {unit} is void."`: a sentence handed to a part of a page."""
    return sentence.format(unit=unit(event), units=units(event))


@register.filter
def part(form: EventForm, names: str) -> list[BoundField]:
    """Those of the named fields (space between them) that may be changed."""
    return list(form.part(names))


_SUITS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
_SIGN = re.compile("[♠♥♦♣]")


@register.filter
def suited(words: str) -> SafeString:
    """The words with every sign of a suit as a drawing that says its name."""
    escaped = conditional_escape(words)
    return mark_safe(_SIGN.sub(lambda match: _suit_image(_SUITS[match[0]]), escaped))  # noqa: S308 -- escaped above # nosec


def _suit_image(suit: str) -> str:
    return format_html(
        '<svg class="suit suit-{}" role="img" aria-label=" of {}"><use href="#shape-{}"/></svg>',
        suit,
        suit,
        suit,
    )


register.filter(fitted)


GAPS = {lot: f"{lot}-{token_hex(16)}" for lot in ("csrf_token", "key")}
"""What stands in a part for what is drawn by lot; no text that anybody enters holds it."""


@register.simple_tag(name="command")
def command_tag(words: str) -> str:
    """`{% command "hall" %}`: a command as it is typed here."""
    return command(words)


@register.simple_tag
def drawn(name: str, **fields: object) -> SafeString:
    """`{% drawn "home/_games_row.html" cells=cells slug=event.slug %}`: as `include … only`, but
    the same part of the same values is drawn once.

    The token and the key of a form, drawn by lot for each request, are put in afterwards.

    Raises TypeError for a row of the database: two of them are equal whatever they say.
    """
    values: list[tuple[str, object, type]] = []
    for key, value in fields.items():
        if isinstance(value, Model):
            raise TypeError(f"{name} is drawn from values, not from rows.")
        # Text that is markup and text that is none may be equal.
        values.append((key, GAPS[key], str) if key in GAPS else (key, value, value.__class__))
    draw = _part.__wrapped__ if settings.DEBUG else _part
    part = draw(name, tuple(values))
    for lot in fields.keys() & GAPS.keys():
        part = mark_safe(part.replace(GAPS[lot], conditional_escape(str(fields[lot]))))  # noqa: S308 -- escaped # nosec
    return part


@register.simple_tag
def each_drawn(name: str, item_name: str, items: Iterable[object], **fields: object) -> SafeString:
    """`{% each_drawn "home/_games_cell.html" "cell" cells slug=slug %}`: the part drawn for each of
    them, as in a loop, without the template's way through one.
    """
    parts = [drawn(name, **{item_name: item}, **fields) for item in items]
    return mark_safe("".join(parts))  # noqa: S308 -- parts are markup # nosec


@kept_by_arguments
def _part(name: str, values: tuple[tuple[str, object, type], ...]) -> SafeString:
    return render_to_string(name, {key: value for key, value, _type in values})
