"""A whole table typed under the wrong number: it is saved for the table it belongs to by one press,
before it was saved as after.
"""

import re

import pytest
from django.test import Client

from tests.tournament.entry.test_desk import at, desk, evening, points, sent, words
from tests.tournament.entry.test_whom_the_typist_saw import opened
from tests.tournament.evening import save
from tournament.models import CardTotal, Event, Sheet, TypedHand
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
ONE, HALF_TWO = ("O", "8 K", "A", "=23", "2 3 4"), ("5", "O", "6", "7", "")
"""Two games of a table, of the second one not the hand of seat E."""


def test_what_was_typed_is_saved_for_the_other_table_and_what_is_half_typed_is_kept_there() -> None:
    event = evening()
    client, there = desk(event), at(event, "desk_table", 1, 2)
    here = at(event, "desk_table", 1, 1)
    half = ("O", "8 K", "A", "4 6", "")
    cards = {"B": "40"}
    typed = {*half, *HALF_TWO} - {""}
    client.post(here, sent(half, cards=cards), follow=True)
    answer = client.post(here, sent(ONE, HALF_TWO, cards=cards) | {"belongs": "2"}, follow=True)
    assert answer.redirect_chain[-1][0] == here
    page = words(answer)
    assert "table 2, game 1. Receipt" in page
    assert "Table 2, game 2: seat E is missing" in page
    assert (points(event, 2), points(event, 1)) == ({1: [0, 40, 1, 23, 9]}, {})
    # What is half typed waits at table 2, for the guest who sits there.
    fields = opened(client, there)
    assert (fields["hand_2_B"], fields["who_2_A"]) == ("O", "P006")
    # Nothing of it is left in the boxes of table 1.
    assert [name for name, text in opened(client, here).items() if text in typed] == []
    # The total of the card of seat B is that of the guest in seat B of table 2.
    assert ("P007", 40) in set(CardTotal.objects.values_list("guest__ref", "points"))


def test_points_go_along_as_points_and_faults_stand_at_the_other_table() -> None:
    event = evening()
    client = desk(event)
    row = ("0", "23", "46", "8", "15")
    client.post(at(event, "desk_table", 1, 1), sent(row, typing="points") | {"belongs": "2"})
    assert points(event, 2) == {1: [0, 23, 46, 8, 15]}
    wrong = sent((), ("O", "8 ?", "A", "4", "5"), typing="cards") | {"belongs": "2", "key": "w"}
    answer = client.post(at(event, "desk_table", 1, 1), wrong)
    page = words(answer)
    assert (answer.status_code, 'value="8 ?"' in page, "Guest 7" in page) == (422, True, True)
    assert f'action="{at(event, "desk_table", 1, 2)}"' in page


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("99", "There is no table 99 in this round"),
        ("five", "There is no table five in this round"),
        ("1", "Type the hands first, then the number of the other table."),
        ("2", "Table 2 has something in game 1: look there first."),
    ],
)
def test_where_it_cannot_go_nothing_is_lost_and_the_sentence_says_why(
    number: str, said: str
) -> None:
    event = evening()
    save(event, ("out", "2", "3", "4", "5"), (1, 2, 1))
    client = desk(event)
    answer = client.post(at(event, "desk_table", 1, 1), sent(ONE) | {"belongs": number})
    assert (answer.status_code, Sheet.objects.count(), TypedHand.objects.count()) == (422, 1, 0)
    page = words(answer)
    assert said in page
    assert 'value="8 K"' in page


