"""What is typed or scanned at the door: who comes, who sits in for whom, which table opens, and how
a further round is laid.
"""

from difflib import SequenceMatcher
from typing import Any
from urllib.parse import urlsplit

from django import forms

from scoring.counting.persons import name_words
from scoring.names import folded
from scoring.words import capital, listed
from tournament.guests.companies import NEW, Companies
from tournament.guests.forms import several_match
from tournament.guests.liveries import NEAR, OFFERED, LiveryFinder, means_none
from tournament.guests.namesakes import sharing
from tournament.models import Code, CodeKind, Event, Guest, in_list_order
from tournament.seating.forms import LARGEST_SEED, Choices, ReasonForm, offer
from tournament.site.codes import digest_of
from tournament.site.text import NameField, WholeField, WordsField

LONGEST_TYPED = 200


class CheckInForm(forms.Form):
    """Name, badge number, or the text that a scanner types for the code on a card."""

    typed = WordsField(
        limit=LONGEST_TYPED,
        label="Name or badge number",
        help_text="Or scan the code on the card. Who is not on the list is offered as a new guest.",
        error_messages={"required": "Type a name or a badge number, or scan a card."},
        widget=forms.TextInput(
            attrs={
                "autocomplete": "off",
                "autofocus": True,
                "spellcheck": "false",
                "class": "input input-search",
            }
        ),
    )


class CompanyField(NameField):
    """A company by its name, with “new:” before one that is near another."""

    def clean(self, value: Any) -> str:
        """The name, and whether it is said to be new."""
        text = str(value or "")
        name = str(super().clean(NEW.sub("", text)))
        return f"new: {name}" if NEW.match(text) else name


def call_company(form: forms.Form, event: Event) -> None:
    """Ask for the company by the evening’s word; not at all where guests come from no groups."""
    form.fields["company"].label = capital(event.groups.word)
    if not event.group_one:
        form.fields["company"].widget = forms.HiddenInput()


