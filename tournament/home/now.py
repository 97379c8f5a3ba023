"""The card Now: its heading, the figures before the first round, the clock of the round, the
sentence to say to the hall, and what to print for the next act.

The drawer More: every page that no tab leads to, those of the present part of the evening first.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone

from scoring.words import capital, many, noun, number_word
from tournament.counting.formats import event_format
from tournament.home.hindrances import Link
from tournament.home.phase import Evening, Next, Phase
from tournament.models import Event, Round, RoundClock, Stage
from tournament.models.seating import RoundState
from tournament.screens.script import all_read
from tournament.seating.movement import movement
from tournament.standings.reading import RoundPace

WIDE = 1000
"""The line of time is drawn on so many units."""
STEP = 5
"""Minutes to go are said to the hall in fives."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of day, when the round began and is expected to end, and the line of it drawn:
    how far it is played, where a game ended, and where the window lies, in units of `WIDE`.
    No line, and no end, while none is told.
    """

    now: str
    began: str
    ends: str
    played: int
    notches: tuple[int, ...]
    window: tuple[int, int] | None


@dataclass(frozen=True, slots=True)
class Now:
    """What the card says; `begins` where the round can be started by its clock, nothing of it
    being in; `rehearses` where the evening can still be rehearsed.
    """

    heading: str
    begins: str
    rehearses: bool
    say: str
    prints: tuple[Link, ...]
    figures: tuple[tuple[str, str], ...]
    clock: Clock | None


def card(event: Event, evening: Evening, pace: RoundPace | None, moment: datetime) -> Now:
    """The card as the evening stands; `pace` where a round is being played."""
    begins = _to_begin(event, evening)
    return Now(
        f"Start {event.round_within(begins.number)}" if begins else _heading(evening),
        _tables(evening) if begins else "",
        _rehearses(event, evening.next),
        _call(event, begins) if begins else _read(event, evening) or _say(evening, pace, moment),
        tuple(_prints(event, evening)),
        tuple(_figures(event, evening)),
        _clock(pace, moment) if pace else None,
    )


def _rehearses(event: Event, coming: Next) -> bool:
    """Whether the evening can be played on a copy: there are guests, and nothing has begun."""
    before = coming.phase in BEFORE or event.paired
    return before and not (event.is_rehearsal or event.frozen or coming.words == "Add the guests")


def _heading(evening: Evening) -> str:
    """The next act, or how much of a round is to come."""
    coming = evening.next
    missing = sum(
        len(hindrance.cells) for hindrance in evening.hindrances if hindrance.kind == "missing"
    )
    if not coming.closes or not missing:
        return coming.words
    sheets = many(missing, "sheet")
    return f"{evening.current_name or 'This round'}: {sheets} to come"


def _to_begin(event: Event, evening: Evening) -> Round | None:
    """The round that everybody may sit down to: nothing of it is in, and its clock stands."""
    coming, grid = evening.next, evening.current
    if not coming.closes or grid is None or grid.entered or coming.phase not in STARTED:
        return None
    if RoundClock.objects.filter(event=event, round__number=coming.closes).exclude(started_at=None):
        return None
    return next((round_ for round_ in evening.rounds if round_.number == coming.closes), None)


def _tables(evening: Evening) -> str:
    """How much a round is that has not begun."""
    cells = evening.current.cells if evening.current else ()
    tables, sheets = len({cell.table for cell in cells}), len(cells)
    return f"{many(tables, 'table')}, {many(sheets, 'sheet')} to come."


def _call(event: Event, round_: Round) -> str:
    """What sends the guests to their seats."""
    if round_.stage == Stage.QUALIFYING and round_.number > 1:
        rule = movement(event, round_).sentence or "Please go to your next seat"
        return f"{rule}. Your card says where. {round_} begins when everybody is seated."
    called = event.round_within(round_.number)
    return f"Please take your seats. {capital(called)} begins now."


STARTED = frozenset({Phase.ROUND, Phase.PLAYOFF})
SAYINGS = {
    "Open the door": "Good evening. Find your name on the list: it gives your table and your seat.",
    "Close the door": "Ladies and gentlemen, please take your seats. We begin in a few minutes.",
    "Seal the cut": "The scores are being checked. Please stay close: the names follow shortly.",
    "Reveal the cut": "Ladies and gentlemen, here are the names of those who go through.",
    "Seat the play-off": "Will those who go through please come to the tables of the play-off.",
    "Read the podium": "Ladies and gentlemen, please join us for the prizes.",
    "Hand over the prizes": "Ladies and gentlemen, please join us for the prizes.",
}
PLAYING = "Please finish each {unit}, then sign the sheet."


def _read(event: Event, evening: Evening) -> str:
    """What the announcer says once all names are read."""
    shows = evening.next.shows
    if not shows or event.reading is None:
        return ""
    return " ".join(all_read(shows, event.reading["count"], plays_on=event.has_playoff))


def _say(evening: Evening, pace: RoundPace | None, moment: datetime) -> str:
    """What somebody says to the hall now; empty where nobody has to speak."""
    coming = evening.next
    if coming.words == "Publish the seating":
        return next(
            (round_.movement for round_ in evening.rounds if round_.number == coming.round), ""
        )
    if not coming.closes:
        return SAYINGS.get(coming.words, "")
    if coming.phase == Phase.PLAYOFF:
        return "The play-off is being played. Please keep the space around the tables clear."
    unit = evening.current.cells[0].unit if evening.current and evening.current.cells else "game"
    if coming.free:
        return "The round is over. Thank you; please leave the signed sheets on your table."
    remaining = (
        round((pace.of.ends.middle - moment.timestamp()) / 60 / STEP) * STEP
        if pace and pace.of and pace.ends
        else 0
    )
    began = PLAYING.format(unit=unit)
    return (
        f"Ladies and gentlemen, about {number_word(remaining)} minutes to go. {began}"
        if remaining
        else began
    )


BEFORE = frozenset({Phase.GUESTS, Phase.SEATING, Phase.DOOR})
DURING = frozenset({Phase.ROUND, Phase.CUT, Phase.PLAYOFF})
PRINTS = {
    Phase.GUESTS: (("rule-sheet", "Rules for the tables"),),
    Phase.SEATING: (("rule-sheet", "Rules for the tables"),),
    Phase.DOOR: (
        ("seating-by-name", "Seats by name"),
        ("table-cards", "Table cards"),
        ("score-cards", "Score cards"),
        ("rule-sheet", "Rules for the tables"),
    ),
    Phase.PRIZES: (("prize-list", "Prize list"), ("final-list", "Final list")),
}


def _prints(event: Event, evening: Evening) -> Iterator[Link]:
    """The papers that the next act wants, or that the hall wants after it."""
    if event.paired:
        return
    coming = evening.next
    papers = PRINTS.get(coming.phase, ())
    if coming.phase == Phase.PRIZES and not event.has_playoff:
        papers = papers[:1]
    if coming.words == "Reveal the cut":
        papers = (("the-ten", "The list to read out"),)
    if coming.phase in DURING:
        papers = (*papers, *_of_play(event, evening))
    for key, words in papers:
        yield Link(words, reverse("paper_pdf", args=[event.slug, key]))


def _of_play(event: Event, evening: Evening) -> Iterator[tuple[str, str]]:
    """While games are played: the list so far, and the sheets of the round that follows."""
    seated = {
        round_.number: round_ for round_ in evening.rounds if round_.state != RoundState.DRAFT
    }
    played = any(grid.entered for grid in evening.grids)
    if evening.next.phase == Phase.PLAYOFF:
        if event.playoff_round in seated:
            yield f"table-sheets-{event.playoff_round}", "Table sheets of the play-off"
            yield f"score-cards-{event.playoff_round}", "Score cards of the play-off"
        else:
            yield "blank-playoff-cards", "Blank cards for the play-off"
        return
    if played and evening.next.words != "Reveal the cut" and not evening.next.reads:
        yield "standings", "The list so far"
    after = evening.next.closes + 1 if evening.next.closes else 0
    if after in seated and after <= event.qualifying_rounds:
        yield f"seating-by-table-{after}", f"Seats of round {after}"
        yield f"table-sheets-{after}", f"Table sheets of round {after}"


def _figures(event: Event, evening: Evening) -> Iterator[tuple[str, str]]:
    """The set-up in figures, until the door is open."""
    if event.paired or evening.next.phase not in (Phase.GUESTS, Phase.SEATING):
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
    if pace.began is None:
        return None
    began, now = pace.began, moment.timestamp()
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


def _time(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, timezone.get_current_timezone()).strftime("%H:%M")


@dataclass(frozen=True, slots=True)
class Part:
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
        frozenset({Phase.PRIZES, Phase.OVER}),
        (
            _Page("Replay a game", "replay", rare=True),
            _Page("Who can still make it", "chances", of_matches=False),
            _Page("The evening as it was", "as_of", desk=True, of_matches=False, rare=True),
            _Page("Leagues of several evenings", "leagues", desk=True, rare=True, of_event=False),
        ),
    ),
)


RARE = "seldom needed"


def drawer(event: Event, coming: Next, *, desk: bool) -> tuple[Part, ...]:
    """The parts of the evening, the present one first; folded at the end what most evenings never
    use.
    """
    evening_kind = _Kind(event.slug, desk, event.paired, bool(event.team_figure))
    return _drawer(evening_kind, coming.phase, coming.closes)


class _Kind(NamedTuple):
    """What decides which pages there are, beside how far the evening has come."""

    slug: str
    desk: bool
    paired: bool
    teams: bool


MOST_DRAWERS = 256
"""A process keeps so many."""


@lru_cache(MOST_DRAWERS)
def _drawer(kind: _Kind, phase: Phase, closes: int) -> tuple[Part, ...]:
    order = sorted(PARTS, key=lambda part: phase not in part[1])
    parts = [Part(title, tuple(_links(kind, pages, closes))) for title, _, pages in order]
    seldom = (page for _title, _, pages in order for page in pages if _rare(kind, page))
    parts.append(Part(RARE, tuple(_opened(kind, seldom)), rare=True))
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
