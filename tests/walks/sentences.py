"""What the pages say of the evening, counted again from its rows: each sentence with what must be
so where it stands. Nothing of it is taken from the steps.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from tests.walks import sentences_of_matches as matches
from tournament.models import (
    Conflict,
    Event,
    Game,
    Guest,
    LedgerEntry,
    Printing,
    Reply,
    Round,
    RoundClock,
    RoundTotal,
    Ruling,
    Seal,
    Seat,
    Sheet,
)

WORDS = tuple(
    "no one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
)
AWAY = ("no_show", "withdrawn")


@dataclass
class Sitting:
    """A round by its rows: how far it is, and its games by whether a sheet of them is in."""

    number: int
    stage: str
    state: str
    running: bool
    games: dict[tuple[int, int], bool] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """As it is called in a sentence."""
        called = {"playoff": "the play-off", "extra": "the extra game"}
        return called.get(self.stage, f"round {self.number}")

    @property
    def tables(self) -> int:
        """How many tables have a game."""
        return len({table for table, _game in self.games})

    @property
    def entered(self) -> int:
        """How many sheets are in."""
        return sum(self.games.values())

    @property
    def begun(self) -> bool:
        """Whether anybody plays it, or has."""
        return self.running or self.entered > 0 or self.state == "closed"

    @property
    def waits(self) -> bool:
        """Whether it is published, and nobody has begun."""
        return self.state == "published" and not self.begun

    @property
    def goes_on(self) -> bool:
        """Whether it is played, and a sheet is to come."""
        return self.state == "published" and self.entered < len(self.games)

    @property
    def full(self) -> bool:
        """Whether it is open, and every sheet is in."""
        return self.state == "published" and self.entered == len(self.games)


class Book:
    """An evening as its rows have it."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.sittings = {row.number: row for row in _sittings(event)}
        self.guests = list(Guest.objects.filter(event=event))
        self.seals = Seal.objects.filter(event=event)
        self.seal = self.seals.filter(broken_at=None).first()
        self.printed = set(Printing.objects.filter(event=event).values_list("kind", flat=True))
        last = LedgerEntry.objects.filter(
            event=event, kind__in=("close_evening", "reopen_evening")
        ).order_by("-number")
        self.over = last.exists() and last[0].kind == "close_evening"
        self.reading = event.reading or {}

    def named(self, words: str) -> Sitting:
        """The round of that name; one that was never drawn where there is none."""
        name = words.lower().removeprefix("the ")
        return next(
            (row for row in self.sittings.values() if row.name.removeprefix("the ") == name),
            Sitting(0, "", "", running=False),
        )

    def any(self, is_so: Callable[[Sitting], bool]) -> bool:
        """Whether it is so of any round."""
        return any(is_so(row) for row in self.sittings.values())

    @property
    def qualifying(self) -> list[Sitting]:
        """Those before the line."""
        return [row for row in self.sittings.values() if row.stage == "qualifying"]

    @property
    def nobody_plays(self) -> bool:
        """Whether no round before the line has begun."""
        return not any(row.begun for row in self.qualifying)

    @property
    def played_out(self) -> bool:
        """Whether every round before the line is closed."""
        closed = [row for row in self.qualifying if row.state == "closed"]
        return len(closed) == len(self.qualifying) >= self.event.qualifying_rounds

    @property
    def revealed(self) -> bool:
        """Whether the list is public."""
        return self.seal is not None and self.seal.revealed_at is not None

    @property
    def finalists(self) -> list[Sitting]:
        """The play-off, and games beside it."""
        return [row for row in self.sittings.values() if row.stage != "qualifying"]

    @property
    def over_the_tables(self) -> bool:
        """Whether the play-off was played and nothing of it is open; true where there is none."""
        rows = self.finalists
        return not self.event.has_playoff or (
            bool(rows) and all(row.state == "closed" for row in rows)
        )

    def read(self, stage: str) -> int | None:
        """How many names of a list were read; None where none of it is."""
        return len(self.reading["called"]) if self.reading.get("stage") == stage else None

    @property
    def awaits_the_reading(self) -> bool:
        """Whether a list is sealed of which, in this edition, no name was read."""
        if self.seal is None or self.revealed:
            return False
        begun = self.reading.get("stage") == "cut"
        return not begun or self.reading["edition"] != self.seal.edition

    @property
    def heard(self) -> bool:
        """Whether the hall ever heard a name of a list, or a list was ever public."""
        return bool(self.reading) or self.seals.exclude(revealed_at=None).exists()

    @property
    def unasked(self) -> int:
        """How many of the sealed list have not answered."""
        names = self.seal.snapshot["qualifiers"] if self.seal else []
        rows = Reply.objects.filter(seal=self.seal, taken_back=None)
        return len(set(names) - set(rows.values_list("guest__ref", flat=True)))


