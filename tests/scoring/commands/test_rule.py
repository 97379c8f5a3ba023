"""The command `rule`: what it prints, and how it ends on bad input."""

import json
from pathlib import Path
from typing import Any

import pytest

from scoring import __main__ as command_line

CLAIM: dict[str, Any] = {
    "id": "table 7",
    "game": "swedish-pursuit",
    "kind": "card_did_not_match",
    "noticed": "after_next_play",
    "seat": 3,
    "facts": {"cards": "QS", "top": "QH", "hand": ["3C", "9D"]},
}


def run(
    capsys: pytest.CaptureFixture[str], folder: Path, claims: Any, *forms: str
) -> tuple[int, str, str]:
    path = folder / "claims.json"
    path.write_text(json.dumps(claims))
    code = command_line.main(("rule", str(path), *forms))
    printed = capsys.readouterr()
    return code, printed.out, printed.err.replace(str(path), "claims.json")


def test_claims_become_rulings(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    rewound = CLAIM | {"options": {"late_error": "rewind"}, "id": None}
    code, out, _ = run(capsys, tmp_path, {"claims": [CLAIM, rewound]})
    first, second = json.loads(out)
    assert code == 0
    assert (first["id"], first["rectification"]["act"]) == ("table 7", "stands")
    assert (second["id"], second["rectification"]["act"]) == (None, "rewind")
    assert (
        json.loads(run(capsys, tmp_path, CLAIM)[1])
        == json.loads(run(capsys, tmp_path, [CLAIM])[1])
        == [first]
    )


def test_a_ruling_is_read_aloud_or_printed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    _, aloud, _ = run(capsys, tmp_path, CLAIM, "--aloud")
    assert aloud.startswith("Seat 3 laid the Queen of spades on the Queen of hearts.")
    _, paper, _ = run(capsys, tmp_path, [CLAIM, CLAIM], "--paper")
    assert [line for line in paper.splitlines() if line.startswith("5")] == ["5 Finality"] * 2


def test_the_kinds_are_listed_with_their_facts(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(("rule", "--kinds")) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:3] == [
        "Swedish Pursuit",
        (
            "  card_did_not_match: A card was laid that may not fit "
            "(Queen on Queen, or not the suit named)"
        ),
        "    cards (needed): Which card or cards were laid, in order?",
    ]
    assert (
        sum(
            line.endswith(("Pursuit", "Switch", "Ottawa")) and not line.startswith(" ")
            for line in lines
        )
        == 4
    )


@pytest.mark.parametrize(("claims", "sentence"), [
    (7, "claims.json: write a claim, or a list of claims."),
    ([7], "Claim 1: a claim is an object with “game”, “kind”, “noticed” and “facts”."),
    ([{}], "Claim 1: “game” must be one of swedish-pursuit, switch, ottawa, pursuit,"),
    ([CLAIM | {"game": "whist"}], "Claim table 7: There is no rulebook “whist”."),
    ([CLAIM | {"options": {"blocked": 7}}], "Claim table 7: “options” must be an object of texts"),
    ([CLAIM | {"options": {"blocked": "no"}}], "Claim table 7: The option “blocked” cannot be “no”."),
    ([CLAIM | {"kind": "rudeness"}], "Claim table 7: Swedish Pursuit knows no irregularity 'rudeness'."),
])  # fmt: skip
def test_bad_claims_end_with_two_and_a_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, claims: Any, sentence: str
) -> None:
    code, out, err = run(capsys, tmp_path, claims)
    assert (code, out, err[: len(sentence)]) == (2, "", sentence)


def test_a_file_is_needed(capsys: pytest.CaptureFixture[str]) -> None:
    assert command_line.main(("rule",)) == 2
    assert capsys.readouterr().err == "Name a file of claims, or ask for --kinds.\n"
