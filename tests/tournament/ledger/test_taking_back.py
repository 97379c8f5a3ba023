"""Every act that may be taken back leaves, once it is, all rows and every output as they were."""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.db.models import Model

from tests.tournament.acts_table import BY_ITS_PRESS, acts
from tests.tournament.evening import NOW, add_guests, new_event, official, save, seated_event, sign
from tests.tournament.guest_lists import Rows, as_csv
from tests.tournament.test_every_act import (
    NAMES,
    evening_at_each_stage,
    fresh,
    refusable,
    small_evening,
    undone,
)
from tests.tournament.test_every_match_act import begun, shown, stages
from tests.tournament.tickets.test_import import Import
from tests.tournament.trials import TRIALS, Does
from tests.tournament.trials.matches import MATCH_TRIALS
from tests.tournament.trials.outputs import outputs
from tournament.counting.seats import hall
from tournament.event.acts_next import confirm_invited, copy_event
from tournament.finals.acts import seal_cut
from tournament.ledger import barriers
from tournament.ledger.pressing import pressing
from tournament.ledger.taking_back import TakingBackRefusedError, take_back, take_back_all
from tournament.models import Event, Guest, LedgerEntry, Press, Sheet, Tally, Withdrawal
from tournament.seating.acts import close_round
from tournament.seating.acts_door import check_in
from tournament.seating.acts_draw import draw_seating, drawn
from tournament.seating.acts_places import withdraw
from tournament.seating.acts_seats import leave
from tournament.server import capture, triggers
from tournament.verification.checks import faults

pytestmark = pytest.mark.django_db
SEED = 7


@contextmanager
def press(key: str = "") -> Iterator[Press]:
    """A form that is being answered."""
    with pressing(Press(key=key or f"press {Press.objects.count()}", at=NOW)) as held:
        yield held.press


def rows() -> dict[str, list[dict[str, Any]]]:
    """Every row that stands, of every kind; a sheet that counts no longer is passed over."""
    found = {}
    models: list[type[Model]] = [*capture.kept(), Tally]
    for model in models:
        if model is Withdrawal:
            continue
        noise = capture.NOISE.get(model, frozenset())
        standing = model._base_manager.all()
        if model is Sheet:
            standing = standing.filter(accepted=True)
        if model is Tally:
            standing = standing.filter(sheet__accepted=True)
        found[model.__name__] = [
            {name: value for name, value in row.items() if name not in noise}
            for row in standing.order_by("pk").values()
        ]
    return found


def differing(before: dict[str, Any], after: dict[str, Any]) -> list[str]:
    """The kinds of rows that are not as before."""
    return sorted(name for name, value in before.items() if after[name] != value)


Outputs = Callable[[Event], dict[str, Any]]


def there_and_back(event: Event, does: Does, seed: int = SEED, read: Outputs = outputs) -> str:
    """What is wrong after an act was taken back and done again; a sentence of its refusal begins
    with “refused”, and nothing is wrong where it is empty.
    """
    before, given = rows(), read(fresh(event))
    with press() as done:
        does(fresh(event), Random(seed))
    if done.pk is None:
        return "refused: nothing was done"
    after, now = rows(), read(fresh(event))
    try:
        with press() as undo:
            take_back(fresh(event), done, sign())
    except TakingBackRefusedError as refused:
        assert rows() == after
        return f"refused: {refused}"
    wrong = [f"rows {differing(before, rows())}" if rows() != before else ""]
    wrong.append("outputs" if read(fresh(event)) != given else "")
    wrong += list(faults(fresh(event)))[:1]
    with press():
        take_back(fresh(event), undo, sign())
    wrong.append(f"rows again {differing(after, rows())}" if rows() != after else "")
    wrong.append("outputs again" if read(fresh(event)) != now else "")
    wrong += [f"again {fault}" for fault in list(faults(fresh(event)))[:1]]
    connection.check_constraints()
    return "; ".join(words for words in wrong if words)


def test_each_act_taken_back_leaves_all_as_it_was() -> None:
    met: dict[str, str] = {}
    done: Counter[str] = Counter()
    for stage, event in evening_at_each_stage(Random(SEED)):
        for name in (name for name in NAMES if done[name] < 1):
            with undone(), refusable([]):
                said = there_and_back(event, TRIALS[name].does)
                if said == "":
                    done[name] += 1
                met[name] = said and f"{stage}: {said}"
    if os.environ.get("TOLD"):
        for name, said in sorted(met.items()):
            print(f"{name:32} {said}")
    assert {name: said for name, said in met.items() if said and "refused" not in said} == {}
    led = {TRIALS[name].act for name, said in met.items() if "an act of its own" in said}
    assert [act.name for act in acts() if act.way == BY_ITS_PRESS and act.name in led] == []


