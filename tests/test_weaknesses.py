"""What the list of known weaknesses answers is read for each package, and dated."""

from datetime import date
from urllib.error import URLError

import pytest

from tests import weaknesses
from tests.bill import Package

ROWS = [Package("django", "1.0", (), (), ()), Package("segno", "1.6.6", (), (), ())]
ANSWER = {"results": [{"vulns": [{"id": "GHSA-1"}, {"id": "PYSEC-2"}]}, {}]}


def test_a_package_with_a_known_weakness_is_named_with_its_entries_and_the_day() -> None:
    assert weaknesses.known(ROWS, ANSWER) == [(ROWS[0], ["GHSA-1", "PYSEC-2"])]
    words = weaknesses.page(ROWS, ANSWER, date(2026, 11, 28))
    assert "As of 28 November 2026, for 2 packages:\n\n- django 1.0: GHSA-1, PYSEC-2\n" in words


def test_none_is_said_where_none_is_known() -> None:
    assert weaknesses.page(ROWS, {"results": [{}, {}]}, date(2026, 11, 28)).endswith(
        "None is known.\n"
    )


def test_an_answer_that_leaves_a_package_out_is_no_answer() -> None:
    with pytest.raises(ValueError, match="shorter"):
        weaknesses.known(ROWS, {"results": [{}]})


def test_without_a_network_the_page_stays_and_that_is_said(
    capsys: pytest.CaptureFixture[str],
) -> None:
    before = weaknesses.PAGE.read_text(encoding="utf-8")

    def nowhere(rows: object) -> weaknesses.Answer:
        raise URLError("no network")

    assert weaknesses.main(nowhere) == 2
    assert weaknesses.PAGE.read_text(encoding="utf-8") == before
    assert "was not reached" in capsys.readouterr().out
