"""Names as lists have them: surname first, small, with letters behind, two in one; and what a
heading asks. What is read otherwise than it stands is told, and one press has it the other way.
"""

import pytest

from tests.tournament.evening import new_event
from tournament.models import Event
from tournament.tickets.forms import opened_for
from tournament.tickets.matching import judge
from tournament.tickets.questions import questions
from tournament.tickets.shaping import BEHIND, LETTERS, SMALL, TURNED, shaped

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """An evening without guests."""
    return new_event()


def read(event: Event, text: str, *choices: str) -> tuple[list[str], list[str]]:
    """The names that come in, and the lines beside them."""
    listed = opened_for(event, "list.csv", text.encode())
    for choice in choices:
        listed = listed.pressed(choice)
    columns = dict(listed.columns)
    shape = shaped(listed.file, columns)
    judged = judge(shape.rows, shape.columns, event, listed.wishes)
    asked = questions(listed.file, columns, shape, judged, event.groups)
    names = [str(row.values.get("name", "")) for row in judged.candidates]
    return names, [f"{question.words}. {question.then}" for question in asked]


@pytest.mark.parametrize(
    ("rows", "names", "choice", "otherwise"),
    [
        ('Name\n"Smith, Peter"', ["Peter Smith"], TURNED, ["Smith, Peter"]),
        ('Name\n"van der Berg, Ann"', ["Ann van der Berg"], TURNED, ["van der Berg, Ann"]),
        (
            'First name,Last name\n"Smith, Peter",Smith',
            ["Peter Smith"],
            TURNED,
            ["Smith, Peter Smith"],
        ),
        ('First name,Last name\n"Smith, Peter",', ["Peter Smith"], TURNED, ["Smith, Peter"]),
        ("First name,Last name\nAnn,Marsh OBE", ["Ann Marsh"], LETTERS, ["Ann Marsh OBE"]),
        ('Name\n"Ann Oak, Grocers"', ["Ann Oak"], BEHIND, ["Ann Oak, Grocers"]),
        ("Name\nAnn Oak (v)", ["Ann Oak"], BEHIND, ["Ann Oak (v)"]),
        ("Name\nSMITH John", ["SMITH John"], SMALL, ["John Smith"]),
        ("Name\njohn smith", ["john smith"], SMALL, ["John Smith"]),
        ("Name\nann o'brien-fox", ["ann o'brien-fox"], SMALL, ["Ann O'Brien-Fox"]),
    ],
)
def test_what_is_written_another_way_is_told_and_one_press_turns_it(
    event: Event, rows: str, names: list[str], choice: str, otherwise: list[str]
) -> None:
    came, told = read(event, rows)
    assert (came, len(told)) == (names, 1)
    assert read(event, rows, choice)[0] == otherwise


@pytest.mark.parametrize("rows", ['Name\n"John Fox, OBE"', "Name\nbell", "Name\nMa"])
def test_what_is_no_such_name_stays_as_it_is(event: Event, rows: str) -> None:
    name = rows.partition("\n")[2].strip('"')
    assert read(event, rows) == ([name], [])


def test_host_with_a_question_mark_is_answered_by_yes_and_no(event: Event) -> None:
    assert dict(opened_for(event, "a.csv", b"Name,Host?\nAnn,yes\n").columns) == {
        0: "name",
        1: "host_connected",
    }
    assert dict(opened_for(event, "a.csv", b"Name,Host\nAnn,Bo Elm\n").columns)[1] == "guest_of"


def test_couples_and_answers_of_a_list_are_asked_about(event: Event) -> None:
    came, told = read(event, "Name,Paid\nMr & Mrs Henry Adams,yes\nBrown + guest,CANCELLED\n")
    assert came == [
        "Mr Henry Adams",
        "Mrs Henry Adams",
        "Brown",
        "Guest of Brown, name to follow",
    ]
    assert [line.partition(":")[0] for line in told] == [
        "2 rows name two or more",
        "Column “Paid” looks like answers. 1 yes, 1 CANCELLED. Not read",
    ]


def test_a_lone_empty_group_is_asked_about_where_groups_stand_together(event: Event) -> None:
    rows = "Name,Livery\nAnn Oak,Mercers\nBo Elm,\nCy Ash,Grocers\nDi Fir,Grocers\n"
    assert read(event, rows)[1] == [
        "1 guest without a livery, below one that has it. Empty cells below “Mercers”."
    ]
    apart = "Name,Livery\nAnn Oak,Mercers\nBo Elm,\nCy Ash,Grocers\nDi Fir,Mercers\n"
    assert read(event, apart)[1] == []
