"""What officials write on the page of the cut: the card each guest cut."""

from collections.abc import Sequence

from django import forms

PREFIX = "card_"


class CutOfCardsForm(forms.Form):
    """One field for each guest who is level; the act judges the cards."""

    def __init__(self, data: object = None, *, guests: Sequence[tuple[str, str]] = ()) -> None:
        """`guests` are (ref, name) of those who cut."""
        super().__init__(data)  # type: ignore[arg-type]
        for ref, name in guests:
            self.fields[f"{PREFIX}{ref}"] = forms.CharField(
                label=name,
                max_length=4,
                error_messages={"required": f"Write the card that {name} cut, such as 7H."},
                widget=forms.TextInput(attrs={"class": "input-cards", "autocomplete": "off", "placeholder": "7H"}),
            )

    @property
    def cards(self) -> dict[str, str]:
        """The card of each guest by ref."""
        return {name.removeprefix(PREFIX): text for name, text in self.cleaned_data.items()}

    @property
    def faults(self) -> list[str]:
        """Every fault as a sentence."""
        return [str(fault) for faults in self.errors.values() for fault in faults]
