"""The order of tie-breaks as an organiser declares it: a number for each, moved by buttons."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from scoring.counting.tie_breaks import CRITERIA
from scoring.pairing.ranking import CRITERION_WORDS
from tournament.counting.formats import event_format
from tournament.models import Event
from tournament.site.text import WholeField

MOST_TIE_BREAKS = 10


def allowed(event: Event) -> dict[str, str]:
    """The tie-breaks that make sense in the event's format with their words, as the usual order has
    them.

    An extra game is not among them: it is played in the play-off, which has an order of its own.
    """
    form = event_format(event)
    words = (
        CRITERION_WORDS
        if form.paired
        else {name: criterion.words for name, criterion in CRITERIA.items()}
    )
    return {name: text for name, text in words.items() if name in form.allowed}


class TieBreaksForm(forms.Form):
    """The order of tie-breaks: a number for each criterion, none for those not used. Buttons move
    them; the numbers themselves are not shown.
    """

    may_be_empty = False

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, text in allowed(event).items():
            place = event.tie_breaks.index(name) + 1 if name in event.tie_breaks else None
            words = text[0].upper() + text[1:]
            self.fields[name] = WholeField(
                1, MOST_TIE_BREAKS, label=words, required=False, initial=place
            )

    def clean(self) -> dict[str, Any]:
        """Each number once, and nothing behind the cut of cards, which settles all."""
        fields = super().clean() or self.cleaned_data
        order = self.order
        if not (order or self.errors or self.may_be_empty):
            raise ValidationError("No tie-break is used: use at least one.")
        numbers = [fields[name] for name in order]
        twice = next((number for number in numbers if numbers.count(number) > 1), None)
        if twice:
            raise ValidationError(f"Two tie-breaks have the number {twice}: give each its own.")
        if "cut_of_cards" in order[:-1]:
            raise ValidationError("The Umpire's cut of cards settles every tie, so it comes last.")
        if "lot" in order[:-1]:
            raise ValidationError("The lot settles every tie, so it comes last.")
        return fields

    @property
    def rows(self) -> list[tuple[str, forms.BoundField]]:
        """Each criterion with its field as the page shows them: those in use by their order, then
        the others.
        """
        places = {name: _place(self[name].value()) for name in self.fields}
        names = sorted(places, key=lambda name: places[name] or MOST_TIE_BREAKS + 1)
        return [(name, self[name]) for name in names]

    @property
    def order(self) -> list[str]:
        """The criteria in use, in order."""
        used = [name for name in self.fields if self.cleaned_data.get(name)]
        return sorted(used, key=lambda name: int(self.cleaned_data[name]))


def _place(entries: object) -> int:
    text = str(entries or "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else 0


UP, DOWN, USE, DROP = "up", "down", "use", "drop"


def moved(data: QueryDict, names: Sequence[str]) -> QueryDict:
    """What was sent, with one tie-break moved as the button pressed says; the others close up."""
    step, _colon, name = data.get("move", "").partition(":")
    order = [name for name in names if _place(data.get(f"tie-{name}"))]
    order.sort(key=lambda name: _place(data.get(f"tie-{name}")))
    if name in order:
        index = order.index(name)
        order.remove(name)
        if step in (UP, DOWN):
            order.insert(max(0, index + (1 if step == DOWN else -1)), name)
    elif name in names and step == USE:
        last = bool(order) and order[-1] in LAST
        order.insert(len(order) - last, name)
    fields = data.copy()
    for text in names:
        fields[f"tie-{text}"] = str(order.index(text) + 1) if text in order else ""
    return fields


LAST = ("cut_of_cards", "lot")
"""What settles every tie, so that nothing stands behind it."""
