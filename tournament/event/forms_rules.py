"""The game of an evening: its format with the choices, and the options of its rulebook, each with
the argument.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from scoring.formats import FORMATS, Choice, Format, FormatError, Value, asked, format_of, rules_of
from scoring.law.rulebook import Option
from tournament.counting.formats import event_format
from tournament.counting.scores import rules
from tournament.models import Event
from tournament.models.event import default_further_prizes

PREFIX = "option_"
CHOICE = "choice_"
LONGEST = 400
"""The game of the livery evening."""


def games(*, of_kind: Format | None = None) -> list[tuple[str, str]]:
    """The formats an evening can be played in; those alone of the same kind as one."""
    return [
        (form.name, form.title)
        for form in FORMATS.values()
        if of_kind is None or form.paired == of_kind.paired
    ]


def declared_format(form: Format) -> dict[str, Any]:
    """The event's columns that say its format; the game's own format needs no name."""
    return {
        "game": form.game,
        "format": "" if form.name == form.game else form.name,
        "choices": form.line,
    }


def usual_for(form: Format, prizes: list[dict[str, Any]]) -> dict[str, Any]:
    """What goes with a format while nobody chose otherwise: its tie-breaks, and prizes for figures
    it has.
    """
    fitting = [
        row
        for row in prizes
        if row.get("figure", "") not in FIGURES or row["figure"] in form.figures
    ]
    return {"tie_breaks": list(form.tie_breaks), "further_prizes": fitting}


FIGURES = frozenset({"games_won", "eights_caught"})
"""The figures of prizes that not every format has."""


class RulesForm(forms.Form):
    """One radio group for each choice of the format and each option of the rulebook that the format
    leaves open.
    """

    def __init__(
        self, event: Event, form: Format, data: QueryDict | None = None, *, choices: bool = True
    ) -> None:
        super().__init__(data)
        self.event, self.plain, self.format = event, FORMATS.get(form.name, form), form
        own = event_format(event)
        self.known = dict((own if own.name == form.name else form).chosen)
        self.book = rules_of(form).rulebook
        self.left = [option for option in self.book.options if option.name not in self._fixed()]
        if choices:
            self._choices()
        in_force = rules(event) if event.game == self.book.name else rules_of(form)
        for option in self.left:
            self.fields[PREFIX + option.name] = forms.ChoiceField(
                label=option.question,
                choices=[(value, _sense(option, value)) for value in option.values],
                initial=in_force[option.name],
                widget=forms.RadioSelect,
                error_messages={
                    "required": "Choose one of these.",
                    "invalid_choice": "Choose one of these.",
                },
            )

    def _fixed(self) -> set[str]:
        """The options that the format or one of its choices decides."""
        values = (value for choice in self.plain.choices for value in choice.values)
        return {
            *self.plain.options,
            *(name for value in values for name in value.sets.get("options", {})),
        }

    @property
    def _questions(self) -> list[Choice]:
        return [choice for choice in self.plain.choices if not choice.with_kind]

    def _choices(self) -> None:
        for choice in self._questions:
            self.fields[CHOICE + choice.name] = forms.ChoiceField(
                label=choice.question,
                help_text=choice.why,
                choices=[(value.value, _offered(value)) for value in choice.values],
                initial=self.known.get(choice.name, choice.values[0].value),
                widget=forms.RadioSelect,
                error_messages={
                    "required": "Choose one of these.",
                    "invalid_choice": "Choose one of these.",
                },
            )
        for number in self.plain.numbers:
            self.fields[CHOICE + number.name] = forms.CharField(
                label=number.question,
                required=False,
                max_length=6,
                initial=self.known.get(number.name, number.default),
                help_text=f"A whole number from {number.least} to {number.most}.",
                widget=forms.TextInput(attrs={"inputmode": "numeric"}),
            )

    @property
    def choices(self) -> list[forms.BoundField]:
        """The fields of the format's choices."""
        return [self[name] for name in self.fields if name.startswith(CHOICE)]

    @property
    def options(self) -> Iterator[tuple[Option, forms.BoundField]]:
        """Each option with its field."""
        return ((option, self[PREFIX + option.name]) for option in self.left)

    def clean(self) -> dict[str, Any]:
        """A format that there is, and no more departures than the event's line holds."""
        fields = super().clean() or self.cleaned_data
        if len(fields) < len(self.fields):
            return fields
        try:
            self.format = self._format()
        except FormatError as unknown:
            raise ValidationError(str(unknown)) from None
        if len(self.declared["rules"]) > LONGEST:
            raise ValidationError(
                "More options depart from the usual than can be kept: set some back."
            )
        return fields

    def _format(self) -> Format:
        """The format as chosen. Raises FormatError for a number out of its range."""
        if not self.choices:
            return self.format
        of_kind = {
            choice.name: self.known[choice.name]
            for choice in self.plain.choices
            if choice.with_kind and choice.name in self.known
        }
        chosen = {name: self.cleaned_data[CHOICE + name] for name in self._asked()}
        return format_of(self.plain.name, of_kind | chosen)

    def _asked(self) -> list[str]:
        """The choices made, and the numbers that go with them."""
        choices = {
            choice.name: self.cleaned_data[CHOICE + choice.name] for choice in self._questions
        }
        return [*choices, *(number.name for number in asked(self.plain, choices))]

    @property
    def declared(self) -> dict[str, Any]:
        """The event's columns: format, choices, and the options that depart from the default.

        With another format, or another way to count, go the tie-breaks that make sense in it.
        """
        chosen = {option.name: self.cleaned_data[PREFIX + option.name] for option in self.left}
        fields = declared_format(self.format) | {"rules": str(self.book.rules(chosen))}
        return fields | (usual_for(self.format, self.event.further_prizes) if self._other() else {})

    def _other(self) -> bool:
        own = event_format(self.event)
        return (own.name, own.allowed) != (self.format.name, self.format.allowed)


def new_columns(name: str, choices: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The columns of a new event in a format: its game, its choices and what goes with it.

    Raises FormatError for a format or choice that there is not.
    """
    form = format_of(name, choices)
    return declared_format(form) | usual_for(form, default_further_prizes())


def _offered(value: Value) -> str:
    return f"{value.words} {value.warning}".strip()


def _sense(option: Option, value: str) -> str:
    meaning = option.meaning(value)
    text = meaning[0].upper() + meaning[1:]
    return f"{text} (usual)" if value == option.default else text
