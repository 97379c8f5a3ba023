"""The form of one sheet: a typed line a seat, and what was ticked, read into a submission."""

import re
import unicodedata
import uuid
from dataclasses import replace
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from scoring.formats import Format
from scoring.sheet import DISMISSALS, Finding, SeatEntry
from tournament.forms.typed import LONGEST, TypedError, read_typed
from tournament.submission import Place, Submission

LEFT_NEIGHBOURS = "the left neighbours"
_HAND = re.compile(r"hand_([A-Z])", re.ASCII)
_FLAG = re.compile(r"flag_([a-z_]+(?: [A-Z])*)", re.ASCII)


def seen_text(text: str) -> None:
    """Refuse control and direction-changing characters: no record may keep them."""
    if any(unicodedata.category(character).startswith("C") for character in text):
        raise ValidationError("Take out the characters that cannot be seen.")


class SheetForm(forms.Form):
    """What comes back from a page of entry. The seats are those that were sent; the writer compares them."""

    key = forms.CharField(max_length=80)
    seen = forms.IntegerField(min_value=0, max_value=10_000)
    blocked = forms.BooleanField(required=False)
    checked = forms.BooleanField(required=False)
    checker = forms.CharField(max_length=120, required=False, validators=[seen_text])
    reason = forms.CharField(max_length=300, required=False, validators=[seen_text])
    witness = forms.CharField(max_length=120, required=False, validators=[seen_text])

    def __init__(self, data: QueryDict, form: Format) -> None:
        super().__init__(data)
        self.format = form
        self.typed = {found[1]: str(data[name]) for name in data if (found := _HAND.fullmatch(name))}
        self.entries: dict[str, SeatEntry] = {}
        self.findings: list[Finding] = []

    def clean(self) -> dict[str, Any]:
        """Read every seat; each fault becomes a finding at its row, and nothing typed is lost."""
        for seat, text in sorted(self.typed.items()):
            try:
                self.entries[seat] = read_typed(seat, text[: LONGEST + 1], self.format)
            except TypedError as error:
                self.findings.append(Finding("typed", (seat,), str(error), refused=True))
        return self.cleaned_data

    @property
    def faults(self) -> tuple[Finding, ...]:
        """Everything that keeps the sheet from being read."""
        form_faults = (
            Finding("form", (), f"{name.capitalize()}: {' '.join(map(str, told))}", refused=True)
            for name, told in self.errors.items()
        )
        return (*self.findings, *form_faults)

    @property
    def readable(self) -> bool:
        """Whether every seat and field could be read."""
        return self.is_valid() and not self.findings

    @property
    def whole(self) -> bool:
        """Whether something stands at every seat."""
        return all(text.strip() for text in self.typed.values())

    def dismissed(self) -> dict[str, str]:
        """The fixed reason given for each flag."""
        chosen = {found[1]: str(self.data[name]) for name in self.data if (found := _FLAG.fullmatch(name))}
        return {flag: reason for flag, reason in chosen.items() if reason in DISMISSALS}

    def submission(self, place: Place) -> Submission:
        """The sheet as sent, once it is `readable`."""
        said = self.cleaned_data
        return Submission(
            place,
            tuple(self.entries[seat] for seat in sorted(self.entries)),
            seen=said["seen"],
            blocked=said["blocked"],
            checked=said["checked"],
            checker=(said["checker"] or LEFT_NEIGHBOURS) if said["checked"] else "",
            reason=said["reason"],
            witness=said["witness"],
            dismissed=self.dismissed(),
        )


def partial(form: SheetForm, place: Place) -> Submission:
    """What is readable so far, for a look at it while typing goes on."""
    form.is_valid()
    entries = tuple(form.entries[seat] for seat in sorted(form.entries))
    return replace(Submission(place, entries), blocked=bool(form.cleaned_data.get("blocked")))


def new_key() -> str:
    """The key that makes one rendering of a form recognisable when it is sent twice."""
    return str(uuid.uuid4())
