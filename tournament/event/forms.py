"""What an organiser declares of an evening: when and where, how it is played, what ranks and who
wins.

An event as the start of the next one: its name and day, who serves again, and whether guests are
asked again.

What was frozen with the first result and two officials can still change together: policies, ties,
options.

An official to be added.

How long the guests' names are kept, and the event's name typed before they are wiped.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from scoring.counting.table_par import par_words, read_par
from scoring.counting.tie_breaks import CRITERIA
from scoring.formats import format_of
from scoring.pairing.bracket import rounds_needed
from scoring.pairing.ranking import CRITERION_WORDS
from scoring.words import capital, many
from tournament.counting.formats import NEEDS_POINTS, cut_too_large, event_format, takes_par
from tournament.event.forms_groups import GroupsForm, groups_initial
from tournament.event.forms_rules import RulesForm
from tournament.event.reading import TOGETHER, rounds_not_started
from tournament.event.words import CALLED, four_words
from tournament.ledger.chain import GAMES
from tournament.models import Event
from tournament.models.event import (
    AbsentPolicy,
    CutTie,
    UnplayedPolicy,
    WithdrawnPolicy,
    default_courses,
)
from tournament.models.guest import AWAY
from tournament.site.text import DayField, SeveralField, WholeField, WordsField

MOST_PRIZES = 6
FEWEST_IS_WORST = [
    (value, text.replace("The most points", "The fewest points"))
    for value, text in AbsentPolicy.choices
]
MOST_TIE_BREAKS = 10
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
        for name, sources in SOURCES.items():
            reason = next((reasons[source] for source in sources if source in reasons), "")
            if reason and name in self.fields:
                field = self.fields.pop(name)
                visible = str(field.label), _words(field, self.initial[name])
                self.held.append((*visible, reason))
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
    "table_par": ("table_par",),
    "third_place_match": ("third_place_match",),
    "one_official": ("one_official",),
}
"""Each field of the form that may be held, and the columns it writes."""


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
    return str(dict(choices).get(value, value)) or "None"


def allowed(event: Event) -> dict[str, str]:
    """The tie-breaks that make sense in the event's format with their words, as the usual order has
    them.

    An extra game is not among them: it is played in the play-off, which has an order of its own.
    """
    form = event_format(event)
    words = (
        CRITERION_WORDS
        if form.paired
        else {name: criterion.words for name, criterion in CRITERIA.items()}
    )
    return {name: text for name, text in words.items() if name in form.allowed}


class TieBreaksForm(forms.Form):
    """The order of tie-breaks: a number for each criterion, none for those not used. Buttons move
    them; the numbers themselves are not shown.
    """

    may_be_empty = False

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, text in allowed(event).items():
            place = event.tie_breaks.index(name) + 1 if name in event.tie_breaks else None
            words = text[0].upper() + text[1:]
            self.fields[name] = WholeField(
                1, MOST_TIE_BREAKS, label=words, required=False, initial=place
            )

    def clean(self) -> dict[str, Any]:
        """Each number once, and nothing behind the cut of cards, which settles all."""
        fields = super().clean() or self.cleaned_data
        order = self.order
        if not (order or self.errors or self.may_be_empty):
            raise ValidationError("No tie-break is used: use at least one.")
        numbers = [fields[name] for name in order]
        twice = next((number for number in numbers if numbers.count(number) > 1), None)
        if twice:
            raise ValidationError(f"Two tie-breaks have the number {twice}: give each its own.")
        if "cut_of_cards" in order[:-1]:
            raise ValidationError("The Umpire's cut of cards settles every tie, so it comes last.")
        if "lot" in order[:-1]:
            raise ValidationError("The lot settles every tie, so it comes last.")
        return fields

    @property
    def rows(self) -> list[tuple[str, forms.BoundField]]:
        """Each criterion with its field as the page shows them: those in use by their order, then
        the others.
        """
        places = {name: _place(self[name].value()) for name in self.fields}
        names = sorted(places, key=lambda name: places[name] or MOST_TIE_BREAKS + 1)
        return [(name, self[name]) for name in names]

    @property
    def order(self) -> list[str]:
        """The criteria in use, in order."""
        used = [name for name in self.fields if self.cleaned_data.get(name)]
        return sorted(used, key=lambda name: int(self.cleaned_data[name]))


def _place(entries: object) -> int:
    text = str(entries or "")
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 2 else 0


UP, DOWN, USE, DROP = "up", "down", "use", "drop"


def moved(data: QueryDict, names: Sequence[str]) -> QueryDict:
    """What was sent, with one tie-break moved as the button pressed says; the others close up."""
    step, _colon, name = data.get("move", "").partition(":")
    order = [name for name in names if _place(data.get(f"tie-{name}"))]
    order.sort(key=lambda name: _place(data.get(f"tie-{name}")))
    if name in order:
        index = order.index(name)
        order.remove(name)
        if step in (UP, DOWN):
            order.insert(max(0, index + (1 if step == DOWN else -1)), name)
    elif name in names and step == USE:
        last = bool(order) and order[-1] in LAST
        order.insert(len(order) - last, name)
    fields = data.copy()
    for text in names:
        fields[f"tie-{text}"] = str(order.index(text) + 1) if text in order else ""
    return fields


LAST = ("cut_of_cards", "lot")
"""What settles every tie, so that nothing stands behind it."""
PRESETS: Mapping[str, tuple[str, tuple[tuple[str, bool], ...]]] = {
    "three": ("First to third", (("winner", False), ("second", False), ("third", False))),
    "host": (
        "First to third, the second and third not for the host's guests",
        (("winner", False), ("second", True), ("third", True)),
    ),
    "winner": ("The winner alone", (("winner", False),)),
}
"""Prizes of the podium as evenings usually have them: name, and whether it passes over the host's
own guests.
"""


def preset(data: QueryDict, name: str) -> QueryDict:
    """What was sent, with the prizes of a preset in the place of those that were typed."""
    fields = data.copy()
    rows = PRESETS[name][1] if name in PRESETS else ()
    for place in range(MOST_PRIZES if rows else 0):
        if f"prize-{place}-name" not in fields:
            break
        prize, skips = rows[place] if place < len(rows) else ("", False)
        fields[f"prize-{place}-name"] = prize
        fields.pop(f"prize-{place}-skips_host", None)
        if skips:
            fields[f"prize-{place}-skips_host"] = "on"
    return fields


SKIPS_HOST = "not open to the host's guests"


def named_twice(prize: str) -> str:
    """What is said where two prizes have one name."""
    return f"Two prizes are called “{prize}”: rename one of them."


class PrizeForm(forms.Form):
    """One prize, in the order of places."""

    name = WordsField(label="Prize", limit=40, required=False)
    skips_host = forms.BooleanField(label=SKIPS_HOST, required=False)


if TYPE_CHECKING:
    PrizeForms = forms.BaseFormSet[PrizeForm]
else:
    PrizeForms = forms.BaseFormSet


class PrizesFormSet(PrizeForms):
    """The prizes from the first place down; an emptied name takes one away."""

    def clean(self) -> None:
        """At least one prize, and none twice."""
        names = [prize["name"].casefold() for prize in self.prizes]
        if not names and not any(self.errors):
            raise ValidationError("No prize has a name: name at least the first.")
        twice = next((name for name in names if names.count(name) > 1), "")
        if twice:
            raise ValidationError(named_twice(twice))

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


_Prizes = forms.formset_factory(
    PrizeForm, formset=PrizesFormSet, extra=1, max_num=MOST_PRIZES, validate_max=True
)


def as_drawn(data: QueryDict | None, rows: list[Any]) -> list[Any]:
    """The rows a page of prizes was drawn with: sent twice, what the first press added is still a
    new prize.
    """
    count = data.get("prize-INITIAL_FORMS", "") if data else ""
    return rows[: int(count)] if count.isascii() and count.isdigit() and len(count) < 4 else rows


def prizes_form(event: Event, data: QueryDict | None) -> PrizesFormSet:
    """The prizes of an event, with one row more for another."""
    return cast(PrizesFormSet, _Prizes(data, initial=as_drawn(data, event.prizes), prefix="prize"))


class FrozenForm(forms.Form):
    """The policies among the frozen settings; what seal or play-off hold is left out."""

    def __init__(
        self, event: Event, reasons: Mapping[str, str], data: QueryDict | None = None
    ) -> None:
        event_form = EventForm(event, {})
        super().__init__(data, initial=event_form.initial)
        self.event = event
        for name in (
            "cut_tie",
            "absent_policy",
            "withdrawn_policy",
            "unplayed_policy",
            "table_par",
            "one_official",
        ):
            if name in TOGETHER and name not in reasons and name in event_form.fields:
                self.fields[name] = event_form.fields[name]

    def clean_table_par(self) -> str:
        """A par as it is kept."""
        return par_as_declared(self.cleaned_data["table_par"], self.event)


class FrozenForms:
    """The three parts of the page: policies, the order of tie-breaks, and the options of the
    rulebook.
    """

    def __init__(self, event: Event, reasons: Mapping[str, str], data: QueryDict | None) -> None:
        self.policies = FrozenForm(event, reasons, data)
        self.ties = TieBreaksForm(event, data, prefix="tie")
        self.rules = RulesForm(event, event_format(event), data, choices=False)

    def __iter__(self) -> Iterator[forms.Form]:
        return iter((self.policies, self.ties, self.rules))

    def is_valid(self) -> bool:
        """Whether every part is."""
        valid = [part.is_valid() for part in self]
        return all(valid)

    @property
    def declared(self) -> dict[str, Any]:
        """The event's columns as the act takes them."""
        return {
            **self.policies.cleaned_data,
            "tie_breaks": self.ties.order,
            "rules": self.rules.declared["rules"],
        }
