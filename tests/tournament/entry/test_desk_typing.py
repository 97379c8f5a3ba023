"""Cards or points at the desk: what a number is, what is asked before a game is saved, and what is
missing.
"""

import pytest

from tests.tournament.entry.test_desk import ONE, at, desk, evening, points, sent, words
from tests.tournament.entry.test_whom_the_typist_saw import opened
from tests.tournament.evening import save, seated_event
from tests.tournament.formats import evening_of
from tournament.models import Role, Sheet, TypedHand
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db


POINTS_ROW, SAME_IN_POINTS = ("0", "23", "46", "8", "15"), [0, 23, 46, 8, 15]


def test_points_are_typed_as_they_stand_on_the_score_card_and_0_is_out() -> None:
    event = evening()
    client = desk(event)
    client.post(
        at(event, "desk_table", 1, 1),
        sent(POINTS_ROW, ("O", "=5", "8 K", "-", "38E"), typing="points"),
    )
    assert points(event) == {1: SAME_IN_POINTS, 2: [0, 5, 40, None, 38]}
    assert list(faults(event)) == []


def test_what_is_typed_is_remembered_for_the_evening_by_the_browser_and_by_no_other() -> None:
    event, other = evening(), seated_event(name="Another Evening")
    first, second = desk(event), desk(event, Role.ORGANISER, "second")
    first.post(at(event, "desk_look", 1, 1), sent(POINTS_ROW, typing="points"))
    for event_shown, client, role in (
        (event, first, "points"),
        (event, second, "cards"),
        (other, desk(other), "cards"),
    ):
        for name, place in (("desk_table", (1, 1)), ("desk_card", (1, 1)), ("sheet", (1, 1, 1))):
            page = words(client.get(at(event_shown, name, *place)))
            assert f'name="typing" value="{role}" checked' in page
    first.post(at(event, "desk_look", 1, 1), sent(POINTS_ROW, typing="cards"))
    assert 'name="typing" value="cards" checked' in words(first.get(at(event, "desk_table", 1, 1)))


def test_points_that_are_kept_for_later_are_points_to_a_typist_of_cards_too() -> None:
    event = evening()
    desk(event).post(
        at(event, "desk_table", 1, 1), sent(("23", "0", "8,", "", ""), typing="points")
    )
    assert sorted(TypedHand.objects.values_list("guest__ref", "text")) == [
        ("P001", "=23"),
        ("P002", "O"),
        ("P003", "8,"),
    ]
    other = desk(event, Role.ORGANISER)
    assert 'value="=23"' in words(other.get(at(event, "desk_table", 1, 1)))
    other.post(at(event, "desk_look", 1, 1), {"typing": "points"})
    page = words(other.get(at(event, "desk_table", 1, 1)))
    assert ('value="23"' in page, 'value="8,"' in page) == (True, True)


def test_a_row_that_reads_both_ways_is_asked_about_and_either_answer_saves_it() -> None:
    event = evening()
    client = desk(event)
    row = ("O", "23", "46", "8", "5")
    looked = client.post(at(event, "desk_look", 1, 1), sent(row)).json()["questions"]
    assert [one["text"] for one in looked] == [
        "Game 1, seat B: is 23 a Two and a Three, or 23 points?"
    ]
    assert [
        (answer["key"], answer["name"], answer["value"]) for answer in looked[0]["answers"]
    ] == [
        ("C", "sure_", "reading"),
        ("P", "switch", "points"),
    ]
    asked = client.post(at(event, "desk_table", 1, 1), sent(row))
    assert (asked.status_code, points(event)) == (422, {})
    assert "is 23 a Two and a Three, or 23 points?" in words(asked)
    client.post(at(event, "desk_table", 1, 1), sent(row, typing="cards", switch="points"))
    client.post(at(event, "desk_table", 1, 2), sent(row, typing="cards", sure_1="reading"))
    assert (points(event, 1), points(event, 2)) == ({1: [0, 23, 46, 8, 5]}, {1: [0, 5, 10, 30, 5]})
    assert list(faults(event)) == []


@pytest.mark.control
def test_without_the_question_a_row_of_points_would_be_saved_as_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = evening()
    monkeypatch.setattr(
        "tournament.entry.forms_questions.double_reading", lambda *_args, **_named: None
    )
    desk(event).post(at(event, "desk_table", 1, 1), sent(("O", "23", "46", "8", "5")))
    assert points(event) == {1: [0, 5, 10, 30, 5]}


