"""Small events of matches for the tests, built and played through the real acts."""

from random import Random
from typing import Any

from scoring.pairing.course import Course
from tests.tournament.evening import add_guests, new_event, sign
from tournament.counting.matches import course
from tournament.matches.acts import close_stage, pair_round, publish_pairs
from tournament.matches.acts_results import Outcome, record_match
from tournament.models import Event


def match_event(
    players: int = 8,
    *,
    pairing: str = "swiss",
    best_of: int = 1,
    form: str = "pursuit",
    **fields: Any,
) -> Event:
    """An event of matches of so many guests, P001 onwards, before its first pairing."""
    declared = {
        "game": "pursuit",
        "qualifying_rounds": 3,
        "cut_size": 4,
        "tie_breaks": ["buchholz", "head_to_head", "lot"],
        **fields,
    }
    choices = f"pairing={pairing} best_of={best_of}"
    event = new_event(format=form, choices=choices, **declared)
    add_guests(event, players)
    return event


def now(event: Event) -> Course:
    """The course as its rows stand."""
    return course(Event.objects.get(pk=event.pk))


def out(event: Event, seed: int = 1) -> Course:
    """The next round paired and published."""
    found = pair_round(event, sign(), seed=seed, seeded=True)
    assert found is not None
    publish_pairs(event, found.round.number, sign())
    return now(event)


def save(event: Event, number: int, table: int, games: str, **more: Any) -> None:
    """A match as its version stands."""
    seen = now(event).match(number, table).version
    record_match(event, Outcome(number, table, games, seen, **more), sign())


def play_round(event: Event, rng: Random | None = None) -> None:
    """Every open match of the last round: the smaller number wins, or by chance."""
    held, best_of = now(event).rounds[-1], now(event).plan[now(event).rounds[-1].stage].best_of
    for match in held.waiting:
        letter = rng.choice("12") if rng else "1" if match.one < str(match.other) else "2"
        save(event, held.number, match.table, letter * (best_of // 2 + 1))


def play_stage(event: Event, rounds: int, rng: Random | None = None) -> None:
    """So many rounds paired, published and played, and the stage closed."""
    for turn in range(rounds):
        out(event, turn)
        play_round(event, rng)
    close_stage(event, sign(), seed=1)
