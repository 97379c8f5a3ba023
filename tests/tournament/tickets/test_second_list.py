"""A second list knows the first: whose group or spelling changed is asked about with the guest they
look like, what was decided is not asked again, and who is missing is told.
"""

import re

import pytest

from tests.tournament.evening import new_event
from tests.tournament.guest_lists import Rows, as_csv
from tests.tournament.tickets.test_import import Import
from tournament.tickets import matching
from tournament.tickets.alike import one_letter_off
from tournament.tickets.twins import differing

pytestmark = pytest.mark.django_db
HEADINGS = ["Name", "Livery", "Email"]
FIRST: Rows = [
    HEADINGS,
    ["John Smith", "", ""],
    ["John Smith", "Grocers", ""],
    ["Jon Pattenham", "Coopers", ""],
    ["Guest of the Master", "", ""],
    ["Rosalind Hartspring", "Mercers", "rh@example.org"],
    ["Guest of Mercers", "Mercers", ""],
]
SECOND: Rows = [
    HEADINGS,
    ["John Smith", "Mercers", ""],
    ["John Smith", "Grocers", ""],
    ["John Pattenham", "Coopers", ""],
    ["Guest of the Master", "Mercers", ""],
    ["Rosalind Hart", "Skinners", "rh@example.org"],
    ["Ada Quill", "Mercers", ""],
]


def people(page: Import) -> list[tuple[int, str, str | None]]:
    """Badge, name and company of everybody."""
    rows = page.event.guests.order_by("badge")
    return list(rows.values_list("badge", "name", "livery__name"))


AS_ONE = [
    (1, "John Smith", "Mercers"),
    (2, "John Smith", "Grocers"),
    (3, "John Pattenham", "Coopers"),
    (4, "Guest of the Master, name to follow", "Mercers"),
    (5, "Rosalind Hart", "Skinners"),
    (6, "Ada Quill", "Mercers"),
]


@pytest.mark.promise("A second list makes no ghost of a guest whose group or spelling changed")
def test_whoever_looks_like_a_guest_is_asked_about_and_becomes_no_ghost() -> None:
    page = Import(new_event()).choose(as_csv(FIRST)).take_in()
    page.choose(as_csv(SECOND))
    assert "On the list, badge 3" in page.text
    assert '<b class="twin-name"><span class="differs">Jon</span> Pattenham </b>' in page.text
    for answer in ("The same", "The same", "Fills this place"):
        assert "fixing" in page.heading
        page.mend(answer)
    page.take_in()
    assert people(page) == AS_ONE
    page.choose(as_csv(SECOND))
    assert page.heading == "Nothing has changed since the last list"


def test_an_answer_stands_with_what_it_does_until_it_is_asked_again() -> None:
    page = Import(new_event()).choose(as_csv(FIRST)).take_in()
    page.choose(as_csv(SECOND))
    asked = page.text.count("data-answer=")
    page.mend("The same")
    assert re.search(r"<b>The same guest.</b> Badge \d (gets|stays) ", page.text)
    assert page.text.count("data-answer=") == asked - 2
    page.mend("Not the same")
    assert "<b>Another guest.</b> " in page.text
    for _answer in range(2):
        again = re.search(r'name="twin" value="(\d+)">Ask again', page.text)
        assert again
        page.press("twin", again[1])
    assert (page.text.count("data-answer="), "Ask again" in page.text) == (asked, False)


@pytest.mark.parametrize(
    ("name", "like", "differ"),
    [
        ("Jon Pattenham", "John Pattenham", [True, False]),
        ("John Smith", "John Smith", [False, False]),
        ("José Oak", "Jose Oak", [False, False]),
        ("Ann Mary Oak", "Ann Oak", [False, True, False]),
    ],
)
def test_only_the_word_that_differs_is_marked(name: str, like: str, differ: list[bool]) -> None:
    assert [differs for _word, differs in differing(name, like)] == differ


@pytest.mark.control("test_whoever_looks_like_a_guest_is_asked_about_and_becomes_no_ghost")
def test_without_the_question_the_second_list_makes_ghosts(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(matching, "ask_alike", lambda *_given: None)
    page = Import(new_event()).choose(as_csv(FIRST)).take_in()
    page.choose(as_csv(SECOND)).take_in()
    assert people(page) != AS_ONE


def test_who_is_not_the_same_is_added_beside() -> None:
    page = Import(new_event()).choose(as_csv(FIRST[:2])).take_in()
    rows = as_csv([HEADINGS, ["John Smyth", "", ""]])
    page.choose(rows).mend("Not the same").take_in()
    assert people(page) == [(1, "John Smith", None), (2, "John Smyth", None)]
    page.choose(as_csv([HEADINGS, ["John Smyth", "", ""], ["John Smith", "", ""]]))
    assert page.heading == "Nothing has changed since the last list"


def test_two_of_one_name_are_asked_about_once_and_no_more() -> None:
    rows = as_csv([HEADINGS, *[["John Smith", "Mercers", ""]] * 2])
    page = Import(new_event()).choose(rows)
    assert "The same guest twice?" in page.text
    page.mend("Another person").take_in()
    page.choose(rows)
    assert page.heading == "Nothing has changed since the last list"
    page.choose(as_csv([HEADINGS, *[["John Smith", "Mercers", ""]] * 3]))
    assert page.heading == "1 row needs fixing"


def test_a_row_that_was_left_out_is_left_out_again_and_that_is_told() -> None:
    rows = as_csv([HEADINGS, ["Ann Carver", "", ""], ["Total 1", "", ""]])
    page = Import(new_event()).choose(rows).mend("Leave this row out").take_in()
    page.choose(rows)
    assert page.heading == "Nothing has changed since the last list"
    assert "1 row is left out: “Total 1”" in page.text
    assert page.press("press", "left out").heading == "1 row needs fixing"


def test_who_is_missing_in_the_new_list_is_told_whatever_else_is_asked() -> None:
    page = Import(new_event()).choose(as_csv(FIRST)).take_in()
    page.choose(as_csv([HEADINGS, ["Zo\ufffd Fenn", "Mercers", ""], *FIRST[1:4]]))
    assert page.heading == "1 row needs fixing"
    assert "3 guests are not in this list" in page.text


@pytest.mark.parametrize(
    ("name", "like", "off"),
    [
        ("jon pattenham", "john pattenham", True),
        ("anna fenn", "anne fenn", True),
        ("peter oak", "petre oak", True),
        ("anna fenn", "anna fenn", False),
        ("anna fenn", "hanne fenn", False),
        ("amy", "any", False),
    ],
)
def test_a_name_one_letter_off_is_known(name: str, like: str, *, off: bool) -> None:
    assert one_letter_off(name, like) == one_letter_off(like, name) == off
