"""How long the guests' names are kept, and the event's name typed before they are wiped."""

from django import forms

from tournament.forms.entry import seen_text


class KeepForm(forms.Form):
    """After how many days the names are due."""

    days = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=3650,
        label="Days after the evening",
        help_text="Then this page, the server’s doctor and the organiser’s page say that they are due.",
    )


class WipeForm(forms.Form):
    """The event's name, as a person types it who means it."""

    typed = forms.CharField(
        max_length=120,
        label="The name of the evening",
        validators=[seen_text],
        widget=forms.TextInput({"autocomplete": "off"}),
    )
