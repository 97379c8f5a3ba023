"""Score cards: every guest has one, it says where to sit and who checks, and the stack needs no
sorting.
"""

import io
import subprocess
from dataclasses import replace
from functools import cache
from math import ceil
from pathlib import Path

import pytest
import zxingcpp
from PIL import Image
from pypdf import PageObject, PdfReader

from tests.tournament.paper.evening import VALUES, archive, score_card, score_cards
from tests.tournament.paper.reading import codes_on, marks_on
from tournament.paper.drawing import Box, Form, Placed, Words
from tournament.paper.fitting import halved, set_in, width
from tournament.paper.page import pdf
from tournament.paper.score_cards import CardSize, Half, Neighbour, ScoreCard, ScoreCards, card_form
from tournament.paper.values import Named

MM = 72 / 25.4


@cache
def printed(paper: ScoreCards) -> list[PageObject]:
    """The pages of the PDF; printed once, since a printing takes seconds."""
    return list(PdfReader(io.BytesIO(pdf(paper))).pages)


def words(page: PageObject) -> str:
    """The text of a page, spaces evened out."""
    return " ".join(page.extract_text().split())


def few(*, games: int = 5, link: str = "", size: CardSize = "A4") -> ScoreCards:
    """The first five cards."""
    paper = score_cards(games=games, link=link, size=size)
    return replace(paper, cards=paper.cards[:5])


IN_FULL = pytest.mark.torture
ACCENTS = "Dr Łucja Ó’Brien-Ŵyn Šťastný"
LONGEST = "The Right Honourable Maximiliana Featherstonehaugh-Wolfenstein of Worcestershire"


def renamed() -> list[PageObject]:
    """The first five cards on a page each, two of them with the names that are hardest to set."""
    paper = few(size="A6")
    hard = zip(paper.cards, (ACCENTS, LONGEST), strict=False)
    cards = [replace(card, guest=Named(name, "Dyers", 7)) for card, name in hard]
    return printed(replace(paper, cards=(*cards, *paper.cards[2:])))


def first(count: int, size: CardSize = "A4") -> ScoreCards:
    """So many cards of the field."""
    paper = score_cards(size=size)
    return replace(paper, cards=paper.cards[:count])