def test_a_number_beside_cards_is_asked_about_where_points_are_typed() -> None:
    event = evening()
    client = desk(event)
    row = ("0", "23", "8 K", "5", "7")
    asked = words(client.post(at(event, "desk_table", 1, 1), sent(row, typing="points")))
    assert "Game 1, seat B: is 23 a Two and a Three, or 23 points?" in asked
    client.post(at(event, "desk_table", 1, 1), sent(row, typing="points", sure_1="reading"))
    assert points(event) == {1: [0, 23, 40, 5, 7]}


def test_a_game_in_which_nobody_went_out_is_asked_about_not_silently_flagged() -> None:
    event = evening()
    client = desk(event)
    row = ("8 K", "3 4", "A", "Q", "2 2 2")
    asked = client.post(at(event, "desk_table", 1, 1), sent(row))
    assert "Nobody went out in game 1: was the game blocked?" in words(asked)
    assert (asked.status_code, points(event)) == (422, {})
    client.post(at(event, "desk_table", 1, 1), sent(row, blocked_1="on"))
    client.post(at(event, "desk_table", 1, 2), sent(row, sure_1="nobody"))
    found = Sheet.objects.order_by("game__table__number").values_list("blocked", "flags__kind")
    assert list(found) == [(True, None), (False, "nobody_out")]


def test_an_answer_given_before_is_carried_to_the_next_question() -> None:
    event = evening()
    page = desk(event).post(
        at(event, "desk_table", 1, 1), sent(("7", "23", "46", "6", "5"), sure_1="reading")
    )
    assert "Nobody went out in game 1" in words(page)
    assert '<input type="hidden" name="sure_1" value="reading">' in words(page)


def test_a_row_with_one_empty_cell_says_which_and_the_page_stays_until_it_is_sent_again() -> None:
    event = evening()
    client = desk(event)
    row = sent(ONE, ("O", "2", "", "4", "5"))
    answer = client.post(at(event, "desk_table", 1, 1), row, follow=True)
    assert answer.redirect_chain[-1][0] == at(event, "desk_table", 1, 1)
    assert "Table 1, game 2: seat C is missing. What you typed is kept." in words(answer)
    assert answer.context["focus"] == "hand_2_C"
    again = client.post(at(event, "desk_table", 1, 1), row | {"key": "again"}, follow=True)
    assert again.redirect_chain[-1][0] == at(event, "desk_table", 1, 2)
    wrong = client.post(
        at(event, "desk_table", 1, 2), sent(("O", "O", "2", "3", "4"), ("O", "2", "", "", "5"))
    )
    assert "Table 2, game 2: seats C and D are missing." in words(wrong)


def test_a_card_of_points_is_typed_as_points_and_asked_about_as_cards() -> None:
    event = evening()
    client = desk(event)
    card = {"key": "a", "hand_1_A": "23", "hand_2_A": "0"}
    asked = client.post(at(event, "desk_card", 1, 1), card)
    assert "Game 1: is 23 a Two and a Three, or 23 points?" in words(asked)
    assert client.post(at(event, "desk_card", 1, 1), card | {"switch": "points"}).status_code == 302
    assert sorted(TypedHand.objects.values_list("game__number", "text")) == [(1, "=23"), (2, "O")]


def test_a_card_that_makes_a_game_whole_without_anybody_out_is_not_saved_silently() -> None:
    event = evening()
    client = desk(event)
    for badge, seat in enumerate("ABCDE", start=1):
        answer = client.post(
            at(event, "desk_card", 1, badge), {"key": seat, f"hand_1_{seat}": "3 4"}, follow=True
        )
    assert "Nobody went out in game 1: was the game blocked?" in words(answer)
    assert points(event) == {}


