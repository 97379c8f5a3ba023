"""docs/house.md is a map: whatever it points to is there, every room is on it, and it fits on one
screen.
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
MAP = (ROOT / "docs" / "house.md").read_text(encoding="utf-8")
WHERE = (ROOT / "docs" / "where.md").read_text(encoding="utf-8")
TREE = MAP.split("```")[1]
MOST_LINES = 80
TOP = ("scoring", "tournament", "templates", "tests", "docs", "bin")


def paths(text: str) -> list[str]:
    """Every path from the top of the repository that stands in backticks; what stands for any game
    is left out.
    """
    named = re.findall(r"`((?:" + "|".join(TOP) + r")/[^`\s<>]*)`", text)
    return sorted({one for one in named if "*" not in one})


def missing(text: str) -> list[str]:
    """The paths that lead nowhere."""
    return [path for path in paths(text) if not (ROOT / path).exists()]


@pytest.mark.parametrize("text", [MAP, WHERE], ids=["house", "where"])
def test_every_path_on_the_map_is_there(text: str) -> None:
    assert missing(text) == []
    assert len(paths(text)) > 15


def test_a_path_that_leads_nowhere_is_found() -> None:
    assert missing("see `tournament/acts/entry.py`") == ["tournament/acts/entry.py"]


@pytest.mark.parametrize("top", ["scoring", "tournament"])
def test_every_room_stands_on_the_map(top: str) -> None:
    rooms = {path.parent.name for path in (ROOT / top).glob("*/__init__.py")} - {
        "management",
        "migrations",
        "templatetags",
    }
    assert {room for room in rooms if f"{room}/" not in TREE} == set()


def test_the_function_named_is_in_the_file_named() -> None:
    named = re.findall(r"`([a-z_/]+\.py)` \(`(\w+)`\)", MAP)
    assert named == [("tournament/entry/acts.py", "record_sheet")]
    assert [
        name
        for path, name in named
        if f"def {name}(" not in (ROOT / path).read_text(encoding="utf-8")
    ] == []


def test_the_map_fits_on_one_screen() -> None:
    assert len(MAP.splitlines()) <= MOST_LINES
    assert max(len(line) for line in MAP.splitlines()) <= 130


def test_what_stands_loose_is_little() -> None:
    """A module belongs to a room; few stand beside the rooms."""

    def loose(room: str) -> list[Path]:
        return [path for path in (ROOT / room).glob("*.py") if path.name != "__init__.py"]

    assert len(loose("tournament")) <= 8
    assert len(loose("scoring")) <= 12


NEWCOMERS = {
    "least_given_away": 2,
    "best_game": 3,
    "wrong_checker": 6,
    "[Kk]eepsakes": 3,
    "link_guests": 5,
}
"""What a newcomer would add (a tie-break, a figure of a standing, an irregularity, a paper, an act
with its page) by the word of an example, and in how many files of the product it may stand at most.
"""


def product() -> Iterator[Path]:
    """The code and the templates of the product; migrations tell what was once."""
    for top, ending in (
        ("scoring", "py"),
        ("scoring", "toml"),
        ("tournament", "py"),
        ("templates", "html"),
    ):
        for path in (ROOT / top).rglob(f"*.{ending}"):
            if "migrations" not in path.parts:
                yield path


def naming(word: str) -> list[str]:
    """The files of the product that name something."""
    whole = re.compile(rf"\b{word}\b")
    return sorted(
        path.relative_to(ROOT).as_posix()
        for path in product()
        if whole.search(path.read_text(encoding="utf-8"))
    )


@pytest.mark.parametrize("word", NEWCOMERS)
def test_what_a_newcomer_adds_touches_few_files(word: str) -> None:
    assert 0 < len(naming(word)) <= NEWCOMERS[word]


def test_a_list_on_paper_is_a_row_and_a_file_and_needs_no_template() -> None:
    papers = [
        path
        for path in naming("final_by_livery")
        if path.startswith(("tournament/paper/", "templates"))
    ]
    assert papers == ["tournament/paper/catalogue.py", "tournament/paper/field.py"]


LONG = 4
MOST_TWICE = 24


def raised(text: str) -> set[str]:
    """The phrases of some length in whatever a module raises."""
    if "raise " not in text:
        return set()
    return {
        part.value.strip()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Raise) and node.exc
        for part in ast.walk(node.exc)
        if isinstance(part, ast.Constant)
        and isinstance(part.value, str)
        and len(part.value.split()) >= LONG
    }


def test_the_wording_of_a_refusal_stands_where_it_is_raised() -> None:
    """Few phrases stand in several files."""
    files = Counter(
        phrase
        for path in product()
        if path.suffix == ".py"
        for phrase in raised(path.read_text(encoding="utf-8"))
    )
    assert len([phrase for phrase, number in files.items() if number > 1]) <= MOST_TWICE


def test_a_phrase_that_is_raised_is_found() -> None:
    assert raised(
        'raise Refused(f"There is no round {number}: check it.")\nx = "One two three four"'
    ) == {"There is no round"}


RANKS = (("urls", 6), ("views", 5), ("pages", 4), ("forms", 3), ("tables", 3), ("acts", 2))
"""What several views of a room share stands in `pages`, between them and what they ask."""
EXPLAINED = {
    "archive/log -> archive/acts": "an evening from its log is taken in as an archive is",
    "rulings/drawing -> rulings/forms_questions": "a sketch shows the facts that were tapped",
    "rulings/questions -> rulings/forms_questions": "a page of asking is its form",
    "rulings/questions -> rulings/forms_taps": "and so are its taps",
    "rulings/words -> rulings/forms_questions": "the facts that were tapped, in words",
}


def rank(stem: str) -> int:
    """How high a module stands in its room, by the first word of its name; what only reads stands
    lowest.
    """
    return next((high for word, high in RANKS if stem == word or stem.startswith(f"{word}_")), 1)


def upwards(path: Path, text: str) -> list[str]:
    """The imports of a module from a higher one of its room."""
    room, found = path.parent.name, set[str]()
    named = re.findall(rf"from tournament\.{room}(?:\.(\w+))? import \(?([\w, ]*)", text)
    for module, names in named:
        for one in [module] if module else names.split(", "):
            if rank(one) > rank(path.stem):
                found.add(f"{room}/{path.stem} -> {room}/{one}")
    return sorted(found)


def test_inside_a_room_arrows_run_from_pages_to_forms_to_acts_to_what_is_read() -> None:
    sources = [
        path for path in (ROOT / "tournament").glob("*/*.py") if path.parent.name != "migrations"
    ]
    found = [arrow for path in sources for arrow in upwards(path, path.read_text(encoding="utf-8"))]
    assert sorted(found) == sorted(EXPLAINED)


def test_an_arrow_upwards_inside_a_room_is_found() -> None:
    reader = ROOT / "tournament" / "entry" / "reading.py"
    assert upwards(reader, "from tournament.entry.acts_desk import keep_typed\n") == [
        "entry/reading -> entry/acts_desk"
    ]
