"""What else of games is counted from answers: eights and cards that somebody was asked for, by what
they were asked of; spells at tables, and the games that a late guest missed.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping

from django.db.models import QuerySet

from scoring.counting.tally import Tally
from tournament.models import (
    Answer,
    Event,
)

NO_TABLE = 0  # a round missed as a whole was missed at no table, so no policy finds points for it
Spell = tuple[int, int | None, int]  # from game, until game, table
Spells = dict[str, dict[int, list[Spell]]]
"""When each of some guests (by ref) sat where, round by round, the earliest first."""


def missed(late: Spells, counted: Iterable[Tally], moved: Spells | None = None) -> Iterator[Tally]:
    """An absent tally for every game on record in `counted` that a late guest had no seat for.

    It is absent at the table where they sat down later in that round, so that the policy for absent
    games finds its points there; in a round without any seat it has none, and the guest is listed
    without a place. Who was `moved` missed what their new table had played before they came, and
    nothing else.
    """
    counted_tallies = tuple(counted) if late or moved else ()
    sheets = {(tally.round, tally.table, tally.game) for tally in counted_tallies}
    had = {(tally.player, tally.round, tally.game) for tally in counted_tallies}
    games = sorted({(number, game) for number, _, game in sheets})
    guests = [(ref, rounds, _table) for ref, rounds in late.items()]
    guests += [(ref, rounds, _later_table) for ref, rounds in (moved or {}).items()]
    for ref, rounds, table_of in guests:
        for number, game in games:
            table = table_of(rounds.get(number, ()), game)
            on_record = table == NO_TABLE or (number, table, game) in sheets
            if table is not None and on_record and (ref, number, game) not in had:
                yield Tally(player=ref, round=number, table=table, game=game, state="absent")


def spells(rows: Iterable[tuple[str, int, int, int | None, int]]) -> Spells:
    """Seats as (ref, round, from game, until game, table), by guest and round."""
    by_guest: defaultdict[str, dict[int, list[Spell]]] = defaultdict(dict)
    for ref, number, since, until, table in sorted(rows, key=lambda row: row[2]):
        by_guest[ref].setdefault(number, []).append((since, until, table))
    return dict(by_guest)


def _table(spells: Iterable[Spell], game: int) -> int | None:
    """The table at which a game counts as missed; None when they had a seat in it."""
    seats = list(spells)
    if any(since <= game and (until is None or game <= until) for since, until, _ in seats):
        return None
    later = _later_table(seats, game)
    return later if later is not None else seats[-1][2] if seats else NO_TABLE


def _later_table(spells: Iterable[Spell], game: int) -> int | None:
    """The table at which they sat down after a game that they had no seat for; None where there is
    none.
    """
    seats = list(spells)
    if any(since <= game and (until is None or game <= until) for since, until, _ in seats):
        return None
    return next((table for since, _, table in seats if since > game), None)


Answers = Mapping[tuple[object, ...], tuple[int | None, int | None]]
"""Eights and cards as somebody said them, by guest, round, table, game and the points they were
asked of.
"""


def with_answers(tallies: Iterable[Tally], answers: Answers) -> tuple[Tally, ...]:
    """The tallies with eights and cards as they were asked for.

    An answer says something only of the points it was asked of: a corrected hand leaves it behind.
    """
    return (
        tuple(_answered_tally(tally, answers) for tally in tallies) if answers else tuple(tallies)
    )


def answers_that_stand(event: Event | int) -> QuerySet[Answer]:
    """The answers that nobody took back."""
    return Answer.objects.filter(event=event, taken_back_by=None)


def _answered_tally(tally: Tally, answers: Answers) -> Tally:
    place = (tally.player, tally.round, tally.table, tally.game, tally.points)
    if place not in answers:
        return tally
    eights, cards = answers[place]
    return tally._replace(
        eights=tally.eights if tally.eights is not None else eights,
        cards=tally.cards if tally.cards is not None else cards,
    )
