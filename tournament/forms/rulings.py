"""What is sent to record a ruling, to decide about it, and to adjust the scores by it."""

from typing import Any

from django import forms

from tournament.forms.text import WordsField
from tournament.ruling_page import ACTS, SANCTIONS

LARGEST = 32_767
LONGEST_CLAIM = 20_000
ANY = ("", "As it was answered")


class MakeRulingForm(forms.Form):
    """A claim as JSON and the table it was made at."""

    key = forms.CharField(max_length=80)
    claim = forms.JSONField(error_messages={"invalid": "The question was not understood: ask it again."})
    round = forms.IntegerField(required=False, min_value=1, max_value=LARGEST)
    table = forms.IntegerField(required=False, min_value=1, max_value=LARGEST)
    game = forms.IntegerField(required=False, min_value=1, max_value=LARGEST)
    refers_to = forms.IntegerField(required=False, min_value=1, max_value=LARGEST)
    departs_reason = WordsField(limit=300, required=False)

    def clean_claim(self) -> dict[str, Any]:
        """An object, and no larger than a claim can be."""
        claim = self.cleaned_data["claim"]
        if not isinstance(claim, dict) or len(str(claim)) > LONGEST_CLAIM:
            raise forms.ValidationError("The question was not understood: ask it again.")
        return claim


class OverruleForm(forms.Form):
    """What the umpire decides instead, and why. What is left as it was answered stays."""

    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    act = forms.ChoiceField(choices=[ANY, *ACTS.items()], required=False, label="At the table")
    rectification = WordsField(limit=400, required=False, label="In words: what is done now", widget=forms.Textarea)
    sanction = forms.ChoiceField(choices=[ANY, *SANCTIONS.items()], required=False, label="Penalty")
    cards = forms.IntegerField(required=False, min_value=1, max_value=52, label="Penalty cards")
    penalty = WordsField(limit=400, required=False, label="In words: what it costs")
    law = WordsField(limit=400, required=False, label="In words: what the rules say")
    reason = WordsField(limit=300, label="Reason, for the record")

    @property
    def own(self) -> dict[str, Any]:
        """The parts that are decided otherwise."""
        names = ("act", "rectification", "sanction", "cards", "penalty", "law")
        found = {name: self.cleaned_data.get(name) for name in names}
        own = {name: value for name, value in found.items() if value}
        return own | ({"cards": 0} if own.get("sanction") in ("none", "warning") else {})


class ReasonForm(forms.Form):
    """A word why."""

    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    reason = WordsField(limit=300, label="Reason, for the record")
