"""A whole evening taken in by a page: its file as saved, packed or not, and anything else."""

import gzip
import json
from collections.abc import Callable
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from tests.tournament.ending import fresh, playoff_event
from tests.tournament.evening import (
    NOW,
    new_event,
    official,
    save,
    saved_and_taken_back,
    seated_event,
    sign,
)
from tests.tournament.matches.matches import match_event, play_stage
from tests.tournament.rulings.rulings import QUEEN
from tournament.archive import views
from tournament.archive.acts import import_evening, importing_evening
from tournament.archive.export import archive
from tournament.counting.board import board, compute
from tournament.counting.rulings import Where
from tournament.counting.submission import Place
from tournament.entry.acts_corrections import move_sheet
from tournament.entry.acts_desk import record_card_totals
from tournament.entry.wrong_place import SheetMove
from tournament.finals.acts_playoff import open_extra_game, reveal_podium
from tournament.guests.acts import add_guest
from tournament.ledger.pressing import SITE
from tournament.models import Event, Press, Role, Seat, Table
from tournament.rulings.acts import make_ruling
from tournament.seating.acts_seats import Spot, leave, seat_late
from tournament.site.access import Actor
from tournament.site.progress import PROGRESS
from tournament.site.uploads import LARGEST_FILE
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
HEAD = Actor("Hedda Head")


@pytest.fixture
def organiser() -> Client:
    """Logged in, at the machine."""
    client = Client()
    client.force_login(official(new_event(), Role.ORGANISER, "organiser"))
    return client


def take(client: Client, data: bytes, key: str = "") -> str:
    """Send a file as the form does; the text of the page that follows."""
    sent = {"evening": SimpleUploadedFile("evening.json", data), **({"key": key} if key else {})}
    return unescape(client.post("/take-in/", sent, follow=True).content.decode())


@pytest.mark.parametrize("packed", [False, True])
def test_an_evening_goes_out_and_comes_in_by_page(organiser: Client, packed: bool) -> None:
    played = seated_event(qualifying_rounds=1, games_per_round=1)
    save(played, ("out", "8H KD", "A", "=23", "2 3 4"))
    slug = played.slug
    official(played, Role.ORGANISER, "other")
    other = Client()
    other.force_login(played.officials.get().user)
    data = other.get(f"/e/{slug}/files/evening.json").getvalue()
    Event.objects.filter(pk=played.pk).update(date="2020-01-01")
    key = "11111111-2222-4333-8444-555555555555"
    said = take(organiser, gzip.compress(data) if packed else data, key)
    assert f"{played.name} is taken in, and you are its organiser." in said
    made = Event.objects.latest("pk")
    assert compute(fresh(made)).standings == compute(fresh(played)).standings
    assert [one.user.username for one in made.officials.all()] == ["organiser"]
    assert "was taken in already" in take(organiser, data, key)
    assert Event.objects.latest("pk") == made


Told = Callable[[dict[str, Any]], Any]


def sent(key: str = "11111111-2222-4333-8444-555555555555", **fields: Any) -> dict[str, Any]:
    """The form with the file of an evening of four games, some of whose rows say otherwise."""
    played = seated_event(10, qualifying_rounds=1, games_per_round=2)
    for table, game in ((1, 1), (1, 2), (2, 1), (2, 2)):
        save(played, ("out", "8H KD", "A", "=23", "2 3 4"), (1, table, game))
    data = json.dumps(archive(fresh(played)) | fields).encode()
    Event.objects.filter(pk=played.pk).update(uid=uuid4(), date="2020-01-01")
    return {"evening": SimpleUploadedFile("evening.json", data), "key": key}


@pytest.fixture
def told(organiser: Client, monkeypatch: pytest.MonkeyPatch) -> Told:
    """Sends the form as the page does that shows how far it is, an evening of thousands in small,
    and gives the answer, line by line.
    """
    monkeypatch.setattr("tournament.archive.acts.GAMES_A_STEP", 2)
    return lambda form: organiser.post("/take-in/", form, headers={"Accept": PROGRESS})


