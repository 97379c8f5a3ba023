"""What kind of evening it is, chosen first and by picture: tables and a cut, or matches of two in
one of four ways, or an evening of a league. With it come the game, the rounds and the line.
"""

from typing import Any

from django import forms

from scoring.formats import FORMATS, Format
from scoring.formats.catalogue import DEFAULT
from tournament.counting.formats import FEWEST_FOR_A_CUT
from tournament.event.forms import tables_for
from tournament.event.forms_groups import GroupsForm
from tournament.event.forms_rules import games, new_columns
from tournament.site.text import WholeField

TABLES, LEAGUE = "tables", "league"
KINDS = (
    (TABLES, "Tables and a cut"),
    ("knock_out", "Knock-out"),
    ("swiss", "Swiss"),
    ("all_play_all", "Everybody meets"),
    ("swiss_then_knock_out", "Swiss, then a knock-out"),
    (LEAGUE, "League"),
)
AT_TABLES = frozenset({TABLES, LEAGUE})
PAIRED = next(form for form in FORMATS.values() if form.paired and form.name == form.game)
USUAL_GAME = f"{DEFAULT.title}, or {PAIRED.title} for two"
MOST_GUESTS = 500
USUAL_CUT, MOST_IN_BRACKET = 10, 8


def kind_of(form: Format) -> str:
    """The kind of evening that a format makes."""
    return str(form.ending) if form.paired else TABLES


class KindForm(GroupsForm):
    """The kind with its game and about how many come; an empty game is the usual one of the
    kind, an empty kind that of the game.
    """

    kind = forms.ChoiceField(
        label="What kind of evening?",
        choices=KINDS,
        initial=TABLES,
        required=False,
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Choose one of the kinds of evening."},
    )
    game = forms.ChoiceField(
        label="Game",
        required=False,
        error_messages={"invalid_choice": "Choose one of the games."},
    )
    size = WholeField(2, MOST_GUESTS, label="About how many guests", required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        game: Any = self.fields["game"]
        game.choices = [("", USUAL_GAME), *games()]

    def clean(self) -> dict[str, Any] | None:
        """A game that is played so."""
        fields = super().clean() or self.cleaned_data
        if not {"kind", "game"} <= fields.keys():
            return fields
        kind, form = fields["kind"], FORMATS.get(fields["game"])
        if kind and form is not None and form.paired == (kind in AT_TABLES):
            self.add_error("game", _misfit(form))
        return fields

    @property
    def of_kind(self) -> dict[str, Any]:
        """The columns of an event of this kind."""
        kind, name = self.cleaned_data["kind"], self.cleaned_data["game"]
        if not kind:
            kind = kind_of(FORMATS[name or DEFAULT.name])
        there = self.cleaned_data.get("size")
        if kind in AT_TABLES:
            return new_columns(name or DEFAULT.name) | _cut_for(there)
        choices = {"pairing": kind, "rounds": "fitted"}
        columns = new_columns(name or PAIRED.name, choices) | {"has_playoff": False}
        bracket = min(MOST_IN_BRACKET, 1 << max(1, (there or USUAL_CUT) // 2).bit_length() - 1)
        return columns | {"cut_size": max(2, bracket)}


def _misfit(form: Format) -> str:
    """Why a game is not played in the kind that is chosen."""
    if form.paired:
        return f"{form.title} is for matches of two: choose another game, or one of their kinds."
    return (
        f"{form.title} is played at tables: choose {PAIRED.title} for matches of two, or tables"
        " and a cut."
    )


def _cut_for(there: int | None) -> dict[str, Any]:
    """A cut that so few guests can fill; nothing where the usual one is smaller than the field."""
    if there is None or there > USUAL_CUT or there < FEWEST_FOR_A_CUT:
        return {}
    size = max(2, there // 2)
    return {"cut_size": size, "playoff_tables": tables_for(size)}
