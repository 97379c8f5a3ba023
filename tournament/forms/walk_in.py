"""One line for a guest who walks in, and the form behind the code on the wall."""

from typing import Any

from django import forms

from tournament.forms.seating import LARGEST_SEED, Choices
from tournament.forms.text import NameField, WholeField, WordsField
from tournament.names import LONGEST, fault_in_name


class LineForm(forms.Form):
    """`Name, Company` in one line; the company may be left out."""

    line = WordsField(
        limit=2 * LONGEST,
        label="Name, company",
        help_text="Such as: Ann Oak, Grocers. The company may be left out.",
        error_messages={"required": "Type a name, and after a comma the company."},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True, "spellcheck": "false"}),
    )

    def clean_line(self) -> str:
        """Both parts printable and no longer than a card takes."""
        line: str = self.cleaned_data["line"]
        name, company = _parts(line)
        if not name:
            raise forms.ValidationError("The name comes before the comma: Ann Oak, Grocers.")
        for part in (name, company):
            if fault := fault_in_name(part):
                raise forms.ValidationError(fault)
        return line

    @property
    def parts(self) -> tuple[str, str]:
        """Name and company."""
        return _parts(self.cleaned_data["line"])


def _parts(line: str) -> tuple[str, str]:
    name, _, company = (part.strip() for part in line.partition(","))
    return name, company


class SignInForm(forms.Form):
    """What somebody says of themselves."""

    name = NameField(label="Your name", help_text="As it is to stand on the card.")
    company = NameField(label="Company or club", required=False)


class OpenTableForm(forms.Form):
    """Who sits down together."""

    guests = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        error_messages={
            "required": "Choose four to six who wait.",
            "invalid_choice": "One of them does not wait any more: choose again.",
        },
    )

    def __init__(self, *args: Any, waiting: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field = self.fields["guests"]
        assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 -- declared above
        field.choices = list(waiting)


class FurtherForm(forms.Form):
    """Who is still here for the next round, and the seed of its draw."""

    here = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        label="Still here",
        help_text="Whoever is not ticked has gone home.",
        error_messages={
            "required": "Nobody is left to play: tick who is here.",
            "invalid_choice": "The list of guests changed: look at it again.",
        },
    )
    seed = WholeField(1, LARGEST_SEED, label="Seed of the draw", help_text="The same guests and seed draw the same.")

    def __init__(self, *args: Any, present: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.refs = [ref for ref, _words in present]
        field = self.fields["here"]
        assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 -- declared above
        field.choices = list(present)
        self.initial.setdefault("here", self.refs)

    @property
    def gone(self) -> tuple[str, ...]:
        """Those who were not ticked."""
        ticked = set(self.cleaned_data["here"])
        return tuple(ref for ref in self.refs if ref not in ticked)
