"""The page of promises says what the tests have: no promise without a test, no control of nothing."""

from tests.promises import PAGE, marked, page


def test_the_page_is_that_of_the_tests() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run: python -m tests.promises"


def test_every_control_names_a_test_that_keeps_a_promise() -> None:
    proofs = {one.test for one in marked("promise")}
    assert [one.words for one in marked("control") if one.words not in proofs] == []
