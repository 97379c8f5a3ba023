"""A game owns everything that names it: no other file of the core does, but the lists of games and
of formats.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

import scoring
from scoring.disputes.claims import case_of
from scoring.disputes.irregularities import IRREGULARITIES, settle
from scoring.games.registry import ENGINES, conduct
from scoring.games.rulebooks import RULEBOOKS
from scoring.law.ruling import Claim

ROOT = Path(scoring.__file__).parent
PROJECT = ROOT.parent
LISTS = {"games/registry.py", "games/rulebooks.py", "formats/catalogue.py", "commands/perft.py"}
"""Where games are listed; the command `perft` counts the plays of one game and says so."""
NAMES = re.compile("|".join(name.replace("_", "[-_ ]") for name in RULEBOOKS), re.IGNORECASE)
A_PLAIN_WORD = re.compile(r"(?<!scoring\.games\.)switch", re.IGNORECASE)
"""What pages call a pair of buttons; in the rooms of rulings, which deal with games, it is no
excuse.
"""
COMMENTS = re.compile(r"\{% comment %\}.*?\{% endcomment %\}|\{#.*?#\}|/\*.*?\*/", re.DOTALL)


def owns(path: str) -> bool:
    """Whether a file belongs to one game."""
    room, *rest = path.split("/")
    return room == "games" and len(rest) > 1 and rest[0] in RULEBOOKS


def named(tree: ast.AST) -> Iterator[str]:
    """What code says of games: names, imports and texts, without docstrings and manuals, whose
    examples may.
    """
    texts = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "MANUAL":
            texts |= {id(part) for part in ast.walk(node)}
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in texts:
            yield node.value
        elif isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.ImportFrom):
            yield " ".join((node.module or "", *(alias.name for alias in node.names)))


def strangers(path: str, text: str) -> list[str]:
    """The places at which a file that belongs to no game names one."""
    if owns(path) or path in LISTS:
        return []
    return [words for words in named(ast.parse(text)) if NAMES.search(words)]


def test_no_file_but_its_own_names_a_game() -> None:
    files = {path.relative_to(ROOT).as_posix(): path for path in ROOT.rglob("*.py")}
    found = {
        name: strangers(name, path.read_text(encoding="utf-8")) for name, path in files.items()
    }
    assert {name: words for name, words in found.items() if words} == {}


def test_no_page_names_a_game_either() -> None:
    """Migrations hold what once was, and are left alone."""
    found = {}
    for path in (PROJECT / "tournament").rglob("*.py"):
        if "migrations" not in path.parts:
            told = strangers_of_pages(path, path.read_text(encoding="utf-8"))
            found[path.relative_to(PROJECT).as_posix()] = told
    for root in ("templates", "tournament/static/tournament"):
        for path in (PROJECT / root).rglob("*.*"):
            if path.suffix in (".html", ".txt", ".js", ".css"):
                lines = COMMENTS.sub("", path.read_text(encoding="utf-8")).splitlines()
                found[path.relative_to(PROJECT).as_posix()] = names_in(path, lines)
    assert len(found) > 400
    assert {name: words for name, words in found.items() if words} == {}


def strangers_of_pages(path: Path, text: str) -> list[str]:
    """The places at which code of the pages names a game."""
    return names_in(path, named(ast.parse(text)))


def names_in(path: Path, texts: Iterable[str]) -> list[str]:
    """Those of the texts that name a game."""
    plain = "rulings" not in path.parts or path.suffix != ".py"
    return [text for text in texts if NAMES.search(A_PLAIN_WORD.sub("", text) if plain else text)]


def test_a_page_that_names_a_game_is_found() -> None:
    room, other = Path("tournament/rulings/a.py"), Path("tournament/entry/a.py")
    assert strangers_of_pages(room, 'PILES = ("switch",)') == ["switch"]
    assert strangers_of_pages(other, 'PILES = ("switch",)') == []
    assert strangers_of_pages(other, "from scoring.games.switch.forms import X") != []
    assert strangers_of_pages(other, 'SLOW = {"ottawa": 100}') == ["ottawa"]


def test_a_game_named_elsewhere_is_found() -> None:
    assert strangers("cut.py", 'if game == "ottawa":\n    pass') == ["ottawa"]
    assert strangers("cut.py", "from scoring.games.switch.forms import POWERS") == [
        "scoring.games.switch.forms POWERS"
    ]
    assert strangers("cut.py", '"""As in Ottawa."""') == []
    assert strangers("games/ottawa/check.py", 'name = "ottawa"') == []


def test_every_situation_of_a_game_is_settled() -> None:
    for game in ENGINES:
        rules, brings = RULEBOOKS[game].rules(), conduct(game)
        assert set(brings.situations) <= set(IRREGULARITIES)
        unsettled = {kind for kind in ("suit_named", "wrong_checker") if kind in brings.situations}
        assert unsettled <= set(brings.settles)
        claim = Claim("wrong_checker", "at_once", None, {"checker": 2, "players": 5}, "agreed")
        if "wrong_checker" in brings.situations:
            assert settle(case_of(claim, rules)).act == "look"


def test_a_kind_that_a_game_does_not_know_is_not_settled() -> None:
    claim = Claim("suit_named", "at_once", None, {}, "agreed")
    with pytest.raises(LookupError, match=r"^Ottawa does not settle suit_named\.$"):
        settle(case_of(claim, RULEBOOKS["ottawa"].rules()))
