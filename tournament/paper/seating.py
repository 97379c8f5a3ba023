"""Who sits where at an event, lifted from its rows into the values of cards, sheets and seating
lists.

Score cards without names, to be filled in by hand.
"""

from base64 import b64encode
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import chain, groupby, repeat

from django.db.models import QuerySet
from django.utils.dateformat import format as write_date
from django.utils.html import format_html

from scoring.names import ListedName
from scoring.seating.checkers import checkers
from scoring.words import many, noun, number_word
from tournament.counting import scores
from tournament.counting.dealers import dealers
from tournament.counting.formats import event_format
from tournament.counting.plan import own_label, stand
from tournament.counting.words import hint, seat_words
from tournament.guests.names import called
from tournament.guests.namesakes import Namesake, names_alone, namesakes
from tournament.models import Event, Guest, LedgerEntry, Picture, Round, Seat, Stage
from tournament.models.seating import RoundState
from tournament.paper.cards import TableCard, TableCards
from tournament.paper.fitting import ITALIC_WIDTH, NAME_WIDTH, fitted, one_line
from tournament.paper.labels import values_in_force
from tournament.paper.printed import WIDTH, ListPaper, bold, italic, list_paper
from tournament.paper.score_cards import CardSize, Half, Neighbour, ScoreCard, ScoreCards
from tournament.paper.slips import PlayerSlips, Slip
from tournament.paper.table_sheets import SheetSeat, TableSheet, TableSheets
from tournament.paper.values import Edition, Named, Place
from tournament.refusal import Refused
from tournament.seating.movement import movement
from tournament.site.columns import Column

Tables = dict[int, dict[str, Guest]]
NOBODY = Neighbour("", "")
NOWHERE = Place(0, "")
KEEP = "Your own copy, to keep."
INITIAL_COLUMN, PLACE_COLUMNS, GAP = 7.5, 19, 1.5
LIVERY_ROOMS = {1: 58, 2: 54, 3: 48, 4: 40}
"""Millimetres for the livery in the seating by name, by rounds; lists.css has the same."""
SEATS_RUN = (
    "Seats run clockwise. The player on your left, the next letter, checks your {what}; the last"
    " seat is checked by A."
)


def edition(event: Event, now: datetime) -> Edition:
    """The edition of a printing: the event's version, so that equal papers bear equal numbers and
    later ones larger.
    """
    seal = scores.seal_in_force(event)
    last = LedgerEntry.objects.filter(event=event).order_by("number").last()
    digest = seal.digest if seal else last.digest if last else ""
    sealed_at = seal.sealed_at if seal else None
    return Edition(
        event.name,
        event.date,
        event.version,
        now,
        event.venue,
        sealed_at,
        digest,
        rehearsal=event.is_rehearsal,
        arms=_written_in(event.arms),
        sponsor=_written_in(event.sponsor),
        groups=event.groups,
    )


def _written_in(digest: str) -> str:
    """A picture as data, since the press opens nothing; asked for where there is one alone."""
    picture = Picture.objects.filter(digest=digest).first() if digest else None
    if picture is None:
        return ""
    kind = "image/svg+xml" if picture.svg else "image/png"
    return f"data:{kind};base64,{b64encode(bytes(picture.content)).decode()}"


def score_cards(
    event: Event,
    now: datetime,
    *,
    first: int = 1,
    size: CardSize = "A4",
    links: Mapping[str, str] | None = None,
) -> ScoreCards:
    """The cards of round `first` and the one after it, in table order; `links` gives a guest's
    address by their ref.

    Raises Refused while nobody is seated.
    """
    upper = _round(event, first)
    lower = Round.objects.filter(event=event, number=first + 1, stage=upper.stage).first()
    halves = [_halves(event, round_) for round_ in (upper, lower) if round_]
    guests = {
        guest.pk: guest for tables in map(_tables, (upper, lower)) for _, guest in _everyone(tables)
    }
    cards, alone = [], names_alone(event)
    for pk, guest in guests.items():
        above = halves[0].get(pk, _not_seated(first))
        below = (
            _moved(above, halves[1].get(pk, _not_seated(first + 1)))
            if lower
            else replace(above, movement=KEEP)
        )
        link = (links or {}).get(guest.ref, "")
        cards.append(ScoreCard(_name_in_list(guest, alone), above, below, link))
    form = event_format(event)
    return ScoreCards(
        edition(event, now),
        tuple(cards),
        upper.games,
        values_in_force(scores.rules(event)),
        hint(form),
        size,
        form.unit,
        form.units,
    )


