"""Every refusal has the one base, so that whoever shows its sentence names no subject."""

import ast
from pathlib import Path

import pytest

from scoring.pairing.values import PairingError
from tournament.matches.acts import MatchRefusedError
from tournament.refusal import Refused

TOURNAMENT = Path(__file__).resolve().parents[2] / "tournament"
BASES = {
    "Refused",
    "PairingError",
}


def refusals(text: str) -> dict[str, set[str]]:
    """The classes of a module whose name ends as a refusal's does, with their bases."""
    if "RefusedError" not in text:
        return {}
    classes = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)]
    return {
        one.name: {ast.unparse(base) for base in one.bases}
        for one in classes
        if one.name.endswith("RefusedError")
    }


def strangers(text: str) -> list[str]:
    """The refusals that are below no base of the house."""
    return [name for name, bases in refusals(text).items() if not bases or not bases <= BASES]


def needless(texts: list[str]) -> list[str]:
    """The refusals that carry nothing and that nobody tells apart from another: `Refused` does."""
    trees = [ast.parse(text) for text in texts if "Refused" in text]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    below = {"Refused"}
    for _depth in range(3):
        below |= {
            node.name
            for node in nodes
            if isinstance(node, ast.ClassDef) and below & {ast.unparse(base) for base in node.bases}
        }
    told_apart = {
        name.id if isinstance(name, ast.Name) else name.attr
        for node in nodes
        if isinstance(node, ast.ExceptHandler) and node.type is not None
        for name in ast.walk(node.type)
        if isinstance(name, ast.Name | ast.Attribute)
    }
    return [
        node.name
        for node in nodes
        if isinstance(node, ast.ClassDef)
        and node.name in below - told_apart - {"Refused"}
        and len(node.body) == 1
    ]


def test_a_class_of_its_own_carries_something_or_is_told_apart() -> None:
    texts = [path.read_text(encoding="utf-8") for path in TOURNAMENT.rglob("*.py")]
    assert needless(texts) == []
    plain = 'class DoorRefusedError(Refused):\n    """The door is shut."""\n'
    assert needless([plain]) == ["DoorRefusedError"]


@pytest.mark.promise(
    "Whatever refuses an act is answered with its sentence, never with an error page"
)
def test_every_refusal_has_the_one_base() -> None:
    texts = [path.read_text(encoding="utf-8") for path in TOURNAMENT.rglob("*.py")]
    assert sum(len(refusals(text)) for text in texts) > 3
    assert [name for text in texts for name in strangers(text)] == []


@pytest.mark.control("test_every_refusal_has_the_one_base")
def test_a_refusal_of_its_own_base_is_found() -> None:
    assert strangers("class DoorRefusedError(ValueError):\n    pass\n") == ["DoorRefusedError"]


def test_a_refusal_of_one_subject_is_none_of_another() -> None:
    assert issubclass(MatchRefusedError, Refused)
    assert issubclass(MatchRefusedError, PairingError)
