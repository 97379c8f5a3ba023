"""The pass phrase of copies, as it is typed on their page."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tournament.site.secret import SecretField

PHRASE = "phrase"


def _field(name: str, label: str) -> SecretField:
    return SecretField(
        name,
        label=label,
        strip=False,
        max_length=400,
        error_messages={"required": "Type the pass phrase, both times."},
        widget=forms.PasswordInput(attrs={"autocomplete": "new-password"}),
    )


class PhraseForm(forms.Form):
    """A phrase, typed twice, since nobody sees what is typed."""

    phrase = _field(PHRASE, "Pass phrase, twelve characters or more")
    phrase_again = _field("phrase_again", "The same once more")

    def clean(self) -> dict[str, Any] | None:
        """Both the same."""
        fields = super().clean() or self.cleaned_data
        if len(fields) == 2 and fields[PHRASE] != fields["phrase_again"]:
            raise ValidationError("The two are not the same: nothing was changed.")
        return fields