def _sittings(event: Event) -> Iterator[Sitting]:
    running = set(
        RoundClock.objects.filter(event=event)
        .exclude(started_at=None)
        .values_list("round__number", flat=True)
    )
    sat: dict[int, list[tuple[int, int | None]]] = {}
    totals: set[tuple[int, str]] = set(
        RoundTotal.objects.filter(event=event, taken_back_by=None).values_list(
            "round__number", "guest__ref"
        )
    )
    refs: dict[int, set[str]] = {}
    for seat in Seat.objects.filter(event=event).select_related("guest"):
        sat.setdefault(seat.table_id, []).append((seat.from_game, seat.left_after_game))
        refs.setdefault(seat.table_id, set()).add(seat.guest.ref)
    accepted = set(
        Sheet.objects.filter(event=event, accepted=True).values_list("game_id", flat=True)
    )
    for row in Round.objects.filter(event=event).order_by("number"):
        sitting = Sitting(row.number, row.stage, row.state, row.number in running)
        for game in Game.objects.filter(table__round=row).select_related("table"):
            seats = sat.get(game.table_id, [])
            attended = any(
                first <= game.number and (last is None or last >= game.number)
                for first, last in seats
            )
            if not (game.not_played or game.void) and attended:
                by_total = any((row.number, ref) in totals for ref in refs.get(game.table_id, ()))
                sitting.games[game.table.number, game.number] = game.pk in accepted or by_total
        yield sitting


def number(words: str) -> int:
    """A number as a sentence says it."""
    return int(words) if words.isdigit() else WORDS.index(words.lower()) if words else 0


Truth = Callable[[Book, re.Match[str]], bool]
NUMBER = r"(\d+|[A-Za-z]+)"
ROUND = r"(?:the )?([Rr]ound \d+|[Pp]lay-off|[Ee]xtra game)"


def _is_read(book: Book, match: re.Match[str]) -> bool:
    shown = {book.read("cut"), book.read("podium")}
    return int(match[1]) in shown and int(match[2]) == book.reading.get("count")


def _all_read(book: Book, stage: str) -> bool:
    return book.read(stage) is not None and book.read(stage) == book.reading.get("count")


def _in_round(is_so: Callable[[Sitting], bool]) -> Truth:
    return lambda book, match: is_so(book.named(match[1]))


def _to_come(book: Book, match: re.Match[str]) -> bool:
    row = book.named(match[1])
    return row.goes_on and len(row.games) - row.entered == number(match[2])


def _entered(book: Book, match: re.Match[str]) -> bool:
    figures = int(match[1]), int(match[2])
    return book.any(lambda row: row.goes_on and (row.entered, len(row.games)) == figures)


def _waits_with(book: Book, match: re.Match[str]) -> bool:
    figures = number(match[1]), number(match[2])
    return book.any(lambda row: row.waits and (row.tables, len(row.games)) == figures)


def _seats(book: Book, match: re.Match[str]) -> bool:
    present = [guest for guest in book.guests if guest.status not in AWAY]
    return not book.sittings and len(present) == number(match[1])


def _door(book: Book, match: re.Match[str]) -> bool:
    here = [guest for guest in book.guests if guest.arrived_at and guest.status not in AWAY]
    awaited = [
        guest for guest in book.guests if guest.status == "registered" and not guest.arrived_at
    ]
    return (int(match[1]), int(match[2])) == (len(here), len(here) + len(awaited))


def _differ(book: Book, _found: re.Match[str]) -> bool:
    return Conflict.objects.filter(event=book.event, resolved_by=None).exists()


def _level(book: Book, _found: re.Match[str]) -> bool:
    return book.played_out and book.seal is None


def _looked_at_again(book: Book, _found: re.Match[str]) -> bool:
    return book.seal is not None or bool(book.reading)


def _results_wait(book: Book, _found: re.Match[str]) -> bool:
    return book.played_out and not book.revealed and book.read("cut") is None