@pytest.mark.control
def test_without_a_look_at_what_stands_there_it_would_be_saved_over_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The control of the row above in which table 2 has something in game 1."""
    event = evening()
    monkeypatch.setattr("tournament.entry.views_desk._in_the_way", lambda *_given: [])
    client = desk(event)
    there = at(event, "desk_table", 1, 2)
    client.post(there, sent(("O", "9", "", "", "")))
    client.post(at(event, "desk_table", 1, 1), sent(ONE) | {"belongs": "2"})
    assert points(event, 2) == {1: [0, 40, 1, 23, 9]}


def saved_at_the_wrong_table(event: Event) -> Client:
    client = desk(event)
    client.post(at(event, "desk_table", 1, 1), sent(ONE, (*HALF_TWO[:4], "9 9"), typing="cards"))
    return client


WISH = {"what": "table", "round": "1", "table": "1", "to_table": "2"}


def test_a_table_saved_under_the_wrong_number_is_two_presses_and_its_people_are_named() -> None:
    event = evening()
    client = saved_at_the_wrong_table(event)
    assert "These belonged to table" in words(client.get(at(event, "desk_table", 1, 1)))
    preview = client.post(at(event, "move_hands"), WISH)
    page = words(preview)
    assert "Move two games from table 1 to table 2" in page
    assert "Seat B: typed for Guest 2, belongs to Guest 7." in page
    assert points(event, 2) == {}
    done = WISH | {"step": "save", "key": "m", "seen": preview.context["wish"].seen}
    answer = client.post(at(event, "move_hands"), done, follow=True)
    assert "Moved: two games from table 1 to table 2." in words(answer)
    assert (points(event, 1), points(event, 2)) == (
        {},
        {1: [0, 40, 1, 23, 9], 2: [5, 0, 6, 7, 18]},
    )
    assert list(faults(event)) == []


def test_a_table_that_changed_since_its_preview_is_not_moved() -> None:
    event = evening()
    client = saved_at_the_wrong_table(event)
    seen = client.post(at(event, "move_hands"), WISH).context["wish"].seen
    save(event, ("out", "8 K", "A", "=23", "7"), (1, 2, 1))
    late = WISH | {"step": "save", "key": "m", "seen": seen}
    answer = client.post(at(event, "move_hands"), late, follow=True)
    assert "Somebody changed this meanwhile." in words(answer)
    assert points(event, 1) == {1: [0, 40, 1, 23, 9], 2: [5, 0, 6, 7, 18]}


@pytest.mark.parametrize("number", ["", "x", "1", "99"])
def test_no_other_table_is_a_sentence_and_moves_nothing(number: str) -> None:
    event = evening()
    client = saved_at_the_wrong_table(event)
    answer = client.post(at(event, "move_hands"), WISH | {"to_table": number}, follow=True)
    assert (answer.status_code, "message-fault" in words(answer)) == (200, True)
    assert sorted(points(event, 1)) == [1, 2]


@pytest.mark.parametrize(
    ("name", "wish", "texts"),
    [
        (
            "move_hands",
            WISH | {"what": "sheet", "game": "2", "to_game": "1"},
            (
                "Move game 2 of table 1 to game 1 of table 2",
                "for Guest 1, belongs to Guest 6",
            ),
        ),
        (
            "move_hands",
            WISH | {"what": "hands", "game": "1", "one": "A", "other": "B"},
            ("Swap two hands of game 1 at table 1", "Guest 1 (seat A) and Guest 2 (seat B)"),
        ),
        (
            "change_seats",
            {"round": "1", "badge": "1", "other": "2", "from_game": "2", "hands": "player"},
            ("Change seats from game 2 on", "Badge 2 is Guest 2, listed at table 1, seat B."),
        ),
    ],
)
def test_a_preview_names_people_table_and_game(
    name: str, wish: dict[str, str], texts: tuple[str, ...]
) -> None:
    event = evening()
    page = words(saved_at_the_wrong_table(event).post(at(event, name), wish))
    assert [text for text in texts if text not in page] == []


def fields_in(html: str) -> dict[str, str]:
    """What a form sends as it stands; nothing under a name that has no value."""
    return dict(re.findall(r'name="([^"]+)"(?: value="([^"]*)")?', html))


def test_one_game_typed_under_another_is_two_presses_from_its_sheet_and_names_everything() -> None:
    event = evening()
    save(event, ("out", "2", "3", "4", "5"))
    client = desk(event)
    page = client.get(at(event, "sheet", 1, 1, 1)).content.decode()
    fields = fields_in(page.partition('id="moves"')[2].partition("</form>")[0])
    preview = words(
        client.post(at(event, "move_hands"), fields | {"to_table": "2", "to_game": "1"})
    )
    assert "Move game 1 of table 1 to game 1 of table 2" in preview
    assert "Seat A: typed for Guest 1, belongs to Guest 6." in preview
    wish = fields_in(preview) | {"step": "save", "reason": "Typed in another place"}
    client.post(at(event, "move_hands"), wish)
    moved = Sheet.objects.get(event=event, accepted=True)
    assert (moved.game.table.number, moved.game.number) == (2, 1)
