"""The run of the mutants reads the tool's words rightly and names only what exists."""

import configparser
import importlib
import re
from pathlib import Path

from tests.mutation.__main__ import EXPLAINED, ROOT, TESTS, outcomes

RESULTS = """
    scoring.counting.tally.x_eights__mutmut_12: survived
    scoring.counting.tie_breaks.x__each__mutmut_1: killed
    scoring.games.swedish_pursuit.table.xǁTableǁlast_turn__mutmut_15: timeout
    scoring.counting.tally.xǁTallyǁ__post_init____mutmut_3: not checked
"""


def test_mutants_are_named_as_the_code_spells_them() -> None:
    assert list(outcomes(RESULTS)) == [
        ("scoring.counting.tally.eights", "survived"),
        ("scoring.counting.tie_breaks._each", "killed"),
        ("scoring.games.swedish_pursuit.table.Table.last_turn", "timeout"),
        ("scoring.counting.tally.Tally.__post_init__", "not checked"),
    ]


def test_what_is_changed_and_what_has_to_notice_exist() -> None:
    settings = configparser.ConfigParser()
    settings.read(Path(__file__).with_name("setup.cfg"))
    named = (
        settings["mutmut"]["only_mutate"].split()
        + settings["mutmut"]["pytest_add_cli_args_test_selection"].split()
    )
    assert [path for path in named if not (ROOT / path.removesuffix("/*")).exists()] == []


def test_every_explained_function_exists() -> None:
    explained = re.findall(r"^\| `(scoring\.[\w.]+)`", EXPLAINED.read_text(), re.MULTILINE)
    assert explained
    for name in explained:
        module, path = re.fullmatch(r"(scoring(?:\.[a-z_]+)+?)\.(\w+|[A-Z]\w+\.\w+)", name).groups()  # type: ignore[union-attr]
        found: object = importlib.import_module(module)
        for part in path.split("."):
            found = getattr(found, part)
        assert callable(found)


def test_what_the_copied_tests_import_is_copied_too() -> None:
    copied = [path for name in TESTS for path in (ROOT / "tests").glob(name)]
    texts = [
        file.read_text(encoding="utf-8")
        for path in copied
        for file in (path.rglob("*.py") if path.is_dir() else [path])
    ]
    imported = {name for text in texts for name in re.findall(r"^from tests\.(\w+)", text, re.M)}
    assert imported - {path.stem for path in copied} == set()