def test_a_single_sheet_takes_points_and_asks_the_same() -> None:
    event = evening()
    client = desk(event, Role.UMPIRE)
    page = at(event, "sheet", 1, 1, 1)
    row = {
        f"hand_{seat}": text
        for seat, text in zip("ABCDE", ("O", "23", "46", "8", "5"), strict=True)
    }
    asked = client.post(page, {"key": "a", "seen": "0", **row})
    assert "Game 1, seat B: is 23 a Two and a Three, or 23 points?" in words(asked)
    client.post(page, {"key": "a", "seen": "0", "switch": "points", **row})
    assert points(event) == {1: [0, 23, 46, 8, 5]}
    nobody = {"key": "b", "seen": "0", "typing": "points", **row, "hand_A": "7"}
    asked = client.post(at(event, "sheet", 1, 1, 2), nobody)
    assert "Nobody went out in game 2: was the game blocked?" in words(asked)
    client.post(at(event, "sheet", 1, 1, 2), nobody | {"blocked": "on"})
    assert points(event)[2] == [7, 23, 46, 8, 5]


@pytest.mark.promise(
    "Numbers that read both as cards and as points are asked about before they are saved"
)
def test_a_correction_that_reads_both_ways_is_asked_about_and_either_answer_goes_on_to_its_preview() -> (
    None
):
    event = evening()
    save(event, ("out", "=5", "=6", "=8", "=7"))
    client, where = desk(event), at(event, "correction", 1, 1, 1)
    row = {
        f"hand_{seat}": text
        for seat, text in zip("ABCDE", ("O", "23", "46", "8", "5"), strict=True)
    }
    form = row | {"key": "c", "seen": "1", "step": "preview", "typing": "cards"}
    asked = client.post(where, form)
    assert (asked.status_code, 'data-key="P"' in words(asked)) == (422, True)
    assert "Game 1, seat B: is 23 a Two and a Three, or 23 points?" in words(asked)
    as_cards = client.post(where, form | {"sure_": "reading"})
    as_points = client.post(where, form | {"switch": "points"})
    typed = [page.context["form"].column.texts for page in (as_cards, as_points)]
    assert typed == [
        {"A": "O", "B": "23", "C": "46", "D": "8", "E": "5"},
        {"A": "O", "B": "=23", "C": "=46", "D": "=8", "E": "=5"},
    ]
    assert points(event) == {1: [0, 5, 6, 8, 7]}