def movement_slips(event: Event, number: int, now: datetime) -> PlayerSlips:
    """A slip to cut for each guest of the round before, in the order of its tables: where they sit
    in this one.

    Raises Refused while nobody is seated in either.
    """
    before, after = _round(event, number - 1), _round(event, number)
    above, below = _halves(event, before), _halves(event, after)
    alone = names_alone(event)
    slips = [
        _movement_slip(event, _name_in_list(guest, alone), above[guest.pk], below[guest.pk])
        for _place, guest in _everyone(_tables(before))
        if guest.pk in below
    ]
    facts = (
        f"{many(len(slips), 'guest')} in the order of round {before.number}",
        "Cut along the lines",
    )
    title = f"Movement slips, {event.round_within(number)}"
    return PlayerSlips(edition=edition(event, now), title=title, facts=facts, slips=tuple(slips))


def _movement_slip(event: Event, guest: Named, above: Half, below: Half) -> Slip:
    sat = f"From table {above.called}, seat {above.seat}"
    goes_to = (str(below.called), below.seat)
    words = f"{event.round_called(below.round)}. {_moved(above, below).movement}"
    return Slip(guest.badge or 0, guest.name, guest.livery, "", sat, goes_to, words)


def table_sheets(event: Event, number: int, now: datetime) -> TableSheets:
    """The umpires' sheets of a round. Raises Refused while nobody is seated in it."""
    round_ = _round(event, number)
    sheets, alone, dealers_of = [], names_alone(event), dealers(event)
    for table, seats in _tables(round_).items():
        checker = _checkers(seats)
        rows = (
            SheetSeat(letter, _name_in_list(guest, alone), checker.get(letter, ""))
            for letter, guest in seats.items()
        )
        sheets.append(
            TableSheet(
                table,
                number,
                tuple(rows),
                round_.games,
                _name(round_),
                own_label(event, table),
                _in_order(dealers_of.get((number, table), {}), round_.games),
            )
        )
    return TableSheets(
        edition(event, now),
        tuple(sheets),
        values_in_force(scores.rules(event)),
        seat_words(event_format(event)),
    )


def _in_order(dealers_by_game: Mapping[int, str], games: int) -> str:
    """The seat that deals each game of a round, game by game; empty unless all are known."""
    letters = [dealers_by_game.get(game, "") for game in range(1, games + 1)]
    return "".join(letters) if all(letters) else ""


def seating_by_name(event: Event, now: datetime) -> ListPaper:
    """Every seated guest with their place in each qualifying round, in the order of their sort
    names. The initial stands at the first guest of each letter; a guest has one line as long as it
    can be read.
    """
    rounds = list(_qualifying(event))
    places: defaultdict[Guest, dict[int, Place]] = defaultdict(dict)
    for round_ in rounds:
        for (table, letter), guest in _everyone(_tables(round_)):
            places[guest][round_.number] = Place(table, letter, own_label(event, table))
    guests = sorted(places, key=lambda guest: (_listed(guest).order, guest.badge))
    shared = namesakes(event, public=True)
    shown = min(len(rounds), max(LIVERY_ROOMS))
    livery_room = LIVERY_ROOMS[shown]
    name_room = WIDTH - INITIAL_COLUMN - livery_room - PLACE_COLUMNS * len(rounds)

    def name(row: tuple[str, Guest]) -> str:
        surname, rest = _surname_first(row[1], shared)
        beside = f", {rest}" if rest else ""
        fits = one_line(f"{surname}{beside}", 10.5, (name_room - GAP) / NAME_WIDTH)
        return format_html('<span class="{}">{}{}</span>', fits, bold(surname), beside)

    def livery(row: tuple[str, Guest]) -> str:
        name = row[1].livery_name
        fits = one_line(name, 9.4, (livery_room - GAP) / ITALIC_WIDTH)
        return format_html('<i><span class="{}">{}</span></i>', fits, name)

    def of_round(number: int) -> list[Column[tuple[str, Guest]]]:
        def place(row: tuple[str, Guest]) -> Place:
            return places[row[1]].get(number, NOWHERE)

        return [
            Column(f"Round {number}", lambda row: place(row).called or None, style="table", span=2),
            Column("", lambda row: place(row).seat, style="seat", span=0),
        ]

    columns: list[Column[tuple[str, Guest]]] = [
        Column("", lambda row: row[0], style="initial"),
        Column("Name", name, style="who"),
        Column(event.groups.heading, livery, style="livery"),
        *(column for round_ in rounds for column in of_round(round_.number)),
    ]
    by_initial = groupby(guests, key=lambda guest: _listed(guest).initial)
    heading = {1: "Table and seat for the round", 2: "Table and seat for both rounds"}
    return list_paper(
        columns,
        (
            ("", zip(chain([initial], repeat("")), group, strict=False))
            for initial, group in by_initial
        ),
        edition=edition(event, now),
        title="Where do I sit?",
        style=f"by-name rounds-{shown}",
        facts=(heading.get(len(rounds), "Table and seat for every round"), _day(event)),
        remarks=(many(len(guests), "guest"), _draft(rounds)),
    )


