"""Ordering one group of players on the same total, and saying what decided it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

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


@dataclass(frozen=True, slots=True)
class Prompt:
    """A missing fact for which a criterion was skipped in a tied group: whom to ask for what, in
    which sheets.
    """

    criterion: str
    player: str
    cells: tuple[Sheet, ...]
    words: str


@dataclass(frozen=True, slots=True)
class Untied:
    """A tied group in order: `level` sets that nothing separates, and what separates each set from
    the next.
    """

    levels: tuple[tuple[Line, ...], ...]
    steps: tuple[tuple[str, int, int], ...]


@dataclass(slots=True)
class Omissions:
    """The criteria skipped and the facts missing, by player id; filled while a field is being
    ordered.
    """

    skipped: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    prompts: defaultdict[str, list[Prompt]] = field(default_factory=lambda: defaultdict(list))


def untie(
    group: Sequence[Line], criteria: Sequence[str], around: Context, omissions: Omissions
) -> Untied:
    """Order lines on one total by the criteria in turn, each applied to what the ones before left
    level.

    A criterion is skipped for just those still level among whom somebody lacks its data;
    `omissions` then names what to ask. Several cuts of cards may follow each other. Lines left
    level stay in the order given, which decides nothing.
    """
    if len(group) == 1 or not criteria:
        return Untied((tuple(group),), ())
    criterion = CRITERIA[criteria[0]]
    figures = _figures(group, criterion, around)
    if None in figures:
        _note_omission(group, criterion, figures, omissions)
        return untie(group, criteria[1:], around, omissions)
    parts = _parts(
        group,
        [figure for figure in figures if figure is not None],
        criterion.sign(around.direction),
    )
    # A cut of cards, or an extra game, that leaves some level is followed by the next recorded one
    # among those.
    rest = criteria if criterion.name in AGAIN else criteria[1:]
    untied_parts = [(figure, untie(part, rest, around, omissions)) for figure, part in parts]
    return _joined(criterion.name, untied_parts)


def _figures(
    group: Sequence[Line], criterion: Criterion, around: Context
) -> Sequence[Figure | None]:
    """The criterion's figures; none for a line of which a round is known by its total alone, where
    games are wanted.
    """
    figures = criterion.figures(group, around)
    if not criterion.of_games:
        return figures
    return [None if line.bare else figure for line, figure in zip(group, figures, strict=True)]


def _parts(
    group: Sequence[Line], figures: Sequence[Figure], sign: int
) -> list[tuple[Figure, list[Line]]]:
    parts: defaultdict[Figure, list[Line]] = defaultdict(list)
    for line, figure in zip(group, figures, strict=True):
        parts[figure].append(line)
    return sorted(parts.items(), key=lambda part: tuple(sign * value for value in part[0]))


def _joined(criterion: str, parts: Sequence[tuple[Figure, Untied]]) -> Untied:
    levels, steps = list(parts[0][1].levels), list(parts[0][1].steps)
    for (before, _), (after, untied) in pairwise(parts):
        first_difference = next(
            pair for pair in zip(before, after, strict=True) if pair[0] != pair[1]
        )
        steps += [(criterion, *first_difference), *untied.steps]
        levels += untied.levels
    return Untied(tuple(levels), tuple(steps))


def _note_omission(
    group: Sequence[Line],
    criterion: Criterion,
    figures: Sequence[Figure | None],
    omissions: Omissions,
) -> None:
    for line, figure in zip(group, figures, strict=True):
        omissions.skipped[line.player.id].append(criterion.name)
        if criterion.of_games and line.bare:
            omissions.prompts[line.player.id].append(
                Prompt(criterion.name, line.player.id, (), _bare(line, criterion))
            )
        elif figure is None and criterion.ask:
            cells = criterion.lacking(line)
            words = criterion.ask.format(name=line.player.name, cells=_in_words(cells))
            omissions.prompts[line.player.id].append(
                Prompt(criterion.name, line.player.id, cells, words)
            )


def _bare(line: Line, criterion: Criterion) -> str:
    rounds = listed(map(str, line.bare))
    return (
        f"Ask {line.player.name} for the games of round {rounds}: without them nobody knows"
        f" “{criterion.words}”."
    )


def _in_words(cells: Sequence[Sheet]) -> str:
    return "; ".join(f"round {number} game {game} (table {table})" for number, table, game in cells)


def decisions(untied: Untied, position: int) -> tuple[Decision, ...]:
    """What separates the level set at `position` from the next, then from the one before."""
    player = untied.levels[position][0].player.id
    decided = []
    if position < len(untied.steps):
        criterion, above, below = untied.steps[position]
        rival = untied.levels[position + 1][0].player
        decided.append(Decision(criterion, player, rival.id, rival.name, True, (above, below)))
    if position > 0:
        criterion, above, below = untied.steps[position - 1]
        rival = untied.levels[position - 1][-1].player
        decided.append(Decision(criterion, player, rival.id, rival.name, False, (below, above)))
    return tuple(decided)
