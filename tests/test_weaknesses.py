"""What the list of known weaknesses answers is read for each package, and dated."""

from datetime import date
from pathlib import Path
from urllib.error import URLError

import pytest

from tests import weaknesses
from tests.bill import Package

ADVISORY = """id: PYSEC-1
modified: 2024-08-07T17:22:10Z
affected:
- package: {ecosystem: PyPI, name: Django}
  ranges:
  - type: GIT
    events: [{introduced: "0"}, {fixed: 0a1b}]
  - type: ECOSYSTEM
    events: [{introduced: "5.0"}, {fixed: 5.0.8}, {introduced: "4.2"}, {last_affected: 4.2.15}]
"""
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

    assert weaknesses.main(ask=nowhere) == 2
    assert weaknesses.PAGE.read_text(encoding="utf-8") == before
    assert "was not reached" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("version", "weak"),
    [("4.1", 0), ("4.2", 1), ("4.2.15", 1), ("4.2.16", 0), ("5.0.7", 1), ("5.0.8", 0), ("6.0", 0)],
)
def test_a_list_that_was_brought_is_read_for_every_version(
    tmp_path: Path, version: str, weak: int
) -> None:
    (tmp_path / "PYSEC-1.yaml").write_text(ADVISORY)
    (tmp_path / "PYSEC-2.yaml").write_text(f"{ADVISORY}withdrawn: 2024-08-08T00:00:00Z\n")
    source = weaknesses.brought(tmp_path)
    assert source.known([("django", version)]) == [f"django {version}: PYSEC-1"] * weak
    assert source.known([("segno", version)]) == []
    words = weaknesses.page_of_lists([source], [("django", version)], date(2026, 11, 28))
    assert ("none is known" in words, "07 August 2024" in words) == (not weak, True)


def test_the_list_of_versions_alone_is_read_too(tmp_path: Path) -> None:
    short = tmp_path / "insecure.json"
    short.write_text('{"$meta": {"timestamp": 1775023247}, "Some_Name": ["<4.2,>=4.0", "==5"]}')
    source = weaknesses.brought(short)
    assert (source.day, source.known([("some-name", "4.1"), ("some-name", "4.2")])) == (
        date(2026, 4, 1),
        ["some-name 4.1: <4.2,>=4.0"],
    )


def test_every_version_of_every_lock_is_looked_for() -> None:
    names = {name for name, _version in weaknesses.pinned()}
    assert {"django", "ruff", "semgrep", "mutmut", "networkx"} <= names
