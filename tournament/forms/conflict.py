"""Which of two sheets counts, and why."""

from typing import Any

from django import forms

from tournament.forms.entry import seen_text

CHOICES = (("theirs", "Keep theirs"), ("mine", "Use mine"))


class ConflictForm(forms.Form):
    """The choice with its reason: one of the buttons, or in own words."""

    key = forms.CharField(max_length=80)
    seen = forms.IntegerField(min_value=1, max_value=10_000)
    choice = forms.ChoiceField(choices=CHOICES)
    why = forms.CharField(max_length=300, required=False, validators=[seen_text])
    reason = forms.CharField(max_length=300, required=False, validators=[seen_text])
    witness = forms.CharField(max_length=120, required=False, validators=[seen_text])

    def clean(self) -> dict[str, Any]:
        """Own words go before the button."""
        said = self.cleaned_data
        said["reason"] = (said.get("reason") or said.get("why") or "").strip()
        if not said["reason"] and "reason" not in self.errors:
            self.add_error("reason", "Say in a few words why this sheet counts.")
        return said
