"""How often an open question would turn a verdict, measured in simulated play.

At every turn each question is tried with its other answers: is there a play that only one of them
allows, or that only one of them lets win? The set-up, starts, challenges for a silent last card,
blocked games and the hands counted at the end are tried likewise. The figures were made once by
`python -m scoring questions GAME --measure` and stand in the rulebooks.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from random import Random
from typing import Any

from scoring.cards import card_text
from scoring.foresight.simulation import MOST_PLAYS, simple
from scoring.games.registry import engine
from scoring.law.claims import count_of
from scoring.law.game import Game
from scoring.law.plays import BlockedClaim, Challenge, Setup, TallyClaim, TurnPlay
from scoring.law.position import BlockedPosition, HandPosition, SetupPosition
from scoring.law.rulebook import Option, Rules, Weight
from scoring.law.verdict import Verdict

FEW = 3
"""Plays looked at closely at each turn, for what follows from them."""
TABLE = 4
"""Players at a simulated table, in games that take so many."""


def weigh(rules: Rules, games: int, rng: Random, players: int = TABLE) -> tuple[Weight, ...]:
    """Let simple players play so many games at a table of four, or of as many `players` (or as many
    as there can be), and weigh the questions that mattered, the heaviest first: in how many moments
    of a hundred games each turned an answer (or answered it), and in how many only what follows.
    """
    turned: Counter[str] = Counter()
    follows: Counter[str] = Counter()
    seats = min(players, rules.deal.seats_max)
    for _ in range(games):
        game = engine(rules.rulebook.name).deal(rules, seats, shuffle=rng.shuffle)
        for turning, following in _moments(game, rng):
            turned.update(turning)
            follows.update(following - turning)
    weights = (
        Weight(name, round(100 * turned[name] / games), round(100 * follows[name] / games))
        for name in {*turned, *follows}
    )

    def order(weight: Weight) -> tuple[int, int, int]:
        return -weight.turned, -weight.follows, int(weight.question.rsplit("A", 1)[1])

    return tuple(sorted(weights, key=order))


def _moments(game: Game, rng: Random) -> Iterator[tuple[set[str], set[str]]]:
    """Play a game out; for its start, each turn and its end the questions that turn a verdict
    there, and those that only change what follows.
    """
    yield _turning_questions(_at_start(game))
    while not game.over and len(game.record) < MOST_PLAYS:
        plays = list(game.some_plays())
        tried = [game.check(play) for play in rng.sample(plays, min(FEW, len(plays)))]
        turned, follows = _turning_questions([*tried, *_challenges(game)])
        for option in game.rules.rulebook.options:
            turned |= _deciding(game, option, plays)
        yield turned, follows
        game.apply(simple(game, rng))
    yield _turning_questions(_at_end(game))


def _deciding(game: Game, option: Option, plays: list[TurnPlay]) -> set[str]:
    """The questions of an option that decide at this turn whether some play is legal."""
    for value in option.values:
        if value != game.rules[option.name]:
            changed_verdict = game.under(game.rules.but(option.name, value))
            tried = dict.fromkeys((*plays, *changed_verdict.some_plays()))
            differing = next(
                (play for play in tried if game.is_legal(play) != changed_verdict.is_legal(play)),
                None,
            )
            if differing is not None:
                return _of_option(option, game.check(differing))
    return set()


def _of_option(option: Option, verdict: Verdict) -> set[str]:
    """The questions of an option that a verdict cites, or its first one."""
    cited = {reason.question for reason in verdict.reasons} & set(option.questions)
    return cited or {option.questions[0]}


def _turning_questions(verdicts: Iterable[Verdict]) -> tuple[set[str], set[str]]:
    """The questions that turn these verdicts, and those that only change what follows."""
    turned: set[str] = set()
    follows: set[str] = set()
    for verdict in verdicts:
        turned.update(question.id for question in verdict.read_so)
        for turn in verdict.turned_by:
            option = verdict.rules.rulebook.option(turn.option) if verdict.rules else None
            questions = _of_option(option, verdict) if option else set()
            (follows if turn.answer == verdict.answer else turned).update(questions)
    return turned, follows


def _challenges(game: Game) -> Iterator[Verdict]:
    """A challenge of everybody who holds a single card, where the game has such a call."""
    if not game.rules.get("challenge_until"):
        return
    for seat in range(1, game.players + 1):
        if len(game.hand(seat)) == 1:
            yield game.check(Challenge(seat % game.players + 1, seat))


def _at_start(game: Game) -> Iterator[Verdict]:
    """The verdicts on the packs and the cards dealt, and on the start card where there is one."""
    rules, players, umpire = game.rules, game.players, engine(game.rules.rulebook.name)
    dealt = SetupPosition(players, rules.deal.packs(players), rules.deal.dealt(players))
    yield umpire.check(dealt, Setup(), rules)
    top: Any = getattr(game, "top", None)
    if top is not None:
        facts = {"players": players, "turned_up": [card_text(top)]}
        question = umpire.read_question({"kind": "start"}, facts)
        yield umpire.check(umpire.read_position(facts, "start"), question, rules)


def _at_end(game: Game) -> Iterator[Verdict]:
    """The verdicts on a blocked end and, in a game with points, on the hands that are left, each
    with the points it counts here; none where the game did not come to its end.
    """
    rules, umpire = game.rules, engine(game.rules.rulebook.name)
    if game.over and game.outcome()[1] == "blocked":
        position = BlockedPosition(game.players, 0, game.players)
        yield umpire.check(position, BlockedClaim(), rules)
    if game.over and rules.rulebook.card_values is not None:
        for hand in map(game.hand, range(1, game.players + 1)):
            claim = TallyClaim(count_of(hand, rules).total)
            yield umpire.check(HandPosition(hand), claim, rules)
