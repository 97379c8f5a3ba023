"""What officials write on the page of the cut: the card each guest cut.

The list of prizes beside the podium, and the tie-breaks of the play-off.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.core.exceptions import ValidationError
from django.http import QueryDict

from scoring.counting.tie_breaks import AGAIN, CRITERIA
from tournament.counting.formats import event_format
from tournament.counting.level import playoff_tie_breaks
from tournament.event.forms_prizes import SKIPS_HOST, as_drawn, named_twice
from tournament.event.forms_ties import MOST_TIE_BREAKS, TieBreaksForm
from tournament.finals.reading import WON_BY, prize_of
from tournament.models import Event
from tournament.site.text import NameField, WholeField, WordsField

PREFIX = "card_"


class CutOfCardsForm(forms.Form):
    """One field for each guest who is level; the act judges the cards."""

    def __init__(self, data: object = None, *, guests: Sequence[tuple[str, str]] = ()) -> None:
        """`guests` are (ref, name) of those who cut."""
        super().__init__(data)  # type: ignore[arg-type]
        for ref, name in guests:
            self.fields[f"{PREFIX}{ref}"] = forms.CharField(
                label=name,
                max_length=4,
                error_messages={"required": f"Write the card that {name} cut, such as 7H."},
                widget=forms.TextInput(
                    attrs={"class": "input-cards", "autocomplete": "off", "placeholder": "7H"}
                ),
            )

    @property
    def cards(self) -> dict[str, str]:
        """The card of each guest by ref."""
        return {name.removeprefix(PREFIX): text for name, text in self.cleaned_data.items()}

    @property
    def faults(self) -> list[str]:
        """Every fault as a sentence."""
        return [str(fault) for faults in self.errors.values() for fault in faults]


MOST_PRIZES = 20
LEVELS = (
    ("share", "all who are level have it"),
    ("split", "it is split between them"),
    ("decide", "the order after tie-breaks decides"),
)


def choices(rounds: int, units: str, group: str) -> list[tuple[str, str]]:
    """What a prize may be won by; each round has a line of its own."""
    labels = {victory: words.format(units=units, group=group) for victory, words in WON_BY.items()}
    options = [
        ("-".join((*victory, "0")), words[0].upper() + words[1:])
        for victory, words in labels.items()
    ]
    return options + [
        (f"round-total-{number}", f"The best of round {number}") for number in range(1, rounds + 1)
    ]


class PrizeLine(forms.Form):
    """One prize: what it is won by, who may have it, and what happens where several are level."""

    name = WordsField(label="Prize", limit=40, required=False)
    won_by = forms.ChoiceField(label="Won by", required=False)
    office = NameField(label="Only for the office", limit=60, required=False)
    skips_host = forms.BooleanField(label=SKIPS_HOST, required=False)
    once = forms.BooleanField(label="not for someone who already has a prize", required=False)
    level = forms.ChoiceField(label="Where several are level", choices=LEVELS, required=False)

    def __init__(self, *args: Any, rounds: int, units: str, group: str, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        cast(forms.ChoiceField, self.fields["won_by"]).choices = choices(rounds, units, group)

    @property
    def row(self) -> dict[str, Any]:
        """As the event keeps it; what is as usual is left out."""
        answers = self.cleaned_data
        scope, figure, number = (answers.get("won_by") or "field-total-0").split("-")
        row = {"name": answers["name"], "scope": scope, "figure": figure, "round": int(number)}
        row |= {name: answers.get(name) for name in ("office", "skips_host", "once")}
        row["level"] = answers.get("level") if answers.get("level") != "share" else ""
        return {
            name: value
            for name, value in row.items()
            if value and (name, value) != ("figure", "total")
        }


if TYPE_CHECKING:
    PrizeLines = forms.BaseFormSet[PrizeLine]
else:
    PrizeLines = forms.BaseFormSet


class PrizeList(PrizeLines):
    """The prizes in the order of handing over; an emptied name takes one away."""

    def clean(self) -> None:
        """No prize twice."""
        names = [row["name"].casefold() for row in self.rows]
        twice = next((name for name in names if names.count(name) > 1), "")
        if twice:
            raise ValidationError(named_twice(twice))

    @property
    def rows(self) -> list[dict[str, Any]]:
        """As the event keeps them."""
        return [
            form.row for form in self.forms if form.is_valid() and form.cleaned_data.get("name")
        ]


_List = forms.formset_factory(
    PrizeLine, formset=PrizeList, extra=1, max_num=MOST_PRIZES, validate_max=True
)


def prize_list_form(event: Event, data: QueryDict | None) -> PrizeList:
    """The list of an event, with one line more for another prize."""
    rows = [row for row in event.further_prizes if isinstance(row, Mapping)]
    initial = [_initial(row) for row in rows]
    form_kwargs = {
        "rounds": event.qualifying_rounds,
        "units": event_format(event).units,
        "group": event.groups.word,
    }
    created = _List(data, initial=as_drawn(data, initial), prefix="prize", form_kwargs=form_kwargs)
    return cast(PrizeList, created)


def _initial(row: Mapping[str, Any]) -> dict[str, Any]:
    prize = prize_of(row)
    won_by = f"{prize.scope}-{prize.figure}-{prize.round}"
    names = ("name", "office", "skips_host", "once", "level")
    return {"won_by": won_by} | {name: getattr(prize, name) for name in names}


class PlayoffTieBreaksForm(TieBreaksForm):
    """The order of tie-breaks of the play-off, with the extra game and the total it was reached
    with.

    An empty one is the evening's own again, see `playoff_tie_breaks`.
    """

    may_be_empty = True

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(event, *args, **kwargs)
        order = playoff_tie_breaks(event)
        for name, criterion in CRITERIA.items():
            if name not in self.fields and name not in AGAIN:
                continue
            place = order.index(name) + 1 if name in order else None
            words = criterion.words[0].upper() + criterion.words[1:]
            self.fields[name] = WholeField(
                1, MOST_TIE_BREAKS, label=words, required=False, initial=place
            )
