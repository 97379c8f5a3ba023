"""The demo of an event of matches: a Swiss into a knock-out, every game played out by simulated players."""

import random
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from scoring.engines import engine
from scoring.formats import format_of
from scoring.game import Game
from scoring.pairing.course import Course
from scoring.pairing.values import FIRST, SECOND, Match, fault_in_games
from scoring.plays import TurnPlay
from scoring.rulebook import Rules
from scoring.simulation import at_random, play_out, simple
from tournament.actor import Actor
from tournament.acts.match_results import Outcome, record_match
from tournament.acts.matches import close_stage, pair_round, publish_pairs
from tournament.demo_evening import SEED
from tournament.ledger.chain import Signature
from tournament.ledger.lift import rules
from tournament.ledger.matches import course
from tournament.models import Event

UMPIRE = Actor("Demo umpire")
EAGER = 0.8
"""How often a simulated player takes the play that gets rid of most: plain chance takes very long to end."""
CHOICES = "pairing=swiss_then_knock_out best_of=3"
Tell = Callable[[str], None]


def match_fields(game: str, guests: int) -> dict[str, Any]:
    """What the demo event of matches declares: its format, rounds of the Swiss and size of the knock-out."""
    form = format_of(game)
    size = next((size for size in (8, 4) if guests >= 2 * size), 2)
    numbers = {"qualifying_rounds": max(1, min(5, (guests + 1) // 2)), "cut_size": size}
    named = {"game": form.game, "format": form.name, "choices": CHOICES, "tie_breaks": list(form.tie_breaks)}
    return numbers | named | {"third_place_match": True, "has_playoff": False}


@dataclass(slots=True)
class _Clock:
    """The times and keys of the demo's acts, one after another; keys make a second run go on from where it stands."""

    now: datetime

    def sign(self, key: str) -> Signature:
        """The signature of the next act."""
        self.now += timedelta(seconds=20)
        return Signature(UMPIRE, self.now, f"demo {key}")


def play_matches(event: Event, until: int, now: datetime, tell: Tell) -> None:
    """Pair, publish and play rounds up to a number (0: to the winner), through the acts; what is there stays."""
    clock, in_force = _Clock(now - timedelta(hours=3)), rules(event)
    while (held := course(event)).now < len(held.plan):
        if held.last and held.last.waiting:
            _play(event, held, in_force, clock)
            tell(f"Round {held.last.number}: all matches are in.")
        elif _whole(held):
            close_stage(event, clock.sign(f"close {held.now}"), seed=SEED)
            tell(f"The {held.stage.words.lower()} is closed.")
        elif until and held.next_number > until:
            return
        else:
            pair_round(event, clock.sign(f"pair {held.next_number}"), seed=SEED + held.next_number)
            publish_pairs(event, held.next_number, clock.sign(f"publish {held.next_number}"))


def _whole(held: Course) -> bool:
    """Whether the stage has all its rounds."""
    return held.begun and len(held.of_stage(held.now)) == held.stage.rounds_of(held.entrants[held.now])


def _play(event: Event, held: Course, in_force: Rules, clock: _Clock) -> None:
    last = held.rounds[-1]
    for match in last.waiting:
        rng = random.Random(f"{SEED} {last.number} {match.table}")  # noqa: S311 -- play, no secrets
        games = played_games(match, held.plan[last.stage].best_of, in_force, rng)
        outcome = Outcome(last.number, match.table, games, match.version)
        record_match(event, outcome, clock.sign(f"match {last.number} {match.table}"))


def played_games(match: Match, best_of: int, in_force: Rules, rng: random.Random) -> str:
    """The games of a match played out, as `Match.games` writes them; the players change sides after each game."""
    games = ""
    while fault_in_games(games, best_of):
        table = engine(in_force.rulebook.name).deal(in_force, 2, shuffle=rng.shuffle)
        play_out(table, _eager, rng)
        swapped = len(games) % 2 == 1
        first_won = (table.result().winner == 1) != swapped
        games += FIRST if first_won else SECOND
    return games


def _eager(game: Game, rng: random.Random) -> TurnPlay:
    return simple(game, rng) if rng.random() < EAGER else at_random(game, rng)
