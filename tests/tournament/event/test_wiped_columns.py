"""Whatever column may hold a word of somebody holds none after the names are wiped: each is written
full with a guest's name first, so that a new one is looked at without anybody adding it here.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from django.apps import apps
from django.db import connection, models

from tests.tournament.ending import fresh
from tests.tournament.evening import sign
from tests.tournament.event.test_names import AFTER
from tests.tournament.stages import PRESSED
from tournament.event.acts_names import erase_guest, wipe_names
from tournament.models import Event
from tournament.server import triggers

pytestmark = pytest.mark.django_db
NAME, SURNAME = "Zebedee Quillfeather", "Quillfeather"
LONG = 30
"""A column that holds so many letters may hold a name."""
CALLED = frozenset({"Event", "Guest", "League", "Livery"})
"""What is called so itself: the guest is named in another way, the others are no persons."""
DECLARED = frozenset(
    {
        *("venue", "charity", "time_zone", "game", "rules", "format", "choices", "table_par"),
        *("group_one", "group_many", "arms", "sponsor", "sign_in_secret", "tablet_secret"),
    }
)
"""Columns of an evening that its organiser declares before there are guests."""
CHAINED = frozenset({"digest", "key", "kind", "ref", "slug", "previous"})


def columns() -> "Iterator[tuple[type[models.Model], models.Field[Any, Any]]]":
    """Every column into which somebody's words may come."""
    for model in apps.get_app_config("tournament").get_models():
        for field in model._meta.concrete_fields:
            text = isinstance(field, models.CharField | models.TextField) and not field.choices
            if not text or field.unique or field.name in CHAINED | DECLARED:
                continue
            if model.__name__ not in CALLED and (field.max_length or LONG) >= LONG:
                yield model, field


def named_everywhere(event: Event) -> Event:
    """The evening, whose first guest is named in every column there is a row for."""
    guest = event.guests.order_by("badge")[0]
    guest.name, guest.first_name, guest.last_name = NAME, *NAME.split()
    guest.save()
    triggers.drop(connection)
    for model, field in columns():
        model._default_manager.update(**{field.name: NAME})
    triggers.create(connection)
    return fresh(event)


def left() -> set[str]:
    """The columns in which the name is left."""
    return {
        f"{model.__name__}.{field.name}"
        for model, field in columns()
        for words in model._default_manager.values_list(field.name, flat=True)
        if SURNAME in str(words)
    }


NOT_OF_THE_EVENING = frozenset({"LeagueEntry.actor"})
"""Who did it was an official."""


@pytest.mark.promise("No column of any table holds a guest's name after it was wiped")
@pytest.mark.parametrize("one", [False, True], ids=["everybody", "one guest"])
@pytest.mark.parametrize(
    "stage",
    [
        pytest.param(stage, marks=() if stage == "announced" else pytest.mark.nightly)
        for stage in PRESSED
        if stage not in ("before_the_seating", "in_a_league")  # two evenings
    ],
)
def test_no_column_holds_a_name_that_was_wiped(stage: str, one: bool) -> None:
    event = named_everywhere(PRESSED[stage]())
    assert {"LedgerEntry.reason", "Sheet.checker"} & left() or stage == "matched"
    if one:
        erase_guest(event, event.guests.get(name=NAME), sign(), text=NAME)
    else:
        wipe_names(event, sign(at=AFTER), text=event.name)
    assert left() - NOT_OF_THE_EVENING == set()


@pytest.mark.control("test_no_column_holds_a_name_that_was_wiped")
def test_a_column_that_is_passed_over_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    event = named_everywhere(PRESSED["announced"]())
    monkeypatch.setattr("tournament.event.acts_names.redact_rows", lambda _row, _redactor: None)
    wipe_names(event, sign(at=AFTER), text=event.name)
    assert "Sheet.checker" in left()
