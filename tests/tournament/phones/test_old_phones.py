"""The scripts of pages for phones are written as a phone of 2018 (iOS 12) can read and run them."""

import re
from pathlib import Path

import pytest

from tournament.phones.script import ENTRIES, MODULES, script, small

STATIC = MODULES.parent.parent
LOOSE = (
    *(STATIC / "phones" / f"{name}.js" for name in ("guest", "keep", "rules")),
    *(STATIC / "parts" / f"{name}.js" for name in ("filter", "offline", "old", "poll", "question")),
    MODULES / "worker.js",
)
"""What pages for phones fetch beside the packed scripts."""
NEWER = {
    "script of 2020": r"\?\?|\?\.(?!\d)",
    "script of 2021": r"(?:\|\||&&|\?\?)=|\b\d+_\d|\.replaceAll\(",
    "script of 2022": r"\bstatic\s*\{|#\w+\s*[=(;]|\.at\(|\bObject\.hasOwn\b|\(\?<[=!]",
    "a page of 2020": r"\.replaceChildren\(|\bIntl\.ListFormat\b|\.matchAll\(|\.allSettled\(",
    "a page of 2022": r"\bstructuredClone\(|\brandomUUID\(|\.requestSubmit\(|\.findLast",
}


def newer(text: str) -> list[str]:
    """What of it an old phone stumbles over, by the year."""
    bare = re.sub(r"/\*.*?\*/|^\s*//[^\n]*|\s//\s[^\n]*", "", text, flags=re.DOTALL | re.MULTILINE)
    return [name for name, pattern in NEWER.items() if re.search(pattern, bare)]


@pytest.mark.parametrize("entry", ENTRIES)
def test_the_scripts_of_the_pad_run_on_a_phone_of_2018(entry: str) -> None:
    assert newer(script(entry).plain.decode()) == []


@pytest.mark.parametrize("path", LOOSE, ids=lambda path: path.name)
def test_what_is_fetched_beside_them_does_too(path: Path) -> None:
    assert newer(path.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize(
    ("text", "years"),
    [
        ("one?.two", ["script of 2020"]),
        ("one?.(2)", ["script of 2020"]),
        ("one ?? two", ["script of 2020"]),
        ("one?.5:6", []),
        ("one ||= two", ["script of 2021"]),
        ("wait(12_000)", ["script of 2021"]),
        ("class One { #two = 3 }", ["script of 2022"]),
        ("list.at(-1)", ["script of 2022"]),
        ("part.replaceChildren(...news)", ["a page of 2020"]),
        ("form.requestSubmit()", ["a page of 2022"]),
        ("// one ?? two\nthree(); // four?.five", []),
    ],
)
def test_what_it_would_stumble_over_is_seen(text: str, years: list[str]) -> None:
    assert newer(text) == years


def test_what_makes_the_scripts_small_makes_them_no_newer(tmp_path: Path) -> None:
    module = tmp_path / "page.js"
    module.write_text(
        "window.one = (two) => { const three = two(); return three == null ? 4 : three }"
    )
    assert newer(small(module)) == []
