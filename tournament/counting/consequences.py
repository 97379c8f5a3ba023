"""What a sheet, an adjustment or any other act would do to the cut and to the chances: it is
rehearsed, done and undone unseen, and the places around the line before and after are compared,
drawn and said in words.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from uuid import uuid4

from django.db import transaction

from scoring.counting.cut import Cut, Moves, NoCut, cut, moves
from scoring.counting.policies import Adjustment as Points
from scoring.counting.sheet import SeatEntry
from scoring.counting.standings import Facts, rank
from scoring.counting.tally import Player, Tally
from scoring.words import many
from tournament.counting import scores
from tournament.counting.formats import columns_with_unit, event_format, whole
from tournament.counting.grid import ToCome, games_to_come
from tournament.counting.plan import table_label
from tournament.counting.scores import beside
from tournament.counting.submission import Place, Submission, columns_of, sheet_of, submission_from
from tournament.ledger.chain import Signature, all_or_nothing
from tournament.models import Adjustment, AdjustmentKind, Event, Game, Round, Seat, Sheet, Stage
from tournament.site.access import Actor

NOBODY = Actor("Rehearsal")


@dataclass(frozen=True, slots=True)
class Consequence:
    """The cut before and after a sheet, and what differs.

    `ahead` are the games to come before, where they were read; `coming` those afterwards where
    these differ as well. `begun` is the last round of which anything was in before.
    """

    before: Cut | NoCut
    after: Cut | NoCut
    moves: Moves
    coming: ToCome | None = field(default=None, compare=False)
    ahead: ToCome | None = field(default=None, compare=False)
    begun: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Count:
    """What the cut of the qualifying rounds is drawn from."""

    field: tuple[Player, ...]
    tallies: tuple[Tally, ...]
    facts: Facts
    on_sheets: tuple[Tally, ...] = ()
    """The figures as they were read, which tell how this hall plays."""

    @property
    def begun(self) -> int:
        """The last round of which anything is in."""
        on_sheets = (tally.round for tally in self.on_sheets)
        return max((*on_sheets, *(total.round for total in self.facts.round_totals)), default=0)


def tallies_of(event: Event, submission: Submission, refs: Mapping[str, str]) -> tuple[Tally, ...]:
    """The tallies a submission would make."""
    form, place = event_format(event), submission.place
    return tuple(
        Tally(
            player=refs[seat],
            round=place.round,
            table=place.table,
            game=place.game,
            **columns_with_unit(form, columns),
        )
        for seat, columns in columns_of(sheet_of(submission), form, scores.rules(event)).items()
    )


def line_under_seal(event: Event, place: Place) -> Cut | NoCut | None:
    """The line as it is, where it is sealed and a game at this place counts for it."""
    if scores.seal_in_force(event) is None or not _qualifying(event, place.round):
        return None
    return line(event)


def two_must_agree(change: str) -> str:
    """What is said where an act would change a sealed cut: the change is a sentence."""
    return f"The cut is sealed and this changes it: {change} Name the second official who agrees."


def line(event: Event) -> Cut | NoCut:
    """The cut as the rows of the event have it now."""
    return drawn(event, count(event))


def count(event: Event, field: tuple[Player, ...] | None = None) -> Count:
    """What the cut is drawn from now. Two queries, and a third unless the `field` is given.

    Where a par of tables meets cards that bear totals alone, one more asks for their seats.
    """
    read = beside(event, Stage.QUALIFYING)
    on_sheets = scores.entered(event, Stage.QUALIFYING)
    tallies = scores.told_with(on_sheets, read) + read.not_played
    field = scores.players(event) if field is None else field
    facts = scores.facts_of(event, Stage.QUALIFYING, read)
    return Count(field, tallies, facts, on_sheets)


def _to_come(event: Event, now: Count) -> ToCome:
    """The games to come, with what was counted already not read again."""
    return games_to_come(event, now.facts.round_totals, now.on_sheets)


def drawn(event: Event, counted: Count) -> Cut | NoCut:
    """The cut of what was counted."""
    standings = rank(counted.tallies, counted.field, scores.ranking(event), counted.facts)
    return cut(standings, event.cut_size, scores.at_the_line(event))


def compared(first: Cut | NoCut, then: Cut | NoCut, coming: ToCome | None = None) -> Consequence:
    """Two cuts of one evening, and what differs."""
    return Consequence(first, then, moves(first, then), coming)


def rehearse(
    event: Event, act: Callable[[Signature], object], now: datetime, *, chances: bool = True
) -> Consequence:
    """The line before an act and after it; what the act refuses it refuses here too. Nothing is
    left of it.

    With `chances` it holds the games to come as well, from which chances are reckoned.
    """
    before = count(event)
    ahead = _to_come(event, before) if chances else None
    with all_or_nothing():
        row = left_by(event, act(Signature(NOBODY, now, f"rehearsal-{uuid4()}", rehearsed=True)))
        # No act that is rehearsed changes who is on the list.
        after = count(row, before.field)
        coming = _to_come(row, after) if chances else None
        transaction.set_rollback(True)
    outcome = compared(drawn(event, before), drawn(row, after), coming)
    return replace(outcome, ahead=ahead, begun=before.begun)


def left_by(event: Event, result: object) -> Event:
    """The event as an act leaves it: one that changes what was declared gives its row back."""
    return result if isinstance(result, Event) else event


@dataclass(frozen=True, slots=True)
class Change:
    """An adjustment before it is made: points on a guest (by ref), or what is done to the game at
    `place`.

    `entry` is the seat of a corrected tally as it should be; `round` None puts points into the
    total alone.
    """

    kind: str
    reason: str = ""
    ruling: int | None = None
    guest: str = ""
    points: int = 0
    round: int | None = None
    place: Place | None = None
    entry: SeatEntry | None = None
    witness: str = ""


def effect(event: Event, change: Change) -> Consequence | None:
    """The cut before and after an adjustment; None where it touches no qualifying round."""
    number = change.place.round if change.place else change.round
    if not _qualifying(event, number):
        return None
    now = count(event)
    then = _changed(event, now, change)
    return _compared(event, now, then, _coming(event, then, change))


def effect_of_cancelling(event: Event, adjustment: Adjustment) -> Consequence | None:
    """The cut before and after an adjustment is taken back; None where it touches no qualifying
    round.
    """
    place = place_of(adjustment)
    if not _qualifying(event, place.round if place else adjustment.round):
        return None
    now = count(event)
    if place is None:
        guest = adjustment.guest.ref if adjustment.guest else ""
        adjustments = list(now.facts.adjustments)
        adjustments.remove(
            _points_given(event, guest, adjustment.points or 0, adjustment.round, adjustment.reason)
        )
        return _compared(
            event, now, replace(now, facts=replace(now.facts, adjustments=tuple(adjustments)))
        )
    rest = _elsewhere(now.tallies, place)
    sheet = adjustment.before or _accepted(event, place)
    coming, game = (
        _to_come(event, now),
        (place.round, place.table, place.game),
    )
    if sheet is None:
        again = coming.once_more(game, _in_order(_seated(event, place)))
        return _compared(event, now, replace(now, tallies=rest), again)
    submission = submission_from(sheet.entry.body)
    refs = {row["seat"]: row["guest"] for row in sheet.entry.body["tallies"]}
    tallies = tallies_of(event, submission, refs)
    back_in = replace(now, tallies=(*rest, *tallies))
    return _compared(event, now, back_in, coming.without(game, tallies))


def effect_of_stopping(
    event: Event, number: int, missing: Collection[tuple[int, int]]
) -> Consequence:
    """The cut before and after these games of a round, by table and game, count as not played: what
    closing it does, without doing it.
    """
    now = count(event)
    rows = (
        Seat.objects.filter(event=event, round__number=number)
        .order_by()
        .values_list("table__number", "guest__ref", "from_game", "left_after_game")
    )
    seats = list(rows)
    unplayed = [
        Tally(ref, number, table, game, "not_played")
        for table, game in missing
        for at, ref, first, last in seats
        if at == table and first <= game and (last is None or game <= last)
    ]
    ahead = coming = _to_come(event, now)
    for table, game in missing:
        coming = coming.without((number, table, game))
    then = replace(now, tallies=(*now.tallies, *unplayed))
    return replace(_compared(event, now, then, coming), ahead=ahead)


def corrected(sheet: Sheet, change: Change) -> Submission:
    """The accepted sheet as a submission with one seat put right."""
    was = submission_from(sheet.entry.body)
    entry = change.entry
    entries = tuple(
        entry if entry and seat_entry.seat == entry.seat else seat_entry
        for seat_entry in was.entries
    )
    reason = f"Ruling {change.ruling}: {change.reason}" if change.ruling else change.reason
    return replace(
        was,
        entries=entries,
        seen=sheet.version,
        reason=reason[:300],
        witness=change.witness,
        dismissed={},
    )


def place_of(adjustment: Adjustment) -> Place | None:
    """The game an adjustment is about."""
    game = adjustment.game
    return Place(game.table.round.number, game.table.number, game.number) if game else None


def words(adjustment: Adjustment) -> str:
    """What an adjustment says, as a sentence without its reason."""
    place = place_of(adjustment)
    if place is None:
        return points_words(str(adjustment.guest), adjustment.points or 0, adjustment.round)
    unit = event_format(adjustment.event).unit.capitalize()
    location = (
        f"{unit} {place.game} of table {table_label(adjustment.event, place.table)} in round"
        f" {place.round}"
    )
    if adjustment.kind == AdjustmentKind.TALLY:
        return f"{location}: the tally of {adjustment.guest} is corrected"
    if adjustment.kind == AdjustmentKind.VOID:
        return f"{location} is void"
    return f"{location} is played again"


def points_words(name: str, points: int, round: int | None) -> str:
    """`5 points added to Ann Example in round 2`."""
    number = many(abs(points), "point")
    if round:
        return (
            f"{number} added to {name} in round {round}"
            if points > 0
            else f"{number} taken from {name} in round {round}"
        )
    return (
        f"{number} added to {name} in the total"
        if points > 0
        else f"{number} taken from {name} in the total"
    )


def _qualifying(event: Event, number: int | None) -> bool:
    return (
        number is None
        or Round.objects.filter(event=event, number=number, stage=Stage.QUALIFYING).exists()
    )


def _points_given(event: Event, guest: str, points: int, number: int | None, reason: str) -> Points:
    """The points of a ruling as the totals count them: in halves where places are counted."""
    return Points(guest, whole(event_format(event), points), number, reason)


def _changed(event: Event, now: Count, change: Change) -> Count:
    if change.place is None:
        adjustment = _points_given(event, change.guest, change.points, change.round, change.reason)
        return replace(
            now, facts=replace(now.facts, adjustments=(*now.facts.adjustments, adjustment))
        )
    rest = _elsewhere(now.tallies, change.place)
    if change.kind == AdjustmentKind.REPLAY:
        return replace(now, tallies=rest)
    refs = _seated(event, change.place)
    if change.kind == AdjustmentKind.VOID:
        place = (change.place.round, change.place.table, change.place.game)
        return replace(
            now, tallies=(*rest, *(Tally(ref, *place, state="void") for ref in refs.values()))
        )
    sheet = _accepted(event, change.place)
    submission = corrected(sheet, change) if sheet else None
    return (
        replace(now, tallies=(*rest, *tallies_of(event, submission, refs))) if submission else now
    )


def _coming(event: Event, then: Count, change: Change) -> ToCome | None:
    """The games to come afterwards: one less where a game is void, one more where it is played
    again, and the figures that then stand.
    """
    place = change.place
    if place is None:
        return None
    coming = _to_come(event, then)
    game = (place.round, place.table, place.game)
    if change.kind == AdjustmentKind.REPLAY:
        return coming.once_more(game, _in_order(_seated(event, place)))
    if change.kind == AdjustmentKind.VOID:
        return coming.without(game)
    return coming.without(game, [tally for tally in then.tallies if tally.sheet == game])


def _in_order(seated: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(seated[letter] for letter in sorted(seated))


def _elsewhere(tallies: Iterable[Tally], place: Place) -> tuple[Tally, ...]:
    return tuple(
        tally for tally in tallies if tally.sheet != (place.round, place.table, place.game)
    )


def _accepted(event: Event, place: Place) -> Sheet | None:
    games = Game.objects.filter(
        event=event, table__round__number=place.round, table__number=place.table
    )
    sheets = Sheet.objects.filter(
        event=event, accepted=True, game__in=games.filter(number=place.game)
    )
    return sheets.select_related("entry").first()


def _seated(event: Event, place: Place) -> Mapping[str, str]:
    seats = Seat.objects.filter(event=event, round__number=place.round, table__number=place.table)
    rows = seats.filter(from_game__lte=place.game).values_list(
        "letter", "guest__ref", "left_after_game"
    )
    return {letter: ref for letter, ref, until in rows if until is None or until >= place.game}


def _compared(
    event: Event, before: Count, after: Count, coming: ToCome | None = None
) -> Consequence:
    outcome = compared(drawn(event, before), drawn(event, after), coming)
    return replace(outcome, begun=before.begun)
