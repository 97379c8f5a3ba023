"""The forms of the seating: the seed of a draw, two guests to swap, who goes home, who comes
late.
"""

from collections.abc import Sequence
from typing import Any

from django import forms

from scoring.seating.public_draw import cut_cards
from tournament.seating.changes import SWAP_TWO

LARGEST_SEED = 999_999
LONGEST_REASON = 300
Choices = Sequence[tuple[str, str]]


class DrawForm(forms.Form):
    """The seed of a draw and, where several divisions of the guests fit, at how many tables."""

    tables = forms.TypedChoiceField(
        coerce=int,
        empty_value=None,
        required=False,
        label="Tables in each round",
        help_text="The first does least harm.",
        error_messages={"invalid_choice": "So many tables do not fit: choose one of these."},
        widget=forms.RadioSelect,
    )
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
    cards = forms.CharField(
        max_length=40,
        label="Cards that were cut",
        help_text="Four, in their order, such as QS 10H 4C AD.",
        error_messages={"required": "Type the four cards that were cut, or take the digest down."},
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
    )

    def __init__(self, *args: Any, plans: Choices, public: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        del self.fields["seed" if public else "cards"]
        if len(plans) < 2:
            del self.fields["tables"]
            return
        offer(self, "tables", plans)
        self.fields["tables"].initial = plans[0][0]

    def clean_cards(self) -> str:
        """Four different ones, in one spelling."""
        try:
            return cut_cards(self.cleaned_data["cards"])
        except ValueError as error:
            raise forms.ValidationError(str(error)) from None


class PairForm(forms.Form):
    """Two seated guests, by badge."""

    one = forms.TypedChoiceField(coerce=int, label="This guest")
    other = forms.TypedChoiceField(coerce=int, label="with this one")

    def __init__(self, *args: Any, seated: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name in ("one", "other"):
            offer(
                self,
                name,
                [("", "Choose a guest"), *seated],
                required="Choose a guest.",
                invalid_choice="This guest does not sit in this round: choose one from the list.",
            )

    def clean(self) -> dict[str, Any]:
        """Nobody swaps with themselves."""
        cleaned = self.cleaned_data
        if cleaned.get("one") and cleaned.get("one") == cleaned.get("other"):
            raise forms.ValidationError(SWAP_TWO)
        return cleaned


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
        coerce=int, label="From game", help_text="The first game they miss."
    )
    field_order = ("guest", "game", "reason")

    def __init__(
        self, *args: Any, guests: Choices, games: int, unit: str = "game", **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "guest", [("", "Choose a guest"), *guests], **CHOOSE)
        _from(self, games, unit)


class LateForm(ReasonForm):
    """Which free places a guest takes, those of all rounds chosen together, and
    from which game on.
    """

    prefix = "late"
    places = forms.ChoiceField(
        label="Seats",
        help_text="Best seats first.",
        error_messages={
            "required": "Choose the seats they take.",
            "invalid_choice": "This seat is not free: choose one from the list.",
        },
    )
    game = forms.TypedChoiceField(
        coerce=int, label="From game", help_text="The first game they play."
    )
    field_order = ("places", "game", "reason")

    def __init__(
        self, *args: Any, games: int, places: Choices, unit: str = "game", **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        _from(self, games, unit)
        offer(self, "places", list(places) or [("", "No seat is free")])
        self.fields["reason"].required = False
        self.fields["reason"].help_text = "If there is one."


class MoveForm(forms.Form):
    """Which guest goes to which free seat; why is asked with what it would change."""

    prefix = "move"
    guest = forms.TypedChoiceField(coerce=int, label="Who moves")
    place = forms.ChoiceField(
        label="To",
        help_text="The smallest tables first.",
        error_messages={
            "required": "Choose a seat.",
            "invalid_choice": "This seat is not free: choose one.",
        },
    )

    def __init__(self, *args: Any, guests: Choices, places: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offer(self, "guest", [("", "Choose a guest"), *guests], **CHOOSE)
        first = ("", "Choose a seat" if places else "No seat is free")
        offer(self, "place", [first, *places])


def offer(form: forms.Form, name: str, choices: Choices, **faults: str) -> None:
    """What a field offers to choose from, and its own sentences for what is wrong (`required`,
    `invalid_choice`).
    """
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)  # noqa: S101 -- declared by every form that asks
    field.choices = list(choices)
    field.error_messages |= faults


CHOOSE = {"required": "Choose one.", "invalid_choice": "Choose one from the list."}


def _from(form: forms.Form, games: int, unit: str) -> None:
    """The first of so many games, under the word that the format has for one."""
    field = form.fields["game"]
    field.label, field.help_text = f"From {unit}", str(field.help_text).replace("game", unit)
    choices = [(str(game), f"{unit.capitalize()} {game}") for game in range(1, games + 1)]
    offer(form, "game", choices, **CHOOSE)
