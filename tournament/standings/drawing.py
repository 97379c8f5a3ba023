"""The line of each guest's evening, place after place, once for each version; drawn for a page, and
told in words.

How much of a guest's total was luck, in one line.
"""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from math import sqrt
from typing import Any

from scoring.counting.policies import fill
from scoring.counting.standings import ordinal
from scoring.counting.table_par import with_par
from scoring.counting.tally import NEVER_CAME
from scoring.counting.totals import lines
from scoring.foresight.evening_line import Step, evening_lines
from scoring.foresight.skill import Skill, skill
from scoring.words import many
from tournament.counting import scores as counting_scores
from tournament.counting.board import source_of
from tournament.counting.formats import event_format
from tournament.counting.state import Present, due
from tournament.models import Event, Stage
from tournament.site.keep import KeptByVersion

WIDTH, HEIGHT = 320, 132
LEFT, RIGHT, TOP, BOTTOM = 14, 50, 14, 118
FEWEST = 2
"""A line has two ends."""
SMALLEST_FIELD = 10
"""Of a smaller field nobody can say what an average guest scores."""
EVEN = 3
"""So few points of luck are none."""

Lines = Mapping[str, tuple[Step, ...]]


@dataclass(frozen=True, slots=True)
class Drawing:
    """A line as it is drawn: its points as an SVG path and as dots, where the cut runs, and all of
    it in words.

    `breaks` are the places between two rounds; `cut_y` is None where nobody is left out; `said` has
    all games.
    """

    path: str
    dots: tuple[tuple[float, float], ...]
    breaks: tuple[float, ...]
    cut_y: float | None
    cut: int
    last: str
    words: str
    said: tuple[str, ...]
    players: int = 0

    @property
    def ends(self) -> tuple[tuple[int, int], ...]:
        """Where the first place and the last one run, each with its number."""
        return ((TOP, 1), (BOTTOM, self.players)) if self.players else ()

    @property
    def label(self) -> tuple[float, float]:
        """Where the last place is written: beside the last dot."""
        x, y = self.dots[-1]
        return x + 9, round(y + 4, 1)


def event_lines(event: Event) -> Lines:
    """Every ranked guest's steps, as the event's row stands."""
    return _kept.of(event)


def lines_of(source: Present) -> Lines:
    """The lines of an evening as it is, or was; none where totals are not sums of points that the
    games bring one after the other.
    """
    event = source.event
    form = event_format(event)
    if form.halves or form.paired or form.compare != "points" or not event.cut_size:
        return {}
    ranking, facts = counting_scores.ranking(event), source.facts(Stage.QUALIFYING)
    field = [player for player in source.field if player.status != NEVER_CAME]
    here = {player.id for player in field}
    tallies = [tally for tally in source.tallies(Stage.QUALIFYING) if tally.player in here]
    scores = fill(tallies, ranking.policies, ranking.direction)
    rows = lines(scores, field, facts.adjustments, facts.round_totals)
    if ranking.policies.par:
        rows = with_par(rows, scores, ranking.policies.par, facts)
    missing = {
        (cell.round, cell.game) for cell in due(source.cells, Stage.QUALIFYING) if not cell.is_in
    }
    return evening_lines(rows, event.cut_size, ranking.direction, missing)


_kept: KeptByVersion[Lines] = KeptByVersion(lambda event: lines_of(source_of(event)))


