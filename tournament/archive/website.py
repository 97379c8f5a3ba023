"""The evening as plain pages: they need no server and no script, and name everybody as they wished.

Everything in them could hang on the wall of the hall; what is the organiser’s alone is elsewhere in
the closing pack.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.template.loader import render_to_string
from django.utils.dateformat import format as write_date

from scoring.counting.board import Board
from scoring.counting.cut import Cut
from scoring.pairing.values import PairingError
from tournament.archive.fame import hall_of_fame
from tournament.counting.board import board
from tournament.counting.rulings import state
from tournament.counting.scores import rules
from tournament.event.acts import USES
from tournament.guests.names import named_publicly
from tournament.guests.namesakes import public_names
from tournament.matches.reading import (
    names_of,
    places_shown,
    public_course,
    rounds_shown,
    standing_shown,
)
from tournament.models import DecisionKind, Event, Picture, Ruling
from tournament.paper.field import final_by_livery
from tournament.paper.results import final_list, printed_teams, prize_list, standings, the_ten
from tournament.rulings.reading import situation_name
from tournament.site.sheets import whole

STATIC = Path(__file__).resolve().parent.parent / "static" / "tournament"
SHEET = "archive/pack.css"
FONTS = ("last-card-sans-400", "last-card-sans-600", "last-card-serif-600")
DASH = "–"


@dataclass(frozen=True, slots=True)
class Head:
    """The heading of a column; those of figures stand at the right."""

    words: str
    figures: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """Rows under headings; the line is drawn under the row of this number, with its words."""

    caption: str
    heads: tuple[Head, ...]
    rows: tuple[tuple[str, ...], ...]
    line_after: int = 0
    line_words: str = ""

    @property
    def cells(self) -> tuple[tuple[tuple[str, bool], ...], ...]:
        """The rows, each cell with whether it is a figure."""
        figures = [head.figures for head in self.heads]
        return tuple(tuple(zip(row, figures, strict=True)) for row in self.rows)


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the site: its file, what it is called, what is said first, and its tables."""

    file: str
    title: str
    facts: tuple[str, ...] = ()
    tables: tuple[Table, ...] = ()


Papers = Sequence[tuple[str, str]]
"""The file and the name of each paper beside the pages."""


def website(event: Event, papers: Papers, now: datetime) -> dict[str, bytes]:
    """Every file of the site but the papers."""
    shown = [page for page in _pages(event, now) if page.tables]
    first = Page("index.html", event.name)
    pictures = dict(_pictures(event))
    files = dict(pictures.values())
    common = {"event": event, "pages": shown, "papers": papers, "made": now}
    common |= {use: name for use, (name, _content) in pictures.items()}
    for page in (first, *shown):
        context = common | {"page": page}
        files[page.file] = render_to_string("archive/pack_page.html", context).encode()
    files["look/pack.css"] = whole(SHEET, _read).encode()
    for font in FONTS:
        files[f"fonts/{font}.woff2"] = (STATIC / "fonts" / f"{font}.woff2").read_bytes()
    return files


def _pictures(event: Event) -> Iterator[tuple[str, tuple[str, bytes]]]:
    """Arms and sponsor, each as a file of the site."""
    for use in USES:
        picture = Picture.objects.filter(digest=getattr(event, use)).first()
        if picture:
            kind = "svg" if picture.svg else "png"
            yield use, (f"look/{use}.{kind}", bytes(picture.content))


def _read(sheet: str) -> str:
    return (STATIC / sheet).read_text(encoding="utf-8")


def _pages(event: Event, now: datetime) -> Iterator[Page]:
    shown = named_publicly(board(event), public_names(event))
    if event.paired:
        yield from _matches(event)
    else:
        yield from _results(event, shown, now)
    if event.team_figure:
        yield _teams(event, shown, now)
    yield _rulings(event)
    yield _fame(event)


def _fame(event: Event) -> Page:
    """Who won in all the years; nothing while there is but this one."""
    hall = hall_of_fame(event)
    heads = (*_columns(("Evening", "Date", "First", "Second", "Third"), ()), Head("Guests", True))
    rows = tuple(
        _said(
            one.name,
            write_date(one.date, "j F Y"),
            *(place or None for place in one.places),
            one.guests,
        )
        for one in hall.nights
    )
    table = Table("The newest evening first", heads, rows)
    facts = tuple(f"{name} won more than once: {years}." for name, years in hall.often)
    return Page("hall-of-fame.html", "Hall of fame", facts, (table,) * (len(rows) > 1))


def _rulings(event: Event) -> Page:
    """What the umpires were asked, and by which clauses they answered: without table, guest, umpire
    or points, and without a word that somebody typed.
    """
    rulings = Ruling.objects.filter(event=event).select_related("table__round")
    own = rules(event)
    rows = tuple(
        _said(
            one.number,
            one.table and str(one.table.round),
            situation_name(own, one.kind),
            one.clauses or None,
            "Decided otherwise afterwards" if state(one) == DecisionKind.OVERRULED else "Stands",
        )
        for one in rulings.prefetch_related("decisions").order_by("number")
    )
    heads = _columns(("Ruling", "Round", "What was asked", "Clauses", "Since then"), ())
    table = Table("Every ruling of the evening", heads, rows)
    facts = ("Whom a ruling concerned is not said here.",)
    return Page("rulings.html", "Rulings", facts, (table,) * bool(rows))


