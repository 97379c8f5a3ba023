"""What is typed or scanned at the door, and who sits in for whom."""

from typing import Any
from urllib.parse import urlsplit

from django import forms

from tournament.codes import digest_of
from tournament.folded_names import folded
from tournament.forms.seating import Choices, ReasonForm
from tournament.forms.text import WordsField
from tournament.models import Code, CodeKind, Event, Guest

LONGEST = 200


class CheckInForm(forms.Form):
    """Name, badge number, or the text that a scanner types for the code on a card."""

    typed = WordsField(
        limit=LONGEST,
        label="Name or badge number",
        help_text="Or scan the code on the card.",
        error_messages={"required": "Type a name or a badge number, or scan a card."},
        widget=forms.TextInput(attrs={"autocomplete": "off", "autofocus": True, "spellcheck": "false"}),
    )


def meant(event: Event, typed: str) -> list[Guest]:
    """Who answers to what was typed: a card's code, a badge, else everybody whose name holds all the words."""
    guests = Guest.objects.filter(event=event).select_related("livery").order_by("sort_name", "badge")
    said = last_part(typed)
    if said != typed:
        code = Code.objects.filter(event=event, kind=CodeKind.GUEST, digest=digest_of(said), revoked_at=None)
        found = guests.filter(pk__in=code.values("guest"))
        if found:
            return list(found)
    if said.isascii() and said.isdigit():
        return list(guests.filter(badge=int(said))) if len(said) < 8 else []
    words = folded(said).split()
    named = [guest for guest in guests if guest.ref == said or all(word in folded(guest.name) for word in words)]
    return named if words else []


def last_part(typed: str) -> str:
    """The last part of an address, or the text itself where it is none."""
    if "/" not in typed:
        return typed
    return urlsplit(typed).path.rstrip("/").rpartition("/")[-1]


class SubstituteForm(ReasonForm):
    """Who sits in for a guest, from which game of which round on."""

    prefix = "substitute"
    comes = forms.CharField(
        label="Who sits in",
        max_length=80,
        help_text="Badge or name of a guest without a seat.",
        error_messages={"required": "Give the badge or the name of who sits in."},
    )
    since = forms.ChoiceField(label="From", help_text="The first game they play.")
    field_order = ("comes", "since", "reason")

    def __init__(self, event: Event, *args: Any, games: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        field = self.fields["since"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 -- declared above
        field.choices = list(games)
        field.error_messages["invalid_choice"] = "Choose a game from the list."

    def clean_comes(self) -> Guest:
        """The one guest who is meant."""
        found = meant(self.event, self.cleaned_data["comes"].strip())
        if not found:
            raise forms.ValidationError("No guest answers to this: add them to the list first, or give the badge.")
        if len(found) > 1:
            shown = ", ".join(f"{guest.badge} {guest.name}" for guest in found[:4])
            raise forms.ValidationError(f"{len(found)} guests fit: {shown}. Give the badge number.")
        return found[0]
