"""The invented evening of the demo: its guests, its seating and its games, played out by
simulated players and entered as an umpire of their format would, one of matches too. Every
person in it is made up.
"""

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from functools import cache
from itertools import count
from random import Random
from typing import Any

from scoring.cards import card_text, packs_of
from scoring.counting.hand import Hand
from scoring.counting.sheet import DISMISSALS, SeatEntry, Sheet
from scoring.foresight.simulation import at_random, play_out, simple
from scoring.formats import EntryKind, check, format_of
from scoring.games.registry import engine
from scoring.games.rulebooks import USUAL
from scoring.law.game import Game, GameError
from scoring.law.plays import TurnPlay
from scoring.law.rulebook import Rules
from scoring.pairing.course import Course
from scoring.pairing.values import FIRST, SECOND, Match, fault_in_games
from scoring.pairing.values import Round as MatchRound
from tournament import places
from tournament.counting.formats import Play
from tournament.counting.matches import course
from tournament.counting.scores import rules
from tournament.counting.submission import Place, Submission, flag_key
from tournament.ledger.chain import Signature
from tournament.ledger.signing import sent
from tournament.matches.acts import close_stage, pair_round, publish_pairs
from tournament.matches.acts_results import Outcome, record_match
from tournament.models import Event
from tournament.site.access import Actor

SEED = 8
HOST = 75
"""The precedence of the host company in the reference evening."""
NOBODY_OUT = 0.016
"""The share of games in which nobody goes out, by simulation."""
CARDS_LEFT = (1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 4, 4, 5)
"""How many cards losers are left with: mostly one to three, as in play that gets rid of the dear
ones first.
"""

Document = dict[str, Any]


@cache
def reference() -> Document:
    """The reference evening the demo is drawn from."""
    path = places.FIXTURES / "reference" / "A_clean" / "evening.json"
    document: Document = json.loads(path.read_text(encoding="utf-8"))
    return document


def people(number: int) -> Iterator[dict[str, Any]]:
    """So many invented guests: those of the reference evening, then new pairs of their names."""
    players = reference()["players"]
    yield from players[:number]
    rng = random.Random(SEED)  # noqa: S311 -- play, no secrets
    firsts, lasts = ([person[part] for person in players] for part in ("first_name", "last_name"))
    liveries = [
        company["precedence"]
        for company in reference()["liveries"]
        if company["precedence"] != HOST
    ]
    for badge in range(len(players) + 1, number + 1):
        first, last = rng.choice(firsts), rng.choice(lasts)
        yield {
            "id": f"P{badge:03}",
            "badge": badge,
            "name": f"{first} {last}",
            "first_name": first,
            "last_name": last,
            "livery": liveries[badge % len(liveries)],
            "office": "Guest",
            "host_connected": False,
        }


def hands(
    rules: Rules, seats: Sequence[str], rng: random.Random, packs: int
) -> tuple[SeatEntry, ...]:
    """One game's left-over hands: dealt from the pack, so that no card is there twice; usually
    somebody is out.
    """
    pack = list(rules.deal.pack) * packs
    rng.shuffle(pack)
    winner = None if rng.random() < NOBODY_OUT else rng.choice(seats)
    return tuple(
        SeatEntry(seat, went_out=True)
        if seat == winner
        else SeatEntry(
            seat, hand=Hand(tuple(card_text(pack.pop()) for _ in range(rng.choice(CARDS_LEFT))))
        )
        for seat in seats
    )


UMPIRE = Actor("Demo umpire")
EAGER = 0.8
"""How often a simulated player takes the play that gets rid of most: plain chance takes very long
to end, and where all play so a race may never end.
"""
CHOICES = "pairing=swiss_then_knock_out best_of=3"
Tell = Callable[[str], None]


