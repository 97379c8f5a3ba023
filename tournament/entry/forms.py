"""What is sent with one tap on a saved sheet: a flag's reason, who checked, which of two sheets
counts and why.
"""

from typing import Any

from django import forms

from scoring.counting.sheet import DISMISSALS
from tournament.site.text import seen_text

LEFT_NEIGHBOURS = "the left-hand neighbours"


class DismissForm(forms.Form):
    """A flag and the fixed reason for letting it stand, or that it is to be looked at `again` after
    all.
    """

    key = forms.CharField(max_length=80)
    flag = forms.IntegerField(min_value=1, max_value=2**53)
    reason = forms.ChoiceField(choices=[(reason, reason) for reason in DISMISSALS], required=False)
    again = forms.BooleanField(required=False)


class CheckForm(forms.Form):
    """The version looked over and who did it; nobody named means the left-hand neighbours.

    Or that nobody did.
    """

    key = forms.CharField(max_length=80)
    seen = forms.IntegerField(min_value=1, max_value=10_000)
    checker = forms.CharField(max_length=120, required=False, validators=[seen_text])
    take_back = forms.BooleanField(required=False)


def in_words(form: forms.Form) -> str:
    """The faults of a form as one line."""
    return " ".join(
        f"{name.capitalize()}: {' '.join(map(str, errors))}" for name, errors in form.errors.items()
    )


CHOICES = (("theirs", "Keep theirs"), ("mine", "Use mine"))


class ConflictForm(forms.Form):
    """The choice with its reason: one of the buttons, or in own words."""

    key = forms.CharField(max_length=80)
    seen = forms.IntegerField(min_value=1, max_value=10_000)
    waiting = forms.IntegerField(min_value=1, max_value=2**53, required=False)
    choice = forms.ChoiceField(choices=CHOICES)
    why = forms.CharField(max_length=300, required=False, validators=[seen_text])
    reason = forms.CharField(max_length=300, required=False, validators=[seen_text])
    witness = forms.CharField(max_length=120, required=False, validators=[seen_text])

    def clean(self) -> dict[str, Any]:
        """Own words go before the button."""
        answers = self.cleaned_data
        answers["reason"] = (answers.get("reason") or answers.get("why") or "").strip()
        if not answers["reason"] and "reason" not in self.errors:
            self.add_error("reason", "Say in a few words why this sheet counts.")
        return answers


class ReopenForm(forms.Form):
    """Why a closed round is opened again."""

    reason = forms.CharField(max_length=300, validators=[seen_text])
