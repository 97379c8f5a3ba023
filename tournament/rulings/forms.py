"""What is sent to call an umpire, to record a ruling and decide about it, and to adjust the
scores by it: each kind read into the change that it means.
"""

from string import ascii_uppercase
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tournament.counting.consequences import Change
from tournament.counting.formats import event_format
from tournament.counting.plan import table_label
from tournament.counting.submission import Place
from tournament.entry.notation import LONGEST, TypedError, read_typed
from tournament.models import LARGEST, AdjustmentKind, Event, Guest, Round, Ruling, Seat, Table
from tournament.models.seating import RoundState
from tournament.rulings.discretion import (
    LONGEST_SENTENCE,
    MOST_CHARGED,
    MOST_DRAWN,
    MOST_SEATS,
    NO_SUCH_SEAT,
    claim_of,
)
from tournament.rulings.reading import ACTS, SANCTIONS
from tournament.site.text import WholeField, WordsField

MOST_POINTS = 500
TITLES = {
    AdjustmentKind.POINTS: "Points on a player",
    AdjustmentKind.VOID: "Make a game void",
    AdjustmentKind.REPLAY: "Have a game played again",
    AdjustmentKind.TALLY: "Correct a tally",
}
SENTENCES = {
    AdjustmentKind.POINTS: "They stand beside the tallies, which stay as they were played.",
    AdjustmentKind.VOID: (
        "At this table the game counts for nobody as played: each has the mean of their other"
        " games."
    ),
    AdjustmentKind.REPLAY: "The sheet that is in is set aside, and the table enters a new one.",
    AdjustmentKind.TALLY: "The sheet becomes a new version with this ruling as its reason.",
}


FIELDS: dict[str, tuple[str, ...]] = {
    AdjustmentKind.POINTS: ("guest", "points", "into"),
    AdjustmentKind.VOID: ("round", "table", "game"),
    AdjustmentKind.REPLAY: ("round", "table", "game"),
    AdjustmentKind.TALLY: ("round", "table", "game", "guest", "hand"),
}