def way_there(lines: Lines, after: int, game: int) -> dict[str, Any]:
    """What a public board keeps of the lines besides its totals: who climbed most within its round,
    from which game on, and where everybody stood a game earlier, in points inside the line.

    Of the board after this game of this round, so that nothing later is in it.
    """
    middle = max(1, -(-game // 2))
    then = {ref: {(step.round, step.game): step for step in steps} for ref, steps in lines.items()}
    both = [
        (steps[after, middle].place - steps[after, game].place, ref, steps[after, game].place)
        for ref, steps in then.items()
        if (after, middle) in steps and (after, game) in steps
    ]
    best = sorted((row for row in both if row[0] > 0), key=lambda row: (-row[0], row[2], row[1]))
    played = {moment for steps in then.values() for moment in steps if moment < (after, game)}
    before = max(played, default=(0, 0))
    return {
        "since": middle if middle < game else 0,
        "climbed": [{"player": ref, "up": up, "to": place} for up, ref, place in best[:CLIMBERS]],
        "earlier": {ref: steps[before].inside for ref, steps in then.items() if before in steps},
    }


CLIMBERS = 3


def drawing(event: Event, ref: str) -> Drawing | None:
    """The line of a guest; None before the second game that all tables have in, and for who is not
    ranked.
    """
    everybody = event_lines(event)
    steps = everybody.get(ref, ())
    if len(steps) < FEWEST:
        return None
    players = len(everybody)
    across = (WIDTH - LEFT - RIGHT) / (len(steps) - 1)
    dots = tuple(
        (round(LEFT + index * across, 1), _height(step.place, players))
        for index, step in enumerate(steps)
    )
    breaks = tuple(
        round((dots[index - 1][0] + dots[index][0]) / 2, 1)
        for index in range(1, len(steps))
        if steps[index].round != steps[index - 1].round
    )
    open_to, unit = event.cut_size if event.cut_size < players else None, event_format(event).unit
    return Drawing(
        path="M" + "L".join(f"{x:g} {y:g}" for x, y in dots),
        dots=dots,
        breaks=breaks,
        cut_y=None if open_to is None else _height(open_to + 0.5, players),
        cut=event.cut_size,
        last=ordinal(steps[-1].place),
        words=(
            f"Your place after each {unit}, of {players}:"
            f" {', '.join(str(step.place) for step in steps)}."
        ),
        said=tuple(_step_words(step, unit, to_the_line=open_to is not None) for step in steps),
        players=players,
    )


def _height(place: float, players: int) -> float:
    """The first place is uppermost, and the first places stand wider apart than the last: there it
    is decided.
    """
    return round(TOP + (BOTTOM - TOP) * sqrt((place - 1) / max(1, players - 1)), 1)


def _step_words(step: Step, unit: str, *, to_the_line: bool) -> str:
    place = f"Round {step.round}, {unit} {step.game}: {ordinal(step.place)} with {step.total}"
    if not to_the_line:
        return f"{place}."
    points = many(abs(step.inside), "point")
    side = (
        "on the line"
        if step.inside == 0
        else f"{points} {'inside' if step.inside > 0 else 'outside'} the line"
    )
    return f"{place}, {side}."


def event_skill(event: Event) -> Skill | None:
    """What the games of the qualifying rounds say of luck and skill, as the event's row stands;
    None where nothing can be said.
    """
    return _skill_kept.of(event)


def _skill(event: Event) -> Skill | None:
    form = event_format(event)
    if form.halves or form.paired or form.compare != "points":
        return None
    games: defaultdict[str, list[float]] = defaultdict(list)
    for tally in counting_scores.entered(event, Stage.QUALIFYING):
        if tally.points is not None:
            games[tally.player].append(tally.points)
    return skill(games) if len(games) >= SMALLEST_FIELD else None


_skill_kept: KeptByVersion[Skill | None] = KeptByVersion(_skill)


def luck_words(event: Event, ref: str) -> str:
    """One line on a guest's luck, with how little of it all is skill; nothing where none can be
    told.
    """
    skill_now = event_skill(event)
    if skill_now is None or ref not in skill_now.of:
        return ""
    # What luck added to the points of all their games: their own share of it is taken out.
    added = skill_now.added(ref)
    lowest = counting_scores.ranking(event).direction == "lowest"
    number = many(round(abs(added)), "point")
    if abs(added) < EVEN:
        sentence = "Compared with the average guest, luck did little for you."
    elif (added < 0) != lowest:
        sentence = f"Compared with the average guest, luck cost you about {number}."
    elif lowest:
        sentence = f"Compared with the average guest, luck saved you about {number}."
    else:
        sentence = f"Compared with the average guest, luck gave you about {number}."
    hundredths = max(1, round(100 * skill_now.share))
    return f"{sentence} In one game luck decides most, about {100 - hundredths} in 100."
