"""The acts as the code has them, and the table of docs/proofs/acts.md: from their docstrings, and
from what takes a press back (tournament/ledger/own.py).

`python -m tests.tournament.acts_table` writes the table anew.
"""

import ast
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import django
from django.apps import apps

if not apps.ready:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")
    django.setup()

from tournament.ledger import own

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
    way: str

    @property
    def row(self) -> str:
        """Its line of the table."""
        kept = "yes" if self.copied else ""
        cells = (f"`{self.name}`", self.does, self.way, self.reverse, kept, f"`{self.file}`")
        return f"| {' | '.join(cells)} |"


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
    writers = _writers([function for functions in files.values() for function in functions])
    for path, functions in files.items():
        yield from (
            _act(f"{path.parent.name}/{path.stem}", function, _way(function, functions))
            for function in functions
            if function.name in writers and not function.name.startswith("_")
        )


def _functions(path: Path) -> list[ast.FunctionDef]:
    return [
        node
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.FunctionDef)
    ]


def _writers(functions: Iterable[ast.FunctionDef]) -> set[str]:
    """The names of those that open a transaction, themselves or through one another."""
    called = {function.name: set(_calls(function)) for function in functions}
    found = set(TRANSACTIONS)
    while new := {name for name, names in called.items() if name not in found and names & found}:
        found |= new
    return found


def _calls(function: ast.FunctionDef) -> Iterator[str]:
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


BY_ITS_PRESS = "its press"
AGREED = {
    "approve": own.WAITING,
    "do_with_witness": own.WAITING,
    "change_frozen": own.SETTINGS,
}
"""Acts to which a second official agrees, whatever entry they leave."""


def _way(node: ast.FunctionDef, functions: Iterable[ast.FunctionDef]) -> str:
    """What takes the press of an act back: its rows, or an act of its own on another page."""
    if node.name in AGREED:
        return AGREED[node.name].link
    by_name, found = {function.name: function for function in functions}, [node]
    for function in found:
        called = (by_name[name] for name in _calls(function) if name in by_name)
        found += [one for one in called if one not in found]
    kinds = {kind for function in found for kind in _kinds(function)}
    links = sorted({own.OWN[kind].link for kind in kinds & own.OWN.keys()})
    return ", ".join(links) or BY_ITS_PRESS


def _kinds(function: ast.FunctionDef) -> Iterator[str]:
    """The kinds of entries that it names: as words handed on, or as constants of the rooms."""
    for node in ast.walk(function):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield from _words(node.args)
        elif isinstance(node, ast.Name) and node.id.isupper():
            yield from _constants().get(node.id, ())


@cache
def _constants() -> Mapping[str, list[str]]:
    """The words of every constant of the rooms, by its name."""
    found: dict[str, list[str]] = {}
    for path in (ROOT / "tournament").rglob("*.py"):
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            for name, value in _assigned(node):
                values = value.values if isinstance(value, ast.Dict) else [value]
                found.setdefault(name, []).extend(_words(values))
    return found


def _assigned(node: ast.stmt) -> Iterator[tuple[str, ast.expr]]:
    """The constants that a line of a module names, one or several."""
    if not isinstance(node, ast.Assign):
        return
    target, value = node.targets[0], node.value
    several = isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple)
    targets = target.elts if isinstance(target, ast.Tuple) and several else [target]
    values = value.elts if isinstance(value, ast.Tuple) and several else [value]
    for named, constant in zip(targets, values, strict=True):
        if isinstance(named, ast.Name):
            yield named.id, constant


def _words(nodes: Iterable[ast.expr]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _act(file: str, node: ast.FunctionDef, way: str) -> Act:
    told = " ".join((ast.get_docstring(node) or "").split())
    first = told.split(". ")[0].rstrip(".").replace("|", "/")
    found = REVERSE.search(f"{told} ")
    reverse = found[1] if found else "itself" if ITSELF in told else ""
    marks = {decorator.id for decorator in node.decorator_list if isinstance(decorator, ast.Name)}
    return Act(file, node.name, first, reverse, "after_snapshot" in marks, way)


def table() -> str:
    """The whole table."""
    head = (
        "| act | what it does | taken back by | its reverse | a copy first | file |\n"
        "|---|---|---|---|---|---|"
    )
    return "\n".join([head, *(act.row for act in acts())])


def page_with(text: str) -> str:
    """The page with the table in its place."""
    before, rest = text.split(BEGIN)
    return f"{before}{BEGIN}\n{table()}\n{END}{rest.split(END)[1]}"


if __name__ == "__main__":
    PAGE.write_text(page_with(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
