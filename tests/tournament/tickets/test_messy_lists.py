"""Lists made messy in the ways of people: what a list says is told in a line, and who comes in,
with the buttons pressed that it means, is who truly comes; never otherwise.
"""

from collections import Counter
from random import Random
from typing import Any

import pytest

from tests.second_rank import by_rank
from tests.tournament.evening import new_event
from tests.tournament.tickets.messy import Messy, Person, plain_list
from tests.tournament.tickets.ways_of_mess import ASKED, QUIET, WAYS, messy_list, spoilt
from tournament.models import Event
from tournament.tickets.forms import GuestList, opened_for
from tournament.tickets.headings import fault_in_columns
from tournament.tickets.judging import ADDED, Judged
from tournament.tickets.matching import judge
from tournament.tickets.question import Question
from tournament.tickets.questions import questions
from tournament.tickets.shaping import shaped
from tournament.tickets.sheets import GuestFileError

pytestmark = pytest.mark.django_db


def read(event: Event, listed: GuestList) -> tuple[Counter[Person], list[Question], list[str]]:
    """Who would come in, the lines that ask or tell, and what is to be fixed."""
    columns = dict(listed.columns)
    fault = fault_in_columns(columns, event.groups)
    shape = shaped(listed.file, columns)
    judged = Judged([], []) if fault else judge(shape.rows, shape.columns, event, listed.wishes)
    asked = questions(listed.file, columns, shape, judged, event.groups)
    people = Counter(
        (
            row.values["name"],
            f"{row.values['livery'].name if row.values.get('livery') else ''}"
            f"{' pinned' * bool(row.values.get('fixed_table'))}",
        )
        for row in judged.candidates
        if row.outcome == ADDED
    )
    faults = [fault.bold for row in judged.candidates for fault in row.faults]
    return people, asked, [*faults, *[fault] * bool(fault)]


def pressed(event: Event, listed: GuestList, press: str, encoding: str) -> GuestList:
    """The list with every question of this kind answered by its button."""
    keys = [question.key for question in read(event, listed)[1]]
    if press == "letters:":
        return listed.pressed(f"{press}{encoding}")
    for key in keys:
        if press and key.startswith(press):
            listed = listed.pressed(key)
    return listed


def fault_of(event: Event, ways: list[str], mess: Messy) -> str:
    """What is wrong with how a messy list is read, if anything."""
    try:
        listed = opened_for(event, "list", mess.data())
    except GuestFileError as refused:
        return f"refused: {refused}"
    _people, asked, faults = read(event, listed)
    lines = [*[question.words for question in asked], *faults]
    if lines and {WAYS[way].line for way in ways} == {QUIET}:
        return f"something is said: {lines}"
    for way in ways:
        if WAYS[way].line not in ("", QUIET) and not any(WAYS[way].line in line for line in lines):
            return f"nothing is said of {way}: {lines}"
    if any(WAYS[way].press == ASKED for way in ways):
        return ""
    for way in ways:
        listed = pressed(event, listed, WAYS[way].press, mess.encoding)
    people, truth = read(event, listed)[0], Counter(mess.truth)
    return f"{people - truth} for {truth - people}: {lines}" if people != truth else ""


def faults_of(seeds: range) -> list[str]:
    """The lists that come in wrong, or with something unsaid."""
    event, faults = new_event(), []
    for seed in seeds:
        ways, mess = messy_list(seed)
        if fault := fault_of(event, ways, mess):
            faults.append(f"{seed}: {ways}: {fault}")
    return faults


@pytest.mark.promise("A messy list comes in as it is meant, or is asked about")
def test_a_messy_list_is_read_right_or_asked_about() -> None:
    assert faults_of(range(60)) == []


@pytest.mark.torture
def test_two_thousand_messy_lists_are_read_right_or_asked_about() -> None:
    assert faults_of(range(2000)) == []


def test_a_list_in_which_nothing_is_wrong_comes_in_without_a_question() -> None:
    event = new_event()
    for seed in range(10):
        mess = plain_list(Random(seed))
        people, asked, faults = read(event, opened_for(event, "list", mess.data()))
        assert (people, asked, faults) == (Counter(mess.truth), [], [])


@pytest.mark.control("test_a_messy_list_is_read_right_or_asked_about")
@pytest.mark.parametrize("name", by_rank(sorted(WAYS), sorted(WAYS)[::4]))
def test_each_way_is_missed_where_nothing_reads_it(
    monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    event, way = new_event(), WAYS[name]
    part = way.part if way.part.startswith(("models", "guests")) else f"tickets.{way.part}"

    def wrong() -> list[Any]:
        lists = [spoilt([name], Random(seed)) for seed in range(8)]
        return [fault for mess in lists if (fault := fault_of(event, [name], mess))]

    monkeypatch.setattr(f"tournament.{part}", way.blind)
    assert wrong() != []
    monkeypatch.undo()
    assert wrong() == []
