"""Progress counts what is due, and a digest stands for exactly one cut."""

import hashlib
import json

from hypothesis import given
from hypothesis import strategies as st

from scoring.counting.board import Progress, TableProgress, digest, progress, snapshot
from scoring.counting.cut import Cut, cut
from tests.scoring import evenings

SHEETS = st.tuples(st.integers(1, 2), st.integers(1, 3), st.integers(1, 3))


def _cut(size: int = 10) -> Cut:
    drawn = cut(evenings.field("A_clean"), size)
    assert isinstance(drawn, Cut)
    return drawn


def test_progress_says_what_is_in_and_what_is_missing() -> None:
    due = [(1, 1, 1), (1, 1, 2), (1, 2, 1), (2, 1, 1)]
    assert progress(due, [(1, 1, 2), (1, 2, 1), (9, 9, 9)]) == Progress(
        2,
        4,
        {1: (2, 3), 2: (0, 1)},
        (
            TableProgress(1, 1, 1, 2, (1,)),
            TableProgress(1, 2, 1, 1, ()),
            TableProgress(2, 1, 0, 1, (1,)),
        ),
    )


def test_progress_is_complete_when_all_that_is_due_is_in() -> None:
    assert [progress([(1, 1, 1)], entered).complete for entered in ([], [(1, 1, 1)])] == [
        False,
        True,
    ]
    assert progress([], []) == Progress()


@given(st.lists(SHEETS), st.lists(SHEETS))
def test_what_is_in_and_what_is_missing_make_what_is_due(
    due: list[tuple[int, int, int]], entered: list[tuple[int, int, int]]
) -> None:
    found = progress(due, entered)
    assert found.games_due == len(set(due))
    assert found.games_in == len(set(due) & set(entered))
    assert found.games_in + sum(len(table.missing) for table in found.tables) == found.games_due


def test_a_snapshot_survives_being_written_and_read() -> None:
    sealed = snapshot(_cut(), 220)
    read = json.loads(json.dumps(sealed, indent=4))
    assert digest(read) == digest(sealed)


def test_the_digest_is_that_of_the_canonical_json() -> None:
    text = '{"a":[1,null],"b":"Tomás"}'
    assert digest({"b": "Tomás", "a": [1, None]}) == hashlib.sha256(text.encode()).hexdigest()


def test_any_change_of_a_sealed_cut_changes_its_digest() -> None:
    sealed = snapshot(_cut(), 220)
    others = [snapshot(_cut(), 221), snapshot(_cut(9), 220), {**sealed, "qualifiers": []}]
    assert len({digest(one) for one in (sealed, *others)}) == 4


def test_a_snapshot_holds_the_line_and_every_total() -> None:
    sealed = snapshot(_cut(), 220)
    expected = evenings.read("A_clean", "expected.json")
    assert sealed["qualifiers"] == expected["cut"]["qualifiers"]
    assert sealed["standings"] == [
        [
            standing["player_id"],
            standing["player"],
            standing["total"],
            standing["place"],
            standing["order"],
        ]
        for standing in expected["standings"]
    ]
