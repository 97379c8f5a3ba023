"""What a guest is handed who asks what is kept of them: all of it, and nobody else's."""

from collections.abc import Sequence

import pytest
from django.apps import apps

from tests.tournament.evening import save, seated_event, sign
from tests.tournament.matches.matches import match_event, out, play_round
from tournament.counting.consequences import Change
from tournament.guests import own_data
from tournament.models import Event, Guest
from tournament.rulings.acts_adjustments import adjust
from tournament.site.spreadsheet import Cell

pytestmark = pytest.mark.django_db


def told(event: Event, badge: int) -> dict[str, list[Sequence[Cell]]]:
    """The pages of a guest's file."""
    pages = own_data.pages(event.guests.select_related("livery").get(badge=badge))
    return {page.title: list(page.rows) for page in pages}


@pytest.mark.promise("A guest's own file holds every kind of row that names them")
def test_every_kind_of_row_that_names_a_guest_is_in_the_file_or_said_why_not() -> None:
    naming = {
        model
        for model in apps.get_app_config("tournament").get_models()
        if any(field.related_model is Guest for field in model._meta.concrete_fields)
    }
    assert naming == {*own_data.BESIDE, *own_data.ON_PAGES, *own_data.OF_TWO}


@pytest.mark.control("test_every_kind_of_row_that_names_a_guest_is_in_the_file_or_said_why_not")
def test_a_kind_that_was_forgotten_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_data, "BESIDE", own_data.BESIDE[1:])
    with pytest.raises(AssertionError):
        test_every_kind_of_row_that_names_a_guest_is_in_the_file_or_said_why_not()


def test_what_a_ruling_took_from_a_guest_is_told_to_nobody_else() -> None:
    event = seated_event(5, qualifying_rounds=1, games_per_round=1)
    save(event, ("out", "8", "3", "4", "5"))
    adjust(event, Change("points", "Spoke out of turn", None, "P003", 5), sign())
    said = {badge: str(told(event, badge)["Also kept"]) for badge in (3, 4)}
    assert ["Spoke out of turn" in said[badge] for badge in (3, 4)] == [True, False]


@pytest.mark.parametrize("ref", ["P1", "a"])
def test_the_record_lists_no_entry_of_somebody_whose_key_only_begins_alike(ref: str) -> None:
    event = seated_event(5, qualifying_rounds=1, games_per_round=1)
    event.guests.filter(badge=1).update(ref=f"{ref}00")
    event.guests.filter(badge=2).update(ref=ref)
    before = told(event, 2)["Record"]
    event.refresh_from_db()
    adjust(event, Change("points", "Spoke out of turn", None, f"{ref}00", 5), sign())
    assert told(event, 2)["Record"] == before
    assert len(told(event, 1)["Record"]) == len(before) + 1


def test_matches_are_told_without_who_was_met() -> None:
    event = match_event()
    out(event)
    play_round(event)
    games = told(event, 1)["Games"]
    assert [row[2] for row in games] == ["match"]
    peers = event.guests.exclude(badge=1).values_list("name", flat=True)
    assert [name for name in peers if name in str(games)] == []
