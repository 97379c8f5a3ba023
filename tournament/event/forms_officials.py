"""The next evening, its officials and the wiping of names, as forms."""

import re
from datetime import timedelta
from typing import Any

from django import forms

from tournament.models import Event, Official, Role
from tournament.site.log_in_limits import DIGITS
from tournament.site.text import DayField, NameField, WordsField, seen_text

A_YEAR = timedelta(weeks=52)
"""The next evening falls on the same day of the week."""


def a_year_later(name: str) -> str:
    """The name of an evening with its year, where it has one, raised by one."""
    return YEAR.sub(lambda year: str(int(year[0]) + 1), name)


YEAR = re.compile(r"(?<!\d)20\d\d(?!\d)", re.ASCII)


class CopyForm(forms.Form):
    """The new evening, and what comes along by choice."""

    name = WordsField(
        label="Evening", limit=120, error_messages={"required": "Give the new evening a name."}
    )
    date = DayField(label="Day")
    officials = forms.MultipleChoiceField(
        label="These serve again", required=False, widget=forms.CheckboxSelectMultiple
    )
    guests = forms.BooleanField(
        label="List those who came as people to ask again; nobody is a guest until confirmed",
        required=False,
    )

    def __init__(self, event: Event, own: int | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {
            "name": a_year_later(event.name),
            "date": event.date + A_YEAR,
            "guests": True,
        }
        field: Any = self.fields["officials"]
        officials = (
            event.officials.exclude(user=own)
            .select_related("user")
            .order_by("role", "user__username")
        )
        field.choices = [(str(official.pk), _called(official)) for official in officials]
        if not field.choices:
            del self.fields["officials"]
        if event.names_wiped_at:
            del self.fields["guests"]

    @property
    def serving(self) -> list[int]:
        """The officials chosen, by row."""
        return [int(row) for row in self.cleaned_data.get("officials", ())]


def _called(official: Official) -> str:
    return f"{official.user.get_username()}, {official.get_role_display().lower()}"


class OfficialForm(forms.Form):
    """Name and office; the password is made here and shown once."""

    name = NameField(limit=80, error_messages={"required": "Give their name: they log in with it."})
    role = forms.ChoiceField(
        label="Office", choices=Role.choices, initial=Role.UMPIRE, widget=forms.RadioSelect
    )


class LetInForm(forms.Form):
    """The number that a browser shows, and who wants to log in with it."""

    number = forms.CharField(
        label="Number that the browser shows",
        max_length=20,
        error_messages={"required": "Type the six digits that the log-in page shows."},
        widget=forms.TextInput(attrs={"inputmode": "numeric", "autocomplete": "off"}),
    )
    who = forms.ChoiceField(
        label="Who wants to log in",
        error_messages={
            "required": "Choose who wants to log in.",
            "invalid_choice": "Choose one of the officials of this evening.",
        },
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["who"]
        serving = event.officials.select_related("user").order_by("role", "user__username")
        field.choices = [(official.user.get_username(), _called(official)) for official in serving]

    def clean_number(self) -> str:
        """Its digits alone, whatever gaps were typed."""
        digits = str(self.cleaned_data["number"]).replace(" ", "")
        if not (digits.isascii() and digits.isdigit() and len(digits) == DIGITS):
            raise forms.ValidationError(
                "Type the six digits that the log-in page shows, such as 471 208."
            )
        return digits


class KeepForm(forms.Form):
    """After how many days the names are due."""

    days = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=3650,
        label="Days after the evening",
        help_text=(
            "Then this page, “Is all well?” and the organiser’s page say that they are due."
        ),
    )
    alone = forms.BooleanField(
        required=False, label="Wipe them by itself on that day, without asking anybody"
    )


class EraseForm(forms.Form):
    """The guest's name, as a person types it who means it."""

    typed = forms.CharField(
        max_length=80,
        label="The name of the guest",
        validators=[seen_text],
        widget=forms.TextInput({"autocomplete": "off"}),
    )


class WipeForm(forms.Form):
    """The event's name, as a person types it who means it."""

    typed = forms.CharField(
        max_length=120,
        label="The name of the evening",
        validators=[seen_text],
        widget=forms.TextInput({"autocomplete": "off"}),
    )
