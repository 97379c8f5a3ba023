"""What a press replaced is kept, of every kind of row, on both databases."""

import json
from typing import Any

import pytest
from django.apps import apps
from django.db import connection

from tests.tournament.evening import NOW, add_guests, new_event, save, seated_event, sign
from tournament.event.acts_names import wipe_names
from tournament.ledger.pressing import pressing
from tournament.models import Change, Event, Guest, Press, Round, RoundClock, Show
from tournament.seating.acts_door import check_in
from tournament.server import capture

pytestmark = pytest.mark.django_db
FLOAT = 12.345678901234567


def told() -> list[tuple[str, str, Any]]:
    """The changes of the last press."""
    last = Press.objects.latest("pk")
    rows = Change.objects.filter(press=last).order_by("pk")
    return list(rows.values_list("verb", "kind", "before"))


def press() -> Any:
    """A form that is being answered."""
    return pressing(Press(key=f"press {Press.objects.count()}", at=NOW))


def watched_tables() -> set[str]:
    """The tables that have their triggers."""
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        else:
            cursor.execute("SELECT tgname FROM pg_trigger")
        names = [name for (name,) in cursor.fetchall() if name.startswith(capture.PREFIX)]
    names = [name for name in names if name != capture.MARKING]
    assert len(names) == 3 * len({name[len(capture.PREFIX) : -2] for name in names})
    return {name[len(capture.PREFIX) : -2] for name in names}


def test_every_kind_of_row_is_kept_or_named_as_not_kept() -> None:
    models = set(apps.get_app_config("tournament").get_models(include_auto_created=True))
    kept = {model._meta.db_table for model in models - capture.NOT_KEPT}
    assert watched_tables() == kept
    assert models > capture.NOT_KEPT


def test_every_kind_that_is_kept_has_a_number_for_its_key() -> None:
    for model in capture.kept():
        assert model._meta.pk.get_internal_type() in ("BigAutoField", "AutoField"), model


def test_what_is_called_noise_is_a_column() -> None:
    for model, columns in capture.NOISE.items():
        assert columns <= set(capture.columns_of(model))


def test_of_an_update_the_columns_that_differ_are_kept_under_its_press() -> None:
    event = seated_event(5)
    with press():
        check_in(event, "P001", sign())
    assert told() == [("u", "guest", {"arrived_at": None})]
    assert Change.objects.latest("pk").event_id == event.pk
    assert event.ledger.latest("number").press == Press.objects.get()


def test_of_a_new_row_its_key_is_kept_and_of_one_that_is_gone_all_of_it() -> None:
    event = new_event()
    with press():
        (guest,) = add_guests(event, 1)
    assert told() == [("i", "guest", {})]
    stored = Guest.objects.filter(pk=guest.pk).values().get()
    with press():
        guest.delete()
    ((verb, kind, before),) = told()
    assert (verb, kind, set(before)) == ("d", "guest", set(stored))
    assert {name: before[name] for name in ("id", "name", "badge")} == {
        name: stored[name] for name in ("id", "name", "badge")
    }


def test_an_update_that_changes_nothing_is_told_and_noise_is_not() -> None:
    event = new_event()
    add_guests(event, 1)
    show = Show.objects.create(event=event)
    with press():
        Guest.objects.filter(event=event).update(name="Guest 1")
        Show.objects.filter(pk=show.pk).update(revision=7)
        Event.objects.filter(pk=event.pk).update(version=9)
    assert told() == [("u", "guest", {})]


def test_outside_of_any_form_a_change_is_kept_without_a_press() -> None:
    event = new_event()
    add_guests(event, 1)
    change = Change.objects.latest("pk")
    assert (change.kind, change.press_id) == ("guest", None)


def test_while_nothing_is_to_be_kept_nothing_is() -> None:
    event = new_event()
    with press():
        add_guests(event, 1)
        with capture.nothing_kept():
            add_guests(new_event(name="Another"), 2)
        Guest.objects.filter(event=event).update(office="Clerk")
    assert told() == [("i", "guest", {}), ("u", "guest", {"office": ""})]


def test_a_number_with_a_point_is_kept_to_its_last_digit() -> None:
    event = seated_event(5)
    clock = RoundClock.objects.create(event=event, round=event.rounds.all()[0], ahead=FLOAT)
    with press():
        RoundClock.objects.filter(pk=clock.pk).update(ahead=1)
    assert float(told()[0][2]["ahead"]) == FLOAT


def test_triggers_that_are_as_the_models_ask_are_left_and_others_are_made_anew() -> None:
    capture.take_off()
    assert watched_tables() != set()
    capture.take_off(plan=["a change of the tables"])
    assert watched_tables() == set()
    capture.put_on()
    assert len(watched_tables()) == len(capture.kept())
    capture.put_on()
    assert len(watched_tables()) == len(capture.kept())


@pytest.mark.parametrize("kind", ["guest", "event", "round"])
def test_wiped_names_are_in_no_image(kind: str) -> None:
    event = seated_event(5)
    gone = Guest.objects.create(
        event=event, badge=77, ref="P077", name="Zoë O’Wherry", sort_name="O’Wherry, Zoë"
    )
    named = "Zoë O’Wherry sits at the top"
    with press():
        Event.objects.filter(pk=event.pk).update(extra={"note": named})
        Round.objects.filter(event=event).update(movement=named)
        Guest.objects.filter(pk=gone.pk).update(name="Zoe Barleymow")
    with press():
        Event.objects.filter(pk=event.pk).update(extra={})
        Round.objects.filter(event=event).update(movement="")
        gone.delete()
    save(event, ("out", "8", "3", "4", "5"))
    Event.objects.filter(pk=event.pk).update(date="2027-02-01")
    event.refresh_from_db()
    images = Change.objects.filter(event=event, kind=kind).exclude(before={})
    assert "Wherry" in text_of(images)
    wipe_names(event, sign(), text=event.name)
    left = text_of(images.all())
    assert [name for name in ("Wherry", "Zo", "Barleymow") if name in left] == []
    assert images.exists()


def text_of(changes: Any) -> str:
    """What images say, with the letters that JSON within them escapes."""
    images = json.dumps(list(changes.values_list("before", flat=True)))
    return images.encode().decode("unicode_escape").encode().decode("unicode_escape")
