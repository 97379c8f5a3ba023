"""Where the evening stands and what comes next, derived from its rows alone."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from scoring.words import number_word
from tournament.grid import Cell, Grid, cells, grids
from tournament.hindrances import Hindrance, from_elsewhere, in_words, of_games
from tournament.ledger.lift import seal_in_force
from tournament.ledger.matches import paired
from tournament.ledger.seats import fewest
from tournament.match_phase import coming as coming_match
from tournament.match_phase import phases
from tournament.models import Event, LedgerEntry, Round, Seal, Stage
from tournament.models.guest import AWAY, GuestStatus
from tournament.models.seating import RoundState

"""No table is smaller."""


@dataclass(frozen=True, slots=True)
class Step:
    """One phase in the line at the top of the page."""

    words: str
    state: str = "later"
    place: str = ""


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
        return next(((one, one.cells[0]) for one in self.hindrances if one.cells), None)

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
        return in_words(self.hindrances)

    @property
    def folded(self) -> tuple[Grid, ...]:
        """The other rounds that were played, each a line."""
        played = {held.number for held in self.rounds if held.state == RoundState.CLOSED}
        current = self.current
        return tuple(grid for grid in self.grids if grid.round in played and grid is not current)


@dataclass(frozen=True, slots=True)
class _List:
    """The guest list in figures: how all are listed, and of those still due whom the door has seen."""

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
        """Whether guests are being let in and somebody is still expected."""
        return bool(self.seen and self.awaited)


def evening(event: Event) -> Evening:
    """Where an event stands. Seven queries, and one for each source of hindrances."""
    if paired(event):
        return _of_matches(event)
    found = grids(cells(event))
    rounds = tuple(Round.objects.filter(event=event).order_by("number"))
    guests, seal = _listed(event), seal_in_force(event)
    coming = _next(event, rounds, found, guests, seal)
    hindrances = (*from_elsewhere(event), *of_games(_watched(coming, found)))
    return Evening(
        steps=_steps(event, rounds, coming),
        next=_held_up(coming, hindrances),
        hindrances=hindrances,
        grids=tuple(found.values()),
        rounds=rounds,
        as_of=LedgerEntry.objects.filter(event=event).order_by("-number").first(),
        warning=cut_too_large(event, guests.statuses) if rounds and seal is None else "",
    )


PLACE_OF = {"Guests": "guests"}


def _of_matches(event: Event) -> Evening:
    """The same where guests are paired."""
    found = coming_match(event)
    return Evening(
        steps=tuple(Step(words, state, PLACE_OF.get(words, "pairings")) for words, state in phases(event)),
        next=Next(found.words, found.sentence, found.who, found.place),
        hindrances=tuple(from_elsewhere(event)),
        grids=(),
        rounds=(),
        as_of=LedgerEntry.objects.filter(event=event).order_by("-number").first(),
    )


def _listed(event: Event) -> _List:
    rows = list(event.guests.values_list("status", "arrived_at"))
    due = [arrived is not None for status, arrived in rows if status == GuestStatus.REGISTERED]
    return _List(tuple(status for status, _arrived in rows), sum(due), len(due) - sum(due))


def _held_up(coming: Next, found: Iterable[Hindrance]) -> Next:
    """The next act, not free while something stops just that."""
    place = "close" if coming.closes else coming.place
    return replace(coming, free=coming.free and all(one.stops != place for one in found))


def cut_too_large(event: Event, statuses: Iterable[str]) -> str:
    """What is said of a cut that the guests who are there cannot fill; nothing while nobody is."""
    there = sum(status not in AWAY for status in statuses)
    if not there or event.cut_size <= there:
        return ""
    numbers = f"{event.cut_size} go through and {there} guest{'s are' if there > 1 else ' is'} there"
    return f"The cut is larger than the field: {numbers}. Choose a smaller cut in the settings."


def _watched(coming: Next, found: dict[int, Grid]) -> Iterable[Cell]:
    """The games that stand in the way: those of the round to be closed, else of all; two sheets wherever they are.

    While the door is open nothing is missing yet.
    """
    for number, grid in found.items():
        here = number == coming.closes or not (coming.closes or coming.place == "door")
        yield from (cell for cell in grid.cells if here or cell.conflicts)


def _next(event: Event, rounds: Sequence[Round], found: dict[int, Grid], guests: _List, seal: Seal | None) -> Next:
    by_number = {held.number: held for held in rounds}
    if guests.whole < fewest(event) and not rounds:
        listed = guests.whole
        said = f"{number_word(listed).capitalize()} on the list so far." if listed else "Nobody is on the list yet."
        return Next("Invite the guests", f"{said} Type them in or import a list.", "organiser", "guests")
    for number in range(1, event.qualifying_rounds + 1):
        held = by_number.get(number)
        if held is None or held.state == RoundState.DRAFT:
            return _seating(number, held, guests, drawn_singly=bool(rounds) and held is None)
        if held.open:
            grid = found.get(number)
            return _door(guests) if guests.door_open and not (grid and grid.entered) else _close(held, grid)
    extra = next((held for held in rounds if held.stage == Stage.EXTRA and held.open), None)
    return _close(extra, found.get(extra.number)) if extra else _after_the_rounds(event, by_number, found, seal)


def _seating(number: int, held: Round | None, guests: _List, *, drawn_singly: bool) -> Next:
    if drawn_singly:
        said = f"Round {number} is drawn from those who are present after the break."
        return Next(f"Draw round {number}", said, "organiser", "walk_in")
    if held is None:
        said = f"{guests.there} guests are on the list, and round {number} is not seated."
        return Next("Seat the guests", said, "organiser", "seating")
    said = f"Round {number} is drawn. Published, its tables take sheets."
    return Next("Publish the seating", said, "organiser", "seating")


def _door(guests: _List) -> Next:
    said = f"{guests.seen} of {guests.seen + guests.awaited} guests are here. Those who never came give their seats up."
    return Next("Close the door", said, "organiser", "door")


def _close(held: Round, grid: Grid | None) -> Next:
    entered, due = (grid.entered, grid.due) if grid else (0, 0)
    name = str(held).lower()
    words = f"Close {name}" if held.stage == Stage.QUALIFYING else f"Close the {name}"
    said = f"All {due} sheets are in." if entered == due else f"{entered} of {due} sheets are in."
    return Next(words, said, "head umpire", closes=held.number, free=entered == due)


def _after_the_rounds(event: Event, by_number: Mapping[int, Round], found: dict[int, Grid], seal: Seal | None) -> Next:
    playoff = by_number.get(event.playoff_round)
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
    names = ["Guests", "Seating", "Door", *playing, "Cut", *(["Play-off"] if event.has_playoff else []), "Prizes"]
    places = {"Guests": "guests", "Seating": "seating", "Door": "door", "Cut": "cut", "Play-off": "playoff"}
    now = names.index(_phase(event, rounds, coming))
    states = ["done" if at < now else "now" if at == now else "later" for at in range(len(names))]
    return tuple(Step(name, state, places.get(name, "")) for name, state in zip(names, states, strict=True))


def _phase(event: Event, rounds: Sequence[Round], coming: Next) -> str:
    if coming.closes:
        return "Play-off" if coming.closes >= event.playoff_round else f"Round {coming.closes}"
    if coming.place in ("seating", "walk_in"):
        played = [held.number for held in rounds if held.state != RoundState.DRAFT and held.stage == Stage.QUALIFYING]
        return f"Round {played[-1] + 1}" if played else "Seating"
    if coming.words.startswith("Hand"):
        return "Prizes"
    return {"guests": "Guests", "door": "Door", "cut": "Cut", "playoff": "Play-off"}[coming.place]
