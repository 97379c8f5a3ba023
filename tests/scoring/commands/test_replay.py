"""The command `replay` as it is typed: output and exit codes."""

from pathlib import Path

import pytest

from scoring.__main__ import main

FIXTURES = Path(__file__).parents[3] / "fixtures" / "transcripts"


def run(capsys: pytest.CaptureFixture[str], path: Path | str) -> tuple[int, list[str], str]:
    code = main(["replay", str(path)])
    captured = capsys.readouterr()
    return code, captured.out.splitlines(), captured.err


def test_a_game_in_order_ends_with_nought_and_prints_hands_and_points(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(capsys, FIXTURES / "swedish-pursuit.txt")
    assert (code, err) == (0, "")
    assert out[0] == "Swedish Pursuit, all options at their defaults"
    assert out[4] == "seat 3: no cards  0 points"
    assert out[-1] == "Seat 3 won."


def test_a_blocked_game_says_so_and_options_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(capsys, FIXTURES / "swedish-pursuit-blocked.txt")[1][-1] == "Nobody went out: blocked."
    )
    assert (
        run(capsys, FIXTURES / "switch-played-on.txt")[1][0] == "Switch, play_on=yes suit_runs=yes"
    )


def test_a_fault_ends_with_one_and_names_place_clause_and_remedy(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, _ = run(capsys, FIXTURES / "swedish-pursuit-faulty.txt")
    assert code == 1
    assert out[-3] == "The game is still on; seat 5 is to play."
    assert out[-2] == "fault at move 4, 5:6S (line 13, column 16): The play is illegal."
    assert "(SP-12)" in out[-1]


def test_a_wrong_closing_tag_is_a_fault_too(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = (FIXTURES / "ottawa.txt").read_text(encoding="utf-8")
    (tmp_path / "wrong.txt").write_text(
        text.replace('[Result "1"]', '[Result "2"]'), encoding="utf-8"
    )
    code, out, _ = run(capsys, tmp_path / "wrong.txt")
    assert (code, out[-1]) == (1, "fault: The tag Result says 2, but the game gives 1.")


def test_a_fragment_lists_what_stays_open(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, FIXTURES / "fragment-ruled.txt")
    assert code == 0
    assert out[1:] == [
        "6 of 6 moves are in order. Only a part of the game is known.",
        "move 5, 1:+: it depends on the hand",
    ]
    assert run(capsys, FIXTURES / "fragment-faulty.txt")[0] == 1


def test_an_unreadable_text_ends_with_two_and_names_every_fault(
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, out, err = run(capsys, FIXTURES / "unreadable.txt")
    assert (code, out) == (2, [])
    assert [line.split(":")[0] for line in err.splitlines()] == [
        "line 2, column 1",
        "line 3, column 1",
        "line 5, column 6",
        "line 5, column 11",
        "line 5, column 13",
        "line 5, column 19",
        "line 6, column 8",
        "line 6, column 16",
        "line 6, column 21",
    ]


def test_a_deal_that_does_not_fit_ends_with_two(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text = (FIXTURES / "swedish-pursuit.txt").read_text(encoding="utf-8")
    (tmp_path / "short.txt").write_text(text.replace('[Stock "6D', '[Stock "'), encoding="utf-8")
    code, _, err = run(capsys, tmp_path / "short.txt")
    assert (code, "52 cards" in err) == (2, True)