@pytest.fixture
def eight_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nine cards then go over the edge of what is drawn at once, as 801 do."""
    monkeypatch.setattr("tournament.paper.page.SHEETS_AT_ONCE", 2)


@pytest.mark.usefixtures("eight_at_once")
@pytest.mark.parametrize("cards", [9, pytest.param(110, marks=IN_FULL)])
@pytest.mark.parametrize(
    ("size", "on_page", "width", "height"),
    [("A4", 4, 210, 297), ("A6", 1, 105, 148.5)],
)
def test_the_field_fills_the_pages_of_each_size(
    size: CardSize, on_page: int, width: float, height: float, cards: int
) -> None:
    sheets = printed(first(cards, size))
    boxes = {
        (round(float(page.mediabox.width) / MM, 1), round(float(page.mediabox.height) / MM, 1))
        for page in sheets
    }
    assert len(sheets) == ceil(cards / on_page)
    assert boxes == {(width, height)}


@pytest.mark.parametrize("count", [49, pytest.param(110, marks=IN_FULL)])
def test_every_name_is_printed_as_written_with_its_accents(count: int) -> None:
    everybody = [score_card(who) for table in archive()["seating"]["1"] for who in table]
    everybody.sort(key=lambda card: not card.guest.name.isascii())
    cards = tuple(everybody[-count:])
    sheets = printed(replace(score_cards(size="A6"), cards=cards))
    for number, (page, card) in enumerate(zip(sheets, cards, strict=True)):
        if card.guest.name.isascii() and number % 8:
            continue  # to read a page takes long: all with an accent, and every eighth
        text = words(page)
        assert text.count(card.guest.name) == 2
        assert card.upper.checked_by.name in text
        assert card.lower is not None
        assert card.lower.checks.name in text


def test_a_name_with_every_accent_is_found_again() -> None:
    assert ACCENTS in words(renamed()[0])


def test_cut_and_stacked_the_piles_are_in_table_order() -> None:
    paper = score_cards()
    sheets = paper.laid_out()
    stack = [
        slot.card for pile in "ABCD" for sheet in sheets for slot in sheet if slot.pile == pile
    ]
    assert tuple(stack) == paper.cards
    assert [slot.mark for slot in sheets[0]] == ["A1/28", "B1/28", "C1/28", "D1/28"]
    assert [slot.mark for slot in sheets[-1]] == ["A28/28", "B28/28", "C28/28"]


@pytest.mark.usefixtures("eight_at_once")
@pytest.mark.parametrize("count", [1, 4, 5, 9, pytest.param(49, marks=IN_FULL)])
def test_any_number_of_cards_is_printed_once_each(count: int) -> None:
    paper = first(count)
    text = " ".join(words(page) for page in printed(paper))
    assert [text.count(card.guest.name) >= 2 for card in paper.cards] == [True] * count
    assert sum(len(sheet) for sheet in paper.laid_out()) == count


def test_edition_and_time_stand_on_both_halves_of_every_card() -> None:
    assert [words(page).count("No. 3 · 11 Feb 2027, 17:42") for page in renamed()] == [2] * 5


@pytest.mark.parametrize("games", [1, 4, 5, 7, 8, 12, 20])
def test_each_half_has_a_box_for_every_game_inside_the_card(games: int) -> None:
    form = card_form(few(games=games))
    boxes = [mark for mark in form.marks if isinstance(mark, Box) and mark.weight == 0.28]
    assert len(boxes) == 2 * games
    assert all(
        box.x >= 6 and box.x + box.width <= 99.01 and box.y + box.height <= 132.61 for box in boxes
    )


@pytest.mark.parametrize("games", [5, 6, 7, 8, 10, 14, 20])
def test_the_dealers_stand_in_the_boxes_of_their_games_alone(games: int) -> None:
    """A line elsewhere would lie on the name of a neighbour that takes two lines."""
    paper, letters = few(games=games, size="A6"), ("MABCD" * 4)[:games]
    card = paper.cards[0]
    assert card.lower is not None
    dealt = replace(
        card,
        upper=replace(card.upper, dealers=letters),
        lower=replace(card.lower, dealers=letters),
    )
    before, after = (
        {
            mark
            for placed in marks_on(replace(paper, cards=(item,)))
            if isinstance(placed, Placed) and not isinstance(placed.marks, Form)
            for mark in placed.marks
            if isinstance(mark, Words)
        }
        for item in (card, dealt)
    )
    boxes = [
        mark for mark in card_form(paper).marks if isinstance(mark, Box) and mark.weight == 0.28
    ]
    homes = [
        {
            number
            for number, box in enumerate(boxes)
            if box.x < words.x
            and words.x + width(words.text, words.size) < box.x + box.width + 0.4
            and box.y < words.y < box.y + box.height
        }
        for words in after - before
    ]
    assert {len(home) for home in homes} == {1}
    assert set.union(*homes) == set(range(2 * games))


def test_nothing_is_printed_where_office_printers_cannot_reach() -> None:
    form = card_form(few(size="A6"))
    assert max(mark.y for mark in form.marks if isinstance(mark, Words)) <= 143.8
    assert min(mark.x for mark in form.marks if isinstance(mark, Words)) >= 6


def test_an_eight_stands_out_without_colour() -> None:
    heavy = [
        mark for mark in card_form(few()).marks if isinstance(mark, Box) and mark.weight == 0.55
    ]
    assert len(heavy) == 2
    assert [group.ranks for group in VALUES if group.heavy] == [("8",)]


def test_a_code_is_printed_only_where_a_link_is_given() -> None:
    assert codes_on(few()) == []
    assert len(codes_on(few(link="HTTP://192.168.8.20:8000/G/"))) == 5


def test_a_card_for_one_round_leaves_out_the_other_half() -> None:
    alone = ScoreCard(
        Named("Zoë Pye", "Dyers", 1), Half(1, 1, "A", Neighbour("B", "Ann"), Neighbour("E", "Bo"))
    )
    page = printed(replace(few(size="A6"), cards=(alone,)))[0]
    assert "ROUND 2" not in words(page)
    assert words(page).count("Zoë Pye") == 1


def test_a_third_round_is_carried_forward_by_its_number() -> None:
    card = score_card("P001")
    assert card.lower is not None
    later = replace(card, upper=replace(card.upper, round=3), lower=replace(card.lower, round=4))
    texts = [
        mark.text
        for mark in card_form(replace(few(), cards=(later,))).marks
        if isinstance(mark, Words)
    ]
    assert "Rounds 1–3" in texts
    assert "rounds 1 to 4" in texts


def test_the_longest_name_allowed_is_set_smaller_and_kept_whole() -> None:
    assert LONGEST in words(renamed()[1])
    assert set_in(LONGEST, 14.5, 93) == (52, halved(LONGEST))
    assert set_in("Tabitha Mossgarth", 14.5, 93) == (100, ("Tabitha Mossgarth",))


def test_the_form_is_drawn_once_for_all_cards() -> None:
    forms = [
        mark.marks
        for mark in marks_on(few())
        if isinstance(mark, Placed) and isinstance(mark.marks, Form)
    ]
    assert len(forms) == 5
    assert len(set(forms)) == 1


@pytest.mark.needs("pdftoppm")
def test_the_codes_of_a_sheet_are_read_back_from_a_print_in_grey(tmp_path: Path) -> None:
    paper = few(link="HTTP://192.168.8.20:8000/G/")
    (tmp_path / "cards.pdf").write_bytes(pdf(paper))
    command = [
        "pdftoppm",
        "-r",
        "150",
        "-gray",
        "-png",
        "-l",
        "1",
        str(tmp_path / "cards.pdf"),
        str(tmp_path / "page"),
    ]
    subprocess.run(command, check=True)
    with Image.open(next(tmp_path.glob("page*.png"))) as scanned:
        found = {code.text for code in zxingcpp.read_barcodes(scanned)}
    assert found == {slot.card.link for slot in paper.laid_out()[0]}
