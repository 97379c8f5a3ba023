"""An event as the start of the next one: its name and day, who serves again, and whether guests are asked again."""

from typing import Any

from django import forms

from tournament.forms.accounts import DayField
from tournament.forms.text import WordsField
from tournament.models import Event, Official


class CopyForm(forms.Form):
    """The new evening, and what comes along by choice."""

    name = WordsField(label="Evening", limit=120, error_messages={"required": "Give the new evening a name."})
    date = DayField(label="Day")
    officials = forms.MultipleChoiceField(
        label="These serve again", required=False, widget=forms.CheckboxSelectMultiple
    )
    guests = forms.BooleanField(
        label="List those who came as people to ask again; nobody is a guest until confirmed", required=False
    )

    def __init__(self, event: Event, own: int | None, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {"name": event.name}
        field: Any = self.fields["officials"]
        others = event.officials.exclude(user=own).select_related("user").order_by("role", "user__username")
        field.choices = [(str(official.pk), _called(official)) for official in others]
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
