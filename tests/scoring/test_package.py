"""The core as a package of its own: built and installed into an empty environment, without the
network.
"""

import re
import shutil
import subprocess
import sys
from importlib.metadata import distribution
from pathlib import Path
from zipfile import ZipFile

import pytest

import scoring

ROOT = Path(__file__).parents[2]
CORE = ROOT / "scoring"
TEN_LINES = re.search(
    r"```python\n(.*?)```", (CORE / "README.md").read_text(encoding="utf-8"), re.DOTALL
)
BORROWS = {"swedish_pursuit": {"shedding"}, "switch": {"shedding"}}
"""Two games with modules of their own are played by one machine."""
COSTLY = {
    "argparse",
    "asyncio",
    "decimal",
    "json",
    "random",
    "statistics",
    "tempfile",
    "urllib",
    "zipfile",
}
GENERATED = (
    "len({one for read in tuple(sys.modules.values()) for one in vars(read).values()"
    " if isinstance(one, type) and one.__module__.startswith('scoring.')"
    " and '__dataclass_fields__' in vars(one)})"
)
"""How many classes `dataclasses` has written at the import: each takes half a millisecond, a named
tuple a tenth of one.
"""


def run(*words: object, cwd: Path, **environment: str) -> str:
    """What a program prints; its complaint in full where it fails."""
    done = subprocess.run(
        list(map(str, words)), cwd=cwd, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an empty environment into which `pip install .` has put the core, copied away
    from the tree.
    """
    place = tmp_path_factory.mktemp("package")
    shutil.copytree(
        CORE, place / "source", ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info")
    )
    builder = place / "builder"
    builder.mkdir()
    for file in distribution("setuptools").files or ():
        top = file.parts[0]
        if (
            top.startswith(("setuptools", "_distutils", "pkg_resources"))
            and not (builder / top).exists()
        ):
            (builder / top).symlink_to(Path(str(file.locate())).parents[len(file.parts) - 2])
    run(sys.executable, "-m", "venv", "clean", cwd=place)
    python = place / "clean" / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    pip = (
        "-m",
        "pip",
        "install",
        "--quiet",
        "--no-index",
        "--no-build-isolation",
        "--disable-pip-version-check",
    )
    run(python, *pip, ".", cwd=place / "source", PYTHONPATH=str(builder))
    run(python, "-m", "pip", "wheel", "-q", "--no-index", "--no-build-isolation", "-w", place, ".",
        cwd=place / "source", PYTHONPATH=str(builder))  # fmt: skip
    return python


def test_ten_lines_play_a_game_in_an_environment_that_holds_nothing_else(
    installed: Path, tmp_path: Path
) -> None:
    assert TEN_LINES
    lines = TEN_LINES[1].strip().splitlines()
    assert len([line for line in lines if line]) <= 10
    said = run(installed, "-c", "\n".join(lines), cwd=tmp_path)
    assert re.match(
        r"\(\d+(, \d+){4}\) under swedish-pursuit/1 [0-9a-f]{12}\n\[Game \"swedish-pursuit\"\]",
        said,
    )
    assert run(installed, "-c", "\n".join(lines), cwd=tmp_path) == said
    assert run(installed, "-m", "scoring", "tally", "8H KD", cwd=tmp_path).endswith("total 40\n")
    script = installed.with_name("lastcard-scoring")
    assert run(script, "tally", "8H KD", cwd=tmp_path).endswith("total 40\n")


def test_every_example_of_the_page_runs(tmp_path: Path) -> None:
    page = (CORE / "README.md").read_text(encoding="utf-8")
    said = [
        run(sys.executable, "-c", example, cwd=tmp_path, PYTHONPATH=str(ROOT))
        for example in re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    ]
    assert [text.split(" ")[0] for text in said[1:]] == ["<Switch:", "illegal"]


def test_the_package_holds_every_module_of_the_core_and_its_licence(installed: Path) -> None:
    (wheel,) = installed.parents[2].glob("*.whl")
    assert wheel.name == f"lastcard_scoring-{scoring.__version__}-py3-none-any.whl"
    with ZipFile(wheel) as packed:
        names = set(packed.namelist())
        about = packed.read(next(name for name in names if name.endswith("METADATA"))).decode()
        licence = packed.read(next(name for name in names if name.endswith("LICENSE"))).decode()
    modules = {
        f"scoring/{path.relative_to(CORE).as_posix()}"
        for path in (*CORE.rglob("*.py"), *CORE.glob("*/**/*.toml"))
        if "build" not in path.parts
    } | {"scoring/py.typed"}
    assert {name for name in names if ".dist-info/" not in name} == modules
    assert "License-Expression: MIT" in about.splitlines()
    assert "Requires-Dist" not in about
    assert licence == (ROOT / "LICENSE").read_text(encoding="utf-8")


@pytest.mark.parametrize("game", ["swedish_pursuit", "switch", "ottawa", "pursuit"])
def test_importing_one_engine_brings_few_modules_and_no_other_game(game: str) -> None:
    """Times are measured in tests/bench; how many modules are read and classes generated, and which
    costly modules are not read, makes them.
    """
    words = f"import sys, scoring.games.{game}; print(*sys.modules); print({GENERATED})"
    said = run(sys.executable, "-S", "-c", words, cwd=ROOT, PYTHONPATH=str(ROOT)).splitlines()
    read = set(said[0].split())
    own = {name for name in read if name.split(".")[0] == "scoring"}
    assert len(own) <= 44, sorted(own)
    assert int(said[1]) <= 29
    assert read & COSTLY == set()
    assert {name.split(".")[2] for name in own if name.startswith("scoring.games.")} == {
        game,
        *BORROWS.get(game, ()),
    }


def test_the_list_of_all_games_brings_the_others() -> None:
    listed = (
        "import sys, scoring.games.registry; print(*(m for m in sys.modules if m.count('.') == 2))"
    )
    said = run(sys.executable, "-S", "-c", listed, cwd=ROOT, PYTHONPATH=str(ROOT)).split()
    assert {"scoring.games.ottawa", "scoring.games.switch"} <= set(said)
