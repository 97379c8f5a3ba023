"""Every paper fits the sheets in the printer of the evening."""

import io

import pytest
from django.test import Client
from pypdf import PageObject, PdfReader, PdfWriter

from tests.tournament.evening import official, seated_event
from tournament.paper.sheet_size import A4, LETTER, fitted

BADGE_CARD = (419.5, 297.6)


def sheets(*sizes: tuple[float, float]) -> bytes:
    """A PDF of empty sheets."""
    writer = PdfWriter()
    for width, height in sizes:
        writer.add_page(PageObject.create_blank_page(width=width, height=height))
    buffer = io.BytesIO()
    writer.write(buffer)
    return buffer.getvalue()


def sizes(printed: bytes) -> list[tuple[int, int]]:
    """Width and height of each page, in points."""
    pages = PdfReader(io.BytesIO(printed)).pages
    return [(round(page.mediabox.width), round(page.mediabox.height)) for page in pages]


def test_sheets_of_a4_become_letter_upright_and_on_their_side_and_others_stay() -> None:
    printed = sheets(A4, A4[::-1], BADGE_CARD)
    assert sizes(fitted(printed, "Letter")) == [(612, 792), (792, 612), (420, 298)]
    assert fitted(printed, "A4") == printed
    assert (round(LETTER[0]), round(LETTER[1])) == (612, 792)


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["score-cards", "place-cards", "seating-by-name"])
@pytest.mark.parametrize(("size", "points"), [("A4", (595, 842)), ("Letter", (612, 792))])
def test_what_the_page_prints_is_of_the_size_of_the_evening_and_keeps_its_words(
    kind: str, size: str, points: tuple[int, int]
) -> None:
    event = seated_event(5, paper_size=size)
    client = Client()
    client.force_login(official(event))
    answer = client.get(f"/e/{event.slug}/paper/{kind}.pdf")
    assert set(sizes(answer.content)) <= {points, points[::-1]}
    assert "Guest" in PdfReader(io.BytesIO(answer.content)).pages[0].extract_text()
