"""A guest whose games are in reads what comes next, as the step of the evening has it."""

import re
from typing import Any

import pytest
from django.test import Client

from tests.tournament.ending import fresh
from tests.tournament.evening import save, seated_event, sign
from tests.tournament.phones.phones import codes_issued, guest_code
from tournament.finals.acts import reveal_cut, seal_cut
from tournament.finals.acts_playoff import read_next, reveal_podium
from tournament.finals.acts_replies import reply
from tournament.models import Event, Guest
from tournament.screens.acts import set_clock
from tournament.seating.acts import close_round
from tournament.steps.acts import seat_playoff

pytestmark = pytest.mark.django_db
FORMAT: dict[str, Any] = {
    "qualifying_rounds": 1,
    "games_per_round": 1,
    "cut_size": 3,
    "playoff_games": 1,
}


def reads(event: Event, badge: int) -> str:
    """The sentence on a guest's page where a seat would stand; the words above it where it does."""
    page = Client().get(f"/G/{guest_code(Guest.objects.get(event=event, badge=badge))}")
    html = page.content.decode()
    words: list[str] = re.findall(r'<h2 class="guest-words">([^<]*)<', html)
    sentence: list[str] = re.findall(r'id="guest-now".*?<p>([^<]*)</p>', html, re.DOTALL)
    return words[0] if words[:1] and words[0].startswith("Your seat") else sentence[0]


def test_the_sentence_follows_the_evening_to_its_end() -> None:
    event = seated_event(10, **FORMAT, playoff_tables=1)
    codes_issued(event)
    said = [reads(event, 1)]
    set_clock(event, "start", sign())
    said.append(reads(fresh(event), 1))
    save(event, ("out", "=10", "=20", "=30", "=40"), (1, 1, 1))
    said.append(reads(fresh(event), 1))
    save(event, ("=5", "=15", "=25", "=35", "out"), (1, 2, 1))
    said.append(reads(fresh(event), 1))
    close_round(event, 1, sign())
    said.append(reads(fresh(event), 1))
    seal_cut(event, sign())
    said.append(reads(fresh(event), 1))
    for _name in range(4):
        read_next(event, sign())
    reveal_cut(event, sign())
    through = [guest.badge for guest in event.guests.filter(ref__in=("P001", "P010", "P006"))]
    said += [reads(fresh(event), badge) for badge in (through[0], 4)]
    reply(event, ["P001"], sign(), declined=True)
    said.append(reads(fresh(event), 1))
    seat_playoff(fresh(event), sign(), warned=True)
    said.append(reads(fresh(event), 4))
    for act in (
        lambda: set_clock(event, "start", sign()),
        lambda: save(event, ("out", "=5", "=9"), (2, 1, 1)),
        lambda: close_round(event, 2, sign()),
    ):
        act()
        said.append(reads(fresh(event), 4))
    reveal_podium(event, sign())
    said.append(reads(fresh(event), 4))
    assert said == [
        "Your seat: round 1",
        "Your seat in round 1",
        "Your games are in; round 1 goes on.",
        "Your games are in. Listen for what comes next.",
        "All games are in. The results are being looked over.",
        "The results are sealed. The names are read out soon.",
        "You play on: please come to the front.",
        "The play-off comes next.",
        "You do not play on: thank you for playing.",
        "The play-off begins soon.",
        "The play-off is being played.",
        "The play-off is over. Listen for what comes next.",
        "All games are played. The podium is read out soon.",
        "Thank you for playing.",
    ]
