"""What an organiser declares of an evening: when and where, how it is played, and what ranks."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from scoring.counting.table_par import par_words, read_par
from scoring.formats import format_of
from scoring.pairing.bracket import rounds_needed
from scoring.words import capital, many
from tournament.counting.formats import cut_too_large, event_format
from tournament.counting.par import NEEDS_POINTS, takes_par
from tournament.event.forms_groups import GroupsForm, groups_initial
from tournament.event.reading import rounds_not_started
from tournament.event.words import CALLED, four_words
from tournament.ledger.settings import GAMES
from tournament.models import Event
from tournament.models.event import (
    AbsentPolicy,
    CutTie,
    ListSeparator,
    PaperSize,
    UnplayedPolicy,
    WithdrawnPolicy,
    default_courses,
    known_zone,
)
from tournament.models.guest import AWAY
from tournament.site.text import DayField, SeveralField, WholeField, WordsField

FEWEST_IS_WORST = [
    (value, text.replace("The most points", "The fewest points"))
    for value, text in AbsentPolicy.choices
]
FORMATS = (
    ("tables", "Tables of five"),
    ("one", "One table"),
    ("none", "No play-off"),
)
STARTS = (("", "From zero"), ("carried", "With the totals of the qualifying rounds"))
RADIO = forms.RadioSelect
PAR_HELP = (
    "Empty: every total is the sum of the points played, as the published rules have it. Else the"
    " points a game brings at a table of each size, five among them; each game elsewhere counts the"
    " difference, in a column of its own."
)


COURSES = "As they are served, with commas between: the kitchen’s list counts plates for each."


FOUR = ("qualifying_rounds", "games_per_round", "cut_size", "playoff")
"""The fields that stand open; all others are folded as house rules."""
GROUPS = ("groups", "own_group")
FEWEST_IN_BRACKET = 2
GO_ON = "How many go on into the knock-out: 2, 4, 8, 16…"
OF_TABLES = (
    "games_per_round",
    "playoff",
    "playoff_games",
    "playoff_start",
    "cut_tie",
    "absent_policy",
    "withdrawn_policy",
    "unplayed_policy",
    "table_par",
)
"""What only an event of drawn tables and totals declares."""


def rounds_words(event: Event) -> str:
    """How many rounds the field needs where nobody declares another number."""
    players = sum(status not in AWAY for status in event.guests.values_list("status", flat=True))
    if players < FEWEST_IN_BRACKET:
        return "Empty: as many as the field needs."
    rounds = many(rounds_needed(players), "round")
    return f"Empty: as many as the field needs, {rounds} for {players} players."


def tables_for(size: int) -> int:
    """The tables of a play-off for so many."""
    return max(1, min((size + 2) // 5, size // 2))


class EventForm(GroupsForm):
    """The evening's settings but for the rulebook; what is held is left out, and `held` says it in
    words.
    """

    name = WordsField(
        label="Name", limit=120, error_messages={"required": "Give the evening a name."}
    )
    date = DayField(label="Day")
    venue = WordsField(limit=120, required=False)
    charity = WordsField(limit=120, required=False)
    time_zone = forms.CharField(
        label=CALLED["time_zone"],
        max_length=60,
        required=False,
        validators=[known_zone],
        help_text="Such as Europe/London. Empty for that of the server.",
    )
    paper_size = forms.ChoiceField(label=CALLED["paper_size"], choices=PaperSize.choices)
    list_separator = forms.ChoiceField(
        label=CALLED["list_separator"], choices=ListSeparator.choices
    )
    courses = SeveralField(default_courses, label=CALLED["courses"], limit=200, help_text=COURSES)
    qualifying_rounds = WholeField(1, 9, label=CALLED["qualifying_rounds"])
    games_per_round = WholeField(1, 20, label=CALLED["games_per_round"])
    cut_size = WholeField(1, 500, label=CALLED["cut_size"])
    playoff = forms.ChoiceField(label="Play-off", choices=FORMATS)
    playoff_games = WholeField(1, 20, label="Its games")
    playoff_start = forms.ChoiceField(
        label="It starts", choices=STARTS, widget=RADIO, required=False
    )
    cut_tie = forms.ChoiceField(label=CALLED["cut_tie"], choices=CutTie.choices, widget=RADIO)
    absent_policy = forms.ChoiceField(
        label=CALLED["absent_policy"], choices=AbsentPolicy.choices, widget=RADIO
    )
    withdrawn_policy = forms.ChoiceField(
        label=CALLED["withdrawn_policy"], choices=WithdrawnPolicy.choices, widget=RADIO
    )
    unplayed_policy = forms.ChoiceField(
        label=CALLED["unplayed_policy"], choices=UnplayedPolicy.choices, widget=RADIO
    )
    table_par = WordsField(label=CALLED["table_par"], limit=120, required=False, help_text=PAR_HELP)
    third_place_match = forms.BooleanField(
        label="The losers of the semi-finals play for the third place", required=False
    )
    one_official = forms.BooleanField(
        label="There is one official only: a named witness stands in for the second", required=False
    )

    def __init__(
        self, event: Event, reasons: Mapping[str, str], data: QueryDict | None = None
    ) -> None:
        super().__init__(data, initial=_initial(event))
        self.event = event
        if event_format(event).direction == "highest":
            absent = cast(forms.ChoiceField, self.fields["absent_policy"])
            absent.choices = FEWEST_IS_WORST
        for name, words in four_words(event).items():
            self.fields[name].help_text = words
        if short := cut_too_large(event, event.guests.values_list("status", flat=True)):
            self.fields["cut_size"].help_text = short
        self.held: list[tuple[str, str, str]] = []
        self.four_held: list[tuple[str, str]] = []
        self._of_its_kind(event)
        self._games_of_rounds()
        for name in [name for name in self.fields if WRITES.get(name, name) in reasons]:
            field = self.fields.pop(name)
            visible = str(field.label), _words(field, self.initial[name])
            self.held.append((*visible, reasons[WRITES.get(name, name)]))
            self.four_held += [visible] if name in FOUR else []

    def _of_its_kind(self, event: Event) -> None:
        """Only what a format has: where guests are paired no totals, no policies of games;
        elsewhere no bracket.
        """
        form = event_format(event)
        brackets = form.ending in ("knock_out", "swiss_then_knock_out")
        hidden_fields = {*OF_TABLES} if form.paired else set()
        hidden_fields |= set() if brackets else {"third_place_match"}
        hidden_fields |= (
            {"cut_size"} if form.paired and form.ending != "swiss_then_knock_out" else set()
        )
        hidden_fields |= (
            {"qualifying_rounds"} if form.ending in ("knock_out", "all_play_all") else set()
        )
        for name in hidden_fields:
            del self.fields[name]
        for name, words in {"games_per_round": "{} in a round", "playoff_games": "Its {}"}.items():
            if name in self.fields:
                label = words.format(form.units)
                self.fields[name].label = capital(label)
        if form.paired:
            for name, words in {
                "qualifying_rounds": "Rounds of the Swiss",
                "cut_size": GO_ON,
            }.items():
                if name in self.fields:
                    self.fields[name].label = words
        if form.paired and "qualifying_rounds" in self.fields:
            rounds = self.fields["qualifying_rounds"]
            rounds.required, rounds.help_text = False, rounds_words(event)
            if form.fitted:
                self.initial["qualifying_rounds"] = None

    def _games_of_rounds(self) -> None:
        """A field for the games of every laid round that has not begun."""
        units = event_format(self.event).units.capitalize()
        for round_ in rounds_not_started(self.event):
            words = str(round_).replace("Round", "round").replace("Play-off", "the play-off")
            self.fields[f"{GAMES}{round_.number}"] = WholeField(
                1, 20, label=f"{units} of {words}", initial=round_.games
            )

    @property
    def games_of_rounds(self) -> list[forms.BoundField]:
        """Those fields."""
        return [self[name] for name in self.fields if name.startswith(GAMES)]

    def clean(self) -> dict[str, Any]:
        """A play-off that can be seated."""
        fields = super().clean() or self.cleaned_data
        if fields.get("playoff") in ("tables", "one") and fields.get("cut_size") == 1:
            self.add_error(
                "cut_size",
                "One guest cannot play a play-off: let two or more through, or choose none.",
            )
        size = fields.get("cut_size") if event_format(self.event).paired else None
        if size is not None and (size < FEWEST_IN_BRACKET or size & (size - 1)):
            self.add_error(
                "cut_size",
                f"A knock-out takes 2, 4, 8, 16 or more players, not {size}: choose one of these.",
            )
        return fields

    def clean_table_par(self) -> str:
        """A par as it is kept, for a game whose players score points at tables."""
        return par_as_declared(self.cleaned_data["table_par"], self.event)

    @property
    def declared(self) -> dict[str, Any]:
        """The event's columns as the act takes them."""
        fields = {
            name: value
            for name, value in self.cleaned_data.items()
            if not name.startswith("playoff") and name not in GROUPS
        } | self.group_words
        if "playoff" in self.cleaned_data:
            form, size = self.cleaned_data["playoff"], fields.get("cut_size", self.event.cut_size)
            fields["has_playoff"] = form != "none"
            fields["playoff_tables"] = tables_for(size) if form == "tables" else 1
        if "playoff_games" in self.cleaned_data:
            fields["playoff_games"] = self.cleaned_data["playoff_games"]
            fields["playoff_carries"] = self.cleaned_data["playoff_start"] == "carried"
        return fields | (self._rounds() if event_format(self.event).paired else {})

    def _rounds(self) -> dict[str, Any]:
        """The rounds of a Swiss: the number typed, or none for as many as the field needs."""
        if "qualifying_rounds" not in self.cleaned_data:
            return {}
        form, number = event_format(self.event), self.cleaned_data["qualifying_rounds"]
        answer = {"rounds": "declared" if number else "fitted"}
        line = format_of(form.name, dict(form.chosen) | answer).line
        return {"qualifying_rounds": number or self.event.qualifying_rounds, "choices": line}

    def part(self, names: str) -> Iterator[forms.BoundField]:
        """Those of the named fields that may be changed."""
        return (self[name] for name in names.split() if name in self.fields)


