"""Ordering one group of players on the same total, and saying what decided it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import NamedTuple

from scoring.counting.tally import Sheet
from scoring.counting.tie_breaks import AGAIN, CRITERIA, Context, Criterion, Figure
from scoring.counting.totals import Line
from scoring.words import listed


@dataclass(frozen=True, slots=True)
class Decision:
    """One step inside a tied group: `player` is ahead of (or behind) `other` by `criterion`; own
    figure first.
    """

    criterion: str
    player: str
    other: str
    other_name: str
    ahead: bool
    figures: tuple[int, int]

    @property
    def by(self) -> str:
        """What decided, in words of this player's own: "most games won (5 to 3)", and for who lost
        it "fewer games won (3 to 5)".
        """
        criterion = CRITERIA[self.criterion]
        words = criterion.words if self.ahead else _of_the_loser(criterion.words)
        own, theirs = self.figures
        return f"{words} ({own} to {theirs})" if criterion.shown else words

    def sentence(self, name: str) -> str:
        """The step in a sentence of its own about the player of that name: "Ben Hay won more games
        than Ann Lee: 5 to 3."
        """
        own, theirs = self.figures
        criterion = CRITERIA[self.criterion]
        words = criterion.ahead if self.ahead else criterion.behind
        return words.format(name=name, other=self.other_name, own=own, theirs=theirs)

    @property
    def unnamed(self) -> str:
        """The step in a sentence that names nobody: "Whoever won more games is ahead: 5 to 3."."""
        own, theirs = self.figures if self.ahead else reversed(self.figures)
        return CRITERIA[self.criterion].unnamed.format(own=own, theirs=theirs)


_LOST = {"most": "fewer", "fewest": "more", "better": "worse"}


def _of_the_loser(words: str) -> str:
    """What decided as it was for who lost by it: a criterion that names no better way stays."""
    better, _, subject = words.partition(" ")
    return f"{_LOST[better]} {subject}" if better in _LOST else words


class Prompt(NamedTuple):
    """A missing fact for which a criterion was skipped in a tied group: whom to ask for what, in
    which sheets.
    """

    criterion: str
    player: str
    cells: tuple[Sheet, ...]
    words: str


class Untied(NamedTuple):
    """A tied group in order: `levels` are sets of lines that nothing separates, `steps` what
    separates each set from the next: the criterion, and the first figures of both that differ.
    """

    levels: tuple[tuple[Line, ...], ...]
    steps: tuple[tuple[str, int, int], ...]


Omissions = defaultdict[str, list[tuple[str, Prompt | None]]]
"""By player id the criteria that were skipped for them, each with what to ask of them for it; None
where it is not they who lack it, or nobody could answer.
"""


def untie(
    group: Sequence[Line], criteria: Sequence[str], around: Context, omissions: Omissions
) -> Untied:
    """Order lines on one total by the criteria in turn, each applied to what the ones before left
    level.

    A criterion is skipped for just those still level among whom somebody lacks its data, and is
    added to their `omissions`. Several cuts of cards may follow each other. Lines left level stay
    in the order given, which decides nothing.
    """
    if len(group) == 1 or not criteria:
        return Untied((tuple(group),), ())
    criterion = CRITERIA[criteria[0]]
    by_figure: defaultdict[Figure | None, list[Line]] = defaultdict(list)
    for line, figure in zip(group, criterion.figures(group, around), strict=True):
        # No game is known of a round whose card bears the total alone.
        by_figure[None if criterion.of_games and line.bare else figure].append(line)
    if None in by_figure:
        for line in by_figure.pop(None):
            omissions[line.player.id].append((criterion.name, _prompt(line, criterion)))
        for line in chain.from_iterable(by_figure.values()):
            omissions[line.player.id].append((criterion.name, None))
        return untie(group, criteria[1:], around, omissions)
    sign = criterion.sign(around.direction)
    figures = sorted(
        (figure for figure in by_figure if figure is not None),
        key=lambda figure: [sign * part for part in figure],
    )
    # A cut of cards, or an extra game, that leaves some level is followed by the next recorded one
    # among those.
    rest = criteria if criterion.name in AGAIN else criteria[1:]
    untied = [untie(by_figure[figure], rest, around, omissions) for figure in figures]
    steps = list(untied[0].steps)
    for (before, after), part in zip(pairwise(figures), untied[1:], strict=True):
        differing = next(pair for pair in zip(before, after, strict=True) if pair[0] != pair[1])
        steps += [(criterion.name, *differing), *part.steps]
    return Untied(tuple(level for part in untied for level in part.levels), tuple(steps))


def _prompt(line: Line, criterion: Criterion) -> Prompt | None:
    """What to ask of a player who lacks the data of a criterion; None where nobody could answer."""
    player, cells = line.player, criterion.lacking(line)
    if criterion.of_games and line.bare:
        rounds = listed(map(str, line.bare))
        words = (
            f"Ask {player.name} for the games of round {rounds}: without them nobody knows"
            f" “{criterion.words}”."
        )
        return Prompt(criterion.name, player.id, (), words)
    if not criterion.ask:
        return None
    places = (f"round {number} game {game} (table {table})" for number, table, game in cells)
    words = criterion.ask.format(name=player.name, cells="; ".join(places))
    return Prompt(criterion.name, player.id, cells, words)


def decisions(untied: Untied, position: int) -> tuple[Decision, ...]:
    """What separates the level set at `position` from the next, then from the one before."""
    if not untied.steps:
        return ()
    player = untied.levels[position][0].player.id
    decided = []
    for step, ahead in ((position, True), (position - 1, False)):
        if 0 <= step < len(untied.steps):
            criterion, above, below = untied.steps[step]
            rival = (untied.levels[step + 1][0] if ahead else untied.levels[step][-1]).player
            figures = (above, below) if ahead else (below, above)
            decided.append(
                Decision(criterion, player, rival.id, rival.name, ahead=ahead, figures=figures)
            )
    return tuple(decided)
