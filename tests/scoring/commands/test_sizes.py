"""Measuring the size of a table from the command line."""

import pytest

from scoring.__main__ import main


def test_it_prints_a_line_for_each_size_and_the_same_each_time(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["sizes", "swedish-pursuit", "--games", "3"]) == 0
    first = capsys.readouterr().out
    assert [line.split()[:2] for line in first.splitlines()] == [
        ["3", "3"],
        ["4", "3"],
        ["5", "3"],
        ["6", "3"],
    ]
    assert main(["sizes", "swedish-pursuit", "--games", "3"]) == 0
    assert capsys.readouterr().out == first


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (
            ["switch", "--games", "2"],
            "The players of Switch score no points under its usual options.",
        ),
        (["swedish-pursuit", "--games", "1"], "--games is from 2 to 100000."),
    ],
)
def test_what_cannot_be_measured_is_said(
    arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["sizes", *arguments]) == 2
    assert said in capsys.readouterr().err
