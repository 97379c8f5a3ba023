"""Which routes come to which act: read from what the functions of the product name, through all
rooms.
"""

import ast
import gc
import inspect
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path

from tests.tournament.acts_table import ROOT, acts

Node = tuple[str, str]
"""A module of the product, and a name at its top."""
Key = tuple[str, str]
"""An act as its table names it: the file in which it stands, and its name."""


@cache
def _modules() -> Mapping[str, Path]:
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in (ROOT / "tournament").rglob("*.py")
    }


@cache
def _tree(module: str) -> ast.Module:
    """A module as it is written. Nothing of a tree is garbage: looking for some as it grows took
    four times as long as the reading.
    """
    gc.disable()
    try:
        return ast.parse(_modules()[module].read_text(encoding="utf-8"))
    finally:
        gc.enable()


@cache
def _tops(module: str) -> Mapping[str, ast.stmt]:
    """What stands at the top of a module, by name."""
    found: dict[str, ast.stmt] = {}
    for node in _tree(module).body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found[node.name] = node
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id: node for target in targets if isinstance(target, ast.Name)}
    return found


@cache
def _imported(module: str) -> Mapping[str, Node]:
    """What a module calls by a name of another one; a whole module has no name of its own."""
    found: dict[str, Node] = {}
    for node in ast.walk(_tree(module)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tournament"):
            for name in node.names:
                whole = f"{node.module}.{name.name}"
                of = (whole, "") if whole in _modules() else (node.module or "", name.name)
                found[name.asname or name.name] = of
    return found


@cache
def _named(node: Node) -> frozenset[Node]:
    """What a function, class or table names."""
    module, name = node
    tops, imported = _tops(module), _imported(module)
    body = tops.get(name)
    if body is None:
        there = imported.get(name)
        return frozenset([there] if there else [])
    found: set[Node] = set()
    for one in ast.walk(body):
        if isinstance(one, ast.Name) and one.id in tops:
            found.add((module, one.id))
        elif isinstance(one, ast.Name) and one.id in imported:
            found.add(imported[one.id])
        elif isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name):
            of, nothing = imported.get(one.value.id, ("", "."))
            if not nothing:
                found.add((of, one.attr))
    return frozenset(one for one in found if one[0] in _modules())


def leading(starts: Iterable[Node]) -> Mapping[Node, frozenset[Key]]:
    """The acts that these names lead to, and those that each name on the way leads to; an act is an
    end, whatever it does within.
    """
    back: dict[Node, set[Node]] = defaultdict(set)
    seen, waiting = set(starts), list(starts)
    while waiting:
        node = waiting.pop()
        for one in () if node in act_names() else _named(node):
            back[one].add(node)
            waiting += () if one in seen else (one,)
            seen.add(one)
    found: dict[Node, frozenset[Key]] = defaultdict(frozenset)
    for act, key in act_names().items():
        ahead, waiting = {act}, [act]
        while waiting:
            new = back[waiting.pop()] - ahead
            ahead |= new
            waiting += new
        for node in ahead:
            found[node] |= {key}
    return found


@cache
def act_names() -> Mapping[Node, Key]:
    """The acts by where they stand in the code."""
    return {
        (f"tournament.{act.file.replace('/', '.')}", act.name): (act.file, act.name)
        for act in acts()
    }


def done_by(act: Key) -> Iterator[Key]:
    """The acts that do this one as a part of theirs."""
    own = {key: node for node, key in act_names().items()}
    for node, key in act_names().items():
        if key != act and own[act] in _within(node):
            yield key


@cache
def _within(node: Node) -> frozenset[Node]:
    """What an act does itself, through its own functions and other acts."""
    seen, waiting = set(_named(node)), list(_named(node))
    while waiting:
        new = _named(waiting.pop()) - seen
        seen |= new
        waiting += new
    return frozenset(seen)


REGISTERED: Mapping[str, frozenset[Key]] = {
    "break_seal": frozenset({("finals/acts", "break_seal")}),
    "withdraw_announcement": frozenset({("finals/acts", "withdraw_announcement")}),
    "frozen": frozenset({("event/acts", "change_frozen")}),
    "import_guests": frozenset({("tickets/acts", "import_guests")}),
}
"""Routes that ask for an act by its name, since it takes two officials, and that shows the list
which the act then takes in.
"""


@cache
def acts_of_routes() -> Mapping[str, frozenset[Key]]:
    """The acts that a route comes to, by the name of the route."""
    from tournament.site.checks import routes  # noqa: PLC0415 -- the table alone needs no Django

    views: dict[str, list[Node]] = defaultdict(list)
    for path, pattern in routes():
        view = inspect.unwrap(pattern.callback)
        if view.__module__.startswith("tournament") and not path.startswith("administration/"):
            views[str(pattern.name)].append((view.__module__, view.__name__))
    led = leading([view for of_route in views.values() for view in of_route])
    none: frozenset[Key] = frozenset()
    return {
        name: REGISTERED.get(name, none).union(*(led[view] for view in of_route))
        for name, of_route in views.items()
    }
