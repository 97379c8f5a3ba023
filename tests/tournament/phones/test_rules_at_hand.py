"""The rules at hand: everything on one public page, and the same data on paper and beside the other
games.
"""

import io
import re
from html import unescape

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pypdf import PdfReader

from scoring.games.registry import leaflet
from scoring.games.rulebooks import RULEBOOKS
from scoring.law.comparison import comparison
from scoring.law.readings import readings
from tests.second_rank import by_rank
from tests.tournament.evening import NOW, new_event
from tests.tournament.paper.sizes import sizes
from tournament.counting.scores import rules
from tournament.event.forms_rules import new_columns
from tournament.paper.page import html, pdf
from tournament.paper.rule_sheet import printed_rules

pytestmark = pytest.mark.django_db


def page(path: str) -> str:
    """The words of a page that anybody may open."""
    answer = Client().get(path)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


@pytest.mark.parametrize("game", RULEBOOKS)
def test_every_clause_option_and_question_of_the_game_is_on_one_page(game: str) -> None:
    event = new_event(game=game)
    with CaptureQueriesContext(connection) as asked:
        words = page(f"/e/{event.slug}/rules/")
    assert len(asked) <= 4
    in_force = rules(event)
    assert [clause.id for clause in in_force.rulebook.clauses if clause.gist not in words] == []
    assert [
        reading.id
        for reading in readings(in_force)
        if reading.question not in words or reading.answer not in words
    ] == []
    meanings = [option.meaning(in_force[option.name]) for option in in_force.rulebook.options]
    assert [meaning for meaning in meanings if meaning[1:] not in words] == []
    assert "<script>" not in words


@pytest.mark.parametrize("game", RULEBOOKS)
def test_no_choice_is_called_by_its_name_in_the_program_on_page_or_paper(game: str) -> None:
    book = new_event(game=game)
    options = rules(book).rulebook.options
    other = {
        option.name: next(v for v in option.values if v != rules(book)[option.name])
        for option in options
    }
    event = new_event(game=game, rules=" ".join(f"{name}={value}" for name, value in other.items()))
    paper = html(printed_rules(event, NOW))
    for words in (page(f"/e/{event.slug}/rules/"), unescape(paper)):
        read = re.sub(r"<(script|style)\b.*?</\1>|<[^>]+>", " ", words, flags=re.DOTALL)
        assert re.findall(r"\b[a-z]+_[a-z_]+|\b[a-z]+=\w+", read) == []


@pytest.mark.parametrize("form", ["switch", "switch_for_two"])
def test_the_sheet_of_a_match_for_two_says_nothing_of_six_players(form: str) -> None:
    paper = html(printed_rules(new_event(**new_columns(form, {})), NOW))
    assert ("two packs from six players on" in paper) is (form == "switch")


@pytest.mark.parametrize(
    ("laps", "run", "times"), [(1, "one lap", "once"), (3, "three laps", "three times")]
)
def test_the_sheet_of_a_race_says_how_many_laps_win_it(laps: int, run: str, times: str) -> None:
    event = new_event(**new_columns("pursuit_racing", {"laps": str(laps)}))
    words = html(printed_rules(event, NOW))
    assert f"passes their own starting card {times} wins." in words
    assert f"Run {run} round the ten ranks." in words
    assert f"Run {run} round the ten ranks." in page(f"/e/{event.slug}/rules/")


def test_what_a_format_itself_sets_is_no_option_that_somebody_chose() -> None:
    for form in ("switch", "pursuit_racing"):
        paper = printed_rules(new_event(**new_columns(form, {})), NOW)
        assert paper.remarks == ("standard rules",)
    event = new_event(**new_columns("ottawa", {"blocked": "no_score"}))
    assert printed_rules(event, NOW).remarks == ("one option chosen for this evening",)


def test_clauses_stand_on_the_organisers_copy_alone_and_break_no_line_that_is_full() -> None:
    event = new_event()
    assert "<small>" not in html(printed_rules(event, NOW))
    drawn = pdf(printed_rules(event, NOW, clauses=True))
    lines = PdfReader(io.BytesIO(drawn)).pages[0].extract_text().splitlines()
    assert "Allowed. After a final 2 nobody picks up: the game is over." in lines


