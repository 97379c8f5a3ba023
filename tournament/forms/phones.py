"""What is typed to get in by six characters, and how an event lets phones in."""

import re
from typing import Any

from django import forms

from tournament.codes import SHORT, WELL_FORMED, tidy_short
from tournament.forms.text import NameField, WordsField
from tournament.models.event import PadTicks

_WHOLE = re.compile(r"(?:^|/)([TPG])/([A-Z2-7]{26})$", re.ASCII | re.IGNORECASE)


class AskForm(forms.Form):
    """Six characters of a table card and a name; or a whole code, or the address around it."""

    typed = forms.CharField(
        label="The code on the table card",
        help_text="Six characters, such as K7M 4QD.",
        max_length=300,
        error_messages={"required": "Type the six characters that stand in large letters on the table card."},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )
    name = NameField(label="Your name", required=False, limit=60, help_text="So that the official knows who asks.")

    def clean_typed(self) -> str:
        """Six characters, or a whole code."""
        typed = str(self.cleaned_data["typed"]).strip()
        if not self.whole(typed) and len(tidy_short(typed)) != SHORT:
            raise forms.ValidationError("The code has six characters: look at the table card again.")
        return typed

    @staticmethod
    def whole(typed: str) -> str:
        """Where a whole code leads on this server, or nothing."""
        found = _WHOLE.search(typed)
        if found:
            return f"/{found[1].upper()}/{found[2].upper()}"
        return f"/T/{typed.upper()}" if WELL_FORMED.fullmatch(typed.upper()) else ""


class OptionsForm(forms.Form):
    """How phones are let in, and how hands are ticked on them."""

    phones_wait = forms.BooleanField(label="Every phone waits until an official lets it in, once", required=False)
    pad_ticks = forms.ChoiceField(
        label="Before a game is saved",
        choices=PadTicks.choices,
        widget=forms.RadioSelect,
        error_messages={"required": "Choose how hands are ticked.", "invalid_choice": "Choose one of the two."},
    )


class DoubtForm(forms.Form):
    """What a guest says is wrong: a game of theirs, and a few words."""

    game = forms.TypedChoiceField(label="Which game", coerce=int, empty_value=None, required=False)
    words = WordsField(label="What is wrong", required=False, limit=200, help_text="A few words are enough.")

    def __init__(self, games: list[tuple[int, str]], data: Any = None) -> None:
        super().__init__(data)
        field = self.fields["game"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 -- declared above
        field.choices = [("", "Something else"), *games]
        field.error_messages["invalid_choice"] = "Choose one of your games."
