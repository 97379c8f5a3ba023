"""Teams chosen by hand: of guests of several groups, or apart from where they come from."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from tournament.models import Event, Guest, in_list_order
from tournament.models.event import Groups
from tournament.site.text import NameField

TEAMS = Groups("team", "teams")


def teams_by_hand(event: Event) -> dict[str, str]:
    """The team of each guest who has one, by ref; nothing where no team was chosen by hand."""
    return dict(event.guests.exclude(team="").order_by().values_list("ref", "team"))


def team_groups(event: Event) -> Groups:
    """What the teams of the evening are called: teams chosen by hand, or as its groups are."""
    return TEAMS if event.guests.exclude(team="").exists() else event.groups


def members(guests: Iterable[Guest], field: str, counted: str) -> list[dict[str, Any]]:
    """The guests who are ticked by one tick, by what `field` (`team`, `livery_name`) says of them;
    those of whom it says nothing last. `parts` counts them by the other field.
    """
    by_name: defaultdict[str, list[Guest]] = defaultdict(list)
    for guest in in_list_order(guests):
        by_name[str(getattr(guest, field))].append(guest)
    return [
        {
            "name": name,
            "guests": by_name[name],
            "parts": Counter(str(getattr(guest, counted)) for guest in by_name[name]).most_common(),
        }
        for name in sorted(by_name, key=lambda name: (not name, name.casefold()))
    ]


class TeamForm(forms.Form):
    """Who was ticked, singly or by group or team, and the team that they are put in; out of their
    team where that was pressed.
    """

    team = NameField(
        label="Put the ticked into the team, known or new",
        limit=80,
        required=False,
        widget=forms.TextInput(attrs={"list": "teams", "autocomplete": "off"}),
    )

    def __init__(self, event: Event, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.guests = list(event.guests.select_related("livery"))

    @property
    def ticked(self) -> set[int]:
        """The badges of all who were ticked."""
        who, groups, teams = (self._list(name) for name in ("who", "group", "of_team"))
        return {
            guest.badge
            for guest in self.guests
            if str(guest.badge) in who
            or guest.livery_name in groups
            or (guest.team and guest.team in teams)
        }

    def _list(self, name: str) -> set[str]:
        return set(self.data.getlist(name)) if self.is_bound else set()  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Somebody is ticked, and there is a team to put them in."""
        fields = super().clean() or self.cleaned_data
        if not self.ticked:
            raise ValidationError("Tick the guests, or a whole group, first.")
        if self.data.get("act") == "out":
            fields["team"] = ""
        elif "team" in fields and not fields["team"]:
            self.add_error("team", "Give the team a name.")
        return fields