@pytest.mark.control(
    "test_a_correction_that_reads_both_ways_is_asked_about_and_either_answer_goes_on_to_its_preview"
)
def test_without_the_question_a_correction_of_points_would_be_read_as_cards(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event = evening()
    save(event, ("out", "=5", "=6", "=8", "=7"))
    monkeypatch.setattr(
        "tournament.entry.views_corrections.questions_of", lambda *_asked, **_more: ()
    )
    row = {
        f"hand_{seat}": text
        for seat, text in zip("ABCDE", ("O", "23", "46", "8", "5"), strict=True)
    }
    answer = desk(event).post(
        at(event, "correction", 1, 1, 1), row | {"key": "c", "seen": "1", "step": "preview"}
    )
    assert answer.context["form"].column.texts["B"] == "23"


@pytest.mark.parametrize(("typing", "text", "counted"), [("points", "23", 23), ("cards", "2 3", 5)])
def test_a_hand_known_after_all_is_read_as_the_switch_says(
    typing: str, text: str, counted: int
) -> None:
    event = evening()
    client = desk(event)
    total = {"key": "t", "points": "45", "reason": "Only a sum", "table": "1"}
    client.post(at(event, "round_total", 1, 2), total)
    four = {
        "key": "g",
        "seen_1": "0",
        "hand_1_A": "O",
        "hand_1_C": "A",
        "hand_1_D": "4",
        "hand_1_E": "5",
    }
    client.post(at(event, "desk_table", 1, 1), four)
    client.post(at(event, "desk_look", 1, 1), {"typing": typing})
    page = words(client.get(at(event, "desk_totals", 1, 1)))
    assert f'name="typing" value="{typing}"' in page
    asked = {"points": "Points in game 1, saved without them"}
    assert asked.get(typing, "Hand in game 1, saved without it") in page
    back = {
        "key": "b",
        "reason": "The back of the card",
        "table": "1",
        "typing": typing,
        "hand_1_B": text,
    }
    client.post(at(event, "take_back_total", 1, 2), back)
    assert points(event) == {1: [0, counted, 1, 4, 5]}


def test_the_second_keying_is_read_as_the_switch_says() -> None:
    event = evening()
    first, second = desk(event), desk(event, Role.ORGANISER, "second")
    first.post(at(event, "desk_table", 1, 1), sent(POINTS_ROW, typing="points"))
    in_cards = second.post(
        at(event, "desk_again", 1, 1), sent(POINTS_ROW[1:], seen=1, typing="cards")
    )
    assert in_cards.status_code == 422
    second.post(
        at(event, "desk_again", 1, 1), sent(POINTS_ROW, seen=1, typing="points", more="again")
    )
    assert list(Sheet.objects.values_list("checked", flat=True)) == [True]


def test_a_row_that_is_refused_shows_no_points_of_shared_places() -> None:
    event = evening_of("switch", 5)
    client = desk(event)

    def shown(*row: str) -> list[object]:
        page = client.post(at(event, "desk_table", 1, 1), sent(row, sure_1="nothing"))
        return [line.boxes[0].points for line in page.context["grid"].lines]

    assert shown("1", "1", "3", "4", "5") == [None] * 5


def test_one_answer_says_for_the_whole_table_whether_its_numbers_are_cards_or_points() -> None:
    event = evening()
    client = desk(event)
    rows = (("O", "23", "46", "8", "5"), ("24", "O", "13", "3", "9"))
    asked = client.post(at(event, "desk_table", 1, 1), sent(*rows))
    questions = [question.text for question in asked.context["questions"]]
    assert questions == [
        "Game 1, seat B: is 23 a Two and a Three, or 23 points? One answer does for the whole"
        " table."
    ]
    client.post(at(event, "desk_table", 1, 1), sent(*rows, switch="points"))
    client.post(at(event, "desk_table", 1, 2), sent(*rows[:1], sure_="reading"))
    assert points(event, 1) == {1: [0, 23, 46, 8, 5], 2: [24, 0, 13, 3, 9]}
    assert points(event, 2) == {1: [0, 5, 10, 30, 5]}


def test_many_numbers_that_are_no_cards_are_one_question_for_the_table() -> None:
    event = evening()
    client = desk(event)
    rows = (("O", "14", "8 K", "31", "5"), ("17", "O", "K", "19", "9"))
    looked = client.post(at(event, "desk_look", 1, 1), sent(*rows)).json()["questions"]
    text = "4 numbers are no cards, such as 14 at seat B in game 1. Read the whole table as points?"
    assert [(one["text"], [answer["key"] for answer in one["answers"]]) for one in looked] == [
        (text, ["P"])
    ]
    page = client.post(at(event, "desk_table", 1, 1), sent(*rows))
    assert (page.context["told"], points(event)) == ([], {})
    client.post(at(event, "desk_table", 1, 1), sent(*rows, switch="points"))
    assert points(event)[1][:2] == [0, 14]


@pytest.mark.parametrize(
    ("text", "words_at_cell"),
    [
        ("K 1", "“1” is not a card: write ranks such as 8, A, K, 10 or X, with a suit if you like"),
        ("2x8", "2X8 is 2 cards of 8, or 2, X and 8? Write 8 8, or 2 X 8."),
        ("-5", "Points are never less than 0: write them without the minus, or - for absent."),
        ("=", "After = write the points as a whole number, such as =23"),
    ],
)
def test_what_cannot_be_read_is_one_sentence_at_its_cell(text: str, words_at_cell: str) -> None:
    event = evening()
    row = ("O", text, "8 K", "A", "5")
    page = desk(event).post(at(event, "desk_table", 1, 1), sent(row))
    assert (page.context["told"], list(page.context["questions"])) == ([], [])
    assert words(page).count(words_at_cell) == 1
    assert 'aria-describedby="fault-1-B"' in words(page)


@pytest.mark.parametrize(("text", "counted"), [("23", "=23"), ("11", "=11"), ("8 K", "8 K")])
def test_a_correction_is_read_as_points_where_points_are_typed(text: str, counted: str) -> None:
    event = evening()
    save(event, ("out", "8 K", "A", "9 9", "7"))
    client, where = desk(event), at(event, "correction", 1, 1, 1)
    client.post(at(event, "desk_look", 1, 1), {"typing": "points"})
    fields = opened(client, where)
    assert [fields[f"hand_{seat}"] for seat in "ABCDE"] == ["O", "8 K", "A", "9 9", "7,"]
    answer = client.post(where, {**fields, "hand_E": text, "typing": "points"})
    assert (answer.status_code, answer.context["form"].column.texts["E"]) == (200, counted)
