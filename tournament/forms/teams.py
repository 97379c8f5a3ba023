"""How liveries are ranked as teams."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tournament.forms.text import WholeField
from tournament.models import Event
from tournament.models.event import TeamFigure
from tournament.teams import fault_of_rule

FIELDS = ("team_figure", "team_best", "team_minimum")


class TeamsForm(forms.Form):
    """The rule of the teams; off unless a figure is chosen."""

    team_figure = forms.ChoiceField(
        label="Liveries are ranked as teams", choices=TeamFigure.choices, widget=forms.RadioSelect, required=False
    )
    team_best = WholeField(
        0, 20, label="Totals that count", help_text="0 takes the mean of all a team has; a sum needs a number."
    )
    team_minimum = WholeField(1, 50, label="Ranked guests a team needs")

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
