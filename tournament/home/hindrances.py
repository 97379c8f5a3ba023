"""What keeps the next act waiting, from every part of the evening: counted, linked, and whose part
it is.

A part that can hold the evening up adds one line to `SOURCES`: a function from the event to its
`Hindrance`s, which reads rows and keeps no list of its own. One query a source, please: the home
shows them all.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import NamedTuple

from django.db import connection
from django.urls import reverse

from scoring.words import listed, many, noun, number_word
from tournament.counting.formats import event_format
from tournament.counting.grid import Cell
from tournament.counting.matches import course_of, testimonies
from tournament.counting.rulings import outstanding
from tournament.counting.seats import round_in_play, waiting
from tournament.models import Event, PhoneState, SecondKeying, Sheet
from tournament.models.guest import AWAY, GuestStatus
from tournament.models.ledger import PendingState
from tournament.seating.small_tables import small_tables
from tournament.standings.pace import RoundPace
from tournament.steps.facts import LISTED

SHOWN, NAMED = 8, 3
"""So many places of one kind of hindrance are named; the grid shows the others."""


@dataclass(frozen=True, slots=True)
class Link:
    """A way to what is in the way."""

    words: str
    url: str


@dataclass(frozen=True, slots=True)
class Hindrance:
    """One kind of thing in the way: shape, count in words, its games or links, what is said of
    them, who sees to it.
    """

    kind: str
    shape: str
    words: str
    who: str
    cells: tuple[Cell, ...] = ()
    note: str = ""
    links: tuple[Link, ...] = ()

    @property
    def shown(self) -> tuple[Cell, ...]:
        """The games that are named."""
        return self.cells[:SHOWN]

    @property
    def more(self) -> int:
        """How many are not."""
        return max(0, len(self.cells) - SHOWN)


class Waiting(NamedTuple):
    """What waits for somebody and moves no version, counted; and the printings."""

    calls: int
    pending: int
    sign_ins: int
    phones: int
    asks: int
    doubts: int
    printings: int
    lines: int = 0
    """How often the walls were told something: what is said next is another line."""


Source = Callable[[Event, Waiting], Iterable[Hindrance]]


def at_the_door(event: Event, _counts: Waiting) -> Iterator[Hindrance]:
    """Once the door lets guests in: who is awaited, who is here and has no name yet, and who is
    here and sits nowhere in the open round.
    """
    here, awaited, nameless = _door_count(event)
    if nameless:
        words = f"{many(nameless, 'guest')} here without a name"
        link = Link("Type the name", reverse("guests", args=[event.slug]))
        yield Hindrance("nameless", "missing", words, "Whoever is at the door", links=(link,))
    if here and awaited:
        words = f"{many(awaited, 'guest')} to arrive"
        link = Link("Look at the door", reverse("door", args=[event.slug]))
        yield Hindrance("door", "missing", words, "Whoever is at the door", links=(link,))
    round_ = round_in_play(event) if here else None
    people = waiting(event, round_) if round_ else []
    if round_ and people:
        words = f"{len(people)} here without a seat in {str(round_).lower()}"
        places = [
            Link(f"A seat for {person.name}", _late(event, round_.number, person.badge))
            for person in people[:NAMED]
        ]
        table = (
            [Link("Open a table", reverse("door", args=[event.slug]))]
            if len(people) > NAMED
            else []
        )
        yield Hindrance("seatless", "missing", words, "Organiser", links=(*places, *table))


def _late(event: Event, number: int, badge: int) -> str:
    return f"{reverse('change_seat', args=[event.slug, number])}?late={badge}"


def tables_too_small(event: Event, _counts: Waiting) -> Iterator[Hindrance]:
    """Tables that too few guests are left at to play on."""
    tables = small_tables(event)
    if tables:
        words = f"{many(len(tables), 'table')} with too few guests"
        links = tuple(
            Link(
                f"Table {table.label}, round {table.round}: {table.guests} left",
                reverse("small_table", args=[event.slug, table.round, table.table]),
            )
            for table in tables[:SHOWN]
        )
        yield Hindrance("small_table", "missing", words, "Organiser", links=links)


def signed_in(event: Event, counts: Waiting) -> Iterator[Hindrance]:
    """Those who signed themselves in and wait to be accepted."""
    if waiting := counts.sign_ins:
        words = f"{waiting} signed in by the code on the wall"
        link = Link("Accept them", reverse("door", args=[event.slug]))
        yield Hindrance("sign_in", "entered", words, "Organiser", links=(link,))


def waits_for_a_second(event: Event, counts: Waiting) -> Iterator[Hindrance]:
    """What one official asked for and another has to approve."""
    if waiting := counts.pending:
        words = f"{many(waiting, 'act')} waiting for a second official"
        link = Link("Look and decide", reverse("waiting", args=[event.slug]))
        yield Hindrance(
            "pending", "entered", words, "The other official of the desk", links=(link,)
        )


def wants_a_word_why(event: Event, _counts: Waiting) -> Iterator[Hindrance]:
    """Rulings that depart from an earlier one on the same case, as long as nobody has said why."""
    rulings = outstanding(event)
    if rulings:
        words = f"{many(len(rulings), 'ruling')} without its reason"
        links = tuple(
            Link(str(ruling), reverse("ruling", args=[event.slug, ruling.number]))
            for ruling in rulings[:SHOWN]
        )
        yield Hindrance("ruling", "flagged", words, "Head umpire", links=links)


def tables_that_call(event: Event, counts: Waiting) -> Iterator[Hindrance]:
    """Tables that called an umpire, as long as nobody goes there."""
    if waiting := counts.calls:
        words = f"{many(waiting, 'table')} calling an umpire"
        yield Hindrance(
            "call",
            "flagged",
            words,
            "Umpires",
            links=(Link("Look and go", reverse("calls", args=[event.slug])),),
        )


def phones_asking(event: Event, counts: Waiting) -> Iterator[Hindrance]:
    """Phones that wait until an official lets them in."""
    if waiting := counts.asks + (counts.phones if event.phones_wait else 0):
        words = f"{many(waiting, 'phone')} asking to be let in"
        link = Link("Look at the phones", reverse("phones", args=[event.slug]))
        yield Hindrance("phones", "entered", words, "Head umpire", links=(link,))


def called_wrong(event: Event, counts: Waiting) -> Iterator[Hindrance]:
    """What guests called wrong on their own pages, and nobody has looked at."""
    if waiting := counts.doubts:
        words = f"{many(waiting, 'mistake')} reported by guests"
        link = Link("Look at them", reverse("doubts", args=[event.slug]))
        yield Hindrance("doubt", "flagged", words, "Umpires", links=(link,))


def not_agreed(event: Event, _beside: Waiting) -> Iterator[Hindrance]:
    """Matches of which a phone told the result and the other player says that it is not so."""
    course = course_of(event) if event.paired else None
    if course is None or course.now == len(course.plan):
        return
    rounds = {round_.number: round_ for round_ in course.of_stage(course.now)}
    for (number, table), testimony in testimonies(event, *rounds).items():
        match = rounds[number].at(table)
        if testimony.state == "disputed" and match is not None and match.result:
            words = f"Table {table}: the two do not agree who won"
            link = Link(
                "Ask them, and settle it", reverse("match_result", args=[event.slug, number, table])
            )
            yield Hindrance("not_agreed", "flagged", words, "Umpires", links=(link,))


def keyed_once(event: Event, _beside: Waiting) -> Iterator[Hindrance]:
    """Sheets that nobody has keyed a second time, where the event has its paper keyed twice."""
    if not event.second_keying:
        return
    twice = SecondKeying.objects.filter(event=event, agrees=True).values("sheet")
    waiting = Sheet.objects.filter(event=event, accepted=True).exclude(pk__in=twice).count()
    if waiting:
        words = f"{many(waiting, 'sheet')} typed only once"
        link = Link("Type them again, unseen", reverse("desk", args=[event.slug]))
        yield Hindrance(
            "keyed_once", "entered", words, "Anyone but the person who typed them", links=(link,)
        )


SOURCES: tuple[Source, ...] = (
    tables_that_call,
    waits_for_a_second,
    tables_too_small,
    at_the_door,
    signed_in,
    wants_a_word_why,
    phones_asking,
    called_wrong,
    not_agreed,
    keyed_once,
)


BESIDE = """
    SELECT (SELECT COUNT(*) FROM tournament_call WHERE event_id = e.id AND done_at IS NULL
            AND seen_at IS NULL),
        (SELECT COUNT(*) FROM tournament_pending WHERE event_id = e.id AND state = %s),
        (SELECT COUNT(*) FROM tournament_signin WHERE event_id = e.id AND answered_at IS NULL),
        (SELECT COUNT(*) FROM tournament_phone WHERE event_id = e.id AND state = %s),
        (SELECT COUNT(*) FROM tournament_ask WHERE event_id = e.id AND settled_at IS NULL),
        (SELECT COUNT(*) FROM tournament_doubt WHERE event_id = e.id AND seen_at IS NULL),
        (SELECT COUNT(*) FROM tournament_printing WHERE event_id = e.id),
        (SELECT COALESCE(MAX(revision), 0) FROM tournament_show WHERE event_id = e.id)
    FROM tournament_event e WHERE e.id = %s
