"""The check queue of an event: its entries lifted for that of the core, computed once for each
version.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from random import Random

from scoring.counting.cut import Cut
from scoring.counting.standings import Standing
from scoring.foresight.check_queue import Card, Doubt, Question, Queue, queue
from scoring.foresight.mistakes import Spread, spread
from scoring.foresight.rate import Tried
from scoring.foresight.simulation import pool
from scoring.foresight.statement import statement
from scoring.games.rulebooks import rulebook
from scoring.law.rulebook import Rules, RulesError
from scoring.words import spelt
from tournament.counting import scores
from tournament.counting.board import board
from tournament.counting.figures import SIDES, Entries
from tournament.models import Event, LedgerEntry
from tournament.site.keep import KeptByVersion

ALL_COMPARED = "Every card was compared."


SAMPLE = 400
"""Simulated games from which is known what guests hold."""


BY_LOT = 5
"""So many cards are drawn by lot beside those of the queue: a guard against a hall unlike any that
was thought of.
"""


NOT_QUEUED = (
    "There is no order of cards for this format: it is worked out only where everybody counts"
    " their own hand. Compare the cards table by table."
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A card still to be compared: whose, what it adds, why it is asked for, and what is entered
    for each round.

    `games` are the figures of each game in order, where a tie on the line turns on more than
    totals; else empty.
    """

    doubt: Doubt
    standing: Standing
    why: str
    rounds: Mapping[int, int]
    games: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CheckQueue:
    """What is known of the list, what to compare in which order, and what was compared so far.

    `statement` says what may be said of the list now; `through` is how many are on it; `differing`
    names guests whose card says otherwise than the entries; `by_lot` are the players drawn by lot
    whose cards are still to be compared; `origins` say where mistakes come from (what it goes by,
    and for each way figures, compared and wrong).
    """

    statement: str
    wanted: tuple[Wanted, ...]
    through: int
    compared: int
    differing: tuple[str, ...]
    by_lot: tuple[str, ...]
    origins: tuple[tuple[str, tuple[tuple[str, Tried], ...]], ...] = ()


def check_queue(event: Event) -> CheckQueue | str:
    """The queue as the event's row stands, or a sentence why there is none."""
    return _kept.of(event)


def _compute(event: Event) -> CheckQueue | str:
    now = board(event)
    if now.format.scorer != "own_hand" or not now.format.foretold:
        return NOT_QUEUED
    if not isinstance(now.cut, Cut):
        return now.cut.words if now.cut else "No sheet is in yet: there is nothing to compare."
    ranked = [standing for standing in now.standings if standing.ranked]
    through = len(now.cut.qualifiers) or now.cut.size
    if through >= len(ranked):
        return "Everybody goes through: no card can change the list."
    try:
        hands = known_hands(scores.rules(event))
    except RulesError as refused:
        return f"No card can be compared by its points: {refused}"
    entries = Entries(event)
    lot = drawn_by_lot(event, [standing.player for standing in ranked])
    question = Question(
        [
            Card(standing.player, standing.total, entries.cells(standing.player))
            for standing in ranked
        ],
        through,
        hands,
        entries.habits(hands, lot),
        scores.ranking(event).direction,
    )
    return _answer(question, entries, now.cut, lot, now.progress.games_due - now.progress.games_in)


def _answer(
    question: Question, entries: Entries, cut: Cut, lot: Sequence[str], to_come: int
) -> CheckQueue:
    answer = queue(question)
    standings = {standing.player: standing for standing in cut.standings}
    reasons = {reason.player: reason.words for reason in cut.reasons}
    targets = tuple(
        Wanted(
            doubt,
            standings[doubt.player],
            why(doubt, entries, reasons.get(doubt.player, "")),
            standings[doubt.player].rounds,
            entries.by_game(doubt.player) if doubt.tied else (),
        )
        for doubt in answer.doubts
    )
    open_ = {doubt.player for doubt in answer.doubts}
    return CheckQueue(
        _statement(answer, question, entries, to_come),
        targets,
        question.through,
        question.habits.compared,
        tuple(entries.differing),
        tuple(player for player in lot if player in open_),
        tuple((SIDES[side], tuple(ways.items())) for side, ways in entries.tried.items()),
    )


def _statement(answer: Queue, question: Question, entries: Entries, to_come: int) -> str:
    if entries.differing:
        cards = _count(len(entries.differing), "card").capitalize()
        return (
            f"{cards} and the entries differ: find the wrong game first. Until then nothing can be"
            " said of this list."
        )
    if not answer.doubts:
        return ALL_COMPARED
    return statement(answer.limit, answer.enough, question.habits, to_come)


def drawn_by_lot(event: Event, players: Sequence[str]) -> list[str]:
    """The players whose cards are compared by lot, whatever the queue asks for.

    The lot is the number the seating was drawn with, which the hall knew before the first card was
    dealt: nobody chooses the cards, and who has that number finds the same.
    """
    bodies = (
        LedgerEntry.standing.filter(event=event, kind="draw")
        .order_by("-number")
        .values_list("body", flat=True)
    )
    lot = (bodies.first() or {}).get("seed", 0)
    return sorted(players, key=lambda player: sha256(f"{lot} {player}".encode()).digest())[:BY_LOT]


_kept: KeptByVersion[CheckQueue | str] = KeptByVersion(_compute)


@cache
def _known_spread(game: str, options: str) -> Spread:
    rules = rulebook(game).rules(options)
    eight, _ = rules.scoring.value_of("8")
    seats = min(5, rules.deal.seats_max)
    sample = pool(rules, seats, SAMPLE, Random(SAMPLE))  # noqa: S311 -- a sample, no secret
    return spread(sample.results, eight - 8)


def known_hands(rules: Rules) -> Spread:
    """What guests hold at this game, from simulated tables; raises RulesError where it prints no
    card values.
    """
    return _known_spread(rules.rulebook.name, str(rules))


def why(doubt: Doubt, entries: Entries, tie: str = "") -> str:
    """Why this card is asked for, in words; `tie` is what splits its tie."""
    row = entries.open_figures(doubt.player)
    bare = sum(entry.hand is None for entry in row)
    stand = sum(entry.let_stand for entry in row)
    unseen = sum(not entry.checked for entry in row)
    reasons = [
        (
            f"tied on the line, {tie or 'nothing splits it yet'}, compare every game"
            if doubt.tied
            else _gap(doubt.gap)
        ),
        _count(bare, "hand of points only", "hands of points only"),
        _count(unseen, "sheet nobody checked", "sheets nobody checked"),
    ]
    reasons.append(_count(stand, "unlikely hand let stand", "unlikely hands let stand"))
    return ", ".join(words for words in reasons if words)


def _gap(gap: int) -> str:
    if gap == 0:
        return "on the line"
    points = spelt(abs(gap), "point")
    return f"{points} behind the line" if gap > 0 else f"{points} inside the line"


def _count(number: int, singular: str, more: str = "") -> str:
    return spelt(number, singular, more) if number else ""
