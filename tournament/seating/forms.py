"""The forms of the seating: the seed of a draw, two guests to swap, who goes home, who comes late.

The plan of the hall: rooms with so many tables, and each table's label, room and step-free side.

What is typed or scanned at the door, whose name comes near it, who is added, and who sits in for
whom.

One line for a guest who walks in, and the form behind the code on the wall.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django import forms

from scoring.seating.public_draw import cut_cards
from tournament.counting.plan import LONGEST_LABEL, LONGEST_ROOM, Stand, usual_labels
from tournament.guests.forms import several_match
from tournament.models import Event, Guest
from tournament.models.guest import HIGHEST_TABLE
from tournament.seating.acts import SWAP_TWO
from tournament.seating.forms_door import meant
from tournament.site.text import WholeField, WordsField

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
        field = self.fields["tables"]
        assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 -- declared above
        field.choices, field.initial = list(plans), plans[0][0]

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
            field = self.fields[name]
            assert isinstance(field, forms.TypedChoiceField)  # noqa: S101 -- declared above
            field.choices = [("", "Choose a guest"), *seated]
            field.error_messages["required"] = "Choose a guest."
            field.error_messages["invalid_choice"] = (
                "This guest does not sit in this round: choose one from the list."
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
        _choose(self, "guest", [("", "Choose a guest"), *guests])
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
        field = self.fields["places"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 -- declared above
        field.choices = list(places) or [("", "No seat is free")]
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
        _choose(self, "guest", [("", "Choose a guest"), *guests])
        field = self.fields["place"]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 -- declared above
        field.choices = [("", "Choose a seat"), *places] if places else [("", "No seat is free")]


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
    _choose(
        form, "game", [(str(game), f"{unit.capitalize()} {game}") for game in range(1, games + 1)]
    )


ROOMS = 4


class RoomsForm(forms.Form):
    """Rooms with how many tables stand in each, and how many of these, the first ones, no step
    leads to.
    """

    without_13 = forms.BooleanField(label="No table is called 13", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for number in range(1, ROOMS + 1):
            self.fields[f"room_{number}"] = WordsField(
                limit=LONGEST_ROOM, label=f"Room {number}", required=False
            )
            self.fields[f"tables_{number}"] = WholeField(
                0, HIGHEST_TABLE, label="Tables", required=False
            )
            self.fields[f"free_{number}"] = WholeField(
                0, HIGHEST_TABLE, label="Step-free", required=False
            )

    def clean(self) -> dict[str, Any]:
        """A room needs tables, and has no more step-free ones than these."""
        cleaned = super().clean() or self.cleaned_data
        for number in range(1, ROOMS + 1):
            tables, free = cleaned.get(f"tables_{number}") or 0, cleaned.get(f"free_{number}") or 0
            if cleaned.get(f"room_{number}") and not tables:
                self.add_error(f"tables_{number}", "How many tables stand in this room?")
            if free > tables:
                self.add_error(f"free_{number}", f"There are {tables} tables in this room.")
        if not any(cleaned.get(f"tables_{number}") for number in range(1, ROOMS + 1)):
            raise forms.ValidationError("Say for one room at least how many tables stand in it.")
        if (
            sum(cleaned.get(f"tables_{number}") or 0 for number in range(1, ROOMS + 1))
            > HIGHEST_TABLE
        ):
            raise forms.ValidationError(f"At most {HIGHEST_TABLE} tables, please.")
        return cleaned

    def rows(self) -> list[dict[str, Any]]:
        """The plan: tables numbered through the rooms."""
        rows: list[dict[str, Any]] = []
        for number in range(1, ROOMS + 1):
            room, tables, free = (
                self.cleaned_data.get(f"{name}_{number}") for name in ("room", "tables", "free")
            )
            rows += [
                {"room": room or "", "step_free": place < (free or 0)}
                for place in range(tables or 0)
            ]
        labels = islice(usual_labels(without_13=self.cleaned_data["without_13"]), len(rows))
        return [row | {"label": label} for row, label in zip(rows, labels, strict=True)]

    @property
    def lines(self) -> Iterator[tuple[Any, Any, Any]]:
        """The fields of each room side by side."""
        return (
            (self[f"room_{n}"], self[f"tables_{n}"], self[f"free_{n}"]) for n in range(1, ROOMS + 1)
        )


@dataclass(frozen=True, slots=True)
class Line:
    """The fields of one table."""

    number: int
    label: Any
    room: Any
    step_free: Any


class TablesForm(forms.Form):
    """Label, room and step-free side of every table."""

    reason = WordsField(limit=300, label="Reason", help_text="It is kept with the change.")

    def __init__(self, stands: Sequence[Stand], *args: Any, published: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs | {"auto_id": "id_table_%s"})
        self.stands = stands
        for table in stands:
            label = WordsField(
                limit=LONGEST_LABEL, label=f"Label of table {table.number}", initial=table.label
            )
            label.error_messages["required"] = "Give the table a label."
            room = WordsField(
                limit=LONGEST_ROOM,
                label=f"Room of table {table.label}",
                required=False,
                initial=table.room,
            )
            free = forms.BooleanField(
                label=f"Table {table.label} is step-free", required=False, initial=table.step_free
            )
            for field in (label, room):
                field.widget.attrs["class"] = "input"
            self.fields |= {
                f"label_{table.number}": label,
                f"room_{table.number}": room,
                f"free_{table.number}": free,
            }
        if not published:
            del self.fields["reason"]

    def rows(self) -> list[dict[str, Any]]:
        """The plan as it was typed."""
        cleaned = self.cleaned_data
        return [
            {
                "label": cleaned[f"label_{n}"],
                "room": cleaned[f"room_{n}"],
                "step_free": cleaned[f"free_{n}"],
            }
            for n in (table.number for table in self.stands)
        ]

    @property
    def lines(self) -> Iterator[Line]:
        """The fields, table by table."""
        for table in self.stands:
            fields = (self[f"{name}_{table.number}"] for name in ("label", "room", "free"))
            yield Line(table.number, *fields)


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
        field = self.fields["guests"]
        assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 -- declared above
        field.choices = list(waiting)


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
        field = self.fields["here"]
        assert isinstance(field, forms.MultipleChoiceField)  # noqa: S101 -- declared above
        field.choices = list(present)
        self.initial.setdefault("here", self.refs)

    @property
    def gone(self) -> tuple[str, ...]:
        """Those who were not ticked."""
        ticked = set(self.cleaned_data["here"])
        return tuple(ref for ref in self.refs if ref not in ticked)
