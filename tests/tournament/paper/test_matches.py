"""The papers and the workbook's pages of matches."""

import io
from datetime import UTC, datetime
from random import Random

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader

from tests.tournament.ending import fresh
from tests.tournament.matches.matches import match_event, now, out, play_round, play_stage
from tests.tournament.paper.reading import words_on
from tournament.counting.board import board
from tournament.matches.reading import names_of, winner_of
from tournament.models import Event, Guest
from tournament.paper.catalogue import catalogue, find
from tournament.paper.page import html, pdf
from tournament.paper.printed import Printed
from tournament.workbook.book import workbook

pytestmark = pytest.mark.django_db
AT = datetime(2027, 2, 11, 21, 0, tzinfo=UTC)


def keys(event: Event) -> list[tuple[str, str]]:
    """Every paper of the event and what it waits for."""
    return [(kind.key, kind.waits_for) for kind in catalogue(fresh(event))]


def printed(event: Event, key: str) -> str:
    """The words of a paper, without its spaces."""
    kind = find(fresh(event), key)
    assert kind is not None
    paper = kind.make(AT)
    assert "<script" not in html(paper)
    return "".join(
        "".join(page.extract_text() for page in PdfReader(io.BytesIO(pdf(paper))).pages).split()
    )


def test_before_anything_the_slips_and_the_rules_can_be_printed() -> None:
    event = match_event(4)
    assert keys(event) == [
        ("player-slips", ""),
        ("rule-sheet", ""),
        ("rule-sheet-clauses", ""),
        ("umpire-card", ""),
        ("table-cards", ""),
        ("pairings", "Waits for the first published round."),
        ("pairings-by-name", "Waits for the first published round."),
        ("result-slips", "Waits for the first published round."),
        ("certificates", "Waits for the winner."),
        ("certificates-all", "Waits for the winner."),
        ("rulings", "Waits for the first ruling."),
    ]
    assert "Guest3" in printed(event, "player-slips")
    cards = find(fresh(event), "table-cards")
    assert cards is not None
    assert [f"MATCHES AT TABLE {table}" in words_on(cards.make(AT)) for table in (1, 2, 3)] == [
        True,
        True,
        False,
    ]


def test_a_large_bracket_is_printed_in_ways_of_sixteen_and_how_they_go_on() -> None:
    event = match_event(40, pairing="knock_out")
    out(event)
    kind = find(fresh(event), "bracket")
    assert kind is not None
    pages = PdfReader(io.BytesIO(pdf(kind.make(AT)))).pages
    words = [page.extract_text() for page in pages]
    assert ["Last 64" in page for page in words] == [True] * 4 + [False]
    assert [page.count("bye") for page in words] == [6, 6, 6, 6, 0]
    assert "Semi-finals" in words[-1]
    assert pages[0].mediabox.width > pages[0].mediabox.height


def test_a_long_cross_table_goes_on_on_the_next_sheet_with_its_heads() -> None:
    event = match_event(64)
    out(event)
    kind = find(fresh(event), "cross-table")
    assert kind is not None
    pages = PdfReader(io.BytesIO(pdf(kind.make(AT)))).pages
    words = [page.extract_text() for page in pages]
    assert ["R1" in page for page in words] == [True] * 3
    assert sum(page.count("Guest ") for page in words) == 64


def test_a_plan_that_cannot_be_leaves_the_pairings_waiting() -> None:
    event = match_event(4, pairing="swiss_then_knock_out", cut_size=3)
    assert ("pairings", "Waits for the first published round.") in keys(event)


def test_pairings_bracket_and_cross_table_come_out_as_paper() -> None:
    event = match_event(6, pairing="swiss_then_knock_out", cut_size=2)
    Guest.objects.filter(event=event, ref="P002").update(name="<b>Łucja</b>")
    play_stage(event, 3, Random(3))
    out(event)
    assert [key for key, waits in keys(event) if not waits] == [
        "player-slips",
        "rule-sheet",
        "rule-sheet-clauses",
        "umpire-card",
        "table-cards",
        "pairings",
        "pairings-by-name",
        "result-slips",
        "cross-table",
        "bracket",
    ]
    names = names_of(event)
    final = now(event).rounds[-1].matches[0]
    for key in ("pairings", "pairings-by-name", "result-slips", "bracket"):
        words = printed(event, key)
        assert all("".join(names[ref].split()) in words for ref in final.players), key
    crossed = printed(event, "cross-table")
    assert all("".join(name.split()) in crossed for name in names.values())


@pytest.mark.parametrize(
    ("pairing", "rounds", "first"),
    [("knock_out", 2, "won the knock-out,"), ("swiss", 3, "won the Swiss,")],
)
def test_once_all_is_decided_the_first_three_and_everybody_have_a_certificate(
    pairing: str, rounds: int, first: str
) -> None:
    event = match_event(4, pairing=pairing)
    play_stage(event, rounds)
    papers = {key: find(fresh(event), key) for key in ("certificates", "certificates-all")}
    best, everybody = (kind.make(AT) for kind in papers.values() if kind)
    assert isinstance(best, Printed)
    assert isinstance(everybody, Printed)
    won, second, *_third = best.content["certificates"]
    assert won["name"] == names_of(event)[str(winner_of(now(event)))]
    assert won["lines"] == (first, "in a field of four")
    assert second["lines"][0].startswith("came second in the ")
    count = "three matches" if pairing == "swiss" else "one match"
    said = [certificate["lines"] for certificate in everybody.content["certificates"]]
    assert len(said) == 4
    assert (f"played {count} in good company,", "one of a field of four") in said
    assert "wonthe" in printed(event, "certificates")


def test_all_play_all_is_crossed_player_by_player() -> None:
    event = match_event(3, pairing="all_play_all")
    play_stage(event, 3)
    words = printed(event, "cross-table")
    assert "1won,½drawn,0lost" in words


def test_the_workbook_has_pairings_and_a_page_for_each_stage() -> None:
    event = match_event(5, pairing="swiss_then_knock_out", cut_size=2)
    Guest.objects.filter(event=event, ref="P001").update(name="=1+1")
    play_stage(event, 3, Random(3))
    out(event)
    play_round(event)
    book = load_workbook(io.BytesIO(workbook(fresh(event), board(fresh(event)))))
    rows = list(book["Pairings"].iter_rows(min_row=2, values_only=True))
    assert len(rows) == 3 * 3 + 1
    assert rows[-1][0] == "Final"
    assert "f" not in {cell.data_type for row in book["Swiss"].iter_rows() for cell in row}
    swiss = list(book["Swiss"].iter_rows(min_row=2, values_only=True))
    assert "=1+1" in [row[2] for row in swiss]
    assert [row[0] for row in book["Knock-out"].iter_rows(min_row=2, values_only=True)] == [
        "1",
        "2",
    ]


def test_the_workbook_of_an_event_whose_plan_cannot_be_has_no_such_page() -> None:
    event = match_event(5, pairing="swiss_then_knock_out", cut_size=3)
    book = load_workbook(io.BytesIO(workbook(fresh(event), board(fresh(event)))))
    assert "Pairings" not in book.sheetnames
