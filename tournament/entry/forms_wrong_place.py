"""The forms that put a wrong place right: a sheet, two hands, a table, or two seats, each with
its reason.
"""

import re
from collections.abc import Sequence
from typing import Any, Self, cast

from django import forms

from scoring.formats import Format
from tournament.counting.submission import Place
from tournament.entry.wrong_place import SeatChange, SheetMove
from tournament.site.text import WholeField, seen_text

_SPOT = re.compile(r"(\d{1,4})\s*([A-Za-z])", re.ASCII)
NUMBER = 9_999
OF_A_DEAL = {
    "game": "{unit}",
    "to_game": "{unit} there",
    "from_game": "from {unit}",
    "hands": "of {units} that are in",
}
HANDS = [("player", "The hands go with the players"), ("seat", "The hands stay with the seats")]


class _Reasoned(forms.Form):
    """The reason may wait until the preview was seen."""

    reason = forms.CharField(
        max_length=300,
        required=False,
        validators=[seen_text],
        label="The reason, for the record",
        widget=forms.HiddenInput,
    )

    def __init__(self, *args: Any, **more: Any) -> None:
        # Three of these forms stand on one page: each has ids of its own.
        super().__init__(*args, **more | {"auto_id": f"id_{type(self).__name__.lower()}_%s"})

    def in_units(self, form: Format) -> Self:
        """The same with the format's word for one deal in its labels."""
        for name in OF_A_DEAL.keys() & self.fields.keys():
            label = OF_A_DEAL[name].format(unit=form.unit, units=form.units)
            self.fields[name].label = label[:1].upper() + label[1:]
        return self


class MoveForm(_Reasoned):
    """Where a sheet was entered, and the game it belongs to."""

    round = WholeField(1, NUMBER, label="Round")
    table = WholeField(1, NUMBER, label="Table")
    game = WholeField(1, NUMBER, label="Game")
    to_table = WholeField(1, NUMBER, label="Belongs to table")
    to_game = WholeField(1, NUMBER, label="Game there")
    field_order = ("round", "table", "game", "to_table", "to_game", "reason")

    def wanted(self) -> SheetMove:
        """The move that was asked for."""
        answers = self.cleaned_data
        away = Place(answers["round"], answers["table"], answers["game"])
        return SheetMove(away, Place(answers["round"], answers["to_table"], answers["to_game"]))


class TableForm(_Reasoned):
    """The table whose sheets were typed under a wrong number, and the one they belong to."""

    round = WholeField(1, NUMBER, label="Round")
    table = WholeField(1, NUMBER, label="Table")
    to_table = WholeField(1, NUMBER, label="Belongs to table")
    field_order = ("round", "table", "to_table", "reason")


class HandsForm(_Reasoned):
    """Two seats of a sheet whose hands were entered for each other."""

    round = WholeField(1, NUMBER, label="Round")
    table = WholeField(1, NUMBER, label="Table")
    game = WholeField(1, NUMBER, label="Game")
    one = forms.ChoiceField(label="This seat")
    other = forms.ChoiceField(label="with this one", initial="B")
    field_order = ("round", "table", "game", "one", "other", "reason")

    def __init__(self, letters: Sequence[str], *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        for name in ("one", "other"):
            field = cast(forms.ChoiceField, self.fields[name])
            field.choices = [(letter, f"Seat {letter}") for letter in letters]

    def wanted(self) -> tuple[Place, tuple[str, str]]:
        """The sheet, and the two seats."""
        answers = self.cleaned_data
        place = Place(answers["round"], answers["table"], answers["game"])
        return place, (answers["one"], answers["other"])


class SeatsForm(_Reasoned):
    """Who sat elsewhere, from which game on, and what becomes of the hands that are in."""

    round = WholeField(1, NUMBER, label="Round")
    badge = WholeField(1, 999_999, label="Badge")
    other = forms.CharField(
        max_length=8,
        label="Really sat where badge … is listed, or on a free seat",
        help_text="A badge such as 22, or a free seat such as 7E.",
        error_messages={"required": "Give the other badge, or a free seat such as 7E."},
    )
    from_game = WholeField(1, NUMBER, label="From game", initial=1)
    hands = forms.ChoiceField(
        choices=HANDS, label="Of games that are in", widget=forms.RadioSelect, initial="player"
    )
    field_order = ("round", "badge", "other", "from_game", "hands", "reason")

    def clean_other(self) -> str:
        """A badge or a seat."""
        peer: str = self.cleaned_data["other"].strip()
        if not ((peer.isascii() and peer.isdigit()) or _SPOT.fullmatch(peer)):
            raise forms.ValidationError("Give a badge such as 22, or a free seat such as 7E.")
        return peer

    def wanted(self) -> SeatChange:
        """The change that was asked for."""
        answers: dict[str, Any] = self.cleaned_data
        spot = _SPOT.fullmatch(answers["other"])
        return SeatChange(
            answers["round"],
            answers["badge"],
            other=None if spot else int(answers["other"]),
            spot=(int(spot[1]), spot[2].upper()) if spot else None,
            from_game=answers["from_game"],
            hands=answers["hands"],
        )
