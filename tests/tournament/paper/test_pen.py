"""Drawings as PDFs: every script shaped, joined and in its direction, nothing dropped, and read
again as it was written.
"""

import io
import re
import subprocess
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from pypdf import PdfReader

from tests.tournament.paper.reading import words_in
from tournament.paper import pen
from tournament.paper.drawing import Box, Code, Drawing, Form, Mark, Paragraph, Placed, Ring, Words
from tournament.paper.fitting import width

ARABIC = "محمد"
MIXED = "Zoë محمد Smith-علي 12 Jones"


def printed(*marks: Mark) -> bytes:
    """One page of 100 by 100 millimetres."""
    return pen.pdf([Drawing(100, 100, marks)], "A page")


@contextmanager
def pen_on_a_page() -> Iterator[pen.Pen]:
    """A pen to ask how it would set words."""
    with closing(pen.Pen("A page")) as own:
        own.add_page()
        yield own


def operators(pdf: bytes) -> str:
    """What the first page is drawn with."""
    contents = PdfReader(io.BytesIO(pdf)).pages[0].get_contents()
    assert contents is not None
    return contents.get_data().decode("latin-1")


def glyphs(text: str) -> list[str]:
    """The glyphs of a text, in the order in which they stand."""
    shown = operators(printed(Words(10, 10, text, 12))).split("[<", 1)[1]
    return [shown[start : start + 4] for start in range(0, shown.index(">"), 4)]


@pytest.mark.needs("fc-match")
def test_letters_of_another_script_are_lent_by_this_computer_and_joined() -> None:
    fonts = PdfReader(io.BytesIO(printed(Words(10, 10, ARABIC, 12)))).pages[0]._get_fonts()[0]
    assert len(fonts) == 2
    joined = glyphs(ARABIC)
    assert len(set(joined)) == 4, "the first and the third letter are one, shaped differently"
    assert joined[-1] != glyphs(ARABIC[0])[0]


@pytest.mark.needs("fc-match")
@pytest.mark.needs("pdftotext")
def test_a_mixed_line_stands_in_its_directions_and_is_read_as_it_was_written(
    tmp_path: Path,
) -> None:
    file = tmp_path / "mixed.pdf"
    file.write_bytes(printed(Words(10, 10, MIXED, 12)))
    read = subprocess.run(["pdftotext", str(file), "-"], capture_output=True, text=True, check=True)
    words = re.sub(r"[\u202a-\u202c]", " ", read.stdout).split()
    # Who reads the page sees the number on the left of the name before it.
    assert words == ["Zoë", "محمد", "Smith-12", "علي", "Jones"]
    with pen_on_a_page() as own:
        shown = "".join(text for _font, text, _way in own._parts("400", MIXED))
    assert shown.index("12") < shown.index("علي")


def test_a_letter_that_no_typeface_has_is_seen_as_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pen, "face_with", lambda letter, *, bold: None)
    assert words_in(printed(Words(10, 10, "Ann 王 Li", 12))) == "Ann ? Li"
    letters_and_marks = "कुमार"
    assert words_in(printed(Words(10, 10, letters_and_marks, 12))) == "???"


def test_words_end_and_stand_in_the_middle_where_they_are_told_to() -> None:
    with pen_on_a_page() as own:
        wide = own._wide(Words(0, 0, "AVATAR", 20)) / (25.4 / 72)
    end = operators(printed(Words(50, 10, "AVATAR", 20, anchor="end")))
    middle = operators(printed(Words(50, 10, "AVATAR", 20, anchor="middle")))
    point = 50 / (25.4 / 72)
    assert f"BT {point - wide:.2f} " in end
    assert f"BT {point - wide / 2:.2f} " in middle


def test_a_paragraph_breaks_at_spaces_and_keeps_the_faces_of_its_parts() -> None:
    parts = (Words(0, 0, "Umpire:", 11, "600"), Words(0, 0, "point the camera at it", 11))
    broken = words_in(printed(Paragraph(10, 10, parts, room=30, leading=5)))
    assert broken.splitlines() == ["Umpire: point", "the camera at it"]


def test_marks_that_count_from_their_own_point_are_written_once_and_again_the_same() -> None:
    form = Form((Words(1, 1, "once", 8), Box(1, 1, 5, 5, radius=1), Ring(4, 4, 2)))
    placed = (Placed(0, 0, form), Placed(50, 50, form, 2.0), Placed(90, 90, form, turned=180))
    pages = [Drawing(100, 100, placed), Drawing(100, 100, placed)]
    read = PdfReader(io.BytesIO(pen.pdf(pages, "Twice"))).pages
    assert [page.extract_text().count("once") for page in read] == [3, 3]


def test_a_code_is_drawn_by_its_edges_and_no_picture() -> None:
    link = "HTTP://192.168.8.20:8000/G/00000000000000000000000001"
    drawn = operators(printed(Code(10, 10, 20, link)))
    assert " re" in drawn
    assert "Do" not in drawn
    assert 4 * len(pen._code(link)) < len(drawn), "four thousand of them are kept"


@pytest.mark.needs("pdftotext")
def test_capitals_with_space_between_them_are_read_as_one_word(tmp_path: Path) -> None:
    file = tmp_path / "spaced.pdf"
    file.write_bytes(printed(Words(10, 10, "ROUND 1", 9.6, "700", spacing=0.12)))
    read = subprocess.run(["pdftotext", str(file), "-"], capture_output=True, text=True, check=True)
    assert read.stdout.strip() == "ROUND 1"


@pytest.mark.needs("fc-match")
def test_a_letter_and_the_marks_on_it_are_of_one_typeface() -> None:
    with pen_on_a_page() as own:
        parts = own._parts("400", "e\u0320g")
    assert [text for _font, text, _way in parts] == ["e\u0320", "g"]


@pytest.mark.parametrize("text", ["", "\u202e", "\u202eab\u202c", "a\tb", "\U0010fffd"])
def test_signs_that_nobody_sees_break_nothing(text: str) -> None:
    assert printed(Words(10, 10, text, 12)).startswith(b"%PDF")


@pytest.mark.needs("fc-match")
@pytest.mark.parametrize(
    "name", ["محمد بن عبد الله", "Ἀλέξανδρος", "שרה כהן", "Łucja Núñez", "欧阳娜娜"]
)
def test_no_name_is_wider_than_it_is_reckoned(name: str) -> None:
    with pen_on_a_page() as own:
        wide = own._wide(Words(0, 0, name, 14.5, "600"))
    assert wide <= 1.08 * width(name, 14.5)
