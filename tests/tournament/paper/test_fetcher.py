"""The press opens nothing but the shipped typefaces, whatever a page or a style sheet asks for."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from pypdf import PdfReader

from tests.tournament.paper.lists import by_name
from tournament.paper import page
from tournament.paper.press import BASE, STATIC, Press, shipped, shipped_fetcher
from tournament.paper.typefaces import unpacked

_opened: list[list[str]] = []


def _listen(event: str, arguments: tuple[object, ...]) -> None:
    if _opened and event in (
        "open",
        "socket.connect",
        "socket.getaddrinfo",
        "subprocess.Popen",
        "os.listdir",
    ):
        _opened[-1].append(f"{event} {arguments[0]}" if event == "open" else f"{event} {arguments}")


# An audit hook cannot be taken out again: this one keeps still unless somebody is listening.
sys.addaudithook(_listen)


@contextmanager
def opened() -> Iterator[list[str]]:
    """Everything opened or connected to while inside."""
    _opened.append([])
    try:
        yield _opened[-1]
    finally:
        _opened.pop()


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    """A file that no paper may read."""
    file = tmp_path / "secret.txt"
    file.write_text("the winner is known", encoding="utf-8")
    return file


def hostile(secret: Path) -> str:
    """A page that asks for the network and for files in every way a page can."""
    return f"""<!doctype html><base href="file://{secret.parent}/">
    <link rel="attachment" href="file://{secret}"><link rel="attachment" href="{secret.name}">
    <link rel="stylesheet" href="http://127.0.0.1:9/a.css"><link rel="stylesheet" href="//127.0.0.1:9/b.css">
    <style>@import url(http://127.0.0.1:9/c.css); @import url(file://{secret});
    @font-face {{ font-family: x; src: url(file://{secret}), url(ftp://127.0.0.1/x) }} p {{ font-family: x }}
    p {{ background: url(http://127.0.0.1:9/d.png), url("file://{secret}?x"), url(FILE://{secret}) }}
    p::before {{ content: url(http://127.0.0.1:9/e.svg) }} li {{ list-style-image: url(http://127.0.0.1:9/f) }}</style>
    <p>text<img src="http://127.0.0.1:9/g.png"><img src="{secret.name}"><img src="../../../etc/passwd">
    <img src="{BASE}fonts/../../../../settings.py"><img src="{BASE}fonts/%2e%2e/OFL.txt"><object data="file://{secret}">
    </object><embed src="http://127.0.0.1:9/h"><svg><image href="file://{secret}"/><use href="file://{secret}#a"/></svg>
    <img src="data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg'><image href='file://{secret}'/></svg>"><li>x"""


def forbidden(found: list[str], secret: Path) -> list[str]:
    """Of what was opened, what lies outside the program, its libraries and the system's fonts."""
    return [
        one
        for one in found
        if "socket" in one or str(secret.parent) in one or "passwd" in one or "OFL" in one
    ]


@pytest.mark.promise(
    "Whatever a page asks for, its printer opens neither network nor files", faults=(23,)
)
def test_a_hostile_page_reaches_neither_network_nor_files(secret: Path) -> None:
    press = Press(("parts/typeface.css", "paper/page.css"))
    with opened() as found:
        printed = press.pdf(hostile(secret))
    assert forbidden(found, secret) == []
    assert b"EmbeddedFile" not in printed


@pytest.mark.control("test_a_hostile_page_reaches_neither_network_nor_files")
def test_the_listener_would_have_heard_it(secret: Path) -> None:
    from weasyprint import HTML  # noqa: PLC0415

    with opened() as found:
        HTML(string=f'<link rel="attachment" href="file://{secret}">').write_pdf()
    assert len(forbidden(found, secret)) > 0


def test_a_style_sheet_is_bound_by_the_same_fetcher(secret: Path) -> None:
    from weasyprint import CSS  # noqa: PLC0415

    with opened() as found:
        CSS(
            string=f'@import url("file://{secret}"); @import url(http://127.0.0.1:9/);',
            url_fetcher=shipped_fetcher(),
        )
    assert forbidden(found, secret) == []


@pytest.mark.parametrize(
    "address",
    [
        "http://127.0.0.1:9/",
        "https://shipped.invalid/tournament/base.css",
        "https://shipped.invalid/tournament/fonts/../tokens.css",
        "https://shipped.invalid/tournament/fonts/last-card-serif-400.woff2?x",
        "file:///etc/passwd",
        "ftp://127.0.0.1/",
        "fonts/last-card-serif-400.woff2",
    ],
)
def test_only_exact_addresses_are_answered(address: str) -> None:
    with pytest.raises(ValueError, match=r"disallowed|Not an absolute"):
        shipped_fetcher().fetch(address)


def test_the_shipped_typefaces_are_answered_unpacked_and_unpacked_once() -> None:
    assert len(shipped()) >= 4
    for address, file in shipped().items():
        font = TTFont(io.BytesIO(shipped_fetcher().fetch(address).read()))
        packed = TTFont(file)
        assert (font.flavor, font.keys()) == (None, packed.keys())
        assert font.getBestCmap() == packed.getBestCmap()
        assert unpacked(file) is unpacked(file)
        assert file.parent == STATIC / "fonts"


@pytest.mark.django_db
def test_a_paper_is_set_in_the_shipped_typeface() -> None:
    reader = PdfReader(io.BytesIO(page.pdf(by_name())))
    fonts, missing = reader.pages[0]._get_fonts()
    assert {"Last-Card-Serif" in name for name in fonts} == {True}
    assert missing == set()
