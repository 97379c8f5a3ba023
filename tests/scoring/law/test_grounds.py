"""The words of verdicts in their text files: each row cites what its games have, and is said by the
code of its folder.
"""

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

import scoring
from scoring.games.rulebooks import RULEBOOKS
from scoring.law.effects import Effect
from scoring.law.grounds import reasons, verdict_of
from scoring.law.rulebook import Rulebook
from scoring.law.rules_text import text_of
from scoring.law.verdict import Reason

GAMES = Path(scoring.__file__).parent / "games"
FOLDERS = sorted({book.folder for book in RULEBOOKS.values()})
SHARED = ("shedding", "switch", "swedish_pursuit")
"""Folders whose claims and calls are ruled by code that they share, in `games/shedding`."""
USUAL = RULEBOOKS["mau_mau"].rules()


def rows(folder: str) -> dict[str, list[str]]:
    return {
        name: row for name, row in text_of(f"games/{folder}/grounds").items() if name != "shared"
    }


def code(folder: str) -> str:
    """All code that may say the rows of a folder."""
    folders = {folder, "shedding"} if folder in SHARED else {folder}
    files = [path for name in sorted(folders) for path in sorted((GAMES / name).glob("*.py"))]
    files += [GAMES.parent / "law" / "claims.py", GAMES.parent / "law" / "guesses.py"]
    return "".join(path.read_text(encoding="utf-8") for path in files)


def unsaid(names: Iterable[str], text: str) -> list[str]:
    """Rows that no name in the code is, nor any name with a part filled in."""
    parts = [re.split(r"\{.*?\}", literal) for literal in re.findall(r'"([^"\n]+)"', text)]
    # A name of filled parts alone would be every name.
    patterns = {".+".join(map(re.escape, part)) for part in parts if len("".join(part)) > 2}
    whole = re.compile("|".join(patterns))
    return [name for name in names if not whole.fullmatch(name)]


def strangers(book: Rulebook, found: dict[str, list[str]]) -> list[str]:
    """Rows that cite a clause or a question which the game does not have."""
    clauses = {clause.id for clause in book.clauses}
    questions = {question.id for question in book.questions}
    return [
        name
        for name, (clause, _, *read) in found.items()
        if clause not in clauses or not questions.issuperset(read[:1])
    ]


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_row_is_said_by_its_code(folder: str) -> None:
    assert unsaid(rows(folder), code(folder)) == []
    assert unsaid(["never_said"], code(folder)) == ["never_said"]


@pytest.mark.parametrize("name", [name for name in FOLDERS if name in RULEBOOKS])
def test_every_row_cites_clauses_and_questions_of_its_game(name: str) -> None:
    assert strangers(RULEBOOKS[name], rows(name)) == []
    assert strangers(RULEBOOKS[name], {"odd": ["XX-1", "So."]}) == ["odd"]


def test_the_shared_rows_cite_aspects_and_options_that_some_game_has() -> None:
    books = [book for book in RULEBOOKS.values() if book.folder == "shedding"]
    aspects = {"", *(aspect for book in books for aspect in book.aspects)}
    options = {option.name for book in books for option in book.options}
    for clause, _, *read in rows("shedding").values():
        assert clause in aspects
        assert options.issuperset(read)


def test_cards_and_effects_are_named_in_a_sentence_and_words_stand_as_they_are() -> None:
    seven = Effect("7", "MM-7", draws=2)
    assert reasons(USUAL, [("fits_not", 0, 14), ("has_to_answer", [6, 19])]) == (
        Reason("MM-5", "A♣ has neither the rank nor the suit of 2♦."),
        Reason(
            "MM-7",
            "The penalty can be answered and so must be, with 7♣, 7♦.",
            "default",
            "MM-A4",
        ),
    )
    assert reasons(USUAL, [("draws_unless", seven, "two")]) == (
        Reason("MM-7", "The next player takes two cards unless they answer with a 7."),
    )
    whole = Reason("MM-1", "As it stands.")
    assert verdict_of(USUAL, "legal", whole, needs=("more",)).reasons == (whole,)


def test_an_option_that_a_game_does_not_ask_is_no_reading() -> None:
    answers = {book.name: reasons(book.rules(), ["start_no"])[0] for book in RULEBOOKS.values()
               if book.folder == "shedding"}  # fmt: skip
    for name, ground in answers.items():
        asks = any(option.name == "start_effect" for option in RULEBOOKS[name].options)
        assert (ground.status, bool(ground.question)) == (
            ("default", True) if asks else ("text", False)
        )


def test_a_row_that_nobody_wrote_is_a_fault_of_the_code() -> None:
    with pytest.raises(KeyError, match="never_said"):
        reasons(USUAL, ["never_said"])
