"""Lists made messy in the ways of people: what comes in equals the truth, or was asked about."""

from collections import Counter
from random import Random

import pytest

from tests.tournament.evening import new_event
from tests.tournament.tickets.messy import SPOILT, Messy, messy_list, plain_list
from tournament.models import Event
from tournament.tickets.forms import opened_for
from tournament.tickets.judging import ADDED
from tournament.tickets.matching import judge
from tournament.tickets.questions import questions
from tournament.tickets.shaping import shaped

pytestmark = pytest.mark.django_db
READ_RIGHT = frozenset({"merged cells", "placeholders", "entities", "surnames that are none"})
READ_RIGHT |= {"a cover sheet", "no headings", "notes above and below", "tables", "group rows"}
READ_RIGHT |= {"two in a row", "hidden rows", "struck-through rows", "surname first"}
"""Ways in which a list may be messy and is read right before anybody answers."""

AROUND = frozenset(
    {"tables", "a cover sheet", "no headings", "notes above and below", "merged cells"}
    | {"other letters", "clubs of their own"}
)
"""Ways that stand around the rows, and spoil none of them."""


def read(event: Event, mess: Messy) -> tuple[Counter[tuple[str, str]], list[str]]:
    """Who would come in, and the lines that ask or tell."""
    listed = opened_for(event, "list", mess.data())
    shape = shaped(listed.file, listed.columns)
    judged = judge(shape.rows, shape.columns, event, listed.wishes)
    columns = dict(listed.columns)
    lines = [line.words for line in questions(listed.file, columns, shape, judged, event.groups)]
    lines += [fault.bold for one in judged.candidates for fault in one.faults]
    people = [
        (one.values["name"], one.values["livery"].name if one.values.get("livery") else "")
        for one in judged.candidates
        if one.outcome == ADDED
    ]
    return Counter(people), lines


def faults_of(seeds: range) -> list[str]:
    """The lists that come in wrong with nobody asked."""
    event, faults = new_event(), []
    for seed in seeds:
        ways, mess = messy_list(seed)
        people, lines = read(event, mess)
        truth = Counter(mess.truth)
        if people != truth and not lines:
            faults.append(f"{seed}: {ways}: {people - truth} for {truth - people}")
        if set(ways) <= READ_RIGHT and people != truth:
            faults.append(f"{seed}: {ways}: {people - truth} for {truth - people}")
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
        assert read(event, mess) == (Counter(mess.truth), [])


@pytest.mark.control("test_a_messy_list_is_read_right_or_asked_about")
@pytest.mark.parametrize("way", sorted(SPOILT))
def test_each_way_spoils_a_list_and_is_told(way: str) -> None:
    """Read as it stands, without what is known of this way, the list would be wrong."""
    event, chance = new_event(), Random(7)
    mess = plain_list(chance)
    SPOILT[way](mess, chance)
    people, lines = read(event, mess)
    assert lines or people == Counter(mess.truth)
    as_it_stands = Counter((row[0], row[1] if len(row) > 1 else "") for row in mess.rows)
    unspoilt = as_it_stands == Counter(mess.truth)
    assert not unspoilt or way in AROUND
