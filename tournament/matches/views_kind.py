"""The kind of evening chosen again: the same pictures as at its start, until a result is in."""

from functools import partial
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from scoring.formats import format_of
from tournament.counting.formats import event_format
from tournament.event.forms_groups import GroupsForm
from tournament.event.forms_kind import AT_TABLES, KINDS, LEAGUE, KindForm, kind_of
from tournament.ledger.signing import new_key, perform
from tournament.matches.acts_kind import change_kind, hindrance_to_kind
from tournament.models import Event
from tournament.site.access import ORGANISER, at_event


class OtherKindForm(KindForm):
    """The kind and its game alone, as they are now."""

    field_order = ("kind", "game")

    def __init__(self, event: Event, data: QueryDict | None = None) -> None:
        self.own = event_format(event)
        super().__init__(data, initial={"kind": kind_of(self.own)})
        for name in ("size", *GroupsForm.base_fields):
            del self.fields[name]
        kind: Any = self.fields["kind"]
        kind.choices = [row for row in KINDS if row[0] != LEAGUE]

    @property
    def of_kind(self) -> dict[str, Any]:
        """The columns that change: the game played stays where it is played so, with what was
        chosen for it.
        """
        kind, columns = self.cleaned_data["kind"] or kind_of(self.own), super().of_kind
        if self.cleaned_data["game"] not in ("", self.own.name) or self.own.paired == (
            kind in AT_TABLES
        ):
            return columns
        if not self.own.paired:
            return {}
        line = format_of(self.own.name, dict(self.own.chosen) | {"pairing": kind}).line
        return {"choices": line, "cut_size": columns["cut_size"]}


@at_event(ORGANISER)
def event_kind(request: HttpRequest, event: Event) -> HttpResponse:
    """The pictures, with the kind of this evening chosen; and what was chosen instead."""
    data = request.POST if request.method == "POST" else None
    form = OtherKindForm(event, data)
    if data is not None and form.is_valid():
        act = partial(change_kind, event, form.of_kind)
        if perform(request, event, act, "It is another kind of evening now."):
            return redirect("evening", event.slug)
    context = {
        "form": form,
        "held": hindrance_to_kind(event),
        "laid": event.match_rounds.exists() or event.rounds.exists(),
        "key": new_key(),
    }
    return render(request, "matches/kind.html", context)
