"""One sheet entered twice is flagged with the place of the first, wherever it came from."""

from collections.abc import Sequence

import pytest

from tests.tournament.entry.test_desk import at, desk, sent, words
from tests.tournament.evening import save, seated_event
from tests.tournament.phones.phones import PhoneHeld, codes_issued, sheet_sent, table_code
from tournament.entry import twin
from tournament.models import Event, Flag

pytestmark = pytest.mark.django_db
HANDS = ("out", "8 K", "A", "4 6", "2 3 4")
FIGURES = ("out", "=40", "=1", "=10", "=9")


@pytest.fixture(autouse=True)
def _equal_sheets_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """As outside of the tests."""
    monkeypatch.setattr(twin, "AT_THE_TABLE", 4)


def evening() -> Event:
    return seated_event(10, qualifying_rounds=2, games_per_round=3)


def flagged(event: Event) -> list[str]:
    return list(Flag.objects.filter(event=event, kind=twin.KIND).values_list("text", flat=True))


@pytest.mark.parametrize(
    ("place", "where"),
    [
        ((1, 1, 2), "game 1"),
        ((1, 2, 1), "table 1, game 1"),
        ((2, 1, 3), "round 1, table 1, game 1"),
    ],
)
@pytest.mark.parametrize(
    ("said", "what"), [(HANDS, "hands"), (FIGURES, "figures")], ids=["hands", "figures"]
)
def test_the_same_sheet_at_another_game_table_or_round_is_flagged_with_the_first(
    place: tuple[int, int, int], where: str, said: Sequence[str], what: str
) -> None:
    event = evening()
    save(event, said)
    assert flagged(event) == []
    outcome = save(event, said, place)
    text = f"The same five {what} as {where}. One sheet typed twice?"
    assert (flagged(event), [flag.text for flag in outcome.flags][-1]) == ([text], text)


def test_cards_typed_a_second_time_as_points_are_the_same() -> None:
    event = evening()
    save(event, HANDS)
    save(event, FIGURES, (1, 2, 1))
    assert flagged(event) == ["The same five figures as table 1, game 1. One sheet typed twice?"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (HANDS, ("out", "8 K", "A", "4 6", "2 3 5")),
        (HANDS, ("8 K", "out", "A", "4 6", "2 3 4")),
        (("out", "=5", "=5", "=9", "=9"), ("out", "=5", "=5", "=9", "=9")),
        (HANDS, ("out", "8 K", "A", "3 7", "2 3 4")),
    ],
)
def test_other_hands_seats_or_too_few_unequal_figures_are_no_news(
    first: Sequence[str], second: Sequence[str]
) -> None:
    event = evening()
    save(event, first)
    save(event, second, (1, 1, 2))
    assert flagged(event) == []


def test_where_four_sit_only_the_same_table_tells_and_where_fewer_sit_none() -> None:
    four = seated_event(
        8, tables=[["P001", "P002", "P003", "P004"], ["P005", "P006", "P007", "P008"]]
    )
    said = ("out", "=40", "=1", "=10")
    save(four, said)
    save(four, said, (1, 2, 1))
    assert flagged(four) == []
    save(four, said, (1, 1, 2))
    assert flagged(four) == ["The same four figures as game 1. One sheet typed twice?"]


def test_two_games_of_a_grid_that_say_the_same_are_told_before_they_are_saved() -> None:
    event = evening()
    client = desk(event)
    save(event, HANDS, (1, 2, 1))
    columns = (("O", "8 K", "A", "4 6", "2 3 4"), ("O", "2", "3", "4", "5"))
    typed = sent(*columns, columns[0])
    told = client.post(at(event, "desk_look", 1, 1), typed).json()["twins"]
    assert [(twin["game"], twin["text"], twin["first"]) for twin in told] == [
        (1, "The same five hands as table 2, game 1. One sheet typed twice?", 0),
        (3, "The same five hands as game 1. One sheet typed twice?", 1),
    ]
    right = {twin["field"]: "Right as it is" for twin in told}
    assert client.post(at(event, "desk_look", 1, 1), typed | right).json()["twins"] == []
    client.post(at(event, "desk_table", 1, 1), typed | right)
    assert set(Flag.objects.values_list("dismissed", flat=True)) == {"Right as it is"}
    assert len(flagged(event)) == 2


def test_the_look_at_one_game_tells_it_too_and_a_flag_is_dismissed_while_it_is_typed() -> None:
    event = evening()
    client = desk(event)
    save(event, HANDS)
    hands = dict(zip("ABCDE", ("O", "8 K", "A", "4 6", "2 3 4"), strict=True))
    typed = {"key": "k", "seen": "0", **{f"hand_{seat}": text for seat, text in hands.items()}}
    told = client.post(at(event, "look", 1, 1, 2), typed).json()["findings"]
    assert [(found["key"], found["refused"]) for found in told] == [("same_sheet", False)]
    client.post(at(event, "sheet", 1, 1, 2), typed | {"flag_same_sheet": "Counted again"})
    assert list(Flag.objects.values_list("kind", "dismissed")) == [("same_sheet", "Counted again")]


@pytest.mark.promise("One sheet entered twice is flagged, wherever it comes from", faults=(11,))
def test_the_desk_and_a_phone_are_told_alike() -> None:
    event = evening()
    client = desk(event)
    columns = (("O", "8 K", "A", "4 6", "2 3 4"),) * 2
    answer = client.post(at(event, "desk_table", 1, 1), sent(*columns), follow=True)
    assert "The same five hands as game 1. One sheet typed twice?" in words(answer)
    codes_issued(event)
    phone = PhoneHeld(table_code(event))
    phone.state()
    phone.post("sheet", sheet_sent(("out", "8 K", "A", "4 6", "2 3 4"), game=3))
    assert len(flagged(event)) == 2


@pytest.mark.control("test_the_desk_and_a_phone_are_told_alike")
def test_without_the_look_for_its_twin_a_sheet_is_saved_without_a_word(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = evening()
    monkeypatch.setattr("tournament.entry.acts.twin_of", lambda *_given: twin.NONE)
    save(event, HANDS)
    save(event, HANDS, (1, 1, 2))
    assert flagged(event) == []
