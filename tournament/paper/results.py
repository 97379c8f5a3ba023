"""The plain values behind papers of results: standings, those who go through, the final list, the prizes."""

from dataclasses import dataclass

from tournament.paper.values import Edition


@dataclass(frozen=True)
class StandingRow:
    """A line of the standings as printed: `place` may be shared (“=10”), `reason` says what decided a tie."""

    place: str
    name: str
    livery: str
    rounds: tuple[int | None, ...]
    total: int | None
    won: int | None = None
    eights: int | None = None
    worst: int | None = None
    reason: str = ""


@dataclass(frozen=True)
class PrintedStandings:
    """Standings with the cut drawn under the row of number `cut_after` (None = no line), its words in the gap."""

    edition: Edition
    facts: tuple[str, ...]
    rounds: tuple[int, ...]
    rows: tuple[StandingRow, ...]
    cut_after: int | None = None
    cut_words: str = ""
    title: str = "Standings"


@dataclass(frozen=True)
class GoesThrough:
    """One of the ten: order after tie-breaks, total, and table and seat in the play-off if seated."""

    order: int
    name: str
    livery: str
    total: int
    seat: str = ""


@dataclass(frozen=True)
class TheTen:
    """Who goes on to the play-off, on one page, with the sentence on every tie at the line and two signatures."""

    edition: Edition
    rows: tuple[GoesThrough, ...]
    title: str = "The Ten"
    subtitle: str = ""
    tie_sentences: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class FinalRow:
    """A line of the final list: place, play-off total, total before it, and the honour or prize it brings."""

    place: str
    name: str
    livery: str
    total: int | None
    qualifying: int | None = None
    honour: str = ""
    reason: str = ""


@dataclass(frozen=True)
class FinalList:
    """The final standing after the play-off."""

    edition: Edition
    facts: tuple[str, ...]
    rows: tuple[FinalRow, ...]
    title: str = "Final standing"


@dataclass(frozen=True)
class PrizeRow:
    """A prize to hand over: its name and condition, who is called up, how to say it, and who is next in line."""

    prize: str
    called: str
    condition: str = ""
    livery: str = ""
    say: str = ""
    result: str = ""
    notes: tuple[str, ...] = ()
    next_in_line: str = ""


@dataclass(frozen=True)
class PrizeList:
    """Prizes in the order of handing over (the winner last); `public` once the podium has been revealed."""

    edition: Edition
    facts: tuple[str, ...]
    rows: tuple[PrizeRow, ...]
    closing: str = ""
    public: bool = False
