"""Two guests change seats between the opening of a page and its sending: no hand goes to somebody
else.
"""

import re
from typing import Any

import pytest
from django.http import QueryDict
from django.test import Client

from tests.tournament.entry.test_desk import at, desk, evening, points, words
from tests.tournament.evening import sign
from tournament.entry import forms_grid
from tournament.entry.acts_reseat import reseat
from tournament.entry.wrong_place import SeatChange
from tournament.models import Event, Role, Sheet, Tally, TypedHand

pytestmark = pytest.mark.django_db
HANDS = ("O", "8 K", "A", "=23", "2 3 4")
FIELD = re.compile(r"<input[^>]*\bname=\"([^\"]+)\"[^>]*>")
VALUE = re.compile(r"\bvalue=\"([^\"]*)\"")


def fields(page: str) -> dict[str, str]:
    """The fields of the page of entry as a browser would send them."""
    found = {}
    for match in FIELD.finditer(page):
        if 'type="checkbox"' not in match[0] and 'type="radio"' not in match[0]:
            value = VALUE.search(match[0])
            found[match[1]] = value[1] if value else ""
    return found


def opened(client: Client, address: str) -> dict[str, str]:
    return fields(client.get(address).content.decode())


def change_seats(event: Event, one: int = 2, other: int = 3) -> None:
    reseat(event, SeatChange(1, one, other), sign(), reason="They sat the other way round")


def hands_of(event: Event) -> dict[str, int | None]:
    rows = Tally.objects.filter(event=event, sheet__accepted=True)
    return dict(rows.values_list("guest__ref", "points"))


def of_sheet(sent: dict[str, str], hands: tuple[str, ...] = HANDS) -> dict[str, Any]:
    return {
        **sent,
        **{f"hand_{seat}": text for seat, text in zip("ABCDE", hands, strict=True)},
        "typing": "cards",
    }


@pytest.mark.promise("No hand goes to a guest whom the typist did not see", faults=(11,))
def test_the_page_of_one_sheet_refuses_what_was_typed_for_others_and_hands_it_back_by_guest() -> (
    None
):
    event = evening()
    client, address = desk(event), at(event, "sheet", 1, 1, 1)
    sent = opened(client, address)
    assert [sent[f"who_{seat}"] for seat in "ABC"] == ["P001", "P002", "P003"]
    change_seats(event)
    answer = client.post(address, of_sheet(sent))
    assert (answer.status_code, Sheet.objects.count()) == (422, 0)
    assert "Seats have changed since this page was opened" in words(answer)
    again = fields(answer.content.decode())
    assert (again["hand_B"], again["hand_C"]) == ("A", "8 K")
    assert client.post(address, {**again, "typing": "cards"}).status_code == 302
    assert hands_of(event) == {"P001": 0, "P002": 40, "P003": 1, "P004": 23, "P005": 9}


def test_what_was_typed_for_somebody_who_left_the_table_is_told_and_saved_for_nobody() -> None:
    event = evening()
    client, address = desk(event), at(event, "sheet", 1, 1, 1)
    sent = opened(client, address)
    change_seats(event, 2, 7)
    answer = client.post(address, of_sheet(sent))
    assert (answer.status_code, Sheet.objects.count()) == (422, 0)
    assert "Typed for somebody who does not sit here any more: 8 K." in words(answer)
    assert fields(answer.content.decode())["hand_B"] == ""


@pytest.mark.control(
    "test_the_page_of_one_sheet_refuses_what_was_typed_for_others_and_hands_it_back_by_guest"
)
def test_a_page_that_did_not_say_whom_it_showed_would_give_the_hands_to_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = evening()
    client, address = desk(event), at(event, "sheet", 1, 1, 1)
    sent = opened(client, address)
    change_seats(event)
    read = forms_grid._cells

    def without_people(data: QueryDict, game: int) -> dict[forms_grid.Key, str]:
        return {key: text for key, text in read(data, game).items() if key[0] != "who"}

    monkeypatch.setattr(forms_grid, "_cells", without_people)
    assert client.post(address, of_sheet(sent)).status_code == 302
    assert hands_of(event)["P003"] == 40


