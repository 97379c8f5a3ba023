"""The plain values behind papers of results: standings, those who go through, the final list, the
prizes.

The plain values behind the papers of rulings: the report of one incident, and the minute of all.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from scoring.formats import Side
from tournament.matches.reading import Row
from tournament.paper.values import Edition


@dataclass(frozen=True)
class StandingRow:
    """A line of the standings as printed: `place` may be shared (“=10”), `reason` says what decided
    a tie.

    `figures` stand under the headings of the paper; None is a dash.
    """

    place: str
    name: str
    livery: str
    rounds: tuple[int | None, ...]
    total: int | None
    figures: tuple[int | None, ...] = ()
    reason: str = ""


@dataclass(frozen=True)
class PrintedStandings:
    """Standings with the cut drawn under the row of number `cut_after` (None = no line), its words
    in the gap.
    """

    edition: Edition
    facts: tuple[str, ...]
    rounds: tuple[int, ...]
    rows: tuple[StandingRow, ...]
    cut_after: int | None = None
    cut_words: str = ""
    title: str = "Standings"
    figures: tuple[str, ...] = ("Won", "8s", "Worst")


@dataclass(frozen=True)
class TeamLine:
    """A team as printed: `figure` as shown, `members` name those whose totals count, `note` what
    decided a tie.
    """

    place: str
    team: str
    figure: str
    players: int
    members: tuple[str, ...]
    note: str = ""


@dataclass(frozen=True)
class PrintedPairings:
    """A round of matches for the wall: by table, or by `names`, each with table and opponent."""

    edition: Edition
    facts: tuple[str, ...]
    rows: tuple[Row, ...]
    title: str = "Pairings"
    names: tuple[tuple[str, int, str], ...] = ()
    sides: tuple[Side, ...] = ()


@dataclass(frozen=True)
class Slip:
    """What a player keeps: badge, name and livery, and the address of their own page where there is
    one; on a movement slip where they sit now, where they go to, and how.
    """

    badge: int
    name: str
    livery: str
    link: str = ""
    comes_from: str = ""
    goes_to: tuple[str, str] = ("", "")
    words: str = ""


@dataclass(frozen=True)
class PlayerSlips:
    """A slip for every player of an event of matches."""

    edition: Edition
    facts: tuple[str, ...]
    slips: tuple[Slip, ...]
    title: str = "Player slips"


@dataclass(frozen=True)
class PrintedBracket:
    """A bracket, drawn sheet by sheet."""

    edition: Edition
    facts: tuple[str, ...]
    drawings: tuple[SafeString, ...]
    title: str = "The bracket"


@dataclass(frozen=True)
class PrintedCross:
    """A cross-table: what stands above its columns, and each player with their cells."""

    edition: Edition
    facts: tuple[str, ...]
    cross: Mapping[str, Any]
    title: str = "The cross-table"


@dataclass(frozen=True)
class PrintedTeams:
    """Teams in order; `rule` says how they are counted."""

    edition: Edition
    facts: tuple[str, ...]
    rule: str
    rows: tuple[TeamLine, ...]
    title: str = "Teams"


@dataclass(frozen=True)
class LeagueRow:
    """A person of a league as printed: a cell for each evening as (figure, whether it counts,
    whether missed).
    """

    place: str
    name: str
    livery: str
    figure: str
    cells: tuple[tuple[str, bool, bool], ...]
    note: str = ""


@dataclass(frozen=True)
class PrintedLeague:
    """The standing of a league; `evenings` are the short headings of those that count, `rules` how
    it adds up.
    """

    edition: Edition
    facts: tuple[str, ...]
    evenings: tuple[tuple[str, str], ...]
    rows: tuple[LeagueRow, ...]
    rules: tuple[str, ...]
    waiting: tuple[str, ...] = ()
    title: str = "League standing"


@dataclass(frozen=True)
class GoesThrough:
    """One of the ten: order after tie-breaks, total, and table and seat in the
    play-off if seated.
    """

    order: int
    name: str
    livery: str
    total: int
    seat: str = ""


@dataclass(frozen=True)
class TheTen:
    """Who goes on to the play-off, on one page, with the sentence on every tie at the line and two
    signatures.
    """

    edition: Edition
    rows: tuple[GoesThrough, ...]
    title: str = "The Ten"
    subtitle: str = ""
    tie_sentences: tuple[str, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class FinalRow:
    """A line of the final list: place, play-off total, total before it, and the honour or prize it
    brings.
    """

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
    """A prize to hand over: its name and condition, who is called up, how to say it, and who is
    next in line.
    """

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
    """Prizes in the order of handing over (the winner last); `public` once the podium has been
    revealed.
    """

    edition: Edition
    facts: tuple[str, ...]
    rows: tuple[PrizeRow, ...]
    closing: str = ""
    public: bool = False


@dataclass(frozen=True)
class DrawnCard:
    """A card as printed: its rank, and its suit by name (nothing for a bare rank)."""

    rank: str
    suit: str = ""


@dataclass(frozen=True)
class CardGroup:
    """Cards that lay together, and what is said beneath them."""

    cards: tuple[DrawnCard, ...]
    words: str


@dataclass(frozen=True)
class PrintedStatement:
    """A statement of a ruling and the authority it rests on."""

    words: str
    authority: str = ""


@dataclass(frozen=True)
class PrintedPart:
    """One of the five parts; `own` are an umpire's words in its place."""

    number: int
    heading: str
    note: str
    said: tuple[PrintedStatement, ...]
    own: str = ""


@dataclass(frozen=True)
class IncidentReport:
    """One ruling on paper, with what became of it, its effect on scores and the cases alike."""

    edition: Edition
    number: int
    of: int
    facts: tuple[str, ...]
    groups: tuple[CardGroup, ...]
    beside: tuple[tuple[str, str], ...]
    headline: str
    parts: tuple[PrintedPart, ...]
    decisions: tuple[str, ...]
    effects: tuple[str, ...]
    alike: tuple[str, ...]
    umpire: str
    rules: str = ""


@dataclass(frozen=True)
class MinuteRow:
    """A ruling in the minute of all."""

    number: int
    at: str
    where: str
    situation: str
    decided: str
    signed: str
    effects: tuple[str, ...] = ()


@dataclass(frozen=True)
class RulingsMinute:
    """All rulings of an evening in order, with what they did."""

    edition: Edition
    facts: tuple[str, ...]
    rows: tuple[MinuteRow, ...]
    title: str = "Minute of rulings"
