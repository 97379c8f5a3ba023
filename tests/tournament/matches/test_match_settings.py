"""The settings of an event whose guests are paired: only what its format has."""

import pytest
from django.http import QueryDict

from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import new_event
from tests.tournament.matches.matches import match_event, out
from tournament.event.forms import EventForm
from tournament.event.forms_ties import TieBreaksForm
from tournament.event.reading import AS_DRAFTED, held_fields
from tournament.event.words import tie_break_words, value_words
from tournament.models import Event

pytestmark = pytest.mark.django_db
NUMBERS = {
    "qualifying_rounds",
    "games_per_round",
    "cut_size",
    "third_place_match",
    "playoff",
    "cut_tie",
    "table_par",
}


@pytest.mark.parametrize(
    ("pairing", "asked"),
    [
        ("swiss", {"qualifying_rounds"}),
        ("all_play_all", set()),
        ("knock_out", {"third_place_match"}),
        ("swiss_then_knock_out", {"qualifying_rounds", "cut_size", "third_place_match"}),
    ],
)
def test_each_way_of_pairing_asks_for_its_own_numbers(pairing: str, asked: set[str]) -> None:
    assert NUMBERS & set(EventForm(match_event(4, pairing=pairing), {}).fields) == asked


def test_an_evening_of_tables_asks_for_no_bracket() -> None:
    assert set(EventForm(new_event(), {}).fields) & NUMBERS == NUMBERS - {"third_place_match"}


def test_a_cut_that_is_no_bracket_is_refused_in_the_form() -> None:
    said = QueryDict(
        "cut_size=6&qualifying_rounds=3&name=Cup&date=2027-02-11&withdrawn_policy=unranked"
        "&paper_size=A4&list_separator=,"
    )
    form = EventForm(match_event(4, pairing="swiss_then_knock_out"), {}, said)
    assert form.errors == {
        "cut_size": ["A knock-out takes 2, 4, 8, 16 or more players, not 6: choose one of these."]
    }


def test_numbers_stay_once_rounds_are_paired() -> None:
    event = match_event(4, pairing="swiss_then_knock_out", cut_size=2)
    out(event)
    held = held_fields(fresh(event))
    assert {held[name] for name in ("qualifying_rounds", "cut_size", "third_place_match")} == {
        AS_DRAFTED
    }
    assert "third_place_match" not in EventForm(fresh(event), held).fields


def test_ties_of_matches_are_ordered_with_the_lot_last() -> None:
    event = match_event(4)
    form = TieBreaksForm(event, {"buchholz": "1", "lot": "2"})
    assert form.is_valid()
    assert form.order == ["buchholz", "lot"]
    wrong = TieBreaksForm(event, {"buchholz": "2", "lot": "1"})
    assert wrong.non_field_errors() == ["The lot settles every tie, so it comes last."]
    assert tie_break_words(["head_to_head", "lot", "no_such"]) == [
        "direct encounter, the matches between them",
        "the lot",
    ]
    assert (
        tie_break_words(["head_to_head", "cut_of_cards"])[0] == "better total at the shared table"
    )
    assert value_words("tie_breaks", ["lot"]) == "the lot"


def test_the_page_of_settings_saves_what_is_asked() -> None:
    event = match_event(4, pairing="knock_out")
    desk = signed_in(event)
    address = f"/e/{event.slug}/settings/"
    html = desk.get(address).content.decode()
    assert "The losers of the semi-finals play for the third place" in html
    assert "Games in a round" not in html
    sent = {
        "name": "Cup",
        "date": "2027-02-11",
        "third_place_match": "on",
        "withdrawn_policy": "unranked",
        "paper_size": "A4",
        "list_separator": ",",
    }
    sent |= {"tie-lot": "1", "prize-TOTAL_FORMS": "3", "prize-INITIAL_FORMS": "3"}
    sent |= {f"prize-{at}-name": name for at, name in enumerate(("winner", "second", "third"))}
    answer = desk.post(address, sent)
    assert answer.status_code == 302, answer.content.decode()[-3000:]
    saved = Event.objects.get(pk=event.pk)
    assert (saved.third_place_match, saved.tie_breaks) == (True, ["lot"])
