"""The command line: what each command prints, and how it ends on bad input."""

import io
import json
import runpy
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from scoring import __main__ as command_line
from scoring.commands import COMMANDS

ROOT = Path(__file__).parents[2]
RULEBOOK = ROOT / "fixtures" / "rulebook"
CASES = [
    c
    for c in json.loads((RULEBOOK / "cases.json").read_text())["cases"]
    if c["game"] == "swedish_pursuit"
]
GIVEN_AWAY = ("expected", "clauses", "status", "why", "alternative")


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = command_line.main(arguments)
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def case_file(folder: Path, cases: Any) -> str:
    path = folder / "cases.json"
    path.write_text(json.dumps(cases))
    return str(path)


def test_a_tally_is_printed_like_a_receipt(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ("tally", "--rulebook", "swedish_pursuit", "8H KD")
    assert run(capsys, *asked) == (0, "8H 30 SP-30\nKD 10 SP-33\ntotal 40\n", "")
    assert run(capsys, "tally", "8H", "10D")[1].splitlines()[-1] == "total 40"
    assert run(capsys, "tally", "")[1] == "total 0\n"


@pytest.mark.parametrize(("arguments", "sentence"), [
    (("tally", "8H ZZ"), "“ZZ” is not a card"),
    (("tally", "--rulebook", "mau-mau", "5 9"), "Rank 5 is entered once, but one pack has none."),
    (("tally", "--rulebook", "mau-mau", "X 9"),
     "Here ten, Jack, Queen and King count differently: write 10, J, Q or K for each X."),
    (("tally", "--players", "11", "8H"),
     "“players” is 11, but Swedish Pursuit is for 2 to 10 players."),
    (("tally", "--players", "0", "8H"), "“players” is 0, but Swedish Pursuit is for 2 to 10 players."),
    (("tally", "8 8 8 8 8"), "Rank 8 is entered 5 times, but one pack has 4."),
    (("tally", "--rulebook", "switch", "--options", "scoring=hand_points", "--players", "5", "8H 8H"),
     "8♥ is entered twice, but one pack has 1."),
    (("tally", "--rulebook", "whist", "8H"), "There is no rulebook “whist”"),
    (("tally", "--rulebook", "switch", "8H"), "prints no card values"),
    (("rules", "switch", "--options", "first_player=left"), "Switch has no option “first_player”"),
    (("adjudicate", "/nowhere/cases.json"), "/nowhere/cases.json: No such file or directory."),
    (("perft", "/"), "/: Is a directory."),
])  # fmt: skip
def test_bad_input_ends_with_two_and_a_sentence(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], sentence: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert sentence in err
    assert len(err.splitlines()) == 1


def test_the_answers_do_not_come_from_the_file(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    bare = [{key: value for key, value in case.items() if key not in GIVEN_AWAY} for case in CASES]
    full = run(capsys, "adjudicate", case_file(tmp_path, {"cases": CASES}))
    assert run(capsys, "adjudicate", case_file(tmp_path, bare)) == full
    answers = json.loads(full[1])
    assert [(a["id"], a["verdict"], a["status"]) for a in answers] == [
        (case["id"], case["expected"]["verdict"], case["status"]) for case in CASES
    ]
    assert all(
        set(case["clauses"]) <= set(a["clauses"]) for a, case in zip(answers, CASES, strict=True)
    )
    turned = {a["id"]: [turn["option"] for turn in a["turned_by"]] for a in answers}
    assert turned["SP21"] == ["trick_match=rank_or_suit"]


def test_an_open_question_says_what_must_be_known(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    case = {
        "game": "swedish-pursuit",
        "position": {"top": "KH", "stock": 9},
        "play": {"kind": "pick_up"},
    }
    (answer,) = json.loads(run(capsys, "adjudicate", case_file(tmp_path, [case]))[1])
    assert (answer["id"], answer["verdict"], answer["needs"]) == (None, "depends", ["the hand"])
    assert "not_read" not in answer


def test_a_mistyped_key_is_told_and_never_passed_over_in_silence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    position, play = {"tpo": "KH", "stock": 9}, {"kind": "pick_up", "cards_taken": 1}
    case = {"game": "swedish-pursuit", "position": position, "play": play}
    (answer,) = json.loads(run(capsys, "adjudicate", case_file(tmp_path, [case]))[1])
    assert (answer["verdict"], answer["not_read"]) == ("depends", ["tpo", "cards_taken"])


def test_a_reading_without_an_option_is_named_with_the_other_one(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    case = {"game": "switch", "position": {"players": 11, "decks": 2}, "play": {"kind": "setup"}}
    (answer,) = json.loads(run(capsys, "adjudicate", case_file(tmp_path, [case]))[1])
    assert (answer["verdict"], answer["status"], answer["turned_by"]) == (
        "legal",
        "interpretation",
        [],
    )
    assert answer["read_so"] == [
        {
            "question": "SW-A18",
            "asked": "How many can play?",
            "reading": "As many as two packs can be dealt to, fourteen.",
            "otherwise": "Ten, so that enough cards are left to draw.",
        }
    ]


def test_true_and_false_are_read_as_yes_and_no(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    position = {
        "top": "2H",
        "pending": 2,
        "stock": 9,
        "hand": ["2S", "3C"],
        "players": 5,
        "turn": 1,
    }
    case = {"game": "swedish-pursuit", "position": position, "play": {"kind": "pick_up"}}
    cases = [case | {"options": {"two_compulsory": value}} for value in (True, False, "no")]
    answers = json.loads(run(capsys, "adjudicate", case_file(tmp_path, cases))[1])
    assert [answer["verdict"] for answer in answers] == ["illegal", "legal", "legal"]


CASE = {
    "id": "X1",
    "game": "swedish_pursuit",
    "options": {},
    "position": {},
    "play": {"kind": "start"},
}


@pytest.mark.parametrize(("told", "sentence"), [
    ({"cases": [CASE]}, "Case X1: the key 'players' is missing."),
    ([CASE | {"game": "whist"}], "Case X1: There is no rulebook “whist”."),
    ([CASE | {"options": {"blocked": 3}}], "Case X1: The option “blocked” cannot be “3”."),
    ([CASE | {"position": {"top": "9Z"}, "play": {"kind": "miss"}}], "Case X1: “9Z” is not a card"),
    (["?"], "Case number 1: a value has another form than the manual says"),
    ([{}], "Case number 1: the key 'game' is missing."),
    ({"deals": []}, "there is no list “cases”"),
    (7, "there is no list “cases”"),
])  # fmt: skip
def test_a_faulty_case_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, told: Any, sentence: str
) -> None:
    code, out, err = run(capsys, "adjudicate", case_file(tmp_path, told))
    assert (code, out) == (2, "")
    assert sentence in err


def test_what_is_no_json_or_no_text_is_said(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    faulty = {"broken": b'{"cases": [', "deep": b"[" * 100_000, "binary": b"\xff\xfe\x00"}
    for name, content in faulty.items():
        (tmp_path / name).write_bytes(content)
    assert (
        "this is no JSON (line 1, column 12"
        in run(capsys, "adjudicate", str(tmp_path / "broken"))[2]
    )
    assert "nested too deeply" in run(capsys, "adjudicate", str(tmp_path / "deep"))[2]
    assert "no text in UTF-8" in run(capsys, "adjudicate", str(tmp_path / "binary"))[2]


def test_a_huge_file_is_not_read(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(command_line, "LARGEST", 3)
    assert "larger than 0 MB" in run(capsys, "adjudicate", case_file(tmp_path, [1, 2, 3]))[2]


def test_perft_prints_both_readings(capsys: pytest.CaptureFixture[str]) -> None:
    deals = json.loads((RULEBOOK / "perft.json").read_text())
    code, out, _ = run(capsys, "perft", str(RULEBOOK / "perft.json"))
    wanted = {
        name: {key: deal[key] for key in deal if key.startswith("perft_")}
        for name, deal in deals.items()
    }
    assert (code, json.loads(out)) == (0, wanted)


@pytest.mark.parametrize(("told", "sentence"), [
    ([], "a file of deals is an object"),
    ({"one": {}}, "Deal one: the key 'hands' is missing."),
    ({"one": 5}, "Deal one: "),
])  # fmt: skip
def test_a_faulty_deal_is_named(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, told: Any, sentence: str
) -> None:
    code, _, err = run(capsys, "perft", case_file(tmp_path, told))
    assert (code, sentence in err) == (2, True)


def test_rules_and_questions_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "rules", "swedish-pursuit")[1].startswith(
        "SWEDISH PURSUIT\n\nTwo to ten players.\n"
    )
    one = run(capsys, "questions", "swedish-pursuit")[1]
    every = run(capsys, "questions")[1]
    assert "SP-A2, SP-A4  option trick_match=suit|rank_or_suit\n    suit (default): " in one
    assert "SP-A37  setting cut_tie\n" in one
    assert "SP-A20  no option\n" in one
    assert one.rstrip() in every
    assert every.count("(default)") == sum(line.count("  option ") for line in every.splitlines())


def test_the_standard_input_is_read(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("[]"))
    assert run(capsys, "adjudicate", "-") == (0, "[]\n", "")


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_every_command_has_a_manual_with_an_example(
    capsys: pytest.CaptureFixture[str], command: Any
) -> None:
    with pytest.raises(SystemExit) as ended:
        command_line.main([command.name, "--help"])
    assert ended.value.code == 0
    assert f"Example:  python -m scoring {command.name}" in capsys.readouterr().out


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.name)
def test_the_example_of_every_manual_can_be_typed_as_it_stands(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, command: Any
) -> None:
    monkeypatch.chdir(ROOT)
    line = next(line for line in command.manual.splitlines() if line.startswith("Example:"))
    code, out, err = run(capsys, *shlex.split(line)[4:])
    assert (code, bool(out), err) == (0, True, "")


def test_the_question_printed_in_the_manual_can_be_put(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    manual = next(command.manual for command in COMMANDS if command.name == "adjudicate")
    told = manual.split("A file that asks one question:")[1].split("Example:")[0]
    (answered,) = json.loads(run(capsys, "adjudicate", case_file(tmp_path, json.loads(told)))[1])
    assert (answered["id"], answered["verdict"], answered["clauses"][0]) == (
        "Q",
        "illegal",
        "SP-19",
    )


def test_run_as_a_module_it_ends_with_the_code(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["scoring", "tally", "ZZ"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_path(str(ROOT / "scoring" / "__main__.py"), run_name="__main__")
    assert (ended.value.code, capsys.readouterr().err.count("\n")) == (2, 1)


def test_the_module_runs_from_a_shell() -> None:
    asked = [sys.executable, "-m", "scoring", "tally", "8H ZZ"]
    done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
