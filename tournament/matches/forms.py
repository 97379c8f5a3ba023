"""What officials enter about matches: the winner of each game, and the wishes of the desk."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict

from scoring.formats import Halves
from scoring.pairing.values import DRAWN, FIRST, SECOND
from tournament.site.text import WholeField, WordsField

LAST_ROUND = 99
Players = Sequence[tuple[str, str]]
TWICE = "Game {} has two winners: tap one."
NOT_ONE = "Game {}: tap one of the two, or that time ended it."


class ResultForm(forms.Form):
    """One choice a game: who won it, or that time ended it.

    Games after the deciding one stay empty.
    """

    def __init__(
        self,
        data: QueryDict | None = None,
        *,
        best_of: int,
        names: tuple[str, str],
        initial: str = "",
        played: bool,
    ) -> None:
        """`names` are those of the two players, the one who starts up to the ten first; `initial`
        the games so far.
        """
        super().__init__(data)
        self.best_of = best_of
        for number in range(1, best_of + 1):
            choices = [(FIRST, names[0]), (SECOND, names[1]), (DRAWN, "Time: nobody")]
            self.fields[f"game_{number}"] = forms.ChoiceField(
                label=f"Game {number}" if best_of > 1 else "Who won?",
                choices=choices,
                required=False,
                initial=initial[number - 1 : number],
                widget=forms.RadioSelect(attrs={"class": "winner"}),
                error_messages={"invalid_choice": NOT_ONE.format(number)},
            )
        self.fields["reason"] = WordsField(
            label="The reason for the correction",
            limit=300,
            required=played,
            error_messages={"required": REASON},
        )
        if not played:
            del self.fields["reason"]

    def clean(self) -> dict[str, Any]:
        """No game has two winners, and none is left out between two others."""
        for number in range(1, self.best_of + 1):
            values = self.data.getlist(f"game_{number}") if isinstance(self.data, QueryDict) else []
            if len(set(values)) > 1:
                self.add_error(f"game_{number}", TWICE.format(number))
        letters = [
            self.cleaned_data.get(f"game_{number}") or " " for number in range(1, self.best_of + 1)
        ]
        if not self.errors and " " in "".join(letters).rstrip():
            missing = letters.index(" ") + 1
            self.add_error(f"game_{missing}", f"Game {missing} is missing: tap who won it.")
        return self.cleaned_data

    @property
    def games(self) -> str:
        """The letters of the games."""
        numbers = range(1, self.best_of + 1)
        return "".join(self.cleaned_data.get(f"game_{number}") or "" for number in numbers)


REASON = "Say why the result is corrected."


class PlayerField(forms.ChoiceField):
    """Somebody on the list; the form says who is offered."""

    def __init__(self, label: str) -> None:
        wrong = {
            "invalid_choice": f"{label}: choose somebody from the list.",
            "required": f"{label}: choose somebody.",
        }
        super().__init__(label=label, error_messages=wrong)


class WishForm(forms.Form):
    """What the desk wishes of players: who they are, and in a round to come."""

    def __init__(
        self, data: Mapping[str, Any] | None = None, *, players: Players, number: int = 1
    ) -> None:
        super().__init__(data, auto_id=f"{type(self).__name__.lower()}_%s")
        for name, field in self.fields.items():
            if isinstance(field, PlayerField):
                field.choices = [("", "Choose"), *players]
            elif name == "round":
                field.initial = number


class ByeForm(WishForm):
    """Who sits out which round."""

    guest = PlayerField("Who sits out")
    round = WholeField(1, LAST_ROUND, label="In round")


class SwapForm(WishForm):
    """Two players of a draft who change places."""

    one = PlayerField("One player")
    other = PlayerField("The other player")


class LateForm(WishForm):
    """Who comes in before a round, with how many points for those missed."""

    guest = PlayerField("Who comes in")
    halves = forms.TypedChoiceField(
        label="Points stated for the rounds missed",
        coerce=int,
        error_messages={"invalid_choice": "Points: choose one of those offered."},
    )
    reason = WordsField(label="The reason, for the record", limit=300)

    def __init__(self, *args: Any, number: int, **kwargs: Any) -> None:
        super().__init__(*args, number=number, **kwargs)
        halves: Any = self.fields["halves"]
        halves.choices = [(str(worth), str(Halves(worth))) for worth in range(2 * number - 1)]


class BondForm(SwapForm):
    """Two players and whether they meet or are kept apart, in which round or
    (kept apart) always.
    """

    bond = forms.ChoiceField(
        label="They",
        choices=[
            ("apart", "never meet"),
            ("apart_once", "do not meet in this round"),
            ("meet", "meet in this round"),
        ],
    )
    round = WholeField(1, LAST_ROUND, label="This round")