def test_each_act_of_the_matches_taken_back_leaves_all_as_it_was() -> None:
    said: dict[str, set[str]] = {name: set() for name in MATCH_TRIALS}
    event = begun()
    for stage in stages(event):
        for name, trial in MATCH_TRIALS.items():
            if "" not in said[name]:
                with undone(), refusable([]):
                    words = there_and_back(event, trial.does, read=shown)
                    said[name].add(words and f"{stage}: {words}")
    wrong = {
        name: [word for word in words if "refused" not in word] for name, words in said.items()
    }
    assert {name: words for name, words in wrong.items() if words not in ([], [""])} == {}
    back = {name for name, words in said.items() if "" in words}
    assert said.keys() - back == {"closing"}  # a stage is opened again by an act of its own


def test_an_act_is_taken_back_once() -> None:
    event = small_evening("guests", Random(SEED))
    with press() as done:
        TRIALS["adding"].does(event, Random(SEED))
    with press():
        take_back(event, done, sign())
    with press(), pytest.raises(TakingBackRefusedError, match="took this back"):
        take_back(event, done, sign())


def sheets_then_closed() -> tuple[Event, list[Press]]:
    """An evening of two tables, each sheet a press of its own, closed and sealed."""
    event = seated_event(10, games_per_round=1, cut_size=3)
    presses = []
    for round_, table in ((1, 1), (1, 2), (2, 1), (2, 2)):
        with press() as done:
            hands = ("out", "8", f"={table + 20}", f"={table + 60}", f"={round_ + 10 * table}")
            save(event, hands, (round_, table, 1))
        presses.append(done)
    for number in (1, 2):
        close_round(event, number, sign())
    seal_cut(event, sign())
    return fresh(event), presses


@pytest.mark.promise("No sheet of a closed or sealed evening is taken back by its press")
def test_no_sheet_of_a_sealed_evening_is_taken_back() -> None:
    event, presses = sheets_then_closed()
    for done in presses:
        with press(), pytest.raises(TakingBackRefusedError, match="The cut is sealed"):
            take_back(event, done, sign())
    assert Sheet.objects.filter(event=event, accepted=True).count() == 4


