"""The forms of the seating: the seed of a draw, two guests to swap, who goes home, who comes late."""

from collections.abc import Sequence
from typing import Any

from django import forms

LARGEST_SEED = 999_999
LONGEST_REASON = 300
Choices = Sequence[tuple[str, str]]


class DrawForm(forms.Form):
    """The seed of a draw."""

    seed = forms.IntegerField(
        min_value=1,
        max_value=LARGEST_SEED,
        label="Seed of the draw",
        help_text="Any whole number up to 999999. The same guests and seed give the same seating.",
        error_messages={
            "required": "Give the draw a seed: any whole number from 1 to 999999.",
            "invalid": "The seed is a whole number from 1 to 999999.",
            "min_value": "The seed is a whole number from 1 to 999999.",
            "max_value": "The seed is a whole number from 1 to 999999.",
        },
        widget=forms.NumberInput(attrs={"inputmode": "numeric"}),
    )


class PairForm(forms.Form):
    """Two seated guests, by badge."""

    one = forms.TypedChoiceField(coerce=int, label="This guest")
    other = forms.TypedChoiceField(coerce=int, label="with this one")

    def __init__(self, *args: Any, seated: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("one", "other"):
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 -- declared above
            field.choices = [("", "Choose a guest"), *seated]
            field.error_messages["required"] = "Choose a guest."
            field.error_messages["invalid_choice"] = "This guest does not sit in this round: choose one from the list."

    def clean(self) -> dict[str, Any]:
        """Nobody swaps with themselves."""
        found = self.cleaned_data
        if found.get("one") and found.get("one") == found.get("other"):
            raise forms.ValidationError("Choose two different guests to swap.")
        return found


class ReasonForm(forms.Form):
    """Why, for acts on a published seating."""

    reason = forms.CharField(
        max_length=LONGEST_REASON,
        label="Reason",
        error_messages={"required": "Give the reason: it is kept with the change."},
    )


class LeaveForm(ReasonForm):
    """Who goes home, from which game on."""

    prefix = "leave"
    guest = forms.TypedChoiceField(coerce=int, label="Who goes home")
    game = forms.TypedChoiceField(
        coerce=int, label="From game", help_text="The first game they are not at the table for."
    )
    field_order = ("guest", "game", "reason")

    def __init__(self, *args: Any, guests: Choices, games: int, unit: str = "game", **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _choose(self, "guest", [("", "Choose a guest"), *guests])
        _from(self, games, unit)


class LateForm(ReasonForm):
    """Where a guest takes a free place in each round, from which game on."""

    prefix = "late"
    game = forms.TypedChoiceField(coerce=int, label="From game", help_text="The first game they play.")

    def __init__(
        self, *args: Any, games: int, places: Sequence[tuple[int, Choices]], unit: str = "game", **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        _from(self, games, unit)
        for number, free in places:
            field = forms.ChoiceField(choices=[("", "No place"), *free], label=f"Place in round {number}")
            field.required = False
            field.initial = next((value for value, _ in free), "")
            field.error_messages["invalid_choice"] = "This place is not free: choose one from the list."
            self.fields[f"place_{number}"] = field
        self.order_fields(["game", *(f"place_{number}" for number, _ in places), "reason"])


def _choose(form: forms.Form, name: str, choices: Choices) -> None:
    field = form.fields[name]
    assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 -- declared by every form that asks
    field.choices = list(choices)
    field.error_messages["required"] = "Choose one."
    field.error_messages["invalid_choice"] = "Choose one from the list."


def _from(form: forms.Form, games: int, unit: str) -> None:
    """The first of so many games, under the word that the format has for one."""
    field = form.fields["game"]
    field.label, field.help_text = f"From {unit}", str(field.help_text).replace("game", unit)
    _choose(form, "game", [(str(game), f"{unit.capitalize()} {game}") for game in range(1, games + 1)])
