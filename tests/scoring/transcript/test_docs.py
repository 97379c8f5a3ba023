"""The page on transcripts shows what the code does."""

import re
from pathlib import Path

from scoring.transcript import follow, loads, read

ROOT = Path(__file__).parents[3]
PAGE = (ROOT / "docs" / "transcripts.md").read_text(encoding="utf-8")
FIXTURES = ROOT / "fixtures" / "transcripts"


def test_the_ruled_fragment_on_the_page_is_in_order() -> None:
    shown = re.findall(r"```\n(\[Game.*?)```", PAGE, re.DOTALL)
    assert len(shown) == 2
    assert follow(loads(shown[1])).stop is None


def test_the_example_on_the_page_is_the_one_among_the_examples() -> None:
    shown = re.findall(r"```\n(\[Game.*?)```", PAGE, re.DOTALL)[0]
    whole = (FIXTURES / "swedish-pursuit.txt").read_text(encoding="utf-8")
    lines = [line.removesuffix(" ...") for line in shown.splitlines() if line]
    assert [
        line for line in lines if line not in whole.replace("\n", " ") and line not in whole
    ] == []


def test_every_act_and_mark_of_the_tables_can_be_read() -> None:
    rows = re.findall(
        r"^\| `([^`]+)` \|",
        PAGE[PAGE.index("## Moves") : PAGE.index("## A ruled play")],
        re.MULTILINE,
    )
    assert len(rows) == 18
    for row in rows:
        word = (
            row
            if ":" in row
            else f"1:7H{row}"
            if row in ("*", "?", "!3", "??", "#")
            else f"1:{row}"
        )
        text = f"1:7H {word}" if row.startswith("{") else word
        text = text.replace("1:{R1}", "{R1}")
        faults = [read(f'[Game "{game}"] {text}').faults for game in ("pursuit", "swedish-pursuit")]
        assert () in faults, row