def test_the_order_of_the_questions_is_that_of_how_often_they_come_up() -> None:
    event = new_event()
    words = page(f"/e/{event.slug}/rules/")
    places = [words.index(f"<dt>{reading.question}</dt>") for reading in readings(rules(event))]
    assert places == sorted(places)


def test_a_choice_of_the_event_is_marked_on_page_and_paper() -> None:
    event = new_event(rules="trick_match=rank_or_suit")
    words = page(f"/e/{event.slug}/rules/")
    assert words.count("chosen for this evening") == 1
    paper = printed_rules(event, NOW)
    assert paper.content["choices"] == ("An Ace, Queen or 2 may also be laid on its own rank.",)
    assert "1 options chosen" not in html(paper)
    assert "one option chosen for this evening" in html(paper)


def test_the_games_stand_side_by_side_from_their_rulebooks() -> None:
    event = new_event(game="ottawa")
    words = re.sub(r"<[^>]*>", "", page(f"/e/{event.slug}/rules/games/"))
    shown = comparison(rules(event))
    assert shown.titles[0] == "Ottawa"
    assert [row.heading for row in shown.rows if row.heading not in words] == []
    assert [cell.words for row in shown.rows for cell in row.cells if cell.words not in words] == []


WORDY = {
    "swedish_pursuit": "trick_match=rank_or_suit eight_on_two=passes deflect_two=queen"
    " trick_follow=shown queen_two=skip start_trick=off call_two=at_once"
    " short_stock=reshuffle blocked=lowest_zero start_queen=left challenge_until=tally"
    " final_two=pick_up illegal_play_penalty=2 packs=two",
    "switch": "mix_penalties=yes seven_powers=all jack_two=skip challenge_until=any_time"
    " play_on=yes same_suit_or_rank=yes suit_runs=yes row_fit=every ace_in_run=either"
    " scoring=hand_points compulsory=no ace_covered=no unnamed=before nominate_until=card",
}
"""The options with the most to say."""


@pytest.mark.parametrize(
    ("game", "chosen"),
    [
        *by_rank([(game, WORDY.get(game, "")) for game in RULEBOOKS], list(WORDY.items())),
        *(pytest.param(game, "", marks=pytest.mark.torture) for game in WORDY),
    ],
)
def test_the_rule_sheet_is_one_page_for_every_game_however_much_its_options_have_to_say(
    game: str, chosen: str
) -> None:
    event = new_event(game=game, rules=chosen)
    paper = printed_rules(event, NOW)
    assert paper.content["address"].endswith(f"/e/{event.slug}/rules/")
    drawn = pdf(paper)
    printed = PdfReader(io.BytesIO(drawn))
    assert len(printed.pages) == 1
    assert min(sizes(drawn)) > 7.3
    with_clauses = pdf(printed_rules(event, NOW, clauses=True))
    assert len(PdfReader(io.BytesIO(with_clauses)).pages) == 1
    # The small figures of the clauses are the smallest words on the organiser's copy.
    assert min(sizes(with_clauses)) == pytest.approx(7, abs=0.01)
    words = " ".join(printed.pages[0].extract_text().split())
    assert RULEBOOKS[game].title in words
    bare = "".join(words.split())
    assert [
        note.heading
        for note in paper.content["page"].notes
        if "".join(note.text.split()) not in bare
    ] == []


def test_the_phone_says_how_to_play_before_anything_else() -> None:
    event = new_event(rules="trick_match=rank_or_suit")
    words = page(f"/e/{event.slug}/rules/")
    short = leaflet(rules(event)).short
    assert [
        note.heading
        for note in short
        if f"<dt>{note.heading}</dt><dd>{note.text}</dd>" not in words
    ] == []
    assert words.index(short[-1].text) < words.index("What a card left in your hand costs")
    assert "An Ace, Queen or 2 goes on its suit or on its own rank." in words
