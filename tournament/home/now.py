"""The card Now: its heading, the figures before the first round, the clock of the round, the
sentence to say to the hall, and what to print for the next act.

The drawer More: every page that no tab leads to, those of the present part of the evening first.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone

from scoring.words import noun
from tournament.counting.formats import event_format
from tournament.counting.target import last_round
from tournament.home.hindrances import Link
from tournament.home.phase import Evening
from tournament.models import Event, LedgerEntry
from tournament.models.seating import RoundState
from tournament.paper.catalogue import catalogue
from tournament.screens.reading import Hall, show_of
from tournament.screens.script import to_be_said
from tournament.site.keep import kept_by_arguments
from tournament.standings.pace import RoundPace
from tournament.steps.table import Part, Step

WIDE = 1000
"""The line of time is drawn on so many units."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of day, when the round began and is expected to end, and the line of it drawn:
    how far it is played, where a game ended, and where the window lies, in units of `WIDE`.
    No line, and no end, while none is told; a line without a window while that comes `soon`.
    """

    now: str
    began: str
    ends: str
    played: int
    notches: tuple[int, ...]
    window: tuple[int, int] | None
    soon: bool = False


@dataclass(frozen=True, slots=True)
class Now:
    """What the card says; `rehearses` where the evening can still be rehearsed."""

    rehearses: bool
    say: str
    prints: tuple[Link, ...]
    figures: tuple[tuple[str, str], ...]
    clock: Clock | None


def card(event: Event, evening: Evening, pace: RoundPace | None, moment: datetime) -> Now:
    """The card as the evening stands; `pace` where a round is being played."""
    return Now(
        _rehearses(event, evening.next),
        to_be_said(_hall(event, evening, moment)),
        tuple(_prints(event, evening)),
        tuple(_figures(event, evening)),
        _clock(pace, moment) if pace else _clock_of_matches(event, evening, moment),
    )


def _rehearses(event: Event, coming: Step) -> bool:
    """Whether the evening can be played on a copy: there are guests, and nothing has begun."""
    before = coming.part in BEFORE or coming.key == "m-first"
    empty = coming.key in ("list", "m-list", "m-plan")
    return before and not (event.is_rehearsal or event.frozen or empty)


def _hall(event: Event, evening: Evening, moment: datetime) -> Hall:
    """The hall to which somebody speaks, by what is known of the evening already."""
    hall = Hall(event, show_of(event), moment)
    hall.facts, hall.step = evening.facts, evening.next
    hall.rounds = [row for row in evening.rounds if row.state != RoundState.DRAFT]
    return hall


BEFORE = frozenset({Part.GUESTS, Part.SEATING, Part.DOOR})
DURING = frozenset({Part.ROUND, Part.CUT, Part.PLAYOFF})
TITLES = {
    "rule-sheet": "Rules for the tables",
    "seating-by-name": "Seats by name",
    "table-cards": "Table cards",
    "score-cards": "Score cards",
    "standings": "The list so far",
    "the-ten": "The list to read out",
    "blank-playoff-cards": "Blank cards for the play-off",
    "table-sheets-": "Table sheets of {}",
    "score-cards-": "Score cards of {}",
    "prize-list": "Prize list",
    "final-list": "Final list",
    "player-slips": "Player slips",
    "pairings": "Pairings by table",
    "pairings-by-name": "Pairings by name",
    "result-slips": "Result slips",
    "bracket": "Bracket",
    "cross-table": "Cross-table",
    "certificates": "Certificates",
}


def _prints(event: Event, evening: Evening) -> Iterator[Link]:
    """The papers that the step wants, and while a round is played those of the round that
    follows.
    """
    coming = evening.next
    there = {kind.key for kind in catalogue(event) if not kind.waits_for} if event.paired else set()
    for key in coming.prints:
        if key == "final-list" and not event.has_playoff:
            continue
        if event.paired and key not in there:
            continue
        title = TITLES[key.rstrip("0123456789")].format(event.round_within(coming.number))
        yield Link(title, reverse("paper_pdf", args=[event.slug, key]))
    if coming.part != Part.ROUND or not coming.plays:
        return
    if any(grid.entered for grid in evening.grids):
        yield Link(TITLES["standings"], reverse("paper_pdf", args=[event.slug, "standings"]))
    after = coming.number + 1
    seated = [row for row in evening.rounds if row.state != RoundState.DRAFT]
    if after <= last_round(event) and any(row.number == after for row in seated):
        for key, title in (("seating-by-table", "Seats"), ("table-sheets", "Table sheets")):
            address = reverse("paper_pdf", args=[event.slug, f"{key}-{after}"])
            yield Link(f"{title} of round {after}", address)


def _figures(event: Event, evening: Evening) -> Iterator[tuple[str, str]]:
    """The set-up in figures, until the door is open."""
    if event.paired or evening.next.part not in (Part.GUESTS, Part.SEATING):
        return
    units = event_format(event).units
    guests = event.guests.count()
    yield str(guests), noun(guests, "guest")
    if evening.grids:
        tables = len({cell.table for cell in evening.grids[0].cells})
        yield str(tables), noun(tables, "table")
    yield f"{event.qualifying_rounds} × {event.games_per_round}", f"{units} each"
    if event.cut_size:
        through = "to the play-off" if event.has_playoff else "through"
        yield str(event.cut_size), f"go {through}"


def _clock(pace: RoundPace, moment: datetime) -> Clock | None:
    """The line from the beginning of the round to a little after its window."""
    now = moment.timestamp()
    if pace.soon:
        return Clock(_time(now), "", "", 0, (), None, soon=True)
    if pace.began is None:
        return None
    began = pace.began
    if pace.of is None or not pace.ends:
        return Clock(_time(now), _time(began), "", 0, (), None)
    ends = pace.of.ends
    span = (max(ends.late, now) - began) * 1.06 or 1

    def place(time: float) -> int:
        return int(min(WIDE, max(0, (time - began) / span * WIDE)))

    games = range(1, int((now - began) / pace.of.a_game) + 1) if pace.of.a_game > 0 else range(0)
    early, late = place(ends.early), place(ends.late)
    return Clock(
        _time(now),
        _time(began),
        pace.ends,
        place(now),
        tuple(place(began + game * pace.of.a_game) for game in games[:12]),
        (early, max(24, late - early)),
    )


def _clock_of_matches(event: Event, evening: Evening, moment: datetime) -> Clock | None:
    """When the matches that are played were told to the hall; nobody can say when a match ends."""
    if evening.next.key not in ("m-play", "m-ahead"):
        return None
    told = LedgerEntry.standing.filter(event=event, kind="pairs_out").latest("number")
    return Clock(_time(moment.timestamp()), _time(told.at.timestamp()), "", 0, (), None)


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, timezone.get_current_timezone()).strftime("%H:%M")


@dataclass(frozen=True, slots=True)
class Drawer:
    """One part of the evening and its pages."""

    title: str
    links: tuple[Link, ...]
    rare: bool = False

    @property
    def named(self) -> str:
        """What is in it, as the closed drawer says it."""
        return ", ".join(
            link.words if link.words[1:2].isupper() else link.words[:1].lower() + link.words[1:]
            for link in self.links[:5]
        )


@dataclass(frozen=True, slots=True)
class _Page:
    words: str
    route: str
    desk: bool = False
    of_matches: bool = True
    rare: bool = False
    of_event: bool = True


PARTS = (
    (
        "before the day",
        BEFORE,
        (
            _Page("Hall and tables", "hall_plan", desk=True),
            _Page("Rehearse the evening", "rehearsal", desk=True),
            _Page("Phones", "phones", desk=True),
            _Page("Guests check themselves in", "self_check_in", desk=True),
            _Page("Teams", "teams", rare=True),
        ),
    ),
    (
        "during play",
        DURING,
        (
            _Page("Calls for an umpire", "calls"),
            _Page("Ask the rules", "just_ask"),
            _Page("Rulings", "rulings"),
            _Page("Pace of the tables", "pace", of_matches=False),
            _Page("Walls", "screens", desk=True),
            _Page("Announcer", "announcer", desk=True),
            _Page("The rules at hand", "rules_at_hand"),
            _Page("What guests say is wrong", "doubts", desk=True, rare=True),
            _Page("Fix a mistake", "put_right", desk=True, of_matches=False),
            _Page("Type in a game from a phone", "rescue", desk=True, rare=True),
            _Page("Waiting for a second official", "waiting", desk=True),
            _Page("Print what changed", "paper_changed", desk=True),
            _Page("Let a browser in", "let_browser_in", desk=True),
            _Page("The public board", "board"),
        ),
    ),
    (
        "afterwards",
        frozenset({Part.PRIZES, Part.OVER}),
        (
            _Page("Replay a game", "replay", rare=True),
            _Page("Who can still make it", "chances", of_matches=False),
            _Page("The evening as it was", "as_of", desk=True, of_matches=False, rare=True),
            _Page("Leagues of several evenings", "leagues", desk=True, rare=True, of_event=False),
        ),
    ),
)


RARE = "seldom needed"


def drawer(event: Event, coming: Step, *, desk: bool) -> tuple[Drawer, ...]:
    """The parts of the evening, the present one first; folded at the end what most evenings never
    use.
    """
    evening_kind = _Kind(event.slug, desk, event.paired, bool(event.team_figure))
    return _drawer(evening_kind, coming.part, coming.number if coming.plays else 0)


class _Kind(NamedTuple):
    """What decides which pages there are, beside how far the evening has come."""

    slug: str
    desk: bool
    paired: bool
    teams: bool


@kept_by_arguments
def _drawer(kind: _Kind, present: Part, closes: int) -> tuple[Drawer, ...]:
    order = sorted(PARTS, key=lambda part: present not in part[1])
    parts = [Drawer(title, tuple(_links(kind, pages, closes))) for title, _, pages in order]
    seldom = (page for _title, _, pages in order for page in pages if _rare(kind, page))
    parts.append(Drawer(RARE, tuple(_opened(kind, seldom)), rare=True))
    return tuple(part for part in parts if part.links)


def _rare(kind: _Kind, page: _Page) -> bool:
    """Whether a page is folded away: teams are not where the evening ranks them."""
    return page.rare and not (page.route == "teams" and kind.teams)


def _opened(kind: _Kind, pages: Iterable[_Page]) -> Iterator[Link]:
    for page in pages:
        if (kind.desk or not page.desk) and (page.of_matches or not kind.paired):
            yield Link(page.words, reverse(page.route, args=[kind.slug] if page.of_event else []))


def _links(kind: _Kind, pages: tuple[_Page, ...], closes: int) -> Iterator[Link]:
    yield from _opened(kind, (page for page in pages if not _rare(kind, page)))
    if kind.desk and closes and any(page.route == "pace" for page in pages):
        yield Link("Stop the round now", reverse("time_out", args=[kind.slug, closes]))
