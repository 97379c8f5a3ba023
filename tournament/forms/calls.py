"""What is said when a table calls for an umpire."""

from django import forms

from tournament.forms.text import WordsField


class CallForm(forms.Form):
    """A short reason: one of those offered, or own words."""

    reason = WordsField(limit=120, required=False, label="What is it about?")


class CallNumberForm(forms.Form):
    """Which call."""

    call = forms.IntegerField(min_value=1, max_value=2**53)
