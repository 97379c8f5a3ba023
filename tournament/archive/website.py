"""The evening as plain pages: they need no server and no script, and name everybody as they wished.
A guest's company is a livery in the tables of the database; an evening may call it otherwise
(`event.groups`).

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
from scoring.words import capital
from tournament.archive.fame import hall_of_fame, won_often
from tournament.counting.board import board, line_is_drawn
from tournament.counting.rulings import state
from tournament.counting.scores import rules
from tournament.event.acts_pictures import USES
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
from tournament.paper.field import by_company, final_by_livery, place_in_list
from tournament.paper.prizes import prizes_given
from tournament.paper.results import honours_brought, livery_of, standings, through, tie_sentences
from tournament.rulings.reading import situation_name
from tournament.site.sheets import whole
from tournament.standings.teams import rule_words, team_rows

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
    # A page that has nothing to show is left out.
    pages = [page for page in _pages(event, now) if page.tables]
    first = Page("index.html", event.name)
    pictures = dict(_pictures(event))
    files = dict(pictures.values())
    common = {"event": event, "pages": pages, "papers": papers, "made": now}
    common |= {use: name for use, (name, _content) in pictures.items()}
    for page in (first, *pages):
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
    public_board = named_publicly(board(event), public_names(event))
    if event.paired:
        yield from _matches(event)
    else:
        yield from _results(event, public_board, now)
    if event.team_figure:
        yield _teams(event, public_board)
    yield _rulings(event)
    yield _fame(event)


def _fame(event: Event) -> Page:
    """Who won in all the years; nothing while there is but this one."""
    nights = hall_of_fame(event)
    heads = (*_columns(("Evening", "Date", "First", "Second", "Third"), ()), Head("Guests", True))
    rows = tuple(
        _row_texts(
            night.name,
            write_date(night.date, "j F Y"),
            *(place or None for place in night.places),
            night.guests,
        )
        for night in nights
    )
    table = Table("The newest evening first", heads, rows)
    facts = tuple(f"{name} won more than once: {years}." for name, years in won_often(nights))
    return Page("hall-of-fame.html", "Hall of fame", facts, (table,) if len(rows) > 1 else ())


def _rulings(event: Event) -> Page:
    """What the umpires were asked, and by which clauses they answered: without table, guest, umpire
    or points, and without a word that somebody typed.
    """
    rulings = Ruling.objects.filter(event=event).select_related("table__round")
    own = rules(event)
    rows = tuple(
        _row_texts(
            ruling.number,
            ruling.table and str(ruling.table.round),
            situation_name(own, ruling.kind),
            ruling.clauses or None,
            "Decided otherwise afterwards" if state(ruling) == DecisionKind.OVERRULED else "Stands",
        )
        for ruling in rulings.prefetch_related("decisions").order_by("number")
    )
    heads = _columns(("Ruling", "Round", "What was asked", "Clauses", "Since then"), ())
    table = Table("Every ruling of the evening", heads, rows)
    facts = ("Whom a ruling concerned is not said here.",)
    return Page("rulings.html", "Rulings", facts, _if_rows(table))


def _results(event: Event, public_board: Board, now: datetime) -> Iterator[Page]:
    yield _prizes(event, public_board)
    yield _playoff(event, public_board)
    if isinstance(public_board.cut, Cut):
        yield _cut(event, public_board, public_board.cut)
    yield _standings(event, public_board, now)
    yield _companies(event, public_board, now)


def _if_rows(table: Table) -> tuple[Table, ...]:
    return (table,) if table.rows else ()


def _columns(words: Sequence[str], figures: Sequence[str]) -> tuple[Head, ...]:
    return (*map(Head, words), *(Head(figure, figures=True) for figure in figures))


def _row_texts(*cells: object) -> tuple[str, ...]:
    return tuple(DASH if cell is None else str(cell) for cell in cells)


def _standings(event: Event, public_board: Board, now: datetime) -> Page:
    paper, rounds = standings(event, public_board, now), range(1, event.qualifying_rounds + 1)
    heads = _columns(
        ("Place", "Guest", event.groups.heading), [f"Round {number}" for number in rounds]
    )
    has_line = line_is_drawn(event, public_board)
    rows = tuple(
        _row_texts(
            standing.place_words if has_line else standing.level_words,
            standing.name,
            livery_of(public_board, standing),
            *(standing.rounds.get(number) for number in rounds),
            standing.total,
        )
        for standing in public_board.standings
    )
    heads = (*heads, Head("Total", figures=True))
    table = Table("Everybody in order", heads, rows, paper.line_after, paper.line_words)
    # The first fact of the paper, how many sheets are in, is of use during play alone.
    return Page("standings.html", "Standings", paper.facts[1:], _if_rows(table))


def _cut(event: Event, public_board: Board, cut: Cut) -> Page:
    has_line = line_is_drawn(event, public_board)
    rows = tuple(
        _row_texts(order, standing.name, livery_of(public_board, standing), standing.total)
        for order, standing in enumerate(through(public_board) if has_line else (), 1)
    )
    heads = _columns(("Place", "Guest", event.groups.heading), ("Total",))
    tables = _if_rows(Table("Who went through", heads, rows))
    return Page("cut.html", "The cut", tie_sentences(cut) if has_line else (), tables)


def _playoff(event: Event, public_board: Board) -> Page:
    before = {standing.player: standing.total for standing in public_board.standings}
    brought = honours_brought(public_board)
    rows = tuple(
        _row_texts(
            standing.place_words,
            standing.name,
            livery_of(public_board, standing),
            brought.get(standing.player, ""),
            before.get(standing.player),
            standing.total,
        )
        for standing in public_board.playoff
    )
    heads = _columns(("Place", "Guest", event.groups.heading, "Honour"), ("Before", "Play-off"))
    tables = _if_rows(Table("The final order", heads, rows))
    return Page("play-off.html", "The play-off", (), tables)


def _prizes(event: Event, public_board: Board) -> Page:
    heads = _columns(("Prize", "Goes to", event.groups.heading, "For", "With"), ())
    rows = tuple(
        _row_texts(row.prize, row.called, row.livery, row.condition, row.result)
        for row in reversed(prizes_given(event, public_board))
    )
    return Page("prizes.html", "Prizes", (), _if_rows(Table("All prizes", heads, rows)))


def _companies(event: Event, public_board: Board, now: datetime) -> Page:
    rounds = range(1, event.qualifying_rounds + 1)
    heads = _columns(("Place", "Guest"), [*(f"Round {number}" for number in rounds), "Total"])
    tables = tuple(
        Table(
            heading,
            heads,
            tuple(
                _row_texts(
                    place_in_list(standing),
                    standing.name,
                    *(standing.rounds.get(number) for number in rounds),
                    standing.total,
                )
                for standing in group
            ),
        )
        for heading, group in by_company(event, public_board)
    )
    facts = final_by_livery(event, public_board, now).facts
    return Page("companies.html", capital(event.groups.several), facts, tables)


def _teams(event: Event, public_board: Board) -> Page:
    heads = _columns(("Place", "Team", "Whose totals count"), ("Guests", "Figure"))
    rows = tuple(
        _row_texts(row.place, row.team, ", ".join(row.members), row.players, row.figure)
        for row in team_rows(event, public_board)
    )
    table = Table("The teams", heads, rows)
    return Page("teams.html", "Teams", (rule_words(event),), (table,))


def _matches(event: Event) -> Iterator[Page]:
    try:
        course = public_course(event)
    except PairingError:  # by its settings nothing can be paired: no course is there to show
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
            heads += _columns(("What decided",), ())
            rows = tuple(
                _row_texts(placed.place, placed.name, placed.points, placed.record, placed.decided)
                for placed in standing_shown(event, course, number, names)
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
                    _row_texts(row.table or DASH, row.one, row.other or DASH, row.score, row.words)
                    for row in round_.rows
                ),
            )
            for round_ in rounds_shown(course, names)
        ),
    )
