"""Every paper: its pages, their size, the edition on each, every name as written, and nothing that
a name could do.
"""

import io
import re
from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from datetime import UTC, datetime
from functools import cache
from typing import Any

import pytest
from pypdf import PdfReader

from tests.tournament.paper import lists
from tests.tournament.paper.evening import EDITION, archive, players, score_cards
from tests.tournament.paper.lists import LONG, LONGEST
from tests.tournament.paper.reading import codes_on, words_on
from tests.tournament.paper.sizes import sizes
from tournament.paper import page
from tournament.paper.fitting import LEAST, width
from tournament.paper.printed import ListPaper, Printed, bold, italic
from tournament.paper.results import on_one_page
from tournament.paper.table_sheets import SheetSeat
from tournament.paper.values import Named, Paper

pytestmark = pytest.mark.django_db
MM = 72 / 25.4
A4, LANDSCAPE = (210, 297), (297, 210)
IN_FULL = pytest.mark.torture
TABLES = (1, 10, 22)
"""Tables where names with an accent sit, the first and the last among them; all in the long form.
"""
PAPERS: dict[str, tuple[Callable[[], Paper], int, tuple[int, int]]] = {
    "table sheets": (lambda: of_some_tables(lists.table_sheets()), len(TABLES), LANDSCAPE),
    "seating by name": (lists.by_name, 2, A4),
    "seating by table": (lists.by_table, 3, A4),
    "table cards": (lambda: of_some_tables(lists.table_cards()), len(TABLES), A4),
    "standings": (lists.standings, 3, A4),
    "the ten": (lists.the_ten, 1, A4),
    "final list": (lists.final_list, 1, A4),
    "prize list": (lists.prize_list, 1, A4),
}
RESULTS = (lists.standings, lists.the_ten, lists.final_list, lists.prize_list)
EVERY_PAPER = pytest.mark.parametrize("name", PAPERS)
EVERY_PAGE = pytest.mark.parametrize(
    "name", [name for name in PAPERS if name not in ("table sheets", "table cards")]
)
"""Papers that a browser shows and prints as well: all that are no drawings."""


def of_some_tables(paper: Any) -> Any:
    """Sheets or cards of some tables: to draw one takes long."""
    many = "sheets" if hasattr(paper, "sheets") else "cards"
    return replace(paper, **{many: tuple(getattr(paper, many)[table - 1] for table in TABLES)})


@cache
def pages(name: str) -> list[tuple[tuple[int, int], str]]:
    """Size in millimetres and text of each page of a paper; printed once."""
    return read(page.pdf(PAPERS[name][0]()))


def read(pdf: bytes) -> list[tuple[tuple[int, int], str]]:
    """Size and text of each page, without its spaces: between words of a drawing the reader does
    not see them.
    """
    found = []
    for sheet in PdfReader(io.BytesIO(pdf)).pages:
        size = (round(float(sheet.mediabox.width) / MM), round(float(sheet.mediabox.height) / MM))
        found.append((size, bare(sheet.extract_text())))
    return found


def bare(words: str) -> str:
    """Words without the spaces between them."""
    return "".join(words.split())


def text(pdf: bytes) -> str:
    """The text of all pages."""
    return " ".join(words for _, words in read(pdf))


@EVERY_PAPER
def test_a_paper_has_its_pages_in_its_size(name: str) -> None:
    _, count, size = PAPERS[name]
    assert [found for found, _ in pages(name)] == [size] * count


LISTS = ("seating by name", "seating by table", "standings")


def in_lots(name: str, monkeypatch: pytest.MonkeyPatch) -> list[tuple[tuple[int, int], str]]:
    """A list laid out in lots of not much more than a page."""
    monkeypatch.setattr(page, "LINES_AT_ONCE", 70)
    return read(page.pdf(PAPERS[name][0]()))


@pytest.mark.parametrize("name", LISTS)
def test_a_list_laid_out_in_lots_has_the_pages_it_has_at_once(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert in_lots(name, monkeypatch) == pages(name)


def test_a_lot_that_ends_in_half_a_page_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ListPaper, "runs_over", False)
    assert in_lots("standings", monkeypatch) != pages("standings")


def test_a_page_is_known_to_its_styles_by_its_template() -> None:
    assert '<body class="the-ten">' in page.html(lists.the_ten())
    assert '<body class="list">' in page.html(lists.standings())


@EVERY_PAPER
def test_edition_and_time_stand_on_every_page(name: str) -> None:
    edition = (
        "No. 1 · 11 Feb 2027, 21:47" if PAPERS[name][0] in RESULTS else "No. 3 · 11 Feb 2027, 17:42"
    )
    assert [bare(edition) in words for _, words in pages(name)] == [True] * len(pages(name))


@pytest.mark.parametrize("name", ["table sheets", "seating by table", "table cards", "standings"])
def test_every_guest_is_named_as_written(name: str) -> None:
    everything = " ".join(words for _, words in pages(name))
    tables = archive()["seating"]["1"]
    some = [tables[table - 1] for table in TABLES] if PAPERS[name][1] == len(TABLES) else tables
    names = [players()[who]["name"] for table in some for who in table]
    assert [name for name in names if bare(name) not in everything] == []


