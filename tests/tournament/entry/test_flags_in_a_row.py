"""Flags answered in a row: each answer opens the next one, and the last leads home."""

import re

import pytest
from django.test import Client

from tests.tournament.entry.test_desk import at, desk, evening, sent, words
from tests.tournament.evening import official, save
from tournament.counting.submission import Place
from tournament.entry import twin
from tournament.models import Event, Flag, Role, Sheet
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
EIGHT = ("out", "8", "A", "2", "3")


def flagged_evening() -> tuple[Event, Client]:
    """Three games of two tables, each with a single 8 to be looked at."""
    event = evening()
    for number, place in enumerate(((1, 1, 1), (1, 1, 2), (1, 2, 1)), start=1):
        save(event, (*EIGHT[:4], str(2 + number)), place)
    return event, desk(event)


def dismissed(event: Event, client: Client, table: int, game: int) -> str:
    here = {"sheet__game__table__number": table, "sheet__game__number": game}
    flag = Flag.objects.filter(event=event, dismissed="", **here).first()
    assert flag is not None
    answer = client.post(
        at(event, "dismiss", 1, table, game),
        {"key": f"f{flag.pk}", "flag": flag.pk, "reason": "Counted again"},
    )
    return str(answer.headers["Location"])


def test_each_answer_opens_the_next_flag_and_the_last_one_leads_home() -> None:
    event, client = flagged_evening()
    page = words(client.get(at(event, "sheet", 1, 1, 1)))
    assert ">Flag 1 of 3</h1>" in page
    assert f'data-later href="{at(event, "sheet", 1, 1, 2)}"' in page
    assert "Guest 2 holds a single 8" in page
    assert [dismissed(event, client, *spot) for spot in ((1, 1), (1, 2), (2, 1))] == [
        at(event, "sheet", 1, 1, 2),
        at(event, "sheet", 1, 2, 1),
        at(event, "evening"),
    ]
    assert "Flag 1 of" not in words(client.get(at(event, "sheet", 1, 1, 1)))


def test_a_flag_left_for_later_comes_after_those_behind_it() -> None:
    event, client = flagged_evening()
    assert dismissed(event, client, 1, 2) == at(event, "sheet", 1, 2, 1)
    assert dismissed(event, client, 2, 1) == at(event, "sheet", 1, 1, 1)
    page = words(client.get(at(event, "sheet", 1, 1, 1)))
    assert (">Flag 1 of 3</h1>" in page, "data-later" in page) == (True, False)