def test_taking_in_tells_how_many_games_are_in_and_leads_to_the_evening(told: Told) -> None:
    form = sent()
    lines = [line.decode() for line in told(form)]
    made = Event.objects.latest("pk")
    assert lines == [
        "2/4 games\n",
        "4/4 games, and a last look at all of them\n",
        f"page /e/{made.slug}/\n",
    ]
    assert [official.user.username for official in made.officials.all()] == ["organiser"]
    form["evening"].seek(0)
    assert list(told(form)) == [f"refused {views.TAKEN_ALREADY}\n".encode()]
    assert Event.objects.latest("pk") == made
    assert Press.objects.filter(record=SITE, key__startswith=form["key"]).count() == 1


def test_whoever_stops_listening_or_sends_a_damaged_file_leaves_nothing_behind(told: Told) -> None:
    form = sent()
    before, steps = Event.objects.count(), importing_evening(json.load(form["evening"]), NOW)
    assert next(steps) == (2, 4, "games")
    steps.close()
    assert b"refused Nothing was taken in: " in b"".join(told(sent(games=[{"round": 9}])))
    assert Event.objects.count() == before + 1, "the evening that the second file is made of"


@pytest.mark.parametrize("game", [1, 2])
def test_a_table_keeps_the_packs_that_lay_there_though_its_seats_were_changed(game: int) -> None:
    """Whichever of its games is in."""
    played = seated_event(qualifying_rounds=1, games_per_round=2)
    save(played, ("out", "8H KD", "A", "=23", "2 3 4"), (1, 1, game))
    for packs in (1, 2):
        Table.objects.filter(event=played).update(packs=packs)
        made = import_evening(json.loads(json.dumps(archive(fresh(played)))), timezone.now())
        assert Table.objects.get(event=made).packs == packs
        Event.objects.filter(pk=made.pk).update(uid=uuid4(), date="2020-01-01")


def test_a_sheet_taken_back_at_a_table_that_all_have_left_goes_out_and_comes_in() -> None:
    event = seated_event(10, qualifying_rounds=1, games_per_round=2)
    saved_and_taken_back(event, ("out", "8H KD", "A", "=23", "2 3 4"), (1, 2, 2))
    for seat in Seat.objects.filter(table__number=2).select_related("guest"):
        leave(event, seat.guest.ref, (1, 2), sign(), reason="The last train")
    assert "sheet_history" not in comes_in_as_it_went_out(event)


def test_a_table_that_all_have_left_comes_in_with_its_seats_in_the_same_order() -> None:
    """Whoever sat down there last."""
    tables = [[f"P{badge:03}" for badge in row] for row in (range(1, 6), range(6, 9))]
    event = seated_event(8, tables=tables, qualifying_rounds=1, games_per_round=2)
    leave(event, "P006", (1, 1), sign(), reason="Never came")
    late = add_guest(event, {"name": "Late Lou", "livery": None}, sign()).ref
    seat_late(event, late, [Spot(1, 2, "A", 1)], sign(), reason="Took the seat")
    for ref in (late, "P007", "P008"):
        leave(event, ref, (1, 2), sign(), reason="The last train")
    rows = comes_in_as_it_went_out(event)["part_seats"]
    assert [row["player"] for row in rows] == [late, "P007", "P008"]


def level_after_the_play_off() -> tuple[Event, list[str]]:
    """Two are level, and the extra game between them is in."""
    event = playoff_event()
    save(event, ("out", "5", "5"), (2, 1, 1))
    refs = list(board(fresh(event)).playoff[1].undecided)
    open_extra_game(event, refs, sign())
    save(event, ("8H", "out"), (3, 1, 1))
    return fresh(event), refs


def ruled(event: Event, place: Where) -> None:
    make_ruling(event, sign(), claim=QUEEN | {"seat": 2}, place=place)


def test_what_was_typed_and_ruled_of_an_extra_game_comes_in_after_it() -> None:
    event, refs = level_after_the_play_off()
    record_card_totals(event, 3, {refs[0]: 30}, sign())
    ruled(event, Where(3, 1, 1))
    assert comes_in_as_it_went_out(event)["card_totals"][0]["round"] == 3