@IN_FULL
@pytest.mark.parametrize("make", [lists.table_sheets, lists.table_cards])
def test_every_table_has_its_sheet_and_card_with_every_guest(make: Callable[[], Any]) -> None:
    sheets = read(page.pdf(make()))
    everything = " ".join(words for _, words in sheets)
    assert len(sheets) == len(archive()["seating"]["1"])
    assert [
        player["name"] for player in players().values() if bare(player["name"]) not in everything
    ] == []


def test_the_list_by_name_leads_with_the_surname() -> None:
    everything = " ".join(words for _, words in pages("seating by name"))
    missing = []
    for player in players().values():
        rest = player["name"].removesuffix(player["last_name"]).strip()
        if bare(f"{player['last_name']}, {rest}") not in everything:
            missing.append(player["name"])
    assert missing == []


def test_results_are_provisional_until_sealed() -> None:
    unsealed = read(page.pdf(lists.some_rows(lists.standings(sealed=False), 50)))
    assert [words.count("provisional") for _, words in unsealed] == [1, 1]
    assert [words.count("sealed21:46") for _, words in pages("standings")] == [1, 1, 1]
    assert "provisional" not in " ".join(words for _, words in pages("standings"))


def test_the_ten_bear_seal_signatures_and_the_tie() -> None:
    ((_, words),) = pages("the ten")
    for said in (
        "7F3A 9C21",
        "21:46",
        "Organiser",
        "Head Umpire",
        "finished level on 110.",
        "won more games than Lt Col Philippa Saddlemore: 5 to 3.",
    ):
        assert bare(said) in words
    assert "PROVISIONAL" in text(page.pdf(lists.the_ten(sealed=False)))


@pytest.mark.parametrize(
    "count", [10, 12, 16, 20, 24, *(pytest.param(few, marks=IN_FULL) for few in (1, 5, 11))]
)
def test_whoever_goes_through_stands_on_one_page(count: int) -> None:
    rows = [
        {"order": order, "name": f"Guest {order}", "livery": "Dyers", "total": 90, "seat": ""}
        for order in range(1, count + 1)
    ]
    paper = lists.the_ten()
    sheets = read(page.pdf(replace(paper, content={**paper.content, **on_one_page(rows)})))
    assert len(sheets) == 1
    assert f"Guest{count}Dyers" in sheets[0][1]


ROOMS = [(seats, games) for seats in (2, 4, 6, 10) for games in (1, 5, 6, 12)]
EDGES = [(2, 1), (10, 5), (10, 6), (10, 12)]


@pytest.mark.parametrize(
    ("seats", "games"),
    [pytest.param(*room, marks=() if room in EDGES else IN_FULL) for room in ROOMS],
)
def test_a_table_sheet_has_room_for_any_table_and_round(seats: int, games: int) -> None:
    rows = tuple(
        SheetSeat("ABCDEFGHIJ"[i], Named(f"Guest {i}", "Dyers", i), "A") for i in range(seats)
    )
    paper = lists.table_sheets()
    sheets = read(
        page.pdf(replace(paper, sheets=(replace(paper.sheets[0], seats=rows, games=games),)))
    )
    everything = " ".join(words for _, words in sheets)
    assert len(sheets) == (2 if games > 6 else 1)
    assert re.findall(r"Game(\d+)", everything) == [str(game) for game in range(1, games + 1)]
    assert f"Guest{seats - 1}" in everything


@pytest.mark.parametrize("seats", [2, 4, 6, 8, 10])
def test_a_table_card_names_every_seat_on_one_page(seats: int) -> None:
    rows = tuple(("ABCDEFGHIJ"[i], (Named(f"Guest {i}", "Dyers"), None)) for i in range(seats))
    paper = lists.table_cards()
    card = replace(paper.cards[0], table=107, seats=rows)
    sheets = read(page.pdf(replace(paper, cards=(card,))))
    assert len(sheets) == 1
    assert [f"Guest{i}" in sheets[0][1] for i in range(seats)] == [True] * seats


def test_codes_stand_on_table_cards_only_where_given() -> None:
    assert codes_on(lists.table_cards()) == []
    assert len(codes_on(lists.table_cards("K7M 4QD"))) == 22
    assert words_on(lists.table_cards("K7M 4QD")).count("K7M 4QD") == 22


HOSTILE = "<img src=x onerror=alert(1)>&amp;{{ 7|add:7 }}{% now 'Y' %}\"'><script>x</script>"


def test_a_hostile_name_is_printed_as_the_text_it_is() -> None:
    row = ("1", bold(HOSTILE, "10.6 55"), italic(HOSTILE), 1, 2, 3, None, None, None)
    paper = replace(lists.standings(), groups=(("", (row,)),), line_after=0)
    web = page.html(paper)
    assert "<script" not in web
    assert "<img" not in web
    assert web.count("&lt;script&gt;") == 2
    assert bare(HOSTILE) in text(page.pdf(paper))