WRITES: Mapping[str, str] = {"playoff": "playoff_tables", "playoff_start": "playoff_carries"}
"""The column that holds a field, where it is not the one of its own name."""


def par_as_declared(text: str, event: Event) -> str:
    """The par in its usual spelling.

    Raises ValidationError where it is none, or the format has no points at tables.
    """
    try:
        par = read_par(text)
    except ValueError as error:
        raise ValidationError(str(error)) from None
    if par and not takes_par(event_format(event)):
        raise ValidationError(NEEDS_POINTS)
    return par_words(par)


def _initial(event: Event) -> dict[str, Any]:
    names = set(EventForm.base_fields) - {*GROUPS}
    columns = (name for name in names if not name.startswith("playoff"))
    form = "none" if not event.has_playoff else "one" if event.playoff_tables == 1 else "tables"
    start = "carried" if event.playoff_carries else ""
    context = {"playoff": form, "playoff_games": event.playoff_games, "playoff_start": start}
    context |= {"courses": ", ".join(event.courses)}
    return {name: getattr(event, name) for name in columns} | context | groups_initial(event)


def _words(field: forms.Field, value: object) -> str:
    choices: Any = field.choices if isinstance(field, forms.ChoiceField) else ()
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if value is None:
        return "As many as the field needs"
    return str(dict(choices).get(value, value)) or "None"