@pytest.mark.parametrize(("place", "listed"), [((1, 1, 1), (1, 2)), ((1, 2, 1), (2, 3))])
def test_of_a_thousand_flags_those_around_this_one_are_listed(
    place: tuple[int, int, int], listed: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    event, client = flagged_evening()
    monkeypatch.setattr("tournament.entry.pages_saved.SHOWN", 2)
    answer = client.get(at(event, "sheet", *place))
    spots = [Place(1, 1, 1), Place(1, 1, 2), Place(1, 2, 1)]
    assert [spot for spot, _flag in answer.context["flags"]] == spots[listed[0] - 1 : listed[1]]
    page = words(answer)
    assert f">Flag {spots.index(Place(*place)) + 1} of 3</h1>" in page
    assert page.count("pip-now") == 1
    assert "2 of 3 flags, those around this one." in page


def answers(event: Event, client: Client, place: tuple[int, int, int]) -> list[tuple[str, str]]:
    shown = client.get(at(event, "sheet", *place)).context["answers"]
    return [(answer.words, answer.reason or answer.url.partition("?")[0]) for answer in shown]


def test_a_flag_stands_by_one_key_or_leads_to_where_it_is_put_right() -> None:
    event, client = flagged_evening()
    assert answers(event, client, (1, 1, 1)) == [
        ("Right as it is", "Right as it is"),
        ("Counted again: the same", "Counted again"),
        ("An 8 was a lower card", at(event, "correction", 1, 1, 1)),
        ("Another player’s hand", at(event, "put_right")),
    ]
    umpire = Client()
    umpire.force_login(official(event, Role.UMPIRE, "ulla"))
    assert len(answers(event, umpire, (1, 1, 1))) == 3


def twice(monkeypatch: pytest.MonkeyPatch, *, at_once: bool) -> tuple[Event, Client]:
    """Two games of a table are the same, saved at once or one by one; a flag waits at another."""
    monkeypatch.setattr(twin, "AT_THE_TABLE", 4)
    event = evening()
    save(event, EIGHT, (1, 2, 2))
    client, hands = desk(event), ("O", "8 K", "A", "4 6", "2 3 4")
    if at_once:
        client.post(at(event, "desk_table", 1, 1), sent(hands, hands))
    else:
        client.post(at(event, "desk_table", 1, 1), sent(hands))
        client.post(at(event, "desk_table", 1, 1), sent((), hands) | {"key": "second"})
    return event, client


def forms(event: Event, client: Client) -> dict[str, dict[str, str]]:
    """What the page of the second game sends in its place, by address."""
    page = words(client.get(at(event, "sheet", 1, 1, 2)))
    parts = re.findall(r'<form[^>]*action="([^"]+)"[^>]*>(.*?)</form>', page, re.DOTALL)
    field = re.compile(r'name="([^"]+)"(?: value="([^"]*)")?')
    return {address: dict(field.findall(part)) for address, part in parts}


def counting(event: Event) -> set[tuple[int, int]]:
    sheets = Sheet.objects.filter(event=event, accepted=True)
    return set(sheets.values_list("game__table__number", "game__number"))


@pytest.mark.parametrize(
    ("at_once", "called", "left"),
    [
        (False, "Take this one back", {(1, 1), (2, 2)}),
        (True, "Take both games of this save back", {(2, 2)}),
    ],
)
def test_the_same_sheet_twice_is_taken_back_by_one_press_and_its_hands_stand_in_their_boxes(
    monkeypatch: pytest.MonkeyPatch, *, at_once: bool, called: str, left: set[tuple[int, int]]
) -> None:
    event, client = twice(monkeypatch, at_once=at_once)
    assert answers(event, client, (1, 1, 2)) == [
        ("It is so", "Right as it is"),
        (called, ""),
        ("It belongs to …", ""),
    ]
    address = at(event, "take_back_press")
    answer = client.post(address, forms(event, client)[address], follow=True)
    assert answer.redirect_chain == [(at(event, "desk_table", 1, 1), 302)]
    assert counting(event) == left
    assert words(answer).count('value="8 K"') == (2 if at_once else 1)


def test_the_same_sheet_twice_goes_to_its_own_game_by_one_press_and_the_next_flag_opens(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event, client = twice(monkeypatch, at_once=True)
    address = at(event, "move_hands")
    fields = forms(event, client)[address]
    assert (fields["to_table"], fields["to_game"]) == ("1", "")
    answer = client.post(address, fields | {"to_table": "2", "to_game": "1"})
    assert answer.headers["Location"] == at(event, "sheet", 1, 2, 2)
    assert counting(event) == {(1, 1), (2, 1), (2, 2)}
    assert list(faults(event)) == []


def test_where_another_sheet_stands_there_the_move_is_looked_at_first(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event, client = twice(monkeypatch, at_once=True)
    address = at(event, "move_hands")
    fields = forms(event, client)[address] | {"to_table": "2", "to_game": "2"}
    answer = client.post(address, fields)
    assert answer.status_code == 422
    page = words(answer)
    assert "Table 2 has a sheet in game 2: the two change places." in page
    assert "Whom it touches" in page
    assert counting(event) == {(1, 1), (1, 2), (2, 2)}


def test_home_counts_the_flagged_sheets_that_its_list_holds() -> None:
    event, client = flagged_evening()
    save(event, ("out", "9", "A", "2", "3"), (1, 2, 2))
    page = words(client.get(at(event, "evening")))
    assert "Three things to do first" in page
