"""The pages of single games: a row a guest with a column a game, a row a hand, and the play-off.

The pages of people and acts: the log of the evening, and a list for letters and badges.

The pages of rulings and adjustments: what was ruled, what stands, and what it did to the scores.
"""

from collections.abc import Iterator

from django.utils.timezone import localtime

from scoring.counting.cut import Cut
from tournament.counting.consequences import words
from tournament.counting.formats import stored
from tournament.counting.plan import table_cell
from tournament.counting.rulings import decided, overruling, rulings, with_effects
from tournament.counting.scores import rules
from tournament.models import Adjustment, TallyState
from tournament.rulings.reading import decided_words, headline, situation_name, state_words
from tournament.site.spreadsheet import Cell, Formula, Page
from tournament.workbook.page import Evening

ENTRIES = "Entries"
FIRST_GAME = 4
"""The column of the first game on the page of entries, from 1."""


def column_letter(number: int) -> str:
    """The letter of a column counted from 1: 28 is AB."""
    letters = ""
    while number:
        number, rest = divmod(number - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def cells_of_round(evening: Evening, player: str, number: int) -> str:
    """Where the games of a round stand on the page of entries, such as Entries!D5:H5."""
    columns = [
        FIRST_GAME + place
        for place, (in_round, _game) in enumerate(evening.games)
        if in_round == number
    ]
    row = evening.row_of[player]
    return f"{ENTRIES}!{column_letter(columns[0])}{row}:{column_letter(columns[-1])}{row}"


def entries_page(evening: Evening) -> Page:
    """A row a guest, a column a game: the points as they count under the event's policies."""
    games = [(f"R{number} G{game}", 8) for number, game in evening.games]
    return Page(
        ENTRIES, [("Badge", 7), ("Name", 34), (evening.groups, 26), *games], _entries(evening)
    )


def _entries(evening: Evening) -> Iterator[list[Cell]]:
    nothing: dict[tuple[int, int], object] = {}
    for guest in evening.guests:
        scores = evening.scores.get(guest.ref, nothing)
        points = [_points(evening, guest.ref, cell, scores.get(cell)) for cell in evening.games]
        yield [guest.badge, guest.name, guest.livery_name, *points]


def _points(evening: Evening, player: str, cell: tuple[int, int], score: object) -> Cell:
    """The points of a game; where only the total of the round is known, words that say so, which no
    sum counts.
    """
    number, game = cell
    if (player, number) not in evening.in_all:
        points: int | None = getattr(score, "points", None)
        return points
    first = min(value for in_round, value in evening.games if in_round == number)
    return f"{evening.in_all[player, number]} in all" if game == first else None


def playoff_page(evening: Evening) -> Page:
    """The play-off in order, its totals as formulas over its games."""
    unit = evening.board.format.unit.capitalize()
    games = [(f"{unit} {game}", 8) for _round, game in evening.playoff_games]
    columns = [
        ("Order", 7),
        ("Place", 7),
        ("Badge", 7),
        ("Name", 34),
        (evening.groups, 26),
        *games,
        ("Carried", 9),
        ("Total", 9),
    ]
    return Page("Play-off", columns, _playoff(evening))


def _playoff(evening: Evening) -> Iterator[list[Cell]]:
    badge = {guest.ref: guest.badge for guest in evening.guests}
    first, last = 6, 5 + len(evening.playoff_games) + 1
    for row, standing in enumerate(evening.board.playoff, start=2):
        scores = evening.playoff.get(standing.player, {})
        points = [getattr(scores.get(cell), "points", None) for cell in evening.playoff_games]
        total = Formula(
            f"=SUM({column_letter(first)}{row}:{column_letter(last)}{row})", standing.total
        )
        livery = evening.board.players[standing.player].livery
        yield [
            standing.order,
            standing.place,
            badge[standing.player],
            standing.name,
            livery,
            *points,
            standing.adjusted or None,
            total,
        ]


def hands_page(evening: Evening) -> Page:
    """A row a hand as it was entered, with who entered and who checked it."""
    unit = evening.board.format.unit.capitalize()
    columns = [
        ("Stage", 11),
        ("Round", 7),
        ("Table", 7),
        (unit, 7),
        ("Seat", 6),
        ("Badge", 7),
        ("Name", 34),
        ("Status", 9),
        ("Hand", 24),
        ("Points", 8),
        ("Cards", 7),
        ("Eights", 7),
        ("Went out", 9),
        ("Blocked", 9),
        ("Version", 8),
        ("Entered by", 20),
        ("Entered at", 18),
        ("Checked by", 20),
    ]
    return Page("Hands", columns, _hands(evening))


def _hands(evening: Evening) -> Iterator[list[Cell]]:
    form = evening.board.format
    for tally in evening.hands():
        sheet, game = tally.sheet, tally.sheet.game
        round_ = game.table.round
        absent = tally.state == TallyState.ABSENT
        yield [
            round_.stage,
            round_.number,
            table_cell(evening.event, game.table.number),
            game.number,
            tally.seat,
            tally.guest.badge,
            tally.guest.name,
            tally.state,
            None if absent else tally.hand,
            stored(form, tally.points),
            tally.cards,
            tally.eights,
            int(tally.went_out),
            int(sheet.blocked),
            sheet.version,
            sheet.entered_by,
            localtime(sheet.entered_at).strftime("%Y-%m-%d %H:%M:%S"),
            sheet.checker,
        ]


def log_page(evening: Evening) -> Page:
    """Every accepted act in its order, with the digest that chains it to the one before."""
    columns = [("Number", 8), ("At", 20), ("Act", 20), ("By", 24), ("Reason", 50), ("Digest", 20)]
    return Page("Log", columns, _log(evening))


def _log(evening: Evening) -> Iterator[list[Cell]]:
    for entry in evening.log():
        moment = localtime(entry.at).strftime("%Y-%m-%d %H:%M:%S")
        kind = entry.kind.replace("_", " ")
        yield [entry.number, moment, kind, entry.actor, entry.reason, entry.digest[:16]]


def mail_merge_page(evening: Evening) -> Page:
    """A row a guest with everything a letter, place card or badge may name."""
    rounds = sorted({number for number, _game in evening.games})
    seats = [(f"Round {number} {part}", 13) for number in rounds for part in ("table", "seat")]
    columns = [
        ("Badge", 7),
        ("Title", 12),
        ("First name", 18),
        ("Last name", 22),
        ("Name as printed", 34),
        ("Sort name", 26),
        ("Post-nominals", 14),
        (evening.groups, 26),
        ("Office", 20),
        ("Guest of", 24),
        ("E-mail", 28),
        *(*seats, ("Place", 7), ("Total", 8), ("Through", 9)),
    ]
    return Page("Mail merge", columns, _mail_merge(evening, rounds))


def _mail_merge(evening: Evening, rounds: list[int]) -> Iterator[list[Cell]]:
    standing = {standing.player: standing for standing in evening.board.standings}
    cut = evening.cut
    through = set(cut.qualifiers) if isinstance(cut, Cut) else set()
    for guest in evening.guests:
        places = evening.seats.get(guest.ref, {})
        seats = [part for number in rounds for part in places.get(number, (None, None))]
        standing_row = standing.get(guest.ref)
        yield [
            guest.badge,
            guest.title,
            guest.first_name,
            guest.last_name,
            guest.name,
            guest.sort_name,
            *(
                guest.post_nominals,
                guest.livery_name,
                guest.office,
                guest.guest_of,
                guest.email,
                *seats,
            ),
            *((standing_row.place, standing_row.total) if standing_row else (None, None)),
            int(guest.ref in through),
        ]


CLOCK = "%Y-%m-%d %H:%M:%S"


def rulings_page(evening: Evening) -> Page:
    """A row a ruling: what was answered, what stands, by which clauses, and who signed."""
    unit = evening.board.format.unit.capitalize()
    columns = [
        ("Ruling", 8),
        ("Given at", 18),
        ("Given by", 20),
        ("Round", 7),
        ("Table", 7),
        (unit, 7),
        ("Seat", 6),
        ("Badge", 7),
        ("Name", 34),
        ("Situation", 34),
        ("Noticed", 16),
        ("Decided", 34),
        ("In words", 60),
        ("Clauses", 30),
        ("State", 28),
        ("Reason", 50),
        ("Refers to", 10),
        ("Precedent", 10),
        ("Departs", 9),
        ("Effects", 9),
    ]
    return Page("Rulings", columns, _rulings(evening))


def _rulings(evening: Evening) -> Iterator[list[Cell]]:
    in_force = rules(evening.event)
    for with_effect in with_effects(rulings(evening.event)):
        last, guest = overruling(with_effect), with_effect.guest
        reasons = [decision.reason for decision in with_effect.decisions.all() if decision.reason]
        effects = sum(
            not hasattr(adjustment, "cancellation") for adjustment in with_effect.adjustments.all()
        )
        yield [
            with_effect.number,
            localtime(with_effect.given_at).strftime(CLOCK),
            with_effect.given_by,
            with_effect.table.round.number if with_effect.table else None,
            table_cell(evening.event, with_effect.table.number) if with_effect.table else None,
            with_effect.game.number if with_effect.game else None,
            with_effect.seat,
            *((guest.badge, guest.name) if guest else (None, None)),
            situation_name(in_force, with_effect.kind),
            with_effect.noticed.replace("_", " "),
            decided_words(decided(with_effect)),
            headline(with_effect),
            with_effect.clauses,
            state_words(with_effect),
            last.reason if last else "; ".join(reasons),
            with_effect.refers_to.number if with_effect.refers_to else None,
            with_effect.precedent.number if with_effect.precedent else None,
            int(with_effect.departs),
            effects,
        ]


def adjustments_page(evening: Evening) -> Page:
    """A row an adjustment, with its cancellation where it was taken back; its points count in
    “Adjusted”.
    """
    unit = evening.board.format.unit.capitalize()
    columns = [
        ("Number", 8),
        ("Ruling", 8),
        ("Made at", 18),
        ("By", 20),
        ("Kind", 16),
        ("Badge", 7),
        ("Name", 34),
        ("Points", 8),
        ("Round", 7),
        ("Table", 7),
        (unit, 7),
        ("What", 60),
        ("Reason", 50),
        ("Agreed by", 20),
        ("In force", 9),
        ("Cancelled at", 18),
        ("Cancelled by", 20),
        ("Why cancelled", 50),
    ]
    return Page("Adjustments", columns, _adjustments(evening))


def _adjustments(evening: Evening) -> Iterator[list[Cell]]:
    rows = Adjustment.objects.filter(event=evening.event).order_by("number")
    for row in rows.select_related(
        "event", "ruling", "guest", "game__table__round", "cancellation"
    ):
        game, departed = row.game, getattr(row, "cancellation", None)
        cancelled_words = (
            [localtime(departed.at).strftime(CLOCK), departed.by, departed.reason]
            if departed
            else [None, None, None]
        )
        yield [
            row.number,
            row.ruling.number if row.ruling else None,
            localtime(row.at).strftime(CLOCK),
            row.by,
            row.get_kind_display(),
            *((row.guest.badge, row.guest.name) if row.guest else (None, None)),
            row.points,
            game.table.round.number if game else row.round,
            *(
                (table_cell(evening.event, game.table.number), game.number)
                if game
                else (None, None)
            ),
            *(words(row), row.reason, row.witness, int(departed is None), *cancelled_words),
        ]
