"""Where the evening stands and what comes next, derived from its rows alone."""

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from tournament.counting.formats import cut_too_large
from tournament.counting.grid import Cell, Grid, cells, grids
from tournament.home.hindrances import Hindrance, checking, from_elsewhere, in_words, of_games
from tournament.matches.reading import phases
from tournament.models import Event, LedgerEntry, Round
from tournament.models.seating import RoundState
from tournament.site.cache import KeptQuery
from tournament.site.keep import KeptByVersion
from tournament.steps.facts import LISTED, ROUNDS, Facts, facts, facts_of
from tournament.steps.matches import FEWEST, MatchFacts
from tournament.steps.offers import step_by
from tournament.steps.table import Part, Step


@dataclass(frozen=True, slots=True)
class PartShown:
    """One part in the line at the top of the page."""

    words: str
    state: str = "later"
    place: str = ""


@dataclass(frozen=True, slots=True)
class Evening:
    """The whole of the event's home."""

    parts: tuple[PartShown, ...]
    facts: Facts
    next: Step
    hindrances: tuple[Hindrance, ...]
    grids: tuple[Grid, ...]
    rounds: tuple[Round, ...]
    as_of: LedgerEntry | None
    warning: str = ""

    @property
    def first(self) -> tuple[Hindrance, Cell] | None:
        """The first thing in the way."""
        return next(
            ((hindrance, hindrance.cells[0]) for hindrance in self.hindrances if hindrance.cells),
            None,
        )

    @property
    def current(self) -> Grid | None:
        """The grid of the round that is open, or of the last one played."""
        playing = [round_.number for round_ in self.rounds if round_.open]
        targets = (
            playing[:1]
            or [round_.number for round_ in self.rounds if round_.state == RoundState.CLOSED][-1:]
        )
        return next((grid for grid in self.grids if grid.round in targets), None)

    @property
    def current_name(self) -> str:
        """The round of that grid as it is called."""
        current = self.current
        return next(
            (str(round_) for round_ in self.rounds if current and round_.number == current.round),
            "",
        )

    @property
    def playable(self) -> Cell | None:
        """Where play can start although the door is still open, or nobody has pressed the start."""
        waits = self.next.part == Part.DOOR or self.next.key in BEFORE_PLAY
        return self.current.cells[0] if waits and self.current and self.current.cells else None

    @property
    def in_the_way(self) -> str:
        """At which table to start, or how many things are to do."""
        return in_words(self.hindrances)

    @property
    def folded(self) -> tuple[Grid, ...]:
        """The other rounds that were played, each a line."""
        played = {round_.number for round_ in self.rounds if round_.state == RoundState.CLOSED}
        current = self.current
        return tuple(grid for grid in self.grids if grid.round in played and grid is not current)

    @property
    def beside(self) -> tuple[Grid, ...]:
        """Those of them that have room beside the current round."""
        return self.current.beside(self.folded) if self.current else ()


LAST_ENTRY = KeptQuery(
    lambda event: LedgerEntry.objects.filter(event=event).order_by("-number")[:1]
)
last_entry: KeptByVersion[LedgerEntry | None] = KeptByVersion(
    lambda event: next(iter(LAST_ENTRY.of(event.pk)), None)
)


def evening(event: Event) -> Evening:
    """Where an event stands: six queries, one more at a new version, and one for each source of
    hindrances.
    """
    if event.paired:
        return _of_matches(event)
    by_round = grids(cells(event))
    rounds = tuple(ROUNDS.of(event.pk))
    standing = facts(event, rounds, by_round)
    coming = step_by(standing)
    closed_rounds = {round_.number for round_ in rounds if round_.state == RoundState.CLOSED}
    watched = _watched(coming, by_round, closed_rounds, sealed=standing.line.sealed)
    checked = checking(cell for grid in by_round.values() for cell in grid.cells)
    games = of_games(watched, checked=checked) if coming.part != Part.OVER else ()
    statuses = [status for status, *_ in LISTED.of(event.pk)]
    return Evening(
        parts=_parts(event, coming),
        facts=standing,
        next=coming,
        hindrances=(*_still_to_do(coming, from_elsewhere(event)), *games),
        grids=tuple(by_round.values()),
        rounds=rounds,
        as_of=last_entry.of(event),
        warning=cut_too_large(event, statuses) if rounds and not standing.line.sealed else "",
    )


