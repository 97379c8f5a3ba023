"""The rulebook of an evening and its options, each with its question, the senses of its values and the argument."""

from collections.abc import Iterator
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from scoring.rulebook import Option, Rulebook
from scoring.rulebooks import RULEBOOKS
from tournament.ledger.lift import rules
from tournament.models import Event

PREFIX = "option_"
LONGEST = 400


def tallied() -> list[tuple[str, str]]:
    """The games an evening can be scored in: those in which each loser writes their own hand."""
    return [(book.name, book.title) for book in RULEBOOKS.values() if book.scoring.scorer == "losers"]


class RulesForm(forms.Form):
    """One radio group for each option of the rulebook."""

    def __init__(self, event: Event, book: Rulebook, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.book = book
        in_force = rules(event) if event.game == book.name else book.rules()
        for option in book.options:
            self.fields[PREFIX + option.name] = forms.ChoiceField(
                label=option.question,
                choices=[(value, _sense(option, value)) for value in option.values],
                initial=in_force[option.name],
                widget=forms.RadioSelect,
                error_messages={"required": "Choose one of these.", "invalid_choice": "Choose one of these."},
            )

    @property
    def options(self) -> Iterator[tuple[Option, forms.BoundField]]:
        """Each option with its field."""
        return ((option, self[PREFIX + option.name]) for option in self.book.options)

    def clean(self) -> dict[str, Any]:
        """No more departures than the event's line holds."""
        fields = super().clean() or self.cleaned_data
        if len(fields) == len(self.fields) and len(self.declared["rules"]) > LONGEST:
            raise ValidationError("More options depart from the usual than can be kept: set some back.")
        return fields

    @property
    def declared(self) -> dict[str, str]:
        """The event's columns: the game, and the options that depart from the default."""
        chosen = {option.name: self.cleaned_data[PREFIX + option.name] for option in self.book.options}
        return {"game": self.book.name, "rules": str(self.book.rules(chosen))}


def _sense(option: Option, value: str) -> str:
    meaning = option.meaning(value)
    said = meaning[0].upper() + meaning[1:]
    return f"{said} (usual)" if value == option.default else said
