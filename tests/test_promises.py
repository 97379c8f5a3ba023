"""The page of promises says what the tests have: no promise without a test, no
control of nothing.
"""

import json

from tests.promises import FAULTS, PAGE, WITHOUT_CONTROL, marked, page


def test_the_page_is_that_of_the_tests() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: make format"


def test_every_control_names_a_test_that_keeps_a_promise() -> None:
    proofs = {row.test for row in marked("promise")}
    assert [row.words for row in marked("control") if row.words not in proofs] == []


def test_every_promise_has_its_control_or_says_why_there_is_none() -> None:
    controlled = {row.words for row in marked("control")}
    alone = {row.test for row in marked("promise")} - controlled
    assert alone == set(WITHOUT_CONTROL)


def test_every_fault_of_an_evening_is_tried_in_every_run_beside_its_control() -> None:
    controlled = {row.words for row in marked("control")}
    tried = {
        fault
        for row in marked("promise")
        if not row.long and row.test in controlled
        for fault in row.faults
    }
    # The power is cut where there is a disk to cut; what every run tries of it is the journal on
    # that disk.
    assert tried == {int(number) for number in json.loads(FAULTS.read_text(encoding="utf-8"))}
