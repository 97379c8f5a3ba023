"""The style sheets: few for a page, whole when served, and no rule for what is not there."""

import gzip
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import brotli
import pytest
from django.core.files.storage import FileSystemStorage
from tinycss2.tokenizer import parse_component_value_list
from whitenoise import compress

from tournament.site.sheets import Collected, tight, whole

ROOT = Path(__file__).resolve().parents[3]
STATIC = ROOT / "tournament" / "static"
TEMPLATES = ROOT / "templates"
MOST = 3
"""Style sheets a page may ask for."""

LINK = re.compile(r'rel="stylesheet"')
SHEETS = re.compile(r"{% block sheets %}(.*?){% endblock %}", re.DOTALL)
PARENT = re.compile(r'{% extends "([^"]+)"')


def asked(text: str) -> int:
    """How many style sheets a page asks for that is drawn from this template."""
    block = SHEETS.search(text)
    own = len(LINK.findall(block[1])) if block else 0
    outside = len(LINK.findall(SHEETS.sub("", text)))
    parent = PARENT.search(text)
    if not parent:
        return outside + own
    above = (TEMPLATES / parent[1]).read_text()
    if block and "block.super" not in block[1]:
        return own + outside + asked(SHEETS.sub("", above))
    return own + outside + asked(above)


def test_no_page_asks_for_more_than_three_style_sheets() -> None:
    pages = {
        str(path.relative_to(TEMPLATES)): path.read_text() for path in TEMPLATES.rglob("*.html")
    }
    many = {name: asked(text) for name, text in pages.items() if asked(text) > MOST}
    assert many == {}
    # The board takes the wall's sheet beside its own: it shows the wall's scene while names are
    # read out.
    names = ("home/home.html", "home/board.html", "event/pictures.html")
    assert [asked(pages[name]) for name in names] == [3, 3, 2]
    assert (asked(pages["phones/pad.html"]), asked(pages["500.html"])) == (1, 2)


def test_a_sheet_too_many_is_counted_through_its_frames() -> None:
    links = '<link rel="stylesheet" href="a.css">' * 2
    block = "{% block sheets %}{{ block.super }}" + links + "{% endblock %}"
    assert asked('{% extends "public.html" %}' + block) == MOST + 1


def written() -> tuple[set[str], set[str]]:
    """The words of templates, scripts and drawings, and the beginnings that something is put to."""
    texts = [path.read_text() for path in TEMPLATES.rglob("*.html")]
    texts += [path.read_text() for path in STATIC.rglob("*.js")]
    texts += [path.read_text() for path in (ROOT / "tournament").rglob("*.py")]
    everything = "\n".join(texts)
    words = set(re.findall(r"[A-Za-z_][\w-]*", everything))
    return words, set(re.findall(r"([a-z][a-z-]*)(?={[{%]|\${|{\w)", everything))


def dead(text: str, words: set[str], begun: set[str]) -> list[str]:
    """The classes and ids a sheet names that are written nowhere."""
    bare = re.sub(
        r"/\*.*?\*/|\[[^\]]*\]|{[^{}]*}|url\([^)]*\)|\"[^\"]*\"", " ", text, flags=re.DOTALL
    )
    names = sorted(set(re.findall(r"[.#]([A-Za-z_][\w-]*)", bare)))
    return [name for name in names if name not in words and not _put_together(name, words, begun)]


def _put_together(name: str, words: set[str], begun: Iterable[str]) -> bool:
    rests = [name.removeprefix(one) for one in begun if name.startswith(one)]
    return any(rest.isdigit() or rest in words for rest in rests)


def test_no_rule_is_for_a_class_that_nothing_has() -> None:
    words, begun = written()
    found = {path.name: dead(path.read_text(), words, begun) for path in STATIC.rglob("*.css")}
    assert {name: names for name, names in found.items() if names} == {}


def test_a_rule_for_nothing_is_found() -> None:
    words, begun = written()
    told = "/* .no-such */ .panel > .no-such-thing:hover, #content { color: red }"
    sheet = told + " @media print { .x-y { top: 0 } }"
    assert dead(sheet, words, begun) == ["no-such-thing", "x-y"]


