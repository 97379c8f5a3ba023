"""Where the evening stands and what comes next, derived from its rows alone."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from scoring.words import number_word
from tournament.counting.board import board, clock
from tournament.counting.finals import (
    CUT,
    LEFT_BEHIND,
    PODIUM,
    closing_of,
    left_behind,
    reading_now,
)
from tournament.counting.formats import cut_too_large
from tournament.counting.grid import Cell, Grid, cells, grids
from tournament.counting.scores import seal_in_force
from tournament.counting.seats import fewest
from tournament.home.hindrances import Hindrance, checking, from_elsewhere, in_words, of_games
from tournament.matches.reading import coming as coming_match
from tournament.matches.reading import phases
from tournament.models import Event, Guest, LedgerEntry, Printing, Round, Seal, Stage
from tournament.models.guest import AWAY, GuestStatus
from tournament.models.seating import RoundState
from tournament.site.cache import KeptByVersion, KeptQuery


@dataclass(frozen=True, slots=True)
class Step:
    """One phase in the line at the top of the page."""

    words: str
    state: str = "later"
    place: str = ""


class Phase(StrEnum):
    """What the evening is at; the words of the next act may change, this is what decides."""

    GUESTS = "guests"
    SEATING = "seating"
    DOOR = "door"
    ROUND = "round"
    CUT = "cut"
    PLAYOFF = "playoff"
    PRIZES = "prizes"
    OVER = "over"


@dataclass(frozen=True, slots=True)
class Next:
    """The next act: its phase, a heading, a sentence of figures, who does it, and the page or the
    round it concerns.

    `round` is the qualifying round that the phase belongs to, 0 outside the rounds; `closes` the
    round that it closes. `button` is what the way to its page is called where that is not `words`;
    `shows` the list that is read and that the board may show now, `reads` the one being read.
    """

    phase: Phase
    words: str
    sentence: str
    who: str
    place: str = ""
    closes: int = 0
    round: int = 0
    free: bool = True
    button: str = ""
    reads: str = ""
    shows: str = ""


@dataclass(frozen=True, slots=True)
class Evening:
    """The whole of the event's home."""

    steps: tuple[Step, ...]
    next: Next
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
        """Where play can start although the door is still open."""
        at_door = self.next.place in BEFORE_PLAY and self.current
        return self.current.cells[0] if at_door and self.current and self.current.cells else None

    @property
    def in_the_way(self) -> str:
        """How many sheets are to come, or things to do, and at which table to start."""
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


@dataclass(frozen=True, slots=True)
class _List:
    """The guest list in figures: how all are listed, and of those still due
    whom the door has seen.
    """

    statuses: tuple[str, ...]
    seen: int
    awaited: int

    @property
    def whole(self) -> int:
        """How many are on it."""
        return len(self.statuses)

    @property
    def there(self) -> int:
        """How many of them take a seat."""
        return sum(status not in AWAY for status in self.statuses)

    @property
    def door_open(self) -> bool:
        """Whether somebody is still expected."""
        return bool(self.awaited)


ROUNDS = KeptQuery(lambda event: Round.objects.filter(event=event).order_by("number"))
LISTED = KeptQuery(
    lambda event: Guest.objects.filter(event=event).order_by().values_list("status", "arrived_at")
)
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
    guests, seal = _listed(event), seal_in_force(event)
    coming = _over(event, _next(event, rounds, by_round, guests, seal))
    closed = {round_.number for round_ in rounds if round_.state == RoundState.CLOSED}
    watched = _watched(coming, by_round, closed, sealed=seal is not None)
    checked = checking(cell for grid in by_round.values() for cell in grid.cells)
    games = of_games(watched, checked=checked) if coming.phase != Phase.OVER else ()
    hindrances = (*_still_to_do(coming, from_elsewhere(event)), *games)
    return Evening(
        steps=_steps(event, coming),
        next=_held_up(event, coming, hindrances, sealed=seal is not None),
        hindrances=hindrances,
        grids=tuple(by_round.values()),
        rounds=rounds,
        as_of=last_entry.of(event),
        warning=cut_too_large(event, guests.statuses) if rounds and seal is None else "",
    )