BEFORE_PLAY = frozenset({"small", "start"})
"""The steps of a round that nobody plays yet: its sheets keep nobody waiting."""
BEFORE_THE_END = frozenset({"door", "seatless", "sign_in", "phones"})
"""What nobody waits for any more once all games are played."""
AFTER_ALL = frozenset({"pending"})
"""What somebody still has to answer after the evening was closed."""


def _of_matches(event: Event) -> Evening:
    """The same where guests are paired."""
    standing = facts_of(event)
    coming = step_by(standing)
    return Evening(
        parts=tuple(_parts_of_matches(standing.matches, coming)) if standing.matches else (),
        facts=standing,
        next=coming,
        hindrances=tuple(_still_to_do(coming, from_elsewhere(event))),
        grids=(),
        rounds=(),
        as_of=last_entry.of(event),
    )


def _parts_of_matches(matches: MatchFacts, coming: Step) -> Iterator[PartShown]:
    """The guests, every round by its name, the prizes."""
    course, round_ = matches.course, matches.draft or matches.played
    rounds = phases(course, matches.present) if course and matches.present >= FEWEST else []
    here = round_.number if round_ else len(course.rounds) + 1 if course else 1
    if coming.key == "m-close" and course:
        here = len(course.rounds)
    now = next((place for place, (last, _name) in enumerate(rounds, 1) if here <= last), 0)
    if coming.part in (Part.PRIZES, Part.OVER):
        now = len(rounds) + (1 if coming.part == Part.PRIZES else 2)
    if coming.part == Part.GUESTS or coming.key == "m-first":
        now = 0
    names = ("Guests", *(name for _last, name in rounds), "Prizes")
    for place, name in enumerate(names):
        yield PartShown(name, "done" if place < now else "now" if place == now else "later")


def _watched(
    coming: Step, by_round: dict[int, Grid], closed_rounds: Collection[int], *, sealed: bool
) -> Iterable[Cell]:
    """The games that stand in the way: those of the round that is played, else of all; two sheets
    wherever they are.

    Until a round begins nothing of it is missing yet. Flags were asked about when it was closed,
    and sealing lets unchecked sheets stand: neither is to do any more afterwards.
    """
    for number, grid in by_round.items():
        here = number == coming.number if coming.plays else coming.part != Part.DOOR
        here = here and coming.key not in BEFORE_PLAY
        for cell in grid.cells:
            if here and number in closed_rounds:
                yield cell._replace(flags=(), checked=cell.checked or sealed)
            elif here or cell.conflicts:
                yield cell


def _still_to_do(coming: Step, hindrances: Iterable[Hindrance]) -> Iterator[Hindrance]:
    """What keeps the evening waiting as far as it has come."""
    if coming.part == Part.OVER:
        yield from (hindrance for hindrance in hindrances if hindrance.kind in AFTER_ALL)
    else:
        yield from (
            hindrance
            for hindrance in hindrances
            if coming.part != Part.PRIZES or hindrance.kind not in BEFORE_THE_END
        )


def _parts(event: Event, coming: Step) -> tuple[PartShown, ...]:
    """The parts in order; everything before the one of the step is done."""
    rounds = [
        (Part.ROUND, number, f"Round {number}", "")
        for number in range(1, event.qualifying_rounds + 1)
    ]
    playoff = [(Part.PLAYOFF, 0, "Play-off", "playoff")] if event.has_playoff else []
    parts = [
        (Part.GUESTS, 0, "Guests", "guests"),
        (Part.SEATING, 0, "Seating", "seating"),
        (Part.DOOR, 0, "Door", "door"),
        *rounds,
        (Part.CUT, 0, "Cut", "cut"),
        *playoff,
        (Part.PRIZES, 0, "Prizes", "prizes"),
    ]
    number = coming.number if coming.part == Part.ROUND else 0
    now = next(
        (
            index
            for index, (part, round_number, _words, _place) in enumerate(parts)
            if (part, round_number) == (coming.part, number)
        ),
        len(parts),
    )
    return tuple(
        PartShown(words, "done" if index < now else "now" if index == now else "later", place)
        for index, (_part, _number, words, place) in enumerate(parts)
    )