def test_a_sheet_is_served_whole_hashed_and_packed(tmp_path: Path) -> None:
    kinds = ("parts/tokens.css", "phones/*.css", "fonts/*.woff2")
    paths = [path for kind in kinds for path in (STATIC / "tournament").glob(kind)]
    names = [str(path.relative_to(STATIC)) for path in paths]
    served = Collected(location=tmp_path, base_url="/static/")
    source = FileSystemStorage(STATIC)
    for name in names:
        with source.open(name) as file:
            served.save(name, file)
    told = list(served.post_process({name: (source, name) for name in names}))
    assert [one for one in told if isinstance(one[2], Exception)] == []
    pad = served.stored_name("tournament/phones/pad.css")
    text = (tmp_path / pad).read_text()
    assert "@import" not in text
    assert [word in text for word in ("--baize-tint:", ".strip", ".aloud")] == [True] * 3
    assert gzip.decompress((tmp_path / f"{pad}.gz").read_bytes()).decode() == text
    needed = re.findall(r'url\("([^"]+)"\)', text)
    assert [one for one in needed if not (tmp_path / pad).parent.joinpath(one).exists()] == []
    assert len(needed) >= 2


@pytest.mark.parametrize("there", [True, False])
def test_a_served_file_is_packed_by_brotli_too_where_the_package_is_there(
    there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compress, "brotli_installed", there)
    name = "tournament/home/home.css"
    served, source = Collected(location=tmp_path, base_url="/static/"), FileSystemStorage(STATIC)
    with source.open(name) as file:
        served.save(name, file)
    list(served.post_process({name: (source, name)}))
    whole_sheet = tmp_path / served.stored_name(name)
    packed = {end: whole_sheet.with_name(f"{whole_sheet.name}.{end}") for end in ("br", "gz")}
    assert {end: path.exists() for end, path in packed.items()} == {"br": there, "gz": True}
    assert not there or brotli.decompress(packed["br"].read_bytes()) == whole_sheet.read_bytes()


def test_addresses_are_seen_from_the_sheet_that_takes_a_part_in() -> None:
    parts = {"a/b/page.css": '@import "../part.css";', "a/part.css": 'x { src: url("f/x.woff2") }'}
    assert whole("a/b/page.css", parts.__getitem__) == 'x { src: url("../f/x.woff2") }'


def tokens(sheet: str) -> list[str]:
    """What a browser reads, down to the spaces that part two names or selectors."""
    listed: list[str] = []
    values = parse_component_value_list(sheet, skip_comments=True)  # type: ignore[no-untyped-call]
    for token in flat(values):
        if token == " " and listed[-1:] and listed[-1] in (*PARTS, " "):
            continue
        if token in PARTS[:3] and listed[-1:] == [" "]:
            listed.pop()
        if token == "}" and listed[-1:] == [";"]:
            listed.pop()
        listed.append(token)
    return listed[1:] if listed[:1] == [" "] else listed


PARTS = ("{", "}", ";", ",", ":")


def flat(values: Iterable[Any]) -> Iterator[str]:
    """The tokens of values, those of blocks and functions in their place."""
    for value in values:
        if value.type == "whitespace":
            yield " "
        elif value.type == "{} block":
            yield from ("{", *flat(value.content), "}")
        elif value.type in ("() block", "[] block", "function"):
            inner = value.arguments if value.type == "function" else value.content
            yield from (value.type + getattr(value, "name", ""), *flat(inner), ")")
        else:
            yield value.serialize()


@pytest.mark.promise("A sheet is served without what no browser reads, and with all it does")
def test_a_tight_sheet_says_what_it_said() -> None:
    read = lambda part: (STATIC / part).read_text()  # noqa: E731
    sheets = [str(path.relative_to(STATIC)) for path in (STATIC / "tournament").rglob("*.css")]
    texts = [whole(sheet, read) for sheet in sheets]
    assert [sheet for sheet, text in zip(sheets, texts, strict=True) if changed(text)] == []
    assert sum(map(len, map(tight, texts))) < 0.85 * sum(map(len, texts))


def changed(text: str) -> bool:
    """Whether a sheet means something else once it is tight."""
    return "".join(tokens(tight(text))).strip() != "".join(tokens(text)).strip()


@pytest.mark.control("test_a_tight_sheet_says_what_it_said")
def test_a_sheet_without_its_quotes_or_without_a_space_would_be_found() -> None:
    sheet = 'a :hover, b { content: ", :  x"; margin: 1px calc(2px + 3px) }'
    assert tight(sheet) == 'a :hover,b{content:", :  x";margin:1px calc(2px + 3px)}'
    assert not changed(sheet)
    assert tokens(sheet) != tokens(sheet.replace("a :hover", "a:hover"))
    assert tokens(sheet) != tokens(sheet.replace(":  x", ": x"))