"""


def beside_the_version(event: Event) -> Waiting:
    """What the sources above read that moves no version. One query; it tells a kept page that it
    is no longer the newest.
    """
    with connection.cursor() as cursor:
        cursor.execute(BESIDE, [PendingState.WAITING, PhoneState.WAITING, event.pk])
        return Waiting(*cursor.fetchone())


def from_elsewhere(event: Event) -> tuple[Hindrance, ...]:
    """What every registered source finds."""
    counts = beside_the_version(event)
    return tuple(hindrance for source in SOURCES for hindrance in source(event, counts))


def _door_count(event: Event) -> tuple[int, int, int]:
    """How many guests were seen at the door, how many are on the list and were not, and how many of
    the first have no name yet.
    """
    rows = [row for row in LISTED.of(event.pk) if row[0] not in AWAY]
    return (
        sum(arrived for _status, arrived, _to_follow in rows),
        sum(not arrived and status == GuestStatus.REGISTERED for status, arrived, _ in rows),
        sum(arrived and to_follow for _status, arrived, to_follow in rows),
    )


def checking(cells: Iterable[Cell]) -> bool:
    """Whether somebody checks at this evening: until the first sheet is checked, none is to do for
    want of it.
    """
    return any(cell.checked for cell in cells)


def of_games(cells: Iterable[Cell], *, checked: bool) -> Iterator[Hindrance]:
    """What keeps these games from being settled, in the order of doing; `checked`: sheets are
    checked here at all.
    """
    every = tuple(cells)
    flags = tuple(cell for cell in every if cell.flags)
    kinds = (
        (
            "conflict",
            "flagged",
            "sent twice and differing",
            "Head umpire",
            tuple(c for c in every if c.conflicts),
        ),
        (
            "missing",
            "missing",
            "to come",
            "Table umpires",
            tuple(c for c in every if c.state == "missing"),
        ),
        ("flagged", "flagged", "with an open flag", "Head umpire", flags),
        (
            "unchecked",
            "entered",
            "unchecked",
            "Left-hand neighbours",
            tuple(c for c in every if checked and c.version and not c.checked),
        ),
    )
    for kind, shape, words, office, some in kinds:
        if some:
            note = some[0].flags[0] if kind == "flagged" and len(some) == 1 else ""
            yield Hindrance(kind, shape, f"{_counted(len(some))} {words}", office, some, note)


def in_words(hindrances: Iterable[Hindrance]) -> str:
    """At which table to start; where no sheet is to come, how many things the list of what is to
    do holds.
    """
    every = tuple(hindrances)
    first = next((hindrance.cells[0] for hindrance in every if hindrance.cells), None)
    if any(hindrance.kind == "missing" and hindrance.cells for hindrance in every):
        return f"Start with table {first.label}." if first else ""
    looked_at = {cell for kind in every if kind.kind in LOOKED_AT_ALONE for cell in kind.cells}
    number = len(looked_at) + sum(kind.kind not in LOOKED_AT_ALONE for kind in every)
    if not number:
        return ""
    things = "One thing" if number == 1 else f"{number_word(number).capitalize()} things"
    return (
        f"{things} to do first; start with table {first.label}."
        if first
        else (f"{things} to do first.")
    )


def _counted(sheets: int) -> str:
    return many(sheets, "sheet")


LOOKED_AT, TABLES = 4, 8
"""So many sheets to look at again are named one by one, and so many tables of a line."""
TWO = ("two sheets that differ", "Head umpire: choose the right one")
CHOSEN = ("the table has chosen one of two sheets", "Head umpire: confirm what counts now")
LOOKED_AT_ALONE = frozenset({"conflict", "flagged"})
"""What is to be looked at sheet by sheet: each is a thing of its own."""
OF_GAMES = frozenset({"conflict", "missing", "flagged", "unchecked"})


@dataclass(frozen=True, slots=True)
class Todo:
    """One line: a sign, words with {} where the places stand as links, and who does it or why."""

    shape: str
    words: str
    note: str
    places: tuple[Link, ...] = ()
    more: int = 0
    acts: tuple[Link, ...] = ()

    @property
    def around(self) -> tuple[str, str]:
        """The words before the places, and those behind them."""
        before, _, behind = self.words.partition("{}") if self.places else (self.words, "", "")
        return before, behind


def todo(event: Event, hindrances: Iterable[Hindrance], pace: RoundPace | None) -> tuple[Todo, ...]:
    """The lines in the order of doing."""
    every = tuple(hindrances)
    cells = {hindrance.kind: hindrance.cells for hindrance in every if hindrance.kind in OF_GAMES}
    return (
        *_again(event, cells.get("conflict", ()), cells.get("flagged", ())),
        *(_elsewhere(hindrance) for hindrance in every if hindrance.kind not in OF_GAMES),
        *_slow(event, cells.get("missing", ()), pace),
        *_to_check(event, cells.get("unchecked", ())),
        *_to_come(event, cells.get("missing", ()), pace),
    )


def _elsewhere(hindrance: Hindrance) -> Todo:
    return Todo(hindrance.shape, hindrance.words, hindrance.who, acts=hindrance.links)


def _again(event: Event, conflicts: Sequence[Cell], flagged: Sequence[Cell]) -> Iterator[Todo]:
    """Sheets that somebody has to look at again, each with its reason."""
    unit = event_format(event).unit
    for cell in conflicts[:LOOKED_AT]:
        link = Link(cell.label, _address(event, "conflict", cell))
        words, office = CHOSEN if cell.chosen else TWO
        yield Todo("flagged", f"Table {{}}, {unit} {cell.game}: {words}", office, (link,))
    alone = [cell for cell in flagged if cell not in conflicts]
    for cell in alone[:LOOKED_AT]:
        link = Link(cell.label, _address(event, "sheet", cell))
        reason = cell.flags[0].rstrip(".")
        words = f"Table {{}}, {unit} {cell.game}"
        yield Todo("flagged", words, f"Head umpire: {reason}", (link,))
    remaining = len(conflicts[LOOKED_AT:]) + len(alone[LOOKED_AT:])
    if remaining:
        yield Todo("flagged", f"{_counted(remaining)} more to look at again", "Head umpire")


def _slow(event: Event, missing: Sequence[Cell], pace: RoundPace | None) -> Iterator[Todo]:
    """The tables that lag behind the hall or are silent, the slowest first; those with the same
    reason stand in one line.
    """
    if pace is None or pace.of is None:
        return
    middle = median(one.ends.middle for one in pace.of.tables)
    due: dict[int, list[Cell]] = {}
    for cell in missing:
        due.setdefault(cell.table, []).append(cell)
    by_reason: dict[str, list[list[Cell]]] = {}
    for table in (table for table in pace.tables if table.of.lags or table.of.silent):
        own = due.get(table.of.table)
        if own is None:
            continue
        behind = round((table.of.ends.middle - middle) / 60)
        late = table.of.lags and behind > 1
        note = f"about {behind} minutes behind the others" if late else "no sheet for a long time"
        by_reason.setdefault(note, []).append(own)
    for note, tables in by_reason.items():
        yield _slow_line(event, note, tables)


def _slow_line(event: Event, note: str, tables: Sequence[Sequence[Cell]]) -> Todo:
    """One table with its games, or several, by their numbers, with the number of their sheets."""
    places = tuple(_first(event, own) for own in sorted(tables, key=lambda own: own[0].table))
    if len(places) == 1:
        words = f"Table {{}}: {_games(event, tables[0])}"
        return Todo("missing", words, f"Its umpire: {note}", places)
    words, remaining = (
        f"Tables {{}}: {_counted(sum(map(len, tables)))} to come",
        len(places[TABLES:]),
    )
    return Todo("missing", words, f"Their umpires: {note}", places[:TABLES], remaining)


def _to_check(event: Event, unchecked: Sequence[Cell]) -> Iterator[Todo]:
    if unchecked:
        places = _by_table(event, unchecked)
        words = f"{noun(len(places), 'Table')} {{}}: {_counted(len(unchecked))} to check"
        office = "Umpires: the left-hand neighbours have not signed"
        yield Todo("entered", words, office, places[:TABLES], len(places[TABLES:]))


def _to_come(event: Event, missing: Sequence[Cell], pace: RoundPace | None) -> Iterator[Todo]:
    """What is still being played, as one line; table by table towards the end."""
    slow = set()
    if pace and pace.of:
        slow = {table.of.table for table in pace.tables if table.of.lags or table.of.silent}
    rest = [cell for cell in missing if cell.table not in slow]
    if not rest:
        return
    coming_words, tables = (
        f"{_counted(len(rest))} to come",
        len({(cell.round, cell.table) for cell in rest}),
    )
    if tables == 1:
        places = _by_table(event, rest)
        yield Todo("missing", f"Table {{}}: {_games(event, rest)}", "Still playing", places)
    elif tables <= TABLES:
        yield Todo(
            "missing", f"Tables {{}}: {coming_words}", "Still playing", _by_table(event, rest)
        )
    else:
        rest_words = (
            f"{tables} other tables: {coming_words}" if slow else f"{tables} tables: {coming_words}"
        )
        note = "On time, nothing to do" if pace and pace.of else "Still playing"
        yield Todo("missing", rest_words, note)


def _games(event: Event, cells: Sequence[Cell]) -> str:
    """`game 3`, `games 3, 4 and 5`."""
    form, numbers = event_format(event), sorted({cell.game for cell in cells})
    if len(numbers) == 1:
        return f"{form.unit} {numbers[0]}"
    return f"{form.units} {', '.join(map(str, numbers[:-1]))} and {numbers[-1]}"


def _by_table(event: Event, cells: Sequence[Cell]) -> tuple[Link, ...]:
    """A link for each table, once, to its first sheet of these; with its rounds where there are
    several.
    """
    by_table: dict[int, list[Cell]] = {}
    for cell in cells:
        by_table.setdefault(cell.table, []).append(cell)
    one_round = len({cell.round for cell in cells}) == 1
    links = (_first(event, own) for own in by_table.values())
    if one_round:
        return tuple(links)
    return tuple(
        replace(link, words=f"{link.words} ({_rounds(own)})")
        for link, own in zip(links, by_table.values(), strict=True)
    )


def _rounds(cells: Iterable[Cell]) -> str:
    """`round 2`, `rounds 1 and 2`."""
    numbers = sorted({cell.round for cell in cells})
    return f"{noun(len(numbers), 'round')} {listed(map(str, numbers))}"


def _first(event: Event, cells: Sequence[Cell]) -> Link:
    return Link(cells[0].label, _address(event, "sheet", cells[0]))


def _address(event: Event, route: str, cell: Cell) -> str:
    return reverse(route, args=[event.slug, cell.round, cell.table, cell.game])
