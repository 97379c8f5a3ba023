"""Every paper of an evening of another game speaks of that game: of races and deals, of cards where
nobody counts a hand, of one table as one, of no play-off where there is none, and of seats as they
are.
"""

import re

import pytest

from scoring.seating.movement import STAYS
from tests.tournament.evening import NOW, seated_event, sign
from tests.tournament.formats import race_read_out
from tests.tournament.paper.reading import words_on
from tournament.counting.board import board
from tournament.models import Round
from tournament.paper import seating
from tournament.paper.catalogue import catalogue
from tournament.paper.certificates import certificates
from tournament.paper.page import html
from tournament.seating.acts_seats import swap_guests

pytestmark = pytest.mark.django_db
ONE_OF_MANY = re.compile(r"\b1 (?:tables|guests|players|games|races|deals|sheets|rounds)\b")


def test_no_paper_of_a_race_speaks_of_hands_of_games_or_of_a_play_off() -> None:
    event = race_read_out()
    said = {
        kind.key: words_on(kind.make(NOW))
        for kind in catalogue(event)
        if not kind.waits_for and not kind.key.startswith("rule-sheet")
    }
    assert {"certificates", "keepsakes", "prize-list", "standings", "score-cards"} <= set(said)
    assert [
        (key, found[0]) for key, words in said.items() if (found := ONE_OF_MANY.search(words))
    ] == []
    assert [
        key for key, words in said.items() if re.search(r"play-off|your hand|\bdeal\b", words)
    ] == []
    assert "your card is checked by seat" in said["score-cards"]
    assert "checks your card" in said["table-cards"]
    assert "race by race" in said["table-sheets-1"]


def test_the_certificate_tells_who_won_where_no_play_off_follows() -> None:
    event = race_read_out()
    words = html(certificates(event, board(event), NOW))
    first, second = (words.index(name) for name in ("won the evening with", "finished second with"))
    assert words.index("Guest 2") < first < second
    assert "among the best" not in words


def test_the_table_card_says_how_everybody_moves_only_while_they_move_so() -> None:
    event = seated_event(5, qualifying_rounds=2)
    Round.objects.filter(event=event, number=2).update(movement="A stays, B moves on one table")
    assert f"{STAYS}." in words_on(seating.table_cards(event, NOW))
    swap_guests(event, 2, (1, 2), sign(), reason="They asked")
    words = words_on(seating.table_cards(event, NOW))
    assert "A stays" not in words
