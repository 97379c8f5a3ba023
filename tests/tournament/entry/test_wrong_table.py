"""A whole table typed under the wrong number: it goes to the table it belongs to by one press, and
is saved there by the next.
"""

import pytest

from tests.tournament.entry.test_desk import at, desk, evening, points, sent, words
from tests.tournament.entry.test_whom_the_typist_saw import opened
from tests.tournament.evening import save
from tournament.models import Sheet, TypedHand

pytestmark = pytest.mark.django_db
ONE, TWO = ("O", "8 K", "A", "=23", "2 3 4"), ("5", "O", "6", "7", "")


def test_what_was_typed_stands_at_the_other_table_under_its_names_and_is_saved_there() -> None:
    event = evening()
    client, there = desk(event), at(event, "desk_table", 1, 2)
    answer = client.post(
        at(event, "desk_table", 1, 1), sent(ONE, TWO) | {"belongs": "2"}, follow=True
    )
    assert (answer.redirect_chain[-1][0], Sheet.objects.count()) == (there, 0)
    page = words(answer)
    assert "Table 2. Typed at table 1, not saved yet: look if these are the names" in page
    assert "Guest 6" in page
    fields = opened(client, there)
    assert [fields[f"hand_1_{seat}"] for seat in "ABCDE"] == list(ONE)
    assert (fields["hand_2_B"], fields["who_1_A"]) == ("O", "P006")
    client.post(there, {**fields, "belongs": "", "typing": "cards"})
    assert points(event, 2) == {1: [0, 40, 1, 23, 9]}
    assert points(event, 1) == {}


def test_points_go_along_as_points() -> None:
    event = evening()
    client = desk(event)
    row = ("0", "23", "46", "8", "15")
    client.post(at(event, "desk_table", 1, 1), sent(row, typing="points") | {"belongs": "2"})
    found = TypedHand.objects.order_by("guest__ref").values_list("guest__ref", "text")
    assert list(found)[:2] == [("P006", "O"), ("P007", "=23")]


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
def test_without_a_look_at_what_stands_there_it_would_be_kept_beside_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = evening()
    monkeypatch.setattr("tournament.entry.views_desk._in_the_way", lambda *_given: [])
    client = desk(event)
    there = at(event, "desk_table", 1, 2)
    client.post(there, sent(("O", "9", "", "", "")))
    client.post(at(event, "desk_table", 1, 1), sent(ONE) | {"belongs": "2"})
    assert opened(client, there)["hand_1_B"] == "8 K"
