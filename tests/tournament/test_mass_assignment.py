"""Fields that no form asked for have no effect: with all of them sent along, the rows are as they
are without.
"""

from collections.abc import Mapping
from html.parser import HTMLParser
from typing import Any

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import BooleanField, CharField, Model
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import new_event, official, seated_event
from tournament.guests.forms import GuestForm
from tournament.models import Event, Guest, Role

pytestmark = pytest.mark.django_db
OWN_WAY = frozenset(
    {"id", "uid", "digest", "previous", "key", "password", "secret", "until", "session_data"}
)
"""Columns that differ from one time to the next by themselves, as every moment does."""
FORMS: Mapping[str, Mapping[str, str]] = {
    "add_guest": {"name": "Ann Carver"},
    "guest": {"name": "Ann Carver"},
    "hold_places": {"places": "2"},
    "officials": {"name": "Una Umpire", "role": "umpire"},
    "new_event": {"name": "Another evening", "date": "2027-03-01"},
    "sign_in": {"name": "Ann Carver"},
    "phone_options": {"pad_ticks": "each"},
    "list_on_board": {"full": "1"},
    "own_evening": {
        "name": "Mine",
        "date": "2027-03-01",
        "your_name": "Olga",
        "password": "a long pass phrase 7",
    },
    "sheet": {
        "key": "the form",
        "seen": "0",
        "hand_A": "out",
        "hand_B": "8",
        "hand_C": "3",
        "hand_D": "4",
        "hand_E": "5",
    },
    "event_settings": {"venue": "The old hall"},
    "event_rules": {"option_trick_finish": "barred"},
    "prize_settings": {"prize-0-name": "The silver spoon"},
}
"""By the name of the address a form is sent to: what is typed, so that something is saved."""
FILLED = frozenset({"guest", "event_settings", "event_rules", "prize_settings"})
"""Forms that show what is there already: they are sent with it."""
PAGES = {
    "hold_places": "add_guest",
    "phone_options": "phones",
    "list_on_board": "cut",
    "own_evening": "start",
}
"""For an address that takes posts alone, the name of the page on which its form stands."""
NO_EVENT = ("new_event", "own_evening", "start")
"""Addresses that name no evening."""
MORE_OF_ADDRESS: Mapping[str, Mapping[str, object]] = {
    "guest": {"badge": 1},
    "sign_in": {"secret": "wall"},
    "sheet": {"round": 1, "table": 1, "game": 1},
}
"""What an address holds beside its evening."""


class Asked(HTMLParser):
    """The names of all fields of a page, and what they hold already (of text areas nothing)."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.names: set[str] = set()
        self.held: dict[str, str] = {}
        self._select = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Inputs and selects; a box or a choice only where it is ticked."""
        said = {name: value if value is not None else "" for name, value in attrs}
        name = said.get("name", "")
        if tag == "select":
            self._select = name
        if tag in ("input", "select", "textarea") and name:
            self.names.add(name)
        if tag == "input" and (said.get("type") not in ("checkbox", "radio") or "checked" in said):
            self.held[name] = said.get("value", "")
        if tag == "option" and "selected" in said:
            self.held[self._select] = said.get("value", "")


@pytest.fixture
def event() -> Event:
    """An evening with an organiser, beside one of somebody else."""
    made = seated_event(5, games_per_round=1, sign_in_secret="wall")
    official(made, Role.ORGANISER, "organiser")
    official(new_event(), Role.ORGANISER, "somebody else")
    return made


def columns() -> dict[str, str]:
    """Every column of every row that there is, with a value that would show."""
    other = Event.objects.order_by("-pk").values_list("pk", flat=True)[0]
    found: dict[str, str] = {}
    for model in models():
        for column in model._meta.fields:
            value = (
                str(other)
                if column.name == "event"
                else "organiser"
                if column.name == "role"
                else "1"
            )
            found |= {
                column.name: value,
                column.attname: value,
                f"{model._meta.model_name}.{column.name}": value,
            }
    return found


def rows() -> dict[str, Any]:
    """All rows, without what differs by itself."""
    return {model.__name__: _plain(model) for model in models()}


def models() -> list[type[Model]]:
    """Every kind of row."""
    return [*apps.get_app_config("tournament").get_models(), User]


def _plain(model: type[Model]) -> list[dict[str, Any]]:
    moments = {
        field.name
        for field in model._meta.fields
        if field.get_internal_type() in ("DateTimeField", "UUIDField")
    }
    left_out = OWN_WAY | moments
    # On PostgreSQL a number is given once only: a row is known by its place in its table.
    places = {
        field.attname: _places(field.related_model)
        for field in model._meta.fields
        if field.is_relation and isinstance(field.related_model, type)
    }
    return [
        {
            name: places[name].get(value) if name in places else value
            for name, value in row.items()
            if name not in left_out
        }
        for row in model._default_manager.order_by("pk").values()
    ]


def _places(model: type[Model]) -> dict[Any, int]:
    keys = model._default_manager.order_by("pk").values_list("pk", flat=True)
    return {key: place for place, key in enumerate(keys)}


def address(event: Event, name: str) -> str:
    """Where a form or its page lies."""
    if name in NO_EVENT:
        return reverse(name)
    return reverse(name, kwargs={"slug": event.slug, **MORE_OF_ADDRESS.get(name, {})})


def sent(client: Client, event: Event, name: str, *, more: bool) -> dict[str, Any]:
    """The rows after a form was sent, with all columns along or without; then everything is as it
    was.
    """
    where = address(event, name)
    page = client.get(address(event, PAGES.get(name, name)))
    asked = Asked(page.content.decode() if page.status_code == 200 else "")
    form: dict[str, str] = {**(asked.held if name in FILLED else {}), **FORMS[name]}
    along = {
        column: value
        for column, value in columns().items()
        if column not in asked.names | set(FORMS[name])
    }
    before, point = rows(), transaction.savepoint()
    answer = client.post(where, {**along, **form} if more else form)
    after = rows()
    transaction.savepoint_rollback(point)
    assert answer.status_code in (200, 302), answer.status_code
    assert after != before, f"{name} did nothing"
    return after


# The number is that of the fault in tests/faults.json.
@pytest.mark.promise("Fields that no form asked for have no effect", faults=(24,))
@pytest.mark.parametrize("name", sorted(FORMS))
def test_all_columns_sent_along_change_nothing(name: str, event: Event) -> None:
    client = Client()
    if name not in ("own_evening", "sign_in"):
        client.force_login(User.objects.get(username="organiser"))
    assert sent(client, event, name, more=True) == sent(client, event, name, more=False)


@pytest.mark.control("test_all_columns_sent_along_change_nothing")
def test_a_form_of_all_columns_would_be_found(
    event: Event, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A view that took its fields from what was sent, and not from its form, gives two guests that
    differ; both are made by the same faulty view.
    """

    def whatever_was_sent(form: GuestForm) -> dict[str, Any]:
        return {
            field.name: field.to_python(form.data[field.name])
            for field in Guest._meta.fields
            if isinstance(field, CharField | BooleanField) and field.name in form.data
            if not field.choices
        }

    client = Client()
    client.force_login(User.objects.get(username="organiser"))
    monkeypatch.setattr(GuestForm, "fields_of_guest", property(whatever_was_sent))
    assert sent(client, event, "add_guest", more=True) != sent(
        client, event, "add_guest", more=False
    )