CLAIMS: Mapping[str, Truth] = {
    rf"{NUMBER} (?:is|are) on the list yet": lambda book, match: (
        not book.sittings and (match[1] == "Nobody" or number(match[1]) == len(book.guests))
    ),
    r"Add the guests|Seat the guests": lambda book, _: not book.sittings,
    rf"{NUMBER} guests? are on the list, and nobody is seated": _seats,
    r"Draw (round \d+)|(Round \d+) is drawn from those": lambda book, match: (
        not book.named(match[1] or match[2]).state and bool(book.qualifying)
    ),
    r"Publish the seating|It is drawn\. Nobody sees it yet|Publish (?:round \d+)": lambda book, _: (
        book.any(lambda row: row.state == "draft")
    ),
    r"Print the papers|No score card is printed yet": lambda book, _: (
        book.nobody_plays and not book.printed & {"score-cards", "without-paper"}
    ),
    r"Something changed since the printing|Print what changed": lambda book, _: (
        book.nobody_plays and "score-cards" in book.printed
    ),
    r"Check the guests in": lambda book, _: book.nobody_plays,
    r"(\d+) of (\d+) guests are here": _door,
    rf"Seat those who are here|{NUMBER} guests? (?:is|are) here without a seat": lambda book, _: (
        book.nobody_plays and any(guest.arrived_at for guest in book.guests)
    ),
    r"Mend the small tables|Table \S+ has \w+ guests?\.|\w+ more are too small": lambda book, _: (
        book.any(lambda row: row.waits)
    ),
    rf"Start {ROUND}": _in_round(lambda row: row.waits),
    rf"{NUMBER} tables?, {NUMBER} sheets? to come": _waits_with,
    rf"{ROUND}: {NUMBER} sheets? to come": _to_come,
    r"(\d+) of (\d+) sheets are in": _entered,
    r"Choose between two sheets|Two different sheets came in for": _differ,
    r"Say why a ruling departs|Ruling \d+ departs from": lambda book, _: Ruling.objects.filter(
        event=book.event
    ).exists(),
    rf"Close {ROUND}": _in_round(lambda row: row.full),
    r"No sheet is to come": lambda book, _: book.any(lambda row: row.full and not row.games),
    r"All (\d+) sheets are in\.": lambda book, match: book.any(
        lambda row: row.full and len(row.games) == int(match[1])
    ),
    r"Its sheet is in\.": lambda book, _: book.any(lambda row: row.full and len(row.games) == 1),
    r"The cut cannot be drawn|Let them cut cards": _level,
    r"are level on \S+ (?:points\. )?[Ff]or \w+ places?": _level,
    r"Seal the cut|All rounds are closed; \w+ goe?s? through": _level,
    r"Break the seal|The results have changed since the sealing": lambda book, _: (
        book.seal is not None
    ),
    r"Read the names out": lambda book, _: book.awaits_the_reading,
    r"The list is sealed; nobody in the hall knows it": lambda book, _: (
        book.awaits_the_reading and not book.heard
    ),
    r"The list is sealed again; names were read before": lambda book, _: (
        book.awaits_the_reading and book.heard
    ),
    r"(\d+) of (\d+) (?:is|are) read|The walls and the board follow the reading": (
        lambda book, match: bool(book.reading) if match[1] is None else _is_read(book, match)
    ),
    rf"All {NUMBER} are read|The name is read|The last name was read at": lambda book, _: (
        _all_read(book, "cut") or _all_read(book, "podium")
    ),
    r"Ask who plays on": lambda book, _: book.revealed and not book.finalists,
    rf"{NUMBER} finalists? (?:is|are) not asked yet": lambda book, match: (
        # A reserve who was called up is asked as well.
        book.revealed and 0 < number(match[1]) <= book.unasked + book.event.cut_size
    ),
    r"Let the reserves cut cards|are level for a place in the play-off": lambda book, _: (
        book.revealed and not book.finalists
    ),
    r"Seat the play-off|All have answered: those who play on": lambda book, _: (
        book.revealed and not book.finalists and book.unasked == 0
    ),
    r"It decides a prize and adds to no total": lambda book, _: book.any(
        lambda row: row.stage == "extra" and row.state == "published"
    ),
    r"Decide the prizes|is level: an extra game or a cut of cards": lambda book, _: (
        book.over_the_tables and not book.event.podium_revealed_at
    ),
    r"Read the podium|All games are played\. Nobody knows the winner yet": lambda book, _: (
        book.over_the_tables and not book.event.podium_revealed_at and book.read("podium") is None
    ),
    r"Hand over the prizes|All games are played\. Close the evening": lambda book, _: (
        book.revealed and book.over_the_tables and not book.over
    ),
    r"The evening is over|Closed at \S+ by ": lambda book, _: book.over,
    r"Say who is who in the league|like somebody of another evening": lambda book, _: (
        book.over and book.event.in_leagues.exists()
    ),
    # What is said to the hall.
    r"Good evening, and welcome|We play in aid of": lambda book, _: book.nobody_plays,
    r"Your table and your seat stand beside": lambda book, _: (
        book.nobody_plays and book.any(lambda row: row.state == "published")
    ),
    r"Round (\d+) is over\. Nothing is decided": lambda book, match: (
        book.named(f"round {match[1]}").state == "closed" and not book.played_out
    ),
    r"Your card says where": lambda book, _: book.any(lambda row: row.waits and row.number > 1),
    rf"Please take your seats\. {ROUND} begins now": _in_round(lambda row: row.waits),
    r"It begins now": lambda book, _: book.any(lambda row: row.waits and row.stage == "extra"),
    r"This is the last \w+\. Finish it|Please finish each \w+, then sign": lambda book, _: book.any(
        lambda row: row.goes_on and row.begun
    ),
    rf"{ROUND} is over\. Thank you": _in_round(lambda row: row.full),
    r"The round is over\. Thank you": lambda book, _: book.any(lambda row: row.full),
    r"The results are being looked over|The names follow shortly": _results_wait,
    r"the lower card goes through": _level,
    r"One moment, please\. A result is being looked at again": _looked_at_again,
    r"We come to those who go through": lambda book, _: (
        book.awaits_the_reading
        or (book.seal is not None and not book.revealed and book.read("cut") == 0)
    ),
    r"Would those who were read please come to the front": lambda book, _: (
        book.revealed and not book.finalists
    ),
    r"These play on\. Please go to the tables of": lambda book, _: book.any(
        lambda row: row.waits and row.stage == "playoff"
    ),
    rf"{ROUND} is being played\. Please keep the space": _in_round(lambda row: row.goes_on),
    r"The extra game decides a prize": lambda book, _: book.any(
        lambda row: row.stage == "extra" and row.state == "published"
    ),
    r"We come to the prizes": lambda book, _: (
        book.over_the_tables and not book.event.podium_revealed_at and not book.read("podium")
    ),
    r"These are your \w+\.|Ladies and gentlemen, your winner": lambda book, _: (
        _all_read(book, "cut") or _all_read(book, "podium")
    ),
    # What guests read on their own page, and at the foot of the board.
    r"Your seat is told when the seating is published": lambda book, _: (
        not book.any(lambda row: row.state != "draft")
    ),
    r"Your games are in\. Listen for what comes next": lambda book, _: not book.nobody_plays,
    rf"Your games are in; {ROUND} goes on": _in_round(lambda row: row.goes_on),
    r"The names are read out soon|Sealed: the names are read out soon": lambda book, _: (
        book.seal is not None and not book.revealed
    ),
    r"The play-off comes next|You play on: please|You do not play on: thank": lambda book, _: (
        book.revealed and not book.finalists
    ),
    r"The play-off is being played\.(?! Please)": lambda book, _: (
        book.revealed and bool(book.finalists) and not book.event.podium_revealed_at
    ),
    r"The podium is read out soon": lambda book, _: (
        book.over_the_tables and not book.event.podium_revealed_at
    ),
    r"Thank you for playing\.": lambda book, _: book.revealed and book.over_the_tables,
    r"Provisional until sealed": lambda book, _: book.seal is None,
    r"(?<![\w.] )A result is being looked at again(?!\.)": _looked_at_again,
    r">Sealed<": lambda book, _: book.revealed,
    r"The final standing": lambda book, _: (
        book.revealed and (not book.event.has_playoff or book.event.podium_revealed_at is not None)
    ),
}
"""Each thing that a page may say of how far the evening is, and what must be so then."""
CLAIM = {re.compile(pattern): truth for pattern, truth in CLAIMS.items()}


def false_in(words: str, event: Event) -> list[str]:
    """What some words say of an evening and its rows do not."""
    if event.paired:
        return sorted(matches.false_in(words, event))
    book, errors = Book(event), set[str]()
    for pattern, truth in CLAIM.items():
        for match in pattern.finditer(words):
            if not truth(book, match):
                errors.add(match[0])
    return sorted(errors)
