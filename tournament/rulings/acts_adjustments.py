"""What a ruling does to the scores, each a row beside the tallies, and taking it back."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from django.db.models import Count, Max

from tournament.approvals.acts import KINDS, Agreed, Kind
from tournament.counting.consequences import (
    Change,
    Consequence,
    corrected,
    effect,
    effect_of_cancelling,
    two_must_agree,
)
from tournament.counting.scores import seal_in_force
from tournament.counting.submission import (
    Place,
    SheetConflictError,
    Submission,
    entry_from,
    seat_body,
    submission_from,
)
from tournament.entry.acts import SheetRefusedError, correct_sheet, record_sheet
from tournament.ledger.chain import Signature, Tail, all_or_nothing, append, known, writing
from tournament.models import (
    LARGEST,
    Adjustment,
    AdjustmentKind,
    Cancellation,
    Event,
    Game,
    Guest,
    Round,
    Ruling,
    Sheet,
)
from tournament.models.seating import RoundState
from tournament.refusal import Refused, needs
from tournament.server.snapshot import after_snapshot

MOST_POINTS = 500
MEANWHILE = (
    "Somebody changed this meanwhile: the ruling has adjusted scores since you looked. See again"
    " what yours would change."
)


@after_snapshot
def adjust(
    event: Event, change: Change, signature: Signature, *, seen_state: str | None = None
) -> Adjustment:
    """Make an adjustment. Reverse act: `cancel_adjustment`.

    A corrected tally goes through `correct_sheet`, a game played again sets its sheet aside. Where
    the cut is sealed and somebody would cross the line, a second official is named. `seen` is what
    `adjusted_so_far` said of the ruling when the preview was drawn; without it nothing is compared.
    Raises Refused.
    """
    with all_or_nothing(), writing(event) as row:
        if known(row, signature):
            return Adjustment.objects.get(event=row, entry__key=signature.key)
        adjustment = adjustment_of(row, change)
        if (
            seen_state is not None
            and adjustment.ruling
            and seen_state != adjusted_so_far(adjustment.ruling)
        ):
            raise Refused(MEANWHILE)
        _guard(row, adjustment, change.witness, lambda: effect(row, change))
        adjustment.by, adjustment.at = signature.actor.name, signature.at
        _do(row, adjustment, change, signature)
        adjustment.entry = append(
            row,
            "adjust",
            body_of(adjustment),
            signature,
            reason=adjustment.reason,
            after=_after(adjustment.after, signature),
        )
        adjustment.save(force_insert=True)
    return adjustment


def adjusted_so_far(ruling: Ruling) -> str:
    """What moves on with every adjustment by a ruling, and with every one taken back. One query."""
    created = ruling.adjustments.aggregate(made=Count("pk"), back=Count("cancellation"))
    return f"{created['made']}-{created['back']}"


@after_snapshot
def cancel_adjustment(
    event: Event, number: int, signature: Signature, *, reason: str, witness: str = ""
) -> Cancellation:
    """Take an adjustment back: the scores are as if it had never been.

    Reverse act: `adjust` anew.
    """
    with all_or_nothing(), writing(event) as row:
        if known(row, signature):
            return Cancellation.objects.get(event=row, entry__key=signature.key)
        adjustment = made_adjustment(row, number)
        needs(reason, "Say why the adjustment is taken back.")
        if Cancellation.objects.filter(adjustment=adjustment).exists():
            raise Refused(f"{adjustment} has already been cancelled.")
        _guard(row, adjustment, witness, lambda: effect_of_cancelling(row, adjustment))
        back = _undo(row, adjustment, signature, reason, witness)
        body = {"adjustment": number, "witness": witness}
        entry = append(
            row, "cancel_adjustment", body, signature, reason=reason, after=_after(back, signature)
        )
        return Cancellation.objects.create(
            event=row,
            adjustment=adjustment,
            entry=entry,
            reason=reason,
            by=signature.actor.name,
            at=signature.at,
        )


def made_adjustment(event: Event, number: int) -> Adjustment:
    """An adjustment by its number. Raises Refused."""
    rows = Adjustment.objects.select_related(
        "guest", "game__table__round", "before__entry", "after", "ruling"
    )
    adjustment = rows.filter(event=event, number=number).first() if number <= LARGEST else None
    if adjustment is None:
        raise Refused(f"There is no adjustment {number} this evening.")
    return adjustment


def payload_of(change: Change) -> dict[str, Any]:
    """A change as it waits for a second official."""
    place = change.place
    return {
        "kind": str(change.kind),
        "ruling": change.ruling,
        "guest": change.guest,
        "points": change.points,
        "round": change.round,
        "place": [place.round, place.table, place.game] if place else None,
        "entry": seat_body(change.entry) if change.entry else None,
    }


def change_from(payload: Mapping[str, Any], reason: str, witness: str) -> Change:
    """The same change back, with the second official who agrees."""
    place, entry = payload["place"], payload["entry"]
    return Change(
        payload["kind"],
        reason,
        payload["ruling"],
        payload["guest"],
        payload["points"],
        payload["round"],
        Place(*place) if place else None,
        entry_from(entry) if entry else None,
        witness,
    )


def body_of(adjustment: Adjustment) -> dict[str, object]:
    """An adjustment as the ledger keeps it; what it does not concern is not there."""
    game = adjustment.game
    place = (
        {"round": game.table.round.number, "table": game.table.number, "game": game.number}
        if game
        else {}
    )
    fields = {
        "ruling": adjustment.ruling.number if adjustment.ruling else None,
        "guest": adjustment.guest.ref if adjustment.guest else None,
        "points": adjustment.points,
        "round": adjustment.round,
        "before": adjustment.before.version if adjustment.before else None,
        "after": adjustment.after.version if adjustment.after else None,
        "witness": adjustment.witness or None,
    }
    known_only = {name: value for name, value in fields.items() if value is not None}
    return {"number": adjustment.number, "kind": str(adjustment.kind), **known_only, **place}


def adjustment_of(row: Event, change: Change) -> Adjustment:
    """The adjustment as it would be made, unsaved.

    Raises Refused where something does not fit.
    """
    if not change.reason.strip():
        raise Refused("Say why the score is adjusted.")
    adjustment = Adjustment(
        event=row, kind=change.kind, reason=change.reason, witness=change.witness
    )
    if change.ruling is None:
        last = Adjustment.objects.filter(event=row).aggregate(last=Max("number"))["last"]
    else:
        rulings = Ruling.objects.filter(event=row, number=change.ruling)
        adjustment.ruling = rulings.annotate(last=Max("event__adjustments__number")).first()
        if adjustment.ruling is None:
            raise Refused(f"There is no ruling {change.ruling} this evening.")
        last = adjustment.ruling.last
    adjustment.number = (last or 0) + 1
    if change.guest:
        adjustment.guest = Guest.objects.filter(event=row, ref=change.guest).first()
    if change.kind in (AdjustmentKind.POINTS, AdjustmentKind.TALLY) and adjustment.guest is None:
        raise Refused("Choose the guest whom it concerns.")
    return (
        _points(row, adjustment, change)
        if change.kind == AdjustmentKind.POINTS
        else _game(row, adjustment, change)
    )


def _points(row: Event, adjustment: Adjustment, change: Change) -> Adjustment:
    if not 0 < abs(change.points) <= MOST_POINTS:
        raise Refused(f"Points: give a whole number from -{MOST_POINTS} to {MOST_POINTS}, not 0.")
    if (
        change.round is not None
        and not Round.objects.filter(event=row, number=change.round).exists()
    ):
        raise Refused(f"There is no round {change.round}: choose one that is seated.")
    adjustment.points, adjustment.round = change.points, change.round
    return adjustment


def _game(row: Event, adjustment: Adjustment, change: Change) -> Adjustment:
    """Fits the game it is about; the sheet that counts is kept as `before`."""
    place = change.place
    if place is None or max(place.round, place.table, place.game) > LARGEST:
        raise Refused("Choose the game it concerns: round, table and number.")
    filters = {
        "number": place.game,
        "table__number": place.table,
        "table__round__number": place.round,
    }
    counted = Sheet.objects.select_related("entry", "game__table__round").filter(
        event=row, accepted=True
    )
    adjustment.before = counted.filter(
        **{f"game__{name}": value for name, value in filters.items()}
    ).first()
    games = Game.objects.select_related("table__round").filter(event=row, **filters)
    game = adjustment.before.game if adjustment.before else games.first()
    if game is None or game.table.round.state == RoundState.DRAFT:
        raise Refused(f"There is no {place}: check the numbers.")
    if game.void or game.not_played:
        raise Refused(
            f"That game, {place}, is void by a ruling: take that back first."
            if game.void
            else f"That game, {place}, was declared not played: take that back first."
        )
    adjustment.game = game
    if adjustment.before is None and change.kind != AdjustmentKind.VOID:
        raise Refused(f"No sheet is in for {place}: there is nothing to correct.")
    if change.kind == AdjustmentKind.TALLY and adjustment.before:
        _at_that_game(adjustment, change, adjustment.before)
    if change.kind == AdjustmentKind.REPLAY and game.table.round.state == RoundState.CLOSED:
        raise Refused(f"{game.table.round} is closed: open it again before a game is played again.")
    return adjustment


def _at_that_game(adjustment: Adjustment, change: Change, sheet: Sheet) -> None:
    """The guest of a corrected tally has a seat on the sheet, and the tally becomes another."""
    seats = {tally["guest"]: tally["seat"] for tally in sheet.entry.body["tallies"]}
    if change.entry is None or seats.get(change.guest) != change.entry.seat:
        raise Refused(f"{adjustment.guest} is not on the sheet of {change.place}: check the game.")
    if change.entry in submission_from(sheet.entry.body).entries:
        raise Refused("Nothing is changed: that is the tally as it stands.")


def _guard(
    row: Event, adjustment: Adjustment, witness: str, effect_of: Callable[[], Consequence | None]
) -> None:
    """A second official is named where the sealed line is crossed; for a corrected tally its sheet
    asks for them.
    """
    if adjustment.kind == AdjustmentKind.TALLY or witness.strip() or seal_in_force(row) is None:
        return
    consequence = effect_of()
    if consequence and consequence.moves.crosses_the_line:
        raise Refused(two_must_agree(consequence.moves.words))


def _do(row: Event, adjustment: Adjustment, change: Change, signature: Signature) -> None:
    if adjustment.kind == AdjustmentKind.VOID:
        _set_void(adjustment, void=True)
    elif adjustment.kind == AdjustmentKind.REPLAY:
        Sheet.objects.filter(game=adjustment.game, accepted=True).update(accepted=False)
    elif adjustment.kind == AdjustmentKind.TALLY and adjustment.before:
        adjustment.after = _record(
            row, replace(corrected(adjustment.before, change), witness=change.witness), signature
        )


def _undo(
    row: Event, adjustment: Adjustment, signature: Signature, reason: str, witness: str
) -> Sheet | None:
    """What was done to the game taken back; the sheet that counts again, where there is one."""
    if adjustment.kind == AdjustmentKind.VOID:
        _set_void(adjustment, void=False)
        return None
    if adjustment.before is None:
        return None
    now = Sheet.objects.filter(game=adjustment.game, accepted=True).first()
    if adjustment.kind == AdjustmentKind.TALLY and now != adjustment.after:
        raise Refused("The sheet was changed since: correct the sheet itself.")
    if adjustment.game and adjustment.game.void:
        raise Refused("That game is void by a later ruling: cancel that adjustment first.")
    note = f"{adjustment} cancelled: {reason}"[:300]
    back = replace(
        submission_from(adjustment.before.entry.body), seen=now.version if now else 0, reason=note
    )
    return _record(row, replace(back, witness=witness), signature)


def _record(row: Event, submission: Submission, signature: Signature) -> Sheet | None:
    """A sheet through the one writer, under a key of its own."""
    own = replace(signature, key=_own_key(signature))
    try:
        if submission.seen:
            return correct_sheet(row, submission, own, at_desk=True).sheet
        return record_sheet(row, submission, own, at_desk=True).sheet
    except SheetRefusedError as refused:
        raise Refused(str(refused)) from None
    except SheetConflictError:
        raise Refused("The sheet has changed since: look at it again.") from None


def _own_key(signature: Signature) -> str:
    return f"{signature.key[:70]}-sheet"


def _after(sheet: Sheet | None, signature: Signature) -> Tail | None:
    """The end of the chain where this act just wrote a sheet; None where it is still to be read."""
    return (
        Tail(sheet.entry.number, sheet.entry.digest)
        if sheet and sheet.entry.key == _own_key(signature)
        else None
    )


def _set_void(about: Adjustment, *, void: bool) -> None:
    if about.game:
        about.game.void = void
        about.game.save(update_fields=["void"])


def _adjusted(event: Event, agreed: Agreed, signature: Signature) -> object:
    return adjust(event, change_from(agreed.payload, agreed.reason, agreed.second), signature)


def _adjustment_cancelled(event: Event, agreed: Agreed, signature: Signature) -> object:
    number = agreed.payload["adjustment"]
    return cancel_adjustment(event, number, signature, reason=agreed.reason, witness=agreed.second)


KINDS.update(
    {
        "adjust": Kind(
            lambda payload: f"Adjust the scores by ruling {payload['ruling']}",
            _adjusted,
            about=lambda payload: (payload["guest"],) if payload["guest"] else (),
        ),
        "cancel_adjustment": Kind(
            lambda payload: f"Cancel adjustment {payload['adjustment']}", _adjustment_cancelled
        ),
    }
)
