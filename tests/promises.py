"""The promises of reliability as the tests hold them, and docs/proofs/promises.md made from them.

`@pytest.mark.promise("No acknowledged save is lost", faults=(5,), figure="kill_sqlite")` marks the
test that proves one, `@pytest.mark.control("test_of_the_promise")` its negative control; `python -m
tests.promises` writes the page.
"""

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.figures import FIGURES

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "proofs" / "promises.md"
FAULTS = ROOT / "tests" / "faults.json"
NOT_RUN = "not run"
HEAD = """# The promises, and what proves them

Made from the tests by `python -m tests.promises`; a test fails when this page is not what the tests say. Each promise
names the test that proves it and its negative control: the same trial with the protection removed, which must lose.
Figures are those of the last `make torture` (see [torture.md](torture.md)).
"""


@dataclass(frozen=True, slots=True)
class Marked:
    """A test with a mark: where it is, what it promises or controls, whether it is a long proof."""

    file: str
    test: str
    words: str
    faults: tuple[int, ...]
    figure: str
    long: bool

    @property
    def where(self) -> str:
        """The test as one would call it, as a link."""
        return f"[{self.test}](../../{self.file})"


def marked(mark: str) -> Iterator[Marked]:
    """Every test of the tree that carries this mark (`promise` or `control`), by file and line."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if f"mark.{mark}(" not in text:
            continue
        tree = ast.parse(text)
        long = "torture" in "".join(ast.unparse(node) for node in tree.body if _is_pytestmark(node))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
                yield from _of(path, node, mark, long)


def page() -> str:
    """The whole page: the promises by file, then the faults of an evening, each with what proves
    it.
    """
    promises, controls = list(marked("promise")), list(marked("control"))
    figures = json.loads(FIGURES.read_text(encoding="utf-8")) if FIGURES.exists() else {}
    rows = [_row(one, controls, figures) for one in promises]
    table = "\n".join(
        ["| promise | test | last figure | negative control |", "|---|---|---|---|", *rows]
    )
    return f"{HEAD}\n{table}\n\n{_faults(promises)}\n\n{_not_run(figures)}\n"


def _row(one: Marked, controls: list[Marked], figures: dict[str, str]) -> str:
    own = [control.where for control in controls if control.words == one.test]
    return (
        f"| {one.words} | {one.where} | {_figure(one, figures)} |"
        f" {', '.join(own) or 'none: see the test'} |"
    )


def _figure(one: Marked, figures: dict[str, str]) -> str:
    if one.figure:
        return figures.get(one.figure, "**not run** since this page was made")
    return "**not run** by `make test`" if one.long else "in every `make test`"


def _faults(promises: list[Marked]) -> str:
    names: dict[str, str] = json.loads(FAULTS.read_text(encoding="utf-8"))
    lines = ["## The faults of an evening", "", "| no. | fault | proved by |", "|---|---|---|"]
    for number, fault in names.items():
        proofs = [one.where for one in promises if int(number) in one.faults]
        lines.append(f"| {number} | {fault} | {', '.join(proofs) or '**no test of its own**'} |")
    return "\n".join(lines)


def _not_run(figures: dict[str, str]) -> str:
    lines = [f"* `{name}`: {words}" for name, words in figures.items() if words.startswith(NOT_RUN)]
    return "\n".join(["## Not run, and why", "", *(lines or ["Everything above was run."])])


def _of(path: Path, node: ast.FunctionDef, mark: str, long: bool) -> Iterator[Marked]:
    decorators = [ast.unparse(one) for one in node.decorator_list]
    for one in node.decorator_list:
        if not (isinstance(one, ast.Call) and ast.unparse(one.func) == f"pytest.mark.{mark}"):
            continue
        more = {word.arg: ast.literal_eval(word.value) for word in one.keywords}
        yield Marked(
            file=str(path.relative_to(ROOT)),
            test=node.name,
            words=ast.literal_eval(one.args[0]),
            faults=tuple(more.get("faults", ())),
            figure=more.get("figure", ""),
            long=long or any("torture" in text for text in decorators),
        )


def _is_pytestmark(node: ast.stmt) -> bool:
    return isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "pytestmark"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