def seating_by_table(event: Event, number: int, now: datetime) -> ListPaper:
    """Who sits at each table of a round. Raises Refused while nobody does."""
    round_, alone = _round(event, number), names_alone(event)
    tables = _tables(round_)
    columns: list[Column[tuple[str, Guest]]] = [
        Column("Seat", lambda row: row[0], style="letter"),
        Column("Name", lambda row: fitted(_name_in_list(row[1], alone).name, "11 80"), style="who"),
        Column(event.groups.heading, lambda row: italic(row[1].livery_name, "9.4 58")),
        Column("Badge", lambda row: row[1].badge, style="badge"),
    ]
    title = _name(round_) or f"Round {number}"
    return list_paper(
        columns,
        [(own_label(event, table) or str(table), seats.items()) for table, seats in tables.items()],
        lead=("Table", "number"),
        edition=edition(event, now),
        title=title,
        style="by-table",
        facts=(f"Who sits at each table, {title.lower()}", _day(event)),
        remarks=(many(len(tables), "table"), _draft([round_])),
    )


def _draft(rounds: Iterable[Round]) -> str:
    drafts = any(round_.state == RoundState.DRAFT for round_ in rounds)
    return "draft, not published" if drafts else ""


def _day(event: Event) -> str:
    return write_date(event.date, "l j F Y")


def table_cards(event: Event, now: datetime) -> TableCards:
    """A card for each table of the qualifying rounds, with who sits there in each."""
    rounds = {round_.number: _tables(round_) for round_ in _qualifying(event)}
    numbers = sorted({table for tables in rounds.values() for table in tables})
    cards, shared = [], namesakes(event, public=True)
    for table in numbers:
        seats = [tables.get(table, {}) for tables in rounds.values()]
        letters = sorted({letter for seat in seats for letter in seat})
        rows = (
            (letter, tuple(_named_in_public(seat.get(letter), shared) for seat in seats))
            for letter in letters
        )
        cards.append(TableCard(table, tuple(rounds), tuple(rows), label=own_label(event, table)))
    later = (movement(event, round_).sentence for round_ in _qualifying(event)[1:])
    moves = next(filter(None, later), "")
    seats_run = SEATS_RUN.format(what="hand" if values_in_force(scores.rules(event)) else "card")
    note = f"{seats_run} {moves}." if moves else seats_run
    return TableCards(edition(event, now), tuple(cards), note)


def _round(event: Event, number: int) -> Round:
    round_ = Round.objects.filter(event=event, number=number, seats__isnull=False).first()
    if round_ is None:
        raise Refused(
            f"Nobody is seated in round {number} yet: draw its seating first, then print."
        )
    return round_


def _name(round_: Round) -> str:
    """The name of a round that is not called by its number."""
    return str(round_) if round_.stage == Stage.PLAYOFF else ""


def _qualifying(event: Event) -> QuerySet[Round]:
    return Round.objects.filter(event=event, number__lte=event.qualifying_rounds).order_by("number")


def _tables(round_: Round | None) -> Tables:
    """Who sits at each table of a round now; whoever left during it has been
    replaced or is gone.
    """
    tables: defaultdict[int, dict[str, Guest]] = defaultdict(dict)
    if round_ is not None:
        seats = Seat.objects.filter(round=round_, left_after_game=None).select_related(
            "table", "guest__livery"
        )
        for seat in seats.order_by("table__number", "letter"):
            tables[seat.table.number][seat.letter] = seat.guest
    return dict(tables)


def _everyone(tables: Tables) -> Iterable[tuple[tuple[int, str], Guest]]:
    return (
        ((table, letter), guest)
        for table, seats in tables.items()
        for letter, guest in seats.items()
    )


def _checkers(seats: Iterable[str]) -> dict[str, str]:
    """For each seat letter that of the seat that checks it."""
    by_seat = checkers(tuple(seats))
    return {str(letter): str(checker) for letter, checker in by_seat.items()}


