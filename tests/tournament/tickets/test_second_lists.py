"""Second lists made by a machine: whoever comes in is who truly is meant, or was asked about;
nobody becomes a ghost, and nobody takes another one's place.
"""

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from tests.tournament.evening import new_event, sign
from tests.tournament.tickets.second_lists import KINDS, TwoLists, chosen, data, two_lists
from tournament.models import Event
from tournament.tickets.acts import Chosen, import_guests
from tournament.tickets.forms import GuestList, opened_for
from tournament.tickets.judging import Candidate
from tournament.tickets.matching import judge
from tournament.tickets.shaping import shaped

pytestmark = pytest.mark.django_db
MOST_ANSWERS = 20
Ways = dict[str, tuple[tuple[str, Callable[..., Any]], ...]]


def _nothing(*_args: Any, **_named: Any) -> None:
    return None


def _every_row(_event: Any, rows: Any) -> list[int]:
    return [row.number for row in rows]


KNOWN = "tournament.tickets.matching._Known."
ALIKE = ("tournament.tickets.matching.ask_alike", _nothing)
BY_NAME = (f"{KNOWN}_one_to_one", _nothing)
BLIND: Ways = {
    "as before": ((f"{KNOWN}match", _nothing), ALIKE),
    "other group": (BY_NAME, ALIKE),
    "group found": (BY_NAME, ALIKE),
    "respelt": (ALIKE,),
    "other name": (BY_NAME, ALIKE),
    "new": (("tournament.tickets.forms.left_before", _every_row),),
    "twin": ((f"{KNOWN}_by_person", _nothing), (f"{KNOWN}_by_ticket", _nothing), ALIKE),
    "place named": (ALIKE,),
}
"""Of each kind the parts that know it, switched off for its control."""


def taken(event: Event, listed: GuestList, badges: dict[int, int], lists: TwoLists) -> str:
    """The list taken in with all that is asked answered as it truly is; what cannot be answered."""
    for _answer in range(MOST_ANSWERS):
        shape = shaped(listed.file, listed.columns)
        judged = judge(shape.rows, shape.columns, event, listed.wishes)
        asked = next((row for row in judged.candidates if row.faults), None)
        if asked is None:
            chosen_rows = Chosen(listed.wishes, headings=listed.file.headings)
            import_guests(event, shape.rows, shape.columns, sign(), chosen_rows)
            event.refresh_from_db()
            return ""
        person = lists.second[asked.number - 2].person
        mend = _answer_of(asked, badges.get(person, 0))
        if mend is None:
            return f"{asked.faults[0].bold} {asked.faults[0].words}"
        listed = listed.put(asked.number, mend.field, mend.text)
    return "it asks without an end"


def _answer_of(row: Candidate, badge: int) -> Any:
    mends = list(row.faults[0].mends)
    if row.like:
        return mends[0] if row.like.badge == badge else mends[1]
    if row.faults[0].bold == "The same guest twice?":
        return mends[0]
    return next((mend for mend in mends if mend.text == str(badge)), None)


def fault_of(lists: TwoLists) -> str:
    """What is wrong with the guests after both lists, if anything."""
    event = new_event()
    first = opened_for(event, "list", data(lists.first))
    shape = shaped(first.file, first.columns)
    import_guests(event, shape.rows, shape.columns, sign(), Chosen(first.wishes))
    event.refresh_from_db()
    badges = {entry.person: badge for badge, entry in enumerate(lists.first, start=1)}
    if fault := taken(event, opened_for(event, "list", data(lists.second)), badges, lists):
        return fault
    truth = Counter(
        (badges.get(entry.person, 0), entry.name, entry.livery)
        for entry in (*lists.second, *lists.gone)
    )
    people = Counter(
        (guest.badge if guest.badge in badges.values() else 0, guest.name, guest.livery_name)
        for guest in event.guests.select_related("livery")
    )
    names = {name for _badge, name, _livery in truth - people}
    held = {name for name in names if name.startswith("Guest of ")}
    missing = Counter(row for row in (truth - people).elements() if row[1] not in held)
    return f"{people - truth} for {missing}" if missing or people.total() != truth.total() else ""


def faults_of(seeds: range) -> list[str]:
    """The pairs of lists after which somebody is lost, twice, or another one."""
    pairs = ((seed, chosen(seed)) for seed in seeds)
    return [
        f"{seed}: {lists.kinds}: {fault}" for seed, lists in pairs if (fault := fault_of(lists))
    ]


@pytest.mark.promise("A second list makes no ghost, loses nobody and gives nobody another's place")
def test_after_a_second_list_everybody_is_who_they_truly_are_or_was_asked_about() -> None:
    assert faults_of(range(18)) == []


@pytest.mark.torture
def test_after_five_hundred_second_lists_everybody_is_who_they_truly_are() -> None:
    assert faults_of(range(500)) == []


@pytest.mark.control("test_after_a_second_list_everybody_is_who_they_truly_are_or_was_asked_about")
@pytest.mark.parametrize("kind", sorted(BLIND))
def test_each_kind_of_change_is_missed_where_nothing_knows_it(
    monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    for part, blind in BLIND[kind]:
        monkeypatch.setattr(part, blind)
    assert [fault for seed in range(3) if (fault := fault_of(two_lists((kind,), Random(seed))))]


@pytest.mark.control("test_after_a_second_list_everybody_is_who_they_truly_are_or_was_asked_about")
def test_who_is_gone_is_missed_where_every_difference_is_taken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Chosen, "takes", lambda *_given, **_named: True)
    assert fault_of(two_lists(("gone",), Random(1)))


def test_every_kind_has_its_control() -> None:
    assert {*BLIND, "gone"} == {*KINDS}
