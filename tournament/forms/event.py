"""What an organiser declares of an evening: when and where, how it is played, what ranks and who wins."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from scoring.tie_breaks import CRITERIA
from tournament.forms.accounts import DayField
from tournament.forms.text import WholeField, WordsField
from tournament.models import Event
from tournament.models.event import AbsentPolicy, CutTie, UnplayedPolicy, WithdrawnPolicy
from tournament.phase import cut_too_large

MOST_PRIZES = 6
FORMATS = (
    ("tables", "Tables of five, seated by snake (1-4-5-8-9 and 2-3-6-7-10 for ten)"),
    ("one", "One table, with two packs when it needs them"),
    ("none", "No play-off: the cut is the end"),
)
STARTS = (("", "From zero"), ("carried", "With the totals of the qualifying rounds"))
RADIO = forms.RadioSelect


class EventForm(forms.Form):
    """The evening's settings but for the rulebook; what is held is left out, and `held` says it in words."""

    name = WordsField(label="Name", limit=120, error_messages={"required": "Give the evening a name."})
    date = DayField(label="Day")
    venue = WordsField(limit=120, required=False)
    charity = WordsField(limit=120, required=False)
    qualifying_rounds = WholeField(1, 9, label="Rounds before the cut")
    games_per_round = WholeField(1, 20, label="Games in a round")
    cut_size = WholeField(1, 500, label="How many go through")
    playoff = forms.ChoiceField(label="Its form", choices=FORMATS, widget=RADIO)
    playoff_games = WholeField(1, 20, label="Its games")
    playoff_start = forms.ChoiceField(label="It starts", choices=STARTS, widget=RADIO, required=False)
    cut_tie = forms.ChoiceField(label="A tie on the line that nothing splits", choices=CutTie.choices, widget=RADIO)
    absent_policy = forms.ChoiceField(label="An absent guest's game counts", choices=AbsentPolicy.choices, widget=RADIO)
    withdrawn_policy = forms.ChoiceField(label="A guest who went home", choices=WithdrawnPolicy.choices, widget=RADIO)
    unplayed_policy = forms.ChoiceField(
        label="A game some tables could not play", choices=UnplayedPolicy.choices, widget=RADIO
    )
    one_official = forms.BooleanField(
        label="There is one official only: a named witness stands in for the second", required=False
    )

    def __init__(self, event: Event, held: Mapping[str, str], data: QueryDict | None = None) -> None:
        super().__init__(data, initial=_initial(event))
        self.event = event
        self.fields["cut_size"].help_text = cut_too_large(event, event.guests.values_list("status", flat=True))
        self.held = []
        for name, sources in SOURCES.items():
            reason = next((held[source] for source in sources if source in held), "")
            if reason:
                field = self.fields.pop(name)
                self.held.append((str(field.label), _words(field, self.initial[name]), reason))

    def clean(self) -> dict[str, Any]:
        """A play-off that can be seated."""
        fields = super().clean() or self.cleaned_data
        if fields.get("playoff") in ("tables", "one") and fields.get("cut_size") == 1:
            self.add_error("cut_size", "One guest cannot play a play-off: let two or more through, or choose none.")
        return fields

    @property
    def declared(self) -> dict[str, Any]:
        """The event's columns as the act takes them."""
        fields = {name: value for name, value in self.cleaned_data.items() if not name.startswith("playoff")}
        if "playoff" in self.cleaned_data:
            form, size = self.cleaned_data["playoff"], fields.get("cut_size", self.event.cut_size)
            fields["has_playoff"] = form != "none"
            fields["playoff_tables"] = max(1, min((size + 2) // 5, size // 2)) if form == "tables" else 1
        if "playoff_games" in self.cleaned_data:
            fields["playoff_games"] = self.cleaned_data["playoff_games"]
            fields["playoff_carries"] = self.cleaned_data["playoff_start"] == "carried"
        return fields

    def part(self, names: str) -> Iterator[forms.BoundField]:
        """Those of the named fields that may be changed."""
        return (self[name] for name in names.split() if name in self.fields)


SOURCES: Mapping[str, tuple[str, ...]] = {
    "qualifying_rounds": ("qualifying_rounds",),
    "games_per_round": ("games_per_round",),
    "cut_size": ("cut_size",),
    "playoff": ("playoff_tables",),
    "playoff_games": ("playoff_games",),
    "playoff_start": ("playoff_carries",),
    "cut_tie": ("cut_tie",),
    "absent_policy": ("absent_policy",),
    "withdrawn_policy": ("withdrawn_policy",),
    "unplayed_policy": ("unplayed_policy",),
}
"""Each field of the form that may be held, and the columns it writes."""


def _initial(event: Event) -> dict[str, Any]:
    columns = (name for name in EventForm.base_fields if not name.startswith("playoff"))
    form = "none" if not event.has_playoff else "one" if event.playoff_tables == 1 else "tables"
    start = "carried" if event.playoff_carries else ""
    shown = {"playoff": form, "playoff_games": event.playoff_games, "playoff_start": start}
    return {name: getattr(event, name) for name in columns} | shown


def _words(field: forms.Field, value: object) -> str:
    choices: Any = field.choices if isinstance(field, forms.ChoiceField) else ()
    return str(dict(choices).get(value, value))


class TieBreaksForm(forms.Form):
    """The order of tie-breaks: a number beside each criterion, none for those not used."""

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, criterion in CRITERIA.items():
            place = event.tie_breaks.index(name) + 1 if name in event.tie_breaks else None
            words = criterion.words[0].upper() + criterion.words[1:]
            self.fields[name] = WholeField(1, len(CRITERIA), label=words, required=False, initial=place)

    def clean(self) -> dict[str, Any]:
        """Each number once, and nothing behind the cut of cards, which settles all."""
        fields = super().clean() or self.cleaned_data
        order = self.order
        numbers = [fields[name] for name in order]
        twice = next((number for number in numbers if numbers.count(number) > 1), None)
        if twice:
            raise ValidationError(f"Two tie-breaks have the number {twice}: give each its own.")
        if "cut_of_cards" in order[:-1]:
            raise ValidationError("The Umpire's cut of cards settles every tie, so it comes last.")
        return fields

    @property
    def order(self) -> list[str]:
        """The criteria in use, in order."""
        used = [name for name in CRITERIA if self.cleaned_data.get(name)]
        return sorted(used, key=lambda name: int(self.cleaned_data[name]))


class PrizeForm(forms.Form):
    """One prize, in the order of places."""

    name = WordsField(label="Prize", limit=40, required=False)
    skips_host = forms.BooleanField(label="passes over the host's own guests", required=False)


if TYPE_CHECKING:
    PrizeForms = forms.BaseFormSet[PrizeForm]
else:
    PrizeForms = forms.BaseFormSet


class PrizesFormSet(PrizeForms):
    """The prizes from the first place down; an emptied name takes one away."""

    def clean(self) -> None:
        """No prize twice."""
        names = [prize["name"].casefold() for prize in self.prizes]
        twice = next((name for name in names if names.count(name) > 1), "")
        if twice:
            raise ValidationError(f"There are two prizes called “{twice}”: name one of them otherwise.")

    @property
    def prizes(self) -> list[dict[str, Any]]:
        """As the event keeps them."""
        before: Mapping[str, Mapping[str, Any]] = {row["name"]: row for row in self.initial or ()}
        rows = (form.cleaned_data for form in self.forms if form.is_valid())
        return [
            {**before.get(row["name"], {}), "name": row["name"], "skips_host": row["skips_host"]}
            for row in rows
            if row.get("name")
        ]


_Prizes = forms.formset_factory(PrizeForm, formset=PrizesFormSet, extra=1, max_num=MOST_PRIZES, validate_max=True)


def prizes_form(event: Event, data: QueryDict | None) -> PrizesFormSet:
    """The prizes of an event, with one row more for another."""
    return cast(PrizesFormSet, _Prizes(data, initial=event.prizes, prefix="prize"))
