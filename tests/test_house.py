"""The house rules that no tool checks: each rule reads the whole tree, and each has a control that
it must catch.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("bin", "docs", "fixtures", "scoring", "templates", "tests", "tournament")
LONGEST_FILE = 600
LONGEST_FUNCTION = 60
WIDEST = 100
UNBROKEN = re.compile(r"[|<!#`]|    |(\s*- )?\[|\s*`|(\s*- )?\S*$")
"""A line of a document that cannot be broken: a table, HTML, a picture, a heading, code, a link or
one long word.
"""
OPENING = re.compile(r'(?:#[^\n]*\n|\s)*r?"""')
"""Comments may stand before the docstring, as `#!` in a script has to."""
COUNTED = {".py", ".js", ".css", ".html", ""}
"""What is read as code, so that its length counts; the scripts of bin/ have no suffix."""
WRITTEN = COUNTED | {".md", ".toml", ".yaml", ".yml", ".json", ".csv", ".txt", ".ini", ".lock"}
"""All text that people or tools wrote here: its names and its paths are looked at."""
VAGUE_FILE_NAMES = {
    "utils",
    "util",
    "helpers",
    "helper",
    "services",
    "service",
    "common",
    "manager",
    "managers",
    "misc",
}
# Spelt in pieces so that this file does not trip over itself.
MACHINE_PATH = re.compile(r"(?<![\w.*$}/-])/" + r"(?:work|root|Users|home/[a-z]\w*)/\w")
HTML_WRITTEN = re.compile(
    r"\.(?:inner|outer)HTML\s*[+]?=(?!=)|insertAdjacentHTML|document\.write|\beval\("
)
READ_AT_ONCE = re.compile(
    r"^ *assert (?!prefilled).*(?:\.(?:all_inner_texts|all_text_contents|inner_text|text_content|"
    r"input_value|is_visible|is_hidden|is_enabled|is_checked)\(|\.activeElement)",
    re.MULTILINE,
)
VIEW_IMPORTED = re.compile(r"^ *(?:from|import) tournament\.\w+[ .].*\bviews\w*", re.MULTILINE)
SECURITY_RULE = re.compile(r"# " + r"noqa:[^-]*\bS\d")
CLOCKS_AND_CHANCE = {
    "time",
    "secrets",
    "socket",
    "subprocess",
    "os",
    "pathlib",
    "shutil",
    "tempfile",
    "urllib",
}
DOORS = {"open", "print", "input", "exec", "eval", "__import__"}
VAGUE = frozenset(
    re.findall(
        r"\w+",
        """
        one ones other others each it its they them their that this those these what which who whom
        whose where when how by at of told said found held asked made known shown given wanted seen
        taken kept meant named drawn written typed sent left done gone come came sure whole
        """,
    )
)
"""Pronouns, prepositions and participles: a name of these does not say what it holds."""
ONE_VAGUE_IN = 100
"""At most one bound name in so many is one of them, in either room."""
NOT_OURS = (".git", "vendor", "migrations", "__pycache__")
"""Written by others; `.git` is a file in a second work tree, and says where the first one lies."""

Check = Callable[[Path, str], list[str]]


def files(*suffixes: str) -> Iterator[Path]:
    """Every file of ours with one of these suffixes."""
    top = (
        path
        for path in ROOT.iterdir()
        if path.is_file() and not path.name.startswith((".coverage", ".git"))
    )
    for path in [
        *top,
        *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*") if path.is_file()),
    ]:
        if path.suffix in suffixes and not set(path.relative_to(ROOT).parts) & set(NOT_OURS):
            yield path


def faults(check: Check, *suffixes: str) -> list[str]:
    """What a check finds in all files with these suffixes, each with the file's name."""
    found = [(path, check(path, path.read_text(encoding="utf-8"))) for path in files(*suffixes)]
    assert found, f"no file with {suffixes} was read"
    return [f"{path.relative_to(ROOT)}: {fault}" for path, some in found for fault in some]


def too_long(_path: Path, text: str) -> list[str]:
    """A file beyond the ceiling."""
    lines = len(text.splitlines())
    return [f"{lines} lines"] if lines > LONGEST_FILE else []


