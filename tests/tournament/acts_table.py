"""The acts as the code has them, and the table of docs/proofs/acts.md made from their docstrings.

`python -m tests.tournament.acts_table` writes the table anew.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "proofs" / "acts.md"
BEGIN, END = "<!-- the table -->", "<!-- end of the table -->"
# What takes in whole evenings does it through the acts of the other rooms.
THROUGH_OTHERS = ("archive", "acts.py")
TRANSACTIONS = frozenset({"writing", "writing_league", "durable", "all_or_nothing", "bump"})
REVERSE = re.compile(
    r"(?:Reverse act:|Reverse:|No reverse:|the reverse act is) (.+?)\.(?:\s|$)", re.DOTALL
)
ITSELF = "It is its own reverse act"


@dataclass(frozen=True, slots=True)
class Act:
    """A public function that writes: where it is, what it does, and what undoes it."""

    file: str
    name: str
    does: str
    reverse: str
    copied: bool

    @property
    def row(self) -> str:
        """Its line of the table."""
        kept = "yes" if self.copied else ""
        return f"| `{self.name}` | {self.does} | {self.reverse} | {kept} | `{self.file}` |"


def holds_acts(path: Path) -> bool:
    """Whether a module holds acts: `acts.py` and `acts_*.py` of a room, and what follows a copy
    that was put back.
    """
    return path.parts[-3:-2] == ("tournament",) and (
        path.stem.startswith("acts") or path.parts[-2:] == ("server", "recovery.py")
    )


def acts() -> Iterator[Act]:
    """Every public function of the rooms' acts that opens a transaction, by file and line."""
    paths = [path for path in sorted((ROOT / "tournament").rglob("*.py")) if holds_acts(path)]
    files = {path: _functions(path) for path in paths if path.parts[-2:] != THROUGH_OTHERS}
    writers = _writers([one for functions in files.values() for one in functions])
    for path, functions in files.items():
        yield from (
            _act(f"{path.parent.name}/{path.stem}", one)
            for one in functions
            if one.name in writers and not one.name.startswith("_")
        )


def _functions(path: Path) -> list[ast.FunctionDef]:
    return [
        node
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    ]


def _writers(functions: Iterable[ast.FunctionDef]) -> set[str]:
    """The names of those that open a transaction, themselves or through one another."""
    called = {one.name: set(_calls(one)) for one in functions}
    found = set(TRANSACTIONS)
    while new := {name for name, names in called.items() if name not in found and names & found}:
        found |= new
    return found


def _calls(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


def _act(file: str, node: ast.FunctionDef) -> Act:
    told = " ".join((ast.get_docstring(node) or "").split())
    first = told.split(". ")[0].rstrip(".").replace("|", "/")
    found = REVERSE.search(f"{told} ")
    reverse = found[1] if found else "itself" if ITSELF in told else ""
    marks = {one.id for one in node.decorator_list if isinstance(one, ast.Name)}
    return Act(file, node.name, first, reverse, "after_snapshot" in marks)


def table() -> str:
    """The whole table."""
    head = "| act | what it does | its reverse | a copy first | file |\n|---|---|---|---|---|"
    return "\n".join([head, *(act.row for act in acts())])


def page_with(text: str) -> str:
    """The page with the table in its place."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(page_with(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