def match_fields(game: str, guests: int) -> dict[str, Any]:
    """What the demo event of matches declares: its format, rounds of the Swiss and size of the
    knock-out.
    """
    form = format_of(game)
    size = next((size for size in (8, 4) if guests >= 2 * size), 2)
    numbers = {"qualifying_rounds": max(1, min(5, (guests + 1) // 2)), "cut_size": size}
    fields = {
        "game": form.game,
        "format": form.name,
        "choices": CHOICES,
        "tie_breaks": list(form.tie_breaks),
    }
    return numbers | fields | {"third_place_match": True, "has_playoff": False}


Sign = Callable[[str], Signature]


def _signing(start: datetime) -> Sign:
    """What signs one act after another, each by a key of its own: a second run goes on from where
    the first one stopped.
    """
    moments = (start + timedelta(seconds=20 * number) for number in count(1))
    return lambda key: Signature(UMPIRE, next(moments), f"demo {key}")


def play_matches(event: Event, until: int, now: datetime, tell: Tell) -> None:
    """Pair, publish and play rounds up to a number (0: to the winner), through the acts; what is
    there stays.
    """
    sign, in_force = _signing(now - timedelta(hours=3)), rules(event)
    while (course_ := course(event)).now < len(course_.plan):
        if course_.last and course_.last.waiting:
            _play(event, course_, in_force, sign)
            tell(f"Round {course_.last.number}: all matches are in.")
        elif _course_finished(course_):
            with sent(event, sign(f"close {course_.now}")) as signer:
                close_stage(event, signer, seed=SEED)
            tell(f"The stage is closed: {course_.stage.words}.")
        elif until and course_.next_number > until:
            return
        else:
            number = course_.next_number
            with sent(event, sign(f"pair {number}")) as signer:
                pair_round(event, signer, seed=SEED + number)
            with sent(event, sign(f"publish {number}")) as signer:
                publish_pairs(event, number, signer)


def _course_finished(course_: Course) -> bool:
    """Whether the stage has all its rounds."""
    return course_.begun and len(course_.of_stage(course_.now)) == course_.rounds_due(course_.now)


def _play(event: Event, course_: Course, in_force: Rules, sign: Sign) -> None:
    last = course_.rounds[-1]
    for match in last.waiting:
        outcome = played_match(last, match, course_.plan[last.stage].best_of, in_force)
        with sent(event, sign(f"match {last.number} {match.table}")) as signer:
            record_match(event, outcome, signer)


def played_match(round_: MatchRound, match: Match, best_of: int, in_force: Rules) -> Outcome:
    """The outcome of a match, played out by a seed of its own."""
    rng = random.Random(f"{SEED} {round_.number} {match.table}")  # noqa: S311 -- play, no secrets
    games = played_games(match, best_of, in_force, rng)
    return Outcome(round_.number, match.table, games, match.version)


def played_games(match: Match, best_of: int, in_force: Rules, rng: random.Random) -> str:
    """The games of a match played out, as `Match.games` writes them; the players change sides after
    each game.
    """
    games = ""
    while fault_in_games(games, best_of):
        table = engine(in_force.rulebook.name).deal(in_force, 2, shuffle=rng.shuffle)
        play_out(table, _mixed, rng)
        swapped = len(games) % 2 == 1
        first_won = (table.result().winner == 1) != swapped
        games += FIRST if first_won else SECOND
    return games


TRIES = 200
"""So many games are dealt until one comes to an end."""


def dealt(play: Play, seats: Sequence[str], rng: Random, packs: int) -> tuple[SeatEntry, ...]:
    """One game at a table of these seats, as its format enters it: dealt and played by the
    rulebook. The hands of the livery evening are invented, as its reference is.
    """
    if play.format.name == USUAL:
        return hands(play.rules, seats, rng, packs)
    game = _finished(play, len(seats), rng, packs)
    return _ENTRIES[play.format.entry](game, seats)


def sheet_of(play: Play, entries: tuple[SeatEntry, ...], packs: int) -> Sheet:
    """These entries as they are checked; blocked where nobody went out."""
    blocked = play.format.tapped and not any(entry.went_out for entry in entries)
    return Sheet(entries, blocked=blocked, packs=packs)


def submitted(
    place: Place, play: Play, sheet: Sheet, *, checked: bool = True, seen_to: bool = True
) -> Submission:
    """A sheet as an umpire would send it: with `checked` the neighbours looked it over, with
    `seen_to` every flag was answered.
    """
    findings = check(sheet, *play) if seen_to else ()
    return Submission(
        place,
        sheet.entries,
        blocked=sheet.blocked,
        checked=checked,
        checker="the left-hand neighbours",
        dismissed={flag_key(finding): DISMISSALS[0] for finding in findings},
    )


def _finished(play: Play, players: int, rng: Random, packs: int) -> Game:
    cards = packs_of(play.rules.deal.pack, packs)
    for _ in range(TRIES):
        try:
            dealer = rng.randrange(players) + 1
            game = engine(play.rules.rulebook.name).deal(
                play.rules, players, cards, dealer=dealer, shuffle=rng.shuffle
            )
        except GameError:
            continue  # A pack can turn up nothing that a game may begin with: it is dealt again.
        if play_out(game, _mixed, rng) and game.result().ending == "won":
            return game
    raise GameError(f"{play.format.title} did not come to an end in simulated play.")


def _mixed(game: Game, rng: Random) -> TurnPlay:
    return (simple if rng.random() < EAGER else at_random)(game, rng)


def _hands(game: Game, seats: Sequence[str]) -> tuple[SeatEntry, ...]:
    return tuple(
        SeatEntry(seat, went_out=True)
        if number == game.winner
        else SeatEntry(seat, hand=Hand(tuple(card_text(card) for card in game.hand(number))))
        for number, seat in enumerate(seats, start=1)
    )


def _places(game: Game, seats: Sequence[str]) -> tuple[SeatEntry, ...]:
    order = game.result().places
    return tuple(
        SeatEntry(seat, place=order.index(number) + 1) for number, seat in enumerate(seats, start=1)
    )


def _winner(game: Game, seats: Sequence[str]) -> tuple[SeatEntry, ...]:
    return tuple(
        SeatEntry(seat, went_out=number == game.winner)
        for number, seat in enumerate(seats, start=1)
    )


def _laps(game: Game, seats: Sequence[str]) -> tuple[SeatEntry, ...]:
    ran = getattr(game, "laps", ())
    return tuple(SeatEntry(seat, laps=laps) for seat, laps in zip(seats, ran, strict=True))


_ENTRIES: Mapping[EntryKind, Callable[[Game, Sequence[str]], tuple[SeatEntry, ...]]] = {
    "hand": _hands,
    "winner_and_hands": _hands,
    "places": _places,
    "winner": _winner,
    "laps": _laps,
}