class NewcomerForm(forms.Form):
    """Somebody at the door who is not on the list."""

    name = NameField(label="Name", help_text="Or with a comma: Ann Oak, Grocers.")
    company = CompanyField(required=False)

    def __init__(self, *args: Any, event: Event, asks: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event, self.asks, self.namesakes = event, asks, list[Guest]()
        call_company(self, event)

    def clean(self) -> dict[str, Any] | None:
        """What stands after a comma is the company, where no other is typed."""
        texts = super().clean() or self.cleaned_data
        name, comma, company = (part.strip() for part in texts.get("name", "").partition(","))
        if name and comma and not texts.get("company"):
            texts |= {"name": name, "company": company}
        if self.asks and name and "another" not in self.data:
            self._ask_about_namesakes(name, texts.get("company", ""))
            self._ask_about_near(texts.get("company", ""))
        return texts

    def _ask_about_near(self, company: str) -> None:
        """No second spelling of a company becomes one of its own unasked."""
        companies = Companies(self.event)
        if means_none(company) or companies.known(company):
            return
        if near := listed((company.name for company in companies.near(company)), "or"):
            word = self.event.groups.word
            self.add_error(
                None, f"Is it {near}? Write that, or “new: {company}” where it is another {word}."
            )

    def _ask_about_namesakes(self, name: str, company: str) -> None:
        """Nobody is added unasked whom the list could not tell from somebody on it."""
        known_value = LiveryFinder(self.event.liveries.all()).find(company)
        self.namesakes = sharing(self.event, name, known_value.name if known_value else company)
        if self.namesakes:
            guest = self.namesakes[0]
            word = self.event.groups.word
            livery = guest.livery_name or f"no {word}"
            here = "here" if guest.arrived_at else "on the list"
            words = f"Another {guest.name} is {here}: badge {guest.badge}, {livery}."
            self.add_error(
                None,
                f"{words} Add a surname or {self.event.groups.article}, or add them all the same.",
            )

    @classmethod
    def of(cls, text: str, event: Event) -> "NewcomerForm | None":
        """The form with a name that nobody on the list has, and after a comma the company; none for
        a number or the address of a card.
        """
        is_name = last_part(text) == text and any(letter.isalpha() for letter in text)
        name, _, company = (part.strip() for part in text.partition(","))
        return (
            cls(initial={"name": name, "company": company}, event=event)
            if is_name and name
            else None
        )


def meant(event: Event, text: str) -> list[Guest]:
    """Who answers to what was typed: a card's code, a badge, else everybody whose name holds all
    the words.
    """
    guests = Guest.objects.filter(event=event).select_related("livery")
    part = last_part(text)
    if part != text:
        code = Code.objects.filter(
            event=event, kind=CodeKind.GUEST, digest=digest_of(part), revoked_at=None
        )
        holders = guests.filter(pk__in=code.values("guest"))
        if holders:
            return in_list_order(holders)
    if part.isascii() and part.isdigit():
        return list(guests.filter(badge=int(part))) if len(part) < 8 else []
    words = folded(part).split()
    names = (
        guest
        for guest in guests
        if guest.ref == part or all(word in folded(guest.name) for word in words)
    )
    return in_list_order(names) if words else []


def nearest(event: Event, text: str) -> list[Guest]:
    """Guests whose names are spelt nearly so, the nearest first; nobody for a number or the address
    of a card.
    """
    words = name_words(text) if last_part(text) == text else ()
    if not any(word.isalpha() for word in words):
        return []
    scored: list[tuple[float, int, Guest]] = []
    for guest in in_list_order(Guest.objects.filter(event=event).select_related("livery")):
        ratios = [
            max(
                SequenceMatcher(None, word, name_word).ratio()
                for name_word in name_words(guest.name)
            )
            for word in words
        ]
        scored.append((-sum(ratios) / len(ratios), len(scored), guest))
    return [guest for likeness, _order, guest in sorted(scored)[:OFFERED] if likeness <= -NEAR]


def last_part(text: str) -> str:
    """The last part of an address, or the text itself where it is none."""
    if "/" not in text:
        return text
    return urlsplit(text).path.rstrip("/").rpartition("/")[-1]


class SignInForm(forms.Form):
    """What somebody says of themselves."""

    name = NameField(label="Your name", help_text="As it appears on the card.")
    company = NameField(required=False)

    def __init__(self, *args: Any, event: Event, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        call_company(self, event)


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
        offer(self, "since", games, invalid_choice="Choose a game from the list.")

    def clean_comes(self) -> Guest:
        """The one guest who is meant."""
        guests = meant(self.event, self.cleaned_data["comes"].strip())
        if not guests:
            raise forms.ValidationError(
                "No guest matches this: add them to the list first, or give the badge."
            )
        if len(guests) > 1:
            raise forms.ValidationError(several_match(guests))
        return guests[0]


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
        offer(self, "guests", waiting)


class FurtherForm(forms.Form):
    """Who is still here for the next round, and the seed of its draw."""

    here = forms.MultipleChoiceField(
        widget=forms.CheckboxSelectMultiple,
        label="Still here",
        help_text="Anyone not ticked has gone home.",
        error_messages={
            "required": "Nobody is left to play: tick who is here.",
            "invalid_choice": "The list of guests changed: look at it again.",
        },
    )
    seed = WholeField(
        1,
        LARGEST_SEED,
        label="Seed of the draw",
        help_text="The same guests and seed draw the same.",
    )

    def __init__(self, *args: Any, present: Choices, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.refs = [ref for ref, _words in present]
        offer(self, "here", present)
        self.initial.setdefault("here", self.refs)

    @property
    def gone(self) -> tuple[str, ...]:
        """Those who were not ticked."""
        ticked = set(self.cleaned_data["here"])
        return tuple(ref for ref in self.refs if ref not in ticked)
