"""The words people see, read against the list in docs/words.md: no retired word is used."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest
from django.apps import apps

from tests.test_house import NOT_OURS, ROOT

LIST = ROOT / "docs" / "words.md"
TECHNICAL = {"migrations", "models"}
"""Rows: their words are for whoever reads the code."""
FOR_ORGANISERS = (
    "README.md",
    *(f"docs/{name}.md" for name in ("features", "hosting", "restore", "running", "watching")),
)
NOT_SPOKEN = re.compile(r"SELECT |UPDATE |PRAGMA|tournament_|<svg|//|\bvar\b|=\"")
COMMENTS = re.compile(
    r"\{%\s*comment.*?endcomment\s*%\}|\{#.*?#\}|/\*.*?\*/|(?m:^\s*//.*$)", re.DOTALL
)
MARKS = re.compile(
    r"\{%\s*(?:if|elif|for|url|load|extends|block|endblock|static)\b.*?%\}|\{\{.*?\}\}"
    r'|=\w+\.\w+|\b(?:class|id|name|href|action|for|form|formaction|data-[a-z]+|aria-[a-z]*by)="[^"]*"',
    re.DOTALL,
)
CODE = re.compile(r"```.*?```|`[^`]*`|\]\([^)]*\)|^ {4}.*$", re.DOTALL | re.MULTILINE)
PIECES = re.compile(r'"\s+f?"')
SCRIPT_STRING = re.compile(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`')


@cache
def retired() -> re.Pattern[str]:
    """The last column of the list: any of its words."""
    rows = re.findall(r"^\| .* \| .* \| (.+) \|$", LIST.read_text(encoding="utf-8"), re.MULTILINE)
    words = [re.escape(word) for row in rows[1:] for word in row.split(", ")]
    some = "|".join(words).replace(r"\ ", r"\s+")
    return re.compile(rf"(?<![\w-])(?:{some})(?![\w-])", re.IGNORECASE)


def spoken(path: Path, text: str) -> Iterator[str]:
    """What of a file reaches people."""
    if path.suffix == ".py":
        yield from _literals(ast.parse(text))
    elif path.suffix == ".js":
        for found in SCRIPT_STRING.findall(COMMENTS.sub("", text)):
            yield from (one for one in found if " " in one.strip())
    elif path.suffix == ".md":
        yield CODE.sub(" ", text)
    else:
        yield MARKS.sub(" ", COMMENTS.sub("", text))


def _literals(tree: ast.Module) -> Iterator[str]:
    """Strings of more than a word, but no docstring; a sentence with values in it is one string."""
    nodes = list(ast.walk(tree))
    left_out = {
        id(found)
        for node in nodes
        for found in [
            *([node.value] if isinstance(node, ast.Expr) else []),
            *(node.values if isinstance(node, ast.JoinedStr) else []),
        ]
    }
    for node in nodes:
        words = _said(node)
        if id(node) not in left_out and " " in words.strip() and not NOT_SPOKEN.search(words):
            yield words


def _said(node: ast.AST) -> str:
    if isinstance(node, ast.JoinedStr):
        return "".join(_said(value) or "…" for value in node.values)
    return str(node.value) if isinstance(node, ast.Constant) else ""


def read_by_people() -> Iterator[Path]:
    """Templates, rooms, scripts, and the documents of organisers."""
    yield from (ROOT / "templates").rglob("*.html")
    yield from (ROOT / name for name in FOR_ORGANISERS)
    for path in (*(ROOT / "tournament").rglob("*"), *(ROOT / "scoring").rglob("*.py")):
        parts = set(path.relative_to(ROOT).parts)
        if path.suffix in {".py", ".js"} and not parts & (TECHNICAL | set(NOT_OURS)):
            yield path


GLUED = re.compile(
    r"\|pluralize|[\"']s[\"'] (?:\*|if)|[\"'][\"'] if [^\n]{1,30} == 1 else [\"']s[\"']"
    r"|== 1 else f?[\"']\{\w+\} \w+s\b"
)


def glued(text: str) -> list[str]:
    """Plurals made by hand."""
    return GLUED.findall(text)


SENTENCES = re.compile(r'(?<!")"([^"\n]*[.?!])"(?!")|>([^<>{}%]*[.?!])\s*<')
FEWEST_WORDS = 4
SAID_TWICE = 26
"""How many whole sentences two files may say: this number only ever falls."""


def said_twice(files: Iterable[tuple[Path, str]]) -> dict[str, set[str]]:
    """Sentences of more than a few words that more than one file says, with the files; a game
    states its law where it applies it.
    """
    where: defaultdict[str, set[str]] = defaultdict(set)
    for path, text in files:
        for found in SENTENCES.findall(PIECES.sub("", COMMENTS.sub("", text))):
            words = " ".join("".join(found).split())
            if words.count(" ") >= FEWEST_WORDS - 1 and "scoring/games/" not in path.as_posix():
                where[words].add(path.as_posix())
    return {words: paths for words, paths in where.items() if len(paths) > 1}


PART = re.compile(r"^(?=.*[a-z]{2})(?:[ ,;:]+[a-z…]|.*[a-z,…] $)", re.DOTALL)
LOOKED_FOR = {"removeprefix", "removesuffix", "startswith", "endswith", "partition", "replace"}
PARTS_OF_SENTENCES = 10
"""How many there are, among them what a search looks for: this number only ever falls."""


def parts_of_sentences(text: str) -> list[str]:
    """Words that can only stand before or behind others: what a sentence is put together from. A
    sentence is whole where it is written, and takes in names, numbers and cards alone.
    """
    tree = ast.parse(text)
    nodes = list(ast.walk(tree))
    left_out = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if isinstance(node, ast.JoinedStr):
            left_out |= {id(value) for value in node.values}
        elif isinstance(node, ast.Compare):
            left_out.add(id(node.left))
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in LOOKED_FOR:
            left_out |= {id(value) for value in node.args}
    said = (_said(node) for node in nodes if id(node) not in left_out)
    return [words for words in said if PART.search(words) and not NOT_SPOKEN.search(words)]


TAG = re.compile(r"(\{%.*?%\}|\{\{.*?\}\})", re.DOTALL)
ELEMENT = re.compile(r"<[^<>]*?(?:\{[%{].*?[%}]\}[^<>]*?)*>", re.DOTALL)
IN_A_LINE = re.compile(r"</?(?:a|abbr|b|em|i|kbd|small|span|strong|time)\b")
FRAME = re.compile(r"\{% block (?:frame|attributes|bar) %\}.*?\{% endblock", re.DOTALL)
GOES_ON = re.compile(
    r"\s*(?:[a-z][a-z’]+"
    r"|[,;] (?:and|or|but|so|as|which|who|where|while|with|without|by|for|of)\b)"
)
BRANCHES = {"if", "for", "elif", "else", "empty", "endif", "endfor"}
JOINED_ON_PAGES = 36
"""How many pieces of sentences templates still join: this number only ever falls."""


def joined_on_pages(text: str) -> list[str]:
    """Words of a branch that go on with what stands before it, and words that go on after one: in
    another language neither has its place there. A branch holds a whole sentence, or a label.
    """
    text = FRAME.sub("", COMMENTS.sub("", text))
    text = ELEMENT.sub(lambda tag: "" if IN_A_LINE.match(tag[0]) else "\n\n", text)
    before, around, met, found = "", list[str](), False, list[str]()
    for part in TAG.split(text):
        name = part[2:].split()[0] if part.startswith("{%") else ""
        if name in BRANCHES:
            met = True
            if name in {"if", "for"}:
                around.append(before)
            elif name in {"endif", "endfor"}:
                around.pop()
            else:
                before = around[-1]
        elif name or part.startswith("{{"):
            before, met = "" if name else part, False
        elif part.strip() or "\n\n" in part:
            if met and before and GOES_ON.match(part):
                found.append(f"{before[-30:]} … {part[:40]}")
            last = part.rsplit("\n\n", 1)[-1].rstrip()
            before, met = last if re.search(r"[\w,;’)]$", last) else "", False
    return found


def found_in(path: Path, text: str) -> list[str]:
    """Each retired word with some of the sentence around it; most files are read no further than
    that it is nowhere in them.
    """
    if not retired().search(PIECES.sub("", text)):
        return []
    return [
        said[max(0, hit.start() - 30) : hit.end() + 30].strip()
        for said in spoken(path, text)
        for hit in retired().finditer(said)
    ]


def test_no_sentence_uses_a_retired_word() -> None:
    found = {
        str(path.relative_to(ROOT)): faults
        for path in read_by_people()
        if (faults := found_in(path, path.read_text(encoding="utf-8")))
    }
    assert not found


def test_a_sentence_stands_in_one_file() -> None:
    twice = said_twice(
        (path.relative_to(ROOT), path.read_text(encoding="utf-8"))
        for path in read_by_people()
        if path.suffix != ".md"
    )
    assert len(twice) <= SAID_TWICE, twice


def test_a_sentence_is_whole_where_it_is_written() -> None:
    found = {
        str(path.relative_to(ROOT)): parts
        for path in read_by_people()
        if path.suffix == ".py" and (parts := parts_of_sentences(path.read_text(encoding="utf-8")))
    }
    assert sum(map(len, found.values())) <= PARTS_OF_SENTENCES, found


def test_a_sentence_is_whole_on_a_page() -> None:
    found = {
        str(path.relative_to(ROOT)): parts
        for path in (ROOT / "templates").rglob("*.html")
        if (parts := joined_on_pages(path.read_text(encoding="utf-8")))
    }
    assert sum(map(len, found.values())) <= JOINED_ON_PAGES, found


@pytest.mark.parametrize(
    ("text", "pieces"),
    [
        ("<p>{{ n }} came{% if late %}, and {{ late }} late{% endif %}.</p>", 1),
        ("<p>Draw <b>{% if one %}the round{% else %}all rounds{% endif %}</b></p>", 2),
        ("<p>{% if one %}The round{% else %}It{% endif %} can be closed.</p>", 1),
        ("<p>{% if one %}Draw the round{% else %}Draw all rounds{% endif %}</p>", 0),
        ('<p class="a{% if b %} big{% endif %}">It is on. {% if c %}Say so.{% endif %}</p>', 0),
        ("<li>{{ name }}</li>{% if more %}<li>more of them</li>{% endif %}", 0),
        ("<p>{{ name }}{% if seat %}, {{ seat }}{% endif %}</p>", 0),
    ],
)
def test_a_piece_of_a_sentence_is_found_on_a_page(text: str, pieces: int) -> None:
    assert len(joined_on_pages(text)) == pieces


@pytest.mark.parametrize(
    "text",
    [
        'more = f", and {number} more" if number else ""',
        "words = f\"{name} stays{' at the table' if here else ''}.\"",
        'words += " and play goes on"',
        'words = ("The stock has " if stock else "Nothing, ") + cards',
    ],
)
def test_a_piece_of_a_sentence_is_found(text: str) -> None:
    assert parts_of_sentences(text)


@pytest.mark.parametrize(
    "text",
    [
        'words = f"{name} takes {number} cards, and play goes on."',
        'words = f"{words} Play goes on."',
        'name.removeprefix("the ")',
        '"""A text that says, or asks, """',
    ],
)
def test_a_whole_sentence_is_no_piece(text: str) -> None:
    assert not parts_of_sentences(text)


def test_a_sentence_that_two_files_say_is_found() -> None:
    template = '<p class="soft">\n  The cut is sealed: break the seal first.\n</p>'
    code = 'raise Refused("The cut is sealed:" " break the seal first.")'
    law = [(Path(f"scoring/games/{name}/law.py"), code) for name in ("one", "two")]
    rooms = [(Path("a.html"), template), (Path("b.py"), code)]
    assert said_twice([*law, *rooms]) == {
        "The cut is sealed: break the seal first.": {"a.html", "b.py"}
    }


def test_no_retired_word_is_a_choice_or_explains_a_field() -> None:
    found: set[str] = set()
    for model in apps.get_app_config("tournament").get_models():
        for field in model._meta.get_fields():
            found |= {str(label) for _value, label in getattr(field, "flatchoices", ())}
            found.add(str(getattr(field, "help_text", "")))
    assert {"Everyone still level goes through", "The five parts of the answer."} <= found
    assert [words for words in sorted(found) if retired().search(words)] == []


def test_no_plural_is_made_by_hand() -> None:
    found = {
        str(path.relative_to(ROOT)): faults
        for folder, suffix in (("templates", "html"), ("tournament", "py"), ("scoring", "py"))
        for path in (ROOT / folder).rglob(f"*.{suffix}")
        if (faults := glued(path.read_text(encoding="utf-8")))
    }
    assert not found


@pytest.mark.parametrize(
    "text",
    [
        "{{ n }} guest{{ n|pluralize }}",
        "f\"{n} guest{'s' * (n != 1)}\"",
        "f\"{n} guest{'' if n == 1 else 's'}\"",
        '"1 guest" if n == 1 else f"{n} guests"',
    ],
)
def test_a_plural_made_by_hand_is_found(text: str) -> None:
    assert glued(text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("some.html", "<p>Three things are in\nthe way.</p>"),
        ("some.html", '<p title="Bare points">x</p>'),
        ("some.py", 'raise Refused(f"Seat {seat}: mend" " the hand.")'),
        ("some.js", 'say("Stale: load it again")'),
        ("some.md", "The ledger keeps it."),
    ],
)
def test_a_retired_word_is_found_where_people_read_it(name: str, text: str) -> None:
    assert found_in(Path(name), text)


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("some.html", '{% if stale %}<p class="in the way">{{ one.mend }}</p>{% endif %}'),
        ("some.html", "{% comment %}What is in the way.{% endcomment %}"),
        ("some.py", '"""What is in the way."""\nkind = "stale"'),
        ("some.js", '// what is stale now\nconst kind = "stale";'),
    ],
)
def test_names_and_remarks_of_the_code_are_left_alone(name: str, text: str) -> None:
    assert not found_in(Path(name), text)