def test_what_was_typed_of_a_round_after_the_extra_game_comes_in_in_the_same_order() -> None:
    event, refs = level_after_the_play_off()
    for number in (3, 1):
        record_card_totals(event, number, {refs[0]: 30}, sign())
    rows = comes_in_as_it_went_out(event)["card_totals"]
    assert [row["round"] for row in rows] == [1, 3]


def test_a_sheet_moved_comes_in_with_who_did_it_and_one_taken_back_does_not() -> None:
    event = seated_event(15, qualifying_rounds=1, games_per_round=1)
    save(event, ("out", "8H KD", "A", "=23", "2 3 4"), (1, 3, 1))
    move = SheetMove(Place(1, 3, 1), Place(1, 1, 1))
    move_sheet(event, move, sign(actor=HEAD), reason="Another table's")
    saved_and_taken_back(event, ("out", "8H KD", "A", "=23", "2 3 4"), (1, 2, 1))
    moved = comes_in_as_it_went_out(event)["moved_sheets"]
    assert [(row["table"], row["by"]) for row in moved] == [(3, HEAD.name)]


def test_a_podium_that_a_correction_left_undecided_after_it_was_shown_comes_in() -> None:
    event = playoff_event()
    save(event, ("out", "=9", "=2"), (2, 1, 1))
    reveal_podium(event, sign())
    save(event, ("out", "=9", "=9"), (2, 1, 1), seen=1, reason="Misread")
    shown = board(fresh(event)).prizes
    assert shown is not None
    assert any(award.undecided for award in shown.podium)
    assert "podium_revealed_at" in comes_in_as_it_went_out(event)["event"]


def test_a_game_that_was_ruled_about_after_a_later_one_keeps_the_number_of_its_ruling() -> None:
    event, _refs = level_after_the_play_off()
    for place in (Where(2, 1, 1), Where(1, 1, 1), Where(3, 1, 1), Where(1, 1, 1)):
        ruled(event, place)
    sent = comes_in_as_it_went_out(event)
    assert [row["round"] for row in sent["rulings"]] == [2, 1, 3, 1]


def comes_in_as_it_went_out(event: Event) -> dict[str, Any]:
    """The archive, which gives the same archive again."""
    sent: dict[str, Any] = json.loads(json.dumps(archive(fresh(event))))
    Event.objects.filter(pk=event.pk).update(uid=uuid4(), date="2020-01-01")
    made = import_evening(sent, timezone.now())
    assert (json.loads(json.dumps(archive(fresh(made)))), list(faults(made))) == (sent, [])
    return sent


def test_what_is_no_evening_gets_a_sentence_and_changes_nothing(
    organiser: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = Event.objects.count()
    bomb = gzip.compress(bytes(views.LARGEST_UNPACKED + 2))
    assert len(bomb) < 100_000
    nested = b"[" * 200_000
    for data, words in (
        (b"", "This file is empty"),
        (b"\x1f\x8bxx", "it is damaged"),
        (b"\xff\xfe{}", "no readable JSON"),
        (nested, "no readable JSON"),
        (b'{"event": NaN}', "no readable JSON"),
        (bomb, "larger than any evening"),
        (bytes(LARGEST_FILE + 5), "larger than 2 MB"),
        (json.dumps({"event": {"name": "=1+1"}, "players": 3}).encode(), "Nothing was taken in"),
    ):
        assert words in take(organiser, data), words
    assert Event.objects.count() == before


def test_while_an_evening_is_played_none_is_taken_in(organiser: Client) -> None:
    played = seated_event(qualifying_rounds=1, games_per_round=1)
    save(played, ("out", "8H KD", "A", "=23", "2 3 4"))
    data = json.dumps(archive(fresh(played))).encode()
    Event.objects.filter(pk=played.pk).update(date=timezone.now().date())
    assert f"{played.name} is being played" in take(organiser, data)
    assert Event.objects.latest("pk") == played


def test_an_evening_whose_winner_is_known_holds_nothing_up(organiser: Client) -> None:
    played = match_event(2, pairing="knock_out")
    play_stage(played, 1)
    Event.objects.filter(pk=played.pk).update(date=timezone.now().date())
    data = json.dumps(archive(fresh(seated_event(qualifying_rounds=1)))).encode()
    assert "is being played" not in take(organiser, data)