PLACE_OF = {"Guests": "guests"}
BEFORE_PLAY = ("door", "paper")
"""Until the first sheet is in, the evening is at its door: papers are laid out and guests are
checked in.
"""
BEFORE_THE_END = frozenset({"door", "seatless", "sign_in", "phones"})
"""What nobody waits for any more once all games are played."""
AFTER_ALL = frozenset({"pending"})
"""What somebody still has to answer after the evening was closed."""


def _of_matches(event: Event) -> Evening:
    """The same where guests are paired."""
    match = coming_match(event)
    coming = Next(
        Phase.PRIZES if match.over else Phase.ROUND,
        match.words,
        match.sentence,
        match.who,
        match.place,
    )
    coming = _over(event, coming)
    steps = phases(event)
    if coming.phase == Phase.OVER:
        steps = [(words, "done") for words, _state in steps]
    return Evening(
        steps=tuple(Step(words, state, PLACE_OF.get(words, "pairings")) for words, state in steps),
        next=coming,
        hindrances=tuple(_still_to_do(coming, from_elsewhere(event))),
        grids=(),
        rounds=(),
        as_of=last_entry.of(event),
    )


def _listed(event: Event) -> _List:
    rows = LISTED.of(event.pk)
    due = [arrived is not None for status, arrived in rows if status == GuestStatus.REGISTERED]
    return _List(tuple(status for status, _arrived in rows), sum(due), len(due) - sum(due))


def _held_up(event: Event, coming: Next, hindrances: Iterable[Hindrance], *, sealed: bool) -> Next:
    """The next act, not free while something stops just that."""
    every, place = tuple(hindrances), "close" if coming.closes else coming.place
    stopped = any(hindrance.stops and hindrance.stops == place for hindrance in every)
    free = not stopped and not _contested(event, coming, every, sealed=sealed)
    return replace(coming, free=coming.free and free)


def _contested(
    event: Event, coming: Next, hindrances: Iterable[Hindrance], *, sealed: bool
) -> bool:
    """Whether two sheets differ whose result the seal, or the podium, would fix."""
    rounds = [
        cell.round
        for hindrance in hindrances
        if hindrance.kind == "conflict"
        for cell in hindrance.cells
    ]
    if coming.phase == Phase.CUT:
        return not sealed and any(number <= event.qualifying_rounds for number in rounds)
    podium = coming.phase == Phase.PRIZES and coming.place in ("playoff", "podium")
    return podium and any(number > event.qualifying_rounds for number in rounds)


def _watched(
    coming: Next, by_round: dict[int, Grid], closed: Collection[int], *, sealed: bool
) -> Iterable[Cell]:
    """The games that stand in the way: those of the round to be closed, else of all; two sheets
    wherever they are.

    While the door is open nothing is missing yet. Flags were asked about when their round was
    closed, and sealing lets unchecked sheets stand: neither is to do any more afterwards.
    """
    for number, grid in by_round.items():
        here = number == coming.closes or not (coming.closes or coming.place in BEFORE_PLAY)
        for cell in grid.cells:
            if here and number in closed:
                yield replace(cell, flags=(), checked=cell.checked or sealed)
            elif here or cell.conflicts:
                yield cell


def _still_to_do(coming: Next, hindrances: Iterable[Hindrance]) -> Iterator[Hindrance]:
    """What keeps the evening waiting as far as it has come."""
    if coming.phase == Phase.OVER:
        yield from (hindrance for hindrance in hindrances if hindrance.kind in AFTER_ALL)
    else:
        yield from (
            hindrance
            for hindrance in hindrances
            if coming.phase != Phase.PRIZES or hindrance.kind not in BEFORE_THE_END
        )


