"""An evening of matches that is over: its winner on the home, and what is left of it to keep."""

import io
import zipfile

import pytest
from django.urls import reverse
from openpyxl import load_workbook

from scoring.pairing.values import Result
from tests.tournament.ending import fresh, signed_in
from tests.tournament.evening import sign
from tests.tournament.matches.matches import match_event, now, out, play_stage
from tests.tournament.matches.walked import opponent_part
from tournament.archive.mails import RESULTS, SEATS, mails
from tournament.counting.board import board
from tournament.matches.acts import close_stage
from tournament.matches.acts_results import Outcome, record_match
from tournament.matches.reading import names_of, own_words
from tournament.models import Event
from tournament.steps.acts import close_evening
from tournament.workbook.book import workbook

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Event:
    """A Swiss of five and the final of its best two, closed; the smaller number always won."""
    made = match_event(5, pairing="swiss_then_knock_out", cut_size=2)
    made.guests.update(email="guest@example.org")
    play_stage(made, 3)
    play_stage(made, 1)
    close_evening(fresh(made), sign())
    return fresh(made)


def test_the_home_names_the_winner_and_who_stands_beside(event: Event) -> None:
    html = signed_in(event).get(reverse("evening", args=[event.slug])).content.decode()
    podium = html.partition("On the podium")[2].partition("</section>")[0]
    assert "<h2>Guest 1 has won</h2>" in html
    assert ("Guest 1" in podium, "Guest 3" in podium, "Guest 2" in podium) == (True, True, False)
    assert "Standings, entries, cut" not in html


def test_nobody_has_won_a_final_that_both_lost() -> None:
    event = match_event(2, pairing="knock_out")
    out(event)
    outcome = Outcome(1, 1, result="double_forfeit", reason="Neither came")
    record_match(event, outcome, sign())
    close_stage(event, sign(), seed=1)
    html = signed_in(event).get(reverse("match_results", args=[event.slug])).content.decode()
    assert (now(event).now, "has won" in html) == (1, False)


def test_a_guest_reads_their_own_matches_and_where_they_ended(event: Event) -> None:
    guests = event.guests.select_related("event").order_by("badge")
    winner, beaten, *_rest, last = map(opponent_part, guests)
    assert "You beat Guest 3, 1–0." in winner
    assert "Your place in the knock-out: 1st of 2." in winner
    assert "Your place in the Swiss: 1st of 5." in winner
    assert "Your place in the Swiss: 3rd of 5." in beaten
    assert ("knock-out" in last, "Your place in the Swiss: 5th of 5." in last) == (False, True)


@pytest.mark.parametrize(
    ("result", "said"),
    [
        ("walkover", ("you beat {} without a game", "you lost to {} without a game")),
        ("late", ("you beat {}: {} came too late", "you lost to {}: you came too late")),
        ("double_forfeit", ("lost by both (against {})", "lost by both (against {})")),
    ],
)
def test_what_came_of_a_match_is_said_to_each_of_the_two(
    result: Result, said: tuple[str, str]
) -> None:
    event = match_event(4)
    out(event)
    games = "" if result == "double_forfeit" else "1"
    record_match(event, Outcome(1, 1, games, result=result, reason="So it was"), sign())
    match, names = now(event).match(1, 1), names_of(event)
    assert match.other
    one, other = names[match.one], names[match.other]
    assert own_words(match, match.one, names) == said[0].format(other, other)
    assert own_words(match, match.other, names) == said[1].format(one)


def test_its_workbook_has_no_page_that_counts_sheets(event: Event) -> None:
    book = load_workbook(io.BytesIO(workbook(event, board(event))))
    assert book.sheetnames == [
        "Entries", "Pairings", "Swiss", "Knock-out", "Rulings", "Log", "Mail merge"
    ]  # fmt: skip
    head, *rows = book["Mail merge"].iter_rows(values_only=True)
    places = {row[head.index("Badge")]: row[head.index("Place")] for row in rows}
    assert places == {1: 1, 2: None, 3: 2, 4: None, 5: None}


def test_each_guest_is_told_by_mail_how_they_did_and_nobody_of_a_seat(event: Event) -> None:
    texts = [mail.text for mail in mails(event, RESULTS)]
    assert "You won 4 of 4 matches." in texts[0]
    assert "Your place in the Swiss: 1st of 5.\nYour place in the knock-out: 1st of 2." in texts[0]
    assert "knock-out" not in texts[4]
    assert mails(event, SEATS) == []


def test_the_closing_pack_says_what_decided_each_place(event: Event) -> None:
    answer = signed_in(event).get(reverse("closing_pack", args=[event.slug]))
    with zipfile.ZipFile(io.BytesIO(answer.getvalue())) as pack:
        site = f"{event.slug}/site"
        names = {name.removeprefix(f"{site}/") for name in pack.namelist() if site in name}
        standings = pack.read(f"{site}/standings.html").decode()
    assert {"matches.html", "papers/bracket.pdf", "papers/cross-table.pdf"} <= names
    assert "What decided" in standings
    assert "By Buchholz" in standings
