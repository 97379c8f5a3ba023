"""Our own engine passes the suite through the runner; so do the plain second engines; one fault is
found.
"""

import json
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from tests.conformance import runner, writing
from tests.reference import ottawa, pursuit, swedish_pursuit, switch

OURS = (sys.executable, "-m", "scoring", "conform", "-")
PLAIN: dict[str, ModuleType] = {
    "swedish_pursuit": swedish_pursuit, "switch": switch, "ottawa": ottawa, "pursuit": pursuit,
}  # fmt: skip
MOST_LINES = 1200
"""As far as the plain engines count: they are slow on purpose."""
COUNTED_ANEW = 5
"""So many plays deep a suite is counted that is written anew."""
FAULTY = "from scoring.__main__ import main; import sys; {}; sys.exit(main(['conform', '-']))"
FAULTS = {
    "cases.json": "from scoring.games.ottawa import check; check.link = lambda *cards: ''",
    "impossible.json": (
        "from scoring.law import witness; witness._QUARRELS['card'] = lambda told: iter(())"
    ),
    "counts.json": (
        "from scoring.games.switch import Switch; Switch.spelt = lambda game, play: play; "
        "Switch.alternative = lambda game: __import__('scoring.law.plays').law.plays.MISS"
    ),
}
FAULTY_GAMES = {"cases.json": "ottawa", "counts.json": "switch"}
"""Where the others take long and have no part in the fault, they are not asked."""


def items(name: str) -> list[dict[str, Any]]:
    """The items of one file of the suite."""
    found: list[dict[str, Any]] = json.loads((runner.HERE / name).read_text(encoding="utf-8"))[
        "items"
    ]
    return found


