"""What `make test` leaves to the night exists, and proves nothing that was promised."""

import pytest

from tests.promises import ROOT, marked
from tests.second_rank import ROWS, by_rank, is_second_rank


def test_every_row_names_a_test_that_there_is() -> None:
    names = [row.partition("::") for row in ROWS]
    assert [
        f"{file}::{test}"
        for file, _colons, test in names
        if f"def {test}" not in (ROOT / "tests" / file).read_text(encoding="utf-8")
    ] == []


@pytest.mark.parametrize("mark", ["promise", "control"])
def test_no_promise_and_no_control_waits_for_the_night(mark: str) -> None:
    assert [row.test for row in marked(mark) if is_second_rank(f"{row.file}::{row.test}")] == []


def test_a_promise_in_the_list_would_be_found() -> None:
    [first, *_rest] = marked("promise")
    assert not is_second_rank(f"{first.file}::{first.test}")
    assert is_second_rank(f"tests/{ROWS[0]}")
    assert is_second_rank(f"tests/{ROWS[0]}[light]")
    assert is_second_rank("tests/journeys/test_pad_looks.py::test_no_screen_shuts_anybody_out")
    assert not is_second_rank("tests/journeys/test_ending.py::test_the_board_follows")


def test_of_a_row_of_cases_some_stay_in_the_first_rank_and_the_night_tries_the_rest() -> None:
    first, *rest = by_rank(("one", "two", "three"), ("one",))
    assert first == "one"
    assert [(case.values, [mark.name for mark in case.marks]) for case in rest] == [
        (("two",), ["nightly"]),
        (("three",), ["nightly"]),
    ]
    for cases, words in (
        ((), "not none and not all"),
        (("one", "two"), "not none and not all"),
        (("none",), "no cases"),
    ):
        with pytest.raises(ValueError, match=words):
            by_rank(("one", "two"), cases)