def vague_name(path: Path, _text: str) -> list[str]:
    """A file or folder whose name says nothing of the domain."""
    parts = [Path(part).stem.removeprefix("test_") for part in path.relative_to(ROOT).parts]
    return [f"{part} is no word of the house" for part in parts if part in VAGUE_FILE_NAMES]


def bound_names(text: str) -> list[str]:
    """Every name that a module binds: variables, loop variables, fields, parameters."""
    return [
        node.arg if isinstance(node, ast.arg) else node.id
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.arg)
        or (isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store))
    ]


def vague_names(names: list[str]) -> list[str]:
    """Those that do not say what they hold."""
    return [name for name in names if name.strip("_") in VAGUE]


def machine_path(_path: Path, text: str) -> list[str]:
    """A path that exists on one machine only."""
    return [
        f"line {number}"
        for number, line in enumerate(text.splitlines(), 1)
        if MACHINE_PATH.search(line)
    ]


def long_function(_path: Path, text: str) -> list[str]:
    """A function beyond the ceiling, from `def` to its last line without its docstring."""
    if len(text.splitlines()) <= LONGEST_FUNCTION:
        return []
    functions = [node for node in _statements(ast.parse(text)) if isinstance(node, ast.FunctionDef)]
    lengths = {node.name: _length(node) for node in functions}
    return [
        f"{name} has {length} lines"
        for name, length in lengths.items()
        if length > LONGEST_FUNCTION
    ]


def _statements(tree: ast.AST) -> Iterator[ast.AST]:
    """Every statement; what they say is not walked, since no function is made there."""
    for inner in ast.iter_child_nodes(tree):
        if not isinstance(inner, ast.expr):
            yield inner
            yield from _statements(inner)


def _length(node: ast.FunctionDef) -> int:
    length = (node.end_lineno or 0) - node.lineno + 1
    first = node.body[0]
    if ast.get_docstring(node) is None:
        return length
    return length - ((first.end_lineno or 0) - first.lineno + 1)


def wide_text(_path: Path, text: str) -> list[str]:
    """A line of a document that does not fit; tables, code and links may."""
    prose = re.sub(r"^ *```.*?^ *```", "", text, flags=re.DOTALL | re.MULTILINE)
    return [
        line[:40] for line in prose.splitlines() if len(line) > WIDEST and not UNBROKEN.match(line)
    ]


UNPARTED = re.compile(
    r"""\{%.*?%\}|\{\{.*?\}\}|\{#.*?#\}|"(?:\{%.*?%\}|\{\{.*?\}\}|[^"])*"|'[^']*'"""
)
"""What cannot be laid out on several lines: code of a template, and a value in quotes."""


def wide_template(_path: Path, text: str) -> list[str]:
    """A line of a template that does not fit and has a blank to part it at."""
    return [
        line.strip()[:60]
        for line in text.splitlines()
        if len(line) > WIDEST and " " in UNPARTED.sub("", line.strip())
    ]


def parted_code(_path: Path, text: str) -> list[str]:
    """Code of a template on two lines, which is sent as it stands instead of being read."""
    return [code[:60] for code in re.findall(r"\{[{%#][^}]*\n[^}]*[}%#]\}", text)]


def no_opening(_path: Path, text: str) -> list[str]:
    """A module without the sentence that says what it is for."""
    opened = not text.strip() or OPENING.match(text)
    return [] if opened else ["no docstring opens the module"]


