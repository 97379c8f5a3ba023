"""The invented hands of a rehearsal: dealt or played out by seed, and the last of them so that two
guests are level on the line of the cut.
"""

import random
from collections.abc import Mapping, Sequence

from scoring.counting.sheet import DISMISSALS, SeatEntry, Sheet
from scoring.formats import check, results
from scoring.games.rulebooks import USUAL
from tournament.archive.demo_games import hands, played_out
from tournament.counting.board import board
from tournament.counting.formats import Play, play_of
from tournament.counting.submission import Place, Submission, flag_key
from tournament.entry.place import seated
from tournament.models import Event, Seat, Table

TRIES = 300
"""So many games are dealt in search of one that leaves two guests level on the line."""
CHECKED_BY = "the left-hand neighbours"


def invented(event: Event, place: Place, *, level: bool = False) -> Submission:
    """A sheet as a careful umpire would send it; with `level` one that makes a tie on the line."""
    play = play_of(event)
    there = list(seated(event, place).select_related("guest"))
    packs = Table.objects.get(event=event, round__number=place.round, number=place.table).packs
    wanted = _totals(event, there) if level and len(there) > 1 else {}
    for number in range(TRIES if wanted else 1):
        entries = _dealt(play, place, [seat.letter for seat in there], packs, number)
        if not wanted or _ties(event, play, _sheet(play, entries, packs), there, wanted):
            return _submission(place, entries, play, packs)
    return _submission(place, entries, play, packs)


def _dealt(
    play: Play, place: Place, letters: Sequence[str], packs: int, number: int
) -> tuple[SeatEntry, ...]:
    rng = random.Random(f"rehearsal {place} {number}")  # noqa: S311 -- play, no secrets
    if play.format.name == USUAL:
        return hands(play.rules, letters, rng, packs)
    return played_out(play, letters, rng, packs)


def _sheet(play: Play, entries: tuple[SeatEntry, ...], packs: int) -> Sheet:
    blocked = play.format.tapped and not any(entry.went_out for entry in entries)
    return Sheet(entries, blocked=blocked, packs=packs)


def _submission(place: Place, entries: tuple[SeatEntry, ...], play: Play, packs: int) -> Submission:
    sheet = _sheet(play, entries, packs)
    seen_to = {flag_key(one): DISMISSALS[0] for one in check(sheet, *play)}
    return Submission(
        place,
        entries,
        blocked=sheet.blocked,
        checked=True,
        checker=CHECKED_BY,
        dismissed=seen_to,
    )


def _totals(event: Event, there: Sequence[Seat]) -> Mapping[str, int]:
    """The totals of all who are ranked, where hands can be left over: only those are searched."""
    if play_of(event).format.name != USUAL:
        return {}
    ranked = [one for one in board(event).standings if one.ranked and one.total is not None]
    found = {one.player: one.total for one in ranked if one.total is not None}
    return found if all(seat.guest.ref in found for seat in there) else {}


def _ties(
    event: Event, play: Play, sheet: Sheet, there: Sequence[Seat], before: Mapping[str, int]
) -> bool:
    """Whether two are level on the line once this sheet is in."""
    scored = results(sheet, play.format, play.rules)
    totals = dict(before)
    for seat in there:
        totals[seat.guest.ref] += scored[seat.letter].points or 0
    order = sorted(totals.values())
    return 0 < event.cut_size < len(order) and order[event.cut_size - 1] == order[event.cut_size]


def nearest_last(event: Event, place: Place, tables: Sequence[int]) -> list[int]:
    """The tables in the order in which they end: at the last one sits who stands nearest the
    line.
    """
    order = [one.player for one in board(event).standings if one.ranked]
    away = {ref: abs(at - event.cut_size) for at, ref in enumerate(order, start=1)}
    seats = Seat.objects.filter(
        event=event, round__number=place.round, table__number__in=tables, left_after_game=None
    ).values_list("table__number", "guest__ref")
    far: dict[int, int] = {}
    for table, ref in seats:
        far[table] = min(far.get(table, len(order)), away.get(ref, len(order)))
    return sorted(tables, key=lambda table: (-far.get(table, len(order)), table))
