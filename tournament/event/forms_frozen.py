"""What was frozen with the first result and two officials can still change together: policies,
ties, options.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from tournament.counting.formats import event_format
from tournament.event.forms import EventForm, par_as_declared
from tournament.event.forms_rules import RulesForm
from tournament.event.forms_ties import TieBreaksForm
from tournament.event.reading import TOGETHER
from tournament.models import Event


class FrozenForm(forms.Form):
    """The policies among the frozen settings; what seal or play-off hold is left out."""

    def __init__(
        self, event: Event, reasons: Mapping[str, str], data: QueryDict | None = None
    ) -> None:
        event_form = EventForm(event, {})
        super().__init__(data, initial=event_form.initial)
        self.event = event
        self.fields |= {
            name: field
            for name, field in event_form.fields.items()
            if name in TOGETHER and name not in reasons
        }

    def clean_table_par(self) -> str:
        """A par as it is kept."""
        return par_as_declared(self.cleaned_data["table_par"], self.event)


class FrozenForms:
    """The three parts of the page: policies, the order of tie-breaks, and the options of the
    rulebook.
    """

    def __init__(self, event: Event, reasons: Mapping[str, str], data: QueryDict | None) -> None:
        self.policies = FrozenForm(event, reasons, data)
        self.ties = TieBreaksForm(event, data, prefix="tie")
        self.rules = RulesForm(event, event_format(event), data, choices=False)

    def __iter__(self) -> Iterator[forms.Form]:
        return iter((self.policies, self.ties, self.rules))

    def is_valid(self) -> bool:
        """Whether every part is."""
        valid = [part.is_valid() for part in self]
        return all(valid)

    @property
    def declared(self) -> dict[str, Any]:
        """The event's columns as the act takes them."""
        return {
            **self.policies.cleaned_data,
            "tie_breaks": self.ties.order,
            "rules": self.rules.declared["rules"],
        }
