"""What the event's home asks for."""

from django import forms

from tournament.forms.entry import seen_text


class ReopenForm(forms.Form):
    """Why a closed round is opened again."""

    reason = forms.CharField(max_length=300, validators=[seen_text])
