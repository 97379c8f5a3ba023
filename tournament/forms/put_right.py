"""The forms that put a wrong place right: a sheet, two hands, or two seats, each with its reason."""

import re
from typing import Any, Self

from django import forms

from scoring.formats import Format
from tournament.forms.entry import seen_text
from tournament.forms.text import WholeField
from tournament.put_right import SeatChange, SheetMove
from tournament.submission import Place

_SPOT = re.compile(r"(\d{1,4})\s*([A-Fa-f])", re.ASCII)
NUMBER = 9_999
SEATS = [(letter, f"Seat {letter}") for letter in "ABCDEF"]
OF_A_DEAL = {"game": "{unit}", "to_game": "{unit} there", "from_game": "from {unit}", "hands": "of {units} that are in"}
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
        said = self.cleaned_data
        away = Place(said["round"], said["table"], said["game"])
        return SheetMove(away, Place(said["round"], said["to_table"], said["to_game"]))


class HandsForm(_Reasoned):
    """Two seats of a sheet whose hands were entered for each other."""

    round = WholeField(1, NUMBER, label="Round")
    table = WholeField(1, NUMBER, label="Table")
    game = WholeField(1, NUMBER, label="Game")
    one = forms.ChoiceField(choices=SEATS, label="This seat")
    other = forms.ChoiceField(choices=SEATS, label="with this one", initial="B")
    field_order = ("round", "table", "game", "one", "other", "reason")

    def wanted(self) -> tuple[Place, tuple[str, str]]:
        """The sheet, and the two seats."""
        said = self.cleaned_data
        return Place(said["round"], said["table"], said["game"]), (said["one"], said["other"])


class SeatsForm(_Reasoned):
    """Who sat elsewhere, from which game on, and what becomes of the hands that are in."""

    round = WholeField(1, NUMBER, label="Round")
    badge = WholeField(1, 999_999, label="Badge")
    other = forms.CharField(
        max_length=8,
        label="Really sat where badge … is listed, or at a free seat",
        help_text="A badge such as 22, or a free seat such as 7E.",
        error_messages={"required": "Give the other badge, or a free seat such as 7E."},
    )
    from_game = WholeField(1, NUMBER, label="From game", initial=1)
    hands = forms.ChoiceField(choices=HANDS, label="Of games that are in", widget=forms.RadioSelect, initial="player")
    field_order = ("round", "badge", "other", "from_game", "hands", "reason")

    def clean_other(self) -> str:
        """A badge or a seat."""
        said: str = self.cleaned_data["other"].strip()
        if not ((said.isascii() and said.isdigit()) or _SPOT.fullmatch(said)):
            raise forms.ValidationError("Give a badge such as 22, or a free seat such as 7E.")
        return said

    def wanted(self) -> SeatChange:
        """The change that was asked for."""
        said: dict[str, Any] = self.cleaned_data
        spot = _SPOT.fullmatch(said["other"])
        return SeatChange(
            said["round"],
            said["badge"],
            other=None if spot else int(said["other"]),
            spot=(int(spot[1]), spot[2].upper()) if spot else None,
            from_game=said["from_game"],
            hands=said["hands"],
        )