def _halves(event: Event, round_: Round) -> dict[int, Half]:
    """A round of a card for each guest who sits in it, by the guest's key."""
    halves, shared, dealers_of = {}, namesakes(event, public=True), dealers(event)
    for table, seats in _tables(round_).items():
        checker = _checkers(seats)
        checked = {checker_letter: letter for letter, checker_letter in checker.items()}
        for letter, guest in seats.items():
            neighbour, of = (
                _neighbour(seats, side.get(letter), shared) for side in (checker, checked)
            )
            table_stand = stand(event, table)
            half = Half(
                round_.number,
                table,
                letter,
                neighbour,
                of,
                name=_name(round_),
                label=own_label(event, table),
                room=table_stand.room,
                dealers=_in_order(dealers_of.get((round_.number, table), {}), round_.games),
            )
            halves[guest.pk] = half
    return halves


def _neighbour(
    seats: Mapping[str, Guest], letter: str | None, shared: Mapping[str, Namesake]
) -> Neighbour:
    """As a card that somebody else takes home names them."""
    named = _named_in_public(seats[letter], shared) if letter else None
    return Neighbour(letter, named.name) if letter and named else NOBODY


def _not_seated(number: int) -> Half:
    return Half(number, None, "", NOBODY, NOBODY)


def _moved(above: Half, below: Half) -> Half:
    """The half of the later round with the sentence that leads there."""
    to = (
        f"{below.called}, {below.room}" if below.room != above.room and below.room else below.called
    )
    if below.table is None or above.table is None:
        words = ""
    elif (above.table, above.seat) == (below.table, below.seat):
        words = f"Seat {below.seat} stays at table {below.called}."
    elif above.seat == below.seat and below.table > above.table:
        steps = below.table - above.table
        tables = noun(steps, "table")
        words = f"Seat {below.seat} moves on {number_word(steps)} {tables}: table {to}."
    elif above.seat == below.seat:
        words = f"Seat {below.seat} moves on to table {to}."
    else:
        words = f"You move on to table {to}, seat {below.seat}."
    return replace(below, movement=words)


def _name_in_list(guest: Guest, alone: Mapping[str, str]) -> Named:
    """As papers for officials name a guest; `alone` are those who share a name."""
    name = alone.get(guest.ref, guest.name)
    return Named(name, guest.livery_name, guest.badge, guest.office)


def _named_in_public(guest: Guest | None, shared: Mapping[str, Namesake]) -> Named | None:
    """As a card for everybody's eyes names a guest."""
    if guest is None:
        return None
    name = shared[guest.ref].alone if guest.ref in shared else called(guest)
    return Named(name, guest.livery_name, guest.badge, guest.office)


def _listed(guest: Guest) -> ListedName:
    return ListedName(called(guest), "", called(guest)) if guest.unnamed else guest.listed


def _surname_first(guest: Guest, shared: Mapping[str, Namesake]) -> tuple[str, str]:
    """The surname, and the rest of the name with what tells the guest from others of it."""
    name, namesake = _listed(guest), shared.get(guest.ref)
    return name.surname, " ".join(filter(None, (name.rest, namesake.mark if namesake else "")))


CARDS = 8
NAMELESS = Named("")


def blank_score_cards(event: Event, now: datetime) -> ScoreCards:
    """Two sheets of personal cards for the qualifying rounds."""
    upper = Half(1, None, "", NOBODY, NOBODY, blank=True)
    number = min(2, event.qualifying_rounds)
    lower = Half(number, None, "", NOBODY, NOBODY, "" if number > 1 else KEEP, blank=True)
    return _cards(event, now, ScoreCard(NAMELESS, upper, lower), event.games_per_round)


def blank_playoff_cards(event: Event, now: datetime) -> ScoreCards:
    """Two sheets of cards for the play-off; an extra game is written on one as well."""
    upper = Half(
        event.playoff_round, None, "", NOBODY, NOBODY, name=str(Stage.PLAYOFF.label), blank=True
    )
    lower = Half(
        event.playoff_round, None, "", NOBODY, NOBODY, KEEP, str(Stage.PLAYOFF.label), blank=True
    )
    return _cards(event, now, ScoreCard(NAMELESS, upper, lower), event.playoff_games)


def _cards(event: Event, now: datetime, card: ScoreCard, games: int) -> ScoreCards:
    values, form = values_in_force(scores.rules(event)), event_format(event)
    cards = (card,) * CARDS
    return ScoreCards(
        edition(event, now), cards, games, values, hint(form), unit=form.unit, units=form.units
    )
