"""A guest typed in, places held for those whose names follow, and pairs kept apart."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from scoring.names import folded
from scoring.words import capital, listed
from tournament.counting.plan import table_called, table_label
from tournament.guests.companies import Companies, fault_in_company
from tournament.guests.liveries import means_none
from tournament.models import Event, Guest, Livery
from tournament.models.guest import HIGHEST_BADGE, HIGHEST_TABLE, tidy
from tournament.site.text import NameField, WholeField, WordsField

MOST_PLACES = 50
PLAIN = (
    "title",
    "name",
    "sort_name",
    "post_nominals",
    "spoken",
    "team",
    "office",
    "guest_of",
    "host_connected",
    "unnamed",
    "no_photographs",
    "fixed_table",
    "step_free",
    "keeps_room",
    "dietary",
    "email",
    "phone",
    "notes",
    "order_number",
)
FOR_ORGANISERS = ("email", "phone", "notes", "order_number")


class LiveryField(forms.CharField):
    """A company by any of its names, none, or a new one; of a name near a known one it is asked
    whether it is that one.
    """

    companies: Companies

    def __init__(self, **kwargs: Any) -> None:
        # The page holds the list of companies once, under this id.
        attrs = {"list": "companies", "autocomplete": "off", "maxlength": "120"}
        super().__init__(widget=forms.TextInput(attrs=attrs), required=False, **kwargs)

    def clean(self, value: Any) -> Livery | None:
        """The company, found or yet to be saved, or None."""
        text = tidy(super().clean(value))
        if means_none(text) or self.companies.known(text):
            return self.companies.find(text)
        if fault := fault_in_company(text):
            raise ValidationError(fault)
        if near := listed((company.name for company in self.companies.near(text)), "or"):
            word = self.companies.event.groups.word
            raise ValidationError(
                f"Is it {near}? Write that, or “new: {text}” where it is another {word}."
            )
        return self.companies.find(text)


class TableField(forms.CharField):
    """A table of the hall by its label, or by its number where the hall has no plan."""

    event: Event

    def clean(self, value: Any) -> int | None:
        """The number of the table, or None."""
        label = super().clean(value)
        if not label:
            return None
        number = table_called(self.event, label)
        if number is None or not 1 <= number <= HIGHEST_TABLE:
            raise ValidationError(f"No table is called “{label}”. Look at the plan of the hall.")
        return number

    def prepare_value(self, value: Any) -> Any:
        """The label of the number that is kept."""
        return table_label(self.event, value) if isinstance(value, int) else value


class LiveryForm(forms.Form):
    """A form with a livery of the event."""

    livery = LiveryField()

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event
        field = self.fields["livery"]
        assert isinstance(field, LiveryField)  # noqa: S101 -- for the types; declared above
        field.companies = Companies(event)
        field.label = capital(event.groups.word)
        self.companies = list(field.companies.finder.companies)
        if not event.group_one:
            del self.fields["livery"]


class GuestForm(LiveryForm):
    """Everything that is known of a guest; the badge is given once, the e-mail seen by the
    organiser alone.
    """

    name = NameField(
        label="Name as printed", help_text="As it appears on card and board, with any title."
    )
    badge = WholeField(
        1, HIGHEST_BADGE, required=False, help_text="The next free one if left empty."
    )
    team = NameField(limit=80, required=False, help_text="Chosen by hand, whatever the group.")
    office = NameField(limit=60, required=False)
    title = NameField(limit=40, required=False, help_text="For letters; never printed alone.")
    post_nominals = NameField(label="Post-nominals", limit=40, required=False)
    spoken = NameField(
        label="How the name is said",
        limit=80,
        required=False,
        help_text="For the announcer, such as BEE-a-trix DUN-net-whistle.",
    )
    sort_name = NameField(
        label="Sort as",
        required=False,
        help_text=(
            "Surname first, as in “Nagy, Ferenc”; the surname alone will do. Taken from the name if"
            " left empty."
        ),
    )
    guest_of = NameField(label="Guest of", required=False)
    email = forms.EmailField(
        label="E-mail",
        required=False,
        max_length=254,
        error_messages={"invalid": "Write it as in name@example.org."},
        help_text="Seen by organisers, never public.",
    )
    phone = WordsField(limit=40, required=False, help_text="Seen by organisers, never public.")
    dietary = WordsField(
        limit=120,
        label="Dietary wishes",
        required=False,
        help_text="A mark on the place card; in words only for the kitchen.",
    )
    notes = WordsField(limit=300, required=False, help_text="Seen by organisers, never public.")
    order_number = WordsField(limit=60, label="Order number", required=False)
    fixed_table = TableField(
        label="Fixed table",
        required=False,
        max_length=5,
        help_text="For a guest who cannot move, as the table is called.",
    )
    step_free = forms.BooleanField(label="Needs the step-free side of the hall", required=False)
    keeps_room = forms.BooleanField(label="Does not change rooms", required=False)
    host_connected = forms.BooleanField(
        label="Connected with the host (not open to some prizes)", required=False
    )
    unnamed = forms.BooleanField(label="Show as badge number in public", required=False)
    no_photographs = forms.BooleanField(label="No photographs, please", required=False)
    another = forms.BooleanField(required=False)
    field_order = ("name", "livery", "team", "office", "badge")

    def __init__(
        self, event: Event, guest: Guest | None, *args: Any, private: bool, **kwargs: Any
    ) -> None:
        initial = (
            {name: getattr(guest, name) for name in PLAIN} | {"livery": guest.livery_name}
            if guest
            else {}
        )
        super().__init__(event, *args, initial=initial, **kwargs)
        self.guest = guest
        self.fields[
            "another"
        ].label = f"Yes, another guest of the same name and {event.groups.word}"
        field = self.fields["fixed_table"]
        assert isinstance(field, TableField)  # noqa: S101 -- for the types; declared above
        field.event = event
        if not event.team_figure and not (guest and guest.team):
            del self.fields["team"]
        if guest:
            del self.fields["badge"]
        for name in () if private else FOR_ORGANISERS:
            del self.fields[name]
        for name in set(self.fields) - {"another"} if guest else ():
            self.fields[name].show_hidden_initial = True
        if not self.data.get("another"):
            self.fields["another"].widget = forms.HiddenInput()

    def clean(self) -> dict[str, Any]:
        """Keep what somebody else changed since this form was opened; ask before a second guest of
        one name and livery.
        """
        fields = super().clean() or self.cleaned_data
        self._changed_meanwhile(fields)
        twin = self._twin(fields)
        if twin and not fields.get("another"):
            self.fields["another"].widget = forms.CheckboxInput()
            self.add_error(
                "another", f"{twin.name} is on the list already, with badge {twin.badge}."
            )
        return fields

    def _changed_meanwhile(self, fields: dict[str, Any]) -> None:
        """A field that was not touched here keeps what it is now; of one that both changed, this
        says what it is now and asks.
        """
        for name in [name for name, field in self.fields.items() if field.show_hidden_initial]:
            bound, text = self[name], self.add_initial_prefix(name)
            now = "" if bound.initial is None else str(bound.field.prepare_value(bound.initial))
            if name not in fields or self.data.get(text, now) == now:
                continue
            if name not in self.changed_data:
                fields[name] = bound.field.clean(now)
            elif str(bound.data or "").strip() != now:
                self.data = {key: self.data[key] for key in self.data} | {text: now}
                self.add_error(
                    name, f"Somebody else made this “{now}” meanwhile. Look at it and save again."
                )

    def _twin(self, fields: dict[str, Any]) -> Guest | None:
        if not {"name", "livery"} <= set(fields):
            return None
        if fields["livery"] and not fields["livery"].pk:
            return None
        guests = self.event.guests.filter(livery=fields["livery"])
        if self.guest:
            guests = guests.exclude(pk=self.guest.pk)
        return next(
            (guest for guest in guests if folded(guest.name) == folded(fields["name"])), None
        )

    @property
    def fields_of_guest(self) -> dict[str, Any]:
        """What the act takes."""
        return {name: value for name, value in self.cleaned_data.items() if name != "another"}


class PlacesForm(LiveryForm):
    """Places for guests whose names follow."""

    places = WholeField(1, MOST_PLACES, label="How many", initial=1)
    field_order = ("places", "livery")

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        # Ids of its own: it stands beside the form of a guest, which has a livery too.
        super().__init__(event, *args, auto_id="id_places_%s", **kwargs)


def several_match(guests: Sequence[Guest]) -> str:
    """What is said where a search has to find one guest and finds more."""
    text = ", ".join(f"{guest.badge} {guest.name}" for guest in guests[:4])
    return f"{len(guests)} guests match: {text}. Give the badge number."


class KeepApartForm(forms.Form):
    """Another guest, by badge or by part of the name."""

    other = forms.CharField(
        label="Badge or name",
        max_length=80,
        error_messages={"required": "Give the other guest's badge number or name."},
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event = event

    def clean_other(self) -> Guest:
        """The one guest who is meant."""
        text = self.cleaned_data["other"].strip()
        number = text.split()[0]
        guests = list(self.event.guests.all())
        if number.isascii() and number.isdecimal():
            matches = [guest for guest in guests if str(guest.badge) == number.lstrip("0")]
        else:
            matches = [guest for guest in guests if folded(text) in folded(guest.name)]
        if len(matches) > 1:
            raise ValidationError(several_match(matches))
        if not matches:
            raise ValidationError(
                f"Nobody here has the name or badge “{text}”. Look the badge up in the list."
            )
        return matches[0]