class AdjustmentForm(forms.Form):
    """An adjustment of one kind; the fields of other kinds are not there."""

    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    guest = forms.ChoiceField(label="Guest")
    points = WholeField(-MOST_POINTS, MOST_POINTS, label="Points, minus to take away")
    into = forms.ChoiceField(label="Counted in", required=False)
    round = forms.TypedChoiceField(coerce=int)
    table = forms.TypedChoiceField(coerce=int)
    game = WholeField(1, 99)
    hand = forms.CharField(
        label="The hand as it should be",
        max_length=LONGEST,
        help_text="Cards, =points, O for out, - for absent",
    )
    reason = WordsField(limit=300, label="Reason, for the record")
    witness = WordsField(limit=120, required=False)

    def __init__(self, event: Event, kind: str, ruling: Ruling, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.event, self.kind, self.ruling = event, kind, ruling
        visible = {"key", "reason", "witness", *FIELDS[kind]}
        for name in [name for name in self.fields if name not in visible]:
            del self.fields[name]
        if "guest" in self.fields:
            self._field("guest").choices = [("", "Choose"), *_guests(event, ruling)]
        rounds = [
            (round_.number, str(round_))
            for round_ in Round.objects.filter(event=event).exclude(state=RoundState.DRAFT)
        ]
        if "into" in self.fields:
            self._field("into").choices = [*rounds, ("", "The total alone")]
        if "table" in self.fields:
            tables = (
                Table.objects.filter(event=event)
                .order_by("number")
                .values_list("number", flat=True)
                .distinct()
            )
            self._field("round").choices = rounds
            self._field("table").choices = [
                (number, table_label(event, number)) for number in tables
            ]

    def _field(self, name: str) -> Any:
        return self.fields[name]

    def clean_hand(self) -> str:
        """A hand as on the page of entry."""
        try:
            read_typed("A", self.cleaned_data["hand"], event_format(self.ruling.event))
        except TypedError as fault:
            raise ValidationError(
                str(fault).removeprefix("Seat A: ").replace("Seat A is empty", "Nothing is there")
            ) from None
        return str(self.cleaned_data["hand"])

    def change(self) -> Change:
        """The adjustment that is meant, once the form is valid."""
        answers = self.cleaned_data
        place = (
            Place(answers["round"], answers["table"], answers["game"])
            if "round" in answers
            else None
        )
        entry = (
            read_typed(self._seat(place), answers["hand"], event_format(self.ruling.event))
            if "hand" in answers and place
            else None
        )
        return Change(
            self.kind,
            answers["reason"],
            self.ruling.number,
            answers.get("guest", ""),
            answers.get("points", 0),
            int(answers["into"]) if answers.get("into") else None,
            place,
            entry,
            answers["witness"],
        )

    def _seat(self, place: Place | None) -> str:
        """The seat of the guest at that game; a letter nobody sits at where they have none."""
        seats = Seat.objects.filter(event=self.event, guest__ref=self.cleaned_data["guest"])
        if place:
            seats = seats.filter(round__number=place.round, table__number=place.table)
        return seats.values_list("letter", flat=True).first() or "?"


def start(ruling: Ruling, key: str) -> dict[str, Any]:
    """What the form begins with: the game and the guest of the ruling."""
    game = ruling.game
    initial: dict[str, Any] = {"key": key, "guest": ruling.guest.ref if ruling.guest else ""}
    if ruling.table:
        initial |= {
            "round": ruling.table.round.number,
            "table": ruling.table.number,
            "into": ruling.table.round.number,
        }
    return initial | ({"game": game.number} if game else {})


def _guests(event: Event, ruling: Ruling) -> list[tuple[str, str]]:
    """Those at the ruling's table first, then everybody by badge."""
    names = list(
        Guest.objects.filter(event=event).order_by("badge").values_list("ref", "badge", "name")
    )
    near: set[str] = set()
    if ruling.table:
        near = set(Seat.objects.filter(table=ruling.table).values_list("guest__ref", flat=True))
    ordered = sorted(names, key=lambda row: (row[0] not in near, row[1]))
    return [(ref, f"{badge} {name}") for ref, badge, name in ordered]


class CallForm(forms.Form):
    """A short reason: one of those offered, or own words."""

    reason = WordsField(limit=120, required=False, label="What is it about?")


class CallNumberForm(forms.Form):
    """Which call."""

    call = forms.IntegerField(min_value=1, max_value=2**53)


LONGEST_CLAIM = 20_000
ANY = ("", "As it was answered")


class MakeRulingForm(forms.Form):
    """A claim as JSON and the table it was made at."""

    key = forms.CharField(max_length=80)
    claim = forms.JSONField(
        required=False, error_messages={"invalid": "The question was not understood. Ask it again."}
    )
    sentence = WordsField(limit=LONGEST_SENTENCE, required=False)
    against = forms.ChoiceField(
        required=False,
        choices=[("", ""), *((letter, letter) for letter in ascii_uppercase[:MOST_SEATS])],
        error_messages={"invalid_choice": NO_SUCH_SEAT},
    )
    stands = forms.BooleanField(required=False)
    back = forms.BooleanField(required=False)
    redeal = forms.BooleanField(required=False)
    warning = forms.BooleanField(required=False)
    drawn = WholeField(least=0, most=MOST_DRAWN, label="Cards", required=False)
    charged = WholeField(least=0, most=MOST_CHARGED, label="Points", required=False)
    round = forms.IntegerField(required=False, min_value=1, max_value=LARGEST)
    table = forms.IntegerField(required=False, min_value=1, max_value=LARGEST)
    game = forms.IntegerField(required=False, min_value=1, max_value=LARGEST)
    refers_to = forms.IntegerField(required=False, min_value=1, max_value=LARGEST)
    departs_reason = WordsField(limit=300, required=False)

    def clean_claim(self) -> dict[str, Any]:
        """An object, and no larger than a claim can be, or none."""
        claim = self.cleaned_data["claim"] or {}
        if not isinstance(claim, dict) or len(str(claim)) > LONGEST_CLAIM:
            raise forms.ValidationError("The question was not understood. Ask it again.")
        return claim

    def clean(self) -> dict[str, Any]:
        """Without a claim, the one that the sentence and the keys make."""
        answers = self.cleaned_data
        if self.errors or answers.get("claim"):
            return answers
        if "sentence" in self.data:
            return answers | {"claim": claim_of(answers)}
        self.add_error("claim", "The question was not understood. Ask it again.")
        return answers


class OverruleForm(forms.Form):
    """What the umpire decides instead, and why. What is left as it was answered stays."""

    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    act = forms.ChoiceField(choices=[ANY, *ACTS.items()], required=False, label="At the table")
    rectification = WordsField(
        limit=400, required=False, label="In words: what is done now", widget=forms.Textarea
    )
    sanction = forms.ChoiceField(choices=[ANY, *SANCTIONS.items()], required=False, label="Penalty")
    cards = forms.IntegerField(required=False, min_value=1, max_value=52, label="Penalty cards")
    penalty = WordsField(limit=400, required=False, label="In words: what it costs")
    law = WordsField(limit=400, required=False, label="In words: what the rules say")
    reason = WordsField(limit=300, label="Reason, for the record")

    @property
    def own(self) -> dict[str, Any]:
        """The parts that are decided otherwise."""
        names = ("act", "rectification", "sanction", "cards", "penalty", "law")
        answers = {name: self.cleaned_data.get(name) for name in names}
        own = {name: value for name, value in answers.items() if value}
        return own | ({"cards": 0} if own.get("sanction") in ("none", "warning") else {})


class ReasonForm(forms.Form):
    """A word why."""

    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    reason = WordsField(limit=300, label="Reason, for the record")
