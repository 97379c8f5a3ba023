"""Setting a league up, how it counts, its evenings and organisers."""

from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tournament.models import CountBy, Event, League, Missed
from tournament.site.text import NameField, WholeField, WordsField

MOST_PLACES = 40
MOST_POINTS = 10_000
RADIO = forms.RadioSelect


class NewLeagueForm(forms.Form):
    """A new league needs a name."""

    name = WordsField(
        label="Name",
        limit=120,
        error_messages={"required": "Give the league a name, such as Winter League 2027."},
    )


class LeagueForm(NewLeagueForm):
    """What a league is called and how it counts."""

    count_by = forms.ChoiceField(
        label="An evening counts by", choices=CountBy.choices, widget=RADIO
    )
    best = WholeField(
        1,
        60,
        label="Evenings that count",
        required=False,
        help_text="The best of each person; empty for all.",
    )
    missed = forms.ChoiceField(
        label="Whoever has played fewer", choices=Missed.choices, widget=RADIO
    )
    place_points = forms.CharField(
        label="Points for the places",
        required=False,
        max_length=300,
        help_text=(
            "From the first place down, such as 10, 8, 6, 5; used where points for places are"
            " counted."
        ),
    )
    public = forms.BooleanField(
        label="Anybody may see the standing, without a log-in", required=False
    )

    def __init__(self, league: League, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        names = ("name", "count_by", "best", "missed", "public")
        self.initial = {name: getattr(league, name) for name in names}
        self.initial["place_points"] = ", ".join(str(points) for points in league.place_points)
        self.kept = list(league.place_points)

    def clean_place_points(self) -> list[int]:
        """Whole numbers between commas; none typed leaves those there were."""
        words = self.cleaned_data["place_points"].replace(",", " ").replace(";", " ").split()
        if not words:
            return self.kept
        if len(words) > MOST_PLACES:
            raise ValidationError(
                f"At most {MOST_PLACES} places bring points; these are {len(words)}."
            )
        wrong = next((word for word in words if not _is_count(word)), "")
        if wrong:
            raise ValidationError(f"“{wrong[:20]}” is no whole number from 0 to {MOST_POINTS}.")
        return [int(word) for word in words]


class EveningForm(forms.Form):
    """An event taken into the league."""

    event = forms.ModelChoiceField(
        Event.objects.none(),
        label="Evening",
        empty_label="Choose one",
        error_messages={
            "required": "Choose the evening.",
            "invalid_choice": (
                "Choose one of the evenings you organise that is not in the league yet."
            ),
        },
    )

    def __init__(self, choices: Any, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["event"]
        field.queryset = choices
        field.label_from_instance = lambda event: f"{event.name}, {event.date:%d %B %Y}"


class LeagueOrganiserForm(forms.Form):
    """Somebody who organises one of the evenings runs the league too."""

    name = NameField(
        label="Name they log in with", limit=80, error_messages={"required": "Give their name."}
    )


def _is_count(word: str) -> bool:
    return word.isascii() and word.isdigit() and len(word) <= 5 and int(word) <= MOST_POINTS
