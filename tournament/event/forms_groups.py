"""Where the guests of an evening come from: liveries, clubs, companies, teams, departments, groups
of another name, or none.
"""

from collections.abc import Mapping
from typing import Any

from django import forms

from scoring.words import capital, plural
from tournament.models import Event
from tournament.models.event import LIVERIES, Groups
from tournament.site.text import NameField

OTHER = "other"
NONE = Groups("", "")
USUAL: Mapping[str, Groups] = {
    "livery": LIVERIES,
    "club": Groups("club", "clubs"),
    "company": Groups("company", "companies"),
    "team": Groups("team", "teams"),
    "department": Groups("department", "departments"),
    "none": NONE,
}
CHOICES = (
    *((key, capital(groups.many)) for key, groups in USUAL.items() if groups.one),
    (OTHER, "Something else"),
    ("none", "Nowhere in particular"),
)


def chosen(groups: Groups) -> str:
    """Which of the choices an evening has."""
    return next((key for key, usual in USUAL.items() if usual == groups), OTHER)


class GroupsForm(forms.Form):
    """The choice with a box for a word of one’s own; what is not sent stays as it is."""

    groups = forms.ChoiceField(label="Your guests come from", choices=CHOICES, required=False)
    own_group = NameField(
        label="Something else: one, and several",
        limit=50,
        required=False,
        help_text="Such as: school, schools.",
    )

    @property
    def group_words(self) -> dict[str, str]:
        """The event’s columns; nothing where nothing was chosen."""
        choice = self.cleaned_data.get("groups")
        groups = (
            _own(self.cleaned_data["own_group"]) if choice == OTHER else USUAL.get(choice or "")
        )
        return {"group_one": groups.one, "group_many": groups.many} if groups else {}

    def clean(self) -> dict[str, Any] | None:
        """Something else has a word."""
        fields = super().clean() or self.cleaned_data
        if fields.get("groups") == OTHER and "own_group" in fields:
            if not (groups := _own(fields["own_group"])).one:
                self.add_error("own_group", "Say what one of them is called, such as: school.")
            elif max(len(groups.one), len(groups.many)) > LONGEST:
                self.add_error("own_group", f"A word has at most {LONGEST} letters here.")
        return fields


LONGEST = 24


def _own(text: str) -> Groups:
    """The words typed: `school, schools`, or one alone, of which the other is made."""
    one, _comma, several = (part.strip() for part in text.partition(","))
    return Groups(one, several or plural(one)) if one else NONE


def groups_initial(event: Event) -> dict[str, str]:
    """What the form shows of an event."""
    choice = chosen(event.groups)
    own = f"{event.group_one}, {event.group_many}" if choice == OTHER else ""
    return {"groups": choice, "own_group": own}
