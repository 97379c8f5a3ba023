"""Rooms and the step-free side: who is fixed does not change rooms, and the certificate tells who
would.
"""

from dataclasses import replace

import pytest

from scoring.seating import Seating, Sitter, Wishes, alternatives, at_home, certificate
from scoring.seating.rooms import room_of, settled
from tests.scoring.seating.changed import swap
from tests.scoring.seating.naive import drawn, guests

ROOMS = ("Hall",) * 3 + ("Library",) * 3
LABELS = ("1", "2", "3", "A", "B", "C")
STEP_FREE = frozenset({1, 2})


def hall(*sitters: Sitter, number: int = 30) -> Wishes:
    """Thirty guests in two rooms; those given take the first places."""
    rest = guests(number)[len(sitters) :]
    return Wishes((*sitters, *rest), rooms=ROOMS, labels=LABELS, step_free=STEP_FREE)


@pytest.mark.parametrize("seed", range(4))
def test_fixed_guests_keep_to_one_room_and_to_the_step_free_side(seed: int) -> None:
    wishes = hall(
        Sitter(1, fixed_table=4), *(Sitter(key, key % 2, step_free=True) for key in range(2, 6))
    )
    seating = drawn(wishes, seed=seed)
    said = certificate(seating, wishes)
    assert [said.count(kind) for kind in ("fixed_broken", "room_changed", "steps", "repeats")] == [
        0,
        0,
        0,
        2,
    ]
    assert {
        place.table
        for number in (1, 2)
        for key in range(2, 6)
        if (place := seating.place(key, number))
    } == {1, 2}


def test_who_finds_the_fixed_table_full_gets_another_in_its_room() -> None:
    wishes = hall(*(Sitter(key, fixed_table=5) for key in range(1, 8)))
    seating = drawn(wishes)
    tables = {
        place.table
        for number in (1, 2)
        for key in range(1, 8)
        if (place := seating.place(key, number))
    }
    assert (len(tables), tables <= {4, 5, 6}) == (3, True)
    assert certificate(seating, wishes).count("room_changed") == 0


def test_who_needs_the_step_free_side_is_parted_from_their_livery() -> None:
    wishes = hall(Sitter(1, "Grocers", step_free=True), Sitter(2, "Grocers", step_free=True))
    assert [sitter.fixed_table for sitter in settled(wishes, [5] * 6).sitters[:2]] == [1, 2]


def test_without_a_plan_of_the_hall_nobody_is_settled() -> None:
    wishes = Wishes((Sitter(1, step_free=True), Sitter(2, fixed_table=1)))
    assert settled(wishes, [2]) is wishes
    assert (room_of(wishes, 1), wishes.called(1), hall().called(4), hall().called(9)) == (
        "",
        "1",
        "A",
        "9",
    )


def test_where_no_table_is_step_free_nothing_is_promised() -> None:
    wishes = replace(hall(Sitter(1, step_free=True)), step_free=frozenset())
    assert settled(wishes, [5] * 6).sitters[0].fixed_table is None
    assert certificate(drawn(wishes), wishes).count("steps") == 2


def test_the_certificate_says_who_changes_rooms_and_where_steps_lead() -> None:
    wishes = hall(Sitter(1, fixed_table=1), Sitter(2, step_free=True))
    rows = tuple(tuple(range(start, start + 5)) for start in range(1, 30, 5))
    tried = swap(swap(Seating((rows,)), 1, 30, 1), 2, 29, 1)
    said = [
        harm.sentence for harm in certificate(tried, wishes, name=lambda key: f"Guest {key}").harms
    ]
    assert said[:3] == [
        "Guest 1 is to stay at table 1 but sits at table C in round 1.",
        "Guest 2 needs the step-free side, and table C is not there in round 1.",
        "Guest 1 is to stay in Hall but goes to Library in round 1.",
    ]


def test_tables_of_no_room_stand_in_the_hall() -> None:
    wishes = replace(hall(Sitter(1, fixed_table=6)), rooms=("",) * 5 + ("Library",))
    rows = tuple(tuple(range(start, start + 5)) for start in range(1, 30, 5))
    said = [
        harm.sentence for harm in certificate(Seating((rows,)), wishes, name=str).of("room_changed")
    ]
    assert said == ["1 is to stay in Library but goes to the hall in round 1."]


def test_no_swap_is_offered_that_leads_a_fixed_guest_into_another_room() -> None:
    wishes = hall(Sitter(1, fixed_table=1))
    rows = tuple(tuple(range(start, start + 5)) for start in range(1, 30, 5))
    offered = alternatives(Seating((rows,)), wishes, (2, 8), 1, at_most=99)
    assert 1 not in {key for choice in offered for key in (choice.one, choice.other)}
    free = alternatives(Seating((rows,)), hall(), (2, 8), 1, at_most=99)
    assert 1 in {key for choice in free for key in (choice.one, choice.other)}


def test_who_does_not_change_rooms_sits_in_one_through_all_rounds() -> None:
    stay = range(1, 8)
    wishes = hall(*(Sitter(key, keeps_room=True) for key in stay))
    seating = drawn(wishes)
    assert certificate(seating, wishes).count("room_changed") == 0
    moving = drawn(hall())
    assert certificate(moving, wishes).count("room_changed") > 0
    assert drawn(at_home(wishes, moving)) == seating


def test_the_certificate_says_who_changes_rooms_and_no_swap_is_offered_that_makes_them() -> None:
    wishes = hall(Sitter(1, keeps_room=True))
    rows = tuple(tuple(range(start, start + 5)) for start in range(1, 30, 5))
    tried = swap(Seating((rows, rows)), 1, 30, 2)
    said = [
        harm.sentence
        for harm in certificate(tried, wishes, name=lambda key: f"Guest {key}").of("room_changed")
    ]
    assert said == ["Guest 1 is to stay in Hall but goes to Library in round 2."]
    for said_so, known in ((True, wishes), (False, at_home(wishes, Seating((rows,))))):
        offered = alternatives(Seating((rows,)), known, (2, 20), 1, at_most=99)
        assert (1 in {key for choice in offered for key in (choice.one, choice.other)}) == said_so


def test_in_a_hall_of_one_room_nobody_needs_to_be_kept_in_it() -> None:
    wishes = replace(hall(Sitter(1, keeps_room=True)), rooms=("Hall",) * 6)
    assert settled(wishes, [5] * 6).sitters[0].fixed_table is None
