"""The check queue of an event: its entries lifted for `scoring.check_queue`, computed once for each version."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from random import Random

from scoring.check_queue import Card, Doubt, Question, queue
from scoring.cut import Cut
from scoring.mistakes import Spread, spread
from scoring.rulebook import Rules, RulesError
from scoring.rulebooks import rulebook
from scoring.simulation import pool
from scoring.standings import Standing
from scoring.words import number_word
from tournament.board import board
from tournament.kept import KeptByVersion
from tournament.ledger import lift
from tournament.ledger.entered import Entries
from tournament.models import Event

SAMPLE = 400
"""Simulated games from which is known what guests hold."""
SURE = 0.99


NOT_QUEUED = (
    "There is no order of cards for this format: it is reckoned where everybody counts their own hand. "
    "Compare the cards table by table."
)


@dataclass(frozen=True, slots=True)
class Wanted:
    """A card still to be compared: whose, what it adds, why it is asked for, and what is entered for each round."""

    doubt: Doubt
    standing: Standing
    why: str
    rounds: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class CheckQueue:
    """How sure the list is, what to compare in which order, and how many cards were compared so far.

    `through` is how many are on the list; `differing` names guests whose card says otherwise than the entries.
    """

    sure: float
    enough: int | None
    wanted: tuple[Wanted, ...]
    through: int
    compared: int
    differing: tuple[str, ...]


def check_queue(event: Event) -> CheckQueue | str:
    """The queue as the event's row stands, or a sentence why there is none."""
    return _kept.of(event)


def _compute(event: Event) -> CheckQueue | str:
    now = board(event)
    if now.format.scorer != "own_hand" or not now.format.foretold:
        return NOT_QUEUED
    if not isinstance(now.cut, Cut):
        return now.cut.words if now.cut else "No sheet is in yet: there is nothing to compare."
    ranked = [one for one in now.standings if one.ranked]
    through = len(now.cut.qualifiers) or now.cut.size
    if through >= len(ranked):
        return "Everybody goes through: no card can change the list."
    try:
        known = known_hands(lift.rules(event))
    except RulesError as refused:
        return f"No card can be compared by its points: {refused}"
    entries = Entries(event)
    asked = Question(
        [Card(one.player, one.total, entries.cells(one.player)) for one in ranked],
        through,
        known,
        entries.habits(known),
        lift.ranking(event).direction,
    )
    told = queue(asked, SURE)
    by_id = {one.player: one for one in ranked}
    wanted = tuple(
        Wanted(doubt, by_id[doubt.player], why(doubt, entries), by_id[doubt.player].rounds) for doubt in told.doubts
    )
    return CheckQueue(told.sure, told.enough, wanted, through, len(entries.compared), tuple(entries.differing))


_kept: KeptByVersion[CheckQueue | str] = KeptByVersion(_compute)


@cache
def _known(game: str, options: str) -> Spread:
    rules = rulebook(game).rules(options)
    eight, _ = rules.scoring.value_of("8")
    seats = min(5, rules.deal.seats_max)
    drawn = pool(rules, seats, SAMPLE, Random(SAMPLE))  # noqa: S311 -- a sample, no secret
    return spread(drawn.results, eight - 8)


def known_hands(rules: Rules) -> Spread:
    """What guests hold at this game, from simulated tables; raises RulesError where it prints no card values."""
    return _known(rules.rulebook.name, str(rules))


def why(doubt: Doubt, entries: Entries) -> str:
    """Why this card is asked for, in words."""
    row = entries.open_figures(doubt.player)
    bare = sum(one.hand is None for one in row)
    stand = sum(one.let_stand for one in row)
    unseen = sum(not one.checked for one in row)
    said = [
        _gap(doubt.gap),
        _count(bare, "bare total"),
        _count(unseen, "sheet nobody looked over", "sheets nobody looked over"),
    ]
    said.append(_count(stand, "unlikely hand let stand", "unlikely hands let stand"))
    return ", ".join(words for words in said if words)


def _gap(gap: int) -> str:
    if gap == 0:
        return "on the line"
    return (
        f"{number_word(abs(gap))} {'point' if abs(gap) == 1 else 'points'} {'behind' if gap > 0 else 'inside'} the line"
    )


def _count(number: int, one: str, many: str = "") -> str:
    return f"{number_word(number)} {one if number == 1 else many or one + 's'}" if number else ""