def _results(event: Event, shown: Board, now: datetime) -> Iterator[Page]:
    yield _prizes(event, shown, now)
    yield _playoff(event, shown, now)
    if isinstance(shown.cut, Cut):
        yield _ten(event, shown, now)
    yield _standings(event, shown, now)
    yield _companies(event, shown, now)


def _columns(words: Sequence[str], figures: Sequence[str]) -> tuple[Head, ...]:
    return (*map(Head, words), *(Head(one, figures=True) for one in figures))


def _said(*cells: object) -> tuple[str, ...]:
    return tuple(DASH if cell is None else str(cell) for cell in cells)


def _standings(event: Event, shown: Board, now: datetime) -> Page:
    made = standings(event, shown, now)
    heads = _columns(("Place", "Guest", "Livery"), [f"Round {one}" for one in made.rounds])
    rows = tuple(
        _said(one.place, one.name, one.livery, *one.rounds, one.total) for one in made.rows
    )
    words = made.cut_words if made.cut_after else ""
    heads = (*heads, Head("Total", figures=True))
    table = Table("Everybody in order", heads, rows, made.cut_after or 0, words)
    return Page("standings.html", "Standings", made.facts[1:], (table,) if rows else ())


def _ten(event: Event, shown: Board, now: datetime) -> Page:
    made = the_ten(event, shown, now)
    rows = tuple(_said(one.order, one.name, one.livery, one.total) for one in made.rows)
    heads = _columns(("Place", "Guest", "Livery"), ("Total",))
    tables = (Table("Who went through", heads, rows),) if rows else ()
    return Page("cut.html", "The cut", made.tie_sentences, tables)


def _playoff(event: Event, shown: Board, now: datetime) -> Page:
    rows: tuple[tuple[str, ...], ...] = ()
    if shown.playoff:
        made = final_list(event, shown, now)
        rows = tuple(
            _said(one.place, one.name, one.livery, one.honour, one.qualifying, one.total)
            for one in made.rows
        )
    heads = _columns(("Place", "Guest", "Livery", "Honour"), ("Before", "Play-off"))
    return Page(
        "play-off.html", "The play-off", (), (Table("The final order", heads, rows),) * bool(rows)
    )


def _prizes(event: Event, shown: Board, now: datetime) -> Page:
    made = prize_list(event, shown, now, public=True)
    heads = _columns(("Prize", "Goes to", "Livery", "For", "With"), ())
    rows = tuple(
        _said(one.prize, one.called, one.livery, one.condition, one.result)
        for one in reversed(made.rows)
    )
    return Page("prizes.html", "Prizes", (), (Table("All prizes", heads, rows),) * bool(rows))


def _companies(event: Event, shown: Board, now: datetime) -> Page:
    made = final_by_livery(event, shown, now)
    heads = (*_columns(("Place", "Guest"), made.columns), Head("Total", figures=True))
    tables = tuple(
        Table(
            heading,
            heads,
            tuple(_said(one.place, one.name, *one.figures, one.total) for one in rows),
        )
        for heading, rows in made.groups
    )
    return Page("companies.html", "Liveries", made.facts, tables)


def _teams(event: Event, shown: Board, now: datetime) -> Page:
    made = printed_teams(event, shown, now)
    heads = _columns(("Place", "Team", "Whose totals count"), ("Guests", "Figure"))
    rows = tuple(
        _said(one.place, one.team, ", ".join(one.members), one.players, one.figure)
        for one in made.rows
    )
    return Page("teams.html", "Teams", (made.rule,), (Table("The teams", heads, rows),))


def _matches(event: Event) -> Iterator[Page]:
    try:
        course = public_course(event)
    except PairingError:
        return
    names = names_of(event, public=True)
    stages = []
    rows: tuple[tuple[str, ...], ...]
    for number in reversed(range(len(course.entrants))):
        plan = course.plan[number]
        if plan.kind == "knock_out":
            heads, rows = (
                _columns(("Place", "Guest"), ()),
                tuple(places_shown(course, number, names)),
            )
        else:
            heads = _columns(("Place", "Guest"), ("Points", "Won, drawn, lost"))
            rows = tuple(
                _said(one.place, one.name, one.points, one.record)
                for one in standing_shown(event, course, number, names)
            )
        stages.append(Table(plan.words, heads, rows))
    yield Page("standings.html", "Standings", (), tuple(stages))
    heads = _columns(("Table", "First", "Second", "Score", "Result"), ())
    yield Page(
        "matches.html",
        "Matches",
        (),
        tuple(
            Table(
                round_.name,
                heads,
                tuple(
                    _said(one.table or DASH, one.one, one.other or DASH, one.score, one.words)
                    for one in round_.rows
                ),
            )
            for round_ in rounds_shown(course, names)
        ),
    )
