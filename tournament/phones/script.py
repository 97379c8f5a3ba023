"""The pad's modules as two scripts for the phone: a request for each module would cost a slow line
seconds.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from django.http import HttpResponse
from zopfli.gzip import compress

MODULES = Path(__file__).parent.parent / "static" / "tournament" / "phones" / "pad"
# What every game needs; what asks for the table meanwhile; the training table; the screens that
# most games never show; asking the rules.
ENTRIES = ("page", "early", "training", "later", "ask")
# The year of the script that a phone must know, but for import(): iOS 12 does.
OLDEST = 2019

_IMPORT = re.compile(r'^import\s+\{[^}]+\}\s+from\s+"(?P<path>[^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) )", re.MULTILINE)
_NAME = re.compile(r"^(?:async )?(?:function|const|class|let) (\w+)", re.MULTILINE)
_AGAIN = re.compile(r"^export \{(?P<names>[^}]+)\};$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Script:
    """A script as it is sent, and the digest that names this edition of it."""

    plain: bytes
    digest: str


@cache
def script(entry: str) -> Script:
    """The module of this name with all it imports, as one small script; `entry`
    is one of ENTRIES.
    """
    plain = small(MODULES / f"{entry}.js").encode()
    return Script(plain, hashlib.sha256(plain).hexdigest()[:16])


PACKERS: dict[str, Callable[[bytes], bytes]] = {"gzip": compress}
"""What a browser may take, the smallest first: brotli where its package is there, which the
typefaces of paper want on most machines.
"""
with suppress(ImportError):
    import brotli

    PACKERS = {"br": brotli.compress, **PACKERS}


@cache
def packed(entry: str, coding: str = "gzip") -> bytes:
    """The same script packed: it takes ten times as long to make, and the page that names the
    script can do without.
    """
    return bytes(PACKERS[coding](script(entry).plain))


def modules(entry: str) -> set[Path]:
    """The files that a script is made of."""
    return set(_joined(MODULES / f"{entry}.js", {}))


def small(path: Path) -> str:
    """A module and all it imports as one small text; ValueError where one name
    would hide another.
    """
    text = "".join(_joined(path, {}).values())
    twice = [name for name, times in Counter(_NAME.findall(text)).items() if times > 1]
    if twice:
        raise ValueError(
            f"Two modules of {path.name} have a {twice[0]}: name one of them otherwise."
        )
    # Loading it starts threads, which a process that is still to be forked must not have.
    try:
        import minify  # noqa: PLC0415
    except (
        ImportError
    ):  # there is no wheel of it for every machine; phones then load the text as it is
        return _enclosed(text)
    minify.config({"js-version": OLDEST})
    return minify.string("application/javascript", _enclosed(text))


def _joined(path: Path, texts: dict[Path, str]) -> dict[Path, str]:
    """The texts of a module and of all it imports, each once and behind those it needs."""
    path = path.resolve()
    if path not in texts:
        text = path.read_text(encoding="utf-8")
        for match in _IMPORT.finditer(text):
            _joined(path.parent / match["path"], texts)
        texts[path] = _EXPORT.sub("", _IMPORT.sub("", text))
    return texts


def _enclosed(text: str) -> str:
    """All of it in one function, so that every name may be shortened; what the last module exports
    stays outside.
    """
    again = _AGAIN.search(text)
    if again is None:
        return f"(()=>{{{text}}})();"
    names = again["names"]
    return (
        f"const {{{names}}}=(()=>{{{_AGAIN.sub('', text)}return {{{names}}};}})();export"
        f" {{{names}}};"
    )


def worker() -> HttpResponse:
    """The script of the service worker, which answers for the pages below where it lies."""
    text = (MODULES / "worker.js").read_text(encoding="utf-8")
    answer = HttpResponse(text, content_type="text/javascript; charset=utf-8")
    answer["Cache-Control"] = "no-cache"
    return answer