class InlineCode(HTMLParser):
    """Collects what a Content-Security-Policy without inline code would refuse."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found += ["<style>"] if tag == "style" else []
        self.found += [
            f"{name}=" for name, _value in attrs if re.fullmatch(r"style|on[a-z]+", name)
        ]

    def handle_data(self, data: str) -> None:
        self.found += (
            ["a script with a body"] if self.cdata_elem == "script" and data.strip() else []
        )


def inline_code(path: Path, text: str) -> list[str]:
    """Script or style inside a template; a list that another program wrote has its own."""
    if path.is_relative_to(ROOT / "fixtures"):
        return []
    bare = re.sub(r"{#.*?#}|{% comment.*?endcomment %}", "", text, flags=re.DOTALL)
    parser = InlineCode()
    parser.feed(re.sub(r"{[{%].*?[}%]}", "x", bare, flags=re.DOTALL))
    parser.close()
    return parser.found


def impure(path: Path, text: str) -> list[str]:
    """Anything in scoring/ beyond the standard library, or a clock, chance or the outside world."""
    if path.relative_to(ROOT).parts[0] != "scoring" or path.name == "__main__.py":
        return []
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import | ast.ImportFrom):
            found += [f"imports {name}" for name in imported(node) if not allowed(name)]
        elif isinstance(node, ast.Call):
            called = ast.unparse(node.func)
            drawn = re.fullmatch(
                r"random\.[a-z]\w*|(datetime\.)?(datetime|date)\.(now|today|utcnow)", called
            )
            found += [f"calls {called}"] if drawn or called in DOORS else []
    return found


def unreasoned(_path: Path, text: str) -> list[str]:
    """A rule of security set aside without its reason."""
    set_aside = [line for line in text.splitlines() if SECURITY_RULE.search(line)]
    return [f"{line.strip()} says no reason" for line in set_aside if " -- " not in line]


def html_by_script(_path: Path, text: str) -> list[str]:
    """A script that writes HTML or runs text, where a name could be either."""
    return [found.group() for found in HTML_WRITTEN.finditer(text)]


def own_loop(path: Path, text: str) -> list[str]:
    """A page that asks the server again by a loop of its own: `parts/poll.js` does it for all."""
    asks = "question(" in text and path.name != "poll.js"
    return re.findall(r"setTimeout\(\w+,", text) if asks else []


def read_at_once(path: Path, text: str) -> list[str]:
    """A journey waits for what it asserts: a page that is late is not wrong."""
    return READ_AT_ONCE.findall(text) if path.parent.name == "journeys" else []


def view_on_view(path: Path, text: str) -> list[str]:
    """A view that stands on another: what they share is no view."""
    return VIEW_IMPORTED.findall(text) if path.name.startswith("views") else []


def dead_link(path: Path, text: str) -> list[str]:
    """Pictures and pages that a text points to and that are not there."""
    targets = (
        found.split("#")[0] for found in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in found
    )
    return [target for target in targets if target and not (path.parent / target).exists()]


def imported(node: ast.Import | ast.ImportFrom) -> list[str]:
    """The top packages that an import statement names."""
    names = (
        [alias.name for alias in node.names]
        if isinstance(node, ast.Import)
        else [node.module or "."]
    )
    return [name.split(".")[0] for name in names]


def allowed(package: str) -> bool:
    """Whether scoring/ may import this package."""
    return package == "scoring" or (
        package in sys.stdlib_module_names and package not in CLOCKS_AND_CHANCE
    )


# A check, the suffixes it reads, and a path and text in which it must find one fault.
HOUSE: list[tuple[Check, set[str], str, str]] = [
    (too_long, COUNTED, "scoring/counting/cut.py", "x = 1\n" * (LONGEST_FILE + 1)),
    (vague_name, WRITTEN, "tournament/helpers.py", ""),
    (vague_name, WRITTEN, "tests/common/test_cut.py", ""),
    (machine_path, WRITTEN, "docs/house.md", "see /" + "work/main/docs"),
    (machine_path, WRITTEN, "docs/house.md", "see /" + "home/ann/lastcard"),
    (
        long_function,
        {".py"},
        "scoring/counting/cut.py",
        "def cut():\n" + "    x = 1\n" * LONGEST_FUNCTION,
    ),
    (wide_text, {".md"}, "docs/house.md", "word " * 21),
    (wide_template, {".html"}, "templates/a.html", "<p>" + "word " * 21 + "</p>"),
    (parted_code, {".html"}, "templates/a.html", "<p>{{\nname }}</p>"),
    (no_opening, {".py"}, "scoring/counting/cut.py", "x = 1\n"),
    (unreasoned, {".py", ""}, "bin/screenshots", "run(asked)  # " + "noqa: S603"),
    (html_by_script, {".js"}, "tournament/static/a.js", "cell.innerHTML = name;"),
    (own_loop, {".js"}, "tournament/static/a.js", "question(url);\nsetTimeout(look, 2000);"),
    (
        read_at_once,
        {".py"},
        "tests/journeys/test_desk.py",
        "    assert page.locator('h1').inner_text() == 'Scores'",
    ),
    (
        view_on_view,
        {".py"},
        "tournament/rulings/views_calls.py",
        "from tournament.entry.views_sheet import found_page",
    ),
    (dead_link, {".md"}, "README.md", "![The evening](docs/pictures/nowhere.png)"),
    (inline_code, {".html"}, "templates/a.html", "<p STYLE='color:red'>"),
    (inline_code, {".html"}, "templates/a.html", '<a title="a > b" onclick="go()">'),
    (inline_code, {".html"}, "templates/a.html", "<script>go()</script>"),
    (inline_code, {".html"}, "templates/a.html", "<style>p {}</style>"),
    (impure, {".py"}, "scoring/counting/cut.py", "from django.db import models"),
    (impure, {".py"}, "scoring/counting/cut.py", "def cut():\n    import time"),
    (impure, {".py"}, "scoring/counting/cut.py", "import random\nrandom.shuffle([])"),
    (impure, {".py"}, "scoring/counting/cut.py", "from datetime import date\ndate.today()"),
    (impure, {".py"}, "scoring/counting/cut.py", "print(1)"),
]
CHECKS = {check.__name__: (check, suffixes) for check, suffixes, _path, _text in HOUSE}


@pytest.mark.parametrize("name", CHECKS)
def test_the_house_is_kept(name: str) -> None:
    check, suffixes = CHECKS[name]
    assert faults(check, *suffixes) == []


@pytest.mark.parametrize(("check", "_suffixes", "path", "text"), HOUSE)
def test_a_planted_fault_is_found(check: Check, _suffixes: set[str], path: str, text: str) -> None:
    assert len(check(ROOT / path, text)) == 1


@pytest.mark.parametrize(
    ("check", "text"),
    [
        (
            inline_code,
            (
                '<script src="pad.js" defer></script><p class="style=" {% if on %}data-on="x"{%'
                " endif %}>on = 1</p>"
            ),
        ),
        (inline_code, "{# <style> #}<button data-style=1>"),
        (
            machine_path,
            "https://example.org/home/ann and {% url 'home' %} and ../shared/work/x and /home/",
        ),
        (html_by_script, "if (one.innerHTML === other.innerHTML) cell.textContent = name;"),
        (unreasoned, "run(asked)  # " + "noqa: S603 -- our own command"),
        (impure, "import random\ndef deal(rng: random.Random) -> None:\n    rng.shuffle([])"),
        (long_function, "def cut():\n" + "    x = 1\n" * (LONGEST_FUNCTION - 1)),
    ],
)
def test_what_is_allowed_is_let_through(check: Check, text: str) -> None:
    assert check(ROOT / "scoring/counting/cut.py", text) == []


def modules_after_import(statement: str) -> set[str]:
    """The modules that a fresh interpreter holds after the statement."""
    code = f"import sys\n{statement}\nprint(' '.join(sys.modules))"
    return set(subprocess.check_output([sys.executable, "-c", code], cwd=ROOT, text=True).split())


def test_importing_the_whole_core_loads_neither_django_nor_tournament() -> None:
    names = [
        ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for path in (ROOT / "scoring").rglob("*.py")
    ]
    loaded = modules_after_import(
        "\n".join(f"import {name.removesuffix('.__init__')}" for name in names)
    )
    assert "scoring" in loaded
    assert {module.split(".")[0] for module in loaded} & {"django", "tournament"} == set()
    assert "django" in modules_after_import("import scoring, django")


@pytest.mark.parametrize("room", ["scoring", "tournament"])
def test_a_name_says_what_it_holds(room: str) -> None:
    names = [
        name
        for path in (ROOT / room).rglob("*.py")
        if "migrations" not in path.parts
        for name in bound_names(path.read_text(encoding="utf-8"))
    ]
    assert len(vague_names(names)) * ONE_VAGUE_IN <= len(names)


def test_a_vague_name_is_counted_wherever_it_is_bound() -> None:
    text = (
        "class Sheet:\n    held: int\n\n\ndef cut(rows, by):\n    _seen = [one for one in rows]\n"
        "    return [row.said for row in _seen]\n"
    )
    assert vague_names(bound_names(text)) == ["held", "by", "_seen", "one"]