def _over(event: Event, coming: Next) -> Next:
    """The next act, or that there is none: the prizes are handed over, and the
    evening was closed.
    """
    closed = closing_of(event) if coming.phase == Phase.PRIZES else None
    if closed is None:
        return coming
    sentence = f"Closed at {clock(closed.at.isoformat())} by {closed.actor}."
    return replace(
        coming, phase=Phase.OVER, words="The evening is over", sentence=sentence, who="", place=""
    )


def _next(
    event: Event,
    rounds: Sequence[Round],
    by_round: dict[int, Grid],
    guests: _List,
    seal: Seal | None,
) -> Next:
    by_number = {round_.number: round_ for round_ in rounds}
    if guests.whole < fewest(event) and not rounds:
        listed = guests.whole
        sentence = (
            f"{number_word(listed).capitalize()} on the list so far."
            if listed
            else "Nobody is on the list yet."
        )
        return Next(
            Phase.GUESTS,
            "Add the guests",
            f"{sentence} Type them in or import a list.",
            "organiser",
            "guests",
        )
    for number in range(1, event.qualifying_rounds + 1):
        round_ = by_number.get(number)
        if round_ is None or round_.state == RoundState.DRAFT:
            return _seating(number, round_, guests, drawn_singly=bool(rounds) and round_ is None)
        if round_.open:
            grid = by_round.get(number)
            at_door = number == 1 and guests.door_open and not (grid and grid.entered)
            return _door(event, guests) if at_door else _close(round_, grid)
    extra = next((round_ for round_ in rounds if round_.stage == Stage.EXTRA and round_.open), None)
    return (
        _close(extra, by_round.get(extra.number))
        if extra
        else _after_the_rounds(event, by_number, by_round, seal)
    )


def _seating(number: int, round_: Round | None, guests: _List, *, drawn_singly: bool) -> Next:
    phase, part_number = (Phase.ROUND, number) if number > 1 else (Phase.SEATING, 0)
    if drawn_singly:
        sentence = f"Round {number} is drawn from those who are present after the break."
        return Next(
            phase, f"Draw round {number}", sentence, "organiser", "next_round", round=part_number
        )
    if round_ is None:
        sentence = f"{guests.there} guests are on the list, and round {number} is not seated."
        return Next(phase, "Seat the guests", sentence, "organiser", "seating", round=part_number)
    sentence = (
        f"Round {number} is drawn. Once it is published, print its papers and type its scores."
    )
    return Next(phase, "Publish the seating", sentence, "organiser", "seating", round=part_number)


def _door(event: Event, guests: _List) -> Next:
    """What is due between the publishing and the first game: print, open the door, close it."""
    due = guests.seen + guests.awaited
    if guests.seen:
        sentence = (
            f"{guests.seen} of {due} guests are here. Close the door when nobody else is expected."
        )
        return Next(Phase.DOOR, "Close the door", sentence, "organiser", "door")
    if not Printing.objects.filter(event=event, kind="score-cards").exists():
        sentence = (
            "The seating is published. Print the score cards and table papers and lay them out."
        )
        return Next(Phase.DOOR, "Print the papers", sentence, "organiser", "paper")
    sentence = f"Check the guests in as they come: {due} to arrive."
    return Next(Phase.DOOR, "Open the door", sentence, "organiser", "door")


def _close(round_: Round, grid: Grid | None) -> Next:
    entered, due = (grid.entered, grid.due) if grid else (0, 0)
    name = str(round_).lower()
    qualifying = round_.stage == Stage.QUALIFYING
    phase, part_number = (Phase.ROUND, round_.number) if qualifying else (Phase.PLAYOFF, 0)
    words = f"Close {name}" if qualifying else f"Close the {name}"
    sentence = (
        f"All {due} sheets are in." if entered == due else f"{entered} of {due} sheets are in."
    )
    return Next(
        phase,
        words,
        sentence,
        "head umpire",
        closes=round_.number,
        round=part_number,
        free=entered == due,
    )


