"""What an adjustment would do to the cut if it were made, and what those that were made say in words."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from scoring.policies import Adjustment as Points
from scoring.sheet import SeatEntry
from scoring.tally import Tally
from tournament.hall_plan import table_label
from tournament.ledger.consequence import Consequence, Count, compared, count, drawn, tallies_of
from tournament.ledger.formats import event_format
from tournament.ledger.to_come import ToCome, games_to_come
from tournament.models import Adjustment, AdjustmentKind, Event, Game, Round, Seat, Sheet, Stage
from tournament.submission import Place, Submission, submission_from


@dataclass(frozen=True, slots=True)
class Change:
    """An adjustment before it is made: points on a guest (by ref), or what is done to the game at `place`.

    `entry` is the seat of a corrected tally as it should be; `round` None puts points into the total alone.
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
    return _compared(event, now, _changed(event, now, change), _coming(event, now, change))


def effect_of_cancelling(event: Event, adjustment: Adjustment) -> Consequence | None:
    """The cut before and after an adjustment is taken back; None where it touches no qualifying round."""
    place = place_of(adjustment)
    if not _qualifying(event, place.round if place else adjustment.round):
        return None
    now = count(event)
    if place is None:
        given = adjustment.guest.ref if adjustment.guest else ""
        back = Points(given, adjustment.points or 0, adjustment.round, adjustment.reason)
        left = list(now.facts.adjustments)
        left.remove(back)
        return _compared(event, now, replace(now, facts=replace(now.facts, adjustments=tuple(left))))
    rest = _elsewhere(now.tallies, place)
    sheet = adjustment.before or _accepted(event, place)
    coming, game = games_to_come(event, now.facts.round_totals), (place.round, place.table, place.game)
    if sheet is None:
        again = coming.once_more(game, _in_order(_seated(event, place)))
        return _compared(event, now, replace(now, tallies=rest), again)
    submission = submission_from(sheet.entry.body)
    refs = {row["seat"]: row["guest"] for row in sheet.entry.body["tallies"]}
    back_in = replace(now, tallies=(*rest, *tallies_of(event, submission, refs)))
    return _compared(event, now, back_in, coming.without(game))


def corrected(sheet: Sheet, change: Change) -> Submission:
    """The accepted sheet as a submission with one seat put right."""
    was = submission_from(sheet.entry.body)
    entry = change.entry
    entries = tuple(entry if entry and one.seat == entry.seat else one for one in was.entries)
    said = f"Ruling {change.ruling}: {change.reason}" if change.ruling else change.reason
    return replace(was, entries=entries, seen=sheet.version, reason=said[:300], witness=change.witness, dismissed={})


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
    where = f"{unit} {place.game} of table {table_label(adjustment.event, place.table)} in round {place.round}"
    if adjustment.kind == AdjustmentKind.TALLY:
        return f"{where}: the tally of {adjustment.guest} is corrected"
    done = {AdjustmentKind.VOID: "is void", AdjustmentKind.REPLAY: "is played again"}
    return f"{where} {done[AdjustmentKind(adjustment.kind)]}"


def points_words(name: str, points: int, round: int | None) -> str:
    """`5 points added to Ann Example in round 2`."""
    number = f"{abs(points)} point{'s' * (abs(points) != 1)}"
    done = f"{number} added to" if points > 0 else f"{number} taken from"
    return f"{done} {name} in {f'round {round}' if round else 'the total'}"


def _qualifying(event: Event, number: int | None) -> bool:
    return number is None or Round.objects.filter(event=event, number=number, stage=Stage.QUALIFYING).exists()


def _changed(event: Event, now: Count, change: Change) -> Count:
    if change.place is None:
        given = Points(change.guest, change.points, change.round, change.reason)
        return replace(now, facts=replace(now.facts, adjustments=(*now.facts.adjustments, given)))
    rest = _elsewhere(now.tallies, change.place)
    if change.kind == AdjustmentKind.REPLAY:
        return replace(now, tallies=rest)
    refs = _seated(event, change.place)
    if change.kind == AdjustmentKind.VOID:
        where = (change.place.round, change.place.table, change.place.game)
        return replace(now, tallies=(*rest, *(Tally(ref, *where, state="void") for ref in refs.values())))
    sheet = _accepted(event, change.place)
    submission = corrected(sheet, change) if sheet else None
    return replace(now, tallies=(*rest, *tallies_of(event, submission, refs))) if submission else now


def _coming(event: Event, now: Count, change: Change) -> ToCome | None:
    """The games to come afterwards: one less where a game is void, one more where it is played again."""
    place = change.place
    if place is None or change.kind == AdjustmentKind.TALLY:
        return None
    coming, game = games_to_come(event, now.facts.round_totals), (place.round, place.table, place.game)
    if change.kind == AdjustmentKind.VOID:
        return coming.without(game)
    return coming.once_more(game, _in_order(_seated(event, place)))


def _in_order(seated: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(seated[letter] for letter in sorted(seated))


def _elsewhere(tallies: Iterable[Tally], place: Place) -> tuple[Tally, ...]:
    return tuple(one for one in tallies if one.sheet != (place.round, place.table, place.game))


def _accepted(event: Event, place: Place) -> Sheet | None:
    games = Game.objects.filter(event=event, table__round__number=place.round, table__number=place.table)
    sheets = Sheet.objects.filter(event=event, accepted=True, game__in=games.filter(number=place.game))
    return sheets.select_related("entry").first()


def _seated(event: Event, place: Place) -> Mapping[str, str]:
    seats = Seat.objects.filter(event=event, round__number=place.round, table__number=place.table)
    rows = seats.filter(from_game__lte=place.game).values_list("letter", "guest__ref", "left_after_game")
    return {letter: ref for letter, ref, until in rows if until is None or until >= place.game}


def _compared(event: Event, before: Count, after: Count, coming: ToCome | None = None) -> Consequence:
    return compared(drawn(event, before), drawn(event, after), coming)