def test_a_correction_typed_for_others_is_refused_and_shown_by_guest() -> None:
    event = evening()
    client, address = desk(event), at(event, "sheet", 1, 1, 1)
    client.post(address, of_sheet(opened(client, address)))
    client = desk(event, Role.ORGANISER)
    correction = at(event, "correction", 1, 1, 1)
    sent = of_sheet(opened(client, correction), ("O", "9 K", "A", "=23", "2 3 4"))
    seen = Sheet.objects.get(accepted=True)
    change_seats(event)
    sent["seen"] = str(Sheet.objects.get(accepted=True).version)
    answer = client.post(correction, sent)
    assert answer.status_code == 422
    assert Sheet.objects.filter(pk=seen.pk).exists()
    assert hands_of(event)["P003"] == 1


def test_the_table_as_a_grid_gives_its_hands_back_by_guest() -> None:
    event = evening()
    client, address = desk(event), at(event, "desk_table", 1, 1)
    sent = opened(client, address)
    typed = {f"hand_1_{seat}": text for seat, text in zip("ABCDE", HANDS, strict=True)}
    change_seats(event)
    answer = client.post(address, {**sent, **typed, "typing": "cards", "card_B": "40"})
    assert (answer.status_code, points(event)) == (422, {})
    again = fields(answer.content.decode())
    assert (again["hand_1_B"], again["hand_1_C"], again["card_C"]) == ("A", "8 K", "40")


def test_a_card_follows_its_guest_to_another_seat_and_says_only_what_is_kept() -> None:
    event = evening()
    client, address = desk(event), at(event, "desk_card", 1, 2)
    sent = opened(client, address)
    change_seats(event)
    answer = client.post(
        address, {**sent, "hand_1_B": "8 K", "card_B": "40", "typing": "cards"}, follow=True
    )
    assert "The card of Guest 2 is kept." in words(answer)
    assert list(TypedHand.objects.values_list("guest__ref", "text")) == [("P002", "8 K")]
    empty = client.post(address, {"typing": "cards", "key": "empty"}, follow=True)
    assert words(empty).count("is kept") == 1  # the line of what was done last


def test_a_hand_that_fits_no_game_of_the_guest_is_refused_and_told() -> None:
    event = evening()
    client, address = desk(event), at(event, "desk_card", 1, 2)
    sent = opened(client, address)
    answer = client.post(address, {**sent, "hand_7_B": "8 K", "typing": "cards"})
    assert answer.status_code == 422
    assert "Game 7: Guest 2 has no seat there now, so 8 K is not kept." in words(answer)
    assert TypedHand.objects.count() == 0


def test_a_hand_that_somebody_else_typed_otherwise_meanwhile_is_told() -> None:
    event = evening()
    client, address = desk(event), at(event, "desk_card", 1, 2)
    sent = opened(client, address)
    page = at(event, "sheet", 1, 1, 1)
    client.post(page, of_sheet(opened(client, page)))
    same = client.post(address, {**sent, "hand_1_B": "K 8", "typing": "cards"})
    other = client.post(address, {**sent, "hand_1_B": "9 K", "typing": "cards"})
    assert (same.status_code, other.status_code) == (302, 422)
    assert "Game 1 is in with another hand, so 9 K is not kept." in words(other)


def test_a_total_goes_to_the_guest_whose_card_the_typist_saw() -> None:
    event = evening()
    client, address = desk(event), at(event, "desk_totals", 1, 1)
    sent = opened(client, address)
    change_seats(event)
    client.post(address, {**sent, "card_B": "40"})
    found = event.ledger.filter(kind="cards").values_list("body__totals", flat=True)
    assert list(found) == [{"P002": 40}]


def test_hands_kept_at_the_desk_stand_on_the_page_of_their_game_until_it_is_in() -> None:
    event = evening()
    client = desk(event)
    client.post(at(event, "desk_table", 1, 1), {"hand_1_A": "O", "hand_1_B": "=23", "hand_1_C": ""})
    address = at(event, "sheet", 1, 1, 1)
    sent = opened(client, address)
    assert (sent["hand_A"], sent["hand_B"], sent["hand_C"]) == ("O", "=23", "")
    assert client.post(address, of_sheet(sent)).status_code == 302
    assert TypedHand.objects.count() == 0
