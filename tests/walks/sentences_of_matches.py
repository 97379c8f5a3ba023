"""What the pages say of an evening of matches, counted again from its rows, as `sentences` does it
for an evening of tables.
"""

import re
from collections.abc import Callable, Mapping

from tournament.counting.formats import event_format
from tournament.models import Event, Guest, MatchRound, MatchStage

AWAY = ("no_show", "withdrawn")


class Book:
    """An evening of matches as its rows have it."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.rounds = list(
            MatchRound.objects.filter(event=event)
            .order_by("number")
            .prefetch_related("pairings")
            .select_related("stage")
        )
        self.stages = list(MatchStage.objects.filter(event=event).order_by("number"))
        self.present = Guest.objects.filter(event=event).exclude(status__in=AWAY).count()
        last = event.ledger.filter(kind__in=("close_evening", "reopen_evening"))
        newest = last.order_by("-number").first()
        self.over = newest is not None and newest.kind == "close_evening"

    @property
    def draft(self) -> MatchRound | None:
        """The round that nobody sees yet."""
        return next((row for row in self.rounds if not row.published), None)

    @property
    def public(self) -> list[MatchRound]:
        """The rounds that the hall knows."""
        return [row for row in self.rounds if row.published]

    @property
    def open(self) -> MatchRound | None:
        """The first of them of which a result is to come."""
        return next((row for row in self.public if waiting(row)), None)

    @property
    def all_in(self) -> bool:
        """Whether rounds were played, and no result of them is to come."""
        return bool(self.rounds) and self.draft is None and self.open is None

    @property
    def played_out(self) -> bool:
        """Whether every stage is closed."""
        two = event_format(self.event).ending == "swiss_then_knock_out"
        closed = [row for row in self.stages if row.order is not None]
        return len(closed) == 1 + two


def waiting(row: MatchRound) -> list[int]:
    """The tables of a round whose result is to come."""
    return [pair.table for pair in row.pairings.all() if pair.other_id and not pair.result]


def pairs(row: MatchRound) -> int:
    """How many matches a round has."""
    return sum(pair.other_id is not None for pair in row.pairings.all())


Truth = Callable[[Book, re.Match[str]], bool]
WORDS = tuple(
    "no one two three four five six seven eight nine ten eleven twelve".split()  # noqa: SIM905
)


def number(words: str) -> int:
    """A number as a sentence says it."""
    return int(words) if words.isdigit() else WORDS.index(words.lower())


def _begins(book: Book, _found: re.Match[str]) -> bool:
    row = book.open
    return row is not None and len(waiting(row)) == pairs(row)


def _to_come(book: Book, match: re.Match[str]) -> bool:
    return book.open is not None and len(waiting(book.open)) == number(match[1])


def _waited(book: Book, match: re.Match[str]) -> bool:
    tables = re.split(r", | and ", match[1])
    return book.open is not None and waiting(book.open) == [number(table) for table in tables]


def _drafted(book: Book, match: re.Match[str]) -> bool:
    return book.draft is not None and pairs(book.draft) == number(match[1])


def _pair(book: Book, match: re.Match[str]) -> bool:
    return bool(match[1]) or (book.draft is None and book.open is None and not book.played_out)


CLAIMS: Mapping[str, Truth] = {
    r"Add the guests|are needed for a match": lambda book, _: not book.rounds,
    r"(Nobody|One) is on the list yet": lambda book, match: book.present == int(match[1] == "One"),
    r"Pair (?:round \d+|the (?:last \d+|[\w-]+))(?![\w-])( already)?": _pair,
    r"(\d+) players: [^.]*\. It begins with whoever is there": lambda book, match: (
        not book.rounds and book.present == int(match[1])
    ),
    r"(\d+) of \d+ rounds? (?:is|are) played": lambda book, match: (
        book.all_in
        and int(match[1]) == sum(row.stage.number == len(book.stages) - 1 for row in book.public)
    ),
    r"The next stage begins": lambda book, _: (
        book.draft is None and book.open is None and not book.played_out
    ),
    r"Publish (?:round \d+|the )": lambda book, _: book.draft is not None,
    r"(\w+) match(?:es)? (?:is|are) drafted": _drafted,
    r"(\w+) results? to come": _to_come,
    r"Tap the winner|Winners, please stay near the desk": lambda book, _: book.open is not None,
    r"Close the (?:Swiss|matches|knock-out)|All its matches are in": lambda book, _: (
        book.all_in and not book.played_out
    ),
    r"has won(?= Close| All|\.|$)|All matches are played|Nobody has won": lambda book, _: (
        book.played_out
    ),
    r"your winner": lambda book, _: book.played_out,
    r"The evening is over|Closed at \S+ by |The final standing": lambda book, _: book.over,
    r"Good evening, and welcome|Your table and your seat": lambda book, _: not book.rounds,
    r"(?:The n|N)ext matches follow shortly": lambda book, _: (
        book.open is None and not book.played_out
    ),
    r"Please take your seats|your opponent stand on the wall|begins? now": _begins,
    r"We wait for tables? ([^.]+)\.": _waited,
    r"The (?:Swiss is|matches are|knock-out is) over|All matches are in": lambda book, _: (
        book.all_in and not book.played_out
    ),
    # What guests read.
    r"Whom you meet is told when the first round|Nobody is paired yet": lambda book, _: (
        not book.public
    ),
    r"Whom you meet is told when the round": lambda book, _: book.open is None,
    r"goe?s? on: |You are not paired: please": lambda book, _: book.open is not None,
    r"Thank you for playing": lambda book, _: book.played_out,
}
"""Each thing that a page may say of how far the matches are, and what must be so then."""
CLAIM = {re.compile(pattern): truth for pattern, truth in CLAIMS.items()}

DASHED = re.compile(r"(?:Pair|Close) (?:(?!Pair |Close )[^.“”])*?Possible once[^.]*\.")


def false_in(words: str, event: Event) -> set[str]:
    """What some words say of the matches and their rows do not; a dashed button says nothing."""
    book, words = Book(event), DASHED.sub(" ", words)
    found = (
        (truth, match) for pattern, truth in CLAIM.items() for match in pattern.finditer(words)
    )
    return {match[0] for truth, match in found if not truth(book, match)}