@pytest.mark.control("test_no_sheet_of_a_sealed_evening_is_taken_back")
def test_without_the_barriers_a_sealed_evening_would_lose_its_sheets(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    event, presses = sheets_then_closed()
    monkeypatch.setattr(barriers, "_shut", lambda _event, _changes: {})
    for done in presses:
        with press():
            take_back(event, done, sign())
    assert Sheet.objects.filter(event=event, accepted=True).count() == 0


def twice_gone() -> tuple[Event, Press, Press]:
    """Two presses that say of one guest that they went home: by the second their listing is as it
    was, and their seat is free as well.
    """
    event = seated_event(5)
    with press() as first:
        withdraw(event, "P003", sign(), reason="Gone home")
    with press() as second:
        leave(event, "P003", (2, 1), sign(), reason="Gone home")
    assert second.changes.get(kind="guest").before == {}
    return event, first, second


@pytest.mark.promise("What a later press rests on is not taken back alone")
def test_what_was_said_again_since_is_not_taken_back_alone() -> None:
    event, first, second = twice_gone()
    with press(), pytest.raises(TakingBackRefusedError, match="stands on it") as refused:
        take_back(event, first, sign())
    assert refused.value.press == second.pk
    with press():
        take_back_all(event, [first, second], sign())
    assert event.guests.get(ref="P003").status == "registered"
    assert list(faults(fresh(event))) == []


@pytest.mark.control("test_what_was_said_again_since_is_not_taken_back_alone")
def test_without_the_unchanged_rows_the_record_would_disagree() -> None:
    event, first, _second = twice_gone()
    with connection.cursor() as cursor, capture.nothing_kept():
        triggers.drop(connection)
        cursor.execute("DELETE FROM tournament_change WHERE verb = 'u' AND before = '{}'")
        triggers.create(connection)
    with press():
        take_back(event, first, sign())
    assert list(faults(fresh(event))) == [
        "P003 is listed as registered, and the record says withdrawn."
    ]


def test_a_guest_who_was_seated_since_is_named_by_the_draw() -> None:
    event = new_event()
    with press() as added:
        add_guests(event, 10)
    with press() as seated:
        draw_seating(event, drawn(hall(event), 1), sign())
    before = event.guests.count()
    with press(), pytest.raises(TakingBackRefusedError) as refused:
        take_back(event, added, sign())
    assert refused.value.press == seated.pk
    assert event.guests.count() == before
    with press() as both:
        take_back_all(event, [added, seated], sign())
    assert (event.guests.count(), event.seats.count(), event.rounds.count()) == (0, 0, 0)
    further = Press.objects.get(undoes=added)
    assert (both.undoes, further.pk > both.pk) == (seated, True)
    with press():
        take_back_all(event, [both, further], sign())
    assert (event.guests.count(), event.rounds.count() > 0) == (before, True)


LIST: Rows = [
    ["No.", "Guest", "Company", "Dignity"],
    *([badge, f"Given Sur{badge:03}", "Grocers", ""] for badge in range(1, 111)),
]
LONGER: Rows = [
    *LIST[:1],
    *([*row[:3], "Clerk" if row[0] in range(1, 23) else ""] for row in LIST[1:]),
    *([badge, f"Given Sur{badge:03}", "Grocers", ""] for badge in range(111, 115)),
]
"""The same list with 22 changes and four guests more."""


def taken_in(event: Event, listed: Rows) -> Press:
    """The press that takes a list in, through its page."""
    user = event.officials.get().user
    Import(event, user).choose(as_csv(listed)).take_in()
    return Press.objects.latest("pk")


def test_a_list_and_a_second_one_are_taken_back_by_one_press_each() -> None:
    event = new_event()
    official(event)
    empty = rows()
    first = taken_in(event, LIST)
    listed = rows()
    second = taken_in(event, LONGER)
    longer = rows()
    assert [len(here["Guest"]) for here in (empty, listed, longer)] == [0, 110, 114]
    with press() as undo:
        take_back(fresh(event), second, sign())
    assert rows() == listed
    with press() as undo_first:
        take_back(fresh(event), first, sign())
    assert rows() == empty
    for press_, state in ((undo_first, listed), (undo, longer)):
        with press():
            take_back(fresh(event), press_, sign())
        assert rows() == state


def test_the_first_list_goes_with_the_second_or_not_at_all() -> None:
    event = new_event()
    official(event)
    empty = rows()
    first, second = taken_in(event, LIST), taken_in(event, LONGER)
    with press(), pytest.raises(TakingBackRefusedError) as refused:
        take_back(fresh(event), first, sign())
    assert refused.value.press == second.pk
    with press():
        take_back_all(fresh(event), [first, second], sign())
    assert rows() == empty


def test_next_years_copy_brings_guests_that_one_press_takes_off_again() -> None:
    source, event = seated_event(5), new_event(name="Next Evening")
    Guest.objects.filter(event=source).update(arrived_at=NOW)
    before = rows()
    with press() as done:
        copied = copy_event(source, ("Copied", NOW.date()), official(source), sign(), guests=True)
        confirm_invited(copied, list(copied.invited.values_list("pk", flat=True)), sign())
    assert copied.guests.count() == 5
    after = rows()
    with press() as undo:
        take_back(event, done, sign())
    assert differing(before, rows()) == []
    with press():
        take_back(event, undo, sign())
    assert rows() == after


def test_an_act_taken_back_and_done_again_many_times_is_marked_as_the_record_says() -> None:
    event = seated_event(5)
    with press() as last:
        check_in(event, "P001", sign())
    number = event.ledger.latest("number").number
    for again in (False, True, False, True, False):
        with press() as undo:
            take_back(event, last, sign())
        last = undo
        assert list(faults(fresh(event))) == []
        assert event.ledger.filter(number=number).exists()
        assert LedgerEntry.standing.filter(event=event, number=number).exists() == again


def test_an_entry_marked_otherwise_than_the_record_says_is_found() -> None:
    event = seated_event(5)
    with press() as done:
        check_in(event, "P001", sign())
    number = event.ledger.latest("number").number
    with press() as undo:
        take_back(event, done, sign())
    assert list(faults(fresh(event))) == []
    marks = Withdrawal.objects.filter(event=event)
    with capture.nothing_kept():
        marks.update(number=1)
    assert [fault for fault in faults(fresh(event)) if "is marked as" in fault] == [
        "Record entry 1 is marked as taken back, and the record says otherwise.",
        f"Record entry {number} is marked as standing, and the record says otherwise.",
    ]
    with capture.nothing_kept():
        marks.update(number=number)
    with press():
        take_back(event, undo, sign())
    assert list(faults(fresh(event))) == []


def test_the_way_from_each_row_to_its_round_is_one_of_its_table() -> None:
    for kind, path in barriers.ROUND.items():
        rows = barriers.kinds_of_rows()[kind]._base_manager
        assert list(rows.filter(pk=0).values_list(path, flat=True)) == []
