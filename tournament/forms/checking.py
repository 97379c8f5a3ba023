"""What is sent with one tap on a saved sheet: a flag's reason, or who checked."""

from django import forms

from scoring.sheet import DISMISSALS
from tournament.forms.entry import seen_text


class DismissForm(forms.Form):
    """A flag and the fixed reason for letting it stand."""

    key = forms.CharField(max_length=80)
    flag = forms.IntegerField(min_value=1, max_value=2**53)
    reason = forms.ChoiceField(choices=[(reason, reason) for reason in DISMISSALS])


class CheckForm(forms.Form):
    """The version looked over and who did it; nobody named means the left-hand neighbours."""

    key = forms.CharField(max_length=80)
    seen = forms.IntegerField(min_value=1, max_value=10_000)
    checker = forms.CharField(max_length=120, required=False, validators=[seen_text])


def in_words(form: forms.Form) -> str:
    """The faults of a form as one line."""
    return " ".join(f"{name.capitalize()}: {' '.join(map(str, told))}" for name, told in form.errors.items())