def test_a_hostile_name_stays_text_in_drawings_and_cards() -> None:
    sheets = lists.table_sheets()
    seat = SheetSeat("A", Named(HOSTILE, "<script>x</script>", 1), "B")
    sheet = text(page.pdf(replace(sheets, sheets=(replace(sheets.sheets[0], seats=(seat,)),))))
    cards = score_cards(size="A6")
    card = text(
        page.pdf(
            replace(cards, cards=(replace(cards.cards[0], guest=Named(HOSTILE, "<b>", 1, ")\\(")),))
        )
    )
    assert bare(HOSTILE) in sheet
    assert (card.count(bare(HOSTILE)), card.count("<b>"), card.count(")\\(")) == (2, 2, 1)


@EVERY_PAGE
def test_the_web_page_needs_no_script_and_no_style_of_its_own(name: str) -> None:
    web = page.html(PAPERS[name][0]())
    assert re.findall(r"<style|<script|\sstyle=|\son\w+=", web) == []
    assert '<link rel="stylesheet" href="/static/tournament/paper/page.css">' in web


def test_a_printing_at_half_past_midnight_in_summer_shows_the_hall_s_clock() -> None:
    late = replace(EDITION, printed_at=datetime(2027, 6, 30, 23, 30, tzinfo=UTC))
    assert "No. 3 · 1 Jul 2027, 00:30" in page.html(replace(lists.by_name(), edition=late))


def test_a_draft_says_so_on_every_page() -> None:
    paper = lists.some_rows(lists.by_name(), 75)
    drafts = read(page.pdf(replace(paper, remarks=("75 guests", "draft, not published"))))
    assert [words.count("draft,notpublished") for _, words in drafts] == [1, 1]
    assert "draft" not in " ".join(words for _, words in pages("seating by name"))


def test_a_prize_list_is_secret() -> None:
    assert "not public until the podium is revealed" in page.html(lists.prize_list())


def lengthened(value: Any, name: str) -> Any:
    """A value of a paper with this for every name of a person, livery, office and event in it,
    however deep.
    """
    if isinstance(value, tuple):
        return tuple(lengthened(one, name) for one in value)
    if not is_dataclass(value) or isinstance(value, type):
        return value
    named = {"name", "livery", "office", "event"}
    return replace(
        value,
        **{
            field.name: name
            if field.name in named and isinstance(held, str) and held
            else lengthened(held, name)
            for field in fields(value)
            if (held := getattr(value, field.name)) is not None
        },
    )


def two_long(paper: Any) -> Any:
    """A paper of two entries alone: one with a long name, one with the longest."""
    if isinstance(paper, ListPaper):
        return lists.some_rows(paper, 4)
    if isinstance(paper, Printed):
        return paper
    many = next(one for one in ("sheets", "cards") if hasattr(paper, one))
    first, other = getattr(paper, many)[:2]
    return replace(
        lengthened(paper, LONG), **{many: (lengthened(first, LONG), lengthened(other, LONGEST))}
    )


@EVERY_PAPER
def test_no_words_on_any_paper_are_under_7_points_however_long_a_name_is(name: str) -> None:
    paper = lists.lifted(long_names=True).get(name) or PAPERS[name][0]()
    assert min(sizes(page.pdf(two_long(paper)))) >= LEAST - 0.01


@pytest.mark.promise("No words on any paper are under 7 points, however long a name is")
@pytest.mark.parametrize("games", [5, 12])
def test_no_words_on_a_score_card_are_under_7_points_however_long_a_name_is(games: int) -> None:
    whole = score_cards(games=games, link="https://cards.example/T/K7RM4QXW")
    assert min(sizes(page.pdf(two_long(whole)))) >= LEAST - 0.01


@pytest.mark.control("test_no_words_on_a_score_card_are_under_7_points_however_long_a_name_is")
def test_a_name_that_shrinks_without_end_would_be_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tournament.paper.fitting.LEAST", 0)
    paper = two_long(score_cards(link="https://cards.example/T/K7RM4QXW"))
    assert min(sizes(page.pdf(paper))) < 6


def test_the_foot_of_the_prize_list_ends_before_the_number_of_its_page() -> None:
    paper = lists.prize_list()
    edition = replace(paper.edition, sealed_at=None, code="9534F1")
    printed = PdfReader(io.BytesIO(page.pdf(replace(paper, edition=edition)))).pages[0]
    right = {}

    def seen(text: str, _cm: Any, tm: Any, _font: Any, _size: Any) -> None:
        for word in ("revealed", "Page"):
            if word in text:
                right[word] = tm[4], text

    printed.extract_text(visitor_text=seen)
    start, words = right["revealed"]
    assert "Page" not in words
    assert start + width(words.splitlines()[0].strip(), 7.6) * MM < right["Page"][0]
