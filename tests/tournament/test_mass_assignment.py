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
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from tests.tournament.evening import new_event, official, save, seated_event
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
}


PAGES = {
    "hold_places": "add_guest",
    "phone_options": "phones",
    "list_on_board": "cut",
    "own_evening": "start",
}
"""Where the form stands of an address that is only posted to."""
NO_EVENT = ("new_event", "own_evening", "start")


class Asked(HTMLParser):
    """The names under which a page reads anything, and what its form to itself holds already."""

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
    keys = {
        field.attname for field in model._meta.fields if field.is_relation and field.name != "event"
    }
    left_out = OWN_WAY | moments | keys | {"body"}
    # A number once given is not given again on PostgreSQL, so evenings are counted.
    nth = {
        pk: number
        for number, pk in enumerate(Event.objects.order_by("pk").values_list("pk", flat=True))
    }
    listed = model._default_manager.order_by("pk").values()
    named = [{name: value for name, value in row.items() if name not in left_out} for row in listed]
    return [
        row | ({"event_id": nth.get(row["event_id"])} if "event_id" in row else {}) for row in named
    ]


def address(event: Event, name: str) -> str:
    """Where a form or its page lies."""
    args = {"badge": 1} if name == "guest" else {"secret": "wall"} if name == "sign_in" else {}
    return reverse(name, kwargs={} if name in NO_EVENT else {"slug": event.slug, **args})


def sent(client: Client, event: Event, name: str, *, more: bool) -> dict[str, Any]:
    """The rows after a form was sent, with all columns along or without; then everything is as it
    was.
    """
    where = address(event, name)
    page = client.get(address(event, PAGES.get(name, name)))
    asked = Asked(page.content.decode() if page.status_code == 200 else "")
    form: dict[str, str] = {**(asked.held if name == "guest" else {}), **FORMS[name]}
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
    def everything(held: Event, fields: dict[str, Any], *_said: Any) -> Guest:
        return Guest.objects.create(
            event=held, ref="P090", status="withdrawn", **(fields | {"badge": 90})
        )

    client = Client()
    client.force_login(User.objects.get(username="organiser"))
    without = sent(client, event, "add_guest", more=False)
    monkeypatch.setattr("tournament.guests.views.acts.add_guest", everything)
    assert sent(client, event, "add_guest", more=True) != without


MOVED = ("Change", "Event", "LedgerEntry", "Press", "Round")
"""What saving settings may write: the evening and its rounds, the entry, and the note of the press
with what it replaced.
"""


@pytest.mark.parametrize("name", ["event_settings", "event_rules", "prize_settings"])
def test_settings_change_nothing_but_what_they_show(name: str, event: Event) -> None:
    client = Client()
    client.force_login(User.objects.get(username="organiser"))
    before, where = rows(), reverse(name, args=[event.slug])
    held = Asked(client.get(where).content.decode()).held
    assert client.post(where, {**columns(), **held}).status_code in (200, 302, 422)
    after = rows()
    for kept in (
        "slug",
        "is_demo",
        "frozen_at",
        "released",
        "extra",
        "podium_revealed_at",
        "sign_in_secret",
        "tablet_secret",
        "guests_check_in",
    ):
        assert [row.get(kept) for row in after["Event"]] == [
            row.get(kept) for row in before["Event"]
        ]
    assert {kind: held for kind, held in after.items() if kind not in MOVED} == {
        kind: held for kind, held in before.items() if kind not in MOVED
    }


def test_a_sheet_is_changed_by_no_column_sent_along(event: Event) -> None:
    save(event, ("out", "8", "3", "4", "5"))
    client = Client()
    client.force_login(User.objects.get(username="organiser"))
    before = rows()
    where = reverse("sheet", args=[event.slug, 1, 1, 1])
    assert client.post(where, columns()).status_code in (200, 302, 422)
    kept = {"LedgerEntry", "Sheet", "Tally", "User", "Official"}
    assert {name: held for name, held in rows().items() if name in kept} == {
        name: before[name] for name in kept
    }
