"""What is typed beside the standings: the badge and the totals of one personal card, when a
round has to close, and how liveries are ranked as teams.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tournament.event.words import CALLED
from tournament.models import Event
from tournament.models.event import TeamFigure
from tournament.refusal import Refused
from tournament.site.text import WholeField
from tournament.standings.teams import fault_of_rule

_NUMBER = re.compile(r"\d{1,4}", re.ASCII)


@dataclass(frozen=True, slots=True)
class TypedCard:
    """Whose card, what it says of each round typed, and of each game in order where that was
    asked for.
    """

    badge: int
    totals: Mapping[int, int]
    games: tuple[int, ...] = ()


def read_card(data: Mapping[str, str], rounds: int) -> TypedCard:
    """Read the form; a round left empty is not compared. Raises Refused."""
    badge = data.get("badge", "").strip()
    if not _NUMBER.fullmatch(badge):
        raise Refused("The badge number is missing: it stands on the card, at the top.")
    totals: dict[int, int] = {}
    for number in range(1, rounds + 1):
        text = data.get(f"round-{number}", "").strip()
        if text and not _NUMBER.fullmatch(text):
            raise Refused(
                f"Round {number}: a card's total is a whole number, such as 87, not {text[:20]}."
            )
        if text:
            totals[number] = int(text)
    if not totals:
        raise Refused("No total was typed: type what the card says of at least one round.")
    return TypedCard(int(badge), totals, _games(data.get("games", "")))


def _games(text: str) -> tuple[int, ...]:
    """Figures with spaces between them."""
    for word in text.split():
        if not _NUMBER.fullmatch(word):
            raise Refused(
                f"Game by game: whole numbers with spaces between them, such as 7 0 23, not"
                f" {word[:20]}."
            )
    return tuple(map(int, text.split()))


class CloseForm(forms.Form):
    """A time on the clock, or nothing."""

    close = forms.TimeField(
        label="The round has to close at",
        required=False,
        input_formats=["%H:%M", "%H.%M", "%H%M"],
        error_messages={"invalid": "Give the time in hours and minutes, such as 21:30."},
        widget=forms.TimeInput(
            format="%H:%M", attrs={"inputmode": "numeric", "autocomplete": "off", "maxlength": 5}
        ),
    )


FIELDS = ("team_figure", "team_best", "team_minimum")


class TeamsForm(forms.Form):
    """The rule of the teams; off unless a figure is chosen."""

    team_figure = forms.ChoiceField(
        label=CALLED["team_figure"],
        choices=TeamFigure.choices,
        widget=forms.RadioSelect,
        required=False,
    )
    team_best = WholeField(
        0,
        20,
        label="Totals that count",
        help_text="0 takes the mean of all a team has; a sum needs a number.",
    )
    team_minimum = WholeField(1, 50, label=CALLED["team_minimum"])

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {name: getattr(event, name) for name in FIELDS}

    def clean(self) -> dict[str, Any]:
        """A rule that can be."""
        fields = super().clean() or self.cleaned_data
        if all(name in fields for name in FIELDS):
            fault = fault_of_rule(*(fields[name] for name in FIELDS))
            if fault:
                raise ValidationError(fault)
        return fields
