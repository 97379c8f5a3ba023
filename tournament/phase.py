"""Where the evening stands and what comes next, derived from its rows alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from scoring.words import number_word
from tournament.grid import Cell, Grid, cells, grids
from tournament.ledger.lift import seal_in_force
from tournament.models import Event, LedgerEntry, Round, Seal, Stage
from tournament.models.guest import GuestStatus
from tournament.models.seating import RoundState

FEWEST = 4
"""No table is smaller."""
SHOWN = 8
"""So many places of one kind of hindrance are named; the grid shows the others."""


@dataclass(frozen=True, slots=True)
class Step:
    """One phase in the line at the top of the page."""

    words: str
    state: str = "later"
    place: str = ""


@dataclass(frozen=True, slots=True)
class Hindrance:
    """One kind of thing in the way: shape, count in words, its games, what is said of them, and who sees to it."""

    kind: str
    shape: str
    words: str
    who: str
    cells: tuple[Cell, ...]
    note: str = ""

    @property
    def shown(self) -> tuple[Cell, ...]:
        """The games that are named."""
        return self.cells[:SHOWN]

    @property
    def more(self) -> int:
        """How many are not."""
        return max(0, len(self.cells) - SHOWN)


@dataclass(frozen=True, slots=True)
class Next:
    """The next act: a heading, a sentence of figures, who does it, and the page or the round it concerns."""

    words: str
    sentence: str
    who: str
    place: str = ""
    closes: int = 0
    free: bool = True


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
        return (self.hindrances[0], self.hindrances[0].cells[0]) if self.hindrances else None

    @property
    def current(self) -> Grid | None:
        """The grid of the round that is open, or of the last one played."""
        playing = [held.number for held in self.rounds if held.open]
        wanted = playing[:1] or [held.number for held in self.rounds if held.state == RoundState.CLOSED][-1:]
        return next((grid for grid in self.grids if grid.round in wanted), None)

    @property
    def current_name(self) -> str:
        """The round of that grid as it is called."""
        current = self.current
        return next((str(held) for held in self.rounds if current and held.number == current.round), "")

    @property
    def in_the_way(self) -> str:
        """How many kinds of hindrance there are and where the first is."""
        first = self.first
        if first is None:
            return ""
        number = len(self.hindrances)
        things = "One thing is" if number == 1 else f"{number_word(number).capitalize()} things are"
        return f"{things} in the way; the first is at table {first[1].table}."

    @property
    def folded(self) -> tuple[Grid, ...]:
        """The other rounds that were played, each a line."""
        played = {held.number for held in self.rounds if held.state == RoundState.CLOSED}
        current = self.current
        return tuple(grid for grid in self.grids if grid.round in played and grid is not current)


def evening(event: Event) -> Evening:
    """Where an event stands. Seven queries."""
    found = grids(cells(event))
    rounds = tuple(Round.objects.filter(event=event).order_by("number"))
    listed = event.guests.values_list("status", flat=True)
    guests, seal = len(listed), seal_in_force(event)
    coming = _next(event, rounds, found, guests, seal)
    return Evening(
        steps=_steps(event, rounds, coming),
        next=coming,
        hindrances=tuple(hindrances(_watched(coming, found))),
        grids=tuple(found.values()),
        rounds=rounds,
        as_of=LedgerEntry.objects.filter(event=event).order_by("-number").first(),
        warning=cut_too_large(event, listed) if rounds and seal is None else "",
    )


def cut_too_large(event: Event, statuses: Iterable[str]) -> str:
    """What is said of a cut that the guests who are there cannot fill; nothing while nobody is."""
    there = sum(status != GuestStatus.WITHDRAWN for status in statuses)
    if not there or event.cut_size <= there:
        return ""
    numbers = f"{event.cut_size} go through and {there} guest{'s are' if there > 1 else ' is'} there"
    return f"The cut is larger than the field: {numbers}. Choose a smaller cut in the settings."


def _watched(coming: Next, found: dict[int, Grid]) -> Iterable[Cell]:
    """The games that stand in the way: those of the round to be closed, else of all; two sheets wherever they are."""
    for number, grid in found.items():
        here = not coming.closes or number == coming.closes
        yield from (cell for cell in grid.cells if here or cell.conflicts)


def hindrances(found: Iterable[Cell]) -> Iterable[Hindrance]:
    """What keeps these games from being settled, in the order of doing."""
    every = tuple(found)
    flags = tuple(cell for cell in every if cell.flags)
    kinds = (
        ("conflict", "flagged", "sent twice and differing", "Head umpire", tuple(c for c in every if c.conflicts)),
        ("missing", "missing", "not in", "Table umpires", tuple(c for c in every if c.state == "missing")),
        ("flagged", "flagged", "with an open flag", "Head umpire", flags),
        (
            "unchecked",
            "entered",
            "unchecked",
            "Left neighbours",
            tuple(c for c in every if c.version and not c.checked),
        ),
    )
    for kind, shape, words, who, some in kinds:
        if some:
            note = some[0].flags[0] if kind == "flagged" and len(some) == 1 else ""
            yield Hindrance(kind, shape, f"{_games(len(some), kind)} {words}", who, some, note)


def _games(number: int, kind: str) -> str:
    word = "game" if kind == "missing" else "sheet"
    return f"{number} {word}{'s' * (number != 1)}"


def _next(event: Event, rounds: Sequence[Round], found: dict[int, Grid], guests: int, seal: Seal | None) -> Next:
    by_number = {held.number: held for held in rounds}
    if guests < FEWEST and not rounds:
        said = f"{number_word(guests).capitalize()} on the list so far." if guests else "Nobody is on the list yet."
        return Next("Invite the guests", f"{said} Type them in or import a list.", "organiser", "guests")
    for number in range(1, event.qualifying_rounds + 1):
        held = by_number.get(number)
        if held is None or held.state == RoundState.DRAFT:
            return _seating(number, held, guests)
        if held.open:
            return _close(held, found.get(number))
    return _after_the_rounds(event, by_number.get(event.playoff_round), found, seal)


def _seating(number: int, held: Round | None, guests: int) -> Next:
    if held is None:
        said = f"{guests} guests are on the list, and round {number} is not seated."
        return Next("Seat the guests", said, "organiser", "seating")
    said = f"Round {number} is drawn. Published, its tables take sheets."
    return Next("Publish the seating", said, "organiser", "seating")


def _close(held: Round, grid: Grid | None) -> Next:
    entered, due = (grid.entered, grid.due) if grid else (0, 0)
    words = f"Close {held}".replace("Round", "round").replace("Play-off", "the play-off")
    said = f"All {due} sheets are in." if entered == due else f"{entered} of {due} sheets are in."
    return Next(words, said, "head umpire", closes=held.number, free=entered == due)


def _after_the_rounds(event: Event, playoff: Round | None, found: dict[int, Grid], seal: Seal | None) -> Next:
    if seal is None:
        said = f"All rounds are closed; {number_word(event.cut_size)} go through. Look at the line, then seal it."
        return Next("Seal the cut", said, "organiser", "cut")
    if not seal.revealed_at:
        return Next("Reveal the cut", "It is sealed; the hall waits for the names.", "organiser", "cut")
    if not event.has_playoff or (playoff and playoff.state == RoundState.CLOSED):
        return Next("Hand over the prizes", "All games are played.", "organiser", "playoff" if playoff else "standings")
    if playoff is None or playoff.state == RoundState.DRAFT:
        return Next(
            "Seat the play-off", "The cut is revealed: those who are through take new seats.", "organiser", "playoff"
        )
    return _close(playoff, found.get(playoff.number))


def _steps(event: Event, rounds: Sequence[Round], coming: Next) -> tuple[Step, ...]:
    """The phases in order; everything before the one of the next act is done."""
    playing = [f"Round {number}" for number in range(1, event.qualifying_rounds + 1)]
    names = ["Guests", "Seating", *playing, "Cut", *(["Play-off"] if event.has_playoff else []), "Prizes"]
    places = {"Guests": "guests", "Seating": "seating", "Cut": "cut", "Play-off": "playoff"}
    now = names.index(_phase(event, rounds, coming))
    states = ["done" if at < now else "now" if at == now else "later" for at in range(len(names))]
    return tuple(Step(name, state, places.get(name, "")) for name, state in zip(names, states, strict=True))


def _phase(event: Event, rounds: Sequence[Round], coming: Next) -> str:
    if coming.closes:
        return "Play-off" if coming.closes == event.playoff_round else f"Round {coming.closes}"
    if coming.place == "seating":
        played = [held.number for held in rounds if held.state != RoundState.DRAFT and held.stage == Stage.QUALIFYING]
        return f"Round {played[-1] + 1}" if played else "Seating"
    if coming.words.startswith("Hand"):
        return "Prizes"
    return {"guests": "Guests", "cut": "Cut", "playoff": "Play-off"}[coming.place]