@pytest.mark.promise("Our engines conform to the suite that others are asked to pass")
@pytest.mark.parametrize("name", runner.FILES)
def test_our_engines_pass_every_item_of_the_suite(
    name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    code = runner.main(["--only", name, "--", *OURS])
    number = len(items(name))
    assert (
        capsys.readouterr().out == f"{name}: {number} of {number} agree (suite {writing.VERSION})\n"
    )
    assert code == 0


@pytest.mark.control("test_our_engines_pass_every_item_of_the_suite")
@pytest.mark.parametrize("name", runner.FILES)
def test_an_implementation_with_one_fault_fails(
    name: str, capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = [item for item in items(name) if item["game"] == FAULTY_GAMES.get(name, item["game"])]
    suite = {"version": writing.VERSION, "items": asked}
    (tmp_path / name).write_text(json.dumps(suite), encoding="utf-8")
    monkeypatch.setattr(runner, "HERE", tmp_path)
    assert (
        runner.main(["--only", name, "--", sys.executable, "-c", FAULTY.format(FAULTS[name])]) == 1
    )
    *named, summary = capsys.readouterr().out.splitlines()
    number = len(asked)
    assert summary != f"{name}: {number} of {number} agree (suite {writing.VERSION})"
    assert all(line.startswith(f"{name} ") for line in named)


def test_what_rests_on_a_reading_can_be_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    certain = sum(item["status"] == "certain" for item in items("cases.json"))
    assert runner.main(["--only", "cases.json", "--certain", "--", *OURS]) == 0
    assert (
        capsys.readouterr().out
        == f"cases.json: {certain} of {certain} agree (suite {writing.VERSION})\n"
    )


@pytest.mark.parametrize(
    ("command", "words"),
    [
        (("/nowhere/engine",), "The command cannot be run"),
        ((sys.executable, "-c", "print('hello')"), "This line is no answer: hello"),
        ((sys.executable, "-c", "import sys; sys.exit('no such game')"), "It said: no such game"),
    ],
)
def test_what_cannot_be_run_or_does_not_answer_gets_a_sentence(
    command: tuple[str, ...], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert runner.main(["--only", "counts.json", "--", *command]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize(
    ("expected", "told", "fault"),
    [
        ({"verdict": "legal"}, {"verdict": "legal", "then": {"pending": 2}}, []),
        ({"verdict": "legal"}, {"verdict": "illegal"}, ["verdict is illegal, not legal"]),
        (
            {"verdict": "legal", "then": {"pending": 2}},
            {"verdict": "legal"},
            ["then.pending is None, not 2"],
        ),
        ({"counts": [1, 2]}, {"counts": [1, 3]}, ["counts is [1, 3], not [1, 2]"]),
        ({"verdict": "legal"}, {"refused": "No."}, ["refused: No."]),
        ({"refused": True}, {"refused": "The 5♥ is named twice."}, []),
        (
            {"refused": True},
            {"verdict": "legal"},
            ["a position that cannot be was not refused with a sentence"],
        ),
    ],
)
def test_an_answer_is_compared_in_what_the_suite_expects(
    expected: dict[str, Any], told: dict[str, Any], fault: list[str]
) -> None:
    assert list(runner.differences(expected, told)) == fault


def test_an_item_without_an_answer_is_named() -> None:
    assert list(runner.faults([{"id": "A1", "expected": {}}], {})) == ["A1: no answer"]


def test_the_runner_gives_nothing_away_and_knows_nothing_of_our_code() -> None:
    asked = [set(runner.question(item)) for name in runner.FILES for item in items(name)]
    assert set.union(*asked) == {
        "id",
        "ask",
        "game",
        "options",
        "position",
        "play",
        "deal",
        "depth",
    }
    source = Path(runner.__file__).read_text(encoding="utf-8")
    assert [
        line
        for line in source.splitlines()
        if line.startswith(("from scoring", "import scoring", "from tests"))
    ] == []


def test_every_game_is_in_each_file_and_no_id_stands_twice() -> None:
    for name in runner.FILES:
        found = items(name)
        assert {item["game"] for item in found} == set(PLAIN)
        assert [
            one for one, times in Counter(item["id"] for item in found).items() if times > 1
        ] == []


def test_a_suite_written_anew_is_one_that_our_engines_pass() -> None:
    """The files stay as they were published; only a change of the law itself is a reason to write
    them anew.
    """
    written = list(writing.impossible())
    assert [item for item in written if item["expected"] != {"refused": True}] == []
    published = items("counts.json")
    for item in published:  # the deeper ones are counted where our engines pass the suite
        item["expected"] = {"counts": item["expected"]["counts"][:COUNTED_ANEW]}
    assert list(writing.counts(COUNTED_ANEW)) == published
    case = next(writing.cases())
    assert case in items("cases.json")
    assert json.loads(writing.written([case])) == {"version": writing.VERSION, "items": [case]}


def faults_of(
    value: Any, schema: Mapping[str, Any], whole: Mapping[str, Any], at: str = ""
) -> list[str]:
    """Where a value departs from a schema, for the words of JSON Schema that ours uses."""
    if "$ref" in schema:
        return faults_of(value, whole["$defs"][schema["$ref"].rsplit("/", 1)[1]], whole, at)
    kinds = {"object": dict, "array": list, "string": str, "integer": int}
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{at}: {value}"]
    if not isinstance(value, kinds[schema["type"]]) or (
        isinstance(value, int) and value < schema.get("minimum", value)
    ):
        return [f"{at}: {value}"]
    if isinstance(value, list):
        return [
            fault for one in value for fault in faults_of(one, schema["items"], whole, f"{at}[]")
        ]
    if not isinstance(value, dict):
        return []
    known, others = schema.get("properties", {}), schema.get("additionalProperties", {})
    missing = [f"{at}: {key} is missing" for key in schema.get("required", ()) if key not in value]
    strange = [f"{at}: {key} is not known" for key in value if key not in known and others is False]
    parts = {key: known.get(key, others) for key in value if known.get(key, others)}
    return (
        missing
        + strange
        + [
            fault
            for key in parts
            for fault in faults_of(value[key], parts[key], whole, f"{at}/{key}")
        ]
    )


def test_every_file_agrees_with_the_schema() -> None:
    schema = json.loads((runner.HERE / "schema.json").read_text(encoding="utf-8"))
    for name in runner.FILES:
        assert (
            faults_of(json.loads((runner.HERE / name).read_text(encoding="utf-8")), schema, schema)
            == []
        )
    assert faults_of({"version": 0, "items": [{"id": 1, "more": 2}]}, schema, schema) == [
        "/version: 0", "/items[]: ask is missing", "/items[]: game is missing", "/items[]: options is missing",
        "/items[]: expected is missing", "/items[]: more is not known", "/items[]/id: 1",
    ]  # fmt: skip


def plain_deal(item: Mapping[str, Any]) -> Any:
    """The deal of a count as a state of the plain engine of its game, dealt here by hand."""
    players, dealer, pack = (
        item["deal"]["players"],
        item["deal"]["dealer"],
        item["deal"]["pack"].split(),
    )
    order = [(dealer + place) % players for place in range(players)]
    setup: dict[str, Any] = {"dealer": dealer}
    if item["game"] == "pursuit":
        fronts = {}
        for place, seat in enumerate(order):
            fronts[seat] = next(card for card in pack if card[0] == "5T"[place % 2])
            pack.remove(fronts[seat])
        setup["up_to"] = [fronts[seat] for seat in range(players)]
    many = {"swedish_pursuit": 5, "ottawa": 7 if players <= 4 else 6}.get(item["game"], 7)
    hands: list[list[str]] = [[] for _ in range(players)]
    for packet in (2, 3, 2) if item["game"] == "pursuit" else (1,) * many:
        for seat in order:
            hands[seat] += pack[:packet]
            del pack[:packet]
    return PLAIN[item["game"]].new(players, hands, pack[1:], pack[0], item["options"], **setup)


def plain_counts(plain: ModuleType, state: Any, counts: list[int], done: int) -> None:
    """Add the lines of play below a state of a plain engine."""
    if state.over:
        for deeper in range(done, len(counts)):
            counts[deeper] += 1
    elif done < len(counts):
        plays = plain.legal(state)
        counts[done] += len(plays)
        for play in plays if done + 1 < len(counts) else ():
            plain_counts(plain, plain.apply(state, play), counts, done + 1)


@pytest.mark.parametrize("item", items("counts.json"), ids=lambda item: item["id"])
def test_engines_written_apart_count_the_same_lines_of_play(item: dict[str, Any]) -> None:
    expected = item["expected"]["counts"]
    depth = max(deep for deep in range(1, len(expected) + 1) if sum(expected[:deep]) <= MOST_LINES)
    counts = [0] * depth
    plain_counts(PLAIN[item["game"]], plain_deal(item), counts, 0)
    assert counts == expected[:depth]