def _after_the_rounds(
    event: Event, by_number: Mapping[int, Round], by_round: dict[int, Grid], seal: Seal | None
) -> Next:
    playoff = by_number.get(event.playoff_round)
    if seal is None:
        sentence = (
            f"All rounds are closed; {number_word(event.cut_size)} go through. Look at the line,"
            " then seal it."
        )
        return Next(Phase.CUT, "Seal the cut", sentence, "organiser", "cut")
    unseated = event.has_playoff and (playoff is None or playoff.state == RoundState.DRAFT)
    if (unseated or not seal.revealed_at) and left_behind(seal, board(event).cut):
        return Next(Phase.CUT, "Break the seal", LEFT_BEHIND, "organiser", "cut")
    if not seal.revealed_at:
        if reading := _read(event, CUT):
            return reading
        sentence = "It is sealed; the hall waits for the names."
        return Next(Phase.CUT, "Reveal the cut", sentence, "organiser", "cut")
    if not event.has_playoff or (playoff and playoff.state == RoundState.CLOSED):
        return _prizes(event)
    if playoff is None or unseated:
        sentence = "The cut is revealed: those who are through take new seats."
        return Next(Phase.PLAYOFF, "Seat the play-off", sentence, "organiser", "playoff")
    return _close(playoff, by_round.get(playoff.number))


def _prizes(event: Event) -> Next:
    """What is due once all games are played: each prize decided, the podium read, all handed
    over.
    """
    sentence = "All games are played."
    if event.has_playoff and not event.podium_revealed_at:
        prizes = board(event).prizes
        if any(award.undecided for award in (prizes.podium if prizes else ())):
            level = "A prize is level: an extra game or a cut of cards decides it."
            return Next(Phase.PRIZES, "Decide the prizes", level, "organiser", "playoff")
        covered = f"{sentence} Nobody knows the winner yet."
        return _read(event, PODIUM) or Next(
            Phase.PRIZES, "Read the podium", covered, "organiser", "podium"
        )
    return Next(Phase.PRIZES, "Hand over the prizes", sentence, "organiser", "prizes")


def _read(event: Event, stage: str) -> Next | None:
    """How far a list is read; None before its reading is begun."""
    reading = reading_now(event, stage)
    if reading is None:
        return None
    phase, place = (Phase.CUT, "reveal") if stage == CUT else (Phase.PRIZES, "podium")
    read, complete = len(reading["called"]), reading["count"]
    if read < complete:
        verb = "is" if read == 1 else "are"
        words = f"{read} of {complete} {verb} read"
        sentence = "The walls and the board follow the reading."
        return Next(phase, words, sentence, "", place, button="Go to the reading", reads=stage)
    words = f"All {number_word(complete)} are read" if complete > 1 else "The name is read"
    last = LedgerEntry.objects.filter(event=event, kind="read").order_by("-number").first()
    moment = clock(last.at.isoformat() if last else "")
    sentence = f"The last name was read at {moment}. The board still shows the reading."
    return Next(phase, words, sentence, "organiser", place, reads=stage, shows=stage)


def _steps(event: Event, coming: Next) -> tuple[Step, ...]:
    """The phases in order; everything before the one of the next act is done."""
    rounds = [
        (Phase.ROUND, number, f"Round {number}", "")
        for number in range(1, event.qualifying_rounds + 1)
    ]
    playoff = [(Phase.PLAYOFF, 0, "Play-off", "playoff")] if event.has_playoff else []
    phases = [
        (Phase.GUESTS, 0, "Guests", "guests"),
        (Phase.SEATING, 0, "Seating", "seating"),
        (Phase.DOOR, 0, "Door", "door"),
        *rounds,
        (Phase.CUT, 0, "Cut", "cut"),
        *playoff,
        (Phase.PRIZES, 0, "Prizes", "prizes"),
    ]
    places = [(phase, number) for phase, number, _words, _place in phases]
    now = len(phases) if coming.phase == Phase.OVER else places.index((coming.phase, coming.round))
    states = [
        "done" if index < now else "now" if index == now else "later"
        for index in range(len(phases))
    ]
    return tuple(
        Step(words, state, place)
        for (_, _, words, place), state in zip(phases, states, strict=True)
    )
