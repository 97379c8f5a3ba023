"""Which routes come to which act: read from what the functions of the product name, through all
rooms.
"""

import ast
import inspect
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache

from tests.tournament.acts_table import ROOT, acts

Node = tuple[str, str]
"""A module of the product, and a name at its top."""
Key = tuple[str, str]
"""An act as its table names it: the file in which it stands, and its name."""


@cache
def _modules() -> Mapping[str, ast.Module]:
    return {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): ast.parse(
            path.read_text(encoding="utf-8")
        )
        for path in sorted((ROOT / "tournament").rglob("*.py"))
    }


@cache
def _tops(module: str) -> Mapping[str, ast.stmt]:
    """What stands at the top of a module, by name."""
    found: dict[str, ast.stmt] = {}
    for node in _modules()[module].body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            found[node.name] = node
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {one.id: node for one in targets if isinstance(one, ast.Name)}
    return found


@cache
def _imported(module: str) -> Mapping[str, Node]:
    """What a module calls by a name of another one; a whole module has no name of its own."""
    found: dict[str, Node] = {}
    for node in ast.walk(_modules()[module]):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tournament"):
            for one in node.names:
                whole = f"{node.module}.{one.name}"
                of = (whole, "") if whole in _modules() else (node.module or "", one.name)
                found[one.asname or one.name] = of
    return found


@cache
def _named(node: Node) -> frozenset[Node]:
    """What a function, class or table names."""
    module, name = node
    body = _tops(module).get(name)
    if body is None:
        there = _imported(module).get(name)
        return frozenset([there] if there else [])
    found: set[Node] = set()
    for one in ast.walk(body):
        if isinstance(one, ast.Name) and one.id in _tops(module):
            found.add((module, one.id))
        elif isinstance(one, ast.Name) and one.id in _imported(module):
            found.add(_imported(module)[one.id])
        elif isinstance(one, ast.Attribute) and isinstance(one.value, ast.Name):
            of, nothing = _imported(module).get(one.value.id, ("", "."))
            if not nothing:
                found.add((of, one.attr))
    return frozenset(one for one in found if one[0] in _modules())


def reached(start: Node) -> Iterator[Node]:
    """Everything a name leads to, itself first; an act is an end, whatever it does within."""
    seen, waiting = {start}, [start]
    while waiting:
        node = waiting.pop()
        yield node
        if node in act_names():
            continue
        new = _named(node) - seen
        seen |= new
        waiting += new


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

    found: dict[str, frozenset[Key]] = defaultdict(frozenset)
    for path, pattern in routes():
        view = inspect.unwrap(pattern.callback)
        if view.__module__.startswith("tournament") and not path.startswith("administration/"):
            ends = reached((view.__module__, view.__name__))
            own = frozenset(act_names()[one] for one in ends if one in act_names())
            found[str(pattern.name)] = own | REGISTERED.get(str(pattern.name), frozenset())
    return found
