"""The prizes of the podium as an organiser declares them: presets, one form for each, and what may
not be said twice.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from tournament.models import Event
from tournament.site.text import WordsField

MOST_PRIZES = 6


PRESETS: Mapping[str, tuple[str, tuple[tuple[str, bool], ...]]] = {
    "three": ("First to third", (("winner", False), ("second", False), ("third", False))),
    "host": (
        "First to third, the second and third not for the host's guests",
        (("winner", False), ("second", True), ("third", True)),
    ),
    "winner": ("The winner alone", (("winner", False),)),
}
"""Prizes of the podium as evenings usually have them: name, and whether it passes over the host's
own guests.
"""


def preset(data: QueryDict, name: str) -> QueryDict:
    """What was sent, with the prizes of a preset in the place of those that were typed."""
    fields = data.copy()
    rows = PRESETS[name][1] if name in PRESETS else ()
    for place in range(MOST_PRIZES if rows else 0):
        if f"prize-{place}-name" not in fields:
            break
        prize, skips = rows[place] if place < len(rows) else ("", False)
        fields[f"prize-{place}-name"] = prize
        fields.pop(f"prize-{place}-skips_host", None)
        if skips:
            fields[f"prize-{place}-skips_host"] = "on"
    return fields


SKIPS_HOST = "not open to the host's guests"


def named_twice(prize: str) -> str:
    """What is said where two prizes have one name."""
    return f"Two prizes are called “{prize}”: rename one of them."


class PrizeForm(forms.Form):
    """One prize, in the order of places."""

    name = WordsField(label="Prize", limit=40, required=False)
    skips_host = forms.BooleanField(label=SKIPS_HOST, required=False)


if TYPE_CHECKING:
    PrizeForms = forms.BaseFormSet[PrizeForm]
else:
    PrizeForms = forms.BaseFormSet


class PrizesFormSet(PrizeForms):
    """The prizes from the first place down; an emptied name takes one away."""

    def clean(self) -> None:
        """At least one prize, and none twice."""
        names = [prize["name"].casefold() for prize in self.prizes]
        if not names and not any(self.errors):
            raise ValidationError("No prize has a name: name at least the first.")
        twice = next((name for name in names if names.count(name) > 1), "")
        if twice:
            raise ValidationError(named_twice(twice))

    @property
    def prizes(self) -> list[dict[str, Any]]:
        """As the event keeps them."""
        before: Mapping[str, Mapping[str, Any]] = {row["name"]: row for row in self.initial or ()}
        rows = (form.cleaned_data for form in self.forms if form.is_valid())
        return [
            {**before.get(row["name"], {}), "name": row["name"], "skips_host": row["skips_host"]}
            for row in rows
            if row.get("name")
        ]


_Prizes = forms.formset_factory(
    PrizeForm, formset=PrizesFormSet, extra=1, max_num=MOST_PRIZES, validate_max=True
)


def as_drawn(data: QueryDict | None, rows: list[Any]) -> list[Any]:
    """The rows a page of prizes was drawn with: sent twice, what the first press added is still a
    new prize.
    """
    count = data.get("prize-INITIAL_FORMS", "") if data else ""
    return rows[: int(count)] if count.isascii() and count.isdigit() and len(count) < 4 else rows


def prizes_form(event: Event, data: QueryDict | None) -> PrizesFormSet:
    """The prizes of an event, with one row more for another."""
    return cast(PrizesFormSet, _Prizes(data, initial=as_drawn(data, event.prizes), prefix="prize"))
